"""The card that lies on the table: what is printed on it is shown on the phones and read aloud, title first."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, utils

from companion.api.game import CardExpected, Move, Prompt
from companion.api.readings import CardSeen
from companion.api.refusals import BadMove
from companion.api.text import T, Text, catalogue
from companion.session.screen import Update
from companion.session.signal import Signal
from companion.speech.narrator import Narrator
from companion.storage.card_texts import UNREAD, CardText, number_of

LONGEST = 800  # letters said in one breath; a longer paragraph is parted at a sentence's end
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
LIKE = 85.0  # of 100: words that somebody typed stand on a card, mistyped or misread


@dataclass(frozen=True)
class FoundCard:
    """What is known of a card: its title, its text (None: it was never added), and whether its kind is a hidden one.
    `may_be` are the texts of all cards of its number, where a number may be several cards'."""

    code: str
    title: Text
    printed: CardText | None = None
    hidden: bool = False
    may_be: tuple[CardText, ...] = ()


@dataclass(frozen=True)
class KnownText:
    """A text that somebody has seen on this evening: what it is kept under, and its title."""

    card: str
    title: str


@dataclass(frozen=True)
class TableCard:
    """The card that came up last. `printed` is None where it was never added, and while it `asks`: a hidden card's text
    comes only when somebody at the table wants it, as there may be others of its number. `later`: the evening has gone
    on since; `number` tells one card from the next. Of a card whose number others may bear, so many `texts` were added;
    where there are several, `known` are those that the evening has seen, each a tap away."""

    game: str
    code: str
    title: Text
    number: int
    printed: CardText | None = None
    asks: bool = False
    later: bool = False
    texts: int = 0
    known: tuple[KnownText, ...] = ()


class CardReader:
    """Hears the session's news before the narrator does, so that the card is read before the question that it leads to.

    `find` looks a card up by its game and code; `shown_in` keeps that a game's text was shown on an evening;
    `argument` is what a game's moves call an argument that is a card, where no prompt says it. Safe from any thread;
    `subscribe` tells of a new `now`.
    """

    def __init__(
        self,
        narrator: Narrator,
        find: Callable[[str, str], FoundCard | None],
        shown_in: Callable[[str, str, str], None] = lambda game, card, evening: None,
        argument: Callable[[str], str] = lambda game: "card",
    ) -> None:
        self._narrator = narrator
        self._find = find
        self._shown_in = shown_in
        self._argument = argument
        self._lock = threading.Lock()
        self._listeners = Signal("the card on the table")
        self._prompts: Sequence[Prompt] = ()
        self._evening: str | None = None
        self._number = 0
        self._now: TableCard | None = None

    @property
    def now(self) -> TableCard | None:
        """The card on the table, as it may be shown; None where there is none."""
        return self._now

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when another card is shown; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def hear(self, update: Update) -> None:
        """The session's news: a card was read or drawn, or the evening went on."""
        evening = update.screen.evening
        code = self._code(update)
        self._prompts = update.screen.prompts
        was, self._evening = self._evening, None if evening is None else evening.id
        if evening is None or was != self._evening or (update.step is not None and update.step.kind == "undo"):
            self._show(None)
        if evening is not None and code:
            self._came_up(evening.game, code)
        elif update.step is not None and self._now is not None:
            self._narrator.hush()
            self._show(replace(self._now, later=True) if self._now.printed is not None or self._now.asks else None)

    # --- taps ---------------------------------------------------------------------------------------------------------

    def read(self, which: str = "") -> None:
        """Show it, where it was asked for, and read it aloud from its title on. `which` of several cards of its number:
        what it is kept under, or words that stand on it. Raises `BadMove` where that is none of them, or not one."""
        now = self._now
        if now is None:
            return
        found = self._find(now.game, number_of(now.code) if which else now.code)
        if found is not None and found.may_be and (which or now.asks):
            found = self._chosen(now.game, _meant(found.may_be, which))
        if found is None or found.printed is None:
            return
        self._show(replace(now, code=found.code, title=found.title, printed=found.printed, asks=False, later=False))
        self._say(found)

    def stop(self) -> None:
        """Read no further."""
        self._narrator.hush()

    def put_away(self) -> None:
        """It is shown no more."""
        self._narrator.hush()
        self._show(None)

    def changed(self) -> None:
        """A text was added or corrected: what is shown follows it."""
        now = self._now
        if now is None or now.asks:
            return
        found = self._find(now.game, now.code)
        if found is not None and found.printed != now.printed:
            self._show(replace(now, title=found.title, printed=found.printed))

    # --- inside -------------------------------------------------------------------------------------------------------

    def _code(self, update: Update) -> str:
        """The card that this is about: one that was read surely, or that a move names."""
        if isinstance(update.reading, CardSeen):
            return update.reading.text if update.reading.sure else ""
        move = update.move
        evening = update.screen.evening
        if move is None or evening is None:
            return ""
        return next((code for code in self._named(move, self._argument(evening.game)) if code), "")

    def _named(self, move: Move, argument: str) -> Iterator[str]:
        expected = (one for prompt in self._prompts for one in prompt.expects if isinstance(one, CardExpected))
        for name in (*(one.arg for one in expected if one.move.name == move.name), argument):
            value = move.args.get(name)
            yield value if isinstance(value, str) else ""

    def _came_up(self, game: str, code: str) -> None:
        found = self._find(game, code)
        if found is None:
            return
        self._narrator.hush()
        self._number += 1
        asks = len(found.may_be) > 1 or (found.hidden and (found.printed is not None or len(found.may_be) > 0))
        printed = None if asks else found.printed
        seen = (one for one in found.may_be if len(found.may_be) > 1 and one.shown == self._evening)
        known = tuple(KnownText(one.card, one.title) for one in seen)
        self._show(
            TableCard(game, found.code, found.title, self._number, printed, asks, texts=len(found.may_be), known=known)
        )
        if printed is not None:
            self._say(found)

    def _say(self, found: FoundCard) -> None:
        if found.printed is not None:
            language = found.printed.language or self._narrator.state.languages[0]
            lines = [*lines_of(found.printed, str(found.title), self._narrator.state.flavour, language)]
            self._narrator.read(lines, language)

    def _chosen(self, game: str, text: CardText) -> FoundCard | None:
        """The text that it is; from now on this evening knows it."""
        self._shown_in(game, text.card, self._evening or "")
        return self._find(game, text.card)

    def _show(self, card: TableCard | None) -> None:
        with self._lock:
            before, self._now = self._now, card
        if before != card:
            self._listeners.emit()


def _meant(texts: Sequence[CardText], which: str) -> CardText:
    """The one that is kept under this name, or bears these words. Raises `BadMove`."""
    if len(texts) == 1 and not which:
        return texts[0]
    words = utils.default_process(which)
    if not words:
        raise BadMove(T("Type some words that stand on the card, or photograph it."))
    named = [one for one in texts if one.card.casefold() == which.casefold()]
    fitting = named or [one for one in texts if fuzz.partial_ratio(words, _all_of(one)) >= LIKE]
    if len(fitting) > 1:
        raise BadMove(T("Several cards of this number have these words. Type more of them, or photograph the card."))
    if not fitting:
        raise BadMove(T("None of the cards of this number that were added has these words. Photograph it."))
    return fitting[0]


def _all_of(text: CardText) -> str:
    return str(utils.default_process(f"{text.title} {text.plain}"))


def lines_of(text: CardText, title: str, flavour: bool, language: str) -> Iterator[str]:
    """What is said of a card, in its order: its title, then what happens; flavour only where it is wished."""
    say = catalogue(language).say
    yield text.title or title
    for block in text.blocks:
        if block.kind == "title" or (block.kind == "flavour" and not flavour):
            continue
        words = " ".join(word for word in block.text.split() if word != UNREAD)
        if not words:
            continue
        if block.kind == "option" and block.number is not None:
            words = say(T("Option {number}: {words}", number=block.number, words=words))
        yield from _breaths(words)
    if text.doubtful and not text.checked:
        yield say(T("Some words are not sure; look at the card."))


def _breaths(words: str) -> Iterator[str]:
    found = ""
    for sentence in _SENTENCE.split(words):
        if found and len(found) + len(sentence) >= LONGEST:
            yield found
            found = ""
        found = f"{found} {sentence}".strip()
    if found:
        yield found
