"""The page's shell: icons for home screens, and what an address shows at which there is nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from web.pages import HOME_ICONS, STATIC

from .axe import violations
from .home_icons import drawn
from .household import Household
from .phones import Phone
from .rooms import Room

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def pixels(png: bytes) -> np.ndarray:
    """Rows, columns, blue green red alpha."""
    found = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert found is not None
    return found


def test_a_home_screen_finds_its_icons(stranger: Phone) -> None:
    """The manifest names pictures that are there, of the sizes that it says: one to cut a shape out of, too."""
    icons = stranger.get("/manifest.webmanifest").json["icons"]  # type: ignore[index]
    shown = {(one["sizes"], one["type"], one["purpose"]) for one in icons}
    assert {
        ("192x192", "image/png", "any"),
        ("512x512", "image/png", "any"),
        ("512x512", "image/png", "maskable"),
    } < shown
    for one in icons:
        answer = stranger.get(one["src"])
        assert (answer.status_code, answer.mimetype) == (200, one["type"])
        if one["type"] == "image/png":
            height, width = pixels(answer.data).shape[:2]
            assert f"{width}x{height}" == one["sizes"]


def test_an_apple_finds_its_icon(stranger: Phone) -> None:
    """In the page itself, filled to its corners: iOS rounds them, and shows black where nothing is."""
    assert "home-apple-180.png" in stranger.get("/").text
    found = pixels((STATIC / "home-apple-180.png").read_bytes())
    assert found.shape[:2] == (180, 180)
    assert found.shape[2] == 3 or (found[:, :, 3] == 255).all()


@pytest.mark.browser
@pytest.mark.parametrize("name", HOME_ICONS)
def test_icons_are_those_of_the_drawing(chromium: Browser, name: str) -> None:
    """Each is what the script draws from today's icon.svg; run it once more when this fails."""
    kept, now = pixels((STATIC / name).read_bytes()), pixels(drawn(chromium, *HOME_ICONS[name]))
    assert kept.shape == now.shape
    assert np.abs(kept.astype(int) - now.astype(int)).mean() < 1


def test_an_unknown_address_shows_a_page(stranger: Phone) -> None:
    """For who looks: a sentence in the browser's language, the way on, and nothing that the guard would not allow."""
    answer = stranger.client.get("/evening/7", headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "There is nothing at this address." in answer.text
    assert 'href="/"' in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    polish = stranger.client.get("/evening/7", headers={**BROWSER, "Accept-Language": "pl"})
    assert 'lang="pl"' in polish.text
    assert "There is nothing" not in polish.text


def test_a_demo_round_that_is_over_says_so(stranger: Phone) -> None:
    """Where one was: that it ended, and the way to the companion; not that the address may be mistyped."""
    answer = stranger.client.get("/demo/iuhVEM3PacfJ9DsVkbqxpQ/", headers=BROWSER)
    assert answer.status_code == 404
    assert "This demo round is over." in answer.text
    assert "mistyped" not in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/evening/7", {}),
        ("/evening/7", {"Accept": "application/json"}),
        ("/api/nothing", BROWSER),
        ("/assets/0/nothing.js", BROWSER),
        ("/games/chess/icons.svg", BROWSER),
    ],
)
def test_a_program_is_answered_in_json(stranger: Phone, path: str, headers: dict[str, str]) -> None:
    """One sentence with its kind, as everywhere else."""
    answer = stranger.client.get(path, headers=headers)
    assert (answer.status_code, answer.mimetype) == (404, "application/json")
    assert answer.json["error"]


@pytest.mark.browser
def test_the_way_from_there(house: Household, room: Room) -> None:
    """It has no accessibility violation, and leads to the companion."""
    house.begin()
    page = room.browser()
    page.goto(f"{room.address}/what/is/this")
    assert violations(page) == ""
    page.get_by_role("link", name="To the companion").click()
    expect(page.locator(".do")).to_be_visible()


def test_this_phone_tells_that_https_can_be_had(house: Household, room: Room) -> None:
    """While it is off a row says so and leads to the command that puts it on; once it is on, to what a phone does."""
    page = room.at(room.joined(), "this-phone")
    row = page.get_by_role("link", name="A secure connection")
    expect(row).to_contain_text("Off.")
    row.click()
    expect(page.get_by_text("companion https on", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="table-companion.crt")).to_have_count(0)
    assert violations(page) == ""
    page.get_by_role("link", name="Back to the companion").click()
    house.secure.port = 8443
    page = room.at(page, "this-phone")
    page.reload()
    expect(row).not_to_contain_text("Off.")
    row.click()
    expect(page.get_by_role("link", name="table-companion.crt")).to_be_visible()
