"""The overview on the wall: follows by itself, fits one screen, and shows what everybody may see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.api.game import Move, Urgency
from companion.api.text import T

from .axe import violations_in_both
from .household import Household
from .rooms import Room, resize

pytestmark = pytest.mark.browser

SIZES = {"full HD": (1920, 1080), "HD": (1280, 720), "tablet": (1024, 768), "tablet upright": (768, 1024)}
# What is cut off, or stands outside of the screen: whatever holds words, and the map.
OUTSIDE = """() => {
  const words = '.wall-head p, .wall h1, .wall-turn, .wall-line, .wall-map svg, .wall-said p, table';
  return [...document.querySelectorAll(words)].filter((one) => one.checkVisibility()).filter((one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    const cut = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
    return cut || left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((one) => one.className + one.textContent);
}"""
SCROLLS = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"


def on_the_wall(room: Room, page: Page | None = None) -> Page:
    """The overview, drawn."""
    page = page or room.browser({"width": 1280, "height": 720})
    page.goto(f"{room.address}/wall")
    page.wait_for_selector("main h1")
    return page


def test_nothing_is_open(room: Room) -> None:
    """Before an evening it says so, and then begins by itself."""
    page = on_the_wall(room)
    expect(page.get_by_role("heading")).to_have_text("No evening is open.")
    room.house.begin()
    expect(page.get_by_role("heading")).to_have_text("Feed the lamp with oil.")
    expect(page.locator(".wall-game")).to_have_text("The Lighthouse")


def test_it_follows_by_itself(house: Household, room: Room) -> None:
    """What is played anywhere stands there at once: the tracks, what is to be done, what was said."""
    house.begin()
    page = on_the_wall(room)
    oil = page.locator(".wall-track").filter(has_text="Oil")
    before = oil.locator("b").inner_text()
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    expect(oil.locator("b")).not_to_have_text(before)
    house.say(T("The lamp burns low."), Urgency.URGENT)
    expect(page.locator(".wall-caption.urgent")).to_contain_text("The lamp burns low.")


def test_it_is_told_no_more_than_a_guest(house: Household, room: Room) -> None:
    """Even where its browser has joined: nothing can be tapped but the way back, and nobody is told who did what."""
    house.begin()
    house.session.play(Move("feed", {"oil": 2}), "Zebedee")
    page = room.joined("Ada", {"width": 1280, "height": 720})
    told: list[str] = []
    page.on("response", lambda answer: told.append(answer.url))
    with page.expect_response(lambda answer: "/live?" in answer.url):  # it is drawn before the link stands
        on_the_wall(room, page=page)
    expect(page.locator("button, input, [role=button]")).to_have_count(0)
    expect(page.get_by_role("link")).to_have_count(1)
    streams = [one for one in told if "/live?" in one]  # more than one where the link was made anew
    assert all("guest=1" in one for one in streams)
    parts = page.evaluate("fetch('/api/screen?guest=1').then((one) => one.json())")
    assert parts["joined"] is False
    assert not any(prompt["offers"] for prompt in parts["prompts"])
    assert "Zebedee" not in str(parts)


def test_it_says_when_the_link_is_lost(house: Household, room: Room) -> None:
    """What it shows may be old then, and it says so until news come again."""
    house.begin()
    page = on_the_wall(room)
    expect(page.locator(".wall-lost")).to_have_count(0)
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text("What you see may be old.")
    page.context.set_offline(False)
    expect(page.locator(".wall-lost")).to_have_count(0)


def test_it_fits_one_screen(house: Household, room: Room) -> None:
    """Nothing scrolls, nothing is cut off, with long names too, on every screen."""
    house.begin(("Ada", "Wolfeschlegelsteinhausenbergerdorff"))
    page = on_the_wall(room)
    page.wait_for_selector(".wall-track")
    for size in SIZES.values():
        resize(page, *size)
        assert page.evaluate(SCROLLS) == [0, 0], size
        assert page.evaluate(OUTSIDE) == [], size


def test_axe_finds_nothing_on_the_wall(house: Household, room: Room) -> None:
    """No accessibility violation, in the dark or in the light."""
    house.begin()
    page = on_the_wall(room)
    page.wait_for_selector(".wall-track")
    assert violations_in_both(page) == ""


def test_the_way_there_and_back(house: Household, room: Room) -> None:
    """It is found under Table, and leads back there."""
    house.begin()
    page = room.joined()
    room.at(page, "table")
    page.get_by_role("link", name="For the wall").click()
    expect(page.get_by_role("heading")).to_have_text("Feed the lamp with oil.")
    page.get_by_role("link", name="Back").click()
    page.wait_for_selector(".view-table")
