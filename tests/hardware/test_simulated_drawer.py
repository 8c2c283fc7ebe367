import pytest

from hardware.simulated_drawer import Cell, SimulatedDrawer

QUIET = Cell(counts_noise=0.0, wander=0.0)


def level(drawer: SimulatedDrawer, time_s: float) -> float:
    """Grams above the bare plate, by a cell without noise."""
    return (drawer.raw_at(time_s) - QUIET.offset) / QUIET.counts_per_gram


def test_counts_per_gram() -> None:
    """1 mV/V on 500 g gives 4294 counts a gram: 2.147e6 / 500."""
    assert QUIET.counts_per_gram == pytest.approx(4294.0)


def test_cubes_weigh_when_they_have_settled() -> None:
    """Ten equal cubes of 0.325 g add 3.25 g; before they fell there is only the drawer."""
    drawer = SimulatedDrawer(cell=QUIET, spread=0.0, drawer_g=40.0)
    assert level(drawer, 1.0) == pytest.approx(40.0, abs=0.001)
    drawer.drop_cubes(10)
    assert level(drawer, 5.0) == pytest.approx(43.25, abs=0.001)
    assert (drawer.cubes_in_drawer, drawer.cubes_beside) == (10, 30)
    drawer.take_cubes(4)
    assert level(drawer, 10.0) == pytest.approx(41.95, abs=0.001)
    drawer.empty()
    assert level(drawer, 15.0) == pytest.approx(40.0, abs=0.001)


def test_a_cube_needs_its_settling_time() -> None:
    """Halfway through the converter's settling half of the weight has come through."""
    drawer = SimulatedDrawer(cell=QUIET, spread=0.0, drawer_g=40.0, cube_g=1.0)
    drawer.raw_at(1.0)
    drawer.lean(2.0)
    assert level(drawer, 1.2) == pytest.approx(41.0, abs=0.001)
    assert level(drawer, 1.4) == pytest.approx(42.0, abs=0.001)


def test_the_drawer_goes_out_with_its_cubes_and_comes_back_a_little_off() -> None:
    """Out, the plate is bare; back in, drawer and cubes weigh as before within the re-seating."""
    drawer = SimulatedDrawer(cell=QUIET, spread=0.0, drawer_g=40.0, reseat_mg=50.0)
    drawer.drop_cubes(2)
    drawer.raw_at(5.0)
    drawer.pull_drawer()
    drawer.pull_drawer()
    assert drawer.drawer_out
    assert level(drawer, 10.0) == pytest.approx(0.0, abs=0.001)
    drawer.push_drawer()
    back = level(drawer, 15.0)
    assert back == pytest.approx(40.65, abs=0.051)
    assert back != pytest.approx(40.65, abs=0.0005)


def test_cubes_fall_on_the_plate_while_the_drawer_is_out() -> None:
    """They weigh, but do not lie in the drawer; emptying takes them too."""
    drawer = SimulatedDrawer(cell=QUIET, spread=0.0)
    drawer.pull_drawer()
    drawer.drop_cubes(2)
    assert level(drawer, 5.0) == pytest.approx(0.65, abs=0.001)
    assert drawer.cubes_in_drawer == 0
    drawer.empty()
    assert level(drawer, 10.0) == pytest.approx(0.0, abs=0.001)
    assert drawer.cubes_beside == 40


def test_a_bump_leaves_nothing() -> None:
    """A knock swings the value both ways, and two seconds later nothing of it is left."""
    drawer = SimulatedDrawer(cell=QUIET, drawer_g=40.0)
    drawer.raw_at(1.0)
    drawer.bump(grams=25.0)
    swing = [level(drawer, 1.0 + i / 80.0) - 40.0 for i in range(1, 40)]
    assert max(swing) > 1.0
    assert min(swing) < -1.0
    assert level(drawer, 3.0) == pytest.approx(40.0, abs=0.001)


def test_the_same_seed_is_the_same_evening() -> None:
    """Noise, masses and re-seating come from the seed alone."""

    def evening(seed: int) -> list[int]:
        drawer = SimulatedDrawer(seed)
        drawer.drop_cubes(3)
        return [drawer.raw_at(i / 10.0) for i in range(50)]

    assert evening(1) == evening(1)
    assert evening(1) != evening(2)


def test_only_cubes_that_are_there() -> None:
    """More cubes than lie beside the drawer, or in it, cannot be moved, and nothing changes."""
    drawer = SimulatedDrawer(set_size=5)
    with pytest.raises(ValueError, match="there are 5 cubes, not 6"):
        drawer.drop_cubes(6)
    with pytest.raises(ValueError, match="there are 0 cubes, not 1"):
        drawer.take_cubes(1)
    with pytest.raises(ValueError, match="not -1"):
        drawer.drop_cubes(-1)
    assert (drawer.cubes_beside, drawer.cubes_in_drawer) == (5, 0)


def test_values_stay_within_24_bits() -> None:
    """A hand that presses with all its weight saturates the converter."""
    drawer = SimulatedDrawer()
    drawer.lean(50_000.0)
    assert drawer.raw_at(10.0) == 2**23 - 1
