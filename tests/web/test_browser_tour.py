"""The hints of the first evening."""

import pytest
from playwright.sync_api import expect

from companion.api.game import Move
from companion.api.readings import CardSeen
from companion.storage.card_texts import CardText, TextBlock

from .household import Household
from .lighthouse import GAME
from .rooms import TABLET, Room

pytestmark = pytest.mark.browser


TELL = """() => import(document.querySelector('script[type=module]').src)
    .then(({modules}) => modules['store.js'].tell('It was refused.', {tone: 'warm'}))"""


def test_hints_come_one_at_a_time_and_once(house: Household, room: Room) -> None:
    """Once a hint is put away the next one waits for another step, and none comes back, not even after a reload. It is
    small, speaks of a list only where one stands, and has room beside a message."""
    house.begin()
    page = room.joined(tour=True)
    hint = page.get_by_role("complementary", name="A hint")
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(hint).to_have_count(1)
    first = hint.inner_text()
    assert "Tick off" not in first
    box = hint.bounding_box()
    assert box is not None
    assert box["height"] < 120
    page.get_by_role("button", name="Got it").click()
    expect(hint).to_have_count(0)
    page.reload()
    page.wait_for_selector(".now")
    for _ in range(8):
        house.session.correct("dark", house.session.state().dark % 9 + 1, "Ada")
    expect(hint).to_have_count(1)
    assert hint.inner_text() != first
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    page.evaluate(TELL)
    message, below = page.get_by_role("alert").bounding_box(), hint.bounding_box()
    assert message is not None
    assert below is not None
    assert message["y"] + message["height"] < below["y"]


def test_hints_wait_while_a_card_is_read(house: Household, room: Room) -> None:
    """What a card says has the room of a small phone; once the evening has gone on, the hint is back."""
    house.adding.texts.put(GAME.name, CardText(card="M017", blocks=(TextBlock(kind="body", text="Lose a day."),)))
    house.begin()
    page = room.joined(tour=True)
    hint = page.get_by_role("complementary", name="A hint")
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(hint).to_have_count(1)
    house.session.report(CardSeen("card_id", "M017", True, 0.99), "camera")
    expect(page.get_by_text("Lose a day.")).to_be_visible()
    expect(hint).to_have_count(0)
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    expect(hint).to_have_count(1)


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
