"""Where frames come from: a USB camera, the Pi's own camera, a folder of pictures, a video."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from hardware.camera import ABSENT, BUSY, LOST, PERMISSION, FrameSource, NoFrames, Place, paced
from hardware.pi_camera import SETTLE_S, SIZE, PiCamera
from vision.photos.decode import BadPicture, decode
from vision.reads import Frame

_BY_ID = Path("/dev/v4l/by-id")
_PI_LISTS = ("rpicam-hello", "libcamera-hello")  # the newer name first

_AUTO, _BY_HAND = 3.0, 1.0  # what Video4Linux calls exposure by itself and by hand
_USB = {  # each value with the control that finds it, and what that control is for by itself and for by hand
    "exposure": (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, _AUTO, _BY_HAND),
    "focus": (cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0),
    "white_balance": (cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB, 1.0, 0.0),
}

_log = logging.getLogger(__name__)


def find_camera() -> str | None:
    """The name of a camera that is plugged in: a path in /dev/v4l/by-id, `pi`, or None."""
    usb = usb_cameras()
    return usb[0] if usb else "pi" if has_pi_camera() else None


def usb_cameras(folder: Path = _BY_ID) -> list[str]:
    """USB cameras by names that stay the same in whatever order they are plugged in."""
    return sorted(str(path) for path in folder.glob("*-video-index0")) if folder.is_dir() else []


def has_pi_camera() -> bool:
    """Whether Raspberry Pi OS's camera programs are installed and know of a camera."""
    program = next(filter(None, map(shutil.which, _PI_LISTS)), None)
    if program is None:
        return False
    try:
        told = subprocess.run([program, "--list-cameras"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return any(line.lstrip().startswith("0 :") for line in told.stdout.splitlines())


def open_source(name: str) -> FrameSource:
    """The source that a setting names: `pi`, a folder, a video file, or a device such as /dev/v4l/by-id/..."""
    path = Path(name)
    if name == "pi":
        return PiCamera()
    if path.is_dir():
        return PictureFolder(path)
    return Video(path) if path.is_file() else UsbCamera(name)


class UsbCamera:
    """A USB camera through Video4Linux. The place it keeps holds `exposure` and `focus`, and `gain` and `white_balance`
    where it tells them, in its driver's units."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._capture: cv2.VideoCapture | None = None
        self._place: Place | None = None
        self._read_at_s = 0.0

    def open(self) -> None:
        if not os.path.exists(self._device):
            raise NoFrames(ABSENT)
        if not os.access(self._device, os.R_OK | os.W_OK):
            raise NoFrames(PERMISSION)
        self._capture = cv2.VideoCapture(os.path.realpath(self._device), cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise NoFrames(BUSY)
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw frames of this size are slow
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if self._place is not None:
            fix_usb(self._capture, self._place)
        self._read_at_s = time.monotonic()

    def find_place(self) -> Place | None:
        """Find exposure and focus for what is seen now, and keep them."""
        if self._capture is None:
            raise NoFrames(LOST)
        self._place = find_usb(self._capture)
        return self._place

    def use_place(self, place: Place | None) -> None:
        """Use these from now on; None: choose by itself."""
        self._place = place
        if self._capture is None:
            return
        if place is None:
            free_usb(self._capture)
        else:
            fix_usb(self._capture, place)

    def read(self) -> Frame | None:
        if self._capture is None:
            raise NoFrames(LOST)
        if time.monotonic() - self._read_at_s > 0.2:
            self._capture.grab()  # the driver kept a frame from before the last one was looked at
        there, frame = self._capture.read()
        self._read_at_s = time.monotonic()
        if not there or frame is None or frame.ndim != 3:
            raise NoFrames(LOST)
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None

    def interrupt(self) -> None:
        pass  # the driver itself gives up waiting


class Capture(Protocol):
    """The part of an OpenCV capture that is used here."""

    def get(self, control: int, /) -> float: ...
    def set(self, control: int, value: float, /) -> bool: ...
    def grab(self) -> bool: ...


def find_usb(capture: Capture, clock: Callable[[], float] = time.monotonic) -> dict[str, float] | None:
    """Let the camera find exposure and focus for what it sees now, and keep them; None where it lets nobody."""
    free_usb(capture)
    until_s = clock() + SETTLE_S
    while clock() < until_s and capture.grab():
        pass
    found = {name: float(capture.get(control)) for name, (control, *_) in _USB.items()}
    if not fix_usb(capture, found):
        free_usb(capture)
        return None
    return found


def fix_usb(capture: Capture, place: Place) -> bool:
    """Set what was found before; whether the camera took its exposure or its focus."""
    taken = set()
    for name, (control, by_itself, _, by_hand) in _USB.items():
        if name in place and capture.set(by_itself, by_hand) and capture.set(control, place[name]):
            taken.add(name)
    return bool(taken & {"exposure", "focus"})


def free_usb(capture: Capture) -> None:
    """Let the camera choose by itself again."""
    for _, by_itself, automatic, _ in _USB.values():
        capture.set(by_itself, automatic)


class PictureFolder:
    """A folder of pictures as a camera: each is seen once, in order of name, then the last one over and over."""

    def __init__(self, folder: Path, frames_per_s: float = 10.0) -> None:
        self._folder = folder
        self._frames_per_s = frames_per_s
        self._pictures: Iterator[Frame] = iter(())
        self._last: Frame | None = None
        self._given_at_s = 0.0
        self._interrupted = threading.Event()

    def open(self) -> None:
        if not self._folder.is_dir():
            raise NoFrames(ABSENT)
        self._interrupted.clear()
        self._pictures = _pictures(sorted(self._folder.iterdir()))
        self._last = None

    def read(self) -> Frame | None:
        self._given_at_s = paced(self._frames_per_s, self._given_at_s, self._interrupted)
        self._last = next(self._pictures, self._last)
        if self._last is None:
            raise NoFrames(ABSENT)
        return self._last.copy()

    def close(self) -> None:
        self._pictures = iter(())

    def interrupt(self) -> None:
        self._interrupted.set()


class Video:
    """A video as a camera: played once at its own speed, then its last frame over and over."""

    def __init__(self, path: Path, frames_per_s: float | None = None) -> None:
        self._path = path
        self._asked_frames_per_s = frames_per_s
        self._frames_per_s = 10.0
        self._capture: cv2.VideoCapture | None = None
        self._last: Frame | None = None
        self._given_at_s = 0.0
        self._interrupted = threading.Event()

    def open(self) -> None:
        if not self._path.is_file():
            raise NoFrames(ABSENT)
        self._interrupted.clear()
        self._capture = cv2.VideoCapture(str(self._path))
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self._frames_per_s = self._asked_frames_per_s or (told if 1 <= told <= 240 else 10.0)
        self._last = None

    def read(self) -> Frame | None:
        self._given_at_s = paced(self._frames_per_s, self._given_at_s, self._interrupted)
        there, frame = self._capture.read() if self._capture is not None else (False, None)
        if there and frame is not None:
            self._last = np.asarray(frame, np.uint8)
        if self._last is None:
            raise NoFrames(ABSENT)
        return self._last.copy()

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None

    def interrupt(self) -> None:
        self._interrupted.set()


def _pictures(files: list[Path]) -> Iterator[Frame]:
    for file in files:
        try:
            yield decode(file.read_bytes())
        except (OSError, BadPicture):
            _log.info("passed over %s: not a whole picture", file.name)
