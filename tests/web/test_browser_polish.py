"""The dashboard in Polish: chosen by the browser or on the phone, beside a phone in English; everything fits."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Move

from . import beacons
from .axe import violations
from .household import CODE, Household
from .rooms import SMALL_PHONE, Room
from .test_browser_access import OVERLAPS, PAGES, SMALL_TARGETS, WIDER

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def polish(room: Room, name: str = "Ala") -> Page:
    """A phone whose browser asks for Polish has joined."""
    page = room.browser(SMALL_PHONE, locale="pl-PL")
    page.goto(f"{room.address}/join#code={CODE}")
    page.get_by_label("Twoje imię").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".now, .welcome")
    page.evaluate("document.querySelector('.message button')?.click()")
    return page


def test_each_phone_its_own_language(house: Household, room: Room) -> None:
    """A Polish and an English phone stand beside each other; what one does is told to both in their languages."""
    house.begin()
    ala, ben = polish(room), room.joined("Ben")
    assert ala.evaluate("document.documentElement.lang") == "pl"
    assert ben.evaluate("document.documentElement.lang") == "en"
    expect(ala.get_by_role("navigation", name="Główne strony").get_by_text("Teraz")).to_be_visible()
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    house.session.undo("Ben", 1)
    room.at(ala, "history")
    room.at(ben, "history")
    expect(ala.get_by_text("Cofnięto:").first).to_be_visible()
    expect(ben.get_by_text("Undid:").first).to_be_visible()


def test_the_language_is_chosen_on_the_phone(house: Household, room: Room) -> None:
    """A phone keeps the language that was chosen on it, whatever its browser asks for."""
    house.begin()
    page = room.joined("Ben")
    room.at(page, "this-phone")
    page.get_by_role("radio", name="polski").check()
    page.wait_for_function("() => document.documentElement.lang === 'pl'")
    expect(page.get_by_role("radio", name="English")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Ten telefon")).to_be_visible()
    page.get_by_role("radio", name="English").check()
    expect(page.get_by_role("heading", name="This phone")).to_be_visible()


def test_the_voice_is_set_to_two_languages(house: Household, room: Room) -> None:
    """The voice speaks one language, or one after the other, the phone's own first."""
    house.begin()
    page = polish(room)
    room.at(page, "table")
    page.get_by_role("radio", name="polski, potem English").click()  # it is checked once the service says so
    expect(page.get_by_role("radio", name="polski, potem English")).to_be_checked()
    assert house.narrator.state.language == "pl+en"


def test_numbers_and_letters(house: Household, room: Room) -> None:
    """The page's own texts have the form that the number wants: one, few, many. Lists are searched without case and
    accents, as cards and rules are."""
    house.begin()
    page = polish(room)
    forms = page.evaluate("""async () => {
        const {t} = (await import(document.querySelector('script[type=module]').src)).modules['text.js'];
        const cubes = (n, of) => t('scale.plot_cubes', {n, of});
        return [cubes(1), cubes(3), cubes(5), cubes(22), cubes(112), cubes('1,5', 1.5)];
    }""")
    assert forms == ["1 kostka", "3 kostki", "5 kostek", "22 kostki", "112 kostek", "1,5 kostki"]
    found = page.evaluate("""async () => {
        const {plain} = (await import(document.querySelector('script[type=module]').src)).modules['text.js'];
        return ['Żółw', 'ŁÓDŹ', 'Straße'].map(plain);
    }""")
    assert found == ["zolw", "lodz", "strasse"]


def test_everything_fits_in_polish(house: Household, room: Room) -> None:
    """Polish words are longer: no page is wider than a small phone, overlaps, or has targets too small for a thumb."""
    house.begin(("Ala", "Bartłomiej"))
    house.session.play(Move("feed", {"oil": 2}), "Ala")
    page = polish(room)
    for route in PAGES:
        page.goto(f"{room.address}/#{route}")
        page.wait_for_selector("main h1")
        expect(page.get_by_text("Chwileczkę…")).to_have_count(0)
        assert page.evaluate(WIDER) == [], route
        assert page.evaluate(OVERLAPS) == [], route
        assert page.evaluate(SMALL_TARGETS) == [], route


def test_every_page_fits_at_twice_the_size(house: Household, room: Room) -> None:
    """A phone of 360 pixels whose browser shows everything twice as large: nothing stands beyond the edge, the QR code
    least of all."""
    house.begin(name="Społeczeństwo")
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    page = polish(room)
    page.set_viewport_size({"width": 180, "height": 370})
    for route in (*PAGES, "story"):
        page.goto(f"{room.address}/#{route}")
        page.wait_for_selector("main h1")
        expect(page.get_by_text("Chwileczkę…")).to_have_count(0)
        assert page.evaluate(WIDER) == [], route


def test_a_phone_on_its_side_at_twice_the_size(house: Household, room: Room) -> None:
    """740 by 360 pixels, shown twice as large: the icons stand beside where the round is, the five ways beside each
    other, and the question is seen without scrolling."""
    house.begin()
    page = polish(room)
    page.set_viewport_size({"width": 370, "height": 180})
    lines = "all => new Set([...all].map((one) => Math.round(one.getBoundingClientRect().bottom))).size"
    assert page.locator("header").evaluate("one => one.clientHeight") < 70
    assert page.locator("nav a").evaluate_all(lines) == 1
    expect(page.locator(".do")).to_be_in_viewport()
    assert page.evaluate(WIDER) == []


def test_what_happened_is_told_in_polish(tmp_path: Path, chromium: Browser) -> None:
    """The bar under a map has Polish words, and no accessibility violation."""
    house = Household(tmp_path / "beacons", game=beacons.GAME)
    house.begin()
    room = Room(house, chromium)
    try:
        page = polish(room)
        house.session.play(Move("walk"), "Ben")
        room.at(page, "tracks")
        page.get_by_role("button", name="Zobacz, co się stało").click()
        expect(page.get_by_text("Krok 1 z 3")).to_be_visible()
        assert page.evaluate(WIDER) == []
        assert violations(page) == ""
    finally:
        room.close()
        house.close()
    assert room.faults == []
