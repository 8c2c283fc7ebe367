"""The page on which all that lies otherwise on the table is set together."""

import pytest
from playwright.sync_api import expect

from companion.api.game import Move

from .household import Household
from .rooms import Room, until

pytestmark = pytest.mark.browser


def test_everything_is_set_with_one_tap(house: Household, room: Room) -> None:
    """One tap from the first page, a tap a value, one to set them; one undo takes all of it back."""
    house.begin()
    before = house.session.state()
    page = room.joined()
    page.get_by_role("link", name="The table says otherwise").click()
    oil = page.get_by_role("group", name="Oil").first
    oil.get_by_role("button", name="Less").click()
    dark = page.locator(".otherwise-row").filter(has=page.get_by_role("radio")).first
    dark.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("button", name="Set 2 values").click()
    page.wait_for_selector(".now")
    assert house.session.state().oil == before.oil - 1
    assert house.session.screen().can_undo == 1
    page.get_by_role("button", name="Undo").first.click()
    until(page, lambda: house.session.screen().can_undo == 0)
    expect(page.get_by_role("button", name="Undo").first).to_be_disabled()
    assert house.session.state().oil == before.oil


def test_what_was_changed_stays_when_the_game_goes_on(house: Household, room: Room) -> None:
    """Another phone's move meanwhile is told, and nothing that was entered is lost."""
    house.begin()
    page = room.at(room.joined(), "otherwise")
    less = page.get_by_role("group", name="Oil").first.get_by_role("button", name="Less")
    less.click()
    less.click()
    house.session.play(Move("feed", {"oil": 1}), "Ben")
    expect(page.get_by_role("alert").filter(has_text="gone on")).to_be_visible()
    expect(page.get_by_role("button", name="Set 1 value")).to_be_visible()
