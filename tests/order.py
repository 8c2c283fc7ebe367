"""In what order the tests run, so that no core waits at the end of a run.

pytest-xdist deals a run's tests to its processes in equal parts, one after the other, and whoever is done takes half of
what another has left, from its end. So each part begins with long tests, about as many seconds of them in each, and
ends with quick ones, which are easily shared out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import pytest

QUICK = 0.05
LONG = {"browser": 3.0, "slow": 1.0, "emulated": 1.0, "voice": 1.0}  # about so many seconds a test, by its mark
LIMIT = 6  # a test takes about this part of the time that it is allowed


def seconds(item: pytest.Item) -> float:
    """About how long a test takes."""
    limit = max((float(mark.args[0]) for mark in item.iter_markers("timeout") if mark.args), default=0.0)
    return max([QUICK, limit / LIMIT, *(LONG[mark.name] for mark in item.iter_markers() if mark.name in LONG)])


def in_order(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """The tests as so many processes take them: the tests of a file stay together, as what they share is made once."""
    files = [_longest_first(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    taking = [[seconds(item) for item in tests] for tests in files]
    long = [(sum(each), tests) for each, tests in zip(taking, files, strict=True) if max(each) > QUICK]
    parts: list[list[pytest.Item]] = [[] for _ in range(processes)]
    dealt = [0.0] * processes
    for length, tests in sorted(long, key=lambda one: one[0], reverse=True):
        least = dealt.index(min(dealt))
        parts[least].extend(tests)
        dealt[least] += length
    quick = [item for each, tests in zip(taking, files, strict=True) if max(each) <= QUICK for item in tests]
    ordered: list[pytest.Item] = []
    for index, part in enumerate(parts):
        room = (len(items) - len(ordered)) // (processes - index) - len(part)
        ordered += [*_longest_first(part), *quick[: max(room, 0)]]
        del quick[: max(room, 0)]
    return ordered + quick


def _longest_first(tests: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Whoever is allowed the longest first, else as they stood."""
    return sorted(tests, key=lambda item: -seconds(item) if item.get_closest_marker("timeout") else 0.0)
