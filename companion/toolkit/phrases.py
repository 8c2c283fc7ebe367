"""What printed sentences of a card seem to do, proposed in the words that owners type.

A game has a table of phrases (`Table`, usually a TOML file beside its effects): for each language what things are
called (`slots`) and how effects are said (`phrase`):

    [[en.phrase]]
    means = "{store} +{n}"
    said = ["[you] gain|receive <n> <store>", "add <n> <store> to your supply"]

`a|b` is one of these words, `[a]` may be left out, `<n>` is a number in digits or words ("a" is 1), `<+n>` and `<-n>`
one with its sign, `<code>` a card's ("#D045"), any other `<slot>` one of the slot's names.

**Never taken for sure by halves.** A sentence is without doubt only where every part of it between "and", "then" and
commas is one of the phrases, and nothing more; in any other sentence a phrase is found too, but with a doubt: the word
that makes it one ("if", "up to", "each", ...), or `partly`. So it is with a text: a sentence that is not understood may
limit what stands below it, which shares its doubt, and take back what stands above ("Then return half of it"), which is
`changed`. Only one that adds what more happens under a condition leaves the others alone, but for those behind it in
its paragraph. A sentence that denies ("do not gain") proposes nothing, and one that asks nothing sure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from companion.api.proposals import ProposedEffect
from companion.api.text import Text
from companion.toolkit.card_language import BadWords
from companion.toolkit.data_file import Data, load_data

LONGEST = 3000  # signs of a text that is looked at
MOST = 40  # effects of a card


class Phrase(Data, frozen=True):
    """Ways to say an effect; `means` is what an owner would type, with `{n}` and the slots' names."""

    means: str
    said: tuple[str, ...]


class Table(Data, frozen=True):
    """The phrases of a game in one language: each slot's names by the word that stands for it in `means`."""

    phrase: tuple[Phrase, ...]
    slots: Mapping[str, Mapping[str, tuple[str, ...]]] = {}


class Tables(Data, frozen=True):
    """A game's file of phrases."""

    en: Table
    pl: Table


@dataclass(frozen=True)
class _Grammar:
    """What the sentences of a language have in common."""

    numbers: Mapping[str, int]
    joins: re.Pattern[str]
    denies: re.Pattern[str]
    doubts: Mapping[str, re.Pattern[str]]
    adds: re.Pattern[str]  # begins a sentence under whose condition more happens
    refers: re.Pattern[str]  # in that condition: it is about what was said before, as "if you do"


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)")


def _numbers(*names: str) -> dict[str, int]:
    """Names of 1, 2, 3, ..., those of one number parted by blanks."""
    return {name: number for number, of in enumerate(names, 1) for name in of.split()}


_GRAMMARS: Mapping[str, _Grammar] = {
    "en": _Grammar(
        _numbers("one a an", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        re.compile(r"\s*,?\s+(?:and\s+)?then\s+|\s*,?\s+(?:and|but)\s+(?:also\s+)?|\s*,\s+|\s*;\s*"),
        _words("not", "never", "cannot", "can’t", "can't", "don’t", "don't", "nobody", "no", "none", "without", "nor"),
        {
            "choice": _words("or", "either", "choose", "may", "can", "could"),
            "up_to": _words("up to", "at most", "at least", "as many", "maximum", "any number"),
            "each": _words(
                "each", "every", "per", "all", "twice", "double", "both", r"(?:an)?other players?", "players?", "times"
            ),
            "later": _words(
                "next", "until", "whenever", "at the (?:end|start|beginning)", "during", "before", "after", "again",
                "later", "dusk", "dawn", "night", "morning", "round", "phase", "turn",
            ),
            "condition": _words(
                "if", "unless", "when", "while", "only", "otherwise", "provided", "as long as", "except", "roll",
                r"on an? \d", "where", "who", "whose", "with",
            ),
            "cost": _words("to (?:gain|draw|cure|increase|decrease|take|get|activate)", "in (?:order|exchange)", "for"),
            "negation": _words("instead", "less", "fewer", "rather", "ignore", "prevent", "skip", "omit"),
        },
        _words("if", "unless", "when", "while"),
        _words("do", "did", "able", "unable", "so", "this", "that", "them", "it"),
    ),
    "pl": _Grammar(
        _numbers(
            "jeden jedna jedno jednego jedną jednej",
            "dwa dwie dwóch dwaj dwoje dwojga dwiema", "trzy trzech trzej troje",
            "cztery czterech czterej czworo", "pięć pięciu pięcioro", "sześć sześciu", "siedem siedmiu", "osiem ośmiu",
            "dziewięć dziewięciu", "dziesięć dziesięciu",
        ),
        re.compile(
            r"\s*,?\s+(?:(?:a|i)\s+)?(?:potem|następnie)\s+|\s*,?\s+po\s+czym\s+|\s+(?:i|oraz)\s+(?:też\s+)?"
            r"|\s*,\s+(?:(?:a|ale|lecz)\s+)?|\s*;\s*"
        ),
        _words("nie", "nigdy", "nikt", "nikogo", "nic", "bez", "żaden", "żadna", "żadnego", "ani"),
        {
            "choice": _words("albo", "lub", "bądź", "wybierz", "wybierzcie", "może(?:sz|cie)?", "można", "mogą"),
            "up_to": _words(r"do \d+", "najwyżej", "co najmniej", "maksymalnie", "ile chcecie"),
            "each": _words(
                "każd[aeyą]\\w*", "za", "po", "wszy[sc]\\w+", "dwukrotnie", "podwójnie", "razy",
                "obaj", "oboje", "obie", "inn[aeyi]\\w*", "gracz\\w*",
            ),
            "later": _words(
                "następn(?:ej|ym|ego)", "dopóki", "dopóty", "ilekroć", "na (?:koniec|początku?)", "podczas", "przed",
                "później", "znowu", "ponownie",
                r"świ(?:t|cie)\w*", r"zmierzch\w*", r"nocy?", "rano", r"rund\w+", r"faz\w+", r"tur\w+",
            ),
            "condition": _words(
                "jeśli", "jeżeli", "gdy", "gdyby", "kiedy", "o ile", "chyba że", "tylko", "w przeciwnym razie",
                "rzuć\\w*", "przy", "który", "która", "którzy", "które", "skoro", "oprócz", "z wyjątkiem",
            ),
            "cost": _words("aby", "żeby", "by", "w zamian"),
            "negation": _words("zamiast", "mniej", "zignoruj\\w*", "pomi[ńj]\\w*"),
        },
        _words("jeśli", "jeżeli", "gdy", "kiedy", "chyba że"),
        _words("to", "tego", "tak", "ich", "go", "je", "jej", "nimi", "zrobi\\w+"),
    ),
}  # fmt: skip
_NO_WORDS = re.compile(r"\W*(?:[^\W\d_]\d{2,3}(?:/\d)?\W*)?")  # icons, or the card's code
_SENTENCE = re.compile(r"[^.!?:\n]+(?:[.!?:\n]+|$)")


@dataclass(frozen=True)
class _Match:
    words: str
    start: int
    end: int
    number_at: int  # where its number stands: what is before it may be said once for several


@dataclass
class _Reader:
    """The phrases of one language, ready to be looked for."""

    grammar: _Grammar
    table: Table
    patterns: list[tuple[str, re.Pattern[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        slots = self.table.slots.items()
        self.names = {slot: {one: to for to, of in names.items() for one in of} for slot, names in slots}
        for phrase in self.table.phrase:
            self.patterns += [(phrase.means, re.compile(self._pattern(said))) for said in phrase.said]

    def _pattern(self, said: str) -> str:
        """A phrase as a regular expression."""
        pattern, started = "", False
        for part in said.split():
            optional, one = part.startswith("["), self._one(part.strip("[]"))
            if started:
                pattern += rf"(?:\s+{one})?" if optional else rf"\s+{one}"
            else:
                pattern += rf"(?:{one}\s+)?" if optional else one
            started = started or not optional
        return rf"(?<!\w){pattern}(?!\w)"

    def _one(self, part: str) -> str:
        numbers = "|".join(map(re.escape, sorted(self.grammar.numbers, key=len, reverse=True)))
        if part in ("<n>", "n"):
            return rf"(?P<n>[1-9][0-9]?|{numbers})"
        if part in ("<+n>", "<-n>"):
            return rf"[{'+' if part == '<+n>' else '−–-'}]\s?(?P<n>[1-9][0-9]?)"
        if part == "<code>":
            return r"#?(?P<code>[a-z]\d{3})"
        if part.startswith("<"):
            longest_first = sorted(self.names[part[1:-1]], key=len, reverse=True)
            names = "|".join(r"\s+".join(map(re.escape, one.split())) for one in longest_first)
            return rf"(?P<{part[1:-1]}>{names})"
        return f"(?:{part})"

    def whole(self, clause: str, at: int) -> _Match | None:
        """What a clause says that is a phrase and nothing more."""
        for means, pattern in self.patterns:
            if found := pattern.fullmatch(clause):
                return self._match(means, found, at)
        return None

    def inside(self, sentence: str, at: int) -> list[_Match]:
        """All phrases in a sentence, none inside another one."""
        found: list[_Match] = []
        for means, pattern in self.patterns:
            found += [self._match(means, one, at) for one in pattern.finditer(sentence)]
        found.sort(key=lambda one: (one.start, -one.end))
        return [one for place, one in enumerate(found) if all(before.end <= one.start for before in found[:place])]

    def _match(self, means: str, found: re.Match[str], at: int) -> _Match:
        groups = found.groupdict()
        said, code = groups.pop("n", None), groups.pop("code", "")
        slots = {name: self.names[name][" ".join(of.split())] for name, of in groups.items()}
        number = 1 if said is None else int(said) if said.isdecimal() else self.grammar.numbers[said]
        number_at = found.start("n") if said is not None else -1
        return _Match(
            means.format(n=number, code=code.upper(), **slots), at + found.start(), at + found.end(), number_at
        )


class Phrases:
    """The phrases of a game, read from their file (a `Table` for each language) when they are first asked for. `read`
    says an effect that an owner typed back: its words in their one spelling, and what it does; it raises `BadWords` for
    what the game does not know."""

    def __init__(self, file: Path, read: Callable[[str], tuple[str, Text]]) -> None:
        self._file = file
        self._read = read

    @cached_property
    def _readers(self) -> Mapping[str, _Reader]:
        tables = load_data(self._file, Tables)
        return {"en": _Reader(_GRAMMARS["en"], tables.en), "pl": _Reader(_GRAMMARS["pl"], tables.pl)}

    def propose(self, text: str, language: str) -> tuple[ProposedEffect, ...]:
        """The effects that a text in this language seems to say, in its order; none in a language without a table."""
        reader = self._readers.get(language)
        if reader is None:
            return ()
        found: list[ProposedEffect] = []
        for match, doubt in _proposed(reader, _small(text[:LONGEST])):
            try:
                words, said = self._read(match.words)
            except BadWords:
                continue
            found.append(ProposedEffect(words, said, match.start, match.end, doubt))
        return tuple(found[:MOST])


def _small(text: str) -> str:
    """In small letters, every sign in its place."""
    return "".join(low if len(low := one.lower()) == 1 else one for one in text)


@dataclass(frozen=True)
class _Sentence:
    """The effects in a sentence, and what of it bears on others."""

    stop: str  # the signs that end it
    matches: Sequence[_Match]
    doubt: str | None  # why they may not be meant so; None where it says these effects and nothing else
    adds: bool  # it says under which condition more happens, and so leaves alone what else is said

    @property
    def ends_paragraph(self) -> bool:
        """A line without a stop does not: what stands below it may go on with it."""
        return "\n" in self.stop and any(sign in self.stop for sign in ".!?")


def _proposed(reader: _Reader, text: str) -> Iterator[tuple[_Match, str | None]]:
    found = [_read_sentence(reader, one) for one in _SENTENCE.finditer(text) if not _NO_WORDS.fullmatch(one[0])]
    for one, before, after in zip(found, _from_before(found), _from_after(found), strict=True):
        own = None if one.doubt == "partly" else one.doubt
        yield from ((match, own or before or one.doubt or after) for match in one.matches)


def _read_sentence(reader: _Reader, found: re.Match[str]) -> _Sentence:
    text = found[0].rstrip(" .!?:\n\t")
    stop = found[0][len(text) :]
    if certain := _certain(reader, text, found.start()):
        # what stands behind a colon may be the point of it
        return _Sentence(stop, certain, "condition" if "?" in stop else "partly" if ":" in stop else None, False)
    asked = "condition" if "?" in stop else "partly"
    doubt = _doubt(reader.grammar, text) or asked
    return _Sentence(stop, _uncertain(reader, text, found.start()), doubt, _adds(reader, text))


def _adds(reader: _Reader, sentence: str) -> bool:
    condition, _, then = sentence.partition(",")
    grammar = reader.grammar
    if grammar.denies.search(condition) or grammar.refers.search(condition):
        return False  # "if you cannot" says that what stands before is not done
    return bool(grammar.adds.match(condition.lstrip()) and _certain(reader, then, 0))


def _from_before(sentences: Sequence[_Sentence]) -> Iterator[str | None]:
    """The doubt that each sentence shares with one before it: with any that is not understood, and in its paragraph
    with what happens under a condition."""
    card: str | None = None
    paragraph: str | None = None
    for one in sentences:
        yield card or paragraph
        paragraph = paragraph or one.doubt
        if not one.adds:
            card = card or one.doubt
        if one.ends_paragraph:
            paragraph = None


def _from_after(sentences: Sequence[_Sentence]) -> list[str | None]:
    """`changed` for each sentence that a later one may take back or change: any that is not understood."""
    doubts: list[str | None] = []
    doubt: str | None = None
    for one in reversed(sentences):
        doubts.append(doubt)
        if one.doubt and not one.adds:
            doubt = "changed"
    return doubts[::-1]


def _uncertain(reader: _Reader, sentence: str, at: int) -> list[_Match]:
    """The phrases in a sentence that says more; of one that denies, those behind the comma that ends the denial."""
    start = 0
    for denied in reader.grammar.denies.finditer(sentence):
        start = sentence.find(",", denied.end()) + 1
        if not start:
            return []
    limits = reader.grammar.doubts["up_to"]
    plain = limits.sub(lambda words: re.sub(r"[^\d]", " ", words[0]), sentence)  # "cure up to 3" is found as "cure 3"
    return reader.inside(plain[start:], at + start)


def _doubt(grammar: _Grammar, sentence: str) -> str | None:
    """The first reason for which a sentence may not mean what its phrases say."""
    return next((doubt for doubt, words in grammar.doubts.items() if words.search(sentence)), None)


def _certain(reader: _Reader, sentence: str, at: int) -> list[_Match]:
    """The phrases that a sentence is made of; none where there is anything else in it."""
    found: list[_Match] = []
    before = ""  # what was said once for several: "gain" of "gain 2 food and 1 wood"
    for start, end in _clauses(reader.grammar, sentence):
        clause = sentence[start:end]
        match = reader.whole(clause, at + start)
        if match is None and before:
            together = reader.whole(before + clause, 0)
            match = together and _Match(together.words, at + start, at + end, together.number_at)
        elif match is not None:
            before = clause[: match.number_at] if match.number_at > 0 else ""
        if match is None:
            return []
        found.append(match)
    return found


def _clauses(grammar: _Grammar, sentence: str) -> Iterator[tuple[int, int]]:
    start = len(sentence) - len(sentence.lstrip())
    for join in grammar.joins.finditer(sentence, start):
        if join.start() > start:
            yield start, join.start()
        start = join.end()
    yield start, len(sentence)
