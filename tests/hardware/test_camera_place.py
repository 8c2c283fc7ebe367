"""Exposure and focus: found once, kept, used again; and words where a camera lets nobody."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, NoFrames, Place, ShownFrames
from hardware.camera_sources import find_usb, fix_usb, free_usb
from hardware.pi_camera import PiCamera, find_pi, pi_options
from vision.reads import Frame

FOUND = {"exposure": 157.0, "focus": 40.0, "white_balance": 4600.0}
LONG_S = 20.0


class Capture:
    """A camera's driver: what it does by itself and by hand; `refuses` are controls that it does not have."""

    def __init__(self, refuses: tuple[int, ...] = ()) -> None:
        self.refuses = refuses
        self.grabbed = 0
        self.values: dict[int, float] = {
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_FOCUS: 40.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
        }

    def get(self, control: int, /) -> float:
        return self.values.get(control, -1.0)

    def set(self, control: int, value: float, /) -> bool:
        if control in self.refuses:
            return False
        self.values[control] = value
        return True

    def grab(self) -> bool:
        self.grabbed += 1
        return True


def ticking(step_s: float = 0.5) -> Callable[[], float]:
    """A clock that goes on by so much at each look."""
    now = [0.0]

    def clock() -> float:
        now[0] += step_s
        return now[0]

    return clock


def test_a_usb_camera_finds_and_keeps():
    """It searches by itself for a while, frames flowing; then what it found is set by hand."""
    capture = Capture()
    assert find_usb(capture, ticking()) == FOUND
    assert capture.grabbed > 1
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert capture.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert capture.values[cv2.CAP_PROP_EXPOSURE] == 157


def test_a_usb_camera_is_let_free_again():
    """Exposure, focus and white balance are found by itself then."""
    capture = Capture()
    fix_usb(capture, FOUND)
    free_usb(capture)
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert capture.values[cv2.CAP_PROP_AUTOFOCUS] == 1


def test_a_camera_with_a_fixed_lens_keeps_its_exposure():
    """What it lets be set is set."""
    assert fix_usb(Capture((cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS)), FOUND)


def test_a_camera_that_lets_nobody():
    """Neither exposure nor focus can be set: nothing was found, and it goes on by itself."""
    capture = Capture((cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS))
    assert find_usb(capture, ticking()) is None
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


def test_options_of_the_pi_camera():
    """What was found becomes options of the system's program; what is missing is left to it."""
    place = {"shutter_us": 9987.0, "gain": 1.5, "red": 2.1, "blue": 1.75, "lens": 3.25}
    assert pi_options(place) == (
        "--shutter", "9987", "--gain", "1.500", "--awbgains", "2.100,1.750",
        "--autofocus-mode", "manual", "--lens-position", "3.250",
    )  # fmt: skip
    assert pi_options({"shutter_us": 5.0, "red": 2.0}) == ("--shutter", "5")
    assert pi_options({}) == ()


def script(folder: Path, text: str, name: str = "still") -> tuple[str, ...]:
    """A program that does this."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return (str(path),)


def test_the_pi_camera_tells_what_it_found(tmp_path: Path):
    """The picture's metadata hold exposure, gain, colours and the lens."""
    told = {"ExposureTime": 9987, "AnalogueGain": 1.5, "ColourGains": [2.1, 1.75], "LensPosition": 3.25, "Lux": 90}
    found = find_pi(script(tmp_path, f"cat <<'END'\n{json.dumps(told)}\nEND"))
    assert found == {"shutter_us": 9987, "gain": 1.5, "red": 2.1, "blue": 1.75, "lens": 3.25}


@pytest.mark.parametrize(
    "told", ["", "no camera", "[1]", '{"AnalogueGain": 2}', '{"ExposureTime": "long"}', "[" * 9999]
)
def test_a_pi_camera_that_tells_nothing_of_use(tmp_path: Path, told: str):
    """No metadata, none of use, or none that can be read: nothing was found."""
    assert find_pi(script(tmp_path, f"cat <<'END'\n{told}\nEND")) is None


def test_without_the_program_nothing_is_found():
    """The system's program is not there."""
    assert find_pi(("/no/such/program",)) is None


def test_the_pi_camera_is_started_again_with_what_was_found(tmp_path: Path):
    """The program for single pictures runs in between, and the stream goes on with options that keep it."""
    picture = np.full((48, 64, 3), 99, np.uint8)
    (tmp_path / "1.jpg").write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
    still = script(tmp_path, """echo '{"ExposureTime": 9987, "AnalogueGain": 1}'""")
    video = script(tmp_path, f"echo $@ >> {tmp_path}/log; cat {tmp_path}/1.jpg; exec sleep 60", "video")
    source = PiCamera(video, still)
    source.open()
    assert source.read() is not None
    assert source.find_place() == {"shutter_us": 9987, "gain": 1}
    assert source.read() is not None
    source.use_place(None)
    assert source.read() is not None
    source.close()
    assert (tmp_path / "log").read_text().splitlines() == ["", "--shutter 9987 --gain 1.000", ""]


class Placed(ShownFrames):
    """A camera in whose place exposure can be set; `finds` is what it finds."""

    def __init__(self, finds: Place | None) -> None:
        super().__init__(frames_per_s=100)
        self.finds = finds
        self.used: list[Place | None] = []
        self.threads: list[str] = []
        self.gone = False

    def find_place(self) -> Place | None:
        self.threads.append(threading.current_thread().name)
        if self.gone:
            raise NoFrames("lost")
        return self.finds

    def use_place(self, place: Place | None) -> None:
        self.used.append(place)


def running(source: ShownFrames) -> Camera:
    """A camera on this source that gives frames."""
    source.show(np.zeros((8, 8, 3), np.uint8))
    camera, seen = Camera(source, retry_s=0.01), threading.Event()

    def on_frame(frame: Frame) -> None:
        seen.set()

    camera.start(on_frame)
    assert seen.wait(LONG_S)
    return camera


@pytest.mark.parametrize("finds", [{"exposure": 5.0}, None])
def test_wishes_are_granted_between_two_frames(finds: Place | None):
    """Only the camera's own thread touches the device; whoever wished hears what was found."""
    source, heard, done = Placed(finds), [], threading.Event()
    camera = running(source)
    try:
        assert camera.find_place(lambda place: (heard.append(place), done.set()))
        assert done.wait(LONG_S)
        assert (heard, source.threads) == ([finds], ["camera"])
    finally:
        camera.stop()


def test_a_camera_lost_while_it_searches():
    """Whoever wished hears of nothing found, and is not left waiting."""
    source, heard, done = Placed(None), [], threading.Event()
    source.gone = True
    camera = running(source)
    try:
        assert camera.find_place(lambda place: (heard.append(place), done.set()))
        assert done.wait(LONG_S)
        assert heard == [None]
    finally:
        camera.stop()


def test_before_the_start_a_kept_place_is_used_at_once():
    """It is there when the device is opened."""
    source = Placed(None)
    assert Camera(source).use_place({"exposure": 5.0})
    assert source.used == [{"exposure": 5.0}]


def test_a_source_that_keeps_no_place():
    """The simulated camera and videos say that it cannot be done."""
    camera = running(ShownFrames(frames_per_s=100))
    try:
        assert not camera.keeps_place
        assert not camera.find_place(lambda place: None)
    finally:
        camera.stop()
