"""What a step asks of hands, on a real page: it comes into sight, and is told until it was."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from companion.api.game import Move

from .household import Household
from .rooms import READ_MS, SMALL_PHONE, Room

pytestmark = pytest.mark.browser

LOW_PX = 300  # as far down as somebody scrolls for an answer
SHORT_PHONE = ViewportSize(width=360, height=560)
HANDS_MS = 3500  # so long a list stands in sight until who goes on has carried it out


@pytest.fixture
def page(house: Household, room: Room) -> Page:
    """Ada plays alone: every step of hers leaves the question as it was."""
    house.begin(("Ada",))
    return room.joined("Ada", SMALL_PHONE)


def order(page: Page) -> Locator:
    return page.get_by_role("checkbox", name="Move Darkness up to 3")


def scroll_down(page: Page) -> None:
    page.locator("main").evaluate(f"main => main.scrollTo(0, {LOW_PX})")


def test_what_ones_own_step_asks_of_hands_comes_into_sight(page: Page, house: Household) -> None:
    """It stands above the question, which is the same, and the page was scrolled down to the answers."""
    scroll_down(page)
    house.session.play(Move("storm"), "Ada")
    expect(order(page)).to_be_in_viewport(ratio=1)


def test_anothers_step_leaves_the_page_where_it_is(page: Page, house: Household) -> None:
    """Whoever reads is not moved."""
    scroll_down(page)
    house.session.play(Move("storm"), "Ben")
    expect(order(page)).to_be_attached()
    assert page.locator("main").evaluate("main => main.scrollTop") >= LOW_PX / 2


def test_what_was_never_in_sight_is_told_on(page: Page, house: Household) -> None:
    """Ada looks something up while two steps of hers are taken; once she has seen the first one's order, her next step
    ends it."""
    page.get_by_role("link", name="Table", exact=True).click()
    house.session.play(Move("storm"), "Ada")
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    page.get_by_role("link", name="Now", exact=True).click()
    expect(order(page)).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(HANDS_MS)
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(order(page)).to_have_count(0)


def test_all_done_means_what_stands_there(page: Page, house: Household) -> None:
    """Of a long list the rest is folded away: it comes out, still to be done."""
    page.set_viewport_size(SHORT_PHONE)
    for _ in range(3):
        house.session.play(Move("storm"), "Ben")
    more = page.get_by_role("button", name="more to do")
    expect(more).to_be_visible()
    boxes, all_done = page.locator(".todo-row"), page.get_by_role("button", name="All done")
    shown = boxes.count()
    all_done.click()
    expect(more).to_have_count(0)
    expect(page.locator(".todo-row[aria-checked=true]")).to_have_count(shown)
    hidden = page.locator(".todo-row[aria-checked=false]")
    assert hidden.count() > 0
    page.wait_for_timeout(READ_MS)
    all_done.click()
    expect(boxes).to_have_count(0)


def test_hands_do_it_once(page: Page, room: Room, house: Household) -> None:
    """What is ticked off on one phone is done on the other, also on one that comes later; and may be taken back."""
    other = room.joined("Ben", SMALL_PHONE)
    house.session.play(Move("storm"), "Ada")
    page.get_by_role("button", name="All done").click()
    expect(other.locator(".todo-done")).to_have_count(1)
    other.reload()
    expect(other.locator(".todo-done")).to_have_count(1)
    other.locator(".todo-done").click()
    other.locator(".todo-row").first.click()
    expect(page.locator(".todo-row[aria-checked=false]")).to_have_count(1)


def test_who_goes_on_at_once_has_not_carried_it_out(page: Page, house: Household) -> None:
    """The next question is answered before hands can have moved anything: the order is told on."""
    house.session.play(Move("storm"), "Ada")
    expect(order(page)).to_be_in_viewport(ratio=1)
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(page.get_by_text("Still from before")).to_be_visible()
    expect(order(page)).to_be_visible()
