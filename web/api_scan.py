"""The scan spot: the live picture, sightings, the check of the camera; and what is kept of it, in and out as files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from companion.api.text import T
from companion.scanner.desk import ScanDesk, TooManyLooking
from companion.scanner.views import LivePicture
from web.api_devices import given, verb_of
from web.context import context
from web.encode import plain
from web.errors import HttpRefusal, not_found, not_here
from web.guard import by, phone
from web.requests import Body, Nothing, ShortText, answer, body, say, tap

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
        raise HttpRefusal(503, "full", text, wait_s=LOOK_AGAIN_S) from None
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


# --- what is kept -----------------------------------------------------------------------------------------------------

scan_kept_api = Blueprint("api_scan_kept", __name__, url_prefix="/api/scan")

GONE = T("This wrong read is not kept any more.")


class Wrong(Body):
    """Sighting number `sighting` (0: what lies there now) is wrong: `right` is printed there (empty: no code)."""

    sighting: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    right: Annotated[str, msgspec.Meta(max_length=20)] = ""


# --- wrong reads ------------------------------------------------------------------------------------------------------


@scan_kept_api.post("/wrong")
@tap
def report() -> dict[str, Any]:
    """Keep a wrong read; `undone` says whether what it did in the game was undone."""
    asked = body(Wrong)
    return {"undone": scan_port().report_wrong(asked.sighting, asked.right, by())}


@scan_kept_api.get("/wrong")
def wrong() -> Response:
    """The wrong reads that are kept, newest first."""
    return answer({"wrong": plain(scan_port().wrong.all(), say)})


@scan_kept_api.get("/wrong.zip")
def wrong_zip() -> Response:
    """All of them as one file, for training."""
    response = Response(scan_port().wrong.as_zip(), mimetype="application/zip")
    response.headers.set("Content-Disposition", "attachment", filename="wrong_reads.zip")
    return response


@scan_kept_api.get("/wrong/<id>/picture")
def wrong_picture(id: str) -> Response:
    """The picture of one."""
    jpeg = scan_port().wrong.picture(id)
    if jpeg is None:
        raise not_found(GONE)
    return Response(jpeg, mimetype="image/jpeg")


@scan_kept_api.delete("/wrong/<id>")
@tap
def forget(id: str) -> dict[str, Any]:
    """Delete one."""
    body(Nothing)
    if not scan_port().forget_wrong(id):
        raise not_found(GONE)
    return {}


@scan_kept_api.delete("/wrong")
@tap
def forget_all() -> dict[str, Any]:
    """Delete all of them; how many there were."""
    body(Nothing)
    return {"deleted": scan_port().forget_wrong(None)}


# --- checks of the camera ---------------------------------------------------------------------------------------------


@scan_kept_api.get("/checks")
def checks() -> Response:
    """The checks that are kept, newest first."""
    return answer({"checks": plain(scan_port().checks.all(), say)})


@scan_kept_api.get("/checks/export")
def export() -> Response:
    """The checks as one file."""
    response = Response(scan_port().checks.export(), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename="camera.json")
    return response


@scan_kept_api.post("/checks/import")
@tap
def import_() -> dict[str, Any]:
    """Take in the checks of a file; how many were new."""
    return {"new": scan_port().checks.import_(request.get_data(cache=True))}
