"""The camera: frames become sightings, sightings readings; photos of phones go the same way."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.health import HealthBoard, device
from companion.library import Library
from companion.readings import CardSeen, CardUnread, Reading
from companion.seeing import unread
from companion.settings import CameraSettings
from companion.text import T, Text
from hardware.camera import Camera, FrameSource, ShownFrames
from hardware.camera_sources import find_camera, open_source
from vision import photo
from vision.card_photo import card_photo
from vision.drawn_deck import ScanSpot
from vision.grammar import EVERY, CodeKind, Grammar
from vision.reads import NUMBOX, Frame, Read
from vision.scanner import Scanner
from vision.text_reader import TextReader
from vision.watcher import CardWatcher

BAD_PICTURES: Mapping[str, Text] = {
    photo.NOT_A_PICTURE: T("This file is not a picture. Send a photo (JPEG, PNG or WebP)."),
    photo.TOO_LARGE: T("This picture is too large. Send one of at most 60 megapixels."),
    photo.TOO_TINY: T("This picture is too small to read anything in it. Take the photo closer."),
    photo.TORN: T("This picture did not arrive whole. Send it once more."),
    photo.BROKEN: T("This picture is damaged. Take the photo once more."),
}
# Codes for the drawn deck; a game gets those that its kinds of cards know, and its single cards besides.
SAMPLES = ("M017", "D012", "L09", "I/08", "049", "112", "316")


@dataclass(frozen=True)
class PhotoReads:
    """What was read in a phone's photo, sure ones first; `words` says why nothing was."""

    reads: tuple[CardSeen, ...] = ()
    words: Text | None = None


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


def deck_of(library: Library | None) -> tuple[str, ...]:
    """Codes of cards to show on the simulated table: cards with a code that a camera can read, and a few numboxes side
    by side."""
    if library is None:
        return ()
    known = (code for kind in library.kinds for code in kind.known)
    codes = dict.fromkeys([*(card.code for card in library.cards if not card.kind), *known, *SAMPLES])
    found = {code: library.look_up(code) for code in codes}
    shown = [code for code, entry in found.items() if entry is not None and entry.kind is not None]
    boxes = [code for code in shown if EVERY.code(code, NUMBOX)][:3]
    return (*shown, *([" ".join(boxes)] if len(boxes) > 1 else []))


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
        self._scanner = Scanner(self._readers[1])
        self._photo_turn = threading.Lock()  # photos one after the other: a large one takes memory too
        self._watcher = CardWatcher(self._sighted, self._readers[0], on_trouble=self._unread)
        self._camera: Camera | None = None
        self._simulated = False
        self.show: Callable[[str | None], None] | None = None
        source = self._source(settings.source, simulate)
        if source is None:
            board.put(device("camera", "off"))
            return
        board.put(device("camera", "simulated" if self._simulated else "absent"))
        self._camera = Camera(source, self._status)

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
                found = photo.read_photo(data, self._scanner)
        except photo.BadPicture as error:
            return PhotoReads(words=BAD_PICTURES[error.code])
        words = unread(found.trouble) if found.trouble else None
        return PhotoReads(tuple(_seen(read) for read in (*found.reads, *found.unsure)), words)

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

    def look_again(self) -> None:
        """Read what lies there as if it had just been shown: the Scan button."""
        self._again.set()

    def _source(self, wanted: str, simulate: bool) -> FrameSource | None:
        if wanted == "none":
            return None
        if simulate or wanted == "simulated":
            return self._simulate()
        name = find_camera() if wanted == "auto" else wanted
        return self._simulate() if name is None else open_source(name)

    def _simulate(self) -> FrameSource:
        source, spot = ShownFrames(frames_per_s=4), ScanSpot()
        source.show(spot.show(None))
        self._simulated = True
        self.show = lambda code: source.show(spot.show(code))
        return source

    def _frame(self, frame: Frame) -> None:
        self._watcher.read_codes(self._grammar)
        if self._again.is_set():
            self._again.clear()
            self._watcher.forget()
        self._watcher.on_frame(frame)

    def _sighted(self, read: Read) -> None:
        if not read.other or read.text < read.other:  # a number that can be turned is sighted both ways up
            self._report(_seen(read))

    def _unread(self, trouble: str) -> None:
        self._report(CardUnread(trouble))

    def _status(self, code: str) -> None:
        self._board.put(device("camera", "simulated" if self._simulated and code == "ok" else code))
