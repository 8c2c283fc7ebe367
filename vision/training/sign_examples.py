"""Lines of print for the network that reads sign by sign: upright, each with the signs that it shows in their order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.glyphs import Floats
from vision.sign_net import CLASSES, MOST_SIGNS
from vision.slots import HEIGHT, SIGNS, WIDTH
from vision.training.examples import seen
from vision.training.labels import Wording, any_wording
from vision.training.scenario_examples import scenario_figures, scenario_wording
from vision.training.strip import draw_nothing, draw_strip

_NOTHING, _SCENARIO = 0.05, 0.15  # of the lines
_OTHER = CLASSES - 1


@dataclass(frozen=True)
class Lines:
    """`pictures` (N, 1, 32, 128) float32; `signs` (N, 8) int64, the numbers of the signs that each shows, filled up
    with 0 behind; `lengths` (N,) int64, how many they are."""

    pictures: Floats
    signs: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


def sign_batch(seed: tuple[int, int], count: int) -> Lines:
    """The batch of a seed (`count` is even): always the same one, where the same typefaces are installed."""
    rng = np.random.default_rng(seed)
    pictures = np.empty((count, 1, HEIGHT, WIDTH), np.float32)
    signs, lengths = np.zeros((count, MOST_SIGNS), np.int64), np.zeros(count, np.int64)
    for place in range(0, count, 2):  # each line is seen twice
        which = rng.random()
        told: tuple[int, ...] = ()
        if which < _NOTHING:
            strip = draw_nothing(rng)
        else:
            scenario = which < _NOTHING + _SCENARIO
            figures = scenario_figures(rng) if scenario else None
            wording = scenario_wording(rng) if scenario else _alone(rng)
            strip, told = draw_strip(rng, wording, figures=figures), _numbers(wording.text)
        for view in (place, place + 1):
            pictures[view, 0] = seen(rng, strip, turned=False)
            signs[view, : len(told)], lengths[view] = told, len(told)
    return Lines(pictures, signs, lengths)


def _alone(rng: np.random.Generator) -> Wording:
    """Any line that nothing stands close beside: how much of that would be seen is not known."""
    while True:
        wording = any_wording(rng)
        if not wording.before and not wording.behind and len(wording.text) <= MOST_SIGNS:
            return wording


def _numbers(text: str) -> tuple[int, ...]:
    """The number of each sign; one and the same for all that no code has."""
    return tuple(SIGNS.index(sign) + 1 if sign in SIGNS else _OTHER for sign in text)
