"""The companion's own voices: what there is, what was chosen, and what is kept of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import voice as app_voice
from companion.app.settings import VoiceSettings
from companion.app.voice import InstalledVoices
from hardware.natural_voices import NaturalVoice
from tests.companion.drawer.desk_table import Kept

HIBARI = NaturalVoice("hibari", "en", "Hibari")
GOSIA = NaturalVoice("/voices/pl_PL-gosia-medium.onnx", "pl", "gosia")
DARKMAN = NaturalVoice("/voices/pl_PL-darkman-medium.onnx", "pl", "darkman")


class Voice:
    """Remembers who speaks which language."""

    def __init__(self) -> None:
        self.speaks: dict[str, str] = {}

    def choose(self, language: str, voice: str) -> None:
        self.speaks[language] = voice


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> list[NaturalVoice]:
    """What is installed; the folders do not matter."""
    found = [HIBARI, GOSIA, DARKMAN]
    monkeypatch.setattr(app_voice, "installed", lambda folder: list(found))
    return found


def voices(store: Kept, named: dict[str, str] | None = None) -> tuple[InstalledVoices, Voice]:
    voice = Voice()
    settings = VoiceSettings(voices=named or {})
    return InstalledVoices(voice, settings, store, Path("/voices")), voice  # type: ignore[arg-type]


def chosen(own: InstalledVoices) -> list[str]:
    return [one.id for one in own.choices() if one.chosen]


def test_each_language_has_its_natural_voices_and_the_usual_one(there: list[NaturalVoice]) -> None:
    """No id tells a phone where the files lie; without a choice espeak-ng speaks."""
    own, voice = voices(Kept())
    assert [(one.id, one.title) for one in own.choices()] == [
        ("en espeak-ng", "espeak-ng"),
        ("en hibari", "Hibari"),
        ("pl espeak-ng", "espeak-ng"),
        ("pl pl_PL-gosia-medium", "gosia"),
        ("pl pl_PL-darkman-medium", "darkman"),
    ]
    assert chosen(own) == ["en espeak-ng", "pl espeak-ng"]
    assert voice.speaks == {}  # what the settings name the engine knows itself


def test_a_choice_is_kept_and_goes_before_the_settings(there: list[NaturalVoice]) -> None:
    """Also that of the usual voice; one that is gone counts no more."""
    store, named = Kept(), {"pl": GOSIA.name, "en": "en+f2"}
    own, voice = voices(store, named)
    assert chosen(own) == ["en espeak-ng", "pl pl_PL-gosia-medium"]
    own.choose("pl pl_PL-darkman-medium")
    own.choose("en hibari")
    assert voice.speaks == {"pl": DARKMAN.name, "en": "hibari"}
    own, voice = voices(store, named)
    assert voice.speaks == {"pl": DARKMAN.name, "en": "hibari"}
    there.remove(DARKMAN)
    own, voice = voices(store, named)
    assert chosen(own) == ["en hibari", "pl pl_PL-gosia-medium"]
    own.choose("pl espeak-ng")
    own.choose("en espeak-ng")
    assert voice.speaks == {"pl": "", "en": "en+f2"}
    assert chosen(own) == ["en espeak-ng", "pl espeak-ng"]


def test_without_natural_voices_there_is_no_choice(there: list[NaturalVoice]) -> None:
    """The page shows nothing then."""
    there.clear()
    own, _ = voices(Kept(), {"pl": "mb-pl1"})
    assert own.choices() == ()
