"""The board's behaviour without a board: what `firmware/` does with an HX711, as a function of time; no I/O."""

from __future__ import annotations

import struct
from collections.abc import Callable

from firmware_bridge.converter import Converter
from firmware_bridge.messages import (
    BLANK_ID,
    GAINS,
    PROTOCOL_VERSION,
    RATES,
    AskHello,
    Command,
    Configure,
    Error,
    ErrorCode,
    Flag,
    Hello,
    Identify,
    Report,
    Reset,
    ResetCause,
    Sample,
    SetId,
    Status,
)
from firmware_bridge.protocol import NotAFrame, Splitter, disclose, encode

FIRMWARE = (1, 1, 5)
STATUS_EVERY_S = 1.0
WATCHDOG_S = 2.0
_16_BITS = 0xFFFF
_32_BITS = 0xFFFFFFFF
_COMMANDS: dict[int, type[Command]] = {kind.TYPE: kind for kind in (AskHello, Configure, Identify, Reset, SetId)}


class Chip:
    """The microcontroller, without power until `start`. Times are seconds on one clock that never goes back."""

    def __init__(self, source: Callable[[float], int], now: float, unit_id: bytes = BLANK_ID) -> None:
        self.id = unit_id
        self.boots = 0
        self.converter = Converter(source, now)
        self._output = bytearray()
        self._powered = False

    # --- what is done to it -------------------------------------------------------------------------------------------

    def start(self, cause: ResetCause, now: float) -> None:
        """Start, or start again, for this cause."""
        self.boots += 1
        self._powered = True
        self._cause = cause
        self._began = self._status_at = now
        self._sequence = self._heard = self._samples = self._late = self._damaged = 0
        self._astray_since: float | None = None
        self._was_silent = False
        self._splitter = Splitter()
        self.converter.restart(now)
        self._output += b"\0"
        self._send(self._hello())

    def lose_power(self) -> None:
        """Stop at once; what was not sent yet is gone."""
        self._powered = False
        self._output.clear()

    def go_astray(self, now: float) -> None:
        """Hang until the watchdog bites."""
        self._astray_since = now

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        if not self._powered or self._astray_since is not None:
            return
        for piece in self._splitter.feed(data):
            try:
                code, sequence, payload = disclose(piece)
            except NotAFrame:
                self._damaged += 1
            else:
                self._answer(code, sequence, payload, now)

    def advance(self, now: float) -> None:
        """Let time pass."""
        if not self._powered:
            return
        if self._astray_since is not None:
            if now - self._astray_since >= WATCHDOG_S:
                self.start(ResetCause.WATCHDOG, now)
            return
        for conversion in self.converter.conversions(now):
            self._samples += 1
            self._late += bool(conversion.flags & Flag.LATE)
            self._send(Sample(self._ms(conversion.time_s), conversion.raw, conversion.flags))
        self._tell_status(now)

    def take_output(self) -> bytes:
        """The bytes sent since the last call."""
        output = bytes(self._output)
        self._output.clear()
        return output

    # --- what it does -------------------------------------------------------------------------------------------------

    def _answer(self, code: int, sequence: int, payload: bytes, now: float) -> None:
        error = self._obey(code, payload, now)
        if error is not None:
            self._send(Error(error, code, sequence))
        elif code != Reset.TYPE:
            self._heard = sequence
            self._send(self._hello() if code in (AskHello.TYPE, SetId.TYPE) else self._status(now))

    def _obey(self, code: int, payload: bytes, now: float) -> ErrorCode | None:
        kind = _COMMANDS.get(code)
        if kind is None:
            return ErrorCode.UNKNOWN_COMMAND
        try:
            command = kind.of(payload)
        except struct.error:
            return ErrorCode.WRONG_LENGTH
        if isinstance(command, Reset):
            self.start(ResetCause.COMMAND, now)
        elif isinstance(command, SetId):
            return self._take_id(command.id)
        elif isinstance(command, Configure):
            return self._configure(command, now)
        return None

    def _take_id(self, wanted: bytes) -> ErrorCode | None:
        if self.id not in (BLANK_ID, wanted):
            return ErrorCode.ID_IS_SET
        self.id = wanted
        return None

    def _configure(self, command: Configure, now: float) -> ErrorCode | None:
        if command.rate not in RATES or command.gain not in GAINS:
            return ErrorCode.WRONG_VALUE
        self.converter.configure(command.rate, command.gain, now)
        return None

    def _tell_status(self, now: float) -> None:
        silent = self.converter.not_answering
        if now - self._status_at >= STATUS_EVERY_S or silent != self._was_silent:
            self._status_at, self._was_silent = now, silent
            self._send(self._status(now))

    def _hello(self) -> Hello:
        rate, gain = self.converter.measured_rate, self.converter.gain
        return Hello(PROTOCOL_VERSION, FIRMWARE, self.id, self.boots, self._cause, rate, gain)

    def _status(self, now: float) -> Status:
        return Status(
            time_ms=self._ms(now),
            flags=Flag.NOT_ANSWERING if self.converter.not_answering else Flag(0),
            rate=self.converter.measured_rate,
            gain=self.converter.gain,
            heard=self._heard,
            samples=self._samples & _32_BITS,
            late=self._late & _16_BITS,
            power_cycles=self.converter.power_cycles & _16_BITS,
            damaged=self._damaged & _16_BITS,
            dropped=0,
        )

    def _ms(self, time_s: float) -> int:
        return int((time_s - self._began) * 1000) & _32_BITS

    def _send(self, report: Report) -> None:
        self._output += encode(report, self._sequence)
        self._sequence = (self._sequence + 1) & _16_BITS
