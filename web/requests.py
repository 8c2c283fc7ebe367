"""Reading what a phone sends and answering it: typed bodies, one sentence for whatever does not fit."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec
from flask import Response, current_app, request

from companion.api.text import Catalogue, T, Text
from web.context import context, shared
from web.encode import plain
from web.errors import HttpRefusal, bad_request
from web.guard import phone, sent
from web.taps import KEY_CHARS, Answer

P = ParamSpec("P")
B = TypeVar("B", bound=msgspec.Struct)

ShortText: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Steps: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Version: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What a request may hold; a surplus field is an error."""


class OfAGame(Protocol):
    """Something of one of the games, told by its name."""

    @property
    def game(self) -> str: ...


class Nothing(Body):
    """No argument: what is to be done stands in the address."""


def body(kind: type[B]) -> B:
    """The request's JSON as this type; `HttpRefusal` with one sentence when it does not fit."""
    try:
        return msgspec.json.decode(request.get_data(cache=True), type=kind)
    except msgspec.ValidationError as error:
        raise bad_request(T("This request does not fit: {why}.", why=str(error))) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise bad_request(T("This is not JSON: {why}.", why=str(error))) from error
    except RecursionError as error:
        raise bad_request(T("This JSON is nested too deeply.")) from error


def language() -> str:
    """The language that this phone has chosen; else what its browser asks for; else the setting's."""
    known = list(shared().languages())
    for chosen in (request.args.get("language"), request.cookies.get("language")):
        if chosen in known:
            return str(chosen)
    return request.accept_languages.best_match(known) or shared().settings.language


def words() -> Catalogue:
    """The catalogue of the phone's language."""
    return shared().catalogue(language())


def say(text: Text) -> str:
    """The text in the phone's language."""
    return words().say(text)


def titled(one: OfAGame) -> dict[str, Any]:
    """It as plain values, with the game's title in the phone's language; the name of a game that is not installed."""
    game = context().games.get(one.game)
    return {**plain(one, say), "title": one.game if game is None else say(game.title)}


def answer(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, mimetype="application/json")


def tap(view: Callable[P, Any]) -> Callable[P, Response]:
    """A view whose work is done once for each `Idempotency-Key`; it returns a plain value."""

    @wraps(view)
    def once(*args: P.args, **kwargs: P.kwargs) -> Response:
        def work() -> Answer:
            return msgspec.json.encode(view(*args, **kwargs)), 200

        key = request.headers.get("Idempotency-Key")
        data, status = work() if key is None else shared().taps.once(own_key(key), request.get_data(cache=True), work)
        return Response(data, status, mimetype="application/json")

    return once


def done_again(seq: int) -> Any:
    """The short answer to a change that was made by a write of this number, before a restart."""
    return {"version": seq}


def kept_tap(again: Callable[[int], Any] = done_again) -> Callable[[Callable[P, Any]], Callable[P, Response]]:
    """A view whose one change is made once for each `Idempotency-Key`, also when the companion was restarted between
    the tap and its repeat; `again` gives the answer then, from the number of the write that made the change. All that
    it changes is told all phones together."""

    def made(view: Callable[P, Any]) -> Callable[P, Response]:
        @wraps(view)
        def once(*args: P.args, **kwargs: P.kwargs) -> Response:
            def work() -> Answer:
                with shared().live.together():
                    return msgspec.json.encode(view(*args, **kwargs)), 200

            def repeated(seq: int) -> Answer:
                return msgspec.json.encode(again(seq)), 200

            key = request.headers.get("Idempotency-Key")
            taps = shared().taps
            data, status = work() if key is None else taps.once_for_good(own_key(key), sent(), work, repeated)
            return Response(data, status, mimetype="application/json")

        return once

    return made


def own_key(key: str) -> str:
    """A tap's key as this phone's own, for this address."""
    if len(key) > KEY_CHARS:
        raise bad_request(T("The key of a tap may have at most {most} characters.", most=KEY_CHARS))
    sender = phone()
    return f"{sender.id if sender else ''} {request.path} {key}"


def error_answer(error: HttpRefusal) -> Response:
    """The one sentence of a refusal as JSON, with its kind and whatever else the page needs."""
    response = answer({"error": say(error.text), "kind": error.kind, **error.more}, error.status)
    if "wait_s" in error.more:
        response.headers["Retry-After"] = str(error.more["wait_s"])
    return response


def log_trouble(where: str) -> None:
    """Write the present exception to the log, without anything that the phone sent."""
    current_app.logger.exception("%s failed", where)
