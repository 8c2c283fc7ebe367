"""The Buildings pages (p. 23): boxes, and what a building does once all of its boxes are checked.

The names are those of the rulebook's picture of the pages. How many boxes each has, and what most of them do, only the
owner's leaflet shows: it is asked once, when it first matters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.games.citadel.state import State
from companion.games.citadel.tables import read, words

MOST_BOXES = 12
# When a building's effect is applied. `citadel`: in the Preparation phase, only when you are at the Citadel; `opening`:
# at its very beginning, at the Citadel too; `built`: once, right after it is built; `other`: at another moment.
WHEN = words("building_times")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A building of the page. `when` and `words` are what the rulebook's text tells for sure, empty where it does not;
    `raises`: it raises one score by 1 in the Preparation phase, which one only its icon shows."""

    title: Text
    when: str = ""
    words: Text | None = None
    raises: bool = False


def _plan(title: str, when: str = "", what: str = "", raises: bool = False) -> Plan:
    return Plan(title=Text(title), when=when, words=Text(what) if what else None, raises=raises)


PLANS: Mapping[str, Plan] = {
    **{name: _plan(**plan) for name, plan in read("buildings").items()},
    **{f"other_{at}": Plan(title=T("A building of another name")) for at in range(1, 10)},
}
OTHERS = tuple(name for name in PLANS if name.startswith("other_"))  # each gets the name that stands on the page
BLANK_BUILT = T(
    "Take the cards whose number it shows, choose one and write its title on the blank line. Return the others."
)
NAME = r"([a-z]+(?:_[a-z0-9]+)?)"


def title(state: State, name: str) -> Text:
    """How a building is called: by what the group wrote over it or read on the page, else by its name."""
    own = state.leaflet.building(name).title or str(state.board.get(f"building.{name}.title", ""))
    return T("{title}", title=own) if own else PLANS[name].title


def boxes(state: State, name: str) -> int | None:
    """How many boxes it has; None while nobody has told."""
    told = state.board.get(f"building.{name}.boxes")
    return None if told is None else int(told)


def raises(state: State, name: str) -> str | None:
    """The score that it raises in the Preparation phase; empty while its icon was not told, None where it raises
    none."""
    if not PLANS[name].raises:
        return None
    return str(state.board.get(f"building.{name}.score", ""))


def when(state: State, name: str) -> str:
    """When its effect is applied; empty while unknown."""
    return str(state.board.get(f"building.{name}.when", PLANS[name].when))


def effect(state: State, name: str) -> Text:
    """What it does, in words."""
    told = str(state.board.get(f"building.{name}.effect", ""))
    if told:
        return T("{words}", words=told)
    return PLANS[name].words or T("Read its effect off the Buildings page.")


def is_told(state: State, name: str) -> bool:
    """Whether its own name on the page is known."""
    return f"building.{name}.title" in state.board or bool(state.leaflet.building(name).title)


def to_build(state: State) -> tuple[str, ...]:
    """The buildings of which a box can still be checked; of those with other names the ones told, and one more."""
    fresh = [name for name in OTHERS if not state.leaflet.building(name).boxes and not is_told(state, name)]
    return tuple(name for name in PLANS if not state.leaflet.building(name).done and name not in fresh[1:])


def is_name(fact: str) -> bool:
    """Whether a fact of this family is about a building that the page has."""
    match = re.fullmatch(rf"building\.{NAME}\.[a-z]+", fact)
    return match is None or match[1] in PLANS
