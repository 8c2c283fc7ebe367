"""What only the owner's board or cards show: a game's `board.toml`, read into board facts.

    [[fact]]
    name = "cubes_at_heat_{n}"      # a number for each space: `each` gives the first and the last {n}
    each = [1, 24]
    label = "Cubes at Heat space {n}"
    where = "Heat track of the Generator board: the number of cubes shown beside space {n}"
    group = "Generator board"       # the heading that it stands under in the form; may be left out
    look = "look_generator_board"   # which icon of the game shows where to look; may be left out
    at_least = 0                    # a whole number from at_least (0 if left out) to at_most ...
    at_most = 20
    # pick = { workers = "Workers", children = "Children" }    ... or one of these, by value and label

    [[fact.known]]                  # what the rulebook's text gives; `n` only where there is an `each`
    n = 6
    value = 3
    source = "Rulebook p. 20, example"

The facts of one `each` are a row: the form shows them as one table, a space after the other.
Labels are translated like every other text of a game, with `{n}` as a named place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from companion.api.game import Ask, BoardFact, Choice, Pick, Whole
from companion.api.text import T, Text
from companion.toolkit.data_file import BadData, Data, load_data


class BadBoard(BadData):
    """A `board.toml` cannot be used. `text` names the file and what is wrong in it."""


class _Known(Data, frozen=True):
    value: int | str
    source: str
    n: int | None = None


class _Fact(Data, frozen=True):
    name: str
    label: str
    where: str
    group: str | None = None
    look: str | None = None
    each: tuple[int, int] | None = None
    at_least: int = 0
    at_most: int | None = None
    pick: dict[str, str] | None = None
    known: tuple[_Known, ...] = ()


class _File(Data, frozen=True):
    fact: tuple[_Fact, ...] = ()


def load(path: Path) -> tuple[BoardFact, ...]:
    """The board facts of a file, in its order; none where there is no file. `BadBoard` says what is wrong in it."""
    if not path.is_file():
        return ()
    try:
        file = load_data(path, _File)
    except BadData as bad:
        raise BadBoard(bad.text) from bad
    facts = tuple(one for fact in file.fact for one in _facts(fact, path.name))
    names = [fact.ask.name for fact in facts]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadBoard(T("{file}: the fact {name} is there twice.", file=path.name, name=twice))
    return facts


def _facts(fact: _Fact, file: str) -> Iterator[BoardFact]:
    numbers: list[int | None] = [None]
    if fact.each is not None:
        numbers = list(range(fact.each[0], fact.each[1] + 1))
    if len({known.n for known in fact.known}) < len(fact.known) or any(one.n not in numbers for one in fact.known):
        raise BadBoard(
            T("{file}: what is known of {name} is for no space, or for one twice.", file=file, name=fact.name)
        )
    for number in numbers:
        known = next((known for known in fact.known if known.n == number), None)
        yield _fact(fact, number, known, file)


def _fact(fact: _Fact, number: int | None, known: _Known | None, file: str) -> BoardFact:
    ask = _ask(fact, number, file)
    if known is not None and not _fits(ask, known.value):
        raise BadBoard(T("{file}: the known value of {name} does not fit its limits.", file=file, name=ask.name))
    return BoardFact(
        ask=ask,
        where=_text(fact.where, number),
        known=None if known is None else known.value,
        source=None if known is None else _text(known.source, number),
        group=None if fact.group is None else Text(fact.group),
        row=None if number is None else _row(fact.name),
        number=number,
        look=fact.look,
    )


def _row(name: str) -> str:
    """What the facts of one `each` have in common: `cubes_at_heat` for `cubes_at_heat_{n}`."""
    return re.sub(r"[._ -]*\{n\}", "", name)


def _ask(fact: _Fact, number: int | None, file: str) -> Ask:
    name = fact.name if number is None else fact.name.replace("{n}", str(number))
    label = _text(fact.label, number)
    if fact.pick is not None and fact.at_most is None:
        choices = tuple(Choice(value=value, label=Text(words)) for value, words in fact.pick.items())
        return Pick(name=name, label=label, choices=choices)
    if fact.pick is None and fact.at_most is not None and fact.at_least <= fact.at_most:
        return Whole(name=name, label=label, at_least=fact.at_least, at_most=fact.at_most)
    raise BadBoard(T("{file}: {name} needs either `at_most` or `pick`.", file=file, name=name))


def _text(words: str, number: int | None) -> Text:
    return Text(words) if number is None else Text(words, {"n": number})


def _fits(ask: Ask, value: int | str) -> bool:
    if isinstance(ask, Whole):
        return isinstance(value, int) and ask.at_least <= value <= ask.at_most
    return isinstance(ask, Pick) and any(choice.value == value for choice in ask.choices)
