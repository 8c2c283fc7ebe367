"""A home's buttons: once or not at all, and only what the owner allowed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.api.text import Text
from companion.app.home import _usual
from companion.home.buttons import BadPress, Buttons
from companion.session.session import Session
from tests.companion.toy_game import fuel_move, labels


@dataclass
class Room:
    """The buttons, what they did besides, and what the home has had for a second."""

    session: Session
    published: int | None
    now: float = 0.0
    repeated: int = 0
    muted: bool = False

    def __post_init__(self) -> None:
        self.buttons = Buttons(
            ("next", "undo", "repeat", "mute"), self.session, _usual, self.repeat, self.mute,
            lambda for_s: self.published, lambda: self.now,
        )  # fmt: skip

    def repeat(self) -> None:
        self.repeated += 1

    def mute(self, on: bool) -> None:
        self.muted = on

    def press(self, button: str, payload: bytes = b"PRESS") -> str | None:
        self.now += 5
        answer = self.buttons.pressed(button, payload)
        return None if answer is None else str(answer)


@pytest.fixture
def room(evening: Session) -> Room:
    return Room(evening, evening.screen().version)


def test_next_takes_the_usual_answer(room: Room):
    """As the panel's button does, named in the history; undo takes it back."""
    assert room.press("next") is None
    assert labels(room.session)[0] == "Home Assistant: Fuelled with 1 coal"
    assert room.press("undo", b'{"seen": %d}' % room.session.screen().version) is None
    assert labels(room.session)[0] == "Home Assistant: Undid: Fuelled with 1 coal"


def test_what_needs_a_phone_is_said(room: Room):
    """The count of cubes has no usual answer: nothing is played, and the home is told why."""
    room.session.play(fuel_move(1), "Anna")
    room.published = room.session.screen().version
    assert room.press("next") == "This needs an answer on a phone: Drop 3 cubes."
    room.session.close()
    room.published = 0
    assert room.press("next") == "No evening is open."


@pytest.mark.parametrize("button", ["next", "undo"])
def test_a_press_that_comes_late_or_twice_plays_nothing(room: Room, button: str):
    """Made for a screen that has passed, or that nobody can have seen, it is refused like a phone's late tap."""
    press = b'{"seen": %d}' % room.session.screen().version
    room.session.play(fuel_move(2), "Anna", room.session.screen().version)
    steps = len(labels(room.session))
    why = "The table had gone on before the press came: nothing was done."
    assert room.press(button, press) == why
    assert room.press(button) == why  # what the home has had for a second is the screen before
    room.published = None
    assert room.press(button) == why
    assert len(labels(room.session)) == steps
    room.now -= 4.9  # and the second of a double press is not even looked at
    assert room.buttons.pressed(button, press) is None


def test_repeat_and_mute_do_no_step(room: Room):
    """The voice says its line again; muted twice is muted."""
    before = labels(room.session)
    assert room.press("repeat") is None
    assert room.press("mute", b"ON") is None
    assert room.press("mute", b"ON") is None
    assert (room.repeated, room.muted) == (1, True)
    assert room.press("mute", b"OFF") is None
    assert (room.muted, labels(room.session)) == (False, before)


@pytest.mark.parametrize(
    ("button", "payload"),
    [
        ("next", b"x" * 100_000),
        ("next", b"[" * 190),
        ("next", b'{"seen": "7"}'),
        ("next", b'{"seen": true}'),
        ("next", b"\xff\xfe"),
        ("next", b"17"),
        ("undo", b'{"steps": 40}'),
        ("mute", b"TOGGLE"),
        ("redo", b"PRESS"),
    ],
)
def test_what_is_no_press_is_left_out(room: Room, button: str, payload: bytes):
    """Huge, malformed, or of no button: nothing changes."""
    before = labels(room.session)
    with pytest.raises(BadPress):
        room.press(button, payload)
    assert labels(room.session) == before


def test_only_allowed_buttons_are_there(evening: Session):
    """What the owner did not allow is no button, whoever presses it."""
    buttons = Buttons(("repeat",), evening, _usual, lambda: None, lambda on: None, lambda for_s: None)
    with pytest.raises(BadPress):
        buttons.pressed("next", b"PRESS")


def test_why_there_is_no_move_is_a_text(session: Session):
    """Nothing is to be done where no evening is open."""
    assert isinstance(_usual(session.screen()), Text)
