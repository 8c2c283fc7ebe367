"""In what order the tests run."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from .order import in_order, seconds


def fake(name: str, *marks: pytest.Mark) -> Any:
    """One of the file that its name begins with."""

    def iter_markers(wanted: str | None = None) -> list[pytest.Mark]:
        return [mark for mark in marks if wanted in (None, mark.name)]

    return SimpleNamespace(
        name=name, path=Path(name[0]), iter_markers=iter_markers, get_closest_marker=lambda one: iter_markers(one)
    )


BROWSER, SLOW, LIMITED = pytest.mark.browser.mark, pytest.mark.slow.mark, pytest.mark.timeout(600).mark


def test_how_long_they_take():
    """By their marks: a sixth of the limit, or as the tests of a kind take."""
    assert seconds(fake("a")) == 0.05
    assert seconds(fake("a", SLOW, BROWSER)) == 3.0
    assert seconds(fake("a", SLOW, LIMITED)) == 100.0


def test_each_process_begins_with_long_ones_and_ends_with_quick_ones():
    """Files stay together; the longest is first; parts are equally long, as the tests are dealt by their number."""
    items = [fake("a0"), fake("a1"), fake("b0", SLOW), fake("b1", SLOW), fake("c0"), fake("d0", BROWSER)]
    items += [fake("e0", SLOW), fake("e1", SLOW, LIMITED)]
    assert [item.name for item in in_order(items, 2)] == ["e1", "e0", "a0", "a1", "d0", "b0", "b1", "c0"]
    assert [item.name for item in in_order(items, 1)] == ["e1", "e0", "d0", "b0", "b1", "a0", "a1", "c0"]
    assert in_order([], 4) == []
