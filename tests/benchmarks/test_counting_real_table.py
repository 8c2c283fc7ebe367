"""The table of what was played of real drawers, from what was kept."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks.counting.real_cases import RealCase
from benchmarks.counting.real_table import kept_name, tables, wilson
from benchmarks.counting.real_tally import RealTally, none_yet
from benchmarks.counting.table import OURS
from benchmarks.counting.tally import Tally


def test_wilson_interval() -> None:
    """Of 300 without one, 3.84 / 303.84 = 1.26 % are not excluded; 1 of 10 lies between 1.8 and 40.4 %."""
    assert wilson(0, 300) == pytest.approx((0.0, 0.01264), abs=1e-5)
    assert wilson(1, 10) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def kept(folder: Path, case: RealCase, seed: int, rounds: int, wrong: int) -> None:
    tallies = none_yet()
    tally = Tally(rounds, wrong, 2)
    tally.times[58] = rounds - 2
    tallies[OURS] = RealTally(tally, Tally(times=list(tally.times)), wrong, 0, 1, rounds, 3, rounds - 10, 1)
    plain = {"done": 1, "tallies": {name: asdict(one) for name, one in tallies.items()}}
    (folder / kept_name(case, seed)).write_text(json.dumps(plain))


def test_all_seeds_of_a_case_count_together(tmp_path: Path) -> None:
    """100 and 200 rounds of kicks with 1 wrong each; a cell of 1 kg has a table of its own."""
    kept(tmp_path, RealCase("kick"), 1, 100, 1)
    kept(tmp_path, RealCase("kick"), 2, 200, 1)
    kept(tmp_path, RealCase("lean", capacity_g=1000.0), 1, 50, 0)
    lines = list(tables(tmp_path))
    assert lines[0] == "### 500 g, 80 samples a second"
    assert lines[4] == (
        "| kick | 2 of 300 | 0.18 to 2.4 % | 2 | 2 of 280 | 0.2 to 2.6 % | 10 % of 20 | 0 | 0.58 | 0.58 | 0.58 |"
        " 6 of 300 | 0 / 0 / 0 |"
    )
    assert lines[6] == "### 1000 g, 80 samples a second"
    assert lines[10].startswith("| lean | 0 of 50 | 0 to 7.1 % | 0 |")
