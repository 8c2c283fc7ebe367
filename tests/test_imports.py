"""Who may import whom."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = {"companion", "firmware_bridge", "hardware", "vision", "web"}
FORBIDDEN = {
    "companion": ROOMS - {"companion"},
    "firmware_bridge": {"companion", "web"},
    "hardware": {"companion", "web"},
    "vision": {"companion", "web"},
    "web": {"firmware_bridge", "hardware", "vision"},
}
KNOW_ALL = ("companion/app/", "companion/cli/", "companion/__main__.py")
GAMES_MAY = ("companion.api", "companion.toolkit")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules a file imports, by their full names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found |= {f"{node.module}.{name.name}" for name in node.names if node.module in ROOMS}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_rooms_import_only_what_they_may(path: Path):
    """A room knows only the rooms it may know, and nothing imports a game but the game itself."""
    place = path.relative_to(ROOT)
    names = imported(path)
    if not place.as_posix().startswith(KNOW_ALL):
        rooms = {name.split(".")[0] for name in names}
        assert not rooms & FORBIDDEN[place.parts[0]]
    own = ".".join(place.parts[:3]) if place.parts[:2] == ("companion", "games") and len(place.parts) > 3 else None
    for name in names:
        if name.startswith("companion.games."):
            assert own is not None, f"{place} imports the game {name}"
            assert name.startswith(own), f"{place} imports the game {name}"
        elif own and name.startswith("companion."):
            assert name.startswith(GAMES_MAY), f"a game imports {name}"
