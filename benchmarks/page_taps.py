"""What the clerk's work costs on the real page: taps and seconds of golden evenings, played in Chromium.

`python benchmarks/page_taps.py [FILE.evening ...]` starts the whole service, begins each evening by its form on a phone
of 360 by 740 and then takes every move of the script by tapping what stands on the page. Devices work: what a sensor
reports costs no tap. Corrections and undone steps are not counted. With no file it plays the golden evenings of all
five games (a quarter of an hour); `--each` prints every answer. The figures stand in docs/internals/taps.md.

A tap is a finger on the page: an answer, a chip, a place of the map; opening a folded group, a sheet, "more"; leafing
through what happened on a map; a letter that is typed. What is out of sight costs no tap, but is counted (`out of
sight`). What tells the companion what a card or the board shows, once and for all, stands apart (`told`). A move that
was not found on the page is played behind its back and counted as `not found`: a fault of the page, or of this.
`--latency MS` has each answer of the companion come so much later, while its live news come at once: whoever taps
quickly must lose no tap by that.

Seconds are those of the page (from the tap until the next question stands there, on this machine), and, estimated, of
the hand: 1.3 s for each tap and 1.35 s to decide on each answer (pointing, pressing and preparing, after Card, Moran
and Newell's keystroke-level model). What is done on the table, such as drawing cards, is not in them.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as BrowserFault

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.tap_units import Counted, Span, spans
from companion.api.checks import usual
from companion.api.game import Ask, Chance, Code, IllegalMove, Move, Offer, Pick, Prompt, Value, Whole, Words
from companion.api.refusals import Refused
from companion.api.text import catalogue
from companion.app.service import Service
from companion.app.settings import Settings
from companion.session.session import Session
from companion.testing.playscript import _board_asks, _typed, _usual
from companion.testing.script import Action, Script, parse
from hardware.players import RememberingPlayer
from tests.web.rooms import CHROMIUM, FLAGS

EVENINGS = Path(__file__).parent.parent / "tests" / "playthroughs"
GAMES = ("frostpunk", "citadel", "turris", "torrenar", "fire_brigade")
PHONE = {"width": 360, "height": 740}
SHOWN_MS = 8000
READ_MS = 350  # before that no tap counts for what has just come; it is part of what the hand takes
MOMENT = 8  # looks, 50 ms apart, for what is still being drawn
NEWS = 40  # steps of what happened on a map, at most
HAND_S, DECIDE_S = 1.3, 1.35
SAY = catalogue("en").say


class NotFound(Exception):
    """The page shows nothing that takes this move."""


@dataclass
class Hand:
    """A finger on a phone: what it tapped so far, what of it was out of sight, and how long the page took."""

    page: Page
    taps: int = 0
    unseen: int = 0
    page_s: float = 0.0

    def tap(self, find: str, *args: Any, required: bool = True) -> bool:
        """Tap what a finder of `FINDERS` finds; False, or `NotFound`, where there is nothing."""
        self.page.wait_for_timeout(READ_MS)
        began = time.monotonic()
        found = self.page.evaluate("([name, args]) => window.tapping.tap(name, args)", [find, list(args)])
        self.page_s += time.monotonic() - began
        if found is None:
            if required:
                raise NotFound(f"{find} {args}")
            return False
        self.taps += 1
        self.unseen += not found["seen"]
        return True

    def type(self, find: str, words: str, *args: Any) -> None:
        """Type into a field: a tap for each letter."""
        if not self.page.evaluate(
            "([name, args, words]) => window.tapping.type(name, args, words)", [find, list(args), words]
        ):
            raise NotFound(f"{find} {args}")
        self.taps += len(words)

    def wait(self, holds: str, *args: Any, limit_ms: int = SHOWN_MS) -> None:
        """Wait until something holds on the page; the time counts as the page's."""
        began = time.monotonic()
        with suppress(BrowserFault):
            self.page.wait_for_function(holds, arg=list(args), timeout=limit_ms, polling=20)
        self.page_s += time.monotonic() - began


FINDERS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# The page's own store tells which screen it shows.
STORE = """async () => {
  const { modules } = await import(document.querySelector("script[type=module]").src);
  window.shownVersion = modules["store.js"].version;
}"""
SETTLED = "([version]) => window.shownVersion() === version && !document.querySelector('main [aria-busy=true]')"


class LoadedDice(random.Random):
    """Dice that repeat, and that draw what the script says where it says it."""

    def __init__(self) -> None:
        super().__init__(0)
        self.wanted: set[Value] = set()

    def choices(self, population: Any, *args: Any, **more: Any) -> Any:
        """Of choices of chance the wanted one, if it is there."""
        wanted = [one for one in population if getattr(one, "value", None) in self.wanted]
        return wanted or super().choices(population, *args, **more)


@dataclass
class Table:
    """One evening at a phone."""

    service: Service
    hand: Hand
    script: Script
    dice: LoadedDice
    pictures: Path | None = None
    latency_ms: float = 0.0

    @property
    def session(self) -> Session:
        return self.service.session

    # --- beginning ----------------------------------------------------------------------------------------------------

    def begin(self) -> Counted:
        """The form of a new evening, with the names of the last one."""
        game = self.service.games[self.script.game]
        told = _typed(_board_asks(game, self.script.board), self.script.board)
        for name, value in told.items():
            self.session.tell_board(game.name, name, value)
        self._earlier_evening()
        page = self.hand.page
        page.evaluate("() => { location.hash = '#new'; }")
        page.wait_for_selector("button.game, .player input")
        page.wait_for_timeout(300 + 2 * self.latency_ms)  # until the names of the last one have come
        self.hand.taps, self.hand.unseen, self.hand.page_s = 0, 0, 0.0
        if page.query_selector("button.game") is not None:
            self.hand.tap("game", SAY(game.title))
        page.wait_for_selector(".action-bar .answer")  # it stands there once the game's questions do
        asks = game.setup(len(self.script.players))
        chosen = {**_usual(asks), **_typed(asks, self.script.choose)}
        for ask in asks:
            if chosen.get(ask.name) != usual(ask):
                self._fill(ask, chosen[ask.name])
        self.hand.tap("begin")
        self.hand.wait("() => location.hash === '#now' && document.querySelector('h1.do')")
        return self._counted(Action(1, "table", "start"), "")

    def _earlier_evening(self) -> None:
        """Somebody played already, so that nobody has to type names."""
        game = self.service.games[self.script.game]
        asks = game.setup(len(self.script.players))
        self.session.start(game.name, "before", self.script.players, _usual(asks), by="table")
        self.session.close()

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self) -> Iterator[Counted | None]:
        """What each move cost; None stands for a step that was undone."""
        yield self.begin()
        for action in self.script.actions[1:]:
            yield self._act(action)
            if self.session.screen().evening is None:
                return

    def _act(self, action: Action) -> Counted:
        hand = self.hand
        hand.taps, hand.unseen, hand.page_s = 0, 0, 0.0
        head = self.session.head
        if action.reading is not None:
            self.session.report(action.reading, action.by)
        elif action.verb in ("undo", "redo"):
            getattr(self.session, action.verb)(action.by, action.steps)
        elif action.verb in ("correct", "learn"):
            self._set(action)
        elif not any(one.mark == "!" for one in action.expected):
            return self.move(action)
        self._settle(head, wait=False)
        return self._counted(action, "")

    def _set(self, action: Action) -> None:
        game = self.service.games[self.script.game]
        corrections = [one.ask for one in self.session.screen().corrections]
        asks = corrections if action.verb == "correct" else _board_asks(game, action.args)
        change = self.session.correct if action.verb == "correct" else self.session.learn
        for name, value in _typed(asks, action.args).items():
            change(name, value, action.by)

    def move(self, action: Action) -> Counted:
        """Take a move of the script by tapping; behind the page's back, and `lost`, where that does not go."""
        game, hand = self.service.games[self.script.game], self.hand
        kind = game.moves.get(action.verb)
        move = Move(action.verb, dict(_typed(() if kind is None else kind.asks, action.args)))
        head = self.session.head
        lost = ""
        self.dice.wanted = set(move.args.values())
        try:
            self._tap_through(move)
            self._settle(head)
            if self.session.head == head:
                lost = "nothing came of it"
        except NotFound as fault:
            self._settle(head)
            lost = str(fault) if self.session.head == head else ""
        if lost:
            if self.pictures is not None:
                hand.page.screenshot(path=self.pictures / f"{self.script.game}-{action.line}.png")
            self._leave()
            hand.taps = 0
            try:
                self.session.play(move, action.by)
            except (Refused, IllegalMove) as refusal:
                lost = f"refused: {SAY(refusal.text)}"
            self._settle(head)
        return self._counted(action, lost)

    def _leave(self) -> None:
        self.hand.page.keyboard.press("Escape")
        self.hand.page.keyboard.press("Escape")

    def _settle(self, head: int, wait: bool = True) -> None:
        """Until the page shows what the session holds."""
        until = time.monotonic() + SHOWN_MS / 1000
        while wait and self.session.head == head and time.monotonic() < until:
            self.hand.page.wait_for_timeout(15)
            self.hand.page_s += 0.015
        self.shown()

    def shown(self) -> None:
        """Wait until the page shows what the session holds."""
        self.hand.wait(SETTLED, self.session.screen().version)

    def _counted(self, action: Action, lost: str) -> Counted:
        hand = self.hand
        return Counted(
            line=action.line, verb=action.verb or "reading", taps=hand.taps, unseen=hand.unseen, page_s=hand.page_s,
            lost=lost, state=self.session.state(), screen=self.session.screen(),
        )  # fmt: skip

    # --- one move -----------------------------------------------------------------------------------------------------

    def _tap_through(self, move: Move) -> None:
        found = list(self._fitting(move))
        if not found:
            raise NotFound("not offered")
        for prompt, offer, at in found:
            try:
                self._take(prompt, offer, at, move)
                return
            except NotFound:
                if (prompt, offer, at) == found[-1]:
                    raise
                self._leave()

    def _fitting(self, move: Move) -> Iterator[tuple[Prompt, Offer, int]]:
        found = [
            (prompt, offer, at)
            for at, prompt in enumerate(self.session.screen().prompts)
            for offer in prompt.offers
            if fits(offer, move)
        ]
        yield from sorted(found, key=lambda one: (one[2] > 0, len(_changed(one[1], move))))

    def _take(self, prompt: Prompt, offer: Offer, at: int, move: Move) -> None:
        hand = self.hand
        asks = [ask for ask in offer.asks if not isinstance(ask, Chance)]
        changed = _changed(offer, move)
        one_tap = not asks or (offer.tone == "usual" and not changed and all(usual(ask) is not None for ask in asks))
        label, under = SAY(offer.label), None if offer.under is None else SAY(offer.under)
        note = None if offer.note is None else SAY(offer.note)
        if offer.ends:
            hand.tap("page", "table")
            hand.wait("() => document.querySelector('.offer, .offer-row')", limit_ms=1000)
        elif at:
            hand.tap("also")
        if one_tap:
            self._find("answer", label, under, note)
        elif len(asks) == 1 and isinstance(asks[0], Whole | Pick):
            self._chip(offer, asks[0], move.args[asks[0].name], label, under)
        elif all(isinstance(ask, Pick) and ask.on for ask in asks) and not at:
            self._places(offer, [ask for ask in asks if isinstance(ask, Pick)], move, label, under)
        else:
            self._find("answer", label, under, note)
            self._asked(asks, changed, move)
        if offer.tone == "danger":
            hand.wait("() => document.querySelector('dialog[open]')", limit_ms=1000)
            hand.tap("sure")

    def _asked(self, asks: list[Ask], changed: list[Ask], move: Move) -> None:
        """What an answer asks for once it is tapped: first the places, on the map, then the rest in a sheet."""
        self.hand.wait("() => document.querySelector('dialog[open], .aim-bar')", limit_ms=1000)
        if self._there("aim"):
            placed = [ask for ask in asks if isinstance(ask, Pick) and ask.on]
            for ask in placed:
                if not self._place(str(move.args[ask.name])):
                    raise NotFound(f"place {move.args[ask.name]}")
            asks = [ask for ask in asks if ask not in placed]
            changed = [ask for ask in changed if ask not in placed]
            if not asks:
                return
            self.hand.wait("() => document.querySelector('dialog[open]')", limit_ms=1000)
        self._sheet(asks, changed, move)

    def _place(self, value: str) -> bool:
        """Tap a place of the map; where spaces are too small for a thumb its tile, then the space if it asks which."""
        hand = self.hand
        found = hand.tap("place", value, required=False)
        if not found and hand.tap("place", value.partition(".")[0], required=False):
            found = True
            hand.page.wait_for_timeout(60)
            if self._there("aim"):
                hand.tap("place", value, required=False)
        hand.page.wait_for_timeout(60)
        return found

    def _there(self, find: str, *args: Any) -> bool:
        found = self.hand.page.evaluate("([name, args]) => window.tapping.there(name, args)", [find, list(args)])
        return bool(found)

    def _comes(self, find: str, *args: Any) -> bool:
        """Whether it is there, or will be in a moment: the page may still be drawing."""
        for _ in range(MOMENT):
            if self._there(find, *args):
                return True
            self.hand.page.wait_for_timeout(50)
        return False

    def _find(self, what: str, label: str, under: str | None, note: str | None = None) -> None:
        """Tap an answer; before it what hides it: news on a map, a folded group."""
        hand = self.hand
        for _ in range(NEWS):
            if self._comes(what, label, under, note):
                hand.tap(what, label, under, note)
                return
            if under is not None and hand.tap("group", under, required=False):
                continue
            if what == "chip" and hand.tap("folds", label, required=False):
                continue
            if not hand.tap("news", required=False):
                raise NotFound(f"{what} {label!r} under {under!r}")
        raise NotFound(f"{what} {label!r}")

    def _chip(self, offer: Offer, ask: Whole | Pick, value: Value, label: str, under: str | None) -> None:
        hand = self.hand
        called = label.rstrip().removesuffix(":").rstrip()
        words = _shown(ask, value)
        pictured = isinstance(ask, Pick) and all(choice.icon for choice in ask.choices)
        chip = pictured and self._comes("chip", f"{called}: {words}", under)
        if not chip and isinstance(ask, Pick) and ask.on and self._on_map(offer, [ask], [str(value)]):
            return
        try:
            self._find("chip", f"{called}: {words}", under)
            return
        except NotFound:
            pass
        if isinstance(ask, Whole):
            self._find("chip", f"{called}: More", under)
            hand.type("number", str(value))
            hand.tap("send")
            return
        self._find("answer", label, under, None if offer.note is None else SAY(offer.note))
        self._asked([ask], [ask], Move("", {ask.name: value}))

    def _places(self, offer: Offer, asks: list[Pick], move: Move, label: str, under: str | None) -> None:
        values = [str(move.args[ask.name]) for ask in asks]
        if self._on_map(offer, asks, values):
            return
        raise NotFound(f"places {values} of {label!r}")

    def _on_map(self, offer: Offer, asks: list[Pick], values: list[str]) -> bool:
        """Tap places of the map: at once where only this offer is answered there, else by the offer first."""
        hand = self.hand
        for _ in range(NEWS):
            if self._there("place", values[0]) or not hand.tap("news", required=False):
                break
            hand.page.wait_for_timeout(60)
        if not self._there("place", values[0]):
            hand.tap("folded", required=False)
        prompt = self.session.screen().prompts[0]
        answers = [
            one
            for one in prompt.offers
            if any(isinstance(ask, Pick) and ask.on == asks[0].on and values[0] in _values(ask) for ask in one.asks)
            or values[0] in one.move.args.values()
        ]
        alone = sum(any(isinstance(ask, Pick) and ask.on == asks[0].on for ask in one.asks) for one in prompt.offers)
        if len(answers) > 1 and alone > 1:
            under = None if offer.under is None else SAY(offer.under)
            try:
                self._find("answer", SAY(offer.label), under, None if offer.note is None else SAY(offer.note))
            except NotFound:
                return False
            hand.page.wait_for_timeout(60)
        for at, value in enumerate(values):
            called = f"{SAY(offer.label)}: {_shown(asks[at], value)}"
            if not self._place(value) and not hand.tap("aslist", called, required=False):
                return False
        if self._there("here"):  # several things can be done there: the sheet of the place names them
            hand.tap("answer", SAY(offer.label), None)
        return True

    def _sheet(self, asks: list[Ask], changed: list[Ask], move: Move) -> None:
        for ask in changed:
            self._fill(ask, move.args[ask.name])
        at_once = len(asks) == len(changed) == 1 and isinstance(changed[0], Whole | Pick)
        if at_once:
            self.hand.page.wait_for_timeout(80)
        self.hand.tap("submit", required=not at_once) if self._is_open() else None

    def _is_open(self) -> bool:
        return bool(self.hand.page.evaluate("() => Boolean(document.querySelector('dialog.sheet[open] #asks'))"))

    def _fill(self, ask: Ask, value: Value) -> None:
        hand = self.hand
        if isinstance(ask, Pick) and ask.on and hand.tap("place", str(value), required=False):
            return
        if isinstance(ask, Pick | Whole):
            if hand.tap("radio", ask.name, str(value), required=False):
                return
            hand.tap("more", f"{SAY(ask.label)}: More", required=False)
        hand.type("field", str(value), ask.name)


def _values(ask: Pick) -> list[str]:
    return [choice.value for choice in ask.choices]


def _shown(ask: Whole | Pick, value: Value) -> str:
    if isinstance(ask, Pick):
        return next((SAY(one.label) for one in ask.choices if one.value == value), str(value))
    number = int(value)
    return f"−{-number}" if number < 0 else f"+{number}" if ask.signed and number > 0 else str(number)


def _changed(offer: Offer, move: Move) -> list[Ask]:
    """What has to be said besides the usual."""
    asks = [ask for ask in offer.asks if not isinstance(ask, Chance)]
    return [ask for ask in asks if move.args.get(ask.name) != usual(ask) and move.args.get(ask.name, "") != ""]


def fits(offer: Offer, move: Move) -> bool:
    """Whether an offer can make this move."""
    settled = all(move.args.get(key) == value for key, value in offer.move.args.items())
    asked = {ask.name for ask in offer.asks}
    open_ = all(_possible(ask, move.args.get(ask.name)) for ask in offer.asks)
    return offer.move.name == move.name and settled and open_ and set(offer.move.args) | asked >= set(move.args)


def _possible(ask: Ask, value: Value | None) -> bool:
    if isinstance(ask, Pick):
        return value in _values(ask)
    if isinstance(ask, Whole):
        return isinstance(value, int) and ask.at_least <= value <= ask.at_most
    return value is not None or isinstance(ask, Chance | Words | Code)


# --- evenings ---------------------------------------------------------------------------------------------------------


@contextmanager
def table(
    chromium: Browser, script: Script, folder: Path, pictures: Path | None, latency_ms: float = 0.0
) -> Iterator[Table]:
    """A service with every device simulated and a phone that has joined."""
    service = Service(Settings(), data=folder, port=0, simulate=True, player=RememberingPlayer(), code="123456")
    dice = LoadedDice()
    service.session._open_evening.dice = dice
    service.start()
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    try:
        context.add_init_script("localStorage.setItem('tour', 'off')")
        context.set_default_timeout(20_000)
        page = context.new_page()
        slow = {"offline": False, "latency": latency_ms, "downloadThroughput": -1, "uploadThroughput": -1}
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
        page.goto(f"http://127.0.0.1:{service.server.port}/join#code={service.code}")
        page.get_by_label("Your name").fill(script.players[0])
        page.get_by_role("button", name="Join").click()
        page.wait_for_selector(".now, .welcome")
        page.evaluate("document.querySelector('.message button')?.click()")
        page.evaluate(FINDERS)
        page.evaluate(STORE)
        yield Table(service, Hand(page), script, dice, pictures, latency_ms)
    finally:
        context.close()
        service.stop()


def played(path: Path, chromium: Browser, pictures: Path | None, latency_ms: float) -> list[Counted]:
    """Every move of an evening that counted in the end."""
    script = parse(path.read_text(encoding="utf-8"))
    found: list[Counted] = []
    with (
        tempfile.TemporaryDirectory(prefix="taps-") as folder,
        table(chromium, script, Path(folder), pictures, latency_ms) as here,
    ):
        for action, counted in zip(script.actions, here.play(), strict=False):
            if counted is None:
                continue
            found.append(counted)
            if action.verb == "undo":
                found[-1 - action.steps : -1] = []
    return found


def evening_arguments(description: str | None) -> argparse.ArgumentParser:
    """Arguments that name golden evenings; all of them where none is named."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = [path for game in GAMES for path in sorted((EVENINGS / game).glob("*.evening"))]
    parser.add_argument("evening", nargs="*", type=Path, default=every)
    return parser


def main() -> None:
    parser = evening_arguments(__doc__)
    parser.add_argument("--each", action="store_true", help="also print what every answer cost")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what was not found")
    parser.add_argument("--latency", type=float, default=0.0, help="milliseconds that each answer comes later")
    asked = parser.parse_args()
    figures: dict[str, list[Span]] = {}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path in asked.evening:
            counted = played(path, chromium, asked.pictures, asked.latency)
            if asked.each:
                for one in counted:
                    print(f"    line {one.line:>3} {one.taps:>3} {one.page_s:5.2f} s  {one.verb}  {one.lost}")
            found = spans(path.parent.name, counted)
            figures.setdefault(path.parent.name, []).extend(found)
            told(path, found, counted)
        chromium.close()
    for game, found in figures.items():
        print(row(game, found))


def told(path: Path, found: list[Span], counted: list[Counted]) -> None:
    """An evening in lines."""
    print(f"{path.parent.name}/{path.name}")
    for one in found:
        apart = f", {one.told} of them told once" * bool(one.told)
        unseen = f", {one.unseen} out of sight" * bool(one.unseen)
        what = f"  line {one.line:>3} {one.kind:<12} {one.name:<34}"
        print(f"{what} {one.taps:>3} taps{apart}{unseen}, {seconds(one):.0f} s")
    lost = [one for one in counted if one.lost]
    for one in lost:
        print(f"  not found: line {one.line} {one.verb}: {one.lost}")


def seconds(one: Span) -> float:
    """By the page and by the hand."""
    return one.page_s + HAND_S * one.taps + DECIDE_S * one.answers


def row(game: str, found: list[Span]) -> str:
    """A game in a row of the table: for each kind of span how many, mean and most taps, mean seconds."""
    parts = []
    for kind in dict.fromkeys(one.kind for one in found):
        some = [one for one in found if one.kind == kind and one.answers]
        if not some:
            continue
        taps = [one.taps - one.told for one in some]
        parts.append(
            f"{len(some)} × {kind}: {mean(taps):.1f} taps (at most {max(taps)}; with what is told once "
            f"{mean(one.taps for one in some):.1f}), {mean(seconds(one) for one in some):.0f} s"
        )
    return f"{game} | " + " | ".join(parts)


if __name__ == "__main__":
    main()
