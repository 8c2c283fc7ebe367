"""The Skies of Torrenar: shut down the smokestack before it is empty. See docs/games/torrenar.md."""

from __future__ import annotations

from msgspec import structs

from companion.api import Ask, Game, IllegalMove, Outcome, T, Value
from companion.games.torrenar import actions, card_moves, corrections, setup, story, turn, view
from companion.games.torrenar.state import MOST_PLAYERS, State
from companion.games.torrenar.transaction import Transaction
from companion.toolkit import GameModule, ModularGame

# In the order in which they ask.
MODULES: tuple[GameModule[State, Transaction], ...] = (
    setup.MODULE,
    actions.MODULE,
    turn.MODULE,
    card_moves.MODULE,
    corrections.MODULE,
    view.MODULE,
)


def nothing_more(players: int) -> tuple[Ask, ...]:
    """Nothing is asked before the first move: who starts is the last point of the setup."""
    return ()


class Torrenar(ModularGame[State, Transaction]):
    """Says in its own words that the game is over, with the rule to read."""

    def require_running(self, state: State) -> None:
        """Refuse a move in a game that is over."""
        if state.ended:
            raise IllegalMove(T("The game is over. Undo the last step if that was a mistake."), rule="end")


MODULAR = Torrenar(MODULES, Transaction, view.where)


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """Set a value to what the table says; that it was set the history says anyway, so no fact repeats it."""
    outcome = MODULAR.correct(state, name, value)
    return structs.replace(outcome, facts=tuple(fact for fact in outcome.facts if fact.name != "corrected"))


GAME = Game(
    name="torrenar",
    title=T("The Skies of Torrenar"),
    state=State,
    seats=range(1, MOST_PLAYERS + 1),
    setup=nothing_more,
    start=setup.start,
    moves=MODULAR.moves,
    prompts=MODULAR.prompts,
    view=MODULAR.view,
    corrections=MODULAR.corrections,
    correct=correct,
    ending=story.ending,
    board=setup.board(),
    learn=setup.learn,
    story=story.story,
    devices=frozenset(),
)
