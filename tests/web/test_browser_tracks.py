"""The tracks of a game with many of them, on a real page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.turris.game import GAME

from .rooms import SMALL_PHONE, TABLET, Room, evening_of

pytestmark = pytest.mark.browser


@pytest.fixture
def turris(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening of Turris, which has six panels of tracks."""
    with evening_of(GAME, tmp_path, chromium) as room:
        yield room


def test_one_tap_leads_to_any_track_from_any_other(turris: Room) -> None:
    """The page is four screens long: its names stand at its top wherever one is, and the one that is tapped follows."""
    page = turris.at(turris.joined("Ada", SMALL_PHONE), "tracks")
    names = page.get_by_role("navigation", name="To a track").get_by_role("button")
    for name in ("Prestige", "Beasts"):
        names.filter(has_text=name).click()
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_in_viewport(ratio=1)
        expect(names.filter(has_text=name)).to_be_in_viewport(ratio=1)
        expect(page.locator("header")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE["width"]


def test_where_the_tracks_stand_beside_each_other_nothing_leads_to_them(turris: Room) -> None:
    """On a tablet most are in sight."""
    page = turris.at(turris.joined("Ada", TABLET), "tracks")
    expect(page.get_by_role("heading", name="Beasts", exact=True)).to_be_visible()
    expect(page.get_by_role("navigation", name="To a track")).to_have_count(0)
