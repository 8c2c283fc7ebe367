"""The scan spot as the phones use it: the live picture, what was seen of late, wrong reads, the check of the camera."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from companion.api.game import CardExpected
from companion.api.readings import CardSeen, CardUnread, Pressed, Reading
from companion.api.refusals import BadMove, NotSaved
from companion.api.text import T, Text
from companion.library.card_file import tidy
from companion.library.cards import Library
from companion.scanner.adding import AddingDesk
from companion.scanner.check import CameraCheck, Shown
from companion.scanner.check_history import CheckHistory
from companion.scanner.place import CameraPlace
from companion.scanner.views import LivePicture, ScanState, Sighting
from companion.scanner.wrong_reads import WrongRead, WrongReads
from companion.session.screen import Screen, Update, VersionConflict
from companion.session.seeing import WHAT_HELPS, hint, looks_like, unread
from companion.session.signal import Signal

_log = logging.getLogger(__name__)
KEPT = 12  # sightings with their pictures, in memory only
MOST_LOOKING = 4  # phones that see the live picture at once
LOOKING_S = 4.0  # a phone that has not asked for so long looks no more
SAME_S = 60.0  # stills of a phone's live camera within so long show the same thing, where they show the same
LIT_S = 180.0  # so long the torch is lit
NOW = 0  # as the number of a sighting: what lies there at this moment

Say: TypeAlias = Callable[[Text], None]


class Evidence(Protocol):
    """What a reading was read in; see `vision/evidence.py`."""

    @property
    def jpeg(self) -> bytes: ...
    @property
    def height_px(self) -> float: ...
    @property
    def paper(self) -> float: ...


class View(Protocol):
    """The live picture; see `companion/app/live_view.py`."""

    def picture(self, after: int = 0) -> LivePicture | None: ...
    def whole(self) -> Evidence | None: ...


class Evenings(Protocol):
    """The part of the session that is used here."""

    def screen(self) -> Screen: ...
    def undo(self, by: str, steps: int = 1, seen: int | None = None) -> Screen: ...
    def misread(self, code: str, right: str = "") -> None: ...


class TooManyLooking(Exception):
    """As many phones look at the live picture as may."""


@dataclass
class _Look:
    """One sighting with what it was read in, and the version of the evening right after it was played."""

    number: int
    at: float
    source: str
    reading: CardSeen | CardUnread
    evidence: Evidence
    came_of: Text | None = None
    version: int | None = None
    reported: bool = False
    live: bool = False


class Torch:
    """The torch beside the camera: it goes out by itself, so that nobody has to think of it.

    `switch` lights it; `changed` is called when it goes on or out. Safe from any thread.
    """

    def __init__(self, switch: Callable[[bool], None], changed: Callable[[], None], lit_s: float = LIT_S) -> None:
        self._switch = switch
        self._changed = changed
        self._lit_s = lit_s
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    @property
    def lit(self) -> bool:
        return self._timer is not None

    def set(self, on: bool) -> None:
        """Light it for a while, anew if it is lit already, or put it out."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._begun() if on else None
            self._switch(on)
        self._changed()

    def _begun(self) -> threading.Timer:
        timer = threading.Timer(self._lit_s, lambda: self._out(timer))
        timer.name, timer.daemon = "torch", True
        timer.start()
        return timer

    def _out(self, timer: threading.Timer) -> None:
        """The time is over, unless it was lit anew meanwhile."""
        with self._lock:
            if self._timer is not timer:
                return
            self._timer = None
            self._switch(False)
        self._changed()


class ScanDesk:
    """Between the camera and the evening: what was read goes to `report`, unless the check of the camera keeps it, and
    is shown on the phones. Safe from any thread.

    `view` is None without a camera, `torch` where none is wired; `codes` are those of the game on the table that can be
    shown, `library` its cards; `checked` hears when a check was kept. `subscribe` tells of a new `state`.
    """

    def __init__(
        self,
        *,
        view: View | None,
        place: CameraPlace,
        evenings: Evenings,
        library: Callable[[], Library | None],
        codes: Callable[[], Sequence[str]],
        wrong: WrongReads,
        checks: CheckHistory,
        report: Callable[[Reading], object],
        say: Say,
        look_again: Callable[[], None],
        checked: Callable[[], None] = lambda: None,
        switch_torch: Callable[[bool], None] | None = None,
        torch_wired: Callable[[], bool] = lambda: True,
        listeners: Signal | None = None,
        adding: AddingDesk | None = None,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._view = view
        self.place = place
        self._evenings = evenings
        self._library = library
        self.wrong = wrong
        self.checks = checks
        self._adding = adding
        self.look_again = look_again
        self._report = report
        self._tell_checked = checked
        self._clock = clock
        self._steady = steady
        self._lock = threading.RLock()
        self._listeners = listeners or Signal("the scan spot")
        self._looks: deque[_Look] = deque(maxlen=KEPT)
        self._number = 0
        self._lying = ""
        self._looking: dict[str, float] = {}
        self._torch_wired = torch_wired
        self._torch = None if switch_torch is None else Torch(switch_torch, self._listeners.emit)
        self.check = CameraCheck(say, codes, self._checked, self._read_wrong_in_check, self._listeners.emit, steady)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def state(self) -> ScanState:
        """All that a phone is shown of it, but for the picture."""
        library = self._library()
        with self._lock:
            looks, lying = [*self._looks], self._lying
        return ScanState(
            camera=self._view is not None,
            hint=hint(lying),
            more=WHAT_HELPS.get(lying),
            sightings=tuple(_sighting(look, library) for look in reversed(looks)),
            torch=self._torch.lit if self._torch is not None and self._torch_wired() else None,
            place=self.place.state,
            check=self.check.state,
            wrong=len(self.wrong),
        )

    def picture(self, looker: str, after: int = 0) -> LivePicture | None:
        """The newest picture for one phone, None where there is none newer than `after`; `TooManyLooking`."""
        if self._view is None:
            raise BadMove(T("There is no camera here. Take a photo with a phone."))
        with self._lock:
            now = self._steady()
            self._looking = {one: at for one, at in self._looking.items() if now - at < LOOKING_S}
            if looker not in self._looking and len(self._looking) >= MOST_LOOKING:
                raise TooManyLooking
            self._looking[looker] = now
        return self._view.picture(after)

    def evidence(self, number: int) -> bytes | None:
        """The picture of a sighting."""
        look = self._look(number)
        return None if look is None else look.evidence.jpeg

    def number_of(self, reading: CardSeen | CardUnread | None) -> int | None:
        """The number of the sighting that this very reading is."""
        with self._lock:
            return next((look.number for look in self._looks if look.reading is reading), None)

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the state changed; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    # --- what comes in ------------------------------------------------------------------------------------------------

    def on_doubt(self, reason: str) -> None:
        """Why what lies under the camera cannot be read surely; empty: nothing is wrong. With every frame."""
        if reason != self._lying:
            self._lying = reason
            self._listeners.emit()

    def saw(
        self,
        reading: CardSeen | CardUnread,
        evidence: Callable[[], Evidence],
        whole: Callable[[], bytes] = bytes,
    ) -> None:
        """A reading of the camera, what it was read in, and the whole picture as JPEG. It goes on to the evening,
        unless the check keeps it, or it is a card that is added, or one of another game; whatever may fail of what the
        phones are shown of it, no card is lost."""
        try:
            if self._adding is not None and self._adding.see(reading, whole):
                return
            if self.check.see(self._sighted(reading, evidence(), "camera")):
                return
        except Exception:
            _log.exception("a sighting could not be kept for the phones")
        if not self._is_foreign(reading):
            self._report(reading)

    def cleared(self) -> None:
        """What the camera could not read was taken away."""
        self._report(CardUnread(""))

    def photographed(self, reading: CardSeen | CardUnread, evidence: Evidence, live: bool = False) -> None:
        """A reading in a photo of a phone, which hands it on itself. `live`: in a still of its live camera, of which
        there is another every few seconds; one that shows what an earlier one showed takes its place."""
        self._sighted(reading, evidence, "photo", live)

    def _sighted(self, reading: CardSeen | CardUnread, evidence: Evidence, source: str, live: bool = False) -> Shown:
        with self._lock:
            self._number += 1
            look = _Look(self._number, self._clock(), source, reading, evidence, live=live)
            before = next((one for one in self._looks if live and _shows_the_same(one, look)), None)
            if before is not None:
                self._looks.remove(before)
                look.came_of, look.version = before.came_of, before.version
            self._looks.append(look)
        self._listeners.emit()
        return Shown(reading, look.number, evidence.height_px, evidence.paper)

    def takes(self, reading: Reading) -> bool:
        """Whether the check takes a press of a button: Next says yes."""
        if isinstance(reading, Pressed) and reading.button == "next" and self.check.state.step == "is_it":
            self.check.yes()
            return True
        return False

    def hear(self, update: Update) -> None:
        """The session's news: what a reading did in the game."""
        if update.step is None or not isinstance(update.reading, CardSeen):
            return
        with self._lock:
            for look in self._looks:
                if look.reading is update.reading:
                    look.came_of, look.version = update.step.label, update.screen.version
        self._listeners.emit()

    # --- taps ---------------------------------------------------------------------------------------------------------

    def light(self, on: bool) -> None:
        """Switch the torch; it goes out by itself after a while."""
        if self._torch is None or not self._torch_wired():
            raise BadMove(T("No torch is wired beside the camera."))
        self._torch.set(on)

    def report_wrong(self, number: int, right: str, by: str) -> bool:
        """Somebody says that a sighting is wrong, and what is right (empty: there is no code). The picture is kept, and
        what the reading did in the game is undone if it was the last step: whether it was. What is right is offered
        where it is asked for."""
        right = tidy(right)
        look = self._now_lying() if number == NOW else self._look(number)
        if look is None:
            raise BadMove(T("This picture is not there any more. Show the card again."))
        read = look.reading.text if isinstance(look.reading, CardSeen) else ""
        if right == read:
            raise BadMove(T("That is what was read. Type what is printed, if it is another code."))
        self.wrong.add(look.evidence.jpeg, self._about(look, right))
        with self._lock:
            look.reported = True
        undone = self._undo(look, by)
        self._evenings.misread(read, right)
        self._listeners.emit()
        return undone

    def forget_wrong(self, id: str | None) -> int:
        """Delete one wrong read that was kept, or, by None, all; how many were deleted."""
        count = self.wrong.clear() if id is None else int(self.wrong.drop(id))
        self._listeners.emit()
        return count

    def stop(self) -> None:
        """Put the torch out."""
        if self._torch is not None and self._torch.lit:
            self._torch.set(False)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _look(self, number: int) -> _Look | None:
        with self._lock:
            return next((look for look in self._looks if look.number == number), None)

    def _is_foreign(self, reading: CardSeen | CardUnread) -> bool:
        """Whether no card is waited for, and the game on the table has none of this code: where no code stands on its
        cards, those of all games are read."""
        if isinstance(reading, CardUnread) or any(
            isinstance(one, CardExpected) for prompt in self._evenings.screen().prompts for one in prompt.expects
        ):
            return False
        library = self._library()
        return library is None or all(library.look_up(code) is None for code in (reading.text, reading.other) if code)

    def _now_lying(self) -> _Look | None:
        evidence = None if self._view is None else self._view.whole()
        return None if evidence is None else _Look(0, self._clock(), "camera", CardUnread(self._lying), evidence)

    def _about(self, look: _Look, right: str) -> WrongRead:
        evening, reading = self._evenings.screen().evening, look.reading
        seen = reading if isinstance(reading, CardSeen) else None
        return WrongRead(
            id="",
            at=look.at,
            read="" if seen is None else seen.text,
            right=right,
            sure=seen is not None and seen.sure,
            source=look.source,
            kind="" if seen is None else seen.kind,
            doubt=reading.trouble if isinstance(reading, CardUnread) else reading.doubt,
            height_px=look.evidence.height_px,
            game="" if evening is None else evening.game,
        )

    def _undo(self, look: _Look, by: str) -> bool:
        if look.version is None or self._evenings.screen().version != look.version:
            return False
        try:
            self._evenings.undo(by, 1, seen=look.version)
        except VersionConflict:  # somebody was quicker: what they did stands upon it
            return False
        return True

    def _read_wrong_in_check(self, number: int, right: str) -> None:
        look = self._look(number)
        if look is None:
            return
        with suppress(NotSaved):  # the check goes on; that there is no room is said where the wrong reads are shown
            self.wrong.add(look.evidence.jpeg, self._about(look, right))
            look.reported = True

    def _checked(self, figures: dict[str, object], by: str) -> None:
        evening = self._evenings.screen().evening
        self.checks.keep(figures, self._clock(), by, "" if evening is None else evening.game)
        self._tell_checked()


def _shows_the_same(before: _Look, now: _Look) -> bool:
    """Whether two stills of live cameras show the same: the same card, or both of them none that could be read."""
    if not before.live or before.reported or now.at - before.at > SAME_S:
        return False
    if isinstance(before.reading, CardSeen) and isinstance(now.reading, CardSeen):
        return (before.reading.text, before.reading.sure) == (now.reading.text, now.reading.sure)
    return isinstance(before.reading, CardUnread) and isinstance(now.reading, CardUnread)


def _sighting(look: _Look, library: Library | None) -> Sighting:
    reading = look.reading
    shown = Sighting(look.number, look.at, look.source, came_of=look.came_of, reported=look.reported)
    if isinstance(reading, CardUnread):
        return replace(shown, hint=hint(reading.trouble), words=unread(reading.trouble))
    card = None if library is None else library.look_up(reading.text)
    return replace(
        shown,
        code=reading.text,
        other=reading.other,
        sure=reading.sure,
        hint=hint(reading.doubt),
        words=None if reading.sure else looks_like(reading.text, reading.other, reading.doubt),
        title=None if card is None else card.title,
    )
