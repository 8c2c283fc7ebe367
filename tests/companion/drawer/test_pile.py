"""Piles on the scale, bound to the counters of the open evening."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.api.game import Choice, Correction, Pick, Value, Whole
from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.drawer.pile import STEADY_S, PileDesk
from companion.session.screen import Evening, Screen
from hardware.pile_scale import PileScale, PileWeights
from hardware.simulated_drawer import Cell, SimulatedDrawer
from tests.companion.drawer.desk_table import Kept

RATE = 80


class PilesAtTable:
    """A pile's desk over the real pile scale on a simulated cell; `set` is what was set in the game."""

    def __init__(self, store: Kept | None = None, seed: int = 1, most: int = 200, **drawer: Any) -> None:
        self.drawer = SimulatedDrawer(seed, **{"cell": Cell.at(RATE), "set_size": 100, "spread": 0.015, **drawer})
        self.said: list[Text] = []
        self.set: list[tuple[str, Value, str, bool]] = []
        self.time_s = 0.0
        self.busy = False
        self.open: str | None = "frostpunk"
        self.most = most
        self.relics = 0
        self.store = store or Kept()
        self.desk = PileDesk(
            self._make, self.store, lambda: "id-1", self._screen, self._correct, lambda: self.busy, self.said.append,
            lambda: 9.0,
        )  # fmt: skip

    def _make(self, plain: Mapping[str, Any] | None) -> PileScale:
        return PileScale(None if plain is None else PileWeights.from_plain(plain))

    def _screen(self) -> Screen:
        if self.open is None:
            return Screen()
        whole = Correction(ask=Whole(name="relics", label=T("Relics"), at_most=self.most), now=self.relics)
        pick = Pick(name="weather", label=T("Weather"), choices=(Choice(value="calm", label=T("Calm")),))
        return Screen(
            evening=Evening("1", "Friday", self.open, ("Ada",), 0.0),
            corrections_of=lambda: (whole, Correction(ask=pick, now="calm")),
        )

    def _correct(self, name: str, value: Value, by: str, weighed: bool = False) -> None:
        self.set.append((name, value, by, weighed))
        self.relics = int(value)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * RATE)):
            self.time_s += 1 / RATE
            self.desk.feed(self.time_s, self.drawer.raw_at(self.time_s), True)

    def lay(self, count: int, seconds: float = 4.0) -> None:
        self.drawer.drop_cubes(count)
        self.wait(seconds)

    def learn(self, name: str = "Relics", known: int = 10) -> None:
        """Name a pile, empty scale, ten pieces one by one."""
        self.desk.begin(name)
        self.wait(2)
        self.desk.zero()
        self.wait(2)
        for _ in range(known):
            self.lay(1, 2.2)
        self.desk.known(known)


def test_a_known_few_then_the_pile_then_one_tap() -> None:
    """Ten pieces, then more; the sure count is said, and one tap sets the counter that was chosen."""
    table = PilesAtTable()
    table.learn()
    table.desk.bind("relics", by_itself=False)
    table.lay(7)
    state = table.desk.state()
    assert (state.step, state.status, state.count, state.bound) == ("count", "sure", 17, "relics")
    assert str(table.said[-1]) == "Relics: 17."
    assert table.set == []
    table.desk.put("Ada")
    assert table.set == [("relics", 17, "Ada", True)]
    assert table.desk.state().now == 17


def test_by_itself_when_sure_and_still() -> None:
    """Switched on, a sure count that stands sets the counter without a tap, once, and only when it is another."""
    table = PilesAtTable()
    table.learn()
    table.desk.bind("relics", by_itself=True)
    table.lay(5, 1.5)
    assert table.set == []
    table.wait(STEADY_S + 1)
    assert table.set == [("relics", 15, "drawer", True)]
    table.wait(5)
    assert len(table.set) == 1


def test_more_than_the_counter_takes() -> None:
    """A count beyond the counter's limits is refused in words, by tap and by itself."""
    table = PilesAtTable(most=12)
    table.learn()
    table.desk.bind("relics", by_itself=True)
    table.lay(5, 6)
    with pytest.raises(BadMove, match="goes from 0 to 12"):
        table.desk.put("Ada")
    assert table.set == []
    assert "goes from 0 to 12" in str(table.desk.state().why)


def test_only_whole_numbers_of_the_open_evening() -> None:
    """What is no counter cannot be bound; without an evening nothing can."""
    table = PilesAtTable()
    table.learn()
    for name in ("weather", "nothing"):
        with pytest.raises(BadMove):
            table.desk.bind(name, by_itself=False)
    table.open = None
    with pytest.raises(BadMove):
        table.desk.bind("relics", by_itself=False)


def test_a_drop_of_the_game_has_the_scale() -> None:
    """While cubes are expected the pile waits; afterwards it asks for the empty scale, its piece's weight known."""
    table = PilesAtTable()
    table.learn()
    table.busy = True
    table.wait(1)
    assert table.desk.state().step == "paused"
    with pytest.raises(BadMove):
        table.desk.zero()
    with pytest.raises(BadMove):
        table.desk.put("Ada")
    table.busy = False
    table.drawer.empty()
    table.wait(3)
    assert table.desk.state().step == "zero"
    table.desk.zero()
    table.wait(1)
    table.lay(6)
    assert (table.desk.state().status, table.desk.state().count) == ("sure", 6)


def test_kept_by_name_with_its_counter() -> None:
    """Another evening needs no known few: the pile's name brings its weight, its counter and the switch."""
    store = Kept()
    first = PilesAtTable(store)
    first.learn("Water tokens")
    first.desk.bind("relics", by_itself=True)
    first.desk.end()
    again = PilesAtTable(store)
    (known,) = again.desk.state().kept
    assert (known.name, known.pieces) == ("Water tokens", 10)
    again.desk.begin("  Water   tokens ")
    again.wait(2)
    again.desk.zero()
    again.wait(1)
    again.lay(6)
    state = again.desk.state()
    assert (state.status, state.count, state.bound, state.by_itself) == ("sure", 6, "relics", True)
    again.desk.forget("Water tokens")
    assert again.desk.state().kept == ()
    assert again.desk.state().step == "none"


def test_counters_of_another_game_are_its_own() -> None:
    """Bound in one game, a pile is free in another, and bound again when the first is open."""
    table = PilesAtTable()
    table.learn()
    table.desk.bind("relics", by_itself=False)
    table.open = "torrenar"
    assert table.desk.state().bound is None
    table.open = "frostpunk"
    assert table.desk.state().bound == "relics"


def test_unsure_asks_and_learns() -> None:
    """Sixty at once are asked about, with two counts; the answer counts and is gone on from."""
    table = PilesAtTable(spread=0.04)
    table.learn()
    table.lay(60, 8)
    state = table.desk.state()
    assert state.status == "unsure"
    assert state.other is not None
    assert "count" in str(table.said[-1])
    with pytest.raises(BadMove):
        table.desk.put("Ada")
    table.desk.confirm_count(70)
    table.wait(1)
    assert (table.desk.state().status, table.desk.state().count) == ("sure", 70)


def test_too_light_is_refused_in_words() -> None:
    """Paper weighs too little for this cell."""
    table = PilesAtTable(cube_g=0.03)
    with pytest.raises(BadMove, match="too light"):
        table.learn(known=5)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_pile_has_a_name(name: str) -> None:
    """Names are there, and short."""
    with pytest.raises(BadMove):
        PilesAtTable().desk.begin(name)


def test_nothing_on_the_scale_yet() -> None:
    """Steps without a pile are refused in words, and the page shows none."""
    table = PilesAtTable()
    table.wait(1)
    assert table.desk.state().step == "none"
    for step in (table.desk.zero, lambda: table.desk.known(3), lambda: table.desk.put("Ada")):
        with pytest.raises(BadMove):
            step()
