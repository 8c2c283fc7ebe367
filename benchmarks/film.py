"""A film of a Frostpunk round as a phone shows it, for the README.

`python benchmarks/film.py [FILE.webp]` starts the service with every device simulated, plays to the second round and
then taps through it on a phone of 360 by 740, in Chromium: a circle shows each tap. It prints how many taps the round
took, how long the film is and what it weighs. Nothing of it is timed: each picture stays as long as it takes to read.
The taps are not those of `benchmarks/taps.py`: each order that is ticked off counts here.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Locator, Page, sync_playwright

sys.path.append(str(Path(__file__).parent.parent))

from companion.app.service import Service
from companion.app.settings import Settings
from hardware.players import RememberingPlayer
from tests.service.conftest import Hands, to_the_generator
from tests.web.rooms import CHROMIUM, FLAGS

PHONE = {"width": 360, "height": 740}
FILM = Path(__file__).parent.parent / "docs" / "pictures" / "round.webp"
TAP_MS, LOOK_MS, READ_MS, END_MS = 500, 1300, 70, 3000  # READ_MS is for a word that is new on the page
LONGEST_LOOK_MS = 3200
QUALITY = 70
MOST_TAPS = 80
CIRCLE = (40, 140, 255)  # orange, as BGR
USUAL = ".action-bar .answer:visible"
ANSWERS = "main .offers button:visible, main .offer-groups button:visible"

# Who plays gathers twice and builds nothing more: what is tapped where the first answer is not meant, in its order.
CHOSEN: dict[str, list[str]] = {
    "preparation.advisor": ["No Advisor"],
    "dusk.card": ["No icon"],
    "morning.card": ["No icon"],
    "action.turn": ["Gather 2 Wood", "Gather 2 Coal", "Nobody acts any more"],
}


class Film:
    """The pictures so far, each with how long it stays."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[NDArray[np.uint8]] = []
        self.durations: list[int] = []
        self._words: set[str] = set()

    def look(self, least_ms: int = LOOK_MS) -> None:
        """The page as it is now, for as long as what is new on it takes to read."""
        words = set(self.page.inner_text("body").split())
        new, self._words = len(words - self._words), words
        self._add(self._picture(), max(least_ms, min(READ_MS * new, LONGEST_LOOK_MS)))

    def tap(self, what: Locator) -> None:
        """Tap it, with a circle where the finger was."""
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None
        picture = self._picture()
        finger = (round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))
        ring = picture.copy()
        cv2.circle(ring, finger, 22, CIRCLE, -1, cv2.LINE_AA)
        self._add(np.asarray(cv2.addWeighted(ring, 0.55, picture, 0.45, 0), dtype=np.uint8), TAP_MS)
        what.click()
        self.page.wait_for_timeout(350)

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


def joined(service: Service, page: Page) -> None:
    """Anna's phone, without hints."""
    page.add_init_script("localStorage.setItem('tour', 'off')")
    page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector(".now")
    page.evaluate("document.querySelector('.message button')?.click()")


def answer(film: Film, service: Service) -> None:
    """The next tap of whoever plays: an order done, or an answer; two of the three cubes fall into the drawer, and the
    scale counts them."""
    page = film.page
    todo = page.locator(".todo [aria-checked=false]:visible")
    if todo.count():
        film.tap(todo.first)
        film.look(700)
        return
    prompt = service.session.screen().prompts[0].name
    if prompt == "generator.drop":
        service.drawer.simulated.drop_cubes(2)
    if prompt == "generator.count":  # nobody taps: the scale counts
        hands = Hands(service.session)
        hands.wait_for(lambda: hands.asked().name != prompt, "the count")
        film.look()
        return
    sheet = page.locator("dialog[open]")
    if sheet.count():
        asked = sheet.locator("fieldset:not(:has(:checked)) label:visible")
        film.tap((asked if asked.count() else sheet.locator("button.usual:visible")).first)
        film.look()
        return
    film.tap(_meant(page, prompt))
    film.look()


def _meant(page: Page, prompt: str) -> Locator:
    """What is chosen of the answers, or the usual one, or the first."""
    wanted, usual, answers = CHOSEN.get(prompt, []), page.locator(USUAL), page.locator(ANSWERS)
    if wanted and answers.filter(has_text=wanted[0]).count():
        return answers.filter(has_text=wanted.pop(0)).first
    return usual.first if usual.count() else answers.first


def play(service: Service, page: Page) -> tuple[Film, int]:
    """The film of round 2, and its taps."""
    hands = Hands(service.session)
    hands.wait_for(lambda: service.scale.state().resting, "a drawer at rest")
    to_the_generator(hands)
    joined(service, page)
    film = Film(page)
    film.look(2000)
    taps = 0
    began = service.session.state().round
    while service.session.state().round == began and taps < MOST_TAPS:
        answer(film, service)
        taps += 1
    film.look(END_MS)
    return film, taps


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=FILM)
    path: Path = parser.parse_args().file
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        service = Service(Settings(), data=Path(data), port=0, simulate=True, player=RememberingPlayer(), code="123456")
        service.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            film, taps = play(service, browser.new_context(viewport=PHONE).new_page())
        finally:
            browser.close()
            service.stop()
    film.write(path)
    seconds, megabytes = sum(film.durations) / 1000, path.stat().st_size / 1e6
    print(f"{taps} taps, {seconds:.0f} s in {len(film.frames)} pictures, {megabytes:.2f} MB")


if __name__ == "__main__":
    main()
