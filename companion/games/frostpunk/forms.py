"""What is asked in several places: by step, by type of Citizen, yes or no, typed lists; forms kept as lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from companion import toolkit
from companion.api import Ask, IllegalMove, Pick, Prompt, T, Text, Value, Whole, Words, code_meant
from companion.games.frostpunk.state import KIND_NAMES, KINDS, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import pick, whole


class Settable(toolkit.Settable[Transaction], frozen=True):
    """A value that can be set by hand. A class of its own: through an alias each one took three times as long to make,
    and there are a hundred in every screen."""


def asked_in(steps: Mapping[str, Callable[[State], Prompt]]) -> Callable[[State], tuple[Prompt, ...]]:
    """What a module asks in each of its steps, by their names."""
    return lambda state: (steps[state.step](state),) if state.step in steps else ()


def per_kind(at_most: dict[str, int], usual: dict[str, int] | None = None) -> tuple[Whole, ...]:
    """A number for each type of Citizen; without usual values, the first is to be filled in."""
    return tuple(whole(kind, KIND_NAMES[kind], at_most[kind], 0 if usual is None else usual[kind]) for kind in KINDS)


YES_NO = {"no": T("No"), "yes": T("Yes")}


def number_settable(state: State, name: str, label: Text, at_most: int, at_least: int = 0) -> Settable:
    """A field of the state that is a number; its limits are widened to what it is now."""
    now: int = getattr(state, name)
    ask = whole(name, label, max(at_most, now), at_least=min(at_least, now))
    return Settable(ask, now, lambda tx, value: tx.set(**{name: value}))


def yes_settable(state: State, name: str, label: Text) -> Settable:
    """A field of the state that is true or not."""
    now = "yes" if getattr(state, name) else "no"
    return Settable(pick(name, label, YES_NO), now, lambda tx, value: tx.set(**{name: value == "yes"}))


# --- a form kept as one text ------------------------------------------------------------------------------------------

# A line for each value, such as "workers: 22", which the owner can read and mend on the page of board facts.


def as_lines(values: Mapping[str, Value], asks: Iterable[Ask]) -> str:
    """The values as lines, in the order of what is asked."""
    return "\n".join(f"{ask.name.replace('_', ' ')}: {values[ask.name]}".strip() for ask in asks)


def read_lines(text: Value | None, asks: Iterable[Ask]) -> dict[str, Value]:
    """The values of a text that fit what is asked; what lacks or does not fit is left out, and so asked again."""
    lines = (line.partition(":") for line in str(text or "").splitlines())
    said = {"_".join(head.casefold().split()): words.strip() for head, _, words in lines}
    found = {ask.name: _fitting(ask, said[ask.name]) for ask in asks if ask.name in said}
    return {name: value for name, value in found.items() if value is not None}


def _fitting(ask: Ask, words: str) -> Value | None:
    if isinstance(ask, Whole):
        number = int(words) if words.isdecimal() and len(words) < 6 else -1
        return number if ask.at_least <= number <= ask.at_most else None
    if isinstance(ask, Pick):
        return words if any(choice.value == words for choice in ask.choices) else None
    return words if isinstance(ask, Words) and len(words) <= ask.at_most_chars else None


# --- typed lists ------------------------------------------------------------------------------------------------------


TYPED_CHARS = 120


def typed(name: str, label: Text, now: str) -> Words:
    """A list or a text is asked for, filled in with what it is now."""
    return Words(name=name, label=label, at_most_chars=TYPED_CHARS, usual=now)


def typed_list(value: Value, pattern: str, wrong: Text) -> tuple[str, ...]:
    """The entries of a list that was typed, each once, in their order, as forgiving as one code is; refused where one
    does not fit."""
    found = [code_meant(pattern, one) for one in re.split(r"[\s,;]+", str(value)) if one]
    if None in found:
        raise IllegalMove(wrong)
    return tuple(dict.fromkeys(one for one in found if one is not None))
