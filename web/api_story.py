"""The evening told afterwards: its numbers round by round, and what was decided."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.session.chronicle import Chronicle
from web.context import context
from web.encode import plain
from web.errors import not_paired
from web.guard import phone
from web.requests import answer, say
from web.screen import nameless

story_api = Blueprint("api_story", __name__, url_prefix="/api")


@story_api.get("/story")
def story() -> Response:
    """The story of the open evening, which anybody may watch (who decided what is for joined phones), or of the one
    called `evening`."""
    evening = request.args.get("evening") or None
    if evening is not None and phone() is None:
        raise not_paired()
    return answer(_told(context().session.chronicle(evening)))


def _told(chronicle: Chronicle) -> dict[str, Any]:
    decisions = plain(chronicle.decisions, say)
    return {**plain(chronicle.story, say), "decisions": decisions if phone() else [nameless(one) for one in decisions]}
