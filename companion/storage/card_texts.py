"""What is printed on the owner's cards: read by machine from a photograph, corrected by people, kept in the log.

A card is kept under what its own text is called by (`D012`, `weather.Blizzard`). One whose code nobody has told yet is
kept under a name of its own, `?1`, until somebody says which it is; the second of several cards of one number is
`049 (2)`. Texts are plain words: nothing in them is markup.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Literal, TypeAlias

import msgspec
from rapidfuzz.distance import Levenshtein

from companion.api.refusals import BadMove, NotSaved
from companion.api.text import T
from companion.storage.keyed_store import KeyedStore
from companion.storage.pictures import Changed

_log = logging.getLogger(__name__)
KIND = "card_text"  # of the kept values
MOST = 2000  # texts of a game: more than any game has cards
MOST_BLOCKS = 40
BLOCK_CHARS = 1500
NOWHERE = (0, 0, 0, 0)
UNREAD = "…"  # as a doubtful word: print that was seen there and could not be read
ENOUGH_SIGNS = 20  # letters, below which two cards may well bear the same ones
CARD_CHARS = 4000  # of all blocks together: four times what small print on a large card holds
NAMELESS = re.compile(r"\?[1-9][0-9]{0,3}")
_NTH = re.compile(r"(.+) \(([2-9]|[1-9][0-9]{1,3})\)")
Place: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom, in thousandths of the picture
BlockKind: TypeAlias = Literal["title", "body", "flavour", "option", "condition"]


class TextBlock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of a card's text: its title, what happens, its flavour, one of its options (`number`), a condition.

    `text` is in one line; `doubtful` are the words of it, counted from 0, of which the reading was not sure. `places`
    tells where each word stands in the picture (nowhere: all 0), or is empty.
    """

    kind: BlockKind
    text: str
    number: int | None = None
    doubtful: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()


class CardText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The text of a card in its own language (`en`, `pl`; empty: nobody knows). `by` added it at `at` (seconds since
    1970); `corrected_by` changed it last. `checked`: a person has compared it with the card. `proposed` are the codes
    that a nameless one may have. `picture` is the version of the picture that it was read in. `shown` is the evening in
    which somebody at the table said that it is the text of a revealed card."""

    card: str
    blocks: tuple[TextBlock, ...]
    language: str = ""
    by: str = ""
    at: float = 0.0
    corrected_by: str = ""
    checked: bool = False
    proposed: tuple[str, ...] = ()
    picture: str = ""
    shown: str = ""

    @property
    def title(self) -> str:
        """What stands at its top; empty where it has no title."""
        return next((one.text for one in self.blocks if one.kind == "title"), "")

    @property
    def plain(self) -> str:
        """All of it but the title, in one line."""
        return " ".join(one.text for one in self.blocks if one.kind != "title")

    @property
    def doubtful(self) -> int:
        """Of how many words the reading was not sure."""
        return sum(len(one.doubtful) for one in self.blocks)

    @property
    def version(self) -> str:
        """What tells it from any other."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]

    @property
    def has_unread(self) -> bool:
        """Whether some of its print was seen and could not be read."""
        words = ((block, block.text.split()) for block in self.blocks)
        return any(UNREAD in (some[at] for at in block.doubtful if at < len(some)) for block, some in words)


class CardTexts:
    """The texts of all games' cards. Capitals and spaces in a card's name do not matter. Safe from any thread."""

    def __init__(self, store: KeyedStore, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.RLock()
        self._kept: dict[str, tuple[object, CardText | None]] = {}

    def all(self, game: str) -> Mapping[str, CardText]:
        """Every text of a game by its card's name, those without a code, too."""
        start = f"{game}/"
        found = (self._read(key, kept) for key, kept in self._store.all(KIND).items() if key.startswith(start))
        return {one.card: one for one in found if one is not None}

    def find(self, game: str, card: str) -> CardText | None:
        """The text of a card; None where there is none."""
        return self._read(_key(game, card), self._store.get(KIND, _key(game, card)))

    def put(self, game: str, text: CardText, seen: str | None = None) -> CardText:
        """Keep a text in the place of an earlier one. `seen` is the version that was there when it was made ("": none).
        Raises `BadMove` where it is too long, `Changed` and `NotSaved`; nothing has changed then."""
        text = tidied(text)
        with self._lock:
            before = self._seen(game, text.card, seen)
            if before is None and len(self.all(game)) >= MOST:
                raise NotSaved(T("No more card texts can be kept ({most}). Delete some first.", most=MOST))
            self._store.put(KIND, _key(game, text.card), msgspec.to_builtins(text))
        return text

    def put_nameless(self, game: str, text: CardText) -> CardText:
        """Keep the text of a card of which nobody has said which it is, under the next free name."""
        with self._lock:
            taken = {int(name[1:]) for name in self.all(game) if is_nameless(name)}
            number = next(one for one in range(1, MOST + 2) if one not in taken)
            return self.put(game, msgspec.structs.replace(text, card=f"?{number}"), "")

    def of_number(self, game: str, number: str) -> tuple[CardText, ...]:
        """The texts of all cards of a number, in the order of their names."""
        found = (one for one in self.all(game).values() if number_of(one.card).casefold() == number.casefold())
        return tuple(sorted(found, key=lambda one: _nth(one.card)))

    def put_beside(self, game: str, text: CardText) -> CardText:
        """Keep the text of one more card of a number, under its next free name."""
        with self._lock:
            number = number_of(text.card)
            taken = {_nth(one.card) for one in self.of_number(game, number)}
            nth = next(one for one in range(1, MOST + 2) if one not in taken)
            card = number if nth == 1 else f"{number} ({nth})"
            return self.put(game, msgspec.structs.replace(text, card=card), "")

    def drop(self, game: str, card: str, seen: str | None = None) -> None:
        """Delete the text of a card. Raises `Changed` and `NotSaved`."""
        with self._lock:
            if self._seen(game, card, seen) is not None:
                self._store.drop(KIND, _key(game, card))

    def now(self) -> float:
        """The time, for whoever adds one."""
        return self._clock()

    # --- inside -------------------------------------------------------------------------------------------------------

    def _seen(self, game: str, card: str, seen: str | None) -> CardText | None:
        before = self.find(game, card)
        if seen is not None and seen != ("" if before is None else before.version):
            raise Changed(T("Somebody else has changed this card’s text meanwhile. Look at it before you go on."))
        return before

    def _read(self, key: str, kept: object | None) -> CardText | None:
        """What was kept; None where it is nothing of the kind. A list asks for many: what was read is remembered."""
        if kept is None:
            return None
        before = self._kept.get(key)
        if before is None or before[0] != kept:
            before = self._kept[key] = (kept, _card_text(kept))
        return before[1]


def is_nameless(card: str) -> bool:
    """Whether this stands for a card of which nobody has said which it is."""
    return NAMELESS.fullmatch(card) is not None


def number_of(card: str) -> str:
    """The number on a card, of what its text is kept under: `049` of `049 (2)`."""
    found = _NTH.fullmatch(card)
    return found[1] if found else card


def reads_the_same(text: CardText, other: CardText) -> bool:
    """Whether two readings are of one card for sure: they differ only in words, no numbers, of which one of the two was
    not sure. Of a card with hardly a word on it only the very picture tells."""
    if text.picture and text.picture == other.picture:
        return True
    words, others = _doubts(text), _doubts(other)
    if sum(len(word) for word, _ in words) < ENOUGH_SIGNS:
        return False
    edits = Levenshtein.editops([word for word, _ in words], [word for word, _ in others])
    return all(edit.tag == "replace" and _may_be_one(words[edit.src_pos], others[edit.dest_pos]) for edit in edits)


def _may_be_one(word: tuple[str, bool], other: tuple[str, bool]) -> bool:
    return (word[1] or other[1]) and not any(sign.isdigit() for sign in word[0] + other[0])


def _doubts(text: CardText) -> list[tuple[str, bool]]:
    """Each word with whether its reading was not sure."""
    return [
        (word.casefold(), at in block.doubtful) for block in text.blocks for at, word in enumerate(block.text.split())
    ]


def _nth(card: str) -> int:
    found = _NTH.fullmatch(card)
    return int(found[2]) if found else 1


def tidied(text: CardText) -> CardText:
    """A text as it is kept: without empty blocks and stray spaces. `BadMove` where it is too long or has too much."""
    blocks = tuple(block for block in map(_tidied_block, text.blocks) if block.text)
    if len(blocks) > MOST_BLOCKS or sum(len(block.text) for block in blocks) > CARD_CHARS:
        raise BadMove(T("This is more text than a card holds: at most {most} letters.", most=CARD_CHARS))
    long = next((block for block in blocks if len(block.text) > BLOCK_CHARS), None)
    if long is not None:
        raise BadMove(T("A paragraph of a card may have at most {most} letters.", most=BLOCK_CHARS))
    return msgspec.structs.replace(text, card=" ".join(text.card.split()), blocks=blocks)


def of_cards(texts: Iterable[object]) -> tuple[CardText, ...]:
    """Texts that come from a file, each checked. `BadMove` for the first that does not fit."""
    found = tuple(_card_text(one) for one in texts)
    if any(one is None for one in found):
        raise BadMove(T("A card’s text in the file does not fit."))
    return tuple(tidied(one) for one in found if one is not None)


def _tidied_block(block: TextBlock) -> TextBlock:
    words = _plain(block.text).split()
    doubtful = tuple(sorted({at for at in block.doubtful if 0 <= at < len(words)}))
    places = block.places if len(block.places) == len(words) and set(block.places) != {NOWHERE} else ()
    return msgspec.structs.replace(block, text=" ".join(words), doubtful=doubtful, places=places)


def placed(blocks: Iterable[TextBlock], before: CardText) -> tuple[TextBlock, ...]:
    """Blocks that somebody has changed, each word in the place of the one that it stands for; a new one has none."""
    blocks = tuple(blocks)
    old = [word for block in before.blocks for word in _words(block)]
    words = [block.text.split() for block in blocks]
    places = [NOWHERE] * sum(map(len, words))
    for edit in Levenshtein.opcodes([word for word, _ in old], [word for some in words for word in some]):
        for at, was in zip(range(edit.dest_start, edit.dest_end), range(edit.src_start, edit.src_end), strict=False):
            places[at] = old[was][1]
    left = iter(places)
    taken = (tuple(islice(left, len(some))) for some in words)
    return tuple(msgspec.structs.replace(one, places=some) for one, some in zip(blocks, taken, strict=True))


def _words(block: TextBlock) -> list[tuple[str, Place]]:
    """Each word with its place."""
    words = block.text.split()
    return list(zip(words, block.places or [NOWHERE] * len(words), strict=True))


def _plain(text: str) -> str:
    """Without signs that steer a terminal or turn the direction of writing."""
    return "".join(sign if sign.isprintable() or sign.isspace() else " " for sign in text)


def _card_text(kept: object) -> CardText | None:
    try:
        return msgspec.convert(kept, CardText)
    except msgspec.ValidationError:
        _log.warning("the text of a card cannot be read")
        return None


def _key(game: str, card: str) -> str:
    return f"{game}/{' '.join(card.split()).casefold()}"
