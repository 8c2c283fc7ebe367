"""The owner's photograph of a card: shown, added or replaced, deleted. Only for phones that have joined."""

from __future__ import annotations

from mmap import mmap
from typing import Any

from flask import Blueprint, Response, request

from companion.api.text import T
from companion.library.cards import CardEntry
from companion.storage.pictures import Pictures
from web.api_lookup import game_asked, library_of
from web.context import context
from web.encode import plain
from web.errors import Refused, bad_request, not_found, not_here
from web.photo_body import with_photo
from web.ports import CardPhoto
from web.requests import Nothing, body, say, tap

picture_api = Blueprint("api_pictures", __name__, url_prefix="/api/cards")

NONE_HERE = T("There is no photograph of this card.")
# The browser may keep it but asks each time whether it may still show it: a deleted one is gone, and so is one on a
# phone that was removed. `private`: nobody between here and the phone keeps it.
CACHED = "private, no-cache"


@picture_api.get("/<path:code>/picture")
def show(code: str) -> Response:
    """The photograph as JPEG, or 304 where the phone has it already."""
    game, card = _card(code)
    found = _pictures().read(game, card.pictured)
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
def add(photo: mmap, code: str) -> dict[str, Any]:
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


def _made(photo: mmap) -> CardPhoto:
    """The photo that was sent, made fit to be kept."""
    maker = context().card_photo
    if maker is None:
        raise not_here(T("Photographs of cards are not kept here."))
    made = maker(photo, as_it_is="as_it_is" in request.args, turned=_turned())
    if made.words is not None:
        raise Refused(422, "photo", made.words)
    return made


def _turned() -> int:
    asked = request.args.get("turned", "0")
    if asked not in ("0", "1", "2", "3"):
        raise bad_request(T("A photograph is turned by one, two or three quarters."))
    return int(asked)
