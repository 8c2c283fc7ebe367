"""The end of a game on the page: how it went, and once more."""

from datetime import datetime

import pytest
from playwright.sync_api import expect

from companion.api.game import Move

from .household import Household
from .rooms import Room

pytestmark = pytest.mark.browser


def test_the_same_table_plays_again_with_one_tap(house: Household, room: Room) -> None:
    """When it is over the ending stands large, and one tap begins anew with the same players."""
    house.begin()
    house.session.play(Move("feed", {"oil": 2}), "Ada")
    house.session.play(Move("put_out"), "Ben")
    was = house.session.screen()
    assert was.ending is not None
    page = room.joined()
    expect(page.get_by_role("heading", level=1)).to_have_text(str(was.ending))
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(str(was.ending))
    now = house.session.screen()
    assert (now.ending, now.evening.players, now.can_undo) == (None, was.evening.players, 0)
    assert now.evening.id != was.evening.id


def test_the_list_says_where_each_evening_stood(house: Household, room: Room) -> None:
    """Where in the game it was left, and how long ago."""
    house.begin(name="Monday")
    stood = house.session.standing(house.session.evenings()[0].id)
    house.session.close()
    page = room.at(room.joined(), "evenings")
    expect(page.get_by_text(f"{stood.line}, just now")).to_be_visible()


def test_an_evening_that_nobody_named_is_called_like_its_game(house: Household, room: Room) -> None:
    """Its date stands once, below it, as whoever reads it writes dates; what is put away can be gone on with."""
    page = room.at(room.joined(), "new")
    page.locator("label.option").first.click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".now")
    [evening] = house.session.evenings()
    assert evening.name == "The Lighthouse"
    page = room.at(page, "evenings")
    shown = page.locator(".evening summary")
    year = datetime.fromtimestamp(evening.started).year
    words = shown.inner_text()
    assert (words.count("The Lighthouse"), words.count(str(year))) == (1, 1)
    shown.click()
    expect(page.get_by_text("Leave the table as it lies until you go on")).to_be_visible()


def test_who_sat_there_last_sits_there_again(house: Household, room: Room) -> None:
    """A new evening begins with the players of the last one, in their order."""
    house.begin(players=("Gull", "Ada", "Ben"))
    house.session.close()
    page = room.at(room.joined(), "new")
    page.locator("label.option").first.click()
    expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Gull")
    expect(page.get_by_role("textbox", name="Player 3")).to_have_value("Ben")
