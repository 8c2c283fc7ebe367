"""How well cards are read: `.venv/bin/python benchmarks/reading.py [--frames N] [--seed N] [--font FILE ...]`.

Draws the project's own cards at three levels of difficulty, and pages without a code, and prints for each how many
frames were read right, wrong, asked about, or left alone, with the time per frame and the memory used.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.drawn_deck import Pose, draw_card, empty_table, lay, write
from vision.grammar import turned
from vision.reads import Frame
from vision.scanner import Scanner


@dataclass(frozen=True)
class Level:
    """How a frame is made worse than it was drawn."""

    name: str
    px_per_mm: tuple[float, float]  # 6 mm digits: 3 px/mm are 18 pixels
    turned_deg: float
    tipped_deg: float
    blur_px: float
    noise: float
    light: tuple[float, float]


LEVELS = (
    Level("easy", (4.0, 7.0), 20, 5, 0.5, 2, (0.9, 1.1)),
    Level("normal", (2.5, 6.0), 180, 20, 0.9, 5, (0.7, 1.15)),
    Level("hard", (1.7, 5.0), 180, 40, 1.4, 10, (0.45, 1.3)),
)
NO_CODES = (
    "12.99", "3,50 EUR", "12/03/2024", "07:45", "2024", "17", "42", "page 113", "D12", "M0171", "BD012", "D012a", "L17",
    "L00", "1/08", "11/08", "112", "No 305", "A017", "N203", "+48 601", "100%", "3 x 4", "X/8", "IIII/01", "Q012",
)  # fmt: skip


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=60, help="frames for each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--font", action="append", default=[], help="a font file; may be given several times")
    parser.add_argument("--keep", type=Path, help="a folder for frames that were read wrong")
    asked = parser.parse_args()
    scanner = Scanner()
    scanner.read(empty_table())  # the first look loads the model
    print(f"{'level':8} {'right':>6} {'asked':>6} {'silent':>6} {'wrong':>6}   ms median    p95")
    for level in (*LEVELS, None):
        _print_level(level, asked, scanner)
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most, drawing included")


def _print_level(level: Level | None, asked: argparse.Namespace, scanner: Scanner) -> None:
    rng = np.random.default_rng([asked.seed, LEVELS.index(level) if level else 9])
    tally: Counter[str] = Counter()
    took_ms: list[float] = []
    for number in range(asked.frames):
        font = str(rng.choice(asked.font)) if asked.font else "uni"
        code = _any_code(rng) if level else ""
        frame = _frame(code, level or LEVELS[0], font, rng)
        began_s = time.perf_counter()
        reads = scanner.read(frame)
        took_ms.append(1000 * (time.perf_counter() - began_s))
        outcome = _judge(code, [read.text for read in reads.reads], [read.text for read in reads.unsure])
        tally[outcome] += 1
        if asked.keep and outcome != ("right" if code else "silent"):
            asked.keep.mkdir(parents=True, exist_ok=True)
            name = f"{level.name if level else 'none'}-{number}-{outcome}-{code.replace('/', '_')}.png"
            cv2.imwrite(str(asked.keep / name), frame)
    counts = " ".join(f"{tally[outcome]:6}" for outcome in ("right", "asked", "silent", "wrong"))
    median, late = np.percentile(took_ms, [50, 95])
    print(f"{level.name if level else 'no code':8} {counts}   {median:9.0f} {late:6.0f}")


def _judge(code: str, sure: list[str], unsure: list[str]) -> str:
    if any(text != code for text in sure):
        return "wrong"
    return "right" if sure else "asked" if unsure else "silent"


def _any_code(rng: np.random.Generator) -> str:
    number = int(rng.integers(0, 1000))
    which = rng.choice(["D", "M", "L", "/", "box", "box"])
    if which == "L":
        return f"L{number % 16 + 1:02}"
    if which == "/":
        return f"{rng.choice(['I', 'II', 'III', 'IV', 'V', 'VI', 'X'])}/{number % 20:02}"
    if which != "box":
        return f"{which}{number:03}"
    text = f"{number:03}"
    return text if turned(text) in (None, text) else _any_code(rng)  # the others are asked about, always


def _frame(code: str, level: Level, font: str, rng: np.random.Generator) -> Frame:
    frame = empty_table()
    card = draw_card(code, str(rng.choice(["gold", "green"])), font)
    if not code:
        _print_no_codes(card, font, rng)
    turn, tip = rng.uniform(-1, 1, 2) * (level.turned_deg, level.tipped_deg)
    shift = rng.uniform(-60, 60, 2)
    lay(frame, card, Pose(rng.uniform(*level.px_per_mm), float(turn), float(tip), (float(shift[0]), float(shift[1]))))
    return _worsen(frame, level, rng)


def _print_no_codes(card: Frame, font: str, rng: np.random.Generator) -> None:
    for line, text in enumerate(rng.choice(NO_CODES, 6, replace=False)):
        write(card, str(text), 6 if line % 2 == 0 else 34, 12 + 14 * (line // 2), rng.uniform(2.5, 6.0), font=font)


def _worsen(frame: Frame, level: Level, rng: np.random.Generator) -> Frame:
    blurred = cv2.GaussianBlur(frame, (0, 0), max(rng.uniform(0.3, 1) * level.blur_px, 0.1)).astype(np.float32)
    lamp = np.array([rng.uniform(0.85, 1.1), 1.0, rng.uniform(0.95, 1.15)], np.float32)  # blue, green, red
    noisy = blurred * lamp * rng.uniform(*level.light) + rng.normal(0, level.noise, frame.shape)
    _, stored = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)


if __name__ == "__main__":
    main()
