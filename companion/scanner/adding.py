"""“Add my cards”: photographs of cards, one after the other, from phones and from the camera, become texts that are
kept, each under its card's code, or, where nobody can tell that surely, under a name of its own until somebody says."""

from __future__ import annotations

import logging
import queue
import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from mmap import mmap
from typing import IO, Protocol, TypeAlias

import msgspec
from rapidfuzz import fuzz

from companion.api.readings import CardSeen, CardUnread
from companion.api.refusals import BadMove, Refused
from companion.api.text import T, Text
from companion.library.cards import CardEntry, Library
from companion.session.signal import Signal
from companion.storage.card_texts import (
    CardText,
    CardTexts,
    TextBlock,
    is_nameless,
    number_of,
    placed,
    reads_the_same,
)
from companion.storage.pictures import Photograph, Pictures, version_of

_log = logging.getLogger(__name__)
WAITING = 6  # pictures of the camera that are still to be read; more would lie in memory
LOOKS_EVERY_S = 0.5  # whether it shall end
SAME = 92.0  # of 100: two readings of one card are that much alike
LANGUAGE_SIGNS = 20  # letters, below which nobody can tell a language
_POLISH = re.compile(r"[ąćęłńóśźż]", re.IGNORECASE)
_POLISH_WORDS = frozenset(
    [
        "i",
        "w",
        "z",
        "na",
        "do",
        "się",
        "nie",
        "lub",
        "jest",
        "jeśli",
        "karty",
        "każdy",
        "gracz",
        "za",
        "po",
        "od",
        "oraz",
    ]
)
_ENGLISH_WORDS = frozenset(
    [
        "the",
        "and",
        "of",
        "in",
        "you",
        "your",
        "is",
        "if",
        "or",
        "each",
        "any",
        "for",
        "with",
        "card",
        "this",
        "that",
        "gain",
    ]
)
Picture: TypeAlias = bytes | mmap
Say: TypeAlias = Callable[[Text], None]


@dataclass(frozen=True)
class CardReading:
    """What a photo of a card gave: the card cut out as JPEG, its codes, its text. `words` says why it cannot be used,
    and then there is nothing else; `note` what to look at in one that can."""

    jpeg: bytes = b""
    width: int = 0
    height: int = 0
    codes: tuple[CardSeen, ...] = ()
    blocks: tuple[TextBlock, ...] = ()
    words: Text | None = None
    note: Text | None = None


class BadPhoto(Refused):
    """A photo of which no card comes, in words why."""


@dataclass(frozen=True)
class AddedCard:
    """A card that was added: what it is kept under, its title (the kind's where nobody may see it), of how many words
    the reading was not sure. `nameless`: somebody must say which it is; `proposed` are the codes that it may have.
    `note` is what to look at, told once."""

    card: str
    title: Text
    doubtful: int = 0
    nameless: bool = False
    unseen: bool = False
    checked: bool = False
    by: str = ""
    at: float = 0.0
    picture: Photograph | None = None
    proposed: tuple[str, ...] = ()
    note: Text | None = None


@dataclass(frozen=True)
class AddingState:
    """`game` is the one whose cards the camera adds (empty: it adds none), `by` who began that; so many pictures are
    `waiting`; `words` is what came of the last one. `changed` grows with every text that is added, changed or
    deleted."""

    game: str = ""
    by: str = ""
    waiting: int = 0
    words: Text | None = None
    changed: int = 0


class Reader(Protocol):
    """Reads a photo of a card of a game, in a process of its own."""

    def __call__(self, picture: Picture, library: Library) -> CardReading: ...


@dataclass(frozen=True)
class _Frame:
    """A picture of the camera: `code` is what was read in it, empty where nothing was. `asked`: somebody wants just
    this one added, whatever it is like."""

    game: str
    jpeg: bytes
    code: str
    by: str
    asked: bool = False


class AddingDesk:
    """Adds cards. Safe from any thread; what the camera sees is read by a thread that is there only while it adds.

    `library` gives a game's cards, `read` reads a photo, `say` says aloud what came of a card that was laid under the
    camera; `whole` is the camera's newest picture as JPEG, empty where there is none. `subscribe` tells of a new
    `state`.
    """

    def __init__(
        self,
        texts: CardTexts,
        pictures: Pictures,
        library: Callable[[str], Library | None],
        read: Reader,
        say: Say,
        whole: Callable[[], bytes] = bytes,
        listeners: Signal | None = None,
    ) -> None:
        self.texts = texts
        self._pictures = pictures
        self._library = library
        self._read = read
        self._say = say
        self._whole = whole
        self._listeners = listeners or Signal("the cards that are added")
        self._lock = threading.RLock()
        self._frames: queue.Queue[_Frame] = queue.Queue(WAITING)
        self._thread: threading.Thread | None = None
        self._game = self._by = ""
        self._words: Text | None = None
        self._changed = 0
        self._last: tuple[str, str] = ("", "")  # what the camera added last, and its text

    @property
    def state(self) -> AddingState:
        """What the camera does."""
        with self._lock:
            return AddingState(self._game, self._by, self._frames.qsize(), self._words, self._changed)

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when the state changed; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    # --- the cards ----------------------------------------------------------------------------------------------------

    def all(self, game: str) -> tuple[AddedCard, ...]:
        """The cards of a game that have a text, those first that somebody must look at, then the newest."""
        found = [self._shown(game, text) for text in self.texts.all(game).values()]
        return tuple(sorted(found, key=lambda one: (not one.nameless, one.checked or one.unseen, -one.at)))

    def add(self, game: str, picture: Picture, by: str, code: str = "", live: bool = False) -> AddedCard:
        """Read a photo of a card and keep its text and the card cut out of it; `code` where somebody says it. `live`: a
        camera that sees it again and again took it, so that a nameless one with the same words is the same card. Raises
        `BadPhoto`, and what keeping raises; nothing has changed then."""
        library = self._cards(game)
        reading = self._read(picture, library)
        if reading.words is not None:
            raise BadPhoto(reading.words)
        return self._added(game, library, reading, by, code, live)

    def name(self, game: str, card: str, code: str, over: bool, by: str) -> AddedCard:
        """Say which card a nameless one is, or that one has another code. A text that is there already is replaced only
        where that is wanted (`over`); another card of a number that several bear replaces none."""
        entry = self._entry(game, code)
        with self._lock:
            text = self._text(game, card)
            there = self._there(game, entry.pictured, text)
            if there is not None and not over:
                raise BadMove(T("{code} has a text already. Replace it, or choose another code.", code=there.card))
            to = entry.pictured if there is None else there.card
            return self._shown(game, self._move(game, msgspec.structs.replace(text, card=to), there, by, card))

    def correct(self, game: str, card: str, blocks: Iterable[TextBlock], checked: bool, by: str, seen: str) -> CardText:
        """What really stands on a card. A text that nobody may see yet cannot be changed."""
        with self._lock:
            text = self._text(game, card)
            if self._shown(game, text).unseen:
                raise BadMove(T("Nobody may see this card before the game reveals it."))
            blocks = placed(blocks, text)
            changed = msgspec.structs.replace(
                text, blocks=blocks, checked=checked, corrected_by=by, language=_language_of(blocks, text)
            )
            kept = self.texts.put(game, changed, seen)
        self._tell()
        return kept

    def shown_in(self, game: str, card: str, evening: str) -> None:
        """Somebody at the table has said that it is this text of a revealed card."""
        with self._lock:
            self.texts.put(game, msgspec.structs.replace(self._text(game, card), shown=evening))
        self._tell()

    def drop(self, game: str, card: str, seen: str | None = None) -> None:
        """Delete a card's text, and its picture."""
        with self._lock:
            self.texts.drop(game, card, seen)
            self._pictures.drop(game, card)
        self._tell()

    def pictures(self, game: str) -> Iterator[tuple[Photograph, bytes]]:
        """The pictures of the cards that have a text, as JPEG."""
        found = (self._pictures.read(game, card) for card in self.texts.all(game))
        return (one for one in found if one is not None)

    def scratch(self) -> IO[bytes]:
        """A file without a name in the data folder, gone once it is closed."""
        return self._pictures.scratch()

    def take(self, game: str, texts: Iterable[CardText], pictures: Iterable[tuple[str, bytes, int, int]]) -> int:
        """Take in the texts of another companion, with each picture's card, JPEG, width and height. What is here
        already stays as it is; how many were new."""
        self._cards(game)
        named: dict[str, str] = {}
        with self._lock:
            for text in texts:
                if is_nameless(text.card):
                    if any(one.blocks == text.blocks for one in self.texts.all(game).values()):
                        continue
                    named[text.card] = self.texts.put_nameless(game, text).card
                elif self._there(game, text.card, text) is None:
                    named[text.card] = self._put(game, msgspec.structs.replace(text, shown="")).card
            for card, jpeg, width, height in pictures:
                if card in named and self._pictures.find(game, named[card]) is None:
                    self._pictures.add(game, named[card], jpeg, width, height)
        self._tell()
        return len(named)

    # --- the camera ---------------------------------------------------------------------------------------------------

    def begin(self, game: str, by: str) -> None:
        """From now on every card under the camera is added; the evening hears nothing of them."""
        self._cards(game)
        with self._lock:
            self._game, self._by, self._words, self._last = game, by, None, ("", "")
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="adding", daemon=True)
                self._thread.start()
        self._tell()

    def pause(self) -> None:
        """The camera adds no more; what was added stays, and what waits is still read."""
        with self._lock:
            self._game = self._by = ""
            self._thread = None  # which ends once nothing waits any more
        self._tell()

    def lying(self) -> None:
        """Add what lies under the camera now: a card without a code is not noticed by itself."""
        picture = self._whole()
        if not picture:
            raise BadMove(T("The camera gives no picture just now."))
        if not self.see(CardUnread(""), lambda: picture, asked=True):
            raise BadMove(T("Let the camera add cards first."))

    def stop(self) -> None:
        """End at once: what waits is lost."""
        with suppress(queue.Empty):
            while True:
                self._frames.get_nowait()
        self.pause()

    def see(self, reading: CardSeen | CardUnread, picture: Callable[[], bytes], asked: bool = False) -> bool:
        """A card lies under the camera. Whether it is added, and the evening is not to hear of it."""
        with self._lock:
            game, by = self._game, self._by
        if not game:
            return False
        code = reading.text if isinstance(reading, CardSeen) and reading.sure else ""
        try:
            self._frames.put_nowait(_Frame(game, picture(), code, by, asked))
        except queue.Full:
            self._came(T("One moment: the last cards are still being read."))
        self._tell()
        return True

    # --- inside -------------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """The thread of the camera's pictures."""
        while (frame := self._next()) is not None:
            try:
                self._add_seen(frame)
            except Refused as refused:
                self._came(refused.text)
            except Exception:
                _log.exception("a card under the camera could not be added")
                self._came(T("The companion itself made a mistake with this card. Show it again."))

    def _next(self) -> _Frame | None:
        while True:
            try:
                return self._frames.get(timeout=LOOKS_EVERY_S)
            except queue.Empty:
                if self._thread is not threading.current_thread():
                    return None

    def _add_seen(self, frame: _Frame) -> None:
        library = self._cards(frame.game)
        reading = self._read(frame.jpeg, library)
        if reading.words is not None:
            raise BadPhoto(reading.words)
        words, (card, before) = _words_of(reading.blocks), ("", "") if frame.asked else self._last
        if card and _alike(words, before) and (is_nameless(card) or not frame.code or frame.code == number_of(card)):
            if not is_nameless(card) or not frame.code:
                return  # it still lies there
            self.drop(frame.game, card)  # its code has been read now
        known = library.look_up(frame.code) if frame.code else None
        read = {one.text for one in reading.codes if one.sure}
        code = frame.code if known is not None and known.pictured and read <= {frame.code} else ""
        added = self._added(frame.game, library, reading, frame.by, code)
        self._last = ("", "") if frame.asked else (added.card, words)
        self._came(_said(added))

    def _came(self, words: Text) -> None:
        with self._lock:
            self._words = words
        self._say(words)
        self._tell()

    def _added(
        self, game: str, library: Library, reading: CardReading, by: str, code: str, live: bool = False
    ) -> AddedCard:
        card, proposed = (self._entry(game, code).pictured, ()) if code else _card_of(library, reading)
        text = CardText(
            card=card,
            blocks=_without(reading.blocks, (card, *proposed)),
            by=by,
            at=self.texts.now(),
            proposed=proposed,
            picture=version_of(reading.jpeg),
        )
        text = msgspec.structs.replace(text, language=_language_of(text.blocks, text))
        with self._lock:
            there = self._there(game, card, text) if card else None
            if there is not None and (there.checked or there.corrected_by):  # what a person has done stays
                text = msgspec.structs.replace(text, card="", proposed=(there.card,))
            elif there is not None:
                text = msgspec.structs.replace(text, card=there.card, shown=there.shown)
            if live and not text.card and (same := self._same(game, text)) is not None:
                there, text = same, msgspec.structs.replace(text, card=same.card)
            kept = self._put(game, text, there) if text.card else self.texts.put_nameless(game, text)
            self._keep_picture(game, kept, reading, there)
            shown = replace(self._shown(game, kept), note=reading.note)
        self._tell()
        return shown

    def _there(self, game: str, card: str, text: CardText) -> CardText | None:
        """The text in whose place another one would be kept. Where several cards bear one number, only what reads the
        same is of the same card: nobody could see that another one is gone."""
        if not self._cards(game).bears_several(card):
            return self.texts.find(game, card)
        return next((one for one in self.texts.of_number(game, number_of(card)) if reads_the_same(one, text)), None)

    def _put(self, game: str, text: CardText, over: CardText | None = None) -> CardText:
        """Keep a text, in the place of another one or beside all others of its number."""
        if over is None and self._cards(game).bears_several(text.card):
            return self.texts.put_beside(game, text)
        return self.texts.put(game, text)

    def _same(self, game: str, text: CardText) -> CardText | None:
        """The nameless card that was photographed before, and that nobody has touched since."""
        nameless = (one for one in self.texts.all(game).values() if is_nameless(one.card) and not one.corrected_by)
        return next((one for one in nameless if _alike(_words_of(one.blocks), _words_of(text.blocks))), None)

    def _keep_picture(self, game: str, kept: CardText, reading: CardReading, there: CardText | None) -> None:
        """The card as it was cut out. A photograph that its owner took for its own sake stays."""
        if there is None and self._pictures.find(game, kept.card) is not None:
            return
        try:
            self._pictures.add(game, kept.card, reading.jpeg, reading.width, reading.height)
        except Refused:
            if there is None or is_nameless(kept.card):
                self.texts.drop(game, kept.card)
            else:
                self.texts.put(game, there)
            raise

    def _move(self, game: str, text: CardText, over: CardText | None, by: str, before: str) -> CardText:
        """A card's text, and its picture from the name `before`. Until all is kept there, it stays here."""
        picture = self._pictures.read(game, before)
        moved = self._put(game, msgspec.structs.replace(text, proposed=(), corrected_by=by), over)
        if picture is not None:
            about, jpeg = picture
            self._pictures.add(game, moved.card, jpeg, about.width, about.height)
        self.texts.drop(game, before)
        self._pictures.drop(game, before)
        self._tell()
        return moved

    def _cards(self, game: str) -> Library:
        library = self._library(game)
        if library is None:
            raise BadMove(T("There is no such game here."))
        return library

    def _entry(self, game: str, code: str) -> CardEntry:
        library = self._cards(game)
        entry = library.look_up(code)
        if entry is None or not entry.pictured or is_nameless(entry.code):
            raise BadMove(library.unknown(code))
        return entry

    def _text(self, game: str, card: str) -> CardText:
        found = self.texts.find(game, card)
        if found is None:
            raise BadMove(T("This card’s text is not there any more."))
        return found

    def _shown(self, game: str, text: CardText) -> AddedCard:
        entry = self._cards(game).look_up(text.card)
        unseen = entry is None or entry.unseen
        return AddedCard(
            card=text.card,
            title=Text("{name}", {"name": text.card}) if entry is None else entry.title,
            doubtful=0 if unseen else text.doubtful,
            nameless=is_nameless(text.card),
            unseen=unseen,
            checked=text.checked,
            by=text.by,
            at=text.at,
            picture=None if entry is None else entry.picture,
            proposed=text.proposed,
        )

    def _tell(self) -> None:
        with self._lock:
            self._changed += 1
        self._listeners.emit()


def _card_of(library: Library, reading: CardReading) -> tuple[str, tuple[str, ...]]:
    """Under which name a card is kept: its code, where exactly one was read surely. Else none, and those that it may
    have: unsure ones, words that are such a code, its title where a card is called so."""
    sure = {entry.pictured for code in reading.codes if code.sure and (entry := _known(library, code.text))}
    if len(sure) == 1:
        return sure.pop(), ()
    title = next((block.text for block in reading.blocks if block.kind == "title"), "")
    guesses = [code.text for code in reading.codes] + [code.other for code in reading.codes if code.other]
    words = [word.strip(".,:;#()") for block in reading.blocks for word in block.text.split()]
    found = [_known(library, guess) for guess in guesses] + [_known(library, word, exact=True) for word in words]
    found.append(_known(library, title))
    return "", tuple(dict.fromkeys(entry.pictured for entry in found if entry is not None))[:4]


def _known(library: Library, code: str, exact: bool = False) -> CardEntry | None:
    """A card that this may be; `exact`: only by a code as it is printed, for words of a text that are mostly none."""
    if not code or (exact and not any(sign.isdigit() for sign in code)):
        return None
    entry = library.look_up(code)
    if entry is None or not entry.pictured or is_nameless(entry.code) or (exact and entry.code != code.upper()):
        return None
    return entry


def _without(blocks: Iterable[TextBlock], codes: Collection[str]) -> tuple[TextBlock, ...]:
    """The text without the card's code, which stands in its corner and says nothing."""
    alone = {code.casefold() for code in codes if code}
    return tuple(block for block in blocks if block.text.strip("#. ").casefold() not in alone)


def _words_of(blocks: Iterable[TextBlock]) -> str:
    return " ".join(block.text for block in blocks)


def _alike(words: str, others: str) -> bool:
    return fuzz.ratio(words, others) >= SAME


def _said(added: AddedCard) -> Text:
    """What is said of a card that the camera added."""
    if added.nameless:
        return T("Kept. Which card it is, say on a phone.")
    if added.unseen:
        return T("{code} is kept unseen.", code=added.card)
    return T("{code}, {title}: kept.", code=added.card, title=added.title)


def _language_of(blocks: Iterable[TextBlock], text: CardText) -> str:
    """The language that a text is in; what it was before where nobody can tell."""
    words = _words_of(blocks)
    if len(words) < LANGUAGE_SIGNS and not _POLISH.search(words):
        return text.language
    each = re.findall(r"\w+", words.casefold())
    polish = sum(word in _POLISH_WORDS for word in each) + 2 * len(_POLISH.findall(words))
    english = sum(word in _ENGLISH_WORDS for word in each)
    return text.language if polish == english else "pl" if polish > english else "en"
