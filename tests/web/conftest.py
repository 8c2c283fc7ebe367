"""A dashboard around a real session, a phone that has joined it, and browsers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .household import Household
from .phones import Phone
from .rooms import Room


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


@pytest.fixture
def room(house: Household, chromium: Browser) -> Iterator[Room]:
    """A served dashboard; a script's fault in any browser fails the test."""
    room = Room(house, chromium)
    yield room
    room.close()
    assert room.faults == []


@pytest.fixture
def evening(house: Household, room: Room) -> Room:
    """A room with an evening open."""
    house.begin()
    return room
