"""For machines that look after the companion: whether it is well, figures, and a file for whoever helps."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.api.text import T
from companion.status.metrics import exposition
from web.context import context
from web.errors import not_here
from web.requests import Nothing, answer, body, tap

health_api = Blueprint("api_health", __name__)
NEEDED = ("data",)  # without these nothing can be played; without any other device everything is tapped


@health_api.get("/healthz")
def healthz() -> Response:
    """Whether moves are taken and kept, and how each part is. It is cheap and waits for nobody; no words, no names."""
    parts = {one.name: one.state for one in context().health.health()}
    ok = all(parts.get(name) != "trouble" for name in NEEDED)
    return answer({"ok": ok, "parts": parts}, 200 if ok else 503)


@health_api.get("/metrics")
def metrics() -> Response:
    """Figures in the text format of Prometheus."""
    return Response(_figures(), mimetype="text/plain; version=0.0.4")


@health_api.get("/api/support.zip")
def support() -> Response:
    """How the companion is, as a file for whoever helps, without names of people."""
    make = context().support
    if make is None:
        raise not_here(T("There is no such report here."))
    name, data = make(_figures())
    response = Response(data, mimetype="application/zip")
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@health_api.post("/api/safe/leave")
@tap
def leave_safe() -> dict[str, Any]:
    """Begin anew as usual, with devices and the evening that was open."""
    body(Nothing)
    leave = context().leave_safe
    if leave is None:
        raise not_here(T("This is no safe mode."))
    leave()
    return {}


def _figures() -> str:
    here = context()
    found = [] if here.figures is None else here.figures(len(here.pairing.phones()), here.live.watching)
    return exposition(found)
