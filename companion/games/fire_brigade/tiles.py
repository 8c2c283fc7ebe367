"""Which tile lies where: told when it first matters, one block at a time, or all in a row before the game.

A tile matters when Renown comes onto it, when a card means all blocks of a kind or a value, and when it is turned over.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, verbatim
from companion.games.fire_brigade import city
from companion.games.fire_brigade.names import KIND_NAMES, SPECIALS, field_name, pick_field
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS, Block, State, Task
from companion.games.fire_brigade.streets import BLOCKS, TOWN
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import Action, GameModule, action, pick, require_task, tap, usual, whole, word

TILE, SURVEY, SPECIAL, BUILDING = "tile", "survey", "special", "building"
WITHOUT = "without"  # special buildings come with an expansion: those who play without are not asked again
VALUE, KIND = "value", "kind"


def ask_tile(tx: Transaction, place: str, seat: int = -1) -> bool:
    """Ask first which tile lies there, if nobody has told; whether it is asked."""
    if tx.state.city[place].told:
        return False
    tx.add_first(Task(kind=TILE, seat=seat, field=place))
    return True


def ask_survey(tx: Transaction, what: str) -> bool:
    """Ask first which of the blocks that nobody has told are meant, such as `value:2` or `kind:nobles`; whether it is
    asked."""
    if not open_to(tx.state, what):
        return False
    tx.add_first(Task(kind=SURVEY, about=what))
    tx.set(surveyed=())
    return True


def open_to(state: State, what: str) -> tuple[str, ...]:
    """The blocks that may be of this kind or value, as far as anybody has told."""
    name = what.partition(":")[0]
    return tuple(
        place
        for place in TOWN
        if not getattr(state.city[place], name) and what not in state.city[place].ruled_out
        and not state.city[place].destroyed
    )  # fmt: skip


# --- one tile ---------------------------------------------------------------------------------------------------------


def place_asked(state: State) -> str:
    """The block whose tile is asked for now; none is empty."""
    if state.tasks and state.tasks[0].kind in (TILE, SPECIAL):
        return state.tasks[0].field
    return city.unknown(state)[0] if state.telling and city.unknown(state) else ""


def prompt(state: State) -> Prompt:
    """Which tile lies on the block that is lit on the map."""
    task = state.tasks[0]
    place = task.field
    return Prompt(
        name="city.tile",
        do=T("Which tile lies on {field}?", field=place),
        offers=tuple(_offers(state.city[place], place)),
        more=T("It is asked once, for what lies there matters now."),
        seat=task.seat if task.seat >= 0 else None,
        rule="city",
    )


def _offers(block: Block, place: str) -> Iterator[Offer]:
    """A kind with its values: one tap. What is known already is settled; where all kinds were ruled out, one of them
    was by mistake."""
    open_ = [kind for kind in TOWN_KINDS if f"{KIND}:{kind}" not in block.ruled_out]
    for kind in [block.kind] if block.kind else open_ or TOWN_KINDS:
        if block.value:
            yield tap("tile", KIND_NAMES[kind], field=place, kind=kind, value=block.value)
        else:
            label = T("{kind}, value", kind=KIND_NAMES[kind])
            ask = whole("value", label, MOST_VALUE, at_least=1)
            yield Offer(move=Move("tile", {"field": place, "kind": kind}), label=label, asks=(ask,),
                        icon=kind)  # fmt: skip


def row_prompt(state: State) -> Prompt:
    """The tiles one after the other, before the game; it can be left at any moment."""
    place = city.unknown(state)[0]
    later = tap("tell_tiles", T("Later: tell them when they matter"))
    return Prompt(
        name="setup.tile",
        do=T("Which tile lies on {field}?", field=place),
        offers=(*_offers(state.city[place], place), later),
        more=T("Columns go from A in the west, rows from 1 at the top."),
        rule="city",
    )


def tell_all(tx: Transaction, args: Args) -> None:
    """Begin to tell the tiles in a row, or leave it."""
    if tx.state.phase != "setup":
        raise IllegalMove(T("The game is laid out already."))
    tx.set(telling=not tx.state.telling)
    tx.note("telling", T("Noted."))


# --- all blocks of a kind or a value ----------------------------------------------------------------------------------


def _meant(what: str) -> Text:
    name, _, of = what.partition(":")
    return T("value {value}", value=of) if name == VALUE else KIND_NAMES[of]


def survey_prompt(state: State) -> Prompt:
    """They are tapped on the map, one by one; a second tap takes a mark away."""
    what = state.tasks[0].about
    count = len(state.surveyed)
    done = N("That is {n} block", "Those are {n} blocks", count) if count else T("None of the others")
    ask = pick_field(state, "field", T("Which block"), open_to(state, what))
    return Prompt(
        name="city.survey",
        do=T("Tap every other block of this kind: {what}.", what=_meant(what)),
        offers=(usual("surveyed", done), Offer(move=Move("survey"), label=T("Tap a block"), asks=(ask,))),
        more=T("Only blocks whose tile nobody has told can be tapped. It is asked once."),
        rule="city",
    )


def survey(tx: Transaction, args: Args) -> None:
    """A block is meant, or not after all."""
    task, place, found = require_task(tx.state, SURVEY), word(args, "field"), tx.state.surveyed
    if place not in open_to(tx.state, task.about):
        raise IllegalMove(T("{where}: its tile was told already.", where=field_name(tx.state, place)))
    after = tuple(one for one in found if one != place) if place in found else (*found, place)
    tx.set(surveyed=after)
    tx.note("survey", T("Marked: {fields}.", fields=" ".join(after) or "–"), field=place)


def surveyed(tx: Transaction, args: Args) -> None:
    """Those are all: of the others it is known that they are not meant."""
    what, found = require_task(tx.state, SURVEY).about, tx.state.surveyed
    name, _, of = what.partition(":")
    for place in open_to(tx.state, what):
        if place in found:
            tx.set_block(place, **{name: int(of) if name == VALUE else of})
        else:
            tx.set_block(place, ruled_out=(*tx.state.city[place].ruled_out, what))
    tx.finish_task()
    tx.set(surveyed=())
    tx.note("surveyed", T("Marked: {fields}.", fields=" ".join(found) or "–"), what=what, blocks=len(found))


# --- the special buildings --------------------------------------------------------------------------------------------


def ask_special(tx: Transaction, place: str) -> None:
    """A tile was turned over: which building it was is asked, unless it was told or all special ones are known."""
    block = tx.state.city[place]
    if block.special:
        tx.ask(BUILDING, about=block.special, field=place)
    elif tx.state.open_specials and not block.name and place in TOWN and _left(tx.state):
        tx.ask(SPECIAL, field=place)


def _left(state: State) -> dict[str, str]:
    """The special buildings that nobody has found yet."""
    found = {block.special for block in state.city.values()}
    return {key: name for key, name in SPECIALS.items() if key not in found}


def special_prompt(state: State) -> Prompt:
    """Most are none: that is the large button."""
    place = state.tasks[0].field
    offers = [usual("was_special", T("No special building"), special=city.NONE)]
    offers += [tap("was_special", verbatim(name), special=key) for key, name in _left(state).items()]
    offers.append(tap("was_special", T("We play without special buildings"), special=WITHOUT))
    return Prompt(
        name="city.special",
        do=T("{where} is turned over. Was it one of the special buildings?", where=field_name(state, place)),
        offers=tuple(offers),
        rule="specials",
    )


def was_special(tx: Transaction, args: Args) -> None:
    """What was turned over; a special building does now what it does."""
    place, special = require_task(tx.state, SPECIAL).field, word(args, "special")
    if special not in (city.NONE, WITHOUT) and special not in _left(tx.state):
        raise IllegalMove(T("{name} lies in the city already.", name=SPECIALS[special]))
    tx.finish_task()
    tx.note("was_special", T("Noted."), field=place, special=special)
    if special == WITHOUT:
        others = tuple(task for task in tx.state.tasks if task.kind != SPECIAL)  # not of tiles turned over with it
        tx.set(open_specials=False, tasks=others)
    elif special != city.NONE:
        tx.set_block(place, special=special)
        tx.ask(BUILDING, about=special, field=place)


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
_ANY = {
    city.NONE: T("No special building"),
    WITHOUT: T("We play without special buildings"),
    **{key: verbatim(name) for key, name in SPECIALS.items()},
}
_SPECIAL = pick("special", T("Special building"), _ANY)
MOVES: dict[str, Action[Transaction]] = {
    "tell_tiles": action(tell_all, T("Telling the tiles")),
    "survey": action(survey, lambda args: T("Marked {field}", field=word(args, "field")), _FIELD),
    "surveyed": action(surveyed, T("Marked all blocks of a kind")),
    "was_special": action(was_special, T("Which building was turned over"), _SPECIAL),
}
MODULE: GameModule[State, Transaction] = GameModule(
    name="tiles", moves=MOVES, tasks={TILE: prompt, SURVEY: survey_prompt, SPECIAL: special_prompt}
)
