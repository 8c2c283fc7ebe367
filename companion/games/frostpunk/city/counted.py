"""Everything that has a number, as people say it: "4 Coal", "1 Steam Core", "2 workers", and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import N, T, Text, all_of
from companion.games.frostpunk.spelling import COUNTED_PEOPLE
from companion.games.frostpunk.stores import NAMES

TREES = "trees"
_COUNTED: Mapping[str, Callable[[int], Text]] = {
    **COUNTED_PEOPLE,
    "people": lambda count: N("{n} Citizen", "{n} Citizens", count),
    "sick": lambda count: N("{n} sick Citizen", "{n} sick Citizens", count),
    "laws": lambda count: N("{n} Law", "{n} Laws", count),
    "food": lambda count: N("{n} Food", "{n} Food", count),
    "coal": lambda count: N("{n} Coal", "{n} Coal", count),
    "wood": lambda count: N("{n} Wood", "{n} Wood", count),
    "steam_cores": lambda count: N("{n} Steam Core", "{n} Steam Cores", count),
    "steel": lambda count: N("{n} Steel", "{n} Steel", count),
    "automaton": lambda count: N("{n} Automaton", "{n} Automatons", count),
    "automatons": lambda count: N("{n} Automaton", "{n} Automatons", count),
    "stress": lambda count: N("{n} Stress cube", "{n} Stress cubes", count),
    "corpses": lambda count: N("{n} Corpse", "{n} Corpses", count),
    TREES: lambda count: N("{n} Tree", "{n} Trees", count),
}


def counted(what: str, count: int) -> Text:
    """So many of something: "4 Coal", "1 Steam Core", "2 Trees"; "Hunger: 3" where it is no thing to count."""
    say = _COUNTED.get(what)
    return say(count) if say else T("{what}: {count}", what=NAMES[what], count=count)


def countable(what: str) -> bool:
    """Whether there is a word for so many of it."""
    return what in _COUNTED


def those_of(counts: Mapping[str, int]) -> Text:
    """Each with its number, those left out of which there are none: "3 Coal and 1 Steam Core"."""
    return all_of([counted(what, count) for what, count in counts.items() if count]) if any(counts.values()) else _NONE


_NONE = T("nothing")


def listed(parts: list[Text]) -> Text:
    """Parts of a list behind each other."""
    first, *rest = parts
    return T("{first}, {second}", first=first, second=listed(rest)) if rest else first
