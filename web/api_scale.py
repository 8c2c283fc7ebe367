"""The drawer's scale and any other pile on it: what is seen, the guided calibration, counting, recordings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from companion.api.text import T
from companion.drawer.desk import ScaleDesk
from companion.drawer.pile import PileDesk
from web.api_devices import given, verb_of
from web.context import context
from web.encode import plain
from web.errors import not_here
from web.guard import by
from web.requests import Body, ShortText, answer, body, say, tap

scales = Blueprint("api_scale", __name__, url_prefix="/api/scale")


class ScaleVerb(Body):
    """What is to be done: `calibrate` a set of `count`; in the talk `seen`, `enough`, `all`, `cancel`; `try` it out;
    `told` that there are `count`; `empty`: the drawer is in and empty now; `record`, `stop`;
    `choose` the calibration made `at` that time."""

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
        "empty": port.drawer_is_empty,
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


def _scale() -> ScaleDesk:
    port = context().scale
    if port is None:
        raise not_here(T("There is no drawer scale here."))
    return port


# --- any pile ---------------------------------------------------------------------------------------------------------

piles = Blueprint("api_pile", __name__, url_prefix="/api")


class PileVerb(Body):
    """What is to be done: `begin` or `forget` the pile of this `name`; `zero`; `known` or `told` with a `count`; `bind`
    it to the counter `adjustable` (null: to none), which a sure count sets `by_itself`; `put` the count there; `end`.
    """

    do: ShortText
    name: ShortText | None = None
    count: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None
    adjustable: ShortText | None = None
    by_itself: bool = False


@piles.post("/pile")
@tap
def pile() -> dict[str, Any]:
    """One verb of the pile."""
    asked, port, sender = body(PileVerb), _pile(), by()
    name, count = T("Give the pile a name."), T("Say how many pieces there are.")
    verbs: Mapping[str, Callable[[], None]] = {
        "begin": lambda: port.begin(given(asked.name, name)),
        "forget": lambda: port.forget(given(asked.name, name)),
        "zero": port.zero,
        "known": lambda: port.known(given(asked.count, count)),
        "told": lambda: port.confirm_count(given(asked.count, count)),
        "bind": lambda: port.bind(asked.adjustable, asked.by_itself),
        "put": lambda: port.put(sender),
        "end": port.end,
    }
    verb_of(verbs, asked.do)()
    return {}


def _pile() -> PileDesk:
    port = context().pile
    if port is None:
        raise not_here(T("There is no scale here."))
    return port
