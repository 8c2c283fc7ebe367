"""Faults of wording that can be found without understanding: in a template, and in what is said in the end.

A template is looked at for what will go wrong with some value: "{cards} cards" without plural forms, a Polish
preposition before a name that nobody inflects, a verb that would have to know whether Ada or Ben did it. What is said
is looked at for what went wrong with these values: "1 cards", an order to discard 0 cards, a small letter after a full
stop. What looks like a fault and is none stands in `ALLOWED`, with the reason. For the tests and
`companion.translation.rendering`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

# Places for what no language inflects by itself: what stands in them is always in the nominative.
PEOPLE = frozenset({"name", "names", "who", "player", "chooser", "other", "by"})
THINGS = frozenset(
    {"beast", "building", "card", "cards", "character", "event", "kind", "label", "law", "marker", "over", "place",
     "scenario", "society", "spot", "stack", "start", "terrain", "tile", "title", "track", "what", "where"}
)  # fmt: skip
PREPOSITIONS = frozenset(
    {"bez", "dla", "do", "koło", "między", "na", "nad", "o", "obok", "od", "po", "pod", "poza", "przed", "przez",
     "przy", "u", "w", "wobec", "wokół", "wśród", "z", "za", "zamiast", "ze"}
)  # fmt: skip
_CAPITALS = "A-ZĄĆĘŁŃÓŚŹŻ"
_WORD = rf"[{_CAPITALS}a-ząćęłńóśźż’'-]+"
_COUNTED = re.compile(rf"\{{n\}} (?:({_WORD}) )?({_WORD})")
_AFTER_PLACE = re.compile(rf"\{{(\w+)\}} (?:({_WORD}) )?({_WORD})")
_AFTER_ONE = re.compile(rf"(?:({_WORD}) )?(?<![\w.,–-])1 (?:({_WORD}) )?({_WORD})")
# Behind these a number is the name of something: "Expedition 1 moves".
_NUMBERED = frozenset(
    {"adventure", "card", "circle", "dialogue", "edge", "expedition", "location", "option", "page", "part", "place",
     "player", "room", "round", "row", "seat", "site", "slot", "space", "spot", "symbol", "tile", "to"}
)  # fmt: skip
# "Ruszono", "zwróćcie": what was done, or is to be done, to something.
_DONE_TO = re.compile(r"(?:[aoeę][nt]o|[jńzćźż]cie)$")
_GOVERNED = re.compile(rf"\b({_WORD}) \(?\{{(\w+)\}}")
# "{name} wygrał", "wybrała {name}": the past tense tells a man from a woman, the present one and nouns do not.
_PAST = re.compile(rf"(?:^|[.!?:;] )\{{(\w+)\}} ({_WORD}(?:ł|ła))\b|\b(?!Działa|działa)({_WORD}(?:ł|ła)) \{{(\w+)\}}")
# Adjectives of a state do so too, where they follow a person's name.
_STATE = re.compile(r"\{(\w+)\}[:,]? (?:znów |już |jest )?((?:nie)?przytomn[ya]|gotow[ya]|nieaktywn[ya])\b")
# What follows a number in a Polish text with plural forms and is no noun.
_NO_NOUNS = frozenset(
    {"choruje", "chorują", "jest", "kolejne", "leży", "leżą", "mniej", "naraz", "nie", "odkryte", "odkrytych",
     "pozostaje", "są", "więcej", "zamiast", "zostaje", "śpi", "śpią"}
)  # fmt: skip
# "1. karta" is an ordinal, and “Hope reborn!” may be followed by anything.
_SMALL_AFTER_STOP = re.compile(r"(\S*[^\s\d])([.!?]) ([a-ząćęłńóśźż])")
_SHORT_FORMS = frozenset({"np", "s", "p", "tzn", "itd", "itp", "m.in", "e.g", "i.e", "nr", "no"})
_ORDER_OF_NOTHING = re.compile(
    r"\b(?:choose|discard|draw|drop|gain|give|lose|move|pay|place|put|return|shuffle|spend|take)\b"
    r"(?: (?:the|your|up to|out|last|top|other))* 0\b|\b0 \w+ needed",
    re.IGNORECASE,
)
_POLISH_ORDER_OF_NOTHING = re.compile(
    r"\b(?:dobierz|odrzuć|połóż|weź|wrzuć|wydaj|wyłóż|zapłać|zyskaj|zwróć|przenieś|strać)(?:cie)?"
    r"(?: (?:ostatnie|wierzchnich|jeszcze|pozostałe|najwyżej))* 0\b|\bpotrzebn\w+ 0\b",
    re.IGNORECASE,
)
_CLUMSY = {
    re.compile(r"[^.]\.\.(?!\.)|[?!:;,]\.|[.,;:]{2}(?<!\.\.)| [.,;:!?](?!\w)"): "signs that do not belong together",
    re.compile(r"\(\s*\)|“”|„”"): "empty brackets or quotation marks",
    re.compile(r" [|&] "): "a sign where a word belongs: it is spoken, too",
}

ALLOWED: Mapping[str, str] = {
    "Recording: {minutes} of at most {most} minutes": "a recording may be many minutes long, never one",
    # English, a number before a plural
    "Draw {cards} Citizen cards each. Discard one each, and pay its starting cost.": "five to seven (p. 12)",
    "Everybody drew {number} cards.": "always five",
    "Give each player {pollutants} more Pollutants, {campaigns} Local Campaigns and {educations} Education.": "6, 3, 1",
    "Meeples at {n} Citizens": "the name of a space of the track, from 0",
    "Noise: {noise} cubes": "a fraction, such as 0.02",
    "The Round track has {rounds} spaces.": "always fifteen",
    "The Smokestack has {number} Pollutants, {each} for each player.": "seven or more",
    "The companion keeps the books of 1 to {most} players.": "a limit, never one",
    "{game} is for {least} to {most} players, not {count}.": "a span, of which one may be the beginning",
    "From 1 to {most} cubes can be dropped now.": "a span",
    "Each player shuffles these {number} cards into a face-down Draw pile. Reference cards are for whoever wants "
    "one.": "always ten",
    "Each player Draws {number} cards from the own Draw pile.": "always five",
    "It counts any number of your {n} cubes surely.": "two at least",
    "Now put all {n} cubes in.": "two at least",
    "Columns go from A in the west, rows from 1 at the top. {done} of {all} tiles are told.": "always 28 tiles",
    "{where} is out of reach: a Brigade moves {points} blocks at most, one less for each destroyed block it crosses, "
    "and stops where it burns.": "three at least (p. 11)",
    "At most {most} values can be told at once.": "a limit, never one",
    "{does} Engineers only.": "{does} is a sentence",
    "{beast} turns upright instead of moving.": "a verb",
    # Polish
    "Discarded {cards}": "{cards} is a number of cards, in its own form",
    "Which type is the {place} Discontent token from the left?": "{place} is an ordinal",
    "Which type is the {place} Hope token from the left?": "{place} is an ordinal",
}


@dataclass(frozen=True)
class Message:
    """A text as a translator sees it: its English, and how a language says it, in all its forms."""

    msgid: str
    plural: str
    said: tuple[str, ...]


_NO_ADJECTIVES = frozenset({"and", "for", "from", "in", "is", "of", "on", "or", "to"})


def _governed(message: Message) -> Iterator[str]:
    for said in message.said:
        for found in _GOVERNED.finditer(said):
            governs = found[1].lower() in PREPOSITIONS or _DONE_TO.search(found[1])
            if governs and found[2] in PEOPLE | THINGS:
                yield f"“{found[0]}”: what stands there is not inflected; a noun or a colon belongs between"


def _gendered(message: Message) -> Iterator[str]:
    for said in message.said:
        found = [*_PAST.finditer(said), *_STATE.finditer(said)]
        yield from (f"“{one[0]}” guesses a person's sex" for one in found if PEOPLE & set(one.groups()))


def _uncounted(message: Message, nouns: frozenset[str], *, adjectives: bool) -> Iterator[str]:
    """A number before a noun in a text without plural forms, `adjectives` with a word between."""
    if message.plural:
        return
    for said in message.said:
        for found in _AFTER_PLACE.finditer(said):
            first, second = (found[2], found[3]) if found[2] else (found[3], "")
            second = second if adjectives and first not in _NO_ADJECTIVES else ""
            if found[1] not in PEOPLE and nouns & {first, second}:
                yield f"“{found[0]}” has no plural forms"


def nouns_of(messages: Iterable[Message], language: str) -> frozenset[str]:
    """The nouns that stand behind a number in texts with plural forms: in English the plurals only."""
    found: set[str] = set()
    for one in messages:
        if one.plural:
            singular = set(re.findall(_WORD, one.said[0])) if language == "en" else set()
            for said in one.said[1:] if language == "en" else one.said:
                found |= {word for pair in _COUNTED.findall(said) for word in pair if word} - singular
    if language == "en":
        return frozenset(word for word in found if word.endswith("s") or word.lower() in ("children", "people"))
    return frozenset(word for word in found - _NO_NOUNS if len(word) > 2)


def template_faults(messages: Iterable[Message], language: str) -> dict[str, list[str]]:
    """What will go wrong in a language's texts with some value, by message id."""
    every = tuple(messages)
    nouns, both = nouns_of(every, language), {one.msgid for one in every if one.plural}
    faults: dict[str, list[str]] = {}
    for one in every:
        found = list(_uncounted(one, nouns, adjectives=language == "en"))
        if language == "pl":
            found += [*_governed(one), *_gendered(one)]
        if not one.plural and one.msgid in both:
            found.append("is marked both with and without plural forms: without them it is never translated")
        if found and one.msgid not in ALLOWED:
            faults[one.msgid] = found
    return faults


def said_faults(said: str, language: str, nouns: frozenset[str]) -> list[str]:
    """What went wrong in a sentence with the values that it got."""
    found = [f"“{one[0]}” in {said!r}: {fault}" for sign, fault in _CLUMSY.items() for one in sign.finditer(said)]
    for stop in _SMALL_AFTER_STOP.finditer(said):
        if stop[1].lower().lstrip("(") not in _SHORT_FORMS:
            found.append(f"“{stop[0]}” in {said!r}: a small letter begins a sentence")
    order = _ORDER_OF_NOTHING if language == "en" else _POLISH_ORDER_OF_NOTHING
    found += [f"“{one[0]}” in {said!r}: nothing is asked for" for one in order.finditer(said)]
    if language == "en":
        for one in _AFTER_ONE.finditer(said):
            first, second = (one[2], one[3]) if one[2] else (one[3], "")
            plural = first in nouns or (second in nouns and first not in _NO_ADJECTIVES)
            if plural and (one[1] or "").lower() not in _NUMBERED:
                found.append(f"“{one[0]}” in {said!r}: one, and a plural")
    return found
