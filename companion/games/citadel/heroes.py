"""The players' characters: who is active, who is involved with whom, and how one of them is asked for."""

from __future__ import annotations

from companion.api import Pick, T, Text
from companion.games.citadel.state import PLAYING, Hero, State
from companion.toolkit import pick, seat_name, seat_of

SEATS = tuple(seat_name(at) for at in range(4))
SEAT = pick("seat", T("Who"), {seat: T("{name}", name=seat) for seat in SEATS})
PLAYER = pick("seat", T("Who"), {f"seat{n}": T("Player {number}", number=n) for n in range(1, 5)})


def which_hero(heroes: tuple[Hero, ...], label: Text, name: str = "seat", usual: str | None = None) -> Pick:
    """One of these characters is asked for."""
    return pick(name, label, {hero.seat: T("{name}", name=hero.name) for hero in heroes}, usual)


def active_seat(state: State) -> str:
    """Who takes a card when nobody says: the active player, else the last one, else the first who is conscious."""
    if state.action is not None:
        return state.action.active
    seats = [hero.seat for hero in state.awake or state.party]
    return state.turn.last if state.turn.last in seats else seats[0]


def next_left(state: State) -> str:
    """Without an agreement the player to the left of the last active one is next (p. 10)."""
    seats = [hero.seat for hero in state.party]
    if state.turn.last not in seats:
        return ""
    at = seats.index(state.turn.last)
    order = (*seats[at + 1 :], *seats[: at + 1])
    return next((seat for seat in order if state.hero(seat).conscious), "")


def proposed(state: State) -> Hero | None:
    """Whose turn it is while nobody acts and nobody has agreed otherwise: the next one to the left, at first the first
    seat; None where nobody can act."""
    left = next_left(state)
    return state.hero(left) if left else next(iter(state.awake), None)


def turn_of(state: State) -> int | None:
    """The seat whose turn it is, for the phones: the active player's, else whose business it is, else who is next."""
    seat = state.tasks[0].seat if state.tasks else ""
    if state.action is not None:
        seat = state.action.active
    elif not state.tasks and state.campaign.step == PLAYING:
        hero = proposed(state)
        seat = "" if hero is None else hero.seat
    return seat_of(seat) if seat and not state.hero(seat).newcomer else None


def involved(state: State, seat: str) -> tuple[str, ...]:
    """Who is involved with a player, that player first and then clockwise (p. 17): those in the action, else all on the
    same Terrain card."""
    if state.action is not None:
        return tuple(one for one in clockwise(state, seat) if one == seat or one in state.action.involved)
    here = state.hero(seat).place
    beside = {hero.seat for hero in state.awake if hero.place == here}
    return tuple(one for one in clockwise(state, seat) if one == seat or one in beside)


def clockwise(state: State, seat: str) -> tuple[str, ...]:
    """All seats, this one first."""
    order = tuple(hero.seat for hero in state.heroes)
    start = order.index(seat)
    return (*order[start:], *order[:start])


def together(state: State, seat: str) -> tuple[str, ...]:
    """The conscious characters on the same Terrain card, the active one first; all where figures are not known."""
    place = state.hero(seat).place
    others = (hero for hero in state.awake if hero.seat != seat)
    return (seat, *(hero.seat for hero in others if not (place and hero.place) or hero.place == place))
