"""How the open game looks and sounds: its icons, colours and picture, and the short sounds of the voice."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, request

from companion.api.text import T
from companion.library.looks import Look, Served
from web.context import context, shared
from web.errors import not_found

FOREVER = "public, max-age=31536000, immutable"

looks = Blueprint("looks", __name__, url_prefix="/games")


@looks.get("/<name>/icons.svg")
def icons(name: str) -> Response:
    """Every icon of a game as a symbol of one SVG."""
    return _served(shared().looks(name).icons, "image/svg+xml")


@looks.get("/<name>/look.css")
def colours(name: str) -> Response:
    """A game's colours, in the dark and in the light."""
    return _served(shared().looks(name).colours, "text/css")


@looks.get("/<name>/picture.svg")
def picture(name: str) -> Response:
    """A game's picture."""
    return _served(shared().looks(name).picture, "image/svg+xml")


sounds = Blueprint("sounds", __name__, url_prefix="/sounds")


@sounds.get("/<name>.wav")
def cue(name: str) -> Response:
    """A short sound, for a phone that speaks or calls its player."""
    found = context().sounds(name)
    return _served(None if found is None else Served(found, hashlib.sha256(found).hexdigest()[:12]), "audio/wav")


def _served(found: Served | None, mimetype: str) -> Response:
    if found is None:
        raise not_found(T("There is nothing at this address."))
    response = Response(found.data, mimetype=mimetype)
    response.headers["Cache-Control"] = FOREVER if request.args.get("v") == found.digest else "no-cache"
    response.set_etag(found.digest)
    response.make_conditional(request)
    return response


def addresses(name: str, look: Look) -> dict[str, str]:
    """Where the page finds what this game brings of its own."""
    parts = {"icons": ("icons.svg", look.icons), "colours": ("look.css", look.colours),
             "picture": ("picture.svg", look.picture)}  # fmt: skip
    return {part: f"/games/{name}/{file}?v={one.digest}" for part, (file, one) in parts.items() if one is not None}
