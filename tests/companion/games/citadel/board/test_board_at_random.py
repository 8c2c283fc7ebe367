"""Boards grown at random: whatever is played, no two cards lie on one space, and the sketch agrees with the
list of cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board import figures, geometry, room
from companion.games.citadel.board.sketch import SIDES
from companion.games.citadel.campaign.saving import saving_allowed
from companion.games.citadel.state import State

from ..laying import NO_ARROWS, playing, take, terrain
from ..table import Evening, begun

AREAS = ("I", "II", "III")
STEPS = 60


def check(state: State) -> None:
    """What holds of the Board at every moment."""
    board = state.sketch
    places = [(space.x, space.y) for space in board.spaces]
    assert len(places) == len(set(places)), "two cards on one space"
    keys = [space.key for space in board.spaces]
    assert len(keys) == len(set(keys)), "a card on two spaces"
    lying = {copy.key for copy in state.cards if copy.where == "board"}
    assert set(keys) | {one.key for one in board.attached} == lying
    assert {one.to for one in board.attached} <= {space.key for space in board.terrains}
    for hero in state.awake:
        assert not hero.place or board.holding(hero.place) is not None
    for space in board.spaces:
        if space.kind == "exploration":
            assert geometry.pointing(board, space.x, space.y), "fog that no arrow points to"


class Walker:
    """Somebody who explores without a plan."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.evening: Evening = terrain(playing(begun(self.dice.randint(1, 4))), "000", north="001 I", east="002 II")
        self.number = 100

    def random_sides(self) -> dict[str, str]:
        """Some arrows."""
        sides = self.dice.sample(SIDES, self.dice.randint(0, 4))
        return {side: f"{self.dice.randint(0, 99):03d} {self.dice.choice(AREAS)}" for side in sides}

    def settle(self) -> None:
        """Answer whatever is asked, somehow."""
        while self.evening.state.tasks:
            kind = self.evening.state.tasks[0].kind
            self.answers[kind](self)

    def taken(self) -> None:
        copies = [c for c in self.evening.state.cards.numbered(self.evening.state.tasks[0].card) if c.where == "deck"]
        if copies:
            self.evening.play("take_known", card=copies[0].key)
        else:
            self.evening.play("take_unseen", colour="green")

    def revealed(self) -> None:
        self.evening.play("reveal", kind=self.dice.choice(["terrain", "terrain", "permanent", "temporary"]))

    def placed(self) -> None:
        spaces = geometry.places_to_lay(self.evening.state.sketch)
        x, y = self.dice.choice(spaces)
        self.evening.play("terrain_laid", space=f"{x},{y}")

    def read(self) -> None:
        told = [offer for offer in self.evening.prompt.offers if offer.tone == "usual"]
        if told:
            self.evening.play("arrows_known")
        else:
            mandatory = self.dice.choice(["no", "no", "yes"])
            self.evening.play("arrows_read", **{**NO_ARROWS, **self.random_sides()}, mandatory=mandatory)

    def attached(self) -> None:
        board = self.evening.state.sketch
        to = self.dice.choice(board.terrains).key
        also = self.dice.choice(["none", self.dice.choice(board.terrains).key])
        side = self.dice.choice([*SIDES, "none"])
        try:
            self.evening.play("event_laid", to=to, side=side, action="none", also=also)
        except IllegalMove:
            self.evening.play("event_laid", to=to, side="none", action="search", also=also)

    def which(self) -> None:
        self.evening.play("space_number", **self.evening.prompt.offers[0].move.args)

    def event(self) -> None:
        self.evening.play("event_done", to="past")

    def past(self) -> None:
        self.evening.play("past_returned")

    def mandatory(self) -> None:
        state = self.evening.state
        self.evening.play("mandatory_taken", seat=figures.on(state, state.tasks[0].card)[0])

    def listed(self) -> None:
        self.evening.play("list_done")

    answers: ClassVar[dict[str, Callable[[Walker], None]]] = {
        "card.take": taken,
        "card.reveal": revealed,
        "card.event": event,
        "card.past": past,
        "board.place": placed,
        "board.arrows": read,
        "board.attach": attached,
        "board.which": which,
        "board.mandatory": mandatory,
        "campaign.save": listed,
        "campaign.resume": listed,
    }

    def step(self) -> None:
        """One thing that somebody does."""
        self.dice.choice([self.explore, self.explore, self.explore, self.walk, self.resolve, self.take, self.make_room,
                          self.save])()  # fmt: skip
        self.settle()

    def explore(self) -> None:
        cards = [space for space in self.evening.state.sketch.spaces if space.kind == "exploration"]
        if cards:
            became = self.dice.choice(["past", "past", "stays", "deck", "banished", "kept"])
            self.evening.play("explore", space=self.dice.choice(cards).name, became=became, seat="seat1", by="")

    def walk(self) -> None:
        hero = self.dice.choice(self.evening.state.awake)
        near = figures.steps_for(self.evening.state, hero.seat)
        if near and not self.evening.state.cards.copies[0].saved:
            self.evening.play("step", seat=hero.seat, to=self.dice.choice(near))

    def resolve(self) -> None:
        keys = [one.key for one in self.evening.state.sketch.attached]
        if keys:
            how = self.dice.choice(["past", "deck", "banished"])
            self.evening.play("event_over", event=self.dice.choice(keys), how=how)

    def take(self) -> None:
        self.number += 1
        take(self.evening, f"{self.number:03d}", self.dice.choice(["terrain", "permanent"]))

    def make_room(self) -> None:
        state = self.evening.state
        to = self.dice.choice(state.sketch.terrains).key
        if any(hero.place != to for hero in state.awake):
            self.evening.play("figures_to", who="all", to=to)
        self.settle()
        choices = [offer for offer in self.evening.prompt.offers if offer.move.name == "clear_room"]
        if choices and self.dice.random() < 0.5:
            chosen = self.dice.choice(choices[0].asks[0].choices).value  # type: ignore[union-attr]
            if room.why_not(self.evening.state, tuple(chosen.split())) is None:
                self.evening.play("clear_room", terrains=chosen)

    def save(self) -> None:
        if saving_allowed(self.evening.state) is None:
            self.evening.play("save")


@pytest.mark.parametrize("seed", range(10))
def test_a_board_grown_at_random(seed: int):
    """No two cards on one space, the sketch and the list of cards agree, and figures stand on what is there (p. 17,
    21 to 25)."""
    walker = Walker(seed)
    for _ in range(STEPS):
        walker.step()
        check(walker.evening.state)
