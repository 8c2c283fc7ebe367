"""Versions of the program, as the phones are told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.api.text import Text


@dataclass(frozen=True)
class Versions:
    """The version that runs, the one before (None: there is no going back), and the newest release that lies ready;
    the name of the evening that is being played, so that nothing is updated now; and what came of the last update that
    a phone asked for."""

    now: str
    before: str | None = None
    next: str | None = None
    playing: str = ""
    told: Text | None = None


class VersionDesk(Protocol):
    """Tells of versions, and has the one that lies ready installed. `BadMove` says why that is not done now."""

    def versions(self) -> Versions: ...
    def install(self) -> None: ...
