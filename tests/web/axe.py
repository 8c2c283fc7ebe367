"""What axe finds on a page that is looked at."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_FILE_PATH, AxeResults
from playwright.sync_api import Page

SCRIPT = AXE_FILE_PATH.read_text(encoding="utf-8")
AA = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
}
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that ask for colours
# What it looked at and found right is left in the browser: to hand it over costs as much as to look.
RUN = "(options) => axe.run(options).then((found) => ({ ...found, passes: [], incomplete: [], inapplicable: [] }))"


def violations(page: Page, options: dict[str, Any] | None = None) -> str:
    """What violates the rules of `options` (all of axe's own without), told in lines; empty where nothing does."""
    if not page.evaluate("'axe' in window"):  # it stays until the page is loaded anew
        page.evaluate(SCRIPT)
    told = {"resultTypes": ["violations"], **(options or {})}
    found = AxeResults(page.evaluate(RUN, told))
    return str(found.generate_report()) if found.violations_count else ""


def violations_in_both(page: Page) -> str:
    """The same in the dark, and then what the colours of the light violate: nothing else differs between the two."""
    dark = violations(page)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    light = violations(page, {"runOnly": {"type": "rule", "values": COLOURS}})
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    return dark + light
