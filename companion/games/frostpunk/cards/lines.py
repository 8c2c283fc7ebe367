"""Single lines of the owner's text of a card, told in the course of a game and kept for the next ones."""

from __future__ import annotations

import re

from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

PART = "only a part"
_ODD = re.compile(r"[^\w/ .,'’!?()&#-]")  # what the name of a board fact cannot hold (`owner_facts.PATTERN`)
MOST_CHARS = 40


def tidy(name: str) -> str:
    """A card's name as it can be kept."""
    return " ".join(_ODD.sub(" ", name).split())[:MOST_CHARS]


def has(state: State, card: str, head: str) -> bool:
    """Whether somebody has entered a line with that head, be it that there is nothing."""
    return any(_head(line) == head for line in owner_facts.words(state, card).splitlines())


def write(tx: Transaction, card: str, head: str, words: str) -> None:
    """Keep a line of a card; it takes the place of an earlier one with that head."""
    text = owner_facts.words(tx.state, card)
    others = [line for line in text.splitlines() if _head(line) != head] or [PART]
    tx.learn(owner_facts.key(card), "\n".join((f"{head}: {words}", *others)))


def _head(line: str) -> str:
    return line.partition(":")[0].strip().casefold()
