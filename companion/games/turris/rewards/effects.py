"""What a Location, a spot or a card gives, in a few words: `gain relics 2; advance`, `either gain any 1 | draw 2`.

Effects are parted by semicolons or line ends. `either` lets the player choose between ways parted by `|`; the effects
of one way are parted by `&`. Whatever has no word of its own stands behind `say` and is done at the table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.api import Choice, N, T, Text, all_of
from companion.games.turris.state import RESOURCES, Task
from companion.games.turris.supply import NAMES
from companion.games.turris.transaction import Transaction
from companion.toolkit import Data, card_language, load_data
from companion.toolkit.card_language import (
    BadWords,
    Forms,
    Found,
    Language,
    Slot,
    alternatives,
    in_brackets,
    one_after_the_other,
)
from companion.toolkit.phrases import Phrases

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
        **{verb: (f"{verb} [n]", f"{verb} <some>", f"<some> {verb}") for verb in COUNTED},
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
    first, _, rest = clause.strip().partition(" ")
    verb = _ALIASES.get(first.lower(), first.lower())
    if verb == "either" and rest:
        return _either(f"either {rest}")
    if verb == "say" and rest:
        return Effect(verb="say", words=rest.strip())
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
    if any(_ALIASES.get(part.split()[0].lower(), part.split()[0].lower()) == "either" for way in found for part in way):
        raise BadWords(T("An “either” inside an “either” is not understood."))
    return Effect(verb="either", words=" | ".join(" & ".join(str(_effect(part)) for part in way) for way in found))


class _Typed(Data, frozen=True, rename={"to": "is"}):
    to: str
    typed: tuple[str, ...]


class _Words(Data, frozen=True):
    word: tuple[_Typed, ...]
    phrase: tuple[_Typed, ...] = ()


_POLISH = load_data(Path(__file__).parent.parent / "words_pl.toml", _Words)


def plain(word: str) -> str:
    """A word without the signs on its letters: "poświęć" as "poswiec"."""
    return "".join(
        one for one in unicodedata.normalize("NFKD", word.replace("ł", "l")) if not unicodedata.combining(one)
    )


def _spelt(typed: tuple[_Typed, ...]) -> dict[str, str]:
    return {spelt: one.to for one in typed for word in one.typed for spelt in (plain(word), word)}


_ALIASES: Mapping[str, str] = {
    **_spelt(_POLISH.word),
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
    **_spelt(_POLISH.phrase),
    "tokens extra action": "tokens",
    "gain future": "future",
    "discard reserved mission": "discard reserved",
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
_NEAR = (*_FIRST, *(word for one in _POLISH.word for word in one.typed if one.to))  # what may have been meant


def _why(clause: str, tidy: str) -> Text:
    first = (tidy.split() or [""])[0]
    if first in _FIRST and first not in BARE:
        return card_language.incomplete(clause)
    return card_language.not_understood(clause, first, _NEAR)


LANGUAGE = Language(_effect, longest=LONGEST, most=MOST_EFFECTS)
parse = LANGUAGE.parse


# --- said back --------------------------------------------------------------------------------------------------------


STORE_NAMES: Mapping[str, Text] = {
    **NAMES,
    "any": T("any resource"),
    "krw": T("Knowledge, Relics or Weaponry"),
    "tactics": T("Tactics cards"),
    "prestige": T("Prestige"),
    "reserved": T("Reserved Missions"),
}
# What nobody would refuse.
_GOOD = (*RESOURCES, "artifacts", "tokens", "tactics")

BLOCKS: tuple[Choice, ...] = (
    Choice(value="gain ichor 1", label=T("Gain Ichor")),
    Choice(value="gain knowledge 1", label=T("Gain Knowledge")),
    Choice(value="gain relics 1", label=T("Gain Relics")),
    Choice(value="gain weaponry 1", label=T("Gain Weaponry")),
    Choice(value="gain any 1", label=T("Gain a resource of your choice")),
    Choice(value="gain artifacts 1", label=T("Gain an Artifact")),
    Choice(value="gain tokens 1", label=T("Gain an Additional Action token")),
    Choice(value="draw 1", label=T("Draw a Tactics card")),
    Choice(value="play", label=T("Play a Tactics card")),
    Choice(value="spend any 1", label=T("Spend a resource of your choice")),
    Choice(value="spend knowledge 1", label=T("Spend Knowledge")),
    Choice(value="discard tactics 1", label=T("Discard a Tactics card")),
    Choice(value="prestige 1", label=T("Gain Prestige")),
    Choice(value="advance", label=T("A step on the Council track")),
    Choice(value="revive 1", label=T("Scouts back from the Graveyard")),
    Choice(value="revive up to 2", label=T("Up to so many Scouts back")),
    Choice(value="sacrifice", label=T("Sacrifice a Scout")),
    Choice(value="recall", label=T("A Scout back into the reserve, for nothing")),
    Choice(value="move", label=T("A Scout to another place")),
    Choice(value="place", label=T("Place another Scout")),
    Choice(value="action", label=T("One more Action")),
    Choice(value="reserve", label=T("Reserve a Mission")),
    Choice(value="discard reserved 1", label=T("Discard a reserved Mission")),
    Choice(value="future", label=T("Take the Future First Player card")),
    Choice(value="fruit", label=T("Place the Fruit token")),
    Choice(value="beast 1", label=T("Move a Beast")),
    Choice(value="flip", label=T("Flip a Beast")),
    Choice(value="trionfi 5", label=T("A Tower Room in the Trionfi Step, for Prestige")),
    Choice(value="room 3", label=T("A Tower Room at once, for Prestige")),
    Choice(value="cost knowledge 1", label=T("A Mission’s cost")),
    Choice(value="ongoing", label=T("An ongoing Mission")),
    Choice(value="either gain any 1 | draw 1", label=T("Either … or …")),
    Choice(value="say …", label=T("Anything else, in your words")),
    Choice(value="nothing", label=T("Nothing")),
)


def only_good(effects: tuple[Effect, ...]) -> bool:
    """Whether nobody would refuse these effects, and their order does not matter. Prestige may be refused: it changes
    the Excavation Sites and begins the endgame."""
    return all(one.verb in ("nothing", "trionfi") or (one.verb == "gain" and one.what in _GOOD) for one in effects)


def any_order(effects: tuple[Effect, ...]) -> bool:
    """Whether these effects want no choice and it is all the same which of them comes first."""
    return only_good(tuple(one for one in effects if (one.verb, one.what) != ("gain", "prestige")))


@lru_cache(maxsize=1024)
def describe(effects: tuple[Effect, ...]) -> Text:
    """All of them, one after the other."""
    if not effects:
        return T("nothing")
    if len(effects) == 1:
        return say(effects[0])
    return one_after_the_other([in_brackets(say(one)) if one.verb == "either" else say(one) for one in effects])


def said_back(words: str) -> tuple[str, Text]:
    """Effects that were typed, in their one spelling, and what they do. Raises `BadWords`."""
    effects = parse(words)
    return card_language.join(effects), describe(effects)


PHRASES = Phrases(Path(__file__).parent.parent / "phrases.toml", said_back)


def say(effect: Effect) -> Text:
    """One of them."""
    if effect.verb == "either":
        return alternatives([_way(way) for way in ways(effect)])
    if effect.verb == "say":
        return Text("{words}", {"words": effect.words})
    if effect.verb == "revive" and effect.up_to:
        return N("up to {n} Scout back from the Graveyard", "up to {n} Scouts back from the Graveyard", effect.count)
    if effect.verb == "beast" and effect.up_to:
        return N("move a Beast by up to {n} step", "move a Beast by up to {n} steps", effect.count)
    name = STORE_NAMES.get(effect.what, Text(""))
    says = {**_stores(effect.count, name), **_people(effect.count), **_cards(effect.count)}
    return says[effect.verb]


def _way(effects: tuple[Effect, ...]) -> Text:
    """ "(Ichor −1 and Tactics cards +2)": in brackets where it has several parts."""
    return describe(effects) if len(effects) < 2 else in_brackets(all_of([say(one) for one in effects]))


def _stores(n: int, name: Text) -> dict[str, Text]:
    return {
        "gain": T("{what} +{count}", count=n, what=name),
        "spend": T("{what} −{count}", count=n, what=name),
        "cost": T("cost: {what} {count}", count=n, what=name),
        "nothing": T("nothing"),
        "ongoing": T("ongoing effect"),
        "read": T("do what it says"),
    }


def _people(n: int) -> dict[str, Text]:
    return {
        "advance": N("{n} step on the Council track", "{n} steps on the Council track", n),
        "revive": N("{n} Scout back from the Graveyard", "{n} Scouts back from the Graveyard", n),
        "recall": N("take {n} Scout back into the reserve", "take {n} Scouts back into the reserve", n),
        "move": N("move {n} Scout", "move {n} Scouts", n),
        "sacrifice": N("sacrifice {n} Scout", "sacrifice {n} Scouts", n),
        "place": N("place {n} more Scout", "place {n} more Scouts", n),
        "action": N("{n} more Action", "{n} more Actions", n),
        "beast": N("move a Beast by {n} step", "move a Beast by {n} steps", n),
        "flip": T("flip a Beast"),
        "fruit": T("place the Fruit token"),
        "future": T("take the Future First Player card"),
    }


def _cards(n: int) -> dict[str, Text]:
    return {
        "play": N("play {n} Tactics card", "play {n} Tactics cards", n),
        "reserve": N("reserve {n} Mission", "reserve {n} Missions", n),
        "trionfi": T("a Tower Room in the Trionfi Step, for {count} Prestige", count=n),
        "room": T("a Tower Room, for {count} Prestige", count=n),
    }


# --- on their way: each effect is a task of its own -------------------------------------------------------------------


KIND = "reward."
CARD = "card.do"
TURN, FREE = "turn", "free"  # a Tactics card: the one of the Action Step, or one that an effect allows


def give(tx: Transaction, seat: int, effects: tuple[Effect, ...], place: str = "") -> None:
    """A player does these effects, one after the other, before anything else goes on; `place` is where they come from,
    if from a place."""
    for effect in effects:
        tx.add_task(task_of(effect, seat, place))


def task_of(effect: Effect, seat: int, place: str = "") -> Task:
    """The task of an effect; `of` holds words of its own, or the ways of an `either`."""
    up_to = ("up_to",) if effect.up_to else ()
    of = (effect.words,) if effect.words else up_to
    return Task(kind=KIND + effect.verb, seat=seat, about=effect.what, place=place, count=effect.count, of=of)


def effect_of(task: Task) -> Effect:
    """The effect that a task is about."""
    verb = task.kind.removeprefix(KIND)
    words = task.of[0] if verb in ("say", "either") and task.of else ""
    return Effect(verb=verb, what=task.about, count=task.count, up_to=task.of == ("up_to",), words=words)


def read_card(tx: Transaction, seat: int, kind: str, name: str = "", origin: str = "") -> None:
    """A player does what a card says: of the kind `tactics` (`name`: TURN or FREE), `mission` or `trionfi`, what a
    `place` (`name`) gives, or words of one's own (`name`) behind `say`; `origin` is the place that these come from."""
    tx.add_task(Task(kind=CARD, seat=seat, about=kind, place=name, of=(origin,) if origin else ()))


def origin_of(task: Task) -> str:
    """The place whose reward somebody does at the table; empty for a card."""
    if task.about == "place":
        return task.place
    return task.of[0] if task.of else ""
