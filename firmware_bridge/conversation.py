"""What one connected board tells: samples placed in time, gaps counted, restarts noticed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.chip_clock import ChipClock
from firmware_bridge.link_status import TimedSample
from firmware_bridge.messages import Error, Flag, Hello, Sample, Status
from firmware_bridge.protocol import Frame
from firmware_bridge.recent import Recent

_log = logging.getLogger(__name__)
_SEQUENCES = 1 << 16
_TELLING = 4  # so many samples in a row say that the chip has been started anew


class Conversation:
    """Takes frames as they come. `hello` is the board's latest; `chip_silent` says whether its weighing chip answers.

    `lost` frames never came, `flagged` samples say nothing about the weight and `restarts` happened since the
    conversation began; `power_cycles` of the weighing chip are the board's own count since its start.
    """

    def __init__(self, hello: Hello, on_sample: Callable[[TimedSample], None], *, resumed: bool = False) -> None:
        """`resumed`: samples of the same drawer came before, so that its zero may have moved since."""
        self.hello = hello
        self.chip_silent = False
        self.lost = self.flagged = self.restarts = self.power_cycles = 0
        self.recent = Recent()
        self._on_sample = on_sample
        self._clock = ChipClock()
        self._sequence: int | None = None
        self._lost_since_sample = 0
        self._weighed = self._zero_moved = resumed

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

    def _restarted(self, message: object) -> bool:
        if isinstance(message, Hello):
            return (message.id, message.boots) != (self.hello.id, self.hello.boots)
        # The hello itself may have been lost on the way.
        return isinstance(message, Sample | Status) and self._clock.is_back(message.time_ms)

    def _begin_anew(self) -> None:
        self.restarts += 1
        self._zero_moved = True
        self._clock.restart()
        self._sequence = None

    def _count_lost(self, sequence: int) -> None:
        if self._sequence is not None:
            lost = (sequence - self._sequence - 1) % _SEQUENCES
            self.lost += lost
            self._lost_since_sample += lost
        self._sequence = sequence

    def _sample(self, sample: Sample, now: float) -> None:
        if not sample.flags & Flag.DISTURBED:
            self.chip_silent = False
        # With so many lost, all that said so may be among them.
        if sample.flags & Flag.REINITIALISED or self._lost_since_sample >= _TELLING:
            self._zero_moved = True
        self._lost_since_sample = 0
        timed = TimedSample(self._clock.place(sample.time_ms, now), sample.raw, sample.flags)
        self.recent.add(now, timed)
        self._on_sample(self._marked(timed) if timed.good else timed)
        self.flagged += not timed.good

    def _marked(self, sample: TimedSample) -> TimedSample:
        restarted = self._weighed and self._zero_moved
        self._weighed, self._zero_moved = True, False
        return replace(sample, restarted=True) if restarted else sample

    def _status(self, status: Status) -> None:
        self.chip_silent = bool(status.flags & Flag.NOT_ANSWERING)
        self._zero_moved |= self.chip_silent
        self.power_cycles = status.power_cycles
