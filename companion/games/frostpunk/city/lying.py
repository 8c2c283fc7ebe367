"""What lies on a space as an answer: `nothing`, `coal 3`, `trees 2`; a tile shows Trees or Resources (p. 25)."""

from __future__ import annotations

from companion.api.game import Choice, Pick
from companion.api.text import T, Text
from companion.games.frostpunk.city.counted import TREES, counted
from companion.games.frostpunk.city.land import SPACE_MOST, Space
from companion.games.frostpunk.state import State

NOTHING = "nothing"
ORDER = ("wood", "coal", TREES, "steam_cores", "steel")


def lying(answer: str) -> Space:
    """What an answer puts on a space."""
    if answer == NOTHING:
        return Space()
    what, count = answer.rsplit(" ", 1)
    return Space(trees=int(count)) if what == TREES else Space(what=what, count=int(count))


def answer_for(space: Space) -> str:
    """The answer that says what lies there; the Resource where Trees stand there as well."""
    if space.count:
        return f"{space.what} {space.count}"
    return f"{TREES} {space.trees}" if space.trees else NOTHING


def lies_text(space: Space) -> Text:
    """What lies there, in few words; empty where nothing does."""
    if space.count and space.trees:
        return T("{first}, {second}", first=counted(space.what, space.count), second=counted(TREES, space.trees))
    if space.count:
        return counted(space.what, space.count)
    return counted(TREES, space.trees) if space.trees else Text("")


def lies_ask(name: str, label: Text, state: State | None = None) -> Pick:
    """What lies on a space is asked for; Steel only where the scenario may have it."""
    kinds = [what for what in ORDER if what != "steel" or state is None or _steel(state)]
    choices = [Choice(value=NOTHING, label=T("Nothing"))]
    choices += [
        Choice(value=f"{what} {count}", label=counted(what, count))
        for what in kinds
        for count in range(1, SPACE_MOST + 1)
    ]
    return Pick(name=name, label=label, choices=tuple(choices))


def _steel(state: State) -> bool:
    return state.scenario != "a_new_home"  # p. 10: A New Home needs no Steel
