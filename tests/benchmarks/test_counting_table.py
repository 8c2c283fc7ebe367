"""What was played becomes the tables of docs/internals/counting-figures.md, with the bounds, again and again."""

import json
from pathlib import Path

import pytest

from benchmarks.counting.cases import Case
from benchmarks.counting.table import BEGIN, END, OURS, file_name, show, tables
from benchmarks.counting.tally import Tally

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "counting-figures.md"


def keep(folder: Path, case: Case, seed: int, rounds: int, wrong: int) -> None:
    tally = Tally()
    for number in range(rounds):
        tally.add(number < wrong, "", 0.9)
    plain = {OURS: tally.to_plain(), "mean": tally.to_plain()}
    (folder / file_name(case, seed)).write_text(json.dumps({"done": 1, "tallies": plain}))


def test_seeds_are_added_up_and_bounded(tmp_path: Path) -> None:
    """Two seeds of 150 rounds are 300 rounds, of which none wrong is at most one in a hundred."""
    keep(tmp_path, Case(), 1, 150, 0)
    keep(tmp_path, Case(), 2, 150, 0)
    lines = list(tables(tmp_path))
    assert lines[0] == "### Targets: 500 g, 80 samples a second"
    assert (
        lines[4] == "| 500 g 80/s 3 % to 20 none | the scale | 300 | 0 | 0.99 % | 0 % | 0.99 % | 0.90 | 0.90 | 0.90 |"
    )
    assert lines[5].startswith("|  | mean | 300 |")


def test_cases_do_not_take_each_others_rounds(tmp_path: Path) -> None:
    """A case whose name begins as another's is another case, in its own section."""
    keep(tmp_path, Case(spread=0.05, singles=40, sorted_out=10), 1, 10, 0)
    keep(tmp_path, Case(spread=0.05, trouble="hands"), 1, 20, 2)
    keep(tmp_path, Case(capacity_g=1000.0, rate_hz=10), 1, 30, 0)
    text = "\n".join(tables(tmp_path))
    assert text.count("### ") == 3
    assert "worst quarter out | the scale | 10 | 0 |" in text
    assert "hands | the scale | 20 | 2 | 28 % |" in text
    assert "1000 g 10/s 3 % to 20 none | the scale | 30 |" in text


def test_a_page_is_filled_between_its_marks(tmp_path: Path) -> None:
    """What stands around the figures stays, and filling twice changes nothing more."""
    keep(tmp_path, Case(), 1, 10, 0)
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    show(tmp_path, page)
    once = page.read_text()
    show(tmp_path, page)
    assert page.read_text() == once
    assert once.startswith("before\n")
    assert once.endswith("after\n")
    assert "old" not in once
    assert "| 10 | 0 |" in once


@pytest.mark.parametrize("mark", [BEGIN, END])
def test_the_page_has_the_marks(mark: str) -> None:
    """The page of figures can be filled again."""
    assert PAGE.read_text().count(mark) == 1
