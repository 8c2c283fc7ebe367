"""What of a question is in sight on a small phone: `python benchmarks/in_sight.py [FILE.evening ...]`.

Plays golden evenings at one phone of 360 by 740 and looks at every question that somebody answers by hand: whether its
headline stands on the page, whether the usual answer does (the large button, else the first row or the first four chips
in the list, or the map that asks), and how many of all answers do. `--each` prints every question that fails, with the
heights in pixels of what stands on the page; `--pictures FOLDER` takes a picture of each.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as BrowserFault

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.page_taps import PHONE, SETTLED, STORE, evening_arguments
from benchmarks.tap_units import UNCOUNTED
from companion.app.service import Service
from companion.app.settings import Settings
from companion.library.registry import find_games
from companion.testing.playscript import Player
from companion.testing.script import Action, Script, parse
from hardware.players import RememberingPlayer
from tests.web.rooms import CHROMIUM, FLAGS

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
NEWS = """() => {
  const next = document.querySelector(".happened") && document.querySelector(".action-bar button.answer");
  next?.click();
  return Boolean(next);
}"""
MOST_NEWS = 40  # steps of what happened on a map
DRAWN_MS = 40


@dataclass(frozen=True)
class Look:
    """What was found at the question that the action in this line answers."""

    line: int
    found: dict[str, Any]

    @property
    def usual(self) -> bool:
        return bool(self.found["large"] or self.found["first"])

    @property
    def head(self) -> bool:
        return bool(self.found["head"])


class OnePhone(Player):
    """Plays all moves as if they were made at one phone."""

    name = ""

    def _act(self, action: Action) -> None:
        super()._act(action if action.reading is not None else replace(action, by=self.name))


def looks(path: Path, chromium: Browser, language: str, pictures: Path | None) -> Iterator[Look]:
    """Every question of an evening that somebody answers by hand."""
    script = parse(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="sight-") as folder:
        service = Service(
            Settings(), data=Path(folder), port=0, simulate=True, player=RememberingPlayer(), code="123456"
        )
        service.start()
        context = chromium.new_context(viewport=PHONE, has_touch=True, locale=language)
        try:
            context.add_init_script("localStorage.setItem('tour', 'off')")
            page = context.new_page()
            _join(page, service, script)
            for line in _questions(page, service, script):
                look = Look(line, page.evaluate(LOOK))
                if pictures is not None and not (look.usual and look.head):
                    page.screenshot(path=pictures / f"{script.game}-{path.stem}-{line}.png")
                yield look
        finally:
            context.close()
            service.stop()


def _join(page: Page, service: Service, script: Script) -> None:
    page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
    page.locator("#name").fill(script.players[0])
    page.keyboard.press("Enter")
    page.wait_for_selector(".now, .welcome")
    page.evaluate("document.querySelector('.message button')?.click()")
    page.evaluate(STORE)


def _questions(page: Page, service: Service, script: Script) -> Iterator[int]:
    """The lines of the actions that are answers, each when the page shows its question."""
    player = OnePhone(script, find_games(), service.log)
    player.name, player.session = script.players[0], service.session
    actions = iter(script.actions[1:])
    for _ in player.play():
        action, screen = next(actions, None), service.session.screen()
        if action is None or screen.ending is not None or screen.evening is None:
            return
        with suppress(BrowserFault):
            page.wait_for_function(SETTLED, arg=[screen.version], timeout=8000, polling=20)
        for _ in range(MOST_NEWS):
            if not page.evaluate(NEWS):
                break
            page.wait_for_timeout(DRAWN_MS)
        if action.verb is not None and action.reading is None and action.verb not in UNCOUNTED:
            page.wait_for_timeout(DRAWN_MS)
            yield action.line


def failed(path: Path, look: Look) -> str:
    """A question in a line."""
    found = look.found
    lacks = " ".join(name for name, there in (("ANSWER", look.usual), ("HEADLINE", look.head)) if not there)
    seen = f"{found['shown']} of {found['all']} answers, {found['room']} px"
    return f"  {path.stem}:{look.line} {lacks}: {seen}, {found['parts']} {found['words']}"


def row(game: str, found: list[Look]) -> str:
    """A game in a row of the table."""

    def share(what: Callable[[Look], bool]) -> str:
        return f"{100 * sum(map(what, found)) / len(found):.0f} %"

    both = share(lambda one: one.usual and one.head)
    return (
        f"{game} | {len(found)} questions | headline {share(lambda one: one.head)} | "
        f"usual answer {share(lambda one: one.usual)} | both {both}"
    )


def main() -> None:
    parser = evening_arguments(__doc__)
    parser.add_argument("--each", action="store_true", help="also print every question that fails")
    parser.add_argument("--language", default="en-GB", help="of the phone")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what fails")
    asked = parser.parse_args()
    games: dict[str, list[Look]] = {}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path in asked.evening:
            for one in looks(path, chromium, asked.language, asked.pictures):
                games.setdefault(path.parent.name, []).append(one)
                if asked.each and not (one.usual and one.head):
                    print(failed(path, one), flush=True)
        chromium.close()
    for game, found in games.items():
        print(row(game, found))


if __name__ == "__main__":
    main()
