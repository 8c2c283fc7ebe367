"""Water: who carries how much, and who can carry more (rulebook p. 3, 9 and 11)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import CAPTAIN_WATER, State
from companion.text import T


def captain_holds(state: State, seat: int) -> int:
    """How much water the Captain of a player holds: read off the card, two at least (p. 3)."""
    name = state.players[seat].captain
    return int(state.board.get(f"captain.{name}.holds", CAPTAIN_WATER)) if name else CAPTAIN_WATER


def brigade_holds(state: State, seat: int) -> int:
    """How much water the Captain and the crew hold together."""
    return captain_holds(state, seat) + sum(one.holds for one in state.players[seat].crew)


def refill_brigade(books: Books, seat: int) -> int:
    """Fill the Captain and the crew; how much water came. There are forty tokens in the game (p. 2)."""
    return _fill(books, seat, wagon=False)


def refill_wagon(books: Books, seat: int) -> int:
    """Fill the Water Wagon; how much water came."""
    return _fill(books, seat, wagon=True)


def _fill(books: Books, seat: int, *, wagon: bool) -> int:
    player, left = books.state.players[seat], books.state.water_left()
    if wagon:
        came = min(player.values["wagon"] - player.wagon_water, left)
        books.set_player(seat, wagon_water=player.wagon_water + came)
        text = T("{who}: the Water Wagon holds {water} water now.", who=who(books.state, seat),
                 water=player.wagon_water + came)  # fmt: skip
    else:
        came = _fill_brigade(books, seat, left)
        text = T("{who}: the Brigade holds {water} water now.", who=who(books.state, seat),
                 water=books.state.players[seat].brigade_water)  # fmt: skip
    books.tell("refilled", text, seat=seat, water=came, what="wagon" if wagon else "brigade")
    return came


def _fill_brigade(books: Books, seat: int, left: int) -> int:
    player, before = books.state.players[seat], left
    captain = min(captain_holds(books.state, seat) - player.captain_water, left)
    left -= captain
    crew = []
    for one in player.crew:
        came = min(one.holds - one.water, left)
        left -= came
        crew.append(replace(one, water=one.water + came))
    books.set_player(seat, captain_water=player.captain_water + captain, crew=tuple(crew))
    return before - left


def spend(books: Books, seat: int, count: int, *, wagon: bool) -> None:
    """Take so much water away, from the crew first, so that the Captain's is left; the Wagon's last. What is asked for
    must be there."""
    player = books.state.players[seat]
    crew = []
    for one in player.crew:
        went = min(one.water, count)
        count -= went
        crew.append(replace(one, water=one.water - went))
    captain = min(player.captain_water, count)
    count -= captain
    assert wagon or not count, "more water was spent than there is"
    books.set_player(
        seat, crew=tuple(crew), captain_water=player.captain_water - captain, wagon_water=player.wagon_water - count
    )
