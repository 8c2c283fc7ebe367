import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cube_weights import FEWEST, CubeWeights, likeliest


@given(weight=st.floats(-5.0, 60.0), error=st.floats(0.01, 0.3))
def test_chances_are_chances(weight: float, error: float) -> None:
    """For every weight the chances of all counts are numbers from 0 to 1 that add up to 1."""
    chances = CubeWeights(40, 0.03, 8, 0.001).chances(weight, error)
    assert len(chances) == 40 + 1 - FEWEST
    assert chances.min() >= 0.0
    assert chances.sum() == pytest.approx(1.0)


@given(count=st.integers(FEWEST, 40))
def test_a_whole_weight_is_likeliest_that_count(count: int) -> None:
    """Exactly n cubes' weight is likeliest n."""
    assert likeliest(CubeWeights(40, 0.03, 8, 0.001).chances(float(count), 0.03))[0] == count


def test_halfway_is_even() -> None:
    """Halfway between two small counts neither has it for sure."""
    count, other, chance = likeliest(CubeWeights(40, 0.03, 8, 0.0).chances(2.5, 0.03))
    assert {count, other} == {2, 3}
    assert chance < 0.9


def test_the_whole_set_has_no_spread_left() -> None:
    """The set was weighed as a whole: all of it is as certain as the scale, half of it least."""
    weights = CubeWeights(40, 0.05, 100, 0.0)
    assert weights.deviation(40, 0.03) == pytest.approx(0.03)
    assert weights.deviation(20, 0.0) == pytest.approx(0.05 * math.sqrt(20 * 20 / 39), rel=0.1)


def test_few_singles_leave_doubt() -> None:
    """The same spread found from three cubes makes the same reading less sure than from thirty."""
    few = likeliest(CubeWeights(40, 0.03, 3, 0.0).chances(12.2, 0.03))[2]
    many = likeliest(CubeWeights(40, 0.03, 30, 0.0).chances(12.2, 0.03))[2]
    assert 1.0 - few > 10 * (1.0 - many)


@pytest.mark.parametrize("spread", [0.03, 0.05])
def test_chances_are_honest(spread: float) -> None:
    """Over sets drawn with such a spread, what is said with 99 % or more is wrong at most about so often."""
    random = Random(7)
    said = wrong = 0
    doubt = 0.0
    for _ in range(400):
        cubes = [random.gauss(1.0, spread) for _ in range(40)]
        mean = sum(cubes) / 40
        singles = [cube / mean for cube in cubes[:8]]
        found = math.sqrt(sum((one - sum(singles) / 8) ** 2 for one in singles) / 7)
        weights = CubeWeights(40, found, 8, 0.0005)
        for n in (4, 12, 20):
            weight = sum(random.sample(cubes, n)) / mean + random.gauss(0.0, 0.03)
            count, _, chance = likeliest(weights.chances(weight, 0.03))
            if chance >= 0.99:
                said, wrong, doubt = said + 1, wrong + (count != n), doubt + 1.0 - chance
    assert said > 600
    assert wrong <= doubt + 3.0 * math.sqrt(doubt) + 1.0


def test_the_whole_set_weighed_singly_leaves_no_doubt_of_its_spread() -> None:
    """Ten singles of a set of ten tell more than ten singles of a set of forty."""
    ten, forty = CubeWeights(10, 0.05, 10, 0.0), CubeWeights(40, 0.05, 10, 0.0)
    assert ten.asks(3, 0.02) < forty.asks(3, 0.02)


@pytest.mark.parametrize("count", [0, 1, 6, 20])
def test_what_is_surely_near_is_seldom_wrong(count: int) -> None:
    """Within what is called sure, one cube more or fewer would be taken for it in at most 2 of 100,000 drops."""
    weights = CubeWeights(40, 0.04, 20, 0.0005)
    near = weights.sure_within(count, 0.02)
    assert 0.05 < near <= 0.36
    assert weights.risk(count, near, 0.02) <= 2e-5
    assert likeliest(weights.chances(count + 0.99 * near, 0.02))[2] >= 1.0 - 3.1e-4


def test_more_unequal_cubes_are_asked_about_more_often() -> None:
    """From 2 to 8 % spread the chance of asking about twenty cubes rises from nothing to most of the time."""
    asks = [CubeWeights(40, spread, 40, 0.0005).asks(20, 0.02) for spread in (0.02, 0.03, 0.05, 0.08)]
    assert asks == sorted(asks)
    assert asks[0] < 1e-4
    assert asks[-1] > 0.5


@pytest.mark.parametrize(("spread", "most"), [(0.03, 0.01), (0.05, 0.12)])
def test_how_often_it_asks_and_errs(spread: float, most: float) -> None:
    """Of sets of such a spread, 20 cubes weighed singly, up to 20 cubes dropped: as seldom asked about as promised, and
    none of 20,000 drops is miscounted."""
    random = Random(3)
    asked = wrong = drops = 0
    for _ in range(100):
        cubes = [random.gauss(1.0, spread) for _ in range(40)]
        mean = sum(cubes) / 40
        singles = [cube / mean + random.gauss(0.0, 0.013) for cube in cubes[:20]]
        middle = sum(singles) / 20
        measured = sum((one - middle) ** 2 for one in singles) / 19
        weights = CubeWeights(40, max(measured - 0.013**2, 0.0) ** 0.5, 20, 0.0005, 0.013)
        near = {n: weights.sure_within(n, 0.025) for n in range(21)}
        for _ in range(200):
            n = random.randint(0, 20)
            weight = sum(random.sample(cubes, n)) / mean + random.gauss(0.0, 0.02)
            count = round(weight)
            sure = abs(weight - count) <= near.get(count, 0.0)
            drops, asked, wrong = drops + 1, asked + (not sure), wrong + (sure and count != n)
    assert wrong == 0
    assert asked / drops <= most
