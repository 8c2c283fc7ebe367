"""Telling which tiles lie in the city: one tap for each, row by row (rulebook p. 4 to 6)."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Move, Offer, Pick, Prompt, Whole, Words
from companion.api.text import T, verbatim
from companion.games.fire_brigade.city.streets import TOWN
from companion.games.fire_brigade.forms import pick_field
from companion.games.fire_brigade.names import KIND_NAMES, SPECIALS, field_name
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS, State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Action, action, number, word

NONE = "none"
VALUE = Whole(name="value", label=T("Value"), at_least=1, at_most=MOST_VALUE)
NAME = Words(name="name", label=T("Name on the tile, if you like"), at_most_chars=40)


def unknown(state: State) -> tuple[str, ...]:
    """The fields of the town whose tile was not told yet, row by row."""
    return tuple(place for place in TOWN if not state.city[place].kind)


def enter(tx: Transaction, args: Args) -> None:
    """The tile that lies on a field: its kind and value."""
    place = word(args, "field")
    if tx.state.phase != "setup":
        raise IllegalMove(T("The city is laid out already. Set a block right by hand if it is another one."))
    _put(tx, place, word(args, "kind"), number(args, "value"))


def _put(tx: Transaction, place: str, kind: str, value: int) -> None:
    tx.set_block(place, kind=kind, value=value)
    text = T("{field}: {kind}, value {value}.", field=place, kind=KIND_NAMES[kind], value=value)
    tx.note("tile", text, field=place, kind=kind, value=value)


def describe(tx: Transaction, args: Args) -> None:
    """The name of a tile, and whether it is one of the special buildings. It can be told at any time."""
    place, special = word(args, "field"), word(args, "special")
    if special != NONE and any(block.special == special for other, block in tx.state.city.items() if other != place):
        raise IllegalMove(T("{name} lies in the city already.", name=SPECIALS[special]))
    tx.set_block(place, special="" if special == NONE else special, name=str(args.get("name", "")).strip())
    tx.note("tile_named", T("{where}: noted.", where=field_name(tx.state, place)), field=place)


def prompt(state: State) -> Prompt:
    """Which tile lies on the next field: kinds as headings, values as buttons."""
    place = unknown(state)[0]
    done = len(TOWN) - len(unknown(state))
    return Prompt(
        name="setup.tile",
        do=T("Which tile lies on {field}?", field=place),
        offers=tuple(_tile(place, kind, value) for kind in TOWN_KINDS for value in range(1, MOST_VALUE + 1)),
        more=T("Columns go from A in the west, rows from 1 at the top. {done} of {all} tiles are told.",
               done=done, all=len(TOWN)),
        rule="city",
    )  # fmt: skip


def _tile(place: str, kind: str, value: int) -> Offer:
    move = Move("tile", {"field": place, "kind": kind, "value": value})
    return Offer(move=move, label=verbatim(str(value)), under=KIND_NAMES[kind])


def name_offer(state: State) -> Offer:
    """Give a tile its name, or say that it is a special building."""
    asks = (pick_field(state, "field", T("Which block"), TOWN), _special(), NAME)
    return Offer(move=Move("name_tile"), label=T("Name a block"), asks=asks)


def _special() -> Pick:
    named = {NONE: T("No special building"), **{key: verbatim(name) for key, name in SPECIALS.items()}}
    return pick("special", T("Special building"), named, NONE)


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in TOWN})
_KIND = pick("kind", T("Kind"), {kind: KIND_NAMES[kind] for kind in TOWN_KINDS})

MOVES: dict[str, Action[Transaction]] = {
    "tile": action(enter, lambda args: T("Tile on {field}", field=word(args, "field")), _FIELD, _KIND, VALUE),
    "name_tile": action(describe, lambda args: T("Named {field}", field=word(args, "field")), _FIELD, _special(), NAME),
}
