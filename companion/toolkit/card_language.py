"""What an owner types of a card, in few words, read into effects: the core of the games' languages of card effects.

    gain relics 2; advance; either draw 1 | spend ichor 1 & move

A game's language is a table of forms and little else. What is here is what these languages have in common; the words
themselves, what an effect is and what it does belong to the game.

1. **Clauses.** `pieces(words, ";\\n")` parts a line into clauses, `parted(words)` what stands before a colon from what
   stands behind it, `ways(words)` the ways of an `either` (parted by `|`, the effects of one way by `&`). With
   `quotes=True` a sign inside quotation marks does not part.
2. **One spelling.** `tidy(clause, aliases)` makes small letters, puts each sign at its number, and replaces every word
   by the one that the forms know ("scouts" by "scout", "the" by nothing).
3. **Forms.** `Forms` is the table: for each verb the patterns in which it may be written, with `Slot`s where numbers
   and names stand. `forms.read(clause)` gives a `Found` (verb, what, count) or a `Miss` (how far it was understood and
   what should have stood there); `forms.written(...)` writes the first pattern of a verb back, and reading that gives
   the same again.
4. **Refusals.** Whatever cannot be read raises `BadWords`, whose `text` is one sentence that names the clause (`shown`
   keeps it short) and says what can be typed instead: `not_understood` proposes the nearest word that is known,
   `Miss.why` says what should stand after the last word that was understood, `incomplete` that something is missing.
   A game whose lines have one shape only answers every `BadWords` with an example of its own.
5. **A language.** `Language(read_one, longest=…, most=…)` reads a whole line of effects with a function that reads
   one clause, refuses what is too long, and remembers what it has read. `language.understood(words, rule)` is for
   moves: it raises `IllegalMove` instead.
6. **Named values.** `Clause` is for lines made of named values in any order, such as `cost 2 rows 4,3 chain`.
7. **Said back.** `one_after_the_other`, `alternatives` and `in_brackets` join the games' texts of single effects.

A small game's whole language:

    FORMS = Forms({"gain": ("gain <store> [n]", "<store> <+n>"), "rest": ("rest",)}, {"store": Slot(names=STORES)})

    def read_one(clause: str) -> Effect:
        found = FORMS.read(tidy(clause, ALIASES))
        if isinstance(found, Found):
            return Effect(found.verb, found.what, found.count)
        raise BadWords(found.why(clause) if found.at else not_understood(clause, clause.split()[0], FORMS.first))

    LANGUAGE = Language(read_one, longest=300, most=20)
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Generic, TypeVar

from companion.api.game import IllegalMove
from companion.api.text import T, Text, verbatim

E = TypeVar("E")

SHOWN = 40  # characters of what somebody typed, in a refusal
REMEMBERED = 4096  # lines that a language keeps as read: more than any game has cards
_NEAR = 0.6  # how alike a word must be to be proposed; difflib's own default


class BadWords(Exception):
    """Words that cannot be read. `text` says in one sentence which, and what can be typed instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


# --- refusals ---------------------------------------------------------------------------------------------------------


def shown(words: str) -> str:
    """What somebody typed, as a refusal quotes it: at most `SHOWN` characters."""
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"


def not_understood(clause: str, first: str, known: Iterable[str]) -> Text:
    """Why a clause whose first word says nothing is refused: it proposes the nearest of the known words, else `say`."""
    near = difflib.get_close_matches(first, list(known), 1, _NEAR)
    if near and near[0] != first:
        return T("“{piece}” is not understood; did you mean “{word}”?", piece=shown(clause), word=near[0])
    return T("“{piece}” is not understood; for what cannot be said in numbers, begin with “say”.", piece=shown(clause))


def incomplete(clause: str) -> Text:
    """Why a clause that begins rightly is refused, where nothing more can be said."""
    return T("“{piece}” is not understood: a number or a word is missing or too much.", piece=shown(clause))


# --- clauses ----------------------------------------------------------------------------------------------------------


def pieces(words: str, signs: str, *, quotes: bool = False) -> list[str]:
    """What stands between any of the signs, with single blanks, none of it empty; `quotes`: a sign inside quotation
    marks does not part."""
    outside = f"[^{re.escape(signs)}]"
    found = re.findall(rf'(?:"[^"]*"|{outside})+' if quotes else rf"{outside}+", words)
    return [tidy for tidy in (" ".join(piece.split()) for piece in found) if tidy]


def parted(words: str) -> tuple[str, str]:
    """What stands before and behind the first colon that is not inside quotation marks."""
    before = re.match(r'(?:"[^"]*"|[^:])*', words)
    end = before.end() if before else 0
    return words[:end].strip(), words[end + 1 :].strip()


def ways(words: str, *, quotes: bool = False) -> list[list[str]]:
    """The ways of an `either`, each with its effects: `a & b | c` is `[[a, b], [c]]`."""
    return [pieces(way, "&", quotes=quotes) for way in pieces(words, "|", quotes=quotes)]


def either(clause: str, *, quotes: bool = False) -> list[list[str]]:
    """The same for a clause that begins with `either`; refused where there is only one way."""
    found = ways(clause[len("either") :], quotes=quotes)
    if len(found) < 2:
        raise BadWords(T("In “{piece}” the sign | and another way are missing.", piece=shown(clause)))
    return found


def tidy(clause: str, aliases: Mapping[str, str]) -> str:
    """Small letters, single blanks, every sign at its number ("hope + 1" as "hope +1"), and one name for each thing: a
    word is replaced by its alias, and left out where that is empty."""
    text = clause.lower().replace("−", "-").replace("–", "-")
    text = re.sub(r"([+-])\s+(?=[0-9])", r"\1", text)
    text = re.sub(r"(?<=[a-z_])([+-][0-9])", r" \1", text)
    return " ".join(word for word in (aliases.get(one, one) for one in text.split()) if word)


# --- forms ------------------------------------------------------------------------------------------------------------


UNSAID = verbatim("…")


@dataclass(frozen=True, kw_only=True)
class Slot:
    """What may stand in a place of a pattern: one of the `names`, or whatever the regular expression `pattern` fits.

    `expected` calls it in a refusal ("a number from 1 to 99"), if the language uses `Miss.why`. A `number` is the
    count of the effect, its `sign` is written before it; anything else is what the effect is about, `capitals` for
    codes of cards.
    """

    expected: Text = UNSAID
    names: tuple[str, ...] = ()
    pattern: str = ""
    number: bool = False
    sign: str = ""
    capitals: bool = False

    def fits(self, word: str) -> bool:
        """Whether this word may stand there."""
        return word in self.names or bool(self.pattern and re.fullmatch(self.pattern, word))


NUMBERS: Mapping[str, Slot] = {
    "n": Slot(expected=T("a number from 1 to 99"), pattern="[1-9][0-9]?", number=True),
    "+n": Slot(expected=T("a number with a plus, such as +1"), pattern=r"\+[1-9][0-9]?", number=True, sign="+"),
    "-n": Slot(expected=T("a number with a minus, such as -1"), pattern="-[1-9][0-9]?", number=True, sign="-"),
}


@dataclass(frozen=True)
class Found:
    """A clause that was read: its verb, what it is about, and how many (1 where no number stands)."""

    verb: str
    what: str = ""
    count: int = 1


@dataclass(frozen=True)
class Miss:
    """A clause that no form fits: so many of its words were understood `at` best, and what should have stood next;
    an empty `expected` means that nothing should."""

    words: tuple[str, ...]
    at: int
    expected: Slot | str

    def why(self, clause: str) -> Text:
        """The sentence that says so, where at least one word was understood."""
        after = self.words[self.at - 1]
        if self.expected == "":
            return T("In “{piece}” nothing should stand after “{word}”.", piece=shown(clause), word=after)
        what = self.expected.expected if isinstance(self.expected, Slot) else verbatim(f"“{self.expected}”")
        return T("In “{piece}” after “{word}” there should be {what}.", piece=shown(clause), word=after, what=what)


class Forms:
    """The table of a language: for each verb its patterns, in the order in which they are tried.

    A pattern is words parted by blanks: plain ones (`spend|pay`: one of them), `<slot>` for a name or a number, and
    `[word]` or `[slot]` for what may be left out. Slots are the game's and `NUMBERS`: `<n>`, `<+n>`, `<-n>`. The first
    pattern of a verb is how it is written back: there a number that may be left out is, when it is 1.
    """

    def __init__(self, patterns: Mapping[str, Sequence[str]], slots: Mapping[str, Slot]) -> None:
        self.verbs: Mapping[str, tuple[str, ...]] = {verb: tuple(of) for verb, of in patterns.items()}
        self.slots: Mapping[str, Slot] = {**NUMBERS, **slots}
        self._patterns = [(verb, one) for verb, of in self.verbs.items() for one in self._without_optional(of)]
        self.first = frozenset(word for _, one in self._patterns for word in self._names(one[0]))

    def read(self, clause: str) -> Found | Miss:
        """A tidy clause; what fits best counts, and of equals the first."""
        words = tuple(clause.split())
        best = Miss(words, -1, "")
        for verb, pattern in self._patterns:
            found = self._match(verb, pattern, words)
            if isinstance(found, Found):
                return found
            best = max(best, found, key=lambda one: one.at)
        return best

    def written(self, verb: str, what: str = "", count: int = 1, words: str = "") -> str:
        """An effect as it is written; `words` stand for a slot of that name."""

        def said(part: str) -> str:
            slot = self.slots.get(part[1:-1]) if part[0] in "<[" else None  # a plain word may be called like a slot
            if slot is None:
                return part.strip("[]").partition("|")[0]
            if slot.number:
                return "" if part.startswith("[") and count == 1 else f"{slot.sign}{count}"
            return words if part == "<words>" else what

        return " ".join(one for one in map(said, self.verbs[verb][0].split()) if one)

    def _match(self, verb: str, pattern: tuple[str, ...], words: tuple[str, ...]) -> Found | Miss:
        what, count = "", 1
        for at, part in enumerate(pattern):
            word = words[at] if at < len(words) else ""
            slot = self._slot(part)
            if not (slot.fits(word) if slot else word in part.split("|")):
                return Miss(words, at, slot or part)
            if slot is not None and slot.number:
                count = int(word.lstrip("+-"))
            elif slot is not None:
                what = word.upper() if slot.capitals else word
        return Found(verb, what, count) if len(words) == len(pattern) else Miss(words, len(pattern), "")

    def _slot(self, part: str) -> Slot | None:
        return self.slots[part[1:-1]] if part.startswith("<") else None

    def _names(self, part: str) -> Iterable[str]:
        slot = self._slot(part)
        return slot.names if slot else part.split("|")

    def _without_optional(self, patterns: Iterable[str]) -> Iterable[tuple[str, ...]]:
        """Every pattern with and without what may be left out, the longest first."""
        for pattern in patterns:
            parts = [self._with_and_without(part) for part in pattern.split()]
            yield from (tuple(part for part in chosen if part) for chosen in product(*parts))

    def _with_and_without(self, part: str) -> tuple[str, ...]:
        name = part[1:-1]
        if not part.startswith("["):
            return (part,)
        return (f"<{name}>" if name in self.slots else name, "")


# --- a whole language -------------------------------------------------------------------------------------------------


class Language(Generic[E]):
    """Lines of effects, parted by semicolons or line ends, each read by the game's own function from its clause."""

    def __init__(self, read_one: Callable[[str], E], *, longest: int, most: int, quotes: bool = False) -> None:
        self._read_one, self._longest, self._most, self._quotes = read_one, longest, most, quotes
        self.parse = lru_cache(maxsize=REMEMBERED)(self._parse)

    def _parse(self, words: str) -> tuple[E, ...]:
        """The effects in their order. Raises `BadWords` for what cannot be read, is too long or too much."""
        if len(words) > self._longest:
            raise BadWords(T("These words are too long: at most {most} letters and signs.", most=self._longest))
        found = tuple(self._read_one(clause) for clause in pieces(words, ";\n", quotes=self._quotes))
        if len(found) > self._most:
            raise BadWords(T("These are too many effects: at most {most}.", most=self._most))
        return found

    def understood(self, words: str, rule: str | None = None) -> tuple[E, ...]:
        """The same for a move, which is refused (`IllegalMove`) with the rule to read."""
        try:
            return self.parse(words)
        except BadWords as bad:
            raise IllegalMove(bad.text, rule=rule) from bad


def join(effects: Iterable[object]) -> str:
    """Effects as one line of words again, each as it writes itself."""
    return "; ".join(map(str, effects))


# --- named values -----------------------------------------------------------------------------------------------------


class Clause:
    """A clause of named values in any order, such as `cost 2 rows 4,3 chain traits tough:1`. `BadWords` is raised for
    what is missing or does not fit."""

    def __init__(self, clause: str) -> None:
        self._clause, self._words = clause, clause.lower().split()

    def __len__(self) -> int:
        return len(self._words)

    def has(self, name: str) -> bool:
        """Whether this word stands somewhere in it."""
        return name in self._words

    def word(self, at: int) -> str:
        """The word at a place, from 0."""
        if at >= len(self._words):
            raise BadWords(incomplete(self._clause))
        return self._words[at]

    def after(self, name: str) -> str:
        """The word behind a name; empty where the name does not stand in it."""
        return self.word(self._words.index(name) + 1) if name in self._words else ""

    def number(self, word: str, at_least: int, at_most: int) -> int:
        """A word of it as a whole number within limits; below 0 with its sign."""
        if re.fullmatch(r"[+-]?[0-9]{1,3}", word) and at_least <= int(word) <= at_most:
            return int(word)
        raise BadWords(incomplete(self._clause))

    def one_of(self, word: str, allowed: Iterable[str]) -> str:
        """A word of it that must be one of these."""
        if word not in allowed:
            raise BadWords(incomplete(self._clause))
        return word


# --- said back --------------------------------------------------------------------------------------------------------


def one_after_the_other(texts: Sequence[Text]) -> Text:
    """ "gain 2 Relics; a step on the track": at least one text."""
    first, *rest = texts
    return T("{first}; {then}", first=first, then=one_after_the_other(rest)) if rest else first


def alternatives(texts: Sequence[Text]) -> Text:
    """ "draw a card, or gain 2 Ichor": at least one text."""
    first, *rest = texts
    return T("{first}, or {other}", first=first, other=alternatives(rest)) if rest else first


def in_brackets(text: Text) -> Text:
    """ "(Ichor −1 and Tactics cards +2)": what belongs together among others. It is spoken, too."""
    return T("({several})", several=text)
