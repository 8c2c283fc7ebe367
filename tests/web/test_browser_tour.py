"""The hints of the first evening."""

import pytest
from playwright.sync_api import expect

from companion.api.game import Move

from .household import Household
from .rooms import Room

pytestmark = pytest.mark.browser


def test_hints_come_one_at_a_time_and_once(house: Household, room: Room) -> None:
    """Once a hint is put away the next one waits for another step, and none comes back, not even after a reload."""
    house.begin()
    page = room.joined(tour=True)
    hint = page.get_by_role("complementary", name="A hint")
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(hint).to_have_count(1)
    first = hint.inner_text()
    page.get_by_role("button", name="Got it").click()
    expect(hint).to_have_count(0)
    page.reload()
    page.wait_for_selector(".now")
    for _ in range(8):
        house.session.correct("dark", house.session.state().dark % 9 + 1, "Ada")
    expect(hint).to_have_count(1)
    assert hint.inner_text() != first


def test_hints_are_switched_off_at_once(house: Household, room: Room) -> None:
    """Whoever wants none sees none any more."""
    house.begin()
    page = room.joined(tour=True)
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    page.get_by_role("button", name="No more hints").click()
    for _ in range(8):
        house.session.correct("dark", house.session.state().dark % 9 + 1, "Ada")
    page.wait_for_timeout(300)
    expect(page.get_by_role("complementary", name="A hint")).to_have_count(0)
