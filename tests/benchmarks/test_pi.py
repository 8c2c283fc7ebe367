"""As slow as a Pi: the shares are worked out right, and a slope comes with its error."""

import pytest

from benchmarks.control_group import MACHINES, slices
from benchmarks.evenings import slope
from benchmarks.pi import described


def test_shares_of_a_core() -> None:
    """A Pi 4 is a fifth for each of four cores, a Zero 2 W a twelfth; no slice is below the kernel's millisecond."""
    pi4, zero = MACHINES["pi4"], MACHINES["zero2w"]
    assert [slices(pi4.rate(cores)) for cores in ("one", "all")] == [(2000, 10_000), (8000, 10_000)]
    assert [slices(zero.rate(cores)) for cores in ("one", "all")] == [(1667, 20_000), (3333, 10_000)]
    assert described("zero2w", "all").endswith("its four cores together, 33 % of a core here, 400 MB")


def test_a_slope_and_its_error() -> None:
    """1, 2, 3 rises by one, exactly; 0, 1, 0, 1 by a fifth, with 0.8 of squares left; of two values nothing is said."""
    assert slope([1.0, 2.0, 3.0]) == (1.0, 0.0)
    grows, error = slope([0.0, 1.0, 0.0, 1.0])
    assert grows == pytest.approx(0.2)
    assert error == pytest.approx(0.2828, abs=1e-4)
    assert slope([1.0, 2.0])[0] != slope([1.0, 2.0])[0]
