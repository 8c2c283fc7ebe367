"""A set of which every cube was weighed, and some are not like the others."""

from __future__ import annotations

import pytest

from hardware.calibration import Calibration
from hardware.cube_weights import FEWEST, CubeWeights, likeliest
from hardware.known_weights import KnownWeights

# Of four cubes one is chipped: one weighs 1.2 or 0.4, two weigh 2.4 or 1.6, three 3.6 or 2.8, all of them 4.
FOUR = KnownWeights((1.2, 1.2, 0.4, 1.2), 0.4, 0.0, 0.0)
ERROR = 0.03


@pytest.mark.parametrize(
    ("weighs", "count"), [(1.2, 1), (0.4, 1), (2.4, 2), (1.6, 2), (3.6, 3), (2.8, 3), (4.0, 4), (0.0, 0)]
)
def test_each_weight_belongs_to_one_count(weighs: float, count: int) -> None:
    """However far it lies from that many mean cubes."""
    found, _, chance = likeliest(FOUR.chances(weighs, ERROR))
    assert (found, chance >= FOUR.sure) == (count, True)
    assert not FOUR.strange(count, weighs - count, ERROR)


@pytest.mark.parametrize("weighs", [1.0, 2.0, 3.2])
def test_what_no_cubes_of_the_set_weigh_is_strange(weighs: float) -> None:
    """Between its hills there is nothing, also at a whole number of mean cubes."""
    count = likeliest(FOUR.chances(weighs, ERROR))[0]
    assert FOUR.strange(count, weighs - count, ERROR)


def test_several_steps_may_weigh_what_so_many_of_the_set_do() -> None:
    """Of twenty cubes four weigh 0.652 and the others 1.087: six with three of the light ones are 0.783 of a cube too
    light, which of equal cubes would be a misread step; no six are that much too heavy."""
    twenty = KnownWeights((*[1.087] * 16, *[0.652] * 4), 0.18, 0.0, 0.0)
    assert twenty.may_weigh(6, -0.783, ERROR)
    assert not twenty.may_weigh(6, 0.783, ERROR)
    assert not CubeWeights(20, 0.18, 20, 0.0).may_weigh(6, -0.783, ERROR)


def test_a_drop_of_it_is_hardly_asked_about() -> None:
    """Its hills lie at least 0.4 of a cube from those of any other count: thirteen deviations."""
    assert [FOUR.asks(count, ERROR) < 0.001 for count in range(1, 5)] == [True] * 4


@pytest.mark.parametrize(("weighs", "sure"), [(1.51, True), (1.49, False)])
def test_what_is_known_exactly_is_sure_where_no_other_count_is_nearly_as_likely(weighs: float, sure: bool) -> None:
    """Two weigh 1.6 half of the time, one 1.2 three times of four. Weighed to 0.08, 1.51 is so much nearer to 1.6 that
    two are 645 times as likely, and 1.49 that they are 185 times so; 332 times is enough, as nothing is guessed."""
    found, _, chance = likeliest(FOUR.chances(weighs, 0.08))
    assert (found, chance >= FOUR.sure) == (2, sure)


@pytest.mark.parametrize(("chipped", "asked"), [(1, True), (4, False)])
def test_a_chipped_cube_that_falls_alone_is_asked_about_where_it_is_seldom(chipped: int, asked: bool) -> None:
    """Of twenty cubes one weighs 0.65: alone it falls once in twenty times, and a crumb may weigh that (9570028710/14
    said one). Four of twenty fall alone more often than that. Among others it is as sure as they are."""
    light, others = 0.65, (20.0 - 0.65 * chipped) / (20.0 - chipped)
    twenty = KnownWeights((*[others] * (20 - chipped), *[light] * chipped), 0.08, 0.0, 0.0)
    assert twenty.strange(1, light - 1.0, ERROR, twenty.most_deviations(1)) is asked
    three = light + 2.0 * others
    assert not twenty.strange(3, three - 3.0, ERROR, twenty.most_deviations(3))


def test_the_lightest_cube_tells_what_may_be_one() -> None:
    """Nothing lighter than 0.4 but for three standard errors, 0.31, may hold a cube."""
    assert FOUR.may_hold_cubes(0.32, ERROR)
    assert not FOUR.may_hold_cubes(0.3, ERROR)


def test_a_set_with_odd_cubes_is_known_once_all_were_weighed() -> None:
    """Of twenty cubes one weighs two thirds of the others: known where all twenty were weighed, not where ten were."""
    weighed = (1.0, 1.01, 0.99, 1.02, 0.98, 0.66, 1.0, 1.01, 0.99, 1.0) * 2
    weighed = (*weighed[:15], 1.0, *weighed[16:])

    def of(singles: int, weights: tuple[float, ...]) -> type:
        made = Calibration(
            set_size=20, cube=1400.0, mean_error=0.0005, spread=0.08, singles=singles, noise=40.0, zero=0.0,
            weighed=weights,
        )  # fmt: skip
        return type(made.weights())

    assert of(20, weighed) is KnownWeights
    assert of(10, weighed[:10]) is not KnownWeights
    assert of(20, tuple(1.0 if weight == 0.66 else weight for weight in weighed)) is not KnownWeights


def test_how_badly_each_cube_was_weighed_counts_once() -> None:
    """37 cubes weighed the same and three 0.7 of it: in mean cubes 1.023 and 0.716. Ten of the first are 10.23, eleven
    with all three chipped ones 10.33, which is one drop of eleven in 60. Weighed to 0.03 of a cube that is three
    deviations off. Each was weighed to 0.02, but then they would have differed by as much, and did not."""
    weights = KnownWeights([1.0] * 37 + [0.7] * 3, 0.08, 0.0005, 0.02)
    assert weights.chances(10.23, 0.03)[10 - FEWEST] > weights.sure
