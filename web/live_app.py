"""A Flask app whose pages are told live what happens: a table's dashboard and a venue's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask

from web.guard import sender
from web.live import Live
from web.pairing import Pairing


class LiveApp(Flask):
    """The app; `pairing.code` lets somebody join, `end_streams` lets the server stop."""

    pairing: Pairing
    live: Live
    unsubscribe: list[Callable[[], None]]

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view here is a coroutine; Flask would look each one over, four times for a tap."""
        return func

    def phone_of(self, cookies: str) -> str | None:
        """The id of whoever sends these cookies; None for one that has not joined."""
        found = sender(self.pairing, cookies)
        return None if found is None else found.id

    def end_streams(self) -> None:
        """End every live stream and stop listening for news."""
        for stop in self.unsubscribe:
            stop()
        self.unsubscribe = []
        self.live.close()
