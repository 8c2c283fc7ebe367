"""What is asked where the players carry out a card's words themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from companion.api.game import Args, MoveKind, Prompt, Words
from companion.api.text import T, Text
from companion.games.frostpunk.cards.by_hand import TASK, said
from companion.games.frostpunk.moves import move, says
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import usual
from companion.toolkit.transaction import require_task

MOST_CHARS = 300
CODE = re.compile(r"[DM][0-9]{3}|L[0-9]{2}(/[12])?|[IVX]+/[0-9]{2}|\?.*")


def effects_ask(name: str, label: Text) -> Words:
    """Effects in the companion's words, with building blocks to tap; they may be left out."""
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    return Words(name=name, label=label, at_most_chars=MOST_CHARS, blocks=effects.BLOCKS)


def done(tx: Transaction, args: Args) -> None:
    """The players have carried it out and entered it in the books."""
    require_task(tx.state, TASK)
    tx.finish_task()


def _prompt(state: State) -> Prompt:
    task = state.tasks[0]
    coded = CODE.fullmatch(task.about) is not None  # nobody says a code aloud
    named = bool(task.about) and not coded
    more = T("Enter below whatever it changes, then say that it is done.")
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


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {TASK: _prompt}
MOVES: Mapping[str, MoveKind[State]] = {"by_hand_done": move(done, says(T("Carried out by hand")))}
