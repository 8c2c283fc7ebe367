"""A home beside the toy game: what it would be told, and a clock that stands until it is moved."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.api.text import English
from companion.home.discovery import Described, Topics
from companion.home.publisher import Publisher
from companion.home.state import Snapshot
from companion.session.session import Session
from companion.status.health import HealthBoard, device
from companion.storage.log import Log
from tests.companion.toy_game import GAME

SOUNDS = {"coal_burnt": "breakdown", "boiler_burst": "lost"}
EVENTS = {"breakdown": ["coal_burnt"], "lost": ["boiler_burst"]}
TOPICS = Topics("ab12")


@dataclass
class Home:
    """What has been published, by topic; `now` is the clock."""

    session: Session
    board: HealthBoard
    publisher: Publisher
    clock: list[float]
    sent: list[tuple[str, Any, bool]] = field(default_factory=list)

    def listen(self) -> list[tuple[str, Any]]:
        """What is published now: topic and document."""
        new = [(one.topic, json.loads(one.payload), one.retain) for one in self.publisher.due()]
        self.sent += new
        return [(topic, payload) for topic, payload, _ in new]

    def newest(self, topic: str) -> Any:
        return next(payload for there, payload, _ in reversed(self.sent) if there == topic)


@pytest.fixture
def publisher_of(log: Log) -> Callable[..., Publisher]:
    def made(
        session: Session, board: HealthBoard, clock: list[float], saved: Callable[[], None] = lambda: None
    ) -> Publisher:
        return Publisher(
            TOPICS,
            lambda: Snapshot(session.screen(), board.health()),
            lambda: Described(
                "Table",
                "1.0",
                "http://10.0.0.7:8080",
                {"breakdown": ["coal_burnt"], "lost": ["boiler_burst"]},
                ("next",),
            ),
            lambda game, fact: SOUNDS.get(fact),
            lambda game: GAME.title,
            English.say,
            log,
            lambda: clock[0],
            saved,
        )

    return made


@pytest.fixture
def home(session: Session, publisher_of: Callable[..., Publisher]) -> Home:
    """Connected, and nothing told yet."""
    board, clock = HealthBoard(), [100.0]
    board.put(device("drawer", "connected"))
    publisher = publisher_of(session, board, clock)
    session.subscribe(publisher.hear)
    board.subscribe(publisher.changed)
    publisher.connected()
    return Home(session, board, publisher, clock)
