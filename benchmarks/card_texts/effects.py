"""How well effects are proposed: `.venv/bin/python -m benchmarks.card_texts.effects [FILE] [--all]`.

A file of sentences (`sentences.tsv`, or `sentences_apart.tsv`, written apart from the patterns) says of each what it
says for certain and what may only be proposed with a doubt. *Right* are effects that are proposed as they are meant,
*marked* those with a doubt that are meant so, or where nothing is certain; *wrong* is whatever is proposed without a
doubt and is not said for certain.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.api import Text
from companion.games.frostpunk.cards import effect_texts as frostpunk
from companion.games.turris.rewards import effects as turris
from companion.toolkit.phrases import Phrases

PHRASES: Mapping[str, Phrases] = {"frostpunk": frostpunk.PHRASES, "turris": turris.PHRASES}
SAID_BACK: Mapping[str, Callable[[str], tuple[str, Text]]] = {
    "frostpunk": frostpunk.said_back,
    "turris": turris.said_back,
}


class Sentence(NamedTuple):
    """A sentence and what it means, in the words that owners type."""

    game: str
    language: str
    certain: tuple[str, ...]
    doubtful: tuple[str, ...]
    text: str


def sentences(name: str = "sentences.tsv") -> Iterator[Sentence]:
    """All of one file beside this one; `\\n` in a sentence is the end of a printed line."""
    for line in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            game, language, certain, doubtful, text = line.split("\t")
            yield Sentence(game, language, _parts(certain), _parts(doubtful), text.replace("\\n", "\n"))


def _parts(words: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in words.split(";") if part.strip())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", default="sentences.tsv", help="sentences.tsv, sentences_apart.tsv, ...")
    parser.add_argument("--all", action="store_true", help="name what is not proposed, too")
    asked = parser.parse_args()
    counts: dict[tuple[str, str], Counter[str]] = {}
    for one in sentences(asked.file):
        count = counts.setdefault((one.game, one.language), Counter())
        count["sentences"] += 1
        for outcome, words in judged(one):
            count[outcome] += 1
            if outcome == "wrong" or (asked.all and outcome != "right" and outcome != "marked"):
                print(f"{outcome}: {words} in “{one.text}”")
    for (name, language), count in counts.items():
        told = ", ".join(f"{count[outcome]} {outcome}" for outcome in OUTCOMES)
        print(f"{name} {language}: {count['sentences']} sentences; {told}")


OUTCOMES = ("right", "marked", "missed", "missed doubtful", "marked though certain", "marked otherwise", "wrong")


def judged(one: Sentence) -> Iterator[tuple[str, str]]:
    """What became of each effect of a sentence, and of each that was proposed."""
    proposed = PHRASES[one.game].propose(one.text, one.language)
    sure = [each.words for each in proposed if each.doubt is None]
    marked = [each.words for each in proposed if each.doubt is not None]
    certain = [_spelt(one, words) for words in one.certain]
    doubtful = [_spelt(one, words) for words in one.doubtful]
    for words in certain:
        yield ("right" if words in sure else "marked though certain" if words in marked else "missed"), words
    for words in doubtful:
        yield ("marked" if words in marked else "missed doubtful"), words
    yield from (("wrong", words) for words in sure if words not in certain)
    yield from (("marked otherwise", words) for words in marked if words not in (*certain, *doubtful))


def _spelt(one: Sentence, words: str) -> str:
    """In the one spelling that the game keeps."""
    return SAID_BACK[one.game](words)[0]


if __name__ == "__main__":
    main()
