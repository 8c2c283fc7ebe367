"""What the phones are shown of the scan spot. Plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.api.text import Text

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Outline:
    """Something found in a picture: its corners in shares of the width and height (top left, top right, bottom right,
    bottom left of the upright text); `code` as far as it was read, and in one word why it is not sure."""

    corners: Corners
    code: str = ""
    sure: bool = False
    hint: Text | None = None


@dataclass(frozen=True)
class LivePicture:
    """A small picture of what the camera sees; `width` and `height` are those of its own frame, in pixels."""

    number: int
    jpeg: bytes
    width: int
    height: int
    outlines: tuple[Outline, ...] = ()


@dataclass(frozen=True)
class Sighting:
    """A card that was seen or photographed, or could not be read (`code` is empty then).

    `hint` and `words` say why it is not sure and what helps, `title` what the card is, `came_of` what it did in the
    game. `source` is `camera` or `photo`; `reported`: somebody said that it is wrong.
    """

    number: int
    at: float
    source: str
    code: str = ""
    other: str = ""
    sure: bool = False
    hint: Text | None = None
    words: Text | None = None
    title: Text | None = None
    came_of: Text | None = None
    reported: bool = False


@dataclass(frozen=True)
class PlaceState:
    """Exposure and focus, set once for this place: `step` is `auto`, `working` or `set`; `at` is when they were set,
    in seconds since 1970, and `words` what came of it last."""

    step: str = "auto"
    at: float | None = None
    words: Text | None = None


@dataclass(frozen=True)
class CheckState:
    """The talk “Check my camera”: `step` is `idle`, `show`, `is_it`, `which` or `name`; `card` counts from 1 to `of`.
    `can` names the taps that are possible now; `results` is what came of the last one."""

    step: str = "idle"
    words: Text | None = None
    card: int = 0
    of: int = 0
    wanted: str = ""
    read: str = ""
    can: tuple[str, ...] = ()
    right: int = 0
    asked: int = 0
    unread: int = 0
    wrong: int = 0
    results: tuple[Text, ...] = ()
    good: bool = True


@dataclass(frozen=True)
class KeptCheck:
    """A check that was kept: when, by whom, its figures, and what they mean in words."""

    at: float
    by: str
    figures: Mapping[str, Any]
    results: tuple[Text, ...]


@dataclass(frozen=True)
class ScanState:
    """The scan spot: whether a camera looks at it, in one word and in a sentence what helps now, what was seen of late
    (newest first), the torch (None: none is wired), and how many wrong reads are kept."""

    camera: bool
    hint: Text | None = None
    more: Text | None = None
    sightings: tuple[Sighting, ...] = ()
    torch: bool | None = None
    place: PlaceState = PlaceState()
    check: CheckState = CheckState()
    wrong: int = 0
