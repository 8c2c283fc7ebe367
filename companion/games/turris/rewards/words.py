"""What a Location, a spot or a card gives, in a few words: `gain relics 2; advance`, `either gain any 1 | draw 2`.

Effects are parted by semicolons or line ends. `either` lets the player choose between ways parted by `|`; the effects
of one way are parted by `&`. Whatever has no word of its own stands behind `say` and is done at the table.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.api.text import T, Text
from companion.games.turris.state import RESOURCES

LONGEST = 300
MOST_EFFECTS = 20
SHOWN = 40
STORES = (*RESOURCES, "any", "krw", "artifacts", "tokens", "tactics", "prestige")
SPENDABLE = (*RESOURCES, "any", "krw", "artifacts", "tokens", "tactics", "reserved")
COSTS = (*RESOURCES, "any", "krw")
# One where no number stands.
COUNTED = ("advance", "revive", "sacrifice", "recall", "move", "place", "play", "action", "beast", "reserve")
BARE = ("future", "fruit", "flip", "ongoing", "nothing", "read")  # `read`: do what the card says, at the table
ROOMS = ("room", "trionfi")  # a Tower Room at once, or the right to one in the Trionfi Step, for so much Prestige


class BadWords(Exception):
    """Words that are no effects. `text` says in one sentence what is wrong."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


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
        if self.verb in BARE:
            return self.verb
        if self.verb in COUNTED:
            number = f" {self.count}" if self.count > 1 or self.up_to else ""
            return f"{self.verb}{' up to' if self.up_to else ''}{number}"
        return " ".join(part for part in (self.verb, self.what, str(self.count)) if part)


@lru_cache(maxsize=2048)
def parse(words: str) -> tuple[Effect, ...]:
    """The effects in their order. Raises BadWords with one sentence."""
    if len(words) > LONGEST:
        raise BadWords(T("These words are too long: at most {most} letters and signs.", most=LONGEST))
    found = tuple(_effect(piece) for piece in _split(words, ";\n"))
    if len(found) > MOST_EFFECTS:
        raise BadWords(T("These are too many effects: at most {most}.", most=MOST_EFFECTS))
    return found


def join(effects: tuple[Effect, ...]) -> str:
    """Effects as words again."""
    return "; ".join(map(str, effects))


def ways(effect: Effect) -> tuple[tuple[Effect, ...], ...]:
    """The ways of an `either`."""
    return tuple(tuple(_effect(piece) for piece in _split(way, "&")) for way in _split(effect.words, "|"))


def _split(words: str, signs: str) -> list[str]:
    pieces = re.split(f"[{re.escape(signs)}]", words)
    return [tidy for tidy in (" ".join(piece.split()) for piece in pieces) if tidy]


def _effect(piece: str) -> Effect:
    low = piece.lower()
    if low.startswith("either "):
        return _either(piece)
    if low.startswith("say "):
        return Effect(verb="say", words=piece[4:].strip())
    tidy = _tidy(low)
    for pattern, make in _FORMS:
        if (found := re.fullmatch(pattern, tidy)) is not None:
            return make(found)
    raise BadWords(_why(piece, tidy))


def _either(piece: str) -> Effect:
    found = [_split(way, "&") for way in _split(piece[7:], "|")]
    if len(found) < 2:
        raise BadWords(T("In “{piece}” the sign | and another way are missing.", piece=_shown(piece)))
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


def _tidy(low: str) -> str:
    """Small letters, a sign at its number, one name for each thing."""
    text = low.replace("−", "-").replace("–", "-")
    text = re.sub(r"([+-])\s+(?=[0-9])", r"\1", text)
    text = re.sub(r"(?<=[a-z])([+-][0-9])", r" \1", text)
    text = " ".join(word for word in (_ALIASES.get(one, one) for one in text.split()) if word)
    for phrase, word in _PHRASES.items():
        text = re.sub(rf"(?<![\w/]){re.escape(phrase)}(?![\w/])", word, text)
    return text


def _stored(verb: str) -> Callable[[re.Match[str]], Effect]:
    def make(found: re.Match[str]) -> Effect:
        return Effect(verb=verb, what=found["what"], count=int(found["n"] or 1))

    return make


def _number(found: re.Match[str]) -> int:
    return int(found["n"] or 1)


_N = "(?P<n>[1-9][0-9]?)"
_STORE = f"(?P<what>{'|'.join(STORES)})"
_SPEND = f"(?P<what>{'|'.join(SPENDABLE)})"
_COST = f"(?P<what>{'|'.join(COSTS)})"
_COUNTED = f"(?P<verb>{'|'.join(COUNTED)})"

_FORMS: tuple[tuple[str, Callable[[re.Match[str]], Effect]], ...] = (
    (rf"(?:gain )?{_STORE} \+?{_N}", _stored("gain")),
    (rf"(?:gain )?\+?{_N} {_STORE}", _stored("gain")),
    (rf"gain {_STORE}(?P<n>)", _stored("gain")),
    (rf"draw {_N}(?: tactics)?", lambda found: Effect(verb="gain", what="tactics", count=_number(found))),
    (r"draw(?: tactics)?(?P<n>)", lambda found: Effect(verb="gain", what="tactics", count=_number(found))),
    (rf"(?:spend|pay|lose|discard) {_SPEND} {_N}", _stored("spend")),
    (rf"(?:spend|pay|lose|discard) {_N} {_SPEND}", _stored("spend")),
    (rf"(?:spend|pay|lose|discard) {_SPEND}(?P<n>)", _stored("spend")),
    (rf"{_SPEND} -{_N}", _stored("spend")),
    (rf"-{_N} {_SPEND}", _stored("spend")),
    (rf"costs? {_COST} {_N}", _stored("cost")),
    (rf"costs? {_N} {_COST}", _stored("cost")),
    (rf"costs? {_COST}(?P<n>)", _stored("cost")),
    (rf"(?P<verb>revive|beast) up to {_N}", lambda found: Effect(verb=found["verb"], count=_number(found), up_to=True)),
    (rf"{_COUNTED}(?: \+?{_N})?", lambda found: Effect(verb=found["verb"], count=_number(found))),
    (rf"(?P<verb>{'|'.join(ROOMS)}) {_N}", lambda found: Effect(verb=found["verb"], count=_number(found))),
    (rf"(?P<verb>{'|'.join(BARE)})", lambda found: Effect(verb=found["verb"])),
)
_FIRST = (
    *("gain", "draw", "spend", "cost", "either", "say"),
    *(*STORES, *COUNTED, *BARE, *ROOMS),
)  # fmt: skip


def _why(piece: str, tidy: str) -> Text:
    first = (tidy.split() or [""])[0]
    if first in _FIRST and first not in BARE:
        return T("“{piece}” is not understood: a number or a word is missing or too much.", piece=_shown(piece))
    near = difflib.get_close_matches(first, _FIRST, 1, 0.6)
    if near and near[0] != first:
        return T("“{piece}” is not understood; did you mean “{word}”?", piece=_shown(piece), word=near[0])
    return T("“{piece}” is not understood; for what cannot be said in numbers, begin with “say”.", piece=_shown(piece))


def _shown(piece: str) -> str:
    return piece if len(piece) <= SHOWN else piece[: SHOWN - 1] + "…"
