"""The photo worker as the service has it: a picture of unknown make -> what is in it, within a limit of time; and what
both say to each other, over a pair of sockets.

    <- Hello()                                             or Hello(problem="ImportError: ...")
    -> Request(do="read", size=3750835, kinds=(...)), and then the picture's bytes as they are
    <- Answer(reads=(...), ...)                            or Answer(problem="torn")

Each message is its length in four bytes, big-endian, and then MessagePack. Nothing of it can run code: a worker that a
hostile picture has taken over can send wrong words, no more.
"""

from __future__ import annotations

import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from mmap import mmap
from typing import Literal, TypeAlias, TypeVar

import msgspec

from vision.evidence import Evidence
from vision.grammar import CodeKind
from vision.photos.card_photo import CardPhoto
from vision.photos.decode import DECODER_LIMITS
from vision.reads import Read
from vision.text.printed import PrintedText
from vision.worker_process import NO_WORKER, WorkerLost, WorkerProcess, how_it_ended

Picture: TypeAlias = bytes | bytearray | memoryview | mmap
KEEP_S = 60.0  # a worker that has nothing to do so long ends, and its memory is free
START_LIMIT_S = 60.0  # a Pi that has just booted reads everything from its card
READ_LIMIT_S = 90.0  # by the clock; the worker's own limit, of the processor's time, comes first unless it hangs
_WORKER = (sys.executable, "-m", "vision.photos.worker")
# One arena, however many threads the reader has, and large pieces straight from the system, to which they go back; that
# is 70 MB less at the most, and twice the processor time for a photo without a code, of which huge pages, where the
# kernel gives any, take half away.
_MALLOC = {
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "1000000", "MALLOC_TRIM_THRESHOLD_": "1000000",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}  # fmt: skip
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


def send(to: socket.socket, message: Hello | Request | Answer) -> None:
    """Send one message. `OSError` where the other side has gone, or does not take it in time."""
    data = msgspec.msgpack.encode(message)
    to.sendall(_LENGTH.pack(len(data)) + data)


def receive(source: socket.socket, kind: type[M], limit_s: float | None = None) -> M:
    """The next message. Raises `EOFError` where the other side has gone or talks nonsense, `TimeoutError` in time."""
    left = _left(limit_s)
    (length,) = _LENGTH.unpack(receive_bytes(source, _LENGTH.size, left))
    if length > _LONGEST:
        raise EOFError("a message is too long")
    try:
        return msgspec.msgpack.decode(receive_bytes(source, length, left), type=kind)
    except msgspec.MsgspecError as error:
        raise EOFError(str(error)) from None


def receive_bytes(source: socket.socket, count: int, left: Callable[[], float | None] = lambda: None) -> bytearray:
    """So many bytes as they are; `left` tells how many seconds there still are. Raises as `receive` does."""
    data = bytearray(count)
    view, got = memoryview(data), 0
    while got < count:
        source.settimeout(left())
        new = source.recv_into(view[got:])
        if not new:
            raise EOFError("the other side has gone")
        got += new
    return data


def _left(limit_s: float | None) -> Callable[[], float | None]:
    if limit_s is None:
        return lambda: None
    until_s = time.monotonic() + limit_s
    return lambda: max(until_s - time.monotonic(), 0.001)


class PhotoProcess(WorkerProcess[socket.socket]):
    """One worker at a time, started when there is a photo. Usable from any thread, one photo after the other."""

    def __init__(
        self,
        worker: Sequence[str] = _WORKER,
        *,
        keep_s: float = KEEP_S,
        start_limit_s: float = START_LIMIT_S,
        read_limit_s: float = READ_LIMIT_S,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        environment = {**_MALLOC, **DECODER_LIMITS, **(environment or {})}
        # Decoders complain of every damaged picture.
        super().__init__((*worker, str(keep_s)), environment, lambda ours: ours, name="the photo worker", quiet=True)
        self._start_limit_s = start_limit_s
        self._read_limit_s = read_limit_s
        self._greeted: socket.socket | None = None

    def warm(self) -> None:
        """Start the worker where none runs, so that it is ready when the photo has arrived. Does not wait for it."""
        if not self._turn.acquire(blocking=False):
            return  # it is at work
        try:
            self._running()
        except WorkerLost:
            pass  # whoever sends the photo will hear it
        finally:
            self._turn.release()

    def rest(self) -> None:
        """End the worker where it has nothing to do, also one that has just begun."""
        if not self._turn.acquire(blocking=False):
            return
        try:
            self._end()
        finally:
            self._turn.release()

    def ask(self, request: Request, picture: Picture) -> Answer:
        """Have a picture read, when those before it have been. Raises `WorkerLost`."""
        with self._turn:
            answer = self._asked(lambda worker: self._exchange(worker, request, picture))
            self._is_back()
            return answer

    def _exchange(self, worker: socket.socket, request: Request, picture: Picture) -> Answer:
        self._greet(worker)
        worker.settimeout(self._read_limit_s)
        send(worker, request)
        worker.sendall(picture)
        return receive(worker, Answer, self._read_limit_s)

    def _greet(self, worker: socket.socket) -> None:
        """Wait until a worker that was started is ready."""
        if worker is self._greeted:
            return
        try:
            receive(worker, Hello, self._start_limit_s)
        except (EOFError, OSError) as problem:
            ended = self._end(gone=isinstance(problem, EOFError))
            raise WorkerLost(NO_WORKER, str(problem) if ended is None else how_it_ended(ended)) from None
        self._greeted = worker
