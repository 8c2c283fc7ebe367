"""Campaigns of the venue under *Evenings*: handed over by a tap, taken over only after it was said what that means."""

import re

import pytest
from playwright.sync_api import expect

from .axe import violations_in_both
from .household import Household
from .rooms import Room

pytestmark = pytest.mark.browser


def test_a_campaign_is_handed_over_and_another_taken_over(house: Household, room: Room) -> None:
    """The tag says how it is; who takes one over is asked once more."""
    house.begin()
    page = room.at(room.joined("Ada"), "evenings")
    page.locator("details.evening summary").click()
    page.get_by_role("button", name="Hand to the venue").click()
    page.get_by_role("dialog").get_by_role("button", name="Hand to the venue").click()
    expect(page.get_by_text("waits for the venue")).to_be_visible()
    played = page.get_by_role("listitem").filter(has_text="played at table-17")
    played.get_by_role("button", name="Take it over").click()
    sheet = page.get_by_role("dialog", name="Take “The long way” over from table-17?")
    expect(sheet).to_contain_text("what was played there since is not in it")
    sheet.get_by_role("button", name="Cancel").click()
    assert house.campaigns.taken == []
    assert violations_in_both(page) == ""
    played.get_by_role("button", name="Take it over").click()
    sheet.get_by_role("button", name="Take it over").click()
    expect(page).to_have_url(re.compile("#now$"))
    assert house.campaigns.taken == [("c1", True)]
