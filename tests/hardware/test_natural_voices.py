"""Natural voices, where they are installed, and what happens where they are not."""

from __future__ import annotations

import importlib.util
import json
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import natural_voices
from hardware.natural_voices import NaturalVoice, installed, is_natural
from hardware.players import seconds
from hardware.speech_engine import SpeechEngine

# Speaks one sample for each letter, with the pace and the volume as its first two; or does what its model's file says.
PIPER = """
import os, pathlib, time, types

class SynthesisConfig:
    def __init__(self, length_scale, volume):
        self.length_scale, self.volume = length_scale, volume

class PiperVoice:
    config = types.SimpleNamespace(length_scale=1.5)

    @classmethod
    def load(cls, path):
        voice = cls()
        voice.does = pathlib.Path(path).read_text()
        if voice.does == "refuses":
            raise ValueError("no model")
        return voice

    def synthesize_wav(self, text, sound, syn_config):
        if self.does == "crashes":
            os._exit(9)
        sound.setnchannels(1); sound.setsampwidth(2); sound.setframerate(22050)
        first = [round(1000 * syn_config.length_scale), round(1000 * syn_config.volume)]
        sound.writeframes(b"".join(n.to_bytes(2, "little") for n in [*first, *[7] * len(text)]))
"""


@pytest.fixture
def piper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Makes a Polish voice for a package that stands for Piper's, here and in the worker."""
    package = tmp_path / "packages" / "piper"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PIPER)
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.syspath_prepend(str(package.parent))

    def make(does: str) -> str:
        model = tmp_path / "voices" / f"pl_PL-{does}-medium.onnx"
        model.parent.mkdir(exist_ok=True)
        model.write_text(does)
        about = {"dataset": does, "language": {"code": "pl_PL", "family": "pl"}}
        Path(f"{model}.json").write_text(json.dumps(about))
        return str(model)

    return make


def spoken(tmp_path: Path, voice: str, rate: int = 165, volume: float = 1.0, language: str = "pl") -> Path:
    engine = SpeechEngine(voices={language: voice})
    try:
        engine.render("Dzień dobry.", language, rate, volume, tmp_path / "one.wav")
    finally:
        engine.close()
    return tmp_path / "one.wav"


def samples(file: Path) -> list[int]:
    with wave.open(str(file)) as sound:
        data = sound.readframes(sound.getnframes())
    return [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]


def test_the_files_in_the_folder_are_the_voices(piper: Callable[[str], str], tmp_path: Path) -> None:
    """Each with its language and name from the file beside it; half a voice, or something else, is none."""
    name = piper("gosia")
    (tmp_path / "voices" / "lonely.onnx").write_text("")
    (tmp_path / "voices" / "odd.onnx").write_text("")
    (tmp_path / "voices" / "odd.onnx.json").write_text("[1]")
    found = [one for one in installed(tmp_path / "voices") if one.name != natural_voices.HIBARI]
    assert found == [NaturalVoice(name, "pl", "gosia")]
    assert installed(tmp_path / "nowhere") == [one for one in installed(tmp_path / "voices") if one not in found]


def test_without_its_package_there_is_no_voice(
    piper: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file alone cannot speak."""
    piper("gosia")
    monkeypatch.setattr(natural_voices, "find_spec", lambda package: None)
    assert installed(tmp_path / "voices") == []


@pytest.mark.voice
def test_it_speaks_at_the_pace_and_volume_that_are_set(piper: Callable[[str], str], tmp_path: Path) -> None:
    """Twice the words a minute are half the length of its sounds: 1.5 becomes 0.75."""
    said = samples(spoken(tmp_path, piper("gosia"), rate=330, volume=0.5))
    assert said == [750, 500, *[7] * len("Dzień dobry.")]


@pytest.mark.voice
@pytest.mark.parametrize("does", ["refuses", "crashes"])
def test_a_voice_that_cannot_speak_is_replaced_by_the_engines_own(
    piper: Callable[[str], str], tmp_path: Path, does: str
) -> None:
    """Nobody falls silent because of a bad file: espeak says it, at its own length."""
    usual = seconds(spoken(tmp_path, ""))
    assert seconds(spoken(tmp_path, piper(does))) == pytest.approx(usual, abs=0.05)


@pytest.mark.voice
def test_a_file_that_is_not_there_is_replaced_too(tmp_path: Path) -> None:
    """Likewise a voice whose package or file is gone."""
    usual = seconds(spoken(tmp_path, ""))
    assert seconds(spoken(tmp_path, str(tmp_path / "gone.onnx"))) == pytest.approx(usual, abs=0.05)


@pytest.mark.voice
def test_another_language_than_its_own_is_the_engines(tmp_path: Path) -> None:
    """Hibari speaks English alone, installed or not."""
    usual = seconds(spoken(tmp_path, ""))
    assert seconds(spoken(tmp_path, natural_voices.HIBARI)) == pytest.approx(usual, abs=0.05)


@pytest.mark.voice
@pytest.mark.skipif(importlib.util.find_spec("hibari") is None, reason="the extra voices are not installed")
def test_hibari_speaks(tmp_path: Path) -> None:
    """Its own 24,000 samples a second, not espeak's 22,050."""
    file = spoken(tmp_path, natural_voices.HIBARI, language="en")
    with wave.open(str(file)) as sound:
        assert sound.getframerate() == 24_000
    assert 0.5 < seconds(file) < 3.0


def test_names_tell_what_they_are() -> None:
    """Espeak's own names are none of these."""
    assert [is_natural(name) for name in ("hibari", "/a/b.onnx", "", "mb-pl1", "pl+f2")] == [True, True] + [False] * 3
