"""The overview on the wall with the real games: readable from three metres, and all of it on one screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.app.service import Service
from tests.web.rooms import resize
from tests.web.test_browser_wall import OUTSIDE, SIZES

pytestmark = [pytest.mark.slow, pytest.mark.browser]

# Letters in parts of the screen's height. One of 43 inches is 535 mm high: 25 thousandths are letters of 13 mm, whose
# capitals are 9 mm, or 11 minutes of arc at three metres; who sees well reads 5.
LEAST = """() => {
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) / innerHeight;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const least = (selector) => Math.min(...shown(selector).map(size));
  return [least('.wall h1, .wall-turn, .wall-where, .wall-line b'), least('.wall-label, .wall-caption')];
}"""


# Whether the wall shows an evening of this game.
SHOWS = """(game) => {
  const plain = (words) => (words ?? '').replace(/\\s+/g, ' ');
  const { looks } = JSON.parse(document.querySelector('#start').textContent);
  return plain(document.querySelector('.wall-game')?.textContent) === plain(looks[game].title);
}"""


@pytest.fixture(scope="module")
def walls(played: tuple[Service, dict[str, str]], chromium: Browser) -> Iterator[dict[str, Page]]:
    """A wall in each language. It follows from one evening to the next, as walls do."""
    service, _ = played
    pages = {language: chromium.new_context(locale=language).new_page() for language in ("en-GB", "pl-PL")}
    for page in pages.values():
        page.goto(f"http://127.0.0.1:{service.server.port}/wall")
    yield pages
    for page in pages.values():
        page.context.close()


def test_a_golden_evening_on_the_wall(golden: Service, walls: dict[str, Page]) -> None:
    """What matters stands there, large enough, and nothing is cut off or has to be scrolled, on every screen, in both
    languages."""
    evening = golden.session.screen().evening
    assert evening is not None
    for language, page in walls.items():
        page.wait_for_function(SHOWS, arg=evening.game)
        page.wait_for_selector(".wall-track")
        for width, height in SIZES.values():
            resize(page, width, height)
            where = (language, width, height)
            assert page.evaluate(OUTSIDE) == [], where
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), where
            assert page.locator(".wall-track:visible").count() == page.locator(".wall-track").count(), where
            large, small = page.evaluate(LEAST)
            if width * 9 == height * 16:
                assert large >= 0.04, where
                assert small >= 0.025, where
