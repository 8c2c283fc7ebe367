"""What winning a block or refilling sets off; the block just won counts for the crew's Loyalty (rulebook p. 11)."""

from __future__ import annotations

from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.fire.flames import dampen
from companion.games.fire_brigade.setup import house
from companion.games.fire_brigade.state import COMMONS, COUNCIL, MERCHANTS, NOBLES, State

DEL_UGE = 2
FREE_UPGRADE, FREE_RECRUIT = "free_upgrade", "recruit"
CHOPS, ALI, ZILDA, IMMORA, ORANGE, WALDER = "chops", "ali", "zilda", "immora", "orange", "walder"


def loyalty_won(books: Books, seat: int, place: str) -> None:
    """Abilities that winning this block sets off; what leaves a choice is asked."""
    kind, awake = books.state.city[place].kind, abilities.active(books.state, seat)
    if kind == COMMONS and "del_uge" in awake:
        _del_uge(books, place)
    if kind == COUNCIL and "mal" in awake:
        books.ask(FREE_RECRUIT, seat=seat, about="ability")
    if kind == MERCHANTS and "pep" in awake:
        books.ask(FREE_UPGRADE, seat=seat)
    if kind == MERCHANTS and "ali" in awake:
        books.ask(ALI, seat=seat, field=place)
    if kind == NOBLES and "immora" in awake:
        spread(books, seat, IMMORA, others(books.state, NOBLES, place))
    if kind == NOBLES and "zilda" in awake:
        books.ask(ZILDA, seat=seat)
    if "chops" in awake:
        books.ask(CHOPS, seat=seat, field=place)
    if "orange" in awake:
        spread(books, seat, ORANGE, others(books.state, MERCHANTS, place))


def others(state: State, kind: str, place: str) -> tuple[str, ...]:
    """All blocks of a kind but this one."""
    return tuple(one for one, block in state.city.items() if block.kind == kind and one != place)


def spread(books: Books, seat: int, kind: str, fields: tuple[str, ...]) -> None:
    """One Renown onto each of these blocks; see `choices`, where too few markers leave a choice."""
    if fields:
        books.ask(kind, seat=seat, about=" ".join(fields))


def _del_uge(books: Books, place: str) -> None:
    every = house.rule(books.state, "del_uge") == "every"
    for other, block in books.state.city.items():
        if other != place and (every or block.kind == COMMONS):
            dampen(books, other, DEL_UGE)


def refilled(books: Books, seat: int) -> None:
    """Somebody refilled: with Walder Ranier in another crew, one water goes again (card text)."""
    for other in abilities.holders(books.state, "walder"):
        if other != seat:
            books.ask(WALDER, seat=seat)
