"""What Laws, Technologies and displayed cards change for good, in the companion's own words (`lasts ...` on a card).

children act                       children act sawmill           children act gather
ruins shelter                      shelters hold 3                care house holds children 2
heated sawmill                     heated snow
hunters hut gives food 1           gathering takes 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import MOST


def lasting(state: State) -> tuple[str, ...]:
    """The modifiers in force, small letters, with spaces between words."""
    from companion.games.frostpunk.cards.laws import lasting as in_force

    return tuple(" ".join(words.casefold().replace("_", " ").split()) for words in in_force(state))


def spelt(name: str) -> str:
    """A kind of Building or an action as it stands in a modifier: "hunters hut"."""
    return name.replace("_", " ")


def children_act(state: State, action: str, *, named: bool = False) -> bool:
    """Whether plain Children may be used for an action or a kind of Building (p. 23); `named`: it has to be named."""
    words = lasting(state)
    return f"children act {spelt(action)}" in words or ("children act" in words and not named)


def children_act_somewhere(state: State) -> bool:
    """Whether plain Children may be used for anything."""
    return any(words.startswith("children act") for words in lasting(state))


def extra(state: State, kind: str) -> Iterator[tuple[str, int]]:
    """What the action of a kind of Building gives on top: a Law or a Technology says so (p. 34)."""
    for words in lasting(state):
        found = re.fullmatch(rf"{re.escape(spelt(kind))} gives ([a-z ]+?) (\d+)", words)
        if found and found[1].replace(" ", "_") in MOST:
            yield found[1].replace(" ", "_"), int(found[2])


def number(state: State, what: str, usual: int) -> int:
    """A number that a modifier changes, such as `shelters hold 3` or `gathering takes 3`."""
    found = (re.fullmatch(rf"{what} (\d+)", words) for words in lasting(state))
    return next((int(one[1]) for one in found if one), usual)


def holds(state: State, kind: str) -> Iterator[tuple[str, int | None]]:
    """Whom a kind of Building shelters besides, and how many: `care house holds children 2`."""
    for words in lasting(state):
        found = re.fullmatch(rf"{re.escape(spelt(kind))} holds(?: (workers|engineers|children))?(?: (\d+))?", words)
        if found:
            yield found[1] or "", int(found[2]) if found[2] else None
