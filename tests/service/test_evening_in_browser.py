"""An evening as people play it: two phones, the simulated table, a breakdown of the Generator, and the way back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.service import Service
from tests.web.rooms import PATIENCE_MS, READ_MS, SMALL_PHONE

from .conftest import QUIET, Hands

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture
def phones(service: Service, chromium: Browser) -> Iterator[tuple[Page, Page]]:
    """Anna's and Ben's phone, both joined."""
    contexts = [chromium.new_context(viewport=SMALL_PHONE, device_scale_factor=2) for _ in range(2)]
    pages = []
    for context, name in zip(contexts, ("Anna", "Ben"), strict=True):
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        page.wait_for_selector(".welcome, .now")
        pages.append(page)
    yield pages[0], pages[1]
    for context in contexts:
        context.close()


def usual(page: Page):
    """The large button."""
    return page.locator(".action-bar .answer")


def sheet(page: Page):
    return page.locator("dialog[open]")


def begin_frostpunk(page: Page) -> None:
    page.goto(page.url.split("#")[0] + "#new")
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)  # there is nothing to begin yet
    page.get_by_role("button", name="Frostpunk: The Board Game").click()
    page.get_by_role("textbox", name="Player 1").fill("Anna")
    page.get_by_role("textbox", name="Player 2").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lay out the game")
    page.get_by_role("button", name="Cards are dealt and paid, too: begin").click()
    sheet(page).get_by_label("0", exact=True).click()
    sheet(page).get_by_label("Anna").click()
    sheet(page).locator("button.usual").click()
    expect(sheet(page)).to_have_count(0)


def set_by_hand(page: Page, track: str, value: int) -> None:
    """The board says: so many."""
    page.locator("nav").get_by_text("Tracks").click()
    page.get_by_role("button", name=track).first.click()
    sheet(page).locator("input").first.fill(str(value))
    sheet(page).locator("button.usual").click()
    expect(sheet(page)).to_have_count(0)
    page.locator("nav").get_by_text("Now").click()


def test_a_round_up_to_a_breakdown_and_back(service: Service, hands: Hands, phones: tuple[Page, Page]):
    """The example of rulebook p. 20 on the simulated table: 9 cubes on the Stress track, 3 dropped, 2 fall."""
    anna, ben = phones
    begin_frostpunk(anna)
    hands.answer_until("generator.cubes", **QUIET)
    set_by_hand(anna, "Stress", 9)
    anna.get_by_role("button", name="Cubes shown: 3").click()
    expect(anna.get_by_role("heading", level=1)).to_contain_text("Drop 3 cubes")
    hands.wait_for(lambda: service.scale.state().sure and service.scale.state().count == 0, "the scale's zero")

    # Nobody says that all are dropped: seconds later the scale would say that none fell, and phones may be slower.
    ben.locator("nav").get_by_text("Table").click()
    ben.get_by_role("button", name="Drop 2", exact=True).click()
    hands.wait_for(lambda: service.session.state().generator.fell == 2, "the scale's two cubes")
    expect(anna.get_by_role("heading", level=1)).to_contain_text("2 cubes")
    anna.wait_for_timeout(READ_MS)
    usual(anna).click()
    expect(anna.get_by_text("The Generator broke down.")).to_be_visible()
    assert service.session.state().generator.overheated

    take_back(ben, "Anna")
    expect(anna.get_by_role("heading", level=1)).to_contain_text("2 cubes")
    assert service.session.state().generator.stress == 9
    anna.wait_for_timeout(READ_MS)
    usual(anna).click()
    expect(ben.get_by_text("The Generator broke down.")).to_be_visible()

    hands.answer_until("weather.card")
    generator = service.session.state().generator
    assert (generator.overheated, generator.stress, generator.heat, generator.cold) == (True, 0, 1, 6)
    assert (generator.red, generator.orange, generator.yellow) == (2, 3, 4)
    hands.answer_until("morning.card", **QUIET)
    assert service.session.state().round == 3
    expect(anna.get_by_role("heading", level=1)).to_contain_text("Morning card")


def take_back(page: Page, whose: str) -> None:
    """Undo somebody else's last step, which is named before it is undone."""
    page.locator("nav").get_by_text("Now").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(sheet(page)).to_contain_text(whose)
    sheet(page).get_by_role("button", name="Undo").click()
    expect(sheet(page)).to_have_count(0)


def test_the_cable_pulled_in_the_middle(at_the_generator: Hands, phones: tuple[Page, Page]):
    """A phone says that the scale counts; with the cable pulled it asks people to count; and back again.
    The camera's cable shows on the tab and in one line."""
    anna, ben = phones
    expect(anna.get_by_text("The scale counts by itself")).to_be_visible()
    ben.locator("nav").get_by_text("Table").click()
    ben.get_by_role("button", name="Pull the cable out").click()
    expect(anna.get_by_text("The scale is not connected: count yourselves.")).to_be_visible()
    stopped = ben.get_by_role("region", name="What has stopped working")
    expect(stopped.get_by_text("The drawer does not answer any more.")).to_be_visible()
    ben.get_by_role("button", name="Plug the cable in").click()
    expect(anna.get_by_text("The scale counts by itself")).to_be_visible()
    ben.get_by_role("button", name="Pull the camera’s cable out").click()
    expect(anna.locator(".lost-line")).to_contain_text("The camera gives no pictures any more.")
    expect(anna.locator("nav").get_by_role("link", name="Table")).to_contain_text("a device has stopped working")
    ben.get_by_role("button", name="Plug the camera’s cable in").click()
    expect(anna.locator(".lost-line")).to_have_count(0)


def test_a_turn_of_torrenar_in_two_taps(service: Service, hands: Hands, phones: tuple[Page, Page]):
    """An Action, and the end of the turn: both are one tap on the smallest phone; what hands must do then is a list."""
    anna, _ = phones
    service.session.start("torrenar", "Friday", ["Anna", "Ben", "Cleo"], {}, "Anna")
    hands.answer("begin_with")
    anna.get_by_role("button", name="Used, then Discarded").click()
    hands.wait_for(lambda: service.session.state().players[0].hand == 4, "the Action is Discarded")
    service.session.correct("hidden_1", 9, "Anna")  # of 9 cards that only she sees: the Hand holds nothing else
    usual(anna).filter(has_text="4").click()
    hands.wait_for(lambda: service.session.state().smokestack == 20, "one card Gained from the Smokestack")
    expect(anna.locator(".todo")).to_contain_text("Anna: deal 4 Pollutants")
    assert anna.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
