"""The story of an evening that is over, saved from the list of evenings, in a real browser."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.api.game import Move

from . import islands
from .household import Household
from .rooms import Room

pytestmark = pytest.mark.browser


def test_a_story_saved_from_the_list_tells_its_evening(tmp_path: Path, chromium: Browser) -> None:
    """What is saved of an older evening names it, as what is saved of the open one does."""
    house = Household(tmp_path / "sea", game=islands.GAME)
    house.begin()
    house.session.play(Move("ready"), "Ada")
    name = house.session.evenings()[0].name
    house.session.close()
    room = Room(house, chromium)
    page = room.at(room.joined(), "evenings")
    page.locator(".evening summary").click()
    page.get_by_role("link", name="The evening’s story").click()
    expect(page.locator(".story-ending")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the data").click()
    told = json.loads(download.value.path().read_text(encoding="utf-8"))["evening"]
    assert told["name"] == name
    assert told["players"] == ["Ada", "Ben"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as page").click()
    assert name in download.value.path().read_text(encoding="utf-8")
    room.close()
    house.close()
    assert room.faults == []
