"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.checks import check_args
from companion.codec import StateCodec
from companion.game import Fact, Outcome, Prompt, Table, Value
from companion.games.turris.books import Books
from companion.games.turris.game import ASSEMBLY, GAME
from companion.games.turris.map.land import link_name
from companion.games.turris.state import State, Task

NAMES = ("Alice", "Bob", "Carol", "Dave")
KNOWN: dict[str, Value] = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}
CODEC = StateCodec(GAME)
# A made-up board: it fits every example of the rulebook, but no copy of the game need look like it.
MADE_UP = (
    "abyss-left abyss-right left-shrine left-isle garden-nest nest-ridge grove-isle "
    "a-forge a-shrine b-garden b-nest c-grove c-isle d-ridge d-brink"
)
FULL: dict[str, Value] = {
    **KNOWN,
    **{link_name(*pair.split("-")): "yes" for pair in MADE_UP.split()},
    "links_told": "yes",
    "council_last": 9,
    **{f"council.{spot}": "nothing" for spot in range(1, 10)},
    "altar_after_none": "pain",
    "altar_after_pain": "delusion",
    "altar_after_delusion": "despair",
    "altar_after_despair": "harrow",
    "altar_after_harrow": "pain",
    **{
        f"location_{number}": place
        for number, place in enumerate(
            [
                "shrine",
                "guild",
                "forge",
                "spire",
                "garden",
                "nest",
                "abyss",
                "grove",
                "isle",
                "circle",
                "ridge",
                "brink",
            ],
            start=1,
        )
    },
}


class Evening:
    """A game in its present state; `facts` and `learnt` are those of the last move."""

    def __init__(self, players: int = 3, choices: dict[str, Value] | None = None, **board: Value) -> None:
        self.facts: tuple[Fact, ...] = ()
        self.learnt: dict[str, Value] = {}
        table = Table(players=NAMES[:players], choices=choices or {}, board={**KNOWN, **board})
        self.state: State = self._took(GAME.start(table))

    def play(self, move: str, **args: Value) -> State:
        """Play a move as a phone would."""
        kind = GAME.moves[move]
        checked = check_args(kind.asks, args)
        self.state = self._took(kind.play(self.state, checked))
        assert str(kind.label(checked))
        return self.state

    def correct(self, name: str, value: Value) -> State:
        """Set a value by hand."""
        self.state = self._took(GAME.correct(self.state, name, value))
        return self.state

    def _took(self, outcome: Outcome[State]) -> State:
        CODEC.encode(outcome.state)
        self.facts, self.learnt = outcome.facts, dict(outcome.learnt)
        return outcome.state

    # --- putting the table into a state -------------------------------------------------------------------------------

    def at(self, phase: str, step: str = "", **changes: Any) -> Evening:
        """The table as a test needs it: in a phase, with these fields."""
        self.state = replace(self.state, phase=phase, step=step, **changes)
        return self

    def player(self, seat: int, **changes: Any) -> Evening:
        """What a player has."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.state = replace(self.state, players=tuple(players))
        return self

    def scouts(self, **places: str) -> Evening:
        """Scouts on the board by place, an initial each: `circle="AB"`; they come out of the reserves."""
        standing, players = {}, list(self.state.players)
        for place, initials in places.items():
            standing[place] = tuple(initials.count(player.name[0]) for player in players)
        for seat, player in enumerate(players):
            out = sum(counts[seat] for counts in standing.values())
            players[seat] = replace(player, reserve=4 - out - player.graveyard)
        self.state = replace(self.state, scouts=standing, players=tuple(players))
        return self

    def beasts(self, **places: str) -> Evening:
        """Beasts by name, where they stand: `pain="guild"`; the others stay where they are."""
        moved = tuple(replace(beast, at=places.get(beast.name, beast.at)) for beast in self.state.beasts)
        self.state = replace(self.state, beasts=moved)
        return self

    def settle(self) -> Evening:
        """What happens by itself now, such as a Beast Phase that was begun by `at`."""
        books = Books(self.state)
        ASSEMBLY.settle(books)
        self.state = self._took(books.outcome())
        return self

    def hunt(self, *beasts: str) -> Evening:
        """The turns of these Beasts in a Beast Phase (all without names), as far as nobody has to choose."""
        self.state = replace(self.state, phase="beasts", step="", told=())
        if beasts:
            acts = tuple(Task(kind="beasts.act", about=name) for name in beasts)
            self.state = replace(self.state, step="harrow", tasks=acts)
        return self.settle()

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt:
        """What has to be done now."""
        return GAME.prompts(self.state)[0]

    @property
    def asked(self) -> str:
        return self.prompt.name

    def offered(self, move: str) -> bool:
        """Whether a move is offered anywhere."""
        return any(offer.move.name == move for prompt in GAME.prompts(self.state) for offer in prompt.offers)

    def told(self, name: str) -> Fact:
        """The one fact of that name."""
        [fact] = [fact for fact in self.facts if fact.name == name]
        return fact

    def at_place(self, beast: str) -> str:
        """Where a Beast is."""
        found = self.state.beast(beast)
        assert found is not None
        return found.at

    @property
    def places(self) -> list[str]:
        """The places that the first prompt offers."""
        return [str(offer.move.args["place"]) for offer in self.prompt.offers if "place" in offer.move.args]

    @property
    def names(self) -> list[str]:
        return [fact.name for fact in self.facts]
