"""Which copy of a number is to be taken (p. 16 to 17): framed and fitting, else plain; green before gold."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.citadel.cards import looking, signs
from companion.games.citadel.cards.cards import GOLD, Copy
from companion.games.citadel.state import State

FRAMED_GREEN, FRAMED_GOLD, PLAIN_GREEN, PLAIN_GOLD = range(4)
VARIANTS = ("framed", "green", "gold")  # what a card never seen before may look like, the one to be taken first first
_FIRST = {"framed": FRAMED_GREEN, "green": PLAIN_GREEN, "gold": PLAIN_GOLD}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What may be taken of a number now.

    `lawful`: known copies in the deck, all as good as each other, so that one of them is taken at random. `unseen`:
    what else may stand there and would have to be taken instead or beside them. `forbidden`: known framed copies in
    the deck that may not be taken. `complete`: every copy of the number is known, so nothing unseen can stand there.
    """

    lawful: tuple[Copy, ...]
    unseen: tuple[str, ...]
    forbidden: tuple[Copy, ...]
    complete: bool

    @property
    def none_for_sure(self) -> bool:
        """Nothing can be taken, and the companion knows it."""
        return self.complete and not self.lawful


def plan(state: State, number: str, seat: str) -> Plan:
    """What that player may take when a card of this number is to be taken."""
    here = [copy for copy in looking.where(state, number) if copy.where == "deck" and not copy.saved]
    fitting = signs.matching(state, seat)
    ranks = {copy.key: _rank(copy, fitting) for copy in here}
    forbidden = tuple(copy for copy in here if ranks[copy.key] is None)
    allowed = [rank for rank in ranks.values() if rank is not None]
    best = min(allowed, default=None)
    if best == PLAIN_GOLD and _barred(state, forbidden):
        best = None
    lawful = tuple(copy for copy in here if best is not None and ranks[copy.key] == best)
    complete = is_complete(state, number)
    return Plan(lawful=lawful, unseen=() if complete else _unseen(best), forbidden=forbidden, complete=complete)


def is_complete(state: State, number: str) -> bool:
    """Whether every copy of the number has been seen: as many as somebody counted."""
    counted = state.board.get(f"number.{number}.copies")
    return counted is not None and len(state.cards.numbered(number)) >= int(counted)


def _rank(copy: Copy, fitting: frozenset[str]) -> int | None:
    gold = copy.colour == GOLD
    if not copy.frame:
        return PLAIN_GOLD if gold else PLAIN_GREEN
    if signs.spelled(copy.frame) in fitting:
        return FRAMED_GOLD if gold else FRAMED_GREEN
    return None


def _barred(state: State, forbidden: tuple[Copy, ...]) -> bool:
    """The other reading, as a house rule: a green card that may not be taken still bars the gold ones."""
    strict = state.board.get("house.gold", "free") == "barred"
    return strict and any(copy.colour != GOLD for copy in forbidden)


def _unseen(best: int | None) -> tuple[str, ...]:
    return tuple(variant for variant in VARIANTS if best is None or _FIRST[variant] <= best)
