"""Where the Heat track and the Generator track end (rulebook p. 20, 21): no marker moves beyond its last space.

Both lengths are only pictured. They are never in the way: told once, when the Generator board is set up or a Weather
card moves its markers, they are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api.game import Args, IllegalMove, Move, MoveKind, Offer, Whole
from companion.api.text import T
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.state import HIGHEST_SPACE, State
from companion.games.frostpunk.transaction import Transaction, require_step

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
MOVES: Mapping[str, MoveKind[State]] = {"tracks_told": move(told, says(T("Spaces of both tracks counted")), *_ASKS)}
