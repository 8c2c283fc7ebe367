"""What is known of a card's own words: a plain value for every kind of card of the game, and how it is read from the
owner's text, line by line (docs/games/frostpunk-cards.md). Spaces and capitals do not matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.api import T, Text
from companion.games.frostpunk.cards.effect_language import parse as effects_parse
from companion.games.frostpunk.state import ROUNDS
from companion.toolkit.card_language import BadWords, join


@dataclass(frozen=True, kw_only=True)
class Line:
    """Effects that belong together, and the condition under which they happen; without one they always do."""

    needs: str = ""
    effects: str = ""

    @property
    def words(self) -> str:
        """Condition and effects as one line of words."""
        return "; ".join(part for part in (self.needs, self.effects) if part)


@dataclass(frozen=True, kw_only=True)
class Option:
    """A numbered option of an Event card: its condition and its effects in the companion's words, and where the card
    goes after it: `display`, `out`, `discard`, or empty where the card shows no icon."""

    number: int
    label: str = ""
    needs: str = ""
    effects: str = ""
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class Action:
    """A Special Action: the types of Meeple that may do it (none named: any, Automatons too), its condition and its
    effects, whether it can be done only once in a game, whether it is heated (it is, unless the card says otherwise,
    p. 27), and whether the Meeple stays on the card (it comes back at night, unless the card says otherwise, p. 29)."""

    who: tuple[str, ...] = ()
    needs: str = ""
    effects: str = ""
    once: bool = False
    heated: bool = True
    stays: bool = False


@dataclass(frozen=True, kw_only=True)
class Weather:
    """The four sections of a Weather card (p. 21): spaces for the Cold marker and each indicator, for each Scout, and
    for the Storm marker."""

    cold: int = 0
    red: int = 0
    orange: int = 0
    yellow: int = 0
    scouts: int = 0
    storm: int = 0


@dataclass(frozen=True, kw_only=True)
class CardOption:
    """An option on the black side of an Expedition card (p. 36): `how` is `continue` or `return`, `deck` the letter
    under its arrow (`A` for "New A"), and its condition and effects."""

    number: int
    how: str
    deck: str = ""
    label: str = ""
    needs: str = ""
    effects: str = ""


@dataclass(frozen=True, kw_only=True)
class OwnCard:
    """What is known of a card. Effects are in the companion's words (`cards/effect_language.py`); empty means none.

    `at_once` happens when it is revealed or brought into force; `place` is where a card without options goes. `at_dusk`
    happens in each Dusk Phase and `phases` in others, while it lies in a display. `lasts` changes rules while the card
    is in force. `dies` are a Citizen card's death effects by type, `at` the actions and Buildings for its `ability`,
    `types` its type, `heated` that the ability counts as heated, `starting_cost` what discarding it in setup costs
    (p. 15). `cost` is a Technology's, in rounds. `deck`, `spaces` and `ways` belong to an Expedition card. `triggers`
    are the rounds for Scenario Trigger tokens, `trigger` what they set off. `dispute`: a Social Dispute; `law`: a
    Consequence of that Law; `red`: never discarded; `part`: only a part of the card is known.
    """

    name: str = ""
    text: str = ""
    at_once: tuple[Line, ...] = ()
    place: str = ""
    options: tuple[Option, ...] = ()
    at_dusk: tuple[Line, ...] = ()
    phases: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    lasts: tuple[str, ...] = ()
    weather: Weather | None = None
    dies: Mapping[str, str] = field(default_factory=dict)
    ability: str = ""
    heated: bool = False
    at: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    starting_cost: str = ""
    cost: int = 0
    deck: str = ""
    spaces: int = 0
    ways: tuple[CardOption, ...] = ()
    triggers: tuple[int, ...] = ()
    trigger: str = ""
    dispute: bool = False
    law: str = ""
    red: bool = False
    part: bool = False

    @property
    def now(self) -> str:
        """All that happens at once, as one line of words."""
        return "; ".join(line.words for line in self.at_once)

    @property
    def dusk(self) -> str:
        """All that happens in a Dusk Phase, as one line of words."""
        return "; ".join(line.words for line in self.at_dusk)

    @property
    def action(self) -> Action | None:
        """The Special Action of a card that has one."""
        return self.actions[0] if self.actions else None

    def option(self, number: int) -> Option | None:
        """The option of that number."""
        return next((one for one in self.options if one.number == number), None)


NOTHING = ("", "-", "nothing", "none")
MOST_SPACES = 20
LINE_SHOWN = 40
LEAVES = "out"  # an effect: the card itself leaves the game
PLACES: Mapping[str, str] = {
    "to display": "display",
    "display": "display",
    "to the display": "display",
    "out": "out",
    "out of the game": "out",
    "to discard": "discard",
    "to the discard": "discard",
    "to discard pile": "discard",
}
WHO: Mapping[str, str] = {
    "worker": "workers",
    "workers": "workers",
    "engineer": "engineers",
    "engineers": "engineers",
    "child": "children",
    "children": "children",
}


class BadLine(Exception):
    """A line cannot be understood. `text` says why in one sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def pieces_of(words: str) -> list[str]:
    """The pieces between semicolons; one inside quotation marks does not part."""
    pieces = re.findall(r'(?:"[^"]*"|[^;])+', words)
    tidy = [" ".join(piece.split()) for piece in pieces]
    return [piece for piece in tidy if piece.casefold() not in NOTHING]


def split_line(words: str) -> tuple[str, str, str, set[str]]:
    """Conditions, effects and place of a line, and the marks that stand among them: `once`, `cold`, `stays`."""
    needs: list[str] = []
    effects: list[str] = []
    place, marks = "", set()
    for piece in pieces_of(words):
        low = piece.casefold()
        if low in PLACES:
            place = PLACES[low]
        elif low in ("once", "cold", "heated", "stays"):
            marks.add(low)
        else:
            (needs if low.startswith("needs ") else effects).append(piece)
    return understood(needs), understood(effects), place, marks


def understood(pieces: list[str]) -> str:
    """Effects that the companion understands, as one line of words, each as it is written back."""
    try:
        return join(effects_parse("; ".join(pieces)))
    except BadWords as error:
        raise BadLine(error.text) from error


def effects_of(words: str) -> str:
    """A line that holds effects alone; conditions stay among them."""
    needs, effects, place, marks = split_line(words)
    if place or marks:
        raise BadLine(T("where a card goes, “once” and “cold” do not belong on this line."))
    return "; ".join(part for part in (needs, effects) if part)


def add(before: str, more: str) -> str:
    """Two lists of effects as one."""
    return "; ".join(part for part in (before, more) if part)


def number_up_to(words: str, most: int) -> int:
    """A whole number up to a limit; `BadLine` where it is none."""
    if not re.fullmatch(r"[0-9]{1,3}", words.strip()) or int(words) > most:
        raise BadLine(T("here a whole number up to {most} is wanted.", most=most))
    return int(words)


def types_of(words: str) -> tuple[str, ...]:
    """The types of Meeple that are named, none for any; `BadLine` names one that is unknown."""
    names = [name for name in re.split(r"[\s,/]+|\bor\b|\band\b", words.casefold()) if name]
    if names in (["any"], ["citizen"], []):
        return ()
    unknown = next((name for name in names if name not in WHO), None)
    if unknown is not None:
        text = T("“{name}” is no type of Meeple; say worker, engineer, child or any.", name=unknown[:LINE_SHOWN])
        raise BadLine(text)
    return tuple(dict.fromkeys(WHO[name] for name in names))


PHASES = ("dawn", "morning", "generator", "weather", "preparation", "action", "dusk", "hunger", "night")
Found: TypeAlias = "re.Match[str]"


class BadCard(Exception):
    """A card's text cannot be understood. `text` names the line and says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def parse(text: str) -> OwnCard:
    """The card that a text describes. Raises BadCard with one sentence."""
    card = OwnCard()
    for number, line in _joined(text.splitlines()):
        try:
            card = _read(card, line)
        except BadLine as error:
            shown = line[:LINE_SHOWN]
            raise BadCard(T("Line {number}, “{line}”: {why}", number=number, line=shown, why=error.text)) from error
    return card


def _joined(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The lines with their numbers. One of effects alone goes on with the line of effects before it; where there is
    none, it happens at once."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate((line.strip() for line in lines), start=1):
        if not line:
            continue
        if not _bare(line):
            found.append((number, line))
        elif found and _GOES_ON.match(found[-1][1]):
            first, before = found[-1]
            found[-1] = (first, before + (" " if before.endswith((":", ";")) else "; ") + line)
        else:
            found.append((number, f"now: {line}"))
    return found


def _bare(line: str) -> bool:
    """Whether a line is effects alone, such as one that begins with `if`."""
    if any(pattern.fullmatch(line) for pattern, _ in _READERS):
        return False
    try:
        return bool(effects_parse(line))
    except BadWords:
        return False


def _read(card: OwnCard, line: str) -> OwnCard:
    for pattern, reader in _READERS:
        found = pattern.fullmatch(line)
        if found is not None:
            return reader(card, found)
    raise BadLine(T("it should begin with a word such as “now:”, “dusk:” or “text:”, or with the number of an option."))


# --- the lines --------------------------------------------------------------------------------------------------------


def _name(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, name=" ".join(found["words"].split()))


def _text(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, text=f"{card.text}\n{found['words'].strip()}".strip())


def _now(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, _ = split_line(found["words"])
    return replace(card, at_once=_one_more(card.at_once, needs, effects), place=place or card.place)


def _one_more(lines: tuple[Line, ...], needs: str, effects: str) -> tuple[Line, ...]:
    return (*lines, Line(needs=needs, effects=effects)) if effects else lines


def _option(card: OwnCard, found: Found) -> OwnCard:
    number = int(found["number"])
    if card.option(number) is not None:
        raise BadLine(T("option {number} is there twice.", number=number))
    needs, effects, place, _ = split_line(found["words"] or "")
    label = " ".join(found["label"].split())
    new = Option(number=number, label=label, needs=needs, effects=effects, place=place)
    return replace(card, options=tuple(sorted((*card.options, new), key=lambda one: one.number)))


def _dusk(card: OwnCard, found: Found) -> OwnCard:
    needs, effects = _in_display(found["words"])
    return replace(card, at_dusk=_one_more(card.at_dusk, needs, effects))


def _phase(card: OwnCard, found: Found) -> OwnCard:
    phase = (found["phase"] or found["before"]).casefold()
    if phase == "dusk":
        return _dusk(card, found)
    needs, effects = _in_display(found["words"])
    return replace(card, phases={**card.phases, phase: _one_more(card.phases.get(phase, ()), needs, effects)})


def _in_display(words: str) -> tuple[str, str]:
    """Condition and effects of what a card does while it lies in a display; it may also say that the card leaves."""
    needs, effects, place, marks = split_line(words)
    if marks or place in ("display", "discard"):
        raise BadLine(T("of these only “out” belongs on this line: the card then leaves the game."))
    return needs, add(effects, LEAVES if place else "")


def _action(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, marks = split_line(found["words"])
    if place:
        raise BadLine(T("where a card goes does not belong on this line."))
    who = types_of(found["who"] or "")
    new = Action(
        who=who,
        needs=needs,
        effects=effects,
        once="once" in marks,
        heated="cold" not in marks,
        stays="stays" in marks,
    )
    return replace(card, actions=(*card.actions, new))


def _lasts(card: OwnCard, found: Found) -> OwnCard:
    more = pieces_of(found["words"])
    for piece in more:
        understood([f"lasts {piece}"])
    return replace(card, lasts=(*card.lasts, *more))


def _weather(card: OwnCard, found: Found) -> OwnCard:
    spaces: dict[str, int] = {}
    for piece in re.split(r"[;,]", found["words"]):
        if not piece.strip():
            continue
        one = re.fullmatch(r"(cold|red|orange|yellow|scouts?|storm)\s*[:+-]?\s*([0-9]{1,2})", piece.strip().casefold())
        if one is None or int(one[2]) > MOST_SPACES:
            raise BadLine(T("say it like “cold 1; red 0; orange 1; yellow 0; scouts 2; storm 1”."))
        spaces["scouts" if one[1] == "scout" else one[1]] = int(one[2])
    return replace(card, weather=Weather(**spaces))


def _dies(card: OwnCard, found: Found) -> OwnCard:
    kinds = types_of(found["who"]) or tuple(dict.fromkeys(WHO.values()))
    words = effects_of(found["words"])
    return replace(card, dies={**card.dies, **dict.fromkeys(kinds, words)})


def _ability(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, marks = split_line(found["words"])
    if place:
        raise BadLine(T("where a card goes does not belong on this line."))
    return replace(
        card,
        ability=add(card.ability, add(needs, effects)),
        heated=card.heated or "heated" in marks,
    )


def _at(card: OwnCard, found: Found) -> OwnCard:
    names = (re.sub(r"[^\w]+", "_", name.strip().casefold()) for name in re.split(r"[;,]", found["words"]))
    return replace(card, at=(*card.at, *(name for name in names if name)))


def _type(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, types=types_of(found["words"]))


def _cost(card: OwnCard, found: Found) -> OwnCard:
    words = found["words"].strip()
    if words.isdecimal():
        return replace(card, cost=number_up_to(words, ROUNDS))
    return replace(card, starting_cost=add(card.starting_cost, effects_of(words)))


def _deck(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, deck=found["deck"].upper())


def _spaces(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, spaces=number_up_to(found["words"], MOST_SPACES))


def _explore(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, _ = split_line(re.sub(r"(?i)^\s*promise\s+", "", found["words"] or ""))
    if place:
        raise BadLine(T("where a card goes does not belong on this line."))
    way = CardOption(
        number=int(found["number"]),
        how=found["how"].casefold(),
        deck=(found["deck"] or "").upper(),
        label=" ".join((found["label"] or "").split()),
        needs=needs,
        effects=effects,
    )
    return replace(card, ways=(*card.ways, way))


def _triggers(card: OwnCard, found: Found) -> OwnCard:
    rounds = tuple(number_up_to(word, ROUNDS) for word in re.split(r"[\s,;]+|\band\b", found["words"]) if word)
    return replace(card, triggers=tuple(sorted({*card.triggers, *rounds})))


def _trigger(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, trigger=add(card.trigger, effects_of(found["words"])))


def _law(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, law=f"L{int(found['law']):02}")


def _dispute(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, dispute=True)


def _red(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, red=True)


def _part(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, part=True)


_GOES_ON = re.compile(r"(?i)(?:now|dusk|phase|\w+\s+phase|action|ability|dies|death|trigger|explore|[1-3])\b")
_WORDS = r"\s*:\s*(?P<words>.*)"
_PHASE = "|".join(PHASES)
_UNDER = r"(?:\s+(?:new\s+)?(?P<deck>[abcs])\b)?"  # the letter under the arrow
_EXPLORE = rf"explore\s+(?P<number>[1-9])\s+(?P<how>continue|return){_UNDER}\s*(?P<label>[^:]*)(?::\s*(?P<words>.*))?"
_READERS: tuple[tuple[re.Pattern[str], Callable[[OwnCard, Found], OwnCard]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), reader)
    for pattern, reader in (
        (rf"(?:name|title){_WORDS}", _name),
        (rf"text{_WORDS}", _text),
        (rf"now{_WORDS}", _now),
        (rf"dusk{_WORDS}", _dusk),
        (rf"(?:phase\s+(?P<phase>{_PHASE})|(?P<before>{_PHASE})\s+phase){_WORDS}", _phase),
        (rf"action(?:\s+(?P<who>[^:]*))?{_WORDS}", _action),
        (rf"lasts{_WORDS}", _lasts),
        (rf"weather{_WORDS}", _weather),
        (rf"(?:dies|death)\s*(?P<who>[^:]*?){_WORDS}", _dies),
        (rf"ability{_WORDS}", _ability),
        (rf"at{_WORDS}", _at),
        (rf"type{_WORDS}", _type),
        (rf"(?:starting\s+)?cost{_WORDS}", _cost),
        (r"deck\s*:\s*(?P<deck>[abcs])", _deck),
        (rf"spaces{_WORDS}", _spaces),
        (rf"triggers{_WORDS}", _triggers),
        (rf"trigger{_WORDS}", _trigger),
        (_EXPLORE, _explore),
        (r"social\s+dispute\W*", _dispute),
        (r"red\s+icon\W*", _red),
        (r"only\s+a\s+part\W*", _part),
        (r"consequence(?:\s+of)?\s*:?\s*l?(?P<law>0?[1-9]|1[0-6])\W*", _law),
        (r"(?P<number>[1-3])\s*[.)]?\s*(?P<label>[^:]*?)\s*(?::\s*(?P<words>.*))?", _option),
    )
)
