"""The voice: its worker, and its health in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.app.settings import VoiceSettings
from companion.speech.narrator import OwnVoice, VoiceState
from companion.status.health import HealthBoard, device
from companion.storage.keyed_store import KeyedStore
from hardware.natural_voices import NaturalVoice, installed, is_natural
from hardware.players import Player
from hardware.speech_engine import SpeechEngine
from hardware.voice import Voice


def make_voice(settings: VoiceSettings, board: HealthBoard, player: Player | None) -> Voice:
    """A voice that will speak through `player`, or through this machine's sound device."""
    board.put(device("voice", "ready"))
    engine = SpeechEngine(voices=settings.voices)
    lead_s = settings.lead_silence_ms / 1000
    return Voice(player, lambda code: board.put(device("voice", code)), engine=engine, lead_s=lead_s)


def first_state(settings: VoiceSettings) -> VoiceState:
    """How the voice is set until somebody sets it on a phone."""
    return VoiceState(
        muted=not settings.on,
        rate=settings.rate,
        volume=settings.volume,
        language=settings.language,
        cues=settings.cues,
    )


class InstalledVoices:
    """The companion's own voices for each language that has a natural one: those, and espeak-ng's.

    Piper's voices lie in `folder`, or beside one that the settings name; what is put there later is found at the next
    start. What was chosen on a phone is kept, and goes before the settings.
    """

    USUAL = "espeak-ng"

    def __init__(self, voice: Voice, settings: VoiceSettings, store: KeyedStore, folder: Path) -> None:
        self._voice = voice
        self._store = store
        self._named = dict(settings.voices)
        folders = {folder, *(Path(name).parent for name in self._named.values() if name.endswith(".onnx"))}
        found = {one.name: one for where in sorted(folders) for one in installed(where)}
        self._natural = {_id(one): one for one in found.values()}
        for language in {one.language for one in self._natural.values()}:
            if self._kept(language) is not None:
                self._use(language)

    def choices(self) -> Sequence[OwnVoice]:
        """What there is to choose from, language by language."""
        return tuple(self._choices())

    def choose(self, wanted: str) -> None:
        """Speak with the voice of this id from now on; ids are those of `choices`."""
        language = next(one.language for one in self.choices() if one.id == wanted)
        self._store.put("voice", f"own {language}", wanted)
        self._use(language)

    def _choices(self) -> Iterator[OwnVoice]:
        for language in sorted({one.language for one in self._natural.values()}):
            now, usual = self._chosen(language), f"{language} {self.USUAL}"
            yield OwnVoice(usual, language, self.USUAL, now == usual)
            for key, one in self._natural.items():
                if one.language == language:
                    yield OwnVoice(key, language, one.title, now == key)

    def _kept(self, language: str) -> str | None:
        """What was chosen on a phone, while it is still installed."""
        kept = self._store.get("voice", f"own {language}")
        return kept if kept == f"{language} {self.USUAL}" or kept in self._natural else None

    def _chosen(self, language: str) -> str:
        named = self._named.get(language, "")
        by_settings = next((key for key, one in self._natural.items() if _is_named(one, named)), None)
        return self._kept(language) or by_settings or f"{language} {self.USUAL}"

    def _use(self, language: str) -> None:
        natural = self._natural.get(self._chosen(language))
        named = self._named.get(language, "")
        self._voice.choose(language, natural.name if natural else "" if is_natural(named) else named)


def _id(one: NaturalVoice) -> str:
    """A name for phones: none of them need know the folders of this machine."""
    return f"{one.language} {Path(one.name).stem}"


def _is_named(one: NaturalVoice, named: str) -> bool:
    return is_natural(named) and (one.name == named or one.name == str(Path(named).resolve()))
