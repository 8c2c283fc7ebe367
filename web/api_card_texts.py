"""What is printed on the owner's cards: added from photographs, named, corrected, deleted. For joined phones alone."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request
from werkzeug.wsgi import wrap_file

from companion.api.refusals import BadFile
from companion.api.text import T, Text
from companion.backup import cards_file
from companion.library.proposals import proposals
from companion.scanner.adding import AddedCard, AddingDesk, Picture
from companion.session.board_facts import MOST_AT_ONCE
from companion.storage.card_texts import BLOCK_CHARS, MOST_BLOCKS, BlockKind, TextBlock
from web.api_devices import verb_of
from web.api_lookup import game_asked, library_of
from web.api_pictures import with_photo
from web.context import context
from web.encode import plain
from web.errors import not_found, not_here
from web.guard import FILE, by, sent
from web.requests import Body, Nothing, ShortText, answer, body, say, tap

PLACE = re.compile(r"[0-9]{1,3}")  # of an effect on a card

card_texts = Blueprint("api_card_texts", __name__, url_prefix="/api/card-texts")


class BlockSent(Body):
    """A piece of a card's text, as somebody has looked at it."""

    kind: BlockKind
    text: Annotated[str, msgspec.Meta(max_length=BLOCK_CHARS)]
    number: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    doubtful: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=BLOCK_CHARS)], ...], msgspec.Meta(max_length=500)
    ] = ()


class Corrected(Body):
    """What really stands on a card; `seen` is the version that the phone showed."""

    seen: ShortText
    blocks: Annotated[tuple[BlockSent, ...], msgspec.Meta(max_length=MOST_BLOCKS)]
    checked: bool = True


class Named(Body):
    """`card` is the card of this code; `over`: a text that is there already is replaced."""

    card: ShortText
    code: ShortText
    over: bool = False


class CameraAdds(Body):
    """Whether the camera adds the cards that are laid under it; `now`: also the one that lies there, code or none."""

    add: bool
    now: bool = False


class CardVerb(Body):
    """What is to be done with the card on the table. `which` of several cards of its number it is: words that stand on
    it, or what its text is kept under."""

    do: ShortText
    which: Annotated[str, msgspec.Meta(max_length=200)] = ""


@card_texts.get("")
def all_cards() -> Response:
    """The cards of a game that have a text, those first that somebody must look at; of hidden ones no more than that
    they are there."""
    game = game_asked()
    kinds = library_of(game).kinds
    return answer(
        {
            "game": game,
            "cards": [_told(one) for one in _desk().all(game)],
            "kinds": [{"name": one.name, "title": say(Text(one.title))} for one in kinds if not one.pattern],
            "coded": any(one.pattern for one in kinds),
            "hidden": any(one.hidden for one in kinds),
            "several": any(one.several for one in kinds),
        }
    )


@card_texts.post("/photo")
@with_photo
def add(photo: Picture) -> dict[str, Any]:
    """Read a photo of a card, and keep its text and the card that was cut out of it. `code`: which card it is; `live`:
    a live camera took it, which sees a card again and again."""
    code, live = request.args.get("code", "")[:200], "live" in request.args
    return {"card": _told(_desk().add(game_asked(), photo, by(), code, live))}


@card_texts.post("/name")
@tap
def name() -> dict[str, Any]:
    """Say which card it is."""
    asked = body(Named)
    return {"card": _told(_desk().name(game_asked(), asked.card, asked.code, asked.over, by()))}


@card_texts.post("/camera")
@tap
def camera() -> dict[str, Any]:
    """Have the camera add cards, or pause."""
    asked, desk = body(CameraAdds), _desk()
    if asked.add and asked.now and desk.state.game == game_asked():
        desk.lying()
    elif asked.add:
        desk.begin(game_asked(), by())
    else:
        desk.pause()
    return {}


@card_texts.get("/export.zip")
def export() -> Response:
    """What was told of a game's board and cards, as one file: board facts, texts, pictures."""
    game, desk = game_asked(), _desk()
    file = desk.scratch()
    cards_file.write(file, game, context().session.told(game), desk.texts.all(game).values(), desk.pictures(game))
    size = file.tell()
    file.seek(0)
    request.environ[FILE] = file
    response = Response(wrap_file(request.environ, file), mimetype="application/zip", direct_passthrough=True)
    response.headers["Content-Length"] = str(size)
    response.headers.set("Content-Disposition", "attachment", filename=f"cards-{game}.zip")
    return response


@card_texts.post("/import")
@tap
def import_() -> dict[str, Any]:
    """Take such a file in; what is here already stays as it is. How many texts and board facts were new."""
    desk, session = _desk(), context().session
    with desk.scratch() as file:
        file.write(sent() or b"")
        file.seek(0)
        found = cards_file.read(file)
        if found.game not in context().games:
            raise BadFile(T("This file is of a game that this companion does not have."))
        known = session.told(found.game)
        board = {name: value for name, value in found.board.items() if name not in known}
        told = [*board.items()]
        for start in range(0, len(told), MOST_AT_ONCE):
            session.tell_board_all(found.game, dict(told[start : start + MOST_AT_ONCE]))
        return {"game": found.game, "texts": desk.take(found.game, found.texts, found.pictures()), "board": len(board)}


@card_texts.get("/<path:code>")
def propose(code: str) -> Response:
    """What a card's print proposes for the books: `effects`, each with what it `said`, its `sentence`, perhaps its
    `doubt`; the `text` that an owner might type of it, and the board `fact` that keeps it (both empty: none can).
    `holds`: the places of doubtful effects of which a person says that they hold."""
    game = game_asked()
    entry = library_of(game).look_up(code)
    if entry is None or entry.printed is None:
        raise not_found(T("This card’s text is not there any more."))
    holds = {int(one) for one in request.args.get("holds", "").split(",") if PLACE.fullmatch(one)}
    found = proposals(context().games[game], entry.printed, holds)
    fact = entry.fact if found.text else ""
    return answer({**plain(found, say), "fact": fact})


@card_texts.post("/<path:code>")
@tap
def correct(code: str) -> dict[str, Any]:
    """Correct a text, or say that it is right."""
    asked = body(Corrected)
    blocks = tuple(
        TextBlock(kind=one.kind, text=one.text, number=one.number, doubtful=one.doubtful) for one in asked.blocks
    )
    return {"version": _desk().correct(game_asked(), code, blocks, asked.checked, by(), asked.seen).version}


@card_texts.delete("/<path:code>")
@tap
def delete(code: str) -> dict[str, Any]:
    """Delete a card's text and its picture."""
    body(Nothing)
    _desk().drop(game_asked(), code, request.args.get("seen"))
    return {}


@card_texts.post("/do")
@tap
def do() -> dict[str, Any]:
    """With the card on the table: `read` it aloud (and show it, where it was asked for), `stop`, or put it `away`."""
    asked, reader = body(CardVerb), context().card_reader
    if reader is None:
        raise not_here(T("Cards are not read aloud here."))
    verb_of({"read": partial(reader.read, asked.which), "stop": reader.stop, "away": reader.put_away}, asked.do)()
    return {}


def _desk() -> AddingDesk:
    desk = context().adding
    if desk is None:
        raise not_here(T("Cards cannot be added here."))
    return desk


def _told(one: AddedCard) -> dict[str, Any]:
    return dict(plain(one, say))
