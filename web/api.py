"""The game: what there is to see, moves, corrections, undo and redo."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from flask import Blueprint, Response, request

from companion.api.game import Move
from companion.api.text import T
from companion.session.screen import Screen
from web.context import context, shared
from web.encode import nameless, plain
from web.errors import HttpRefusal, bad_request, not_paired
from web.guard import by, phone
from web.live import STREAM, Form, Full
from web.pairing import Phone
from web.requests import Body, ShortText, Steps, Version, answer, body, kept_tap, language, say, tap

api = Blueprint("api", __name__, url_prefix="/api")

HISTORY_PAGE = 50
MOST_ORDERS = 200
OrderName: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,15}:(do|back):[0-9]{1,4}\Z")]


class Play(Body):
    """A move by name with its arguments; `seen` is the version that the phone showed."""

    move: ShortText
    seen: Version
    args: dict[str, Any] = msgspec.field(default_factory=dict)


class SetValues(Body):
    """What the board shows otherwise: one `name` with its `value`, or several `values` by name."""

    seen: Version
    name: ShortText | None = None
    value: int | str | None = None
    values: dict[ShortText, int | str] = msgspec.field(default_factory=dict)

    def by_name(self) -> dict[str, int | str]:
        if (self.name is None) != (self.value is None):
            raise bad_request(T("A name needs its value, and a value its name."))
        return {**self.values} if self.name is None or self.value is None else {**self.values, self.name: self.value}


class Ticked(Body):
    """Orders by their names, such as `12:do:0`, and whether they are done."""

    orders: Annotated[list[OrderName], msgspec.Meta(max_length=MOST_ORDERS)]
    done: bool


class Count(Body):
    """How many steps to undo or redo."""

    seen: Version
    steps: Steps = 1


def _watcher() -> Phone | None:
    """The phone that has joined, unless it asks to be told no more than a guest, as a screen on the wall does."""
    return None if request.args.get("guest") == "1" else phone()


def _wanted(watcher: Phone | None) -> frozenset[str]:
    """The optional sources that it asks for."""
    return frozenset((request.args.get("wanted") or "").split(",")) if watcher else frozenset()


@api.get("/screen")
def screen() -> Response:
    """Everything that the live stream would send a phone that has nothing yet; `wanted` as there."""
    watcher = _watcher()
    found = context().live.whole(language(), _wanted(watcher), guest=watcher is None)
    return Response(found, mimetype="application/json")


@api.get("/history")
def history() -> Response:
    """Steps, newest first: the newest 50, or 50 before the number `before`. Who did them is for joined phones only."""
    before = request.args.get("before")
    if before is None:
        steps = context().session.screen().history
    elif before.isascii() and before.isdigit() and len(before) < 16:
        steps = tuple(context().session.history(int(before), HISTORY_PAGE))
    else:
        raise bad_request(T("“before” must be the number of a step."))
    told = plain(steps, say)
    return answer({"steps": told if phone() else [nameless(one) for one in told]})


@api.post("/play")
@kept_tap()
def play() -> dict[str, Any]:
    """Make a move."""
    asked = body(Play)
    return done(context().session.play(Move(asked.move, asked.args), by(), asked.seen))


@api.post("/correct")
@kept_tap()
def correct() -> dict[str, Any]:
    """The board says otherwise."""
    asked = body(SetValues)
    return done(context().session.correct_all(asked.by_name(), by(), asked.seen))


@api.post("/orders")
@tap
def orders() -> dict[str, Any]:
    """Orders for hands are done on the table, or are not after all."""
    asked, here = body(Ticked), context()
    here.ticked.tick(here.session.screen(), asked.orders, asked.done)
    return {}


@api.post("/undo")
@kept_tap()
def undo() -> dict[str, Any]:
    """Leave the last steps out."""
    asked = body(Count)
    return done(context().session.undo(by(), asked.steps, asked.seen))


@api.post("/redo")
@kept_tap()
def redo() -> dict[str, Any]:
    """Bring steps back."""
    asked = body(Count)
    return done(context().session.redo(by(), asked.steps, asked.seen))


def done(now: Screen) -> dict[str, Any]:
    """The short answer to a change; what changed comes by the live stream."""
    return {"version": now.version}


# --- the stream of news -----------------------------------------------------------------------------------------------

live = Blueprint("live", __name__)

TAB_CHARS = 40


@live.get("/live")
def stream() -> Response:
    """Server-sent events for one browser tab (`tab`: its own random name; `wanted`: optional sources, by comma;
    `patches=1`: what changed within parts; `packed=0`: not packed, whatever the browser can)."""
    here = shared()
    tab = (request.args.get("tab") or "")[:TAB_CHARS]
    sender = _watcher()
    name = f"{sender.id if sender else request.remote_addr} {tab}"
    packed = request.args.get("packed") != "0" and request.accept_encodings.quality("gzip") > 0
    form = Form(request.args.get("patches") == "1", packed)
    try:
        found = here.live.open(name, language(), wanted=_wanted(sender), guest=sender is None, form=form)
    except Full:
        text = T("Too many phones are watching at once. Close the page on one of them.")
        raise HttpRefusal(503, "full", text, wait_s=10) from None
    if sender is not None and not here.pairing.knows(sender.id):  # removed since it was asked who this is
        found.close()
        raise not_paired()
    request.environ[STREAM] = found
    response = Response(found, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = "Accept-Encoding"
    if form.packed:
        response.headers["Content-Encoding"] = "gzip"
    return response
