"""The voice: its worker, and its health in words."""

from __future__ import annotations

from companion.app.settings import VoiceSettings
from companion.speech.narrator import VoiceState
from companion.status.health import HealthBoard, device
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
