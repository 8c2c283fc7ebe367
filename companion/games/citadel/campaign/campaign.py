"""Where the group is in its campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

INTRODUCTION = "introduction"  # the bookmark's places: still in the introductory scenario's booklet,
THREAT = "threat"  # or in the Threat Booklet
PLAYING, BETWEEN, OVER = "playing", "between", "over"


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """The Threat, the scenario and what has been saved.

    `adventure` counts the adventures of this group from 1. `step` is `playing`, `between` two scenarios, or `over` once
    the group has closed its campaign. `bookmark` is where the bookmark lies, `page` its page. `citadel`: the characters
    are at the Citadel. `saved`: the game was saved in this scenario already; `stored`: it lies behind the "Save"
    divider now, and `lives` is what the counters showed. `reading`: the number of the dialogue that is being read.
    `ticked` are the items of the present list that are done. `showing` are the golden rules shown now.
    """

    adventure: int = 1
    step: str = PLAYING
    threat: str = ""
    scenario: str = ""
    bookmark: str = INTRODUCTION
    page: int = 0
    citadel: bool = False
    saved: bool = False
    stored: bool = False
    lives: Mapping[str, int] = field(default_factory=dict)
    reading: str = ""
    ticked: tuple[str, ...] = ()
    showing: tuple[str, ...] = ()
