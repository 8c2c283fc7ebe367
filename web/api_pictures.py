"""Photos of phones: kept as photographs of cards, or read; each is read when it is its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import msgspec
from flask import Blueprint, Response, request

from companion.api.readings import CardSeen, CardUnread
from companion.api.text import T
from companion.library.cards import CardEntry
from companion.scanner.adding import Picture
from companion.scanner.photo_queue import NoPlace, QueueFull, QueuePlace
from companion.storage.pictures import Pictures
from web.api_lookup import game_asked, library_of
from web.context import context
from web.encode import plain
from web.errors import HttpRefusal, bad_request, not_found, not_here
from web.guard import by, check_again, phone, sent
from web.ports import CardPhoto
from web.requests import Nothing, answer, body, own_key, say, tap
from web.taps import Answer

P = ParamSpec("P")


def with_photo(view: Callable[Concatenate[Picture, P], Any]) -> Callable[P, Response]:
    """A view of the photo that was sent, done once for each `Idempotency-Key`; it returns a plain value. With `place`
    in the address it is the photo of that place in the queue."""

    @wraps(view)
    def once(*args: P.args, **kwargs: P.kwargs) -> Response:
        def work() -> Answer:
            with _turn():
                photo = _photo()
                check_again()
                return msgspec.json.encode(view(photo, *args, **kwargs)), 200

        key = request.headers.get("Idempotency-Key")
        try:
            data, status = work() if key is None else context().taps.once(own_key(key), _what_it_is(), work)
        finally:
            context().photo_queue.leave(request.args.get("place", ""), sender())
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


def queue_full(full: QueueFull) -> HttpRefusal:
    """Its words for the phone."""
    return HttpRefusal(503, "full", full.text, wait_s=full.wait_s)


def _what_it_is() -> bytes:
    """What tells one photo from another before it has arrived."""
    asked = sorted((name, value) for name, value in request.args.items(multi=True) if name != "place")
    return repr((asked, request.content_length, request.mimetype)).encode()


def _photo() -> Picture:
    """The body as the server keeps it: outside the heap, so that it goes back to the system with the request."""
    if not request.content_length:
        raise HttpRefusal(422, "photo", T("The photo was empty. Take it once more."))
    return sent()


# --- the owner's photographs of cards ---------------------------------------------------------------------------------

picture_api = Blueprint("api_pictures", __name__, url_prefix="/api/cards")

NONE_HERE = T("There is no photograph of this card.")
# The browser may keep it but asks each time whether it may still show it: a deleted one is gone, and so is one on a
# phone that was removed. `private`: nobody between here and the phone keeps it.
CACHED = "private, no-cache"


@picture_api.get("/<path:code>/picture")
def show(code: str) -> Response:
    """The photograph as JPEG, or 304 where the phone has it already."""
    game, card = _card(code)
    found = None if card.unseen else _pictures().read(game, card.pictured)
    if found is None:
        raise not_found(NONE_HERE if card.picture is None else T("The file of this photograph is gone. Take it anew."))
    photograph, jpeg = found
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = CACHED
    response.headers["Vary"] = "Cookie"
    response.headers["Content-Disposition"] = "inline"
    response.set_etag(photograph.version)
    response.make_conditional(request)
    return response


@picture_api.post("/<path:code>/picture")
@with_photo
def add(photo: Picture, code: str) -> dict[str, Any]:
    """Keep a photograph of a card in the place of an earlier one."""
    pictures, (game, card), seen = _pictures(), _card(code), _seen()
    made = _made(photo)
    kept = pictures.add(game, card.pictured, made.jpeg, made.width, made.height, seen)
    return {"picture": plain(kept, say), "straightened": made.straightened}


@picture_api.delete("/<path:code>/picture")
@tap
def delete(code: str) -> dict[str, Any]:
    """Delete the photograph of a card."""
    body(Nothing)
    game, card = _card(code)
    _pictures().drop(game, card.pictured, _seen())
    return {}


def _pictures() -> Pictures:
    pictures = context().pictures
    if pictures is None:
        raise not_here(T("Photographs of cards are not kept here."))
    return pictures


def _card(code: str) -> tuple[str, CardEntry]:
    """The game, and the card of this code or name."""
    game = game_asked()
    library = library_of(game)
    found = library.look_up(code)
    if found is None:
        raise not_found(library.unknown(code))
    if not found.pictured:
        raise not_found(T("This is a kind of cards. Open one of its cards by its name, then photograph that."))
    return game, found


def _seen() -> str | None:
    """The version that the phone saw, where it tells one; empty: it saw none."""
    return request.args.get("seen")


def _made(photo: Picture) -> CardPhoto:
    """The photo that was sent, made fit to be kept."""
    maker = context().card_photo
    if maker is None:
        raise not_here(T("Photographs of cards are not kept here."))
    made = maker(photo, as_it_is="as_it_is" in request.args, turned=_turned())
    if made.words is not None:
        raise HttpRefusal(422, "photo", made.words)
    return made


def _turned() -> int:
    asked = request.args.get("turned", "0")
    if asked not in ("0", "1", "2", "3"):
        raise bad_request(T("A photograph is turned by one, two or three quarters."))
    return int(asked)


# --- photos that are read, and their queue ----------------------------------------------------------------------------

photo_api = Blueprint("api_photo", __name__, url_prefix="/api")

NOTHING_READ = T("No code could be read in this photo. Hold the phone straight above the card, with enough light.")


@photo_api.post("/photo")
@with_photo
def photo(data: Picture) -> dict[str, Any]:
    """Read a photo. With `for=play` a sure reading answers the prompt that expects it: `played` says whether it did,
    `card` which one, and `told` whether a notice asks about it or says why not. With `seen`, the version of the screen
    that it was taken for, it answers no question that came since: it is asked about.
    `sightings` are their numbers at the scan spot, for who finds one wrong. With `live` it is a still of a live camera:
    what an earlier one showed is not listed once more."""
    read_photo = context().read_photo
    if read_photo is None:
        raise not_here(T("Reading photos is switched off here. Type the code that is printed on the card."))
    seen = _seen_version()
    found = read_photo(data, "live" in request.args)
    if not found.reads:
        number = _number(found.unread)
        more = {} if number is None else {"sighting": number}
        raise HttpRefusal(422, "photo", found.words or NOTHING_READ, **more)
    card = context().session.report_photo(found.reads, by(), seen) if request.args.get("for") == "play" else None
    return {
        "reads": [{name: value for name, value in read.items() if name != "early"} for read in plain(found.reads, say)],
        "played": card is not None,
        "card": "" if card is None else card.text,
        "told": request.args.get("for") == "play" and card is None and _is_told(),
        "sightings": [_number(one) for one in found.reads],
    }


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


def _plain(found: QueuePlace) -> dict[str, Any]:
    return {"place": found.ticket, "before": found.before, "wait_s": found.wait_s, "ask_s": found.ask_s}


def _number(reading: CardSeen | CardUnread | None) -> int | None:
    scan = context().scan
    return None if scan is None else scan.number_of(reading)


def _is_told() -> bool:
    """Whether a notice asks about the card, or says why it was not played: more than that nothing waits for it."""
    notices = context().session.screen().notices
    return any(one.name == "card" and (one.offer is not None or not one.code) for one in notices)


def _seen_version() -> int | None:
    asked = request.args.get("seen")
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 16):
        raise bad_request(T("“{field}” must be a whole number, not “{value}”.", field="seen", value=asked[:40]))
    return int(asked)
