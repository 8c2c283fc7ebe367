"""Any pile on the scale: weigh a known few, then the pile, and set a counter of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from flask import Blueprint

from companion.api.text import T
from web.api_devices import given, verb_of
from web.context import context
from web.errors import not_here
from web.guard import by
from web.ports import PilePort
from web.requests import Body, ShortText, body, tap

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


def _pile() -> PilePort:
    port = context().pile
    if port is None:
        raise not_here(T("There is no scale here."))
    return port
