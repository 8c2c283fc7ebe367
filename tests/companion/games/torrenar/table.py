"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.checks import check_args
from companion.game import Fact, Outcome, Table, Value
from companion.games.torrenar.game import GAME
from companion.games.torrenar.state import Player, State

ADA, BEN, CLEO, DORA, EMIL = range(5)
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gil", "Hans")


class Evening:
    """A game in its present state; `facts` are those of the last move, by name in their order."""

    def __init__(self, players: int, board: dict[str, Value] | None = None) -> None:
        self.facts: tuple[Fact, ...] = ()
        self.learnt: dict[str, Value] = {}
        self.state: State = self._took(GAME.start(Table(players=NAMES[:players], board=board or {})))

    def play(self, move: str, **args: Value) -> State:
        """Play a move as a phone would."""
        kind = GAME.moves[move]
        self.state = self._took(kind.play(self.state, check_args(kind.asks, args)))
        assert str(kind.label(args))
        return self.state

    def correct(self, name: str, value: Value) -> State:
        """Set a value by hand."""
        self.state = self._took(GAME.correct(self.state, name, value))
        return self.state

    def set(self, **changes: Any) -> State:
        """Put the table into a state that a test needs."""
        self.state = replace(self.state, **changes)
        return self.state

    def piles(self, seat: int, draw: int, hand: int, discard: int, hidden: int, shown: int) -> None:
        """Give a player these piles."""
        players = list(self.state.players)
        players[seat] = Player(NAMES[seat], draw, hand, discard, hidden, shown)
        self.set(players=tuple(players))

    def of(self, seat: int) -> tuple[int, int, int]:
        """Draw pile, Hand and Discard pile of a player."""
        player = self.state.players[seat]
        return player.draw, player.hand, player.discard

    def told(self, name: str) -> Fact:
        """The one fact of that name."""
        [fact] = [fact for fact in self.facts if fact.name == name]
        return fact

    def names(self) -> list[str]:
        return [fact.name for fact in self.facts]

    def _took(self, outcome: Outcome[State]) -> State:
        self.facts = outcome.facts
        self.learnt |= outcome.learnt
        return outcome.state


def begun(players: int = 3, starter: int = ADA, stack: int | None = 30) -> Evening:
    """An evening whose setup is done; the Action stack has `stack` cards."""
    evening = Evening(players)
    evening.play("skip_setup")
    evening.play("start_with", seat=str(starter + 1))
    evening.set(action_stack=stack)
    return evening


def all_cards(state: State) -> int:
    """Every card that the books know of."""
    shared = state.smokestack + (state.action_stack or 0) + state.forfeit + state.mitigated
    return shared + sum(player.cards for player in state.players)
