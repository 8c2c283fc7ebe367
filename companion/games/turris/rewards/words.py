"""What a Location, a spot or a card gives, in a few words: `gain relics 2; advance`, `either gain any 1 | draw 2`.

Effects are parted by semicolons or line ends. `either` lets the player choose between ways parted by `|`; the effects
of one way are parted by `&`. Whatever has no word of its own stands behind `say` and is done at the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.games.turris.state import RESOURCES
from companion.toolkit import card_language
from companion.toolkit.card_language import BadWords, Forms, Found, Language, Slot

LONGEST = 300
MOST_EFFECTS = 20
STORES = (*RESOURCES, "any", "krw", "artifacts", "tokens", "tactics", "prestige")
SPENDABLE = (*RESOURCES, "any", "krw", "artifacts", "tokens", "tactics", "reserved")
COSTS = (*RESOURCES, "any", "krw")
# One where no number stands.
COUNTED = ("advance", "revive", "sacrifice", "recall", "move", "place", "play", "action", "beast", "reserve")
BARE = ("future", "fruit", "flip", "ongoing", "nothing", "read")  # `read`: do what the card says, at the table
ROOMS = ("room", "trionfi")  # a Tower Room at once, or the right to one in the Trionfi Step, for so much Prestige
UP_TO = " up to"  # behind a verb: fewer will do

FORMS = Forms(
    {
        "gain": ("gain <store> <some>", "gain <some> <store>", "<store> <some>", "<some> <store>", "gain <store>"),
        "draw": ("draw <n> [tactics]", "draw [tactics]"),
        "spend": (
            *("spend <spendable> <n>", "spend|pay|lose|discard <spendable> [n]"),
            *("spend|pay|lose|discard <n> <spendable>", "<spendable> <-n>", "<-n> <spendable>"),
        ),
        "cost": ("cost <payable> <n>", "cost|costs <payable> [n]", "cost|costs <n> <payable>"),
        **{f"{verb}{UP_TO}": (f"{verb} up to <n>",) for verb in ("revive", "beast")},
        **{verb: (f"{verb} [n]", f"{verb} <some>") for verb in COUNTED},
        **{verb: (f"{verb} <n>",) for verb in ROOMS},
        **{verb: (verb,) for verb in BARE},
    },
    {
        "store": Slot(names=STORES),
        "spendable": Slot(names=SPENDABLE),
        "payable": Slot(names=COSTS),
        "some": Slot(pattern=r"\+?[1-9][0-9]?", number=True),
    },
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One effect: its verb, what it is about, how many (`up_to` so many), and words of one's own."""

    verb: str
    what: str = ""
    count: int = 1
    up_to: bool = False
    words: str = ""

    def __str__(self) -> str:
        """As it is written; `parse` reads the same effect again."""
        if self.verb in ("say", "either"):
            return f"{self.verb} {self.words}"
        return FORMS.written(f"{self.verb}{UP_TO}" if self.up_to else self.verb, self.what, self.count)


def ways(effect: Effect) -> tuple[tuple[Effect, ...], ...]:
    """The ways of an `either`."""
    return tuple(tuple(map(_effect, way)) for way in card_language.ways(effect.words))


def _effect(clause: str) -> Effect:
    low = clause.lower()
    if low.startswith("either "):
        return _either(clause)
    if low.startswith("say "):
        return Effect(verb="say", words=clause[4:].strip())
    tidy = _tidy(clause)
    found = FORMS.read(tidy)
    if not isinstance(found, Found):
        raise BadWords(_why(clause, tidy))
    if found.verb == "draw":
        return Effect(verb="gain", what="tactics", count=found.count)
    verb = found.verb.removesuffix(UP_TO)
    return Effect(verb=verb, what=found.what, count=found.count, up_to=verb != found.verb)


def _either(clause: str) -> Effect:
    found = card_language.either(clause)
    if any(part.lower().startswith("either ") for way in found for part in way):
        raise BadWords(T("An “either” inside an “either” is not understood."))
    return Effect(verb="either", words=" | ".join(" & ".join(str(_effect(part)) for part in way) for way in found))


_ALIASES: Mapping[str, str] = {
    "relic": "relics",
    "weapon": "weaponry",
    "weapons": "weaponry",
    "artifact": "artifacts",
    "tactic": "tactics",
    "resource": "any",
    "resources": "any",
    "beasts": "beast",
    "scout": "",
    "scouts": "",
    "card": "",
    "cards": "",
    "a": "",
    "an": "",
    "the": "",
    "actions": "action",
    "missions": "mission",
    "token": "tokens",
}
_PHRASES: Mapping[str, str] = {
    "move beast": "beast",
    "flip beast": "flip",
    "take future first player": "future",
    "future first player": "future",
    "place fruit": "fruit",
    "fruit token": "fruit",
    "advance council": "advance",
    "council": "advance",
    "reserve mission": "reserve",
    "play tactics": "play",
    "extra action": "action",
    "additional action token": "tokens",
    "additional action tokens": "tokens",
    "action token": "tokens",
    "action tokens": "tokens",
    "reserved mission": "reserved",
    "discard mission": "discard reserved",
    "i/k/r/w": "any",
    "k/r/w": "krw",
}


def _tidy(clause: str) -> str:
    """A clause in the words of the forms."""
    text = card_language.tidy(clause, _ALIASES)
    for phrase, word in _PHRASES.items():
        text = re.sub(rf"(?<![\w/]){re.escape(phrase)}(?![\w/])", word, text)
    return text


_FIRST = (
    *("gain", "draw", "spend", "cost", "either", "say"),
    *(*STORES, *COUNTED, *BARE, *ROOMS),
)  # fmt: skip


def _why(clause: str, tidy: str) -> Text:
    first = (tidy.split() or [""])[0]
    if first in _FIRST and first not in BARE:
        return card_language.incomplete(clause)
    return card_language.not_understood(clause, first, _FIRST)


LANGUAGE = Language(_effect, longest=LONGEST, most=MOST_EFFECTS)
parse = LANGUAGE.parse
