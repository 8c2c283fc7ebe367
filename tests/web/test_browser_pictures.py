"""A card's photograph on phones: added, looked at, turned, replaced, deleted; typed from; in the dialog of its card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Move, Offer, Prompt
from companion.api.text import T
from hardware.drawn_deck import draw_card

from . import islands
from .axe import violations_in_both
from .household import Household
from .rooms import TABLET, Room
from .test_browser_access import OVERLAPS, SMALL_TARGETS, WIDER

pytestmark = pytest.mark.browser

CARD = "look-up/card/M017"
TEXT = "board/own/card.M017"


def photo(code: str = "M017") -> Any:
    """A photo as a phone would send it."""
    return {
        "name": "card.jpg",
        "mimeType": "image/jpeg",
        "buffer": cv2.imencode(".jpg", draw_card(code)[::2, ::2])[1].tobytes(),
    }


def with_card_offer(state: islands.Sea) -> tuple[Prompt, ...]:
    """The game's prompts, and an offer that is about the card M017 and asks for its text."""
    about = Offer(move=Move("note", {"card": "M017"}), label=T("Enter what it says"), asks=(islands.LOG,))
    return tuple(structs.replace(one, offers=(*one.offers, about)) for one in islands.GAME.prompts(state))


@pytest.fixture
def sea(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening at sea, all set up."""
    house = Household(tmp_path / "sea", game=replace(islands.GAME, prompts=with_card_offer))
    house.begin()
    house.session.play(Move("ready"), "Ada")
    room = Room(house, chromium)
    yield room
    room.close()
    house.close()
    assert room.faults == []


def add(page: Page, code: str = "M017") -> None:
    """Choose a photo in the only field for one."""
    page.locator("input[type=file]").set_input_files(photo(code))


def seen(page: Page) -> Any:
    """The photograph that is shown."""
    found = page.get_by_role("img", name="Your photograph of the card")
    expect(found).to_be_visible()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.photograph img')].every((one) => one.complete && one.naturalWidth > 0)"
    )
    return found


def kept(room: Room) -> Any:
    """The photograph as it is kept."""
    return room.house.pictures.find(islands.GAME.name, "M017")


def test_a_photograph_from_the_first_to_the_last(sea: Room) -> None:
    """It is added without a question, and replaced and deleted only after one."""
    page = sea.at(sea.joined(), CARD)
    expect(page.get_by_text("A photograph of this card stays on the companion")).to_be_visible()
    add(page)
    seen(page)
    first = kept(sea)
    expect(page.get_by_text("the card alone, straightened")).to_be_visible()
    page.get_by_role("button", name="Whole photo").click()
    expect(page.get_by_role("button", name="Whole photo")).to_have_count(0)
    whole = kept(sea)
    assert whole.version != first.version
    add(page, "D012")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert kept(sea) == whole
    add(page, "D012")
    page.get_by_role("dialog").get_by_role("button", name="Replace it").click()
    expect(page.get_by_role("button", name="Whole photo")).to_be_visible()
    assert kept(sea).version not in (first.version, whole.version)
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert kept(sea) is not None
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("Add a photograph")).to_be_visible()
    assert kept(sea) is None


def test_a_photograph_is_turned(sea: Room) -> None:
    """A tap turns it by a quarter, as often as wanted."""
    page = sea.at(sea.joined(), CARD)
    add(page)
    seen(page)
    before = kept(sea)
    page.get_by_role("button", name="Turn it").click()
    expect(page.get_by_role("button", name="Whole photo")).to_have_count(0)
    found = sea.house.pictures.read(islands.GAME.name, "M017")
    assert found is not None
    assert found[0].version != before.version
    assert found[1].endswith(b"as it is turned")


def test_a_tap_shows_it_larger(sea: Room) -> None:
    """A tap shows the photograph larger, another one whole again, by finger or by key."""
    page = sea.at(sea.joined(), CARD)
    add(page)
    seen(page)
    shown = page.get_by_role("button", name="Your photograph of the card, larger")
    width = page.locator(".photograph img").bounding_box()["width"]  # type: ignore[index]
    shown.click(position={"x": 30, "y": 300})
    assert page.locator(".photograph img").bounding_box()["width"] > 2 * width  # type: ignore[index]
    assert page.locator(".photograph").evaluate("one => one.scrollTop") > 100
    shown.press("Enter")
    expect(shown).to_have_attribute("aria-pressed", "false")
    assert page.locator(".photograph img").bounding_box()["width"] == pytest.approx(width)  # type: ignore[index]


def test_the_text_is_typed_from_it(sea: Room) -> None:
    """The photograph stays in sight above the text that is typed; one can be added there too."""
    page = sea.at(sea.joined(), TEXT)
    add(page)
    seen(page)
    page.get_by_label("What it says").fill("now: hope -1\n" * 20)
    page.locator("main").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    expect(page.locator(".photograph")).to_be_in_viewport()
    tablet = sea.at(sea.joined("Ben", TABLET), TEXT)
    seen(tablet)
    left, right = (tablet.locator(one).bounding_box() for one in (".photograph", "#own-text"))
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]


def test_it_stands_in_the_dialog_of_its_card(sea: Room) -> None:
    """The dialog of an offer that is about a card shows its photograph and the way to the card."""
    card = sea.at(sea.joined(), CARD)
    add(card)
    seen(card)
    page = sea.at(card, "now")
    page.get_by_role("button", name="Enter what it says").first.click()
    expect(page.get_by_role("dialog").get_by_role("img", name="Your photograph")).to_be_visible()
    page.get_by_role("dialog").get_by_role("link", name="Look up").click()
    expect(page.get_by_role("heading", name="Morning card")).to_be_visible()


def test_who_only_watches_sees_none(sea: Room) -> None:
    """On a phone that has not joined, the card's page shows neither the photograph nor a way to add one."""
    add(sea.at(sea.joined(), CARD))
    guest = sea.at(sea.browser(), CARD)
    expect(guest.get_by_role("heading", name="Morning card")).to_be_visible()
    expect(guest.locator(".card-picture, .photograph, input[type=file]")).to_have_count(0)


def test_a_file_that_is_gone_is_told(sea: Room) -> None:
    """When the file is torn, the page says so and lets it be taken anew without asking."""
    page = sea.at(sea.joined(), CARD)
    add(page)
    seen(page)
    (file,) = (sea.house.folder / "pictures").rglob("*.jpg")
    data = file.read_bytes()
    file.write_bytes(data[:-1] + b"x")
    page.reload()
    expect(page.get_by_text("The file of this photograph is gone.")).to_be_visible()
    add(page)
    page.get_by_role("button", name="Replace it").click()
    seen(page)  # the same photo again: it is tried again, too
    file.write_bytes(data[:9])
    page.reload()
    expect(page.get_by_text("The file of this photograph is gone.")).to_be_visible()
    add(page)
    seen(page)
    assert not kept(sea).missing


def test_a_slow_phone_tells_it_too(sea: Room) -> None:
    """The word stays when the phone draws only after the answer came that the file is gone."""
    page = sea.at(sea.joined(), CARD)
    add(page)
    seen(page)
    (file,) = (sea.house.folder / "pictures").rglob("*.jpg")
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    page.add_init_script(
        "const soon = setTimeout.bind(window);"
        "window.requestAnimationFrame = (done) => soon(done, 700);"
        "window.setTimeout = (done, ms, ...more) => soon(done, Math.max(ms ?? 0, 700), ...more);"
    )
    page.reload()
    expect(page.get_by_text("The file of this photograph is gone.")).to_be_visible()
    page.wait_for_timeout(1500)
    expect(page.get_by_text("The file of this photograph is gone.")).to_be_visible()


def test_what_is_no_picture_is_told(sea: Room) -> None:
    """A file that is no picture gives one sentence, and everything stays as it was."""
    page = sea.at(sea.joined(), CARD)
    page.locator("input[type=file]").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"})
    expect(page.get_by_role("alert")).to_contain_text("This is not a picture.")
    expect(page.get_by_text("Add a photograph")).to_be_visible()


def test_another_phone_was_quicker(sea: Room) -> None:
    """Who has not seen the other's photograph does not replace it: it is shown instead."""
    page = sea.at(sea.joined(), CARD)
    other = sea.at(sea.joined("Ben"), CARD)
    add(other, "D012")
    seen(other)
    before = kept(sea)
    add(page)
    expect(page.get_by_role("alert")).to_contain_text("Somebody else has changed this photograph")
    seen(page)
    assert kept(sea) == before


def test_everybody_can_use_it(sea: Room) -> None:
    """No accessibility violation, nothing small, overlapping or wider than a small phone."""
    page = sea.joined(reduced_motion="reduce")
    sea.at(page, CARD)
    add(page)
    seen(page)
    for route in (CARD, TEXT):
        sea.at(page, route)
        seen(page)
        assert violations_in_both(page) == ""
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(WIDER) == []
