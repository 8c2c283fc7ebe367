"""The table of what was played of real drawers, from what was kept."""

import json
from dataclasses import asdict
from pathlib import Path

from benchmarks.counting.real_cases import RealCase
from benchmarks.counting.real_table import kept_name, tables
from benchmarks.counting.real_tally import RealTally, none_yet
from benchmarks.counting.table import OURS
from benchmarks.counting.tally import Tally


def kept(folder: Path, case: RealCase, seed: int, rounds: int, wrong: int) -> None:
    tallies = none_yet()
    tally = Tally(rounds, wrong, 2)
    tally.times[58] = rounds - 2
    calm = Tally(times=list(tally.times))
    tallies[OURS] = RealTally(tally, calm, wrong, 0, 1, rounds, 3, rounds - 10, 1, parts=40, parts_asked=1)
    plain = {"done": 1, "tallies": {name: asdict(one) for name, one in tallies.items()}}
    (folder / kept_name(case, seed)).write_text(json.dumps(plain))


def test_all_seeds_of_a_case_count_together(tmp_path: Path) -> None:
    """100 and 200 rounds of kicks with 1 wrong each; a cell of 1 kg has a table of its own. Of the 280
    that could be told 2 were asked, and where no part of a cube lay there 0 of 200."""
    kept(tmp_path, RealCase("kick"), 1, 100, 1)
    kept(tmp_path, RealCase("kick"), 2, 200, 1)
    kept(tmp_path, RealCase("lean", capacity_g=1000.0), 1, 50, 0)
    lines = list(tables(tmp_path))
    assert lines[0] == "### 500 g, 80 samples a second"
    assert lines[4] == (
        "| kick | 2 of 300 | 0.18 to 2.4 % | 2 | 0 | 2 of 280 | 0.2 to 2.6 % | 0 % of 200 | 10 % of 20 | 0 | 0.58 |"
        " 0.58 | 0.58 | 6 of 300 | 0 / 0 / 0 |"
    )
    assert lines[6] == "### 1000 g, 80 samples a second"
    assert lines[10].startswith("| lean | 0 of 50 | 0 to 7.1 % | 0 |")
