"""Which lights are lit when."""

from companion.api.game import Prompt
from companion.api.text import T
from companion.api.view import Note, Panel, View, Where
from companion.session.screen import Evening, Notice, Screen
from companion.status.health import device
from companion.status.lamps import lit

EVENING = Evening("1", "Saturday", "frostpunk", ("Anna",), 0.0)
PROMPT = Prompt(name="p", do=T("Do."), offers=())


def screen(tone: str = "plain", **more: object) -> Screen:
    panel = Panel(name="p", title=T("P"), widgets=(Note(text=T("One more loses."), tone=tone),))
    return Screen(evening=EVENING, view=View(where=Where(line=T("Here")), panels=(panel,)), **more)  # type: ignore[arg-type]


def test_a_quiet_table_is_dark():
    """Nothing to do, nothing wrong: no light."""
    assert lit(screen(), [device("voice", "ready"), device("drawer", "simulated")]) == set()


def test_each_light_has_its_reason():
    """A prompt, a notice, a danger on the board, a lost device."""
    assert lit(screen(prompts=(PROMPT,)), []) == {"your_turn"}
    assert lit(screen(notices=(Notice(name="card", text=T("?")),)), []) == {"unsure"}
    assert lit(screen(tone="danger"), []) == {"danger"}
    assert lit(screen(), [device("drawer", "lost")]) == {"not_connected"}


def test_a_device_that_never_was_there_is_no_loose_wire():
    """A companion without a camera does not blink all evening."""
    assert lit(screen(), [device("camera", "absent")]) == set()


def test_danger_ends_with_the_game():
    """After the end nobody is warned any more."""
    assert lit(screen(tone="danger", ending=T("You lost.")), []) == set()
