"""Joining, and the list of phones that have joined."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from web.context import context
from web.encode import plain
from web.guard import phone, remember
from web.requests import Body, ShortText, answer, body, say, tap

phones = Blueprint("api_phones", __name__, url_prefix="/api/phones")


class Join(Body):
    """The pairing code and the name for the history."""

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
    pairing = context().pairing
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
    return answer({"phone": plain(phone(), say)})


@phones.get("")
def everyone() -> Response:
    """All phones that have joined, and how another one joins."""
    here, own = context(), phone()
    found = [{**plain(one, say), "this": own is not None and one.id == own.id} for one in here.pairing.phones()]
    invite = {"code": here.pairing.code, "address": here.settings.address, "local_name": here.settings.local_name}
    return answer({"phones": found, "invite": invite})


@phones.post("/rename")
@tap
def rename() -> dict[str, Any]:
    """Give this phone another name."""
    own = phone()
    assert own is not None
    return {"phone": plain(context().pairing.rename(own.id, body(NewName).name), say)}


@phones.post("/forget")
@tap
def forget() -> dict[str, Any]:
    """Remove a phone: it may only watch from now on."""
    context().pairing.forget(body(OnePhone).id)
    return {}
