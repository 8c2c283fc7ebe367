"""Phrases as WAV files in memory, each rendered once."""

from __future__ import annotations

import os
import shutil
import tempfile
import wave
from collections import OrderedDict
from pathlib import Path
from time import monotonic

from hardware.speech_engine import SpeechEngine

MOST_BYTES = 24 * 1024 * 1024  # about nine minutes of speech; a small Pi's memory file system is not large
ASLEEP_AFTER_S = 4.0
MEMORY = Path("/dev/shm")
PREFIX = "companion-voice-"

Key = tuple[str, str, int, float]


class Phrases:
    """Renders what is new, keeps what was said, forgets what was said longest ago. Used by one thread."""

    def __init__(self, engine: SpeechEngine, lead_s: float) -> None:
        self._engine = engine
        self._lead_s = lead_s
        self._folder = _own_folder()
        self._kept: OrderedDict[Key, Path] = OrderedDict()
        self._number = 0
        self._played_s: float | None = None

    def wav(self, text: str, language: str, rate: int, volume: float) -> Path:
        """The file that says this, with silence before it where the sound device may have fallen asleep.

        Raises `EngineFailed`.
        """
        key = (text, language, rate, volume)
        if key not in self._kept:
            self._kept[key] = self._render(key)
            self._make_room()
        self._kept.move_to_end(key)
        return self._with_lead(self._kept[key])

    def played(self) -> None:
        """The sound device has just been awake."""
        self._played_s = monotonic()

    def interrupt(self) -> None:
        """End the engine for good, from any thread."""
        self._engine.stop()

    def remove(self) -> None:
        """Clean up after `interrupt`, when nobody renders any more."""
        self._engine.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _render(self, key: Key) -> Path:
        self._number += 1
        file = self._folder / f"{self._number}.wav"
        try:
            self._engine.render(*key, file)
        except Exception:
            file.unlink(missing_ok=True)
            raise
        return file

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(file.stat().st_size for file in self._kept.values()) > MOST_BYTES:
            self._kept.popitem(last=False)[1].unlink(missing_ok=True)

    def _with_lead(self, file: Path) -> Path:
        awake = self._played_s is not None and monotonic() - self._played_s < ASLEEP_AFTER_S
        if self._lead_s <= 0.0 or awake:
            return file
        led = self._folder / "led.wav"
        with wave.open(str(file)) as spoken, wave.open(str(led), "wb") as out:
            out.setparams(spoken.getparams())
            silent = round(self._lead_s * spoken.getframerate())
            out.writeframes(bytes(silent * spoken.getnchannels() * spoken.getsampwidth()))
            out.writeframes(spoken.readframes(spoken.getnframes()))
        return led


def _own_folder() -> Path:
    """A folder in memory where there is one; those of services that were killed are removed."""
    base = MEMORY if os.access(MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for old in base.glob(f"{PREFIX}*"):
        owner = old.name.removeprefix(PREFIX).split("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists():
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=base))
