"""A venue's page without a server: what one would tell lies there from the beginning."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from companion.api.text import T
from companion.session.session import Session
from companion.status.staff_call import Call
from companion.storage.log import Log
from companion.storage.tables import EntryRow, EveningRow
from companion.venue import notes, present, records, signing
from companion.venue.export import Export
from companion.venue.figures import Figures
from companion.venue.fleet import Group, Has, Plan, Wanted, Wish
from companion.venue.follower import Follower
from companion.venue.picture import KnownEvening
from companion.venue.present import LostDevice, Stand, TableState
from companion.venue.server import VenueAccess
from companion.venue.told import EveningReader
from tests.web import lighthouse
from tests.web.asked_house import AskedHouse
from tests.web.household import CODE, LOOK, Store
from tests.web.openapi import VENUE
from tests.web.phones import ORIGIN
from web.ports import DashboardSettings
from web.venue.app import create_venue_page

GAME = lighthouse.GAME
SEED, PUBLIC = signing.new_key()


class QuietFollower(Follower):
    """Has been told everything; calls that are taken back are only noted."""

    def __init__(self) -> None:
        super().__init__(VenueAccess(()), owner=PUBLIC)
        self.trouble, self.taken_back = None, list[tuple[str, str]]()

    def take_back(self, table: str, call: str) -> None:
        self.taken_back.append((table, call))


class Shelf(EveningReader):
    """Evenings that lie here instead of in a server."""

    kept: dict[str, tuple[EveningRow, list[EntryRow]]]

    def rows(self, known: KnownEvening) -> tuple[EveningRow, list[EntryRow]]:
        return self.kept[known.name]


class QuietHouse(AskedHouse):
    """Two evenings of table-3, of which one is open and asks for the staff; `client` is the owner."""

    described = VENUE

    def __init__(self, folder: Path) -> None:
        self.follower = QuietFollower()
        games = {"lighthouse": GAME}
        reader = Shelf(self.follower, games)
        reader.kept = {}
        self.store = Store()
        self.figures = Figures(self.follower, reader, self.store)
        self.export = Export(self.follower, reader, self.figures, folder)
        self.app = create_venue_page(
            follower=self.follower, reader=reader, figures=self.figures, export=self.export, games=games,
            store=self.store, looks=lambda game: LOOK,
            settings=DashboardSettings(code=CODE, beat_s=0.0),  # so that a stream is over once it has told everything
        )  # fmt: skip
        self._play(folder / "table", reader)
        self._want()
        self.client = self.app.test_client()
        for client, name in ((self.client, "Ola"), (self.app.test_client(), "Jan")):
            self.join(client, name)

    def join(self, client: Any, name: str) -> None:
        """By the invitation that holds."""
        code = self.app.pairing.code or self.app.pairing.invite()[0].code
        client.post("/api/phones/join", json={"code": code, "name": name}, headers={"Origin": ORIGIN})

    def _play(self, folder: Path, reader: Shelf) -> None:
        picture, log = self.follower.picture, Log(folder, durable=False)
        session = Session(log, {"lighthouse": GAME})
        for name in ("Thursday", "Friday"):
            screen = session.start("lighthouse", name, ["Ada", "Ben"], {"weather": "calm"}, by="Ada")
            assert screen.evening is not None
            row, entries = log.evening(screen.evening.id), [one for _, one in log.entries(screen.evening.id)]
            assert row is not None
            picture.take(records.about_subject("table-3", row.id), records.about_record("table-3", "7.1.0", row))
            subject, chain = records.entries_subject("table-3", row.id), ""
            for one in entries:
                data, chain = records.entry_record("table-3", one, chain)
                picture.take(subject, data)
            reader.kept[f"table-3/{row.id}/1"] = row, entries
            self.evening = row
        session.close()
        log.close()
        stand = Stand(id=row.id, game=row.game, name=row.name, players=("Ada", "Ben"), started=row.started, entries=1)
        state = TableState(
            program="7.1.0", stand=stand, lost=(LostDevice(label=T("Camera"), words=T("It is not there.")),),
            call=Call(id="0a1b2c3d", by="Ada", at=row.started),
        )  # fmt: skip
        picture.take_state(present.now_subject("table-3"), msgspec.json.encode(state), row.started)
        for known in picture.evenings():
            self.figures.count(known)

    def _want(self) -> None:
        """A setting of two tables: one has it, the other has told nothing yet."""
        wish, fleet = Wish(settings={"voice.rate": 180}), self.follower.fleet
        group = Group(name="club", tables=("table-3", "table-4"), wish=wish, first=("table-3",))
        fleet.take(notes.PLAN, _signed(Plan(format=1, number=7, groups=(group,))))
        fleet.take(notes.wanted("table-3"), _signed(Wanted(format=1, table="table-3", number=7, wish=wish)))
        has = Has(
            format=1, table="table-3", number=7, state="failed", version="7.1.0", at=5.0, why=T("It is not there.")
        )
        fleet.take(notes.has("table-3"), msgspec.json.encode(has))

    # --- asked --------------------------------------------------------------------------------------------------------

    def known(self) -> dict[str, list[Any]]:
        return {
            "table": ["table-3"], "id": [self.evening.id, *[one.id for one in self.app.pairing.phones()]],
            "copy": [1], "game": ["lighthouse"], "q": ["ada"], "call": ["0a1b2c3d"], "name": ["lighthouse", "app.js"],
            "language": ["pl", "en"], "code": [self.app.pairing.code],
        }  # fmt: skip

    def lay_again(self) -> None:
        cookie = self.client.get_cookie("companion")
        if self.app.pairing.phone(cookie and cookie.value) is None:
            self.join(self.client, "Ola")

    def everything(self) -> dict[str, Any]:
        pairing = self.app.pairing
        return {"store": deepcopy(self.store.kept), "invitation": pairing.invitation} | {
            "phones": (pairing.phones(), pairing.owner), "called": list(self.follower.taken_back),
        }  # fmt: skip

    def close(self) -> None:
        self.app.end_streams()
        self.export.stop()


def _signed(document: msgspec.Struct) -> bytes:
    return msgspec.json.encode(signing.signed(document, SEED))
