"""Maps, long lists, lists to tick off, draws by chance, texts of several lines, in real browsers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from companion.api.game import Move

from . import islands
from .axe import violations_in_both
from .rooms import READ_MS, Room, evening_of, until
from .test_browser_access import OVERLAPS, SMALL_TARGETS, WIDER, fits

pytestmark = pytest.mark.browser


@pytest.fixture
def sea(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening at sea, being set up."""
    with evening_of(islands.GAME, tmp_path / "sea", chromium) as room:
        yield room


@pytest.fixture
def work(sea: Room) -> Room:
    """The same, all set up."""
    sea.house.session.play(Move("ready"), "Ada")
    return sea


def state(room: Room) -> islands.Sea:
    found = room.house.session.state()
    assert isinstance(found, islands.Sea)
    return found


def played(room: Room, page: Page, steps: int) -> None:
    """Wait until so many steps have been played."""
    until(page, lambda: room.house.session.screen().can_undo == steps)


def test_a_card_without_a_code_leads_nowhere(sea: Room) -> None:
    """A card with a code is looked up by a tap; one without is only told."""
    page = sea.at(sea.joined(), "tracks")
    expect(page.locator(".cards a.row")).to_have_count(1)
    expect(page.locator(".cards div.row")).to_have_text("A card unreadIt lies on the pile.")
    page.locator(".cards a.row").click()
    expect(page).to_have_url(re.compile("look-up/card/M017"))


# --- lists to tick off ------------------------------------------------------------------------------------------------


def test_items_are_ticked_off_quickly(sea: Room) -> None:
    """Several items are ticked one after the other without waiting; each counts once, and a tap takes one back."""
    page = sea.joined()
    boxes = page.get_by_role("checkbox")
    expect(boxes).to_have_count(5)
    for number in range(4):
        boxes.nth(number).click(no_wait_after=True)
        page.wait_for_timeout(READ_MS)  # the list moves by nearly a row when the first is ticked
    expect(page.get_by_text("3 of 3")).to_be_visible()
    expect(page.get_by_text("1 of 2")).to_be_visible()
    boxes.nth(1).click()
    expect(page.get_by_text("2 of 3")).to_be_visible()
    expect(page.locator("[aria-checked=true]")).to_have_count(3)
    played(sea, page, 5)
    assert state(sea).ticked == (islands.CHECKS[0], islands.CHECKS[2], islands.CHECKS[3])


def test_a_tick_shows_at_once_on_a_slow_network(sea: Room) -> None:
    """A tick is shown before the companion has answered, and stays."""
    page = sea.joined()
    held: list[Route] = []
    page.route("**/api/play", lambda route: held.append(route))
    box = page.get_by_role("checkbox").first
    box.click()
    expect(box).to_be_checked()
    assert state(sea).ticked == ()
    expect(page.locator(".offer-row.ticked")).to_have_count(1)
    held[0].continue_()
    played(sea, page, 1)
    expect(box).to_be_checked()


def test_the_bar_holds_only_the_usual_answer(sea: Room) -> None:
    """Items to tick off never crowd the bar at the bottom."""
    page = sea.joined()
    expect(page.locator(".action-bar .answer")).to_have_count(1)
    expect(page.locator(".action-bar .answer")).to_have_text("All is ready")
    page.locator(".action-bar .answer").click()
    expect(page.locator(".do")).to_have_text("Take an action.")
    expect(page.locator(".action-bar")).to_have_count(0)


# --- long lists -------------------------------------------------------------------------------------------------------


def test_long_lists_stand_under_headings(work: Room) -> None:
    """Two dozen offers stand in groups: of few only a very long one is closed, with its count; notes tell the price."""
    page = work.joined()
    expect(page.locator("details.offer-group")).to_have_count(1)
    expect(page.get_by_role("button", name="Land at H.2")).to_have_count(0)
    expect(page.get_by_role("button", name="Build a Brig")).to_contain_text("2 Wood, heated")
    ashore = page.locator("summary", has_text="Go ashore")
    expect(ashore).to_contain_text("12")
    ashore.click()
    page.get_by_role("button", name="Land at H.2").click()
    expect(page.locator(".said").first).to_contain_text("Landed at H.2.")
    expect(page.get_by_role("button", name="Land at H.2")).to_be_visible()  # the group stays open


def test_short_answers_stand_side_by_side(work: Room) -> None:
    """Answers of a word each under one heading are buttons in one row, each played by one tap."""
    page = work.joined()
    north, south = page.get_by_role("button", name="North"), page.get_by_role("button", name="South")
    first, second = north.bounding_box(), south.bounding_box()
    assert first is not None
    assert second is not None
    assert first["y"] == second["y"]
    assert first["x"] < second["x"]
    south.click()
    expect(page.locator(".said").first).to_contain_text("Landed at H.2.")


def test_what_chance_decides_is_one_tap(work: Room) -> None:
    """An offer that asks only chance is played by one tap; beside other asks it is said that the companion draws."""
    page = work.joined()
    page.get_by_role("button", name="Set sail").click()
    expect(page.locator(".said").first).to_contain_text("wind blew.")
    assert len(state(work).winds) == 1
    crew = page.get_by_role("group", name="Sail with a crew")
    expect(crew).to_contain_text("The wind: drawn by the companion")
    expect(crew.get_by_role("button")).to_have_count(4)
    crew.get_by_role("button", name="Sail with a crew: 2").click()
    played(work, page, 3)
    assert len(state(work).winds) == 2


def test_a_text_is_put_together_by_taps(work: Room) -> None:
    """Pieces go behind each other, headings on lines of their own, and the number in one is ready to be typed over."""
    page = work.joined()
    page.get_by_role("button", name="Write the log").click()
    dialog = page.get_by_role("dialog")
    for piece in ("now:", "hope +1", "sick 2", "options:", "lose wood 2"):
        dialog.get_by_role("button", name=piece, exact=True).click()
    page.keyboard.type("5")
    text = dialog.get_by_label("What the log says")
    expect(text).to_have_value("now: hope +1; sick 2\noptions: lose wood 5")
    text.evaluate("(one) => one.setSelectionRange(6, 6)")
    dialog.get_by_role("button", name="gain food 3", exact=True).click()
    expect(text).to_have_value("now: hope +1; gain food 3; sick 2\noptions: lose wood 5")
    dialog.get_by_role("button", name="Write the log").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    played(work, page, 2)
    assert state(work).log == "now: hope +1; gain food 3; sick 2\noptions: lose wood 5"


# --- the map ----------------------------------------------------------------------------------------------------------


def test_a_tile_says_what_can_be_done_there(work: Room) -> None:
    """On a phone a tapped tile opens its spaces with everything that can be done there; one tap plays it."""
    page = work.at(work.joined(), "tracks")
    expect(page.locator(".map-picture .target")).to_have_count(19)
    page.get_by_role("button", name="Island N1").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Island N1")).to_be_visible()
    expect(dialog.locator(".space-here")).to_have_count(2)
    expect(dialog.locator(".space-here").nth(1)).to_contain_text("Gives 2 Wood now.")
    dialog.locator(".space-here").nth(1).get_by_role("button", name="Build a Brig").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Island N1")).to_have_attribute("aria-label", re.compile("Brig"))
    assert state(work).built == {"N1.2": "Brig"}


def test_what_is_still_asked_is_asked_in_the_sheet(work: Room) -> None:
    """A place answers its part of an offer; the rest of it is filled in."""
    page = work.at(work.joined(), "tracks")
    page.get_by_role("button", name="Sea F12").click()
    expect(page.get_by_role("dialog").get_by_role("group", name="Send a crew").get_by_role("button")).to_have_count(4)
    page.get_by_role("dialog").get_by_role("button", name="Send a crew: 3").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    played(work, page, 2)
    assert state(work).landed == ("F12",)


def test_the_large_map_takes_single_spaces(work: Room) -> None:
    """Over the whole screen spaces are large enough for a thumb; it grows and shrinks, and stays after a move."""
    page = work.joined()
    page.get_by_role("button", name="The sea, larger").click()
    large = page.locator(".big-map")
    expect(large.locator(".target")).to_have_count(5 + 14 + 11)
    small = """() => [...document.querySelectorAll('.big-map .target')].filter((one) => {
        const box = one.getBoundingClientRect(); return Math.min(box.width, box.height) < 44; }).length"""
    assert page.evaluate(small) == 0
    wide = "document.querySelector('.big-map .map-picture').getBoundingClientRect().width"
    before = page.evaluate(wide)
    large.get_by_role("button", name="Larger").click()
    assert page.evaluate(wide) > before
    large.get_by_role("button", name="More of the map on the right").click()
    large.get_by_role("button", name="More of the map on the left").click()
    large.get_by_role("button", name="Smaller").click()
    large.get_by_role("button", name="Reef").first.click()
    page.locator("dialog.sheet").get_by_role("button", name="Build a Sloop").click()
    expect(page.locator("dialog.sheet")).to_have_count(0)
    expect(large.get_by_role("button", name="Sloop")).to_have_count(1)
    large.get_by_role("button", name="Close").click()
    expect(large).to_have_count(0)


def test_a_space_is_chosen_on_the_map(work: Room) -> None:
    """An offer that asks for a space lights its own on the map of the page: the tile, the space, and it is done."""
    page = work.joined()
    page.get_by_role("button", name="Build a Brig").click()
    expect(page.locator(".aim-bar")).to_contain_text("Build a Brig")
    asked = page.locator(".asked-map")
    expect(asked.locator(".target.open")).to_have_count(8)
    asked.locator("[data-value=N2]").click()
    asked.locator("[data-value='N2.2']").click()
    expect(page.locator(".said").first).to_contain_text("A Brig lies at N2.2.")
    assert state(work).built == {"N2.2": "Brig"}


def test_a_place_that_answers_one_thing_is_one_tap(work: Room) -> None:
    """Where one thing alone can be done it is done by a tap on the map; what else it asks is one more. The map is high,
    and folded above many other answers until it is wanted."""
    page = work.joined()
    expect(page.locator(".asked-map")).to_have_count(0)
    page.locator(".map-folded .row").click()
    page.locator(".asked-map [data-value=F12]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio")).to_have_count(4)
    dialog.get_by_role("radio", name="3").click()
    expect(dialog).to_have_count(0)
    played(work, page, 2)
    assert state(work).landed == ("F12",)


def test_a_space_is_chosen_from_the_list(work: Room) -> None:
    """Whoever cannot tap on the map has the same spaces as a list."""
    page = work.joined()
    page.get_by_role("button", name="Build a Lugger").click()
    page.get_by_text("As a list").click()
    page.get_by_role("button", name="Build a Lugger: Space F3.1").click()
    expect(page.locator(".said").first).to_contain_text("A Lugger lies at F3.1.")


def spare(page: Page, name: str) -> Locator:
    """The dialog of what the spare boat can do."""
    page.get_by_role("button", name="that could be done").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()
    return page.get_by_role("dialog")


def test_a_space_is_chosen_on_a_map_in_a_dialog(work: Room) -> None:
    """What is also open shows its map in its dialog: the tile, then the space, and nothing needs to be confirmed."""
    page = work.joined()
    dialog = spare(page, "Land the spare boat")
    expect(dialog.get_by_role("button", name="Land the spare boat")).to_have_count(0)
    dialog.locator("[data-value=N2]").click()
    dialog.locator("[data-value='N2.2']").click()
    expect(dialog).to_have_count(0)
    assert state(work).landed == ("N2.2",)


def test_a_space_is_chosen_in_a_dialog_from_the_list(work: Room) -> None:
    """The same spaces stand there as a list."""
    page = work.joined()
    dialog = spare(page, "Land the spare boat")
    dialog.get_by_text("As a list").click()
    expect(dialog.get_by_role("radio")).to_have_count(0)
    dialog.get_by_role("button", name="Space F3.1").click()
    expect(dialog).to_have_count(0)
    assert state(work).landed == ("F3.1",)


def test_two_spaces_are_chosen_on_one_map_in_a_dialog(work: Room) -> None:
    """A tap for each, either can be changed, and only then it is sent."""
    page = work.joined()
    dialog = spare(page, "Tow a boat")
    expect(dialog.locator(".map-picture")).to_have_count(1)
    dialog.locator("[data-value=F12]").click()
    dialog.locator("[data-value=F5]").click()
    dialog.get_by_role("button", name="Where").first.click()
    dialog.locator("[data-value=F6]").click()
    dialog.get_by_role("button", name="Tow a boat").click()
    expect(dialog).to_have_count(0)
    assert state(work).landed == ("F6",)


def test_the_map_by_keyboard(work: Room) -> None:
    """Arrow keys lead over the map, Enter opens what they lead to."""
    page = work.at(work.joined(), "tracks")
    page.locator(".target[data-value=H]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Island F3")).to_be_visible()


def test_who_watches_sees_the_map_only(work: Room) -> None:
    """A phone that has not joined looks at a tile and is offered nothing."""
    page = work.browser()
    page.goto(work.address)
    page.wait_for_selector(".now")
    work.at(page, "tracks")
    page.get_by_role("button", name="Island N1").click()
    expect(page.get_by_role("dialog")).to_contain_text("Gives 2 Wood now.")
    expect(page.locator("dialog .offer-row")).to_have_count(0)


LATE_EFFECTS = """
    const soon = window.setTimeout;
    window.requestAnimationFrame = () => 0;
    window.setTimeout = (run, ms, ...more) => soon(run, ms < 200 ? 1500 : ms, ...more);
"""


def test_news_before_the_first_paint_is_drawn(sea: Room) -> None:
    """A quick companion's first news, come before a slow phone has painted, is not lost: beats would not draw it."""
    page = sea.joined(reduced_motion="reduce")
    page.add_init_script(LATE_EFFECTS)
    page.reload()
    expect(page.get_by_role("checkbox")).to_have_count(5)


# --- for everyone -----------------------------------------------------------------------------------------------------


def test_axe_finds_nothing_at_sea(sea: Room) -> None:
    """Lists, maps, forms, tables and the story have no accessibility violation, in the dark or in the light."""
    page = sea.joined(reduced_motion="reduce")
    expect(page.get_by_role("checkbox")).to_have_count(5)
    assert violations_in_both(page) == ""
    sea.house.session.play(Move("ready"), "Ada")
    for route in ("now", "tracks", "board", "board/own/card.M017", "look-up/card/M017", "story", "history"):
        sea.at(page, route)
        assert violations_in_both(page) == "", route
    sea.at(page, "tracks")
    page.get_by_role("button", name="Island N1").click()
    assert violations_in_both(page) == ""
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The sea, larger").click()
    assert violations_in_both(page) == ""
    page.keyboard.press("Escape")
    sea.at(page, "now")
    for name in ("Build a Brig", "Build a Yawl"):
        page.get_by_role("button", name=name).click()
        assert violations_in_both(page) == "", name
        page.keyboard.press("Escape")
    sea.at(page, "board")
    page.locator(".table-fact").first.click()
    page.get_by_text("Fill in several at once").click()
    assert violations_in_both(page) == ""


def test_everything_at_sea_fits(sea: Room) -> None:
    """On a small phone and a tablet nothing is wider than the screen, overlaps, or is too small for a thumb."""
    page = sea.joined(reduced_motion="reduce")
    expect(page.get_by_role("checkbox")).to_have_count(5)
    fits(page, "the list", SMALL_TARGETS)
    sea.house.session.play(Move("ready"), "Ada")
    for route in ("now", "tracks", "board", "board/own/card.M017", "look-up/card/M017", "story"):
        sea.at(page, route)
        fits(page, route, WIDER, OVERLAPS, SMALL_TARGETS)
    sea.at(page, "now")
    page.get_by_role("button", name="Build a Brig").click()
    fits(page, "a dialog", WIDER, SMALL_TARGETS)
