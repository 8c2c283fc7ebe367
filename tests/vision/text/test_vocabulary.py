"""Which words exist, and which of those that were read are doubtful for it."""

from __future__ import annotations

import pytest

from vision.text.printed import Block, Kind, Line, Word
from vision.text.vocabulary import vocabulary, with_doubts

QUAD = ((0.0, 0.0),) * 4
BOTH = frozenset({"en", "pl"})


@pytest.mark.parametrize(
    "word", ["Popiół", "przesuńcie", "(nieważne)", "3", "XVII", "bt", "player’s", "food/coal.", "4x"]
)
def test_words_that_exist(word: str) -> None:
    """In any of the languages, with signs around them, denied, as numbers; of short ones nobody can tell."""
    assert vocabulary(BOTH).knows(word)


@pytest.mark.parametrize("word", ["Popiót", "gtosy", "Zepsutapompa", "nieje", "wegla,", "Meeple"])
def test_words_that_do_not_exist(word: str) -> None:
    """Misread letters, words that ran together, and names."""
    assert not vocabulary(BOTH).knows(word)


def test_a_language_without_a_list_has_every_word() -> None:
    """Nobody can tell which of its words exist."""
    assert vocabulary(frozenset({"pl", "xx"})).knows("Popiót")
    assert vocabulary(frozenset()).knows("Popiót")


def doubts(*lines: str, others: tuple[str, ...] = ()) -> list[str]:
    """The words of these lines that are doubtful; every one may be one of `others` as well."""
    block = Block(
        Kind.BODY,
        tuple(Line(tuple(Word(w, 1.0, False, QUAD, others) for w in one.split()), QUAD) for one in lines),
        QUAD,
    )
    return [word.text for found in with_doubts([block], BOTH) for word in found.words if word.doubtful]


def test_doubts() -> None:
    """Words that do not exist, and those that may be another one that does; a word over two lines is one."""
    assert doubts("Gtosy były ◇", "puste") == ["Głosy"]
    assert doubts("byty", others=("były",)) == ["byty"]
    assert doubts("węgla", others=("wegla",)) == []
    assert doubts("Zyskaj dwie nad-", "zieje teraz") == []
    assert doubts("Zyskaj dwie nad-", "zleje teraz") == ["nadzleje"]


@pytest.mark.parametrize(
    ("read", "is_"),
    [
        ("wspólpraca,", "współpraca,"),
        ("Czlonkowie", "Członkowie"),
        ("Meeple", "Meeple"),
        ("pracazdrowie", "pracazdrowie"),
    ],
)
def test_a_word_that_does_not_exist_is_the_only_one_that_it_may_be(read: str, is_: str) -> None:
    """By a letter that looks alike; what exists, and what may be nothing else, stays as it was read."""
    assert vocabulary(BOTH).mended(Word(read, 1.0, False, QUAD)) == is_
