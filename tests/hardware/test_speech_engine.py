"""The engine in its own process, and the phrases that were said lately."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware import speech_engine
from hardware.players import seconds
from hardware.speech_engine import PREFIX, EngineFailed, SpeechCache, SpeechEngine

HANGS = "import time; print('{\"ready\": true}', flush=True); time.sleep(600)"
NEVER_READY = "import time; time.sleep(600)"
GARBAGE = "import time; print('{\"ready\": true}\\nwhat?', flush=True); time.sleep(600)"
NO_ENGINE = 'print(\'{"ready": false, "problem": "OSError: libespeak-ng.so.1"}\', flush=True)'
# Hangs at its first life, works at its second: a worker that was replaced.
HANGS_ONCE = """
import json, pathlib, sys, time
first = pathlib.Path(sys.argv[1])
print('{"ready": true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if not first.exists():
        first.touch()
        time.sleep(600)
    pathlib.Path(request["file"]).write_bytes(b"speech")
    print(json.dumps({"id": request["id"], "problem": ""}), flush=True)
"""


def python(code: str, *args: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code, *args)


@pytest.fixture
def engine() -> Iterator[SpeechEngine]:
    engine = SpeechEngine()
    yield engine
    engine.close()


def speak(engine: SpeechEngine, text: str, file: Path, rate: int = 165, volume: float = 1.0) -> Path:
    engine.render(text, "en-gb", rate, volume, file)
    return file


def loudness(file: Path) -> np.ndarray:
    """Root mean square of each 50 ms, of full scale."""
    with wave.open(str(file)) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), dtype="<i2") / 32768.0
        width = sound.getframerate() // 20
    return np.sqrt(np.mean(samples[: len(samples) // width * width].reshape(-1, width) ** 2, axis=1))


@pytest.mark.voice
def test_the_file_holds_speech(engine: SpeechEngine, tmp_path: Path) -> None:
    """Most of a sentence's time is loud and its loudness goes up and down, as syllables do."""
    loud = loudness(speak(engine, "The generator broke down, and hunger rose to eight.", tmp_path / "a.wav"))
    assert np.mean(loud > 0.02) > 0.5
    assert np.percentile(loud, 90) > 3 * np.percentile(loud, 10)


@pytest.mark.voice
def sound(file: Path) -> np.ndarray:
    with wave.open(str(file)) as spoken:
        return np.frombuffer(spoken.readframes(spoken.getnframes()), np.int16)


def test_polish_is_spoken_by_a_polish_voice(engine: SpeechEngine, tmp_path: Path) -> None:
    """A Polish sentence is spoken, and otherwise than an English voice would read it."""
    text = "Dobierzcie kartę i wrzućcie trzy kostki do szufladki."
    engine.render(text, "pl", 165, 1.0, tmp_path / "pl.wav")
    engine.render(text, "en", 165, 1.0, tmp_path / "en.wav")
    polish, english = sound(tmp_path / "pl.wav"), sound(tmp_path / "en.wav")
    assert 2.0 < seconds(tmp_path / "pl.wav") < 8.0
    assert np.abs(polish).max() > 3000
    assert len(polish) != len(english)


def test_another_voice_can_be_chosen(tmp_path: Path) -> None:
    """A language's voice is the one that is set, where it is installed; else the engine's own."""
    said = {}
    for voice in ("", "pl+f2", "mb-none9"):
        chosen = SpeechEngine(voices={"pl": voice})
        chosen.render("Dzień dobry.", "pl", 165, 1.0, tmp_path / "one.wav")
        chosen.close()
        said[voice] = (tmp_path / "one.wav").read_bytes()
    assert said["pl+f2"] != said[""]
    assert said["mb-none9"] == said[""]


def test_more_words_take_longer(engine: SpeechEngine, tmp_path: Path) -> None:
    """Duration grows with the words: at 165 words a minute twelve more take three to seven seconds more."""
    few = seconds(speak(engine, "Hunger rose to eight.", tmp_path / "few.wav"))
    many = seconds(speak(engine, "Hunger rose to eight. " * 4, tmp_path / "many.wav"))
    assert 0.7 < few < 3.0
    assert 3.0 < many - few < 7.0


@pytest.mark.voice
def test_rate_and_volume_hold_for_every_utterance(engine: SpeechEngine, tmp_path: Path) -> None:
    """Every utterance has its own rate and volume, in whatever order: none is lost on its way to the engine."""
    text = "Hunger rose to eight."
    for number in range(6):
        slow = seconds(speak(engine, text, tmp_path / f"{number}s.wav", rate=110))
        fast = seconds(speak(engine, text, tmp_path / f"{number}f.wav", rate=300))
        assert slow > 2.0 * fast
    loud = loudness(speak(engine, text, tmp_path / "loud.wav")).max()
    low = loudness(speak(engine, text, tmp_path / "low.wav", volume=0.25)).max()
    assert low < 0.5 * loud


@pytest.mark.voice
def test_a_killed_engine_comes_back(engine: SpeechEngine, tmp_path: Path) -> None:
    """After `kill -9` of the worker the next utterance is spoken all the same, by another process."""
    speak(engine, "One.", tmp_path / "1.wav")
    first = engine.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert seconds(speak(engine, "Two.", tmp_path / "2.wav")) > 0.2
    assert engine.pid not in (None, first)


@pytest.mark.voice
def test_an_engine_killed_at_work_speaks_all_the_same(engine: SpeechEngine, tmp_path: Path) -> None:
    """A worker that dies in the middle of a sentence is replaced and asked again."""
    speak(engine, "One.", tmp_path / "1.wav")
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGSTOP)  # so that it surely is at work when it dies
    threading.Timer(0.2, os.kill, (engine.pid, signal.SIGKILL)).start()
    assert seconds(speak(engine, "Two.", tmp_path / "2.wav")) > 0.2


@pytest.mark.voice
def test_text_that_looks_like_anything_is_only_spoken(engine: SpeechEngine, tmp_path: Path) -> None:
    """Quotes, markup, options, other alphabets and line ends make speech, and no harm."""
    for number, text in enumerate(['say "no"', "<speak>x</speak>", "-f /etc/passwd", "żółć 火 🎲 eight", "a'; b"]):
        assert seconds(speak(engine, text, tmp_path / f"{number}.wav")) > 0.2


@pytest.mark.voice
def test_a_folder_that_cannot_be_written(engine: SpeechEngine, tmp_path: Path) -> None:
    """No file is a failure with a code, and the engine works again afterwards."""
    with pytest.raises(EngineFailed) as failed:
        speak(engine, "One.", tmp_path / "nowhere" / "1.wav")
    assert failed.value.code == "engine_failed"
    assert seconds(speak(engine, "Two.", tmp_path / "2.wav")) > 0.2


def test_a_hanging_engine_is_replaced(tmp_path: Path) -> None:
    """A worker that does not answer in time is killed, and its successor says the same sentence."""
    engine = SpeechEngine(python(HANGS_ONCE, str(tmp_path / "first")), render_limit_s=0.3)
    engine.render("One.", "en-gb", 165, 1.0, tmp_path / "1.wav")
    assert (tmp_path / "1.wav").read_bytes() == b"speech"
    engine.close()


def test_an_engine_that_always_hangs_is_given_up(tmp_path: Path) -> None:
    """Twice too late is a failure, and no process is left."""
    engine = SpeechEngine(python(HANGS), render_limit_s=0.2)
    with pytest.raises(EngineFailed) as failed:
        engine.render("One.", "en-gb", 165, 1.0, tmp_path / "1.wav")
    assert failed.value.code == "engine_failed"
    assert engine.pid is None
    engine.close()


@pytest.mark.parametrize(
    ("worker", "code"),
    [
        (python(NEVER_READY), "no_engine"),
        (python(NO_ENGINE), "no_engine"),
        (python("raise SystemExit(3)"), "no_engine"),
        (("no-such-program",), "no_engine"),
        (python(GARBAGE), "engine_failed"),
    ],
)
def test_bad_workers_give_a_code(worker: tuple[str, ...], code: str, tmp_path: Path) -> None:
    """Whatever is wrong with the worker, the caller gets a code and no process stays."""
    engine = SpeechEngine(worker, start_limit_s=1.0, render_limit_s=0.3)
    with pytest.raises(EngineFailed) as failed:
        engine.render("One.", "en-gb", 165, 1.0, tmp_path / "1.wav")
    assert failed.value.code == code
    engine.close()
    assert engine.pid is None


def test_stop_ends_a_hanging_render_at_once(tmp_path: Path) -> None:
    """Whoever waits for a worker that hangs is freed by `stop` from another thread, long before the limit."""
    engine = SpeechEngine(python(HANGS), render_limit_s=60.0)
    codes: list[str] = []

    def render() -> None:
        try:
            engine.render("One.", "en-gb", 165, 1.0, tmp_path / "1.wav")
        except EngineFailed as failed:
            codes.append(failed.code)

    thread = threading.Thread(target=render)
    thread.start()
    until = time.monotonic() + 20.0
    while engine.pid is None and time.monotonic() < until:
        time.sleep(0.01)
    engine.stop()
    thread.join(20.0)
    engine.close()
    assert codes == ["stopped"]


class CountingEngine(SpeechEngine):
    """Writes a thousand bytes for every text and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.rendered: list[str] = []
        self.fail = False

    def render(self, text: str, language: str, rate: int, volume: float, file: Path) -> None:
        self.rendered.append(text)
        file.write_bytes(bytes(1000))
        if self.fail:
            raise EngineFailed("engine_failed")


@pytest.fixture
def counting_engine() -> CountingEngine:
    return CountingEngine()


def test_a_phrase_is_rendered_once(counting_engine: CountingEngine) -> None:
    """The same words in the same voice come from memory; another voice is another phrase."""
    kept = SpeechCache(counting_engine, 0.0)
    first = kept.wav("one", "en-gb", 165, 1.0)
    assert kept.wav("one", "en-gb", 165, 1.0) == first
    assert kept.wav("one", "pl", 165, 1.0) != first
    assert counting_engine.rendered == ["one", "one"]
    kept.remove()


def test_another_voice_says_its_language_anew(counting_engine: CountingEngine) -> None:
    """What it said before is not played in the old voice; other languages stay as they are."""
    kept = SpeechCache(counting_engine, 0.0)
    for language in ("en", "pl", "en"):
        kept.wav("one", language, 165, 1.0)
    kept.choose("en", "hibari")
    for language in ("en", "pl"):
        kept.wav("one", language, 165, 1.0)
    kept.remove()
    assert counting_engine.rendered == ["one"] * 3


def test_what_was_said_longest_ago_is_forgotten_first(
    counting_engine: CountingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is limited: room for two phrases keeps the two said last."""
    monkeypatch.setattr(speech_engine, "MOST_BYTES", 2500)
    kept = SpeechCache(counting_engine, 0.0)
    for text in ("one", "two", "one", "three", "one", "two"):
        assert kept.wav(text, "en", 165, 1.0).exists()
    assert counting_engine.rendered == ["one", "two", "three", "two"]
    kept.remove()


def test_a_failed_phrase_is_not_kept(counting_engine: CountingEngine) -> None:
    """Half a file from an engine that failed is never played later."""
    kept = SpeechCache(counting_engine, 0.0)
    counting_engine.fail = True
    with pytest.raises(EngineFailed):
        kept.wav("one", "en", 165, 1.0)
    assert list(kept._folder.iterdir()) == []
    counting_engine.fail = False
    assert kept.wav("one", "en", 165, 1.0).exists()
    kept.remove()


def test_folders_of_services_that_were_killed_are_removed(
    counting_engine: CountingEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead process's folder goes at the next start; a living one's stays."""
    dead, alive = tmp_path / f"{PREFIX}4194399-x", tmp_path / f"{PREFIX}{os.getppid()}-x"
    dead.mkdir()
    alive.mkdir()
    monkeypatch.setattr(speech_engine, "MEMORY", tmp_path)
    kept = SpeechCache(counting_engine, 0.0)
    assert not dead.exists()
    assert alive.exists()
    assert kept._folder.parent == tmp_path
    kept.remove()
