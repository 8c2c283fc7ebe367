"""Devices know no game: nothing in their rooms names one, in code, comments or documents."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DEVICES = ("vision", "hardware", "firmware_bridge")
GAMES = tuple(path.parent.name for path in sorted((ROOT / "companion" / "games").glob("*/game.py")))
# As they are called in words, and their own words for what lies before a device.
TITLES = ("The 7th Citadel", "Skies of Torrenar", "Straż Pożarna", "Żarownica", "scenario code", "scenario card")
NAMES = re.compile("|".join(re.escape(name).replace("_", "[_ -]?") for name in (*GAMES, *TITLES)), re.IGNORECASE)
TEXTS = {".py", ".md", ".sh", ".toml", ".c", ".h", ".txt", ".conf"}
FILES = sorted(path for room in DEVICES for path in (ROOT / room).rglob("*") if path.suffix in TEXTS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_device_names_a_game(path: Path):
    """What a device must know of a game, it is given: patterns of codes, numbers of cubes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if NAMES.search(line)] == []


def test_the_games_are_known_here():
    """The check looks for every game that is found."""
    assert "frostpunk" in GAMES
    assert all(NAMES.search(name.replace("_", " ")) for name in GAMES)
