"""The level beneath a swing that has not died away yet."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.samples import Blocks, SampleBlock
from hardware.swing import FEWEST_BLOCKS, SELDOM, Floats, Ringing, fit_swing, is_noise, samples_of

NOISE = 95.0
CUBE = 1400.0
PERIOD_S = 1.0 / 80.0
BARS = [(6.0, 2.6), (9.0, 0.12), (14.0, 1.1), (34.0, 0.06), (40.0, 0.3), (53.0, 0.04)]


def swing(samples: int, hz: float, dies_s: float, height: float = 20_000.0) -> Floats:
    """A damped swing about 700 as a converter says it, with its noise."""
    times = PERIOD_S * np.arange(samples)
    noise = np.random.default_rng(round(hz)).normal(0.0, NOISE, samples)
    return np.asarray(700.0 + height * np.exp(-times / dies_s) * np.sin(2.0 * np.pi * hz * times + 0.4) + noise)


def blocks_of(values: Floats) -> list[SampleBlock]:
    """Blocks of eight samples."""
    parts = values.reshape(-1, 8)
    return [SampleBlock(0.1 * i, float(p.mean()), round(p[-1]), 0.0, 8, 90.0, tuple(p)) for i, p in enumerate(parts)]


@pytest.mark.parametrize(("hz", "dies_s"), BARS)
def test_the_level_is_known_while_it_swings_fourteen_cubes_high(hz: float, dies_s: float) -> None:
    """Within 0.4 s, soft bars, stiff ones that swing faster than they are sampled, and just half as fast: as exactly as
    said."""
    fit = fit_swing(swing(32, hz, dies_s), PERIOD_S)
    assert fit.level == pytest.approx(700.0, abs=4.0 * fit.error * NOISE)
    assert fit.error * NOISE < 0.03 * CUBE
    assert is_noise(fit.left, PERIOD_S, NOISE, SELDOM)


@pytest.mark.parametrize(("hz", "dies_s"), BARS)
def test_samples_that_were_lost_change_nothing(hz: float, dies_s: float) -> None:
    """Three of 32 never came, two of them one after the other: the level is known nearly as well, and nothing else is
    seen in what is left. Taken for neighbours, those on both sides make a swing of no bar."""
    values = swing(32, hz, dies_s)
    values[[5, 6, 21]] = np.nan
    fit = fit_swing(values, PERIOD_S)
    assert fit.level == pytest.approx(700.0, abs=4.0 * fit.error * NOISE)
    assert fit.error * NOISE < 0.03 * CUBE
    assert (fit.lost, len(fit.left)) == (3, 32)
    assert is_noise(fit.left, PERIOD_S, NOISE, SELDOM, fit.lost)


def test_blocks_say_where_samples_were_lost() -> None:
    """Of the samples 0 to 79 the 43rd, and the 61st and 62nd, never came; the others stand where they were read."""
    blocks, made = Blocks(), []
    for number in range(80):
        if number not in (43, 61, 62) and (block := blocks.feed(number * PERIOD_S, 1000 + 37 * number % 13, True)):
            made.append(block)
    values, period_s = samples_of(made[3:])
    assert period_s == pytest.approx(PERIOD_S, rel=0.01)
    first = round(made[2].time_s / PERIOD_S)  # the sample before a block's last stands in it as its last
    assert [i for i, value in enumerate(values) if np.isnan(value)] == [43 - first, 61 - first, 62 - first]


@pytest.mark.parametrize(("hz", "dies_s"), BARS)
def test_a_cube_that_lands_meanwhile_is_no_part_of_the_swing(hz: float, dies_s: float) -> None:
    """A step of one cube in the midst, even without a swing of its own, is seen."""
    values = swing(32, hz, dies_s)
    values[20:] += CUBE
    assert not is_noise(fit_swing(values, PERIOD_S).left, PERIOD_S, NOISE, SELDOM)


@pytest.mark.parametrize(("hz", "dies_s"), BARS)
def test_the_level_is_found_as_soon_as_what_moved_lies_before_the_fewest_blocks(hz: float, dies_s: float) -> None:
    """A cube lands in a cell at rest: nothing is known in the blocks after it, and its weight from the fourth on."""
    random = np.random.default_rng(1)
    ringing = Ringing()
    for block in blocks_of(random.normal(700.0 - CUBE, NOISE, 240)):
        ringing.feed(block, still=True)
    assert ringing.noise == pytest.approx(NOISE, rel=0.1)
    ringing.feed(blocks_of(np.concatenate([random.normal(700.0 - CUBE, NOISE, 4), swing(4, hz, dies_s)]))[0], False)
    for number, block in enumerate(blocks_of(swing(8 * FEWEST_BLOCKS, hz, dies_s)), 1):
        ringing.feed(block, still=False)
        assert (ringing.fitted(CUBE) is not None) == (number == FEWEST_BLOCKS)


def test_without_its_noise_nothing_is_known() -> None:
    """The converter's noise is what tells a swing from a hand."""
    ringing = Ringing()
    for block in blocks_of(swing(32, 9.0, 0.12)):
        ringing.feed(block, still=False)
    assert ringing.fitted(CUBE) is None
