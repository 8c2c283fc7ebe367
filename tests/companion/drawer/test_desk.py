"""Between the scale and the evening."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.api.game import CubesExpected, Move, Prompt
from companion.api.readings import Cubes, Pressed, Reading
from companion.api.refusals import BadMove
from companion.api.text import T
from companion.drawer.desk import NOTHING_FELL_S, SECOND_LOOK_S, LiveCount, ScaleDesk
from companion.drawer.words import ASK_EMPTY
from companion.session.screen import Screen, Update
from tests.companion.drawer.desk_table import DeskTable, Evening, Kept, sample

CUBE_G = 0.325


@dataclass
class Count:
    count: int | None
    status: str = "sure"
    confidence: float = 1.0
    other: int | None = None
    reason: str = ""
    time_s: float = 10.0


@dataclass
class Health:
    resting: bool = True
    grams: float | None = 1.0
    last: Count | None = None
    raw: float | None = 500.0
    noise: float = 20.0
    rate_hz: float = 80.0
    drawer: str = "in"
    cubes: float | None = 0.0
    learned_empty: int = 0
    ask_empty: bool = False
    last_stands: bool = True
    before: tuple[float, float] | None = None


@dataclass
class Made:
    cube: float = 650.0

    def to_plain(self) -> dict[str, float]:
        return {"cube": self.cube}

    def reach(self) -> Any:
        return type("Reach", (), {"surely": 20})


@dataclass
class Scale:
    """A scale that remembers what it was asked and says what it is told to."""

    health: Health = field(default_factory=Health)
    asked: list[Any] = field(default_factory=list)
    calibration: Any = None
    learns: bool = True
    refuses: str = ""
    says: Callable[[Count], None] = print

    def made(self, on_count: Callable[[Count], None]) -> "Scale":
        self.says = on_count
        return self

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        pass

    def silent(self, time_s: float) -> None:
        self.health.last = Count(None, "no signal", 0.0, reason="silent")

    def expect(self, drop: str, at_most: int) -> None:
        self.asked.append((drop, at_most))

    def stop_expecting(self) -> None:
        self.asked.append("stop")

    def confirm_count(self, count: int) -> bool:
        self.asked.append(f"confirm {count}")
        return self.learns

    def drawer_is_empty(self) -> str:
        self.asked.append("empty")
        return self.refuses

    def use(self, calibration: Any) -> None:
        self.asked.append("use")


def prompt(name: str, place: str = "drawer", drop: str = "round 2") -> Prompt:
    wanted = CubesExpected(place=place, drop=drop, at_most=3, move=Move("counted"), arg="cubes")
    return Prompt(name=name, do=T("Count."), offers=(), expects=(wanted,))


def desk(scale: Scale, store: Kept | None = None) -> tuple[ScaleDesk, list[Reading]]:
    evening = Evening()
    made = ScaleDesk(
        evening, scale.made, lambda plain: None, store or Kept(), "id-1", revive=dict, clock=lambda: 5.0,
        sample_clock=lambda: 10.0,
    )  # type: ignore[arg-type, return-value]  # fmt: skip
    scale.asked.clear()  # without an evening nothing was expected
    return made, evening.reported


def update(*prompts: Prompt, cause: str = "open", **more: Any) -> Update:
    return Update(screen=Screen(prompts=prompts), cause=cause, **more)


def test_the_scale_is_told_what_the_game_expects() -> None:
    """Drop and limit come from the prompt; without one nothing is counted."""
    scale = Scale()
    one, _ = desk(scale)
    one.hear(update(prompt("drop")))
    one.hear(update())
    one.hear(update(prompt("relics", place="plate")))
    assert scale.asked == [("round 2", 3), "stop", "stop"]


def test_a_count_becomes_a_reading() -> None:
    """What the scale says is reported with how sure it is, an unsure one with the next likeliest."""
    scale = Scale()
    _, heard = desk(scale)
    scale.says(Count(2, "unsure", 0.7, 3))
    assert heard == [Cubes("drawer", 2, False, 0.7, 3)]


def test_a_question_after_the_fall_is_answered_after_a_second_look() -> None:
    """Cubes that lie still already are reported once, a moment after the question, not at once and not again."""
    scale = Scale(Health(last=Count(2)))
    one, heard = desk(scale)
    one.hear(update(prompt("count")))
    one.feed(sample(10.0))
    one.feed(sample(10.0 + SECOND_LOOK_S / 2))
    assert heard == []
    one.feed(sample(10.1 + SECOND_LOOK_S))
    one.feed(sample(10.3 + SECOND_LOOK_S))
    assert heard == [Cubes("drawer", 2, True, 1.0)]


def test_that_nothing_fell_is_believed_two_seconds_after_the_question() -> None:
    """Somebody says that all were dropped: the last may be on its way yet."""
    scale = Scale(Health(last=Count(0)))
    one, heard = desk(scale)
    one.hear(update(prompt("count")))
    one.feed(sample(10.1 + SECOND_LOOK_S))
    one.feed(sample(9.9 + NOTHING_FELL_S))
    assert heard == []
    one.feed(sample(10.1 + NOTHING_FELL_S))
    assert heard == [Cubes("drawer", 0, True, 1.0)]


def test_a_count_from_before_the_question_does_not_answer_it() -> None:
    """The scale had weighed it before, and its thread comes to tell only now: it is looked at once more instead."""
    scale = Scale(Health(last=Count(2)))
    one, heard = desk(scale)
    one.hear(update(prompt("count")))
    scale.says(Count(0, time_s=9.9))
    assert heard == []
    one.feed(sample(10.0 + SECOND_LOOK_S))
    assert heard == [Cubes("drawer", 2, True, 1.0)]


def test_samples_from_before_the_question_do_not_answer_it() -> None:
    """On a busy machine they may reach the scale only after it; the cubes fell after them."""
    scale = Scale(Health(last=Count(0)))
    one, heard = desk(scale)
    one.hear(update(prompt("count")))
    one.feed(sample(8.0))
    one.feed(sample(8.1 + SECOND_LOOK_S))
    one.feed(sample(9.9 + SECOND_LOOK_S))
    assert heard == []
    scale.health = Health(last=Count(2))
    one.feed(sample(10.1 + SECOND_LOOK_S))
    assert heard == [Cubes("drawer", 2, True, 1.0)]


def test_a_cube_that_is_just_landing_is_waited_for() -> None:
    """While the drawer is not at rest an old count is not repeated."""
    scale = Scale(Health(resting=False, last=Count(1)))
    one, heard = desk(scale)
    one.hear(update(prompt("count")))
    one.feed(sample(10.0))
    one.feed(sample(11.0))
    assert heard == []
    scale.health = Health(last=Count(2))
    one.feed(sample(11.2))
    one.feed(sample(12.2))
    assert heard == [Cubes("drawer", 2, True, 1.0)]


def test_a_count_that_something_has_come_onto_is_not_repeated() -> None:
    """Two cubes lie still, not sure yet: "0, sure" was said of the empty drawer before them, and is no answer now."""
    scale = Scale(Health(last=Count(0), cubes=1.96, last_stands=False))
    one, heard = desk(scale)
    one.hear(update(prompt("count")))
    for tenth in range(20):
        one.feed(sample(10.0 + tenth / 10))
    assert heard == []


def test_nothing_is_reported_that_nobody_asked() -> None:
    """Without a question the scale's last count stays where it is."""
    one, heard = desk(Scale(Health(last=Count(2))))
    one.feed(sample(10.0))
    one.feed(sample(20.0))
    assert heard == []


# --- what people answer -----------------------------------------------------------------------------------------------


def answered(scale: Scale, move: Move, **more: Any) -> list[Any]:
    """What the scale hears of a move that somebody made while it was not sure."""
    one, _ = desk(scale)
    one.hear(update(prompt("count")))
    one.hear(update(cause="move", move=move, **more))
    return [ask for ask in scale.asked if str(ask).startswith("confirm")]


def test_an_answer_to_an_unsure_count_teaches_the_scale() -> None:
    """The tap on a count tells the scale what lay there, before the next question; the calibration in use is kept."""
    store = Kept()
    store.put("calibration", "id-1", {"at": 1.0, "values": {"cube": 600.0}})
    scale = Scale(Health(last=Count(2, "unsure", 0.7, 3)), calibration=Made(651.0))
    one, _ = desk(scale, store)
    one.hear(update(prompt("count")))
    one.hear(update(cause="move", move=Move("counted", {"cubes": 3})))
    assert scale.asked == [("round 2", 3), "confirm 3", "stop"]
    assert store.get("calibration", "id-1") == {"at": 1.0, "values": {"cube": 651.0}}


def test_other_moves_teach_nothing() -> None:
    """Neither another move, nor the scale's own count, nor an answer where it was sure."""
    unsure, sure = Count(2, "unsure", 0.7, 3), Count(2)
    move = Move("counted", {"cubes": 2})
    assert answered(Scale(Health(last=unsure)), Move("counted", {"other": 2})) == []
    assert answered(Scale(Health(last=unsure)), Move("pass", {"cubes": 2})) == []
    assert answered(Scale(Health(last=unsure)), move, reading=Pressed("next")) == []
    assert answered(Scale(Health(last=sure)), move) == []


def test_a_count_told_on_the_scales_page_answers_the_game() -> None:
    """The scale learns it, and the game takes it as the drawer's."""
    scale = Scale(Health(last=Count(2, "unsure", 0.7, 3)), calibration=Made(), learns=False)
    one, heard = desk(scale)
    with pytest.raises(BadMove):
        one.confirm_count(3)
    one.hear(update(prompt("count")))
    one.confirm_count(3)
    assert heard == [Cubes("drawer", 3, True, 1.0)]


# --- trying out -------------------------------------------------------------------------------------------------------


def test_trying_out_counts_without_a_game() -> None:
    """A trial has a drop of its own each time, tells the game nothing, and ends when a game expects one."""
    scale = Scale()
    one, heard = desk(scale)
    one.try_out()
    one.try_out()
    scale.says(Count(2))
    one.hear(update())
    assert [ask[0] for ask in scale.asked] == ["trial 1", "trial 2"]
    assert heard == []
    one.hear(update(prompt("count")))
    with pytest.raises(BadMove):
        one.try_out()
    one.hear(update())
    assert scale.asked[-1] == "stop"


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_live_count_is_only_there_while_the_game_expects_one() -> None:
    """Beside a question stands the count so far, with the other likely one when it is not sure."""
    scale = Scale(Health(last=Count(2, "unsure", 0.7, 3)))
    one, _ = desk(scale)
    assert one.live_count() is None
    one.hear(update(prompt("count")))
    assert one.live_count() == LiveCount("unsure", 2, 3)


def test_a_number_that_people_have_settled_is_no_question_any_more() -> None:
    """Two or three, and they said two: nothing stands beside the next question until something else lies there."""
    scale = Scale(Health(last=Count(2, "unsure", 0.7, 3, "zero_doubtful"), ask_empty=True))
    one, _ = desk(scale)
    wanted = CubesExpected(place="drawer", drop="round 2", at_most=5, move=Move("late"), arg="cubes", known=2)
    one.hear(update(Prompt(name="late", do=T("Go on."), offers=(), expects=(wanted,))))
    assert one.live_count() is None
    scale.health = Health(last=Count(3, "unsure", 0.7, 4))
    assert one.live_count() == LiveCount("unsure", 3, 4)


def test_where_no_number_can_be_named_the_live_count_says_why() -> None:
    """As when cubes of before are taken out while some are to be dropped; not while it only comes to rest."""
    scale = Scale(Health(last=Count(None, "unsure", 0.0, reason="taken_out")))
    one, _ = desk(scale)
    one.hear(update(prompt("count")))
    told = one.live_count()
    assert told is not None
    assert str(told.why) == "Something was taken out of the drawer."
    assert str(told.what_to_do) == "Put it back, or tap the number that fell."
    scale.health = Health(last=Count(None, "unsure", 0.0, reason="settling"))
    assert one.live_count() == LiveCount("unsure")


def test_an_unsure_count_says_why_and_what_to_do() -> None:
    """The scale's code becomes two sentences."""
    one, _ = desk(Scale(Health(last=Count(2, "unsure", 0.7, 3, "steps_disagree"))))
    state = one.state()
    assert (state.status, state.count, state.other) == ("unsure", 2, 3)
    assert "do not agree" in str(state.why)
    assert "tap the number" in str(state.what_to_do)


def test_people_are_asked_once_a_drop_whether_the_drawer_is_empty() -> None:
    """Where a crumb may be all that lies there it is asked aloud, and beside the question; what was learned is said."""
    table = DeskTable(3)
    table.scale = Scale(Health(last=Count(1, "unsure", 0.7, 0, "zero_doubtful"), ask_empty=True))  # type: ignore[assignment]
    one, said = table.desk, table.said
    one._scale = table.scale  # type: ignore[assignment]
    one.hear(update(prompt("count")))
    one.feed(sample(1.0))
    one.feed(sample(1.2))
    assert [str(text)[:31] for text in said] == ["Is the drawer really empty? The"]
    live = one.live_count()
    assert live is not None
    assert live.ask_empty
    assert one.state().ask_empty
    one.hear(update(prompt("count", drop="round 3")))
    one.feed(sample(1.4))
    assert len(said) == 2
    table.scale.health = Health(learned_empty=1)
    one.feed(sample(1.6))
    assert "weighs otherwise" in str(said[-1])


def test_a_question_about_an_empty_drawer_goes_with_its_reason(calibrated: DeskTable) -> None:
    """A sticker as heavy as a cube is asked about aloud. Once cubes lie there, or the cable is out, that is taken back:
    then there is nothing to tap."""
    for ends in ("cubes", "cable"):
        table = calibrated
        table.unsaid.clear()
        table.drawer.pull_drawer()
        table.wait(2.0)
        table.drawer.empty()
        table.drawer.spill(CUBE_G)
        table.drawer.push_drawer()
        table.wait(3.0)
        table.desk.hear(update(prompt("count", drop=f"round of {ends}")))
        table.wait(2.0)
        assert table.said[-1] == ASK_EMPTY
        assert table.unsaid == []
        if ends == "cubes":
            table.drawer.drop_cubes(2)
            table.wait(3.0)
        else:
            table.desk.silent(table.time_s + 2.0)
        assert table.unsaid == [ASK_EMPTY]


@pytest.mark.parametrize(("code", "word"), [("drawer_out", "Push it in"), ("still_there", "Take it out")])
def test_a_drawer_that_cannot_be_empty_is_refused(code: str, word: str) -> None:
    """What people say is passed on; where the weight speaks against it they hear what to do."""
    scale = Scale()
    one, _ = desk(scale)
    one.drawer_is_empty()
    assert scale.asked == ["empty"]
    scale.refuses = code
    with pytest.raises(BadMove, match=word):
        one.drawer_is_empty()


def test_silence_is_shown() -> None:
    """Without samples the page says so, and what to look at."""
    scale = Scale()
    one, _ = desk(scale)
    one.silent(10.0)
    assert "cable" in str(one.state().what_to_do)


def test_listeners_hear_of_a_new_reading_only() -> None:
    """A reading that stays the same wakes nobody."""
    scale = Scale()
    one, _ = desk(scale)
    heard: list[int] = []
    one.subscribe(lambda: heard.append(1))
    one.feed(sample(1.0))
    one.feed(sample(1.2))
    scale.health = Health(grams=2.0)
    one.feed(sample(1.4))
    assert len(heard) == 2


def test_the_live_trace_stands_on_the_line_of_its_count() -> None:
    """Before a count the trace is in raw counts; after one its points lie at that many cubes."""
    table = DeskTable(3)
    table.wait(2)
    assert table.desk.trace()["unit"] == "raw"
    table.calibrate(4)
    table.desk.try_out()
    table.wait(2)
    table.drawer.drop_cubes(3)
    table.wait(3)
    trace = table.desk.trace()
    assert trace["unit"] == "cubes"
    assert len(trace["values"]) == 120
    assert all(abs(value - 300) < 15 for value in trace["values"][-4:])


# --- the recording ----------------------------------------------------------------------------------------------------


def test_recording_what_is_tried_out() -> None:
    """Started and stopped on the page, a recording holds its calibration and what was counted since."""
    table = DeskTable(4)
    table.calibrate(4)
    with pytest.raises(BadMove):
        table.desk.recorded()
    table.desk.record(True)
    table.desk.try_out()
    table.wait(3)
    table.desk.record(False)
    state = table.desk.state().recording
    assert state is not None
    assert (state.running, state.marks, state.countable) == (False, ("drop 60",), True)
    assert 6 <= state.seconds <= 18  # three seconds, and those before its start
    lines = list(table.desk.recorded())
    assert lines[0] == "time_s,raw,mark\n"
    assert any(line.endswith(",known 40\n") for line in lines)
    assert any(line.endswith(",drop 60\n") for line in lines)


def test_a_scale_without_a_recorder_says_so() -> None:
    """Nothing to record with: one sentence."""
    one, _ = desk(Scale())
    with pytest.raises(BadMove):
        one.record(True)
    assert one.state().recording is None


def counting(table: DeskTable, drop: str = "round 2", cause: str = "move") -> list[Cubes]:
    """What is reported within four seconds from when the game asks for these cubes."""
    table.reported.clear()
    table.desk.hear(update(prompt("count", drop=drop), cause=cause))
    table.wait(4)
    return [one for one in table.reported if isinstance(one, Cubes)]


@pytest.fixture
def calibrated() -> DeskTable:
    """A table whose drawer counts, is in and empty; nothing is asked."""
    table = DeskTable(4)
    table.calibrate(4)
    table.wait(3)
    table.desk.hear(update())
    return table


@pytest.mark.parametrize("knows_empty", [True, False])
def test_cubes_that_were_quicker_than_the_question(calibrated: DeskTable, knows_empty: bool) -> None:
    """Two cubes fall while the question before is still open. When these are asked for they are asked about, and so are
    they with one that falls onto them: nobody but the players knows whether they count. So it is where a companion that
    was just started does not know yet what the empty drawer weighs."""
    table = calibrated
    if not knows_empty:
        table.scale.use(table.scale.calibration)
        table.wait(2)
    table.drawer.drop_cubes(2)
    table.wait(5)
    assert [(one.count, one.sure, one.other, one.before) for one in counting(table)] == [(2, False, 0, 2)]
    table.drawer.drop_cubes(1)
    table.wait(3)
    last = table.reported[-1]
    assert isinstance(last, Cubes)
    assert (last.count, last.sure, last.other, last.before) == (3, False, 1, 2)


def test_what_no_drop_has_may_be_the_drawer(calibrated: DeskTable) -> None:
    """Where it is not known what the empty drawer weighs, more than three cubes' weight, where three may fall, may be a
    drawer that came in: nothing is said of cubes."""
    table = calibrated
    table.scale.use(table.scale.calibration)
    table.wait(2)
    table.drawer.drop_cubes(5)
    table.wait(5)
    assert [one.before for one in counting(table)] == [0]


def test_cubes_that_were_counted_are_not_asked_about(calibrated: DeskTable) -> None:
    """What was counted and still lies there does not count in the next drop; it does where the count is taken back."""
    table = calibrated
    counting(table)
    table.drawer.drop_cubes(2)
    table.wait(3)
    table.desk.hear(update())
    table.wait(1)
    assert [(one.count, one.sure, one.before) for one in counting(table, "round 3")] == [(0, True, 0)]
    table.desk.hear(update())
    table.wait(1)
    assert [(one.count, one.before) for one in counting(table, "round 3", cause="undo")] == [(2, 2)]


def test_what_was_left_over_is_no_question(calibrated: DeskTable) -> None:
    """Five were counted and three taken out: the two that are left are none. One that falls onto them early is one."""
    table = calibrated
    counting(table)
    table.drawer.drop_cubes(5)
    table.wait(3)
    table.desk.hear(update())
    table.drawer.take_cubes(3)
    table.wait(4)
    assert [(one.count, one.sure, one.before) for one in counting(table, "round 3")] == [(0, True, 0)]
    table.desk.hear(update())
    table.drawer.drop_cubes(1)
    table.wait(4)
    assert [(one.count, one.before) for one in counting(table, "round 4")] == [(1, 1)]


def test_a_crumb_is_no_cube_that_came_early(calibrated: DeskTable) -> None:
    """Something of half a cube that lay there is not offered as a cube."""
    table = calibrated
    table.drawer.spill(0.16)
    table.wait(5)
    assert [one.before for one in counting(table)] == [0]


def people_say(table: DeskTable, count: int) -> None:
    """Somebody taps so many cubes, and the question stays, for one that falls late."""
    table.reported.clear()
    table.desk.hear(update(prompt("count"), cause="move", move=Move("counted", {"cubes": count})))
    table.wait(3)


def last_reading(table: DeskTable) -> tuple[int | None, bool]:
    reading = table.reported[-1]
    assert isinstance(reading, Cubes)
    return reading.count, reading.sure


@pytest.mark.parametrize(("said", "then"), [(2, 3), (0, 1)])
def test_once_people_have_said_what_counts_it_is_known(calibrated: DeskTable, said: int, then: int) -> None:
    """Two cubes lay there before: whether these count is asked once. A late cube is then counted with them, or alone,
    and surely; so is it shown on the way."""
    table = calibrated
    table.drawer.drop_cubes(2)
    table.wait(5)
    counting(table)
    assert table.desk.live_count() == LiveCount("unsure", 2, 0, False)
    people_say(table, said)
    table.drawer.drop_cubes(1)
    table.wait(3)
    assert last_reading(table) == (then, True)
    assert table.desk.live_count() == LiveCount("sure", then, None, False)


def test_a_count_that_was_taken_back_is_not_played_again(calibrated: DeskTable) -> None:
    """Whoever takes a count back has a reason: while the same lies there it is asked about. What falls onto it then is
    counted by itself."""
    table = calibrated
    counting(table)
    table.drawer.drop_cubes(2)
    table.wait(3)
    assert last_reading(table) == (2, True)
    table.desk.hear(update(prompt("late"), cause="move", reading=table.reported[-1]))
    table.wait(1)
    assert [(one.count, one.sure, one.before) for one in counting(table, cause="undo")] == [(2, False, 2)]
    table.drawer.drop_cubes(1)
    table.wait(3)
    assert last_reading(table) == (3, True)


def test_a_step_after_the_count_that_is_taken_back(calibrated: DeskTable) -> None:
    """What the game has counted is no question because a later step was undone while it waits for a late cube."""
    table = calibrated
    counting(table)
    table.drawer.drop_cubes(2)
    table.wait(3)
    wanted = CubesExpected(place="drawer", drop="round 2", at_most=3, move=Move("counted"), arg="cubes", known=2)
    table.desk.hear(update(Prompt(name="late", do=T("Go on."), offers=(), expects=(wanted,)), cause="undo"))
    table.wait(2)
    assert last_reading(table) == (2, True)
    assert table.desk.live_count() == LiveCount("sure", 2, None, False)
