"""A long list to lay a game out by, on a real page: its sections come one after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.api.checks import usual
from companion.games.frostpunk.game import GAME

from .household import Household
from .rooms import READ_MS, SMALL_PHONE, Room

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def room(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """Frostpunk for two, not laid out yet."""
    house = Household(tmp_path, game=GAME)
    choices = {ask.name: value for ask in GAME.setup(2) if (value := usual(ask)) is not None}
    house.session.start("frostpunk", "Friday", ("Ada", "Ben"), choices, "Ada")
    room = Room(house, chromium)
    yield room
    room.close()
    house.close()
    assert room.faults == []


def test_a_section_that_is_done_makes_room_for_the_next(room: Room) -> None:
    """Whose boxes are all ticked off is closed, so that the next one's follow; who opens it again finds it so."""
    page = room.joined(size=SMALL_PHONE)
    first = page.locator("details.offer-group").first
    expect(first).to_have_attribute("open", "")
    while first.locator('[aria-checked="false"]').count():
        first.locator('[aria-checked="false"]').first.click()
        page.wait_for_timeout(READ_MS)
    expect(first).not_to_have_attribute("open", "")
    expect(first).to_contain_text("10 of 10")
    first.locator("summary").click()
    expect(first).to_have_attribute("open", "")


def test_a_heading_that_says_how_many_has_no_other_number(room: Room) -> None:
    """Of eight Laws four are ticked: "0 of 8" beside it would ask for eight."""
    page = room.joined(size=SMALL_PHONE)
    expect(page.locator('[data-group^="Tick 4 more Laws"] .group-count')).to_have_count(0)
