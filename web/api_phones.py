"""Joining, inviting, leaving, and the owner's phone, which may remove others."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from web.context import shared
from web.encode import plain
from web.guard import move, phone, remember
from web.pairing import LIFE_S, Phone
from web.requests import Body, Nothing, ShortText, answer, body, say, tap

phones = Blueprint("api_phones", __name__, url_prefix="/api/phones")


class Join(Body):
    """The pairing code, or the key of a QR code, and the name for the history."""

    code: ShortText
    name: ShortText


class OnePhone(Body):
    """Which phone."""

    id: ShortText


class NewName(Body):
    """Another name for this phone."""

    name: ShortText


@phones.post("/join")
def join() -> Response:
    """Pair this phone; its token comes as a cookie."""
    asked = body(Join)
    pairing = shared().pairing
    old = phone()
    if old is not None:
        return answer({"phone": plain(pairing.rename(old.id, asked.name), say)})
    found, token = pairing.join(asked.code, asked.name, request.remote_addr or "")
    response = answer({"phone": plain(found, say)})
    remember(response, token)
    return response


@phones.get("/me")
def me() -> Response:
    """Which phone this is; null when it has not joined."""
    response = answer({"phone": plain(phone(), say)})
    if not shared().settings.demo:
        move(response)
    return response


@phones.get("")
def everyone() -> Response:
    """All phones that have joined, which one is the owner's, and the invitation that holds now, if any does."""
    here, own = shared(), _own()
    found = [
        {**plain(one, say), "this": one.id == own.id, "owner": one.id == here.pairing.owner}
        for one in here.pairing.phones()
    ]
    invite = {"code": here.pairing.code, "address": here.settings.address, "local_name": here.settings.local_name}
    return answer({"phones": found, "invite": invite})


@phones.post("/invite")
@tap
def invite() -> dict[str, Any]:
    """Let another phone in: the invitation that holds now, a new one where it holds for less than `renew_s` seconds."""
    body(Nothing)
    here = shared()
    found, left_s = here.pairing.invite()
    return {
        "number": found.number,
        "code": found.code,
        "left_s": int(left_s),
        "renew_s": int(LIFE_S / 2),
        "address": here.settings.address,
        "local_name": here.settings.local_name,
    }


@phones.post("/rename")
@tap
def rename() -> dict[str, Any]:
    """Give this phone another name."""
    return {"phone": plain(shared().pairing.rename(_own().id, body(NewName).name), say)}


@phones.post("/owner")
@tap
def owner() -> dict[str, Any]:
    """Make another phone the owner's; only the owner's phone may."""
    return {"phone": plain(shared().pairing.hand_over(body(OnePhone).id, _own().id), say)}


@phones.post("/forget")
@tap
def forget() -> dict[str, Any]:
    """Leave, or, from the owner's phone, remove another: it may only watch from now on."""
    shared().pairing.forget(body(OnePhone).id, _own().id)
    return {}


def _own() -> Phone:
    own = phone()
    assert own is not None  # the guard lets nobody else here
    return own
