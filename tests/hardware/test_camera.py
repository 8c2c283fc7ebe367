"""Cameras: one suite over everything that gives frames, and what happens when one is lost."""

import logging
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware import camera
from hardware.camera import Camera, FrameSource, GivesThumbnails, NoFrames, ShownFrames
from hardware.camera_sources import (
    PictureFolder,
    UsbCamera,
    Video,
    open_source,
    usb_cameras,
)
from hardware.pi_camera import PiCamera, newest_jpeg
from vision.reads import Frame

LIMIT_S = 20.0


def plain(shade: int) -> Frame:
    """A frame of one grey."""
    return np.full((48, 64, 3), shade, np.uint8)


def shade(frame: Frame) -> int:
    """Which of the plain frames this is, to the nearest ten: pictures and videos are not stored exactly."""
    return round(float(frame.mean()) / 10) * 10


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for a condition; a generous limit, for slow machines."""
    until_s = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < until_s, "it did not come true"
        time.sleep(0.005)


def shown(tmp_path: Path) -> FrameSource:
    source = ShownFrames(frames_per_s=100)
    source.show(plain(50))
    return source


def folder(tmp_path: Path) -> FrameSource:
    cv2.imwrite(str(tmp_path / "a.png"), plain(50))
    (tmp_path / "b.png").write_text("no picture")
    cv2.imwrite(str(tmp_path / "c.jpg"), plain(100))
    return PictureFolder(tmp_path, frames_per_s=100)


def video(tmp_path: Path) -> FrameSource:
    file = str(tmp_path / "table.avi")
    writer = cv2.VideoWriter(file, cv2.VideoWriter.fourcc(*"MJPG"), 25, (64, 48))
    for each in (50, 50, 100):
        writer.write(plain(each))
    writer.release()
    return Video(Path(file), frames_per_s=100)


def pipe(tmp_path: Path) -> FrameSource:
    """A program that writes JPEG pictures on its output, as `rpicam-vid` does."""
    for name, each in (("1.jpg", 50), ("2.jpg", 100)):
        cv2.imwrite(str(tmp_path / name), plain(each))
    script = f"cat {tmp_path}/1.jpg; while true; do cat {tmp_path}/2.jpg; sleep 0.02; done"
    return PiCamera((shutil.which("sh") or "sh", "-c", script))


@pytest.fixture(params=[shown, folder, video, pipe])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> FrameSource:
    """Each kind of source in turn."""
    made: FrameSource = request.param(tmp_path)
    return made


class Listener:
    """What a camera told."""

    def __init__(self, source: FrameSource) -> None:
        self.frames: list[Frame] = []
        self.threads: set[str] = set()
        self.statuses: list[str] = []
        self.camera = Camera(source, self.statuses.append, retry_s=0.01)

    def take(self, frame: Frame) -> None:
        """Remember a frame."""
        self.frames.append(frame)
        self.threads.add(threading.current_thread().name)


@pytest.fixture
def listening() -> Iterator[Callable[[FrameSource], Listener]]:
    """Makes listeners and stops their cameras in the end."""
    made: list[Listener] = []

    def make(source: FrameSource) -> Listener:
        made.append(Listener(source))
        return made[-1]

    yield make
    for listener in made:
        listener.camera.stop()


def test_frames_come(source: FrameSource, listening: Callable[[FrameSource], Listener]):
    """Every source hands out (H, W, 3) uint8 frames in the camera's own thread, and says once that all is well."""
    listener = listening(source)
    listener.camera.start(listener.take)
    wait_until(lambda: len(listener.frames) >= 5)
    assert {frame.shape for frame in listener.frames} == {(48, 64, 3)}
    assert {frame.dtype for frame in listener.frames} == {np.dtype(np.uint8)}
    assert listener.threads == {"camera"}
    assert listener.statuses == ["ok"]


def test_a_camera_can_be_stopped_and_started_again(source: FrameSource, listening: Callable[[FrameSource], Listener]):
    """After stopping no frame comes and no thread is left; starting again works."""
    listener = listening(source)
    for _ in range(2):
        listener.frames.clear()
        listener.camera.start(listener.take)
        wait_until(lambda: bool(listener.frames))
        listener.camera.stop()
        count = len(listener.frames)
        assert not [thread for thread in threading.enumerate() if thread.name == "camera"]
        assert len(listener.frames) == count


def test_a_listener_may_change_its_frame(source: FrameSource, listening: Callable[[FrameSource], Listener]):
    """Drawing into a frame does not spoil the next one."""
    listener = listening(source)

    def paint(frame: Frame) -> None:
        listener.take(frame.copy())
        frame[:] = 255

    listener.camera.start(paint)
    wait_until(lambda: len(listener.frames) >= 6)
    assert all(shade(frame) in (50, 100) for frame in listener.frames)


def test_a_failing_listener_is_logged_and_hears_the_next_frame(
    source: FrameSource, listening: Callable[[FrameSource], Listener], caplog: pytest.LogCaptureFixture
):
    """A listener that fails stops nothing."""
    listener = listening(source)

    def fail(frame: Frame) -> None:
        listener.take(frame)
        raise ValueError("a listener's own trouble")

    with caplog.at_level(logging.CRITICAL):
        listener.camera.start(fail)
        wait_until(lambda: len(listener.frames) >= 3)
    assert listener.statuses == ["ok"]


def test_a_folder_is_seen_in_order_and_stays(tmp_path: Path, listening: Callable[[FrameSource], Listener]):
    """Each whole picture comes once in order of name, then the last one stays; a bad file is passed over."""
    listener = listening(folder(tmp_path))
    listener.camera.start(listener.take)
    wait_until(lambda: len(listener.frames) >= 4)
    assert [shade(frame) for frame in listener.frames[:4]] == [50, 100, 100, 100]


def test_a_video_is_played_once_and_stays(tmp_path: Path, listening: Callable[[FrameSource], Listener]):
    """A video's frames come in order, then the last one stays."""
    listener = listening(video(tmp_path))
    listener.camera.start(listener.take)
    wait_until(lambda: len(listener.frames) >= 5)
    assert [shade(frame) for frame in listener.frames[:5]] == [50, 50, 100, 100, 100]


def test_what_is_shown_is_seen(listening: Callable[[FrameSource], Listener]):
    """A fake camera sees nothing until it is shown something, then that, then the next."""
    source = ShownFrames(frames_per_s=100)
    listener = listening(source)
    listener.camera.start(listener.take)
    source.show(plain(30))
    wait_until(lambda: bool(listener.frames))
    source.show(plain(90))
    wait_until(lambda: shade(listener.frames[-1]) == 90)
    assert shade(listener.frames[0]) == 30


class Resting:
    """A camera at rest, of which every frame and every thumbnail is noted."""

    def __init__(self, source: FrameSource, monkeypatch: pytest.MonkeyPatch, whole_s: float = 3600.0) -> None:
        monkeypatch.setattr(camera, "_LIVELY_S", 0.0)
        monkeypatch.setattr(camera, "_THUMBNAIL_S", 0.05)
        monkeypatch.setattr(camera, "_WHOLE_S", whole_s)
        self.wanted = False
        self.thumbnails: list[Frame] = []
        self.frames: list[Frame] = []
        self.camera = Camera(source, retry_s=0.01, is_wanted=self._is_wanted)
        self.camera.start(self.frames.append)

    def _is_wanted(self, thumbnail: Frame) -> bool:
        self.thumbnails.append(thumbnail)
        return self.wanted


@pytest.fixture
def resting(source: FrameSource, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Resting]]:
    """Makes cameras at rest, and stops them in the end."""
    made: list[Resting] = []

    def make(source: FrameSource = source, **how: float) -> Resting:
        made.append(Resting(source, monkeypatch, **how))
        return made[-1]

    yield make
    for one in made:
        one.camera.stop()


def test_a_camera_at_rest_gives_a_frame_that_is_wanted(source: FrameSource, resting: Callable[..., Resting]) -> None:
    """And no other, where its source gives thumbnails; where it does not, all of them, but seldom."""
    one = resting()
    if not isinstance(source, GivesThumbnails):
        wait_until(lambda: len(one.frames) >= 3)
        assert one.thumbnails == []
        return
    wait_until(lambda: len(one.thumbnails) >= 5)
    assert len(one.frames) == 1  # the first of all
    one.wanted = True
    wait_until(lambda: len(one.frames) >= 2)
    assert one.frames[1].shape == (48, 64, 3)


def test_a_camera_at_rest_that_is_stirred_gives_every_frame(
    resting: Callable[..., Resting], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody waits for what is seen."""
    one = resting()
    monkeypatch.setattr(camera, "_LIVELY_S", 3600.0)
    one.camera.stir()
    before = len(one.thumbnails)
    wait_until(lambda: len(one.frames) >= 5)
    assert len(one.thumbnails) <= before + 1


def test_a_camera_at_rest_is_looked_at_whole_now_and_then(tmp_path: Path, resting: Callable[..., Resting]) -> None:
    """What is too faint for a small picture is seen then."""
    one = resting(pipe(tmp_path), whole_s=0.0)
    wait_until(lambda: len(one.frames) >= 3)
    assert one.thumbnails == []


def test_the_thumbnail_of_the_pis_camera_is_small(tmp_path: Path, resting: Callable[..., Resting]) -> None:
    """An eighth of each side, of the same picture."""
    one = resting(pipe(tmp_path))
    wait_until(lambda: len(one.thumbnails) >= 3)
    assert one.thumbnails[-1].shape == (6, 8, 3)
    assert shade(one.thumbnails[-1]) == 100


def test_the_thumbnail_of_what_is_shown_comes_at_once() -> None:
    """The next one would come in an hour."""
    source, seen = ShownFrames(), list[Frame | None]()
    source.show(plain(50))
    assert shade(source.read()) == 50
    asking = threading.Thread(target=lambda: seen.append(source.thumbnail(3600.0)), daemon=True)
    asking.start()
    source.show(plain(90))
    asking.join(LIMIT_S)
    assert [shade(one) for one in seen] == [90]


def test_a_camera_at_rest_that_comes_back_is_well(
    listening: Callable[[FrameSource], Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though none of its frames is wanted."""
    monkeypatch.setattr(camera, "_LIVELY_S", 0.0)
    monkeypatch.setattr(camera, "_THUMBNAIL_S", 0.01)
    monkeypatch.setattr(camera, "_WHOLE_S", 3600.0)
    source, statuses = ShownFrames(), list[str]()
    source.show(plain(50))
    one = Camera(source, statuses.append, retry_s=0.01, is_wanted=lambda thumbnail: False)
    one.start(lambda frame: None)
    wait_until(lambda: statuses == ["ok"])
    source.unplug()
    wait_until(lambda: statuses == ["ok", "lost"])
    source.plug()
    wait_until(lambda: statuses == ["ok", "lost", "ok"])
    one.stop()


def test_a_camera_at_rest_that_is_lost_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its program has ended, or its cable was pulled."""
    cv2.imwrite(str(tmp_path / "1.jpg"), plain(50))
    source = PiCamera(("/bin/sh", "-c", f"cat {tmp_path}/1.jpg; sleep 0.05"))
    source.open()
    with pytest.raises(NoFrames) as trouble:
        source.thumbnail(5.0)
    assert trouble.value.code == "lost"
    source.close()
    shown_one = ShownFrames()
    shown_one.unplug()
    with pytest.raises(NoFrames):
        shown_one.thumbnail(0.01)


def test_a_frame_that_nobody_can_change_is_not_copied():
    """One that may still be drawn on is."""
    source, kept, drawn_on = ShownFrames(frames_per_s=100), plain(50), plain(50)
    kept.setflags(write=False)
    source.show(kept)
    assert source.read() is kept
    source.show(drawn_on)
    drawn_on[:] = 200
    assert shade(source.read()) == 50


@pytest.mark.parametrize("bad", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3))])
def test_only_frames_can_be_shown(bad: np.ndarray):
    """Grey, transparent and floating pictures are refused at once."""
    with pytest.raises(ValueError, match="uint8"):
        ShownFrames().show(bad)


class Sought(ShownFrames):
    """A fake that counts how often it was looked for."""

    tries = 0

    def open(self) -> None:
        self.tries += 1
        super().open()


def test_lost_once_and_back_once(listening: Callable[[FrameSource], Listener], caplog: pytest.LogCaptureFixture):
    """However often it is looked for, a lost camera is told and logged once when lost and once when back."""
    source = Sought(frames_per_s=200)
    source.show(plain(50))
    listener = listening(source)
    with caplog.at_level(logging.INFO, "hardware.camera"):
        listener.camera.start(listener.take)
        wait_until(lambda: listener.statuses == ["ok"])
        source.unplug()
        wait_until(lambda: "lost" in listener.statuses)
        wait_until(lambda: source.tries >= 10)
        source.plug()
        wait_until(lambda: listener.statuses[-1] == "ok")
    assert listener.statuses == ["ok", "lost", "ok"]
    assert [record.getMessage() for record in caplog.records] == ["camera: ok", "camera: lost", "camera: ok"]


def test_a_camera_that_never_was(tmp_path: Path, listening: Callable[[FrameSource], Listener]):
    """Where no camera is plugged in, that is told once, and one that comes later is used."""
    source = ShownFrames(frames_per_s=200)
    source.unplug()
    listener = listening(source)
    listener.camera.start(listener.take)
    wait_until(lambda: listener.statuses == ["absent"])
    source.show(plain(50))
    source.plug()
    wait_until(lambda: bool(listener.frames))
    assert listener.statuses == ["absent", "ok"]


def test_a_program_that_ends(tmp_path: Path, listening: Callable[[FrameSource], Listener]):
    """When the Pi camera's program ends, the camera is lost, and is there again when the program runs again."""
    cv2.imwrite(str(tmp_path / "1.jpg"), plain(50))
    listener = listening(PiCamera(("/bin/sh", "-c", f"cat {tmp_path}/1.jpg; sleep 0.05")))
    listener.camera.start(listener.take)
    wait_until(lambda: listener.statuses.count("ok") >= 2)
    assert listener.statuses[:3] == ["ok", "lost", "ok"]


@pytest.mark.parametrize(
    "source",
    [
        UsbCamera("/dev/v4l/by-id/none"),
        PiCamera(("/no/such/program",)),
        PictureFolder(Path("/none")),
        Video(Path("/x")),
    ],
)
def test_what_is_not_there(source: FrameSource):
    """A device, program, folder or file that is not there is absent."""
    with pytest.raises(NoFrames) as trouble:
        source.open()
    assert trouble.value.code == "absent"
    source.close()


def test_a_camera_that_does_not_let_itself_be_opened_is_busy(capfd: pytest.CaptureFixture[str]):
    """It is there: nobody need look for its cable."""
    source = UsbCamera("/dev/null")
    with pytest.raises(NoFrames) as trouble:
        source.open()
    assert trouble.value.code == "busy"
    source.close()


def test_starting_twice_is_an_error(listening: Callable[[FrameSource], Listener]):
    """One camera has one thread."""
    listener = listening(ShownFrames())
    listener.camera.start(listener.take)
    with pytest.raises(RuntimeError, match="already"):
        listener.camera.start(listener.take)


def test_settings_name_sources(tmp_path: Path):
    """A setting names the Pi's camera, a folder, a video file or a device."""
    file = tmp_path / "table.avi"
    file.write_bytes(b"")
    kinds = [type(open_source(name)) for name in ("pi", str(tmp_path), str(file), "/dev/v4l/by-id/usb-cam")]
    assert kinds == [PiCamera, PictureFolder, Video, UsbCamera]


def test_usb_cameras_are_named_by_id(tmp_path: Path):
    """Only the first stream of each camera counts; the second one carries no pictures."""
    for name in ("usb-B-video-index0", "usb-B-video-index1", "usb-A-video-index0"):
        (tmp_path / name).write_text("")
    assert usb_cameras(tmp_path) == [str(tmp_path / "usb-A-video-index0"), str(tmp_path / "usb-B-video-index0")]
    assert usb_cameras(tmp_path / "none") == []


def test_the_newest_picture_of_a_stream():
    """Of several whole pictures the last counts; a begun one is kept for later."""
    one, two, begun = b"\xff\xd8\xffone\xff\xd9", b"\xff\xd8\xfftwo\xff\xd9", b"\xff\xd8\xffthr"
    assert newest_jpeg(one + two + begun) == (two, begun)
    assert newest_jpeg(begun) == (None, begun)
    assert newest_jpeg(b"") == (None, b"")
