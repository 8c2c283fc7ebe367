"""Letting phones in and out, with real browsers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Move

from .household import Household
from .rooms import READ_MS, Room, until

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
TABLET = {"width": 820, "height": 1180}


@pytest.fixture
def table(house: Household, room: Room) -> Room:
    """An evening with a step of Ben's."""
    house.begin()
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    return room


def at(room: Room, page: Page, route: str) -> Page:
    page.goto(f"{room.address}/#{route}")
    page.wait_for_selector("main h1")
    return page


def test_a_joined_phone_lets_another_in(table: Room) -> None:
    """The QR code on a joined phone leads to a page that asks for a name only; the joined phone sees who came."""
    ada = at(table, table.joined("Ada", PHONE), "phones")
    ada.get_by_role("link", name="Let another phone in").click()
    expect(ada.get_by_role("img", name="QR code that lets a phone join")).to_be_visible()
    expect(ada.get_by_text("123 456")).to_be_visible()
    expect(ada.get_by_text(re.compile(r"^Holds for \d+ more minutes\.$"))).to_be_visible()
    invitation = table.house.app.pairing.invitation
    assert invitation is not None
    ben = table.browser(PHONE)
    ben.goto(f"{table.address}/join#code={invitation.key}")
    expect(ben.get_by_label("Your name")).to_be_focused()
    expect(ben.get_by_label("Pairing code")).to_have_count(0)
    assert invitation.key not in ben.url
    ben.keyboard.type("Ben")
    ben.keyboard.press("Enter")
    ben.wait_for_selector(".now")
    expect(ada.get_by_text("Has joined: Ben")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_whoever_comes_first_sees_how_to_join(room: Room, size: dict[str, int]) -> None:
    """Before any evening, on a tablet as on a phone."""
    page = at(room, room.browser(size), "now")
    expect(page.get_by_text("You are watching. Join to tap along.")).to_be_in_viewport()
    page.get_by_role("link", name="Join").click()
    expect(page.get_by_label("Pairing code")).to_be_visible()


def test_a_code_that_ended_is_replaced_on_the_screen(table: Room) -> None:
    """While the screen stays open, a code that ended gives way to a new one, and the old one is refused in words."""
    ada = at(table, table.joined("Ada", PHONE), "invite")
    expect(ada.get_by_text("123 456")).to_be_visible()
    ben = at(table, table.browser(PHONE), "join")
    pairing = table.house.app.pairing
    gone, _ = pairing.join("123456", "Gone", "10.0.0.9")
    pairing.forget(gone.id, pairing.owner)
    expect(ada.get_by_text("123 456")).to_have_count(0)
    ben.get_by_label("Pairing code").fill("123 456")
    ben.get_by_label("Your name").fill("Ben")
    ben.keyboard.press("Enter")
    expect(ben.get_by_role("alert")).to_contain_text("This is not the pairing code, or it has run out.")
    expect(ben.get_by_label("Pairing code")).to_be_focused()
    expect(ben.get_by_label("Your name")).to_have_value("Ben")
    ben.keyboard.type(ada.locator(".code.big").inner_text())
    ben.keyboard.press("Enter")
    ben.wait_for_selector(".now")


def test_a_qr_code_that_ran_out_leaves_the_code_to_type(table: Room) -> None:
    """Who scanned an old QR code is told so, keeps the name, and may type the present code."""
    invitation = table.house.app.pairing.invitation
    assert invitation is not None
    table.house.app.pairing._invitations.end()
    page = table.browser(PHONE)
    page.goto(f"{table.address}/join#code={invitation.key}")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This invitation has run out.")
    page.get_by_label("Pairing code").fill(table.house.app.pairing.invite()[0].code)
    expect(page.get_by_label("Your name")).to_have_value("Ben")
    page.wait_for_timeout(READ_MS)
    page.keyboard.press("Enter")
    page.wait_for_selector(".now")


def test_a_removed_phone_is_told_at_once(table: Room) -> None:
    """The owner removes a phone that looks at devices: without a tap there it is a watching phone, and says so."""
    ada = at(table, table.joined("Ada", PHONE), "phones")
    ben = at(table, table.joined("Ben", PHONE), "scale")
    expect(ada.get_by_role("button", name="Remove Ben")).to_be_visible()
    expect(ada.get_by_role("button", name="Remove Ada")).to_have_count(0)
    ada.get_by_role("button", name="Remove Ben").click()
    ada.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(ben.get_by_role("alert")).to_contain_text("This phone was removed.")
    expect(ben.get_by_label("Pairing code")).to_be_visible()
    expect(ada.get_by_role("button", name="Remove Ben")).to_have_count(0)
    at(table, ben, "history")
    expect(ben.get_by_text("Fed the lamp with 2 cans")).to_be_visible()
    assert "Ben" not in ben.locator("main").inner_text()
    at(table, ben, "table")
    expect(ben.get_by_role("heading", name="Devices")).to_have_count(0)


def test_another_phone_may_only_leave(table: Room) -> None:
    """On a phone that is not the owner's nobody can be removed; it can leave, and joins again with the code."""
    table.joined("Ada", PHONE)
    ben = at(table, table.joined("Ben", PHONE), "phones")
    expect(ben.get_by_text("It is called: Ada")).to_be_visible()
    expect(ben.get_by_role("button", name=re.compile("Remove|Make"))).to_have_count(0)
    ben.get_by_role("button", name="Leave").click()
    ben.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(ben.get_by_text("This phone has left.")).to_be_visible()
    ben.get_by_role("link", name="Join").click()
    ben.get_by_label("Pairing code").fill("123456")
    ben.get_by_label("Your name").fill("Ben")
    ben.keyboard.press("Enter")
    expect(ben.get_by_text("You have joined, Ben.")).to_be_visible()


def test_the_owners_phone_is_handed_over(table: Room) -> None:
    """Ada hands over: at once Ben's phone can remove and hers cannot; before that she could not leave."""
    ada = at(table, table.joined("Ada", PHONE), "phones")
    ben = at(table, table.joined("Ben", PHONE), "phones")
    ada.get_by_role("button", name="Leave").click()
    ada.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(ada.get_by_role("alert")).to_contain_text("Make another phone the owner’s first")
    ada.get_by_role("button", name="Make Ben the owner’s phone").click()
    ada.get_by_role("button", name="Hand over").click()
    expect(ada.get_by_text("It is called: Ben")).to_be_visible()
    expect(ben.get_by_role("button", name="Remove Ada")).to_be_visible()
    expect(ada.get_by_role("button", name="Remove Ben")).to_have_count(0)


def test_the_staff_is_called_from_any_phone_and_the_call_taken_back_from_another(table: Room) -> None:
    """In sight without scrolling on a small phone, as whoever wants it waits already."""
    ada, ben = (table.at(table.joined(name), "table") for name in ("Ada", "Ben"))
    expect(ada.get_by_role("button", name="Call the staff")).to_be_in_viewport(ratio=1)
    ada.get_by_role("button", name="Call the staff").click()
    for phone in (ada, ben):
        expect(phone.get_by_text("Ada called the staff just now.")).to_be_visible()
    ben.get_by_role("button", name="Take the call back").click()
    expect(ada.get_by_role("button", name="Call the staff")).to_be_visible()


def test_in_polish_the_pages_are_polish(tmp_path: Path, chromium: Browser) -> None:
    """The list and the invitation speak Polish, and fit a small phone."""
    house = Household(tmp_path / "data")
    room = Room(house, chromium)
    page = room.joined("Ada", PHONE)
    page.context.add_cookies([{"name": "language", "value": "pl", "url": room.address}])
    page.goto("about:blank")
    at(room, page, "phones")
    expect(page.get_by_text("To telefon właściciela: tylko stąd można usuwać inne.")).to_be_visible()
    at(room, page, "invite")
    expect(page.get_by_text(re.compile(r"^Ważny jeszcze przez \d+ minut"))).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    room.close()
    house.close()


def test_a_renamed_phone_stays_its_players(house: Household, room: Room) -> None:
    """It is Ben's turn. His phone is called otherwise in mid-evening and is his still; called Ada, who plays as well,
    it is hers."""
    house.begin(("Ada", "Ben"))
    page = room.joined("Ben", PHONE)
    expect(page.get_by_text("Your turn")).to_be_visible()
    for name, whose in (("The tablet", "Your turn"), ("Ada", "Ben’s turn")):
        rename(page, house, name)
        at(room, page, "now")
        expect(page.get_by_text(whose)).to_be_visible()


def rename(page: Page, house: Household, name: str) -> None:
    """Call this phone otherwise."""
    page.goto(page.url.partition("#")[0] + "#this-phone")
    page.get_by_label("Name of this phone").fill(name)
    page.wait_for_timeout(READ_MS)
    page.get_by_role("button", name="Save").click()
    until(page, lambda: house.app.pairing.phones()[0].name == name)
