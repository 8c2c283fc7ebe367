"""What a Recovery costs and brings (p. 20): pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

PER_GROUP = {"normal": (1, 2), "story": (1, 3), "survival": (2, 3)}  # life points for so many cards


@dataclass(frozen=True)
class Bargain:
    """So many cards for so many life points."""

    cards: int
    life: int


def price(mode: str, cards: int) -> int:
    """The life points that so many cards cost; a group that is only begun costs as much as a whole one."""
    life, group = PER_GROUP[mode]
    return -(-cards // group) * life


def bargains(mode: str, rest: str, life: int, discard: int) -> tuple[Bargain, ...]:
    """Every Recovery that is worth choosing: the most cards for each price that can be paid, ascending.

    With `rest` whole, only whole groups can be taken; else the last group may be smaller than it could be.
    """
    step, group = PER_GROUP[mode]
    found = []
    for groups in range(1, life // step + 1):
        cards = groups * group
        if cards <= discard:
            found.append(Bargain(cards, groups * step))
        elif rest == "started" and cards - group < discard:
            found.append(Bargain(discard, groups * step))
    return tuple(found)


def allowed(mode: str, rest: str, life: int, discard: int, cards: int) -> bool:
    """Whether exactly so many cards can be taken now."""
    if not 0 < cards <= discard or price(mode, cards) > life:
        return False
    return rest == "started" or cards % PER_GROUP[mode][1] == 0


def enough(mode: str, rest: str, life: int, discard: int, wanted: int) -> Bargain | None:
    """The cheapest Recovery that brings at least so many cards, else the one that brings most; None: there is none."""
    found = bargains(mode, rest, life, discard)
    return next((one for one in found if one.cards >= wanted), found[-1] if found else None)
