"""What things are called, and numbers of them in words: "4 Coal", "1 engineer and 2 children"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import N, T, Text, all_of, template
from companion.games.frostpunk.state import KIND_NAMES, KINDS

COUNTED_PEOPLE: Mapping[str, Callable[[int], Text]] = {
    "workers": lambda count: N("{n} worker", "{n} workers", count),
    "engineers": lambda count: N("{n} engineer", "{n} engineers", count),
    "children": lambda count: N("{n} child", "{n} children", count),
}


def citizens(counts: Mapping[str, int]) -> Text:
    """So many people of each type, those left out of whom there are none; "nobody" where there is nobody."""
    parts = [COUNTED_PEOPLE[kind](counts[kind]) for kind in KINDS if counts[kind]]
    return all_of(parts) if parts else T("nobody")


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
    return all_of(parts) if parts else None


# Of stored evenings, whose sentences were put together otherwise; they stay translated.
OF_OLDER_EVENINGS = (template("{first} and {second}"), template("{first} and {last}"))


NAMES: Mapping[str, Text] = {
    "food": T("Food"),
    "coal": T("Coal"),
    "wood": T("Wood"),
    "steam_cores": T("Steam Cores"),
    "steel": T("Steel"),
    "hunger": T("Hunger"),
    "stress": T("Stress cubes"),
    "corpses": T("Corpses"),
    "automatons": T("Automatons"),
    **KIND_NAMES,
}
ICONS: Mapping[str, str] = {
    what: what
    for what in (
        "food", "coal", "wood", "steam_cores", "steel", "hunger", "stress", "corpses", "automatons", *KINDS, "trees",
    )
}  # fmt: skip
TREE = "trees"
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
    TREE: lambda count: N("{n} Tree", "{n} Trees", count),
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
