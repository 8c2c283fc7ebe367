"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from companion.api.game import Table, Value
from companion.games.torrenar import game
from companion.games.torrenar.state import Player, State
from companion.testing.played import Played
from tests.companion.games.remembering import remembering

GAME = remembering(game.GAME)

ADA, BEN, CLEO, DORA, EMIL = range(5)
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gil", "Hans")


class Evening(Played[State]):
    """An evening in its present state."""

    def __init__(self, players: int, board: dict[str, Value] | None = None) -> None:
        super().__init__(GAME, Table(players=NAMES[:players], board=board or {}))

    def piles(self, seat: int, draw: int, hand: int, discard: int, hidden: int, shown: int) -> None:
        """Give a player these piles."""
        players = list(self.state.players)
        players[seat] = Player(NAMES[seat], draw, hand, discard, hidden, shown)
        self.set(players=tuple(players))

    def of(self, seat: int) -> tuple[int, int, int]:
        """Draw pile, Hand and Discard pile of a player."""
        player = self.state.players[seat]
        return player.draw, player.hand, player.discard


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
