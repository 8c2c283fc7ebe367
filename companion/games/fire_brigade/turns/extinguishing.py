"""Extinguishing: water against intensity, Renown only when the fire is out (rulebook p. 11)."""

from __future__ import annotations

from companion.game import IllegalMove
from companion.games.fire_brigade import water
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.fire.flames import dampen
from companion.games.fire_brigade.state import DESTROYED, UNIVERSITY_KIND, State
from companion.games.fire_brigade.turns import renown
from companion.text import N, T


def saved(state: State, seat: int, place: str) -> int:
    """How much less water a block needs: University blocks one less with Lumen in the crew (card text)."""
    lumen = state.city[place].kind == UNIVERSITY_KIND and abilities.has(state, seat, "lumen")
    return int(lumen)


def available(state: State, seat: int) -> int:
    """The water of the Brigade, and of the Wagon where both are on one block (p. 11)."""
    player = state.players[seat]
    shared = player.wagon_water if player.wagon == player.brigade else 0
    return player.brigade_water + shared


def needed(state: State, seat: int) -> int:
    """The water that puts the fire of the Brigade's block out; 0 where none burns."""
    block = state.city.get(state.players[seat].brigade)
    if block is None or not 0 < block.fire < DESTROYED:
        return 0
    return max(block.fire - saved(state, seat, state.players[seat].brigade), 0)


def most(state: State, seat: int) -> int:
    """How much water can be used at most."""
    return min(needed(state, seat), available(state, seat))


def burning(state: State, seat: int) -> bool:
    """Whether the Brigade stands on a block that can be extinguished."""
    block = state.city.get(state.players[seat].brigade)
    return block is not None and 0 < block.fire < DESTROYED


def extinguish(books: Books, seat: int, count: int) -> None:
    """Use so much water on the Brigade's block. Out: Renown for every level of this action. Not out: none (p. 11)."""
    state, place = books.state, books.state.players[seat].brigade
    if not burning(state, seat):
        raise IllegalMove(T("Nothing burns where your Brigade is."), rule="actions.extinguish", page=11)
    if count > available(state, seat):
        raise IllegalMove(
            N("There is only {n} water for that.", "There are only {n} water for that.", available(state, seat)),
            rule="actions.extinguish", page=11)  # fmt: skip
    if count > needed(state, seat):
        raise IllegalMove(N("{n} water puts it out.", "{n} water put it out.", needed(state, seat)))
    out = count == needed(state, seat)
    levels = state.city[place].fire if out else count
    water.spend(books, seat, count, wagon=state.players[seat].wagon == place)
    dampen(books, place, levels)
    if out:
        renown.earn(books, seat, place, levels)
