"""Bytes <-> messages; no I/O.

A frame is COBS(type, sequence number, payload, CRC) and a zero byte. Whatever is not a whole, undamaged, known message
of exactly the right length is passed over and counted; the frame behind it is found again at the next zero.
"""

from __future__ import annotations

import struct
from binascii import crc_hqx
from dataclasses import dataclass

from cobs import cobs

from firmware_bridge.messages import (
    PROTOCOL_VERSION,
    AskHello,
    Configure,
    Error,
    ForeignHello,
    Hello,
    Identify,
    Message,
    Reset,
    Sample,
    SetId,
    Status,
)

MAX_BODY = 32  # header, payload and CRC
MAX_FRAME = MAX_BODY + 1  # COBS adds one byte to a body this short

_HEADER = struct.Struct("<BH")
_CRC = struct.Struct("<H")
_KINDS: dict[int, type[Hello | Sample | Status | Error | AskHello | Configure | Identify | Reset | SetId]] = {
    kind.TYPE: kind for kind in (Hello, Sample, Status, Error, AskHello, Configure, Identify, Reset, SetId)
}


# Python's own CRC of this polynomial takes the bits of a byte from the left, ours (CRC-16/MCRF4XX) from the right.
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _checksum(body: bytes) -> int:
    found = crc_hqx(body.translate(_MIRRORED), 0xFFFF)
    return _MIRRORED[found & 0xFF] << 8 | _MIRRORED[found >> 8]


class NotAFrame(ValueError):
    """Bytes that are no whole, undamaged message of this protocol."""


class UnknownMessage(NotAFrame):
    """An undamaged frame with a message that this protocol does not have: perhaps another version's."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A message with its sequence number (0 to 65535, goes round; each side counts its own frames)."""

    sequence: int
    message: Message


def encode(message: Message, sequence: int) -> bytes:
    """The message as it goes over the wire, its closing zero included. `ValueError` where a value does not fit."""
    try:
        return enclose(message.TYPE, sequence, message.payload())
    except (struct.error, OverflowError) as error:
        raise ValueError(f"{message} does not fit: {error}") from error


def enclose(code: int, sequence: int, payload: bytes) -> bytes:
    """Any type, sequence number and payload as a frame, its closing zero included."""
    body = _HEADER.pack(code, sequence) + payload
    return bytes(cobs.encode(body + _CRC.pack(_checksum(body)))) + b"\0"


def disclose(frame: bytes) -> tuple[int, int, bytes]:
    """Type, sequence number and payload of a frame without its closing zero. `NotAFrame` where it is damaged."""
    if len(frame) > MAX_FRAME:
        raise NotAFrame("too long")
    try:
        body = bytes(cobs.decode(frame))
    except cobs.DecodeError as error:
        raise NotAFrame("not COBS") from error
    if len(body) < _HEADER.size + _CRC.size:
        raise NotAFrame("too short")
    if _checksum(body[: -_CRC.size]) != _CRC.unpack(body[-_CRC.size :])[0]:
        raise NotAFrame("wrong CRC")
    code, sequence = _HEADER.unpack(body[: _HEADER.size])
    return code, sequence, body[_HEADER.size : -_CRC.size]


def decode(frame: bytes) -> Frame:
    """The message in a frame without its closing zero. `NotAFrame` where there is none."""
    code, sequence, payload = disclose(frame)
    try:
        return Frame(sequence, _message(code, payload))
    except (struct.error, ValueError) as error:
        raise UnknownMessage("not a message of this protocol") from error


def _message(code: int, payload: bytes) -> Message:
    if code not in _KINDS:
        raise ValueError(f"no message has type {code}")
    if code == Hello.TYPE and payload[:1] != bytes([PROTOCOL_VERSION]):
        return ForeignHello.of(payload)
    return _KINDS[code].of(payload)


class Splitter:
    """Takes bytes as they come, in pieces of any size, and gives what lies between zeros (empty pieces left out).

    A piece that is too long to be a frame is cut off, one byte too long still, so that nothing can fill the memory.
    """

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The pieces that these bytes complete, without their zeros."""
        *whole, rest = data.split(b"\0")
        pieces = [self._close(piece) for piece in whole]
        self._hold(rest)
        return [piece for piece in pieces if piece]

    def _hold(self, piece: bytes) -> None:
        self._held += piece[: MAX_FRAME + 1 - len(self._held)]

    def _close(self, piece: bytes) -> bytes:
        self._hold(piece)
        held = bytes(self._held)
        self._held.clear()
        return held


class Decoder:
    """Takes bytes as they come and gives the frames among them.

    `damaged` counts what lay between two zeros and was no frame. What comes first of all does not count: somebody who
    begins to listen usually hears half a frame. `unknown` counts undamaged frames with no message of this protocol.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self.unknown = 0
        self._splitter = Splitter()
        self._began = False

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that these bytes complete."""
        return [frame for piece in self._splitter.feed(data) if (frame := self._frame(piece)) is not None]

    def _frame(self, piece: bytes) -> Frame | None:
        began, self._began = self._began, True
        try:
            return decode(piece)
        except UnknownMessage:
            self.unknown += 1
        except NotAFrame:
            self.damaged += began
        return None
