import pytest

from hardware.calibrating import Step, calibrate
from hardware.calibration import Calibration, CannotCalibrate
from hardware.levels import Level

from .scale_table import ScaleTable


def rest(start_s: float, end_s: float, raw: float, noise: float = 20.0) -> Level:
    return Level(start_s, end_s, raw, raw, 20, noise)


# A set of ten cubes of 1000 counts on a zero of 500, then singles of 980, 1000 and 1020.
RESTS = [
    rest(0, 4, 500.0),
    rest(5, 9, 10_500.0),
    rest(10, 14, 500.0),
    rest(15, 19, 1480.0),
    rest(20, 24, 500.0),
    rest(25, 29, 1500.0),
    rest(30, 34, 500.0),
    rest(35, 39, 1520.0),
    rest(40, 44, 500.0),
]
STEPS = [
    Step("tare", 1.0),
    Step("known", 6.0, 10),
    Step("empty", 11.0),
    Step("single", 16.0),
    Step("empty", 21.0),
    Step("single", 26.0),
    Step("empty", 31.0),
    Step("single", 36.0),
    Step("empty", 41.0),
]


def test_by_hand() -> None:
    """Ten cubes weigh 10,000: the mean is 1000, the singles' deviation 2 % less the scale's own error."""
    made = calibrate(RESTS, STEPS)
    assert (made.set_size, made.cube, made.zero, made.noise, made.singles) == (10, 1000.0, 500.0, 20.0, 3)
    # sqrt(0.02^2 - (1.4 * 25 / 1000 / 2)^2) = sqrt(0.0004 - 0.00030625)
    assert made.spread == pytest.approx(0.00968, abs=0.0001)


def test_a_step_may_be_announced_before_or_after_it_is_done() -> None:
    """Marks a second before the weight changes give the same numbers as marks well after it."""
    early = [Step(step.kind, step.start_s - 1.5, step.cubes) if i else step for i, step in enumerate(STEPS)]
    assert calibrate(RESTS, early) == calibrate(RESTS, STEPS)


def test_singles_that_are_swapped_without_emptying() -> None:
    """One cube after another, each in place of the one before, with no empty rest between, are weighed all the same."""
    rests = [*RESTS[:3], rest(15, 19, 1480.0), rest(20, 24, 1500.0), rest(25, 29, 1520.0)]
    steps = [*STEPS[:3], Step("single", 16.0), Step("single", 21.0), Step("single", 26.0)]
    made = calibrate(rests, steps)
    assert made.singles == 3
    assert made.spread == pytest.approx(0.00968, abs=0.0001)


def test_singles_are_optional() -> None:
    """The whole set alone makes a calibration that knows of no spread."""
    made = calibrate(RESTS[:3], STEPS[:3])
    assert (made.cube, made.spread, made.singles) == (1000.0, 0.0, 0)


@pytest.mark.parametrize(
    ("rests", "steps", "code"),
    [
        (RESTS, STEPS[1:], "no_tare"),
        (RESTS, STEPS[:1], "no_known"),
        ([], STEPS, "not_still"),
        (RESTS[:1], STEPS[:2], "not_still"),
        (RESTS, [STEPS[0], Step("known", 6.0, 1)], "set_too_small"),
        (RESTS, [STEPS[0], Step("known", 6.0, 501)], "bad_values"),
        ([RESTS[0], rest(5, 9, 501.0)], STEPS[:2], "nothing_weighed"),
        ([RESTS[0], rest(5, 9, -9500.0)], STEPS[:2], "wrong_sign"),
        ([*RESTS[:2], rest(10, 14, 1900.0)], STEPS[:3], "zero_moved"),
        ([rest(0, 4, 500.0, 1.0), rest(5, 9, 10_500.0, 1.0)], STEPS[:2], "no_noise"),
        ([rest(0, 4, 500.0, 900.0), rest(5, 9, 10_500.0, 900.0)], STEPS[:2], "too_noisy"),
        ([RESTS[0], rest(5, 9, 1900.0)], STEPS[:2], "cell_too_coarse"),
    ],
)
def test_what_cannot_be_used_is_refused(rests: list[Level], steps: list[Step], code: str) -> None:
    """Each kind of bad calibration has a code of its own."""
    with pytest.raises(CannotCalibrate) as refused:
        calibrate(rests, steps)
    assert refused.value.code == code


def test_goes_through_plain_values() -> None:
    """A calibration comes back from the mapping that it gave."""
    made = calibrate(RESTS, STEPS)
    assert Calibration.from_plain(made.to_plain()) == made


@pytest.mark.parametrize(
    "change",
    [{"cube": 0.0}, {"cube": -5}, {"cube": "heavy"}, {"set_size": 0}, {"set_size": 10**9}, {"spread": -1.0},
     {"cube": float("nan")}, {"noise": float("inf")}, {"zero": None}],
)  # fmt: skip
def test_a_stored_calibration_that_makes_no_sense(change: dict[str, object]) -> None:
    """Impossible values in a database or an imported file are refused."""
    plain = {**calibrate(RESTS, STEPS).to_plain(), **change}
    with pytest.raises(CannotCalibrate) as refused:
        Calibration.from_plain(plain)
    assert refused.value.code == "bad_values"


@pytest.mark.parametrize(("rate_hz", "spread"), [(10, 0.03), (80, 0.05)])
def test_finds_the_simulated_set(rate_hz: int, spread: float) -> None:
    """On the simulated cell the mean cube is found to half a percent: 0.325 g at 4294 counts a gram."""
    made = ScaleTable(6, rate_hz=rate_hz, spread=spread).calibrate(singles=12)
    assert made.cube == pytest.approx(0.325 * 4294.0, rel=0.02)  # the set's own mean varies by spread / sqrt(40)
    assert made.singles == 12
    assert made.spread == pytest.approx(spread, rel=0.6)
