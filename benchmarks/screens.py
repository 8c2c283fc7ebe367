"""Pictures of every game as phones, tablets and the wall show it, to be looked at one by one.

`python benchmarks/screens.py FOLDER [--game NAME] [--size NAME] [--language en] [--moment NAME] [--theme light]
[--letters 200] [--docs]` plays the golden evenings to their telling moments (the first prompt, the one with most
answers, the longest list to do, the answer with most fields, a map, the end), starts the service with every device
simulated and takes a picture of each moment and of the other pages in Chromium, at each size and in both languages.
Pictures of one game, size and language stand side by side in `FOLDER/sheets`. `--letters 200` doubles the letters;
`--docs` puts the best ones together for `docs/pictures`. `FOLDER/evenings` keeps the evenings for the next time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, StorageState, sync_playwright

sys.path.append(str(Path(__file__).parent.parent))

from companion.api.game import Pick
from companion.app.service import Service
from companion.app.settings import Settings
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import Script, parse
from hardware.players import RememberingPlayer
from tests.web.rooms import CHROMIUM, FLAGS

PLAYED = Path(__file__).parent.parent / "tests" / "playthroughs"
EVENINGS = {
    "frostpunk": "eight_rounds", "citadel": "introduction", "turris": "two_rounds",
    "torrenar": "together_to_revolution", "fire_brigade": "pozar",
}  # fmt: skip
SIZES = {
    "phone": (360, 740), "side": (740, 360), "tablet": (1024, 768), "upright": (768, 1024), "wall": (1920, 1080),
    "zoomed": (320, 256),
}  # fmt: skip
USUAL_SIZES = ("phone", "side", "tablet", "upright", "wall")
PHONE = "Anna"  # whose it is
MOST_STEPS = 400  # of an evening; a longer one goes on alike
PAGES = (
    "tracks",
    "history",
    "story",
    "look-up",
    "table",
    "board",
    "otherwise",
    "new",
)  # besides Now, in the middle of an evening
WITHOUT_A_GAME = ("table", "evenings", "phones", "invite", "this-phone", "scale", "calibrate", "pile", "scan")
IN_A_ROW = {"phone": 6, "side": 3, "tablet": 2, "upright": 3, "wall": 1, "zoomed": 6}
ROWS = {"phone": 1, "side": 3, "tablet": 2, "upright": 1, "wall": 1, "zoomed": 3}
SETTLED_MS = 250

Measure = Callable[[Screen], float]


@dataclass(frozen=True)
class Moment:
    """A place in a golden evening that is worth a look: after so many of its actions."""

    name: str
    actions: int


# --- which moments ----------------------------------------------------------------------------------------------------


def _answers(screen: Screen) -> float:
    return len(screen.prompts[0].offers) if screen.prompts and screen.ending is None else 0


def _orders(screen: Screen) -> float:
    return len(screen.orders[0].facts) if screen.orders and screen.ending is None else 0


def _fields(screen: Screen) -> float:
    offers = screen.prompts[0].offers if screen.prompts else ()
    return max((len(offer.asks) for offer in offers), default=0)


def _on_map(screen: Screen) -> float:
    offers = screen.prompts[0].offers if screen.prompts and screen.ending is None else ()
    return sum(isinstance(ask, Pick) and bool(ask.on) for offer in offers for ask in offer.asks)


def _over(screen: Screen) -> float:
    return screen.ending is not None


MEASURES: dict[str, Measure] = {"busy": _answers, "todo": _orders, "sheet": _fields, "map": _on_map, "end": _over}


def moments(script: Script, folder: Path) -> list[Moment]:
    """Those of an evening: the first prompt, the middle, and where each measure is largest for the first time."""
    best: dict[str, tuple[float, int]] = {}
    done = 0
    for done, screen in enumerate(_played(script, folder), 1):
        for name, measure in MEASURES.items():
            value = measure(screen)
            if value > best.get(name, (0.0, 0))[0]:
                best[name] = (value, done)
    return [
        Moment("first", 1),
        Moment("middle", max(1, done * 2 // 3)),
        *[Moment(n, at) for n, (_, at) in best.items()],
    ]


def _played(script: Script, folder: Path, most: int = MOST_STEPS) -> Iterator[Screen]:
    """The screen after each action, in an evening that is thrown away."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        log = Log(Path(place), durable=False)
        player = Player(script, find_games(), log)
        for count, _ in enumerate(player.play(), 1):
            yield player.session.screen()
            if count >= most:
                break
        log.close()


def exported(script: Script, wanted: list[Moment], folder: Path) -> dict[str, bytes]:
    """The evening as it stands at each moment, as if played by one phone for all."""
    steps = replace(script, actions=[replace(one, by=one.by and PHONE) for one in script.actions])
    found: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(dir=folder) as place:
        log = Log(Path(place), durable=False)
        player = Player(steps, find_games(), log, clock=time.time)
        for count, _ in enumerate(player.play(), 1):
            evening = player.session.screen().evening
            for moment in wanted:
                if moment.actions == count and evening is not None:
                    found[moment.name] = player.session.export(evening.id)
            if len(found) == len(wanted):
                break
        log.close()
    return found


# --- pictures ---------------------------------------------------------------------------------------------------------


@dataclass
class Phone:
    """A browser of one size and language."""

    page: Page
    size: str
    language: str
    address: str

    def at(self, route: str) -> None:
        """Another page, drawn."""
        self.page.goto(f"{self.address}/{route}")
        self.page.wait_for_selector("main h1, main h2")
        self.page.wait_for_timeout(SETTLED_MS)

    def take(self, path: Path) -> None:
        """A picture of what is seen."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)


def joined(browser: Browser, address: str, code: str) -> StorageState:
    """What Anna's phone keeps once it has joined."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}/join#code={code}")
    page.get_by_label("Your name").fill(PHONE)
    page.get_by_role("button", name="Join").click()
    page.wait_for_selector(".now, .welcome")
    state = context.storage_state()
    context.close()
    return state


@contextmanager
def held(
    browser: Browser, state: StorageState, size: str, language: str, address: str, theme: str
) -> Generator[Phone, None, None]:
    """Anna's phone at this size and in this language."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, storage_state=state)
    context.add_cookies([{"name": "language", "value": language, "url": address}])
    context.add_init_script(f"localStorage.setItem('tour', 'off'); localStorage.setItem('theme', '{theme}')")
    yield Phone(context.new_page(), size, language, address)
    context.close()


def look(phone: Phone, moment: str, folder: Path) -> None:
    """The pictures of one moment."""
    if phone.size == "wall":
        phone.at("wall")
        phone.take(folder / f"{moment}.png")
        return
    phone.at("#now")
    phone.take(folder / f"{moment}.png")
    if moment == "sheet" and _opened_sheet(phone.page):
        phone.take(folder / "sheet-open.png")
        phone.page.locator(".sheet-head .icon-button").click()
    if moment == "map" and _opened_map(phone.page):
        phone.take(folder / "map-open.png")
        phone.page.locator(".big-head .icon-button").last.click()
    if moment == "middle":
        for route in PAGES:
            phone.at(f"#{route}")
            phone.take(folder / f"page-{route}.png")


def _opened_sheet(page: Page) -> bool:
    """Whether an answer asks for more in a dialog, which is open now."""
    for one in page.locator("main .offer:has(> .icon:last-child), main .offer-row:has(> .icon:last-child)").all():
        if one.is_visible():
            one.click()
            page.wait_for_timeout(SETTLED_MS * 2)
            if page.locator("dialog[open]").count():
                return True
    return False


def _opened_map(page: Page) -> bool:
    """Whether there is a map, which covers the page now."""
    larger = page.locator(".hex-map .icon-button:visible, .asked-map .icon-button:visible")
    if not larger.count():
        page.goto(page.url.partition("#")[0] + "#tracks")
        page.wait_for_timeout(SETTLED_MS)
    if not larger.count():
        return False
    larger.first.click()
    page.wait_for_selector("dialog.big-map")
    page.wait_for_timeout(SETTLED_MS)
    return True


def welcome(phone: Phone, folder: Path) -> None:
    """The first page, before an evening is open, and the demo round."""
    if phone.size == "wall":
        return
    phone.at("#now")
    phone.take(folder / "welcome.png")
    for route in WITHOUT_A_GAME:
        phone.at(f"#{route}")
        phone.take(folder / f"page-{route}.png")
    phone.page.goto(f"{phone.address}/#now")
    demo = phone.page.locator(".welcome button:has(.icon)").last
    if demo.count() and demo.is_visible():
        demo.click()
        phone.page.wait_for_timeout(2500)
        phone.take(folder / "demo.png")


# --- contact sheets ---------------------------------------------------------------------------------------------------


def side_by_side(folder: Path, into: Path) -> None:
    """All pictures of each folder in sheets."""
    into.mkdir(parents=True, exist_ok=True)
    for place in sorted({path.parent for path in folder.glob("*/*/*/*.png")}):
        game, size, language = place.relative_to(folder).parts
        paths = sorted(place.glob("*.png"), key=lambda path: path.stat().st_mtime)
        each = IN_A_ROW[size] * ROWS[size]
        for number, start in enumerate(range(0, len(paths), each), 1):
            sheet = _sheet(paths[start : start + each], IN_A_ROW[size])
            cv2.imwrite(str(into / f"{game}-{size}-{language}-{number}.png"), sheet)


def _sheet(paths: list[Path], in_a_row: int) -> NDArray[np.uint8]:
    pictures = [_named(path) for path in paths]
    blank = np.full_like(pictures[0], 90)
    pictures += [blank] * (-len(pictures) % in_a_row if len(pictures) > in_a_row else 0)
    rows = [np.hstack(pictures[at : at + in_a_row]) for at in range(0, len(pictures), in_a_row)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def _named(path: Path) -> NDArray[np.uint8]:
    """The picture with its name above it and a border."""
    picture = np.asarray(cv2.imread(str(path)), dtype=np.uint8)
    framed = cv2.copyMakeBorder(picture, 18, 4, 4, 4, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    cv2.putText(framed, path.stem, (6, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(framed, dtype=np.uint8)


# --- the pictures of the docs -----------------------------------------------------------------------------------------

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
BEST: dict[str, tuple[int, list[str]]] = {  # the height of each, and which stand in a row
    "phones.webp": (640, [
        "frostpunk/phone/en/middle", "citadel/phone/en/busy", "turris/phone/en/map", "torrenar/phone/en/todo",
        "fire_brigade/phone/en/todo",
    ]),
    "tablets.webp": (600, ["frostpunk/tablet/en/middle", "fire_brigade/tablet/pl/todo"]),
    "walls.webp": (450, ["fire_brigade/wall/en/todo", "turris/wall/en/map"]),
    "fire.webp": (640, ["fire_brigade/phone/pl/busy", "fire_brigade/phone/pl/todo", "fire_brigade/phone/en/map-open"]),
}  # fmt: skip
GAP_PX = 18
QUALITY = 82


def compose(folder: Path) -> None:
    """The best ones side by side, for the README and the pages of the games."""
    for name, (height, wanted) in BEST.items():
        row: list[NDArray[np.uint8]] = []
        for one in wanted:
            picture = np.asarray(cv2.imread(str(folder / f"{one}.png")), dtype=np.uint8)
            width = round(picture.shape[1] * height / picture.shape[0])
            small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
            row += [np.full((height, GAP_PX, 3), 255, dtype=np.uint8)] * bool(row)
            row.append(np.asarray(small, dtype=np.uint8))
        cv2.imwrite(str(PICTURES / name), np.hstack(row), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


# --- the command ------------------------------------------------------------------------------------------------------


def prepared(games: Iterable[str], wanted: set[str], session: Session, folder: Path) -> list[tuple[str, str, str]]:
    """Game, moment and evening of all that is to be looked at; evenings that lie there already are used again."""
    found = []
    for game in games:
        kept = folder / "evenings" / game
        if not kept.is_dir():
            script = parse((PLAYED / game / f"{EVENINGS[game]}.evening").read_text(encoding="utf-8"))
            evenings = exported(script, moments(script, folder), folder)
            kept.mkdir(parents=True)
            for name, data in evenings.items():
                (kept / f"{name}.json").write_bytes(data)
        for path in sorted(kept.glob("*.json")):
            if not wanted or path.stem in wanted:
                evening = session.import_(path.read_bytes(), PHONE)
                session.rename(evening.id, "Friday")
                found.append((game, path.stem, evening.id))
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=list(EVENINGS))
    parser.add_argument("--size", action="append", choices=list(SIZES))
    parser.add_argument("--language", action="append", choices=("en", "pl"))
    parser.add_argument("--moment", action="append", default=[], choices=["welcome", "first", "middle", *MEASURES])
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--docs", action="store_true", help="also put the best ones together for docs/pictures")
    parser.add_argument("--letters", type=int, default=100, help="percent of their usual size")
    asked = parser.parse_args()
    folder: Path = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        data = Path(place) / "data"
        service = Service(Settings(), data=data, port=0, simulate=True, player=RememberingPlayer(), code="123456")
        service.start()
        letters = f"--blink-settings=defaultFontSize={asked.letters * 16 // 100}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, letters])
        try:
            evenings = prepared(asked.game or EVENINGS, set(asked.moment), service.session, folder)
            address = f"http://127.0.0.1:{service.server.port}"
            state = joined(browser, address, service.code)
            for size, language in product(asked.size or USUAL_SIZES, asked.language or ("en", "pl")):
                with held(browser, state, size, language, address, asked.theme) as phone:
                    service.session.close()
                    if not asked.moment or "welcome" in asked.moment:
                        welcome(phone, folder / "no-game" / size / language)
                    for game, moment, evening in evenings:
                        service.session.open(evening)
                        look(phone, moment, folder / game / size / language)
        finally:
            browser.close()
            service.stop()
    side_by_side(folder, folder / "sheets")
    if asked.docs:
        compose(folder)
    print(f"{len(list(folder.glob('*/*/*/*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
