"""A phone without a screen, for what goes over HTTP."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from .household import CODE, Household

ORIGIN = "http://localhost"


class Phone:
    """A browser without a screen: remembers its cookie and sends what a page would."""

    def __init__(self, house: Household) -> None:
        self.client: FlaskClient = house.app.test_client()

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, buffered=True)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **more: Any) -> TestResponse:
        headers = {"Origin": ORIGIN, **({"Idempotency-Key": key} if key else {}), **more.pop("headers", {})}
        return self.client.post(path, **({"json": {} if body is None else body} | more), headers=headers)

    def join(self, name: str = "Ada", code: str = CODE, **more: Any) -> TestResponse:
        return self.post("/api/phones/join", {"code": code, "name": name}, **more)

    @property
    def version(self) -> int:
        return int(self.get("/api/screen").json["version"])  # type: ignore[index]
