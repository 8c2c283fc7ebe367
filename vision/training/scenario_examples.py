"""Pictures for the network that tells scenario codes from dates: `II/08` and `11/08`, each as often as the other."""

from __future__ import annotations

import numpy as np

from vision.slots import HEIGHT, SLOTS, WIDTH
from vision.training.examples import Batch, seen
from vision.training.labels import Wording
from vision.training.strip import Figures, draw_strip

# What stands before the slash, and how often: what is easily taken for another one is drawn most.
_CODES = {"I": 0.18, "II": 0.13, "III": 0.10, "IV": 0.02, "V": 0.02, "VI": 0.03, "VII": 0.03, "VIII": 0.03, "IX": 0.02}
_NUMBERS = {"1": 0.18, "11": 0.13, "111": 0.05, "21": 0.02, "31": 0.02}
_SHOWN = {**_CODES, **_NUMBERS, "X": 0.02, "IIII": 0.02}
_DAYS = 0.6  # of the lines: no more than a month has days, as in dates
# How often the digits are old-style ones, or have ones like a small I, or like a tall one.
_HANGING, _SMALL_I, _TALL_I = 0.08, 0.20, 0.06
_LOWEST, _LOW = 0.58, 0.78  # of a digit's height: that of low ones
_ROUND = 0.4  # of the lines with ones like a small I: their noughts are as round as an o


def scenario_batch(seed: tuple[int, int], count: int) -> Batch:
    """The batch of a seed (`count` is even), all of it upright: `codes` is 1 for a scenario code."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 1, HEIGHT, WIDTH), np.float32)
    codes, slots = np.zeros(count, np.float32), np.zeros((count, SLOTS), np.int64)
    for place in range(0, count, 2):  # each line is seen twice
        figures = scenario_figures(rng)
        wording = date_of_ones(rng) if _are_tall(figures) else scenario_wording(rng)
        strip = draw_strip(rng, wording, figures=figures)
        for view in (place, place + 1):
            pictures[view, 0] = seen(rng, strip, turned=False)
            codes[view], slots[view] = wording.is_code, wording.slots or 0
    return Batch(pictures, codes, slots, np.ones(count, np.float32))


def scenario_wording(rng: np.random.Generator) -> Wording:
    """A scenario code, or what is printed nearly alike."""
    share = np.array(list(_SHOWN.values()))
    head = str(rng.choice(list(_SHOWN), p=share / share.sum()))
    return Wording(f"{head}/{rng.integers(0, 32 if rng.random() < _DAYS else 100):02}")


def scenario_figures(rng: np.random.Generator) -> Figures:
    """How the digits of a line look."""
    which, low = rng.random(), float(rng.uniform(_LOWEST, _LOW))
    if which < _TALL_I:
        return Figures(drawn_as={"1": "I"})
    if which < _TALL_I + _SMALL_I:
        return Figures(low, {"1": "I", "0": "O"} if rng.random() < _ROUND else {"1": "I"})
    return Figures(low) if which < _TALL_I + _SMALL_I + _HANGING else Figures()


def date_of_ones(rng: np.random.Generator) -> Wording:
    """A date that has a 1 among its last digits: where that looks like an I, so does what stands before the slash, and
    a scenario code in such print cannot be told from it."""
    behind = str(rng.choice(["01", "21", "31", *(str(number) for number in range(10, 20))]))
    return Wording(f"{rng.choice(['1', '11'])}/{behind}")


def _are_tall(figures: Figures) -> bool:
    return figures.low == 1.0 and "1" in figures.drawn_as
