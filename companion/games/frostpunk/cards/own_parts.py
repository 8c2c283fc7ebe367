"""Parts of a line of an owner's card text: effects, conditions, places, types, numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.api.text import T, Text
from companion.games.frostpunk.cards.effects_parse import BadEffects, join
from companion.games.frostpunk.cards.effects_parse import parse as effects_parse

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


def parts(words: str) -> list[str]:
    """The pieces between semicolons; one inside quotation marks does not part."""
    pieces = re.findall(r'(?:"[^"]*"|[^;])+', words)
    tidy = [" ".join(piece.split()) for piece in pieces]
    return [piece for piece in tidy if piece.casefold() not in NOTHING]


def split(words: str) -> tuple[str, str, str, set[str]]:
    """Conditions, effects and place of a line, and the marks that stand among them: `once`, `cold`, `stays`."""
    needs: list[str] = []
    effects: list[str] = []
    place, marks = "", set()
    for piece in parts(words):
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
    except BadEffects as error:
        raise BadLine(error.text) from error


def effects(words: str) -> str:
    """A line that holds effects alone; conditions stay among them."""
    needs, effects, place, marks = split(words)
    if place or marks:
        raise BadLine(T("where a card goes, “once” and “cold” do not belong on this line."))
    return "; ".join(part for part in (needs, effects) if part)


def add(before: str, more: str) -> str:
    return "; ".join(part for part in (before, more) if part)


def whole(words: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", words.strip()) or int(words) > most:
        raise BadLine(T("here a whole number up to {most} is wanted.", most=most))
    return int(words)


def types(words: str) -> tuple[str, ...]:
    names = [name for name in re.split(r"[\s,/]+|\bor\b|\band\b", words.casefold()) if name]
    if names in (["any"], ["citizen"], []):
        return ()
    unknown = next((name for name in names if name not in WHO), None)
    if unknown is not None:
        text = T("“{name}” is no type of Meeple; say worker, engineer, child or any.", name=unknown[:LINE_SHOWN])
        raise BadLine(text)
    return tuple(dict.fromkeys(WHO[name] for name in names))
