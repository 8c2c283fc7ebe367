"""What is asked of a Law or a Technology once: what it changes for good (rulebook p. 37, 38)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Choice, Move, MoveKind, Offer, Prompt, Words
from companion.api.text import T
from companion.games.frostpunk.cards import lasting_effects
from companion.games.frostpunk.cards.by_hand_prompts import MOST_CHARS
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import tap

# The words are those of action/modifiers.py and city/heat.py.
BLOCKS = (
    Choice(value="children act", label=T("Children may do every action")),
    Choice(value="children act gather", label=T("Children may gather")),
    Choice(value="children act cookhouse", label=T("Children may use a Building")),
    Choice(value="ruins shelter", label=T("Ruins give shelter")),
    Choice(value="shelters hold 3", label=T("Shelters hold more")),
    Choice(value="care_house holds children 2", label=T("A Building gives shelter")),
    Choice(value="heated cookhouse", label=T("A Building is heated")),
    Choice(value="heated gathering", label=T("Gathering is heated")),
    Choice(value="heated snow", label=T("Removing snow is heated")),
    Choice(value="gathering takes 3", label=T("Gathering takes more")),
    Choice(value="hunters_hut gives food 1", label=T("A Building gives more")),
)


def card_lasts(tx: Transaction, args: Args) -> None:
    """What the card changes for good was read; nothing, where the companion counts none of it."""
    lasting_effects.told(tx, word(args, "lasts"))


def _lasts(state: State) -> Prompt:
    card = lasting_effects.title(state, state.tasks[0].about)
    words = Words(name="lasts", label=T("What it changes"), at_most_chars=MOST_CHARS, blocks=BLOCKS)
    return Prompt(
        name="card.lasts",
        do=T("What does the card change for good?"),
        more=T(
            "{card}: enter what belongs to actions, heat and shelters, and the companion minds it from now on. The "
            "rest is for you to keep in mind. You are asked once.",
            card=card,
        ),
        rule="laws" if state.tasks[0].about in state.laws.passed else "technologies",
        offers=(
            tap("card_lasts", T("Nothing of that kind"), "usual", lasts=""),
            Offer(move=Move("card_lasts"), label=T("Enter it"), asks=(words,)),
        ),
    )


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {lasting_effects.TASK: _lasts}
MOVES: Mapping[str, MoveKind[State]] = {
    "card_lasts": move(
        card_lasts,
        says(T("What a card changes for good")),
        Words(name="lasts", label=T("What it changes"), at_most_chars=MOST_CHARS),
    ),
}
