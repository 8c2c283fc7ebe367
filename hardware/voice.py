"""Says aloud what the table must hear, one utterance after the other, without ever holding anybody up."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from time import monotonic

from hardware import cues
from hardware.players import AplayPlayer, Player, PlayerFailed, Playing
from hardware.speech_engine import EngineFailed, SpeechCache, SpeechEngine

READY = "ready"
STOPPED = "stopped"
SLOWEST, FASTEST = 80, 400
MOST_CHARACTERS = 1000
MOST_WAITING = 40
AGAIN_AFTER_S = 30.0  # no engine or no sound device: it may be plugged in, but need not be tried at every word
JOIN_S = 3.0


class Urgency(IntEnum):
    """How pressing an utterance is."""

    QUIET = 0  # not said at all
    PLAIN = 1  # in its turn
    URGENT = 2  # ahead of all that is plain
    FINAL = 3  # interrupts; what is plain and still waiting is no longer worth saying


@dataclass(frozen=True)
class _Utterance:
    text: str
    language: str
    urgency: int
    cue: bool = False  # `text` is the name of a cue


class Voice:
    """A queue of utterances and the thread `voice` that renders and plays them.

    `play` None is the machine's own sound device. `on_status` hears, once for each change: `ready`, `no_engine`
    (espeak-ng or pyttsx3 is missing), `engine_failed`, `no_voice` (for that language), `no_player` (no aplay),
    `no_sound` (no device) or `stopped`. No method waits for the engine or the sound, and none raises because of them.

    `lead_s` of silence goes before speech that follows a pause: a sleeping HDMI screen swallows the first syllables.
    """

    def __init__(
        self,
        play: Player | None = None,
        on_status: Callable[[str], None] | None = None,
        *,
        engine: SpeechEngine | None = None,
        lead_s: float = 0.0,
    ) -> None:
        self._player = play if play is not None else AplayPlayer()
        self._on_status = on_status
        self._cache = SpeechCache(engine or SpeechEngine(), lead_s)
        self._changed = threading.Condition()
        self._waiting: deque[_Utterance] = deque()
        self._saying: _Utterance | None = None
        self._playing: Playing | None = None
        self._last: _Utterance | None = None
        self._skip_this = False
        self._rate, self._volume, self._muted = 165, 1.0, False
        self._not_before_s = 0.0
        self._saying_since: float | None = None
        self.status = READY
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def start(self) -> None:
        """Begin to speak; what was said before waits for it."""
        self._thread.start()

    # --- what anybody may ask for ---

    def say(self, text: str, language: str, urgency: int = Urgency.PLAIN) -> None:
        """Say this in a language such as `en-gb` or `pl`, when its turn comes (see `Urgency`)."""
        text = " ".join(text.split())[:MOST_CHARACTERS]
        if not text or urgency <= Urgency.QUIET:
            return
        with self._changed:
            self._put(_Utterance(text, language, min(int(urgency), Urgency.FINAL)))

    def cue(self, name: str, urgency: int = Urgency.PLAIN) -> None:
        """Play one of the short sounds (`hardware.cues`) when its turn comes; an unknown name is silence."""
        if name in cues.names() and urgency > Urgency.QUIET:
            with self._changed:
                self._put(_Utterance(name, "", min(int(urgency), Urgency.FINAL), cue=True))

    def skip(self) -> None:
        """End what is being said now; the next follows."""
        with self._changed:
            self._cut()

    def forget(self, text: str) -> None:
        """This is no longer worth saying: neither when its turn comes nor, when it is being said, to its end."""
        text = " ".join(text.split())[:MOST_CHARACTERS]
        with self._changed:
            self._waiting = deque(waiting for waiting in self._waiting if waiting.cue or waiting.text != text)
            if self._saying is not None and not self._saying.cue and self._saying.text == text:
                self._cut()

    def repeat(self) -> None:
        """Say the latest utterance again, from its beginning, before anything else."""
        with self._changed:
            again = self._saying if self._saying is not None and not self._saying.cue else self._last
            if again is not None and not self._muted and self.status != STOPPED:
                self._cut()
                self._waiting.appendleft(again)
                self._changed.notify_all()

    def set(self, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None:
        """Words a minute (80 to 400), volume (0.0 to 1.0), silence. Holds for what is said from now on; going silent
        holds at once. ValueError outside these limits; then nothing changes."""
        if rate is not None and not SLOWEST <= rate <= FASTEST:
            raise ValueError(f"rate {rate} is not from {SLOWEST} to {FASTEST}")
        if volume is not None and not 0.0 <= volume <= 1.0:
            raise ValueError(f"volume {volume} is not from 0 to 1")
        with self._changed:
            self._rate = self._rate if rate is None else rate
            self._volume = self._volume if volume is None else volume
            self._muted = self._muted if muted is None else muted
            if self._muted:
                self._waiting.clear()
                self._cut()

    def choose(self, language: str, voice: str) -> None:
        """Another voice speaks this language from the next words on; "": the engine's own."""
        self._cache.choose(language, voice)

    def stop(self) -> None:
        """Fall silent for good, end the engine and the thread, and clean up. May be called twice."""
        with self._changed:
            if self.status == STOPPED:
                return
            self._waiting.clear()
            self._cut()
            stopping = self._become(STOPPED)
            self._changed.notify_all()
        self._cache.interrupt()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(JOIN_S)
        self._cache.remove()
        self._tell(stopping)

    @property
    def waiting(self) -> tuple[str, ...]:
        """What is still to be said, next first."""
        with self._changed:
            return tuple(utterance.text for utterance in self._waiting if not utterance.cue)

    def silent_s(self) -> float:
        """For how many seconds one utterance has been rendered and played; 0 while nothing is said, endless when the
        thread has ended though nobody stopped it."""
        if self.status == STOPPED or self._thread.ident is None:
            return 0.0
        since = self._saying_since
        if not self._thread.is_alive():
            return float("inf")
        return 0.0 if since is None else monotonic() - since

    def wait_until_quiet(self, limit_s: float = 30.0) -> bool:
        """Wait until everything has been said; False when the limit is over first."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and self._saying is None, limit_s)

    # --- the queue; the lock is held ---

    def _put(self, new: _Utterance) -> None:
        if self.status == STOPPED:
            return
        if self._muted:
            self._last = self._last if new.cue else new
            return
        if new.urgency == Urgency.FINAL:
            self._waiting = deque(waiting for waiting in self._waiting if waiting.urgency > Urgency.PLAIN)
            if self._saying is not None and self._saying.urgency < Urgency.FINAL:
                self._cut()
        place = next((i for i, other in enumerate(self._waiting) if other.urgency < new.urgency), len(self._waiting))
        self._waiting.insert(place, new)
        self._forget_the_oldest()
        self._changed.notify_all()

    def _forget_the_oldest(self) -> None:
        if len(self._waiting) > MOST_WAITING:
            least = min(waiting.urgency for waiting in self._waiting)
            del self._waiting[next(i for i, waiting in enumerate(self._waiting) if waiting.urgency == least)]

    def _cut(self) -> None:
        if self._saying is not None:
            self._skip_this = True
            if self._playing is not None:
                self._playing.stop()

    def _become(self, status: str) -> str:
        """Take a status; gives it back when it is news, else ""."""
        if status == self.status or self.status == STOPPED:
            return ""
        self.status = status
        return status

    # --- the thread `voice` ---

    def _run(self) -> None:
        while (utterance := self._next()) is not None:
            try:
                self._render_and_play(utterance)
                self._done(READY)
            except (EngineFailed, PlayerFailed) as failed:
                self._done(failed.code)
            except Exception:  # a full memory file system, a file gone: this utterance is lost, not the voice
                self._done("engine_failed")

    def _next(self) -> _Utterance | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self.status == STOPPED)
            if self.status == STOPPED:
                return None
            self._saying = utterance = self._waiting.popleft()
            self._saying_since = monotonic()
            self._last = self._last if utterance.cue else utterance
            self._skip_this = False
            return utterance

    def _render_and_play(self, utterance: _Utterance) -> None:
        if monotonic() < self._not_before_s:
            raise PlayerFailed(self.status)
        if utterance.cue:
            wav = self._cache.cue(utterance.text, self._volume)
        else:
            wav = self._cache.wav(utterance.text, utterance.language, self._rate, self._volume)
        with self._changed:
            if self._skip_this:
                return
            # Begun under the lock: a skip comes either before it or finds it.
            self._playing = playing = self._player.begin(wav, utterance.text)
        playing.wait()
        self._cache.played()

    def _done(self, status: str) -> None:
        with self._changed:
            self._saying = self._playing = self._saying_since = None
            news = self._become(status) if status != "stopped" else ""
            if status in ("no_engine", "no_player", "no_sound") and monotonic() >= self._not_before_s:
                self._not_before_s = monotonic() + AGAIN_AFTER_S
            self._changed.notify_all()
        self._tell(news)

    def _tell(self, status: str) -> None:
        if status and self._on_status is not None:
            with suppress(Exception):  # who listens must not silence the voice
                self._on_status(status)
