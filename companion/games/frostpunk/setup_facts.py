"""Cards of the setup kept as one text each, a line for each value, such as "workers: 22", which the owner can read and
mend on the page of board facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.api.game import Ask, Pick, Value, Whole, Words


def write(values: Mapping[str, Value], asks: Iterable[Ask]) -> str:
    """The values as lines, in the order of what is asked."""
    return "\n".join(f"{ask.name.replace('_', ' ')}: {values[ask.name]}".strip() for ask in asks)


def read(text: Value | None, asks: Iterable[Ask]) -> dict[str, Value]:
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
