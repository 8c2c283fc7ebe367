"""Everybody can read and use the page: no violation of WCAG 2.2 AA with the real games, every control named, no word
broken within, and all of it with letters of twice the size and at 400 %."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion.app.service import Service
from companion.library.registry import find_games
from companion.testing.playscript import Player
from companion.testing.script import parse

pytestmark = [pytest.mark.slow, pytest.mark.browser]

EVENINGS = Path(__file__).parents[1] / "playthroughs"
# So many actions into each evening: the setup, or a turn.
MOMENTS = [
    ("frostpunk/eight_rounds", 120),
    ("fire_brigade/pozar", 50),
    ("turris/two_rounds", 20),
    ("torrenar/choked", 12),
    ("citadel/first_steps", 60),
]
ROUTES = ("now", "tracks", "history", "look-up", "table", "evenings", "new")
PHONE, FOUR_TIMES = {"width": 360, "height": 740}, {"width": 320, "height": 256}
AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}

# Words of which a part stands on another line. A hyphen and a stroke may end a line.
BROKEN = """() => {
  const found = [];
  const hidden = '.sr-only, svg, input, textarea';
  const unseen = (one) => !one.checkVisibility() || one.closest(hidden) || one.clientWidth === 1;
  const walk = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (unseen(node.parentElement)) continue;
    for (const {0: word, index} of node.textContent.matchAll(/[^\\s\\-–—/]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter((one) => one.width > 0).map((one) => Math.round(one.top));
      if (new Set(lines).size > 1) found.push(word);
    }
  }
  return [...new Set(found)];
}"""
# Controls that are called by a mere number or sign, or by other words than those that are seen on them (2.5.3).
UNNAMED = """() => {
  const plain = (words) => words.replace(/\\s+/g, ' ').trim().toLowerCase();
  return [...document.querySelectorAll('button, a, [role=button], input:not([type=hidden])')]
    .filter((one) => one.checkVisibility())
    .map((one) => {
      const group = one.closest('fieldset')?.querySelector('legend')?.textContent ?? '';
      const labels = [group, ...[...(one.labels ?? [])].map((label) => label.textContent)].join(' ').trim();
      const told = one.getAttribute('aria-label');
      const seen = one.closest('svg') || told === null ? '' : plain(one.innerText ?? '');
      return [plain(told ?? (labels || one.textContent || one.title || '')), seen];
    })
    .filter(([name, seen]) => !/\\p{L}/u.test(name) || !name.includes(seen));
}"""
# What cannot be scrolled to, to the right.
WIDER = """() => [...document.querySelectorAll('html, body, main, footer, header, dialog')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName)"""


@pytest.fixture(params=MOMENTS, ids=lambda moment: f"{moment[0]}-{moment[1]}")
def evening(request: pytest.FixtureRequest, service: Service) -> Service:
    """A golden evening at some moment."""
    name, steps = request.param
    player = Player(parse((EVENINGS / f"{name}.evening").read_text(encoding="utf-8")), find_games(), service.log)
    player.session = service.session
    for step, _ in enumerate(player.play()):
        if step == steps:
            break
    return service


def joined(service: Service, chromium: Browser, language: str = "en-GB", letters: int = 16, **options: Any) -> Page:
    """Anna's phone, whose browser is set to letters of this size."""
    context = chromium.new_context(viewport=options.pop("viewport", PHONE), locale=language, **options)
    page = context.new_page()
    if letters != 16:
        context.new_cdp_session(page).send("Page.enable")
        context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
    page.fill("#name", "Anna")
    page.keyboard.press("Enter")
    page.wait_for_selector(".now, .welcome")
    return page


def each(page: Page, service: Service) -> Iterator[str]:
    """One page after the other."""
    for route in ROUTES:
        page.goto(f"http://127.0.0.1:{service.server.port}/#{route}")
        page.wait_for_selector("main h1")
        page.wait_for_timeout(150)
        yield route
    page.context.close()


@pytest.mark.parametrize(("theme", "language"), [("dark", "en-GB"), ("light", "pl-PL")])
def test_axe_finds_nothing_in_the_games(evening: Service, chromium: Browser, theme: str, language: str) -> None:
    """Level AA and what axe calls best practice, in the game's own colours."""
    page = joined(evening, chromium, language, reduced_motion="reduce")
    page.evaluate(f"localStorage.setItem('theme', '{theme}')")
    page.reload()
    for route in each(page, evening):
        found = Axe().run(page, options=AXE)
        assert found.violations_count == 0, f"{route}: {found.generate_report()}"


@pytest.mark.parametrize("language", ["en-GB", "pl-PL"])
def test_controls_and_words(evening: Service, chromium: Browser, language: str) -> None:
    """On a phone every control has a name of words, and no word is broken within."""
    page = joined(evening, chromium, language)
    for route in each(page, evening):
        assert page.evaluate(UNNAMED) == [], route
        assert page.evaluate(BROKEN) == [], route
        assert page.evaluate(WIDER) == [], route


TOO_WIDE = ("tracks", "history", "table")  # still to be mended: wide tables, long words in labels
LONG = 10  # letters; at twice the size longer words find no room on a line of a small phone, and are hyphenated


@pytest.mark.xfail(strict=False, reason="still to be mended: wide tables and long words at twice the size")
@pytest.mark.parametrize("how", ["letters of 200 %", "a page of 400 %"])
def test_much_larger(evening: Service, chromium: Browser, how: str) -> None:
    """Nothing is cut off to the side, and no word is broken that has room on a line, in Polish with its long words."""
    options: dict[str, Any] = {"letters": 32} if how.startswith("letters") else {"viewport": FOUR_TIMES}
    page = joined(evening, chromium, "pl-PL", **options)
    for route in each(page, evening):
        if route in TOO_WIDE:
            continue
        assert page.evaluate(WIDER) == [], route
        assert route != "now" or [word for word in page.evaluate(BROKEN) if len(word) <= LONG] == [], route
