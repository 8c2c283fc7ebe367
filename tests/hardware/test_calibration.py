import pytest

from hardware.calibration import Calibration, CannotCalibrate
from hardware.calibration_session import CalibrationStep, calibrate
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
    CalibrationStep("tare", 1.0),
    CalibrationStep("known", 6.0, 10),
    CalibrationStep("empty", 11.0),
    CalibrationStep("single", 16.0),
    CalibrationStep("empty", 21.0),
    CalibrationStep("single", 26.0),
    CalibrationStep("empty", 31.0),
    CalibrationStep("single", 36.0),
    CalibrationStep("empty", 41.0),
]


def test_by_hand() -> None:
    """Ten cubes weigh 10,000: the mean is 1000, the singles' deviation 2 % less the scale's own error."""
    made = calibrate(RESTS, STEPS)
    assert (made.set_size, made.cube, made.zero, made.noise, made.singles) == (10, 1000.0, 500.0, 20.0, 3)
    # Going in and coming out agree, three times: sqrt(4 * 17.5^2 / 7) = 13.23 counts; sqrt(0.02^2 - 0.01323^2) = 0.015.
    assert (made.single_error, made.spread) == (pytest.approx(0.01323, abs=1e-5), pytest.approx(0.015, abs=1e-5))


def test_a_single_is_weighed_going_in_and_coming_out() -> None:
    """A zero that wanders while a cube lies there spoils half of its weight, and shows how well cubes are weighed."""
    rests = [rest(0, 4, 500.0), rest(5, 9, 10_500.0), *(rest(5.0 * n, 5.0 * n + 4, 500.0) for n in (2, 4, 6))]
    rests += [rest(15, 19, 1480.0), rest(25, 29, 1500.0), rest(35, 39, 1520.0), rest(40, 44, 560.0)]
    made = calibrate(sorted(rests, key=lambda one: one.start_s), STEPS)
    assert made.weighed == pytest.approx((0.98, 1.0, (1.02 + 0.96) / 2.0))
    # 30 counts are half of what the third differs by: sqrt((4 * 17.5^2 + 30^2) / 7) = 17.42 counts.
    assert made.single_error == pytest.approx(0.01742, abs=1e-5)


def test_a_cube_that_lies_there_is_not_the_empty_drawer() -> None:
    """Where samples were lost the empty drawer may not have been seen after the set: the first cube is not taken for
    it, a cube too heavy; the next time that it is empty serves."""
    lost = [one for one in RESTS if one.start_s != 10]
    early = [CalibrationStep("single", 17.0) if step.start_s == 16.0 else step for step in STEPS]
    assert calibrate(lost, early).cube == 1000.0


def test_a_step_may_be_announced_before_or_after_it_is_done() -> None:
    """Marks a second before the weight changes give the same numbers as marks well after it."""
    early = [CalibrationStep(step.kind, step.start_s - 1.5, step.cubes) if i else step for i, step in enumerate(STEPS)]
    assert calibrate(RESTS, early) == calibrate(RESTS, STEPS)


def test_singles_that_are_swapped_without_emptying() -> None:
    """One cube after another, each in place of the one before, with no empty rest between, are weighed all the same."""
    rests = [*RESTS[:3], rest(15, 19, 1480.0), rest(20, 24, 1500.0), rest(25, 29, 1520.0)]
    steps = [
        *STEPS[:3],
        CalibrationStep("single", 16.0),
        CalibrationStep("single", 21.0),
        CalibrationStep("single", 26.0),
    ]
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
        (RESTS, [STEPS[0], CalibrationStep("known", 6.0, 1)], "set_too_small"),
        (RESTS, [STEPS[0], CalibrationStep("known", 6.0, 501)], "bad_values"),
        ([RESTS[0], rest(5, 9, 501.0)], STEPS[:2], "nothing_weighed"),
        ([RESTS[0], rest(5, 9, -9500.0)], STEPS[:2], "wrong_sign"),
        ([*RESTS[:2], rest(10, 14, 1900.0)], STEPS[:3], "zero_moved"),
        ([rest(0, 4, 500.0, 1.0), rest(5, 9, 10_500.0, 1.0)], STEPS[:2], "no_noise"),
        ([rest(0, 4, 500.0, 900.0), rest(5, 9, 10_500.0, 900.0)], STEPS[:2], "too_noisy"),
        ([RESTS[0], rest(5, 9, 1900.0)], STEPS[:2], "cell_too_coarse"),
    ],
)
def test_what_cannot_be_used_is_refused(rests: list[Level], steps: list[CalibrationStep], code: str) -> None:
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


SET = {"set_size": 40, "cube": 1395.0, "mean_error": 0.0005, "singles": 20, "noise": 34.0, "zero": 0.0}


def made_of(**change: object) -> Calibration:
    return Calibration(**{**SET, "spread": 0.03, "single_error": 0.0125, **change})  # type: ignore[arg-type]


def test_one_of_an_earlier_version_is_read() -> None:
    """What was stored before the single cubes were kept is a calibration still."""
    plain = calibrate(RESTS, STEPS).to_plain()
    old = {name: value for name, value in plain.items() if name not in ("weighed", "single_error")}
    assert Calibration.from_plain(old).weighed == ()
    assert Calibration.from_plain(old).cube == 1000.0


@pytest.mark.parametrize(
    ("change", "at_least", "at_most"),
    [
        ({"spread": 0.02}, 40, 40),
        ({"spread": 0.05}, 5, 20),
        ({"spread": 0.08}, 1, 8),
        ({"spread": 0.03, "singles": 0, "single_error": 0.0}, 1, 10),
        ({"spread": 0.03, "cube": 300.0}, 1, 39),
    ],
)
def test_reach(change: dict[str, object], at_least: int, at_most: int) -> None:
    """The more unequal the cubes, the fewer were weighed singly or the coarser the cell, the fewer count surely."""
    assert at_least <= made_of(**change).reach().surely <= at_most


def test_reach_is_what_is_asked() -> None:
    """Equal cubes are hardly ever asked about, unequal ones often."""
    assert made_of(spread=0.02).reach().asked < 0.001
    assert 0.02 < made_of(spread=0.06).reach().asked < 1.0


def test_a_strange_cube_is_to_be_set_aside() -> None:
    """Of ten cubes one is far too light: it is named by its place; too few cubes tell nothing."""
    weighed = (1.01, 0.99, 1.02, 0.98, 0.8, 1.0, 1.01, 0.99, 1.0, 1.02)
    assert made_of(weighed=weighed, singles=10).set_aside() == (4,)
    assert made_of(weighed=weighed[:4], singles=4).set_aside() == ()


def test_the_worst_quarter_of_a_set_that_is_too_unequal() -> None:
    """Every cube was weighed and the set cannot be counted as a whole: the quarter farthest off is named."""
    weighed = tuple(1.0 + 0.01 * (i - 19.5) * 0.8 for i in range(40))
    aside = made_of(weighed=weighed, singles=40, spread=0.09).set_aside()
    assert sorted(aside) == [0, 1, 2, 3, 4, 35, 36, 37, 38, 39]


def sorted_out(weight_left: float) -> Calibration:
    """Ten cubes of 1000 counts, each weighed; then eight of them, after the 800 and the 1200 were set aside."""
    singles = [980.0, 1000.0, 1020.0, 990.0, 1010.0, 800.0, 1200.0, 1000.0, 985.0, 1015.0]
    rests, steps, at = list(RESTS[:3]), list(STEPS[:3]), 20.0
    for single in singles:
        rests += [rest(at, at + 2, 500.0 + single), rest(at + 3, at + 5, 500.0)]
        steps += [CalibrationStep("single", at + 0.5), CalibrationStep("empty", at + 3.5)]
        at += 6.0
    rests += [rest(at, at + 3, 500.0 + weight_left), rest(at + 4, at + 7, 500.0)]
    steps += [CalibrationStep("known", at + 0.5, 8), CalibrationStep("empty", at + 4.5)]
    return calibrate(rests, steps)


def test_sorted_out() -> None:
    """The set weighed again without two of its cubes: mean and spread are those of the cubes that are left."""
    made = sorted_out(8000.0)
    assert (made.set_size, made.cube, made.singles) == (8, 1000.0, 8)
    assert made.spread < 0.02


def test_sorted_out_otherwise() -> None:
    """What is missing does not weigh what the farthest two weighed: nobody knows which were set aside."""
    made = sorted_out(7300.0)
    assert made.singles == 10
    assert made.spread > 0.08


def test_a_runaway_zero_is_refused() -> None:
    """An empty drawer whose value runs away by more than 1.5 cubes a minute is no good."""
    rests = [rest(0, 4, 500.0), rest(5, 9, 10_500.0), rest(10, 14, 600.0), rest(15, 19, 700.0), rest(20, 24, 1200.0)]
    steps = [
        CalibrationStep("tare", 1.0),
        CalibrationStep("known", 6.0, 10),
        CalibrationStep("empty", 11.0),
        CalibrationStep("empty", 15.5),
        CalibrationStep("empty", 20.5),
    ]
    with pytest.raises(CannotCalibrate) as refused:
        calibrate(rests, steps)
    assert refused.value.code == "drifting"


def test_an_answer_teaches_the_mean() -> None:
    """Told that 20 cubes lie where 20.4 were weighed, the mean cube is a little heavier; wild answers teach nothing."""
    made = made_of()
    learnt = made.refined(20.4, 0.02, 20)
    assert learnt is not None
    assert 1.0 < learnt.cube / made.cube < 1.01
    assert made.refined(20.4, 0.02, 17) is None
    assert made.refined(20.4, 0.02, 0) is None


def test_many_answers_find_a_mean_that_was_wrong() -> None:
    """A mean found 1 % too low from a badly weighed set comes right within some dozens of answers."""
    made = made_of(mean_error=0.01, cube=1381.0)
    for _ in range(40):
        learnt = made.refined(20 * 1395.0 / made.cube, 0.02, 20)
        assert learnt is not None
        made = learnt
    assert made.cube == pytest.approx(1395.0, rel=0.002)


@pytest.mark.parametrize(
    ("mean", "singles", "unlike"),
    [(1.0225, 20, 0.0225), (0.975, 20, -0.025), (1.011, 20, 0.0), (1.0225, 4, 0.0), (1.0225, 12, 0.0)],
)
def test_singles_that_do_not_weigh_what_the_set_does(mean: float, singles: int, unlike: float) -> None:
    """Three of 40 cubes have lost 30 %, none of them among the 20 weighed singly: these are 2.25 % above the mean.

    Half of the set was weighed, with 2 % spread: sqrt(0.0004 / 2 / 20 + 0.001^2) = 0.33 %, of which 3.5 are 1.2 %. Too
    few, or a set of which some were set aside since, tell nothing.
    """
    weighed = tuple(mean + (0.02 if i % 2 else -0.02) for i in range(20 if singles != 4 else 4))
    made = Calibration(
        set_size=40, cube=1000.0, mean_error=0.001, spread=0.02, singles=singles, noise=20.0, zero=0.0, weighed=weighed
    )
    assert made.unlike() == pytest.approx(unlike)
