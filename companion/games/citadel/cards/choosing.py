"""Which copy of a number is to be taken (p. 16 to 17): framed with a pictograph that fits, else plain; green before
gold."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.api import Choice, T
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import GOLD, OUT_OF_PLAY, OWNED, Copy
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction

_NAMES_ONE = re.compile(r"card\.[0-9.]+\.(frame|sign)")
GROUP, TAKER = "group", "taker"  # whose cards count as possessed: a house rule, see docs/games/citadel.md


def spelled(pictograph: str) -> str:
    """A pictograph's name as it is compared."""
    return " ".join(pictograph.lower().split())


def possessed(state: State, seat: str) -> tuple[Copy, ...]:
    """The cards that count as possessed when that player takes a card: what lies openly before a player, and what all
    have in common. A blocked card may not be used, so it does not count."""
    group = state.board.get("house.possession", GROUP) == GROUP
    mine = (copy for copy in state.cards if copy.where not in (*OUT_OF_PLAY, "board", "blocked") and not copy.saved)
    return tuple(copy for copy in mine if group or copy.where not in OWNED or copy.whose == seat)


def matching(state: State, seat: str) -> frozenset[str]:
    """The pictographs with which a framed card may, and must, be taken by that player."""
    shown = {spelled(str(looking.fact(state, copy.key, "sign") or "")) for copy in possessed(state, seat)}
    return frozenset({spelled(state.cards.pictograph), *shown} - {""})


def spoken_of(state: State) -> tuple[Choice, ...]:
    """The pictographs that have been named so far, so that one is always called the same."""
    signs = {spelled(str(value)) for name, value in state.board.items() if _NAMES_ONE.fullmatch(name)}
    names = sorted(signs | {spelled(state.cards.pictograph), *(copy.frame for copy in state.cards)} - {""})
    return tuple(Choice(value=name, label=T("{name}", name=name)) for name in names if name)


def set_scenario(tx: Transaction, pictograph: str) -> None:
    """The pictograph of the scenario at the bookmark; empty where it has none, or nobody has said."""
    tx.set_cards(pictograph=spelled(pictograph))
    if pictograph:
        name = spelled(pictograph)
        tx.note("pictograph_told", T("Pictograph of the scenario: {name}.", name=name), pictograph=name)


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
    fitting = matching(state, seat)
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
    if spelled(copy.frame) in fitting:
        return FRAMED_GOLD if gold else FRAMED_GREEN
    return None


def _barred(state: State, forbidden: tuple[Copy, ...]) -> bool:
    """The other reading, as a house rule: a green card that may not be taken still bars the gold ones."""
    strict = state.board.get("house.gold", "free") == "barred"
    return strict and any(copy.colour != GOLD for copy in forbidden)


def _unseen(best: int | None) -> tuple[str, ...]:
    return tuple(variant for variant in VARIANTS if best is None or _FIRST[variant] <= best)
