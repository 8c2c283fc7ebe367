"""What a card's print proposes, as the text that an owner would type of it (docs/games/frostpunk-cards.md)."""

from __future__ import annotations

from companion.api import ProposedPart
from companion.games.frostpunk.cards.card_text import BadCard, parse
from companion.games.frostpunk.cards.owner_facts import MOST_CHARS, tidy


def write_card(title: str, parts: tuple[ProposedPart, ...]) -> str:
    """The card's text, for a person to look at; empty where it would not be understood or is too long. Where a card
    goes is shown by an icon, which nobody has read: that is left to whoever looks at it."""
    lines = [f"name: {name}"] if (name := tidy(title)) else []
    at_once = [word for part in parts if not part.number for word in _words(part)]
    if at_once:
        lines.append(f"now: {'; '.join(at_once)}")
    lines += [_option(part) for part in parts if part.number]
    text = "\n".join(lines)
    try:
        parse(text)
    except BadCard:
        return ""
    return text if len(text) <= MOST_CHARS else ""


def _option(part: ProposedPart) -> str:
    return f"{part.number} {tidy(part.label)}".strip() + f": {'; '.join(_words(part)) or 'nothing'}"


def _words(part: ProposedPart) -> list[str]:
    return [_said(word) if said else word for word, said in zip(part.effects, part.said, strict=True)]


def _said(sentence: str) -> str:
    """A sentence that the companion reads out, and waits."""
    return 'say "' + " ".join(sentence.replace('"', "'").replace(";", ",").split()) + '"'
