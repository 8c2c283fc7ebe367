"""Look-up of rules and cards, and the owner's own notes on cards."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from companion.api.text import T
from companion.library.cards import NOTE_CHARS, CardEntry, Library
from companion.library.look_up import LookUp
from companion.library.rulebook import RuleBook, RuleEntry, strong_parts
from web.context import context
from web.encode import plain
from web.errors import not_found
from web.guard import phone
from web.requests import Body, ShortText, answer, body, language, say, tap, words

lookup = Blueprint("api_lookup", __name__, url_prefix="/api")

QUERY_CHARS = 100
LOOK_UPS_KEPT = 4  # of one game: two languages, for phones that have joined and for guests; each has up to a megabyte
NO_GAME = T("Open an evening or choose a game first; then its rules and cards can be looked up.")


class OwnNote(Body):
    """A note on a card."""

    game: ShortText
    code: ShortText
    note: Annotated[str, msgspec.Meta(max_length=NOTE_CHARS)]


@lookup.get("/rules")
def search() -> Response:
    """Rule entries and cards nearest to `q`, best first in one list, and the card of this code; without `q` all rules
    by title."""
    game = game_asked()
    book, query = _book(game), (request.args.get("q") or "")[:QUERY_CHARS].strip()
    if not query:
        return answer({"game": game, "all": [{"id": one.id, "title": one.title} for one in book.entries]})
    library = _shown(game)
    found = _look_up(game, book).search(query, library)
    return answer({"game": game, "hits": plain(found, say), "card": _card(library.look_up(query))})


@lookup.get("/rules/<id>")
def entry(id: str) -> Response:
    """One rule entry."""
    found = _book(game_asked()).entry(id)
    if found is None:
        raise not_found(T("There is no rule entry for this yet; the rulebook has it."))
    return answer(_entry(found))


@lookup.get("/cards/<path:code>")
def card(code: str) -> Response:
    """What a card is, what to do when it comes up, and the owner's note on it."""
    library = _shown(game_asked())
    found = library.look_up(code)
    if found is None:
        raise not_found(library.unknown(code))
    return answer(_card(found))


@lookup.post("/cards/note")
@tap
def note() -> dict[str, Any]:
    """Keep the owner's note on a card; an empty one removes it."""
    asked = body(OwnNote)
    library = context().library(asked.game) if asked.game in context().games else None
    card = None if library is None else library.look_up(asked.code)
    if library is None or card is None:
        raise not_found(T("This card is not known."))
    library.write_note(card.code, asked.note)
    return {}


def game_asked() -> str:
    """The game that a request is about: the one it names, or the open evening's."""
    evening = context().session.screen().evening
    asked = request.args.get("game") or (evening.game if evening else "")
    if asked not in context().games:
        raise not_found(NO_GAME)
    return asked


def _shown(game: str) -> Library:
    """A game's cards as this phone may see them: the owner's notes, texts and photographs are for joined phones."""
    return library_of(game) if phone() else library_of(game).bare()


def _card(found: CardEntry | None) -> Any:
    """A card as it is told; who only watches is not told under which names the owner keeps what belongs to it."""
    if found is not None and phone() is None:
        found = msgspec.structs.replace(found, own="", fact="", pictured="")
    told = plain(found, say)
    if found is not None and found.printed is not None:
        told["printed"]["version"] = found.printed.version
    return told


def _look_up(game: str, book: RuleBook) -> LookUp:
    """What searches a game's rules and cards for this phone; made once for each language, and kept for a few."""
    key, kept = (game, language(), phone() is not None), context().look_ups
    found = kept.pop(key, None) or LookUp(book, words().say)
    kept[key] = found
    while len(kept) > LOOK_UPS_KEPT:
        kept.popitem(last=False)
    return found


def _book(game: str) -> RuleBook:
    return context().rules(game, language()) or RuleBook(())


def library_of(game: str) -> Library:
    """A game's cards."""
    return context().library(game) or Library(game, (), ())


def _entry(found: RuleEntry) -> dict[str, Any]:
    blocks = [{"kind": one.kind, "lines": [strong_parts(line) for line in one.lines]} for one in found.blocks]
    return {"id": found.id, "title": found.title, "source": say(found.source), "page": found.page, "blocks": blocks}
