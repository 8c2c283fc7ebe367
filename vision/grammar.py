"""What a code looks like, and which numbers can be read upside down."""

from __future__ import annotations

import re

from vision.reads import CARD_ID, NUMBOX

# Letters that stand where only a digit can stand. Only O: every other look-alike (I, l, S, B, Z) is a misreading that
# a doubtful picture may cause as well, and then silence is better.
_AS_DIGITS = str.maketrans("O", "0")

_CARD = re.compile(r"#?([DM])([0-9O]{3})")
_LAW = re.compile(r"#?L([0-9O]{2})")
_SCENARIO = re.compile(r"([IVX]{1,4})/([0-9O]{2})")
_NUMBOX = re.compile(r"[0-9]{3}")
_ROMAN = frozenset(
    tens + ones for tens in ("", "X") for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
) - {""}
_LAWS = frozenset(f"{number:02}" for number in range(1, 17))

_TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}


def card_id(text: str) -> str | None:
    """The plain form of a card's ID, or None: `#D012` is `D012`, `L17` is no code."""
    if found := _CARD.fullmatch(text):
        return found[1] + found[2].translate(_AS_DIGITS)
    if found := _LAW.fullmatch(text):
        number = found[1].translate(_AS_DIGITS)
        return f"L{number}" if number in _LAWS else None
    if (found := _SCENARIO.fullmatch(text)) and found[1] in _ROMAN:
        return f"{found[1]}/{found[2].translate(_AS_DIGITS)}"
    return None


def numbox(text: str) -> str | None:
    """The three digits of a numbox, or None."""
    return text if _NUMBOX.fullmatch(text) and text.isascii() else None


def code(text: str, kind: str) -> str | None:
    """The plain form of a text as a code of this kind, or None."""
    return {CARD_ID: card_id, NUMBOX: numbox}[kind](text)


def turned(number: str) -> str | None:
    """What a number reads when it is turned upside down, or None when that is no number: `168` turned is `891`."""
    if any(digit not in _TURNED for digit in number):
        return None
    return "".join(_TURNED[digit] for digit in reversed(number))
