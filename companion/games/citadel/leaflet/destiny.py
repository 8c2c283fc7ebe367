"""The Destiny page (p. 8, 24): the symbol in the centre first, then only symbols connected to a checked one, and what
they bring.

Its picture is not in the rulebook's text, so each symbol is told once, when it is first checked: a number is given to
it, and what it is, where it is and which symbols it is connected to are facts of the owner's leaflet. Symbol 1 is the
centre.
"""

from __future__ import annotations

import re

from companion.api import (
    Args,
    BoardFamily,
    CardExpected,
    IllegalMove,
    Move,
    Offer,
    Prompt,
    T,
    Text,
    Value,
    Words,
    template,
)
from companion.games.citadel.cards import revealing, taking
from companion.games.citadel.cards.cards import NUMBER, card_number
from companion.games.citadel.leaflet import community, skills
from companion.games.citadel.leaflet.buildings import BOX
from companion.games.citadel.leaflet.leaflet import HIGHEST, SCORES
from companion.games.citadel.state import State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects
from companion.toolkit import pick, tap, word

CENTRE = "1"
MOST_SYMBOLS = 99
PRIZES = words("prizes")
# What a checked symbol brings (p. 8, 24), in words, where no prompt says it.
EFFECTS = words("prize_effects")


def check_near(name: str, value: Value) -> None:
    """What a symbol is connected to are numbers of symbols, not its own."""
    match = re.fullmatch(r"destiny\.([1-9][0-9]?)\.near", name)
    if match is None:
        return
    near = str(value).replace(",", " ").split()
    if any(not re.fullmatch(r"[1-9][0-9]?", one) or one == match[1] for one in near):
        raise IllegalMove(T("Enter the numbers of other symbols, with commas, such as 1, 3."), rule="destiny")


def told_symbols(state: State) -> tuple[str, ...]:
    """The numbers of all symbols that were ever told."""
    names = (name.split(".") for name in state.board if name.startswith("destiny.") and name.endswith(".prize"))
    return tuple(sorted((number for _, number, _ in names), key=int))


def prize_of(state: State, symbol: str) -> str:
    """What a symbol brings; empty while nobody has told."""
    return str(state.board.get(f"destiny.{symbol}.prize", ""))


def connected(state: State, symbol: str) -> frozenset[str]:
    """The symbols that are known to be connected to a symbol, told at either end."""
    own = set(str(state.board.get(f"destiny.{symbol}.near", "")).replace(",", " ").split())
    back = {one for one in told_symbols(state) if symbol in str(state.board.get(f"destiny.{one}.near", ""))
            .replace(",", " ").split()}  # fmt: skip
    return frozenset(own | back)


def title_of(state: State, symbol: str) -> Text:
    """How a symbol is called: what it brings and where it is."""
    if symbol == CENTRE:
        return T("The symbol in the centre")
    what = PRIZES.get(prize_of(state, symbol), T("Not told yet"))
    where = str(state.board.get(f"destiny.{symbol}.where", ""))
    if where:
        return T("Symbol {number} ({where}): {what}", number=symbol, where=where, what=what)
    return T("Symbol {number}: {what}", number=symbol, what=what)


def to_check(state: State) -> tuple[str, ...]:
    """The told symbols that may be checked now: the centre first, then those connected to a checked one (p. 8)."""
    checked = state.leaflet.symbols
    if not checked:
        return (CENTRE,)
    return tuple(one for one in told_symbols(state) if one not in checked and connected(state, one) & set(checked))


def elsewhere(state: State) -> tuple[str, ...]:
    """The told symbols that are not checked, and of which no connection to a checked one has been told."""
    if not state.leaflet.symbols:
        return ()
    return tuple(one for one in told_symbols(state) if one not in (*state.leaflet.symbols, *to_check(state)))


def joined(state: State, symbol: str, other: str) -> str:
    """What is then known of a symbol's connections, when it is connected to another one as well."""
    told = str(state.board.get(f"destiny.{symbol}.near", "")).replace(",", " ").split()
    return ", ".join(dict.fromkeys((*told, other)))


def why_not(state: State, symbol: str) -> Text | None:
    """Why a symbol may not be checked; None where it may."""
    checked = state.leaflet.symbols
    if symbol in checked:
        return T("That symbol is checked already.")
    if not checked and symbol != CENTRE:
        return T("The first symbol to check is the one in the centre.")
    if checked and not connected(state, symbol) & set(checked):
        return T("That symbol is not connected to a checked one.")
    return None


def next_number(state: State) -> str:
    """The number that the next symbol gets."""
    used = {int(one) for one in (*told_symbols(state), CENTRE)}
    return str(max(used) + 1)


SCORE, GUILD, CARD, MAP = "leaflet.score", "leaflet.guild", "leaflet.card", "leaflet.map"
NEAR = "leaflet.near"
GUILD_FACT = "building.guild.prize"
BONUS = 2  # what a symbol or the Guild raises a score by (p. 23, 24)


def check(tx: Transaction, args: Args) -> None:
    """A symbol that was told before is checked."""
    symbol = word(args, "symbol")
    require_effects(tx.state)
    _allow(tx, symbol)
    if not prize_of(tx.state, symbol):
        raise IllegalMove(T("Nobody has told yet what that symbol brings."), rule="destiny", page=24)
    _check(tx, symbol)


def check_new(tx: Transaction, args: Args) -> None:
    """A symbol is told and checked: the centre first, then one that is connected to a checked one."""
    require_effects(tx.state)
    first = not tx.state.leaflet.symbols
    symbol = CENTRE if first else next_number(tx.state)
    prize, near = word(args, "prize"), word(args, "near")
    if not first and near not in tx.state.leaflet.symbols:
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    if int(symbol) > MOST_SYMBOLS:
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
    if near not in tx.state.leaflet.symbols or symbol not in elsewhere(tx.state):
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    tx.learn(f"destiny.{symbol}.near", joined(tx.state, symbol, near))
    _check(tx, symbol)


def symbol_new(tx: Transaction, args: Args) -> None:
    """A symbol that was never told is checked: what it brings; to which checked one it is connected is asked where
    there are several."""
    require_effects(tx.state)
    _or_ask(tx, Task(kind=NEAR, about=word(args, "prize")))


def symbol_joined(tx: Transaction, args: Args) -> None:
    """A symbol that was told before is checked by a connection that was not: to which checked one is asked where there
    are several."""
    require_effects(tx.state)
    if word(args, "symbol") not in elsewhere(tx.state):
        raise IllegalMove(T("That symbol is not connected to a checked one."), rule="destiny", page=24)
    _or_ask(tx, Task(kind=NEAR, card=word(args, "symbol")))


def _or_ask(tx: Transaction, task: Task) -> None:
    checked = tx.state.leaflet.symbols
    if len(checked) > 1:
        tx.add_first(task)
    else:
        _connect(tx, task, "".join(checked))


def _connect(tx: Transaction, task: Task, near: str) -> None:
    if task.card:
        check_joined(tx, {"symbol": task.card, "near": near})
    else:
        check_new(tx, {"prize": task.about, "near": near, "where": ""})


def near_told(tx: Transaction, args: Args) -> None:
    """The checked symbol to which it is connected."""
    _connect(tx, tx.finish_task(NEAR), word(args, "near"))


def _allow(tx: Transaction, symbol: str) -> None:
    refused = why_not(tx.state, symbol)
    if refused is not None:
        raise IllegalMove(refused, rule="destiny", page=24)


def _check(tx: Transaction, symbol: str) -> None:
    state = tx.state
    prize = prize_of(state, symbol)
    community.write(tx, symbols=(*state.leaflet.symbols, symbol))
    text = T("Checked on the Destiny page: {symbol}.", symbol=title_of(state, symbol))
    tx.tell("symbol_checked", text, symbol=symbol, prize=prize)
    tx.todo(T("Check it on the Destiny page: {symbol}", symbol=title_of(state, symbol)), "destiny")
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
    if prize in EFFECTS:
        tx.tell("destiny_effect", EFFECTS[prize], prize=prize)
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
    tx.tell("destiny_effect", EFFECTS["card"], prize="card")
    taking.take(tx, card, sign=revealing.ANYBODY)


def map_card(tx: Transaction, args: Args) -> None:
    """The card whose number stands at an arrow of a World Map card goes into that slot, unturned (p. 24)."""
    tx.finish_task(MAP)
    taking.take(tx, word(args, "number"), sign=revealing.WORLD_MAP)


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


_SYMBOL = Words(name="symbol", label=T("Symbol"), at_most_chars=2)
_PRIZE = pick("prize", T("What it brings"), PRIZES)
_NEAR = Words(name="near", label=T("Connected to"), at_most_chars=2)
_WHERE = Words(name="where", label=T("Where it is"), at_most_chars=60)
DESTINY = T("Destiny page")


# --- what is shown ----------------------------------------------------------------------------------------------------


def score_prompt(state: State, task: Task) -> Prompt:
    """Which score is raised."""
    offers = tuple(
        tap("score_chosen", text, what=name, note=T("now {score}", score=state.leaflet.score(name)))
        for name, text in SCORES.items()
    )
    do = T("Raise one score by {count}. Which one?", count=task.count)
    if task.about == "guild":
        do = T("Guild: raise one score by {count} as well. Which one?", count=task.count)
    return Prompt(
        name="leaflet.score",
        do=do,
        more=T("No score rises above {most}.", most=HIGHEST),
        offers=offers,
        rule="community.scores",
    )


def near_prompt(state: State, task: Task) -> Prompt:
    """To which checked symbol it is connected (p. 8)."""
    offers = tuple(tap("near_told", title_of(state, one), near=one) for one in state.leaflet.symbols)
    return Prompt(
        name=NEAR,
        do=T("To which checked symbol is it connected?"),
        more=T("Several lines may lead to it: any of them counts."),
        offers=offers,
        rule="destiny",
    )


def guild_prompt(state: State, task: Task) -> Prompt:
    """The kind of symbol that the Guild is about, once."""
    offers = tuple(tap("guild_told", text, prize=name) for name, text in PRIZES.items())
    return Prompt(
        name="leaflet.guild",
        do=T("Guild: which kind of symbol does it show?"),
        more=T("Read it off the Buildings page. It is asked only once."),
        offers=offers,
        rule="buildings",
    )


def card_prompt(state: State, task: Task) -> Prompt:
    """The number of the card at a symbol, once."""
    ask = card_number(T("Number beside the symbol"))
    return Prompt(
        name="leaflet.card",
        do=T("Which card does that symbol give?"),
        offers=(Offer(move=Move("destiny_card"), label=T("Take the card of a number"), asks=(ask,)),),
        rule="destiny",
    )


def map_prompt(state: State, task: Task) -> Prompt:
    """Which card goes into the World Map (p. 24)."""
    ask = card_number(T("Number at the arrow"))
    return Prompt(
        name="leaflet.map",
        do=T("Choose an arrow of a card in the World Map. Which number stands there?"),
        more=T("That card goes into the slot to which the arrow points, without turning it over."),
        offers=(
            Offer(move=Move("map_card"), label=T("Take the card of a number"), asks=(ask,)),
            tap("map_full", T("No arrow leads to a free slot")),
        ),
        rule="destiny",
        expects=(CardExpected(kind="numbox", pattern=NUMBER, move=Move("map_card"), arg="number"),),
    )


def offers(state: State) -> tuple[Offer, ...]:
    """The symbols that can be checked now; the card that pays for it says how."""
    note = T("The card that pays for it says how.")
    found = []
    told = {one: title_of(state, one) for one in to_check(state) if prize_of(state, one)}
    if told:
        ask = pick("symbol", T("Symbol"), told)
        found.append(
            Offer(
                move=Move("destiny"), label=T("Check a symbol"), note=note, asks=(ask,), under=DESTINY, rule="destiny"
            )
        )
    prize = pick("prize", T("What it brings"), PRIZES)
    if state.leaflet.symbols or not told:
        label = T("Check the symbol in the centre")
        if state.leaflet.symbols:
            label = T("Check a symbol that was never checked before")
        new = Move("symbol_new")
        found.append(Offer(move=new, label=label, note=note, asks=(prize,), under=DESTINY, rule="destiny"))
    if apart := elsewhere(state):
        ask = pick("symbol", T("Symbol"), {one: title_of(state, one) for one in apart})
        label = T("Check a known symbol that another connection leads to")
        found.append(Offer(move=Move("symbol_joined"), label=label, asks=(ask,), under=DESTINY, rule="destiny"))
    return tuple(found)


SYMBOL = r"destiny\.([1-9][0-9]?)"
FAMILIES = (
    BoardFamily(
        pattern=rf"{SYMBOL}\.prize",
        ask=pick("prize", template("Destiny page: what symbol {name} brings"), PRIZES),
        label=T("Destiny page: what the symbols bring"),
    ),
    BoardFamily(
        pattern=rf"{SYMBOL}\.near",
        ask=Words(name="near", label=template("Destiny page: symbols connected to symbol {name}"), at_most_chars=60),
        label=T("Destiny page: connected symbols"),
    ),
    BoardFamily(
        pattern=rf"{SYMBOL}\.where",
        ask=Words(name="where", label=template("Destiny page: where symbol {name} is"), at_most_chars=60),
        label=T("Destiny page: where the symbols are"),
    ),
    BoardFamily(
        pattern=rf"{SYMBOL}\.number",
        ask=Words(name="number", label=template("Destiny page: the card of symbol {name}"), at_most_chars=3),
        label=T("Destiny page: cards of the symbols"),
    ),
    BoardFamily(
        pattern=r"building\.guild\.prize",
        ask=pick("prize", T("Guild: the kind of symbol that it shows"), PRIZES),
        label=T("Guild: the kind of symbol that it shows"),
    ),
)
MOVES: Moves = {
    "destiny": move(check, T("Checked a symbol of the Destiny page"), _SYMBOL),
    "destiny_new": move(check_new, T("Checked a new symbol of the Destiny page"), _NEAR, _PRIZE, _WHERE),
    "destiny_joined": move(check_joined, T("Checked a symbol by another connection"), _SYMBOL, _NEAR),
    "symbol_new": move(symbol_new, T("Checked a new symbol of the Destiny page"), _PRIZE),
    "symbol_joined": move(symbol_joined, T("Checked a symbol by another connection"), _SYMBOL),
    "near_told": move(near_told, T("Said what a symbol is connected to"), _NEAR),
    "destiny_card": move(
        card_told, lambda a: T("The symbol gives {card}", card=word(a, "number")), card_number(T("Number"))
    ),
    "guild_told": move(guild_told, T("Read the Guild's symbol"), _PRIZE),
    "score_chosen": move(
        score_chosen,
        lambda a: T("Raised: {score}", score=SCORES[word(a, "what")]),
        pick("what", T("Score"), SCORES),
    ),
    "map_card": move(
        map_card, lambda a: T("Into the World Map: {card}", card=word(a, "number")), card_number(T("Number"))
    ),
    "map_full": move(map_full, T("No slot of the World Map was free")),
}
