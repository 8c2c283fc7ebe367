"""A long list to lay a game out by, on a real page: its sections come one after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.api.checks import usual
from companion.api.game import Move, Pick
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


def test_a_tile_that_is_asked_about_is_lit_on_a_small_map(room: Room) -> None:
    """Its name, "Far tile 3", stands on no table. The first corner that gets no Deposit is asked about by halves."""
    session = room.house.session
    session.play(Move("enter_map"), "Ada")
    for rim in ("coal", "wood", "coal"):
        offer = next(one for one in session.screen().prompts[0].offers if one.move.args.get("rim") == rim)
        assert isinstance(offer.asks[0], Pick)
        session.play(Move("rim_at", {"rim": rim, "place": offer.asks[0].choices[0].value}), "Ada")
    page = room.joined(size=SMALL_PHONE)
    expect(page.locator("h1.do")).to_contain_text("what lies on one half?")
    expect(page.locator(".prompt .asked-about .lit")).to_be_visible()


def test_who_puts_the_map_right_stays_there(room: Room) -> None:
    """The one way in leads to all that can be put right, in the same sheet."""
    session = room.house.session
    session.correct("phase", "morning", "Ada")
    page = room.joined(size=SMALL_PHONE)
    page.locator(".row.also").click()
    page.get_by_role("button", name="Put the map right").click()
    expect(page.get_by_role("button", name="The map is right")).to_be_visible()
