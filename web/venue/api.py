"""What a venue's page asks for besides the live news: evenings, figures, taking a call back, the export."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.wsgi import wrap_file

from companion.api.text import T
from companion.storage import codec
from companion.venue import reading
from companion.venue.figures import GameFigures
from companion.venue.picture import KnownEvening
from companion.venue.search import DAY_S, Wanted, search
from companion.venue.told import ToldEvening
from web.encode import plain
from web.errors import HttpRefusal, bad_request, not_found
from web.guard import FILE, phone
from web.requests import Body, Nothing, ShortText, answer, body, language, say, tap
from web.venue.context import venue

venue_api = Blueprint("venue", __name__, url_prefix="/api")
PAGE = 50
LONGEST_QUERY = 200


class AnsweredCall(Body):
    """Which call of which table is taken back."""

    table: ShortText
    call: ShortText


def only_owner() -> None:
    """Refuse whoever is not the owner."""
    found, pairing = phone(), venue().pairing
    if found is None or found.id != pairing.owner:
        name = next((one.name for one in pairing.phones() if one.id == pairing.owner), "")
        raise HttpRefusal(403, "owner", T("Only the owner may do this: {name}.", name=name))


@venue_api.get("/screen")
def screen() -> Response:
    """Everything that the live stream would send whoever has nothing yet."""
    return Response(venue().live.whole(language(), guest=phone() is None), mimetype="application/json")


# --- evenings ---------------------------------------------------------------------------------------------------------


@venue_api.get("/evenings")
def evenings() -> Response:
    """The evenings that are meant by `q`, `table`, `game`, `since`, `until` (days), newest first, from `from` on."""
    here, all_ = venue(), venue().follower.picture.evenings()
    found = search(all_, _wanted(), here.title)
    first = _number("from")
    return answer(
        {
            "evenings": [_listed(one) for one in found[first : first + PAGE]],
            "all": len(found),
            "tables": sorted({one.table for one in all_}),
            "games": [{"name": name, "title": say(here.title(name))} for name in sorted(_games(all_))],
        }
    )


@venue_api.get("/evenings/<table>/<id>/<int:copy>")
def evening(table: str, id: str, copy: int) -> Response:
    """One evening, read-only: where it stands, its story, its steps, newest first."""
    return answer(_told(venue().reader.told(_known(table, id, copy))))


@venue_api.get("/evenings/<table>/<id>/<int:copy>/file")
def file(table: str, id: str, copy: int) -> Response:
    """The evening as a file that any companion takes in; for the owner."""
    only_owner()
    row, rows = venue().reader.rows(_known(table, id, copy))
    response = Response(reading.as_file(row, rows), mimetype="application/json")
    name = re.sub(r"[^A-Za-z0-9]+", "-", row.name).strip("-") or "evening"
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.json")
    return response


def _known(table: str, id: str, copy: int) -> KnownEvening:
    found = venue().follower.picture.evening(table, id, copy)
    if found is None or found.row is None:
        raise not_found(T("The venue's server holds no such evening."))
    return found


def _games(evenings: list[KnownEvening]) -> set[str]:
    return {one.row.game for one in evenings if one.row is not None}


def _wanted() -> Wanted:
    query = request.args.get("q", "")
    if len(query) > LONGEST_QUERY:
        raise bad_request(T("This is too long to be looked for."))
    until = _day("until")
    return Wanted(
        words=query,
        table=request.args.get("table", ""),
        game=request.args.get("game", ""),
        since=_day("since"),
        until=None if until is None else until + DAY_S,
    )


def _day(name: str) -> float | None:
    text = request.args.get(name, "")
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").timestamp()
    except (ValueError, OverflowError) as error:
        raise bad_request(T("A day is written so: 2026-11-27.")) from error


def _number(name: str) -> int:
    text = request.args.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise bad_request(T("“{name}” must be a number.", name=name))
    return int(text)


def _listed(one: KnownEvening) -> dict[str, Any]:
    row, here = one.row, venue()
    assert row is not None
    figures = here.figures.of(one)
    found: dict[str, Any] = {
        "table": one.table,
        "id": one.id,
        "copy": one.copy,
        "game": row.game,
        "title": say(here.title(row.game)),
        "name": row.name,
        "players": list(codec.names(row.players)),
        "started": row.started,
        "at": one.at,
        "entries": one.entries,
        "ended": row.ended is not None,
        "altered": one.altered or (figures is not None and figures.altered),
    }
    if figures is not None and not figures.altered:
        found["minutes"] = round(figures.minutes)
        if figures.ending is not None:
            found["ending"] = say(figures.ending)
    return found


def _told(told: ToldEvening) -> dict[str, Any]:
    found = _listed(told.known) | {"minutes": round(told.minutes), "steps": plain(told.steps, say)}
    if told.stands is not None:
        found["line"] = say(told.stands.ending or told.stands.line)
    if told.story is not None:
        found["story"] = {**plain(told.story.story, say), "decisions": plain(told.story.decisions, say)}
    return found


# --- figures ----------------------------------------------------------------------------------------------------------


@venue_api.get("/figures")
def figures() -> Response:
    """The figures of a `month` (2026-11; the newest without), and which months there are."""
    here = venue()
    months = here.figures.months()
    month = request.args.get("month") or (months[0] if months else datetime.now().strftime("%Y-%m"))
    if re.fullmatch(r"[12][0-9]{3}-(0[1-9]|1[0-2])", month) is None:
        raise bad_request(T("A month is written so: 2026-11."))
    found = here.figures.month(month)
    games = [_game(one) for one in found.games]
    return answer({"month": month, "months": months, "games": games, "days": found.days, "uncounted": found.uncounted})


def _game(one: GameFigures) -> dict[str, Any]:
    return {
        "game": one.game,
        "title": say(venue().title(one.game)),
        "evenings": one.evenings,
        "players": one.players,
        "minutes": round(one.minutes),
        "median_min": round(one.median_min),
        "endings": [{"label": say(text), "count": count} for text, count in one.endings],
    }


# --- what is done -----------------------------------------------------------------------------------------------------


@venue_api.post("/calls/answer")
@tap
def answer_call() -> dict[str, Any]:
    """Take a table's call back: somebody is on the way."""
    asked = body(AnsweredCall)
    known = next((one for one in venue().follower.tables() if one.table == asked.table), None)
    if known is None:
        raise not_found(T("There is no such table here."))
    venue().follower.take_back(known.table, asked.call)
    return {}


@venue_api.post("/export")
@tap
def begin_export() -> dict[str, Any]:
    """Begin to make one file of everything; how far it is comes by the live stream."""
    only_owner()
    body(Nothing)
    here = venue()
    here.export.begin(here.catalogue(language()).say)
    return {}


@venue_api.get("/export.zip")
def export() -> Response:
    """The file that was made last."""
    only_owner()
    found = venue().export.file
    if found is None:
        raise not_found(T("No export is there. Make one."))
    request.environ[FILE] = opened = found.open("rb")
    response = Response(wrap_file(request.environ, opened), mimetype="application/zip", direct_passthrough=True)
    response.headers["Content-Length"] = str(found.stat().st_size)
    day = datetime.fromtimestamp(found.stat().st_mtime).strftime("%Y-%m-%d")
    response.headers.set("Content-Disposition", "attachment", filename=f"venue-{day}.zip")
    return response
