"""News to all who watch: what the system takes at once, who reads slowly, and who is removed meanwhile."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest
from tornado.iostream import IOStream

from companion.api.text import English
from web.broadcast import Broadcast, _written
from web.live import Live, Source

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


class Table:
    """One source whose number a test counts on, with three megabytes behind it; and phones that follow it."""

    def __init__(self, workers: ThreadPoolExecutor) -> None:
        self.number = 0
        source = Source(lambda words: {"x": self.number, "y": "z" * 3_000_000})
        self.live = Live({"a": source, "b": Source(lambda words: {"at": self.number})}, lambda _: English, cap=4)
        self.broadcast = Broadcast(workers)

    def phone(self, name: str) -> tuple[socket.socket, asyncio.Task[None]]:
        here, there = socket.socketpair()
        there.setblocking(False)
        stream = self.live.open(name, "en")
        return there, asyncio.create_task(self.broadcast.follow(stream, IOStream(here, max_write_buffer_size=2**23)))

    def count(self) -> None:
        self.number += 1
        with self.live.together():
            self.live.changed("b")


async def numbers(phone: socket.socket, last: int) -> list[int]:
    """What `at` was, in turn, until it is this."""
    loop, found, received = asyncio.get_running_loop(), list[int](), b""
    while not found or found[-1] != last:
        received += await asyncio.wait_for(loop.sock_recv(phone, 2**22), 10)
        found = [int(one) for one in re.findall(rb'"at":(\d+)', received)]
    return found


def test_a_phone_that_reads_nothing_holds_nobody_up_and_gets_the_newest() -> None:
    """The other has every number at once; this one has what it was sent before, and then the last of them."""

    async def play() -> tuple[list[int], list[int]]:
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            (quick, _), (slow, _) = table.phone("quick"), table.phone("slow")
            seen = await numbers(quick, 0)
            for number in range(1, 5):
                table.count()
                seen += await numbers(quick, number)
            late = await numbers(slow, 4)
            table.live.close()
            await asyncio.sleep(0)
            quick.close()
            slow.close()
            return seen, late

    assert run(play()) == ([0, 1, 2, 3, 4], [0, 4])


def test_who_is_removed_before_the_news_goes_out_is_not_told() -> None:
    """Though it was made already; the others are."""

    async def play() -> tuple[list[int], bytes]:
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            (stays, _), (goes, over) = table.phone("stays"), table.phone("goes")
            await numbers(stays, 0)
            await numbers(goes, 0)
            table.count()
            table.live.end("goes")
            seen = await numbers(stays, 1)
            await asyncio.wait_for(over, 5)
            try:
                told = goes.recv(100)
            except BlockingIOError:
                told = b""
            table.live.close()
            await asyncio.sleep(0)
            stays.close()
            goes.close()
            return seen, told

    assert run(play()) == ([1], b"")


def test_who_wakes_the_loop_hears_when_it_has_sent_the_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop itself cannot wait for that."""
    monkeypatch.setattr("web.live.LEAVES_S", 10.0)

    async def play() -> list[int]:
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            phone, _ = table.phone("phone")
            await numbers(phone, 0)
            await asyncio.to_thread(table.count)
            assert next(iter(table.live.changed_at.wakes.values()))() is None
            seen = re.findall(rb'"at":(\d+)', phone.recv(2**22))
            table.live.close()
            await asyncio.sleep(0)
            phone.close()
            return [int(one) for one in seen]

    assert run(play()) == [1]
