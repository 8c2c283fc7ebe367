"""Which words exist: the word forms of a language, kept as sorted hashes. A word that none of the languages has was
read wrongly more often than not, whatever the recogniser says of its letters; names are such words, too.

`vision/training/vocabulary.py` makes the files, and says what they are made of.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from zlib import crc32

import numpy as np

from vision.find.picture import Ints
from vision.inference import MODELS
from vision.text.printed import ICON, Block, Line, Word, goes_on

BITS = 27  # of a word's hash; two of a hundred words that do not exist have one that does
NEGATION = "nie"  # in Polish before any adjective and noun; such words are not listed
_SHORTEST = 3  # letters: a shorter word says little, misread it is often another one
_LONGEST = 16  # letters: longer ones mostly ran together, and of many letters one fits by chance
NEGATED = 4  # letters of a word behind the negation: "nie je" is two words
# Letters that differ by a stroke which some typefaces print faintly.
_STROKES = {"ł": "tl", "ą": "a", "ć": "c", "ę": "e", "ń": "n", "ó": "o", "ś": "s", "ż": "zź", "ź": "z"}
ALIKE = {
    one: "".join(letter for letter, others in _STROKES.items() if one in others) + _STROKES.get(one, "")
    for one in {*_STROKES, *"".join(_STROKES.values())}
}
_PIECE = re.compile(r"\w+(?:['’]\w+)*")
_OPENING, _CLOSING = "\"'„“‚‘(", ".,;:!?)\"'”’%"  # signs at which a word begins and ends


class Vocabulary:
    """The words of some languages. Whoever asks it for a language without a list gets none, and knows every word."""

    def __init__(self, languages: Collection[str]) -> None:
        listed = {one: _hashes(one) for one in languages}
        self._lists = {one: hashes for one, hashes in listed.items() if hashes is not None}
        self._complete = len(self._lists) == len(listed) > 0

    def knows(self, word: str) -> bool:
        """Whether all of it, without the signs around it, exists; what is short or has a digit does."""
        return not self._complete or not any(self._is_unknown(one) for one in _PIECE.findall(word))

    def is_doubtful(self, word: Word) -> bool:
        """Whether it does not exist, or another one does that it may be by a letter of which the reading was unsure."""
        if word.is_icon or ICON in word.text:
            return False
        if not self.knows(word.text):
            return True
        return self._complete and any(self.knows(other) for other in word.others)

    def are_two(self, left: str, right: str) -> bool:
        """Whether what was read as one word is two: each exists, and both as one do not, or they are letters and a
        number, or parted by the end of a sentence."""
        each = (left, right.lstrip(_OPENING))
        if not all(_PIECE.search(one) and self.knows(one) for one in each) or not each[1][0].isalnum():
            return False
        end, begin = left[-1], each[1][0]
        parted = end in _CLOSING and begin.isalpha()
        return parted or end.isdigit() != begin.isdigit() or not self.knows(left + right)

    def mended(self, word: Word) -> str:
        """What a word that does not exist most likely is: the only one that exists of those that differ by a
        letter that looks alike; what was read where there is none, or several."""
        if word.is_icon or ICON in word.text or len(word.text) > _LONGEST or self.knows(word.text):
            return word.text
        others = {*word.others, *(_with_letter_alike(word.text) if "pl" in self._lists else ())}
        known = [other for other in others if self.knows(other)]
        return known[0] if len(known) == 1 else word.text

    def _is_unknown(self, piece: str) -> bool:
        if len(piece) < _SHORTEST or any(map(str.isdigit, piece)):
            return False
        return not any(self._has(piece.lower().replace("’", "'"), language) for language in self._lists)

    def _has(self, word: str, language: str) -> bool:
        hashes, found = self._lists[language], word.removesuffix("'s") if language == "en" else word
        negated = found[len(NEGATION) :] if language == "pl" and found.startswith(NEGATION) else ""
        return self._is_listed(found, hashes) or (len(negated) >= NEGATED and self._is_listed(negated, hashes))

    def _is_listed(self, word: str, hashes: Ints) -> bool:
        wanted = hash_of(word)
        at = int(np.searchsorted(hashes, wanted))
        return at < len(hashes) and int(hashes[at]) == wanted


def with_doubts(blocks: Sequence[Block], languages: Collection[str]) -> tuple[Block, ...]:
    """The blocks with those words doubtful that do not exist, too, each as the one word that exists which it may be.
    A word that is parted at a line's end is asked for as a whole."""
    words = vocabulary(frozenset(languages))
    return tuple(replace(block, lines=tuple(_doubted(block.lines, words))) for block in blocks)


def _with_letter_alike(word: str) -> Iterator[str]:
    """The word with one letter another one that differs by a stroke, as Polish ones do."""
    for at, sign in enumerate(word):
        for other in ALIKE.get(sign.lower(), ""):
            yield word[:at] + (other.upper() if sign.isupper() else other) + word[at + 1 :]


@cache
def vocabulary(languages: frozenset[str]) -> Vocabulary:
    """The words of these languages; loading them takes a moment and some 13 MB."""
    return Vocabulary(languages)


def hash_of(word: str) -> int:
    """What is kept of a word in small letters."""
    return crc32(word.encode()) >> (32 - BITS)


def _hashes(language: str) -> Ints | None:
    file = MODELS / f"words_{language}.xz"
    if not file.exists():
        return None
    low, high = np.frombuffer(lzma.decompress(file.read_bytes()), np.uint8).reshape(2, -1)
    steps = low.astype(np.int32)
    steps += high.astype(np.int32) << 8
    return np.cumsum(steps, dtype=np.int32, out=steps)


def _doubted(lines: Sequence[Line], words: Vocabulary) -> Iterator[Line]:
    parted = False
    for at, line in enumerate(lines):
        found = list(line.words)
        for place, word in enumerate(found):
            first, last = place == 0 and parted, place == len(found) - 1 and _is_parted(lines, at)
            whole = word
            if last:
                whole = replace(word, text=word.text[:-1] + lines[at + 1].words[0].text)
            if first:
                whole = replace(word, text=lines[at - 1].words[-1].text[:-1] + word.text)
            # of a word over two lines nobody can tell which half is misread
            text = word.text if first or last else words.mended(word)
            found[place] = replace(word, text=text, doubtful=word.doubtful or words.is_doubtful(whole))
        parted = _is_parted(lines, at)
        yield replace(line, words=tuple(found))


def _is_parted(lines: Sequence[Line], at: int) -> bool:
    """Whether a line's last word goes on in the next one."""
    if at + 1 >= len(lines) or not lines[at].words or not lines[at + 1].words:
        return False
    return goes_on(lines[at].words[-1].text, lines[at + 1].text)
