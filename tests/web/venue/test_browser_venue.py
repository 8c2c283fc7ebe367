"""A venue's page in a real browser before a real server: live, calls, an evening that goes on, at every size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nats.js import JetStreamContext
from playwright.sync_api import Browser, Page, expect

from companion.venue import notes, signing
from companion.venue.fleet import Wish
from companion.venue.fleet_staff import Fleet, members, put
from tests.companion.toy_game import fuel_move
from tests.companion.venue.conftest import Nats, needs_nats, until
from tests.companion.venue.conftest import nats as nats  # the fixture
from tests.companion.venue.test_shipper import table
from tests.web.axe import violations, violations_in_both
from tests.web.rooms import SMALL_PHONE, TABLET
from web.server import serve

from .test_venue_page import CODE, House

pytestmark = [pytest.mark.browser, pytest.mark.slow, needs_nats]
DESKTOP = {"width": 1440, "height": 900}


async def wanted(stream: JetStreamContext) -> None:
    """The owner wants a setting of two tables."""
    await notes.prepare(stream, 1)
    fleet = Fleet(stream, signing.new_key()[0])
    await fleet.change(lambda plan: members(plan, "club", ["table-3", "table-4"]))
    await fleet.change(lambda plan: put(plan, "club", Wish(settings={"voice.rate": 180}), ["table-4"]))


@pytest.fixture
def page(nats: Nats, tmp_path: Path, chromium: Browser) -> Iterator[Page]:
    """A desktop that has opened the page; a script's fault fails the test."""
    nats.ask(wanted)
    house = House(nats, tmp_path)
    server = serve(house.app, "127.0.0.1", 0, threads=4)
    context = chromium.new_context(viewport=DESKTOP)
    one, faults = context.new_page(), []
    one.on("pageerror", lambda error: faults.append(str(error)))
    one.goto(f"http://127.0.0.1:{server.port}")
    yield one
    context.close()
    server.stop()
    house.close()
    assert faults == []


def fits(page: Page) -> bool:
    """Whether nothing stands beyond the side, at each size."""
    found = []
    for size in (SMALL_PHONE, TABLET, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found.append(page.evaluate("(main) => main.scrollWidth <= main.clientWidth", page.query_selector("main")))
    return all(found)


def test_an_evening_at_the_venue(page: Page, nats: Nats, tmp_path: Path) -> None:
    """A guest sees a table that is free, joins, sees it play, a call come and go, its evening go on, the figures."""
    with table(tmp_path / "table", nats.access()) as one:
        card = page.locator(".venue-table")
        expect(card).to_contain_text("Free")
        assert violations(page) == ""
        page.get_by_role("link", name="Join as staff").click()
        page.get_by_label("Pairing code").fill(CODE)
        page.get_by_label("Your name").fill("Ola")
        page.get_by_role("button", name="Join").click()
        one.begin()
        one.session.play(fuel_move(2), "Anna")
        expect(card).to_contain_text("Anna, Bert")
        one.call.call("Anna")
        answer = page.get_by_role("button", name="I am coming to table-3")
        expect(answer).to_be_visible()
        assert violations_in_both(page) == ""
        assert fits(page)
        page.set_viewport_size(TABLET)  # type: ignore[arg-type]
        assert violations(page) == ""
        answer.click()
        until(lambda: one.call.present is None)
        expect(answer).to_have_count(0)
        page.get_by_role("link", name="Look at the evening of table-3").click()
        steps = page.locator(".venue-step")
        expect(steps).to_have_count(2)
        one.session.play(fuel_move(1), "Bert")
        expect(steps).to_have_count(3)
        assert violations(page) == ""
        for route, shown in (
            ("evenings", ".venue-evenings"),
            ("figures", ".venue-numbers"),
            ("table", "#export-title"),
        ):
            page.get_by_role("navigation").locator(f"a[href='#{route}']").click()
            expect(page.locator(shown)).to_be_visible()
            assert violations(page) == "", route
            assert fits(page), route
        page.get_by_role("link", name="Settings, cards and versions").click()
        expect(page.locator(".venue-table", has_text="table-4")).to_contain_text("Wanted: settings voice.rate=180")
        assert violations(page) == ""
        assert fits(page)
        nats.stop()
        expect(page.locator(".banner")).to_contain_text("does not answer")
