"""Ways to play an action in tests."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Value
from companion.games.citadel.board.sketch import Attached, Space
from companion.games.citadel.cards import moving
from companion.games.citadel.life import piles
from companion.games.citadel.transaction import Transaction
from tests.companion.games.citadel.table import Evening, begun

NONE: dict[str, Value] = {f"icon{at}": 0 for at in range(1, 7)} | {"wild": 0, "other": 0}
BLANK: dict[str, Value] = {
    "amount": 0, "icons": 0, "of": "any", "new": "", "most": 0, "step": "consequence", "words": "",
}  # fmt: skip
FLAIL = "cost -2 for pull,fight / convert 3 any 1 max 2 for pull,fight / words consequence for pull,fight : Roll a die."
SWORD = (
    "cards 1 for fight or 1 / convert 1 sword 1 max 3 for fight or 1 / words consequence for any : If it fails, roll."
)


class Acting(Evening):
    """An evening with shorter words for actions."""

    def card(self, number: str, kind: str, where: str, seat: str = "", at: str = "") -> str:
        """A card that lies somewhere; its key. Permanent events are attached to where the figures stand."""
        tx = Transaction(self.state)
        known = next((one for one in tx.state.cards.numbered(number) if one.where == "deck"), None)
        copy = known or moving.new(tx, number)
        copy = moving.change(tx, copy.key, kind=kind, where=where, whose=seat, at=at)
        sketch = tx.state.sketch
        if kind == "terrain":
            x = len(sketch.spaces)
            sketch = replace(sketch, spaces=(*sketch.spaces, Space(x=x, y=0, kind="terrain", key=copy.key, arrows=())))
        if kind == "permanent":
            sketch = replace(sketch, attached=(*sketch.attached, Attached(key=copy.key, to=tx.state.heroes[0].place)))
        tx.set(sketch=sketch)
        self.state = tx.state
        return copy.key

    def count(self, seat: str, **counts: int | None) -> Acting:
        """The piles of a seat as they were counted."""
        self.writing(lambda tx: piles.set_piles(tx, seat, **counts))
        return self

    def act(self, icon: str, where: str = "terrain", seat: str = "seat1") -> None:
        """A player is active and takes an action."""
        self.play("turn", seat=seat)
        self.play("act_new", seat=seat, icon=icon, where=where)

    def sheet(self, cost: int, difficulty: int, sort: str = "simple", duty: str = "free") -> None:
        """What the action shows."""
        self.play("sheet_told", cost=cost, difficulty=difficulty, sort=sort, duty=duty)

    def fight(self, cost: int, difficulty: int, sort: str = "compound", duty: str = "free", **traits: int) -> None:
        """A fight, with its traits."""
        self.sheet(cost, difficulty, sort, duty)
        for trait, count in traits.items():
            self.play("trait_told", trait=trait, count=count)
        self.play("traits_done")

    def faces(self, *faces: tuple[int, int, int]) -> None:
        """What each card shows: stars, left halves, right halves."""
        for stars, left, right in faces:
            self.play("face", stars=stars, left=left, right=right)

    def icons(self, **counts: int) -> None:
        """How many class icons there are."""
        self.play("icons_told", **{**NONE, **counts})

    @property
    def running(self):
        """The running action; there is one."""
        assert self.state.action is not None
        return self.state.action

    @property
    def due(self) -> int:
        """The cards that have to be drawn, as the prompt says it."""
        [cards] = {
            offer.move.args["cards"]
            for offer in self.prompt.offers
            if offer.move.name in ("draw", "revealed", "came_out") and "cards" in offer.move.args
        }
        return int(cards)

    @property
    def outcome(self) -> tuple[int, str]:
        """The successes, and how the action went."""
        return self.running.successes, self.running.outcome


def table(players: int = 2, life: int = 10, **sketch: Value) -> Acting:
    """All conscious on one Terrain card; Ada has a hand limit and nothing else."""
    known = {f"limit.{what}.character.{n}": 9 for what in ("hand", "weight") for n in range(1, 5)}
    evening = Acting(players, None, **{**known, **sketch})
    evening.state = begun(players, None, **{**known, **sketch}).state
    key = evening.card("081", "terrain", "board")
    for hero in evening.state.heroes:
        evening.hero(hero.seat, life=life, place=key)
    return evening


def drawing(cost: int = 3, difficulty: int = 2, sort: str = "simple", players: int = 2, **counts: int) -> Acting:
    """Ada climbs; her piles as given."""
    evening = table(players)
    if counts:
        evening.count("seat1", **counts)
    evening.act("climb", "081.1")
    evening.sheet(cost, difficulty, sort)
    return evening
