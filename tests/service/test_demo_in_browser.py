"""A demo round in Chromium, from the first page of a phone that has never been here."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from companion.app.service import Service

from .named import check, check_again

pytestmark = [pytest.mark.slow, pytest.mark.browser]

USUAL, ANSWERS = ".action-bar .answer", ":is(.offers, .offer-groups) button"


@pytest.mark.parametrize(
    ("language", "begin", "real", "look"),
    [("en", "Try a demo round", "Play for real", check), ("pl", "Wypróbuj rundę", "Zagraj naprawdę", check_again)],
    ids=["en", "pl"],
)
def test_a_stranger_tries_a_round(
    service: Service, chromium: Browser, language: str, begin: str, real: str, look: Callable[[Page, str], None]
) -> None:
    """One tap begins it; cubes fall, a breakdown comes of it, and at its end one tap leads to the real one. The table's
    own evening and phones are as they were. Everybody can use it, and the wall, and the page that is not."""
    before = (service.session.screen(), service.pairing.phones())
    page = chromium.new_context(
        viewport={"width": 360, "height": 740}, locale=language, reduced_motion="reduce"
    ).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"http://127.0.0.1:{service.server.port}/")
    page.get_by_role("button", name=begin).click()
    page.wait_for_selector(".hint.demo")
    taps = 1
    while not page.get_by_role("link", name=real).count() and taps < 12:
        cubes = page.locator(".hint.demo .chip")
        if taps == 1 or cubes.count():
            look(page, f"after {taps} taps")
        with suppress(TimeoutError):  # where one of several answers is to be chosen neither comes
            page.locator(f".hint.demo .chip, {USUAL}").first.wait_for(timeout=3000)
        usual = page.locator(USUAL)
        (cubes.nth(1) if cubes.count() else (usual if usual.count() else page.locator(ANSWERS)).first).click()
        page.wait_for_timeout(600)
        taps += 1
    assert taps <= 8
    look(page, "the end of the demo")
    page.get_by_role("link", name=real).click()
    expect(page.locator("#name")).to_be_visible()  # to play for real begins with joining the table
    assert faults == []
    assert (service.session.screen(), service.pairing.phones()) == before
    for path in ("wall", "nothing-here"):
        page.goto(f"http://127.0.0.1:{service.server.port}/{path}")
        page.wait_for_selector("h1")
        look(page, path)
    page.context.close()


def test_a_demo_round_that_ended_says_so(service: Service, chromium: Browser) -> None:
    """A page that was left open until its round was over: it said that there is no connection, for ever."""
    page = chromium.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"http://127.0.0.1:{service.server.port}/")
    page.get_by_role("button", name="Try a demo round").click()
    page.wait_for_selector(".hint.demo")
    service.demos.close()
    expect(page.get_by_role("heading", name="This demo round is over.")).to_be_visible(timeout=45_000)
    page.get_by_role("link", name="To the companion").click()
    expect(page.get_by_role("button", name="Try a demo round")).to_be_visible()
    page.context.close()
