"""A host that listens to a board with nothing but pyserial and the decoder."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import serial

from firmware_bridge.messages import BAUD, AskHello, Command, Hello, Sample, Status
from firmware_bridge.protocol import Decoder, Frame, encode

LIMIT_S = 20.0


class Host:
    """Opens a board's port and waits for messages; `heard` holds all frames since it began to listen."""

    def __init__(self, port: str) -> None:
        self.serial = serial.Serial(port, BAUD, timeout=0.02)
        self.decoder = Decoder()
        self.heard: list[Frame] = []
        self._sequence = 0
        self._waiting: deque[Frame] = deque()

    def say(self, command: Command) -> int:
        self._sequence += 1
        self.serial.write(encode(command, self._sequence))
        return self._sequence

    def say_bytes(self, data: bytes) -> None:
        self.serial.write(data)

    def next_frame(self) -> Frame | None:
        if not self._waiting:
            self._waiting.extend(self.decoder.feed(self.serial.read(max(1, self.serial.in_waiting))))
        if not self._waiting:
            return None
        self.heard.append(self._waiting.popleft())
        return self.heard[-1]

    def wait_for(self, kind: type[Any], suits: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next message of this kind that suits."""
        return self.frame_of(kind, suits).message

    def frame_of(self, kind: type[Any], suits: Callable[[Any], bool] = lambda _: True) -> Frame:
        ends = time.monotonic() + LIMIT_S
        while time.monotonic() < ends:
            frame = self.next_frame()
            if frame is not None and isinstance(frame.message, kind) and suits(frame.message):
                return frame
        raise AssertionError(f"no {kind.__name__} that suits; the last heard were {self.heard[-5:]}")

    def hello(self) -> Hello:
        self.say(AskHello())
        answer = self.wait_for(Hello)
        assert isinstance(answer, Hello)
        return answer

    def samples(self, count: int) -> list[Sample]:
        """The next samples, unflagged or not."""
        return [self.wait_for(Sample) for _ in range(count)]

    def settled(self) -> Sample:
        """The next sample without any flag."""
        found = self.wait_for(Sample, lambda sample: not sample.flags)
        assert isinstance(found, Sample)
        return found

    def status(self) -> Status:
        found = self.wait_for(Status)
        assert isinstance(found, Status)
        return found

    def close(self) -> None:
        self.serial.close()


@pytest.fixture
def meet() -> Iterator[Callable[[str], Host]]:
    """Gives hosts, and closes their ports afterwards."""
    hosts: list[Host] = []

    def open_host(port: str) -> Host:
        hosts.append(Host(port))
        return hosts[-1]

    yield open_host
    for host in hosts:
        host.close()


def eventually(holds: Callable[[], object], limit_s: float = LIMIT_S) -> None:
    """Wait until something holds; fails after a generous limit."""
    ends = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < ends, "it did not come to hold"
        time.sleep(0.01)
