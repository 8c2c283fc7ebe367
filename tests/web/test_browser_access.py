"""For everyone: no accessibility violation, all by keyboard, on a small phone and a tablet, in every language."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.api.game import Move
from companion.api.text import Catalogue, English, Text

from .axe import violations, violations_in_both
from .household import Household
from .rooms import SMALL_PHONE, TABLET, Room, expect_oil, resize

pytestmark = pytest.mark.browser

PAGES = (
    "now", "tracks", "history", "look-up", "look-up/rule/lamp.feed", "look-up/rule/storm.stones", "look-up/card/M017",
    "table", "backups", "evenings", "new", "board", "phones", "invite", "this-phone", "scale",
    "calibrate", "calibrations", "recording", "pile", "add-cards", "join",
)  # fmt: skip

OVERLAPS = """() => {
  const shown = [...document.querySelectorAll('button, a, input, label.button, summary')].filter((one) => {
    const style = getComputedStyle(one);
    return one.checkVisibility() && style.opacity !== '0' && !one.closest('.sr-only');
  });
  const boxes = shown.map((one) => [one, one.getBoundingClientRect()]);
  const found = [];
  for (const [a, A] of boxes) for (const [b, B] of boxes) {
    if (a === b || a.contains(b) || b.contains(a)) continue;
    if (a.closest('main') && !b.closest('main') || b.closest('main') && !a.closest('main')) continue;
    if (a.closest('.search-bar') || b.closest('.search-bar')) continue;
    const x = Math.min(A.right, B.right) - Math.max(A.left, B.left);
    const y = Math.min(A.bottom, B.bottom) - Math.max(A.top, B.top);
    if (x > 1 && y > 1) found.push(`${a.outerHTML.slice(0, 80)} | ${b.outerHTML.slice(0, 80)}`);
  }
  return found;
}"""

SMALL_TARGETS = """() => [...document.querySelectorAll('button, a, input, label.button, .option, summary, textarea')]
  .filter((one) => !['radio', 'file'].includes(one.type))
  .filter((one) => one.checkVisibility() && !one.closest('.sr-only'))
  .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
  .map((one) => one.outerHTML.slice(0, 120))"""

WIDER = """() => [...document.querySelectorAll('html, main, footer, header, dialog')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.tagName)"""


@pytest.fixture
def evening(house: Household, room: Room) -> Room:
    """An evening with something of everything: cards drawn, steps undone, a notice, a device lost."""
    house.begin(("Ada", "Wolfeschlegelsteinhausenbergerdorff"))
    house.session.play(Move("feed", {"oil": 2}), "Ben")
    house.session.play(Move("draw", {"card": "M017"}), "camera")
    for _ in range(3):
        house.session.play(Move("feed", {"oil": 1}), "Ada")
    house.session.undo("Ada", 2)
    return room


def test_axe_finds_nothing(evening: Room) -> None:
    """No page has an accessibility violation, in the dark or in the light."""
    page = evening.joined(reduced_motion="reduce")
    for route in PAGES:
        evening.at(page, route)
        assert violations_in_both(page) == "", route


def test_axe_finds_nothing_in_dialogs(evening: Room) -> None:
    """Dialogs with every kind of field, messages and banners have no violation."""
    page = evening.joined(reduced_motion="reduce")
    for name in ("Feed and name", "Draw a Morning card", "Name the watch", "Put the lamp out", "that could be done"):
        page.get_by_role("button", name=name).click()
        if name == "that could be done":
            page.get_by_role("button", name="Count the stones: More").click()
        if name == "Draw a Morning card":
            page.locator(".sheet-actions .button").last.click()
        assert violations(page) == "", name
        page.keyboard.press("Escape")
    page.context.set_offline(True)
    page.locator(".action-bar .answer").click()
    expect(page.locator(".banner")).to_contain_text("Not sent yet")
    assert violations(page) == ""
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)


def test_axe_finds_nothing_for_who_watches(evening: Room) -> None:
    """The pages of a phone that has not joined have no violation either."""
    page = evening.browser(reduced_motion="reduce")
    for route in ("now", "tracks", "history", "look-up", "table", "this-phone", "join"):
        evening.at(page, route)
        assert violations(page) == "", route


def fits(page: Page, where: str, *looks: str, sizes: Iterable[dict[str, int]] = (SMALL_PHONE, TABLET)) -> None:
    """On screens of these sizes the `looks` find nothing. A page that is there already takes the other size in a tenth
    of the time of one that is opened in it."""
    for size in sizes:
        resize(page, **size)
        for look in looks:
            assert page.evaluate(look) == [], (where, size)


def test_everything_fits(evening: Room) -> None:
    """On a small phone and a tablet nothing is wider than the screen, overlaps, or is too small for a thumb."""
    page = evening.joined()
    for route in PAGES:
        evening.at(page, route)
        fits(page, route, WIDER, OVERLAPS, SMALL_TARGETS)
    evening.at(page, "now")
    for name in ("Feed and name", "Draw a Morning card", "that could be done"):
        page.get_by_role("button", name=name).click()
        page.evaluate("Promise.all(document.getAnimations().map(one => one.finished)).then(() => true)")
        fits(page, name, WIDER, SMALL_TARGETS)
        page.keyboard.press("Escape")


def test_the_usual_answer_is_at_the_bottom(evening: Room) -> None:
    """On a small phone the main action lies in the lower third, and the prompt is seen without scrolling."""
    page = evening.joined()
    answer = page.locator(".action-bar .answer").bounding_box()
    prompt = page.locator(".do").bounding_box()
    assert answer is not None
    assert prompt is not None
    assert answer["y"] > 640 * 2 / 3
    assert answer["height"] >= 56
    assert prompt["y"] + prompt["height"] < answer["y"]


def wait_for_focus(page: Page, name: str) -> None:
    """The focus is, or soon comes, where the name begins so."""
    there = "(name) => ((one) => one.ariaLabel || one.innerText.trim())(document.activeElement).startsWith(name)"
    page.wait_for_function(there, arg=name)


def test_an_evening_by_two_keys_alone(room: Room) -> None:
    """Joining, beginning, answering exactly, undoing and ending need no pointer and no key but Tab and Enter; the focus
    goes on from the new headline, which is not read out a second time."""
    page = room.browser()
    page.goto(f"{room.address}/join#code=123456")
    page.wait_for_selector("#name:focus")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector(".welcome")
    tab_to(page, "New evening")
    page.wait_for_selector(".player")
    tab_to(page, "Player 2", press=None)
    page.keyboard.type("Ben")
    tab_to(page, "Begin")
    page.wait_for_selector(".do")
    tab_to(page, "To the large button")
    wait_for_focus(page, "Feed the lamp")  # past all the answers between
    tab_to(page, "Feed the lamp: 3")
    expect_oil(page, 21)
    wait_for_focus(page, "Feed the lamp: 3")  # the same question leaves it where it is
    tab_to(page, "Undo")
    expect_oil(page, 24)
    wait_for_focus(page, "Undo")
    tab_to(page, "Feed and name")
    page.wait_for_selector("dialog")
    tab_to(page, "5")
    page.keyboard.press("Tab")
    tab_to(page, "Feed and name")
    expect_oil(page, 19)
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_focus(page, "Feed and name")
    region = page.locator("[aria-live=polite]")
    expect(region).to_have_text("Feed the lamp with oil.")
    tab_to(page, "Put the lamp out")
    page.wait_for_selector("dialog")
    tab_to(page, "Put the lamp out")
    headline = page.get_by_role("heading", level=1)
    expect(headline).to_have_text("The lamp went out on night 3.")
    expect(headline).to_be_focused()


def tab_to(page: Page, name: str, press: str | None = "Enter") -> None:
    """Press Tab until the control of this name has the focus, seen, then press the key."""
    current = """() => { const one = document.activeElement;
        return (one.ariaLabel || one.labels?.[0]?.innerText || one.innerText || '').trim().split('\\n')[0]; }"""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(current) == name:
            break
    else:
        raise AssertionError(f"no way to {name} by the Tab key")
    ring = """() => { const one = document.activeElement;
        return getComputedStyle(one.type === 'radio' ? one.nextElementSibling : one).outlineStyle; }"""
    assert page.evaluate(ring) != "none", f"the focus on {name} cannot be seen"
    if press:
        page.keyboard.press(press)


def test_a_dialog_keeps_the_focus_and_gives_it_back(evening: Room) -> None:
    """Tab stays within an open dialog; Escape closes it and leads back to the button that opened it."""
    page = evening.joined()
    page.get_by_role("button", name="Feed and name").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "[document.body, ...document.querySelectorAll('dialog *')].includes(document.activeElement)"
        )
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_focus(page, "Feed and name")


def test_a_new_prompt_is_read_out(evening: Room) -> None:
    """A polite live region says what is to be done when it changes."""
    page = evening.joined()
    region = page.locator("[aria-live=polite]")
    expect(region).to_have_text("Feed the lamp with oil.")
    evening.house.session.play(Move("put_out"), "Ada")
    expect(region).to_have_text("")


def test_who_wants_no_motion_gets_none(evening: Room) -> None:
    """With reduced motion asked for, a dialog does not move in."""
    page = evening.joined(reduced_motion="reduce")
    page.get_by_role("button", name="Feed and name").click()
    page.wait_for_selector("dialog")
    assert page.evaluate("document.getAnimations().length") == 0


def test_light_is_there_for_who_chooses_it(evening: Room) -> None:
    """Dark at first; light, or as the phone has it, by choice, also after a reload."""
    page = evening.joined(color_scheme="light")
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(colour)
    evening.at(page, "this-phone")
    page.get_by_role("radio", name="As the phone").check()
    light = page.evaluate(colour)
    assert light != dark
    page.reload()
    assert page.evaluate(colour) == light


# --- languages --------------------------------------------------------------------------------------------------------


class Bracketed(Catalogue):
    """A language in which every whole text stands in brackets."""

    def __init__(self) -> None:
        super().__init__("pl", English._translations)
        self.depth = 0

    def say(self, text: Text) -> str:
        inner = {name: English.say(value) if isinstance(value, Text) else value for name, value in text.args.items()}
        said = English.say(Text(text.msgid, inner, text.plural))
        return f"⟦{said}⟧" if said else ""

    def forms(self, text: Text) -> dict[str, str]:
        return {kind: f"⟦{said}⟧" for kind, said in super().forms(text).items()}


@pytest.fixture
def abroad(tmp_path: Path, chromium: Browser) -> Iterator[Room]:
    """A room whose phones speak the bracketed language."""
    options = {
        "catalogue": lambda language: Bracketed() if language == "pl" else English,
        "languages": lambda: ["en", "pl"],
    }
    house = Household(tmp_path / "abroad", options=options)
    house.begin()
    house.session.play(Move("draw", {"card": "M017"}), "camera")
    house.session.play(Move("feed", {"oil": 1}), "Ada")
    house.session.undo("Ada", 1)
    room = Room(house, chromium)
    yield room
    room.close()
    house.close()


UNMARKED = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const raw = (one) => one.closest('[data-raw], script, .entry article, mark');
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), parent = walk.currentNode.parentElement;
    if (text && !raw(parent) && !/^⟦[^]*⟧$/.test(text)) found.push(text);
  }
  for (const one of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const text = one.getAttribute(name);
      if (text && !/^⟦[^]*⟧$/.test(text)) found.push(`${name}=${text}`);
    }
  }
  return found;
}"""


def test_every_word_goes_through_the_catalogue(abroad: Room) -> None:
    """In a language that brackets its texts no visible word of any page stands outside of brackets."""
    page = abroad.browser()
    page.context.add_cookies([{"name": "language", "value": "pl", "url": abroad.address}])
    page.goto(f"{abroad.address}/join#code=123456")
    assert page.evaluate(UNMARKED) == []
    page.fill("#name", "Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector(".now")
    for route in PAGES:
        page.goto(f"{abroad.address}/#{route}")
        page.wait_for_selector("main h1")
        expect(page.get_by_text("One moment…")).to_have_count(0)
        if "/rule/" not in route:
            assert page.evaluate(UNMARKED) == [], route
    page.goto(f"{abroad.address}/#now")
    for number in range(page.locator(".now-main .offer").count()):
        page.locator(".now-main .offer").nth(number).click()
        page.wait_for_timeout(100)
        assert page.evaluate(UNMARKED) == []
        page.keyboard.press("Escape")


def test_the_page_says_which_language_it_is_in(abroad: Room) -> None:
    """The page's `lang` is the language that its texts are in, chosen on the phone."""
    page = abroad.browser()
    page.goto(f"{abroad.address}/#this-phone")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("radio", name="polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator("main h1")).to_have_text("⟦This phone⟧")


def test_an_old_browser_is_told_what_is_needed(evening: Room) -> None:
    """One in which no tap could be sent, and one in which nothing is drawn, says which browsers can; it was a page that
    sent for ever, or an empty one."""
    needed = "Chrome or Edge 103, Firefox 104, Safari 16 or a newer one is needed."
    page = evening.joined()
    expect(page.get_by_text(needed)).to_have_count(1)
    expect(page.get_by_text(needed)).to_be_hidden()
    for fault in ("delete AbortSignal.timeout", "delete Array.prototype.findLast"):
        page = evening.browser()
        page.add_init_script(fault)
        page.goto(evening.address)
        expect(page.get_by_text(needed)).to_be_in_viewport()
    page = evening.browser()
    page.route("**/bundled/app.js", lambda route: route.abort())
    page.goto(evening.address)
    expect(page.get_by_text(needed)).to_be_in_viewport()


def test_no_script_holds_a_word() -> None:
    """Outside of tags, markup in the scripts is only places to be filled in."""
    from web.pages import STATIC

    for path in STATIC.glob("*.js"):
        for template in re.findall(r"html`([^`]*)`", path.read_text(encoding="utf-8")):
            bare = re.sub(r"\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}", "", template)
            outside = re.sub(r"<[^<>]*>", " ", bare)
            words = [
                word for word in re.findall(r"[A-Za-z]{3,}", outside) if "=>" not in outside and "${" not in outside
            ]
            assert words == [], f"{path.name}: {words}"
