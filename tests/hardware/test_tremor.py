"""A hand's tremor is felt beneath the swing of a fall; the swing alone is not taken for one."""

import numpy as np
import pytest

from hardware.samples import Block
from hardware.tremor import LONGEST_BLOCKS, Tremor

NOISE = 95.0
SAMPLES = 8
TOO_ROUGH = 5600.0


def felt(seed: int, tremor: float, swing: float = 5000.0, shift: float = 0.0) -> bool:
    """Whether a second of a swing with so high a tremor, and a level that moves so far in the midst of it, is felt."""
    random = np.random.default_rng(seed)
    times = np.arange(LONGEST_BLOCKS * SAMPLES) / 80.0
    values = swing * np.exp(-times / 0.12) * np.sin(2.0 * np.pi * random.uniform(6.0, 14.0) * times)
    values += tremor * np.sin(2.0 * np.pi * random.uniform(8.0, 12.0) * times + random.uniform(0.0, 6.28))
    values += random.normal(0.0, NOISE, len(times)) + np.where(times > 0.5, shift, 0.0)
    one = Tremor()
    for i in range(LONGEST_BLOCKS):
        part = values[SAMPLES * i : SAMPLES * (i + 1)]
        block = Block(0.1 * (i + 1), float(part.mean()), 0, 0.0, SAMPLES, float(part.std()), tuple(part.tolist()))
        one.feed(block, TOO_ROUGH, NOISE / 1.8)
    return one.felt()


@pytest.mark.parametrize("seed", range(20))
def test_a_swing_that_dies_away_is_no_tremor(seed: int) -> None:
    """A fall's swing, of any cell's pitch, in the converter's own noise."""
    assert not felt(seed, 0.0)


@pytest.mark.parametrize("seed", range(20))
def test_a_tremor_is_felt_beneath_a_swing(seed: int) -> None:
    """One of a sixth of a cube of 1400 counts, in root mean square, where the swing begins fifteen times as high."""
    assert felt(seed, 330.0)


@pytest.mark.parametrize("seed", range(10))
def test_what_comes_to_lean_is_felt_beneath_a_swing(seed: int) -> None:
    """The level moves by a cube while the swing dies away, and nothing swings anew."""
    assert felt(seed, 0.0, shift=1400.0)


def test_without_a_calibrated_noise_nothing_is_felt() -> None:
    """Nor with too few samples."""
    assert not Tremor().felt()
