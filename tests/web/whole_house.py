"""A dashboard with every device that it can have, in which something has happened already: there is much to lose."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from companion.api.readings import CardSeen, CardUnread
from companion.api.text import T
from tests.companion.scanner.scan_spot import Evidence, Spot, View

from .asked_house import AskedHouse
from .household import Household, Photo
from .openapi import TABLE
from .phones import Phone

PHOTO = b"\xff\xd8 a photo \xff\xd9"
AS_PHOTO = {"data": PHOTO, "content_type": "image/jpeg", "json": None}
FIGURES = {"right": 10, "asked": 0, "unread": 0, "wrong": 0, "heights": {}, "paper": 150, "doubts": []}


class Late:
    """The scan spot's desk, which is made once the session is there."""

    spot: Spot

    def __getattr__(self, name: str) -> object:
        return getattr(self.spot.desk, name)

    def subscribe(self, listener: object) -> Callable[[], None]:
        return lambda: None


class WholeHouse(AskedHouse):
    """The dashboard, a phone that has joined, and one that has not."""

    described = TABLE

    def __init__(self, folder: Path) -> None:
        late = Late()
        self.house = Household(folder, options={"scan": late, "read_photo": self._read_photo})
        self.house.secure.port = 8443
        self.spot = late.spot = Spot(folder, self.house.session, View())
        self.house.app.live.beat_s = 0.0  # so that a stream is over once it has told everything
        self.phone = Phone(self.house)
        self.app, self.client = self.house.app, self.phone.client
        self.live_in()

    def live_in(self) -> None:
        """Evenings, phones, a photograph, a wrong read, a check of the camera."""
        self.phone.join("Ada")
        Phone(self.house).join("Ben")
        for name in ("Monday", "Tuesday"):
            self.house.begin(name=name)
            self.house.session.close()
        self.house.session.forget(self.house.session.evenings()[0].id)
        self.house.begin()
        self.phone.post("/api/play", {"move": "feed", "args": {"oil": 2}, "seen": self.phone.version})
        self.phone.post("/api/cards/M017/picture?game=lighthouse", **AS_PHOTO)
        self.spot.shows("M021")
        sighting = self.spot.desk.state().sightings[0].number
        self.phone.post("/api/scan/wrong", {"sighting": sighting, "right": "M012"})
        self.spot.shows("M033")
        self.spot.checks.keep(FIGURES, 5.0, "Ada", "")

    def _read_photo(self, data: Any, live: bool) -> Photo:
        """The photo's bytes are its code, where it is one; all photos go over the scan spot."""
        code = bytes(data[:4]).decode(errors="replace")
        seen = CardSeen("card_id", code, True, 0.99) if code[:1] == "M" else CardUnread("glare")
        self.spot.desk.photographed(seen, Evidence(), live)
        return Photo((seen,)) if isinstance(seen, CardSeen) else Photo(words=T("A lamp."), unread=seen)

    def known(self) -> dict[str, list[Any]]:
        """What there is at the moment, by the names of the fields that may ask for it."""
        session, pairing = self.house.session, self.house.app.pairing
        evenings = [one.id for out in (False, True) for one in session.evenings(out)]
        sightings = [one.number for one in self.spot.desk.state().sightings]
        wrong = [one.id for one in self.spot.wrong.all()]
        picture = self.house.pictures.find("lighthouse", "M017")
        return {
            "game": ["lighthouse"], "evening": evenings, "seen": [session.screen().version],
            "id": [*evenings, *wrong, *[one.id for one in pairing.phones()], "lamp.feed"],
            "name": ["lighthouse", "oil", "dark", "depth", "buoy.A", "Water tokens", "app.js"], "value": [3, "calm"],
            "code": ["M017", "I/08", "tide.Spring", pairing.code], "number": sightings, "sighting": [0, *sightings],
            "move": ["feed", "feed", "draw", "count", "call"],
            "args": [{"oil": 2}, {"oil": 6}, {"card": "M017"}, {"stones": 3}, {"watch": "Gull"}],
            "players": [["Ada"], ["Ada", "Ben"]], "choices": [{"weather": "calm"}], "turned": ["1"],
            "values": [{"depth": 7, "buoy.B": "A reef"}, {"depth": None}], "language": ["pl", "en"], "for": ["play"],
            "at": [100.0], "adjustable": ["oil"], "button": ["next"], "version": [picture.version if picture else ""],
        }  # fmt: skip

    def lay_again(self) -> None:
        """The phone has joined and an evening is open, whatever was done."""
        cookie = self.phone.client.get_cookie("companion")
        if self.house.app.pairing.phone(cookie and cookie.value) is None:
            self.phone.join(code=self.house.app.pairing.invite()[0].code)
        if self.house.session.screen().evening is None:
            self.house.begin()

    def everything(self) -> dict[str, Any]:
        """What no refused request may change."""
        house, spot, pairing = self.house, self.spot, self.house.app.pairing
        session, state = house.session, spot.desk.state()
        # What is made anew at each change, and never changed itself, needs no copy.
        whole = {"screen": session.screen(), "evenings": [session.evenings(out) for out in (False, True)]}
        return whole | deepcopy({
            "store": house.store.kept, "board": session.board("lighthouse"),
            "phones": (pairing.phones(), pairing.owner),
            "invitation": pairing.invitation, "scale": (house.scale.asked, house.scale.now), "pile": house.pile.now,
            "table": house.table.state(), "voice": house.narrator.state, "said": house.speaker.said,
            "pictures": sorted((path.name, path.stat().st_size) for path in (house.folder / "pictures").rglob("*")),
            "scan": (state.check, state.place, state.wrong, spot.torch, spot.again, spot.store),
        })  # fmt: skip

    def close(self) -> None:
        self.spot.desk.stop()  # the torch may be lit, and its timer would outlive this house by minutes
        self.house.close()
