"""Buttons of a home: a press goes the way of a tap on a paired phone, and is played once or not at all."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Collection
from typing import Any, Protocol

from companion.api.game import IllegalMove, Move
from companion.api.refusals import Refused
from companion.api.text import T, Text
from companion.session.screen import Screen, VersionConflict

BY = "Home Assistant"  # as the history names it
LARGEST = 200  # bytes of a press
SEEN_S = 1.0  # nobody presses because of what is out for a shorter time
AGAIN_S = 0.5  # a second press within it is a double
PRESS = "PRESS"
_log = logging.getLogger(__name__)


class Player(Protocol):
    """What the buttons need of the session."""

    def screen(self) -> Screen: ...
    def play(self, move: Move, by: str, seen: int | None = None) -> Screen: ...
    def undo(self, by: str, steps: int = 1, seen: int | None = None) -> Screen: ...


class BadPress(Exception):
    """What came is no press."""


class Buttons:
    """The buttons that the owner allowed. `usual` is the move that Next makes on a screen, or why there is none;
    `published` is the version of the newest screen that the home has had for so many seconds.

    A press tells which version of the screen it was made for, or counts for the one that the home has had for a second.
    Where the table has gone on since, it is refused as a late tap on a phone is. So one that comes late, or twice,
    plays nothing.
    """

    def __init__(
        self,
        allowed: Collection[str],
        session: Player,
        usual: Callable[[Screen], Move | Text],
        repeat: Callable[[], None],
        mute: Callable[[bool], None],
        published: Callable[[float], int | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._allowed, self._session, self._usual = frozenset(allowed), session, usual
        self._repeat, self._mute, self._published, self._clock = repeat, mute, published, clock
        self._last: dict[str, float] = {}

    def pressed(self, button: str, payload: bytes) -> Text | None:
        """Do what a button says; the answer is why nothing came of it, None where something did. Raises BadPress for
        what is no press of an allowed button."""
        if button not in self._allowed:
            raise BadPress(f"{button} is not allowed")
        if button == "mute":
            self._mute(_on(payload))
            return None
        seen = _seen(payload)
        now = self._clock()
        if now - self._last.get(button, float("-inf")) < AGAIN_S:
            return None
        self._last[button] = now
        if button == "repeat":
            self._repeat()
            return None
        return self._step(button, self._published(SEEN_S) if seen is None else seen)

    def _step(self, button: str, seen: int | None) -> Text | None:
        screen = self._session.screen()
        if screen.evening is None:
            return T("No evening is open.")
        if seen != screen.version:
            return T("The table had gone on before the press came: nothing was done.")
        try:
            if button == "undo":
                self._session.undo(BY, seen=seen)
                return None
            move = self._usual(screen)
            if isinstance(move, Text):
                return move
            self._session.play(move, BY, seen=seen)
        except VersionConflict:
            return T("The table had gone on before the press came: nothing was done.")
        except (Refused, IllegalMove) as refusal:
            return refusal.text
        return None


def _seen(payload: bytes) -> int | None:
    """The version that a press was made for, where it says so: `{"seen": 17}`; PRESS alone says nothing."""
    if payload in (b"", PRESS.encode()):
        return None
    read = _read(payload)
    seen = read.get("seen") if isinstance(read, dict) else None
    if isinstance(seen, bool) or not isinstance(seen, int):
        raise BadPress("it has no whole number called seen")
    return seen or None  # a home that does not know it yet says 0


def _read(payload: bytes) -> Any:
    if len(payload) > LARGEST:
        raise BadPress(f"it has {len(payload)} bytes")
    try:
        return json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise BadPress("it is not JSON") from error


def _on(payload: bytes) -> bool:
    """On or off, so that the same again changes nothing."""
    if payload not in (b"ON", b"OFF"):
        raise BadPress("it is neither ON nor OFF")
    return payload == b"ON"
