"""Draw the icons for home screens from `web/static/icon.svg` once more: `python -m tests.web.home_icons`.

A home screen wants pictures of certain sizes. The plain ones keep the rounded corners of the drawing; Android cuts a
shape of its own out of the `maskable` one, and iOS rounds the `apple` one: both are filled to their edges.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from web.pages import HOME_ICONS, STATIC

from .rooms import CHROMIUM, FLAGS

DRAWING = STATIC / "icon.svg"
SAFE = 0.8  # of a maskable icon may be sure to be seen: a circle of that width


def drawing(purpose: str) -> str:
    """The drawing as this purpose wants it."""
    text = DRAWING.read_text(encoding="utf-8")
    if purpose == "any":
        return text
    ground = re.search(r'<rect width="64" height="64" rx="14" fill="(#\w+)"/>', text)
    assert ground is not None
    inside = text[text.index(">") + 1 : text.rindex("</svg>")].replace(ground[0], "")
    share = SAFE if purpose == "maskable" else 0.9
    edge = 32 * (1 - share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="{ground[1]}"/>'
        f'<g transform="translate({edge} {edge}) scale({share})">{inside}</g></svg>'
    )


def drawn(browser: Browser, size: int, purpose: str) -> bytes:
    """A PNG of so many pixels."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{drawing(purpose)}")
    try:
        return page.screenshot(omit_background=True)
    finally:
        page.close()


def main() -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, (size, purpose) in HOME_ICONS.items():
            (Path(STATIC) / name).write_bytes(drawn(browser, size, purpose))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
