"""The page's shell and what it loads: scripts, styles, icons, texts, and the QR code for another phone."""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno
from flask import Blueprint, Response, render_template, request, send_from_directory
from markupsafe import Markup

from companion.api.text import T
from web import bundle
from web.context import context, shared
from web.errors import STATUS_TEXTS, not_found
from web.guard import MOVED, move, phone
from web.looks import FOREVER, addresses
from web.pairing import Phone
from web.requests import answer, language, say, words
from web.texts import PAGE
from web.trust_texts import COMMAND, SECURE, TRUSTED_BY

STATIC = Path(__file__).parent / "static"
DEMOS = "/demo/"  # below it, by its token, each demo round that runs has a dashboard of its own
# In this order: later ones may refine earlier ones.
STYLES = (
    "base", "buttons", "fields", "chips", "dialogs", "now", "lists", "tracks", "map", "places", "lookup",
    "card_picture", "add_cards", "table_card", "table", "scale", "scan", "evenings", "board", "story", "side", "wide",
    "zoom",
)  # fmt: skip

WALL_STYLES = ("base", "map", "places", "wall")
VENUE_STYLES = (
    "base", "buttons", "fields", "chips", "dialogs", "lists", "lookup", "table", "evenings", "story", "side", "zoom",
    "venue",
)  # fmt: skip

# What home screens show: the file's size in pixels, and what it is for (tests/web/home_icons.py draws them).
HOME_ICONS = {
    "home-192.png": (192, "any"),
    "home-512.png": (512, "any"),
    "home-maskable-512.png": (512, "maskable"),
    "home-apple-180.png": (180, "apple"),
}

PACKED = 6  # of 9: a third less time at every start, for 0.3 % more on its way

pages = Blueprint("pages", __name__)


@lru_cache(maxsize=1)
def bundles() -> dict[str, bytes]:
    """Each page's scripts and styles, packed by gzip, by the name of the file."""
    return {**packed("app", STYLES), **packed("wall", WALL_STYLES)}


def packed(name: str, styles: tuple[str, ...]) -> dict[str, bytes]:
    """The scripts and styles of the page of this name, packed by gzip."""
    whole = {f"{name}.js": bundle.script(STATIC, f"{name}.js"), f"{name}.css": bundle.style(STATIC, styles)}
    return {file: gzip.compress(text.encode(), PACKED, mtime=0) for file, text in whole.items()}


@lru_cache(maxsize=1)
def assets_digest() -> str:
    """A digest of everything the page loads; part of its address, so that browsers may keep it for ever."""
    return digest_with(bundles())


def digest_with(packed_files: Mapping[str, bytes]) -> str:
    """A digest of all static files and of these."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    for data in packed_files.values():
        digest.update(data)
    return digest.hexdigest()[:12]


def prepare() -> None:
    """Read and pack what every page loads, which the first phone would wait for otherwise."""
    assets_digest()


@pages.get("/")
@pages.get("/join")
def shell() -> Response:
    """The one page. A phone that is at home at the HTTPS address is sent there, unless it comes to join here."""
    here, found = context(), phone()
    if (
        found is None
        and request.path == "/"
        and request.cookies.get(MOVED)
        and secure_address()
        and not here.settings.demo
    ):
        return Response(status=302, headers={"Location": f"{secure_address()}/"})
    response = Response(_page("app", _start(found)), mimetype="text/html")
    if not here.settings.demo:
        move(response)
    return response


def secure_address() -> str | None:
    """Where this page is found by HTTPS, for whoever came by plain HTTP and calls this machine by the present name."""
    secure = context().secure
    if secure is None or secure.port is None or request.is_secure:
        return None
    name = urlsplit(f"//{request.host}").hostname or ""
    return f"https://[{name}]:{secure.port}" if ":" in name else f"https://{name}:{secure.port}"


def _can_be_secure() -> str | None:
    """Nothing of an address yet where HTTPS is off and could be had; None where there is nothing to say of it."""
    secure = context().secure
    return None if secure is None or secure.port is not None or request.is_secure else ""


def _start(found: Phone | None) -> dict[str, Any]:
    here = context()
    return {
        "phone": None if found is None else {"id": found.id, "name": found.name, "was": found.was},
        "stories": [name for name, game in here.games.items() if game.story is not None],
        "has": {
            "demo": here.begin_demo is not None,
            "table": here.table is not None and here.table.anything,
            "scale": here.scale is not None,
            "scan": here.scan is not None,
            "photo": here.read_photo is not None,
            "add_cards": here.adding is not None,
            "pictures": here.card_photo is not None and here.pictures is not None,
            "backups": here.backups is not None,
            "versions": here.versions is not None,
            "support": here.support is not None,
            "campaigns": here.campaigns is not None,
            "card_offers": here.card_offers is not None,
        },
        "secure": None if here.settings.demo else secure_address() or _can_be_secure(),
    }


@pages.get("/wall")
def wall() -> str:
    """The overview for a screen on the wall: what everybody may see, whoever asks for it."""
    nothing = dict.fromkeys(
        (
            "demo",
            "table",
            "scale",
            "scan",
            "photo",
            "add_cards",
            "pictures",
            "backups",
            "versions",
            "support",
            "campaigns",
            "card_offers",
        ),
        False,
    )
    return _page("wall", {"phone": None, "guest": True, "stories": [], "has": nothing})


def _page(name: str, start: dict[str, Any]) -> str:
    """The page of this name with what its scripts need from the first: words, language, how the games look."""
    here = context()
    looks = {name: {"title": say(game.title), **addresses(name, here.looks(name))} for name, game in here.games.items()}
    evening = here.session.screen().evening
    common = {
        "texts": page_texts(),
        "language": language(),
        "languages": list(here.languages()),
        "name": own_name(),
        "looks": looks,
        "devices": {name: sorted(game.devices) for name, game in here.games.items() if game.devices is not None},
        "base": request.script_root,
        "demo": here.settings.demo,
    }
    data = msgspec.json.encode({**common, **start}).decode().replace("<", "\\u003c")
    return render_template(
        "page.html",
        language=language(),
        title=own_name(),
        assets=assets_digest(),
        name=name,
        colours=None if evening is None else looks.get(evening.game, {}).get("colours"),
        no_script=words().say(PAGE["no_script"]),
        too_old=words().say(PAGE["too_old"]),
        start=Markup(data),
    )


def own_name() -> str:
    """What the companion is called on the home screen and above its pages."""
    return shared().settings.name or say(T("Table companion"))


@pages.get("/texts")
def texts() -> Response:
    """All words of the page in the phone's language."""
    return answer(page_texts())


def page_texts() -> dict[str, str | dict[str, str]]:
    """All words of the page by key; those that depend on a number in all their forms."""
    here = words()
    return {key: here.forms(text) if text.plural else here.say(text) for key, text in PAGE.items()}


@pages.get("/assets/<digest>/<path:name>")
def asset(digest: str, name: str) -> Response:
    """All scripts or all styles of a page at once (`bundled/app.js`), or a file by itself, such as an icon."""
    return file_of(name, bundles(), digest == assets_digest())


def file_of(name: str, packed_files: Mapping[str, bytes], fresh: bool) -> Response:
    """A file that a page loads; `fresh`: by the present digest, so that browsers may keep it for ever."""
    folder, _, last = name.rpartition("/")
    data = packed_files.get(last) if folder == "bundled" else None
    if data is not None:
        response = _unpacked(data, "text/javascript" if last.endswith(".js") else "text/css")
    else:
        response = send_from_directory(STATIC, name, mimetype="text/javascript" if name.endswith(".js") else None)
    response.headers["Cache-Control"] = FOREVER if fresh else "no-cache"
    return response


def _unpacked(packed: bytes, kind: str) -> Response:
    """What was packed by gzip, as it is for whoever can unpack it."""
    if request.accept_encodings.best_match(["gzip"]) == "gzip":
        response = Response(packed, mimetype=kind, headers={"Content-Encoding": "gzip"})
    else:
        response = Response(gzip.decompress(packed), mimetype=kind)
    response.headers["Vary"] = "Accept-Encoding"
    return response


@pages.get("/favicon.ico")
def icon() -> Response:
    """The icon."""
    return send_from_directory(STATIC, "icon.svg", mimetype="image/svg+xml", max_age=86400)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name and icon for the home screen."""
    folder = f"/assets/{assets_digest()}"
    drawn = [
        {"src": f"{folder}/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, (size, purpose) in HOME_ICONS.items()
        if purpose != "apple"
    ]
    found = {
        "name": own_name(),
        "short_name": own_name(),
        "lang": language(),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#12161b",
        "theme_color": "#12161b",
        "icons": [
            {"src": f"{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            *drawn,
        ],
    }
    return Response(msgspec.json.encode(found), mimetype="application/manifest+json")


@pages.get("/secure")
def secure() -> str:
    """How a phone comes to trust this companion, step by step; for everybody, as a phone may have to trust first. While
    HTTPS is off: how it is put on."""
    here = context()
    if here.secure is None:
        raise not_found(T("HTTPS is off. It is put on at the Pi: companion https on"))
    off = here.secure.port is None
    return render_template(
        "secure.html",
        language=language(),
        title=own_name(),
        assets=assets_digest(),
        words={key: say(text) for key, text in SECURE.items()},
        phones=[(say(title), [say(step) for step in steps]) for title, steps in TRUSTED_BY],
        off=off,
        command=COMMAND,
        fingerprint="" if off else here.secure.fingerprint,  # before it was ever on there is none
        address=secure_address() or f"https://{request.host}",
        home=f"{request.script_root}/",
    )


@pages.get("/authority.crt")
def authority() -> Response:
    """The certificate of the owner's authority, for phones to trust. It is no secret."""
    here = context()
    if here.secure is None or here.secure.port is None:
        raise not_found(T("HTTPS is off. It is put on at the Pi: companion https on"))
    response = Response(here.secure.certificate, mimetype="application/x-x509-ca-cert")
    response.headers["Content-Disposition"] = 'attachment; filename="table-companion.crt"'
    return response


@pages.get("/service-worker.js")
def worker() -> Response:
    """What shows the page where there is no connection. Its text changes with what the page loads, so that browsers
    take the new one."""
    text = (STATIC / "worker" / "service_worker.js").read_text(encoding="utf-8")
    response = Response(f'const assets = "{assets_digest()}";\n{text}', mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def missing() -> str:
    """The page for an address at which there is nothing: what it is, or was, and the way to what there is."""
    nothing, why = STATUS_TEXTS[404], T("The address may be mistyped, or be one of an older version.")
    if request.path.startswith(DEMOS):
        nothing = T("This demo round is over.")
        why = T(
            "A demo round ends when nobody has used it for a quarter of an hour, or the companion was started anew."
        )
    return render_template(
        "missing.html",
        language=language(),
        title=own_name(),
        assets=assets_digest(),
        nothing=say(nothing),
        why=say(why),
        way=say(T("To the companion")),
        home=f"{request.script_root}/",
    )


@pages.get("/invite.svg")
def invite() -> Response:
    """The QR code of the invitation that holds now; only for phones that have joined."""
    found = shared().pairing.invitation
    if found is None:
        raise not_found(T("The invitation has run out. Make a new one."))
    return Response(qr_svg(invitation(shared().settings.address, found.key)), mimetype="image/svg+xml")


def invitation(address: str, word: str) -> str:
    """The address with a key or a code in its fragment, which no browser sends to a server and no log shows."""
    return f"{address.rstrip('/')}/join#code={word}"


@lru_cache(maxsize=4)
def qr_svg(text: str) -> bytes:
    """A QR code as a picture, dark on white so that every phone reads it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=8, border=3, dark="#12161b", light="#fff")
    return out.getvalue()
