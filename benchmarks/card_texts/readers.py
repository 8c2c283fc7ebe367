"""Readers of a card's print: ours, and others where they are installed."""

from __future__ import annotations

import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2

from vision.photos.card_photo import cut_out, find_card
from vision.reads import Frame
from vision.text.printed import ICON, Block, PrintedText, Word
from vision.text.read import LONGEST, read_text


@dataclass(frozen=True)
class Reading:
    """What a reader made of a photo: its words in reading order, those that it doubts, and its blocks as kind and
    text where it tells them."""

    words: tuple[str, ...]
    doubtful: frozenset[int] = frozenset()
    blocks: tuple[tuple[str, str], ...] = ()


Reader: TypeAlias = Callable[[Frame, str], Reading]  # a photo and its language
NAMES = ("ours", "rapidocr", "tesseract")


def reader(name: str) -> Reader | None:
    """The reader of this name; None where it is not installed."""
    cv2.setNumThreads(1)
    return {"ours": lambda: _ours, "rapidocr": _rapid_ocr, "tesseract": _tesseract}[name]()


def _ours(frame: Frame, language: str) -> Reading:
    return _reading(read_text(frame, {language}))


def _reading(found: PrintedText) -> Reading:
    words = [
        word for block in found.blocks for word in (*_label(block), *(w for line in block.lines for w in line.words))
    ]
    words = [word for word in words if word.text.strip(".,;:!?") != ICON]
    blocks = tuple((f"{one.kind} {one.number}" if one.number else str(one.kind), one.text) for one in found.blocks)
    doubtful = frozenset(at for at, word in enumerate(words) if word.doubtful)
    return Reading(tuple(word.text for word in words), doubtful, blocks)


def _label(block: Block) -> tuple[Word, ...]:
    """The number of an option, which is print as well."""
    return (Word(str(block.number), 1.0, False, block.quad),) if block.number else ()


def card_of(frame: Frame) -> Frame:
    """The card, cut out as for ours: the others are not to be measured on the table."""
    quad = find_card(frame)
    return frame if quad is None else cut_out(frame, quad, LONGEST)


def _rapid_ocr() -> Reader | None:
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return None
    engine = RapidOCR(params={"EngineConfig.onnxruntime.intra_op_num_threads": 1})

    def read(frame: Frame, language: str) -> Reading:
        found: Any = engine(card_of(frame))
        return Reading(tuple(word for line in found.txts or () for word in line.split()))

    return read


def _tesseract() -> Reader | None:
    if shutil.which("tesseract") is None:
        return None

    def read(frame: Frame, language: str) -> Reading:
        picture = cv2.imencode(".bmp", card_of(frame))[1].tobytes()
        command = ["tesseract", "stdin", "stdout", "-l", {"en": "eng", "pl": "pol"}[language], "--psm", "3"]
        told = subprocess.run(command, input=picture, capture_output=True, check=False).stdout
        return Reading(tuple(told.decode("utf-8", "replace").split()))

    return read


def processor_s() -> float:
    """Seconds of the processor so far, those of ended children too."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def most_memory_mb() -> float:
    """The most memory that this process, or a child of it, had."""
    of = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in of) / 1024
