"""News to all who watch: what the system takes at once, who reads slowly, and who is removed meanwhile."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tornado.iostream import IOStream

from companion.api.text import English
from web.broadcast import Broadcast, Follower
from web.live import Live, Source

T = TypeVar("T")
PIECE = bytes(range(256)) * 40_000  # ten megabytes, more than any buffer takes


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: the browsers of other tests have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def follower(stream: IOStream) -> Follower:
    live = Live({"a": Source(lambda words: {"x": 1})}, lambda _: English, cap=1)
    return Follower(live.open("one", "en"), stream, asyncio.get_running_loop().create_future())


def test_a_short_piece_is_with_the_system_at_once() -> None:
    """Nothing is left for the loop to do."""

    async def send() -> bytes:
        here, there = socket.socketpair()
        stream = IOStream(here)
        one = follower(stream)
        assert one.send(b"news") == b""
        assert not stream.writing()
        one.close()
        stream.close()
        with there:
            return there.recv(100)

    assert run(send()) == b"news"


def test_what_the_system_does_not_take_comes_back() -> None:
    """What it took is the beginning, and not sent again."""

    async def send() -> tuple[bytes, bytes]:
        here, there = socket.socketpair()
        stream = IOStream(here)
        one = follower(stream)
        rest = one.send(PIECE)
        one.close()
        stream.close()
        received = bytearray()
        with there:
            while piece := there.recv(2**20):
                received += piece
        return bytes(received), rest

    received, rest = run(send())
    assert 0 < len(rest) < len(PIECE)
    assert received + rest == PIECE


def test_a_phone_that_has_gone_takes_nothing() -> None:
    """The loop is told, which finds out and closes the connection."""

    async def send() -> bytes:
        here, there = socket.socketpair()
        stream = IOStream(here)
        one = follower(stream)
        there.close()
        rest = one.send(b"news")
        one.close()
        stream.close()
        return rest

    assert run(send()) == b"news"


def test_a_connection_that_was_closed_meanwhile_is_nobody_elses() -> None:
    """The number that the loop's connection had may be another's by now: that one is sent nothing."""

    async def send() -> bytes:
        here, there = socket.socketpair()
        stream = IOStream(here)
        one = follower(stream)
        number = here.fileno()
        stream.close()
        other, others_phone = socket.socketpair()
        assert other.fileno() == number
        one.send(b"news")
        one.close()
        others_phone.setblocking(False)
        with other, others_phone, there:
            try:
                return others_phone.recv(100)
            except BlockingIOError:
                return b""

    assert run(send()) == b""


class Table:
    """One source whose number a test counts on, with three megabytes behind it; and phones that follow it."""

    def __init__(self, workers: ThreadPoolExecutor) -> None:
        self.number, self.counting = 0, threading.Lock()
        source = Source(lambda words: {"x": self.number, "y": "z" * 3_000_000})
        self.live = Live({"a": source, "b": Source(lambda words: {"at": self.number})}, lambda _: English, cap=4)
        self.broadcast = Broadcast(workers)

    def phone(self, name: str) -> tuple[socket.socket, asyncio.Task[None]]:
        here, there = socket.socketpair()
        there.setblocking(False)
        stream = self.live.open(name, "en")
        return there, asyncio.create_task(self.broadcast.follow(stream, IOStream(here, max_write_buffer_size=2**23)))

    def count(self) -> None:
        with self.live.together():
            with self.counting:
                self.number += 1
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


def test_what_a_phone_does_not_take_at_once_follows_in_order() -> None:
    """It gets every byte once, and what is said next comes behind it."""

    async def play() -> bytes:
        loop, received = asyncio.get_running_loop(), b""
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            phone, _ = table.phone("slow")
            await asyncio.sleep(0.3)  # the first three megabytes are more than any buffer takes
            table.count()
            while not received.endswith(b'"at":1}\n\n\r\n'):
                received += await asyncio.wait_for(loop.sock_recv(phone, 2**22), 10)
            table.live.close()
            await asyncio.sleep(0)
            phone.close()
        return received

    first = b'event: state\ndata: {"x":0,"y":"' + b"z" * 3_000_000 + b'"}\n\nevent: state\ndata: {"at":0}\n\n'
    pieces = (b"retry: 1500\n\n" + first, b'event: state\ndata: {"at":1}\n\n')
    assert run(play()) == b"".join(b"%x\r\n%b\r\n" % (len(one), one) for one in pieces)


def test_a_phone_that_has_gone_is_noticed_as_it_is_told() -> None:
    """Its connection is closed, its stream is over, and the others are told."""

    async def play() -> tuple[list[int], list[bool]]:
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            (stays, _), (goes, over) = table.phone("stays"), table.phone("goes")
            await numbers(stays, 0)
            await numbers(goes, 0)
            [gone] = [one for one in table.broadcast._followers.values() if one.stream.tab == "goes"]
            goes.close()
            table.count()
            seen = await numbers(stays, 1)
            await asyncio.wait_for(over, 5)
            table.live.close()
            await asyncio.sleep(0)
            stays.close()
            return seen, [gone.connection.closed(), gone.stream in table.broadcast._followers]

    assert run(play()) == ([1], [True, False])


def test_who_is_removed_amid_a_piece_is_sent_no_more() -> None:
    """Nothing can be said behind half a piece: the connection is closed."""

    async def play() -> bool:
        here, there = socket.socketpair()
        with ThreadPoolExecutor(1) as workers, there:
            table = Table(workers)
            stream = IOStream(here)
            one = Follower(table.live.open("goes", "en"), stream, asyncio.get_running_loop().create_future())
            rest = one.send(PIECE)
            one.end()
            table.broadcast._write(one, rest)
            one.close()
            return stream.closed()

    assert run(play())


def test_who_is_removed_before_the_news_goes_out_is_not_told() -> None:
    """Though it was made already; the others are."""

    async def play() -> tuple[list[int], bytes]:
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            (stays, _), (goes, over) = table.phone("stays"), table.phone("goes")
            await numbers(stays, 0)
            await numbers(goes, 0)
            make = table.live._make
            table.live._make = lambda: (make(), table.live.end("goes"))  # type: ignore[func-returns-value,method-assign]
            table.count()
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


def test_whoever_changes_something_sends_it_before_going_on() -> None:
    """In its own thread: the loop, which does not run meanwhile, has nothing left to send."""

    async def play() -> list[int]:
        with ThreadPoolExecutor(1) as workers:
            table = Table(workers)
            phone, _ = table.phone("phone")
            await numbers(phone, 0)
            counting = threading.Thread(target=table.count)
            counting.start()
            counting.join()
            seen = re.findall(rb'"at":(\d+)', phone.recv(2**22))
            table.live.close()
            await asyncio.sleep(0)
            phone.close()
            return [int(one) for one in seen]

    assert run(play()) == [1]


def test_many_threads_change_something_and_every_phone_hears_it_in_order() -> None:
    """Two threads tell at once, beside the loop: no message is cut by another, and the last one is the newest."""

    async def play() -> tuple[list[int], list[int]]:
        with ThreadPoolExecutor(2) as workers:
            table = Table(workers)
            (first, _), (second, _) = table.phone("first"), table.phone("second")
            await numbers(first, 0)
            await numbers(second, 0)
            counting = asyncio.gather(*[asyncio.to_thread(lambda: [table.count() for _ in range(50)]) for _ in "ab"])
            seen = await asyncio.gather(numbers(first, 100), numbers(second, 100))
            await counting
            table.live.close()
            await asyncio.sleep(0)
            first.close()
            second.close()
            return seen[0], seen[1]

    for seen in run(play()):
        assert seen == sorted(seen)
        assert seen[-1] == 100
