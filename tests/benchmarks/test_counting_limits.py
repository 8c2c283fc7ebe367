"""What weights alone allow, whoever weighs them."""

import pytest

from benchmarks.counting.limits import CUBE_G, taken_for_cubes


@pytest.mark.parametrize(("grams", "share"), [(CUBE_G, 0.995), (0.5 * CUBE_G, 0.0)])
def test_what_weighs_as_a_cube_is_taken_for_one(grams: float, share: float) -> None:
    """Always, but for the one drop in 200 that is asked about; half a cube is never taken for one of equal cubes."""
    assert taken_for_cubes(grams, grams, spread=0.01) == pytest.approx(share, abs=0.002)
