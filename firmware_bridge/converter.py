"""The HX711 as the firmware sees it: when samples come, with which flags, and what is done when none come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from firmware_bridge.messages import Flag

MOST, LEAST = (1 << 23) - 1, -(1 << 23)
SETTLING_PERIODS = 4  # before its first sample
SETTLING_SAMPLES = 4  # which the firmware flags
SILENT_S = 0.6
POWER_DOWN_S = 0.002
LATE_PERIODS = 3.5  # must have started anew: it is silent for four then
TAIL_OF_ONES = 0xFF  # what a read ends in when the line went high within it


@dataclass(frozen=True, slots=True)
class Conversion:
    """One sample: when it was read, the signed 24-bit value, what is to be known about it."""

    time_s: float
    raw: int
    flags: Flag


class Converter:
    """`source` gives the cell's raw counts (at gain 128) for a time; `strapped` is a rate that the breakout fixes.

    A sample is handed out only when the next one has come in time and is no spark, as by the firmware.
    """

    _next: float
    _last: float | None  # when the last came that was no spark's
    _spacing: float  # the period; 0.0: not known
    _spark: bool  # the last read was that of a spark

    def __init__(self, source: Callable[[float], int], now: float) -> None:
        self.source = source
        self.strapped: int | None = None
        self.hung = False  # until it is switched off and on
        self.dead = False  # until somebody mends it
        self.restart(now)

    def restart(self, now: float) -> None:
        """The firmware starts: rate and gain as by default, the chip switched off and on, all counts at zero."""
        self._wired_rate = 80
        self.gain = 128
        self.power_cycles = 0
        self.not_answering = False
        self._held: Conversion | None = None
        self._reinitialised = False
        self._spark = False
        self._forget_rate()
        self._second_ends = now + 1.0
        self._switch_on(now + POWER_DOWN_S)

    @property
    def rate(self) -> int:
        """Samples a second that the chip gives when it is well."""
        return self.strapped or self._wired_rate

    def configure(self, rate: int, gain: int, now: float) -> None:
        """Choose rate and gain; what comes next has to settle."""
        self._wired_rate, self.gain = rate, gain
        self._settle(SETTLING_SAMPLES + 1)
        self._next = max(self._next, now + 1 / self.rate)
        self._last = None
        if self._held is not None:
            self._held = replace(self._held, flags=self._held.flags | Flag.WARMING_UP)
        self._forget_rate()

    def conversions(self, now: float) -> Iterator[Conversion]:
        """The samples handed out until now."""
        while True:
            if self.hung or self.dead:
                self._next = max(self._next, now)
            silent_at = self._waiting_since + SILENT_S
            if min(self._next, silent_at) >= now:
                break
            if self._next <= silent_at:
                yield from self._convert(self._next)
            else:
                yield from self._hand_out(disturbed=True)
                self._power_cycle(silent_at)
        if self._held is not None and not self._settling and now - self._held.time_s > LATE_PERIODS * self._spacing:
            yield from self._hand_out(disturbed=True)
        self._measure_rate(now)

    def _convert(self, time_s: float) -> Iterator[Conversion]:
        """Read a sample, and hand out the one before it."""
        self._measure_rate(time_s)
        raw = min(max(self.source(time_s) * self.gain // 128, LEAST), MOST)
        spark = _looks_like_a_spark(raw)
        after_spark, self._spark = self._spark, spark
        late = not spark and self._is_late(time_s)
        yield from self._hand_out(disturbed=spark or late)
        if late:
            self._note_restart()
        self._held = Conversion(time_s, raw, self._flags(raw, late=late))
        if not spark:
            if not after_spark:  # two gaps with a spark between them are as long as a slower chip's period
                self._note_spacing(time_s)
            self._last = time_s
            self._note_sound()
        if not spark or raw in (MOST, LEAST):
            self._waiting_since = time_s
            self.not_answering = False
        self._counted += 1
        self._next = time_s + 1 / self.rate

    def _note_sound(self) -> None:
        if self._settling > 1 or (self._settling and self._spacing):
            self._settling -= 1
            self._reinitialised = self._reinitialised and self._settling > 0

    def _note_spacing(self, time_s: float) -> None:
        interval = 0.0 if self._last is None else time_s - self._last
        if _is_period(interval):
            self._spacing = min(interval, self._spacing or interval)

    def _hand_out(self, *, disturbed: bool) -> Iterator[Conversion]:
        held, self._held = self._held, None
        if held is not None:
            yield replace(held, flags=held.flags | Flag.DISTURBED) if disturbed else held

    def _is_late(self, time_s: float) -> bool:
        """Whether the chip must be taken to have started anew since the last sample."""
        if self._last is None:
            return False
        interval = time_s - self._last
        return interval > LATE_PERIODS * self._spacing if self._spacing else not _is_period(interval)

    def _flags(self, raw: int, *, late: bool) -> Flag:
        flags = Flag(0)
        if raw in (MOST, LEAST):
            flags |= Flag.SATURATED
        elif raw & TAIL_OF_ONES == TAIL_OF_ONES or _looks_like_a_spark(raw):
            flags |= Flag.DISTURBED
        if late:
            flags |= Flag.LATE
        if self._reinitialised:
            flags |= Flag.REINITIALISED
        if self._settling:
            flags |= Flag.WARMING_UP
        return flags

    def _power_cycle(self, at: float) -> None:
        self.not_answering = True
        self.power_cycles += 1
        self.hung = False
        self._forget_rate()
        self._switch_on(at + POWER_DOWN_S)

    def _switch_on(self, at: float) -> None:
        self._waiting_since = at
        self._last = None
        self._next = at + SETTLING_PERIODS / self.rate
        self._note_restart()

    def _note_restart(self) -> None:
        self._settle(SETTLING_SAMPLES)
        self._reinitialised = True

    def _settle(self, samples: int) -> None:
        self._settling = samples
        self._spacing = 0.0

    def _forget_rate(self) -> None:
        self.measured_rate = 0
        self._part_second = True
        self._counted = 0

    def _measure_rate(self, now: float) -> None:
        while now >= self._second_ends:
            self.measured_rate = 0 if self._part_second else self._counted
            self._part_second = False
            self._counted = 0
            self._second_ends += 1.0


def _looks_like_a_spark(raw: int) -> bool:
    """Zeros and then only ones, or nothing but ones."""
    return raw & (raw + 1) == 0


def _is_period(seconds: float) -> bool:
    """Whether it is one of a chip at 80 or 10 samples a second; anything else comes of a gap."""
    return 0.008 <= seconds <= 0.020 or 0.060 <= seconds <= 0.160
