"""The evening's story: the Smokestack and everybody's Pollutants turn by turn, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import N, Plot, Point, Series, Story, T, Text, verbatim
from companion.games.torrenar.names import card_name
from companion.games.torrenar.state import State, TurnEnd
from companion.games.torrenar.transaction import Transaction

TONES = ("good", "warm", "cold", "plain")  # of the seats, over again with more than four


def ending(state: State) -> Text | None:
    """How the game ended (Game End); None while it goes on."""
    if state.won:
        return T("You have won: {card} shut the Smokestack down.", card=card_name(state.won))
    return T("You have lost: the Smokestack is empty.") if state.lost else None


def _now(state: State) -> TurnEnd:
    """The present turn as it stands."""
    return TurnEnd(
        turn=state.turns,
        smokestack=state.smokestack,
        mitigated=state.mitigated,
        pollutants=tuple(player.pollutants for player in state.players),
    )


def record_turn(tx: Transaction) -> None:
    """The turn is over; the next one begins to count. An evening of an earlier version, whose first turns nobody kept,
    goes on without."""
    if len(tx.state.past) == tx.state.turns:
        tx.set(past=(*tx.state.past, _now(tx.state)))


def story(state: State) -> Story:
    """The evening so far; the present turn counts as it stands."""
    past = (*state.past, _now(state))
    return Story(
        title=N("Torrenar, {n} player", "Torrenar, {n} players", len(state.players)),
        ending=ending(state) or T("The game goes on, in turn {number}.", number=state.turns + 1),
        plots=tuple(_plots(state, past)),
        unit="turn",
        lists=((T("How it stands"), tuple(_standings(state))),),
    )


def _plots(state: State, past: tuple[TurnEnd, ...]) -> Iterator[Plot]:
    smokestack = _series(past, T("Smokestack"), "warm", tuple(one.smokestack for one in past))
    mitigated = _series(past, T("Mitigated"), "good", tuple(one.mitigated for one in past))
    yield Plot(label=T("Smokestack"), series=(smokestack, mitigated), loss=0)
    yield Plot(
        label=T("Pollutants"),
        series=tuple(
            _series(past, verbatim(player.name), TONES[seat % len(TONES)], tuple(one.pollutants[seat] for one in past))
            for seat, player in enumerate(state.players)
        ),
    )


def _series(past: tuple[TurnEnd, ...], label: Text, tone: str, values: tuple[int, ...]) -> Series:
    points = tuple(Point(at=one.turn + 1, value=value) for one, value in zip(past, values, strict=True))
    return Series(label=label, points=points, tone=tone)


def _standings(state: State) -> Iterator[Text]:
    """Who holds fewest Pollutants first."""
    for player in sorted(state.players, key=lambda one: one.pollutants):
        cards = N("{n} card", "{n} cards", player.cards)
        yield T("{player}: {cards}, Pollutants {n}", player=player.name, cards=cards, n=player.pollutants)
