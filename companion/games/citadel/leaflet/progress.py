"""Progress: checking a symbol of the Destiny page, and what comes of it; boxes and buildings (p. 8, 23 to 24)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.citadel.cards import taking
from companion.games.citadel.forms import NUMBER
from companion.games.citadel.leaflet import buildings, community, destiny, skills
from companion.games.citadel.leaflet.leaflet import Built
from companion.games.citadel.state import Task
from companion.games.citadel.transaction import Transaction, require_effects
from companion.toolkit.modules import number, word
from companion.toolkit.transaction import require_task

BOX, BOXES, SCORE, GUILD, CARD, TITLE, MAP = (
    "leaflet.box",
    "leaflet.boxes",
    "leaflet.score",
    "leaflet.guild",
    "leaflet.card",
    "leaflet.title",
    "leaflet.map",
)
GUILD_FACT = "building.guild.prize"
BONUS = 2  # what a symbol or the Guild raises a score by (p. 23, 24)


def check_symbol(tx: Transaction, args: Args) -> None:
    """A symbol that was told before is checked."""
    symbol = word(args, "symbol")
    require_effects(tx.state)
    _allow(tx, symbol)
    if not destiny.prize(tx.state, symbol):
        raise IllegalMove(T("Nobody has told yet what that symbol brings."), rule="destiny", page=24)
    _check(tx, symbol)


def check_new(tx: Transaction, args: Args) -> None:
    """A symbol is told and checked: the centre first, then one that is connected to a checked one."""
    require_effects(tx.state)
    first = not tx.state.leaflet.symbols
    symbol = destiny.CENTRE if first else destiny.next_number(tx.state)
    prize, near = word(args, "prize"), word(args, "near")
    if not first and near not in tx.state.leaflet.symbols:
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    if int(symbol) > destiny.MOST_SYMBOLS:
        raise IllegalMove(T("The page has no more symbols."), rule="destiny", page=24)
    tx.learn(f"destiny.{symbol}.prize", prize)
    if not first:
        tx.learn(f"destiny.{symbol}.near", near)
        if word(args, "where"):
            tx.learn(f"destiny.{symbol}.where", word(args, "where"))
    _check(tx, symbol)


def check_joined(tx: Transaction, args: Args) -> None:
    """A symbol that was told before is checked by a connection that was not."""
    symbol, near = word(args, "symbol"), word(args, "near")
    require_effects(tx.state)
    if near not in tx.state.leaflet.symbols or symbol not in destiny.elsewhere(tx.state):
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    tx.learn(f"destiny.{symbol}.near", destiny.joined(tx.state, symbol, near))
    _check(tx, symbol)


def _allow(tx: Transaction, symbol: str) -> None:
    refused = destiny.why_not(tx.state, symbol)
    if refused is not None:
        raise IllegalMove(refused, rule="destiny", page=24)


def _check(tx: Transaction, symbol: str) -> None:
    state = tx.state
    prize = destiny.prize(state, symbol)
    community.write(tx, symbols=(*state.leaflet.symbols, symbol))
    text = T("Checked on the Destiny page: {symbol}.", symbol=destiny.title(state, symbol))
    tx.tell("symbol_checked", text, symbol=symbol, prize=prize)
    tasks = _prize_tasks(tx, symbol, prize)
    if "guild" in state.leaflet.built:
        told = state.board.get(GUILD_FACT)
        if told is None:
            tasks.append(Task(kind=GUILD, about=prize))
        elif told == prize:
            tasks.append(Task(kind=SCORE, count=BONUS, about="guild"))
    tx.add_first(*tasks)


def _prize_tasks(tx: Transaction, symbol: str, prize: str) -> list[Task]:
    """What has to be done for it now."""
    kinds = {"building": Task(kind=BOX), "score": Task(kind=SCORE, count=BONUS), "card": Task(kind=CARD, about=symbol),
             "map": Task(kind=MAP)}  # fmt: skip
    if prize in kinds:
        return [kinds[prize]]
    if prize in destiny.EFFECTS:
        tx.tell("destiny_effect", destiny.EFFECTS[prize], prize=prize)
    return skills.tasks(prize)


def guild_told(tx: Transaction, args: Args) -> None:
    """The kind of symbol that the Guild shows; its bonus follows when it was this one (p. 23)."""
    task = tx.finish_task(GUILD)
    tx.learn(GUILD_FACT, word(args, "prize"))
    if word(args, "prize") == task.about:
        tx.add_first(Task(kind=SCORE, count=BONUS, about="guild"))


def score_chosen(tx: Transaction, args: Args) -> None:
    """The score that is raised."""
    task = tx.finish_task(SCORE)
    community.score(tx, word(args, "what"), task.count)


def card_told(tx: Transaction, args: Args) -> None:
    """The number of the card at a symbol; it is taken (p. 24)."""
    task = tx.finish_task(CARD)
    tx.learn(f"destiny.{task.about}.number", word(args, "number"))
    take_prize(tx, word(args, "number"))


def take_prize(tx: Transaction, card: str) -> None:
    """The card is taken, revealed and given to the player of your choice."""
    tx.tell("destiny_effect", destiny.EFFECTS["card"], prize="card")
    taking.take(tx, card, sign=taking.ANYBODY)


def map_card(tx: Transaction, args: Args) -> None:
    """The card whose number stands at an arrow of a World Map card goes into that slot, unturned (p. 24)."""
    tx.finish_task(MAP)
    taking.take(tx, word(args, "number"), sign=taking.WORLD_MAP)


def map_full(tx: Transaction, args: Args) -> None:
    """No World Map card shows an arrow to a free slot."""
    tx.finish_task(MAP)


def known_card(tx: Transaction) -> None:
    """A card whose number is known is taken without asking for it."""
    if tx.state.tasks and tx.state.tasks[0].kind == CARD:
        told = str(tx.state.board.get(f"destiny.{tx.state.tasks[0].about}.number", ""))
        if len(told) == len(NUMBER.replace("[0-9]{3}", "000")):
            tx.finish_task(CARD)
            take_prize(tx, told)


# --- buildings --------------------------------------------------------------------------------------------------------


def box_checked(tx: Transaction, args: Args) -> None:
    """One box next to a building is checked; with the last one it is built (p. 23)."""
    name = word(args, "building")
    task = require_task(tx.state, BOX) if tx.state.tasks else None
    if name not in buildings.to_build(tx.state):
        raise IllegalMove(T("That building is built already."), rule="buildings", page=23)
    if task is not None:
        tx.finish_task(BOX)
    before = tx.state.leaflet.building(name)
    after = replace(before, boxes=before.boxes + 1)
    _put(tx, after)
    title = buildings.title(tx.state, name)
    text = N("{building}: {n} box is checked.", "{building}: {n} boxes are checked.", after.boxes, building=title)
    tx.tell("box_checked", text, building=name, boxes=after.boxes)
    boxes = buildings.boxes(tx.state, name)
    if boxes is None:
        tx.add_first(Task(kind=BOXES, card=name))
    else:
        _complete(tx, name, boxes)
    if name.startswith(("other_", "blank_")) and not buildings.is_told(tx.state, name):
        tx.add_first(Task(kind=TITLE, card=name))


def boxes_told(tx: Transaction, args: Args) -> None:
    """How many boxes the building has, read off the page once."""
    task = require_task(tx.state, BOXES)
    boxes = number(args, "boxes")
    if boxes < tx.state.leaflet.building(task.card).boxes:
        raise IllegalMove(T("It has at least as many boxes as are checked."), rule="buildings", page=23)
    tx.finish_task(BOXES)
    tx.learn(f"building.{task.card}.boxes", boxes)
    _complete(tx, task.card, boxes)


def _complete(tx: Transaction, name: str, boxes: int) -> None:
    built = tx.state.leaflet.building(name)
    if built.done or built.boxes < boxes:
        return
    _put(tx, replace(built, done=True))
    title = buildings.title(tx.state, name)
    tx.tell("built", T("{building}: built. Its effect applies from now on.", building=title), building=name)
    if buildings.when(tx.state, name) == "built":
        tx.tell("built_effect", buildings.BLANK_BUILT, building=name)


def titled(tx: Transaction, args: Args) -> None:
    """What the players call it, or wrote on its blank line."""
    task = require_task(tx.state, TITLE)
    if not word(args, "title"):
        raise IllegalMove(T("Enter the name that stands on the page."), rule="buildings", page=23)
    tx.finish_task(TITLE)
    _put(tx, replace(tx.state.leaflet.building(task.card), title=word(args, "title")))
    if task.card in buildings.OTHERS:
        tx.learn(f"building.{task.card}.title", word(args, "title"))
    tx.note("building_named", T("Building: {title}.", title=word(args, "title")), building=task.card)


def _put(tx: Transaction, built: Built) -> None:
    others = tuple(one for one in tx.state.leaflet.buildings if one.name != built.name)
    order = list(buildings.PLANS)
    kept = tuple(sorted((*others, built), key=lambda one: order.index(one.name)))
    community.write(tx, buildings=kept)
