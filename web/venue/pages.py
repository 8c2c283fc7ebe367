"""The shell of a venue's page and what it loads: the scripts and styles of a table's page where they fit."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from flask import Blueprint, Response, render_template, request, send_from_directory
from markupsafe import Markup

from companion.api.text import T
from web.errors import not_found
from web.guard import phone
from web.looks import addresses
from web.pages import STATIC, VENUE_STYLES, digest_with, file_of, invitation, packed, qr_svg
from web.requests import language, say, words
from web.texts import PAGE
from web.venue.context import venue
from web.venue.texts import VENUE

venue_pages = Blueprint("venue_pages", __name__)


@lru_cache(maxsize=1)
def bundles() -> dict[str, bytes]:
    """The page's scripts and styles, packed by gzip, by the name of the file."""
    return packed("venue", VENUE_STYLES)


@lru_cache(maxsize=1)
def assets_digest() -> str:
    """A digest of everything the page loads."""
    return digest_with(bundles())


@venue_pages.get("/")
@venue_pages.get("/join")
def shell() -> str:
    """The one page."""
    here, found = venue(), phone()
    nothing = dict.fromkeys(("table", "scale", "scan", "photo", "pictures"), False)
    start = {
        "texts": _texts(),
        "language": language(),
        "languages": list(here.languages()),
        "name": _name(),
        "looks": {
            name: {"title": say(game.title), **addresses(name, here.looks(name))} for name, game in here.games.items()
        },
        "base": request.script_root,
        "demo": False,
        "phone": None if found is None else {"id": found.id, "name": found.name},
        "stories": [],
        "has": nothing,
        "secure": None,
    }
    return render_template(
        "page.html",
        language=language(),
        title=_name(),
        assets=assets_digest(),
        name="venue",
        colours=None,
        no_script=words().say(PAGE["no_script"]),
        too_old=words().say(PAGE["too_old"]),
        start=Markup(msgspec.json.encode(start).decode().replace("<", "\\u003c")),
    )


def _name() -> str:
    return venue().settings.name or say(T("All tables"))


def _texts() -> dict[str, str | dict[str, str]]:
    """The words of a table's page, and this one's own, some of them in their place."""
    here = words()
    return {key: here.forms(text) if text.plural else here.say(text) for key, text in {**PAGE, **VENUE}.items()}


@venue_pages.get("/assets/<digest>/<path:name>")
def asset(digest: str, name: str) -> Response:
    """What the page loads."""
    return file_of(name, bundles(), digest == assets_digest())


@venue_pages.get("/favicon.ico")
def icon() -> Response:
    """The icon."""
    return send_from_directory(STATIC, "icon.svg", mimetype="image/svg+xml", max_age=86400)


@venue_pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name and icon for the home screen."""
    picture = {"src": f"/assets/{assets_digest()}/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    found = {
        "name": _name(),
        "short_name": _name(),
        "lang": language(),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#12161b",
        "theme_color": "#12161b",
        "icons": [picture],
    }
    return Response(msgspec.json.encode(found), mimetype="application/manifest+json")


@venue_pages.get("/invite.svg")
def invite() -> Response:
    """The QR code of the invitation that holds now; for the owner."""
    found, here = venue().pairing.invitation, venue()
    if found is None:
        raise not_found(T("The invitation has run out. Make a new one."))
    return Response(qr_svg(invitation(here.settings.address, found.key)), mimetype="image/svg+xml")
