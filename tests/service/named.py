"""What everybody needs of every page: nothing that axe finds, and controls that are called by words."""

from playwright.sync_api import Page

from tests.web.axe import AA, COLOURS, violations

# Controls that are called by a mere number or sign, or by other words than those that are seen on them (2.5.3).
UNNAMED = """() => {
  const plain = (words) => words.replace(/\\s+/g, ' ').trim().toLowerCase();
  return [...document.querySelectorAll('button, a, [role=button], input:not([type=hidden])')]
    .filter((one) => one.checkVisibility())
    .map((one) => {
      const named = (each) => (each?.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
        .map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
      const group = one.closest('fieldset')?.querySelector('legend')?.textContent
        ?? `${named(one.closest('[role=radiogroup]'))} ${named(one)}`;
      const labels = [group, ...[...(one.labels ?? [])].map((label) => label.textContent)].join(' ').trim();
      const told = one.getAttribute('aria-label');
      const seen = one.closest('svg') || told === null ? '' : plain(one.innerText ?? '');
      return [plain(told ?? (labels || one.textContent || one.title || '')), seen];
    })
    .filter(([name, seen]) => !/\\p{L}/u.test(name) || !name.includes(seen));
}"""


def check(page: Page, where: str = "") -> None:
    """Axe finds nothing of level AA and of what it calls best practice, and every control has a name of words."""
    assert page.evaluate(UNNAMED) == [], where
    assert violations(page, AA) == "", where


def check_again(page: Page, where: str = "") -> None:
    """The same of a page that was checked in other colours and another language: only what depends on those."""
    assert page.evaluate(UNNAMED) == [], where
    assert violations(page, {"runOnly": {"type": "rule", "values": COLOURS}}) == "", where
