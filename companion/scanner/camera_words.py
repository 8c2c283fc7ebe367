"""What a check of the camera means: figures to plain words on distance and light."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.api.text import N, T, Text

COMFORT = {"numbox": 12.0, "card_id": 16.0}  # pixels of a digit: read in any light that one can play in
DARK, DIM = 60, 100  # grey levels of the paper
ROOMY = 2.5  # times what is comfortable: the camera may hang higher
_STEPS = ((0.12, "little"), (0.29, "quarter"), (0.42, "third"), (1.0, "half"))

_CLOSER: Mapping[tuple[str, str], Text] = {
    ("numbox", "little"): T("Bring cards with numbers a little closer."),
    ("numbox", "quarter"): T("Bring cards with numbers closer by a quarter."),
    ("numbox", "third"): T("Bring cards with numbers closer by a third."),
    ("numbox", "half"): T("Bring cards with numbers closer by half the distance, or more."),
    ("card_id", "little"): T("Bring ID cards a little closer."),
    ("card_id", "quarter"): T("Bring ID cards closer by a quarter."),
    ("card_id", "third"): T("Bring ID cards closer by a third."),
    ("card_id", "half"): T("Bring ID cards closer by half the distance, or more."),
}
_DOUBTS: Mapping[str, Text] = {
    "glare": T("A lamp was mirrored in a card: move the lamp aside, or use two from the sides."),
    "too_dark": T("Some cards lay too dark: bring a lamp nearer."),
    "too_blurred": T("Some pictures were blurred: set exposure and focus for this place, and lay cards down flat."),
    "covered": T("Some codes were covered: take fingers and sleeves off them."),
    "too_small": T("Some codes were too small: bring the cards closer."),
    "upside_down": T("Some numbers read the same upside down; there the companion will always ask."),
}


def results(figures: Mapping[str, Any]) -> tuple[Text, ...]:
    """What came of a check: its counts, then size, light, and what went wrong."""
    heights: Mapping[str, float] = figures.get("heights", {})
    words = [count_words(figures)]
    for kind in ("card_id", "numbox"):
        if kind in heights:
            words += height_words(kind, heights[kind])
    words += light_words(float(figures.get("paper", 255)))
    words += [_DOUBTS[doubt] for doubt in figures.get("doubts", ()) if doubt in _DOUBTS]
    if figures.get("wrong"):
        words.append(T("A card was read wrong. Its picture is kept among the wrong reads."))
    return tuple(words)


def count_words(figures: Mapping[str, Any]) -> Text:
    """How many were read right, asked about, not read and read wrong."""
    return T(
        "Read right: {right}. Asked: {asked}. Not read: {unread}. Wrong: {wrong}.",
        **{name: int(figures.get(name, 0)) for name in ("right", "asked", "unread", "wrong")},
    )


def height_words(kind: str, height_px: float) -> list[Text]:
    """How high the digits are in the picture, and whether cards should come closer."""
    height, comfort = round(height_px), COMFORT[kind]
    if height_px >= comfort * ROOMY:
        return [*_fine(kind, height), T("The camera may hang higher, if that is handier.")]
    if height_px >= comfort:
        return _fine(kind, height)
    return [*_short(kind, height), _CLOSER[kind, _step(1 - height_px / comfort)]]


def light_words(paper: float) -> list[Text]:
    """Whether there is light enough, by how bright the cards' paper is."""
    if paper < DARK:
        return [T("It is too dark: the companion will ask often. Bring a lamp nearer.")]
    return [T("There is just enough light; a lamp nearer would help.")] if paper < DIM else [T("The light is good.")]


def _step(share: float) -> str:
    return next(name for most, name in _STEPS if share <= most)


def _fine(kind: str, height: int) -> list[Text]:
    if kind == "numbox":
        return [N("Your numbers are {n} pixel high: fine.", "Your numbers are {n} pixels high: fine.", height)]
    return [N("Your IDs are {n} pixel high: fine.", "Your IDs are {n} pixels high: fine.", height)]


def _short(kind: str, height: int) -> list[Text]:
    """Too low to be comfortable; IDs that are may still be high enough for numbers."""
    if kind == "numbox":
        return [N("Your numbers are {n} pixel high: too low.", "Your numbers are {n} pixels high: too low.", height)]
    if height >= COMFORT["numbox"]:
        return [
            N(
                "Your IDs are {n} pixel high: fine for numbers, low for IDs.",
                "Your IDs are {n} pixels high: fine for numbers, low for IDs.",
                height,
            )
        ]
    return [N("Your IDs are {n} pixel high: too low.", "Your IDs are {n} pixels high: too low.", height)]
