"""The speech engine in a process of its own: reads one request a line, writes one WAV file, answers in one line.

Nothing here is imported by the service: whatever the engine does, crash or hang, it does to this process only.

    <- {"ready": true}                                                        or {"ready": false, "problem": "..."}
    -> {"id": 1, "text": "Hunger rose to 8.", "language": "en-gb", "voice": "", "rate": 165, "volume": 1.0,
        "file": "/dev/shm/x.wav"}
    <- {"id": 1, "problem": ""}                                               or "no_voice", "engine_failed"

`voice` may be a natural one (`hardware/natural_voices.py`); where it cannot speak, the engine's own voice does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from hardware import natural_voices

FILE_LIMIT_S = 3.0  # the engine may say that it has finished before the file is there
HEADER_BYTES = 44


class NoVoice(Exception):
    """There is no voice for this language."""


def main() -> None:
    """Serve requests until the input ends, or the parent does."""
    answers = _take_stdout()
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), name="parent", daemon=True).start()
    try:
        import pyttsx3

        engine = pyttsx3.init("espeak")
        engine.proxy.setBusy(False)  # else the first settings wait in a queue until the first words are under way
        voices = _voices(engine)
    except Exception as problem:
        _answer(answers, {"ready": False, "problem": f"{type(problem).__name__}: {problem}"})
        return
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        _answer(answers, {"id": request["id"], "problem": _speak(engine, voices, request)})


_loaded: dict[tuple[str, str], natural_voices.Writer | None] = {}  # None: it was tried, and cannot speak


def _speaks_naturally(request: Mapping[str, Any]) -> bool:
    """Whether a natural voice has written the file; never an error, since the engine's own can always do it."""
    name, file = request.get("voice", ""), Path(request["file"])
    key = name, request["language"]
    if not natural_voices.is_natural(name):
        return False
    try:
        if key not in _loaded:
            _loaded[key] = None
            _loaded[key] = natural_voices.load(*key)
        writer = _loaded[key]
        if writer is None:
            return False
        writer.write(request["text"], request["rate"], request["volume"], file)
        return file.stat().st_size > HEADER_BYTES
    except Exception as problem:
        sys.stderr.write(f"{name}: {type(problem).__name__}: {problem}\n")
        return False


def _speak(engine: Any, voices: Mapping[str, str], request: Mapping[str, Any]) -> str:
    try:
        if _speaks_naturally(request):
            return ""
        Path(request["file"]).touch()  # the engine says nothing of a file that it cannot write
        engine.setProperty("voice", _voice_for(voices, request["language"], request.get("voice", "")))
        engine.setProperty("rate", request["rate"])
        engine.setProperty("volume", request["volume"])
        _settle()
        engine.save_to_file(request["text"], request["file"])
        engine.runAndWait()
        written = _written(Path(request["file"]))
        _settle()
        return "" if written else "engine_failed"
    except NoVoice:
        return "no_voice"
    except Exception:
        return "engine_failed"


def _settle() -> None:
    """Wait until espeak has taken in what it was told: pyttsx3 cancels it before each utterance when it finds it busy,
    and with it the settings that are still on their way."""
    from pyttsx3.drivers import _espeak

    _espeak.Synchronize()


def _voices(engine: Any) -> dict[str, str]:
    """Language code -> voice id; the first voice of a language is its usual one."""
    found: dict[str, str] = {}
    for voice in engine.getProperty("voices"):
        for code in [*voice.languages, voice.id.rsplit("/", 1)[-1]]:
            found.setdefault(code.strip().lower(), voice.id)
    return found


def _voice_for(voices: Mapping[str, str], language: str, voice: str = "") -> str:
    """The voice that is wished for, such as `mb-pl1`, or `pl+f2` for a variant; else the language's own."""
    name, plus, variant = voice.strip().lower().partition("+")
    if name in voices:
        return voices[name] + plus + variant
    code = language.lower().replace("_", "-")
    for wanted in (code, code.split("-")[0]):
        if wanted in voices:
            return voices[wanted]
    raise NoVoice(language)


def _written(path: Path) -> bool:
    """Wait until the file is whole: it is there, longer than its header, and no longer growing."""
    until = time.monotonic() + FILE_LIMIT_S
    size = -1
    while time.monotonic() < until:
        now = path.stat().st_size if path.exists() else 0
        if now > HEADER_BYTES and now == size:
            return True
        size = now
        time.sleep(0.002)
    return False


def _take_stdout() -> TextIO:
    """Keep stdout for answers and send what libraries print to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _answer(answers: TextIO, answer: Mapping[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)


if __name__ == "__main__":
    main()
