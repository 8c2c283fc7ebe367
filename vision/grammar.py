"""What a code looks like, and which numbers can be read upside down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

_LETTERS = {"0": "O", "1": "I"}  # the recogniser tells these letters as digits
_LONGEST_PART = 7
_MISSING = (*"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"{number:02}" for number in range(100)))
_MOST_ALIKE = 6  # of them in one text; more are left as they are
# What signs are upside down; which way up a letter stands that is the same then, nothing tells.
_TURNED = dict(zip("01689HINOSXZMW/-", "01986HINOSXZWM/-", strict=True))
NUMERALS = "(?:X?(?:I{1,3}|I[VX]|VI{0,3})|X)/[0-9]{2}"  # the pattern of a roman numeral, a slash and a number
# Patterns that are a list of such numerals before a slash and a number, and those of nothing but digits.
_NUMERAL_LIST, _DIGITS = re.compile(r"\([IVX|]+\)/\[0-9\]\{2\}"), re.compile(r"(?:\[0-9\](?:\{\d+\})?)+")


@dataclass(frozen=True)
class CodeKind:
    """One kind of printed codes.

    `kind` is how it is printed: `card_id` (plain print of three to eight characters) or `numbox` (three digits in a
    dark green box). `pattern` is a full regular expression over the code in capitals, without a leading `#`; `known`,
    where there are any, are the only codes that exist.
    """

    kind: str
    pattern: str
    known: frozenset[str] = frozenset()
    marked: bool = True  # a `#` may stand before it


@dataclass(frozen=True)
class Fit:
    """A text as a code. `strokes` are the places where what was told as the digit 1 must be the letter I; `only` is
    False where the same shapes are another code as well; `turned` is the other code that it is upside down, if any."""

    code: str
    strokes: tuple[int, ...] = ()
    only: bool = True
    turned: str = ""


class Grammar:
    """The codes that may be read: whatever has the form of none of these kinds is left alone."""

    def __init__(self, kinds: Iterable[CodeKind]) -> None:
        self.kinds = tuple(kinds)
        self._patterns = [(each, re.compile(each.pattern, re.ASCII)) for each in self.kinds]

    def fit(self, text: str, kind: str) -> Fit | None:
        """The text as a code of this kind in its plain form, or None: `#D012` is `D012`, `1V/08` is `IV/08`."""
        plain = ((self.code(variant, kind), strokes) for variant, strokes in _variants(text))
        found = {code: strokes for code, strokes in plain if code is not None}
        if not found:
            return None
        code = next(iter(found))  # the text as it is, where that is a code
        return Fit(code, found[code], len(found) == 1, self._turned(code, kind))

    def is_part(self, text: str, kind: str) -> bool:
        """Whether a text is what is left of a code when its first or last one or two characters are covered. Digits
        alone are not: they may be anything."""
        bare = text.removeprefix("#")
        if not 2 <= len(bare) <= _LONGEST_PART or bare.isdigit() or not any(sign.isdigit() for sign in bare):
            return False
        whole = (code for missing in _MISSING for code in (bare + missing, missing + bare))
        return any(self.code(code, kind) is not None for code in whole)

    def _turned(self, code: str, kind: str) -> str:
        other = turned(code)
        return other if other is not None and other != code and self.code(other, kind) == other else ""

    def code(self, text: str, kind: str) -> str | None:
        """The plain form of a text that is a code as it stands, or None."""
        bare = text.removeprefix("#")
        for each, pattern in self._patterns:
            listed = not each.known or bare in each.known
            if each.kind == kind and listed and (each.marked or bare == text) and pattern.fullmatch(bare):
                return bare
        return None


def _variants(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The text with some of its digits 0 and 1 as the letters O and I, and where the I's are; first as it is."""
    places = [place for place, sign in enumerate(text) if sign in _LETTERS]
    for count in range(len(places) + 1 if len(places) <= _MOST_ALIKE else 1):
        for chosen in combinations(places, count):
            signs = [_LETTERS[sign] if place in chosen else sign for place, sign in enumerate(text)]
            yield "".join(signs), tuple(place for place in chosen if text[place] == "1")


def for_any_game(kinds: Iterable[CodeKind]) -> Grammar:
    """The codes of many games at once, for where nobody says which of them is on the table. It is stricter than a
    game's own grammar, as most print is of none of them: before numerals and numbers there is no `#`, and a code that
    is another one with something added, such as `L05/1`, is left to its game. Roman numerals are read however high they
    are, and lists do not count: editions differ."""
    kinds = tuple(kinds)
    patterns = {each.pattern for each in kinds}
    longer = {one for one in patterns for other in patterns if one != other and one.startswith(other)}
    return Grammar(_of_any_game(each) for each in kinds if each.pattern not in longer)


def _of_any_game(kind: CodeKind) -> CodeKind:
    if _NUMERAL_LIST.fullmatch(kind.pattern):
        return CodeKind(kind.kind, NUMERALS, marked=False)
    return CodeKind(kind.kind, kind.pattern, marked=_DIGITS.fullmatch(kind.pattern) is None)


def turned(code: str) -> str | None:
    """What a code reads when it is turned upside down, or None when that is no print: `168` turned is `891`."""
    if any(sign not in _TURNED for sign in code):
        return None
    return "".join(_TURNED[sign] for sign in reversed(code))
