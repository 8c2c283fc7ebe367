"""Boards and cards lie in the venue's stores by their digests, and come from there to whoever may take them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nats.errors
import pytest

from companion.api.text import catalogue
from companion.app.venue_cards import CardsDesk, OwnCards
from companion.library.cards import CardKind, Library
from companion.scanner.adding import AddingDesk
from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.storage.card_texts import CardText, CardTexts, TextBlock
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from companion.venue import cards, notes, server, stores
from companion.venue.card_errand import CardErrand
from companion.venue.errands import Errands
from companion.venue.server import VenueAccess, VenueTrouble
from tests.companion.toy_game import GAME

from .conftest import needs_nats, running, until
from .test_keys import Guarded

pytestmark = [pytest.mark.slow, needs_nats]
KINDS = (
    CardKind(name="morning", reader="card_id", pattern="M[0-9]{3}", title="Morning card", what="What dawn brings."),
    CardKind(name="secret", reader="numbox", pattern="9[0-9]{2}", title="Secret", what="Unseen.", hidden=True),
)


class CardTable:
    """What a table keeps of the toy game's board and cards, and its errand at the venue."""

    def __init__(self, folder: Path, access: VenueAccess) -> None:
        self.log = Log(folder, durable=False)
        self.session = Session(self.log, {"boiler": GAME})
        self.pictures, self.texts = Pictures(folder, self.log, durable=False), CardTexts(self.log)
        self.library = Library("boiler", KINDS, [], self.log, self.pictures, self.texts)
        adding = AddingDesk(self.texts, self.pictures, {"boiler": self.library}.get, _no_reader, lambda text: None)
        self.kept = OwnCards(["boiler"], self.log, self.session, adding, self.pictures)
        self.health = HealthBoard()
        self.errand = CardErrand(access.table, folder, self.kept, ("board", "texts", "pictures"), self.health)
        self.errands = Errands(access, (self.errand,), look_s=0.05, again_s=(0.05,))

    def add(self, card: str, title: str) -> None:
        self.texts.put("boiler", CardText(card=card, blocks=(TextBlock(kind="title", text=title),), shown="friday"))
        self.pictures.add("boiler", card, b"\xff\xd8 of " + title.encode(), 30, 40)

    @property
    def said(self) -> str:
        return str(self.health.health()[0].words)

    def titles(self) -> dict[str, str]:
        return {card: text.title for card, text in self.texts.all("boiler").items()}

    def take(self, source: str) -> str:
        """As `companion venue cards` does."""
        desk = CardsDesk(self.errand, catalogue("en"), self.errands.ring)
        until(lambda: any(f"boiler, of {source}" in line for line in desk.answer({})["offers"]))
        assert "error" in desk.answer({"game": "boiler", "source": "table-9"})
        desk.answer({"game": "boiler"})
        until(lambda: desk.answer({})["last"])
        return str(desk.answer({})["last"])


def _no_reader(*_: object) -> object:
    raise AssertionError("nothing is read here")


@contextmanager
def card_table(folder: Path, access: VenueAccess) -> Iterator[CardTable]:
    one = CardTable(folder, access)
    with running(one.errands, one.log):
        yield one


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Guarded]:
    """A server with keys and stores for three tables, made by the staff's commands."""
    one = Guarded(tmp_path)
    for name in ("staff", "table-3", "table-4"):
        one.admit(name)
    try:
        one.nats.start()
        staff = ("--server", one.nats.address, "--key", one.key("staff"))
        assert one.command("prepare", *staff, "--room", 50) == 0
        assert one.command("stores", *staff, "--tables", one.tables, "--room", 20, "--venue-room", 20) == 0
        yield one
    finally:
        one.nats.stop()


def test_boards_and_cards_lie_there_once(venue: Guarded, folder: Path) -> None:
    """Also what was added while there was no server; what nobody has any more goes; one that has begun anew under the
    same name loses nothing, and takes it back without a secret text being shown to anybody."""
    access = venue.nats.access(key=venue.key("table-3"))
    staff = ("--server", venue.nats.address, "--key", venue.key("staff"))
    assert venue.command("stores", *staff, "--tables", venue.tables, "--room", 19, "--venue-room", 19) == 0  # again
    with card_table(folder, access) as one:
        one.session.tell_board("boiler", "valve", 3)
        one.add("M017", "A clear dawn")
        until(lambda: _lies_there(venue, one, things=2))
        venue.nats.stop()
        one.add("949", "The drowned bell")
        one.add("M018", "A clear dawn")
        venue.nats.start()
        until(lambda: _lies_there(venue, one, things=3))
        digest = stores.digest_of(b"\xff\xd8 of A clear dawn")
        asked = venue.nats.ask(lambda stream: stores.get(stream, "of-table-3", digest, 100), venue.key("staff"))
        assert asked == b"\xff\xd8 of A clear dawn"
    with card_table(folder.with_name("new-card"), access) as one:
        one.add("M017", "Another print")
        assert "board facts 1, texts 2, photographs 2" in one.take("table-3")
        assert one.titles() == {"M017": "Another print", "949": "The drowned bell", "M018": "A clear dawn"}
        assert one.session.told("boiler") == {"valve": 3}
        assert {text.shown for card, text in one.texts.all("boiler").items() if card != "M017"} == {""}
        secret = one.library.look_up("949")
        assert secret is not None
        assert "bell" not in str(secret)


def test_a_table_takes_what_it_is_given_and_nothing_else(venue: Guarded, folder: Path) -> None:
    """The staff hands it on; a table's key opens no other's store; what was altered there is not taken."""
    with card_table(folder, venue.nats.access(key=venue.key("table-3"))) as one:
        one.add("M017", "A clear dawn")
        until(lambda: _lies_there(venue, one, things=2))
    fourth = venue.nats.access("table-4", venue.key("table-4"))
    staff = ("--server", venue.nats.address, "--key", venue.key("staff"))
    assert venue.command("give", *staff, "table-3", "nothing", "table-4") == 2
    assert venue.command("give", *staff, "table-3", "boiler", "table-4") == 0
    digest = stores.digest_of(b"\xff\xd8 of A clear dawn")
    for forbidden in (
        lambda stream: stores.get(stream, "of-table-3", digest, 100),
        lambda stream: stores.put(stream, "of-table-3", b"poison"),
        lambda stream: stores.put(stream, stores.VENUE, b"poison"),
        lambda stream: stream.publish(notes.wanted("table-4"), b"poison", timeout=0.3),
    ):
        with pytest.raises((VenueTrouble, nats.errors.TimeoutError)):
            venue.nats.ask(forbidden, venue.key("table-4"), patience_s=0.3)
    with card_table(folder.with_name("four"), fourth) as one:
        assert "texts 1, photographs 1" in one.take("table-3")
        assert one.titles() == {"M017": "A clear dawn"}
        one.texts.drop("boiler", "M017")
        one.pictures.drop("boiler", "M017")
        chunk = f"$O.of-table-4.C.{digest}"
        venue.nats.ask(lambda stream: _exchange(stream, chunk), venue.key("staff"))
        assert "is not what was meant" in one.take("table-3")
        assert one.titles() == {}


def test_a_key_of_an_earlier_version_is_told_of(venue: Guarded, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may do what has grown since it was given out."""
    monkeypatch.setattr(server, "ANSWER_S", 0.3)
    text = venue.tables.read_text()
    venue.tables.write_text(text.replace('"$JS.API.DIRECT.GET.VENUE.venue.cards.table-4", ', ""))
    venue.nats.reload()
    with card_table(folder, venue.nats.access("table-4", venue.key("table-4"))) as one:
        until(lambda: "does not allow what was to be done" in one.said)


async def _exchange(stream, chunk: str) -> None:  # type: ignore[no-untyped-def]
    await stream.purge_stream("OBJ_of-table-4", subject=chunk)
    await stream.publish(chunk, b"\xff\xd8 of something el")


def _lies_there(venue: Guarded, one: CardTable, things: int) -> bool:
    """Whether the server has the newest shelf, and so many things in all. A shelf of the text alone may lie there
    beside the photograph, which its next one names: also two things."""
    staff = venue.key("staff")
    note = venue.nats.ask(lambda stream: notes.read(stream, notes.cards("table-3"), cards.CardsNote), staff)
    if note is None:
        return False
    newest = note.games["boiler"]
    if {newest.texts, newest.pictures} != {len(one.titles())}:
        return False
    there = venue.nats.ask(lambda stream: stores.all_in(stream, "of-table-3"), staff)
    return len(there) == things and newest.digest in there


BAD_PICTURE = (
    b'{"format": 1, "game": "boiler", '
    b'"pictures": [{"card": "a", "digest": "../x", "size": 1, "width": 1, "height": 1}]}'
)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"no JSON", "damaged"),
        (b'{"format": 2, "game": "boiler"}', "newer version"),
        (b'{"format": 1, "game": "frostpunk"}', "damaged"),
        (BAD_PICTURE, "damaged"),
        (b"[" * 100_000, "damaged"),
        (b" " * (cards.LARGEST_SHELF + 1), "larger"),
    ],
)  # fmt: skip
def test_what_is_no_shelf_is_told_in_a_sentence(data: bytes, told: str) -> None:
    """Nothing of it is taken."""
    with pytest.raises(Exception, match=told):
        cards.read_shelf(data, "boiler")
