"""The service's side of the speech worker: text -> WAV file, with a time limit, killed and restarted when it fails."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

WORKER = (sys.executable, "-m", "hardware.voice_worker")
START_LIMIT_S = 20.0  # a Pi that has just booted reads everything from its card
RENDER_LIMIT_S = 8.0
LIMIT_PER_CHARACTER_S = 0.02
ROOT = Path(__file__).resolve().parent.parent


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
        """`voices`: the voice that speaks a language, where it is not the engine's own for it."""
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
            self._render_once(text, language, rate, volume, file)

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
        request = {
            "id": self._number,
            "text": text,
            "language": language,
            "voice": self._voices.get(language, ""),
            "rate": rate,
            "volume": volume,
            "file": str(file),
        }
        self._send(process, request)
        limit_s = self._render_limit_s + LIMIT_PER_CHARACTER_S * len(text)
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
