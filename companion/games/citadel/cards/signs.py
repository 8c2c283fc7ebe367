"""Pictographs: which framed cards may be taken (p. 16)."""

from __future__ import annotations

import re

from companion.api.game import Choice
from companion.api.text import T
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.cards import OUT_OF_PLAY, OWNED, Copy
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
