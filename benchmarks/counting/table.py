"""What has been played, as the tables of docs/internals/counting-figures.md: a line for each case and method."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

from benchmarks.counting.cases import Case, cases
from benchmarks.counting.tally import Tally, upper_bound

OURS = "the scale"
CELLS = "Cells, rates and spreads"
BEGIN, END = "<!-- figures: what `--table` printed -->", "<!-- end of the figures -->"
HEAD = (
    "| case | method | rounds | wrong | at most | asked | at most | p50 s | p95 s | at most |",
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
)


def file_name(case: Case, seed: int) -> str:
    """Where a case's rounds are kept within a folder."""
    return f"{str(case).replace('/', ' a ')}, seed {seed}.json"


def show(folder: Path, page: Path | None) -> None:
    """Print the tables, or put them into a page between its two marks. ValueError where it has none."""
    text = "\n".join(tables(folder))
    if page is None:
        print(text)
        return
    before, rest = page.read_text().split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{rest.split(END)[1]}")


def tables(folder: Path) -> Iterator[str]:
    """The kept cases by what they are about; all seeds of a case together."""
    found = [(case, tallies) for case in cases() if (tallies := _kept(folder, case))]
    for title, chosen in _sections(found):
        if chosen:
            yield from (f"### {title}", "", *HEAD)
            for case, tallies in chosen:
                yield from _lines(case, tallies, brief=title == CELLS)
            yield ""


def _sections(found: list[tuple[Case, dict[str, Tally]]]) -> Iterator[tuple[str, list[tuple[Case, dict[str, Tally]]]]]:
    """Each case is in the first section that it fits."""
    left = list(found)
    for title, fits in (
        ("Targets: 500 g, 80 samples a second", _is_target),
        ("Troubles: 500 g, 80 samples a second", _is_trouble),
        ("Troubles on other cells and rates", lambda case: case.trouble != "none"),
        ("How many were weighed singly", lambda case: case.singles != 20),
        (CELLS, lambda case: True),
    ):
        yield title, [one for one in left if fits(one[0])]
        left = [one for one in left if not fits(one[0])]


def _is_target(case: Case) -> bool:
    usual = (case.capacity_g, case.rate_hz, case.trouble) == (500.0, 80, "none")
    counted = (case.spread, case.most) in ((0.03, 20), (0.03, 40), (0.05, 20))
    return usual and counted and (case.singles == 20 or bool(case.sorted_out))


def _is_trouble(case: Case) -> bool:
    return (case.capacity_g, case.rate_hz) == (500.0, 80) and case.trouble != "none"


def _kept(folder: Path, case: Case) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    for path in sorted(folder.glob(file_name(case, 0).replace("seed 0", "seed *"))):
        for name, plain in json.loads(path.read_text())["tallies"].items():
            tallies.setdefault(name, Tally()).merge(Tally.from_plain(plain))
    return tallies


def _lines(case: Case, tallies: dict[str, Tally], brief: bool) -> Iterator[str]:
    for name, tally in tallies.items():
        if tally.rounds and (name == OURS or not brief):
            yield f"| {case if name == OURS else ''} | {name} | {' | '.join(_figures(tally))} |"


def _figures(tally: Tally) -> Iterator[str]:
    yield f"{tally.rounds:,}"
    yield str(tally.wrong)
    yield f"{_percent(upper_bound(tally.wrong, tally.rounds))}"
    yield f"{_percent(tally.asked / tally.rounds)}"
    yield f"{_percent(upper_bound(tally.asked, tally.rounds))}"
    for time_s in (tally.time_s(0.5), tally.time_s(0.95), tally.time_at_most_s(0.95)):
        yield "" if math.isnan(time_s) else f"{time_s:.2f}"


def _percent(rate: float) -> str:
    """As many digits as tell something."""
    return "0 %" if rate == 0.0 else f"{100.0 * rate:.2g} %" if rate < 0.1 else f"{100.0 * rate:.0f} %"
