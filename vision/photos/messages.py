"""What the service and the photo worker say to each other, over a pair of sockets.

    <- Hello()                                             or Hello(problem="ImportError: ...")
    -> Request(do="read", size=3750835, kinds=(...)), and then the picture's bytes as they are
    <- Answer(reads=(...), ...)                            or Answer(problem="torn")

Each message is its length in four bytes, big-endian, and then MessagePack. Nothing of it can run code: a worker that a
hostile picture has taken over can send wrong words, no more.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

from vision.evidence import Evidence
from vision.grammar import CodeKind
from vision.photos.card_photo import CardPhoto
from vision.reads import Read
from vision.text.printed import PrintedText

_LENGTH = struct.Struct(">I")
_LONGEST = 64 * 2**20  # of a message; a photo's pictures of what was read take a few hundred kilobytes
M = TypeVar("M")


class Hello(msgspec.Struct, frozen=True):
    """The worker is ready, or cannot be: `problem`."""

    problem: str = ""


class Request(msgspec.Struct, frozen=True):
    """Read the codes of these kinds in a picture of `size` bytes, or make it a `card`'s photograph, or read its `text`
    in these languages."""

    do: Literal["read", "card", "text"]
    size: int
    kinds: tuple[CodeKind, ...] = ()
    as_it_is: bool = False
    turned: int = 0
    languages: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """What came of it: `evidence` goes with each of the reads, the sure ones first, or is of the whole picture where
    there are none. `problem` is a word of `vision.photo` where the picture cannot be used; `fault` tells of a mistake
    in the program."""

    reads: tuple[Read, ...] = ()
    unsure: tuple[Read, ...] = ()
    trouble: str = ""
    evidence: tuple[Evidence, ...] = ()
    card: CardPhoto | None = None
    text: PrintedText | None = None
    problem: str = ""
    fault: str = ""


class Ended(Exception):
    """The other side has gone, or is silent for too long, or talks nonsense."""


def send(to: socket.socket, message: Hello | Request | Answer) -> None:
    """Send one message. `OSError` where the other side has gone, or does not take it in time."""
    data = msgspec.msgpack.encode(message)
    to.sendall(_LENGTH.pack(len(data)) + data)


def receive(source: socket.socket, kind: type[M], limit_s: float | None = None) -> M:
    """The next message. Raises `Ended`, and `TimeoutError` after `limit_s`."""
    left = _left(limit_s)
    (length,) = _LENGTH.unpack(receive_bytes(source, _LENGTH.size, left))
    if length > _LONGEST:
        raise Ended("a message is too long")
    try:
        return msgspec.msgpack.decode(receive_bytes(source, length, left), type=kind)
    except msgspec.MsgspecError as error:
        raise Ended(str(error)) from None


def receive_bytes(source: socket.socket, count: int, left: Callable[[], float | None] = lambda: None) -> bytearray:
    """So many bytes as they are; `left` tells how many seconds there still are. Raises `Ended` and `TimeoutError`."""
    data = bytearray(count)
    view, got = memoryview(data), 0
    while got < count:
        source.settimeout(left())
        try:
            new = source.recv_into(view[got:])
        except TimeoutError:
            raise
        except OSError as error:
            raise Ended(str(error)) from None
        if not new:
            raise Ended("the other side has gone")
        got += new
    return data


def _left(limit_s: float | None) -> Callable[[], float | None]:
    if limit_s is None:
        return lambda: None
    until_s = time.monotonic() + limit_s
    return lambda: max(until_s - time.monotonic(), 0.001)
