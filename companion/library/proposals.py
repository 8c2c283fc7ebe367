"""What a card's print proposes for the books: effects with their doubts, and what an owner might type of the card."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeAlias

import msgspec

from companion.api.game import Game
from companion.api.proposals import DOUBTS, ProposedEffect, ProposedPart
from companion.api.text import T, Text
from companion.storage.card_texts import CardText, TextBlock

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
LONGEST_LABEL = 40
OF_OTHERS = ("changed", "partly")  # doubts that may come of another sentence alone
OTHERS = T("another sentence may change it")
_Effect: TypeAlias = "tuple[ProposedEffect, bool]"  # with whether it may stand by itself
_Found: TypeAlias = "list[tuple[str, tuple[_Effect, ...]]]"  # sentences, each with its effects


@dataclass(frozen=True)
class Proposed:
    """An effect in words for people, the sentence that it comes from, and why it may be meant otherwise. `by_itself`:
    its own sentence says nothing else, so that somebody who has read the others may say that it holds."""

    said: Text
    sentence: str
    doubt: Text | None = None
    by_itself: bool = False


@dataclass(frozen=True)
class Proposals:
    """What a card may do, and what an owner might type of it (empty: nothing can be proposed)."""

    effects: tuple[Proposed, ...] = ()
    text: str = ""


def proposals(game: Game[Any], printed: CardText, holds: Collection[int] = ()) -> Proposals:
    """What a card's print seems to say. Only what leaves no doubt is put into the game's language, and those of the
    doubtful effects that may stand by themselves of which a person says that it `holds` (their places among all, from
    0); every other sentence stays as it is printed, for people to carry out."""
    if game.propose_effects is None or game.write_card is None or printed.language == "":
        return Proposals()
    conditional = any(block.kind == "condition" for block in printed.blocks)
    parts = [(label, blocks, [*_sentences(game, blocks, printed, conditional)]) for label, blocks in _parts(printed)]
    shown = tuple(
        Proposed(one.said, sentence, OTHERS if by_itself else DOUBTS[one.doubt] if one.doubt else None, by_itself)
        for _, _, found in parts
        for sentence, effects in found
        for one, by_itself in effects
    )
    place = count()
    written = tuple(
        _part(label, blocks[0], [(sentence, _accepted(effects, place, holds)) for sentence, effects in found])
        for label, blocks, found in parts
    )
    return Proposals(shown, game.write_card(printed.title, written) if shown else "")


def _accepted(effects: tuple[_Effect, ...], place: Iterator[int], holds: Collection[int]) -> tuple[ProposedEffect, ...]:
    """These without the doubts that a person has looked at; `place` counts on over all of a card's."""
    return tuple(replace(one, doubt=None) if next(place) in holds and by_itself else one for one, by_itself in effects)


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
    game: Game[Any], blocks: Sequence[TextBlock], printed: CardText, conditional: bool
) -> Iterator[tuple[str, tuple[_Effect, ...]]]:
    """Each sentence with the effects that it seems to say; one with a word that may be misread is in doubt, and any
    where there is print on the card that could not be read."""
    text = "\n".join(block.text for block in blocks)
    effects = () if game.propose_effects is None else game.propose_effects(text, printed.language)
    if printed.has_unread:
        effects = tuple(replace(one, doubt=one.doubt or "changed") for one in effects)
    doubtful = [*_doubtful(blocks)]
    for found in _SENTENCE.finditer(text):
        start, end = found.span()
        here = tuple(one for one in effects if start <= one.start < end)
        misread = any(start <= at < end for at in doubtful)
        doubt = "reading" if misread else "condition" if conditional else None
        alone = (
            not doubt and any(one.doubt in OF_OTHERS for one in here) and _is_clear(game, found[0], printed.language)
        )
        yield (
            found[0].strip(),
            tuple(
                (one if one.doubt or not doubt else replace(one, doubt=doubt), bool(one.doubt) and alone)
                for one in here
            ),
        )


def _is_clear(game: Game[Any], sentence: str, language: str) -> bool:
    """Whether a sentence leaves no doubt where no other stands beside it."""
    return game.propose_effects is not None and not any(one.doubt for one in game.propose_effects(sentence, language))


def _doubtful(blocks: Sequence[TextBlock]) -> Iterator[int]:
    """Where in the blocks' text, one below the other, words stand that may be misread."""
    start = 0
    for block in blocks:
        words = enumerate(re.finditer(r"\S+", block.text))
        yield from (start + match.start() for at, match in words if at in block.doubtful)
        start += len(block.text) + 1


def _part(label: str, block: TextBlock, found: list[tuple[str, tuple[ProposedEffect, ...]]]) -> ProposedPart:
    words: list[tuple[str, bool]] = []
    for sentence, effects in found:
        if effects and all(one.doubt is None for one in effects):
            words += [(one.words, False) for one in effects]
        else:
            words.append((sentence, True))
    number = (block.number or 0) if block.kind == "option" else 0
    return ProposedPart(tuple(word for word, _ in words), tuple(said for _, said in words), number, label)
