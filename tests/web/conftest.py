"""A dashboard around a real session, and a phone that has joined it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from household import CODE, Household
from werkzeug.test import TestResponse

ORIGIN = "http://localhost"


class Phone:
    """A browser without a screen: remembers its cookie and sends what a page would."""

    def __init__(self, house: Household) -> None:
        self.client: FlaskClient = house.app.test_client()

    def get(self, path: str) -> TestResponse:
        return self.client.get(path)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **more: Any) -> TestResponse:
        headers = {"Origin": ORIGIN, **({"Idempotency-Key": key} if key else {}), **more.pop("headers", {})}
        return self.client.post(path, **({"json": {} if body is None else body} | more), headers=headers)

    def join(self, name: str = "Ada", code: str = CODE, **more: Any) -> TestResponse:
        return self.post("/api/phones/join", {"code": code, "name": name}, **more)

    @property
    def version(self) -> int:
        return int(self.get("/api/screen").json["version"])  # type: ignore[index]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    """A dashboard without an open evening."""
    house = Household(tmp_path / "data")
    yield house
    house.close()


@pytest.fixture
def stranger(house: Household) -> Phone:
    """A phone that has not joined."""
    return Phone(house)


@pytest.fixture
def phone(house: Household) -> Phone:
    """A phone that has joined as Ada, with an evening open."""
    phone = Phone(house)
    assert phone.join().status_code == 200
    house.begin()
    return phone
