"""A scan spot without a camera: readings come by hand, pictures are a few bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.api.readings import CardSeen, CardUnread, Reading
from companion.api.text import Text
from companion.library.card_file import CardKind
from companion.library.cards import Library
from companion.scanner.check_history import CheckHistory
from companion.scanner.desk import ScanDesk
from companion.scanner.place import CameraPlace, Values
from companion.scanner.views import LivePicture, Outline
from companion.scanner.wrong_reads import WrongReads
from companion.session.session import Session
from companion.session.signal import Signal

JPEG = b"\xff\xd8 a card \xff\xd9"


@dataclass(frozen=True)
class Evidence:
    """What a reading was read in."""

    jpeg: bytes = JPEG
    height_px: float = 20.0
    paper: float = 200.0


@dataclass
class View:
    """A live picture that stands."""

    number: int = 1

    def picture(self, after: int = 0) -> LivePicture | None:
        outline = Outline(((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)), "D012", True)
        return None if after == self.number else LivePicture(self.number, JPEG, 1280, 720, (outline,))

    def whole(self) -> Evidence | None:
        return Evidence(b"\xff\xd8 all \xff\xd9", 0.0)


@dataclass
class Camera:
    """A camera in whose place exposure can be set."""

    keeps_place: bool = True
    ready: bool = True
    finds: Values | None = field(default_factory=lambda: {"exposure": 5.0})
    used: list[Values | None] = field(default_factory=list)
    later: list[Any] = field(default_factory=list)

    def find_place(self, done: Any) -> bool:
        self.later.append(lambda: done(self.finds))
        return self.ready

    def use_place(self, place: Values | None) -> bool:
        self.used.append(place)
        return True


class Store(dict[tuple[str, str], Any]):
    """Kept values in memory."""

    def put(self, kind: str, key: str, value: Any) -> None:
        self[kind, key] = value

    def get(self, kind: str, key: str, otherwise: Any = None) -> Any:  # type: ignore[override]
        return super().get((kind, key), otherwise)

    def drop(self, kind: str, key: str) -> None:
        self.pop((kind, key), None)


class Spot:
    """A desk with everything that it needs, in reach of a test."""

    def __init__(self, folder: Path, session: Session, view: View | None = None, torch: bool = True) -> None:
        self.said: list[str] = []
        self.torch: list[bool] = []
        self.again = 0
        self.reported: list[Reading] = []
        self.hands_on = True  # False: the evening takes no readings
        self.now = 1000.0
        self.steady = 0.0
        self.codes: list[str] = ["M001", "M002", "M003"]
        self.store, self.camera, self.session = Store(), Camera(), session
        kind = CardKind(name="morning", reader="card_id", pattern="M[0-9]{3}", title="Morning card", what="Dawn.")
        self.library: Library | None = Library("boiler", [kind], [])
        self.wrong = WrongReads(folder, lambda: self.now, durable=False)
        self.checks = CheckHistory(self.store)
        listeners = Signal("the scan spot")
        self.desk = ScanDesk(
            view=view,
            place=CameraPlace(self.camera, "usb", self.store, listeners.emit, lambda: self.now),
            listeners=listeners,
            evenings=session,
            library=lambda: self.library,
            codes=lambda: self.codes,
            wrong=self.wrong,
            checks=self.checks,
            report=self._report,
            say=self._say,
            look_again=self._look_again,
            switch_torch=self.torch.append if torch else None,
            clock=lambda: self.now,
            steady=lambda: self.steady,
        )
        session.subscribe(self.desk.hear)

    def _say(self, text: Text) -> None:
        self.said.append(str(text))

    def _look_again(self) -> None:
        self.again += 1

    def _report(self, reading: Reading) -> None:
        self.reported.append(reading)
        if self.hands_on:
            self.session.report(reading, "camera")

    def shows(self, code: str, sure: bool = True, height_px: float = 20.0, **more: Any) -> bool:
        """A card is read; whether the check kept it from the game."""
        kind = "numbox" if code.isdigit() else "card_id"
        seen = CardSeen(kind, code, sure, 0.99, "" if sure else "doubtful", **more)
        return self._saw(seen, Evidence(height_px=height_px))

    def shows_unread(self, trouble: str, paper: float = 200.0) -> bool:
        """Something lies there that cannot be read."""
        return self._saw(CardUnread(trouble), Evidence(height_px=0.0, paper=paper))

    def _saw(self, reading: CardSeen | CardUnread, evidence: Evidence) -> bool:
        before = len(self.reported)
        self.desk.saw(reading, lambda: evidence)
        return len(self.reported) == before
