"""The drawer goes out and comes in, by weight alone: whatever happens to it ends with the next emptying."""

from dataclasses import replace
from typing import Any

import pytest

from hardware.calibration import Calibration, CannotCalibrate
from hardware.cube_scale import SURE
from hardware.drawer import Drawer
from hardware.levels import Level
from hardware.samples import SampleBlock

from .random_evening import RandomEvening
from .scale_table import ScaleTable


@pytest.fixture
def table() -> ScaleTable:
    table = ScaleTable(3)
    table.calibrate(plate=True)
    return table


def empty_drawer(cube: float = 1400.0) -> Drawer:
    """Calibrated and in its place: empty at 0, as heavy as 117 cubes of so many counts."""
    drawer = Drawer()
    drawer.use(cube, 117.0 * cube)
    drawer.empty = 0.0
    return drawer


@pytest.mark.slow
@pytest.mark.parametrize(("rate_hz", "seed"), [(10, 3), (10, 6), (10, 37), (10, 40), (10, 49), (80, 6)])
def test_nothing_lasts_longer_than_the_next_emptying(rate_hz: int, seed: int) -> None:
    """After 200 random events, emptied and pushed in, three cubes are three."""
    table = ScaleTable(seed, rate_hz=rate_hz)
    table.calibrate(plate=True)
    evening = RandomEvening(table, seed)
    evening.play(200)
    evening.empty_and_push_in()
    table.expect("the last", 12)
    table.fall(3)
    assert (table.last.count, table.last.status) == (3, SURE), evening.happened[-40:]


def assert_two_are_counted(table: ScaleTable) -> None:
    """Two more cubes fall, and that is said surely."""
    table.fall(2)
    assert (table.last.count, table.last.status) == (2, SURE)


def test_a_calibration_from_the_bare_plate_on_knows_the_drawers_weight(table: ScaleTable) -> None:
    """The simulated drawer weighs 38 g, as much as 117 cubes of 0.325 g."""
    made = table.scale.calibration
    assert made is not None
    assert made.drawer is not None
    assert made.drawer / made.cube == pytest.approx(38.0 / 0.325, rel=0.02)
    assert Calibration.from_plain(made.to_plain()) == made


def test_an_old_calibration_has_no_weight_of_the_drawer(table: ScaleTable) -> None:
    """What an earlier version kept is used as it is; a weight that is none is refused."""
    made = table.scale.calibration
    assert made is not None
    plain: dict[str, Any] = made.to_plain()
    del plain["drawer"]
    assert Calibration.from_plain(plain).drawer is None
    for wrong in (0.0, -5.0, float("nan"), "heavy"):
        with pytest.raises(CannotCalibrate):
            Calibration.from_plain({**plain, "drawer": wrong})


def test_cubes_that_land_on_the_bare_plate_make_it_heavier_for_no_longer_than_they_lie_there(table: ScaleTable) -> None:
    """Ten fall as the drawer goes out, and are lifted off: the drawer is in again, empty, and counts."""
    table.expect("round 1")
    table.drawer.pull_drawer()
    table.drawer.drop_cubes(10)
    table.wait(3.0)
    table.drawer.push_drawer()
    table.wait(3.0)
    assert table.scale.health.drawer == "in"
    assert (table.last.count, table.last.status) == (10, SURE)  # it was empty when the drop began
    table.drawer.pull_drawer()
    table.wait(1.0)
    table.drawer.empty()
    table.wait(2.0)
    assert table.scale.health.drawer == "out"
    table.drawer.push_drawer()
    table.wait(3.0)
    assert table.scale.health.drawer == "in"
    table.expect("round 2")
    assert_two_are_counted(table)


@pytest.mark.parametrize(("leans", "sure"), [(0.6, False), (0.0, True)])
def test_what_may_lean_on_the_plate_is_not_nothing(leans: float, sure: bool) -> None:
    """A cube fell as the drawer went out, and leans on the plate's edge with three fifths of its weight: so much the
    plate never wanders meanwhile, however the drawer sits (9591028831/15 said none, for two seconds)."""
    table = ScaleTable(1)
    table.calibrate(plate=True)
    table.expect("round 1")
    table.drawer.pull_drawer()
    table.drawer.lean(0.325 * leans)
    table.wait(3.0)
    table.drawer.push_drawer()
    table.wait(3.0)
    assert (table.last.status == SURE) is sure
    assert table.last.count == 0


def test_as_many_cubes_on_the_bare_plate_a_second_time_are_no_weight_of_the_plate(table: ScaleTable) -> None:
    """Three fall as the drawer is out, are taken out, and four are counted; then three fall so again. Had the first
    three stayed below the drawer, it would not have been empty meanwhile."""
    for round_number in range(2):
        table.expect(f"pulled {round_number}")
        table.drawer.pull_drawer()
        table.drawer.drop_cubes(3)
        table.wait(3.0)
        table.drawer.push_drawer()
        table.wait(3.0)
        assert (table.last.count, table.last.status) == (3, SURE)
        table.drawer.empty()
        table.wait(3.0)
        table.expect(f"quiet {round_number}")
        table.fall(4)
        assert (table.last.count, table.last.status) == (4, SURE)
        table.drawer.empty()
        table.wait(3.0)


def test_a_drawer_that_is_half_in_is_out(table: ScaleTable) -> None:
    """Half of its weight on the cell is no drawer, however long it stays so."""
    table.expect("round 1")
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.lean(19.0)
    table.wait(6.0)
    assert table.scale.health.drawer == "out"
    assert table.scale.drawer_is_empty() == "drawer_out"
    table.drawer.lean(-19.0)
    table.drawer.push_drawer()
    table.wait(3.0)
    assert_two_are_counted(table)


def test_a_drawer_that_was_out_when_it_began_is_noticed_as_it_comes_in(table: ScaleTable) -> None:
    """Switched on with the drawer beside it, the scale takes the bare plate for the bare plate once it comes."""
    later = ScaleTable(5, calibration=table.scale.calibration)
    later.drawer.pull_drawer()
    later.wait(3.0)
    later.drawer.push_drawer()
    later.wait(3.0)
    assert later.scale.health.drawer == "in"
    later.expect("round 1")
    assert_two_are_counted(later)


def test_a_drawer_said_to_be_empty_while_cubes_lie_in_it_is_right_again_once_it_was(table: ScaleTable) -> None:
    """Whoever taps that by mistake spoils nothing: the next emptying tells."""
    table.fall(8)
    assert table.scale.drawer_is_empty() == ""
    for turn in range(2):
        table.drawer.pull_drawer()
        table.wait(2.0)
        table.drawer.empty()
        table.drawer.push_drawer()
        table.wait(3.0)
        table.expect(f"round {turn}")
        assert_two_are_counted(table)


def test_what_weighs_less_than_empty_is_empty_once_it_was_seen_twice() -> None:
    """1.7 cubes less are no cubes, whatever they are near to: the gain has drifted. 1.7 more may be two; half a cube
    may be a crumb, fourteen and a half are fifteen on a cell that shows too little."""
    for cubes, learned in ((-1.7, 1), (-2.0, 1), (1.7, 0), (0.5, 1), (1.5, 1), (14.5, 0)):
        drawer = empty_drawer()
        drawer.seen_off(cubes)
        drawer.seen_off(cubes)
        assert (drawer.learned, drawer.empty) == (learned, learned * cubes * 1400.0)


def test_a_crumb_that_has_gone_hides_no_cube_where_the_gain_has_drifted() -> None:
    """The gain drifts down by a cube's weight of the drawer, seen empty each time; then half a cube of a crumb is
    learned, and it goes. Seen lighter once, empty is no longer half a cube too heavy: a cube would seem but a half."""
    drawer = empty_drawer(cube=1.0)
    for _ in range(20):
        drawer.came_in((drawer.empty or 0.0) - 0.2)
    assert drawer.weight == pytest.approx(115.8)
    for _ in range(2):
        drawer.seen_off(0.5)
    assert drawer.empty == pytest.approx(-3.5)
    plate = -4.0 - 115.8
    for number in range(6):
        drawer.feed(SampleBlock(0.1 * number, plate, round(plate)), Level(0.0, 1.0, plate, plate, 20))
    drawer.came_in(-4.0)
    assert drawer.empty == pytest.approx(-4.0)
    drawer.came_in(-4.0 + 1.0)
    assert not drawer.clearly_empty(-4.0 + 1.0)


@pytest.mark.parametrize(("comes_in", "holds"), [(-1.0, 0.0), (0.0, None)])
def test_a_plate_that_is_lighter_is_believed_where_the_drawer_is_so_too(comes_in: float, holds: float | None) -> None:
    """A cube's weight less than before: the zero has wandered, or a hand lifts the plate. A drawer that is as much
    lighter tells that no hand does; one that is not may hold a cube."""
    drawer = empty_drawer(cube=1.0)
    for number in range(6):
        drawer.feed(SampleBlock(0.1 * number, -118.0, -118), Level(0.0, 1.0, -118.0, -118.0, 20))
    drawer.came_in(comes_in)
    assert drawer.holds(comes_in) == holds


def test_where_empty_is_not_known_the_lighter_of_two_plates_tells_it() -> None:
    """The plate seemed six cubes heavier after samples were missing, and twenty the next time: cubes lie on it. Where
    it seems lighter than before, they lay there then."""
    for second, empty in ((-97.0, 6.0), (-117.0, 0.0)):
        drawer = empty_drawer(cube=1.0)
        drawer.doubt()
        for plate in (-111.0, second):
            drawer.moved(out=True)
            for number in range(6):
                drawer.feed(SampleBlock(0.1 * number, plate, round(plate)), Level(0.0, 1.0, plate, plate, 20))
            drawer.feed(SampleBlock(1.0, 26.0, 26), Level(1.0, 2.0, 26.0, 26.0, 40))
            drawer.came_in(26.0)
            drawer.feed(SampleBlock(2.0, 26.0, 26), Level(1.0, 2.0, 26.0, 26.0, 40))
        assert drawer.empty == empty


def test_a_drawer_that_was_lighter_than_empty_may_hold_a_cube_when_it_is_not() -> None:
    """The gain drifted while it was never empty: it is half a cube lighter the first time. Then a cube falls onto the
    plate below it, and it seems half a cube heavier than empty; a quarter more than the last time is its seat."""
    for heavier, empty in ((1.0, -0.5), (0.25, -0.25)):
        drawer = empty_drawer()
        drawer.came_in(-0.5 * 1400.0)
        drawer.moved(out=True)
        drawer.came_in((-0.5 + heavier) * 1400.0)
        assert drawer.empty == pytest.approx(empty * 1400.0)
        assert drawer.unseen is (heavier > 0.5)


def test_what_people_told_of_and_is_gone_belongs_to_the_drawer_no_longer() -> None:
    """Half a cube of water was told, and wiped away: empty is what it was, and the drawer weighs what it weighed. A
    cube that falls in unseen weighs one then, not half of one. What goes and weighs otherwise is something else."""
    drawer = empty_drawer()
    drawer.told_off(0.6)
    assert (drawer.empty, drawer.weight) == pytest.approx((0.6 * 1400.0, 117.6 * 1400.0))
    assert not drawer.forget_added(-0.6 * 1400.0)
    assert drawer.forget_added(0.1 * 1400.0)
    assert (drawer.empty, drawer.weight) == pytest.approx((0.1 * 1400.0, 117.0 * 1400.0))
    assert not drawer.forget_added(-0.5 * 1400.0)


def test_of_what_was_added_to_the_drawer_a_part_may_go() -> None:
    """A cube and a crumb that were left in it weigh 1.4; the cube is taken out, and the crumb later. More than that
    cannot go."""
    drawer = empty_drawer()
    drawer.told_off(1.4)
    assert drawer.forget_added(0.4 * 1400.0)
    assert (drawer.empty, drawer.weight) == pytest.approx((0.4 * 1400.0, 117.4 * 1400.0))
    assert not drawer.forget_added(-0.5 * 1400.0)
    assert drawer.forget_added(0.0)
    assert (drawer.empty, drawer.weight) == pytest.approx((0.0, 117.0 * 1400.0))
    assert not drawer.forget_added(-0.5 * 1400.0)


def test_all_that_was_added_to_the_drawer_may_go_at_once() -> None:
    """A crumb of 0.6 was told, and later one of 1.4; both are swept out."""
    drawer = empty_drawer()
    drawer.told_off(0.6)
    drawer.told_off(1.4)
    assert drawer.empty == pytest.approx(2.0 * 1400.0)
    assert drawer.forget_added(0.0)
    assert (drawer.empty, drawer.weight) == pytest.approx((0.0, 117.0 * 1400.0))


def test_what_was_added_has_gone_where_the_drawer_sits_a_little_lighter_beside() -> None:
    """Crumbs of 1.1 were told, and swept out; it is 1.4 lighter, as the drawer sits three tenths otherwise. A cube that
    falls then is no part of the crumbs (9547028685/14 said none)."""
    drawer = empty_drawer()
    drawer.told_off(1.1)
    assert drawer.forget_added(-0.3 * 1400.0)
    assert drawer.empty == pytest.approx(-0.3 * 1400.0)
    assert not drawer.forget_added(0.65 * 1400.0)


def test_a_drawer_that_was_lighter_once_is_no_gain() -> None:
    """A hand lifts it by 1.8 as it comes in, and it is as heavy as before the next time: what empty weighs is doubted,
    and asked; what each cube weighs is not (9547028704/15 said fifteen for thirteen and a thing of 1.49)."""
    drawer = empty_drawer()
    put_back_empty(drawer, -1.8 * 1400.0)
    put_back_empty(drawer, 0.0)
    assert drawer.unseen
    assert drawer.gain == 1.0


def test_a_crumb_that_was_seen_twice_belongs_to_the_drawer_only_while_it_lies_there() -> None:
    drawer = empty_drawer()
    drawer.seen_off(1.5)
    drawer.seen_off(1.5)
    assert drawer.empty == pytest.approx(1.5 * 1400.0)
    assert drawer.forget_added(0.1 * 1400.0)
    assert (drawer.empty, drawer.weight) == pytest.approx((0.1 * 1400.0, 117.0 * 1400.0))


def test_water_that_was_told_and_is_wiped_away_while_the_drawer_is_out_leaves_it_empty() -> None:
    drawer = empty_drawer()
    drawer.unseen = True
    drawer.told_off(0.6)
    drawer.unseen = True
    drawer.came_in(0.0)
    assert (drawer.empty, drawer.unseen) == (0.0, False)


def test_what_the_plate_has_moved_empty_by_is_in_doubt() -> None:
    """By a quarter of a cube since the last pulling; seen empty it is known again."""
    drawer = empty_drawer()
    plate = -117.25 * 1400.0
    for number in range(6):
        drawer.feed(SampleBlock(0.1 * number, plate, round(plate)), Level(0.0, 1.0, plate, plate, 20))
    drawer.came_in(5.0 * 1400.0)
    assert drawer.shifted == pytest.approx(-0.25)
    # Halfway, and known to that half beside how differently it sits, a tenth of a cube.
    assert drawer.empty_by_both == pytest.approx((-0.125 * 1400.0, (0.125**2 + 0.1**2) ** 0.5 * 1400.0, 0.125 * 1400.0))
    drawer.came_in(-0.2 * 1400.0)
    assert drawer.shifted == 0.0


def test_a_plate_that_is_heavier_after_samples_were_missing_is_not_believed_at_once() -> None:
    """Six cubes may lie on it, or it reads otherwise now: what empty is nobody knows, until it seems as heavy again."""
    drawer = empty_drawer()
    drawer.doubt()
    for empty in (None, 6.0 * 1400.0):
        plate = -111.0 * 1400.0
        for number in range(6):
            drawer.feed(SampleBlock(0.1 * number, plate, round(plate)), Level(0.0, 1.0, plate, plate, 20))
        drawer.feed(SampleBlock(1.0, 0.0, 0), Level(1.0, 2.0, 6.0 * 1400.0, 6.0 * 1400.0, 40))
        drawer.came_in(6.0 * 1400.0)
        assert drawer.empty == empty


def test_a_swing_that_looks_low_for_a_block_is_no_bare_plate() -> None:
    """Pulled for a moment, on a bar so soft that the plate came to no rest. Put back, the drawer swings by more than
    half of its weight, and where it rests is known meanwhile."""
    drawer, plate = empty_drawer(), -117.0 * 1400.0
    for number in range(6):
        drawer.feed(SampleBlock(0.1 * number, plate, round(plate), samples=8), None)
    rest = Level(1.0, 1.4, 0.0, 0.0, 4)
    assert drawer.feed(SampleBlock(1.4, 0.6 * plate, 0, samples=8), rest) == ""
    assert drawer.feed(SampleBlock(1.5, 0.0, 0, samples=8), rest) == "in"


def put_back_empty(drawer: Drawer, raw: float, plate: float = -117.0 * 1400.0) -> None:
    """Pulled, and put back with nothing in it: the cell shows `raw` then."""
    for number in range(6):
        drawer.feed(SampleBlock(0.1 * number, plate, round(plate), samples=8), Level(0.0, 1.0, plate, plate, 20))
    drawer.feed(SampleBlock(1.0, raw, round(raw), samples=8), Level(1.0, 2.0, raw, raw, 40))
    drawer.came_in(raw)


def test_a_cube_below_the_drawer_is_no_drift_of_the_plate() -> None:
    """The plate seems 0.6 of a cube heavier, which may be the cell's drift, and the drawer on it 0.3 more: together
    they are nine tenths of what no emptied drawer can have gained, and a cube that fell onto the plate can."""
    drawer = empty_drawer()
    put_back_empty(drawer, 0.9 * 1400.0, plate=(0.6 - 117.0) * 1400.0)
    assert not drawer.clearly_empty(0.9 * 1400.0)
    assert drawer.unseen
    put_back_empty(drawer, 0.0)
    assert drawer.clearly_empty(0.0)


def test_a_drawer_that_was_lighter_and_seems_as_heavy_as_before_may_hold_a_cube() -> None:
    """It came in eight tenths of a cube lighter than empty, its gain having drifted, and then as heavy as empty was:
    a cube fell onto the plate meanwhile (9401029025/3). That it was followed little by little explains nothing."""
    drawer = empty_drawer()
    put_back_empty(drawer, -0.8 * 1400.0)
    put_back_empty(drawer, 0.1 * 1400.0, plate=-116.0 * 1400.0)
    assert drawer.unseen
    assert not drawer.clearly_empty(0.1 * 1400.0)


@pytest.mark.parametrize(("stood", "empty"), [(-0.3, False), (0.1, True), (-1.2, True)])
def test_a_drawer_that_went_out_a_little_lighter_may_hold_a_cube_when_it_is_heavier(stood: float, empty: bool) -> None:
    """Its gain has drifted, and it sits otherwise: three tenths of a cube lighter than empty before it was pulled, and
    0.35 heavier once a cube has leant on the plate (9556028778/5 said none). What lightened it by more was a hand."""
    drawer = empty_drawer()
    block, rests = SampleBlock(3.0, stood * 1400.0, round(stood * 1400.0)), stood * 1400.0
    drawer.feed(block, Level(2.0, 3.0, rests, rests, 20))
    drawer.moved(out=True)
    put_back_empty(drawer, 0.35 * 1400.0)
    assert drawer.unseen is not empty


def test_two_things_that_weigh_otherwise_are_no_crumb_that_stays() -> None:
    """Half a cube of water at first, and later a finger of 0.82 that rests on the drawer as it comes in."""
    drawer = empty_drawer()
    for cubes in (0.48, 0.82):
        drawer.seen_off(cubes)
    assert (drawer.learned, drawer.empty) == (0, 0.0)


@pytest.mark.parametrize(("stood", "stays"), [(1.4, True), (6.4, True), (0.0, False)])
def test_what_lay_there_no_longer_when_the_drawer_went_out_is_no_crumb_that_stays(stood: float, stays: bool) -> None:
    """It came in 1.4 too heavy once, and stood there empty when it was pulled; so 1.31 that came with it later are no
    crumb of a second time (9581028781/19: two cubes that leant on the plate)."""
    drawer = empty_drawer()
    drawer.seen_off(1.4)
    drawer.feed(SampleBlock(3.0, stood * 1400.0, 0), Level(2.0, 3.0, stood * 1400.0, stood * 1400.0, 20))
    drawer.moved(out=True)
    drawer.seen_off(1.31)
    assert drawer.learned == (1 if stays else 0)


def test_what_people_tell_twice_is_the_drawers_own_however_heavy() -> None:
    """Two per cent of gain are two and a half cubes of a drawer of 117: once they may be cubes that were left in it,
    and not again, once it was out since. What is told otherwise the second time is neither."""
    for second, empty in ((3.2, 3.2), (2.0, 0.0), (-3.0, 0.0)):
        drawer = empty_drawer(cube=1.0)
        drawer.told_off(3.0)
        assert drawer.empty == 0.0
        drawer.told_off(second)
        assert drawer.empty == pytest.approx(empty)


def test_more_cubes_than_lie_there_make_the_drawer_no_lighter() -> None:
    """Four fell, and half of them were taken out before the drawer was put back: people say four, and 2.5 lie there.
    Told again once it was out since, it is the drawer that has become lighter."""
    drawer = empty_drawer()
    drawer.told_off(-1.49)
    assert (drawer.empty, drawer.gain) == (0.0, 1.0)
    drawer.told_off(-1.4)
    assert drawer.empty == pytest.approx(-1.4 * 1400.0)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_drawer_is_a_weight_that_shows_the_cells_gain(sign: float) -> None:
    """One of 117 cubes seems 1.2 of them heavier by and by, or lighter: the cell shows one per cent more, or less."""
    drawer = empty_drawer()
    for number in range(20):
        put_back_empty(drawer, sign * min(0.1 * number, 1.2) * 1400.0)
    assert drawer.gain == pytest.approx(1.0 + sign * 1.2 / 117.0, abs=0.001)


@pytest.mark.parametrize("drifts", [True, False])
def test_what_it_drifts_by_while_it_stands_there_is_the_cells_gain(drifts: bool) -> None:
    """Half a per cent more of 117 cubes, little by little: 0.58. The plate weighs nothing by comparison, so that it
    tells of an empty drawer as light as before. What comes in at once is a crumb, or a cube that sits otherwise."""
    drawer = empty_drawer(cube=1.0)
    for _ in range(200 if drifts else 0):
        drawer.drift(0.58 / 200)
    for number in range(6):
        drawer.feed(SampleBlock(0.1 * number, -117.0, -117), Level(0.0, 1.0, -117.0, -117.0, 20))
    drawer.came_in(0.58)
    assert drawer.unseen is not drifts
    assert drawer.empty == pytest.approx(0.58 if drifts else 0.0)
    assert drawer.gain == pytest.approx(1.005 if drifts else 1.0, abs=0.0001)


def test_what_lies_on_the_plate_for_a_moment_is_no_gain() -> None:
    """The plate shows 0.65 of a cube more than the last time, and the drawer is as heavy as it was (9512028547/9): it
    has not become lighter, and the cell shows each cube as before. So it weighs the next time, too."""
    drawer = empty_drawer(cube=1.0)
    for plate in (-116.35, -117.0):
        drawer.moved(out=True)
        for number in range(6):
            drawer.feed(SampleBlock(0.1 * number, plate, round(plate)), Level(0.0, 1.0, plate, plate, 20))
        drawer.came_in(0.0)
        assert drawer.empty == pytest.approx(0.0)
        assert drawer.gain == pytest.approx(1.0, abs=0.00001)


def test_a_crumb_is_no_gain() -> None:
    """A sticker of a cube and a half, seen twice, and told half a cube of water: each comes at once, and may go. Nor is
    what people say lies in the drawer for good."""
    drawer = empty_drawer()
    for _ in range(5):
        put_back_empty(drawer, 1.5 * 1400.0)
    drawer.told_off(0.5)
    put_back_empty(drawer, 2.0 * 1400.0)
    assert drawer.gain == pytest.approx(1.0)
    put_back_empty(drawer, 0.0)
    assert drawer.gain == pytest.approx(1.0)
    drawer.is_empty(5.0 * 1400.0)
    put_back_empty(drawer, 5.0 * 1400.0)
    assert drawer.gain == pytest.approx(1.0)


def test_a_drawer_that_has_become_lighter_shows_the_gain_also_where_it_was_long_not_pulled() -> None:
    """Half a cube of a crumb came, and went: no gain. 1.7 cubes less than empty, seen twice, are one. What weighed five
    was taken out of the drawer for good."""
    drawer = empty_drawer()
    drawer.seen_off(0.5)
    drawer.seen_off(0.5)
    assert drawer.forget_added(0.0)
    assert drawer.gain == 1.0
    for off in (-1.7, -1.7, -5.0, -5.0):
        drawer.seen_off(off)
    assert drawer.gain == pytest.approx(1.0 - 1.7 / 117.0)


def test_what_cubes_weigh_follows_the_cells_gain(table: ScaleTable) -> None:
    """It shows by and by 1.5 per cent more, and all forty cubes seem 40.6: the drawer alone has told why."""
    for part in range(1, 37):
        table.drawer.cell = replace(table.drawer.cell, capacity_g=500.0 / (1.0 + min(0.0005 * part, 0.015)))
        table.drawer.pull_drawer()
        table.wait(2.0)
        table.drawer.push_drawer()
        table.wait(3.0)
    before = table.scale.calibration
    table.expect("round 1", 40)
    table.fall(40)
    assert (table.last.count, table.last.status) == (40, SURE)
    assert table.scale.health.cubes == pytest.approx(40.0, abs=0.2)
    assert table.scale.calibration == before


def test_what_empty_is_need_not_be_known_once_people_have_counted(table: ScaleTable) -> None:
    """The chip was off, and the plate seems six cubes heavier: it is asked what lay there. Once that was answered the
    next count is sure, also before the drawer was pulled again: what fell then was seen."""
    table.scale.zero_may_have_moved()
    table.drawer.pull_drawer()
    table.drawer.lean(6.0 * 0.325)
    table.wait(2.0)
    table.drawer.push_drawer()
    table.wait(3.0)
    table.expect("round 1")
    table.fall(3)
    assert (table.last.count, table.last.reason) == (3, "zero_doubtful")
    table.scale.confirm_count(3)
    table.drawer.empty()
    table.wait(3.0)
    table.expect("round 2")
    assert_two_are_counted(table)
