"""The Pi's own camera through the system's programs."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import threading
import time

from hardware.camera import ABSENT, LOST, PERMISSION, NoFrames, Place
from hardware.camera_place import find_pi, pi_options
from vision.photos.decode import BadPicture, decode
from vision.reads import Frame

SIZE = (1920, 1080)  # pixels: small print is lost at less, and a Pi still keeps up
_PROGRAMS = ("rpicam-vid", "libcamera-vid")  # the newer name first
_STILLS = ("rpicam-still", "libcamera-still")
_SLOW_S = 5.0  # without a frame for so long, a camera counts as lost


class PiCamera:
    """The Pi's own camera through the system's `rpicam-vid`, as JPEG pictures on a pipe.

    A program of its own, because the system's picamera2 and the NumPy that OpenCV needs do not go together.
    """

    def __init__(self, command: tuple[str, ...] | None = None, still: tuple[str, ...] | None = None) -> None:
        self._command = command or _pi_command()
        self._still = still or (_first_there(_STILLS),)
        self._place: Place = {}
        self._program: subprocess.Popen[bytes] | None = None
        self._bytes = b""
        self._interrupted = threading.Event()

    def open(self) -> None:
        self._interrupted.clear()
        self._bytes = b""
        try:
            command = (*self._command, *pi_options(self._place))
            self._program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except PermissionError:
            raise NoFrames(PERMISSION) from None
        except OSError:
            raise NoFrames(ABSENT) from None

    def read(self) -> Frame | None:
        until_s = time.monotonic() + _SLOW_S
        while time.monotonic() < until_s:
            if self._interrupted.is_set():
                return None
            self._take_in()
            picture, self._bytes = newest_jpeg(self._bytes)
            if picture is not None:
                try:
                    return decode(picture)
                except BadPicture:
                    continue  # the next one comes at once
        raise NoFrames(LOST)

    def find_place(self) -> Place | None:
        """Find exposure and focus for what is seen now, and keep them; no frames come meanwhile."""
        self.close()
        found = find_pi(self._still)
        self._place = found or {}
        self.open()
        return found

    def use_place(self, place: Place | None) -> None:
        """Use these from now on; None: choose by itself."""
        self._place = place or {}
        if self._program is not None:
            self.close()
            self.open()

    def _take_in(self) -> None:
        """Everything that waits on the pipe, so that the newest frame is the present one."""
        if self._program is None or self._program.stdout is None:
            raise NoFrames(LOST)
        pipe, wait_s = self._program.stdout.fileno(), 0.2
        while select.select([pipe], [], [], wait_s)[0]:
            more = os.read(pipe, 1 << 20)
            if not more:
                raise NoFrames(LOST)
            self._bytes += more
            wait_s = 0

    def close(self) -> None:
        program, self._program = self._program, None
        if program is None:
            return
        program.terminate()
        try:
            program.wait(2)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
        if program.stdout is not None:
            program.stdout.close()

    def interrupt(self) -> None:
        self._interrupted.set()


def newest_jpeg(stream: bytes) -> tuple[bytes | None, bytes]:
    """The last whole JPEG picture of a stream of them, and what is left behind it."""
    end = stream.rfind(b"\xff\xd9")
    start = stream.rfind(b"\xff\xd8\xff", 0, max(end, 0))
    if start < 0 or end < 0:
        return None, stream[-64_000_000:]
    return stream[start : end + 2], stream[end + 2 :]


def _first_there(programs: tuple[str, ...]) -> str:
    return next(filter(shutil.which, programs), programs[0])


def _pi_command() -> tuple[str, ...]:
    program = _first_there(_PROGRAMS)
    size = ("--width", str(SIZE[0]), "--height", str(SIZE[1]))
    return (program, "--nopreview", "--timeout", "0", "--codec", "mjpeg", "--framerate", "10", *size, "--output", "-")
