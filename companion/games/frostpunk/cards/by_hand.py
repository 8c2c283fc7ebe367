"""What a card does, in the owner's words: carried out where the companion understands them, else by the players."""

from __future__ import annotations

import re

from companion.api import Args, IllegalMove, Prompt, T, Text, Words
from companion.games.frostpunk.cards import blocks, effect_language, effects
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, require_task, usual
from companion.toolkit.card_language import BadWords

TASK = "by_hand"
NOTHING = "nothing"  # what a card's line says where it has no effect


def carry(tx: Transaction, words: str, about: str = "", *, as_far_as_possible: bool = False) -> None:
    """Carry out effects; where nobody has said what they are, the players do it, `about` being the card's name.

    Effects that cannot be paid for are refused, or left to the players where they are done as far as possible.
    """
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
    if not words.strip():
        return False
    try:
        effect_language.parse(words)
    except BadWords:
        return False
    return True


def as_effects(words: str) -> str:
    """What somebody typed, as effects: words that the companion does not understand are read out again."""
    tidy = " ".join(words.split())
    return tidy if not tidy or is_nothing(tidy) or understood(tidy) else f"say {tidy.replace(';', ',')}"


def said(words: str) -> Text:
    """Effects in readable words; others as they were typed."""
    return effects.describe(words) if understood(words) else Text(words)


def is_nothing(words: str) -> bool:
    """Whether somebody said that there is no effect."""
    return words.strip().casefold() == NOTHING


MOST_CHARS = 300
CODE = re.compile(r"\b[DM][0-9]{3}\b|\bL[0-9]{2}\b(/[12])?|\b[IVX]+/[0-9]{2}\b|^\?.*")


def effects_ask(name: str, label: Text) -> Words:
    """Effects in the companion's words, with building blocks to tap; they may be left out."""
    return Words(name=name, label=label, at_most_chars=MOST_CHARS, blocks=blocks.EFFECTS)


def done(tx: Transaction, args: Args) -> None:
    """The players have carried it out and entered what it changed."""
    require_task(tx.state, TASK)
    tx.finish_task()


def _prompt(state: State) -> Prompt:
    task = state.tasks[0]
    coded = CODE.search(task.about) is not None  # nobody says a code aloud
    named = bool(task.about) and not coded
    more = T("Enter below what it changes, such as Hope, Food or the sick, then say that it is done.")
    more = T("It is {card}. {more}", card=task.about, more=more) if coded and task.about[0] != "?" else more
    words = said(task.words)
    do = T("Carry out {card}.", card=task.about) if named else T("Carry out the card.")
    told = T("Carry out {card}: {words}", card=task.about, words=words)
    told = told if named else T("Carry out the card: {words}", words=words)
    return Prompt(
        name="card.by_hand",
        do=told if task.words else do,
        more=more,
        rule="spend.lose",
        offers=(usual("by_hand_done", T("Done")),),
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="by_hand",
    moves={
        "by_hand_done": action(done, T("Carried out by hand")),
    },
    tasks={
        TASK: _prompt,
    },
)
