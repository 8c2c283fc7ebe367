"""Evenings at random over HTTP: phones that tap at odd moments, and what must hold after each tap.

    .venv/bin/python benchmarks/odd_evenings.py [--taps 1000] [--seed 1] [--game NAME] [--hands 0]

Three phones, in English and Polish, take offers with any answers within their limits, set values by hand, undo and
redo, tap what they saw some time ago, all tap at once, and put the evening away; now and then the service ends and
starts anew on the same folder. Everything is simulated. With `--hands 30` there are as many deeds of hands for 100
taps: cubes that fall or are taken out, the drawer and its cable out and in, cards under the camera, the camera's cable,
buttons; half of them are waited for, which takes seconds, and the others are still on their way while phones tap on.
What must hold:

- nothing is a fault of the program (5xx), and what is refused is refused in a sentence and changes nothing;
- a tap is one step, by the phone that made it; of taps at once one counts; a stale one never does;
- what is offered with nothing left to fill in, or as it is filled in, is not refused, nor is what is within its limits
  refused for them; each value lies within the limits of its own form;
- a sensor makes a step only where the question before it expected one, the notice of a sensor is answered by what it
  offers, and a count that was undone does not come back by itself;
- what was undone and brought back, closed and opened, or stopped and started, stands as it stood.

Ends with 1 where something did not; the last taps before it are told.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.photos_memory import Phone
from benchmarks.served import ROOT, serving
from companion.api.game import CardExpected, CubesExpected
from companion.library.registry import find_games
from companion.testing.playscript import playing
from companion.testing.script import parse

Screen: TypeAlias = dict[str, Any]
Tap: TypeAlias = tuple[str, dict[str, Any]]

PHONES = (("Ada", "en"), ("Żaneta", "pl"), ("Ben", "en"))
GOLDEN = ROOT / "tests" / "playthroughs"
NAMES = ("Ola", "Ewa", "Jan", "Zoe", "Max", "Ida")
# What hands may do at the simulated table, and how often.
HANDS = {
    "drop_cubes": 4, "take_cubes": 3, "pull_drawer": 2, "push_drawer": 2, "bump": 1, "show_card": 4, "pull_cable": 0.5,
    "plug_cable": 1, "pull_camera": 0.5, "plug_camera": 1, "press": 3,
}  # fmt: skip
BUTTONS = frozenset({"panel"})  # by whom the steps of buttons are, which no question expects
EXPECTED = {"drawer": {"cubes", "watching", "late"}, "camera": {"card", "card_ahead"}}
SETTLED_S, PATIENCE_S = 2.0, 12.0  # nothing has moved for so long; so long it is waited for that
REMEMBERED = 30  # screens of a phone, for taps that come late
TRAIL = 8
# What is not the evening's, and may change by itself.
ELSEWHERE = frozenset({"devices", "captions", "timers", "voice", "table", "count", "staff", "card", "joined"})
NEW_WITH_A_STEP = frozenset({"version", "last", "orders", "notices"})


class Page:
    """A phone, and the screens that it has seen."""

    def __init__(self, phone: Phone, language: str) -> None:
        self.phone, self.language = phone, language
        self.seen: deque[Screen] = deque(maxlen=REMEMBERED)

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """One request."""
        mark = "&" if "?" in path else "?"
        data = b"" if body is None else json.dumps(body).encode()
        return self.phone.ask(method, f"{path}{mark}language={self.language}", data)

    def screen(self) -> Screen:
        """The screen as it is now."""
        found = self.ask("GET", "/api/screen?wanted=adjustables")[1]
        self.seen.append(found)
        return found


def standing(screen: Screen, without: frozenset[str] = frozenset()) -> Screen:
    """What of a screen is the evening's."""
    kept = {name: value for name, value in screen.items() if name not in ELSEWHERE | without}
    if "last" in without and kept["evening"]:
        kept["evening"] = {name: value for name, value in kept["evening"].items() if name != "ended"}
    return kept


class OddEvenings:
    """The table, its phones, and what was found wrong."""

    def __init__(self, folder: Path, dice: random.Random, game: str | None, hands: float = 0) -> None:
        self._folder, self._dice, self._game, self._hands = folder, dice, game, hands
        self._moving = False  # sensors may answer at any moment what hands have just done
        self._service = ExitStack()
        self._port = 0
        self._trail: deque[str] = deque(maxlen=TRAIL)
        self.pages: list[Page] = []
        self.count: Counter[str] = Counter()
        self.faults = 0
        self.start()

    def start(self) -> None:
        """Start it; the phones join once."""
        self._port = self._service.enter_context(serving(self._folder)).port
        for page in self.pages:
            page.phone.port = self._port
        for name, language in PHONES[len(self.pages) :]:
            page = Page(Phone(self._port, name), language)
            page.phone.join()
            self.pages.append(page)

    def stop(self) -> None:
        """End it in good order."""
        self._service.close()

    def _anew(self, page: Page, screen: Screen) -> None:
        self.stop()
        self.start()
        self._same("stopped and started", screen, page.screen(), frozenset({"notices"}))

    def tap(self) -> None:
        """Something that a phone may do now."""
        page = self._dice.choice(self.pages)
        screen = page.screen()
        if screen["evening"] is None or self._dice.random() < (0.3 if screen["ending"] else 0.03):
            self._begin(page, screen)
            return
        deeds: dict[Callable[[Page, Screen], None], float] = {
            self._offer: 60, self._correct: 12, self._there_and_back: 6, self._undo: 3,
            self._late: 6, self._at_once: 3, self._close_and_open: 1, self._anew: 0.3,
            self._hand: self._hands, self._notice: self._hands / 3,
        }  # fmt: skip
        [deed] = self._dice.choices([*deeds], [*deeds.values()])
        if deed not in (self._hand, self._offer, self._notice, self._undo):
            screen = self._settled(page, screen)
        deed(page, screen)

    def _hand(self, page: Page, screen: Screen) -> None:
        asked = {one for prompt in screen["prompts"] for one in prompt["expects"]}
        table = screen["table"]
        likely = {
            "drop_cubes": asked & EXPECTED["drawer"], "show_card": asked & EXPECTED["camera"],
            "push_drawer": not table["drawer_in"], "plug_cable": not table["cable_in"],
            "plug_camera": not table["camera_in"],
        }  # fmt: skip
        weights = [weight * (8 if likely.get(verb) else 1) for verb, weight in HANDS.items()]
        [verb] = self._dice.choices([*HANDS], weights)
        more: dict[str, Any] = {}
        if verb == "drop_cubes":
            more = {"count": self._dice.choice((1, 1, 2, 3, 5))}
        elif verb == "show_card":
            more = {"code": self._dice.choice(("", *screen["table"]["cards"]))}
        elif verb == "press":
            more = {"button": self._dice.choice(screen["table"]["buttons"])}
        status, told = page.ask("POST", "/api/table", {"verb": verb, **more})
        self._trail.append(f"hands {verb} {more} {status}")
        self.count["hands"] += 1
        if status not in (200, 409) or (status == 409 and told["kind"] != "table"):
            self._fault(f"hands: {status} {told}")
        self._moving = True
        if self._dice.random() < 0.5:
            self._settled(page, screen)

    def _settled(self, page: Page, screen: Screen) -> Screen:
        """Wait until no sensor says anything more of what hands have done; the screen then."""
        if not self._moving:
            return screen
        ends = time.monotonic() + PATIENCE_S
        still_since = time.monotonic()
        while time.monotonic() < min(still_since + SETTLED_S, ends):
            time.sleep(0.05)
            now = page.screen()
            if now["version"] != screen["version"]:
                self._by_sensor(screen, now)
            if any(now[part] != screen[part] for part in ("version", "notices", "count")):
                still_since = time.monotonic()
            screen = now
        self._moving = False
        return screen

    def _by_sensor(self, before: Screen, now: Screen) -> None:
        """A step that nobody tapped for: what was asked before it expected that sensor."""
        last = now["last"]
        self.count[f"steps of the {last['by']}"] += 1
        self._trail.append(f"{last['by']} {last['label']} {now['version']}")
        expected = {one for prompt in before["prompts"] for one in prompt["expects"]}
        if last["by"] not in BUTTONS and not expected & EXPECTED.get(last["by"], set()):
            self._fault(f"nobody expected that: {before['prompts']} {last}")

    def _notice(self, page: Page, screen: Screen) -> None:
        offers = [one[part] for one in screen["notices"] for part in ("offer", "other") if part in one]
        if offers:
            offer = self._dice.choice(offers)
            status, told = self._send(page, screen, ("/api/play", self._move(offer, {})))
            self.count["notices answered"] += 1
            if status != 200 and told.get("kind") != "stale":
                self._fault(f"offered by a notice, and refused: {offer} {told}")

    def _offer(self, page: Page, screen: Screen) -> None:
        prompts = screen["prompts"]
        if not prompts:
            self._undo(page, screen)
            return
        offer = self._dice.choice((prompts[0] if self._dice.random() < 0.8 else self._dice.choice(prompts))["offers"])
        filled = {ask["name"]: ask["usual"] for ask in offer["asks"] if ask.get("usual") not in (None, "")}
        as_it_is = len(filled) == len(offer["asks"]) and self._dice.random() < 0.6
        args = filled if as_it_is else self._answers(offer)
        status, told = self._send(page, screen, ("/api/play", self._move(offer, args)))
        if status != 200 and (as_it_is or not offer["asks"]) and not (self._moving and told["kind"] == "stale"):
            self._fault(f"offered as it is, and refused: {offer} {told}")
        if told.get("kind") == "bad_move" and not any(ask["type"] == "Code" for ask in offer["asks"]):
            self._fault(f"within its limits, and refused for them: {told}")

    def _correct(self, page: Page, screen: Screen) -> None:
        if names := screen["adjustables"]:
            ask = screen[f"adjust:{self._dice.choice(names)}"]["ask"]
            self._send(page, screen, ("/api/correct", {"name": ask["name"], "value": self._value(ask)}))

    def _undo(self, page: Page, screen: Screen) -> None:
        if most := screen["can"]["undo"]:
            self._send(page, screen, ("/api/undo", {"steps": self._dice.randint(1, min(4, most))}))
            if self._hands:
                now = page.screen()
                self._moving = self._moving or screen["last"]["by"] == "drawer"
                self._settled(page, now)

    def _there_and_back(self, page: Page, screen: Screen) -> None:
        if most := screen["can"]["undo"]:
            steps = {"steps": self._dice.randint(1, min(self._dice.choice((1, 5, 50)), most))}
            self._send(page, screen, ("/api/undo", steps))
            self._send(page, page.screen(), ("/api/redo", steps))
            self._same("undone and brought back", screen, page.screen(), NEW_WITH_A_STEP)

    def _late(self, page: Page, screen: Screen) -> None:
        old = [one for one in page.seen if one["version"] not in (0, screen["version"]) and one["prompts"]]
        if old:
            then = self._dice.choice(old)
            offer = self._dice.choice(then["prompts"][0]["offers"])
            status, told = page.ask("POST", "/api/play", self._move(offer, self._answers(offer), then["version"]))
            if (status, told.get("kind")) != (409, "stale"):
                self._fault(f"late by {screen['version'] - then['version']}: {status} {told}")

    def _at_once(self, page: Page, screen: Screen) -> None:
        if not screen["prompts"]:
            return
        found: list[int] = []

        def send(one: Page, body: dict[str, Any]) -> None:
            found.append(one.ask("POST", "/api/play", body)[0])

        offers = [self._dice.choice(screen["prompts"][0]["offers"]) for _ in self.pages]
        bodies = [self._move(one, self._answers(one), screen["version"]) for one in offers]
        threads = [threading.Thread(target=send, args=both) for both in zip(self.pages, bodies, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        steps = page.screen()["last"]["number"] - screen["last"]["number"]
        if steps != found.count(200) or steps > 1:
            self._fault(f"at once: {found}, {steps} steps")

    def _begin(self, page: Page, screen: Screen) -> None:
        """A new evening, or a golden one after any of its steps, mostly one at which a sensor may answer: at random
        nobody gets as far."""
        if self._dice.random() < 0.7:
            self._take_in_golden(page)
            return
        games = page.ask("GET", "/api/games")[1]["games"]
        game = self._dice.choice([one for one in games if self._game in (None, one["name"])])
        least, most = (game["seats"]["least"], game["seats"]["most"]) if game["seats"] else (2, 2)
        seats = self._dice.randint(least, min(most, len(NAMES)))
        asks = page.ask("GET", f"/api/games/{game['name']}/setup?players={seats}")[1]["asks"]
        body = {"game": game["name"], "name": "Wieczór", "players": self._dice.sample(NAMES, seats)}
        choices = {ask["name"]: self._value(ask) for ask in asks}
        status, told = page.ask("POST", "/api/evenings/start", {**body, "choices": choices})
        self._trail.append(f"start {body} {choices} {status}")
        self.count[f"evenings of {game['name']}" if status == 200 else "refused"] += 1
        if status != 200:
            self._refused(page, screen, status, told)

    def _take_in_golden(self, page: Page) -> None:
        path = self._dice.choice(sorted(GOLDEN.glob(f"{self._game or '*'}/*.evening")))
        script = parse(path.read_text())
        steps, sensed = (
            self._dice.randint(1, len(script.actions)),
            self._dice.choice((CubesExpected, CardExpected, None)),
        )
        with playing(script, find_games(), time.time) as player:
            for number, _ in enumerate(player.play(), 1):
                expected = [one for prompt in player.session.screen().prompts for one in prompt.expects]
                if number >= steps and (sensed is None or any(isinstance(one, sensed) for one in expected)):
                    break
            now = player.session.screen()
            if now.evening is None or now.ending is not None:
                return
            data = player.session.export(now.evening.id)
        taken = page.phone.ask("POST", "/api/evenings/import", data)[1]
        page.ask("POST", "/api/evenings/open", {"evening": taken["evening"]["id"]})
        self._trail.append(f"{path.name} after {steps} steps")
        self.count[f"evenings of {script.game}"] += 1

    def _close_and_open(self, page: Page, screen: Screen) -> None:
        page.ask("POST", "/api/evenings/close", {})
        if page.ask("POST", "/api/undo", {"steps": 1, "seen": screen["version"]})[0] != 409:
            self._fault("a tap on an evening that was closed")
        page.ask("POST", "/api/evenings/open", {"evening": screen["evening"]["id"]})
        self._same("closed and opened", screen, page.screen(), frozenset({"notices"}))

    def _send(self, page: Page, screen: Screen, tap: Tap) -> tuple[int, dict[str, Any]]:
        path, body = tap
        status, told = page.ask("POST", path, {**body, "seen": screen["version"]})
        self._trail.append(f"{page.phone.name} {path} {json.dumps(body)} {status}")
        self.count["steps" if status == 200 else "refused"] += 1
        if status != 200:
            self._refused(page, screen, status, told)
            return status, told
        now = page.screen()
        last = now["last"]
        if not self._moving and (last["number"], last["by"]) != (screen["last"]["number"] + 1, page.phone.name):
            self._fault(f"no single step of {page.phone.name}: {screen['last']} {last}")
        if bool(now["prompts"]) == bool(now["ending"]) or not all(one["offers"] for one in now["prompts"]):
            self._fault(f"nothing that could be done, and no end, or both: {now['prompts']}")
        for one in (now[f"adjust:{name}"] for name in now["adjustables"]):
            ask = one["ask"]
            if ask["type"] == "Whole" and not ask["at_least"] <= one["now"] <= ask["at_most"]:
                self._fault(f"{one['now']} is beyond its own limits: {ask}")
        return status, told

    def _refused(self, page: Page, screen: Screen, status: int, told: dict[str, Any]) -> None:
        if status >= 500 or not re.search("[.?!][”)]?$", told.get("error", "")):
            self._fault(f"{status} {told}")
        if self._moving or (self._hands and told.get("kind") == "stale"):  # a card still lies there, and was quicker
            return
        self._same("refused", screen, page.screen(), frozenset())

    def _same(self, why: str, before: Screen, after: Screen, without: frozenset[str]) -> None:
        one, other = standing(before, without), standing(after, without)
        if names := [name for name in {*one, *other} if one.get(name) != other.get(name)]:
            self._fault(f"{why}, and otherwise: " + "; ".join(f"{n}: {one.get(n)} {other.get(n)}"[:300] for n in names))

    def _fault(self, text: str) -> None:
        self.faults += 1
        print(f"{text[:1000]}\n    " + "\n    ".join(self._trail), flush=True)

    def _move(self, offer: dict[str, Any], args: dict[str, Any], seen: int | None = None) -> dict[str, Any]:
        move = {"move": offer["move"]["name"], "args": {**offer["move"]["args"], **args}}
        return move if seen is None else {**move, "seen": seen}

    def _answers(self, offer: dict[str, Any]) -> dict[str, Any]:
        return {ask["name"]: self._value(ask) for ask in offer["asks"]}

    def _value(self, ask: dict[str, Any]) -> Any:
        if ask.get("usual") not in (None, "") and self._dice.random() < 0.6:
            return ask["usual"]
        if ask["type"] == "Whole":
            few = self._dice.random() < 0.7
            return self._dice.randint(ask["at_least"], min(ask["at_most"], ask["at_least"] + 4 if few else 10**9))
        if ask["type"] in ("Pick", "Chance"):
            return self._dice.choice(ask["choices"])["value"]
        return self._dice.choice(("Anna", "", "Zażółć <gęślą>", "x" * 999))[: ask.get("at_most_chars", 8)]


def main() -> int:
    """Play, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--taps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", help="this one alone")
    parser.add_argument("--hands", type=float, default=0, help="deeds of hands for 100 taps")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="odd-evenings-") as folder:
        table = OddEvenings(Path(folder), random.Random(asked.seed), asked.game, asked.hands)
        for _ in range(asked.taps):
            table.tap()
        table.stop()
    print(", ".join(f"{number} {name}" for name, number in sorted(table.count.items())) + f"; {table.faults} faults")
    return 1 if table.faults else 0


if __name__ == "__main__":
    sys.exit(main())
