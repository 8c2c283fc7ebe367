"""The Cold marker and the Heat Range indicators: how they move up, and where their tracks end (rulebook p. 20, 21).

The lengths of the Heat track and the Generator track are only pictured. They are never in the way: told once, when the
Generator board is set up or a Weather card moves its markers, they are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Args, IllegalMove, Move, Offer, T, Text, Urgency, Whole, all_of, template
from companion.games.frostpunk.state import HIGHEST_SPACE, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number

LENGTHS = ("heat_spaces", "generator_track_spaces")  # board facts: where the two tracks end
ONE_SPACE = {"cold": 1, "red": 1, "orange": 1, "yellow": 1}


def moved_up(state: State, spaces: Mapping[str, int]) -> dict[str, int]:
    """Where the Cold marker and the Heat Range indicators come to stand, each at most on the last space of its track
    (p. 20, 21)."""
    board = state.generator
    now = {"cold": board.cold, "red": board.red, "orange": board.orange, "yellow": board.yellow}
    return {
        marker: min(space + spaces[marker], state.last_heat if marker == "cold" else state.last_generator_space)
        for marker, space in now.items()
    }


def move_up(tx: Transaction, spaces: Mapping[str, int], *, aloud: bool = False) -> None:
    """Move the Cold marker and the Heat Range indicators up; `aloud` where the players have yet to do so."""
    before, then = moved_up(tx.state, dict.fromkeys(spaces, 0)), moved_up(tx.state, spaces)
    tx.set_generator(**then)
    text = T("Cold marker on {cold}, indicators: red on {red}, orange on {orange}, yellow on {yellow}.", **then)
    if aloud and not all(tx.state.fact(length) for length in LENGTHS):
        text = T("{markers} But none beyond the last space of its track.", markers=text)
    tx.tell("markers_moved", text, Urgency.PLAIN if aloud else Urgency.QUIET, **then)
    first = moved_up(tx.first, dict.fromkeys(spaces, 0))
    back = T("Move back: {markers}", markers=all_of(_moved(then, first)))
    pieces = tuple(one for one, to in then.items() if to != before[one])
    tx.order("markers", _order(before, then), "indicator", back, pieces=pieces)


MARKERS: Mapping[str, Text] = {
    "cold": template("Cold marker to {space}"),
    "red": template("red indicator to {space}"),
    "orange": template("orange indicator to {space}"),
    "yellow": template("yellow indicator to {space}"),
}


def _order(before: Mapping[str, int], then: Mapping[str, int]) -> Text | None:
    """Where hands put the markers that move."""
    moved = _moved(before, then)
    return T("Move up: {markers}", markers=all_of(moved)) if moved else None


def heat_at(space: int) -> Text:
    """Where hands put the Heat marker."""
    return T("Move the Heat marker to {heat}", heat=space)


def _moved(before: Mapping[str, int], then: Mapping[str, int]) -> list[Text]:
    return [Text(MARKERS[one].msgid, {"space": to}) for one, to in then.items() if to != before[one]]


STEPS = ("setup.generator", "weather.card")
HEAT, GENERATOR = "heat_spaces", "generator_track_spaces"


def told(tx: Transaction, args: Args) -> None:
    """The spaces of both tracks were counted; markers that were thought to be beyond the end stand on it."""
    require_step(tx.state, *STEPS)
    _learn(tx, number(args, HEAT), number(args, GENERATOR))


def one_told(track: str) -> Callable[[Transaction, Args], None]:
    """The spaces of one of the two tracks were counted."""

    def write(tx: Transaction, args: Args) -> None:
        require_step(tx.state, *STEPS)
        told = {name: tx.state.fact(name) for name in LENGTHS} | {track: number(args, "spaces")}
        _learn(tx, told[HEAT], told[GENERATOR])

    return write


def _learn(tx: Transaction, heat: int | None, generator: int | None) -> None:
    if heat is not None and heat < tx.state.generator.heat:
        text = T("The Heat marker stands on {heat}: count the spaces again.", heat=tx.state.generator.heat)
        raise IllegalMove(text, rule="weather.card", page=21)
    board = tx.state.generator
    if heat is not None:
        tx.learn(HEAT, heat)
        tx.set_generator(cold=min(board.cold, heat))
    if generator is not None:
        tx.learn(GENERATOR, generator)
        ends = {name: min(getattr(board, name), generator) for name in ("red", "orange", "yellow")}
        tx.set_generator(**ends)
    text = T("The Heat track ends with {heat}.", heat=heat or 0)
    if generator is not None:
        text = T("The Generator track ends with {generator}.", generator=generator)
    if heat is not None and generator is not None:
        text = T(
            "The Heat track ends with {heat}, the Generator track with {generator}.", heat=heat, generator=generator
        )
    tx.note("tracks_told", text, heat=heat or 0, generator=generator or 0)


def known(state: State) -> bool:
    """Whether it is known where both tracks end."""
    return state.fact(HEAT) is not None and state.fact(GENERATOR) is not None


def offers(state: State) -> Iterator[Offer]:
    """They can be counted, while that is not known: both in one row that opens, so that it stands in nobody's way."""
    if state.fact(HEAT) is None and state.fact(GENERATOR) is None:
        note = T("Counted once; then no marker is moved beyond them")
        yield Offer(
            move=Move("tracks_told"), label=T("Where the tracks end"), asks=_ASKS, note=note, rule="weather.card",
            icon="indicator",
        )  # fmt: skip
        return
    for name, move in ((HEAT, "heat_track_told"), (GENERATOR, "generator_track_told")):
        if state.fact(name) is None:
            yield Offer(
                move=Move(move),
                label=_LABELS[name],
                asks=(_SPACES[name],),
                note=T("Counted once; then no marker is moved beyond it"),
                under=T("The ends of the tracks"),
                rule="weather.card",
                icon="indicator",
            )


# The least is what the setup needs (p. 14): a fifth space for the Cold marker, a third for the yellow indicator.
_ASKS = (
    Whole(name=HEAT, label=T("Spaces of the Heat track, its first one included"), at_least=5, at_most=HIGHEST_SPACE),
    Whole(name=GENERATOR, label=T("Spaces of the Generator track, likewise"), at_least=3, at_most=HIGHEST_SPACE),
)

_LABELS = {HEAT: T("Last space of the Heat track"), GENERATOR: T("Last space of the Generator track")}
_SPACES = {
    HEAT: Whole(name="spaces", label=T("Spaces of the Heat track"), at_least=5, at_most=HIGHEST_SPACE, likely=16),
    GENERATOR: Whole(
        name="spaces", label=T("Spaces of the Generator track"), at_least=3, at_most=HIGHEST_SPACE, likely=14
    ),
}

MODULE: GameModule[State, Transaction] = GameModule(
    name="markers",
    moves={
        "tracks_told": action(told, T("Spaces of both tracks counted"), *_ASKS),
        "heat_track_told": action(one_told(HEAT), T("Spaces of the Heat track counted"), _SPACES[HEAT]),
        "generator_track_told": action(
            one_told(GENERATOR), T("Spaces of the Generator track counted"), _SPACES[GENERATOR]
        ),
    },
)
