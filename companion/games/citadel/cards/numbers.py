"""Numbers of Adventure cards: their dividers and their order in the box (p. 7)."""

from __future__ import annotations

from companion.games.citadel.cards.cards import ADVENTURE, GOLD, Copy

DIVIDER_STEP = 50  # 050 to 099 stand behind divider "050" (p. 7)


def divider(number: str) -> str:
    """The number on the divider behind which a card stands (p. 7)."""
    return f"{int(number) // DIVIDER_STEP * DIVIDER_STEP:03d}"


def behind(copy: Copy) -> str:
    """What stands on a copy's divider: a number, or the numeral of an area (p. 7)."""
    return divider(copy.number) if copy.deck == ADVENTURE else copy.number


def order(copy: Copy) -> tuple[bool, str, bool, bool, int]:
    """Where a card stands in the box: Adventure cards by ascending number, green before gold, a framed numbox before
    the plain shape (p. 7); Exploration cards by their area. Equal ones stay in the order in which they were seen."""
    nth = int(copy.key.rpartition(".")[2])
    return (copy.deck != ADVENTURE, copy.number, copy.colour == GOLD, not copy.frame, nth)
