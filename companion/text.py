"""Words for people, kept as values and put into a language only when they are shown.

A `Text` is a message id with its arguments, so that the log, the voice and every phone can each say it in their own
language. No text is glued together: what belongs in one sentence stands in one message id with named places.
"""

from __future__ import annotations

import datetime
import gettext
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias

from companion import catalogues

Argument: TypeAlias = "int | str | Text"

# Plain substitution, not str.format: a text may come from an imported evening, and format specifications can do harm.
_PLACE = re.compile(r"\{(\w+)\}")
# Texts that no translator writes: how a language joins what is listed, and writes a fraction and a day.
_LISTS = {"{...and}": "standard", "{...or}": "or"}
_DECIMAL = "{0.0}"
_DAY = "{0000-00-00}"
_VERBATIM = "{…}"
_NUMBER = re.compile(r"-?\d{1,20}(\.\d{1,20})?", re.ASCII)


@dataclass(frozen=True)
class Text:
    """A sentence (or a label) that is not yet in any language.

    `msgid` is English with named places in braces; `args` fills them, a `Text` inside being rendered first.
    With `plural`, the form is chosen by `args["n"]`.
    """

    msgid: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    plural: str = ""

    def __str__(self) -> str:
        return English.say(self)


def T(msgid: str, **args: Argument) -> Text:  # noqa: N802 - the mark that the extractor looks for
    """Mark a sentence for translation: `T("Hunger rose to {level}.", level=8)`."""
    return Text(msgid, args)


def N(singular: str, plural: str, n: int, **args: Argument) -> Text:  # noqa: N802
    """Mark a sentence that depends on a number: `N("{n} cube fell.", "{n} cubes fell.", 3)`."""
    return Text(singular, {**args, "n": n}, plural)


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


def _numbered(items: Sequence[Argument]) -> Mapping[str, Argument]:
    return {str(number): item for number, item in enumerate(items)}


def decimal(value: float, digits: int) -> Text:
    """A number with so many digits behind the sign that the language has for it: `12.5`, `12,5`."""
    return Text(_DECIMAL, {"value": f"{value:.{digits}f}"})


def day(date: datetime.date) -> Text:
    """A day as the language writes it: `21 November 2026`, `21 listopada 2026`."""
    return Text(_DAY, {"value": date.isoformat()[:10]})


class Catalogue:
    """All translations of one language: the companion's own and those in the games' folders."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def say(self, text: Text) -> str:
        """The text in this language; in English where there is no translation."""
        args = {name: self.say(value) if isinstance(value, Text) else value for name, value in text.args.items()}
        if text.msgid == _VERBATIM:
            return str(args.get("words", ""))
        if text.msgid in _LISTS:
            return _listed([str(value) for value in args.values()], _LISTS[text.msgid], self.language)
        if text.msgid == _DECIMAL:
            return _written(str(args.get("value", "0")), self.language)
        if text.msgid == _DAY:
            return _dated(str(args.get("value", "")), self.language)
        return _PLACE.sub(lambda place: str(args.get(place[1], place[0])), self._template(text))

    def forms(self, text: Text) -> dict[str, str]:
        """A text that depends on a number, its places unfilled, for each kind of number of the language."""
        kinds = {_kind_of(n, self.language): n for n in reversed(range(200))}
        return {kind: self._translations.ngettext(text.msgid, text.plural, n) for kind, n in kinds.items()}

    def _template(self, text: Text) -> str:
        if text.plural:
            return self._translations.ngettext(text.msgid, text.plural, int(str(text.args["n"])))
        return self._translations.gettext(text.msgid) if text.msgid else ""


def _locale(language: str) -> str:
    """The locale that lists and numbers are written by; English as in `a, b and c`."""
    from babel.localedata import exists

    return "en_GB" if language == "en" or not exists(language) else language


def _listed(items: list[str], style: str, language: str) -> str:
    from babel.lists import format_list

    return format_list(items, style="or" if style == "or" else "standard", locale=_locale(language)) if items else ""


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


def _kind_of(n: int, language: str) -> str:
    from babel import Locale

    return Locale.parse(_locale(language)).plural_form(n)


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


def languages() -> list[str]:
    """The languages that can be chosen, English first."""
    return ["en", *(one for one in catalogues.languages() if one != "en")]


def environment_language() -> str:
    """The language of whoever started the program, where there is a catalogue of it; else English."""
    named = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return named[:2] if named[:2] in languages() else "en"
