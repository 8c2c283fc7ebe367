"""The camera: frames become sightings, sightings readings; photos of phones go the same way."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from companion.game import CardExpected, Prompt
from companion.health import HealthBoard, device
from companion.library import Library
from companion.readings import CardSeen, CardUnread, Reading
from companion.seeing import unread
from companion.settings import CameraSettings
from companion.text import T, Text
from companion.wiring.live_view import LiveView
from hardware.camera import Camera, FrameSource, ShownFrames
from hardware.camera_sources import find_camera, open_source
from vision import photo
from vision.card_photo import card_photo
from vision.drawn_deck import ScanSpot
from vision.grammar import EVERY, CodeKind, Grammar
from vision.looked_at import Evidence, evidence
from vision.reads import NUMBOX, Corners, Frame, FrameReads, Read
from vision.scanner import Scanner
from vision.text_reader import TextReader
from vision.watcher import CardWatcher

_log = logging.getLogger(__name__)
BAD_PICTURES: Mapping[str, Text] = {
    photo.NOT_A_PICTURE: T("This file is not a picture. Send a photo (JPEG, PNG or WebP)."),
    photo.TOO_LARGE: T("This picture is too large. Send a JPEG photo of at most 60 megapixels."),
    photo.TOO_TINY: T("This picture is too small to read anything in it. Take the photo closer."),
    photo.TORN: T("This picture did not arrive whole. Send it once more."),
    photo.BROKEN: T("This picture is damaged. Take the photo once more."),
}
Figures: TypeAlias = tuple[tuple[Text, str | Text], ...]
# Codes for the drawn deck; a game gets those that its kinds of cards know, and its single cards besides.
SAMPLES = ("M017", "D012", "L09", "I/08", "049", "112", "316")


@dataclass(frozen=True)
class PhotoReads:
    """What was read in a phone's photo, sure ones first; `words` says why nothing was, and `unread` is what is kept of
    that."""

    reads: tuple[CardSeen, ...] = ()
    words: Text | None = None
    unread: CardUnread | None = None


class Desk(Protocol):
    """Hears what was read in what (see `companion/scan_desk.py`), and may keep a reading from the game; `lies` hears
    with every frame why what lies there cannot be read surely."""

    def saw(self, reading: CardSeen | CardUnread, evidence: Evidence, source: str = "camera") -> bool: ...
    def lies(self, doubt: str) -> None: ...


@dataclass(frozen=True)
class CardPicture:
    """A phone's photo of a card, made fit to be kept; `words` says why it cannot be."""

    jpeg: bytes = b""
    width: int = 0
    height: int = 0
    straightened: bool = False
    words: Text | None = None


def _seen(read: Read) -> CardSeen:
    return CardSeen(read.kind, read.text, not read.doubt, read.confidence, read.doubt, read.other)


def grammar_of(library: Library | None) -> Grammar:
    """The codes that a game's cards carry; where none of its cards carries one, all that are known."""
    kinds = () if library is None else library.kinds
    coded = [CodeKind(kind.reader, kind.pattern, frozenset(kind.known)) for kind in kinds if kind.pattern]
    return Grammar(coded) if coded else EVERY


def grammar_expected(prompts: Sequence[Prompt]) -> Grammar:
    """The codes that the prompts wait for; none where they wait for no card."""
    waited = (one for prompt in prompts for one in prompt.expects if isinstance(one, CardExpected))
    return Grammar(CodeKind(one.kind, one.pattern) for one in waited)


def known_codes(library: Library | None) -> tuple[str, ...]:
    """Codes that are known to be printed on cards of a game and that a camera can read."""
    if library is None:
        return ()
    known = (code for kind in library.kinds for code in kind.known)
    return _of_its_kinds([*(card.code for card in library.cards if not card.kind), *known], library)


def deck_of(library: Library | None) -> tuple[str, ...]:
    """Codes of cards to show on the simulated table: those that are known, samples like others, and a few numboxes
    side by side."""
    if library is None:
        return ()
    shown = _of_its_kinds([*known_codes(library), *SAMPLES], library)
    boxes = [code for code in shown if EVERY.code(code, NUMBOX)][:3]
    return (*shown, *([" ".join(boxes)] if len(boxes) > 1 else []))


def _of_its_kinds(codes: Iterable[str], library: Library) -> tuple[str, ...]:
    """The codes that fit one of a game's kinds of cards, each once."""
    found = {code: library.look_up(code) for code in dict.fromkeys(codes)}
    return tuple(code for code, entry in found.items() if entry is not None and entry.kind is not None)


class Eye:
    """One camera with its reader, or a simulated one that is shown drawn cards. `show` is None for a real camera."""

    def __init__(
        self, settings: CameraSettings, board: HealthBoard, report: Callable[[Reading], object], simulate: bool
    ) -> None:
        self._board = board
        self._report = report
        self._again = threading.Event()
        self._readers = TextReader(), TextReader()  # the camera's and the photos'
        self._grammar = EVERY
        self._expected = Grammar(())
        self._scanner = Scanner(self._readers[1])
        self._photo_turn = threading.Lock()  # photos one after the other: a large one takes memory too
        self._watcher = CardWatcher(self._sighted, self._readers[0], on_trouble=self._unread)
        self._camera: Camera | None = None
        self._simulated = False
        self._status_code = "off"
        self._frame_now: Frame | None = None
        self.desk: Desk | None = None
        self.view: LiveView | None = None
        self.figures: Callable[[], Figures] = tuple
        self.source_name = ""
        self.show: Callable[[str | None], None] | None = None
        source = self._source(settings.source, simulate)
        if source is None:
            self.tell_health()
            return
        self._status_code = "simulated" if self._simulated else "absent"
        self.tell_health()
        self.view = LiveView()
        self._camera = Camera(source, self._status)

    @property
    def camera(self) -> Camera | None:
        """The camera; None where it is switched off."""
        return self._camera

    def start(self) -> None:
        """Begin to look."""
        if self._camera is not None:
            self._camera.start(self._frame)

    def stop(self) -> None:
        """Let go of the camera."""
        if self._camera is not None:
            self._camera.stop()

    def read_photo(self, data: bytes) -> PhotoReads:
        """Read a phone's photo; a picture that cannot be used is refused in words."""
        try:
            with self._photo_turn:
                frame = photo.decode(data)
                found = self._scanner.read(frame)
                return self._photographed(frame, found)
        except photo.BadPicture as error:
            return PhotoReads(words=BAD_PICTURES[error.code])

    def _photographed(self, frame: Frame, found: FrameReads) -> PhotoReads:
        """What was read, told to the desk with the part of the photo that it was read in."""
        reads = [(_seen(read), read.quad) for read in (*found.reads, *found.unsure)]
        if reads:
            for seen, quad in reads:
                self._tell_desk(seen, frame, quad, "photo")
            return PhotoReads(tuple(seen for seen, _ in reads))
        none = CardUnread(found.trouble)
        self._tell_desk(none, frame, None, "photo")
        return PhotoReads(words=unread(found.trouble) if found.trouble else None, unread=none)

    def _tell_desk(self, reading: CardSeen | CardUnread, frame: Frame, quad: Corners | None, source: str) -> bool:
        """What is kept of a reading for the phones must never keep the reading itself from the game."""
        try:
            return self.desk is not None and self.desk.saw(reading, evidence(frame, quad), source)
        except Exception:
            _log.exception("a sighting could not be kept for the phones")
            return False

    def card_photo(self, data: bytes, *, as_it_is: bool, turned: int) -> CardPicture:
        """Make a phone's photo of a card fit to be kept; one that cannot be used is refused in words."""
        try:
            with self._photo_turn:
                made = card_photo(data, self._scanner, as_it_is=as_it_is, turned=turned)
        except photo.BadPicture as error:
            return CardPicture(words=BAD_PICTURES[error.code])
        return CardPicture(made.jpeg, made.width, made.height, made.straightened)

    def read_codes(self, grammar: Grammar) -> None:
        """Read these codes from now on, with the camera and in photos."""
        self._grammar = self._readers[1].grammar = grammar

    def expect(self, codes: Grammar) -> None:
        """Look at these codes first, where several lie before the camera; the others are read as well."""
        self._expected = codes

    def look_again(self) -> None:
        """Read what lies there as if it had just been shown: the Scan button."""
        self._again.set()

    def _source(self, wanted: str, simulate: bool) -> FrameSource | None:
        if wanted == "none":
            return None
        if simulate or wanted == "simulated":
            return self._simulate()
        name = find_camera() if wanted == "auto" else wanted
        self.source_name = name or ""
        return self._simulate() if name is None else open_source(name)

    def _simulate(self) -> FrameSource:
        source, spot = ShownFrames(frames_per_s=4), ScanSpot()
        source.show(spot.show(None))
        self._simulated = True
        self.show = lambda code: source.show(spot.show(code))
        return source

    def _frame(self, frame: Frame) -> None:
        self._watcher.read_codes(self._grammar)
        self._watcher.expect(self._expected)
        if self._again.is_set():
            self._again.clear()
            self._watcher.forget()
        self._frame_now = frame
        reads = self._watcher.on_frame(frame)
        self._frame_now = None
        if self.view is not None:
            self.view.show(frame, reads, self._watcher.found if self.view.wanted else ())
        if self.desk is not None:
            self.desk.lies("" if reads.reads else reads.unsure[0].doubt if reads.unsure else reads.trouble)

    def _sighted(self, read: Read) -> None:
        if not read.other or read.text < read.other:  # a number that can be turned is sighted both ways up
            self._hand_on(_seen(read), read.quad)

    def _unread(self, trouble: str) -> None:
        self._hand_on(CardUnread(trouble), None)

    def _hand_on(self, reading: CardSeen | CardUnread, quad: Corners | None) -> None:
        """To the desk, and to the game, unless the desk keeps it."""
        frame = self._frame_now
        if frame is None or not self._tell_desk(reading, frame, quad, "camera"):
            self._report(reading)

    def _status(self, code: str) -> None:
        self._status_code = "simulated" if self._simulated and code == "ok" else code
        if code != "ok" and self.view is not None:
            self.view.clear()
        self.tell_health()

    def tell_health(self) -> None:
        """Put the camera's health on the board, with its figures as they are now."""
        self._board.put(device("camera", self._status_code, self.figures()))
