"""What the looks at a row of glyphs, and the small network, say of it one way up."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.code_net import Guess
from vision.grammar import Fit
from vision.reads import CARD_ID, NUMBOX
from vision.recogniser import Word
from vision.slots import TAUGHT

SURE = 0.85  # the least confidence of a sure reading where the small network was not taught such codes
SURE_BACKED = 0.80  # likewise, where it reads the same and is sure; the less it is, the surer the recogniser must be,
SURE_ALONE = 0.97  # and where it is hardly sure of it, or wavers
_NOT_RULED_OUT, _NEVER = 0.30, 2.0  # of a glance: with less, or where it reads something else, nothing is ever sure
_HARDLY_A_CODE = 0.10  # likewise, where it reads that in one of its two crops
# Likewise, where it reads the same in many views of the row, and is so sure in all of them but one. Of 860 drawn rows,
# in 360 typefaces, that it read with 0.5 or more in all, and the recogniser alike at a first look, none was misread.
SURE_STEADY, STEADY = 0.35, 0.87
SURE_RATHER_STEADY, RATHER_STEADY = 0.61, 0.60
# Likewise, of L and two digits: a small word, such as `in` upside down, looks like L11 to the small network.
LIKE_WORDS, SURE_OF_SHORT = "L", 0.55
WORTH_ASKING = 0.60  # below this, silence
_TWO = 2
_READS_NONE = 0.05  # of how likely a code a row is, where what the small network reads is none that is looked for
_BACKS, _BACKS_FULLY, _DENIES = 0.25, 0.87, 0.6  # of a glance: how sure it is of what it reads
_TOLD = 0.75  # of a glance: worth asking about though nothing else reads it


@dataclass
class Way:
    """What was seen one way up: the first look's code, if it was one, what each look said, and what the small network
    says, with the code that it reads, if it is one; `steady` is how sure it is of that in many views, and `held`
    whether the network that reads sign by sign holds to it too, where that was asked; `shaped` whether a code that
    is nearly a number upside down has an L, and no 7, by the shape of it."""

    fit: Fit | None = None
    words: list[Word] = field(default_factory=list)
    agreed: bool = True
    guess: Guess | None = None
    told: str = ""
    steady: float | None = None
    held: bool | None = None
    shaped: bool | None = None

    @property
    def backing(self) -> int:
        """1 where the small network reads the same code, -1 where it is sure of another text, 0 where it says neither
        or was not taught such codes."""
        if self.guess is None or self.fit is None or not _is_taught(self.fit.code):
            return 0
        if self.guess.text.removeprefix("#") != self.fit.code:
            return -1 if self.guess.confidence >= _DENIES else 0
        return int(min(self.guess.code, self.guess.confidence) >= _BACKS)

    @property
    def likely(self) -> float:
        """How likely it is a code that is looked for, as the small network has it; less where it reads none."""
        if self.guess is None:
            return 1.0
        return self.guess.code if self.told else _READS_NONE * self.guess.code

    @property
    def limit(self) -> float:
        """The least confidence of a sure reading."""
        if self.guess is None or self.fit is None or not _is_taught(self.fit.code):
            return SURE
        if self.backing > 0 and (self.steady or 0.0) >= RATHER_STEADY:
            if (self.steady or 0.0) < STEADY:
                return SURE_RATHER_STEADY
            return SURE_OF_SHORT if self.fit.code.startswith(LIKE_WORDS) else SURE_STEADY
        if self.backing > 0:
            doubt = 1 - (min(self.guess.code, self.guess.confidence) - _BACKS) / (_BACKS_FULLY - _BACKS)
            return SURE_BACKED + max(doubt, 0.0) * (SURE_ALONE - SURE_BACKED)
        seen = {text.removeprefix("#") for text in (self.guess.text, *self.guess.others)}
        if self.fit.code not in seen or any(len(text) > len(self.fit.code) for text in seen):
            return _NEVER  # a longer text, where a 1 ran into the M of M1205, say
        return SURE_ALONE if self.guess.code >= (_HARDLY_A_CODE if self.guess.others else _NOT_RULED_OUT) else _NEVER

    @property
    def confidence(self) -> float:
        """That of the least sure character in the least sure look but one, or, of two looks, between both; low where
        looks disagree, 0 for none."""
        if not self.words:
            return 0.0
        least = sorted(word.confidence for word in self.words)[:2]
        second = sum(least) / len(least) if len(self.words) == _TWO else least[-1]
        return second if self.agreed else min(second, WORTH_ASKING) / 2

    @property
    def tells(self) -> bool:
        """Whether the small network alone reads a code, is sure of it, and the recogniser is sure of nothing else."""
        if not self.told or self.guess is None or min(self.guess.code, self.guess.confidence) < _TOLD:
            return False
        seen = not self.words or any(self.told[1:] in word.text for word in self.words)
        if self.told.startswith(LIKE_WORDS) and not seen:
            return False
        return not any(word.confidence >= SURE and plain(word.text) != self.told for word in self.words)


def _is_taught(code: str) -> bool:
    return any(TAUGHT.code(code, kind) is not None for kind in (CARD_ID, NUMBOX))


def plain(text: str) -> str:
    """A look's text in capitals, without the # that not every look shows."""
    return text.upper().removeprefix("#")
