"""The scale's pages in a browser: live count, calibration, history, recording, piles."""

import re

import pytest
from playwright.sync_api import expect

from companion.api.text import T
from companion.drawer.views import LiveCount, WizardState

from .rooms import Room

pytestmark = pytest.mark.browser


def test_the_count_is_large_and_says_how_sure_it_is(evening: Room) -> None:
    """Sure with its number; unsure with both counts, why, what to do, and a tap for each."""
    page = evening.at(evening.joined(), "scale")
    expect(page.locator(".big-number")).to_have_text("2")
    expect(page.locator(".certainty")).to_have_text("sure")
    expect(page.get_by_role("img", name=re.compile("Weight over the last 24 seconds, now 2"))).to_be_visible()
    evening.house.scale.show(
        status="unsure", count=3, other=2, sure=False, why=T("It trembles."), what_to_do=T("Hands off.")
    )
    expect(page.locator(".big-number")).to_have_text("2 or 3?")
    expect(page.get_by_text("Hands off.")).to_be_visible()
    page.get_by_role("button", name="It is 3", exact=True).first.click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert evening.house.scale.asked == [("told", 3)]
    evening.house.scale.show(ask_empty=True)
    page.get_by_role("button", name="Is the drawer really empty? Tap here.").click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert evening.house.scale.asked[1:] == ["empty"]
    evening.house.scale.show(status="drawer out", count=None, other=None, why=None)
    expect(page.locator(".big-words")).to_have_text("Drawer out")


def test_calibrating_by_taps(evening: Room) -> None:
    """The size of the set, then large words, what was weighed singly, the odd one marked; then what came of it."""
    page = evening.at(evening.joined(), "calibrate")
    page.get_by_label("Cubes in the whole set").fill("25")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".do")).to_have_text("Now put all 25 cubes in.")
    expect(page.locator(".singles .odd")).to_contain_text("121 %")
    page.get_by_role("button", name="That is enough").click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert evening.house.scale.asked == [("calibrate", 25, "Ada"), "enough"]
    evening.house.scale.show(talk=WizardState(results=(T("Done."), T("Up to 26 cubes it counts surely."))))
    expect(page.locator(".results")).to_contain_text("Up to 26 cubes")
    evening.house.scale.show(talk=WizardState(results=(T("A wire is loose."),), good=False))
    expect(page.locator(".results.bad")).to_contain_text("A wire is loose.")


def test_an_older_calibration_is_chosen(evening: Room) -> None:
    """The list says what is in use; another is used with one tap."""
    page = evening.at(evening.joined(), "calibrations")
    expect(page.locator(".kept")).to_have_count(2)
    expect(page.locator(".kept").first).to_contain_text("in use")
    expect(page.locator(".kept").first).to_contain_text("40 cubes, differing by 3.1 %")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator(".kept").last).to_contain_text("in use")
    assert ("choose", 100.0) in evening.house.scale.asked


def test_a_recording_is_started_stopped_and_saved(evening: Room) -> None:
    """How long, what happened, and the file."""
    page = evening.at(evening.joined(), "recording")
    expect(page.get_by_text("Recording: 1.5 of at most 180 minutes")).to_be_visible()
    expect(page.locator(".marks")).to_contain_text("known 40")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the recording").click()
    assert download.value.suggested_filename == "evening.csv"
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert evening.house.scale.asked == [("record", False)]


def test_a_pile_from_its_name_to_the_counter(evening: Room) -> None:
    """Name, empty scale, known few, the pile; bound to a counter of the game, one tap sets it."""
    page = evening.at(evening.joined(), "pile")
    expect(page.get_by_text("known from 40 pieces")).to_be_visible()
    page.get_by_label("Name of the pile").fill("Relics")
    page.get_by_role("button", name="Weigh this pile").click()
    page.get_by_role("button", name="Nothing lies on it").click()
    page.get_by_label("Pieces on the scale").fill("12")
    page.get_by_role("button", name="So many lie on it").click()
    expect(page.locator(".big-number")).to_have_text("12")
    page.locator("summary", has_text="For which counter?").click()
    page.locator(".option").nth(1).click()
    page.get_by_role("button", name="Oil is 12").click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    asked = evening.house.pile.asked
    assert asked[:3] == [("begin", "Relics"), "zero", ("known", 12)]
    assert asked[-1] == ("put", "Ada")
    assert asked[3][0] == "bind"  # type: ignore[index]


def test_the_count_so_far_stands_beside_the_question(evening: Room) -> None:
    """Where a prompt expects cubes, the page shows what the scale has counted so far, and whether that is sure."""
    page = evening.joined()
    evening.at(page, "now")
    evening.house.scale.expect(LiveCount("sure", 2))
    shown = page.locator(".count-now")
    expect(shown).to_contain_text("2")
    evening.house.scale.expect(LiveCount("unsure", 3, 2))
    expect(shown).to_contain_text("2 or 3?")
    asks_empty = page.get_by_role("button", name="Is the drawer really empty? Tap here.")
    expect(asks_empty).to_have_count(0)
    evening.house.scale.expect(LiveCount("unsure", 1, 0, ask_empty=True))
    asks_empty.click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert evening.house.scale.asked == ["empty"]
    taken = LiveCount("unsure", why=T("Something was taken out."), what_to_do=T("Put it back."))
    evening.house.scale.expect(taken)
    expect(shown).to_have_count(0)
    page.get_by_role("button", name="that could be done").click()
    expect(page.get_by_role("dialog")).to_contain_text("Something was taken out. Put it back.")
    page.keyboard.press("Escape")
    evening.house.scale.expect(LiveCount("drawer out"))
    expect(shown).to_have_text("Drawer out")
    evening.house.scale.expect(None)
    expect(shown).to_have_count(0)
