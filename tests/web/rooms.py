"""A served dashboard and real browsers in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from companion.api.game import Game
from web.guard import COOKIE
from web.server import serve

from .household import CODE, Household

CHROMIUM = "/usr/bin/chromium-headless-shell"  # the same engine without the windows that nobody sees
PATIENCE_MS = 45_000  # a busy machine is slow, not wrong
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
READ_MS = 350  # a tap at the same place counts once people can have read what has come there
OIL_IS = "oil => told('panel:tower').widgets.some((one) => one.value === 'oil' && one.count === oil)"
TOLD = """async () => {
    window.told = (await import(document.querySelector('script[type=module]').src)).modules['store.js'].part;
}"""
SMALL_PHONE = {"width": 360, "height": 640}
TABLET = {"width": 820, "height": 1180}


class Room:
    """A served dashboard and the browsers in it."""

    def __init__(self, house: Household, chromium: Browser) -> None:
        self.house = house
        self.chromium = chromium
        self.server = serve(house.app, "127.0.0.1", 0, threads=24)
        self.address = f"http://127.0.0.1:{self.server.port}"
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def browser(self, size: Any = None, tour: bool = False, **more: Any) -> Page:
        """A phone that has not opened the page yet; one that has had all hints, unless it is to see the `tour`."""
        context = self.chromium.new_context(viewport=size or SMALL_PHONE, **more)
        if not tour:
            context.add_init_script("localStorage.setItem('tour', 'off')")
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def joined(self, name: str = "Ada", size: Any = None, **more: Any) -> Page:
        """A phone that has joined, on the first page. It is let in beforehand, which saves a fifth of the visit: how
        that goes on the page is for tests of its own."""
        _, token = self.house.app.pairing.join(CODE, name, "127.0.0.1")
        page = self.browser(size, **more)
        page.context.add_cookies([{"name": COOKIE, "value": token, "url": self.address, "httpOnly": True}])
        page.goto(self.address)
        page.wait_for_selector(".now, .welcome")
        expect(page.get_by_text("One moment…")).to_have_count(0)  # it was told how things stand: what comes now is news
        return page

    def at(self, page: Page, route: str) -> Page:
        """The phone on another page, drawn."""
        page.goto(f"{self.address}/#{route}")
        page.wait_for_selector("main h1")
        expect(page.get_by_text("One moment…")).to_have_count(0)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.server.stop()


@contextmanager
def evening_of(game: Game[Any], folder: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening of this game; a script's fault in any browser fails the test."""
    house = Household(folder, game=game)
    house.begin()
    room = Room(house, chromium)
    yield room
    room.close()
    house.close()
    assert room.faults == []


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, scrolled to the top, and wait until the page has drawn itself for it: a page that
    is there already takes a tenth of the time of one that is loaded."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")
    # One frame, in which whatever waits for a size hears of it, and what is drawn anew because of that.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))")


def usual(page: Page) -> Locator:
    """The large button."""
    return page.locator(".action-bar .answer")


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds here, while the page goes on.

    `page.wait_for_function` takes a promise for an answer: what it holds may be false. What is asked there must be a
    function: a bare expression is evaluated anew each time, which the page's policy forbids from the second time on.
    """
    end = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        page.wait_for_timeout(20)


def expect_oil(page: Page, oil: int) -> None:
    """The page knows of so many cans, wherever it shows them: on a phone, not on the first page."""
    page.evaluate(TOLD)
    page.wait_for_function(OIL_IS, arg=oil, timeout=PATIENCE_MS)
