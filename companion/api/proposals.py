"""What a card's print may mean for the books: effects that a person looks at before they count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.api.text import T, Text

DOUBTS: Mapping[str, Text] = {
    "condition": T("only under a condition"),
    "choice": T("one of several ways"),
    "up_to": T("perhaps fewer, or none"),
    "each": T("for each of something, or for each player"),
    "negation": T("the sentence may say that it does not happen"),
    "cost": T("perhaps the price of something"),
    "later": T("not at once, or again and again"),
    "partly": T("the sentence says more than this"),
    "changed": T("what follows it may change it or take it back"),
    "reading": T("a word of it may be misread"),
}


@dataclass(frozen=True)
class ProposedPart:
    """A part of a card as an owner might type it: its `effects` in the game's language, in their order, and between
    them, marked as `said`, sentences that nobody could put into it for certain. `number` is that of an option (0: it
    happens at once), `label` what the option is called."""

    effects: tuple[str, ...]
    said: tuple[bool, ...]
    number: int = 0
    label: str = ""


@dataclass(frozen=True)
class ProposedEffect:
    """An effect that words on a card seem to say, and that nobody has confirmed.

    `words` is the effect as an owner would type it (`hope +2`), in the game's language of effects; `said` says it to
    people. `start` and `end` are the part of the text that it comes from, in signs. `doubt` says why it may be meant
    otherwise, such as `"condition"` (`DOUBTS` has the words for people); None where the
    words say nothing else.
    """

    words: str
    said: Text
    start: int
    end: int
    doubt: str | None = None
