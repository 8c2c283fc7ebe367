"""Cards shown one after the other: `nice .venv/bin/python benchmarks/sightings.py [--cards N] [--seed N]
[--level LEVEL] [--composed FONTS PHOTOGRAPHS]`.

Each card slides into a frame of `benchmarks/reading.py`, lies for a while under a camera whose noise is another one in
each of six frames in turn, and is taken away; half of them are IDs. Prints how many were reported rightly and within
0.7 seconds of lying still, asked about, left alone, and reported wrongly. A number that reads as another one upside
down may be asked about: those are counted apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from composed_scenes import TROUBLES, Photographer
from drawn_scenes import FPS
from reading import OUTCOMES
from reading_camera import LEVELS
from reading_scenes import Scene, scene

from companion.app.codes import codes_of_all_games
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, NUMBOX, Frame, Read
from vision.track.watcher import CardWatcher

_SLIDES, _LIES, _AWAY = 5, 26, 4  # frames
_STEP = 60.0  # pixels from one frame to the next as a card slides in, less each time
_NOISES = 6  # frames with noise of their own; then the first one comes again
_SOON_S = 0.7


def main() -> None:
    """Show the cards and print what was reported."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default="normal")
    parser.add_argument("--side", choices=("test", "tuning", "training"), default="test", help="which typefaces")
    parser.add_argument("--composed", type=Path, nargs=2, metavar=("FONTS", "PHOTOGRAPHS"), help="compose the frames")
    asked = parser.parse_args()
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    late_s: list[float] = []
    for shown in _scenes(asked):
        outcome, after_s = _show(shown, np.random.default_rng((asked.seed, len(late_s))))
        tally["turnable" if shown.ambiguous else shown.kind][outcome] += 1
        late_s += [after_s] if outcome == "right" else []
    for kind, outcomes in sorted(tally.items()):
        print(f"{kind:10}", *(f"{outcome} {outcomes[outcome]}" for outcome in OUTCOMES), sep="  ")
    print(f"of {len(late_s)} right ones {sum(each <= _SOON_S for each in late_s)} within {_SOON_S} s of lying still")


def _scenes(asked: argparse.Namespace) -> Iterator[Scene]:
    photographer = Photographer(*asked.composed) if asked.composed else None
    place = [level.name for level in LEVELS].index(asked.level)
    for number in range(asked.cards):
        kind, seed = (CARD_ID if number % 2 else NUMBOX), (asked.seed, place, 7, number)
        if photographer:
            yield photographer.scene(seed, TROUBLES[place], kind)
        else:
            yield scene(seed, LEVELS[place], kind, asked.side)


def _show(shown: Scene, rng: np.random.Generator) -> tuple[str, float]:
    """What comes of showing a card: one of the `OUTCOMES`, and how long after it lay still the right code came."""
    seen: list[tuple[Read, float]] = []
    now = [0.0]
    watcher = CardWatcher(
        lambda read: seen.append((read, now[0])), TextReader(codes_of_all_games()), clock=lambda: now[0]
    )
    for frame in _frames(shown, rng):
        watcher.on_frame(frame)
        now[0] += 1 / FPS
    sure = [(read, at_s) for read, at_s in seen if not read.uncertainty_reason]
    if any(read.text != shown.code for read, _ in sure):
        print("wrong:", shown.code, [read.text for read, _ in sure])
        return "wrong", 0.0
    if sure:
        return "right", sure[0][1] - (_SLIDES + 1) / FPS
    return ("asked" if seen else "silent"), 0.0


def _frames(shown: Scene, rng: np.random.Generator) -> Iterator[Frame]:
    """A card slides in, lies, and is gone; what the camera saw before and after is the table, out of focus."""
    lying = shown.frame
    empty = np.asarray(cv2.GaussianBlur(lying, (0, 0), 60), np.uint8)
    yield empty
    way = rng.uniform(0, 2 * np.pi)
    for step in range(_SLIDES, 0, -1):
        far = _STEP * step * (step + 1) / 2
        shift = np.array([[1, 0, far * np.cos(way)], [0, 1, far * np.sin(way)]], np.float32)
        moved = cv2.warpAffine(lying, shift, lying.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        yield np.asarray(cv2.blur(moved, (1 + 2 * step, 1 + 2 * step)), np.uint8)
    frames = [lying, *(shown.again(rng) for _ in range(_NOISES - 1))]
    for number in range(_LIES):
        yield frames[number % _NOISES]
    for _ in range(_AWAY):
        yield empty


if __name__ == "__main__":
    main()
