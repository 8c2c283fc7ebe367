"""The owner's text of a card, read line by line (docs/games/frostpunk-cards.md). Spaces and capitals do not matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from companion.api.text import T, Text
from companion.games.frostpunk.cards import own_parts
from companion.games.frostpunk.cards.effects_parse import BadEffects
from companion.games.frostpunk.cards.effects_parse import parse as effects_parse
from companion.games.frostpunk.cards.own_card import Action, Line, Option, OwnCard, Way, Weather
from companion.games.frostpunk.state import ROUNDS

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
        except own_parts.BadLine as error:
            shown = line[: own_parts.LINE_SHOWN]
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
    except BadEffects:
        return False


def _read(card: OwnCard, line: str) -> OwnCard:
    for pattern, reader in _READERS:
        found = pattern.fullmatch(line)
        if found is not None:
            return reader(card, found)
    raise own_parts.BadLine(
        T("it should begin with a word such as “now:”, “dusk:” or “text:”, or with the number of an option.")
    )


# --- the lines --------------------------------------------------------------------------------------------------------


def _name(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, name=" ".join(found["words"].split()))


def _text(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, text=f"{card.text}\n{found['words'].strip()}".strip())


def _now(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, _ = own_parts.split(found["words"])
    return replace(card, at_once=_one_more(card.at_once, needs, effects), place=place or card.place)


def _one_more(lines: tuple[Line, ...], needs: str, effects: str) -> tuple[Line, ...]:
    return (*lines, Line(needs=needs, effects=effects)) if effects else lines


def _option(card: OwnCard, found: Found) -> OwnCard:
    number = int(found["number"])
    if card.option(number) is not None:
        raise own_parts.BadLine(T("option {number} is there twice.", number=number))
    needs, effects, place, _ = own_parts.split(found["words"] or "")
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
    needs, effects, place, marks = own_parts.split(words)
    if marks or place in ("display", "discard"):
        raise own_parts.BadLine(T("of these only “out” belongs on this line: the card then leaves the game."))
    return needs, own_parts.add(effects, own_parts.LEAVES if place else "")


def _action(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, marks = own_parts.split(found["words"])
    if place:
        raise own_parts.BadLine(T("where a card goes does not belong on this line."))
    who = own_parts.types(found["who"] or "")
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
    more = own_parts.parts(found["words"])
    for piece in more:
        own_parts.understood([f"lasts {piece}"])
    return replace(card, lasts=(*card.lasts, *more))


def _weather(card: OwnCard, found: Found) -> OwnCard:
    spaces: dict[str, int] = {}
    for piece in re.split(r"[;,]", found["words"]):
        if not piece.strip():
            continue
        one = re.fullmatch(r"(cold|red|orange|yellow|scouts?|storm)\s*[:+-]?\s*([0-9]{1,2})", piece.strip().casefold())
        if one is None or int(one[2]) > own_parts.MOST_SPACES:
            raise own_parts.BadLine(T("say it like “cold 1; red 0; orange 1; yellow 0; scouts 2; storm 1”."))
        spaces["scouts" if one[1] == "scout" else one[1]] = int(one[2])
    return replace(card, weather=Weather(**spaces))


def _dies(card: OwnCard, found: Found) -> OwnCard:
    kinds = own_parts.types(found["who"]) or tuple(dict.fromkeys(own_parts.WHO.values()))
    words = own_parts.effects(found["words"])
    return replace(card, dies={**card.dies, **dict.fromkeys(kinds, words)})


def _ability(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, marks = own_parts.split(found["words"])
    if place:
        raise own_parts.BadLine(T("where a card goes does not belong on this line."))
    return replace(
        card,
        ability=own_parts.add(card.ability, own_parts.add(needs, effects)),
        heated=card.heated or "heated" in marks,
    )


def _at(card: OwnCard, found: Found) -> OwnCard:
    names = (re.sub(r"[^\w]+", "_", name.strip().casefold()) for name in re.split(r"[;,]", found["words"]))
    return replace(card, at=(*card.at, *(name for name in names if name)))


def _type(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, types=own_parts.types(found["words"]))


def _cost(card: OwnCard, found: Found) -> OwnCard:
    words = found["words"].strip()
    if words.isdecimal():
        return replace(card, cost=own_parts.whole(words, ROUNDS))
    return replace(card, starting_cost=own_parts.add(card.starting_cost, own_parts.effects(words)))


def _deck(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, deck=found["deck"].upper())


def _spaces(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, spaces=own_parts.whole(found["words"], own_parts.MOST_SPACES))


def _explore(card: OwnCard, found: Found) -> OwnCard:
    needs, effects, place, _ = own_parts.split(re.sub(r"(?i)^\s*promise\s+", "", found["words"] or ""))
    if place:
        raise own_parts.BadLine(T("where a card goes does not belong on this line."))
    way = Way(
        number=int(found["number"]),
        how=found["how"].casefold(),
        deck=(found["deck"] or "").upper(),
        label=" ".join((found["label"] or "").split()),
        needs=needs,
        effects=effects,
    )
    return replace(card, ways=(*card.ways, way))


def _triggers(card: OwnCard, found: Found) -> OwnCard:
    rounds = tuple(own_parts.whole(word, ROUNDS) for word in re.split(r"[\s,;]+|\band\b", found["words"]) if word)
    return replace(card, triggers=tuple(sorted({*card.triggers, *rounds})))


def _trigger(card: OwnCard, found: Found) -> OwnCard:
    return replace(card, trigger=own_parts.add(card.trigger, own_parts.effects(found["words"])))


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
