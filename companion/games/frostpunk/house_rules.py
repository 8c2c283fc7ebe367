"""Where the rulebook is silent about the city: the readings, and which of them this table plays by.

`State.houses` holds what was chosen under these names; the first choice is what the companion takes otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.games.frostpunk.state import State

GENERATOR_SPACES_ADJACENT = "generator_spaces_adjacent"
KITCHEN_BEFORE_START = "kitchen_before_start"
CHILD_WORKER_ON_TOP = "child_worker_on_top"
STEEL_GATHERED = "steel_gathered"
NAMED_TYPE_ON_A_FULL_TRACK = "named_type_on_a_full_track"


@dataclass(frozen=True)
class House:
    """A question that the rulebook leaves open, and its answers; the first is taken where nobody chose."""

    question: Text
    answers: Mapping[str, Text]
    page: int


HOUSES: Mapping[str, House] = {
    # p. 17 lets an increase of a named type begin with a draw, which six Hope tokens on the track leave no room for.
    NAMED_TYPE_ON_A_FULL_TRACK: House(
        T("With six Hope tokens on the track, does an increase of a named type still activate one of that type?"),
        {"yes": T("Yes"), "no": T("No")},
        17,
    ),
    # p. 40 lists "another space on the same tile" for spaces of Map tiles, and only Map tiles for the Generator's.
    GENERATOR_SPACES_ADJACENT: House(
        T("Are two spaces of the Generator tile adjacent to each other?"), {"no": T("No"), "yes": T("Yes")}, 40
    ),
    # p. 39 calls them Child Meeples in all respects, p. 22 counts Meeples by the bar, p. 5 has 8 Children and them.
    CHILD_WORKER_ON_TOP: House(
        T("Do the Child Worker and the Child Engineer come on top of the Meeples that the children’s bar gives?"),
        {"yes": T("Yes"), "no": T("No")},
        39,
    ),
    # p. 25 names Coal, Wood and Steam Cores for gathering, p. 16 counts Steel among the Resources.
    STEEL_GATHERED: House(T("May Steel be gathered from a space of the map?"), {"yes": T("Yes"), "no": T("No")}, 25),
    # p. 24 says that all is cold before the Generator is started, p. 43 that the Field Kitchen's tile is heated.
    KITCHEN_BEFORE_START: House(
        T("Does a Field Kitchen heat its tile before the Generator is started?"), {"yes": T("Yes"), "no": T("No")}, 43
    ),
}


def house(state: State, name: str) -> str:
    """What this table plays by."""
    return str(state.houses.get(name, next(iter(HOUSES[name].answers))))
