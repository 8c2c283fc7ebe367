"""Full-text search over short passages that forgives typing errors, missing accents, half-typed words and other forms
of a word, English or Polish (Snowball's stemmers)."""

from __future__ import annotations

import importlib
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from rapidfuzz.distance import OSA

QUERY_CHARS = 100
QUERY_WORDS = 8
EXCERPT_CHARS = 140
# How much a word counts by where it stands: what an entry is about stands in its title.
TITLE, ALSO, TEXT = 6.0, 4.0, 1.0
_WORD = re.compile(r"\w+")
OTHER_FORM = 0.72  # how near another form of the word is: nearer than a slip, further than its beginning
_SHORTEST_STEM = 3
# Letters that Unicode does not take apart into a plain letter and an accent.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True, kw_only=True)
class Passage:
    """What is searched: a title, further search words, and a text in one line."""

    id: str
    title: str
    also: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A passage that was found. `score` lies between 0 and 1; `marks` are the (start, end) places in `excerpt` that
    were matched, in order and without overlap; none where only the title or the search words matched."""

    id: str
    title: str
    score: float
    excerpt: str
    marks: tuple[tuple[int, int], ...]


class Index:
    """All words of the passages, each with where it stands and how much it counts there."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages = {one.id: one for one in passages}
        self._weights: dict[str, dict[str, float]] = defaultdict(dict)
        self._spelt: dict[str, str] = {}  # each word as it is written: stems need its accents
        for one in self._passages.values():
            for weight, field in ((TEXT, one.text), (ALSO, one.also), (TITLE, one.title)):
                for match in _WORD.finditer(field):
                    word = plain(match[0])
                    self._weights[word][one.id] = weight
                    self._spelt[word] = match[0]

    @cached_property
    def _by_stem(self) -> dict[str, set[str]]:
        """The known words of each stem; made for the first search."""
        found: dict[str, set[str]] = defaultdict(set)
        for word, spelt in self._spelt.items():
            for stem in stems(spelt):
                found[stem].add(word)
        return found

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The nearest passages, best first; at most `limit`. A query of nothing but signs finds nothing."""
        spelt = {plain(match[0]): match[0] for match in _WORD.finditer(query[:QUERY_CHARS])}
        asked = self._asked(query)
        near = [self._near(word, spelt.get(word, word)) for word in asked]
        scores = self._scores(asked, near)
        matched = {word for found in near for word in found}
        order = sorted(scores, key=lambda id: (-scores[id], id))
        return [self._hit(id, scores[id], matched) for id in order[: max(0, limit)]]

    def _scores(self, asked: list[str], near: list[dict[str, float]]) -> dict[str, float]:
        """How well each passage fits all words together, from 0 to 1."""
        sums: dict[str, float] = defaultdict(float)
        rarities = [self._rarity(word, found) for word, found in zip(asked, near, strict=True)]
        best = [self._best(found) for found in near]
        for scores, rarity in zip(best, rarities, strict=True):
            for passage, score in scores.items():
                sums[passage] += score * rarity
        full = TITLE * sum(rarities)
        whole = {id for id in sums if len(best) > 1 and all(id in scores for scores in best)}
        said = {id for id in whole if _says(list(words(self._passages[id].text)), near)}
        return {id: 0.8 * total / full + self._for_phrase(id, asked, id in said) for id, total in sums.items()}

    def _asked(self, query: str) -> list[str]:
        """The words of a query: cut to a sane length, run-together and torn words mended."""
        asked = list(words(query[:QUERY_CHARS]))[:QUERY_WORDS]
        mended: list[str] = []
        for word in asked:
            joined = mended[-1] + word if mended else ""
            if joined in self._weights and not (word in self._weights and mended[-1] in self._weights):
                mended[-1] = joined
            else:
                mended += self._torn_apart(word)
        return list(dict.fromkeys(mended))

    def _torn_apart(self, word: str) -> list[str]:
        if word in self._weights or len(word) < 6 or any(known.startswith(word) for known in self._weights):
            return [word]
        cuts = (cut for cut in range(3, len(word) - 2) if word[:cut] in self._weights and word[cut:] in self._weights)
        cut = next(cuts, None)
        return [word] if cut is None else [word[:cut], word[cut:]]

    def _near(self, word: str, spelt: str) -> dict[str, float]:
        """The known words that may have been meant, each with how near it is (0 to 1)."""
        found = {known: nearness(word, known) for known in self._weights}
        for known in self._other_forms(word, spelt):
            found[known] = max(found[known], OTHER_FORM)
        best = max(found.values(), default=0.0)
        # A word that is known as typed needs no guesses; its other endings still count.
        enough = OTHER_FORM if best == 1.0 else 0.01
        return {known: near for known, near in found.items() if near >= enough}

    def _other_forms(self, word: str, spelt: str) -> set[str]:
        """Known words that have a stem with this one in common, also where it has a slip in it."""
        mine = stems(spelt) | stems(word)
        found = {known for stem in mine for known in self._by_stem.get(stem, ())}
        if found or len(word) < 6:
            return found
        near = (other for stem in mine for other in self._by_stem if _one_slip(stem, other))
        return {known for other in near for known in self._by_stem[other]}

    def _best(self, found: dict[str, float]) -> dict[str, float]:
        best: dict[str, float] = defaultdict(float)
        for known, near in found.items():
            for passage, weight in self._weights[known].items():
                best[passage] = max(best[passage], near * weight)
        return best

    def _rarity(self, word: str, found: dict[str, float]) -> float:
        """A rare word says more about what is meant than one that stands everywhere."""
        exact = self._weights.get(word)
        holding = len(exact) if exact else min((len(self._weights[known]) for known in found), default=0)
        return math.log(1 + len(self._passages) / holding) if holding else 1.0

    def _for_phrase(self, id: str, asked: list[str], said: bool) -> float:
        """A fifth is kept for titles that are what was typed, a tenth for those that begin so, something between for
        texts that say it in one piece: whoever remembers a card's words is to find the card."""
        title = list(words(self._passages[id].title))
        if title == asked:
            return 0.2
        return 0.15 if said else 0.1 if title[: len(asked)] == asked else 0.0

    def _hit(self, id: str, score: float, matched: set[str]) -> Hit:
        passage = self._passages[id]
        excerpt, marks = excerpt_of(passage.text, matched)
        return Hit(id=id, title=passage.title, score=round(min(score, 1.0), 4), excerpt=excerpt, marks=marks)


@cache
def _stemmers() -> tuple[Any, ...]:
    """Imported with the first search, as no start needs them. What they remember by themselves (0) `stems` does."""
    package = importlib.import_module("Stemmer")
    return tuple(package.Stemmer(language, 0) for language in ("english", "polish"))


@lru_cache(maxsize=20_000)
def stems(word: str) -> frozenset[str]:
    """What a word begins with in all its forms, in each language, without accents; none for a very short word."""
    found = {plain(stemmer.stemWord(word.casefold())) for stemmer in _stemmers()}
    return frozenset(stem for stem in found if len(stem) >= _SHORTEST_STEM)


def _says(text: list[str], near: list[dict[str, float]]) -> bool:
    """Whether words that may have been meant stand there in their order, with nothing between them."""
    starts = range(len(text) - len(near) + 1)
    return any(all(text[start + at] in found for at, found in enumerate(near)) for start in starts)


def _one_slip(typed: str, known: str) -> bool:
    return len(typed) >= 5 and typed[0] == known[0] and OSA.distance(typed, known, score_cutoff=1) <= 1


def nearness(typed: str, known: str) -> float:
    """How likely `known` was meant by `typed`: 1 as typed, less for a beginning or a slip, 0 for something else."""
    if typed == known:
        return 1.0
    if known.startswith(typed):
        return 0.75 + 0.2 * len(typed) / len(known)
    slips = 0 if len(typed) < 4 else 1 if len(typed) < 7 else 2
    if not slips or len(typed) - len(known) > slips:
        return 0.0
    distance = OSA.distance(typed, known, score_cutoff=slips)
    if distance <= slips:
        return 0.7 - 0.15 * (distance - 1)
    return _half_typed(typed, known, slips)


def _half_typed(typed: str, known: str, slips: int) -> float:
    """The nearness of a beginning with a slip in it. The first letter must be right, or far too much would do."""
    if typed[0] != known[0] or len(known) <= len(typed):
        return 0.0
    beginnings = (known[:length] for length in range(len(typed) - 1, len(typed) + 2))
    distance = min(OSA.distance(typed, beginning, score_cutoff=slips) for beginning in beginnings)
    return 0.5 - 0.15 * (distance - 1) if distance <= slips else 0.0


def words(text: str) -> Iterator[str]:
    """The words of a text without case and accents."""
    for match in _WORD.finditer(text):
        yield plain(match[0])


def plain(word: str) -> str:
    """A word in lower case without accents: `Żarownica` becomes `zarownica`."""
    apart = unicodedata.normalize("NFKD", word.casefold().translate(_PLAIN))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def excerpt_of(text: str, matched: set[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A piece of a text around its first matched word, and the places of all matched words in that piece."""
    places = [match.span() for match in _WORD.finditer(text) if plain(match[0]) in matched]
    start = max(0, places[0][0] - EXCERPT_CHARS // 3) if places else 0
    end = min(len(text), start + EXCERPT_CHARS)
    start = 0 if start == 0 else text.find(" ", start, end) + 1 or start
    end = end if end == len(text) else max(text.rfind(" ", start, end), start) or end
    before, after = "… " if start else "", " …" if end < len(text) else ""
    moved = len(before) - start
    marks = tuple((a + moved, b + moved) for a, b in places if start <= a and b <= end)
    return before + text[start:end] + after, marks
