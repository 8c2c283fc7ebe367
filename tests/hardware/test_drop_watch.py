"""When a drop's count is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.drop import Drop, Verdict
from hardware.drop_watch import NO_SIGNAL, SURE, UNSURE, Count, DropWatch
from hardware.levels import Levels
from tests.hardware.rests import MADE, level


def test_what_is_in_doubt_is_said_though_the_table_is_shaken_again_and_again() -> None:
    """Half a cube lies there in three rests of 0.6 s: after 1.6 s of them it is asked about."""
    watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    said = []
    for number in range(3):
        there = replace(level(0.5, 3.0 + number, 0.6), blocks=6)
        watch.drop.rest(there)
        watch.judge(there.end_s, Levels(resting=there))
        said.append([(one.count, one.status) for one in watch.pending])
    assert [[status for _, status in one] for one in said] == [[], [], [UNSURE]]


class Swinging(Levels):
    """A cell that is sampled quickly enough to see swings, and shows nothing but one."""

    sees_swings = True

    def only_swings(self, blocks: int) -> bool:
        return self.resting is not None and self.resting.blocks >= blocks


def said_of(cell: type[Levels], *rests: tuple[float, int]) -> list[list[tuple[int | None, str]]]:
    """All that was said after each rest, of so many cubes and blocks."""
    watch, said = DropWatch(Drop("one", 20, MADE, MADE.weights())), []
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    for cubes, blocks in rests:
        there = replace(level(cubes, 3.0 * cubes), blocks=blocks)
        watch.drop.rest(there)
        watch.judge(there.end_s, cell(resting=there))
        said.append([(one.count, one.status) for one in watch.pending])
    return said


def test_another_count_is_said_once_nothing_but_it_was_seen_for_a_second() -> None:
    """Two were counted; a third cube, or a finger as heavy: not before twelve blocks."""
    said = said_of(Swinging, (2.0, 4), (3.0, 4), (3.0, 11), (3.0, 12))
    assert said == [[(2, SURE)], [(2, SURE)], [(2, SURE)], [(2, SURE), (3, SURE)]]


def test_what_is_hardly_whole_is_said_once_nothing_but_it_was_seen_for_a_second() -> None:
    """Ten cubes of this set deviate by 0.09 of a cube: 10.08 may be said at once, 10.2 may be eight and a finger that
    sways. Once it was said it stands, though the cell comes to rest anew."""
    said = []
    for cubes in (10.08, 10.2):
        watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
        assert watch.drop is not None
        watch.drop.take_zero(level(0.0, 0.0))
        for blocks, start_s in ((4, 3.0), (9, 3.0), (10, 3.0), (4, 6.0), (17, 6.0)):
            there = replace(level(cubes, start_s), blocks=blocks)
            watch.drop.rest(there)
            watch.judge(start_s + 0.1 * blocks, Swinging(resting=there))
            said.append([(one.count, one.status) for one in watch.pending])
    assert said == [[(10, SURE)]] * 5 + [[], [], [(10, SURE)], [(10, SURE)], [(10, SURE)]]


def test_where_no_swing_can_be_seen_a_count_is_said_once_it_has_rested_for_a_second() -> None:
    """A soft bar swings as slowly as it is sampled, and rests a cube off for half a second. That nothing has fallen
    yet is said at once."""
    said = said_of(Levels, (0.0, 4), (10.0, 4), (10.0, 9), (10.0, 10))
    assert said == [[(0, SURE)], [(0, SURE)], [(0, SURE)], [(0, SURE), (10, SURE)]]


def test_what_was_sure_is_so_again_as_soon_as_the_signal_is_back() -> None:
    """Ten and a fifth, hardly whole, were sure after a second; then samples are missing for as long. Found at the same
    place they are said at once, and not asked about first."""
    watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    for blocks, start_s in ((40, 3.0), (4, 9.0)):
        there = replace(level(10.2, start_s), blocks=blocks)
        watch.drop.rest(there)
        watch.judge(start_s + 0.1 * blocks, Swinging(resting=there))
        watch.announce(Count(8.0, None, NO_SIGNAL, 0.0))
    assert [one.status for one in watch.pending] == [SURE, NO_SIGNAL, SURE, NO_SIGNAL]


def test_what_wavers_about_the_limit_is_sure_once_it_was_so_for_a_second() -> None:
    """Two of these cubes deviate by 0.042 of one. 2.16 is four of those too much and none; as the rest is averaged it
    is 2.09, which may be two: not at once, since the next block may say the other again."""
    watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    there = replace(level(2.16, 3.0), blocks=10)
    watch.drop.rest(there)
    said = []
    for cubes, blocks in ((2.16, 10), (2.09, 11), (2.09, 19), (2.09, 20)):
        there.first = there.now = cubes * MADE.cube
        there.blocks = blocks
        watch.judge(3.0 + 0.1 * blocks, Swinging(resting=there))
        said.append([(one.count, one.status) for one in watch.pending][-1:])
    assert said == [[], [], [(2, UNSURE)], [(2, SURE)]]


@pytest.mark.parametrize(("then", "last"), [(10.28, SURE), (10.31, UNSURE)])
def test_what_was_sure_stands_while_nothing_moves_but_a_bar_that_rings(then: float, last: str) -> None:
    """Ten and a fifth were sure after a second. 10.28 is no number of cubes any more, but who has kicked the table has
    brought none (9514028588/1, 9514028624/8); what came beyond a finger's sway may be a crumb."""
    watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    for cubes, start_s in ((10.2, 3.0), (then, 9.0)):
        there = replace(level(cubes, start_s), blocks=25)
        watch.drop.rest(there)
        watch.judge(start_s + 2.5, Swinging(resting=there))
    assert watch.drop.verdict(40.0).reason == "between_counts"
    assert [one.status for one in watch.pending][-1] == last


@pytest.mark.parametrize(("sure", "chance", "stands"), [(0.9997, 0.9992, True), (0.9997, 0.995, False),
    (0.997, 0.995, True), (0.997, 0.98, False)])  # fmt: skip
def test_a_sure_count_stands_while_its_chance_wavers_about_the_limit(sure: float, chance: float, stands: bool) -> None:
    """Of a set all of which was weighed singly a count is sure at 99.7 %, of another at 99.97 %."""
    weights = MADE.weights()
    weights.sure = sure
    watch, rest = DropWatch(Drop("one", 20, MADE, weights)), level(15.0, 3.0)
    watch.last, watch._said_at = Count(4.0, 15, SURE, sure), rest
    assert watch._still_said(Verdict(15, 14, chance, "between_counts"), rest) is stands


@pytest.mark.parametrize(
    ("back", "away_s", "last"),
    [
        (4.02, 2.0, (4, SURE)),
        (4.3, 2.0, (4, UNSURE)),  # it weighs otherwise than it did
        (4.02, 6.0, (4, UNSURE)),  # no hand lifts for so long: two may have been taken out, and two laid in
    ],
)
def test_what_goes_and_weighs_soon_as_it_did_is_what_was_counted(
    back: float, away_s: float, last: tuple[int, str]
) -> None:
    """Four were surely counted. Two cubes' weight goes and comes again: the supply had sagged, or a hand lifted it."""
    watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    watch.drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    for there in (level(4.0, 3.0), level(2.0, 5.2, away_s - 0.4), level(back, 5.0 + away_s)):
        watch.drop.rest(there)
        watch.judge(there.end_s, Swinging(resting=there))
    assert watch.last is not None
    assert (watch.last.count, watch.last.status) == last
