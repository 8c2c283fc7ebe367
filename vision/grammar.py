"""What a code looks like, and which numbers can be read upside down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from re import _parser  # type: ignore[attr-defined]  # how a pattern is built, which nothing else tells
from typing import Any, TypeAlias

_LETTERS = {"0": "O", "1": "I"}  # the recogniser tells these letters as digits
_LONGEST, _LONGEST_PART = 8, 7  # signs of a code, and of what is left of one
_MISSING = (*"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"{number:02}" for number in range(100)))
_MOST_ALIKE = 6  # of them in one text; more are left as they are
# What signs are upside down; which way up a letter stands that is the same then, nothing tells.
_TURNED = dict(zip("01689HINOSXZMW/-", "01986HINOSXZWM/-", strict=True))
NUMERALS = "(?:X?(?:I{1,3}|I[VX]|VI{0,3})|X)/[0-9]{2}"  # the pattern of a roman numeral, a slash and a number
# Patterns that are a list of such numerals before a slash and a number, and those of nothing but digits.
_NUMERAL_LIST, _DIGITS = re.compile(r"\([IVX|]+\)/\[0-9\]\{2\}"), re.compile(r"(?:\[0-9\](?:\{\d+\})?)+")


_Form: TypeAlias = tuple[frozenset[str], ...]  # what may stand in each place of a code
_ANY_SIGN = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ/-.")


@dataclass(frozen=True)
class CodeKind:
    """One kind of printed codes.

    `kind` is how it is printed: `card_id` (plain print of three to eight characters), `numbox` (three digits in a
    dark green box), or nothing where it is never read, but may be what a shorter one is the rest of. `pattern` is a
    full regular expression over the code in capitals, without a leading `#`; `known`, where there are any, are the only
    codes that exist.
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
        forms = [_forms_of(each) for each in self.kinds]
        self._forms = None if None in forms else frozenset(form for some in forms if some for form in some)

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

    def may_be_longer(self, code: str) -> tuple[bool, bool]:
        """Whether there are codes, of whatever kind, that end with this one, and such that begin with it: a rest of
        them looks like it, where something lies before it, or behind it."""
        if self._forms is None:
            return True, True
        longer = [form for form in self._forms if len(form) > len(code)]
        return any(_is(code, form[-len(code) :]) for form in longer), any(_is(code, form) for form in longer)

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


@lru_cache(256)
def _forms_of(kind: CodeKind) -> frozenset[_Form] | None:
    """All forms that codes of a kind have; None where its pattern is none of those that can be taken apart."""
    if kind.known:
        return frozenset(tuple(frozenset(sign) for sign in code) for code in kind.known)
    try:
        return frozenset(_sequences(_parser.parse(kind.pattern, re.ASCII)))
    except NotImplementedError:
        return None


def _sequences(parts: Any) -> set[_Form]:
    """What a pattern that was taken apart stands for, no longer than a code is."""
    found: set[_Form] = {()}
    for name, what in parts:
        ways = _ways(str(name), what)
        found = {(*one, *other) for one in found for other in ways if len(one) + len(other) <= _LONGEST}
    return found


def _ways(name: str, what: Any) -> set[_Form]:
    """What one part of a pattern stands for."""
    if name == "LITERAL":
        return {(frozenset(chr(what)),)}
    if name == "IN":
        return {(frozenset(sign for each in what for sign in _signs(*each)),)}
    if name in ("ANY", "NOT_LITERAL"):
        return {(_ANY_SIGN,)}
    if name == "BRANCH":
        return {way for parts in what[1] for way in _sequences(parts)}
    if name == "SUBPATTERN":
        return _sequences(what[-1])
    if name in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, parts = what
        return {way for many in range(least, min(int(most), _LONGEST) + 1) for way in _sequences([*parts] * many)}
    raise NotImplementedError(name)


def _signs(name: Any, what: Any) -> frozenset[str]:
    """The signs of one part of a set of signs; any where it tells what none of them is."""
    if str(name) == "LITERAL":
        return frozenset(chr(what))
    return frozenset(map(chr, range(what[0], what[1] + 1))) if str(name) == "RANGE" else _ANY_SIGN


def _is(code: str, form: _Form) -> bool:
    """Whether a form begins with a code."""
    return all(sign in signs for sign, signs in zip(code, form, strict=False))


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
    is another one with something added, such as `L05/1`, is left to its game, and only known as a longer one. Roman
    numerals are read however high they are, and lists do not count: editions differ."""
    kinds = tuple(kinds)
    patterns = {each.pattern for each in kinds}
    longer = {one for one in patterns for other in patterns if one != other and one.startswith(other)}
    return Grammar(CodeKind("", each.pattern) if each.pattern in longer else _of_any_game(each) for each in kinds)


def _of_any_game(kind: CodeKind) -> CodeKind:
    if _NUMERAL_LIST.fullmatch(kind.pattern):
        return CodeKind(kind.kind, NUMERALS, marked=False)
    return CodeKind(kind.kind, kind.pattern, marked=_DIGITS.fullmatch(kind.pattern) is None)


def turned(code: str) -> str | None:
    """What a code reads when it is turned upside down, or None when that is no print: `168` turned is `891`."""
    if any(sign not in _TURNED for sign in code):
        return None
    return "".join(_TURNED[sign] for sign in reversed(code))
