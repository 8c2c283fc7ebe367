import os
from pathlib import Path

import pytest

from hardware import phrases
from hardware.phrases import PREFIX, Phrases
from hardware.speech_engine import EngineFailed, SpeechEngine


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
def engine() -> CountingEngine:
    return CountingEngine()


def test_a_phrase_is_rendered_once(engine: CountingEngine) -> None:
    """The same words in the same voice come from memory; another voice is another phrase."""
    kept = Phrases(engine, 0.0)
    first = kept.wav("one", "en-gb", 165, 1.0)
    assert kept.wav("one", "en-gb", 165, 1.0) == first
    assert kept.wav("one", "pl", 165, 1.0) != first
    assert engine.rendered == ["one", "one"]
    kept.remove()


def test_what_was_said_longest_ago_is_forgotten_first(engine: CountingEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is limited: room for two phrases keeps the two said last."""
    monkeypatch.setattr(phrases, "MOST_BYTES", 2500)
    kept = Phrases(engine, 0.0)
    for text in ("one", "two", "one", "three", "one", "two"):
        assert kept.wav(text, "en", 165, 1.0).exists()
    assert engine.rendered == ["one", "two", "three", "two"]
    kept.remove()


def test_a_failed_phrase_is_not_kept(engine: CountingEngine) -> None:
    """Half a file from an engine that failed is never played later."""
    kept = Phrases(engine, 0.0)
    engine.fail = True
    with pytest.raises(EngineFailed):
        kept.wav("one", "en", 165, 1.0)
    assert list(kept._folder.iterdir()) == []
    engine.fail = False
    assert kept.wav("one", "en", 165, 1.0).exists()
    kept.remove()


def test_folders_of_services_that_were_killed_are_removed(
    engine: CountingEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead process's folder goes at the next start; a living one's stays."""
    dead, alive = tmp_path / f"{PREFIX}4194399-x", tmp_path / f"{PREFIX}{os.getppid()}-x"
    dead.mkdir()
    alive.mkdir()
    monkeypatch.setattr(phrases, "MEMORY", tmp_path)
    kept = Phrases(engine, 0.0)
    assert not dead.exists()
    assert alive.exists()
    assert kept._folder.parent == tmp_path
    kept.remove()
