"""What a card's print proposes for the books: effects with their doubts, and what an owner might type of the card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import msgspec

from companion.api.game import Game
from companion.api.proposals import DOUBTS, ProposedEffect, ProposedPart
from companion.api.text import Text
from companion.storage.card_texts import CardText, TextBlock

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
LONGEST_LABEL = 40
_Found: TypeAlias = "list[tuple[str, tuple[ProposedEffect, ...]]]"  # sentences, each with its effects


@dataclass(frozen=True)
class Proposed:
    """An effect in words for people, the sentence that it comes from, and why it may be meant otherwise."""

    said: Text
    sentence: str
    doubt: Text | None = None


@dataclass(frozen=True)
class Proposals:
    """What a card may do, and what an owner might type of it (empty: nothing can be proposed)."""

    effects: tuple[Proposed, ...] = ()
    text: str = ""


def proposals(game: Game[Any], printed: CardText) -> Proposals:
    """What a card's print seems to say. Only what leaves no doubt is put into the game's language; every other sentence
    stays as it is printed, for people to carry out."""
    if game.propose_effects is None or game.write_card is None or printed.language == "":
        return Proposals()
    conditional = any(block.kind == "condition" for block in printed.blocks)
    parts = [
        (label, blocks, [*_sentences(game, blocks, printed.language, conditional)]) for label, blocks in _parts(printed)
    ]
    shown = tuple(
        Proposed(one.said, sentence, None if one.doubt is None else DOUBTS[one.doubt])
        for _, _, found in parts
        for sentence, effects in found
        for one in effects
    )
    written = tuple(_part(label, blocks[0], found) for label, blocks, found in parts)
    return Proposals(shown, game.write_card(printed.title, written) if shown else "")


def _parts(printed: CardText) -> Iterator[tuple[str, Sequence[TextBlock]]]:
    """What belongs together: all that is no option, as a heading holds for what stands below it; and each option, with
    what it is called."""
    at_once = [block for block in printed.blocks if block.kind in ("body", "condition")]
    if at_once:
        yield "", at_once
    yield from (_without_label(block) for block in printed.blocks if block.kind == "option")


def _without_label(option: TextBlock) -> tuple[str, Sequence[TextBlock]]:
    """What an option is called, such as `Wait` in "Wait: lose 1 food", and the rest of it."""
    label, colon, rest = option.text.partition(":")
    if not colon or len(label) > LONGEST_LABEL or not rest.strip():
        return "", [option]
    gone = len(label.split())
    doubtful = tuple(at - gone for at in option.doubtful if at >= gone)
    return label.strip(), [msgspec.structs.replace(option, text=rest.strip(), doubtful=doubtful)]


def _sentences(
    game: Game[Any], blocks: Sequence[TextBlock], language: str, conditional: bool
) -> Iterator[tuple[str, tuple[ProposedEffect, ...]]]:
    """Each sentence with the effects that it seems to say; one with a word that may be misread is in doubt."""
    text = "\n".join(block.text for block in blocks)
    effects = () if game.propose_effects is None else game.propose_effects(text, language)
    doubtful = [*_doubtful(blocks)]
    for found in _SENTENCE.finditer(text):
        start, end = found.span()
        here = tuple(one for one in effects if start <= one.start < end)
        misread = any(start <= at < end for at in doubtful)
        doubt = "reading" if misread else "condition" if conditional else None
        yield found[0].strip(), tuple(one if one.doubt or not doubt else replace(one, doubt=doubt) for one in here)


def _doubtful(blocks: Sequence[TextBlock]) -> Iterator[int]:
    """Where in the blocks' text, one below the other, words stand that may be misread."""
    start = 0
    for block in blocks:
        words = enumerate(re.finditer(r"\S+", block.text))
        yield from (start + match.start() for at, match in words if at in block.doubtful)
        start += len(block.text) + 1


def _part(label: str, block: TextBlock, found: _Found) -> ProposedPart:
    words: list[tuple[str, bool]] = []
    for sentence, effects in found:
        if effects and all(one.doubt is None for one in effects):
            words += [(one.words, False) for one in effects]
        else:
            words.append((sentence, True))
    number = (block.number or 0) if block.kind == "option" else 0
    return ProposedPart(tuple(word for word, _ in words), tuple(said for _, said in words), number, label)
