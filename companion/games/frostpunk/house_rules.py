"""Where the rulebook is silent: the readings (`house_rules.toml`), and which of them this table plays by.

`State.houses` holds what was chosen under these names; the first choice is what the companion takes otherwise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.api import Text
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


_FILE = Path(__file__).parent / "house_rules.toml"
HOUSES: Mapping[str, House] = {
    entry["name"]: House(
        question=Text(entry["label"]),
        answers={value: Text(label) for value, label in entry["pick"].items()},
        page=entry["page"],
    )
    for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["rule"]
}


def house(state: State, name: str) -> str:
    """What this table plays by."""
    return str(state.houses.get(name, next(iter(HOUSES[name].answers))))
