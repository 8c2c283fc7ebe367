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

MOST_BOXES = 12
# When a building's effect is applied. `citadel`: in the Preparation phase, only when you are at the Citadel; `opening`:
# at its very beginning, at the Citadel too; `built`: once, right after it is built; `other`: at another moment.
WHEN: Mapping[str, Text] = {
    "opening": T("At the beginning of the Preparation phase, at the Citadel"),
    "preparation": T("In the Preparation phase, wherever you are"),
    "citadel": T("In the Preparation phase, at the Citadel"),
    "built": T("Once, right after it is built"),
    "other": T("At another moment"),
}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A building of the page. `when` and `words` are what the rulebook's text tells for sure, empty where it does not;
    `raises`: it raises one score by 1 in the Preparation phase, which one only its icon shows."""

    title: Text
    when: str = ""
    words: Text | None = None
    raises: bool = False


PLANS: Mapping[str, Plan] = {
    "watchtower": Plan(title=T("Watchtower"), when="preparation", raises=True),
    "outer_wall": Plan(title=T("Outer wall"), when="preparation", raises=True),
    "grain_silo": Plan(title=T("Grain silo"), when="preparation", raises=True),
    "mill": Plan(title=T("Mill"), when="preparation", raises=True),
    "forum": Plan(title=T("Forum"), when="preparation", raises=True),
    "dovecote": Plan(title=T("Dovecote"), when="preparation", raises=True),
    "school": Plan(title=T("School"), when="preparation", raises=True),
    "cemetery": Plan(
        title=T("Cemetery"),
        when="opening",
        words=T("If the characters have more than 10 life points in all, take the card that it shows (hope reborn)."),
    ),
    "apothecary": Plan(
        title=T("Apothecary"), when="citadel", words=T("One player takes the card that it shows (potion).")
    ),
    "smithy": Plan(
        title=T("Smithy"),
        when="citadel",
        words=T(
            "One player takes the card that it shows (gladius), or players unblock up to 2 cards in all "
            "with WEAPON, ARMOR "
            "or SHIELD."
        ),
    ),
    "dispensary": Plan(
        title=T("Dispensary"), when="citadel", words=T("Players unblock up to 2 cards in all with COMPANION.")
    ),
    "sanatorium": Plan(title=T("Sanatorium"), when="citadel", words=T("Players share 5 more life points.")),
    "arena": Plan(
        title=T("Arena"),
        when="citadel",
        words=T(
            "One player gains 1 Reflex Skill card, if any is left, and shuffles it into the Action Deck. "
            "Players may also "
            "return 2 WEAPON cards to raise the score that it shows by 1."
        ),
    ),
    "baths": Plan(title=T("Baths")),
    "herbalist": Plan(title=T("Herbalist's shop")),
    "pen": Plan(title=T("Pen")),
    "tavern": Plan(title=T("Tavern")),
    "guild": Plan(
        title=T("Guild"),
        when="other",
        words=T("When you check the kind of symbol that it shows on the Destiny page, raise one score by 2 as well."),
    ),
    "academy": Plan(
        title=T("Academy"),
        when="other",
        words=T("When a symbol brings Advanced Skill cards, draw 4 more of them to choose from."),
    ),
    "blank_1": Plan(title=T("First building with a blank line"), when="built"),
    "blank_2": Plan(title=T("Second building with a blank line"), when="built"),
    "blank_3": Plan(title=T("Third building with a blank line"), when="built"),
    "blank_4": Plan(title=T("Fourth building with a blank line"), when="built"),
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
