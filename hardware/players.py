"""Where speech goes: the sound device, a folder, or only a memory."""

from __future__ import annotations

import shutil
import subprocess
import threading
import wave
from pathlib import Path
from typing import Protocol


class PlayerFailed(Exception):
    """Nothing was heard. `code`: `no_player` (no aplay), `no_sound` (no device, or it is taken)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Playing(Protocol):
    """One sound being played."""

    def wait(self) -> None:
        """Wait for its end, or until `stop`. Raises `PlayerFailed`."""

    def stop(self) -> None:
        """End it now, from any thread; it counts as played."""


class Player(Protocol):
    """Plays one WAV file at a time."""

    def begin(self, wav: Path, text: str) -> Playing:
        """Begin to play it, without waiting. Raises `PlayerFailed`."""


class AplayPlayer:
    """The machine's sound device, by `aplay` in a process that can be killed at once."""

    def __init__(self, device: str = "", *, program: str = "aplay") -> None:
        self._command = [program, "-q", *(["-D", device] if device else [])]

    def begin(self, wav: Path, text: str) -> Playing:
        nowhere = subprocess.DEVNULL
        try:
            process = subprocess.Popen([*self._command, str(wav)], stdin=nowhere, stdout=nowhere, stderr=nowhere)
        except OSError:
            raise PlayerFailed("no_player") from None
        return _Aplay(process, seconds(wav) + 5.0)


class _Aplay:
    def __init__(self, process: subprocess.Popen[bytes], limit_s: float) -> None:
        self._process = process
        self._limit_s = limit_s
        self._stopped = False

    def wait(self) -> None:
        try:
            failed = self._process.wait(self._limit_s) != 0
        except subprocess.TimeoutExpired:  # a device that is there but takes nothing
            self._process.kill()
            self._process.wait()
            failed = True
        if failed and not self._stopped:
            raise PlayerFailed("no_sound")

    def stop(self) -> None:
        self._stopped = True
        self._process.kill()


class FolderPlayer:
    """Keeps every WAV file in a folder, numbered in the order of speech, and is done at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.played: list[tuple[str, Path]] = []
        folder.mkdir(parents=True, exist_ok=True)

    def begin(self, wav: Path, text: str) -> Playing:
        kept = self.folder / f"{len(self.played) + 1:04d}.wav"
        shutil.copyfile(wav, kept)
        self.played.append((text, kept))
        return _Remembered(text, [], at_once=True)


class RememberingPlayer:
    """Remembers what was begun and what was cut off. Speech lasts until `finish`, or not at all with `at_once`."""

    def __init__(self, *, at_once: bool = True) -> None:
        self.cut_off: list[str] = []
        self._at_once = at_once
        self._begun: list[_Remembered] = []
        self._changed = threading.Condition()

    @property
    def begun(self) -> list[str]:
        """All that was begun, in its order."""
        with self._changed:
            return [playing.text for playing in self._begun]

    def begin(self, wav: Path, text: str) -> Playing:
        with self._changed:
            playing = _Remembered(text, self.cut_off, at_once=self._at_once)
            self._begun.append(playing)
            self._changed.notify_all()
            return playing

    def finish(self) -> None:
        """What is being said has come to its end."""
        with self._changed:
            self._begun[-1].over.set()

    def wait_for(self, *texts: str, limit_s: float = 30.0) -> bool:
        """Wait until exactly these were begun, in this order."""
        with self._changed:
            return self._changed.wait_for(lambda: tuple(playing.text for playing in self._begun) == texts, limit_s)


class _Remembered:
    def __init__(self, text: str, cut_off: list[str], *, at_once: bool) -> None:
        self.text = text
        self.over = threading.Event()
        self._cut_off = cut_off
        if at_once:
            self.over.set()

    def wait(self) -> None:
        self.over.wait()

    def stop(self) -> None:
        if not self.over.is_set():
            self._cut_off.append(self.text)
            self.over.set()


def seconds(wav: Path) -> float:
    """How long a WAV file lasts."""
    with wave.open(str(wav)) as sound:
        return int(sound.getnframes()) / int(sound.getframerate())
