"""Arguments of moves, checked against what was asked for. Whatever does not fit is a `BadMove` naming the field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.api.game import Args, Ask, Chance, Code, Pick, Value, Whole, Words
from companion.api.refusals import BadMove
from companion.api.text import T, Text

MOST_ARGUMENTS = 200
LONGEST_CODE = 40
AROUND_CODES = "#№.,;:"
MOST_NOUGHTS = 4
LONGEST_WORDS = 2_000  # whatever a game asks for: an exported evening holds no longer text
LONGEST_NAME = 40
LONGEST_EVENING_NAME = 60
SHOWN_CHARS = 40
MOST_DIGITS = 15


def check_args(asks: Iterable[Ask], args: object) -> Args:
    """The arguments in their normal form (codes as they are printed, words trimmed), in the order of `asks`."""
    if not isinstance(args, Mapping):
        raise BadMove(T("The answers must come as names with values."))
    wanted = {ask.name: ask for ask in asks}
    _refuse_surplus(wanted, args)
    missing = next((ask for name, ask in wanted.items() if name not in args), None)
    if missing is not None:
        raise _about(missing.name, BadMove(T("“{field}” is missing; please fill it in.", field=missing.label)))
    return {name: _checked(ask, args[name]) for name, ask in wanted.items()}


def _checked(ask: Ask, value: object) -> Value:
    try:
        return check_value(ask, value)
    except BadMove as refused:
        raise _about(ask.name, refused) from None


def _about(field: str, refused: BadMove) -> BadMove:
    refused.field = field
    return refused


def _refuse_surplus(wanted: Mapping[str, Ask], args: Mapping[Any, object]) -> None:
    if len(args) > MOST_ARGUMENTS:
        raise BadMove(T("There are more than {most} answers; please send only what was asked.", most=MOST_ARGUMENTS))
    surplus = next((name for name in args if name not in wanted), None)
    if surplus is not None:
        raise BadMove(T("Nothing called “{field}” was asked for; please leave it out.", field=shown(surplus)))


def check_value(ask: Ask, value: object) -> Value:
    """The value in its normal form; `BadMove` when it does not fit what is asked for."""
    if isinstance(ask, Whole):
        return _whole(ask, value)
    if isinstance(ask, Pick | Chance):
        return _pick(ask, value)
    return _words(ask, value) if isinstance(ask, Words) else _code(ask, value)


def usual(ask: Ask) -> Value | None:
    """The sensible first value, or None where there is none and somebody (or chance) must say."""
    return None if isinstance(ask, Code | Chance) else ask.usual


def shown(value: object) -> str:
    """A value as it may stand in a sentence: short, whatever was sent."""
    text = value if isinstance(value, str) else _plain(value)
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"


def _plain(value: object) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, float):
        return str(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**MOST_DIGITS else "…"  # Python refuses to print very large numbers
    return type(value).__name__


def _whole(ask: Whole, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadMove(T("“{field}” must be a whole number, not “{value}”.", field=ask.label, value=shown(value)))
    if not ask.at_least <= value <= ask.at_most:
        raise BadMove(_out_of_range(ask, value))
    return value


def _out_of_range(ask: Whole, value: int) -> Text:
    if ask.at_least == ask.at_most:
        return T("“{field}” can only be {only}, not {value}.", field=ask.label, only=ask.at_most, value=shown(value))
    return T(
        "“{field}” must be from {least} to {most}, not {value}.",
        field=ask.label,
        least=ask.at_least,
        most=ask.at_most,
        value=shown(value),
    )


def _pick(ask: Pick | Chance, value: object) -> str:
    if isinstance(value, str) and any(choice.value == value for choice in ask.choices):
        return value
    raise BadMove(T("“{value}” is not one of the answers to “{field}”.", field=ask.label, value=shown(value)))


def _words(ask: Words, value: object) -> str:
    most = min(ask.at_most_chars, LONGEST_WORDS)
    return _check_lines(ask.label, value, most) if ask.lines else check_words(ask.label, value, most, 0)


def _check_lines(label: Text, value: object, at_most_chars: int) -> str:
    """A text of several lines: each without what stands behind it, none empty at either end."""
    if isinstance(value, str) and len(value) <= 2 * at_most_chars:  # line ends of two characters count as one
        lines = (check_words(label, line.expandtabs(1).rstrip(), at_most_chars, 0) for line in value.splitlines())
        value = "\n".join(lines).strip("\n")
    if isinstance(value, str) and len(value) <= at_most_chars:
        return value
    return check_words(label, value, at_most_chars, 0)


def check_words(label: Text, value: object, at_most_chars: int, at_least_chars: int = 1) -> str:
    """A short text on one line, trimmed; a space that holds words together, as pages have it, is a space."""
    if not isinstance(value, str):
        raise BadMove(T("“{field}” must be words, not “{value}”.", field=label, value=shown(value)))
    words = value.replace("\u00a0", " ").strip()
    if len(words) > at_most_chars:
        raise BadMove(T("“{field}” may have at most {most} characters.", field=label, most=at_most_chars))
    if len(words) < at_least_chars:
        raise BadMove(T("“{field}” is empty; please fill it in.", field=label))
    if not words.isprintable():
        raise BadMove(T("“{field}” may only have letters, digits and signs, on one line.", field=label))
    return words


def _code(ask: Code, value: object) -> str:
    code = code_meant(ask.pattern, value) if isinstance(value, str) and len(value) <= LONGEST_CODE else None
    if code is not None:
        return code
    seen = shown(value)
    text = T("“{value}” does not fit “{field}”: it should be {suits}.", field=ask.label, value=seen, suits=ask.suits)
    raise BadMove(text)


def code_meant(pattern: str, typed: str) -> str | None:
    """The code that people mean by what they type: in any case, with spaces, a sign before or behind it (`#12`, `12.`),
    a letter O for a nought; and, where nothing fits so, without its noughts (`D12` for D012), if one code alone is
    possible then. None where no code is meant."""
    plain = "".join(typed.split()).upper()
    bare = plain.strip(AROUND_CODES)
    ways = (plain, plain.replace("O", "0"), bare, bare.replace("O", "0"))
    found = next((one for one in ways if re.fullmatch(pattern, one)), None)
    if found is not None:
        return found
    padded = {one for way in ways for one in _with_noughts(way) if re.fullmatch(pattern, one)}
    return padded.pop() if len(padded) == 1 else None


def _with_noughts(code: str) -> Iterator[str]:
    """The code with noughts before one of its numbers."""
    for run in re.finditer("[0-9]+", code):
        for more in range(1, MOST_NOUGHTS + 1):
            yield code[: run.start()] + "0" * more + code[run.start() :]
