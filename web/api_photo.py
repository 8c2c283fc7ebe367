"""A photo of a card, taken by a phone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from companion.readings import CardSeen, CardUnread
from companion.text import T
from web.context import context
from web.encode import plain
from web.errors import Refused, not_here
from web.guard import by
from web.requests import say, tap

photo_api = Blueprint("api_photo", __name__, url_prefix="/api")

NOTHING_READ = T("No code could be read in this photo. Hold the phone straight above the card, with enough light.")


@photo_api.post("/photo")
@tap
def photo() -> dict[str, Any]:
    """Read a photo. With `for=play` a sure reading answers the prompt that expects it; `played` says whether it did.
    `sightings` are their numbers at the scan spot, for who finds one wrong."""
    read_photo = context().read_photo
    if read_photo is None:
        raise not_here(T("Reading photos is switched off here. Type the code that is printed on the card."))
    data = request.get_data(cache=True)
    if not data:
        raise Refused(422, "photo", T("The photo was empty. Take it once more."))
    found = read_photo(data)
    if not found.reads:
        number = _number(found.unread)
        more = {} if number is None else {"sighting": number}
        raise Refused(422, "photo", found.words or NOTHING_READ, **more)
    played = request.args.get("for") == "play" and _play(found.reads[0])
    numbers = [_number(one) for one in found.reads]
    return {"reads": plain(found.reads, say), "played": played, "sightings": numbers}


def _number(reading: CardSeen | CardUnread | None) -> int | None:
    scan = context().scan
    return None if scan is None else scan.number_of(reading)


def _play(seen: CardSeen) -> bool:
    session = context().session
    before = session.screen().version
    after = session.report(seen, by())
    return after is not None and after.version != before
