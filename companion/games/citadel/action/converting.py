"""Class icons converted into successes or cancelled damage (p. 13): each icon once, each effect up to its maximum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from companion.games.citadel.action.stars import WILD
from companion.games.citadel.state import MOST_LIFE


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """Each time it is applied, `icons` class icons of the kinds `of` (none named: any) give so many successes, or
    cancel so much damage; at most `most` times (0: as often as there are icons)."""

    icons: int
    of: tuple[str, ...] = ()
    successes: int = 0
    cancels: int = 0
    most: int = 0


@dataclass(frozen=True, kw_only=True)
class Conversions:
    """How often each conversion is applied, and what that gives."""

    times: tuple[int, ...] = ()
    successes: int = 0
    cancels: int = 0


def convert(have: Mapping[str, int], ways: Sequence[Conversion], need: int) -> Conversions:
    """The best use of the class icons: as many of the needed successes as possible, then as much damage cancelled as
    possible, with as few applications as possible."""
    best = Conversions(times=(0,) * len(ways))
    worth = _worth(best, need)
    for times in _counts(have, ways, need):
        if not _payable(have, ways, times):
            continue
        found = Conversions(
            times=times,
            successes=sum(way.successes * count for way, count in zip(ways, times, strict=True)),
            cancels=sum(way.cancels * count for way, count in zip(ways, times, strict=True)),
        )
        if _worth(found, need) > worth:
            best, worth = found, _worth(found, need)
    return best


def _worth(found: Conversions, need: int) -> tuple[int, int, int]:
    return (min(found.successes, need), min(found.cancels, MOST_LIFE), -sum(found.times))


def _counts(have: Mapping[str, int], ways: Sequence[Conversion], need: int) -> Iterator[tuple[int, ...]]:
    """Every number of applications that the icons of the right kinds alone would allow and that can be of use."""
    return product(*(range(_at_most(have, way, need) + 1) for way in ways))


def _at_most(have: Mapping[str, int], way: Conversion, need: int) -> int:
    """More than the needed successes, or than all the life points there can be, is of no use: without this limit a
    table with many class icons would wait for hours."""
    payable = _supply(have, [way]) // max(1, way.icons)
    useful = max(_times(need, way.successes), _times(MOST_LIFE, way.cancels))
    return min(payable, useful, way.most or payable)


def _times(wanted: int, gives: int) -> int:
    return -(-wanted // gives) if gives else 0


def _supply(have: Mapping[str, int], ways: Sequence[Conversion]) -> int:
    """The icons that any of these conversions could be paid with; a wild one pays for every kind."""
    if any(not way.of for way in ways):
        return sum(have.values())
    kinds = {kind for way in ways for kind in way.of} | {WILD}
    return sum(count for kind, count in have.items() if kind in kinds)


def _payable(have: Mapping[str, int], ways: Sequence[Conversion], times: Sequence[int]) -> bool:
    """Whether no icon is needed twice: every group of conversions finds enough icons that it can use."""
    used = [(way, way.icons * count) for way, count in zip(ways, times, strict=True) if count]
    return all(
        sum(demand for _, demand in group) <= _supply(have, [way for way, _ in group])
        for size in range(1, len(used) + 1)
        for group in combinations(used, size)
    )
