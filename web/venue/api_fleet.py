"""What the venue's owner wants of which tables, and what they have of it; for the owner's eyes, changed by command."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.venue.fleet import Group, Standing, Wish
from web.requests import answer, say
from web.venue.api import only_owner
from web.venue.context import venue

venue_fleet = Blueprint("venue_fleet", __name__, url_prefix="/api")
LONGEST_VALUE = 100  # of what a table says that holds there


@venue_fleet.get("/fleet")
def fleet() -> Response:
    """The groups and every table of them; the live stream's `fleet` changes with it."""
    only_owner()
    picture = venue().follower.fleet
    found: dict[str, Any] = {
        "checked": picture.checks,
        "groups": [_group(one) for one in picture.plan().groups],
        "tables": [_table(one) for one in picture.standing()],
    }
    if picture.trouble is not None:
        found["trouble"] = say(picture.trouble)
    return answer(found)


def _group(one: Group) -> dict[str, Any]:
    found: dict[str, Any] = {"name": one.name, "tables": list(one.tables), "first": list(one.first)}
    if one.first:
        found["before"] = _wish(one.before or Wish())
    return found | {"wanted": _wish(one.wish)}


def _table(one: Standing) -> dict[str, Any]:
    found: dict[str, Any] = {
        "table": one.table,
        "groups": list(one.groups),
        "wanted": _wish(one.wanted.wish),
        "state": "silent" if one.has is None else one.has.state if one.fetched else "behind",
        "sent": one.told,
    }
    if one.has is not None:
        found |= {"version": one.has.version, "at": one.has.at, "settings": _settings(one.has.settings)}
        if one.has.why is not None and one.fetched and one.has.state != "taken":
            found["why"] = say(one.has.why)
    return found


def _wish(wish: Wish) -> dict[str, Any]:
    titles = [say(venue().title(game)) for game in sorted(wish.cards)]
    return {"settings": _settings(wish.settings), "cards": titles, "version": wish.version}


def _settings(settings: dict[str, Any]) -> list[str]:
    """As the owner writes them: `voice.rate=180`."""
    return [f"{name}={_typed(value)}"[:LONGEST_VALUE] for name, value in sorted(settings.items())]


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
