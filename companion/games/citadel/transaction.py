"""What one move writes: characters, cards, and what the table has to do; and when a move is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from companion import toolkit
from companion.api import IllegalMove, T
from companion.games.citadel.state import Hero, State
from companion.toolkit import Action, action, require_idle


class Transaction(toolkit.Transaction[State]):
    """Lives for one move. What arises is done at once (`add_first`), before what waits already."""

    def __init__(self, state: State) -> None:
        """What the last move laid is no news any more."""
        fresh = replace(state, sketch=replace(state.sketch, laid=())) if state.sketch.laid else state
        super().__init__(fresh)

    def by_hand(self) -> None:
        """The players have just done all that this move asks of their hands: nothing of it is ordered again."""
        self.facts = [replace(fact, todo=None, icon=None) for fact in self.facts]

    def set_hero(self, seat: str, **changes: Any) -> Hero:
        """Change fields of one character."""
        hero = replace(self.state.hero(seat), **changes)
        self.set(heroes=tuple(hero if one.seat == seat else one for one in self.state.heroes))
        return hero

    def set_cards(self, **changes: Any) -> None:
        """Change what is kept of the cards."""
        self.set(cards=replace(self.state.cards, **changes))

    def end(self, how: str) -> None:
        """The adventure is over; nothing else has to be done. An action that was being performed was its last turn."""
        if self.state.action is not None:
            self.turn_over()
        self.set(ended=how, tasks=(), action=None)

    def acted(self, seat: str) -> None:
        """This player was the active one in the turn that is over (p. 10)."""
        self.turn_over()
        self.set(turn=replace(self.state.turn, last=seat))

    def turn_over(self) -> None:
        """One more turn is counted."""
        self.set(turn=replace(self.state.turn, number=self.state.turn.number + 1))


# The rulebook's actions are something else (p. 10): what the toolkit calls an action is a kind of move here.
Moves: TypeAlias = Mapping[str, Action[Transaction]]
move = action


def require_free(state: State) -> None:
    """Refuse to begin an action while another one is performed (p. 11), or something else has to be done first."""
    if state.action is not None:
        raise IllegalMove(T("Another action is being performed: finish it first."), rule="action.forbidden", page=11)
    require_idle(state)


AMID = ("card.event", "board.turned", "leaflet.prepare")  # what is read step by step, with effects in between


def require_effects(state: State) -> None:
    """Refuse an effect while something else has to be done first. Effects come while nothing has to be done, or amid an
    event or a list that is being read."""
    if state.tasks and state.tasks[0].kind not in AMID:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))
