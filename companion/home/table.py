"""The table as a home has it: its news, and the home's presses."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Protocol

from companion.home.buttons import BadPress, Buttons
from companion.home.discovery import Topics
from companion.home.publisher import Outgoing, Publisher
from companion.home.trouble import CONNECTED, health
from companion.session.screen import Screen, Update
from companion.status.health import HealthBoard

_log = logging.getLogger(__name__)


class Waking(Protocol):
    """What is woken when there is news (`companion.home.link.Link`)."""

    def wake(self) -> None: ...


class HomeTable:
    """What a connection to a broker asks and tells (`companion.home.link.Table`), and, from any thread, the news.

    `buttons` are the allowed ones, by the topics of their presses.
    """

    def __init__(
        self,
        topics: Topics,
        publisher: Publisher,
        buttons: Buttons,
        allowed: Iterable[str],
        board: HealthBoard,
        screen: Callable[[], Screen],
    ) -> None:
        self._publisher, self._buttons, self._board, self._screen = publisher, buttons, board, screen
        self._commands = {topics.command(name): name for name in allowed}
        self._home_status = topics.home_status
        self._code, self._args = "", dict[str, str]()
        self._waking: Waking | None = None

    @property
    def hears(self) -> tuple[str, ...]:
        """The topics that it wants to hear of."""
        return (self._home_status, *self._commands)

    # --- the news, from any thread ------------------------------------------------------------------------------------

    def wakes(self, waking: Waking) -> None:
        """Whom the news wake from now on."""
        self._waking = waking

    def hear(self, update: Update) -> None:
        """The session's news."""
        self._publisher.hear(update)
        self._wake()

    def changed(self) -> None:
        """A device's health, or the voice, changed."""
        self._publisher.changed()
        self._wake()

    def _wake(self) -> None:
        if self._waking is not None:
            self._waking.wake()

    # --- the connection's thread --------------------------------------------------------------------------------------

    def connected(self) -> None:
        """What was published before is not counted on."""
        self._publisher.connected()

    def due(self) -> Iterable[Outgoing]:
        """What is to be published now."""
        return self._publisher.due()

    def came(self, topic: str, payload: bytes, retained: bool) -> None:
        """A press, or Home Assistant says that it has started."""
        if topic == self._home_status:
            if payload == b"online":
                self._publisher.connected()
            return
        button = self._commands.get(topic)
        if button is None:
            return
        if retained:
            _log.info("a press of %s was left out: it is one that the broker keeps", button)
            return
        try:
            answer = self._buttons.pressed(button, payload)
        except BadPress as bad:
            _log.info("what came as a press of %s was left out: %s", button, bad)
            return
        self._publisher.answer(answer, self._screen().version)

    def told(self, code: str, **args: str) -> None:
        """How it stands with the broker: on the page, and in the log when it changes."""
        if (self._code, code) == ("lost", "no_answer"):
            return  # which is known
        line = health(code, **args)
        if (code, args) != (self._code, self._args) and line.state != "trouble":  # which the board of health logs
            (_log.info if code == CONNECTED else _log.warning)("%s", line.words)
        self._code, self._args = code, args
        self._board.put(line)
