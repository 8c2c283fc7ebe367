"""A photo as the body of a request: taken in when it is its turn, kept outside the heap, and let go afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from mmap import mmap
from typing import Any, Concatenate, ParamSpec

import msgspec
from flask import Response, request

from companion.api.text import T
from companion.scanner.photo_queue import QueueFull
from web.context import context
from web.errors import Refused
from web.guard import check_again, phone
from web.requests import own_key
from web.taps import Answer

P = ParamSpec("P")
PIECE = 65536
ARRIVES_S = 40.0  # a photo of a phone at the edge of the Wi-Fi takes that long; then its place goes to the next
TAKES_S = 10.0  # to let a photo that is not read run off


def with_photo(view: Callable[Concatenate[mmap, P], Any]) -> Callable[P, Response]:
    """A view of the photo that was sent, done once for each `Idempotency-Key`; it returns a plain value. With `place`
    in the address it is the photo of that place in the queue."""

    @wraps(view)
    def once(*args: P.args, **kwargs: P.kwargs) -> Response:
        def work() -> Answer:
            with _turn(), _photo() as photo:
                check_again()
                return msgspec.json.encode(view(photo, *args, **kwargs)), 200

        key = request.headers.get("Idempotency-Key")
        try:
            data, status = work() if key is None else context().taps.once(own_key(key), _what_it_is(), work)
        finally:
            _let_go()
        return Response(data, status, mimetype="application/json")

    return once


def sender() -> str:
    """Whose photo this is, to the queue."""
    found = phone()
    return "" if found is None else found.id


@contextmanager
def _turn() -> Iterator[None]:
    try:
        with context().photo_queue.turn(sender(), request.args.get("place", "")):
            yield
    except QueueFull as full:
        raise queue_full(full) from None


def queue_full(full: QueueFull) -> Refused:
    """Its words for the phone."""
    return Refused(503, "full", full.text, wait_s=full.wait_s)


def _what_it_is() -> bytes:
    """What tells one photo from another before it has arrived."""
    asked = sorted((name, value) for name, value in request.args.items(multi=True) if name != "place")
    return repr((asked, request.content_length, request.mimetype)).encode()


@contextmanager
def _photo() -> Iterator[mmap]:
    """The body, in memory that goes back to the system as soon as it is done with: freed pieces of the heap, each of
    the size of a photo and in the arena of another thread, would stay."""
    length = request.content_length or 0
    if not length:
        raise Refused(422, "photo", T("The photo was empty. Take it once more."))
    with mmap(-1, length) as photo:
        until_s = time.monotonic() + ARRIVES_S
        while photo.tell() < length:
            piece = request.stream.read(min(PIECE, length - photo.tell()))
            if not piece:
                raise Refused(400, "photo", T("This picture did not arrive whole. Send it once more."))
            photo.write(piece)
            if time.monotonic() > until_s:
                raise Refused(
                    408, "photo", T("The photo took too long to arrive. Send it again, closer to the router.")
                )
        yield photo


def _let_go() -> None:
    """Whatever has become of it: its place is free, and nothing of the body is left in the connection, so that the
    phone hears the answer."""
    context().photo_queue.leave(request.args.get("place", ""), sender())
    until_s = time.monotonic() + TAKES_S
    with suppress(Exception):  # a phone that has gone hears no answer anyway
        while request.stream.read(PIECE) and time.monotonic() < until_s:
            pass
