"""Everybody can read and use the page: no violation of WCAG 2.2 AA with the real games, every control named, no word
broken within, and all of it with letters of twice the size and at 400 %."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.service import Service
from tests.web.rooms import CHROMIUM, FLAGS

from .named import UNNAMED, check, check_again

pytestmark = [pytest.mark.slow, pytest.mark.browser]

ROUTES = ("now", "tracks", "history", "look-up", "table", "evenings", "new", "otherwise")
ALIKE = ("evenings", "new"), "frostpunk"  # pages that are the same in all games, looked at in one of them
PHONE, FOUR_TIMES = {"width": 360, "height": 740}, {"width": 320, "height": 256}
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
# Tables of which a part is out of sight until they are pushed sideways.
SIDEWAYS = """() => [...document.querySelectorAll('.widget.grid')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
# What cannot be scrolled to, to the right.
WIDER = """() => [...document.querySelectorAll('html, body, main, footer, header, dialog')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName)"""
# Whether the page shows this game in its own colours.
WEARS = """(game) => {
  const colours = document.querySelector('#colours');
  return colours.getAttribute('href')?.includes(game) && colours.sheet?.href === colours.href;
}"""


# Whether an answer of one very long word stays within its row.
FITS = """() => new Promise((done) => {
    const row = Object.assign(document.createElement('div'), { className: 'chip-row pairs' });
    row.innerHTML = '<button class="chip"><span>Wylosowano: Najsprawiedliwszych</span></button>';
    document.querySelector('main').append(row);
    requestAnimationFrame(() => requestAnimationFrame(() => {
        const fits = row.scrollWidth <= row.clientWidth + 1;
        row.remove();
        done(fits);
    }));
})"""


Open = Callable[..., Page]


@pytest.fixture(scope="module")
def large_letters(chromium: Browser) -> Iterator[Browser]:
    """A browser that is set to letters of twice the size."""
    letters = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=32"
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, letters])
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def opened(played: tuple[Service, dict[str, str]]) -> Iterator[Open]:
    """Anna's phone on the present evening; joined once for each language and setting. It follows from one evening to
    the next, as phones do: axe finds what it looks for in half the time where it has been looking before."""
    service, _ = played
    phones: dict[tuple[str, ...], Page] = {}

    def open_(browser: Browser, language: str, theme: str = "dark", **options: Any) -> Page:
        key = (language, theme, str(id(browser)), str(options))
        if key not in phones:
            options = {"viewport": PHONE, "reduced_motion": "reduce"} | options
            page = phones[key] = browser.new_context(locale=language, **options).new_page()
            page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
            page.evaluate(f"localStorage.setItem('theme', '{theme}')")
            page.fill("#name", "Anna")
            page.keyboard.press("Enter")
            page.wait_for_selector(".now, .welcome")
        page = phones[key]
        page.goto(f"http://127.0.0.1:{service.server.port}/#now")
        evening = service.session.screen().evening
        assert evening is not None
        page.wait_for_function(WEARS, arg=evening.game)
        page.wait_for_selector(".now .do")
        return page

    yield open_
    for page in phones.values():
        page.context.close()


def each(page: Page, service: Service) -> Iterator[str]:
    """One page after the other."""
    evening, (alike, game) = service.session.screen().evening, ALIKE
    assert evening is not None
    for route in ROUTES:
        if route in alike and evening.game != game:
            continue
        page.goto(f"http://127.0.0.1:{service.server.port}/#{route}")
        page.wait_for_selector("main h1")
        page.wait_for_timeout(120)
        yield route


@pytest.mark.parametrize(
    ("theme", "language", "look"), [("dark", "en-GB", check), ("light", "pl-PL", check_again)], ids=["dark", "light"]
)
def test_everybody_can_use_it(
    golden: Service, chromium: Browser, opened: Open, theme: str, language: str, look: Callable[[Page, str], None]
) -> None:
    """On a phone axe finds nothing of level AA and of what it calls best practice, in the game's own colours; every
    control has a name of words, no word is broken within, and nothing is cut off."""
    page = opened(chromium, language, theme)
    for route in each(page, golden):
        look(page, route)
        assert page.evaluate(BROKEN) == [], route
        nothing_is_wider(page, route)
        assert page.evaluate(SIDEWAYS) == [], route


def nothing_is_wider(page: Page, where: str) -> None:
    """What is drawn is drawn anew until it fits, which a busy machine takes its time for."""
    for _ in range(20):
        if not page.evaluate(WIDER):
            return
        page.wait_for_timeout(100)
    assert page.evaluate(WIDER) == [], where


@pytest.mark.parametrize("how", ["letters of 200 %", "a page of 400 %"])
def test_much_larger(golden: Service, chromium: Browser, large_letters: Browser, opened: Open, how: str) -> None:
    """Nothing is cut off to the side and no word is broken within, in Polish with its long words."""
    larger = how.startswith("letters")
    page = opened(large_letters if larger else chromium, "pl-PL", viewport=PHONE if larger else FOUR_TIMES)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == ("34px" if larger else "17px")
    for route in each(page, golden):
        nothing_is_wider(page, route)
        assert page.evaluate(BROKEN) == [], route
        assert page.evaluate(UNNAMED) == [], route
    assert page.evaluate(FITS)


def test_a_value_among_hundreds_is_found(
    played: tuple[Service, dict[str, str]], chromium: Browser, opened: Open
) -> None:
    """The fire brigades' 96 tiles lie under one heading until it is opened; a typed name opens what bears it."""
    service, evenings = played
    service.session.open(evenings["fire_brigade/pozar"])
    page = opened(chromium, "en-GB")
    page.goto(f"http://127.0.0.1:{service.server.port}/#otherwise")
    tiles = page.locator("details.panel").filter(has=page.get_by_role("heading", name="Tiles", exact=True))
    rows = page.locator(".otherwise-row")
    expect(tiles.get_by_text("96 values")).to_be_visible()
    expect(tiles.locator(".otherwise-row")).to_have_count(0)
    tiles.locator("summary").click()
    expect(tiles.locator(".otherwise-row")).to_have_count(96)
    tiles.locator("summary").click()
    expect(tiles.locator(".otherwise-row")).to_have_count(0)

    page.get_by_role("searchbox", name="Find").fill("tiles b1")
    expect(rows.first).to_be_visible()
    assert {one.split(":")[0] for one in rows.locator(".widget-label").all_inner_texts()} == {"B1"}
    page.get_by_role("searchbox", name="Find").fill("zzz")
    expect(rows).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="zzz")).to_be_visible()
