"""The numbers of a game that a home may act on: those that its view marks for a screen on the wall."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.api.text import T, Text
from companion.api.view import Counter, Panel, TokenRow, Track, View

MOST = 100
_OTHER = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Number:
    """One number: `id` is the same in every language and evening, `name` is what people call it."""

    id: str
    name: str
    value: int


def slug(words: str) -> str:
    """Letters, digits and underscores alone, as ids and topics have them."""
    return _OTHER.sub("_", words.lower()).strip("_")


def numbers(view: View, say: Callable[[Text], str]) -> tuple[Number, ...]:
    """Tracks, counters and rows of tokens (how many are lit) that the view marks with `main`; its tracks where none is
    marked. Each id once; names that several have are told apart by their panel's title."""
    shown = list(_shown(view))[:MOST]
    ids, names = Tally[str](), Tally(say(widget.label) for _, widget in shown)
    found = []
    for panel, widget in shown:
        name, id = say(widget.label), _id(panel, widget)
        if names[name] > 1:
            name = say(T("{panel}: {what}", panel=panel.title, what=widget.label))
        ids[id] += 1
        found.append(Number(id if ids[id] == 1 else f"{id}_{ids[id]}", name, _value(widget)))
    return tuple(found)


def _shown(view: View) -> Iterator[tuple[Panel, Track | Counter | TokenRow]]:
    there = [
        (panel, one) for panel in view.panels for one in panel.widgets if isinstance(one, Track | Counter | TokenRow)
    ]
    marked = [(panel, one) for panel, one in there if one.main]
    yield from marked or ((panel, one) for panel, one in there if isinstance(one, Track))


def _id(panel: Panel, widget: Track | Counter | TokenRow) -> str:
    """By the correction that sets it, else by where it stands and its label as the program has it."""
    value = None if isinstance(widget, TokenRow) else widget.value
    return slug(value if value is not None else f"{panel.name} {widget.label.msgid}") or "number"


def _value(widget: Track | Counter | TokenRow) -> int:
    if isinstance(widget, TokenRow):
        return sum(token.lit for token in widget.tokens)
    return widget.at if isinstance(widget, Track) else widget.count


class KnownNumbers:
    """The numbers that an evening has shown so far, by id, with their names: one that is not shown at the moment is
    still there, without a value. They stay when the evening is left, until another one is opened."""

    def __init__(self, game: str = "", evening: str = "", names: dict[str, str] | None = None) -> None:
        self.game, self.evening = game, evening
        self.names: dict[str, str] = dict(names or {})

    def take(self, game: str, evening: str, shown: tuple[Number, ...]) -> dict[str, int | None]:
        """The values of what is shown now, and None for what was shown earlier this evening."""
        if (game, evening) != (self.game, self.evening):
            self.game, self.evening, self.names = game, evening, {}
        for number in shown:
            known = self.names.get(number.id)
            # A label may say more at times ("Heat, overheated"): the shortest is the number's name.
            if known is None or len(number.name) < len(known):
                self.names[number.id] = number.name
        values: dict[str, int | None] = dict.fromkeys(self.names)
        return values | {number.id: number.value for number in shown}
