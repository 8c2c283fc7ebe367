"""Evenings: begin, open, close, rename, remove, export, import; the games, and what only the board shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from companion.api.game import BoardFact, BoardFamily, Game, Value
from companion.api.text import T
from companion.session.chronicle import Chronicle
from companion.session.owner_board import ask_of
from companion.session.screen import Evening
from web.api import done
from web.context import context
from web.encode import nameless, plain
from web.errors import bad_request, not_found, not_here, not_paired
from web.guard import by, phone, sent
from web.requests import Body, Nothing, ShortText, Version, answer, body, kept_tap, language, say, tap, titled

evenings = Blueprint("api_evenings", __name__, url_prefix="/api")

MOST_PLAYERS = 100
WITH_STANDING = 50


class Start(Body):
    """A new evening."""

    game: ShortText
    name: ShortText
    players: Annotated[list[ShortText], msgspec.Meta(max_length=MOST_PLAYERS)]
    choices: dict[str, Any] = msgspec.field(default_factory=dict)


class Which(Body):
    """Which evening."""

    evening: ShortText


class Rename(Body):
    """Another name for an evening."""

    evening: ShortText
    name: ShortText


class BoardValues(Body):
    """What the owner's board of a game shows: one `name` with its `value`, or several `values` by name; null takes back
    what was told. `seen` where that game's evening is open."""

    game: ShortText
    name: ShortText | None = None
    value: int | str | None = None
    values: dict[ShortText, int | str | None] = msgspec.field(default_factory=dict)
    seen: Version | None = None

    def all(self) -> dict[str, int | str | None]:
        """Everything that was told."""
        return dict(self.values) if self.name is None else {**self.values, self.name: self.value}


@evenings.post("/demo")
@tap
def demo() -> dict[str, Any]:
    """Begin a demo round for this browser; the answer is where."""
    body(Nothing)
    begin = context().begin_demo
    if begin is None:
        raise not_here(T("There is no demo round here."))
    return {"path": begin(language())}


@evenings.get("/games")
def games() -> Response:
    """The games that can be played, with how many can play, and which of them is likely on the table."""
    here = context()
    return answer({"games": [_game(game) for game in here.games.values()], "likely": here.settings.game})


@evenings.get("/games/<name>/setup")
def setup(name: str) -> Response:
    """What is asked before the first move, for so many `players`."""
    count = request.args.get("players", "")
    if not (count.isascii() and count.isdigit() and len(count) < 4 and 1 <= int(count) <= MOST_PLAYERS):
        raise bad_request(T("Say how many play: a number from 1 to {most}.", most=MOST_PLAYERS))
    return answer({"asks": plain(_known(name).setup(int(count)), say)})


@evenings.get("/evenings")
def everything() -> Response:
    """All evenings, newest first, those that were taken out of the list, and which one is open. Where it stood is told
    of the newest fifty: each is opened for that, which takes a Pi 4 a thirtieth of a second."""
    here = context().session
    now = here.screen().evening
    listed = here.evenings()
    kept = [*map(_listed, listed[:WITH_STANDING]), *map(titled, listed[WITH_STANDING:])]
    forgotten = [titled(one) for one in here.evenings(forgotten=True)]
    return answer({"evenings": kept, "forgotten": forgotten, "open": None if now is None else now.id})


@evenings.post("/evenings/again")
@kept_tap()
def again() -> dict[str, Any]:
    """Begin a new evening as another one began."""
    return done(context().session.again(body(Which).evening, by()))


@evenings.post("/evenings/start")
@kept_tap()
def start() -> dict[str, Any]:
    """Begin a new evening."""
    asked = body(Start)
    return done(context().session.start(asked.game, asked.name, asked.players, asked.choices, by()))


@evenings.post("/evenings/open")
@tap
def open_() -> dict[str, Any]:
    """Go on with an evening."""
    return done(context().session.open(body(Which).evening))


@evenings.post("/evenings/close")
@tap
def close() -> dict[str, Any]:
    """Put the evening away; it is kept."""
    body(Nothing)
    return done(context().session.close())


@evenings.post("/evenings/rename")
@kept_tap()
def rename() -> dict[str, Any]:
    """Give an evening another name."""
    asked = body(Rename)
    context().session.rename(asked.evening, asked.name)
    return {}


@evenings.post("/evenings/forget")
@kept_tap()
def forget() -> dict[str, Any]:
    """Take an evening out of the list; `remember` brings it back."""
    return done(context().session.forget(body(Which).evening))


@evenings.post("/evenings/remember")
@kept_tap()
def remember() -> dict[str, Any]:
    """Put an evening that was taken out back into the list."""
    return done(context().session.remember(body(Which).evening))


@evenings.get("/evenings/<id>/export")
def export(id: str) -> Response:
    """The evening as one file."""
    found = next((one for one in context().session.evenings() if one.id == id), None)
    if found is None:
        raise not_found(T("This evening is not here any more."))
    data = context().session.export(id)
    response = Response(data, mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=_file_name(found))
    return response


def _imported(seq: int) -> dict[str, Any]:
    found = context().session.evening_written(seq)
    return {"evening": None if found is None else titled(found)}


@evenings.post("/evenings/import")
@kept_tap(_imported)
def import_evening() -> dict[str, Any]:
    """Take an exported evening in; it is not opened."""
    return {"evening": titled(context().session.import_(sent(), by()))}


@evenings.get("/board")
def board() -> Response:
    """What only the owner's board shows, for the open evening's game: what is asked, where to look, what is known."""
    session = context().session
    now = session.screen().evening
    game = _known(request.args.get("game") or (now.game if now else ""))
    known, told = session.board(game.name), session.told(game.name)
    facts = [_fact(one, known, told) for one in game.board]
    return answer({"game": game.name, "facts": facts, "families": [_family(one, known) for one in game.families]})


def _fact(fact: BoardFact, known: Mapping[str, Value], told: Mapping[str, Value]) -> dict[str, Any]:
    name = fact.ask.name
    return {**plain(fact, say), "now": known.get(name), "told": name in told}


def _family(family: BoardFamily, known: Mapping[str, Value]) -> dict[str, Any]:
    """The family with what was told of it, each with what it is called."""
    told = [(ask_of(family, name), value) for name, value in known.items()]
    shown = [{"name": ask.name, "label": say(ask.label), "now": value} for ask, value in told if ask is not None]
    return {**plain(replace(family, called=None), say), "told": shown}  # what a page gets are values


@evenings.post("/board")
@kept_tap()
def learn() -> dict[str, Any]:
    """Tell what the board shows, all or nothing: a step of the open evening, or kept for another game's evenings."""
    asked, session = body(BoardValues), context().session
    now = session.screen().evening
    if now is not None and now.game == asked.game:
        return done(session.learn_all(asked.all(), by(), asked.seen))
    return done(session.tell_board_all(asked.game, asked.all()))


def _known(name: str) -> Game[Any]:
    game = context().games.get(name)
    if game is None:
        raise not_found(T("There is no such game here."))
    return game


def _game(game: Game[Any]) -> dict[str, Any]:
    seats = {"least": game.seats[0], "most": game.seats[-1]} if len(game.seats) else None
    return {"name": game.name, "title": say(game.title), "seats": seats, "board": len(game.board)}


def _listed(evening: Evening) -> dict[str, Any]:
    """An evening with where it stood, where it can be read, and what became of it at the venue, where it was handed to
    one."""
    stood, desk = context().session.standing(evening.id), context().campaigns
    handed = None if desk is None else desk.handed().get(evening.id)
    more = {"stood": stood, "handed": handed}
    return titled(evening) | {name: plain(one, say) for name, one in more.items() if one is not None}


def _file_name(evening: Evening) -> str:
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', evening.name).strip('-') or 'evening'}.json"


# --- the story --------------------------------------------------------------------------------------------------------

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
