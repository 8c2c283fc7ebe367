"""`companion scan`: lines that stay stable, one sentence for a bad file, and the others read all the same."""

import io
import json
import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, empty_table, show
from vision.scan_command import PICTURES, scan, sentence
from vision.scanner import Scanner

pytestmark = pytest.mark.slow


class Scanned:
    """What a scan of some paths wrote and returned."""

    def __init__(
        self,
        scanner: Scanner,
        *paths: Path,
        as_json: bool = True,
        box: Sequence[float] | None = None,
        tty: bool = False,
    ) -> None:
        out, err = io.StringIO(), io.StringIO()
        err.isatty = lambda: tty  # type: ignore[method-assign]
        self.status = scan([str(path) for path in paths], as_json, out, err, scanner=scanner, box=box)
        self.lines = out.getvalue().splitlines()
        self.errors = err.getvalue().splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a card, an empty table and a number that can be turned."""
    cv2.imwrite(str(tmp_path / "a.png"), show("D247", pose=Pose(5, 4), width=400, height=480))
    cv2.imwrite(str(tmp_path / "b.jpg"), empty_table(400, 480))
    cv2.imwrite(str(tmp_path / "c.png"), show("690", pose=Pose(5, 4), width=400, height=480))
    (tmp_path / "notes.txt").write_text("not looked at")
    return tmp_path


def test_one_json_line_per_picture(scanner: Scanner, folder: Path):
    """Each picture of a folder gives one line, in order of name, with sure and unsure readings apart."""
    scanned = Scanned(scanner, folder)
    first, second, third = map(json.loads, scanned.lines)
    assert (scanned.status, scanned.errors) == (0, [])
    assert [line["frame"] for line in (first, second, third)] == ["a.png", "b.jpg", "c.png"]
    [read] = first["reads"]
    assert set(read) == {"text", "kind", "quad", "confidence"}
    assert (read["text"], read["kind"]) == ("D247", "card_id")
    assert np.array(read["quad"]).shape == (4, 2)
    assert 0.85 <= read["confidence"] <= 1
    assert (second["reads"], second["unsure"]) == ([], [])
    assert third["reads"] == []
    assert {read["text"] for read in third["unsure"]} == {"690", "069"}


def test_plain_lines(scanner: Scanner, folder: Path):
    """Without --json there is a line for people: unsure codes carry a question mark."""
    lines = Scanned(scanner, folder, as_json=False).lines
    assert lines[:2] == ["a.png: D247", "b.jpg: -"]
    assert sorted(lines[2].removeprefix("c.png: ").split()) == ["069?", "690?"]


def test_a_bad_file_does_not_stop_the_others(scanner: Scanner, folder: Path):
    """A bad file gets one sentence; the status tells, and everything else is read."""
    (folder / "aa.png").write_text("hello")
    (folder / "ab.png").write_bytes((folder / "a.png").read_bytes()[:900])
    scanned = Scanned(scanner, folder / "gone.png", folder)
    assert scanned.status == 2
    assert len(scanned.lines) == 3
    assert scanned.errors == [
        f"{folder / 'gone.png'} does not exist: check the path.",
        "aa.png is not a picture: give a JPEG, PNG, WebP, GIF or BMP file.",
        "ab.png is cut off before its end: copy or take it again.",
    ]


def test_an_empty_folder(scanner: Scanner, tmp_path: Path):
    """A folder without pictures is said to be one."""
    scanned = Scanned(scanner, tmp_path)
    assert (scanned.status, scanned.lines) == (2, [])
    assert scanned.errors == [sentence("empty_folder", str(tmp_path))]


@pytest.mark.timeout(60)
def test_a_named_pipe_is_no_picture(scanner: Scanner, tmp_path: Path):
    """Nobody may ever write into it: it is not waited for."""
    os.mkfifo(tmp_path / "a.jpg")
    scanned = Scanned(scanner, tmp_path / "a.jpg")
    assert (scanned.status, scanned.errors) == (2, [sentence("not_a_picture", str(tmp_path / "a.jpg"))])


def test_a_picture_as_phones_keep_it(scanner: Scanner, tmp_path: Path):
    """A HEIC picture is told by its first bytes, whatever its name, with what helps."""
    (tmp_path / "a.jpg").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100))
    scanned = Scanned(scanner, tmp_path)
    assert (scanned.status, scanned.lines) == (2, [])
    [error] = scanned.errors
    assert error.startswith("a.jpg is a HEIC picture")


def test_a_folder_that_may_not_be_read(scanner: Scanner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It is said to be one, and the others are read."""

    def denied(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "iterdir", denied)
    assert Scanned(scanner, tmp_path).errors == [sentence("not_readable", str(tmp_path))]


@pytest.mark.parametrize(("at", "place"), [(0, float("nan")), (3, float("nan")), (0, float("inf"))])
def test_a_box_that_is_no_box(scanner: Scanner, folder: Path, at: int, place: float):
    """A place that is no number, or beyond all of them, has nothing in it."""
    box = [10.0, 10.0, 50.0, 50.0]
    box[at] = place
    scanned = Scanned(scanner, folder / "b.jpg", box=box)
    assert (scanned.status, scanned.lines, scanned.errors) == (2, [], [sentence("outside", "b.jpg")])


def test_how_far_it_has_come(scanner: Scanner, folder: Path):
    """Whoever waits before a screen sees which of how many files is read; a file of errors holds none of it."""
    assert Scanned(scanner, folder, tty=True).errors == ["1/3", "2/3", "3/3"]
    assert Scanned(scanner, folder).errors == []


def test_a_video(scanner: Scanner, tmp_path: Path):
    """Each frame of a video gives a line with its number, a card once frames agree; what is no video a word."""
    file = tmp_path / "cards.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
    for frame in [empty_table()] + [show("D247", pose=Pose(6, 4))] * 7:
        video.write(frame)
    video.release()
    (tmp_path / "bad.mp4").write_text("no video")
    scanned = Scanned(scanner, file, tmp_path / "bad.mp4")
    lines = [json.loads(line) for line in scanned.lines]
    told = [[read["text"] for read in line["reads"]] for line in lines]
    assert [line["frame"] for line in lines] == [f"cards.avi#{number}" for number in range(8)]
    assert (told[0], told[-1]) == ([], ["D247"])
    assert all(texts in ([], ["D247"]) for texts in told)
    assert (scanned.status, len(scanned.errors)) == (2, 1)


def test_known_endings():
    """Phones' and cameras' usual endings are known, in small letters."""
    assert {".jpg", ".jpeg", ".png", ".webp"} <= PICTURES
