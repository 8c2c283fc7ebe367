"""Progress: checking a symbol of the Destiny page, and what comes of it; boxes and buildings (p. 8, 23 to 24)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.citadel.asking import NUMBER
from companion.games.citadel.books import Books, number, require_effects, require_task, word
from companion.games.citadel.cards import taking
from companion.games.citadel.leaflet import buildings, community, destiny, skills
from companion.games.citadel.leaflet.leaflet import Built
from companion.games.citadel.state import Task

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


def check_symbol(books: Books, args: Args) -> None:
    """A symbol that was told before is checked."""
    symbol = word(args, "symbol")
    require_effects(books.state)
    _allow(books, symbol)
    if not destiny.prize(books.state, symbol):
        raise IllegalMove(T("Nobody has told yet what that symbol brings."), rule="destiny", page=24)
    _check(books, symbol)


def check_new(books: Books, args: Args) -> None:
    """A symbol is told and checked: the centre first, then one that is connected to a checked one."""
    require_effects(books.state)
    first = not books.state.leaflet.symbols
    symbol = destiny.CENTRE if first else destiny.next_number(books.state)
    prize, near = word(args, "prize"), word(args, "near")
    if not first and near not in books.state.leaflet.symbols:
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    if int(symbol) > destiny.MOST_SYMBOLS:
        raise IllegalMove(T("The page has no more symbols."), rule="destiny", page=24)
    books.learn(f"destiny.{symbol}.prize", prize)
    if not first:
        books.learn(f"destiny.{symbol}.near", near)
        if word(args, "where"):
            books.learn(f"destiny.{symbol}.where", word(args, "where"))
    _check(books, symbol)


def check_joined(books: Books, args: Args) -> None:
    """A symbol that was told before is checked by a connection that was not."""
    symbol, near = word(args, "symbol"), word(args, "near")
    require_effects(books.state)
    if near not in books.state.leaflet.symbols or symbol not in destiny.elsewhere(books.state):
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    books.learn(f"destiny.{symbol}.near", destiny.joined(books.state, symbol, near))
    _check(books, symbol)


def _allow(books: Books, symbol: str) -> None:
    refused = destiny.why_not(books.state, symbol)
    if refused is not None:
        raise IllegalMove(refused, rule="destiny", page=24)


def _check(books: Books, symbol: str) -> None:
    state = books.state
    prize = destiny.prize(state, symbol)
    community.write(books, symbols=(*state.leaflet.symbols, symbol))
    text = T("Checked on the Destiny page: {symbol}.", symbol=destiny.title(state, symbol))
    books.tell("symbol_checked", text, symbol=symbol, prize=prize)
    tasks = _prize_tasks(books, symbol, prize)
    if "guild" in state.leaflet.built:
        told = state.known.get(GUILD_FACT)
        if told is None:
            tasks.append(Task(kind=GUILD, about=prize))
        elif told == prize:
            tasks.append(Task(kind=SCORE, count=BONUS, about="guild"))
    books.press(*tasks)


def _prize_tasks(books: Books, symbol: str, prize: str) -> list[Task]:
    """What has to be done for it now."""
    kinds = {"building": Task(kind=BOX), "score": Task(kind=SCORE, count=BONUS), "card": Task(kind=CARD, about=symbol),
             "map": Task(kind=MAP)}  # fmt: skip
    if prize in kinds:
        return [kinds[prize]]
    if prize in destiny.EFFECTS:
        books.tell("destiny_effect", destiny.EFFECTS[prize], prize=prize)
    return skills.tasks(prize)


def guild_told(books: Books, args: Args) -> None:
    """The kind of symbol that the Guild shows; its bonus follows when it was this one (p. 23)."""
    task = books.done(GUILD)
    books.learn(GUILD_FACT, word(args, "prize"))
    if word(args, "prize") == task.about:
        books.press(Task(kind=SCORE, count=BONUS, about="guild"))


def score_chosen(books: Books, args: Args) -> None:
    """The score that is raised."""
    task = books.done(SCORE)
    community.score(books, word(args, "what"), task.count)


def card_told(books: Books, args: Args) -> None:
    """The number of the card at a symbol; it is taken (p. 24)."""
    task = books.done(CARD)
    books.learn(f"destiny.{task.about}.number", word(args, "number"))
    take_prize(books, word(args, "number"))


def take_prize(books: Books, card: str) -> None:
    """The card is taken, revealed and given to the player of your choice."""
    books.tell("destiny_effect", destiny.EFFECTS["card"], prize="card")
    taking.take(books, card, sign=taking.ANYBODY)


def map_card(books: Books, args: Args) -> None:
    """The card whose number stands at an arrow of a World Map card goes into that slot, unturned (p. 24)."""
    books.done(MAP)
    taking.take(books, word(args, "number"), sign=taking.WORLD_MAP)


def map_full(books: Books, args: Args) -> None:
    """No World Map card shows an arrow to a free slot."""
    books.done(MAP)


def known_card(books: Books) -> None:
    """A card whose number is known is taken without asking for it."""
    if books.state.todo and books.state.todo[0].kind == CARD:
        told = str(books.state.known.get(f"destiny.{books.state.todo[0].about}.number", ""))
        if len(told) == len(NUMBER.replace("[0-9]{3}", "000")):
            books.done(CARD)
            take_prize(books, told)


# --- buildings --------------------------------------------------------------------------------------------------------


def box_checked(books: Books, args: Args) -> None:
    """One box next to a building is checked; with the last one it is built (p. 23)."""
    name = word(args, "building")
    task = require_task(books.state, BOX) if books.state.todo else None
    if name not in buildings.to_build(books.state):
        raise IllegalMove(T("That building is built already."), rule="buildings", page=23)
    if task is not None:
        books.done(BOX)
    before = books.state.leaflet.building(name)
    after = replace(before, boxes=before.boxes + 1)
    _put(books, after)
    title = buildings.title(books.state, name)
    text = N("{building}: {n} box is checked.", "{building}: {n} boxes are checked.", after.boxes, building=title)
    books.tell("box_checked", text, building=name, boxes=after.boxes)
    boxes = buildings.boxes(books.state, name)
    if boxes is None:
        books.press(Task(kind=BOXES, card=name))
    else:
        _complete(books, name, boxes)
    if name.startswith(("other_", "blank_")) and not buildings.is_told(books.state, name):
        books.press(Task(kind=TITLE, card=name))


def boxes_told(books: Books, args: Args) -> None:
    """How many boxes the building has, read off the page once."""
    task = require_task(books.state, BOXES)
    boxes = number(args, "boxes")
    if boxes < books.state.leaflet.building(task.card).boxes:
        raise IllegalMove(T("It has at least as many boxes as are checked."), rule="buildings", page=23)
    books.done(BOXES)
    books.learn(f"building.{task.card}.boxes", boxes)
    _complete(books, task.card, boxes)


def _complete(books: Books, name: str, boxes: int) -> None:
    built = books.state.leaflet.building(name)
    if built.done or built.boxes < boxes:
        return
    _put(books, replace(built, done=True))
    title = buildings.title(books.state, name)
    books.tell("built", T("{building}: built. Its effect applies from now on.", building=title), building=name)
    if buildings.when(books.state, name) == "built":
        books.tell("built_effect", buildings.BLANK_BUILT, building=name)


def titled(books: Books, args: Args) -> None:
    """What the players call it, or wrote on its blank line."""
    task = require_task(books.state, TITLE)
    if not word(args, "title"):
        raise IllegalMove(T("Enter the name that stands on the page."), rule="buildings", page=23)
    books.done(TITLE)
    _put(books, replace(books.state.leaflet.building(task.card), title=word(args, "title")))
    if task.card in buildings.OTHERS:
        books.learn(f"building.{task.card}.title", word(args, "title"))
    books.note("building_named", T("Building: {title}.", title=word(args, "title")), building=task.card)


def _put(books: Books, built: Built) -> None:
    others = tuple(one for one in books.state.leaflet.buildings if one.name != built.name)
    order = list(buildings.PLANS)
    kept = tuple(sorted((*others, built), key=lambda one: order.index(one.name)))
    community.write(books, buildings=kept)
