"""Versions of the program: which runs, which lies ready, and that one installed."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.api.text import T
from companion.status.versions import VersionDesk
from web.context import context
from web.errors import HttpRefusal, bad_request, not_here
from web.guard import check_again, phone
from web.requests import Body, ShortText, answer, body, say, tap

versions = Blueprint("api_versions", __name__, url_prefix="/api/versions")


class Verb(Body):
    """What is to be done: `update` to the release that lies ready."""

    do: ShortText


@versions.get("")
def read() -> Response:
    """Which there are, and whether this phone may install the next."""
    found = _desk().versions()
    return answer(
        {
            "now": found.now,
            "before": found.before,
            "next": found.next,
            "playing": bool(found.playing),
            "may_install": _is_owner(),
            "told": None if found.told is None else say(found.told),
        }
    )


@versions.post("")
@tap
def install() -> dict[str, Any]:
    """Have the release that lies ready tried and installed."""
    asked, desk = body(Verb), _desk()
    if asked.do != "update":
        raise bad_request(T("Nothing here is called that; known are: {verbs}.", verbs="update"))
    check_again()
    if not _is_owner():
        names = {one.id: one.name for one in context().pairing.phones()}
        name = names.get(context().pairing.owner or "", "")
        raise HttpRefusal(403, "owner", T("Only the owner’s phone may do this: {name}.", name=name))
    desk.install()
    return {}


def _desk() -> VersionDesk:
    desk = context().versions
    if desk is None:
        raise not_here(T("There are no versions here."))
    return desk


def _is_owner() -> bool:
    sender = phone()
    return sender is not None and sender.id == context().pairing.owner
