"""The live stream's address."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.api.text import T
from web.context import context
from web.errors import Refused, not_paired
from web.guard import phone
from web.live import STREAM, Full
from web.requests import language

live = Blueprint("live", __name__)

TAB_CHARS = 40


@live.get("/live")
def stream() -> Response:
    """Server-sent events for one browser tab (`tab`: its own random name; `wanted`: optional sources, by comma)."""
    here = context()
    tab = (request.args.get("tab") or "")[:TAB_CHARS]
    sender = phone()
    wanted = frozenset((request.args.get("wanted") or "").split(",")) if sender else frozenset()
    name = f"{sender.id if sender else request.remote_addr} {tab}"
    try:
        found = here.live.open(name, language(), wanted=wanted, guest=sender is None)
    except Full:
        text = T("Too many phones are watching at once. Close the page on one of them.")
        raise Refused(503, "full", text, wait_s=10) from None
    if sender is not None and not here.pairing.knows(sender.id):  # removed since it was asked who this is
        found.close()
        raise not_paired()
    request.environ[STREAM] = found
    response = Response(found, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response
