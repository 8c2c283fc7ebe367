"""The simulated bar moves as physics says: figures worked by hand."""

import math
from itertools import pairwise

import numpy as np
import pytest

from benchmarks.counting.bar import Bar, falling_speed
from benchmarks.counting.bar_cell import BAR_G, BarCell, Flaws
from benchmarks.counting.chip_filter import weights
from benchmarks.counting.forces import blow, finger

DRAWER_G = 38.0
USUAL_G = BAR_G + DRAWER_G


def swinging(bar: Bar, seconds: float, mass_g: float = USUAL_G, momentum: float = 0.0) -> np.ndarray:
    """Its readings each millisecond, after a blow and without a load."""
    n = round(1000 * seconds)
    return bar.move(np.zeros(n), np.full(n, mass_g), {0: momentum} if momentum else {}, 0.001)


def cell(form: str = "mean", hz: float = 40.0, damping: float = 0.1, rate_hz: int = 80, **flaws: float) -> BarCell:
    """A cell without noise, under its drawer and at rest."""
    made = BarCell(
        np.random.default_rng(1), Bar(hz, damping, USUAL_G), rate_hz, form=form, quiet=True, flaws=Flaws(**flaws)
    )
    made.put(0.0, DRAWER_G)
    made.samples(5.0)
    return made


def grams(made: BarCell, seconds: float) -> np.ndarray:
    """What the next samples show beyond what lay there before the first of them."""
    values = made.samples(seconds)[1] / made.counts_per_gram
    return np.asarray(values - values[0])


def crossings(values: np.ndarray) -> int:
    """How often it goes up through zero."""
    return int(np.sum((values[:-1] < 0.0) & (values[1:] >= 0.0)))


def test_a_fall_of_five_centimetres() -> None:
    """A cube of 0.325 g is 0.990 m/s fast then: 0.322 g m/s. At 40 Hz that swings sqrt(1) * 251.3 * 0.322 / 9.81 =
    8.25 g high, 25 cubes; a bar of 10 Hz a fourth of it."""
    assert falling_speed(0.05) == pytest.approx(0.990, abs=0.0005)
    for hz, high in ((40.0, 8.25), (10.0, 2.06)):
        bar = Bar(hz, 1e-6, USUAL_G)
        assert bar.jump(0.325 * falling_speed(0.05), USUAL_G) == pytest.approx((math.tau * hz) ** 2 * 0.0328, rel=0.002)
        assert swinging(bar, 1.0, momentum=0.325 * falling_speed(0.05)).max() == pytest.approx(high, rel=0.005)


def test_resonance_and_decay() -> None:
    """10 Hz with 5 % damping: ten swings a second, and each is exp(-2 pi 0.05) = 0.730 of the one before."""
    values = swinging(Bar(10.0, 0.05, USUAL_G), 1.0, momentum=1.0)
    peaks = [values[at : at + 100].max() for at in range(0, 900, 100)]
    assert crossings(values) == 9
    assert all(later / earlier == pytest.approx(0.730, abs=0.006) for earlier, later in pairwise(peaks))
    assert Bar(10.0, 0.05, USUAL_G).dies_s == pytest.approx(0.318, abs=0.001)


def test_the_load_makes_it_slower() -> None:
    """50 g move at 40 Hz: a bare plate's 12 g at 81.6 Hz, the drawer with 20 cubes (56.5 g) at 37.6 Hz."""
    bar = Bar(40.0, 0.02, 50.0)
    assert bar.omega(12.0) / math.tau == pytest.approx(81.6, abs=0.1)
    assert bar.omega(56.5) / math.tau == pytest.approx(37.6, abs=0.1)
    assert bar.decay(12.0) == pytest.approx(bar.decay(50.0) * 50.0 / 12.0)


def test_two_half_steps_are_one() -> None:
    """The movement is exact, however long a step is: also where a load comes, and a second blow strikes, on the way."""
    whole, half = Bar(40.0, 0.05, USUAL_G), Bar(40.0, 0.05, USUAL_G)
    forces, masses = np.repeat([0.0, 2.0], 100), np.full(200, USUAL_G)
    forces[150:] = 5.0
    masses[120:] = USUAL_G + 2.0
    once = whole.move(forces, masses, {10: 1.0, 130: 0.5}, 0.002)
    twice = half.move(np.repeat(forces, 2), np.repeat(masses, 2), {20: 1.0, 260: 0.5}, 0.001)
    assert twice[1::2] == pytest.approx(once, abs=1e-9)
    assert half.speed == pytest.approx(whole.speed, abs=1e-6)


def test_a_load_shoots_over() -> None:
    """A gram that is let go swings to 1 + exp(-pi 0.1 / sqrt(1 - 0.01)) = 1.729 g, and comes to rest at one."""
    values = Bar(10.0, 0.1, USUAL_G).move(np.ones(2000), np.full(2000, USUAL_G), {}, 0.001)
    assert values.max() == pytest.approx(1.729, abs=0.002)
    assert values[-1] == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize(
    ("form", "hz", "left"),
    # The mean of four: |sin(4 x) / (4 x)|, x = pi hz / rate; four means of one: (sin x / x)^4.
    [("mean", 20.0, 0.0), ("mean", 30.0, 0.2122), ("sinc4", 20.0, 0.6570), ("sinc4", 40.0, 0.1643),
     ("sinc4", 50.0, 0.0490), ("sinc4", 80.0, 0.0)],
)  # fmt: skip
def test_what_the_filter_leaves_of_a_swing(form: str, hz: float, left: float) -> None:
    """At 80 conversions a second, by the formula of each form."""
    steps = 64
    moments = np.arange(4 * steps) / (80.0 * steps)
    assert abs(weights(form, steps) @ np.exp(2j * math.pi * hz * moments)) == pytest.approx(left, abs=0.001)


@pytest.mark.parametrize("form", ["mean", "sinc4"])
@pytest.mark.parametrize("rate_hz", [10, 80])
def test_it_settles_over_four_conversions(form: str, rate_hz: int) -> None:
    """A load is there in full in the fifth value at the latest, and in none before it came; half way in the middle."""
    made = cell(form, hz=2000.0, damping=0.9, rate_hz=rate_hz)
    made.put(made.now_s + 1.0 / made.true_rate_hz, 10.0)
    values = grams(made, 10.0 / made.true_rate_hz)
    assert values[0] == 0.0
    assert values[2] == pytest.approx(5.0, abs=0.8)
    assert 0.0 < values[1] < 3.0
    assert values[4:] == pytest.approx(10.0, abs=0.001)


def test_hum_is_aliased() -> None:
    """50 Hz at 80 a second look like 30 or fewer: they come through, by the filter's part, and not more often."""
    made = cell("sinc4", hum=1000.0)
    made.true_rate_hz, made._step_s, made._hum_hz = 80.0, 1.0 / 1280.0, 50.0  # a clock that is right, for the figure
    values = made.samples(10.0)[1].astype(float)
    spectrum = np.abs(np.fft.rfft(values - values.mean()))
    assert np.argmax(spectrum) / 10.0 == pytest.approx(30.0, abs=0.2)
    assert values.std() * math.sqrt(2.0) == pytest.approx(49.0, rel=0.1)


def test_a_cube_bounces_and_lies_still() -> None:
    """From 5 cm with half its speed: in the air for 0.1 s, 0.05 s, ..., 0.196 s in all; then it has its weight."""
    made = cell()
    at_s = made.now_s + 0.5
    assert made.fall(at_s, 0.325, 0.05, 0.5) - at_s == pytest.approx(0.19, abs=0.01)
    assert grams(made, 3.0)[-1] == pytest.approx(0.325, abs=0.001)


def test_what_leaves_nothing_behind() -> None:
    """A kick and a finger are felt, and then the reading is what it was; a finger's weight is there meanwhile."""
    made = cell()
    made.feel(blow(made.now_s + 0.5, 3.0, 12.0, 0.1), finger(made.random, made.now_s + 2.0, made.now_s + 4.0, 0.5))
    values = grams(made, 6.0)
    rate = round(made.true_rate_hz)
    assert values[:rate].max() > 1.0
    assert values[3 * rate : 4 * rate - 20].mean() == pytest.approx(0.5, abs=0.1)
    assert abs(values[-rate:]).max() < 0.001


def test_supply_gain_creep_and_hysteresis() -> None:
    """A sag of 1 % takes 1 % of all that is on the bridge; creep adds its part; a load that rubs reads too high on its
    way down."""
    made = cell(gain=0.02, gain_s=1.0)
    made.begin_drifting()
    bridge_g = DRAWER_G + made.bridge_g
    assert grams(made, 2.0)[-1] == pytest.approx(0.02 * bridge_g, rel=0.03)
    made = cell()
    made.sag(made.now_s + 0.5, made.now_s + 2.0, 0.01, 0.02)
    values = grams(made, 3.0)
    assert values[120] == pytest.approx(-0.01 * bridge_g, rel=0.01)
    assert values[-1] == pytest.approx(0.0, abs=0.001)
    made = cell(creep=0.01)
    made.put(made.now_s, 10.0)
    assert made.samples(60.0)[1][-1] / made.counts_per_gram - bridge_g - 0.01 * DRAWER_G == pytest.approx(
        10.07, abs=0.04
    )
    made = cell(hysteresis_g=0.1)
    first = made.samples(0.5)[1][-1]
    made.put(made.now_s, 20.0)
    made.put(made.now_s + 2.0, -20.0)
    assert (made.samples(4.0)[1][-1] - first) / made.counts_per_gram == pytest.approx(0.1, abs=0.02)


def test_recorded_noise() -> None:
    """What was recorded comes out again, there and back, without a jump."""
    made = BarCell(np.random.default_rng(3), Bar(40.0, 0.1, USUAL_G), noise=np.arange(1000.0))
    made.put(0.0, DRAWER_G)
    values = np.diff(made.samples(60.0)[1][400:])
    assert set(np.abs(values).tolist()) == {0, 1}
