"""What is asked for now in a guided talk: said once, and again when nothing happens."""

from __future__ import annotations

from companion.api.text import Text
from companion.drawer.scale_parts import Say

AGAIN_S = 30.0
TIMES_SAID = 3


class Asking:
    """`words` is what is asked for; all times are the samples'."""

    def __init__(self, say: Say) -> None:
        self.words: Text | None = None
        self._say = say
        self._said_s = 0.0
        self._said = 0

    def ask(self, words: Text, now_s: float) -> None:
        """Ask for something new."""
        self.words, self._said_s, self._said = words, now_s, 0
        self._say(words)

    def remind(self, now_s: float, instead: Text | None = None) -> None:
        """Say it again after a while, or `instead` where that is what hinders; not for ever."""
        if self.words is None or now_s - self._said_s < AGAIN_S or self._said >= TIMES_SAID:
            return
        self._said += 1
        self._said_s = now_s
        self._say(instead or self.words)

    def stop(self) -> None:
        """Nothing is asked for any more."""
        self.words = None
