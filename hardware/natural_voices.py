"""More natural voices than espeak's, where they are installed: an extra, in the speech worker's process alone.

A voice has a name: `hibari` (English, inside its package), or the path of a Piper voice such as
`pl_PL-gosia-medium.onnx`, with its `.onnx.json` beside it. Their packages are imported only when one is to speak.
"""

from __future__ import annotations

import json
import os
import wave
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

HIBARI = "hibari"
USUAL_RATE = 165  # words a minute, at which a voice speaks at its own pace


class NaturalVoice(NamedTuple):  # `dataclasses` is a megabyte that the speech worker has no other use for
    """A voice that can speak here: its name, the language that it speaks (`pl`), and what people call it."""

    name: str
    language: str
    title: str


class Writer(Protocol):
    """A loaded voice: writes `text` as a WAV file; `rate` in words a minute, `volume` from 0.0 to 1.0."""

    def write(self, text: str, rate: int, volume: float, file: Path) -> None: ...


def is_natural(name: str) -> bool:
    """Whether this names a voice of this module, installed or not."""
    return name == HIBARI or name.endswith(".onnx")


def installed(folder: Path) -> list[NaturalVoice]:
    """The voices that can speak here: those whose package is installed; Piper's are the files in `folder`."""
    found = list(_piper_voices(folder)) if _is_there("piper") else []
    if _is_there("hibari"):
        found.append(NaturalVoice(HIBARI, "en", "Hibari"))
    return found


def load(name: str, language: str) -> Writer:
    """The voice of this name, for texts in this language. Raises whatever is wrong: no package, file or language."""
    if name != HIBARI:
        return _Piper(Path(name))
    if language.split("-")[0] != "en":
        raise ValueError(f"{name} does not speak {language}")
    return _Hibari()


def _is_there(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def _piper_voices(folder: Path) -> Iterator[NaturalVoice]:
    for model in sorted(folder.glob("*.onnx")):
        try:
            about = json.loads(Path(f"{model}.json").read_text("utf-8"))
            language, title = about["language"]["family"], about.get("dataset") or model.stem
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue  # not a voice of Piper's, or only half of one
        if isinstance(language, str) and isinstance(title, str):
            yield NaturalVoice(str(model.resolve()), language, title)


class _Piper:
    def __init__(self, model: Path) -> None:
        piper: Any = import_module("piper")
        self._voice = piper.PiperVoice.load(str(model))
        self._config = piper.SynthesisConfig
        self._pace: float = self._voice.config.length_scale or 1.0

    def write(self, text: str, rate: int, volume: float, file: Path) -> None:
        asked = self._config(length_scale=self._pace * USUAL_RATE / rate, volume=volume)
        with wave.open(str(file), "wb") as sound:
            self._voice.synthesize_wav(text, sound, syn_config=asked)


class _Hibari:
    def __init__(self) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # it stands on ONNX Runtime, which notes for its makers what is done
        hibari: Any = import_module("hibari")
        self._voice = hibari.Hibari()
        self._write = hibari.write_wav

    def write(self, text: str, rate: int, volume: float, file: Path) -> None:
        self._write(str(file), self._voice(text, speed=rate / USUAL_RATE) * volume)
