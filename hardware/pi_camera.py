"""The Pi's own camera through the system's programs."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import threading
import time
from typing import Any

from hardware.camera import ABSENT, LOST, PERMISSION, NoFrames, Place
from vision.photos.decode import BadPicture, decode, thumbnail
from vision.reads import Frame

SIZE = (1920, 1080)  # pixels: small print is lost at less, and a Pi still keeps up
_PROGRAMS = ("rpicam-vid", "libcamera-vid")  # the newer name first
_STILLS = ("rpicam-still", "libcamera-still")
SETTLE_S = 2.0  # for a camera to find exposure and focus
_PI_LIMIT_S = 20.0
_SLOW_S = 5.0  # without a frame for so long, a camera counts as lost


class PiCamera:
    """The Pi's own camera through the system's `rpicam-vid`, as JPEG pictures on a pipe.

    The place it keeps holds `shutter_us`, `gain`, `red`, `blue` and, where its lens moves, `lens`. A program of its
    own, because the system's picamera2 and the NumPy that OpenCV needs do not go together.
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

    def thumbnail(self, wait_s: float) -> Frame | None:
        """An eighth of each side of the newest frame: a quarter of the work. The pipe is read all the while, as its
        other end would wait, and what comes then would be old."""
        until_s, picture = time.monotonic() + wait_s, None
        silent_at_s = until_s + _SLOW_S
        while picture is None or time.monotonic() < until_s:
            if self._interrupted.is_set():
                return None
            if time.monotonic() > silent_at_s:
                raise NoFrames(LOST)
            self._take_in()
            newer, self._bytes = newest_jpeg(self._bytes)
            picture = newer or picture
        return thumbnail(picture)

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


def find_pi(still: tuple[str, ...]) -> dict[str, float] | None:
    """Run the system's program for single pictures, which focuses and exposes, and take what it tells of the picture;
    None where it tells nothing of use. The camera must not be in use."""
    command = (*still, "--nopreview", "--timeout", str(round(SETTLE_S * 1000)), "--metadata", "-")
    command = (*command, "--metadata-format", "json", "--output", "/dev/null")
    try:
        told = subprocess.run(command, capture_output=True, timeout=_PI_LIMIT_S, check=False)
        return _of_metadata(json.loads(told.stdout))
    except (OSError, subprocess.TimeoutExpired, ValueError, RecursionError):
        return None


def _of_metadata(told: Any) -> dict[str, float] | None:
    if not isinstance(told, dict):
        return None
    found = {"shutter_us": told.get("ExposureTime"), "gain": told.get("AnalogueGain"), "lens": told.get("LensPosition")}
    colours = told.get("ColourGains")
    if isinstance(colours, list) and len(colours) == 2:
        found |= {"red": colours[0], "blue": colours[1]}
    numbers = {name: float(value) for name, value in found.items() if isinstance(value, int | float)}
    return numbers if "shutter_us" in numbers else None


def pi_options(place: Place) -> tuple[str, ...]:
    """The options of the system's camera program that keep what was found."""
    options: list[str] = []
    if "shutter_us" in place:
        options += ["--shutter", str(round(place["shutter_us"]))]
    if "gain" in place:
        options += ["--gain", f"{place['gain']:.3f}"]
    if "red" in place and "blue" in place:
        options += ["--awbgains", f"{place['red']:.3f},{place['blue']:.3f}"]
    if "lens" in place:
        options += ["--autofocus-mode", "manual", "--lens-position", f"{place['lens']:.3f}"]
    return tuple(options)
