"""The scan spot in a browser: the live picture, sightings, wrong reads, the check of the camera; for everyone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.readings import CardSeen
from companion.scanner.views import LivePicture, Outline
from companion.session.seeing import hint
from hardware.drawn_deck import draw_card, show
from tests.companion.scanner.scan_spot import Evidence, Spot, View
from vision.evidence import jpeg_of

from .axe import violations, violations_in_both
from .household import Household
from .rooms import TABLET, Room
from .test_browser_access import OVERLAPS, SMALL_TARGETS, WIDER

pytestmark = pytest.mark.browser

PAGES = ("scan", "wrong-reads", "check-camera")
CARD = jpeg_of(draw_card("M017")[:300], 300)


class Pictures(View):
    """A live picture whose number grows; counts how often it was asked for."""

    asked = 0

    def picture(self, after: int = 0) -> LivePicture | None:
        self.asked += 1
        self.number += 1
        corners = ((0.4, 0.3), (0.5, 0.3), (0.5, 0.4), (0.4, 0.4))
        lower = tuple((x, y + 0.4) for x, y in corners)
        unsure = Outline(lower, "890", False, hint("upside_down"))
        outlines = (Outline(corners, "M017", True), unsure, Outline(((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2))))
        return LivePicture(self.number, jpeg_of(show("M017"), 640), 1280, 720, outlines)


class Desk:
    """The desk that is made once the session is there."""

    spot: Spot

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.spot.desk, name)

    def subscribe(self, listener: Any) -> Any:
        self.waiting.append(listener)
        return lambda: None


@pytest.fixture
def view() -> Pictures:
    return Pictures()


@pytest.fixture
def scanned(tmp_path: Path, chromium: Browser, view: Pictures) -> Iterator[tuple[Room, Spot]]:
    """A served dashboard with a scan spot, an evening open."""
    desk = Desk()
    house = Household(tmp_path / "data", options={"scan": desk})
    desk.spot = Spot(tmp_path / "data", house.session, view)
    for listener in desk.waiting:
        desk.spot.desk.subscribe(listener)
    house.begin()
    room = Room(house, chromium)
    yield room, desk.spot
    room.close()
    house.close()
    assert room.faults == []


@pytest.fixture
def room(scanned: tuple[Room, Spot]) -> Room:
    return scanned[0]


@pytest.fixture
def spot(scanned: tuple[Room, Spot]) -> Spot:
    return scanned[1]


def saw(spot: Spot, code: str, sure: bool = True, doubt: str = "") -> None:
    """A card is read in a picture that can be shown; the evening takes no notice."""
    spot.hands_on = False
    spot.desk.saw(CardSeen("card_id", code, sure, 0.99, doubt), lambda: Evidence(CARD))


def tell(page: Page, code: str) -> None:
    """Say in the dialog what is printed."""
    page.get_by_label("The code that is printed").fill(code)
    page.get_by_role("button", name="Report it").click()


def test_the_live_picture_is_drawn_over(room: Room, spot: Spot) -> None:
    """What was read stands beside its outline; what is doubtful, with a word why; what helps, below."""
    page = room.at(room.joined(), "scan")
    picture = page.get_by_role("img", name="What the camera sees now")
    expect(picture).to_be_visible()
    assert page.locator(".scan-picture .sure text").text_content() == "M017"
    assert page.locator(".scan-picture .unsure text").text_content() == "890 · Turn it"
    expect(page.locator(".scan-picture polygon")).to_have_count(3)
    spot.desk.on_doubt("too_small")
    expect(page.locator(".scan-hint")).to_contain_text("Closer Bring the card closer to the camera")
    spot.desk.on_doubt("")
    expect(page.locator(".scan-hint p")).to_have_count(0)
    page.get_by_role("button", name="Look again").click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert spot.again == 1
    page.get_by_role("button", name="Torch").click()
    expect(page.get_by_role("button", name="Torch")).to_have_attribute("aria-pressed", "true")
    assert spot.torch == [True]
    page.get_by_role("button", name="Torch").click()
    expect(page.get_by_role("button", name="Torch")).to_have_attribute("aria-pressed", "false")


def test_pictures_are_fetched_only_while_they_are_seen(room: Room, view: Pictures) -> None:
    """A few a second on its page; none on another page, none while the phone is dark."""
    page = room.at(room.joined(), "scan")
    expect(page.get_by_role("img", name="What the camera sees now")).to_be_visible()
    before = view.asked
    page.wait_for_timeout(2500)
    assert 2 <= view.asked - before <= 10
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.wait_for_timeout(600)
    before = view.asked
    page.wait_for_timeout(1500)
    assert view.asked == before
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: false, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.wait_for_timeout(1500)
    assert view.asked > before
    room.at(page, "table")
    page.wait_for_timeout(600)
    before = view.asked
    page.wait_for_timeout(1500)
    assert view.asked == before


def test_a_wrong_read_from_the_tap_to_the_file(room: Room, spot: Spot) -> None:
    """Reported with the right code; listed with its picture; taken out as a file; deleted."""
    page = room.at(room.joined(), "scan")
    expect(page.get_by_text("Nothing was seen yet")).to_be_visible()
    saw(spot, "M017")
    saw(spot, "M021", sure=False, doubt="glare")
    first, second = page.locator(".sighting").first, page.locator(".sighting").last
    expect(first).to_contain_text("M021")
    expect(first).to_contain_text("Glare")
    expect(first).to_contain_text("A lamp is mirrored in the card")
    expect(second).to_contain_text("Morning card")
    second.get_by_role("button", name="That is wrong").click()
    page.get_by_role("button", name="Report it").click()
    expect(page.get_by_text("Type the code that is printed.")).to_be_visible()
    assert violations(page) == ""
    tell(page, "m071")
    expect(page.get_by_text("The picture is kept for the next training.")).to_be_visible()
    expect(second).to_contain_text("reported")
    page.get_by_role("link", name=re.compile("Wrong reads")).click()
    expect(page.get_by_text("M017 instead of M071")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == "wrong_reads.zip"
    page.get_by_role("button", name="Delete the picture of M071").click()
    expect(page.get_by_text("Nothing was reported.")).to_be_visible()
    assert len(spot.wrong) == 0


def test_what_a_reading_did_is_undone(room: Room, spot: Spot) -> None:
    """The step that came of it stands beside it, and is taken back."""
    page = room.at(room.joined(), "scan")
    seen = CardSeen("card_id", "M017", True, 0.99)
    spot.desk.saw(seen, lambda: Evidence(CARD))
    expect(page.locator(".sighting")).to_contain_text("M017")
    came_of = spot.desk.state().sightings[0].came_of
    assert came_of is not None
    expect(page.locator(".sighting")).to_contain_text(str(came_of))
    before = room.house.session.screen().version
    page.get_by_role("button", name="That is wrong").click()
    page.get_by_role("button", name="No code").click()
    expect(page.get_by_text("the step that came of it is undone")).to_be_visible()
    assert room.house.session.screen().version != before


def test_a_card_that_is_missed(room: Room, spot: Spot) -> None:
    """What lies there and was not read at all is reported, too."""
    page = room.at(room.joined(), "scan")
    page.get_by_role("button", name="A card is missed").click()
    tell(page, "L04")
    expect(page.get_by_text("The picture is kept for the next training.")).to_be_visible()
    assert [(one.read, one.right) for one in spot.wrong.all()] == [("", "L04")]


def test_the_check_on_the_phone(room: Room, spot: Spot) -> None:
    """Ten cards with one tap each, one of them wrong; then what it means, kept with its date."""
    page = room.at(room.joined(), "check-camera")
    page.get_by_role("button", name="With any cards").click()
    expect(page.locator(".do")).to_have_text("Card 1 of 10: lay any card with a code under the camera.")
    spot.desk.on_doubt("no_code")
    expect(page.locator(".scan-hint")).to_contain_text("No code seen If it has a code: show all of it")
    spot.desk.on_doubt("")
    spot.shows("M001", height_px=14)
    expect(page.locator(".do")).to_have_text("I read M001. Is that right?")
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_label("The code that is printed").fill("M007")
    page.get_by_role("button", name="Take this code").click()
    for number in range(2, 11):
        expect(page.locator(".do")).to_contain_text(f"Card {number} of 10")
        spot.shows(f"M{number:03}", height_px=14)
        page.get_by_role("button", name="Yes, that is right").click()
    expect(page.locator(".results.bad")).to_contain_text("Read right: 9. Asked: 0. Not read: 0. Wrong: 1.")
    expect(page.locator(".results.bad")).to_contain_text("Your IDs are 14 pixels high")
    expect(page.locator("main .list .card")).to_contain_text("Read right: 9.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save to a file").click()
    assert download.value.suggested_filename == "camera.json"


def test_exposure_and_focus_by_one_tap(room: Room, spot: Spot) -> None:
    """The button says that it works, then that it is set; another lets the camera choose again."""
    page = room.at(room.joined(), "scan")
    page.get_by_role("button", name="Set exposure and focus for this place").click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    spot.camera.later[0]()
    spot.desk.on_doubt("glare")  # wakes the phone
    expect(page.get_by_text("Exposure and focus are set for this place.")).to_be_visible()
    page.get_by_role("button", name="Let the camera choose").click()
    expect(page.get_by_text("The camera chooses them by itself.")).to_be_visible()


def test_guests_see_none_of_it(room: Room) -> None:
    """Who only watches is asked to join, and finds no way there."""
    page = room.browser()
    page.goto(f"{room.address}/#scan")
    expect(page.get_by_role("heading", name="Join the table")).to_be_visible()
    page.goto(f"{room.address}/#table")
    expect(page.get_by_text("The scan spot")).to_have_count(0)


def full(spot: Spot) -> None:
    """Something of everything."""
    for code in ("M001", "M002"):
        saw(spot, code)
        spot.desk.report_wrong(spot.desk.state().sightings[0].number, "M009", "Ada")
    saw(spot, "M003", sure=False, doubt="upside_down")
    spot.shows_unread("glare")
    spot.desk.on_doubt("too_dark")
    figures = {"right": 9, "asked": 1, "unread": 0, "wrong": 0, "heights": {"card_id": 14.0}, "paper": 90}
    spot.checks.keep(figures, 5.0, "Ada", "")


def test_for_everyone(room: Room, spot: Spot) -> None:
    """No accessibility violation, nothing too small to tap, nothing over anything else, on a phone and a tablet."""
    full(spot)
    for size in (None, TABLET):
        page = room.joined(f"Phone {size is None}", size, reduced_motion="reduce")
        for route in PAGES:
            room.at(page, route)
            assert violations_in_both(page) == ""
            assert page.evaluate(SMALL_TARGETS) == [], route
            assert page.evaluate(OVERLAPS) == [], route
            assert page.evaluate(WIDER) == [], route
    spot.desk.check.begin("Ada", False)
    page = room.at(page, "check-camera")
    for step in ("show", "is_it", "name"):
        assert spot.desk.check.state.step == step
        assert violations_in_both(page) == "", step
        assert page.evaluate(SMALL_TARGETS) == [], step
        if step == "show":
            spot.shows("M001")
        elif step == "is_it":
            spot.desk.check.no()
        page.wait_for_timeout(600)


def test_by_keyboard_alone(room: Room, spot: Spot) -> None:
    """A sighting is reported without a finger."""
    page = room.at(room.joined(), "scan")
    saw(spot, "M017")
    page.get_by_role("button", name="That is wrong").focus()
    page.keyboard.press("Enter")
    page.get_by_label("The code that is printed").focus()
    page.keyboard.type("m018")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The picture is kept for the next training.")).to_be_visible()
    assert [one.right for one in spot.wrong.all()] == ["M018"]


def test_a_photo_lands_in_the_list(room: Room, spot: Spot) -> None:
    """The button for photos is beside the one that looks again."""
    page = room.at(room.joined(), "scan")
    data = cv2.imencode(".jpg", draw_card("M017")[::4, ::4])[1].tobytes()
    page.locator(".action-bar input[type=file]").set_input_files(
        {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": data}
    )
    expect(page.get_by_text("This is not a picture.")).to_be_visible()  # the household's reader takes codes alone
