"""The Cold marker and the Heat Range indicators: how they move up, and where their tracks end (rulebook p. 20, 21).

The lengths of the Heat track and the Generator track are only pictured. They are never in the way: told once, when the
Generator board is set up or a Weather card moves its markers, they are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import Args, IllegalMove, Move, Offer, T, Urgency, Whole
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
    then = moved_up(tx.state, spaces)
    tx.set_generator(**then)
    text = T("Cold marker on {cold}, indicators: red on {red}, orange on {orange}, yellow on {yellow}.", **then)
    if aloud and not all(tx.state.fact(length) for length in LENGTHS):
        text = T("{markers} But none beyond the last space of its track.", markers=text)
    tx.tell("markers_moved", text, Urgency.PLAIN if aloud else Urgency.QUIET, **then)


STEPS = ("setup.generator", "weather.card")
HEAT, GENERATOR = "heat_spaces", "generator_track_spaces"


def told(tx: Transaction, args: Args) -> None:
    """The spaces of both tracks were counted; markers that were thought to be beyond the end stand on it."""
    require_step(tx.state, *STEPS)
    heat, generator = number(args, HEAT), number(args, GENERATOR)
    if heat < tx.state.generator.heat:
        text = T("The Heat marker stands on {heat}: count the spaces again.", heat=tx.state.generator.heat)
        raise IllegalMove(text, rule="weather.card", page=21)
    tx.learn(HEAT, heat)
    tx.learn(GENERATOR, generator)
    board = tx.state.generator
    tx.set_generator(
        cold=min(board.cold, heat),
        red=min(board.red, generator),
        orange=min(board.orange, generator),
        yellow=min(board.yellow, generator),
    )
    text = T("The Heat track ends with {heat}, the Generator track with {generator}.", heat=heat, generator=generator)
    tx.note("tracks_told", text, heat=heat, generator=generator)


def known(state: State) -> bool:
    """Whether it is known where both tracks end."""
    return state.fact(HEAT) is not None and state.fact(GENERATOR) is not None


def offers(state: State) -> Iterator[Offer]:
    """They can be counted, while that is not known."""
    if not known(state):
        yield Offer(
            move=Move("tracks_told"),
            label=T("Count the spaces of both tracks once"),
            asks=_ASKS,
            note=T("Then no marker is moved beyond its last space"),
            rule="weather.card",
        )


# The least is what the setup needs (p. 14): a fifth space for the Cold marker, a third for the yellow indicator.
_ASKS = (
    Whole(name=HEAT, label=T("Spaces of the Heat track, its first one included"), at_least=5, at_most=HIGHEST_SPACE),
    Whole(name=GENERATOR, label=T("Spaces of the Generator track, likewise"), at_least=3, at_most=HIGHEST_SPACE),
)

MODULE: GameModule[State, Transaction] = GameModule(
    name="markers",
    moves={
        "tracks_told": action(told, T("Spaces of both tracks counted"), *_ASKS),
    },
)
