"""What the board shows, the owner's own texts, and the evening's story, in real browsers."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Move

from . import islands
from .rooms import Room, evening_of

pytestmark = pytest.mark.browser


@pytest.fixture
def sea(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening at sea."""
    with evening_of(islands.GAME, tmp_path / "sea", chromium) as room:
        room.house.session.play(Move("ready"), "Ada")
        yield room


def known(room: Room) -> dict[str, object]:
    return dict(room.house.session.board("islands"))


# --- what the board shows ---------------------------------------------------------------------------------------------


def test_a_row_is_filled_in_and_saved_at_once(sea: Room) -> None:
    """A row of the board is a table: several spaces by one rule, one by hand, all in one step of the history."""
    page = sea.at(sea.joined(), "board")
    depths = page.get_by_role("button", name="Depth at space").locator(".unknown")
    expect(depths).to_have_count(11)
    page.get_by_role("button", name="Depth at space").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Fill in several at once").click()
    dialog.get_by_label("From space").select_option("4")
    dialog.get_by_label("To space").select_option("12")
    dialog.get_by_label("Begin with").fill("3")
    dialog.get_by_role("radio", name="One more").check()
    dialog.get_by_role("button", name="Fill in", exact=True).click()
    dialog.get_by_label("Depth at space 1", exact=True).fill("1")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    dialog.get_by_role("button", name="Save").click()
    expect(depths).to_have_count(0)
    told = known(sea)
    assert [told[f"depth_{number}"] for number in range(1, 13)] == [1, 2, 7, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert len(sea.house.session.screen().history) == 3  # begun, ready, told


def test_a_bad_value_is_named(sea: Room) -> None:
    """A value beyond the limits is refused before it is sent, with the space it stands at; all of it can wait."""
    page = sea.at(sea.joined(), "board")
    page.get_by_role("button", name="Depth at space").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Depth at space 5", exact=True).fill("99")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_have_text("Space 5: Enter a whole number from 0 to 40.")
    dialog.get_by_role("button", name="Later").click()
    expect(dialog).to_have_count(0)
    assert "depth_5" not in known(sea)


def test_a_row_of_choices_is_a_table_too(sea: Room) -> None:
    """Who eats in each round is chosen from lists, several rounds at once."""
    page = sea.at(sea.joined(), "board")
    page.locator("summary", has_text="Rounds").click()
    page.get_by_role("button", name="Who eats in round").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Fill in several at once").click()
    dialog.get_by_label("Value").select_option("cooks")
    dialog.get_by_role("button", name="Fill in", exact=True).click()
    dialog.get_by_label("Who eats in round 2").select_option("sailors")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_label("All known").first).to_be_visible()
    assert [known(sea)[f"fed_{number}"] for number in range(1, 5)] == ["cooks", "sailors", "cooks", "cooks"]


def test_a_told_fact_is_taken_back(sea: Room) -> None:
    """What was told wrongly is unknown again by one tap; the rulebook's value comes back."""
    page = sea.at(sea.joined(), "board")
    page.get_by_label("Find").fill("masts")
    page.get_by_role("button", name="Masts").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="5").check()
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You said 5.")).to_be_visible()
    page.get_by_role("button", name="Masts").click()
    dialog.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("The rulebook says 3.")).to_be_visible()


def test_a_card_is_given_its_text(sea: Room) -> None:
    """From a card's page its own text is written, kept, shown, changed and found again under the board."""
    page = sea.at(sea.joined(), "look-up/card/M017")
    page.get_by_role("link", name="Write its text").click()
    page.get_by_label("What it says").click()  # as a finger does, and no second tap where the link was
    page.get_by_label("What it says").fill("now: hope +1")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".own-text")).to_have_text("now: hope +1")
    assert known(sea)["card.M017"] == "now: hope +1"
    sea.at(page, "board")
    page.locator("summary", has_text="Your cards").click()
    page.get_by_role("link", name="M017").click()
    expect(page.get_by_label("What it says")).to_have_value("now: hope +1")
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    page.wait_for_selector(".board-group")
    assert "card.M017" not in known(sea)


def test_a_refused_text_is_not_lost(sea: Room) -> None:
    """A text that is refused stays in its field, with the reason."""
    page = sea.at(sea.joined(), "board/own/card.M017")
    page.route("**/api/board", lambda route: route.fulfill(status=409, json={"error": "Line 1 is odd.", "kind": "bad"}))
    page.get_by_label("What it says").fill("now: nonsense")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 1 is odd.")
    expect(page.get_by_label("What it says")).to_have_value("now: nonsense")


# --- the story --------------------------------------------------------------------------------------------------------


def ended(room: Room) -> Page:
    """A phone at the end of the evening."""
    for _ in range(3):
        room.house.session.play(Move("sail", {"wind": "north"}), "Ben")
    room.house.session.play(Move("end"), "Ada")
    return room.joined()


def test_the_end_leads_to_the_story(sea: Room) -> None:
    """After the game one tap shows how it ended, a plot for each matter, what happened and what was decided."""
    page = ended(sea)
    page.get_by_role("link", name="See how it went").click()
    expect(page.get_by_role("heading", name="The voyage of Ada")).to_be_visible()
    expect(page.get_by_text("the voyage failed in round 8")).to_be_visible()
    expect(page.locator("svg.plot")).to_have_count(4)
    expect(page.locator("svg.plot").first).to_contain_text("lost at 6")
    expect(page.locator(".events li")).to_have_count(3)
    expect(page.locator(".decisions li")).to_have_count(6)  # begun, ready, three times set sail, ended
    expect(page.get_by_text("Child labour")).to_be_visible()


def test_values_of_a_round_are_read_off(sea: Room) -> None:
    """The slider, or a tap on a plot, tells every value of a round; the whole table can be opened."""
    page = ended(sea)
    sea.at(page, "story")
    legend = page.locator(".legend").first
    expect(legend).to_contain_text("Hope 1")
    page.get_by_label("Values of").fill("4")
    expect(legend).to_contain_text("Hope 6")
    expect(page.locator("output")).to_have_text("Round 4")
    page.locator(".plot-room").first.click(position={"x": 30, "y": 60})
    expect(page.locator("output")).to_have_text("Round 1")
    page.get_by_text("All numbers").nth(1).click()
    expect(page.locator(".numbers[open] tbody tr")).to_have_count(8)


def test_the_story_is_saved_without_a_connection(sea: Room) -> None:
    """Picture, page and data are made on the phone, also when the companion cannot be reached."""
    page = ended(sea)
    sea.at(page, "story")
    page.context.set_offline(True)
    found = {}
    for name in ("Save as picture", "Save as page", "Save the data"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        found[download.value.suggested_filename] = download.value.path().read_bytes()
    assert set(found) == {f"The-voyage-of-Ada.{ending}" for ending in ("png", "html", "json")}
    picture, text = found["The-voyage-of-Ada.png"], found["The-voyage-of-Ada.html"].decode()
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert width == 2160
    assert height > 1500
    assert text.count("<svg") >= 4
    assert "Child labour" in text
    assert "http://127" not in text
    assert "<script" not in text
    assert json.loads(found["The-voyage-of-Ada.json"])["title"] == "The voyage of Ada"
    page.context.set_offline(False)


def test_the_picture_is_not_blank(sea: Room) -> None:
    """What is saved as a picture shows the plots' lines."""
    page = ended(sea)
    sea.at(page, "story")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as picture").click()
    picture = cv2.imread(str(download.value.path()))
    assert picture is not None
    hope, lost = (143, 217, 171), (255, 156, 143)  # good; discontent, and the line at which all is lost
    for red, green, blue in (hope, lost):
        assert (picture == (blue, green, red)).all(axis=2).any()


def test_an_older_evening_keeps_its_story(sea: Room) -> None:
    """The list of evenings leads to the story of each."""
    page = ended(sea)
    sea.house.session.close()
    sea.at(page, "evenings")
    page.locator(".evening summary").click()
    page.get_by_role("link", name="The evening’s story").click()
    expect(page.get_by_role("heading", name="The voyage of Ada")).to_be_visible()
