"""Other readers of text, for comparison on the same frames: Tesseract and RapidOCR (3.10 and later), where they
are installed."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from typing import Any

import cv2

from companion.app.codes import codes_of_all_games
from vision.reads import CARD_ID, NUMBOX, Frame

_TEXT = re.compile(r"[#0-9A-Z/]+")


def peers() -> dict[str, Callable[[Frame], list[str]] | None]:
    """Each peer's reader of a frame's texts; None where it is not installed."""
    return {"Tesseract": _tesseract(), "RapidOCR": _rapid_ocr()}


def codes_in(texts: list[str]) -> set[str]:
    """What is a code among the texts of a reader that knows nothing of codes: the same grammar as ours."""
    joined = [text.strip() for text in texts] + [text.replace(" ", "") for text in texts]
    words = {word for text in joined for word in text.split()}
    whole = {word for word in words if _TEXT.fullmatch(word)}
    fits = (codes_of_all_games().fit(word, kind) for word in whole for kind in (CARD_ID, NUMBOX))
    return {fit.code for fit in fits if fit is not None}


def _tesseract() -> Callable[[Frame], list[str]] | None:
    if shutil.which("tesseract") is None:
        return None

    def read(frame: Frame) -> list[str]:
        picture = cv2.imencode(".bmp", frame)[1].tobytes()
        command = ["tesseract", "stdin", "stdout", "--psm", "11", "tsv"]
        told = subprocess.run(command, input=picture, capture_output=True, check=False).stdout.decode(
            "utf-8", "replace"
        )
        rows = csv.DictReader(io.StringIO(told), delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row["text"] for row in rows if row.get("text") and float(row["conf"]) > 50]

    return read


def _rapid_ocr() -> Callable[[Frame], list[str]] | None:
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return None
    engine = RapidOCR()

    def read(frame: Frame) -> list[str]:
        found: Any = engine(frame)
        pairs = zip(found.txts or (), found.scores or (), strict=True)
        return [unicodedata.normalize("NFKC", text) for text, confidence in pairs if float(confidence) > 0.5]

    return read
