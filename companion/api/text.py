"""Words for people, kept as values and put into a language only when they are shown.

A `Text` is a message id with its arguments, so that the log, the voice and every phone can each say it in their own
language. No text is glued together: what belongs in one sentence stands in one message id with named places.
"""

from __future__ import annotations

import datetime
import gettext
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from companion.api import catalogues

Argument: TypeAlias = "int | str | Text"

# Plain substitution, not str.format: a text may come from an imported evening, and format specifications can do harm.
_PLACE = re.compile(r"\{(\w+)\}")
# Texts that no translator writes: how a language joins what is listed, and writes a fraction and a day.
_LISTS: Mapping[str, Literal["standard", "or", "unit"]] = {"{...and}": "standard", "{...or}": "or", "{...,}": "unit"}
_DECIMAL = "{0.0}"
_DAY = "{0000-00-00}"
_VERBATIM = "{…}"
_UNTRANSLATED = frozenset({*_LISTS, _DECIMAL, _DAY, _VERBATIM})
_ENGLISH = ("root", "en", "en_001", "en_GB")  # each locale takes from those before it
_NO_TEXT_HAS = frozenset({
    "unit_patterns", "unit_display_names", "compound_unit_patterns", "currency_names", "currency_names_plural",
    "meta_zones", "time_zones",
})  # fmt: skip
_OF_COUNTRIES: tuple[Literal["likely_subtags", "territory_languages", "territory_currencies"], ...] = (
    "likely_subtags", "territory_languages", "territory_currencies",
)  # fmt: skip
# A text may come from an imported evening: whatever it is made of, saying it takes little room and time.
DEEPEST = 16  # texts within texts
MOST_ARGUMENTS = 400
LONGEST = 20_000  # characters
_KEPT, _KEPT_CHARS = 4096, 500  # texts that are remembered as they are said, and how long each may be
_MORE = "…"
_NUMBER = re.compile(r"-?\d{1,20}(\.\d{1,20})?", re.ASCII)
# What ends a sentence before a place; "p. {page}" and "s. {page}" do not.
_SENTENCE_ENDS = re.compile(r"(?<!\bp)(?<!\bs)[.!?][”»]?\s+\Z")
_SENTENCE_END = 8  # characters before a place that are looked at for it
_HAS_SENTENCES = re.compile(r"(?<!\bp)(?<!\bs)[.!?][”»]?(\s|$)")


class Text(msgspec.Struct, frozen=True):
    """A sentence (or a label) that is not yet in any language.

    `msgid` is English with named places in braces; `args` fills them, a `Text` inside being rendered first.
    With `plural`, the form is chosen by `args["n"]`.
    """

    # A Struct and no dataclass: thousands are made for a screen, and these are made in a third of the time.

    msgid: str
    args: Mapping[str, Argument] = msgspec.field(default_factory=dict)
    plural: str = ""

    def __str__(self) -> str:
        return English.say(self)


def T(msgid: str, **args: Argument) -> Text:  # noqa: N802 - the mark that the extractor looks for
    """Mark a sentence for translation: `T("Hunger rose to {level}.", level=8)`."""
    return Text(msgid, args)


def N(singular: str, plural: str, n: int, **args: Argument) -> Text:  # noqa: N802
    """Mark a sentence that depends on a number: `N("{n} cube fell.", "{n} cubes fell.", 3)`."""
    return Text(singular, {**args, "n": n}, plural)


def template(msgid: str) -> Text:
    """Mark a sentence whose places are filled where it is used: `Text(template.msgid, args)`, or by the toolkit."""
    return Text(msgid)


def template_n(singular: str, plural: str) -> Text:
    """The same for a sentence that depends on a number, which is filled in as `n`."""
    return Text(singular, {}, plural)


def verbatim(words: str) -> Text:
    """Words that no language changes: a player's name, what somebody typed, a sign. `Text(words)` would be translated
    where a catalogue happens to have the same words: a player may be called Hope."""
    return Text(_VERBATIM, {"words": words})


def all_of(items: Sequence[Argument]) -> Text:
    """What is listed, as the language joins it: `a, b and c`."""
    return Text("{...and}", _numbered(items))


def one_of(items: Sequence[Argument]) -> Text:
    """What can be chosen from, as the language joins it: `a, b or c`."""
    return Text("{...or}", _numbered(items))


def row_of(items: Sequence[Argument]) -> Text:
    """What stands in a row, as the language parts it: `a, b, c`."""
    return Text("{...,}", _numbered(items))


def _numbered(items: Sequence[Argument]) -> Mapping[str, Argument]:
    return {str(number): item for number, item in enumerate(items)}


def decimal(value: float, digits: int) -> Text:
    """A number with so many digits behind the sign that the language has for it: `12.5`, `12,5`."""
    return Text(_DECIMAL, {"value": f"{value:.{digits}f}"})


def day(date: datetime.date) -> Text:
    """A day as the language writes it: `21 November 2026`, `21 listopada 2026`."""
    return Text(_DAY, {"value": date.isoformat()[:10]})


class _Place(NamedTuple):
    """A place of a template: the words before it, its name, as it stands there, and whether a sentence begins at it."""

    before: str
    name: str
    written: str
    begins: bool


class Catalogue:
    """All translations of one language: the companion's own and those in the games' folders."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self._translations = translations
        # Most texts of a screen have no places, and all of them are said again for every step.
        self._bare = lru_cache(_KEPT)(lambda msgid, plural: self._said(Text(msgid, {}, plural), DEEPEST))
        self._parsed = lru_cache(_KEPT)(_parsed)
        self._single = lru_cache(_KEPT)(lambda msgid: _parsed(self._looked_up(Text(msgid))))

    def say(self, text: Text) -> str:
        """The text in this language; in English where there is no translation. Never fails: what is nested too deeply
        or too long ends in `…`."""
        if not text.args and len(text.msgid) <= _KEPT_CHARS and len(text.plural) <= _KEPT_CHARS:
            return self._bare(text.msgid, text.plural)
        return self._said(text, DEEPEST)

    def _said(self, text: Text, deepest: int) -> str:
        if deepest == 0:
            return _MORE
        if text.msgid in _UNTRANSLATED:
            return self._untranslated(text, deepest)
        # Dozens of them are said for a screen: a comprehension for each, and no generator.
        some = text.args.items() if len(text.args) <= MOST_ARGUMENTS else islice(text.args.items(), MOST_ARGUMENTS)
        return self._filled(
            text, {name: self._inner(one, deepest - 1) if isinstance(one, Text) else one for name, one in some}
        )

    def _untranslated(self, text: Text, deepest: int) -> str:
        def said(one: Argument) -> str:
            return self._inner(one, deepest - 1) if isinstance(one, Text) else str(one)

        if text.msgid == _VERBATIM:
            return said(text.args.get("words", ""))
        if text.msgid == _DECIMAL:
            return _written(said(text.args.get("value", "0")), self.language)
        if text.msgid == _DAY:
            return _dated(said(text.args.get("value", "")), self.language)
        items = map(said, islice(text.args.values(), MOST_ARGUMENTS))
        return _cut(_listed([*_as_far_as_shown(items)], _LISTS[text.msgid], self.language))

    def _inner(self, text: Text, deepest: int) -> str:
        return self._said(text, deepest) if text.args or deepest == 0 else self.say(text)

    def _filled(self, text: Text, args: Mapping[str, Argument]) -> str:
        """The places of its template filled in; no longer than any text may be."""
        places, rest = self._template(text)
        parts: list[str] = []
        length = 0
        for before, name, written, begins in places:
            said = str(args.get(name, written))
            if begins and not self._typed(text.args.get(name, "")):
                said = said[:1].upper() + said[1:]
            parts += before, said
            length += len(before) + len(said)
            if length > LONGEST:
                break
        return _cut("".join([*parts, rest]))

    def _typed(self, value: Argument) -> bool:
        """Whether it begins with what somebody typed, or with a number or a code: that keeps its small letter."""
        if not isinstance(value, Text) or value.msgid == _VERBATIM:
            return True
        if value.msgid in _LISTS:
            return self._typed(next(iter(value.args.values()), ""))
        places, _ = self._template(value)
        return bool(places) and not places[0].before and self._typed(value.args.get(places[0].name, ""))

    def forms(self, text: Text) -> dict[str, str]:
        """A text that depends on a number, its places unfilled, for each kind of number of the language."""
        kinds = _kinds_of(self.language)
        return {kind: self._translations.ngettext(text.msgid, text.plural, n) for kind, n in kinds.items()}

    def _template(self, text: Text) -> tuple[list[_Place], str]:
        if not text.plural and len(text.msgid) <= _KEPT_CHARS:
            return self._single(text.msgid)
        template = self._looked_up(text)
        return self._parsed(template) if len(template) <= _KEPT_CHARS else _parsed(template)

    def _looked_up(self, text: Text) -> str:
        if text.plural:
            return self._translations.ngettext(text.msgid, text.plural, _number(text.args.get("n")))[:LONGEST]
        return self._translations.gettext(text.msgid)[:LONGEST] if text.msgid else ""


def _parsed(template: str) -> tuple[list[_Place], str]:
    """Its places in their order, and the words behind the last."""
    places: list[_Place] = []
    end = 0
    for found in _PLACE.finditer(template):
        places.append(
            _Place(template[end : found.start()], found[1], found[0], _begins_sentence(template, found.start()))
        )
        end = found.end()
    return places, template[end:]


def _begins_sentence(template: str, at: int) -> bool:
    """Whether what is put in there begins a sentence, and so has a capital: "{effects}. {place}."; a label such as
    "{building}: {what}" has no sentences. Names that people typed are no `Text`, and stay as they are."""
    if at == 0:
        return _HAS_SENTENCES.search(template) is not None
    return _SENTENCE_ENDS.search(template, max(0, at - _SENTENCE_END), at) is not None


def _as_far_as_shown(items: Iterable[str]) -> Iterator[str]:
    """The items of a list up to the first that stands wholly behind what is cut off: nobody sees more of it."""
    length = 0
    for item in items:
        yield item
        if length > LONGEST:
            return
        length += len(item)


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + _MORE


def _number(value: Argument | None) -> int:
    """The number that a text depends on; any other than one where it lacks."""
    try:
        return int(str(value))
    except ValueError:
        return 2


@lru_cache(maxsize=16)
def _locale(language: str) -> str:
    """The locale that lists and numbers are written by; English as in `a, b and c`."""
    from babel.localedata import exists

    inherited = _ENGLISH if language == "en" or not exists(language) else ("root", language)
    _let_go_of_the_world(inherited)
    return inherited[-1]


def _let_go_of_the_world(locales: Iterable[str]) -> None:
    """What else Babel knows, for the life of this process: the names of all coins, units and zones of time are two
    megabytes in each language, and who speaks what where another two."""
    from babel.core import get_global
    from babel.localedata import load

    for what in _OF_COUNTRIES:
        if isinstance(facts := get_global(what), dict):
            facts.clear()
    for each in locales:
        known = load(each)
        for section in _NO_TEXT_HAS:
            known.pop(section, None)


def _listed(items: list[str], style: Literal["standard", "or", "unit"], language: str) -> str:
    from babel.lists import format_list

    return format_list(items, style=style, locale=_locale(language)) if items else ""


def _written(value: str, language: str) -> str:
    from babel.numbers import format_decimal

    if not _NUMBER.fullmatch(value):
        return value
    digits = len(value.partition(".")[2])
    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    return format_decimal(Decimal(value), pattern, locale=_locale(language)).replace("\u00a0", "\u202f")


def _dated(value: str, language: str) -> str:
    from babel.dates import format_date

    try:
        return format_date(datetime.date.fromisoformat(value), "long", locale=_locale(language))
    except ValueError:
        return value


@lru_cache(maxsize=16)
def _kinds_of(language: str) -> Mapping[str, int]:
    """The kinds of number that a language tells apart, each with its least number; no language has one that begins
    above 199."""
    from babel import Locale

    locale = Locale.parse(_locale(language))
    return {locale.plural_form(n): n for n in reversed(range(200))}


English = Catalogue("en", gettext.NullTranslations())


@lru_cache(maxsize=16)
def catalogue(language: str) -> Catalogue:
    """The translations of a language such as `pl`; English where a sentence, or the language, is missing."""
    folders = catalogues.folders() if language.isalnum() else []
    found = [one for folder in folders if (one := catalogues.translations(folder, language)) is not None]
    if not found:
        return English
    first, *others = found
    for one in others:
        first.add_fallback(one)
    return Catalogue(language, first)


def forget_catalogues() -> None:
    """There are more catalogues than before: read them anew."""
    catalogue.cache_clear()


def languages() -> list[str]:
    """The languages that can be chosen, English first."""
    return ["en", *(one for one in catalogues.languages() if one != "en")]


def environment_language() -> str:
    """The language of whoever started the program, where there is a catalogue of it; else English."""
    named = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return named[:2] if named[:2] in languages() else "en"
