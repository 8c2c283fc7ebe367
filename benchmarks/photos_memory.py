"""What phones' photos of 12 megapixels cost: memory of the service and its photo worker, time for each photo, and how
long a tap takes meanwhile.

    .venv/bin/python benchmarks/photos_memory.py [--photos 60 1000] [--phones 1 8 36] [--rest 70]

For each number of phones a service of its own is started (simulated devices, a data folder of its own) and sent so many
photos over HTTP on loopback: drawn cards on a grained table with a camera's noise, 4032 x 3024, JPEG. Each phone sends
one after the other, as the page does: it takes a place in the queue, asks as often as it is told to, and sends when it
is called. (A program without a queue is sent the photos at once.) One more phone taps all the while: it gives itself
another name, which is written and synced.

Memory is counted from outside, of the service and all its children together, in MB of 2**20 bytes: `all` with the
pages of libraries counted once (their own memory, and the mapped files of the process that has most of them), `rss` the
sum of what `ps` tells, in which they count for each process, and `service` what `ps` tells of it alone, each at its
most. Below a line stands what `all` was made of then. `rest` is how many seconds are waited before the last look: a
worker that has nothing to do for a minute ends.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import sys
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.served import CODE, MB, SERVICE, Memory, memory, serving
from hardware.drawn_deck import Pose, show

WIDE, HIGH = 4032, 3024
KINDS = 6  # different photos
PATIENCE_S = 600.0
TAP_EVERY_S = 0.5
LOOK_EVERY_S = 0.04


def photo(seed: int) -> bytes:
    """A photo of a card on a grained table, with shades of several sizes and a camera's noise."""
    rng = np.random.default_rng(seed)
    codes = ("D247", "M017", "312", "L09", "D012", "049")
    pose = Pose(14 + seed % 5 * 2, float(rng.uniform(-25, 25)), 5, (40 * seed, -30 * seed))
    frame = show(codes[seed % len(codes)], pose=pose, width=WIDE, height=HIGH)
    grain = np.zeros((HIGH, WIDE), np.float32)
    for cells, strength in ((8, 14), (40, 10), (200, 10), (1000, 5)):
        rough = rng.normal(0, strength, (cells * 3 // 4, cells)).astype(np.float32)
        grain += cv2.resize(rough, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
    grain += cv2.GaussianBlur(rng.normal(0, 6, grain.shape).astype(np.float32), (0, 0), 0.8)
    noisy = np.clip(frame + grain[..., None], 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


class Watch:
    """Looks at the memory of a service from time to time and keeps the look at which it had most, and the most of each
    kind."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.most = memory(pid)
        self.of_each = told(self.most)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, name="watch", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._end.wait(LOOK_EVERY_S):
            now = memory(self._pid)
            self.most = max(self.most, now, key=lambda one: one.all)
            self.of_each = {name: max(value, self.of_each[name]) for name, value in told(now).items()}

    def end(self) -> Memory:
        """Look no more: the look at which it had most."""
        self._end.set()
        self._thread.join(5)
        return self.most


def told(seen: Memory) -> dict[str, float]:
    """The kinds of memory of the table."""
    return {"all": seen.all, "rss": sum(seen.rss.values()), "service": seen.rss.get(SERVICE, 0.0)}


# --- the phones -------------------------------------------------------------------------------------------------------


@dataclass
class Phone:
    """One joined phone."""

    port: int
    name: str
    cookie: str = ""
    answers: dict[int, int] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes, kind: str = "application/json") -> tuple[int, dict[str, Any]]:
        """One request on a connection of its own, as after a pause, and with a tap's own key as the page sends it; the
        status and the answer's JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": kind, "Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookie}
        if method == "POST":
            headers["Idempotency-Key"] = uuid.uuid4().hex
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            data = json.loads(answer.read() or b"{}")
            self.cookie = self.cookie or answer.headers.get("Set-Cookie", "").partition(";")[0]
            return answer.status, data
        finally:
            connection.close()

    def join(self) -> None:
        """Join with the code."""
        status, data = self.ask("POST", "/api/phones/join", json.dumps({"code": CODE, "name": self.name}).encode())
        if status != 200:
            raise SystemExit(f"{self.name}: {data}")

    def send(self, data: bytes) -> int:
        """Send a photo when it is its turn; the status of the answer."""
        status, place = self.ask("POST", "/api/photo/places", b"{}")
        while status == 200 and place["before"]:
            time.sleep(place["ask_s"])
            status, place = self.ask("GET", f"/api/photo/places/{place['place']}", b"")
        if status == 503:
            time.sleep(place["wait_s"])
            return self.send(data)
        ticket = f"?place={place['place']}" if status == 200 else ""
        status, _ = self.ask("POST", f"/api/photo{ticket}", data, "image/jpeg")
        return status


class Round:
    """So many photos, sent by so many phones at once, while another taps."""

    def __init__(self, port: int, photos: list[bytes], phones: int, count: int) -> None:
        self._photos, self._count = photos, count
        self._phones = [Phone(port, f"Phone {number}") for number in range(phones)]
        self._tapper = Phone(port, "Tapper")
        for phone in [*self._phones, self._tapper]:
            phone.join()
        self._next = itertools.count()
        self._lock = threading.Lock()
        self.took_s: list[float] = []
        self.taps_s: list[float] = []
        self.statuses: dict[int, int] = {}

    def run(self) -> float:
        """Send them all; how many seconds it took."""
        done = threading.Event()
        tapping = threading.Thread(target=self._tap, args=(done,), name="tapper")
        sending = [threading.Thread(target=self._send, args=(phone,), name=phone.name) for phone in self._phones]
        begun = time.monotonic()
        for thread in [tapping, *sending]:
            thread.start()
        for thread in sending:
            thread.join()
        took_s = time.monotonic() - begun
        done.set()
        tapping.join()
        return took_s

    def _send(self, phone: Phone) -> None:
        while (number := next(self._next)) < self._count:
            begun = time.monotonic()
            try:
                status = phone.send(self._photos[number % len(self._photos)])
            except OSError:
                status = 0
            with self._lock:
                self.took_s.append(time.monotonic() - begun)
                self.statuses[status] = self.statuses.get(status, 0) + 1

    def _tap(self, done: threading.Event) -> None:
        for number in itertools.count():
            begun = time.monotonic()
            status, _ = self._tapper.ask("POST", "/api/phones/rename", json.dumps({"name": f"T{number % 9}"}).encode())
            if status == 200:
                self.taps_s.append(time.monotonic() - begun)
            if done.wait(TAP_EVERY_S):
                return


# --- the measurement --------------------------------------------------------------------------------------------------


def percentile(values: list[float], part: float) -> float:
    """The value that this part of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def measure(photos: list[bytes], phones: int, count: int, rest_s: float) -> str:
    """One line of the table."""
    with tempfile.TemporaryDirectory(prefix="photos-") as folder, serving(Path(folder)) as service:
        round_ = Round(service.port, photos, phones, count)
        time.sleep(2)
        before = told(memory(service.pid))
        watch = Watch(service.pid)
        took_s = round_.run()
        most = watch.end()
        after = told(memory(service.pid))
        time.sleep(rest_s)
        rested = told(memory(service.pid))
    each_ms, taps = took_s / count * 1000, round_.taps_s
    answered = ", ".join(f"{number} x {status}" for status, number in sorted(round_.statuses.items()))
    return (
        f"{phones:6} {count:6} |{_mb(before)} |{_mb(watch.of_each)} |{_mb(after)} |{_mb(rested)} | {each_ms:7.0f}"
        f" {percentile(round_.took_s, 0.5):7.1f} {percentile(round_.took_s, 0.95):7.1f} |"
        f" {percentile(taps, 0.5) * 1000:6.0f} {percentile(taps, 0.95) * 1000:6.0f} {max(taps, default=0) * 1000:6.0f}"
        f" | {answered}\n{'':13} | {most.in_words()}"
    )


def _mb(found: dict[str, float]) -> str:
    return f"{found['all']:6.0f}{found['rss']:6.0f}{found['service']:6.0f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, nargs="+", default=[60])
    parser.add_argument("--phones", type=int, nargs="+", default=[1, 8, 36])
    parser.add_argument("--rest", type=float, default=70.0)
    args = parser.parse_args()
    photos = [photo(seed) for seed in range(KINDS)]
    sizes = ", ".join(f"{len(one) / MB:.1f}" for one in photos)
    print(f"photos of {WIDE} x {HIGH}, {sizes} MB; memory in MB: all, rss, service")
    print(
        f"{'':13} |{'before':>18} |{'at the peak':>18} |{'after':>18} |{'rested':>18} |"
        f"{'ms each':>8}{'p50 s':>8}{'p95 s':>8} |{'taps p50 p95 most':>21} | answered"
    )
    for count, phones in itertools.product(args.photos, args.phones):
        print(measure(photos, phones, count, args.rest), flush=True)


if __name__ == "__main__":
    main()
