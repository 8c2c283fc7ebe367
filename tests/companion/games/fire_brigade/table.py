"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Table, Value, Whole, Words
from companion.games.fire_brigade import game, house_rules
from companion.games.fire_brigade.state import TOWN_KINDS, Block, Crew, State, Turn
from companion.games.fire_brigade.streets import TOWN
from companion.testing.played import Played
from tests.companion.games.remembering import remembering

GAME = remembering(game.GAME)

NAMES = ("Ada", "Ben", "Cleo", "Dora")


class Evening(Played[State]):
    """A game in its present state."""

    def __init__(self, players: int = 2, **choices: Value) -> None:
        """Every open rule is read as recommended where `choices` says nothing else; `unread` leaves them open."""
        read = {ask.name: ask.usual for ask in house_rules.ASKS if ask.usual is not None}
        super().__init__(GAME, Table(players=NAMES[:players], choices={**read, **choices}))

    def unread(self) -> Evening:
        """Nobody has said how an open rule is read."""
        return self.set(choices={"sides": self.state.choices["sides"]})

    def usual(self, move: str) -> dict[str, Value]:
        """What a phone fills in by itself."""
        asks = [ask for ask in GAME.moves[move].asks if isinstance(ask, Whole | Words)]
        return {ask.name: ask.usual for ask in asks if ask.usual is not None}

    # --- putting the table into a state -------------------------------------------------------------------------------

    def laid_out(self) -> Evening:
        """All tiles are told, in turns of the four kinds with value 3; it is the first player's Action Phase, with the
        University still burning at 2."""
        nobody = (0,) * len(self.state.players)
        town = {
            place: Block(kind=TOWN_KINDS[at % len(TOWN_KINDS)], value=3, renown=nobody) for at, place in enumerate(TOWN)
        }
        self.state = replace(self.state, city={**self.state.city, **town}, phase="action", turn=Turn(actions=4),
                             open_specials=False)  # fmt: skip
        return self

    def at_event(self, seat: int = 0) -> Evening:
        """The event card of a player's turn is about to be revealed."""
        self.laid_out()
        self.state = replace(self.state, phase="event", turn=Turn(seat=seat))
        return self

    def quiet(self) -> Evening:
        """Nothing burns but a far corner of the University, so that the game goes on."""
        return self.fires(D4=1)

    def fires(self, **levels: int) -> Evening:
        """Just these fields burn, with this intensity."""
        city = {place: replace(block, fire=levels.get(place, 0)) for place, block in self.state.city.items()}
        self.state = replace(self.state, city=city)
        return self

    def block(self, place: str, **changes: Any) -> Evening:
        self.state = replace(self.state, city={**self.state.city, place: replace(self.state.city[place], **changes)})
        return self

    def player(self, seat: int, **changes: Any) -> Evening:
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.state = replace(self.state, players=tuple(players))
        return self

    def able(self, seat: int, name: str, water: int = 2, on: str = "B6") -> Evening:
        """This crew member is with a player, and counts: a block of Commons is loyal."""
        one = Crew(name=name, kind="commons", holds=2, water=water)
        self.block(on, kind="commons", loyal=seat)
        return self.player(seat, crew=(*self.state.players[seat].crew, one))

    def captain(self, seat: int, name: str = "", side: str = "") -> Evening:
        """The advanced game, with this Captain or board."""
        self.state = replace(self.state, choices={**self.state.choices, "sides": "advanced"})
        return self.player(seat, captain=name, side=side)

    def rule(self, **choices: Value) -> Evening:
        """These house rules."""
        self.state = replace(self.state, choices={**self.state.choices, **choices})
        return self

    def turn(self, **changes: Any) -> Evening:
        self.state = replace(self.state, turn=replace(self.state.turn, **changes))
        return self

    # --- looking ------------------------------------------------------------------------------------------------------

    def burning(self) -> dict[str, int]:
        """Every fire, by field."""
        return {place: block.fire for place, block in self.state.city.items() if block.fire}
