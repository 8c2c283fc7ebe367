"""Undo, redo and corrections."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.refusals import BadMove
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME, fuel_move, labels


def test_undo_and_redo(evening: Session) -> None:
    """Undo leaves steps out for anyone, redo brings them back, the history names all of it."""
    evening.play(fuel_move(1), "Anna")
    evening.play(fuel_move(2), "Bert")
    assert evening.undo("Anna", steps=2).can_redo == 2
    assert evening.state().coal == 20
    evening.redo("Bert")
    assert evening.state().coal == 19
    assert labels(evening) == [
        "Bert: Brought back: Fuelled with 1 coal",
        "Anna: Undid 2 steps, back to: Began with 2 players",
        "Bert: Fuelled with 2 coal (undone)",
        "Anna: Fuelled with 1 coal",
        "Anna: Began with 2 players",
    ]


def test_new_move_ends_redo(evening: Session) -> None:
    """After a new move nothing can be brought back, and the undone step stays in the history as undone."""
    evening.play(fuel_move(1), "Anna")
    evening.undo("Anna")
    screen = evening.play(fuel_move(3), "Anna")
    assert (screen.can_undo, screen.can_redo) == (1, 0)
    with pytest.raises(BadMove, match="nothing to bring back"):
        evening.redo("Anna")
    assert "Anna: Fuelled with 1 coal (undone)" in labels(evening)


def test_the_newest_fifty_are_shown_as_they_count(evening: Session) -> None:
    """A step is marked as undone, unmarked when it comes back, and nothing is kept of those that are shown no more."""
    for _ in range(6):
        evening.play(fuel_move(1), "Anna")
    before = evening.undo("Anna", steps=2).history
    assert [step.number for step in before if step.undone] == [7, 6]
    assert [step.number for step in evening.redo("Anna", steps=1).history if step.undone] == [7]
    assert [step.number for step in evening.redo("Anna", steps=1).history if step.undone] == []
    for _ in range(30):
        evening.play(fuel_move(1), "Anna")
        screen = evening.undo("Anna")
    assert [step.number for step in screen.history] == [*range(70, 20, -1)]
    assert [step.number for step in screen.history if step.undone] == [*range(69, 20, -2)]
    state = evening._open_evening.evening_state
    assert state is not None
    assert [step.number for step in state._recent] == [*range(21, 71)]


@pytest.mark.parametrize(
    ("steps", "sentence"), [(0, "1 or more"), (True, "1 or more"), ("2", "1 or more"), (3, "Only 1 step")]
)
def test_undo_of_what_is_not_there(evening: Session, steps: Any, sentence: str) -> None:
    """An undo of no steps or of too many is refused in words."""
    evening.play(fuel_move(1), "Anna")
    with pytest.raises(BadMove, match=sentence):
        evening.undo("Anna", steps=steps)


def test_start_cannot_be_undone(evening: Session) -> None:
    """There is nothing to undo before the first move."""
    with pytest.raises(BadMove, match="nothing to undo"):
        evening.undo("Anna")


def orders(evening: Session) -> list[tuple[str, bool, list[str]]]:
    """Who asks what of hands, newest first."""
    return [(one.by, one.back, [str(fact.todo) for fact in one.facts]) for one in evening.screen().orders]


def test_orders_of_the_newest_steps(evening: Session) -> None:
    """What hands must do because of a step is told with it; undone, it is to be put back; brought back, done again."""
    evening.play(fuel_move(1), "Anna")
    evening.play(fuel_move(2), "Bert")
    started = ("Anna", False, [])
    one, two = ("Anna", False, ["Move Heat up to 1"]), ("Bert", False, ["Move Heat up to 3"])
    assert orders(evening) == [two, one, started]
    evening.undo("Anna", steps=2)
    assert orders(evening) == [("Anna", True, ["Move Heat up to 3", "Move Heat up to 1"]), started]
    evening.redo("Cleo")
    assert orders(evening) == [
        ("Cleo", False, ["Move Heat up to 1"]), ("Anna", True, ["Move Heat up to 3"]), ("Anna", False, []), started,
    ]  # fmt: skip


def test_what_was_brought_back_is_told_once(evening: Session) -> None:
    """Else what hands did again would be done a third time, where the step itself stands."""
    evening.play(fuel_move(1), "Anna")
    evening.undo("Anna")
    evening.redo("Anna")
    told = [order for _, back, facts in orders(evening) if not back for order in facts]
    assert told == ["Move Heat up to 1"]


def test_what_is_set_by_hand_needs_no_order_from_before(evening: Session) -> None:
    """Heat lies on 5 by the table: that it is to be moved up to 1 is over; what comes later is ordered."""
    evening.play(fuel_move(1), "Anna")
    evening.correct("coal", 7, "Bert")
    assert ("Anna", False, ["Move Heat up to 1"]) in orders(evening)
    evening.correct("heat", 5, "Bert")
    evening.play(fuel_move(2), "Anna")
    assert orders(evening)[0] == ("Anna", False, ["Move Heat up to 7"])
    assert not any("Move Heat up to 1" in facts for _, _, facts in orders(evening))


def test_orders_stand_after_a_restart(tmp_path: Path) -> None:
    """What is to be put back is known again when the companion was started anew."""
    log = Log(tmp_path, durable=False)
    session = Session(log, {"boiler": GAME})
    session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, "Anna")
    session.play(fuel_move(2), "Bert")
    session.undo("Anna")
    before = orders(session)
    log.close()
    log = Log(tmp_path, durable=False)
    assert orders(Session(log, {"boiler": GAME})) == before
    assert before == [("Anna", True, ["Move Heat up to 2"]), ("Anna", False, [])]
    log.close()


def test_correction_is_a_step(evening: Session) -> None:
    """A value set by hand is a step of the history and can be undone."""
    screen = evening.correct("coal", 7, "Bert")
    assert evening.state().coal == 7
    assert (screen.history[0].kind, str(screen.history[0].label)) == ("correct", "Set by hand: Coal is 7")
    evening.undo("Bert")
    assert evening.state().coal == 20


@pytest.mark.parametrize(("name", "value"), [("coal", 100), ("coal", -1), ("coal", "7"), ("steam", 1), (None, 1)])
def test_bad_correction_is_refused(evening: Session, name: Any, value: Any) -> None:
    """A correction of something unknown or beyond its limits is refused."""
    with pytest.raises(BadMove):
        evening.correct(name, value, "Anna")
    assert evening.state().coal == 20


def test_several_corrections_are_one_step(evening: Session) -> None:
    """All that was set together is one step of the history and undone as one."""
    screen = evening.correct_all({"coal": 7, "heat": 3}, "Bert")
    assert (evening.state().coal, evening.state().heat) == (7, 3)
    assert screen.history[0].kind == "correct"
    assert [fact.args for fact in screen.history[0].facts] == [
        {"coal": 7, "what": "coal"}, {"heat": 3, "what": "heat"},
    ]  # fmt: skip
    assert evening.undo("Bert").can_undo == 0
    assert (evening.state().coal, evening.state().heat) == (20, 0)


@pytest.mark.parametrize("values", [{"coal": 7, "heat": 99}, {"coal": 7, "steam": 1}, {}])
def test_one_bad_correction_leaves_all_undone(evening: Session, values: dict[str, Any]) -> None:
    """Where one of several values does not fit, none is set, and the refusal names it."""
    with pytest.raises(BadMove) as refused:
        evening.correct_all(values, "Anna")
    assert refused.value.field == ("heat" if "heat" in values else None)
    assert evening.state().coal == 20
    assert evening.screen().can_undo == 0


ACTS = st.one_of(
    st.tuples(st.just("fuel"), st.integers(1, 2)),
    st.tuples(st.just("coal"), st.integers(0, 99)),
    st.tuples(st.just("undo"), st.integers(1, 5)),
    st.tuples(st.just("redo"), st.integers(1, 5)),
    st.tuples(st.just("restart"), st.just(0)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(ACTS, max_size=25))
def test_any_evening_agrees_with_a_list_of_states(log: Log, acts: list[tuple[str, int]]) -> None:
    """However moves, corrections, undo, redo and restarts are mixed, the coal is what a plain list of states says."""
    session = Session(log, {"boiler": GAME})
    session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    done, undone = [(20, 0)], []
    for act, value in acts:
        coal, heat = done[-1]
        if act == "restart":
            session = Session(log, {"boiler": GAME})
        elif act == "undo" and value < len(done):
            session.undo("Anna", value)
            undone += [done.pop() for _ in range(value)]
        elif act == "redo" and value <= len(undone):
            session.redo("Anna", value)
            done += [undone.pop() for _ in range(value)]
        elif act == "coal":
            session.correct("coal", value, "Anna")
            done, undone = [*done, (value, heat)], []
        elif act == "fuel" and coal >= value:
            session.play(fuel_move(value), "Anna")
            done, undone = [*done, (coal - value, min(10, heat + value))], []
        assert (session.state().coal, session.state().heat) == done[-1]
        assert (session.screen().can_undo, session.screen().can_redo) == (len(done) - 1, len(undone))
