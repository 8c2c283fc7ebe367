"""What is said at the end of a calibration is true of the set, and useful."""

from dataclasses import dataclass
from typing import Any

import pytest

from companion.drawer.scale_results import Refused, asks_often, finished, result_words, to_set_aside
from companion.drawer.scale_singles import Singles


@dataclass
class Reach:
    surely: int
    asked: float


@dataclass
class Made:
    """A calibration of 40 cubes with a given reach."""

    surely: int
    asked: float
    set_size: int = 40
    aside: tuple[int, ...] = ()

    def reach(self) -> Reach:
        return Reach(self.surely, self.asked)

    def set_aside(self) -> tuple[int, ...]:
        return self.aside


class Scale:
    """Answers with a calibration, or refuses."""

    def __init__(self, made: Made | None, trouble: Exception | None = None) -> None:
        self.made, self.trouble = made, trouble

    def calibration_so_far(self) -> Any:
        if self.trouble is not None:
            raise self.trouble
        return self.made

    finish_calibration = calibration_so_far


class Coded(Exception):
    code = "too_noisy"


def weighed(number: int) -> Singles:
    singles = Singles(40)
    for _ in range(number):
        singles.add(1.0)
    return singles


@pytest.mark.parametrize(
    ("made", "singles", "words"),
    [
        (Made(40, 0.0004), 12, ["It counts any number of your 40 cubes surely."]),
        (
            Made(26, 0.008),
            20,
            [
                "Up to 26 cubes it counts surely; beyond that it asks more often.",
                "Of a hundred drops of all sizes it asks about 1.",
            ],
        ),
        (
            Made(5, 0.054),
            10,
            [
                "Up to 5 cubes it counts surely; beyond that it asks more often.",
                "Of a hundred drops of all sizes it asks about 5.",
                "Weigh twenty cubes singly next time, and it asks less often.",
            ],
        ),
        (
            Made(0, 0.7),
            2,
            [
                "Your cubes weigh so differently on this cell that it will ask almost every time.",
                "It asks about most drops; tap the numbers then.",
                "Too few were weighed singly, so it asks more often than it need.",
            ],
        ),
    ],
    ids=["all", "many", "few", "none"],
)
def test_what_the_set_can_do(made: Made, singles: int, words: list[str]) -> None:
    """Up to how many surely, how often it asks beyond, and whether more single cubes would help."""
    said = [str(text) for text in result_words(made, weighed(singles))]
    assert said == ["Done. The scale knows your cubes now.", *words]


def test_single_cubes_are_wanted_for_as_long_as_they_help() -> None:
    """Eight are enough where the scale would seldom ask; else one more at a time, up to twenty."""
    singles = weighed(8)
    assert singles.done
    singles.more_help = asks_often(Scale(Made(6, 0.027)))  # type: ignore[arg-type]
    assert (singles.done, singles.wanted) == (False, 9)
    singles = weighed(20)
    singles.more_help = True
    assert singles.done
    assert not asks_often(Scale(Made(40, 0.006)))  # type: ignore[arg-type]
    assert not asks_often(Scale(None, Coded()))  # type: ignore[arg-type]


def test_none_is_set_aside_where_too_few_would_be_left() -> None:
    """Which cubes to set aside is told from 1 on; a set of two is left whole."""
    assert to_set_aside(Scale(Made(5, 0.1, aside=(4, 0))), 40) == (5, 1)  # type: ignore[arg-type]
    assert to_set_aside(Scale(Made(5, 0.1, aside=(4, 0))), 3) == ()  # type: ignore[arg-type]


def test_only_a_refusal_is_a_refusal() -> None:
    """What the scale refuses has a code; anything else is raised as it is."""
    with pytest.raises(Refused) as refused:
        finished(Scale(None, Coded()))  # type: ignore[arg-type]
    assert refused.value.code == "too_noisy"
    with pytest.raises(ZeroDivisionError):
        finished(Scale(None, ZeroDivisionError()))  # type: ignore[arg-type]
