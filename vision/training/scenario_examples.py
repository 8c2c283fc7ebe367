"""Pictures for the network that tells scenario codes from dates: `II/08` and `11/08`, each as often as the other."""

from __future__ import annotations

import numpy as np

from vision.slots import HEIGHT, SLOTS, WIDTH
from vision.training.examples import Batch, seen
from vision.training.labels import Wording
from vision.training.strip import draw_strip

# What stands before the slash, and how often: what is easily taken for another one is drawn most.
_CODES = {"I": 0.18, "II": 0.13, "III": 0.10, "IV": 0.02, "V": 0.02, "VI": 0.03, "VII": 0.03, "VIII": 0.03, "IX": 0.02}
_NUMBERS = {"1": 0.18, "11": 0.13, "111": 0.05, "21": 0.02, "31": 0.02}
_SHOWN = {**_CODES, **_NUMBERS, "X": 0.02, "IIII": 0.02}
_DAYS = 0.6  # of the lines: no more than a month has days, as in dates


def scenario_batch(seed: tuple[int, int], count: int) -> Batch:
    """The batch of a seed (`count` is even), all of it upright: `codes` is 1 for a scenario code."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 1, HEIGHT, WIDTH), np.float32)
    codes, slots = np.zeros(count, np.float32), np.zeros((count, SLOTS), np.int64)
    for place in range(0, count, 2):  # each line is seen twice
        wording = scenario_wording(rng)
        strip = draw_strip(rng, wording)
        for view in (place, place + 1):
            pictures[view, 0] = seen(rng, strip, turned=False)
            codes[view], slots[view] = wording.is_code, wording.slots or 0
    return Batch(pictures, codes, slots, np.ones(count, np.float32))


def scenario_wording(rng: np.random.Generator) -> Wording:
    """A scenario code, or what is printed nearly alike."""
    share = np.array(list(_SHOWN.values()))
    head = str(rng.choice(list(_SHOWN), p=share / share.sum()))
    return Wording(f"{head}/{rng.integers(0, 32 if rng.random() < _DAYS else 100):02}")
