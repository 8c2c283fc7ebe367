"""What a card's print proposes, as the words that an owner would type of it (docs/games/turris.md)."""

from __future__ import annotations

from companion.api import ProposedPart
from companion.games.turris.rewards.effects import LONGEST, parse
from companion.toolkit.card_language import BadWords

READ = "read"  # the rest is done as the card says
_PARTS = str.maketrans({";": ",", "|": ",", "&": ",", "\n": " "})


def write_card(title: str, parts: tuple[ProposedPart, ...]) -> str:
    """The card's words, for a person to look at; empty where they would not be understood. What is too long to be told
    in words is left on the card. What stands there as an icon, such as a cost, is left to whoever looks at it."""
    fitting = (text for text in (_written(parts, True), _written(parts, False)) if len(text) <= LONGEST)
    return next(filter(_is_understood, fitting), "")


def _written(parts: tuple[ProposedPart, ...], in_full: bool) -> str:
    at_once = [word for part in parts if not part.number for word in _words(part, in_full)]
    ways = [" & ".join(_words(part, in_full)) or "nothing" for part in parts if part.number]
    chosen = [f"either {' | '.join(ways)}"] if len(ways) > 1 else ways
    return "; ".join([*at_once, *chosen])


def _words(part: ProposedPart, in_full: bool) -> list[str]:
    """Its effects; each other sentence in full, or all of them as what the card says."""
    words = [
        word if not said else f"say {' '.join(word.translate(_PARTS).split())}" if in_full else READ
        for word, said in zip(part.effects, part.said, strict=True)
    ]
    return words if in_full else list(dict.fromkeys(words))


def _is_understood(text: str) -> bool:
    try:
        parse(text)
    except BadWords:
        return False
    return True
