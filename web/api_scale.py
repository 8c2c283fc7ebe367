"""The drawer's scale: calibrating it, answering what it asks, the calibrations that are kept, and recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from companion.api.text import T
from web.api_devices import given, verb_of
from web.context import context
from web.encode import plain
from web.errors import not_here
from web.guard import by
from web.ports import ScalePort
from web.requests import Body, ShortText, answer, body, say, tap

scales = Blueprint("api_scale", __name__, url_prefix="/api/scale")


class ScaleVerb(Body):
    """What is to be done: `calibrate` a set of `count`; in the talk `seen`, `enough`, `all`, `cancel`; `try` it out;
    `told` that there are `count`; `record`, `stop`; `choose` the calibration made `at` that time."""

    do: ShortText
    count: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    at: float | None = None


@scales.post("")
@tap
def scale() -> dict[str, Any]:
    """One verb of the scale."""
    asked, port, sender = body(ScaleVerb), _scale(), by()
    how_many = T("Say how many cubes there are.")
    verbs: Mapping[str, Callable[[], None]] = {
        "calibrate": lambda: port.calibrate(max(2, given(asked.count, how_many)), sender),
        "seen": port.wizard.seen,
        "enough": port.wizard.enough,
        "all": port.wizard.all_of_them,
        "cancel": port.wizard.cancel,
        "try": port.try_out,
        "told": lambda: port.confirm_count(given(asked.count, how_many)),
        "record": lambda: port.record(True),
        "stop": lambda: port.record(False),
        "choose": lambda: port.choose(given(asked.at, T("Say which calibration to use."))),
    }
    verb_of(verbs, asked.do)()
    return {}


@scales.get("/calibrations")
def calibrations() -> Response:
    """Every calibration that is kept, newest first."""
    return answer({"calibrations": plain(_scale().calibrations.all(), say)})


@scales.get("/export")
def export() -> Response:
    """The calibrations as one file."""
    response = Response(_scale().calibrations.export(), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename="scale.json")
    return response


@scales.post("/import")
@tap
def import_() -> dict[str, Any]:
    """Take in the calibrations of a file; how many were new."""
    return {"new": _scale().calibrations.import_(request.get_data(cache=True))}


@scales.get("/recording.csv")
def recording() -> Response:
    """What was recorded, as `companion weigh` reads it."""
    response = Response(_scale().recorded(), mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename="evening.csv")
    return response


def _scale() -> ScalePort:
    port = context().scale
    if port is None:
        raise not_here(T("There is no drawer scale here."))
    return port
