"""A photo of a card, taken by a phone; and the queue of all photos, which wait on their phones for their turn."""

from __future__ import annotations

from mmap import mmap
from typing import Any

from flask import Blueprint, Response, request

from companion.api.readings import CardSeen, CardUnread
from companion.api.text import T
from companion.scanner.photo_queue import NoPlace, Place, QueueFull
from web.context import context
from web.encode import plain
from web.errors import Refused, not_found, not_here
from web.guard import by
from web.photo_body import queue_full, sender, with_photo
from web.requests import Nothing, answer, body, say, tap

photo_api = Blueprint("api_photo", __name__, url_prefix="/api")

NOTHING_READ = T("No code could be read in this photo. Hold the phone straight above the card, with enough light.")


@photo_api.post("/photo")
@with_photo
def photo(data: mmap) -> dict[str, Any]:
    """Read a photo. With `for=play` a sure reading answers the prompt that expects it; `played` says whether it did.
    `sightings` are their numbers at the scan spot, for who finds one wrong."""
    read_photo = context().read_photo
    if read_photo is None:
        raise not_here(T("Reading photos is switched off here. Type the code that is printed on the card."))
    found = read_photo(data)
    if not found.reads:
        number = _number(found.unread)
        more = {} if number is None else {"sighting": number}
        raise Refused(422, "photo", found.words or NOTHING_READ, **more)
    played = request.args.get("for") == "play" and _play(found.reads[0])
    numbers = [_number(one) for one in found.reads]
    return {"reads": plain(found.reads, say), "played": played, "sightings": numbers}


@photo_api.post("/photo/places")
@tap
def join() -> dict[str, Any]:
    """Take a place in the queue. With none `before` the photo may be sent, else the phone asks again in `ask_s`."""
    body(Nothing)
    try:
        return _plain(context().photo_queue.join(sender()))
    except QueueFull as full:
        raise queue_full(full) from None


@photo_api.get("/photo/places/<ticket>")
def place(ticket: str) -> Response:
    """How many photos are before this one now, and about how many seconds they take; asking keeps the place."""
    try:
        return answer(_plain(context().photo_queue.ask(ticket, sender())))
    except NoPlace:
        raise not_found(T("This photo has lost its place in the queue. Send it once more.")) from None


@photo_api.delete("/photo/places/<ticket>")
@tap
def leave(ticket: str) -> dict[str, Any]:
    """Give the place up."""
    body(Nothing)
    context().photo_queue.leave(ticket, sender())
    return {}


def _plain(found: Place) -> dict[str, Any]:
    return {"place": found.ticket, "before": found.before, "wait_s": found.wait_s, "ask_s": found.ask_s}


def _number(reading: CardSeen | CardUnread | None) -> int | None:
    scan = context().scan
    return None if scan is None else scan.number_of(reading)


def _play(seen: CardSeen) -> bool:
    session = context().session
    before = session.screen().version
    after = session.report(seen, by())
    return after is not None and after.version != before
