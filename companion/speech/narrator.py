"""Facts and prompts to spoken lines: what is worth saying, in which order, in which language.

The narrator hears of every step of the session and hands lines to a voice. Every line is a caption as well, so that
nothing is lost where no speaker is.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Protocol, TypeAlias

import msgspec

from companion.api.game import Prompt, Urgency
from companion.api.text import T, Text, catalogue
from companion.session.screen import Screen, Update
from companion.session.signal import Signal
from companion.storage.keyed_store import KeyedStore

CAPTIONS_KEPT = 50
SAMPLE = T("It is your turn. Two cubes fell into the drawer.")  # by which a voice is chosen
TURN = "turn"  # the cue when it becomes another player's turn
Line: TypeAlias = tuple[Text, Urgency, str | None]  # what is said, how pressing it is, and the cue before it


class Speaker(Protocol):
    """What the narrator needs of a voice; none of these may wait for speech to end."""

    def say(self, text: str, language: str, urgency: int) -> None: ...
    def cue(self, name: str, urgency: int) -> None: ...
    def forget(self, text: str) -> None: ...
    def skip(self) -> None: ...
    def repeat(self) -> None: ...
    def set(self, *, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None: ...


@dataclass(frozen=True)
class OwnVoice:
    """A voice that the companion itself can speak a language with; `title` is its maker's name for it."""

    id: str
    language: str
    title: str
    chosen: bool


class OwnVoices(Protocol):
    """The companion's own voices, where there is more than one for a language."""

    def choices(self) -> Sequence[OwnVoice]: ...
    def choose(self, wanted: str) -> None: ...


@dataclass(frozen=True)
class Caption:
    """One line that was said (or would have been, were there a speaker), and the short sound before it. `language` is
    there for words that are in one language alone, as those of a card; `over`: they are not to be read any further;
    `here`: the companion itself says it."""

    number: int
    text: Text
    urgency: Urgency
    at: float
    cue: str | None = None
    language: str | None = None
    over: bool = False
    here: bool = False


@dataclass(frozen=True)
class VoiceState:
    """How the voice is set: words per minute, loudness from 0 to 1, and whether it is silent.

    `language` is one, or several in turn: `pl+en` says every line in Polish, then in English. `cues`: short sounds come
    before what must not be missed. `phone` is the id of the phone that speaks instead of the companion; empty: none.
    `flavour`: of a card that is read aloud, its flavour text is read too.
    """

    muted: bool
    rate: int
    volume: float
    language: str
    cues: bool = True
    phone: str = ""
    flavour: bool = False

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that every line is said in, in their order."""
        return tuple(dict.fromkeys(self.language.split("+")))


class Narrator:
    """Says what happened and what to do next. A listener of the session; safe to call from any thread."""

    def __init__(
        self,
        speaker: Speaker,
        state: VoiceState,
        store: KeyedStore | None = None,
        cue_of: Callable[[str, str], str | None] = lambda game, fact: None,
        own: OwnVoices | None = None,
    ) -> None:
        self._speaker = speaker
        self._own = own
        self._store = store
        self._cue_of = cue_of  # of a game's fact, by their names
        self._there: frozenset[str] = frozenset()  # the phones that look at the page
        self._lock = threading.Lock()
        self._captions: deque[Caption] = deque(maxlen=CAPTIONS_KEPT)
        self._number = 0
        self._listeners = Signal("the narrator")
        self._asked: Text | None = None
        self._told: deque[tuple[int, Text]] = deque(maxlen=CAPTIONS_KEPT)  # what came of which step
        self._last: tuple[Text, Urgency] | None = None
        self._said_in: tuple[str, ...] = ()  # the languages in which the companion itself said it
        self._card: tuple[Sequence[str], str] | None = None  # read after `_last` was said, and in which language
        self._cards = threading.Lock()  # a card is queued whole, or hushed whole
        self._reading: tuple[str, ...] = ()
        self._noticed: tuple[Text, ...] = ()
        self._evening: str | None = None
        self._seat: tuple[str | None, int | None] | None = None
        self._state = self._kept(state)
        speaker.set(rate=self._state.rate, volume=self._state.volume, muted=self._state.muted)

    # --- the session's news -------------------------------------------------------------------------------------------

    def begin(self, screen: Screen) -> None:
        """The first words after a start: they greet the evening that is still open, and prove the loudspeaker."""
        if screen.evening is None:
            self._say(T("The table companion is ready."), Urgency.PLAIN)
        else:
            self.hear(Update(screen=screen, cause="open"))

    def hear(self, update: Update) -> None:
        """Say what came of one step; called by the session for every update."""
        if update.cause == "repeat":
            self.repeat()
            return
        asked = [*self._noticed, *([] if self._asked is None else [self._asked])]
        lines = list(self._lines(update))
        self._catch_up(update, asked)
        for line in lines:
            self._say(*line)

    def _catch_up(self, update: Update, asked: Sequence[Text]) -> None:
        """What was asked and has been answered need not be heard to its end, nor what was taken back, nor what a sensor
        has put in other words since: the voice keeps up with quick fingers. A question that stays is heard out."""
        undone = {step.number for step in update.screen.history if step.undone}
        over = [text for number, text in self._told if number in undone]
        self._told = deque((one for one in self._told if one[0] not in undone), maxlen=CAPTIONS_KEPT)
        if update.step is not None:
            self._told.extend((update.step.number, fact.text) for fact in update.facts)
        over.extend(one for one in asked if one != self._asked and one not in self._noticed)
        if over:
            self._end(over)

    def _end(self, texts: Sequence[Text]) -> None:
        """These are not worth hearing any more, whoever speaks."""
        with self._lock:
            ended = (replace(one, over=True) if not one.over and one.text in texts else one for one in self._captions)
            self._captions = deque(ended, maxlen=CAPTIONS_KEPT)
        for text in texts:
            for language in self._state.languages:
                self._speaker.forget(catalogue(language).say(text))
        self._listeners.emit()

    def _lines(self, update: Update) -> Iterator[Line]:
        yield from self._greeting(update)
        if update.step is not None and update.step.kind in ("undo", "redo"):
            yield update.step.label, Urgency.PLAIN, None
        evening = update.screen.evening
        for fact in update.facts:
            if fact.urgency > Urgency.QUIET:
                yield fact.text, fact.urgency, None if evening is None else self._cue_of(evening.game, fact.name)
        yield from self._asking(update)
        yield from self._noticing(update)

    def _noticing(self, update: Update) -> Iterator[Line]:
        """What a sensor asks, once; what it merely saw can wait for its turn."""
        before, self._noticed = self._noticed, tuple(one.text for one in update.screen.notices)
        for notice in update.screen.notices:
            if notice.text not in before:
                asks = notice.offer is not None or notice.code is None
                yield notice.text, Urgency.URGENT if asks else Urgency.PLAIN, None

    def _greeting(self, update: Update) -> Iterator[Line]:
        evening = update.screen.evening
        was, self._evening = self._evening, None if evening is None else evening.id
        if self._evening == was:
            return
        self._asked = None
        self._told.clear()
        if evening is not None and update.step is None:
            goes_on = T("{name} goes on where you left it.", name=evening.name)
            yield update.screen.ending or goes_on, Urgency.PLAIN, None

    def _asking(self, update: Update) -> Iterator[Line]:
        prompts = update.screen.prompts
        asked = _asking(prompts[0], update) if prompts else None
        if asked is not None and asked != self._asked:
            yield asked, Urgency.PLAIN, self._turn(prompts[0], update)
        self._asked = asked

    def _turn(self, prompt: Prompt, update: Update) -> str | None:
        """The cue of a turn, where it has just become another player's."""
        evening = update.screen.evening
        was, self._seat = self._seat, (None if evening is None else evening.id, prompt.seat)
        several = evening is not None and len(evening.players) > 1
        return TURN if several and prompt.seat is not None and was != self._seat else None

    def say(self, text: Text) -> None:
        """Say a line that is no news of the game, such as the next step of a calibration."""
        self._say(text, Urgency.PLAIN)

    def unsay(self, text: Text) -> None:
        """A line that was said is not so any more, such as a question that has answered itself."""
        with self._lock:
            stands = any(one.text == text and not one.over for one in self._captions)
        if stands:
            self._end([text])

    def read(self, lines: Sequence[str], language: str) -> None:
        """Read a card aloud in its own language: each line in its turn, all of them one caption."""
        with self._cards:
            self._hush()
            with self._lock:
                self._number += 1
                words = Text("{words}", {"words": " ".join(lines)})
                here = self._state.phone not in self._there
                self._captions.append(
                    Caption(self._number, words, Urgency.PLAIN, time.time(), None, language, here=here)
                )
                self._reading, self._card = tuple(lines), (lines, language)
            if here:
                for line in lines:
                    self._speaker.say(line, language, int(Urgency.PLAIN))
        self._listeners.emit()

    def hush(self) -> None:
        """What is still to be read of a card is not worth hearing any more, whoever speaks."""
        with self._cards:
            hushed = self._hush()
        if hushed:
            self._listeners.emit()

    def _hush(self) -> bool:
        with self._lock:
            lines, self._reading = self._reading, ()
            if lines:
                cards = (one if one.language is None else replace(one, over=True) for one in self._captions)
                self._captions = deque(cards, maxlen=CAPTIONS_KEPT)
        for line in lines:
            self._speaker.forget(line)
        return bool(lines)

    def _say(self, text: Text, urgency: Urgency, cue: str | None = None) -> None:
        with self._lock:
            cue = cue if self._state.cues else None
            self._number += 1
            here = self._state.phone not in self._there
            self._captions.append(Caption(self._number, text, urgency, time.time(), cue, here=here))
            self._last, self._card = (text, urgency), None
            self._said_in = self._state.languages if here else ()
        if here:
            if cue is not None:
                self._speaker.cue(cue, int(urgency))
            self._speak(text, urgency)
        self._listeners.emit()

    def _speak(self, text: Text, urgency: Urgency) -> None:
        """In every language in turn; what comes second never cuts the first off, and names alone are said once."""
        said: list[str] = []
        for language in self._state.languages:
            words = catalogue(language).say(text)
            if words not in said:
                self._speaker.say(words, language, int(min(urgency, Urgency.URGENT) if said else urgency))
            said.append(words)

    # --- what the phones show and set ---------------------------------------------------------------------------------

    def captions(self) -> tuple[Caption, ...]:
        """The last lines, newest last."""
        with self._lock:
            return tuple(self._captions)

    @property
    def state(self) -> VoiceState:
        """How the voice is set now."""
        return self._state

    def set(
        self,
        *,
        muted: bool | None = None,
        rate: int | None = None,
        volume: float | None = None,
        language: str | None = None,
        cues: bool | None = None,
        phone: str | None = None,
        flavour: bool | None = None,
    ) -> None:
        """Change how it speaks; what is None stays. Kept for later evenings."""
        asked = {"muted": muted, "rate": rate, "volume": volume, "language": language, "cues": cues, "phone": phone,
                 "flavour": flavour}  # fmt: skip
        with self._lock:
            chosen = {name: value for name, value in asked.items() if value is not None}
            before = self._state
            self._state = state = msgspec.convert(asdict(before) | chosen, VoiceState)
        self._drop([one for one in before.languages if one not in state.languages])
        self._speaker.set(rate=state.rate, volume=state.volume, muted=state.muted)
        if self._store is not None:
            self._store.put("voice", "state", asdict(state))
        self._listeners.emit()

    def _drop(self, languages: Sequence[str]) -> None:
        """What still waits in these languages is said no more: *repeat* says it in those of now. A card that is read
        goes on in its own."""
        for language in languages:
            for one in self.captions():
                if one.language is None:
                    self._speaker.forget(catalogue(language).say(one.text))

    def own_voices(self) -> Sequence[OwnVoice]:
        """The voices among which a phone may choose for the companion itself; none where there is no choice."""
        return () if self._own is None else self._own.choices()

    def choose_voice(self, wanted: str) -> bool:
        """Speak with this voice from now on, and let it be heard; False where there is none of this id."""
        found = next((one for one in self.own_voices() if one.id == wanted), None)
        if found is None or self._own is None:
            return False
        self._own.choose(wanted)
        self._speaker.skip()
        self._speaker.say(catalogue(found.language).say(SAMPLE), found.language, Urgency.URGENT)
        self._listeners.emit()
        return True

    def repeat(self) -> None:
        """Say the last line once more, in every language; a card that was read since, from its title on."""
        last, card = self._last, self._card
        if card is not None:
            self.read(*card)
            return
        if last is not None and self._state.phone in self._there:
            self._say(*last)  # as a new caption, which that phone says
            return
        if last is None or (len(self._state.languages) == 1 and self._said_in == self._state.languages):
            self._speaker.repeat()
            return
        for language in self._state.languages:
            self._speaker.forget(catalogue(language).say(last[0]))
        self._said_in = self._state.languages
        self._speak(last[0], max(last[1], Urgency.URGENT))

    def skip(self) -> None:
        """Leave out the rest of what is being said."""
        self._speaker.skip()

    def phones_there(self, phones: frozenset[str]) -> None:
        """Which phones look at the page now, by their ids: one that is to speak and is not there cannot."""
        self._there = phones

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when captions or settings changed; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def _kept(self, otherwise: VoiceState) -> VoiceState:
        kept = None if self._store is None else self._store.get("voice", "state")
        if kept is None:
            return otherwise
        try:
            return msgspec.convert(kept, VoiceState)
        except msgspec.ValidationError:
            return otherwise


def _asking(prompt: Prompt, update: Update) -> Text:
    """What to do now, with the name of whose business it is."""
    evening = update.screen.evening
    if prompt.seat is None or evening is None or not 1 < len(evening.players) > prompt.seat:
        return prompt.do  # also for somebody who joined later than the evening began: the prompt names them itself
    player = evening.players[prompt.seat]
    return prompt.do if player in str(prompt.do) else T("{player}: {do}", player=player, do=prompt.do)
