"""A Flask app whose pages are told live what happens: a table's dashboard and a venue's page."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from werkzeug.http import parse_cookie

from web.guard import sender
from web.live import Live
from web.pairing import Pairing


class LiveApp(Flask):
    """The app; `pairing.code` lets somebody join, `end_streams` lets the server stop."""

    pairing: Pairing
    live: Live
    unsubscribe: list[Callable[[], None]]

    def phone_of(self, cookies: str) -> str | None:
        """The id of whoever sends these cookies; None for one that has not joined."""
        found = sender(self.pairing, parse_cookie(cookies))
        return None if found is None else found.id

    def end_streams(self) -> None:
        """End every live stream and stop listening for news."""
        for stop in self.unsubscribe:
            stop()
        self.unsubscribe = []
        self.live.close()
