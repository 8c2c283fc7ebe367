"""A press of the panel counts for what whoever pressed can have seen or heard."""

import pytest

from companion.api.game import Move
from companion.api.readings import Pressed
from companion.app.panel import PLACE, READ_S, Presses
from companion.session.session import Session


class Table:
    """The buttons of an evening, whose clock goes on by hand."""

    def __init__(self, evening: Session) -> None:
        self.now = 1000.0
        self.session = evening
        self.presses = Presses(self._pressed, evening.screen().version, clock=lambda: self.now)
        evening.subscribe(self.presses.hear)

    def _pressed(self, press: Pressed, seen: int) -> None:
        self.session.report(press, PLACE, seen=seen)

    def press(self, button: str, after_s: float = 60.0) -> None:
        """Press a button, so long after whatever was before."""
        self.now += after_s
        self.presses.press(button)

    @property
    def steps(self) -> list[str]:
        """Who did what, newest first, without the start."""
        return [f"{step.by}: {step.label}" for step in self.session.screen().history[:-1]]

    @property
    def notices(self) -> list[str]:
        return [str(one.text) for one in self.session.screen().notices]


@pytest.fixture
def table(evening: Session) -> Table:
    return Table(evening)


def test_a_double_press_takes_back_one_step(table: Table) -> None:
    """One wish to go back is one step; the next press, when that has been heard, is another."""
    for coal in (1, 2, 3):
        table.session.correct("coal", coal, "Anna")
    table.press("back")
    table.press("back", after_s=READ_S - 0.01)
    assert table.steps[0] == "panel: Undid: Set by hand: Coal is 3"
    table.press("back", after_s=READ_S + 0.01)
    assert table.steps[0] == "panel: Undid: Set by hand: Coal is 2"
    assert (table.session.state().coal, table.notices) == (1, [])


def test_a_double_press_answers_one_question(table: Table) -> None:
    """The second press of two, in which nobody can have heard what is asked next, plays nothing and says nothing."""
    table.press("next")
    first = table.steps
    table.press("next", after_s=0.2)
    assert (table.steps, table.notices, len(first)) == (first, [], 1)


def test_another_button_is_pressed_at_once(table: Table) -> None:
    """Whoever pressed Next by mistake may take it back without waiting."""
    table.press("next")
    table.press("back", after_s=0.1)
    assert table.session.state().coal == 20


@pytest.mark.parametrize("button", ["next", "back"])
def test_a_press_while_a_phone_answers(table: Table, button: str) -> None:
    """What a phone did a moment before the press was not what the press was made for: it is said who was quicker."""
    table.session.play(Move("fuel", {"coal": 2}), "Anna")
    table.press(button, after_s=READ_S - 0.01)
    assert table.steps == ["Anna: Fuelled with 2 coal"]
    assert table.notices == ["Anna was quicker: Fuelled with 2 coal. Please look again."]
    table.press("back", after_s=READ_S + 0.01)
    assert table.session.state().coal == 20
