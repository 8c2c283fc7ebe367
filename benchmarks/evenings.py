"""Evenings on the running service, one after another, with photos and phones that come and go: how its memory grows.

    .venv/bin/python benchmarks/evenings.py [--hours 24] [--phones 6] [--photos 4] [--rest 15 | --meet]
        [--pi-camera] [--as pi4 [--cores all] [--memory MB]]

An hour is what happens in one at the table, as fast as it is answered: 60 moves (of the five games in turns, an evening
of three hours each), every fifth of them undone; each phone's page put away and taken up again six times, in the middle
of the moves; so many photos of 12 megapixels, which meet a search of the camera or not (`--rest 15`: none does;
`--meet`: a card is laid before the camera as each is sent, where the game has any, and how long both took is told); and
what is looked at meanwhile: history, rules, the story, the evenings. Everything is simulated, and everything goes over
HTTP on loopback. With `--pi-camera` the camera is a Pi's own for the companion (`benchmarks/pi_camera.py`): the drawn
deck takes none of its memory, and its pictures are twice as large.

After every hour memory is read as `benchmarks/served.py` counts it, by process, the reader of the last photo included.
At the end: what it is once that reader has ended; the most of all, and whose it was; and how much each process and all
of it grow in an hour, by least squares over the hours since every game was on the table once (until then cards and
rules are read for the first time), with the standard error of that slope. It is flat when the slope is within two
errors of nothing. `--each 1` changes the game after every hour. The same is told of the last half of these hours, and
of the last 24 where there were more: what is remembered of games (words, values that can be set by hand, pages of the
database) is bounded, and full after a day. A process that was not there after some hour has no slope: those of the
networks and of photos end where nobody wants them.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.control_group import Enter, add_arguments, chosen
from benchmarks.photos_memory import KINDS, Phone, Watch, photo
from benchmarks.pi_camera import PiCameraFeed
from benchmarks.served import MB, Memory, memory, serving
from companion.app.camera import SAMPLES
from vision.photos.process import KEEP_S

MOVES_EACH_HOUR = 60
HOURS_EACH_EVENING = 3
WAKES_EACH_HOUR = 6
LOOKS = ("/api/history", "/api/rules", "/api/rules?q=card", "/api/story", "/api/evenings", "/api/games", "/texts")
PATIENCE_S = 60.0
TAKEN_AWAY_S = 3.0  # before a card that meets a photo, so that it is a new one
IDLE_S = 2.0  # as the hours are played in a minute at most, so soon the camera's networks are let go
LAST_HOURS = 24
FEWEST_HOURS = 3  # of which a slope and its error can be told
GIVEN_BACK_S = 2 * IDLE_S  # by then what the last hour left has been given back, as it is 120 times in a real one
SETTLE_S = 10.0  # for the reader of photos to end, once it was kept long enough


class Watcher:
    """A phone's page: a live stream that is read to nothing, and may be put away and taken up again."""

    def __init__(self, phone: Phone, language: str, wanted: str) -> None:
        self._phone = phone
        self._language = language
        self._wanted = wanted
        self._connection: http.client.HTTPConnection | None = None
        self.read = 0

    def wake(self) -> None:
        """Look at the page."""
        self._connection = http.client.HTTPConnection("127.0.0.1", self._phone.port, timeout=PATIENCE_S)
        address = f"/live?tab=one&language={self._language}&wanted={self._wanted}"
        self._connection.request("GET", address, headers={"Cookie": self._phone.cookie})
        stream = self._connection.getresponse()
        threading.Thread(target=self._follow, args=(stream,), daemon=True).start()

    def sleep(self) -> None:
        """Put the page away: nothing is said to the companion."""
        if self._connection is not None:
            self._connection.close()

    def _follow(self, stream: http.client.HTTPResponse) -> None:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            while line := stream.readline():
                self.read += len(line)
                self.hear(line)

    def hear(self, line: bytes) -> None:
        """A line of the stream."""


class SpotWatcher(Watcher):
    """A page that shows the scan spot: `sighted` is the number of the newest sighting of the camera."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone, "en", "scan")
        self.sighted = 0
        self.changed = threading.Condition()

    def hear(self, line: bytes) -> None:
        """Look for a sighting of the camera."""
        if line.startswith(b'data: {"scan"'):
            sightings = json.loads(line[6:])["scan"]["sightings"]
            with self.changed:
                self.sighted = max([self.sighted, *(one["number"] for one in sightings if one["source"] == "camera")])
                self.changed.notify_all()


class Evenings:
    """The table at which they are played; the phones' pages ask for what is `wanted` beside the evening."""

    def __init__(self, port: int, phones: int, chance: random.Random, wanted: str = "scale,trace") -> None:
        self._phones = [Phone(port, f"Phone {number}") for number in range(phones)]
        for phone in self._phones:
            phone.join()
        self._watchers = [Watcher(phone, ("en", "pl")[number % 2], wanted) for number, phone in enumerate(self._phones)]
        self._chance = chance
        self._spot: SpotWatcher | None = None
        self._pi_camera: PiCameraFeed | None = None
        self.took: list[tuple[float, float]] = []  # seconds of a photo, and of a card that was shown as it was sent
        self.moves = self.refused = self.wakes = 0
        for watcher in self._watchers:
            watcher.wake()

    def watch_spot(self, pi_camera: PiCameraFeed | None = None) -> None:
        """From now on photos meet a card that is laid before the camera, simulated or a Pi's."""
        self._pi_camera = pi_camera
        phone = Phone(self._phones[0].port, "Scan spot")
        phone.join()
        self._spot = SpotWatcher(phone)
        self._spot.wake()

    def get(self, path: str) -> Any:
        """What the companion answers there."""
        return self._phones[0].ask("GET", path, b"")[1]

    def begin(self, game: str) -> None:
        """A new evening of that game, with everything as is usual."""
        here = next(one for one in self.get("/api/games")["games"] if one["name"] == game)
        seats = min(max(2, here["seats"]["least"]), here["seats"]["most"]) if here["seats"] else 2
        asks = self.get(f"/api/games/{game}/setup?players={seats}")["asks"]
        choices = {ask["name"]: self._value(ask) for ask in asks}
        players = ["Ada", "Ben", "Cleo", "Dan", "Eve"][:seats]
        body = {"game": game, "name": "An evening", "players": players, "choices": choices}
        status, data = self._post(0, "/api/evenings/start", body)
        if status != 200:
            raise SystemExit(f"an evening of {game} cannot be begun: {data}")

    def hour(self, photos: Sequence[bytes], rest_s: float = 0.0) -> None:
        """One hour at the table; nothing moves for so many seconds before a photo."""
        for number in range(MOVES_EACH_HOUR):
            self._move(number % len(self._phones))
            if number % 5 == 4:
                self._post(1 % len(self._phones), "/api/undo", {"steps": 1, "seen": self.get("/api/screen")["version"]})
            if number % (MOVES_EACH_HOUR // WAKES_EACH_HOUR) == 3:
                self._come_and_go()
            if number % (MOVES_EACH_HOUR // len(LOOKS)) == 5:
                self.get(self._chance.choice(LOOKS))
            if photos and number % max(1, MOVES_EACH_HOUR // len(photos)) == 7:
                time.sleep(rest_s)
                self._photo(self._chance.choice(photos))

    def _photo(self, data: bytes) -> None:
        spot = self._spot
        if spot is None or not self._show(""):
            self._phones[0].send(data)
            return
        time.sleep(TAKEN_AWAY_S)
        seen, begun_s, took_s = spot.sighted, time.monotonic(), []

        def send() -> None:
            self._phones[0].send(data)
            took_s.append(time.monotonic() - begun_s)

        if any(self._show(code) for code in SAMPLES):
            sending = threading.Thread(target=send)
            sending.start()
            with spot.changed:
                spot.changed.wait_for(lambda: spot.sighted > seen, PATIENCE_S)
            card_s = time.monotonic() - begun_s
            sending.join()
            self.took.append((took_s[0], card_s))
        self._show("")

    def _show(self, code: str) -> bool:
        if self._pi_camera is not None:
            self._pi_camera.lay(bool(code))
            return True
        return self._post(0, "/api/table", {"verb": "show_card", "code": code})[0] == 200

    def _come_and_go(self) -> None:
        for watcher in self._watchers:
            watcher.sleep()
            self._move(0)
            watcher.wake()
            self.wakes += 1

    def _move(self, who: int) -> None:
        """Some offer of the first prompt, mostly the usual one; where none is possible, a step back."""
        screen = self.get("/api/screen")
        offers = [offer for prompt in screen["prompts"][:1] for offer in prompt["offers"]]
        usual = [offer for offer in offers if offer.get("tone") == "usual"]
        offer = self._chance.choice(usual if usual and self._chance.random() < 0.6 else offers) if offers else None
        if offer is None:
            self._post(who, "/api/undo", {"steps": 1, "seen": screen["version"]})
            return
        args = {**offer["move"]["args"], **{ask["name"]: self._value(ask) for ask in offer["asks"]}}
        body = {"move": offer["move"]["name"], "args": args, "seen": screen["version"]}
        status, _ = self._post(who, "/api/play", body)
        self.moves += status == 200
        self.refused += status != 200

    def _value(self, ask: dict[str, Any]) -> Any:
        if "usual" in ask:
            return ask["usual"]
        if ask.get("choices"):
            return self._chance.choice(ask["choices"])["value"]
        return ask.get("at_least", "")

    def _post(self, who: int, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self._phones[who].ask("POST", path, json.dumps(body).encode())


def slope(values: Sequence[float]) -> tuple[float, float]:
    """By how much they grow from one to the next, by least squares, and the standard error of that."""
    count = len(values)
    if count < 3:
        return float("nan"), float("nan")
    middle, mean = (count - 1) / 2, sum(values) / count
    spread = sum((at - middle) ** 2 for at in range(count))
    grows = sum((at - middle) * (value - mean) for at, value in enumerate(values)) / spread
    rest = sum((value - mean - grows * (at - middle)) ** 2 for at, value in enumerate(values))
    return float(grows), float((rest / (count - 2) / spread) ** 0.5)


def measure(asked: argparse.Namespace, photos: list[bytes], enter: Enter) -> None:
    """Play, and tell what memory it took."""
    hours, each, chance = asked.hours, asked.each, random.Random(asked.seed)
    seen: list[Memory] = []
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evenings-")))
        feed = stack.enter_context(PiCameraFeed()) if asked.pi_camera else None
        service = stack.enter_context(serving(folder, enter, IDLE_S, None if feed is None else feed.folder))
        watch, table = Watch(service.pid), Evenings(service.port, asked.phones, chance)
        games = [one["name"] for one in table.get("/api/games")["games"]]
        if asked.meet:
            table.watch_spot(feed)
        for hour in range(hours):
            if hour % each == 0:
                table.begin(games[hour // each % len(games)])
            begun = time.monotonic()
            table.hour(photos, asked.rest)
            time.sleep(GIVEN_BACK_S)
            seen.append(memory(service.pid))
            took_s, now = time.monotonic() - begun, seen[-1].in_words()
            print(f"hour {hour + 1:3}: {now}   {table.moves} moves, {table.wakes} wakes, {took_s:.0f} s", flush=True)
        most = watch.end()
        time.sleep(KEEP_S + SETTLE_S)
        rested = memory(service.pid)
    tell_growth(seen, len(games) * each)
    for name, seconds in zip(("photo", "card"), zip(*table.took, strict=True), strict=False):
        print(f"a {name} that met the other, seconds:  " + " ".join(f"{one:.1f}" for one in seconds))
    print("without the reader of photos, a minute later:  " + rested.in_words())
    print("at the most:  " + most.in_words())


def tell_growth(seen: Sequence[Memory], first: int) -> None:
    """How each process, and all of it, grew in the hours after the `first` ones, and in the last of these."""
    later = len(seen) - first
    for hours in sorted({later, later // 2, min(later, LAST_HOURS)}, reverse=True):
        if hours >= FEWEST_HOURS:
            last = seen[-hours:]
            print(f"in the last {hours} hours, all {_growth([one.all for one in last])}")
            for name in last[-1].parts():
                sizes = [one.parts()[name] for one in last if name in one.parts()]
                if len(sizes) == hours:
                    print(f"    {name} {_growth(sizes)}")


def _growth(values: Sequence[float]) -> str:
    grows, error = slope(values)
    return f"grows by {grows * 1000:+.0f} kB an hour, standard error {error * 1000:.0f} kB"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--phones", type=int, default=6)
    parser.add_argument("--photos", type=int, default=4, help="in an hour")
    parser.add_argument("--rest", type=float, default=0.0, help="seconds before a photo in which nothing moves")
    parser.add_argument("--meet", action="store_true", help="a card is shown as each photo is sent")
    parser.add_argument("--pi-camera", action="store_true", help="the camera is a Pi's own, for the companion")
    parser.add_argument("--each", type=int, default=HOURS_EACH_EVENING, help="hours of an evening")
    parser.add_argument("--seed", type=int, default=1)
    add_arguments(parser)
    parser.add_argument(
        "--memory", type=int, help="MB that the companion may take at the most, with the files it has read"
    )
    asked = parser.parse_args()
    photos = [photo(number) for number in range(min(asked.photos, KINDS))]
    size = sum(map(len, photos)) / max(len(photos), 1) / MB
    print(f"{asked.phones} phones; {len(photos)} photos an hour of {size:.1f} MB", flush=True)
    with chosen(asked.machine, asked.cores, asked.memory) as enter:
        measure(asked, photos, enter)


if __name__ == "__main__":
    main()
