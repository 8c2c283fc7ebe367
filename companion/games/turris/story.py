"""The evening's story: Prestige and Tower Rooms round by round, what the Beasts took, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Event, N, Plot, Point, Series, Story, T, Text
from companion.games.turris import ending
from companion.games.turris.names import who
from companion.games.turris.state import RoundEnd, State
from companion.games.turris.transaction import Transaction

# The facts that tell what the players decided and what became of it, with the rounds between them.
DECISIONS = frozenset(
    {
        "round_began", "placed", "collected", "tactics_played", "mission_completed", "mission_reserved", "room_built",
        "steered", "flipped", "fruit_placed", "shielded", "driven", "discarded", "sacrificed", "devoured",
        "future_taken", "sites_changed", "endgame", "beast_removed", "damaged", "repaired", "game_over", "won", "lost",
    }
)  # fmt: skip
TONES = ("good", "warm", "cold", "plain")  # one for each seat


def _now(state: State) -> RoundEnd:
    """The present round as it stands."""
    return RoundEnd(
        round=state.round,
        prestige=tuple(player.prestige for player in state.players),
        rooms=tuple(player.tower for player in state.players),
        devoured=state.devoured,
        beasts=len(state.beasts),
        betrayers=state.betrayer_prestige,
    )


def record_round(tx: Transaction) -> None:
    """The round is over; the next one begins to count."""
    tx.set(past=(*tx.state.past, _now(tx.state)), devoured=0)


def story(state: State) -> Story:
    """The evening so far; the present round counts as it stands."""
    past = (*state.past, _now(state))
    return Story(
        title=T("Turris alone") if state.solo else N("Turris, {n} player", "Turris, {n} players", len(state.players)),
        ending=ending.ending(state) or T("The game goes on, in Round {round}.", round=state.round),
        plots=tuple(_plots(state, past)),
        events=tuple(_events(past)),
        lists=((T("How it stands"), tuple(_standings(state))),),
    )


def _plots(state: State, past: tuple[RoundEnd, ...]) -> Iterator[Plot]:
    betrayers = (_series(past, T("Betrayers"), lambda one: one.betrayers, "danger"),) if state.solo else ()
    yield Plot(label=T("Prestige"), series=(*_by_seat(state, past, lambda one: one.prestige), *betrayers))
    yield Plot(label=T("Tower Rooms"), series=_by_seat(state, past, lambda one: one.rooms))
    yield Plot(
        label=T("Scouts devoured"), series=(_series(past, T("in the round"), lambda one: one.devoured, "danger"),)
    )


def _by_seat(
    state: State, past: tuple[RoundEnd, ...], what: Callable[[RoundEnd], tuple[int, ...]]
) -> tuple[Series, ...]:
    found = []
    for seat, tone in zip(range(len(state.players)), TONES, strict=False):
        points = tuple(Point(at=one.round, value=what(one)[seat]) for one in past)
        found.append(Series(label=Text("{name}", {"name": who(state, seat)}), points=points, tone=tone))
    return tuple(found)


def _series(past: tuple[RoundEnd, ...], label: Text, value: Callable[[RoundEnd], int], tone: str) -> Series:
    return Series(label=label, points=tuple(Point(at=one.round, value=value(one)) for one in past), tone=tone)


def _events(past: tuple[RoundEnd, ...]) -> Iterator[Event]:
    """Rounds in which Scouts were devoured, and in which a Beast left the game."""
    before = 4
    for one in past:
        if one.devoured:
            label = N("{n} Scout devoured", "{n} Scouts devoured", one.devoured)
            yield Event(at=one.round, label=label, tone="danger")
        if one.beasts < before:
            yield Event(at=one.round, label=T("A Beast left the game"), tone="good")
        before = one.beasts


def _standings(state: State) -> Iterator[Text]:
    """The winner first."""
    for seat in ending.ranking(state):
        player = state.players[seat]
        yield T(
            "{name}: Prestige {points}, Tower Rooms {rooms}, Missions {missions}",
            name=player.name,
            points=player.prestige,
            rooms=player.tower,
            missions=player.completed,
        )
    if state.solo:
        yield T("Betrayers: Prestige {points}", points=state.betrayer_prestige)
