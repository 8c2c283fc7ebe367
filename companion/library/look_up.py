"""Look up: the rules of a game and its cards, found by one search and told in one list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.api.text import Text
from companion.library.cards import Library
from companion.library.rule_search import Hit, Index, Passage
from companion.library.rulebook import RuleBook

MOST = 20
_RULE, _CARD = "rule ", "card "


@dataclass(frozen=True)
class Found:
    """A rule entry (`kind` is `rule`, `id` its id) or a card (`card`, its code or name) that was found; the rest is as
    in `rule_search.Hit`."""

    kind: str
    id: str
    title: str
    score: float
    excerpt: str
    marks: tuple[tuple[int, int], ...]


class LookUp:
    """One game's rules and cards in one language. What it searches is put in order anew only when a card's text was
    added or changed."""

    def __init__(self, book: RuleBook, say: Callable[[Text], str]) -> None:
        self._rules = tuple(
            Passage(id=f"{_RULE}{one.id}", title=one.title, also=one.also, text=one.text) for one in book.passages
        )
        self._say = say
        self._passages: tuple[Passage, ...] = ()
        self._index = Index(())

    def search(self, query: str, library: Library, limit: int = MOST) -> tuple[Found, ...]:
        """The rules and cards nearest to what was typed, best first. The card of this very code is the first."""
        exact = library.look_up(query)
        hits = (self._found(hit, library) for hit in self._in_order(library).search(query, limit))
        first = () if exact is None else (Found("card", exact.code, self._say(exact.title), 1.0, "", ()),)
        found = {(one.kind, one.id): one for one in (*first, *hits) if one is not None}
        return tuple(found.values())[:limit]

    def _in_order(self, library: Library) -> Index:
        cards = (
            Passage(id=f"{_CARD}{one.id}", title=one.title, also=one.also, text=one.text)
            for one in library.passages(self._say)
        )
        passages = (*self._rules, *cards)
        if passages != self._passages:
            self._index, self._passages = Index(passages), passages
        return self._index

    def _found(self, hit: Hit, library: Library) -> Found | None:
        kind, id = hit.id[: len(_RULE)], hit.id[len(_RULE) :]
        if kind == _RULE:
            return Found("rule", id, hit.title, hit.score, hit.excerpt, hit.marks)
        card = library.look_up(id)
        if card is None:
            return None
        return Found("card", card.code, self._say(card.title), hit.score, hit.excerpt, hit.marks)
