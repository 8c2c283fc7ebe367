"""Cards from one place to another, one by one, with the reshuffles that this needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.api.game import Fact, IllegalMove, Urgency
from companion.api.text import N, T, Text
from companion.games.torrenar.state import MOST_PLAYERS, State
from companion.games.torrenar.words import OWN_PILES, SHARED_PILES, pile_of, shared_pile


class Place(NamedTuple):
    """A pile: `draw`, `hand` or `discard` of a seat, or a shared one without a seat."""

    pile: str
    seat: int | None = None

    @property
    def value(self) -> str:
        """As it stands in a move: `forfeit`, or `hand_2` for the second player's Hand."""
        return self.pile if self.seat is None else f"{self.pile}_{self.seat + 1}"


SMOKESTACK = Place("smokestack")
ACTION_STACK = Place("action_stack")
FORFEIT = Place("forfeit")
MITIGATED = Place("mitigated")
PLACES: dict[str, Place] = {
    place.value: place
    for place in (
        *(Place(pile) for pile in SHARED_PILES),
        *(Place(pile, seat) for seat in range(MOST_PLAYERS) for pile in OWN_PILES),
    )
}


@dataclass(frozen=True)
class Moved:
    """What came of moving cards: `number` is how many there really were."""

    state: State
    number: int
    facts: tuple[Fact, ...] = ()


def place_named(state: State, value: str) -> Place:
    """The place of a move's argument, in this game."""
    place = PLACES[value]
    if place.seat is not None and place.seat not in state.seats:
        raise no_such_player(place.seat)
    return place


def seat_named(state: State, value: str) -> int:
    """The seat of a move's argument, in this game."""
    seat = int(value) - 1
    if seat not in state.seats:
        raise no_such_player(seat)
    return seat


def no_such_player(seat: int) -> IllegalMove:
    return IllegalMove(T("There is no player {number} in this game.", number=seat + 1), rule="setup.players")


def place_name(state: State, place: Place) -> Text:
    """A place, in the middle of a sentence."""
    if place.seat is None:
        return shared_pile(place.pile)
    return pile_of(place.pile, state.players[place.seat].name)


def count(state: State, place: Place) -> int | None:
    """How many cards lie there; None in an Action stack that nobody has counted."""
    if place.seat is not None:
        found: int = getattr(state.players[place.seat], place.pile)
        return found
    shared: int | None = getattr(state, place.pile)
    return shared


def free(state: State, place: Place) -> int | None:
    """How many may be taken from there: the Action that is being used stays in its user's Hand until it is done."""
    found = count(state, place)
    held = state.using is not None and state.using.from_hand and place == Place("hand", state.turn)
    return max(0, found - 1) if held and found is not None else found


def move_cards(state: State, source: Place, target: Place, number: int, pollutants: bool | None) -> Moved:
    """Move so many cards, or as many as there are; `pollutants` is None where nobody sees what they are.

    An empty Draw pile is refilled from its Discard pile, an empty Action stack from the Forfeit pile, only when the
    next card is needed; then the moving goes on (Play: Drawing).
    """
    if source == target:
        return Moved(state, 0)
    facts: list[Fact] = []
    moved, mended = 0, False
    if ACTION_STACK in (source, target) and state.action_stack == 0:
        state = replace(state, court_victory_below=False)  # it was the last card
    while moved < number:
        state, refilled = _refilled(state, source)
        facts += refilled
        if free(state, source) == 0:
            break
        state, odd = _one(state, source, target, pollutants)
        mended = mended or odd
        moved += 1
        facts += _court_victory(state, source, target)
        state = replace(state, court_victory_below=state.court_victory_below and state.action_stack != 0)
    if mended:
        facts.append(_mended(state, source))
    return Moved(state, moved, tuple(facts))


def _one(state: State, source: Place, target: Place, pollutant: bool | None) -> tuple[State, bool]:
    state, odd = _changed(state, source, -1, _seen_at(source, target, pollutant))
    state, _ = _changed(state, target, +1, _seen_at(source, target, pollutant))
    return state, odd


def _seen_at(source: Place, target: Place, pollutant: bool | None) -> bool | None:
    """What the card counts as: the Smokestack holds only Pollutants; from Draw pile to own Hand nobody else sees it."""
    if source == SMOKESTACK:
        return True
    unseen = source.seat is not None and source.seat == target.seat and {source.pile, target.pile} <= {"draw", "hand"}
    return None if unseen else pollutant


def _changed(state: State, place: Place, by: int, pollutant: bool | None) -> tuple[State, bool]:
    if place.seat is not None:
        return _player_changed(state, place, by, pollutant)
    if place == ACTION_STACK:
        stack = None if state.action_stack is None else state.action_stack + by
        return replace(state, action_stack=stack, actions_taken=state.actions_taken - by), False
    now: int = getattr(state, place.pile)
    return replace(state, **{place.pile: now + by}), False  # type: ignore[arg-type]


def _player_changed(state: State, place: Place, by: int, pollutant: bool | None) -> tuple[State, bool]:
    """One card more or less; where the books of Pollutants cannot be true, the table is believed."""
    assert place.seat is not None
    player = state.players[place.seat]
    now: int = getattr(player, place.pile)
    if pollutant is None:  # it stays among the cards that only this player sees
        return state.with_player(place.seat, **{place.pile: now + by}), False
    books = "shown" if place.pile == "discard" else "hidden"
    room = player.discard if books == "shown" else player.draw + player.hand
    told: int = getattr(player, books) + (by if pollutant else 0)
    right = min(max(told, 0), room + by)
    return state.with_player(place.seat, **{place.pile: now + by, books: right}), right != told


def _refilled(state: State, place: Place) -> tuple[State, list[Fact]]:
    if place.pile == "draw" and place.seat is not None:
        return _reshuffled(state, place.seat)
    if place == ACTION_STACK and state.action_stack == 0 and state.forfeit:
        text = N(
            "The Action stack was empty: the Forfeit pile becomes a new one, of {n} card.",
            "The Action stack was empty: shuffle the Forfeit pile into a new one, of {n} cards.",
            state.forfeit,
        )
        fact = Fact("action_stack_refilled", text, {"cards": state.forfeit})
        return replace(state, action_stack=state.forfeit, forfeit=0), [fact]
    return state, []


def _reshuffled(state: State, seat: int) -> tuple[State, list[Fact]]:
    player = state.players[seat]
    if player.draw or not player.discard:
        return state, []
    fact = Fact(
        "discard_pile_reshuffled",
        T("The Draw pile of {player} was empty: shuffle the Discard pile into a new one.", player=player.name),
        {"seat": seat + 1, "cards": player.discard},
    )
    turned = {"draw": player.discard, "discard": 0, "hidden": player.hidden + player.shown, "shown": 0}
    return state.with_player(seat, **turned), [fact]


def _court_victory(state: State, source: Place, target: Place) -> list[Fact]:
    """The last card of the first Action stack is Court Victory, where the count was right."""
    if source != ACTION_STACK or state.action_stack != 0 or not state.court_victory_below:
        return []
    text = T(
        "That was the bottom of the Action stack: Court Victory should now be in {place}.",
        place=place_name(state, target),
    )
    return [Fact("court_victory_came_up", text, urgency=Urgency.URGENT)]


def _mended(state: State, source: Place) -> Fact:
    name = "" if source.seat is None else state.players[source.seat].name
    return Fact(
        "pollutants_set_right",
        T("The books of Pollutants of {player} did not fit what was told; they now follow the table.", player=name),
        urgency=Urgency.QUIET,
    )
