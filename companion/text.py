"""Words for people, kept as values and put into a language only when they are shown.

A `Text` is a message id with its arguments, so that the log, the voice and every phone can each say it in their own
language. No text is glued together: what belongs in one sentence stands in one message id with named places.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

Argument: TypeAlias = "int | str | Text"

# Plain substitution, not str.format: a text may come from an imported evening, and format specifications can do harm.
_PLACE = re.compile(r"\{(\w+)\}")


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


class Catalogue:
    """All translations of one language: the companion's own and those in the games' folders."""

    def __init__(self, language: str, translations: gettext.NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def say(self, text: Text) -> str:
        """The text in this language; in English where there is no translation."""
        args = {name: self.say(value) if isinstance(value, Text) else value for name, value in text.args.items()}
        return _PLACE.sub(lambda place: str(args.get(place[1], place[0])), self._template(text))

    def _template(self, text: Text) -> str:
        if text.plural:
            return self._translations.ngettext(text.msgid, text.plural, int(str(text.args["n"])))
        return self._translations.gettext(text.msgid) if text.msgid else ""


English = Catalogue("en", gettext.NullTranslations())


def catalogue_folders() -> list[Path]:
    """Folders that may hold `<language>/LC_MESSAGES/texts.mo`: the companion's, then each game's."""
    here = Path(__file__).parent
    return [here / "texts", *sorted(here.glob("games/*/texts"))]


@lru_cache(maxsize=16)
def catalogue(language: str) -> Catalogue:
    """The translations of a language such as `pl`; English where a sentence, or the language, is missing."""
    chain: gettext.NullTranslations | None = None
    for folder in catalogue_folders():
        if gettext.find("texts", folder, [language]) is None:
            continue
        found = gettext.translation("texts", folder, [language])
        if chain is None:
            chain = found
        else:
            chain.add_fallback(found)
    return English if chain is None else Catalogue(language, chain)


def languages() -> list[str]:
    """The languages that can be chosen, English first."""
    found = {path.parts[-3] for folder in catalogue_folders() for path in folder.glob("*/LC_MESSAGES/texts.mo")}
    return ["en", *sorted(found - {"en"})]
