"""A film of a Frostpunk round as a phone shows it, for the README.

`python benchmarks/film.py [FILE.webp] [--pictures FOLDER]` starts the service with every device simulated, plays the
golden evening `eight_rounds` to its second round, and takes that round by tapping what stands on a phone of 360 by 740,
in Chromium: a circle shows each tap. The cards lie under the simulated camera, the cubes fall into the simulated
drawer. The film ends when the next round begins. It prints how many taps the round took, counted as
`benchmarks/page_taps.py` counts them, how long the film is and what it weighs; `--pictures` keeps each picture of it.
Nothing of it is timed: a picture stays as long as what is new on it takes to read.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.page_taps import EVENINGS, Hand, Table, table
from companion.api.readings import CardSeen, Cubes
from companion.app.service import Service
from companion.library.registry import find_games
from companion.testing.playscript import Player
from companion.testing.script import Action, Script, parse
from tests.service.conftest import Hands
from tests.web.rooms import CHROMIUM, FLAGS

EVENING = EVENINGS / "frostpunk" / "eight_rounds.evening"
ROUND = 2
FILM = Path(__file__).parent.parent / "docs" / "pictures" / "round.webp"
TAP_MS, MOVED_MS, LOOK_MS, READ_MS, END_MS = 500, 500, 1000, 70, 3000  # READ_MS is for a word that is new on the page
LONGEST_LOOK_MS = 3200
DRAWN_MS = 350  # until the page has drawn what a tap changed
QUALITY = 70
CIRCLE = (40, 140, 255)  # orange, as BGR
QUIET = "() => !document.querySelector('main [aria-busy=true]')"
SHOW = "([name, args]) => window.tapping.show(name, args)"


class Film:
    """The pictures so far, each with how long it stays."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[NDArray[np.uint8]] = []
        self.durations: list[int] = []
        self._words: set[str] = set()

    def look(self, least_ms: int = LOOK_MS) -> None:
        """The page as it is now, for as long as what is new on it takes to read."""
        self.page.wait_for_timeout(DRAWN_MS)
        self.page.wait_for_function(QUIET)
        words = set(self.page.inner_text("body").split())
        new, self._words = len(words - self._words), words
        self._add(self._picture(), max(least_ms, min(READ_MS * new, LONGEST_LOOK_MS)))

    def finger(self, x: int, y: int, *, moved: bool) -> None:
        """A circle where the finger is about to tap; before it the page alone, where it was moved to get there."""
        picture = self._picture()
        if moved:
            self._add(picture, MOVED_MS)
        ring = picture.copy()
        cv2.circle(ring, (x, y), 22, CIRCLE, -1, cv2.LINE_AA)
        self._add(np.asarray(cv2.addWeighted(ring, 0.55, picture, 0.45, 0), dtype=np.uint8), TAP_MS)

    def write(self, path: Path) -> None:
        """As an animated WebP that begins anew for ever."""
        film = cv2.Animation()
        film.frames, film.durations, film.loop_count = self.frames, self.durations, 0
        if not cv2.imwriteanimation(str(path), film, [cv2.IMWRITE_WEBP_QUALITY, QUALITY]):
            raise SystemExit(f"{path} could not be written.")

    def _picture(self) -> NDArray[np.uint8]:
        found = cv2.imdecode(np.frombuffer(self.page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(found, dtype=np.uint8)

    def _add(self, frame: NDArray[np.uint8], duration_ms: int) -> None:
        self.frames.append(frame)
        self.durations.append(duration_ms)


class FilmedHand(Hand):
    """A hand whose taps are filmed, each before it comes and what came of it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.film = Film(page)
        self.all_taps = 0

    def tap(self, find: str, *args: Any, required: bool = True) -> bool:
        """As any hand taps, with a circle where the finger was."""
        spot = self.page.evaluate(SHOW, [find, list(args)])
        if spot is not None:
            self.film.finger(spot["x"], spot["y"], moved=spot["moved"])
        tapped = super().tap(find, *args, required=required)
        if tapped:
            self.all_taps += 1
            self.film.look()
        return tapped


def played_on(script: Script, service: Service) -> list[Action]:
    """The evening until the round that is filmed; the actions of that round."""
    player = Player(script, find_games(), service.log)
    player.session = service.session
    left = list(script.actions)
    for _ in player.play():
        left.pop(0)
        if service.session.state().round == ROUND:
            return left
    raise SystemExit(f"{EVENING.name} has no round {ROUND}.")


def drop(service: Service, hands: Hands, cubes: int) -> None:
    """Let cubes fall once the scale lies still; it counts them, and the game goes on."""
    scale, drawer = service.scale, service.drawer.simulated
    assert scale is not None
    assert drawer is not None
    hands.wait_for(lambda: scale.state().sure and scale.state().count == 0, "the scale's zero")
    goes_on(service, hands, lambda: drawer.drop_cubes(cubes))


def show(service: Service, hands: Hands, code: str) -> None:
    """Lay a card under the camera, and take it away once it was read."""
    lay = service.camera.show
    assert lay is not None
    goes_on(service, hands, lambda: lay(code))
    lay(None)


def goes_on(service: Service, hands: Hands, happens: Callable[[], None]) -> None:
    """What happens at the table, until a device has told it."""
    head = service.session.head
    happens()
    hands.wait_for(lambda: service.session.head > head, "what a device tells")


def filmed(here: Table, actions: list[Action]) -> Iterator[str]:
    """The round, step by step: what of it was not found on the page."""
    hand, session = here.hand, here.session
    assert isinstance(hand, FilmedHand)
    hands = Hands(session)
    for action in actions:
        match action.reading:
            case CardSeen(text=code):
                show(here.service, hands, code)
            case Cubes(count=int(cubes)):
                drop(here.service, hands, cubes)
            case _:
                yield here.move(action).lost
        here.shown()
        if session.state().round != ROUND:
            hand.film.look(END_MS)
            return
        if action.reading is not None:
            hand.film.look()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=FILM)
    parser.add_argument("--pictures", type=Path, help="a folder that keeps each picture")
    asked = parser.parse_args()
    script = parse(EVENING.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with table(chromium, script, Path(data), None) as here:
            actions = played_on(script, here.service)
            hand = FilmedHand(here.hand.page)
            here.hand = hand
            here.shown()
            hand.film.look(2000)
            lost = [one for one in filmed(here, actions) if one]
        chromium.close()
    if lost:
        raise SystemExit("Not found on the page: " + "; ".join(lost))
    hand.film.write(asked.file)
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(hand.film.frames):
            cv2.imwrite(str(asked.pictures / f"{number:03}.png"), frame)
    seconds, megabytes = sum(hand.film.durations) / 1000, asked.file.stat().st_size / 1e6
    print(f"{hand.all_taps} taps, {seconds:.0f} s in {len(hand.film.frames)} pictures, {megabytes:.2f} MB")


if __name__ == "__main__":
    main()
