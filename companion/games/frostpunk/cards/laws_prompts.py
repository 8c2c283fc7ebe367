"""What is asked of a Law whose card nobody has entered yet (rulebook p. 37)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Move, MoveKind, Offer, Prompt, Words
from companion.api.text import T
from companion.games.frostpunk.cards import by_hand, laws
from companion.games.frostpunk.cards.by_hand_prompts import MOST_CHARS, effects_ask
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole

MOST_TIMES = 6
UNLOCKS = {
    "none": T("None"),
    **laws.LAW_BUILDINGS,
    "faith": T("All Faith Buildings"),
    "order": T("All Order Buildings"),
}


def law_told(tx: Transaction, args: Args) -> None:
    """How often Hope and Discontent rise or fall by a Law, and which Building it unlocks."""
    unlocks = word(args, "unlocks")
    laws.told(
        tx, laws.words_for(number(args, "hope"), number(args, "discontent"), "" if unlocks == "none" else unlocks)
    )


def law_words(tx: Transaction, args: Args) -> None:
    """A Law's effects in the companion's own words, such as those that name a type of token."""
    laws.told(tx, by_hand.as_effects(word(args, "effects")))


# --- what is asked ----------------------------------------------------------------------------------------------------


_HOPE = whole("hope", T("Hope: how often more, or less"), MOST_TIMES, 0, at_least=-MOST_TIMES)
_DISCONTENT = whole("discontent", T("Discontent: how often more, or less"), MOST_TIMES, 0, at_least=-MOST_TIMES)
_UNLOCKS = pick("unlocks", T("Building that it unlocks"), UNLOCKS, "none")
_EFFECTS = Words(name="effects", label=T("What it does at once"), at_most_chars=MOST_CHARS)


def _law(state: State) -> Prompt:
    law = laws.title(state, state.tasks[0].about)
    effects = effects_ask("effects", T("What it does at once"))
    return Prompt(
        name="law.effect",
        do=T("Change Hope and Discontent as the Law shows, and say whether it unlocks a Building."),
        more=T(
            "{law}: put it into the Law display. Choose one of its two Consequence cards unseen and shuffle it into "
            "the Dusk deck; the other goes into the box. Less than zero means a decrease. What you tell is kept.",
            law=law,
        ),
        rule="laws",
        offers=(
            Offer(move=Move("law_told"), label=T("Read off the Law"), asks=(_HOPE, _DISCONTENT, _UNLOCKS)),
            Offer(move=Move("law_words"), label=T("It names a type of token"), asks=(effects,)),
        ),
    )


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {laws.TASK: _law}
MOVES: Mapping[str, MoveKind[State]] = {
    "law_told": move(law_told, says(T("A Law’s effect read off its card")), _HOPE, _DISCONTENT, _UNLOCKS),
    "law_words": move(law_words, says(T("A Law’s effect entered")), _EFFECTS),
}
