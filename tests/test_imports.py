"""Who may import whom: the rooms of the house, no circles, and no room of a device that knows a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEVICES = frozenset({"firmware_bridge", "hardware", "vision"})
# A room of the domain and the rooms that it may import; itself always. `companion` holds the version.
MAY: Mapping[str, frozenset[str]] = {
    "companion": frozenset({"cli"}),
    "api": frozenset(),
    "toolkit": frozenset({"api"}),
    "games": frozenset({"api", "toolkit"}),
    "storage": frozenset({"api"}),
    "session": frozenset({"api", "storage"}),
    "library": frozenset({"api", "storage"}),
    "speech": frozenset({"api", "storage", "session"}),
    "status": frozenset({"api", "storage", "session"}),
    "backup": frozenset({"api", "storage", "session"}),
    "drawer": frozenset({"api", "storage", "session"}),
    "scanner": frozenset({"api", "storage", "session", "library"}),
    "venue": frozenset({"api", "storage", "session", "status"}),
    "home": frozenset({"api", "storage", "session", "status"}),
    "testing": frozenset({"api", "storage", "session", "library"}),
    "translation": frozenset({"api", "storage", "session", "library", "testing"}),
    "system": frozenset({"api"}),
    "firmware_bridge": frozenset(),
    "hardware": frozenset({"vision"}),
    "vision": frozenset(),
    "venue_page": frozenset({"api", "storage", "session", "library", "venue", "web"}),
    "web": frozenset({"api", "storage", "session", "library", "speech", "status", "backup", "drawer", "scanner"}),
}
# The only ones that know devices, games' registry and the dashboard together.
KNOW_ALL = frozenset({"app", "cli"})
# What the rooms beside the session see of it.
FACE = frozenset({"companion.session.screen", "companion.session.signal", "companion.session.seeing"})
BESIDE = frozenset({"speech", "status", "drawer", "scanner", "home"})


def room_of(module: str) -> str:
    """The room that a module stands in: `companion.session.screen` in `session`, `companion` in itself."""
    parts = module.split(".")
    if parts[:2] == ["web", "venue"]:
        return "venue_page"  # a room of its own, as nothing of a table's page may load what talks to a venue
    return parts[1] if parts[0] == "companion" and len(parts) > 1 and parts[1] != "__main__" else parts[0]


@lru_cache(maxsize=1)
def modules() -> Mapping[str, Path]:
    """Every file of the program by its module's name."""
    rooms = ("companion", "firmware_bridge", "hardware", "vision", "web")
    files = (path for room in rooms for path in sorted((ROOT / room).rglob("*.py")))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


@lru_cache(maxsize=1)
def imports() -> Mapping[str, frozenset[str]]:
    """What each module imports of ours, wherever in the file."""
    return {name: frozenset(_imported(path)) & modules().keys() for name, path in modules().items()}


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            submodules = {f"{node.module}.{one.name}" for one in node.names}
            found = submodules & modules().keys()
            yield from found
            if found != submodules:
                yield node.module


def test_rooms_import_only_what_they_may() -> None:
    """A room knows only the rooms below it."""
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if room_of(name) not in KNOW_ALL and room_of(other) not in MAY[room_of(name)] | {room_of(name), "companion"}
    ]
    assert wrong == []


def test_beside_the_session_only_its_face_is_known() -> None:
    """The rooms of devices and voice hear of screens and hand in readings; how an evening is kept is not theirs."""
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if room_of(name) in BESIDE and room_of(other) == "session" and other not in FACE
    ]
    assert wrong == []


def test_nothing_imports_a_game_but_the_game_itself() -> None:
    """Games are found, not named."""
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if room_of(other) == "games" and other.split(".")[:3] != name.split(".")[:3]
    ]
    assert wrong == []


def test_games_use_only_what_is_public() -> None:
    """What `companion.api` and `companion.toolkit` name is versioned; what they do not may change."""
    public = {"companion.api", "companion.toolkit"}
    public |= {"companion.toolkit.card_language", "companion.toolkit.phrases"}
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if room_of(name) == "games" and room_of(other) in ("api", "toolkit") and other not in public
    ]
    assert wrong == []


def test_there_is_no_circle() -> None:
    """No two files need each other, however long the way round, and no import inside a function hides one."""
    assert _circles(imports()) == []


def test_the_rooms_stand_on_floors() -> None:
    """Rooms need each other in one direction only."""
    rooms: dict[str, set[str]] = {}
    for name, others in imports().items():
        rooms.setdefault(room_of(name), set()).update(room_of(other) for other in others)
    assert _circles({room: frozenset(others - {room, "companion"}) for room, others in rooms.items()}) == []


def _circles(arrows: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Groups of names that all reach each other (Tarjan)."""
    found: list[list[str]] = []
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(arrows.get(name, ())):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in arrows:
        if name not in index:
            visit(name)
    return found
