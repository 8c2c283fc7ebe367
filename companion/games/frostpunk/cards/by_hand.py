"""What a card does, in the owner's words: carried out where the companion understands them, else by the players."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import Text
from companion.games.frostpunk.transaction import Transaction

TASK = "by_hand"
NOTHING = "nothing"  # what a card's line says where it has no effect


def carry(tx: Transaction, words: str, about: str = "", *, as_far_as_possible: bool = False) -> None:
    """Carry out effects; where nobody has said what they are, the players do it, `about` being the card's name.

    Effects that cannot be paid for are refused, or left to the players where they are done as far as possible.
    """
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    if tx.state.ended or is_nothing(words):
        return
    if not understood(words):
        tx.queue(TASK, about, words=words)
        return
    try:
        effects.carry_out(tx, words)
    except IllegalMove:
        if not as_far_as_possible:
            raise
        tx.queue(TASK, about, words=words)


def understood(words: str) -> bool:
    """Whether words are effects that the companion can carry out; none at all are not."""
    from companion.games.frostpunk.cards import effects

    if not words.strip():
        return False
    try:
        effects.parse(words)
    except effects.BadEffects:
        return False
    return True


def as_effects(words: str) -> str:
    """What somebody typed, as effects: words that the companion does not understand are read out again."""
    tidy = " ".join(words.split())
    return tidy if not tidy or is_nothing(tidy) or understood(tidy) else f"say {tidy.replace(';', ',')}"


def said(words: str) -> Text:
    """Effects in readable words; others as they were typed."""
    from companion.games.frostpunk.cards import effects

    return effects.describe(words) if understood(words) else Text(words)


def is_nothing(words: str) -> bool:
    """Whether somebody said that there is no effect."""
    return words.strip().casefold() == NOTHING
