"""The evening in numbers, for the page that is shown after it. The page draws these and knows no game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.api.text import Text


@dataclass(frozen=True, kw_only=True)
class Point:
    """A value at the end of a round, or of a turn."""

    at: int
    value: int


@dataclass(frozen=True, kw_only=True)
class Series:
    """One line of a plot: a value for each round. `tone` as in the view's widgets."""

    label: Text
    points: tuple[Point, ...]
    tone: str = "plain"


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A few series that share an axis; `loss` is the value at which the game is lost, where there is one."""

    label: Text
    series: tuple[Series, ...]
    loss: int | None = None


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something worth a mark in every plot, in its round: a death, a storm, a breakdown."""

    at: int
    label: Text
    tone: str = "plain"


@dataclass(frozen=True, kw_only=True)
class Story:
    """`ending` says how it ended and why, or how it stands; `lists` are titled lists, such as the Laws passed. `unit`
    is what the points count: `"round"` or `"turn"`."""

    title: Text
    ending: Text
    plots: tuple[Plot, ...]
    events: tuple[Event, ...] = ()
    lists: tuple[tuple[Text, tuple[Text, ...]], ...] = ()
    unit: str = "round"
