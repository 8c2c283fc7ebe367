"""The guided calibration: each step is noticed, and what is said at its end is true of the set, and useful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.drawer.weights import SingleWeights
from companion.drawer.wizard import CalibrationRefused, asks_often, finished, result_words, to_set_aside
from hardware.simulated_drawer import Cell
from tests.companion.drawer.desk_table import DeskTable

NO_READINGS = (
    "No readings come from the cell: check the cable of the drawer and the wires of its cell. Once they come again, "
    "it goes on."
)


def spoken(table: DeskTable) -> list[str]:
    return [str(text) for text in table.said]


@pytest.mark.parametrize("rate_hz", [80, 10])
def test_hands_free_from_the_plate_to_the_end(rate_hz: int) -> None:
    """Empty plate, drawer, whole set, singles for as long as they help: nobody touches a phone, every step is said."""
    table = DeskTable(rate_hz=rate_hz)
    table.begin()
    assert table.step == "plate"
    table.drawer.pull_drawer()
    table.wait(3)
    assert table.step == "drawer"
    table.drawer.push_drawer()
    table.wait(3)
    assert (table.step, table.words) == ("known", "Now put all 40 cubes in.")
    table.whole_set()
    assert table.step == "single"
    while table.step == "single" and len(table.desk.wizard.state.singles) < 20:
        table.single()
    table.wait(3)
    if table.step == "known":  # it would rather go without some; nobody lays them aside
        table.wait(62)
    assert table.step == "idle"
    assert table.results[0] == "Done. The scale knows your cubes now."
    assert "surely" in table.results[1]
    made = table.scale.calibration
    assert made is not None
    assert made.set_size == 40
    assert 8 <= made.singles <= 20
    assert made.drawer is not None
    assert made.drawer / made.cube == pytest.approx(38.0 / 0.325, rel=0.03)
    assert spoken(table).count("Next one, please.") >= 5
    (kept,) = table.desk.calibrations.all()
    assert (kept.by, kept.at, kept.used) == ("Ada", 1000.0, True)


def test_afterwards_it_counts() -> None:
    """What was learnt hands-free counts the next cubes surely."""
    table = DeskTable(2)
    table.calibrate(5)
    table.desk.try_out()
    table.wait(2)
    table.drawer.drop_cubes(4)
    table.wait(3)
    state = table.desk.state()
    assert (state.counting, state.status, state.count) == ("trial", "sure", 4)
    assert table.reported == []


def test_the_drawer_may_be_out_already() -> None:
    """Who begins with the drawer in hand just pushes it in: that rise is noticed as well."""
    table = DeskTable()
    table.drawer.pull_drawer()
    table.begin()
    table.drawer.push_drawer()
    table.wait(3)
    assert table.step == "known"


def test_cubes_may_be_filled_in_and_taken_out_with_the_drawer_in_hand() -> None:
    """The bare plate in between is never taken for the set, nor for a wrong sign."""
    table = DeskTable()
    table.begin()
    table.drawer_out_and_in()
    table.drawer.drop_cubes(40, over_s=1.0)
    table.until(lambda: table.words.startswith("Noted"))
    table.drawer.pull_drawer()
    table.wait(3)
    assert table.step == "known"
    table.drawer.empty()
    table.drawer.push_drawer()
    table.wait(3)
    assert table.step == "single"


def test_the_set_may_come_in_portions_and_go_in_portions() -> None:
    """The most that lay there is the set, wherever somebody paused on the way in or out."""
    table = DeskTable(5)
    table.begin()
    table.drawer_out_and_in()
    for part in (15, 25):
        table.drawer.drop_cubes(part)
        table.wait(4)
    table.drawer.take_cubes(20)
    table.wait(3)
    assert "Take everything out" in table.words
    table.drawer.empty()
    table.wait(3)
    assert table.step == "single"
    for _ in range(4):
        table.single()
    table.desk.wizard.enough()
    table.wait(4)
    if table.step == "known":
        table.desk.wizard.enough()
    assert table.scale.calibration is not None
    assert table.scale.calibration.cube == pytest.approx(0.325 * 4294, rel=0.05)


def test_singles_may_be_laid_on_top_of_each_other() -> None:
    """Each rise by one cube is one, whether the one before was taken out or not; then everything out ends it."""
    table = DeskTable(6)
    table.begin()
    table.drawer_out_and_in()
    table.whole_set()
    while table.step == "single" and len(table.desk.wizard.state.singles) < 20:
        table.single(on_top=True)
    assert len(table.desk.wizard.state.singles) >= 8
    assert table.step == "out"
    table.drawer.empty()
    table.wait(4)
    if table.step == "known":
        table.desk.wizard.enough()
    assert table.results[0].startswith("Done")


def test_two_at_once_are_noticed() -> None:
    """Two cubes instead of one are asked to be taken out, and count for nothing."""
    table = DeskTable(7)
    table.begin()
    table.drawer_out_and_in()
    table.whole_set()
    table.drawer.drop_cubes(3)
    table.wait(4)
    assert table.words.startswith("That was more than one")
    assert table.desk.wizard.state.singles == ()


def test_a_cable_that_is_out_is_said_and_it_goes_on_afterwards() -> None:
    """Nothing is weighed by what was seen last; once readings come again the step is asked for again."""
    table = DeskTable()
    table.begin()
    table.drawer_out_and_in()
    table.desk.silent(table.time_s)
    assert table.words == NO_READINGS
    assert table.desk.wizard.state.can == ("cancel",)
    assert spoken(table)[-1] == NO_READINGS
    table.desk.wizard.seen()
    assert table.step == "known"
    table.wait(2)
    assert (table.step, table.words) == ("known", "Now put all 40 cubes in.")
    assert spoken(table)[-1] == "Now put all 40 cubes in."
    table.whole_set()
    assert table.step == "single"


def test_a_cable_that_is_out_from_the_beginning_is_said() -> None:
    """Nobody pulls a drawer that nothing watches."""
    table = DeskTable()
    table.desk.calibrate(40, "Ada")
    assert spoken(table)[-1] == table.words == NO_READINGS


def test_a_cell_whose_wire_comes_off_is_said() -> None:
    """It reads past the end of the range: no shaken table is to blame, and the wire once pressed on, it goes on."""
    table = DeskTable()
    table.begin()
    table.drawer_out_and_in()
    table.off_scale(3)
    assert table.words == NO_READINGS
    table.wait(2)
    table.whole_set()
    assert table.step == "single"


def test_a_tap_before_the_drawer_was_out_blames_no_wire() -> None:
    """The drawer that is pulled after the tap leaves the empty plate; then the drawer is asked for."""
    table = DeskTable()
    table.begin()
    table.desk.wizard.seen()
    assert table.step == "drawer"
    table.drawer.pull_drawer()
    table.wait(3)
    assert table.step == "drawer"
    table.drawer.push_drawer()
    table.wait(3)
    assert table.step == "known"


@pytest.mark.parametrize("typed", [24, 60])
def test_another_number_than_lay_there_is_found_by_single_cubes(typed: int) -> None:
    """Forty lie there, and somebody typed another number: it is said after the third cube, with the right one."""
    table = DeskTable()
    table.begin(typed)
    table.drawer_out_and_in()
    table.whole_set()
    for _ in range(3):
        table.drawer.drop_cubes(1)
        table.wait(3)
        table.drawer.empty()
        table.wait(3)
    assert table.step == "idle"
    (said,) = table.results
    found = int(said.removeprefix("One cube alone weighs as if ").split()[0])
    assert said.endswith(f"had lain in the drawer, not {typed}. Count the set, and begin again.")
    assert 38 <= found <= 42
    assert table.scale.calibration is None


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (80, "If it was one, the whole set was less than 80: begin again."),
        (15, "If it was one, the whole set was more than 15: begin again."),
    ],
)
def test_a_number_that_is_far_off_is_found_by_the_first_cube(typed: int, words: str) -> None:
    """One cube alone is no two, and no crumb: what is told holds for both."""
    table = DeskTable()
    table.begin(typed)
    table.drawer_out_and_in()
    table.whole_set()
    table.drawer.drop_cubes(1)
    table.wait(3)
    assert table.words.endswith(words)
    assert table.desk.wizard.state.singles == ()


def test_it_may_stop_after_three() -> None:
    """After three singles a tap on enough, or an empty drawer for a while, ends the weighing."""
    table = DeskTable(8)
    table.begin()
    table.drawer_out_and_in()
    table.whole_set()
    table.single()
    assert "enough" not in table.desk.wizard.state.can
    table.single()
    table.single()
    assert "enough" in table.desk.wizard.state.can
    table.wait(14)
    if table.step == "known":
        table.desk.wizard.enough()
    assert table.step == "idle"
    assert table.results[0].startswith("Done")


def test_an_odd_one_is_told_at_once_and_set_aside() -> None:
    """A cube that weighs 40 % more is named when it is weighed; the set is then weighed once more without the odd."""
    table = DeskTable(9, cubes=20)
    table.drawer._random.shuffle = lambda cubes: None  # type: ignore[method-assign]
    table.drawer._beside[5] *= 1.4
    table.begin(20)
    table.drawer_out_and_in()
    table.whole_set(20)
    for _ in range(20):
        table.single()
    told = next(line for line in spoken(table) if "odd one" in line)
    assert told.startswith("Number 6 is an odd one, 3")  # 38 % of the mean that it has raised itself
    table.wait(3)
    assert table.words.startswith("Lay cube")
    assert "6" in table.words
    aside = 20 - int(table.words.split("other ")[1].split()[0])
    table.drawer._beside = sorted(table.drawer._beside)[: 20 - aside]
    table.whole_set(20 - aside)
    assert table.results[0].startswith("Done")
    assert table.scale.calibration is not None
    assert table.scale.calibration.set_size == 20 - aside


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ({"sign": -1}, "swap the load cell's two signal wires"),
        ({"cell": Cell(capacity_g=5000.0, counts_noise=95.0, settling_s=0.05, window_s=0.0125)}, "too large"),
        ({"cell": Cell(counts_noise=2500.0, settling_s=0.05, window_s=0.0125)}, "trembles too much"),
        ({"drift_a_s": 60.0}, "wander"),
    ],
    ids=["wrong sign", "too large", "noise", "drift"],
)
def test_what_is_at_fault_is_said_in_a_sentence(kind: dict[str, object], words: str) -> None:
    """Wiring and cell: each fault ends the talk with one sentence that says what to do, and the old one stays."""
    table = DeskTable(10, **kind)  # type: ignore[arg-type]
    table.begin()
    table.wait(5)
    table.drawer_out_and_in()
    if table.step == "known":
        table.whole_set()
    for _ in range(3 if table.step == "single" else 0):
        table.single()
    if table.step != "idle":
        table.desk.wizard.enough()
        table.wait(20)
    assert table.step == "idle"
    (only,) = table.results
    assert words in only
    assert not table.desk.wizard.state.good
    assert spoken(table)[-1] == only
    assert table.desk.calibrations.all() == ()


def test_no_noise_at_all_is_a_loose_wire() -> None:
    """A value that never changes is said to be no quiet table."""
    table = DeskTable()
    table.desk.calibrate(40, "Ada")
    table.wait(4, raw=123_456)
    assert "never changes" in table.results[0]


def test_a_drawer_that_changes_nothing() -> None:
    """A tap on “it is in” with nothing to be seen is a cell that does not respond."""
    table = DeskTable()
    table.drawer.pull_drawer()
    table.begin()
    table.desk.wizard.seen()
    assert table.step == "drawer"
    table.desk.wizard.seen()
    assert "does not change with the weight" in table.results[0]


def test_what_is_asked_is_said_again_but_not_for_ever() -> None:
    """Nobody does anything: the step is repeated a few times, then the talk waits in silence."""
    table = DeskTable(rate_hz=10)
    table.begin()
    table.wait(300)
    assert spoken(table).count(table.words) == 4


def test_leaving_off_keeps_what_was() -> None:
    """A cancelled talk changes nothing."""
    table = DeskTable(11)
    table.calibrate(3)
    before = table.scale.calibration
    table.begin()
    table.desk.wizard.cancel()
    table.wait(2)
    assert table.step == "idle"
    assert table.scale.calibration is before


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
    apart: float = 0.0

    def unlike(self) -> float:
        return self.apart

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


def weighed(number: int) -> SingleWeights:
    singles = SingleWeights(40)
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


@pytest.mark.parametrize(("apart", "words"), [(0.0225, "2 % heavier"), (-0.03, "3 % lighter")])
def test_singles_that_are_not_like_the_set_are_told(apart: float, words: str) -> None:
    """Then some of those never weighed singly are odd, or the set has not so many cubes."""
    said = [str(text) for text in result_words(Made(40, 0.0, apart=apart), weighed(20))]
    assert words in said[2]
    assert "Count the set" in said[2]


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


def test_every_cube_is_wanted_once_one_was_odd() -> None:
    """Those never weighed may be like it; people may still stop after three."""
    singles = weighed(7)
    assert singles.wanted == 8
    assert singles.add(0.75).odd
    assert (singles.wanted, singles.done, singles.may_stop) == (40, False, True)


def test_none_is_set_aside_where_too_few_would_be_left() -> None:
    """Which cubes to set aside is told from 1 on; a set of two is left whole."""
    assert to_set_aside(Scale(Made(5, 0.1, aside=(4, 0))), 40) == (5, 1)  # type: ignore[arg-type]
    assert to_set_aside(Scale(Made(5, 0.1, aside=(4, 0))), 3) == ()  # type: ignore[arg-type]


def test_only_a_refusal_is_a_refusal() -> None:
    """What the scale refuses has a code; anything else is raised as it is."""
    with pytest.raises(CalibrationRefused) as refused:
        finished(Scale(None, Coded()))  # type: ignore[arg-type]
    assert refused.value.code == "too_noisy"
    with pytest.raises(ZeroDivisionError):
        finished(Scale(None, ZeroDivisionError()))  # type: ignore[arg-type]
