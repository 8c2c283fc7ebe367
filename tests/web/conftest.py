"""A dashboard around a real session, and a phone that has joined it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from household import CODE, Household
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from werkzeug.test import TestResponse

from web.server import serve

ORIGIN = "http://localhost"


class Phone:
    """A browser without a screen: remembers its cookie and sends what a page would."""

    def __init__(self, house: Household) -> None:
        self.client: FlaskClient = house.app.test_client()

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, buffered=True)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **more: Any) -> TestResponse:
        headers = {"Origin": ORIGIN, **({"Idempotency-Key": key} if key else {}), **more.pop("headers", {})}
        return self.client.post(path, **({"json": {} if body is None else body} | more), headers=headers)

    def join(self, name: str = "Ada", code: str = CODE, **more: Any) -> TestResponse:
        return self.post("/api/phones/join", {"code": code, "name": name}, **more)

    @property
    def version(self) -> int:
        return int(self.get("/api/screen").json["version"])  # type: ignore[index]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    """A dashboard without an open evening."""
    house = Household(tmp_path / "data")
    yield house
    house.close()


@pytest.fixture
def stranger(house: Household) -> Phone:
    """A phone that has not joined."""
    return Phone(house)


@pytest.fixture
def phone(house: Household) -> Phone:
    """A phone that has joined as Ada, with an evening open."""
    phone = Phone(house)
    assert phone.join().status_code == 200
    house.begin()
    return phone


# --- real browsers ----------------------------------------------------------------------------------------------------

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
SMALL_PHONE = {"width": 360, "height": 640}
TABLET = {"width": 820, "height": 1180}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests; every phone is a context of its own."""
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Room:
    """A served dashboard and the browsers in it."""

    def __init__(self, house: Household, chromium: Browser) -> None:
        self.house = house
        self.chromium = chromium
        self.server = serve(house.app, "127.0.0.1", 0, threads=24)
        self.address = f"http://127.0.0.1:{self.server.port}"
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def browser(self, size: Any = None, **more: Any) -> Page:
        """A phone that has not opened the page yet."""
        context = self.chromium.new_context(viewport=size or SMALL_PHONE, **more)
        context.set_default_timeout(20_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def joined(self, name: str = "Ada", size: Any = None, **more: Any) -> Page:
        """A phone that has joined by the invitation, on the first page."""
        page = self.browser(size, **more)
        page.goto(f"{self.address}/join#code={CODE}")
        page.get_by_label("Your name").fill(name)
        page.keyboard.press("Enter")
        page.wait_for_selector(".now, .welcome")
        page.locator(".message button").click()
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


@pytest.fixture
def room(house: Household, chromium: Browser) -> Iterator[Room]:
    """A served dashboard; a script's fault in any browser fails the test."""
    room = Room(house, chromium)
    yield room
    room.close()
    assert room.faults == []
