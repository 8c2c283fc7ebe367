"""What winning a block sets off in the winner's crew; the block just won counts for their Loyalty (rulebook p. 11)."""

from __future__ import annotations

from companion.game import Urgency
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.crew.cards import LOYALTY
from companion.games.fire_brigade.fire.flames import dampen
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import COMMONS, COUNCIL, MERCHANTS
from companion.text import T

DEL_UGE = 2
FREE_UPGRADE, FREE_RECRUIT = "free_upgrade", "recruit"


def loyalty_won(books: Books, seat: int, place: str) -> None:
    """Abilities that winning this block sets off: done where they can be computed, else told to the winner."""
    kind = books.state.city[place].kind
    if kind == COMMONS and abilities.has(books.state, seat, "del_uge"):
        for other, block in books.state.city.items():
            if other != place and block.kind == COMMONS:
                dampen(books, other, DEL_UGE)
    if kind == COUNCIL and abilities.has(books.state, seat, "mal"):
        books.ask(FREE_RECRUIT, seat=seat, about="ability")
    if kind == MERCHANTS and abilities.has(books.state, seat, "pep"):
        books.ask(FREE_UPGRADE, seat=seat)
    for ability in abilities.reminders(books.state, seat, LOYALTY):
        text = T("{who}, {name}: {words}", who=who(books.state, seat), name=ability.name, words=ability.words)
        books.tell("reminder", text, Urgency.PLAIN, seat=seat, ability=ability.name)
