"""The overview on the wall with the real games: readable from three metres, and all of it on one screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.app.service import Service
from companion.library.registry import find_games
from companion.testing.playscript import Player
from companion.testing.script import parse
from tests.web.test_browser_wall import OUTSIDE, SIZES

pytestmark = [pytest.mark.slow, pytest.mark.browser]

EVENINGS = Path(__file__).parents[1] / "playthroughs"
STEPS = {"frostpunk/eight_rounds": 120, "fire_brigade/pozar": 59, "turris/two_rounds": 30, "torrenar/choked": 17,
         "citadel/first_steps": 60}  # fmt: skip
# Letters in parts of the screen's height. One of 43 inches is 535 mm high: 25 thousandths are letters of 13 mm, whose
# capitals are 9 mm, or 11 minutes of arc at three metres; who sees well reads 5.
LEAST = """() => {
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) / innerHeight;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const least = (selector) => Math.min(...shown(selector).map(size));
  return [least('.wall h1, .wall-turn, .wall-where, .wall-line b'), least('.wall-label, .wall-caption')];
}"""


@pytest.mark.parametrize("evening", STEPS)
def test_a_golden_evening_on_the_wall(service: Service, chromium: Browser, evening: str) -> None:
    """What matters stands there, large enough, and nothing is cut off or has to be scrolled, on every screen, in both
    languages."""
    script = parse((EVENINGS / f"{evening}.evening").read_text(encoding="utf-8"))
    player = Player(script, find_games(), service.log)
    player.session = service.session
    for step, _ in enumerate(player.play()):
        if step == STEPS[evening]:
            break
    for language in ("en-GB", "pl-PL"):
        context = chromium.new_context(locale=language)
        page = context.new_page()
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"http://127.0.0.1:{service.server.port}/wall")
            page.wait_for_selector(".wall-track")
            where = (language, width, height)
            assert page.evaluate(OUTSIDE) == [], where
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), where
            assert page.locator(".wall-track:visible").count() == page.locator(".wall-track").count(), where
            large, small = page.evaluate(LEAST)
            if width * 9 == height * 16:
                assert large >= 0.04, where
                assert small >= 0.025, where
        context.close()
