"""A camera that looks down on the table: whatever gives the frames, the same thread hands them out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from vision.reads import Frame

Place: TypeAlias = Mapping[str, float]

OK = "ok"
ABSENT = "absent"  # there is none, or never was: it is looked for again and again
LOST = "lost"  # it gave frames and gives none any more
PERMISSION = "permission"  # there is one that this user may not open
BUSY = "busy"  # there is one, and it does not let itself be opened: another program has it, or it is no camera

_LIVELY_S = 12.0  # after anything went on; a still picture is searched once more after eight seconds
_THUMBNAIL_S = 0.5  # at rest, from one thumbnail to the next: the hand that brings a card is there for longer
_WHOLE_S = 60.0  # at rest, from one frame that is looked at whatever it shows to the next

_log = logging.getLogger(__name__)


class NoFrames(Exception):
    """A source cannot be opened or gives no frames any more; `code` is `absent`, `lost`, `permission` or
    `busy`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class FrameSource(Protocol):
    """Where frames come from. Used by one thread at a time; `interrupt` alone may be called from any."""

    def open(self) -> None:
        """Get ready to give frames. Raises `NoFrames`."""

    def read(self) -> Frame | None:
        """The newest frame, (H, W, 3) uint8 BGR, waiting for it for at most some seconds; None when interrupted.
        Raises `NoFrames`."""

    def close(self) -> None:
        """Let go of the device; harmless when it is not open."""

    def interrupt(self) -> None:
        """Make a waiting `read` return soon."""


@runtime_checkable
class GivesThumbnails(Protocol):
    """A source that can give a thumbnail of its newest frame for a fraction of the work."""

    def thumbnail(self, wait_s: float) -> Frame | None:
        """Wait so long, and give the newest frame by then, (h, w, 3) uint8 BGR, smaller than the frame itself or not;
        at once where it is known to be new. None when interrupted. Raises `NoFrames`."""


@runtime_checkable
class CanKeepPlace(Protocol):
    """A source whose exposure and focus can be found once for a place and then kept: a camera that goes on searching
    blurs and brightens whenever a hand comes near. What was found is plain numbers by name, given back at the next
    start."""

    def find_place(self) -> Place | None:
        """Find exposure and focus for what is seen now, and keep them; None where the device lets nobody. While it is
        open, by its own thread. Raises `NoFrames`."""

    def use_place(self, place: Place | None) -> None:
        """Use these from now on, None: choose by itself. When it is closed, or by its own thread."""


class Camera:
    """Hands the frames of a source to one listener, in a thread of its own, and finds the source again when it is lost.

    Frames of a table on which nothing happens are decoded for nothing, day and night: ten a second of 1920 x 1080 keep
    a Raspberry Pi 4 busy with half of a core. So a camera that is told by `is_wanted` whether a frame is, by its
    thumbnail, rests once nobody has said `stir` for a while, and then takes thumbnails alone.

    `status` is the last word given to `on_status`: `ok`, `absent`, `lost`, `permission` or `busy`; each change is told
    once.
    """

    def __init__(
        self,
        source: FrameSource,
        on_status: Callable[[str], None] = lambda code: None,
        retry_s: float = 2.0,
        is_wanted: Callable[[Frame], bool] | None = None,
    ) -> None:
        self._source = source
        self._is_wanted = is_wanted
        self._lively_until = self._whole_at = 0.0
        self._on_status = on_status
        self._retry_s = retry_s
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._wish: Callable[[CanKeepPlace], None] | None = None
        self.status = ""

    @property
    def keeps_place(self) -> bool:
        """Whether exposure and focus can be set at all with this kind of camera."""
        return isinstance(self._source, CanKeepPlace)

    def find_place(self, done: Callable[[Place | None], None]) -> bool:
        """Have exposure and focus found for what is seen now and kept: `done` hears what they are, or None, in the
        camera's thread. False where that cannot be wished now."""

        def find(source: CanKeepPlace) -> None:
            found: Place | None = None
            try:
                found = source.find_place()
            finally:
                done(found)

        return self._wish_for(find)

    def use_place(self, place: Place | None) -> bool:
        """Use what was found before; None: let the camera choose by itself. False where that cannot be wished now."""
        if self._thread is None and isinstance(self._source, CanKeepPlace):
            self._source.use_place(place)
            return True
        return self._wish_for(lambda source: source.use_place(place))

    def _wish_for(self, wish: Callable[[CanKeepPlace], None]) -> bool:
        if not self.keeps_place or self.status != OK or self._wish is not None:
            return False
        self._wish = wish
        return True

    def start(self, on_frame: Callable[[Frame], None]) -> None:
        """Begin to hand frames to `on_frame`, in the camera's thread. Frames that come while it is busy are dropped;
        when it fails, that is logged and the next frame comes all the same."""
        if self._thread is not None:
            raise RuntimeError("the camera is started already")
        self._stopping.clear()
        self._round_at = time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(on_frame,), name="camera", daemon=True)
        self._thread.start()

    def stop(self, limit_s: float = 5.0) -> None:
        """Stop handing out frames and let go of the device; waits for the thread for at most `limit_s`."""
        self._stopping.set()
        self._source.interrupt()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(limit_s)
            if self._thread.is_alive():
                _log.warning("the camera's thread did not end in time")
        self._thread = None

    def stir(self) -> None:
        """Something goes on, or somebody waits for what is seen: give every frame for a while. From any thread."""
        self._lively_until = time.monotonic() + _LIVELY_S

    def rest(self) -> None:
        """Nobody can look at frames for now: take thumbnails alone, until something stirs. From any thread."""
        self._lively_until = 0.0

    def silent_s(self) -> float:
        """For how many seconds the camera's thread has not gone on: the time that a frame takes, as a rule; endless
        when it has ended though nobody stopped it."""
        thread = self._thread
        if thread is None or self._stopping.is_set():
            return 0.0
        return time.monotonic() - self._round_at if thread.is_alive() else float("inf")

    def _run(self, on_frame: Callable[[Frame], None]) -> None:
        while not self._stopping.is_set():
            self._round_at = time.monotonic()
            try:
                self._source.open()
                self.stir()
                self._hand_out(on_frame)
            except NoFrames as trouble:
                self._tell(trouble.code)
            finally:
                self._source.close()
                self._wish = None
            self._stopping.wait(self._retry_s)

    def _hand_out(self, on_frame: Callable[[Frame], None]) -> None:
        while not self._stopping.is_set():
            self._round_at = time.monotonic()
            frame = self._next()
            if frame is not None:
                self._tell(OK)
                try:
                    on_frame(frame)
                except Exception:
                    _log.exception("the listener to frames failed")
                del frame  # a Pi's is six megabytes: it is gone before the next one comes
            self._grant()

    def _next(self) -> Frame | None:
        """The next frame, if it is wanted."""
        now = time.monotonic()
        if self._is_wanted is None or now < self._lively_until:
            self._whole_at = now + _WHOLE_S
        elif not isinstance(self._source, GivesThumbnails):
            self._stopping.wait(_THUMBNAIL_S)
        else:
            thumbnail = self._source.thumbnail(_THUMBNAIL_S)
            if thumbnail is not None:
                self._tell(OK)
            if thumbnail is None or not (now >= self._whole_at or self._is_wanted(thumbnail)):
                return None
            self._whole_at = now + _WHOLE_S
        return self._source.read()

    def _grant(self) -> None:
        """Do what was wished for, between two frames, as only this thread may touch the device."""
        wish = self._wish
        if wish is not None and isinstance(self._source, CanKeepPlace):
            try:
                wish(self._source)
            finally:
                self._wish = None

    def _tell(self, code: str) -> None:
        if code in (ABSENT, LOST):  # what matters is whether there was one, not whether its name is still there
            code = LOST if self.status in (OK, LOST) else ABSENT
        if code == self.status:
            return
        _log.info("camera: %s", code)
        self.status = code
        try:
            self._on_status(code)
        except Exception:
            _log.exception("the listener to the camera's status failed")


class ShownFrames:
    """A camera for the simulated table and for tests: it sees what it is shown, over and over, as a camera does, and
    what is new at once."""

    def __init__(self, frames_per_s: float = 10.0) -> None:
        self._pause_s = 1 / frames_per_s
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._given: Frame | None = None
        self._plugged = True

    def show(self, frame: Frame) -> None:
        """Let the camera see this, (H, W, 3) uint8 BGR, until it is shown something else. What nobody can change any
        more is kept as it is."""
        if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != "uint8":
            raise ValueError("a frame is (H, W, 3) uint8")
        shown = frame if frame.flags.owndata and not frame.flags.writeable else frame.copy()
        shown.setflags(write=False)  # it is handed out as it is, over and over
        with self._changed:
            self._frame = shown
            self._changed.notify_all()

    def unplug(self) -> None:
        """Pull its cable out."""
        with self._changed:
            self._plugged = False
            self._changed.notify_all()

    def plug(self) -> None:
        """Push its cable back in."""
        with self._changed:
            self._plugged = True

    def open(self) -> None:
        if not self._plugged:
            raise NoFrames(ABSENT)

    def read(self) -> Frame | None:
        self._given = self.thumbnail(self._pause_s)
        return self._given

    def thumbnail(self, wait_s: float) -> Frame | None:
        with self._changed:
            if self._frame is self._given:
                self._changed.wait(wait_s)
            if not self._plugged:
                raise NoFrames(LOST)
            return self._frame

    def close(self) -> None:
        pass

    def interrupt(self) -> None:
        with self._changed:
            self._changed.notify_all()


def paced(frames_per_s: float, last_s: float, interrupted: threading.Event) -> float:
    """Wait until the next frame is due, or `interrupted` is set; returns the time at which this one is given."""
    interrupted.wait(max(last_s + 1 / frames_per_s - time.monotonic(), 0))
    return time.monotonic()
