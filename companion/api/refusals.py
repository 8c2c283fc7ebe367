"""What the session and the log refuse: every exception carries one sentence for people in `text`."""

from __future__ import annotations

from companion.api.text import Text


class Refused(Exception):
    """Something was refused; nothing has changed and nothing is lost. `text` says what is wrong and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class BadMove(Refused):
    """Missing, surplus, out-of-range or huge arguments, an unknown move, or no evening open. `field` is the name of the
    ask whose answer does not fit, where it is one."""

    field: str | None = None


class BadFile(Refused):
    """The file cannot be imported: not an evening, cut short, from another program or game, too large, or altered."""


class NotSaved(Refused):
    """The step could not be written to disk (full, read-only, failing), and so it was not made."""


class CannotOpen(Refused):
    """The data folder cannot be used: another process has it, a newer program wrote it, or it cannot be written."""
