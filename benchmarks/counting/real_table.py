"""What has been played of real drawers, as the table of docs/internals/counting-real-drawer.md: a line for each case.

    .venv/bin/python -m benchmarks.counting --real --table FOLDER

All seeds of a case that `--keep FOLDER` has kept count together.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.counting.peers import PEERS
from benchmarks.counting.real_cases import REAL_TROUBLES, RealCase
from benchmarks.counting.real_tally import RealTallies, RealTally, none_yet
from benchmarks.counting.table import OURS
from benchmarks.wilson import wilson

CELLS = ((500.0, 80), (500.0, 10), (1000.0, 80), (1000.0, 10))
COLUMNS = (
    "trouble", "wrong", "95 %", "alike", "border", "asked", "95 %", "no part", "of others", "silent", "p50 s", "p95 s",
    "p95 s once calm", "stuck", "peers wrong",
)  # fmt: skip


def kept_name(case: RealCase, seed: int | str) -> str:
    """Where a case's rounds are kept within a folder."""
    return f"real {str(case).replace('/', ' a ')}, seed {seed}.json"


def show(folder: Path) -> None:
    """Print the tables."""
    print("\n".join(tables(folder)))


def tables(folder: Path) -> Iterator[str]:
    """Each cell and rate of which something was played."""
    for capacity_g, rate_hz in CELLS:
        cases = [RealCase(trouble, capacity_g=capacity_g, rate_hz=rate_hz) for trouble in REAL_TROUBLES]
        bars = [replace(case, bar=bar) for case in cases for bar in ("any", "stiff", "soft")]
        lines = [_line(case, tallies) for case in bars if (tallies := _merged(folder, case))[OURS].tally.rounds]
        if lines:
            yield from (f"### {capacity_g:g} g, {rate_hz} samples a second", "", f"| {' | '.join(COLUMNS)} |")
            yield f"|---|{(len(COLUMNS) - 1) * '---:|'}"
            yield from (*lines, "")


def _merged(folder: Path, case: RealCase) -> RealTallies:
    tallies = none_yet()
    for path in sorted(folder.glob(kept_name(case, "*"))):
        for name, plain in json.loads(path.read_text())["tallies"].items():
            tallies[name].merge(RealTally.from_plain(plain))
    return tallies


def _line(case: RealCase, tallies: RealTallies) -> str:
    ours = tallies[OURS]
    n, others = ours.tally.rounds, ours.tally.rounds - ours.tellable
    times = (ours.tally.time_s(0.5), ours.tally.time_s(0.95), ours.calm.time_s(0.95))
    cells = [
        case.trouble if case.bar == "any" else f"{case.trouble}, {case.bar} bar",
        f"{ours.tally.wrong} of {n:,}", _range(ours.tally.wrong, n), str(ours.alike), str(ours.border),
        f"{ours.asked} of {ours.tellable:,}", _range(ours.asked, ours.tellable), _without_parts(ours),
        f"{_percent((ours.tally.asked - ours.asked) / others)} of {others:,}" if others else "", str(ours.silent),
        *("" if math.isnan(time_s) else f"{time_s:.2f}" for time_s in times),
        f"{ours.stuck} of {ours.quiet:,}", " / ".join(str(tallies[name].tally.wrong) for name in PEERS),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _without_parts(ours: RealTally) -> str:
    """How many were asked where no part of a cube lay that is none; nothing where that was never so."""
    n = ours.tellable - ours.parts
    return f"{_percent((ours.asked - ours.parts_asked) / n)} of {n:,}" if ours.parts and n else ""


def _range(k: int, n: int) -> str:
    low, high = wilson(k, n)
    return f"{_percent(low)[:-2]} to {_percent(high)}"


def _percent(rate: float) -> str:
    """As many digits as tell something."""
    return "0 %" if rate < 5e-6 else f"{100.0 * rate:.2g} %" if rate < 0.0995 else f"{100.0 * rate:.0f} %"
