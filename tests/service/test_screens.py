"""Every size of screen shows what to do now and at least one of its answers, without scrolling."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Pick
from companion.app.service import Service
from tests.web.rooms import PATIENCE_MS, resize

from .conftest import A_NEW_HOME, QUIET, Hands

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SIZES = {
    "phone": (360, 740),
    "phone on its side": (740, 360),
    "tablet": (1024, 768),
    "tablet upright": (768, 1024),
    "wall": (1920, 1080),
}
# How many of these elements are themselves at their middle: neither scrolled out of sight nor under anything.
SEEN = """selector => [...document.querySelectorAll(selector)].filter(one => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && (one === at || one.contains(at));
}).length"""
ANSWERS = "main :is(.offers, .offer-groups) button, .asked-map .target.open, .action-bar .answer"


def seen(page: Page, selector: str) -> int:
    """How many of these can be seen, and so tapped, as the page stands."""
    return int(page.evaluate(SEEN, selector))


def begin(service: Service, game: str, players: list[str], choices: dict[str, Any]) -> None:
    """An evening with these choices and else the usual or first of each."""
    setup = service.games[game].setup(len(players))
    first = {ask.name: ask.usual or ask.choices[0].value for ask in setup if isinstance(ask, Pick)}
    service.session.start(game, "Friday", players, first | choices, "Anna")


@pytest.fixture
def page(service: Service, chromium: Browser) -> Iterator[Page]:
    """Anna's page, joined; it follows the evening, and takes one size after the other."""
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector(".welcome, .now")
    yield page
    context.close()


def nameless(words: str) -> str:
    """A question as it stands below the line that says whose it is: without the player's name before it."""
    rest = re.sub(r"^(Anna|Ben|Cleo)[,:] ", "", words)
    return rest[:1].upper() + rest[1:]


def check(page: Page, hands: Hands) -> str:
    """The present prompt's headline and one of its answers are in sight on every screen; its name."""
    prompt = hands.asked()
    expect(page.get_by_role("heading", level=1)).to_have_text(nameless(str(prompt.do)))
    hints = page.get_by_role("button", name="No more hints")
    if hints.count():
        hints.click()
    order = page.locator(".todo [aria-checked=false]")
    while order.count():  # what hands have to do stands first, for as long as it is not done
        order.first.click()
    for name, (width, height) in SIZES.items():
        resize(page, width, height)
        assert seen(page, ".now h1") == 1, (prompt.do, name)
        assert seen(page, ANSWERS) >= 1, (prompt.do, name)
    return prompt.name


def test_answers_are_in_sight_in_frostpunk(service: Service, page: Page):
    """Long tracks stand beside the prompt and push its answers nowhere, from the setup
    through the first round to the second round's weather."""
    service.drawer.stop()  # what it counts would answer a prompt while that is being looked at
    hands = Hands(service.session)
    begin(service, "frostpunk", ["Anna", "Ben"], A_NEW_HOME)
    checked = {check(page, hands)}
    hands.answer("all_set_up", food=0, leader="seat1")
    checked.add(check(page, hands))
    answers = QUIET | {"generator_cubes": {"move": "tell_cubes", "cubes": 3}}
    while hands.asked().name != "weather.card":
        how = dict(answers.get(hands.asked().name.replace(".", "_"), {}))
        hands.answer(how.pop("move", None), **how)
        if hands.asked().name not in checked:
            checked.add(check(page, hands))
    assert checked >= {"morning.card", "action.turn", "dusk.card", "weather.card"}


def test_answers_are_in_sight_in_turris(service: Service, page: Page):
    """A question without a usual answer, as which tile lies where, has its answers in sight too."""
    hands = Hands(service.session)
    begin(service, "turris", ["Anna", "Ben", "Cleo"], {})
    checked = [check(page, hands)]
    for _ in range(6):
        hands.answer()
        checked.append(check(page, hands))
    assert len(checked) == 7
