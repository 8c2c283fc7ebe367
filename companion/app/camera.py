"""The camera: frames become sightings, sightings readings; photos of phones go the same way."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol, TypeAlias

from companion.api.game import CardExpected, Prompt
from companion.api.readings import CardSeen, CardUnread
from companion.api.text import Text
from companion.app.codes import code_kinds, codes_of_all_games
from companion.app.live_view import LiveView
from companion.app.memory import give_back
from companion.app.photos import CardPicture, PhotoReads, Photos, seen_as
from companion.app.settings import CameraSettings
from companion.library.cards import Library
from companion.session.seeing import CANNOT_READ, PHOTO_FIRST
from companion.status.health import HealthBoard, device
from hardware.camera import Camera, FrameSource, ShownFrames
from hardware.camera_sources import find_camera, open_source
from hardware.drawn_deck import ScanSpot
from vision.evidence import Evidence, evidence, jpeg_of
from vision.grammar import CodeKind, Grammar
from vision.network import NetworkProcess, let_go, read_all, run_in
from vision.photos.process import Picture
from vision.read.text_reader import TextReader
from vision.reads import NUMBOX, Corners, Frame, FrameReads, Read
from vision.track.watcher import CardWatcher
from vision.worker_process import WorkerLost

_log = logging.getLogger(__name__)
Figures: TypeAlias = tuple[tuple[Text, str | Text], ...]
# Codes for the drawn deck; a game gets those that its kinds of cards know, and its single cards besides.
SAMPLES = ("M017", "D012", "L09", "I/08", "049", "112", "316")
# Where nothing moved for so long the networks' memory is free. A Pi 4 reads them again in two seconds.
NETWORKS_IDLE_S = 120.0
CARD_FIRST_S = 6.0  # so long a photo that follows another waits while what lies before the camera is read
WHOLE_PX = 4000  # of the longer side of a picture whose print is read: all that a camera has


class Desk(Protocol):
    """Hears what was read in what (see `companion/scanner/desk.py`); `on_doubt` hears with every frame why what lies
    there cannot be read surely, `cleared` when what could not be read was taken away."""

    def saw(
        self, reading: CardSeen | CardUnread, evidence: Callable[[], Evidence], whole: Callable[[], bytes]
    ) -> None: ...
    def photographed(self, reading: CardSeen | CardUnread, evidence: Evidence, live: bool) -> None: ...
    def on_doubt(self, reason: str) -> None: ...
    def cleared(self) -> None: ...


def grammar_of(library: Library | None) -> Grammar:
    """The codes that a game's cards carry; where none of its cards carries one, those of all games."""
    coded = [] if library is None else code_kinds(library)
    return Grammar(coded) if coded else codes_of_all_games()


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
    boxes = [code for code in shown if codes_of_all_games().code(code, NUMBOX)][:3]
    return (*shown, *([" ".join(boxes)] if len(boxes) > 1 else []))


def _of_its_kinds(codes: Iterable[str], library: Library) -> tuple[str, ...]:
    """The codes that fit one of a game's kinds of cards, each once."""
    found = {code: library.look_up(code) for code in dict.fromkeys(codes)}
    return tuple(code for code, entry in found.items() if entry is not None and entry.kind is not None)


class CameraService:
    """One camera with its reader, or a simulated one that is shown drawn cards: `show` and `cable` are None for a real
    one.

    `photos` go to a reader of their own, in another process. `figures` are told with the camera's health. Nothing is
    opened before `start`.
    """

    def __init__(
        self,
        settings: CameraSettings,
        board: HealthBoard,
        simulate: bool = False,
        figures: Callable[[], Figures] = tuple,
    ) -> None:
        self._board = board
        self._figures = figures
        self._again = threading.Event()
        self._grammar = codes_of_all_games()
        self._expected = Grammar(())
        self._desk: Desk | None = None
        self.photos = Photos(self._photographed, self._grammar, room=self._room_made)
        self._simulated = False
        self._named = settings.source != "auto"
        self.source_name = ""
        self.show: Callable[[str | None], None] | None = None
        self.cable: ShownFrames | None = None
        source = self._source(settings.source, simulate)
        self.camera = None if source is None else Camera(source, self._status, is_wanted=self._is_wanted)
        self.view = None if source is None else LiveView(on_wanted=self._stir)
        reader = TextReader(self._grammar)
        self._watcher = None if source is None else CardWatcher(self._sighted, reader, on_trouble=self._unread)
        self._frame_now: Frame | None = None
        self._photo_is_read = False
        self._moved = self._searched = False
        self._networks = NetworkProcess(on_begin=self.photos.rest)  # whose process has a tenth of the memory
        self._cannot_read = False  # as it was told
        self._reading = threading.Thread()  # of the networks
        self._turn = threading.Lock()  # to read: a frame or a photo, so that only one process has networks
        self._photo_turn = threading.Lock()
        self._looked = threading.Event()  # at what lies before the camera, to the end; not since a photo was read
        self._looked.set()
        self._done = False  # with all that is in the frame before
        self.looks_first = True  # since it gives pictures: what lies there by then was laid down before
        self._status_code = "off" if source is None else "simulated" if self._simulated else "absent"

    def start(self, desk: Desk) -> None:
        """Begin to look; what is read goes to the desk."""
        self._desk = desk
        self.tell_health()
        if self.show is not None:
            self.show(None)
        if self.camera is not None:
            run_in(self._networks)
            self.camera.start(self._frame)

    def stop(self) -> None:
        """Let go of the camera, and end the reading of photos."""
        self.photos.stop()
        if self.camera is not None:
            self.camera.stop()
            if self._reading.is_alive():
                self._reading.join()
            run_in(None)
            self._networks.stop()

    def silent_s(self) -> float:
        """For how many seconds the camera's thread has not gone on."""
        return 0.0 if self.camera is None else self.camera.silent_s()

    def photo_comes(self) -> None:
        """A photo is on its way: its process is begun, unless something is being read."""
        if self._turn.acquire(blocking=False):
            try:
                if self._watcher is None or not self._watcher.busy:
                    self._end_networks()
                    self.photos.warm()
            finally:
                self._turn.release()

    def read_photo(self, data: Picture, live: bool = False) -> PhotoReads:
        """Read a phone's photo, or a still of its live camera; a picture that cannot be used is refused in words."""
        return self.photos.read(data, live)

    def card_photo(self, data: Picture, *, as_it_is: bool, turned: int) -> CardPicture:
        """Make a phone's photo of a card fit to be kept; one that cannot be used is refused in words."""
        return self.photos.card(data, as_it_is=as_it_is, turned=turned)

    def read_codes(self, grammar: Grammar) -> None:
        """Read these codes from now on, with the camera and in photos."""
        self._grammar = self.photos.grammar = grammar
        self._stir()

    def expect(self, codes: Grammar) -> None:
        """Look at these codes first, where several lie before the camera; the others are read as well."""
        self._expected = codes
        self._stir()

    def look_again(self) -> None:
        """Read what lies there as if it had just been shown: the Scan button."""
        self._again.set()
        self._stir()

    def whole(self) -> bytes:
        """The newest picture as JPEG, as large as the camera has it; empty where there is none."""
        frame = self._frame_now
        return b"" if frame is None else jpeg_of(frame, WHOLE_PX, quality=92)

    def tell_health(self) -> None:
        """Put the camera's health on the board, with its figures as they are now."""
        works = self._status_code in ("ok", "simulated")
        code = CANNOT_READ if works and self._networks.lost else self._status_code
        self._board.put(device("camera", code, self._figures()))

    # --- inside -------------------------------------------------------------------------------------------------------

    def _stir(self) -> None:
        """A camera at rest looks again."""
        if self.camera is not None:
            self.camera.stir()

    @contextmanager
    def _room_made(self) -> Iterator[None]:
        """For a photo, which takes more memory than anything else: the camera's networks are let go, and what lies
        before it waits, but for one photo at a time."""
        with self._photo_turn:
            self._looked.wait(CARD_FIRST_S)
            with self._turn:
                self._end_networks()
                self._put_pictures_down()
                give_back()
                try:
                    yield
                finally:
                    self._photo_is_read = False
                    give_back()  # in 3 ms; what photos leave between other things was 0.3 MB with each evening
            self._stir()

    def _put_pictures_down(self) -> None:
        """Of a camera's pictures, six megabytes each, none is kept while a photo is read, nor taken if nobody looks."""
        self._photo_is_read, self._frame_now = True, None
        if self._watcher is not None:
            self._watcher.put_picture_down()
        if self.camera is not None:
            self.camera.rest()

    def _end_networks(self) -> None:
        if self._reading.is_alive():
            self._reading.join()
        let_go(0.0)
        self._networks.rest()

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
        self._simulated = True
        self.show = lambda code: source.show(spot.show(code))
        self.cable = source
        return source

    def _frame(self, frame: Frame) -> None:
        """In the camera's thread."""
        watcher, view, desk = self._watcher, self.view, self._desk
        if watcher is None or view is None or desk is None:
            return
        self._frame_now = None if self._photo_is_read else frame
        reads = self._read(watcher, frame)
        picture = watcher.picture_of(frame)  # so that not both are in memory as the next one is decoded
        self._frame_now = None if self._photo_is_read else picture
        if watcher.moves or view.wanted:
            self._stir()
        if self._networks.lost != self._cannot_read:
            self._cannot_read = self._networks.lost
            self.tell_health()
        view.show(picture, reads, watcher.found if view.wanted else ())
        desk.on_doubt("" if reads.reads else reads.unsure[0].uncertainty_reason if reads.unsure else reads.trouble)

    def _is_wanted(self, thumbnail: Frame) -> bool:
        """Whether a camera at rest is to give the frame of this thumbnail, in its thread. While a photo is read none
        could be read; it is wanted afterwards, as the camera is lively then."""
        wanted = self._watcher is None or self._again.is_set() or self._watcher.wants(thumbnail)
        if wanted and self._photo_is_read:
            doubt = self._wait_for_photo().trouble
            if self._desk is not None:
                self._desk.on_doubt(doubt)
            return False
        return wanted

    def _wait_for_photo(self) -> FrameReads:
        """What lies before the camera is looked at once the photo is read."""
        self._looked.clear()
        self._done = False
        return FrameReads(trouble=PHOTO_FIRST)

    def _read(self, watcher: CardWatcher, frame: Frame) -> FrameReads:
        """What is read in a frame, or why nothing is."""
        if not self._turn.acquire(blocking=False):
            return self._wait_for_photo()
        try:
            if self._networks.is_paused:
                watcher.read_anew()  # once it is over
                return FrameReads(trouble=CANNOT_READ)
            watcher.read_codes(self._grammar)
            watcher.expect(self._expected)
            if self._again.is_set():
                self._again.clear()
                watcher.forget()
            reads = watcher.on_frame(frame)
            self._look_after_networks(watcher)
            return FrameReads(trouble=CANNOT_READ) if self._networks.lost else reads
        except WorkerLost:
            return FrameReads(trouble=CANNOT_READ)
        finally:
            before, self._done = self._done, watcher.done
            if (before and self._done) or self._networks.lost:  # a card is sighted in the second frame that shows it
                self._looked.set()
            if before and self._done:
                self.looks_first = False
            self._turn.release()

    def _look_after_networks(self, watcher: CardWatcher) -> None:
        """As something begins to move they are read, aside: the hand that brings a card takes about as long. A still
        picture that is searched once more has only those read that it asks."""
        if watcher.moves and not self._moved and not self._reading.is_alive():
            self._reading = threading.Thread(target=read_all, name="networks", daemon=True)
            self._reading.start()
        if let_go(NETWORKS_IDLE_S) and self.photos.expected:
            self._networks.rest()
        if self._searched and not watcher.busy:
            self._networks.give_back()  # what is between two layers is a third of it
            give_back()
        self._moved, self._searched = watcher.moves, watcher.busy

    def _sighted(self, read: Read) -> None:
        if not read.other or read.text < read.other:  # a number that can be turned is sighted both ways up
            self._hand_on(replace(seen_as(read), early=self.looks_first), read.quad)

    def _unread(self, trouble: str) -> None:
        if not trouble and self._desk is not None:
            self._desk.cleared()
            return
        self._hand_on(CardUnread(trouble), None)

    def _hand_on(self, reading: CardSeen | CardUnread, quad: Corners | None) -> None:
        frame, desk = self._frame_now, self._desk
        if frame is not None and desk is not None:
            desk.saw(reading, lambda: evidence(frame, quad), lambda: jpeg_of(frame, WHOLE_PX, quality=92))

    def _photographed(self, reading: CardSeen | CardUnread, seen: Evidence, live: bool) -> None:
        """What is kept of a reading for the phones must never keep the reading itself from the phone."""
        try:
            if self._desk is not None:
                self._desk.photographed(reading, seen, live)
        except Exception:
            _log.exception("a sighting could not be kept for the phones")

    def _status(self, code: str) -> None:
        code = "not_there" if self._named and code == "absent" and not self._simulated else code
        self._status_code = "simulated" if self._simulated and code == "ok" else code
        if code != "ok":
            self.looks_first = True
            self._looked.set()
            if self.view is not None:
                self.view.clear()
        self.tell_health()
