"""What is kept of the scan spot: wrong reads that were reported, and the checks of the camera. Only for joined phones;
the pictures of wrong reads stay in the data folder unless somebody takes them out as a file."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from companion.api.text import T
from web.api_scan import scan_port
from web.encode import plain
from web.errors import not_found
from web.guard import by
from web.requests import Body, Nothing, answer, body, say, tap

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
