"""Numbers of people in words, as they stand in a sentence: "1 engineer and 2 children"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.api.text import N, T, Text
from companion.games.frostpunk.state import KINDS

COUNTED_PEOPLE: Mapping[str, Callable[[int], Text]] = {
    "workers": lambda count: N("{n} worker", "{n} workers", count),
    "engineers": lambda count: N("{n} engineer", "{n} engineers", count),
    "children": lambda count: N("{n} child", "{n} children", count),
}


def citizens(counts: Mapping[str, int]) -> Text:
    """So many people of each type, those left out of whom there are none; "nobody" where there is nobody."""
    return listed([COUNTED_PEOPLE[kind](counts[kind]) for kind in KINDS if counts[kind]]) or T("nobody")


_DEAD: Mapping[str, Callable[[int], Text]] = {
    "workers": lambda count: N("{n} worker dies", "{n} workers die", count),
    "engineers": lambda count: N("{n} engineer dies", "{n} engineers die", count),
    "children": lambda count: N("{n} child dies", "{n} children die", count),
}


def suffering(discontent: int, deaths: int, kind: str) -> Text | None:
    """What a section of the Hunger track does (p. 28): "Discontent increases and 1 child dies"."""
    parts = []
    if discontent:
        parts.append(N("Discontent increases", "Discontent increases {n} times", discontent))
    if deaths:
        parts.append(_DEAD[kind](deaths))
    return listed(parts)


def listed(parts: Sequence[Text]) -> Text | None:
    """Parts of a sentence in a row, "and" before the last one; None where there is none."""
    if not parts:
        return None
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    for part in parts[1:-1]:
        first = T("{first}, {next}", first=first, next=part)
    return T("{first} and {last}", first=first, last=parts[-1])
