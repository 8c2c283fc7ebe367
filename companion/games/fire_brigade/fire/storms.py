"""Firestorms: fireballs on the squares that the card marks (rulebook p. 7).

A pattern is a set of fields; the card's grid lies on the city with the University in its middle, top to top.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.api.game import IllegalMove, Value
from companion.api.text import N, T
from companion.games.fire_brigade.city.streets import ALL, BLOCKS
from companion.games.fire_brigade.crew.choices import fireballs
from companion.games.fire_brigade.fire.flames import kindle, show
from companion.games.fire_brigade.names import field_name
from companion.games.fire_brigade.state import State, Step
from companion.games.fire_brigade.transaction import Transaction

_NAME = re.compile(r"[a-z0-9 '\-]{1,24}")


def known(state: State) -> dict[str, tuple[str, ...]]:
    """The firestorm cards that were entered before, by their names."""
    named = {key.removeprefix("storm."): str(value) for key, value in state.board.items() if key.startswith("storm.")}
    return {name: tuple(fields.split()) for name, fields in sorted(named.items())}


def spell(fields: Iterable[str]) -> str:
    """A pattern as it is kept: its fields row by row."""
    chosen = set(fields)
    return " ".join(place for place in ALL if place in chosen)


def check(name: str, value: Value) -> None:
    """Refuse a pattern that is none."""
    words = str(value).split()
    if not words or any(word not in BLOCKS for word in words) or len(set(words)) < len(words):
        raise IllegalMove(
            T("Write the fields with spaces between them, each once, such as C2 D5. Corners do not burn."), page=7
        )


def storm_name(words: str) -> str:
    """The name under which a firestorm is kept."""
    name = words.strip().lower()
    if not _NAME.fullmatch(name):
        raise IllegalMove(T("A firestorm's name has letters a to z, digits and spaces, at most 24."))
    return name


def strike(tx: Transaction, fields: Iterable[str]) -> None:
    """A fireball on each of these blocks: its fire rises by one."""
    chosen = [place for place in BLOCKS if place in set(fields)]
    text = N("{n} fireball fell on the city.", "{n} fireballs fell on the city.", len(chosen))
    tx.tell("firestorm", text, balls=len(chosen))
    for place in chosen:
        if tx.state.city[place].destroyed:
            show(tx, Step(name="ash", target=place))
            where = field_name(tx.state, place)
            tx.note("ball_on_ruins", T("{where} is destroyed: nothing burns there.", where=where), field=place)
        else:
            kindle(tx, place, event=True, kind="ball")
    fireballs(tx, tuple(place for place in chosen if not tx.state.city[place].destroyed))
