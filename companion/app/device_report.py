"""How the running service's devices are, told to `companion doctor` through the control socket. It needs neither the
network nor the dashboard, so that it answers where these are the trouble."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.api.text import Text, catalogue, verbatim
from companion.app.control import Request, ask
from companion.status.health import DeviceHealth, HealthBoard

DEVICES = "devices"  # what is asked for


@dataclass(frozen=True)
class RunningService:
    """What a running service says of itself: its process, where phones find it, and its devices."""

    pid: int
    address: str
    devices: tuple[DeviceHealth, ...]


class DeviceReport:
    """Answers what the devices are like, in the language of who asks."""

    def __init__(self, board: HealthBoard, address: Callable[[], str]) -> None:
        self._board = board
        self._address = address

    def answer(self, asked: Request) -> Request:
        """What `running_service` reads."""
        say = catalogue(str(asked.get("language"))).say
        devices = [
            {
                "name": one.name,
                "label": say(one.label),
                "state": one.state,
                "words": say(one.words),
                "what_to_do": None if one.what_to_do is None else say(one.what_to_do),
            }
            for one in self._board.health()
        ]
        return {"pid": os.getpid(), "address": self._address(), "devices": devices}


def running_service(folder: Path, language: str) -> RunningService | None:
    """What the service that runs on this data folder says; None where none runs, or none answers in time."""
    told = ask(folder, {"do": DEVICES, "language": language})
    try:
        if told is None:
            return None
        devices = tuple(_device(one) for one in told["devices"])
        return RunningService(int(told["pid"]), str(told["address"]), devices)
    except (ValueError, KeyError, TypeError):
        return None


def _device(told: Mapping[str, Any]) -> DeviceHealth:
    def words(key: str) -> Text:
        return verbatim(str(told[key]))

    what_to_do = None if told["what_to_do"] is None else words("what_to_do")
    return DeviceHealth(str(told["name"]), words("label"), str(told["state"]), words("words"), what_to_do)
