"""Reading at video rate: `nice .venv/bin/python benchmarks/video.py [--rounds N] [--seed N] [--font FILE ...]`.

Draws sequences of 1280 x 720 at 30 frames a second (a card laid by a hand, lying, covered, taken away, two in turn,
several at once, lights switched) and prints the time per frame by what goes on, in milliseconds of the clock and of the
processor, how long a lying card takes to be reported, what was reported wrongly or not at all, and the memory.

The frames are drawn by another process, which rests while one is read, so that time and memory are those of the reader
alone.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scenes import FPS, LYING, Shot, evening

from companion.app.codes import codes_of_all_games
from vision.read.text_reader import TextReader
from vision.reads import Read
from vision.track.watcher import CardWatcher

_SETTLED_S = 1.0  # lying for so long, a card is known, and nothing changes any more


@dataclass
class Tally:
    """What came out. Times are milliseconds, of the clock and of the processor, by what went on."""

    took_ms: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    reported_s: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)


class Run:
    """A watcher under a clock that ticks with the frames, and what it should have reported."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.tally = Tally()
        self._watcher = CardWatcher(self._sighted, TextReader(codes_of_all_games()), clock=lambda: self.now_s)
        self._shot: Shot | None = None
        self._waiting: dict[str, float] = {}  # lying and not reported: since when
        self._known: dict[str, int] = {}  # in the picture: how often reported

    def see(self, shot: Shot) -> None:
        """Show the watcher a frame."""
        self._shot = shot
        self._expect(shot)
        began_s, used_s = time.perf_counter(), time.process_time()
        self._watcher.on_frame(shot.frame)
        took_ms = 1000 * (time.perf_counter() - began_s), 1000 * (time.process_time() - used_s)
        self.tally.took_ms[_doing(shot)].append(took_ms)
        self.now_s += 1 / FPS

    def _expect(self, shot: Shot) -> None:
        for code in [code for code in self._known if code not in shot.shown]:
            if self._known.pop(code) == 0:
                self.tally.missed.append(code)
            self._waiting.pop(code, None)
        for code in shot.shown:
            self._known.setdefault(code, 0)
        for code in shot.codes:
            if self._known[code] == 0:
                self._waiting.setdefault(code, self.now_s)

    def _sighted(self, read: Read) -> None:
        if read.uncertainty_reason:
            self.tally.asked.append(f"{read.text} ({read.uncertainty_reason})")
        elif read.text not in self._known:
            self.tally.wrong.append(f"{read.text} at {self.now_s:.2f} s for {list(self._known)}")
        elif self._known[read.text]:
            self.tally.again.append(read.text)
        else:
            self._known[read.text] += 1
            self.tally.reported_s.append(self.now_s - self._waiting.pop(read.text, self.now_s))


def _doing(shot: Shot) -> str:
    if shot.still_s <= _SETTLED_S and (not shot.codes or shot.doing != LYING):
        return shot.doing
    return "nothing changes" if shot.still_s > _SETTLED_S else "card lies, new"


def _draw(pipe: Connection, seed: int, fonts: list[str], rounds: int) -> None:
    for shot in evening(seed, fonts, rounds):
        pipe.send(shot)
        pipe.recv()  # draws no other one meanwhile: both processors are the reader's
    pipe.send(None)


def _shots(asked: argparse.Namespace) -> Iterator[Shot]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    draws = context.Process(target=_draw, args=(theirs, asked.seed, asked.font or ["uni"], asked.rounds), daemon=True)
    draws.start()
    while (shot := ours.recv()) is not None:
        yield shot
        ours.send(True)
    draws.join()


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of five cards each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--font", action="append", default=[], help="a font file; may be given several times")
    asked = parser.parse_args()
    run = Run()
    for shot in _shots(asked):
        run.see(shot)
    _print(run.tally)


def _print(tally: Tally) -> None:
    print(f"{'':18} {'frames':>6}   ms median    p95   processor ms median    p95")
    for doing, took in sorted(tally.took_ms.items()):
        _print_times(doing, took)
    in_view = [each for doing, took in tally.took_ms.items() if doing != "empty table" for each in took]
    _print_times("card in view", in_view)
    late = np.percentile(tally.reported_s or [np.nan], [50, 95, 100])
    print(f"lying to reported: median {late[0]:.2f} s, 95 % {late[1]:.2f} s, latest {late[2]:.2f} s")
    print(f"reported {len(tally.reported_s)}, missed {tally.missed}, wrong {tally.wrong}")
    print(f"asked about {tally.asked}, reported once more {tally.again}")
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


def _print_times(doing: str, took: list[tuple[float, float]]) -> None:
    clock, processor = (np.percentile(each, [50, 95]) for each in zip(*took, strict=True))
    print(f"{doing:18} {len(took):6}   {clock[0]:9.1f} {clock[1]:6.1f}   {processor[0]:19.1f} {processor[1]:6.1f}")


if __name__ == "__main__":
    main()
