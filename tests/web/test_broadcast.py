"""What is sent to one phone, as far as the system takes it at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tornado.iostream import IOStream

from web.broadcast import _written

T = TypeVar("T")
PIECE = bytes(range(256)) * 40_000  # ten megabytes, more than any buffer takes


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: the browsers of other tests have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_a_short_piece_is_with_the_system_at_once() -> None:
    """Nothing is left for the loop to do."""

    async def send() -> bytes:
        here, there = socket.socketpair()
        stream = IOStream(here)
        assert _written(stream, b"news") is None
        assert not stream.writing()
        stream.close()
        with there:
            return there.recv(100)

    assert run(send()) == b"news"


def test_what_the_system_does_not_take_follows_in_order() -> None:
    """A phone that reads slowly gets every byte once, and what is said next comes behind it."""

    async def send() -> bytes:
        here, there = socket.socketpair()
        there.setblocking(False)
        stream = IOStream(here, max_write_buffer_size=2 * len(PIECE))
        long = _written(stream, PIECE)
        assert long is not None
        assert stream.writing()
        after = _written(stream, b"after")
        assert after is not None
        received = bytearray()
        loop = asyncio.get_running_loop()
        while len(received) < len(PIECE) + 5:
            received += await loop.sock_recv(there, 2**20)
        await asyncio.wait_for(after, 5)
        stream.close()
        there.close()
        return bytes(received)

    assert run(send()) == PIECE + b"after"


def test_a_phone_that_has_gone_is_noticed() -> None:
    """Its connection is closed, and nobody waits for it."""

    async def send() -> bool:
        here, there = socket.socketpair()
        stream = IOStream(here)
        there.close()
        assert _written(stream, b"news") is None
        await asyncio.sleep(0)
        return stream.closed()

    assert run(send())
