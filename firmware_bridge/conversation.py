"""What one connected board tells: samples placed in time, gaps counted, restarts noticed."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from firmware_bridge.chip_clock import ChipClock
from firmware_bridge.link_status import TimedSample
from firmware_bridge.messages import Error, Flag, Hello, Sample, Status
from firmware_bridge.protocol import Frame

_log = logging.getLogger(__name__)
_SEQUENCES = 1 << 16
_RATE_OVER_S = 2.0


class Conversation:
    """Takes frames as they come. `hello` is the board's latest; `chip_silent` says whether its weighing chip answers.

    `lost` frames never came and `restarts` happened since the conversation began; `power_cycles` of the weighing chip
    are the board's own count since its start.
    """

    def __init__(self, hello: Hello, on_sample: Callable[[TimedSample], None]) -> None:
        self.hello = hello
        self.chip_silent = False
        self.lost = self.restarts = self.power_cycles = 0
        self._on_sample = on_sample
        self._clock = ChipClock()
        self._sequence: int | None = None
        self._times: deque[float] = deque()

    def hear(self, frame: Frame, now: float) -> bool:
        """Take one frame that came at `now` (monotonic seconds). Whether the board has been restarted."""
        message = frame.message
        restarted = self._restarted(message)
        if restarted:
            self._begin_anew()
        self._count_lost(frame.sequence)
        match message:
            case Hello():
                self.hello = message
            case Sample():
                self._sample(message, now)
            case Status():
                self._status(message)
            case Error():
                _log.warning("the board refused command %r: %s", chr(message.command), message.code.name)
        return restarted

    def rate_hz(self, now: float) -> float:
        """Samples a second, over the last two seconds."""
        while self._times and self._times[0] < now - _RATE_OVER_S:
            self._times.popleft()
        return len(self._times) / _RATE_OVER_S

    def _restarted(self, message: object) -> bool:
        if isinstance(message, Hello):
            return (message.id, message.boots) != (self.hello.id, self.hello.boots)
        # The hello itself may have been lost on the way.
        return isinstance(message, Sample | Status) and self._clock.is_back(message.time_ms)

    def _begin_anew(self) -> None:
        self.restarts += 1
        self._clock.restart()
        self._sequence = None

    def _count_lost(self, sequence: int) -> None:
        if self._sequence is not None:
            self.lost += (sequence - self._sequence - 1) % _SEQUENCES
        self._sequence = sequence

    def _sample(self, sample: Sample, now: float) -> None:
        self._times.append(now)
        if not sample.flags & Flag.DISTURBED:
            self.chip_silent = False
        self._on_sample(TimedSample(self._clock.place(sample.time_ms, now), sample.raw, sample.flags))

    def _status(self, status: Status) -> None:
        self.chip_silent = bool(status.flags & Flag.NOT_ANSWERING)
        self.power_cycles = status.power_cycles
