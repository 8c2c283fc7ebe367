"""Readers to judge, each in a process of its own, so that each one's time and memory are its own."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.independent.assets import Picture
from benchmarks.kept_answers import keep_answers

OURS = "this reader"
Place = tuple[float, float] | None


@dataclass(frozen=True)
class Said:
    """A code that was told: `kind` and `place` (its middle, pixels) where the reader tells them, `other` what it may be
    the other way up."""

    text: str
    kind: str = ""
    place: Place = None
    other: str = ""


@dataclass(frozen=True)
class Answer:
    """What a reader said of a frame, what it took (seconds of the clock and of all processors), and the most memory
    that its process has held so far (MB)."""

    sure: tuple[Said, ...] = ()
    unsure: tuple[Said, ...] = ()
    trouble: str = ""
    seconds: float = 0.0
    processor: float = 0.0
    peak: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """As it is kept."""
        return asdict(self)


def answer_of(kept: dict[str, Any]) -> Answer:
    """An answer that was kept."""
    said = {name: tuple(_said_of(each) for each in kept[name]) for name in ("sure", "unsure")}
    return Answer(said["sure"], said["unsure"], kept["trouble"], kept["seconds"], kept["processor"], kept["peak"])


def _said_of(kept: dict[str, Any]) -> Said:
    place = kept["place"]
    return Said(kept["text"], kept["kind"], None if place is None else (place[0], place[1]), kept["other"])


class Reader:
    """A reader in its own process; `is_there` is False where it is not installed."""

    def __init__(self, name: str, answers: Path | None = None) -> None:
        """`answers` is a folder in which this reader's networks keep what they answer (kept_answers.py)."""
        self.name = name
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(name, answers, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.is_there: bool = self._line.recv()

    def read(self, picture: Picture) -> Answer:
        """What it says of a picture, (H, W, 3) uint8 BGR. Raises EOFError where its process has died."""
        self._line.send(picture)
        answer = self._line.recv()
        assert isinstance(answer, Answer)
        return answer

    def close(self) -> None:
        """Ends its process."""
        self._line.close()
        self._process.join(10)


def _serve(name: str, answers: Path | None, line: Connection) -> None:
    if answers is not None:
        keep_answers(answers)
    read = _ours() if name == OURS else _peer(name)
    line.send(read is not None)
    while read is not None:
        try:
            picture = line.recv()
        except EOFError:
            return
        began, used = time.perf_counter(), time.process_time() + _of_children()
        sure, unsure, trouble = read(picture)
        seconds = time.perf_counter() - began
        processor = time.process_time() + _of_children() - used
        line.send(Answer(sure, unsure, trouble, seconds, processor, _peak()))


_Read = Callable[[Picture], tuple[tuple[Said, ...], tuple[Said, ...], str]]


def _ours() -> _Read:
    from companion.app.codes import codes_of_all_games
    from vision.read.text_reader import TextReader
    from vision.reads import Read
    from vision.scanner import Scanner

    scanner = Scanner(TextReader(codes_of_all_games()))

    def said(reading: Read) -> Said:
        quad = reading.quad
        place = None if quad is None else (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)
        return Said(reading.text, reading.kind, place, reading.other)

    def read(picture: Picture) -> tuple[tuple[Said, ...], tuple[Said, ...], str]:
        reads = scanner.read(picture)
        return tuple(said(each) for each in reads.reads), tuple(said(each) for each in reads.unsure), reads.trouble

    return read


def _peer(name: str) -> _Read | None:
    from benchmarks.reading_peers import codes_in, peers

    reader = peers()[name]
    if reader is None:
        return None

    def read(picture: Picture) -> tuple[tuple[Said, ...], tuple[Said, ...], str]:
        return tuple(Said(text) for text in sorted(codes_in(reader(picture)))), (), ""

    return read


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _peak() -> float:
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(each).ru_maxrss for each in who) / 1024
