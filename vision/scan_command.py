"""`companion scan`: the codes in pictures, folders of pictures and videos, one line per frame."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

import cv2
import numpy as np

from vision import photo
from vision.photo import BadPicture
from vision.reads import FrameReads, Read
from vision.scanner import Scanner
from vision.watcher import CardWatcher

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg"})
_RATES, _USUAL_RATE = (0.2, 240.0), 30.0  # frames a second
MISSING = "missing"
EMPTY_FOLDER = "empty_folder"
NOT_A_VIDEO = "not_a_video"
NOT_READABLE = "not_readable"

SENTENCES = {
    MISSING: "{name} does not exist: check the path.",
    EMPTY_FOLDER: "{name} holds no pictures: put JPEG, PNG, WebP, GIF or BMP files there.",
    NOT_A_VIDEO: "{name} cannot be played as a video: check that it is whole, or convert it to MP4.",
    NOT_READABLE: "{name} may not be read: check its permissions.",
    photo.NOT_A_PICTURE: "{name} is not a picture: give a JPEG, PNG, WebP, GIF or BMP file.",
    photo.TOO_LARGE: "{name} is too large: take it with fewer megapixels.",
    photo.TOO_TINY: "{name} has too few pixels to read anything: take a larger picture.",
    photo.TORN: "{name} is cut off before its end: copy or take it again.",
    photo.BROKEN: "{name} is damaged and cannot be decoded: copy or take it again.",
}


def sentence(code: str, name: str) -> str:
    """What is wrong with a file and what to do about it, in English."""
    return SENTENCES[code].replace("{name}", name)


def scan(
    paths: Sequence[str],
    as_json: bool,
    out: TextIO,
    err: TextIO,
    say: Callable[[str, str], str] = sentence,
    scanner: Scanner | None = None,
) -> int:
    """Read all pictures and videos named by `paths` (folders stand for the pictures in them, in order of name).

    A video is followed as the camera is: a card is told of from the frame on in which several before it agree.
    Writes one line per frame to `out`; for a file that cannot be read, `say(code, name)` to `err`, and goes on with the
    others. Returns 0, or 2 when anything could not be read.
    """
    reader = scanner or Scanner()
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


def _read(path: Path, scanner: Scanner) -> Iterator[tuple[str, FrameReads | BadPicture]]:
    if path.is_dir():
        yield from _folder(path, scanner)
    elif not path.exists():
        yield str(path), BadPicture(MISSING)
    elif path.suffix.lower() in VIDEOS:
        yield from _video(path, scanner)
    else:
        yield path.name, _picture(path, scanner)


def _folder(path: Path, scanner: Scanner) -> Iterator[tuple[str, FrameReads | BadPicture]]:
    files = sorted(each for each in path.iterdir() if each.suffix.lower() in PICTURES | VIDEOS and each.is_file())
    if not files:
        yield str(path), BadPicture(EMPTY_FOLDER)
    for file in files:
        yield from _read(file, scanner)


def _picture(path: Path, scanner: Scanner) -> FrameReads | BadPicture:
    try:
        with path.open("rb") as file:
            return scanner.read(photo.decode(file.read(photo.MOST_BYTES + 1)))
    except OSError:
        return BadPicture(NOT_READABLE)
    except BadPicture as bad:
        return bad


def _video(path: Path, scanner: Scanner) -> Iterator[tuple[str, FrameReads | BadPicture]]:
    capture = cv2.VideoCapture(str(path))
    pause_s = 1 / _rate(capture.get(cv2.CAP_PROP_FPS))
    number = 0
    watcher = CardWatcher(lambda read: None, scanner.reader, clock=lambda: number * pause_s)
    try:
        while True:
            there, frame = capture.read()
            if not there:
                break
            yield f"{path.name}#{number}", watcher.on_frame(np.asarray(frame, np.uint8))
            number += 1
    finally:
        capture.release()
    if number == 0:
        yield path.name, BadPicture(NOT_A_VIDEO)


def _rate(told: float) -> float:
    """Frames a second, as a video tells them; some tell none, or nonsense."""
    return told if _RATES[0] <= told <= _RATES[1] else _USUAL_RATE
