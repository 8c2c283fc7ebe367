"""How far counted shares may be from the true ones, by numbers worked by hand."""

import pytest

from benchmarks.wilson import wilson


def test_wilson_interval() -> None:
    """Of 300 without one, 3.84 / 303.84 = 1.26 % are not excluded; 1 of 10 lies between 1.8 and 40.4 %."""
    assert wilson(0, 300) == pytest.approx((0.0, 0.01264), abs=1e-5)
    assert wilson(1, 10) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
