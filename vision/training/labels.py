"""What may be printed, and what the network should say of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.read.networks import SIGNS, SLOTS, TAUGHT
from vision.reads import CARD_ID, NUMBOX

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_TURNABLE = "01689"
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OTHER = "abcdeghnopqrstuABCEFGHKNOPQRSTUYZ.,:-+%!$"


@dataclass(frozen=True)
class Wording:
    """A line to print: `before` and `behind` stand close at its ends and belong to the same word, though the picture is
    cut to `text`."""

    text: str
    before: str = ""
    behind: str = ""

    @property
    def is_code(self) -> bool:
        """Whether it is a whole code that stands alone."""
        bare = self.text.removeprefix("#")
        kind = NUMBOX if bare.isdigit() and len(bare) == 3 and bare == self.text else CARD_ID
        alone = self.before in ("", "#") and not self.behind
        return alone and TAUGHT.code(self.text, kind) is not None

    @property
    def slots(self) -> list[int] | None:
        """The number of each sign in `SIGNS`, filled up with 0 in front, so that a code's last digits have places of
        their own however many strokes stand before them; None where it is not to be read."""
        if self.before not in ("", "#") or self.behind or len(self.text) > SLOTS:
            return None
        if any(sign not in SIGNS for sign in self.text):
            return None
        numbers = [SIGNS.index(sign) + 1 for sign in self.text]
        return [0] * (SLOTS - len(numbers)) + numbers


def any_wording(rng: np.random.Generator) -> Wording:
    """Any line: a good half are codes or could be one but for a little."""
    chosen = rng.random()
    text = any_code(rng)
    if chosen < 0.68:
        return Wording(text)
    if chosen < 0.78:
        return Wording(_nearly(rng, text))
    if chosen < 0.85:
        return _run_on(rng, text)
    if chosen < 0.92:
        return Wording(_pick(rng, _LETTERS + _OTHER + "0123456789", int(rng.integers(3, 8))))
    return Wording(_word(rng))


def any_code(rng: np.random.Generator) -> str:
    """A code of any kind, as it may be printed."""
    number, which = int(rng.integers(1000)), rng.random()
    if which < 0.24:
        return f"{number:03}"
    if which < 0.36:
        return _pick(rng, _TURNABLE, 3)
    mark = "#" if rng.random() < 0.25 else ""
    if which < 0.60:
        return f"{mark}{rng.choice(['D', 'M'])}{number:03}"
    if which < 0.69:
        return f"{mark}L{number % 16 + 1:02}" + ("" if rng.random() < 0.75 else str(rng.choice(["/1", "/2"])))
    return f"{rng.choice(_ROMAN[:10])}/{number % 100:02}"


def _nearly(rng: np.random.Generator, text: str) -> str:
    """No code, though its signs are those of codes."""
    which = rng.random()
    if which < 0.4:
        return f"{rng.integers(1, 32)}/{rng.integers(0, 100):02}"
    if which < 0.65:
        return _pick(rng, "0123456789", int(rng.choice([2, 4, 5])))
    if which < 0.8:
        place = int(rng.integers(len(text)))
        return text[:place] + _pick(rng, SIGNS, int(rng.integers(0, 3))) + text[place + 1 :]
    return _pick(rng, SIGNS, int(rng.integers(2, 8)))


def _run_on(rng: np.random.Generator, text: str) -> Wording:
    """A code's signs in the middle of something else."""
    near = _OTHER + "0123456789"
    if rng.random() < 0.3 and text[0] in "DML":
        return Wording(text, "#")  # the mark was not found as a glyph; it is a code nevertheless
    before = _pick(rng, near, int(rng.integers(1, 3))) if rng.random() < 0.5 else ""
    behind = _pick(rng, near, int(rng.integers(1, 3))) if not before or rng.random() < 0.4 else ""
    return Wording(text, before, behind)


def _word(rng: np.random.Generator) -> str:
    word = _pick(rng, _LETTERS[:26], int(rng.integers(3, 8)))
    return word.upper() if rng.random() < 0.3 else word.capitalize() if rng.random() < 0.3 else word


def _pick(rng: np.random.Generator, signs: str, count: int) -> str:
    return "".join(signs[int(place)] for place in rng.integers(0, len(signs), count))
