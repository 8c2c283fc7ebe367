"""Demo rounds: dashboards of their own under `/demo/<token>/`, one for each browser that tries one.

Whoever knows the address is its visitor: no pairing, and nothing there reaches the evening, the devices or the disk.
Few run at once, each for some minutes and some hundred moves; a visitor has the limits of any stranger.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import request

from companion.api.text import T
from web.errors import HttpRefusal
from web.guard import COOKIE, SECURE_COOKIE
from web.live_app import LiveApp
from web.pages import DEMOS

MOST = 4
IDLE_S = 15 * 60.0
QUIET_S = 60.0  # one that is not used for so long gives way to a new one
MOST_STEPS = 400
# What a demo is made of; everything else of a dashboard has no place in it.
ROUTES = frozenset(
    {
        "pages.shell", "pages.texts", "live.stream", "api.screen", "api.history", "api.play", "api.correct", "api.undo",
        "api.redo", "api_devices.table", "api_lookup.search", "api_lookup.entry", "api_lookup.card", "api_phones.me",
        "api_story.story", "sounds.cue",
    }
)  # fmt: skip


class Demo(Protocol):
    """One demo round; see `companion.app.demo`."""

    @property
    def app(self) -> LiveApp: ...
    @property
    def cookie(self) -> str: ...
    @property
    def steps(self) -> int: ...
    def close(self) -> None: ...


@dataclass
class _Running:
    demo: Demo
    used: float


class Demos:
    """The demo rounds that run. `make` begins one in a language."""

    def __init__(self, make: Callable[[str], Demo], clock: Callable[[], float] = time.monotonic) -> None:
        self._make = make
        self._clock = clock
        self._lock = threading.Lock()
        self._running: OrderedDict[str, _Running] = OrderedDict()  # the one that was used last comes last

    def begin(self, language: str) -> str:
        """Begin one; its address. Raises `HttpRefusal` while as many as may be are in use."""
        with self._lock:
            self._sweep(IDLE_S)
            if len(self._running) >= MOST:
                self._sweep(QUIET_S)
            if len(self._running) >= MOST:
                text = T("As many demo rounds are being tried as this companion can show. Try again in a minute.")
                raise HttpRefusal(503, "full", text, wait_s=60)
            demo = self._make(language)
            demo.app.before_request(lambda: _check(demo))
            token = secrets.token_urlsafe(16)
            self._running[token] = _Running(demo, self._clock())
            return f"{DEMOS}{token}/"

    def find(self, token: str) -> Demo | None:
        """The demo with this token, which is in use."""
        with self._lock:
            self._sweep(IDLE_S)
            found = self._running.get(token)
            if found is None:
                return None
            found.used = self._clock()
            self._running.move_to_end(token)
            return found.demo

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            self._sweep(-1.0)

    def _sweep(self, idle_s: float) -> None:
        now = self._clock()
        for token, one in list(self._running.items()):
            if now - one.used > idle_s:
                del self._running[token]
                one.demo.close()


def _check(demo: Demo) -> None:
    """What a demo takes besides what every dashboard does."""
    if request.endpoint is not None and request.endpoint not in ROUTES:
        raise HttpRefusal(403, "demo", T("A demo round has no such thing. Begin an evening to use it."))
    if request.method == "POST" and demo.steps >= MOST_STEPS:
        raise HttpRefusal(
            403, "demo", T("This demo round has gone on for long enough. Begin an evening, or another one.")
        )


class WithDemos:
    """The dashboard, and the demo rounds beside it."""

    def __init__(self, app: LiveApp, demos: Demos) -> None:
        self._app = app
        self._demos = demos

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if not path.startswith(DEMOS):
            return self._app(environ, start_response)
        token, slash, rest = path.removeprefix(DEMOS).partition("/")
        demo = self._demos.find(token)
        if demo is None or not slash:
            return self._app(environ, start_response)  # which has nothing there, and says so
        environ["SCRIPT_NAME"] = f"{environ.get('SCRIPT_NAME', '')}{DEMOS}{token}"
        environ["PATH_INFO"] = f"/{rest}"
        environ["HTTP_COOKIE"] = _as_visitor(environ.get("HTTP_COOKIE", ""), demo.cookie)
        return demo.app(environ, start_response)

    def phone_of(self, cookies: str) -> str | None:
        """The id of the phone that sends these cookies; a demo's visitor is a stranger."""
        return self._app.phone_of(cookies)

    def end_streams(self) -> None:
        """End every live stream and every demo."""
        self._demos.close()
        self._app.end_streams()


def _as_visitor(cookies: str, cookie: str) -> str:
    """The browser's cookies without what it is at the table, and with what it is in the demo."""
    others = [
        one for one in cookies.split(";") if one.strip() and one.split("=")[0].strip() not in (COOKIE, SECURE_COOKIE)
    ]
    return "; ".join([*(one.strip() for one in others), f"{COOKIE}={cookie}"])
