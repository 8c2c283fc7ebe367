"""How a game ends (rulebook p. 16)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import T, Text, Urgency
from companion.games.frostpunk.state import KINDS, MOST_TOKENS, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule

ENDINGS: Mapping[str, Text] = {
    "won": T("You won: the goal of the scenario is reached."),
    "hope": T("You lost: the last Hope token has left the Hope track."),
    "discontent": T("You lost: a sixth Discontent token lies on the Discontent track."),
    "explosion": T("You lost: the Generator broke down for the second time and exploded."),
    "sickness": T("You lost: a Sickness marker stood on space 26 or higher in the Preparation Phase."),
    "hunger": T("You lost: the Hunger level was still 25 or more after spending all your Food."),
    "deaths": T("You lost: the Corpse marker reached the last space of the Corpse track."),
    "scenario": T("You lost: a card of the scenario ended the game."),
}


def end(tx: Transaction, how: str) -> None:
    """End the game, told at once."""
    tx.end(how)
    tx.tell("game_won" if how == "won" else "game_lost", ENDINGS[how], Urgency.FINAL, how=how)


def check_boards(tx: Transaction) -> None:
    """End the game if a board says so at any time: Hope, Discontent or the Corpse track (p. 16)."""
    state = tx.state
    if state.ended:
        return
    if state.discontent.count >= MOST_TOKENS:
        end(tx, "discontent")
    elif state.hope.count == 0 and not _before_the_first_tokens(state):
        end(tx, "hope")
    elif state.corpses >= (state.fact("corpse_last") or state.corpses + 1):
        end(tx, "deaths")


def _before_the_first_tokens(state: State) -> bool:
    """Whether the Society card, which brings the people and the first tokens, has not been read yet (p. 11 to 13)."""
    return state.step.startswith("setup.") and not any(state.group(kind).citizens for kind in KINDS)


def ending(state: State) -> Text | None:
    """None while the game goes on, then how it ended."""
    return ENDINGS[state.ended] if state.ended else None


MODULE: GameModule[State, Transaction] = GameModule(
    name="endings",
    corrected=check_boards,
)
