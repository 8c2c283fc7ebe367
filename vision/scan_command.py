"""`companion scan`: the codes in pictures, folders of pictures and videos, one line per frame."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import cv2
import numpy as np

from vision.find.boxes import box_of
from vision.photos.decode import BROKEN, HEIC, MOST_BYTES, NOT_A_PICTURE, TOO_LARGE, TOO_TINY, TORN, BadPicture, decode
from vision.reads import Frame, FrameReads, Quad, Read
from vision.scanner import Scanner
from vision.track.watcher import CardWatcher

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg"})
_RATES, _USUAL_RATE = (0.2, 240.0), 30.0  # frames a second
MISSING = "missing"
EMPTY_FOLDER = "empty_folder"
NOT_A_VIDEO = "not_a_video"
NOT_READABLE = "not_readable"
OUTSIDE = "outside"
_LEAST_BOX = 4.0  # pixels of a box's shorter side

SENTENCES = {
    MISSING: "{name} does not exist: check the path.",
    EMPTY_FOLDER: "{name} holds no pictures: put JPEG, PNG, WebP, GIF or BMP files there.",
    NOT_A_VIDEO: "{name} cannot be played as a video: check that it is whole, or convert it to MP4.",
    NOT_READABLE: "{name} may not be read: check its permissions.",
    OUTSIDE: "{name} has nothing in this box: give its left and top edge, its width and its height in pixels.",
    HEIC: "{name} is a HEIC picture, which cannot be read here: have your phone save JPEG, or send it from the page.",
    NOT_A_PICTURE: "{name} is not a picture: give a JPEG, PNG, WebP, GIF or BMP file.",
    TOO_LARGE: "{name} is too large: take it with fewer megapixels.",
    TOO_TINY: "{name} has too few pixels to read anything: take a larger picture.",
    TORN: "{name} is cut off before its end: copy or take it again.",
    BROKEN: "{name} is damaged and cannot be decoded: copy or take it again.",
}


def sentence(code: str, name: str) -> str:
    """What is wrong with a file and what to do about it, in English."""
    return SENTENCES[code].replace("{name}", name)


def scan(
    paths: Sequence[str],
    as_json: bool,
    out: TextIO,
    err: TextIO,
    scanner: Scanner,
    say: Callable[[str, str], str] = sentence,
    box: Sequence[float] | None = None,
) -> int:
    """Read all pictures and videos named by `paths` (folders stand for the pictures in them, in order of name).

    A video is followed as the camera is: a card is told of from the frame on in which several before it agree.
    With a `box` (left, top, width, height in pixels) only the code in it is read, in each picture.
    Writes one line per frame to `out`; for a file that cannot be read, `say(code, name)` to `err`, and goes on with the
    others. Returns 0, or 2 when anything could not be read.
    """
    reader = _Stills(scanner, None if box is None else box_of(box), err)
    line = json_line if as_json else plain_line
    failed = False
    for path in map(Path, paths):
        for name, reads in _read(path, reader):
            if isinstance(reads, BadPicture):
                failed = True
                print(say(reads.code, name), file=err, flush=True)
            else:
                print(line(name, reads), file=out, flush=True)
    return 2 if failed else 0


@dataclass(frozen=True)
class _Stills:
    """How single pictures are read: whole, or in a box of each."""

    scanner: Scanner
    box: Quad | None = None
    out: TextIO | None = None  # where somebody may sit before a screen and wait

    def progress(self, number: int, of: int) -> None:
        """Show which file of a folder is read, on a line that the next one takes the place of."""
        if self.out is not None and self.out.isatty():
            print(f"{number}/{of}", end="\r", file=self.out, flush=True)

    def read(self, frame: Frame) -> FrameReads:
        if self.box is None:
            return self.scanner.read(frame)
        inside = np.clip(self.box, 0, np.array([frame.shape[1], frame.shape[0]], np.float32))
        if not float(np.ptp(inside, axis=0).min()) >= _LEAST_BOX:  # nor where it is no number
            raise BadPicture(OUTSIDE)
        return self.scanner.read_box(frame, np.asarray(inside, np.float32))


def json_line(name: str, reads: FrameReads) -> str:
    """One frame as one line of JSON."""
    sure, unsure = ([read.as_json() for read in part] for part in (reads.reads, reads.unsure))
    return json.dumps({"frame": name, "reads": sure, "unsure": unsure}, ensure_ascii=False)


def plain_line(name: str, reads: FrameReads) -> str:
    """One frame as one line for people: the codes, an unsure one with a question mark."""
    codes = [read.text for read in reads.reads] + [f"{read.text}?" for read in _by_text(reads.unsure)]
    return f"{name}: {' '.join(codes) or '-'}"


def _by_text(reads: Sequence[Read]) -> list[Read]:
    return list({read.text: read for read in reads}.values())


def _read(path: Path, stills: _Stills) -> Iterator[tuple[str, FrameReads | BadPicture]]:
    if path.is_dir():
        yield from _folder(path, stills)
    elif not path.exists():
        yield str(path), BadPicture(MISSING)
    elif not path.is_file():  # a pipe has no end as long as somebody may write into it
        yield str(path), BadPicture(NOT_A_PICTURE)
    elif path.suffix.lower() in VIDEOS:
        yield from _video(path, stills)
    else:
        yield path.name, _picture(path, stills)


def _folder(path: Path, stills: _Stills) -> Iterator[tuple[str, FrameReads | BadPicture]]:
    try:
        files = sorted(each for each in path.iterdir() if each.suffix.lower() in PICTURES | VIDEOS and each.is_file())
    except OSError:
        yield str(path), BadPicture(NOT_READABLE)
        return
    if not files:
        yield str(path), BadPicture(EMPTY_FOLDER)
    for number, file in enumerate(files, 1):
        stills.progress(number, len(files))
        yield from _read(file, stills)


def _picture(path: Path, stills: _Stills) -> FrameReads | BadPicture:
    try:
        with path.open("rb") as file:
            return stills.read(decode(file.read(MOST_BYTES + 1)))
    except OSError:
        return BadPicture(NOT_READABLE)
    except BadPicture as bad:
        return bad


def _video(path: Path, stills: _Stills) -> Iterator[tuple[str, FrameReads | BadPicture]]:
    capture = cv2.VideoCapture(str(path))
    pause_s = 1 / _rate(capture.get(cv2.CAP_PROP_FPS))
    number = 0
    watcher = CardWatcher(lambda read: None, stills.scanner.reader, clock=lambda: number * pause_s)
    try:
        while True:
            there, frame = capture.read()
            if not there:
                break
            seen = np.asarray(frame, np.uint8)
            yield f"{path.name}#{number}", watcher.on_frame(seen) if stills.box is None else stills.read(seen)
            number += 1
    finally:
        capture.release()
    if number == 0:
        yield path.name, BadPicture(NOT_A_VIDEO)


def _rate(told: float) -> float:
    """Frames a second, as a video tells them; some tell none, or nonsense."""
    return told if _RATES[0] <= told <= _RATES[1] else _USUAL_RATE
