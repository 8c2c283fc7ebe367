"""The scan spot: its live picture, the torch, exposure and focus, the check of the camera. Only for joined phones, as
the camera looks into somebody's home."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.api.text import T
from companion.scanner.desk import ScanDesk, TooManyLooking
from companion.scanner.views import LivePicture
from web.api_devices import given, verb_of
from web.context import context
from web.encode import plain
from web.errors import Refused, not_found, not_here
from web.guard import by, phone
from web.requests import Body, ShortText, body, say, tap

scan_api = Blueprint("api_scan", __name__, url_prefix="/api/scan")
LOOK_AGAIN_S = 5


class ScanVerb(Body):
    """What is to be done: look `again`; `torch` (`on` or off); `place` (set exposure and focus), `place_forget`;
    `check` (`on`: with cards that the companion names), and in the check `yes`, `no`, `name` and `no_code`, `read`,
    `wanted`, `skip`, `give_up`, `cancel`."""

    do: ShortText
    on: bool = False
    code: ShortText | None = None


@scan_api.post("")
@tap
def scan() -> dict[str, Any]:
    """One verb of the scan spot."""
    asked, port, sender = body(ScanVerb), scan_port(), by()
    check, missing = port.check, T("Type the code that is printed on the card.")
    verbs: Mapping[str, Callable[[], None]] = {
        "again": port.look_again,
        "torch": lambda: port.light(asked.on),
        "place": port.place.set,
        "place_forget": port.place.forget,
        "check": lambda: _begin(port, sender, asked.on),
        "yes": check.yes,
        "no": check.no,
        "name": lambda: check.name(given(asked.code, missing)),
        "no_code": check.no_code,
        "read": check.read,
        "wanted": check.wanted,
        "skip": check.skip,
        "give_up": check.give_up,
        "cancel": check.cancel,
    }
    verb_of(verbs, asked.do)()
    return {}


@scan_api.get("/picture")
def picture() -> Response:
    """What the camera sees: a small JPEG with what was found in it in the header `Scan`; 204 where nothing is newer
    than picture number `after`."""
    sender = phone()
    try:
        found = scan_port().picture("" if sender is None else sender.id, _after())
    except TooManyLooking:
        text = T("Enough phones look at the scan spot already. Close this page on one of them.")
        raise Refused(503, "full", text, wait_s=LOOK_AGAIN_S) from None
    if found is None:
        return Response(status=204)
    response = Response(found.jpeg, mimetype="image/jpeg")
    response.headers["Scan"] = _header(found)
    return response


@scan_api.get("/sightings/<int:number>/picture")
def evidence(number: int) -> Response:
    """The part of the picture in which something was read."""
    jpeg = scan_port().evidence(number)
    if not jpeg:
        raise not_found(T("This picture is not there any more. Show the card again."))
    return Response(jpeg, mimetype="image/jpeg")


def scan_port() -> ScanDesk:
    """The scan spot, or refused where there is none."""
    port = context().scan
    if port is None:
        raise not_here(T("There is no scan spot here."))
    return port


def _begin(port: ScanDesk, sender: str, named: bool) -> None:
    """A card that lies there already is the first."""
    port.check.begin(sender, named)
    port.look_again()


def _after() -> int:
    asked = request.args.get("after", "0")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 16 else 0


def _header(found: LivePicture) -> str:
    """All but the picture itself, as JSON in plain ASCII, as headers must be."""
    about = plain(found, say)
    del about["jpeg"]
    return json.dumps(about, separators=(",", ":"))
