"""What a dip of the supply does to the readings, by the figures of the HX711's data sheet, worked by hand."""

import numpy as np
import pytest

from benchmarks.counting.bar import Bar
from benchmarks.counting.bar_cell import BarCell
from benchmarks.counting.supply import Dip, Sag, Supply

TEN_MICROVOLTS = 1e-5  # 100 dB of a volt
EVER_S = 1e9


def board(vcc_v: float = 4.6, rejects: float = TEN_MICROVOLTS, common: float = TEN_MICROVOLTS) -> Supply:
    return Supply(vcc_v, rejects, common)


def cell(supply: Supply) -> BarCell:
    """Without noise, under 38 g and at rest, on such a board."""
    made = BarCell(np.random.default_rng(1), Bar(40.0, 0.1, 50.0), quiet=True)
    made.supply = supply
    made.put(0.0, 38.0)
    made.samples(5.0)
    return made


def test_bridge_and_reference_share_their_supply() -> None:
    """From 4.7 to 4.4 V the board holds AVDD at 4.3 V: not one count in a million of what is on the bridge."""
    made = cell(board(4.7))
    before = made.samples(0.5)[1][-1]
    made.dip(Dip(made.now_s + 0.1, EVER_S, 0.29, 0.01))
    assert set(made.samples(2.0)[1].tolist()) == {int(before)}


def test_below_the_headroom_rejection_is_what_remains() -> None:
    """VCC at 4.3 V leaves 4.2 V of AVDD: 0.1 V less is 1 µV, and 0.05 V less of the common mode 0.5 µV. Full scale is
    ±4.2 / 256 V = 16.4 mV for 2**23 counts, so that 1.5 µV are 767 counts, half a cube on a 500 g cell."""
    assert board(4.4).rests_at(0.1) == pytest.approx(-767.0, abs=0.5)
    assert board(4.4, common=-2.0 * TEN_MICROVOLTS).rests_at(0.1) == pytest.approx(0.0, abs=1e-9)
    assert board(4.4).rests_at(0.0) == 0.0
    supply = board(4.4)
    supply.dips.append(Dip(1.0, 3.0, 0.1, 0.01))
    moments = np.arange(0.0, 5.0, 1 / 1280)
    counts = supply.counts(moments)
    assert abs(counts[moments < 1.0]).max() < 1e-6
    assert counts[np.searchsorted(moments, 2.9)] == pytest.approx(-767.0, abs=1.0)
    # What comes within 10 ms is rejected less well for a moment, both ways: a settling transient.
    assert counts.min() < -1200.0
    assert counts.max() > 300.0
    assert abs(counts[-1]) < 0.01


def test_a_bridge_with_less_voltage_cools() -> None:
    """4.2 V instead of 4.3 V leave 95.4 % of the heat; what is missing is 69 of 1500 counts, 63 % of them in 60 s."""
    supply = board(4.4)
    supply.dips.append(Dip(0.0, EVER_S, 0.1, 0.01))
    assert supply.cooled(np.array([0.0, 60.0, 600.0])) == pytest.approx([0.0, -43.6, -69.0], abs=0.1)


def test_a_brown_out_is_a_gap_after_which_the_board_says_so() -> None:
    """From 4.5 V it takes 1.8 V to stop it: a dip of 3.6 V does so after ln 2 of its time constant, and it is above
    2.7 V again ln 2 after its end; then the board starts, for two seconds."""
    supply = board(4.5)
    supply.dips.append(Dip(10.0, 10.5, 3.6, 0.01, 2.0))
    assert supply.silent(np.array([10.006, 10.008, 10.4, 12.5, 12.508])).tolist() == [False, True, True, True, False]
    assert supply.started_between(12.4, 12.6)
    assert not supply.started_between(10.0, 12.4)
    supply.dips[0].volts = 1.7
    assert not supply.silent(np.array([10.4])).any()
    assert not supply.started_between(0.0, 100.0)


def test_a_bridge_on_another_supply_loses_its_part_of_all() -> None:
    """1 % less for the bridge alone is 1 % of the drawer and of the bridge's own imbalance."""
    made = cell(board())
    before = made.samples(0.5)[1][-1]
    made.sag(made.now_s + 0.1, EVER_S, 0.01, 0.01)
    assert made.samples(2.0)[1][-1] == pytest.approx(0.99 * before, abs=1.0)
    assert made.supply.sags == [Sag(pytest.approx(5.6, abs=0.1), EVER_S, 0.01, 0.01)]


def test_a_dip_ends_when_the_supply_recovers() -> None:
    """Whatever was to last for good."""
    supply = board(4.4)
    supply.dips.append(Dip(1.0, EVER_S, 0.1, 0.01))
    supply.recover(4.0)
    assert supply.counts(np.array([5.0, 5.001]))[-1] == 0.0
    supply.forget(3000.0)
    assert supply.dips == []
