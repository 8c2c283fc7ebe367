"""Boards of places in real browsers: tapped by one place or two, growing, and what happened by itself, step by step."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Move

from . import beacons
from .axe import violations_in_both
from .rooms import READ_MS, SMALL_PHONE, TABLET, Room, evening_of
from .test_browser_access import OVERLAPS, SMALL_TARGETS, WIDER, fits

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def chart(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room with an evening among the beacons."""
    with evening_of(beacons.GAME, tmp_path / "beacons", chromium) as room:
        yield room


def state(room: Room) -> beacons.Chart:
    found = room.house.session.state()
    assert isinstance(found, beacons.Chart)
    return found


def field(page: Page, value: str) -> tuple[float, float, float, float]:
    """Where a place is drawn: left, top, width, height."""
    box = page.locator(f'[data-value="{value}"] .ground').bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def tap(page: Page, value: str, within: str = ".view-tracks") -> None:
    page.locator(f'{within} [data-value="{value}"]').click()


# --- the picture ------------------------------------------------------------------------------------------------------


def test_squares_of_a_board_touch(chart: Room) -> None:
    """Six by six fields without links fill a phone's width, each beside the next, each large enough for a thumb."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    expect(page.locator(".board .field")).to_have_count(32 + 5)
    left, top, width, height = field(page, "B2")
    assert abs(field(page, "C2")[0] - (left + width)) < 6
    assert abs(field(page, "B3")[1] - (top + height)) < 6
    assert min(width, height) >= 44


def test_links_and_arrows_are_drawn(chart: Room) -> None:
    """Paths are lines, one-way paths have heads, and two arrows between the same places lie apart."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    expect(page.locator(".map-line")).to_have_count(len(beacons.PATHS) + 4)
    expect(page.locator(".map-line .head")).to_have_count(4)
    heads = page.locator('[data-link="gate harbour"] .head')
    one, other = heads.nth(0).bounding_box(), heads.nth(1).bounding_box()
    assert one
    assert other
    assert abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]) > 10


def test_words_stay_inside_the_picture(chart: Room) -> None:
    """Every word of every board lies inside its picture, on a small phone too."""
    page = chart.at(chart.joined(size=SMALL_PHONE), "tracks")
    outside = page.evaluate("""() => [...document.querySelectorAll('.place-picture')].flatMap((map) => {
        const all = map.getBoundingClientRect();
        return [...map.querySelectorAll('text')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.left < all.left - 2 || box.right > all.right + 2 || box.bottom > all.bottom + 2;
        }).map((one) => one.textContent);
    })""")
    assert outside == []


def test_a_board_grows_over_its_edge(chart: Room) -> None:
    """Ground is laid on a free place beside it, also left of and above the first."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    for place in ("-1,0", "-1,-1", "-2,-1"):
        tap(page, place)
        page.get_by_role("dialog").get_by_role("button", name="Lay ground").click()
        expect(page.locator(f'[data-value="{place}"].tone-good')).to_have_count(1)
    assert state(chart).ground == ((0, 0), (-1, 0), (-1, -1), (-2, -1))
    assert field(page, "-2,-1")[0] < field(page, "0,0")[0]


def test_a_board_too_fine_for_thumbs_opens_large(chart: Room) -> None:
    """Where fields are smaller than a thumb the whole board is one button; large, they are not, and can be tapped."""
    for x in range(1, 9):
        chart.house.session.play(Move("lay", {"at": f"{x},0"}), "Ben")
    page = chart.at(chart.joined(size=SMALL_PHONE), "tracks")
    small = page.locator(".whole-map .ground").first.bounding_box()
    page.locator(".whole-map").click()
    large = page.locator('.big-map [data-value="3,0"] .ground').bounding_box()
    assert small
    assert large
    assert small["width"] < 40
    assert large["width"] >= 44
    tap(page, "3,1", ".big-map")
    expect(page.locator('.big-map [data-value="3,1"].tone-good')).to_have_count(1)
    page.get_by_role("button", name="Close").click()
    chart.at(page, "now")
    page.get_by_role("button", name="Lay ground").click()
    expect(page.locator(".asked-map .map-room.wide")).to_have_count(1)
    tap(page, "4,1", ".asked-map")
    expect(page.locator('.asked-map [data-value="4,1"].tone-good')).to_have_count(1)


# --- tapping ----------------------------------------------------------------------------------------------------------


def test_two_taps_answer_two_asks(chart: Room) -> None:
    """The first place begins, the second plays it; nothing else is asked."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    tap(page, "inn")
    expect(page.locator(".aim-bar")).to_contain_text("Draw a path")
    expect(page.locator(".aim-bar")).to_contain_text("To")
    tap(page, "junction")
    expect(page.locator(".aim-bar")).to_have_count(0)
    expect(page.locator('[data-link="inn junction"]')).to_have_count(1)
    assert state(chart).paths[-1] == ("inn", "junction")


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of it stands between the top of the page's room and its lowest bar."""
    box, footer = page.locator(selector).bounding_box(), page.locator("footer").bounding_box()
    assert box is not None
    assert footer is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= footer["y"]


def test_what_is_asked_next_stays_in_sight(chart: Room) -> None:
    """However far down the map ends, the bar that asks for the second place stands above the lowest bar."""
    page = chart.at(chart.joined(size={"width": 390, "height": 600}), "tracks")
    tap(page, "inn")
    expect(page.locator(".aim-bar").first).to_contain_text("To")
    assert in_sight(page, ".hex-map > .aim-bar")


def test_the_first_place_again_ends_it(chart: Room) -> None:
    """A place tapped by mistake is tapped again; a game that has gone on ends it as well."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    tap(page, "inn")
    page.wait_for_timeout(READ_MS)
    tap(page, "inn")
    expect(page.locator(".aim-bar")).to_have_count(0)
    tap(page, "inn")
    chart.house.session.play(Move("walk"), "Ben")
    expect(page.locator(".aim-bar")).to_have_count(0)
    assert len(state(chart).paths) == len(beacons.PATHS)


def test_a_place_shows_everything_it_answers(chart: Room) -> None:
    """Beside the path that it begins, a place shows its note and every other offer that it answers."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    tap(page, "gate")
    page.get_by_role("button", name="What else can be done here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Only one scout may stand here.")
    expect(dialog.get_by_role("button", name="Rub out: Chapel to Gate")).to_be_visible()
    dialog.get_by_role("button", name="Send scouts: 2").click()
    expect(page.locator('[data-value="gate"] .map-mark')).to_have_count(3)


def test_an_offer_asks_for_both_places_on_one_map(chart: Room) -> None:
    """From the list, an offer with two places lights them on the map of the page: a tap for each, and it is done."""
    page = chart.joined(size=PHONE)
    page.get_by_role("button", name="Draw a path").click()
    bar = page.locator(".aim-bar:visible")
    expect(bar).to_contain_text("From")
    tap(page, "dunes", ".asked-map")
    expect(bar).to_contain_text("To")
    page.wait_for_timeout(READ_MS)
    tap(page, "dunes", ".asked-map")
    expect(bar).to_have_count(0)
    page.get_by_role("button", name="Draw a path").click()
    tap(page, "gate", ".asked-map")
    tap(page, "harbour", ".asked-map")
    expect(page.locator(".said").first).to_contain_text("A path leads from Gate to Old harbour.")


def test_one_of_several_maps_stands_on_the_page(chart: Room) -> None:
    """Where several maps are asked for, one can be tapped at once and the others are a tap away."""
    page = chart.joined(size=PHONE)
    expect(page.locator(".asked-map .map-picture")).to_have_count(1)
    page.get_by_role("button", name="Choose on the map: The city").click()
    (burning,) = state(chart).burning
    tap(page, burning, ".asked-map")
    expect(page.locator(f".asked-map [data-value={burning}].tone-warm")).to_have_count(0)
    assert state(chart).burning == ()


def test_places_by_keyboard(chart: Room) -> None:
    """Arrow keys lead from place to place, Enter taps."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    page.locator(".view-tracks [data-value=abbey]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".view-tracks [data-value=bridge]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".aim-bar")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".aim-bar")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()  # the move has arrived
    assert state(chart).paths[-1] == ("bridge", "chapel")


# --- what happened ----------------------------------------------------------------------------------------------------


def test_what_happened_is_told_step_by_step(chart: Room) -> None:
    """A step shows its sentence, its arrow and the creature where it was then; the last leads back to the present."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    chart.house.session.play(Move("walk"), "Ben")
    page.get_by_role("button", name="See what happened").click()
    words = page.locator(".step-text")
    expect(words).to_have_text("The creature walks from Abbey to Bridge.")
    expect(page.locator('.happened[data-link="abbey bridge"] .head')).to_have_count(1)
    expect(page.locator("[data-value=bridge].lit")).to_have_count(1)
    expect(page.locator("[data-value=abbey]")).to_have_attribute("aria-label", re.compile("Beast"))
    page.get_by_role("button", name="The next step").click()
    expect(words).to_have_text("The creature walks from Bridge to Ferry.")
    expect(page.locator("[data-value=bridge]")).to_have_attribute("aria-label", re.compile("Beast"))
    expect(page.locator("[data-value=ferry]")).not_to_have_attribute("aria-label", re.compile("Beast"))
    page.get_by_role("button", name="The next step").click()
    expect(page.get_by_role("button", name="The next step")).to_be_disabled()
    page.get_by_role("button", name="The step before").click()
    page.get_by_role("button", name="Show the map as it is now").click()
    expect(page.locator("[data-value=ferry]")).to_have_attribute("aria-label", re.compile("Beast"))
    expect(page.locator(".happened[data-link]")).to_have_count(0)


def test_steps_play_by_themselves(chart: Room) -> None:
    """Played through, the steps follow each other and stop at the last."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    page.clock.install()
    chart.house.session.play(Move("walk"), "Ben")
    page.get_by_role("button", name="See what happened").click()
    page.get_by_role("button", name="Play all steps").click()
    for text in ("Step 2 of 3", "Step 3 of 3"):
        page.clock.run_for(4500)
        expect(page.get_by_text(text)).to_be_visible()
    page.clock.run_for(4500)
    expect(page.get_by_role("button", name="Play all steps")).to_be_visible()


def test_news_opens_by_itself_above_the_question(chart: Room) -> None:
    """Who only watches sees the first step at once, before the question, and undo brings no old news."""
    page = chart.browser(PHONE)
    page.goto(chart.address)
    page.wait_for_selector(".now")
    expect(page.locator(".happened")).to_have_count(0)
    chart.house.session.play(Move("walk"), "Ben")
    expect(page.locator(".happened .step-text")).to_have_text("The creature walks from Abbey to Bridge.")
    prompt, card = page.locator(".do").bounding_box(), page.locator(".happened.card").bounding_box()
    assert prompt
    assert card
    assert card["y"] + card["height"] <= prompt["y"]
    page.get_by_role("button", name="Show the map as it is now").click()
    chart.house.session.play(Move("walk"), "Ben")
    expect(page.locator(".happened .step-text")).to_have_text("The creature walks from Ferry to Bridge.")
    page.get_by_role("button", name="Show the map as it is now").click()
    chart.house.session.undo("Ben", 1)
    expect(page.locator(".now-main").get_by_role("button", name="See what happened")).to_be_visible()
    expect(page.locator(".happened .step-text")).to_have_count(0)


def test_news_is_looked_through_to_its_end(chart: Room) -> None:
    """The large button leads from step to step, then says done; only then the usual answer takes its place."""
    page = chart.joined(size=PHONE)
    chart.house.session.play(Move("walk"), "Ben")
    answer = page.locator(".action-bar .answer")
    for at in (2, 3):
        expect(answer).to_have_text(f"Next: {at} of 3")
        answer.click()
    expect(page.locator(".step-text")).to_have_text("It devours nobody, for nobody stands there.")
    page.get_by_role("button", name="The step before").click()
    expect(answer).to_have_text("Next: 3 of 3")
    answer.click()
    expect(answer).to_have_text("Done")
    answer.click()
    expect(page.locator(".happened")).to_have_count(0)
    expect(answer).to_have_text("The creature walks")
    page.get_by_role("button", name="See what happened").first.click()
    expect(answer).to_have_text("Next: 2 of 3")


def test_a_page_opened_later_has_no_old_news(chart: Room) -> None:
    """What happened before a page was opened waits behind its button."""
    chart.house.session.play(Move("walk"), "Ben")
    page = chart.browser(PHONE)
    page.goto(chart.address)
    expect(page.get_by_role("button", name="See what happened")).to_be_visible()
    expect(page.locator(".happened .step-text")).to_have_count(0)


def test_news_never_stands_over_what_is_to_be_tapped(chart: Room) -> None:
    """On a map that is asked for, the present stays and can be tapped; what happened waits behind its button."""
    page = chart.at(chart.joined(size=PHONE), "tracks")
    chart.house.session.play(Move("walk"), "Ben")
    expect(page.get_by_role("button", name="See what happened")).to_be_visible()
    expect(page.locator(".step-text")).to_have_count(0)
    expect(page.locator("[data-value=inn].open")).to_have_count(1)


# --- for everyone -----------------------------------------------------------------------------------------------------


def test_axe_finds_nothing_among_the_beacons(chart: Room) -> None:
    """Boards, steps, the second tap and the map in a dialog have no accessibility violation."""
    page = chart.joined(reduced_motion="reduce")
    expect(page.locator(".do")).to_be_visible()
    chart.house.session.play(Move("walk"), "Ben")
    chart.house.session.play(Move("burn"), "Ben")
    for route in ("now", "tracks"):
        chart.at(page, route)
        assert violations_in_both(page) == "", route
    page.get_by_role("button", name="See what happened").first.click()
    assert violations_in_both(page) == ""
    page.get_by_role("button", name="The chart, larger").click()
    assert violations_in_both(page) == ""
    page.keyboard.press("Escape")
    tap(page, "gate")
    page.keyboard.press("Escape")
    tap(page, "gate")
    assert violations_in_both(page) == ""
    chart.at(page, "now")
    page.get_by_role("button", name="Draw a path").click()
    assert violations_in_both(page) == ""


def test_everything_among_the_beacons_fits(chart: Room) -> None:
    """Nothing is wider than the screen, overlaps, or is too small for a thumb; steps and dialogs neither."""
    sizes = (SMALL_PHONE, PHONE, TABLET)
    page = chart.joined(reduced_motion="reduce")
    chart.house.session.play(Move("walk"), "Ben")
    for route in ("now", "tracks"):
        chart.at(page, route)
        if route == "tracks":
            page.get_by_role("button", name="See what happened").first.click()
        expect(page.locator(".step-text:visible").first).to_be_visible()
        fits(page, route, WIDER, SMALL_TARGETS, *[OVERLAPS] * (route == "tracks"), sizes=sizes)
    chart.at(page, "now")
    page.get_by_role("button", name="Draw a path").click()
    fits(page, "a dialog", WIDER, SMALL_TARGETS, sizes=sizes)


def test_what_a_tap_on_the_map_asks_of_hands_stands_right_below_it(chart: Room) -> None:
    """The question stays, and so does the map under the finger; the other answers, of which there may be screens, come
    after the order."""
    page = chart.joined("Ada", size=SMALL_PHONE)
    expect(page.locator(".asked-map")).to_be_visible()
    chart.house.session.play(Move("put_out", {"at": state(chart).burning[0]}), "Ada")
    expect(page.locator(".todo")).to_be_visible()
    below_each_other = [
        page.locator(one).first.bounding_box() for one in (".asked-map", ".todo", ".now .offer-row, .now .offer")
    ]
    tops = [box["y"] for box in below_each_other if box is not None]
    assert len(tops) == 3
    assert tops == sorted(tops)
