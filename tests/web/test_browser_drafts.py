"""What was typed into a form and not sent is there again when the browser has loaded the page anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from . import islands
from .household import Household
from .rooms import Room, evening_of

pytestmark = pytest.mark.browser


def test_a_new_evening_that_was_half_filled_in(room: Room) -> None:
    """Who plays, what was chosen and the name outlive another app in front of the browser, and another tab of the page;
    the evening that is begun after it begins anew."""
    page = room.at(room.joined(), "new")
    page.get_by_label("Player 1", exact=True).fill("Gull")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Player 3", exact=True).fill("Zoe")
    page.get_by_role("radio", name="Storm").check()
    page.get_by_label("Name of the evening").fill("The long night")
    page.reload()
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Zoe")
    expect(page.get_by_role("radio", name="Storm")).to_be_checked()
    room.at(page, "look-up")
    room.at(page, "new")
    expect(page.get_by_label("Name of the evening")).to_have_value("The long night")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".now")
    assert room.house.session.state().players == ("Gull", "Ben", "Zoe")
    room.at(page, "new")
    expect(page.get_by_role("radio", name="Storm")).not_to_be_checked()
    expect(page.get_by_label("Name of the evening")).not_to_have_value("The long night")


def test_what_the_board_shows_and_a_note(house: Household, room: Room) -> None:
    """A fact that was read off the board, and a note on a card, until they are saved."""
    house.begin()
    page = room.at(room.joined(), "board")
    page.get_by_role("button", name="Depth of the well").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("17")
    page.reload()
    page.get_by_role("button", name="Depth of the well").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value("17")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    room.at(page, "look-up/card/M017")
    page.get_by_label("Your own note").fill("The keeper is a liar.")
    page.reload()
    expect(page.get_by_label("Your own note")).to_have_value("The keeper is a liar.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The note is kept.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Your own note")).to_have_value("The keeper is a liar.")


@pytest.fixture
def sea(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening at sea."""
    with evening_of(islands.GAME, tmp_path / "sea", chromium) as room:
        yield room


def test_what_a_card_says(sea: Room) -> None:
    """A text of some lines, until it is saved; one that somebody else has saved meanwhile is shown instead."""
    page = sea.at(sea.joined(), "board/own/card.M017")
    page.get_by_label("What it says").fill("now: hope -1")
    page.reload()
    expect(page.get_by_label("What it says")).to_have_value("now: hope -1")
    sea.house.session.learn("card.M017", "now: hope -2", "Ben")
    page.reload()
    expect(page.get_by_label("What it says")).to_have_value("now: hope -2")
