"""Every game's colours, and the page's own, can be read by everybody (WCAG 2.2, 1.4.3 and 1.4.11: level AA)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from companion.library.looks import COLOUR_FILE, THEMES, read_colours
from companion.library.registry import FOLDER

BASE = Path(__file__).parents[3] / "web" / "static" / "base.css"
GAMES = [None, *sorted(path.parent.name for path in FOLDER.glob(f"*/{COLOUR_FILE}"))]
TEXT, SHAPE = 4.5, 3.0
GROUNDS = ("bg", "surface", "raised")
# What stands on what: words by 4.5 to 1; icons, and edges that tell where to tap, by 3 to 1.
PAIRS = [
    *(
        (words, ground, TEXT)
        for words, ground in product(("text", "muted", "accent", "good", "warm", "cold", "danger"), GROUNDS)
    ),
    *((shape, ground, SHAPE) for shape, ground in product(("icon", "edge", "accent"), GROUNDS)),
    *((words, ground, TEXT) for words, ground in product(("text",), ("accent_soft", "danger_soft"))),
    ("muted", "accent_soft", TEXT),
    ("on_accent", "accent", TEXT),
]


def page_colours() -> dict[str, dict[str, str]]:
    """The page's own, of the dark and of the light."""
    css = BASE.read_text(encoding="utf-8")
    blocks = {"dark": r":root \{(.*?)\}", "light": r':root\[data-theme="light"\] \{(.*?)\}'}
    found = {}
    for theme, pattern in blocks.items():
        block = re.search(pattern, css, re.DOTALL)
        assert block is not None
        named = re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[1])
        found[theme] = {name.replace("-", "_"): value for name, value in named}
    return {theme: {"icon": colours["accent"], **colours} for theme, colours in found.items()}


def colours_of(game: str | None, theme: str) -> Mapping[str, str]:
    """What a page shows while this game's evening is open."""
    own = page_colours()[theme]
    if game is None:
        return own
    given = read_colours(FOLDER / game / COLOUR_FILE)[theme]
    return {**own, "icon": given.get("accent", own["icon"]), **given}


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_reckoned_as_it_is_defined():
    """Black on white is 21, and the grey that just passes on white is #767676."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game or "the page")
def test_colours_can_be_read(game: str | None, theme: str):
    """Words on every ground that they stand on, icons and edges on theirs."""
    colours = colours_of(game, theme)
    poor = {
        f"{one} on {ground}": round(found, 2)
        for one, ground, least in PAIRS
        if (found := contrast(colours[one], colours[ground])) < least
    }
    assert poor == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game or "the page")
def test_places_of_a_map_can_be_read(game: str | None, theme: str):
    """Words, and the tone's own colour in an icon, on a ground that has 26 parts in 100 of the tone."""
    colours = colours_of(game, theme)
    for tone in ("good", "warm", "cold", "danger"):
        ground = mixed(colours[tone], colours["surface"], 0.26)
        assert contrast(colours["text"], ground) >= TEXT, tone
        assert contrast(colours[tone], ground) >= SHAPE, tone


def mixed(one: str, other: str, share: float) -> str:
    """So much of one colour in the other, as a browser's color-mix does it in sRGB."""
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def test_each_game_has_colours_of_its_own():
    """No two games have the same accent, in the dark or in the light, and each is the colour of its theme."""
    games = [game for game in GAMES if game is not None]
    assert len(games) == 5
    for theme in THEMES:
        assert len({colours_of(game, theme)["accent"] for game in games}) == 5
        assert len({colours_of(game, theme)["bg"] for game in games}) == 5
    for game in games:
        assert luminance(colours_of(game, "dark")["bg"]) < 0.02
        assert luminance(colours_of(game, "light")["bg"]) > 0.8
