"""Single lines of the owner's text of a card, told in the course of a game and kept for the next ones."""

from __future__ import annotations

import re

from companion.games.frostpunk.cards import own
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import State

PART = "only a part"
_ODD = re.compile(r"[^\w/ .,'’!?()&#-]")  # what the name of a board fact cannot hold (`own.PATTERN`)
MOST_CHARS = 40


def tidy(name: str) -> str:
    """A card's name as it can be kept."""
    return " ".join(_ODD.sub(" ", name).split())[:MOST_CHARS]


def has(state: State, card: str, head: str) -> bool:
    """Whether somebody has entered a line with that head, be it that there is nothing."""
    return any(_head(line) == head for line in own.words(state, card).splitlines())


def write(ledger: Ledger, card: str, head: str, words: str) -> None:
    """Keep a line of a card; it takes the place of an earlier one with that head."""
    text = own.words(ledger.state, card)
    others = [line for line in text.splitlines() if _head(line) != head] or [PART]
    ledger.learn(own.key(card), "\n".join((f"{head}: {words}", *others)))


def _head(line: str) -> str:
    return line.partition(":")[0].strip().casefold()
