"""The benchmark judges fairly: what it plays, how it counts, and that it goes on where it stopped."""

import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks.counting.__main__ import OURS, lines, play_batch, run_case
from benchmarks.counting.cases import TROUBLES, Case, cases
from benchmarks.counting.evening import Round
from benchmarks.counting.peers import PEERS
from benchmarks.counting.tally import Tally, upper_bound

QUICK = Case(most=3, singles=4)


def staircase(*falls: float, cube: float = 1400.0, spike: bool = False) -> Round:
    """Cubes that fall at those seconds onto a still cell, a sample each 12.5 ms; they are expected from 2 s on."""
    times = np.arange(1, 721) / 80.0
    raws = 5000.0 + cube * sum((times >= fall).astype(float) for fall in falls) + 30.0 * np.sin(77.0 * times)
    if spike:
        raws[[170, 400, 650]] = 2**20 - 1
    return Round(times, raws.astype(np.int64), 160, list(falls), len(falls))


@pytest.mark.parametrize("name", list(PEERS))
def test_a_peer_counts_what_falls(name: str) -> None:
    """Five cubes are five to each of them, within two seconds."""
    one = staircase(3.0, 3.1, 3.2, 3.3, 3.4)
    word = PEERS[name](one, 1400.0)
    assert word.count == 5
    assert 3.4 < word.time_s < 5.4


@pytest.mark.parametrize("name", ["boxcar", "Kalman"])
def test_a_peer_with_a_median_bears_a_spike(name: str) -> None:
    """One disturbed read is not counted by those that take a median."""
    assert PEERS[name](staircase(3.0, 3.1, spike=True), 1400.0).count == 2


def test_the_fixed_margin_asks() -> None:
    """A third of a cube off is asked about by the method with a margin, and rounded by the others."""
    one = staircase(3.0, 3.0, 3.0)
    words = {name: peer(one, 1400.0 * 3.0 / 3.35).count for name, peer in PEERS.items()}
    assert words == {"mean": 3, "boxcar": None, "Kalman": 3}


def test_what_is_true_while_it_falls() -> None:
    """For half a second after each fall the count before it is true as well."""
    one = staircase(3.0, 4.0)
    assert list(one.truths(2.9)) == [0]
    assert list(one.truths(3.2)) == [0, 1]
    assert list(one.truths(3.6)) == [1]
    assert list(one.truths(9.0)) == [2]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_rounds_however_they_are_cut(tmp_path: Path) -> None:
    """A run that was stopped after one batch and goes on counts what one long run counts."""
    whole = run_case(QUICK, 120, 5, 1, None)
    run_case(QUICK, 100, 5, 1, tmp_path)
    assert list(tmp_path.iterdir())
    again = run_case(QUICK, 120, 5, 1, tmp_path)
    assert again[OURS] == whole[OURS]
    assert again["mean"] == whole["mean"]
    assert whole[OURS].rounds == 120
    assert whole[OURS].wrong == 0
    assert all(len(line) > 100 for line in lines(QUICK, whole))


def test_every_cell_rate_spread_and_trouble_is_a_case() -> None:
    """The cases are all that the scale promises to bear, each named once."""
    named = [str(case) for case in cases()]
    assert len(named) == len(set(named))
    for words in ("100 g 10/s 8 % to 40", "1000 g 80/s 2 % to 12", "500 g 10/s 3 % to 20 spikes", "worst quarter out"):
        assert any(words in name for name in named)
    assert {case.trouble for case in cases()} == set(TROUBLES)


def test_a_cell_that_is_refused_is_asked_about() -> None:
    """Where the calibration refuses the cell every round is a question, not a round left out."""
    tallies = play_batch(Case(capacity_g=5000.0, rate_hz=10, singles=2), 1, 0, 1, 50)
    assert (tallies[OURS].asked, tallies[OURS].wrong, tallies[OURS].rounds) == (50, 0, 50)


def test_bounds() -> None:
    """None of a hundred thousand bounds the rate at 3 in 100,000, one at 4.74."""
    assert upper_bound(0, 100_000) == pytest.approx(3.0e-5, rel=0.01)
    assert upper_bound(1, 100_000) == pytest.approx(4.74e-5, rel=0.01)
    assert upper_bound(10, 10) == pytest.approx(1.0)


def test_times() -> None:
    """The 95th percentile is the time within which 95 of 100 sure counts came; its bound is no smaller."""
    tally = Tally()
    for hundredths in range(1, 101):
        tally.add(False, "", hundredths / 100.0)
    tally.add(False, "settling", None)
    assert tally.time_s(0.5) == pytest.approx(0.5)
    assert tally.time_s(0.95) == pytest.approx(0.95)
    assert 0.95 <= tally.time_at_most_s(0.95) <= 1.0
    assert Tally.from_plain(tally.to_plain()) == tally
    assert math.isnan(Tally().time_s(0.5))
