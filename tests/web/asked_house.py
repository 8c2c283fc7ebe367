"""An app that is asked what its description says, by somebody who has joined and by somebody who has not."""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from flask.testing import FlaskClient
from schemathesis import Case, Response

from web.live import STREAM
from web.live_app import LiveApp

from .openapi import Described


class AskedHouse(ABC):
    """`client` is a browser that has joined."""

    described: ClassVar[Described]
    app: LiveApp
    client: FlaskClient

    @abstractmethod
    def known(self) -> dict[str, list[Any]]:
        """What there is at the moment, by the names of the fields that may ask for it."""

    @abstractmethod
    def lay_again(self) -> None:
        """The browser has joined, whatever was done."""

    @abstractmethod
    def everything(self) -> dict[str, Any]:
        """What no refused request may change."""

    def call(self, case: Case, joined: bool = True, **more: Any) -> Response:
        """What the app answers; the page's own address goes with it where the case does not try another."""
        cookie = self.client.get_cookie("companion") if joined else None
        cookies = {} if cookie is None else {"companion": cookie.value}
        return case.call(app=self.until_beat, cookies=cookies, **more)

    def until_beat(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """The app, whose streams end with the first beat."""
        found = self.app(environ, start_response)
        return _until_beat(found) if environ.get(STREAM) is not None else _whole(found)


def _whole(found: Any) -> list[bytes]:
    try:
        return [b"".join(found)]
    finally:
        found.close()


def _until_beat(stream: Any) -> Iterator[bytes]:
    unpack, packed = zlib.decompressobj(31), False
    try:
        for message in stream:
            yield message
            packed = packed or message.startswith(b"\x1f\x8b")
            if b"event: beat" in (unpack.decompress(message) if packed else message):
                return
    finally:
        stream.close()
