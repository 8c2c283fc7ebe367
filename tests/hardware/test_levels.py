"""Where a cell rested, how well that is known, and whether a hand trembles there."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hardware.levels import Levels
from hardware.samples import SampleBlock
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
        block = SampleBlock(0.1 * (i + 1), float(part.mean()), 0, 0.0, SAMPLES, float(part.std()), tuple(part.tolist()))
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


class Blocks:
    """Feeds blocks of 100 ms, with noise, to `Levels`."""

    def __init__(self, cube: float | None = 1400.0, noise: float = 20.0) -> None:
        self.levels = Levels(cube=cube)
        self.noise = noise
        self.random = Random(1)
        self.time_s = 0.0

    def at(self, value: float, blocks: int = 1, gap_s: float = 0.0) -> None:
        for _ in range(blocks):
            self.time_s += 0.1 + gap_s
            mean = value + self.random.gauss(0.0, self.noise)
            self.levels.feed(SampleBlock(self.time_s, mean, round(mean), gap_s))
            gap_s = 0.0

    def shaken(self, value: float, rough: float, seen: bool = False) -> None:
        """One block of eight samples that scatter by so much; with `seen` the samples themselves are there."""
        samples = [self.random.gauss(0.0, rough) for _ in range(8)]
        self.time_s += 0.1
        mean = value + self.random.gauss(0.0, self.noise)
        deviation = (sum(one**2 for one in samples) / 8) ** 0.5
        self.levels.feed(
            SampleBlock(self.time_s, mean, round(mean), 0.0, 8, deviation, tuple(mean + one for one in samples if seen))
        )


@pytest.fixture
def blocks() -> Blocks:
    blocks = Blocks()
    blocks.at(0.0, 40)
    return blocks


def test_a_rest_is_the_mean_of_its_first_two_seconds(blocks: Blocks) -> None:
    """Forty quiet blocks are one rest, whose value is the mean within the noise of twenty."""
    rest = blocks.levels.resting
    assert rest is not None
    assert rest.first == pytest.approx(0.0, abs=4 * 20 / 20**0.5)
    assert blocks.levels.noise == pytest.approx(20.0, rel=0.5)


def test_a_step_of_a_cube_ends_the_rest_and_begins_another(blocks: Blocks) -> None:
    """Within a block nothing rests, within six the new value does; the old rest has kept its own."""
    before = blocks.levels.resting
    blocks.at(1400.0)
    assert blocks.levels.resting is None
    blocks.at(1400.0, 6)
    after = blocks.levels.resting
    assert after is not None
    assert after is not before
    assert after.first - before.now == pytest.approx(1400.0, abs=60.0)  # type: ignore[union-attr]


def test_slow_drift_is_followed_in_one_rest(blocks: Blocks) -> None:
    """Half a cube in a minute is no movement: the same rest follows it, and its beginning stays."""
    rest = blocks.levels.resting
    for i in range(600):
        blocks.at(700.0 * i / 600.0)
    assert blocks.levels.resting is rest
    assert rest is not None
    assert rest.now - rest.first == pytest.approx(700.0, abs=60.0)


@pytest.mark.parametrize("part", [0.17, -0.2])
def test_what_moves_by_less_than_a_cube_leans_with_is_another_rest(blocks: Blocks, part: float) -> None:
    """A light finger comes or goes, a drop falls in: half a second later the cell rests there, and what it has come by
    lies between the two rests. As much within a minute is drift."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    before = blocks.levels.resting
    for i in range(600):
        blocks.shaken(part * 1400.0 * i / 600.0, 90.0)
    assert blocks.levels.resting is before is not None
    for _ in range(6):
        blocks.shaken(2.0 * part * 1400.0, 90.0)
    after = blocks.levels.resting
    assert after is not before
    assert after is not None
    assert after.first - before.now == pytest.approx(part * 1400.0, abs=50.0)


def test_cubes_in_quick_succession_are_never_taken_for_noise(blocks: Blocks) -> None:
    """A dozen cubes three tenths of a second apart: no rest follows the staircase."""
    for cubes in range(1, 13):
        blocks.at(1400.0 * cubes, 3)
        assert blocks.levels.resting is None
    blocks.at(12 * 1400.0, 20)
    assert blocks.levels.resting is not None
    assert blocks.levels.resting.first == pytest.approx(12 * 1400.0, abs=60.0)


def test_a_gap_ends_the_rest(blocks: Blocks) -> None:
    """After missing samples the next rest is another one and says how long nothing was seen."""
    before = blocks.levels.resting
    blocks.at(0.0, 1, gap_s=2.0)
    assert blocks.levels.resting is None
    blocks.at(0.0, 6)
    after = blocks.levels.resting
    assert after is not None
    assert after is not before
    assert after.gap_s == 2.0


def test_a_slow_creep_is_no_rest(blocks: Blocks) -> None:
    """A value that rises by a fifth of a cube in each block never rests."""
    for i in range(40):
        blocks.at(500.0 + 280.0 * i)
        assert blocks.levels.resting is None


def test_medians_that_agree_by_chance_are_no_rest(blocks: Blocks) -> None:
    """While the cell swings one sample can be the median of several blocks: what the samples say decides."""
    blocks.at(3000.0)
    for swing in (2000, -2000) * 4:
        blocks.time_s += 0.1
        blocks.levels.feed(SampleBlock(blocks.time_s, 4200.0, 4200 + swing))
        assert blocks.levels.resting is None


def test_medians_beside_a_swing_of_three_samples_are_no_rest(blocks: Blocks) -> None:
    """Each third sample of a bar that swings 26.7 times a second is alike: all medians lie 1,400 below the level of
    5,600. Its crests differ by more than one swing explains."""
    for i in range(12):
        crests = [blocks.random.gauss(12600.0, 600.0) for _ in range(3)]
        values = [value for crest in crests for value in (crest, 4200.0, 12600.0 - crest)]
        blocks.time_s += 0.1
        mean = 4200.0 + blocks.random.gauss(0.0, blocks.noise)
        blocks.levels.feed(SampleBlock(blocks.time_s, mean, 4200, 0.0, len(values), blocks.noise, tuple(values)))
        assert blocks.levels.resting is None, i
    for _ in range(8):
        blocks.shaken(5600.0, 20.0, seen=True)
    assert blocks.levels.resting is not None
    assert blocks.levels.resting.first == pytest.approx(5600.0, abs=60.0)


def test_before_a_calibration_rests_are_found_by_noise_alone() -> None:
    """Without a cube's weight a step well above the noise is still a step."""
    blocks = Blocks(cube=None)
    blocks.at(0.0, 40)
    first = blocks.levels.resting
    blocks.at(400.0, 10)
    assert first is not None
    assert blocks.levels.resting is not first


def test_while_a_hand_trembles_nothing_rests(blocks: Blocks) -> None:
    """Blocks whose own samples scatter far more than usual are no rest, however well their means agree."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    assert blocks.levels.resting is not None
    for _ in range(20):
        blocks.shaken(1000.0, 300.0)
        assert blocks.levels.resting is None
    for _ in range(10):
        blocks.shaken(1000.0, 90.0)
    assert blocks.levels.resting is not None


@pytest.mark.parametrize("seed", range(20))
def test_before_a_calibration_a_quiet_cell_is_one_rest(seed: int) -> None:
    """However quiet the first blocks were by chance, a converter's own noise does not break a rest."""
    blocks = Blocks(cube=None, noise=35.0)
    blocks.random = Random(seed)
    blocks.at(0.0, 12)
    rest = blocks.levels.resting
    assert rest is not None
    blocks.at(0.0, 60)
    assert blocks.levels.resting is rest


def fallen(blocks: Blocks, value: float) -> None:
    """A cube comes to lie at `value`, and swings."""
    for rough in (20_000.0, 9000.0, 4000.0, 1800.0, 800.0, 350.0, 160.0):
        blocks.shaken(value, rough)
    for _ in range(8):
        blocks.shaken(value, 90.0)


def test_what_comes_without_a_swing_is_quiet_until_it_has_lasted(blocks: Blocks) -> None:
    """A fall swings. What came without a swing may be a hand, for as long as it takes to show that it is still."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    fallen(blocks, 1400.0)
    assert blocks.levels.resting is not None
    assert not blocks.levels.resting.quiet
    for _ in range(7):
        blocks.shaken(2800.0, 90.0)
    rest = blocks.levels.resting
    assert rest.first == pytest.approx(2800.0, abs=80.0)
    assert rest.quiet
    for _ in range(10):
        blocks.shaken(2800.0, 90.0)
    assert blocks.levels.resting is rest
    assert not rest.quiet


def test_a_fall_between_two_blocks_is_a_fall(blocks: Blocks) -> None:
    """Of two cubes, one after the other, the second swings only behind the last block that lay below it."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    for value, rough in ((900.0, 20_000.0), (1400.0, 4000.0), (1400.0, 300.0), (1400.0, 110.0), (1400.0, 95.0)):
        blocks.shaken(value, rough)
    fallen(blocks, 2800.0)
    assert blocks.levels.resting is not None
    assert not blocks.levels.resting.quiet


@pytest.mark.parametrize(
    ("presses", "pressed"),
    [
        (((9000.0, 2000.0),) * 4, True),
        (((9000.0, 9500.0),) * 4, False),
        (((-9000.0, 2000.0), (-7000.0, 2000.0)) * 2, True),
    ],
)
def test_a_hand_that_came_and_went_is_told_from_a_swing(
    blocks: Blocks, presses: tuple[tuple[float, float], ...], pressed: bool
) -> None:
    """Six cubes' weight lies there for 0.4 s and is gone, and a cube's stays: a hand left it. What swings by as much as
    it lies beyond both rests is a swing. One that lifted the drawer, and never rested, may do so yet."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    for value, rough in (*presses, (1400.0, 1000.0), (1400.0, 300.0), (1400.0, 110.0)):
        blocks.shaken(value, rough, seen=True)
    for _ in range(8):
        blocks.shaken(1400.0, 90.0, seen=True)
    rest = blocks.levels.resting
    assert rest is not None
    assert (rest.pressed, rest.swung is False) == (pressed, pressed)


def test_a_slight_tremor_keeps_a_rest_quiet(blocks: Blocks) -> None:
    """What came without a swing and trembles, too little to be no rest, stays in doubt however long it lasts."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    for _ in range(40):
        blocks.shaken(1400.0, 150.0)
    assert blocks.levels.resting is not None
    assert blocks.levels.resting.quiet


@pytest.mark.parametrize(("tremor", "stays"), [(0.0, False), (330.0, True)])
def test_what_only_swings_on_is_no_hand(tremor: float, stays: bool) -> None:
    """Half a cube comes in a fifth of a second, as a hand does, and cubes fall at once: a bar of 8 Hz with 1 % damping
    swings for ten seconds, by what no hand leaves, unless one trembles there."""
    random = np.random.default_rng(4)
    times = np.arange(100 * SAMPLES) / 80.0
    since = times - 5.4
    swing = 4000.0 * np.exp(-since / 2.0) * np.cos(2.0 * np.pi * 8.0 * since)
    values = 700.0 * np.clip((times - 5.0) / 0.2, 0.0, 1.0) + np.where(since > 0.0, 3500.0 + swing, 0.0)
    values += np.where(since > 0.0, tremor * np.sin(2.0 * np.pi * 10.0 * times), 0.0)
    values += random.normal(0.0, NOISE, len(times))
    levels = Levels(cube=1400.0)
    for i in range(75):
        part = values[SAMPLES * i : SAMPLES * (i + 1)]
        whole = tuple(part.tolist())
        levels.feed(
            SampleBlock(0.1 * (i + 1), float(part.mean()), round(whole[-1]), 0.0, SAMPLES, float(part.std()), whole)
        )
    assert (levels.resting is None or levels.resting.quiet) is stays


@pytest.mark.parametrize(("tremor", "is_felt"), [(0.0, False), (330.0, True)])
def test_landings_on_a_stiff_bar_are_no_tremor(tremor: float, is_felt: bool) -> None:
    """Two cubes of 1400 counts land 0.4 s apart on a bar of 34 Hz; a hand's tremor beside them is felt all the same."""
    random = np.random.default_rng(3)
    times = np.arange(LONGEST_BLOCKS * SAMPLES) / 80.0
    values = random.normal(0.0, NOISE, len(times)) + tremor * np.sin(2.0 * np.pi * 9.0 * times)
    for landed_s in (0.1, 0.5):
        passed = np.maximum(times - landed_s, 0.0)
        values += np.where(times >= landed_s, 1400.0, 0.0)
        values += 9000.0 * np.exp(-passed / 0.06) * np.sin(2.0 * np.pi * 34.0 * passed)
    one = Tremor()
    for i in range(LONGEST_BLOCKS):
        part = values[SAMPLES * i : SAMPLES * (i + 1)]
        block = SampleBlock(0.1 * (i + 1), float(part.mean()), 0, 0.0, SAMPLES, float(part.std()), tuple(part.tolist()))
        one.feed(block, TOO_ROUGH, NOISE / 1.8)
    assert one.felt() is is_felt


@pytest.mark.parametrize(("rough", "struck"), [(3000.0, True), (600.0, False)])
def test_what_falls_in_strikes_the_cell_and_no_hand_does(blocks: Blocks, rough: float, struck: bool) -> None:
    """Two cubes' weight lies there for 0.4 s, and goes but for half of one: they fell in and the supply sagged, or a
    hand left water. A hand of so much spreads a block by less than a third of its weight."""
    for _ in range(40):
        blocks.shaken(0.0, 90.0)
    for value, scatter in ((2800.0, rough), *((2800.0, 300.0),) * 4, (700.0, 600.0), (700.0, 110.0)):
        blocks.shaken(value, scatter, seen=True)
    for _ in range(8):
        blocks.shaken(700.0, 90.0, seen=True)
    rest = blocks.levels.resting
    assert rest is not None
    assert (rest.pressed, rest.struck) == (True, struck)
