"""What a code looks like, and which numbers can be read upside down."""

from __future__ import annotations

import re

from vision.reads import CARD_ID, NUMBOX

_CARD = re.compile(r"#?([DM][0-9]{3})")
_LAW = re.compile(r"#?L([0-9]{2})")
_SCENARIO = re.compile(r"([IVX]{1,4})/[0-9]{2}")
_NUMBOX = re.compile(r"[0-9]{3}")
_ROMAN = frozenset(
    tens + ones for tens in ("", "X") for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
) - {""}
_LAWS = frozenset(f"{number:02}" for number in range(1, 17))

_TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}


def card_id(text: str) -> str | None:
    """The plain form of a card's ID, or None: `#D012` is `D012`, `L17` is no code."""
    if found := _CARD.fullmatch(text):
        return found[1]
    if found := _LAW.fullmatch(text):
        return f"L{found[1]}" if found[1] in _LAWS else None
    if (found := _SCENARIO.fullmatch(text)) and found[1] in _ROMAN:
        return text
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
