"""The evening's story: points, fires and destroyed blocks turn by turn, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import Event, N, Plot, Point, Series, Story, T, Text, verbatim
from companion.games.fire_brigade.ending import EVACUATION, ending, score
from companion.games.fire_brigade.names import field_name, who
from companion.games.fire_brigade.state import State, TurnEnd
from companion.games.fire_brigade.transaction import Transaction

# The facts that tell what the players decided and what became of it.
DECISIONS = frozenset(
    {
        "starts", "gust", "firestorm", "festival", "bonus", "fire_out", "renown_placed", "loyalty_won", "destroyed",
        "recruited", "recruited_none", "upgraded", "track_complete", "captain_acted", "turn", "evacuation", "won",
    }
)  # fmt: skip
TONES = ("good", "warm", "cold", "plain")  # one for each seat


def _now(state: State) -> TurnEnd:
    """The present turn as it stands."""
    return TurnEnd(
        turn=state.turn.number,
        points=tuple(score(state, seat) for seat in range(len(state.players))),
        burning=len(state.fires),
        destroyed=len(state.destroyed),
    )


def record_turn(tx: Transaction) -> None:
    """The turn is over; the next one begins to count."""
    tx.set(past=(*tx.state.past, _now(tx.state)))


def story(state: State) -> Story:
    """The evening so far; the present turn counts as it stands."""
    past = (*state.past, _now(state))
    return Story(
        title=N("Żarownica, {n} player", "Żarownica, {n} players", len(state.players)),
        ending=ending(state) or T("The game goes on, in turn {number}.", number=state.turn.number + 1),
        plots=tuple(_plots(state, past)),
        unit="turn",
        events=tuple(_events(past)),
        lists=((T("How it stands"), tuple(_standings(state))), *_lost(state)),
    )


def _plots(state: State, past: tuple[TurnEnd, ...]) -> Iterator[Plot]:
    yield Plot(
        label=T("Points"),
        series=tuple(
            _series(past, verbatim(player.name), TONES[seat], tuple(one.points[seat] for one in past))
            for seat, player in enumerate(state.players)
        ),
    )
    yield Plot(
        label=T("The city"),
        series=(
            _series(past, T("Blocks that burn"), "warm", tuple(one.burning for one in past)),
            _series(past, T("Destroyed blocks"), "danger", tuple(one.destroyed for one in past)),
        ),
        loss=EVACUATION,
    )


def _series(past: tuple[TurnEnd, ...], label: Text, tone: str, values: tuple[int, ...]) -> Series:
    points = tuple(Point(at=one.turn + 1, value=value) for one, value in zip(past, values, strict=True))
    return Series(label=label, points=points, tone=tone)


def _events(past: tuple[TurnEnd, ...]) -> Iterator[Event]:
    """Turns in which blocks were destroyed."""
    before = 0
    for one in past:
        if one.destroyed > before:
            label = N("{n} block destroyed", "{n} blocks destroyed", one.destroyed - before)
            yield Event(at=one.turn + 1, label=label, tone="danger")
        before = one.destroyed


def _standings(state: State) -> Iterator[Text]:
    """The winners first, then by points."""
    seats = sorted(range(len(state.players)), key=lambda seat: (seat not in state.winners, -score(state, seat)))
    for seat in seats:
        yield N("{who}: {n} point", "{who}: {n} points", score(state, seat), who=who(state, seat))


def _lost(state: State) -> Iterator[tuple[Text, tuple[Text, ...]]]:
    if state.destroyed:
        yield T("Destroyed blocks"), tuple(field_name(state, place) for place in state.destroyed)
