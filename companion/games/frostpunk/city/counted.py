"""Resources and Trees with their number, and lists of them, as people say it."""

from __future__ import annotations

from companion.games.frostpunk.stores import NAMES
from companion.text import N, T, Text

TREES = "trees"


def counted(what: str, count: int) -> Text:
    """So many of something: "4 Coal", "1 Steam Core", "2 Trees"."""
    if what == TREES:
        return N("{n} Tree", "{n} Trees", count)
    if what == "steam_cores":
        return N("{n} Steam Core", "{n} Steam Cores", count)
    return T("{count} {what}", count=count, what=NAMES[what])


def listed(parts: list[Text]) -> Text:
    """Parts of a list behind each other."""
    first, *rest = parts
    return T("{first}, {second}", first=first, second=listed(rest)) if rest else first
