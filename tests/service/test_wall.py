"""The overview on the wall with the real games: readable from three metres, and all of it on one screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from companion.app.service import Service
from tests.web.test_browser_wall import OUTSIDE, SIZES

from .conftest import resize

pytestmark = [pytest.mark.slow, pytest.mark.browser]

# Letters in parts of the screen's height. One of 43 inches is 535 mm high: 25 thousandths are letters of 13 mm, whose
# capitals are 9 mm, or 11 minutes of arc at three metres; who sees well reads 5.
LEAST = """() => {
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) / innerHeight;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const least = (selector) => Math.min(...shown(selector).map(size));
  return [least('.wall h1, .wall-turn, .wall-where, .wall-line b'), least('.wall-label, .wall-caption')];
}"""


def test_a_golden_evening_on_the_wall(golden: Service, chromium: Browser) -> None:
    """What matters stands there, large enough, and nothing is cut off or has to be scrolled, on every screen, in both
    languages."""
    for language in ("en-GB", "pl-PL"):
        context = chromium.new_context(locale=language)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{golden.server.port}/wall")
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
        context.close()
