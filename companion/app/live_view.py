"""The camera's picture for phones: kept only while somebody looks, and made small by whoever asks for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from companion.scanner.views import LivePicture, Outline
from companion.session.seeing import hint
from vision.evidence import Evidence, evidence, jpeg_of, shares_of
from vision.reads import Corners, Frame, FrameReads, Read

WIDTH_PX = 800
AT_MOST_EVERY_S = 0.25  # a picture is made anew, for however many phones
WANTED_S = 3.0  # nobody asked for so long: nobody looks


class LiveView:
    """`show` is called with every frame by the camera's thread: it keeps a reference and returns. `picture` is called
    by the phones' threads, which do the work."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, on_wanted: Callable[[], object] = lambda: None
    ) -> None:
        """`on_wanted` hears, in a phone's thread, of each time that somebody looks."""
        self._clock = clock
        self._on_wanted = on_wanted
        self._lock = threading.Lock()
        self._wanted_until_s = 0.0
        self._number = 0
        self._now: tuple[int, Frame, FrameReads, Sequence[Corners]] | None = None
        self._made: LivePicture | None = None
        self._made_at_s = -WANTED_S

    @property
    def wanted(self) -> bool:
        """Whether somebody looks."""
        return self._clock() < self._wanted_until_s

    def show(self, frame: Frame, reads: FrameReads, found: Sequence[Corners]) -> None:
        """The newest frame, what is read in it, and where else something is being read."""
        self._number += 1
        self._now = (self._number, frame, reads, found) if self.wanted else None

    def clear(self) -> None:
        """The camera gives no pictures any more: an old one must not pass for a live one."""
        self._now = None

    def picture(self, after: int = 0) -> LivePicture | None:
        """The newest picture, or None where there is none that is newer than number `after`."""
        self._wanted_until_s = self._clock() + WANTED_S
        self._on_wanted()
        with self._lock:
            now = self._now
            rested = self._clock() - self._made_at_s >= AT_MOST_EVERY_S
            if now is not None and rested and (self._made is None or now[0] != self._made.number):
                self._made, self._made_at_s = _picture(*now), self._clock()
            made = self._made if now is not None else None
        return made if made is not None and made.number != after else None

    def whole(self) -> Evidence | None:
        """All that lies there now, for a report of what was not read."""
        now = self._now
        return None if now is None else evidence(now[1], None)


def _picture(number: int, frame: Frame, reads: FrameReads, found: Sequence[Corners]) -> LivePicture:
    read = (*reads.reads, *reads.unsure)
    seen = [outline for one in read if (outline := _outline(one, frame)) is not None]
    sought = [Outline(shares_of(quad, frame)) for quad in found]
    return LivePicture(
        number=number,
        jpeg=jpeg_of(frame, WIDTH_PX),
        width=frame.shape[1],
        height=frame.shape[0],
        outlines=(*seen, *sought),
    )


def _outline(read: Read, frame: Frame) -> Outline | None:
    if read.quad is None:
        return None
    return Outline(shares_of(read.quad, frame), read.text, not read.uncertainty_reason, hint(read.uncertainty_reason))
