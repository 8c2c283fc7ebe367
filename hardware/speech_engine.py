"""Text -> WAV files in memory: the service's side of the speech worker, and the phrases that were said lately."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import wave
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from hardware import cues
from hardware.natural_voices import is_natural

WORKER = (sys.executable, "-m", "hardware.voice_worker")
START_LIMIT_S = 20.0  # a Pi that has just booted reads everything from its card
RENDER_LIMIT_S = 8.0
NATURAL_LIMIT_S = 30.0  # a model of 60 MB is read from a Pi's card at its first words
LIMIT_PER_CHARACTER_S = 0.02
ROOT = Path(__file__).resolve().parent.parent

MOST_BYTES = 24 * 1024 * 1024  # about nine minutes of speech; a small Pi's memory file system is not large
ASLEEP_AFTER_S = 4.0
MEMORY = Path("/dev/shm")
PREFIX = "companion-voice-"
Key = tuple[str, str, int, float]


class EngineFailed(Exception):
    """No WAV file came. `code`: `no_engine` (it cannot start), `engine_failed`, `no_voice`, `stopped`."""

    def __init__(self, code: str, problem: str = "") -> None:
        super().__init__(f"{code}: {problem}" if problem else code)
        self.code = code
        self.problem = problem


class SpeechEngine:
    """One worker process at a time, started when it is needed. Used by one thread; `stop` may come from any."""

    def __init__(
        self,
        worker: Sequence[str] = WORKER,
        *,
        start_limit_s: float = START_LIMIT_S,
        render_limit_s: float = RENDER_LIMIT_S,
        voices: Mapping[str, str] | None = None,
    ) -> None:
        """`voices`: the voice that speaks a language, where it is not the engine's own for it. A natural one
        (`hardware/natural_voices.py`) that hangs or brings the worker down is given up for the engine's own."""
        self._worker = tuple(worker)
        self._voices = dict(voices or {})
        self._start_limit_s = start_limit_s
        self._render_limit_s = render_limit_s
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""
        self._number = 0
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The worker's process id while one runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def render(self, text: str, language: str, rate: int, volume: float, file: Path) -> None:
        """Write `text` as speech to `file`. A worker that hangs or dies is replaced, and asked once more.

        Raises `EngineFailed`.
        """
        try:
            self._render_once(text, language, rate, volume, file)
        except EngineFailed as failed:
            if failed.code != "engine_failed":
                raise
            if is_natural(self._voices.get(language, "")):
                self._voices[language] = ""
            self._render_once(text, language, rate, volume, file)

    def choose(self, language: str, voice: str) -> None:
        """From the next words on this voice speaks this language; "": the engine's own."""
        self._voices[language] = voice

    def stop(self) -> None:
        """End the worker at once, and start no other. Whoever waits for it gets `EngineFailed("stopped")`."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Free what a stopped worker leaves behind; nobody may be rendering."""
        self.stop()
        self._kill()

    def _render_once(self, text: str, language: str, rate: int, volume: float, file: Path) -> None:
        process = self._running()
        self._number += 1
        request: dict[str, Any] = {
            "id": self._number,
            "text": text,
            "language": language,
            "voice": self._voices.get(language, ""),
            "rate": rate,
            "volume": volume,
            "file": str(file),
        }
        self._send(process, request)
        usual_s = NATURAL_LIMIT_S if is_natural(request["voice"]) else self._render_limit_s
        limit_s = usual_s + LIMIT_PER_CHARACTER_S * len(text)
        answer = self._answer(process, limit_s)
        if answer.get("id") != self._number or answer.get("problem") == "engine_failed":
            self._kill()
            raise EngineFailed("engine_failed", "no file was written")
        if answer.get("problem"):
            raise EngineFailed(str(answer["problem"]))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._kill()
        process = self._start()
        try:
            hello = self._answer(process, self._start_limit_s)
        except EngineFailed as failed:
            raise EngineFailed("stopped" if failed.code == "stopped" else "no_engine", failed.problem) from None
        if not hello.get("ready"):
            self._kill()
            raise EngineFailed("no_engine", str(hello.get("problem", "")))
        return process

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
        with self._lock:
            if self._stopped:
                raise EngineFailed("stopped")
            try:
                self._process = subprocess.Popen(
                    self._worker,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    env=environment,
                )
            except OSError as problem:
                raise EngineFailed("no_engine", str(problem)) from None
            self._buffer = b""
            return self._process

    def _send(self, process: subprocess.Popen[bytes], request: dict[str, Any]) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
        except (OSError, ValueError):
            self._kill()
            raise EngineFailed("engine_failed", "the engine has ended") from None

    def _answer(self, process: subprocess.Popen[bytes], limit_s: float) -> dict[str, Any]:
        """The next line of the worker within the limit; a worker that gives none is killed."""
        until = time.monotonic() + limit_s
        while b"\n" not in self._buffer:
            data = self._read(process, until - time.monotonic())
            if not data:
                ended = process.poll()
                self._kill()
                problem = "the engine gave no answer" if ended is None else f"the engine has ended with {ended}"
                raise EngineFailed("stopped" if self._stopped else "engine_failed", problem)
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        return answer if isinstance(answer, dict) else {}

    def _read(self, process: subprocess.Popen[bytes], left_s: float) -> bytes:
        assert process.stdout is not None
        try:
            ready, _, _ = select.select([process.stdout], [], [], max(left_s, 0.0))
            return os.read(process.stdout.fileno(), 65536) if ready else b""
        except OSError:
            return b""

    def _kill(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be written has no reader any more
                    pipe.close()


class SpeechCache:
    """Renders what is new, keeps what was said, forgets what was said longest ago. Used by one thread."""

    def __init__(self, engine: SpeechEngine, lead_s: float) -> None:
        self._engine = engine
        self._lead_s = lead_s
        self._folder = _own_folder()
        self._kept: OrderedDict[Key, Path] = OrderedDict()
        self._stale: deque[str] = deque()  # languages that another voice speaks by now
        self._number = 0
        self._played_s: float | None = None

    def wav(self, text: str, language: str, rate: int, volume: float) -> Path:
        """The file that says this, with silence before it where the sound device may have fallen asleep.

        Raises `EngineFailed`.
        """
        self._forget_stale()
        key = (text, language, rate, volume)
        if key not in self._kept:
            self._kept[key] = self._render(key)
            self._make_room()
        self._kept.move_to_end(key)
        return self._with_lead(self._kept[key])

    def cue(self, name: str, volume: float) -> Path:
        """The file of a cue, with silence before it likewise."""
        file = self._folder / f"{name}-{round(100 * volume)}.wav"
        if not file.exists():
            file.write_bytes(cues.wav(name, volume))
        return self._with_lead(file)

    def played(self) -> None:
        """The sound device has just been awake."""
        self._played_s = monotonic()

    def choose(self, language: str, voice: str) -> None:
        """Another voice speaks this language from the next words on; from any thread."""
        self._engine.choose(language, voice)
        self._stale.append(language)

    def interrupt(self) -> None:
        """End the engine for good, from any thread."""
        self._engine.stop()

    def remove(self) -> None:
        """Clean up after `interrupt`, when nobody renders any more."""
        self._engine.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _forget_stale(self) -> None:
        while self._stale:
            language = self._stale.popleft()
            for key in [key for key in self._kept if key[1] == language]:
                self._kept.pop(key).unlink(missing_ok=True)

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
