"""What the drawer's board and the host say to each other; the same names as in `firmware/protocol.h`."""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from enum import STRICT, IntEnum, IntFlag
from typing import ClassVar, Self, TypeAlias

PROTOCOL_VERSION = 1
BAUD = 57600
BLANK_ID = b"\xff" * 8
RATES = (10, 80)  # samples a second
GAINS = (64, 128)


class Flag(IntFlag, boundary=STRICT):
    """What is to be known about a sample, or (`NOT_ANSWERING`) about the converter."""

    SATURATED = 0x01
    LATE = 0x02
    DISTURBED = 0x04
    WARMING_UP = 0x08
    NOT_ANSWERING = 0x10
    REINITIALISED = 0x20


UNTRUE = Flag.SATURATED | Flag.DISTURBED | Flag.WARMING_UP  # a sample so flagged says nothing about the weight


class ResetCause(IntFlag, boundary=STRICT):
    """Why the board started; none of these when it could not tell."""

    POWER_ON = 0x01
    EXTERNAL = 0x02
    BROWN_OUT = 0x04
    WATCHDOG = 0x08
    COMMAND = 0x10


class ErrorCode(IntEnum):
    """Why the board refused a command."""

    UNKNOWN_COMMAND = 1
    WRONG_LENGTH = 2
    WRONG_VALUE = 3
    ID_IS_SET = 4


def _whole_id(unit: bytes) -> bytes:
    if len(unit) != len(BLANK_ID):  # struct would cut it off or fill it up
        raise ValueError("an id has eight bytes")
    return unit


class _Packed:
    """A message whose payload is its fields in their order, little-endian."""

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<")

    def payload(self) -> bytes:
        """The payload as bytes. `struct.error`, `OverflowError` or `ValueError` where a value does not fit."""
        return self.LAYOUT.pack(*astuple(self))  # type: ignore[call-overload]

    @classmethod
    def of(cls, payload: bytes) -> Self:
        """The message with this payload. `struct.error` or `ValueError` where there is none."""
        return cls(*cls.LAYOUT.unpack(payload))


# --- reports, from the board ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello(_Packed):
    """Sent at every start, and when asked for.

    `boots` counts the board's starts; `rate` is the samples of the last whole second (0: not yet known), `gain` 128 or
    64. An id of `BLANK_ID` means that the board has none yet.
    """

    TYPE = ord("H")
    LAYOUT = struct.Struct("<BBBB8sIBBB")
    protocol: int
    firmware: tuple[int, int, int]
    id: bytes
    boots: int
    reset_cause: ResetCause
    rate: int
    gain: int

    def payload(self) -> bytes:
        version = (self.protocol, *self.firmware)
        return self.LAYOUT.pack(*version, _whole_id(self.id), self.boots, self.reset_cause, self.rate, self.gain)

    @classmethod
    def of(cls, payload: bytes) -> Self:
        protocol, major, minor, patch, unit, boots, cause, rate, gain = cls.LAYOUT.unpack(payload)
        return cls(protocol, (major, minor, patch), unit, boots, ResetCause(cause), rate, gain)


@dataclass(frozen=True, slots=True)
class ForeignHello(_Packed):
    """The hello of a board that speaks another version of this protocol: its first four bytes never change."""

    TYPE = ord("H")
    LAYOUT = struct.Struct("<BBBB")
    protocol: int
    firmware: tuple[int, int, int]

    def payload(self) -> bytes:
        return self.LAYOUT.pack(self.protocol, *self.firmware)

    @classmethod
    def of(cls, payload: bytes) -> Self:
        protocol, major, minor, patch = cls.LAYOUT.unpack(payload[: cls.LAYOUT.size])
        return cls(protocol, (major, minor, patch))


@dataclass(frozen=True, slots=True)
class Sample(_Packed):
    """One conversion: `time_ms` since the board's start (goes round after 49 days), `raw` the signed 24-bit value."""

    TYPE = ord("S")
    LAYOUT = struct.Struct("<I3sB")
    time_ms: int
    raw: int
    flags: Flag

    def payload(self) -> bytes:
        return self.LAYOUT.pack(self.time_ms, self.raw.to_bytes(3, "little", signed=True), self.flags)

    @classmethod
    def of(cls, payload: bytes) -> Self:
        time_ms, raw, flags = cls.LAYOUT.unpack(payload)
        return cls(time_ms, int.from_bytes(raw, "little", signed=True), Flag(flags))


@dataclass(frozen=True, slots=True)
class Status(_Packed):
    """Health, every second and when something changed. Counters begin at the board's start and go round.

    `heard` is the sequence number of the last command obeyed; `samples` were read, `late` of them after a gap;
    `power_cycles` of the converter; `damaged` frames or bytes came in, `dropped` frames found no room to go out.
    """

    TYPE = ord("T")
    LAYOUT = struct.Struct("<IBBBHIHHHH")
    time_ms: int
    flags: Flag
    rate: int
    gain: int
    heard: int
    samples: int
    late: int
    power_cycles: int
    damaged: int
    dropped: int

    @classmethod
    def of(cls, payload: bytes) -> Self:
        time_ms, flags, *rest = cls.LAYOUT.unpack(payload)
        return cls(time_ms, Flag(flags), *rest)


@dataclass(frozen=True, slots=True)
class Error(_Packed):
    """A command that was refused: why, and its type and sequence number."""

    TYPE = ord("E")
    LAYOUT = struct.Struct("<BBH")
    code: ErrorCode
    command: int
    sequence: int

    @classmethod
    def of(cls, payload: bytes) -> Self:
        code, command, sequence = cls.LAYOUT.unpack(payload)
        return cls(ErrorCode(code), command, sequence)


# --- commands, to the board -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskHello(_Packed):
    """Who are you? Answered by `Hello`."""

    TYPE = ord("h")


@dataclass(frozen=True, slots=True)
class Configure(_Packed):
    """Samples a second (10 or 80, where the RATE pin is wired) and gain (128 or 64). Answered by `Status`."""

    TYPE = ord("c")
    LAYOUT = struct.Struct("<BB")
    rate: int
    gain: int


@dataclass(frozen=True, slots=True)
class Identify(_Packed):
    """Flicker the LED for five seconds. Answered by `Status`."""

    TYPE = ord("i")


@dataclass(frozen=True, slots=True)
class Reset(_Packed):
    """Start again. Answered by the `Hello` of the new start."""

    TYPE = ord("r")


@dataclass(frozen=True, slots=True)
class SetId(_Packed):
    """Give a board that has none its id, for good. Answered by `Hello`."""

    TYPE = ord("u")
    LAYOUT = struct.Struct("<8s")
    id: bytes

    def payload(self) -> bytes:
        return self.LAYOUT.pack(_whole_id(self.id))


Report: TypeAlias = Hello | ForeignHello | Sample | Status | Error
Command: TypeAlias = AskHello | Configure | Identify | Reset | SetId
Message: TypeAlias = Report | Command
