"""What plain Buildings do, in few words that sound well: by the effect in the companion's own words."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.api.text import N, T, Text
from companion.games.frostpunk.city.counted import counted

# A pattern over the effect's words, and how it is said; the pattern's groups are its numbers.
_SAID: tuple[tuple[str, Callable[..., Text]], ...] = (
    (r"spend food (\d+); hope \+1", lambda n: N("increase Hope for {n} Food", "increase Hope for {n} Food", n)),
    (
        r"spend food (\d+); discontent -1",
        lambda n: N("decrease Discontent for {n} Food", "decrease Discontent for {n} Food", n),
    ),
    (r"spend wood 1; gain coal (\d+)", lambda n: N("{n} Coal for one Wood", "{n} Coal for one Wood", n)),
    (r"spend steam_cores 1; automaton \+1", lambda: T("an Automaton for a Steam Core")),
    (r"gain food (\d+)", lambda n: counted("food", n)),
    (r"gain coal (\d+)", lambda n: counted("coal", n)),
    (r"gain wood (\d+)", lambda n: counted("wood", n)),
    (r"cure (\d+)", lambda n: T("Cure {n}", n=n)),
    (r"treat (\d+)", lambda n: T("Treat {n}", n=n)),
    (r"needs active care; .*cure (\d+)", lambda n: T("exhaust a Care token and Cure {n}", n=n)),
    (r"hope \+1", lambda: T("increase Hope")),
    (r"discontent -1", lambda: T("decrease Discontent")),
    (r"needs corpses 1; .*", lambda: T("Corpse marker one space back, and increase Hope")),
    (r"needs corpses 2; .*", lambda: T("Corpse marker two spaces back, and increase Hope")),
)


def said(words: str) -> Text | None:
    """An effect in few words; None where only its plain description will do."""
    for pattern, say in _SAID:
        found = re.fullmatch(pattern, words)
        if found is not None:
            return say(*(int(group) for group in found.groups()))
    return None
