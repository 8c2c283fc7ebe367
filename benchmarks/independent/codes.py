"""Codes to print, and how each looks when some of its signs are covered."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.independent.assets import Rng
from benchmarks.independent.levels import CARD_ID, NUMBOX

_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


@dataclass(frozen=True)
class Cut:
    """Print that is covered at one end so that the `rest` is a code: `hidden` signs at its start, or at its end where
    that is negative. `kind` is what it is printed as. With a `share` the hidden sign is a single one, of which that
    share is covered, and the rest is none."""

    text: str
    rest: str
    hidden: int
    kind: str = CARD_ID
    share: float | None = None


def any_code(kind: str, rng: Rng) -> str:
    """A code of one of the games: an ID (Morning, Dusk, Law, Law Consequence, scenario card) or a number."""
    if kind == NUMBOX:
        return f"{rng.integers(1000):03}"
    form = rng.choice(("M", "D", "L", "X"), p=(0.3, 0.3, 0.15, 0.25))
    if form == "L":
        return f"L{rng.integers(1, 17):02}"
    if form == "X":
        return f"{rng.choice(_ROMANS)}/{rng.integers(1, 31):02}"
    return f"{form}{rng.integers(1, 140):03}"


def is_turnable(text: str) -> bool:
    """Whether it is another number upside down, so that asking is right."""
    return text.isdigit() and all(digit in "01689" for digit in text) and text != turned(text)


def is_printed(text: str, rest: str) -> bool:
    """Whether one of the games prints both: a numeral code, of which another one is left, or a Law's Consequence."""
    return "/" in text and (text.startswith("L") or text.split("/")[0] in _ROMANS) and rest != text


def turned(text: str) -> str:
    """A number upside down."""
    return text.translate(str.maketrans("69", "96"))[::-1]


def any_cut(rng: Rng) -> Cut:
    """Print whose rest is a code."""
    return (_cut_roman, _cut_end, _cut_start, _cut_plate, _cut_box)[int(rng.integers(5))](rng)


def any_partial(rng: Rng) -> Cut:
    """A code of one of the games of whose last or first sign a third to two thirds are covered."""
    kind = NUMBOX if rng.random() < 0.5 else CARD_ID
    text = any_code(kind, rng)
    first = rng.random() < (0.5 if kind == NUMBOX else 0.25)  # few letters are others in part, digits are
    return Cut(text, text[1:] if first else text[:-1], 1 if first else -1, kind, float(rng.uniform(1 / 3, 2 / 3)))


def _cut_roman(rng: Rng) -> Cut:
    text = f"{rng.choice([each for each in _ROMANS if len(each) > 1])}/{rng.integers(1, 31):02}"
    hidden = [n for n in range(1, text.index("/")) if text[n : text.index("/")] in _ROMANS]
    many = int(rng.choice(hidden))
    return Cut(text, text[many:], many)


def _cut_end(rng: Rng) -> Cut:
    if rng.random() < 0.4:  # a Law's Consequence, of which the Law is left
        text = f"L{rng.integers(1, 17):02}/{rng.integers(1, 3)}"
        return Cut(text, text[:3], -2)
    text = f"{rng.choice(('M', 'D'))}{rng.integers(10000):04}"  # of another game
    return Cut(text, text[:4], -1)


def _cut_start(rng: Rng) -> Cut:
    rest = any_code(CARD_ID, rng)
    return Cut(f"{rng.choice(list('ABCEFGHKRST'))}{rest}", rest, 1)


def _cut_plate(rng: Rng) -> Cut:
    """An ID in white on a dark green plate: without its letter it looks like a boxed number."""
    text = f"{rng.choice(('M', 'D'))}{rng.integers(1000):03}"
    return Cut(text, text[1:], 1, NUMBOX)


def _cut_box(rng: Rng) -> Cut:
    text = f"{rng.integers(10000):04}"
    first = rng.random() < 0.5
    return Cut(text, text[1:] if first else text[:3], 1 if first else -1, NUMBOX)
