"""What every request must pass: a known host, an own origin for changes, JSON, a sensible size, a paired phone."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from mmap import mmap
from typing import cast
from urllib.parse import urlsplit

from flask import Flask, Request, Response, g, request
from werkzeug.http import parse_cookie, parse_options_header

from companion.api.refusals import NotSaved
from companion.api.text import T
from companion.session.archive import LARGEST_FILE
from web.errors import HttpRefusal, not_paired
from web.pairing import Pairing, Phone
from web.proxies import is_address

COOKIE = "companion"
# Over HTTPS the token has a cookie of its own, which no browser ever sends or takes over plain HTTP.
SECURE_COOKIE = "__Host-companion"
MOVED = "moved"  # holds no secret: this phone is at home at the HTTPS address
COOKIE_DAYS = 400
SMALL = 64 * 1024
PHOTO = 12 * 2**20
CALIBRATIONS = 20 * 2**20
WHOLE_BODY = "companion.body"  # in the environment: a large body as it lies in memory, so that nobody copies it
FILE = "companion.file"  # in the environment: an open file that is the answer, sent piece by piece
SIZES = {
    "api_photo.photo": PHOTO,
    "api_pictures.add": PHOTO,
    "api_card_texts.add": PHOTO,
    "api_evenings.import_evening": LARGEST_FILE,
    "api_backups.upload": LARGEST_FILE,
    "api_card_texts.import_": LARGEST_FILE,
    "api_scale.import_": CALIBRATIONS,
    "api_scan_kept.import_": 2**20,
}
PHOTOS = frozenset({"api_photo.photo", "api_pictures.add", "api_card_texts.add"})  # their body is a picture
BACKUPS = frozenset({"api_backups.upload", "api_card_texts.import_"})  # their body is a zip
# Whoever is at the table may watch; these need no pairing. Everything else does, so that a new route is safe at first.
# What a phone that has not joined is told at each of them stands in docs/http-api.md, and in tests/web/test_guests.py;
# docs/openapi.yaml asks for no cookie there.
OPEN = frozenset(
    {
        "pages.shell", "pages.wall", "pages.asset", "pages.manifest", "pages.icon", "pages.texts", "pages.secure",
        "pages.authority", "pages.worker", "looks.icons", "looks.colours", "looks.picture", "live.stream",
        "api.screen", "api.history", "api_phones.join", "api_phones.me", "api_lookup.search", "api_lookup.entry",
        "api_lookup.card", "api_story.story", "api_evenings.demo", "api_health.healthz",
    }
)  # fmt: skip
_POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]
)  # fmt: skip


def install(app: Flask, pairing: Pairing, hosts: Collection[str] = (), also_open: frozenset[str] = frozenset()) -> None:
    """Put the checks before every request and the headers on every answer.

    `hosts` are the names that the companion may be called by; without any, every name is taken. `also_open` are views
    that the owner lets everybody read.
    """
    names, free = frozenset(name.lower() for name in hosts), OPEN | also_open

    @app.before_request
    def check() -> None:
        if names:
            _check_host(names)
        here = request._get_current_object()  # type: ignore[attr-defined]  # once, as each look through it takes time
        found = sender(pairing, here.environ.get("HTTP_COOKIE", ""))
        g.phone, g.open, g.pairing = found, free, pairing
        changes = here.method not in ("GET", "HEAD")
        if changes:
            _check_change(here)
        _check_joined()
        if changes and found is not None and here.endpoint not in PHOTOS:
            sent()
            check_again()

    app.after_request(_headers)


def phone() -> Phone | None:
    """The paired phone that sent this request."""
    return cast("Phone | None", g.phone)


def by() -> str:
    """Its name, as the history shows it; not if it was removed while its request was being worked on."""
    check_again()
    found = phone()
    if found is None:
        raise not_paired()
    return found.name


def sender(pairing: Pairing, cookies: str) -> Phone | None:
    """The paired phone that sends these cookies, as they stand in a request's header."""
    secure, plain = _tokens(cookies)
    return pairing.phone(secure) or pairing.phone(plain)


@lru_cache(maxsize=32)
def _tokens(cookies: str) -> tuple[str | None, str | None]:
    """The token that came over HTTPS alone, and the other one; asked for twice for each request."""
    found = parse_cookie(cookies)
    return found.get(SECURE_COOKIE), found.get(COOKIE)


def remember(response: Response, token: str) -> None:
    """Give the phone its token. `Secure` over HTTPS alone: on plain HTTP in the home network such a cookie would be
    dropped. A phone that comes over HTTPS stays there: what it sent in the open before is forgotten."""
    life = COOKIE_DAYS * 86400
    if request.is_secure:
        response.set_cookie(SECURE_COOKIE, token, max_age=life, secure=True, httponly=True, samesite="Strict", path="/")
        response.delete_cookie(COOKIE, path="/")
        response.set_cookie(MOVED, "1", max_age=life, httponly=True, samesite="Lax", path="/")
    else:
        response.set_cookie(COOKIE, token, max_age=life, httponly=True, samesite="Strict", path="/")
        response.delete_cookie(MOVED, path="/")


def move(response: Response) -> None:
    """A phone that joined over plain HTTP has come over HTTPS: it gets a new token, which nobody can have overheard."""
    found = phone()
    if found is not None and request.is_secure and g.pairing.phone(request.cookies.get(SECURE_COOKIE)) is None:
        with suppress(NotSaved):  # then it moves when there is room on the disk
            remember(response, g.pairing.renew(found.id))


def check_again() -> None:
    """Whether the phone has still joined, where time has passed: while its request came in, or a photo had to wait. Who
    was removed meanwhile changes nothing any more."""
    g.phone = None if g.phone is None else g.pairing.joined(g.phone.id)
    _check_joined()


def sent() -> bytes | mmap:
    """The whole body of this request."""
    body = request.environ.get(WHOLE_BODY)
    return body if isinstance(body, mmap) else request.get_data(cache=True)


def _check_joined() -> None:
    if g.phone is None and request.endpoint is not None and request.endpoint not in g.open:
        raise not_paired()


def _check_host(names: Collection[str]) -> None:
    """A name that is not ours may be a foreign page's, led here by DNS. A bare IP address cannot be: whoever typed it
    meant this machine, and it may change with the network at any time."""
    try:
        name = (urlsplit(f"//{request.host}").hostname or "").lower()
    except ValueError:
        name = ""
    if name not in names and not is_address(name):
        raise HttpRefusal(400, "host", T("The companion does not go by this name. Open the address that it printed."))


def _check_change(request: Request) -> None:
    _check_origin(request)
    _check_size(request)
    kind = _kind(request.content_type or "")
    if request.endpoint in PHOTOS:
        wanted = kind.startswith("image/") or kind == "application/octet-stream"
    elif request.endpoint in BACKUPS:
        wanted = kind in ("application/zip", "application/octet-stream")
    else:
        wanted = kind == "application/json"
    if not wanted:
        raise HttpRefusal(415, "type", T("This kind of data is not taken here."))


@lru_cache(maxsize=32)
def _kind(content_type: str) -> str:
    """What kind of data that is, without how it is written."""
    return parse_options_header(content_type)[0].lower()


def _check_origin(request: Request) -> None:
    if not _is_own(request.headers.get("Origin", ""), request.host, request.is_secure):
        raise HttpRefusal(403, "origin", T("Changes are taken only from the companion's own page."))


@lru_cache(maxsize=64)
def _is_own(origin: str, host: str, secure: bool) -> bool:
    """Whether a page of this origin is the companion's own, at this host."""
    try:
        scheme, place, *_ = urlsplit(origin)
    except ValueError:  # not an address at all, such as `http://[`
        return False
    schemes = ("https",) if secure else ("http", "https")  # a proxy that is not named may do HTTPS for us
    return scheme in schemes and place.lower() == host.lower()


def _check_size(request: Request) -> None:
    most, length = SIZES.get(request.endpoint or "", SMALL), request.content_length
    if length is None:
        raise HttpRefusal(411, "length", T("The request must say how long it is."))
    if length > most:
        text = T("This is too large; at most {kilobytes} kB are taken here.", kilobytes=most // 1024)
        raise HttpRefusal(413, "too_large", text)
    request.max_content_length = most


def _headers(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
