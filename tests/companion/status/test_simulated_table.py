"""The verbs of the simulated table."""

import pytest

from companion.status.simulated_table import Fakes, SimulatedTable, TroubleAtTable


class Drawer:
    def __init__(self) -> None:
        self.cubes_in_drawer, self.cubes_beside = 0, 40
        self.drawer_out = False

    def drop_cubes(self, n: int) -> None:
        self.cubes_in_drawer += n
        self.cubes_beside -= n

    def empty(self) -> None:
        self.cubes_in_drawer, self.cubes_beside = 0, 40

    def pull_drawer(self) -> None:
        self.drawer_out = True

    def push_drawer(self) -> None:
        self.drawer_out = False

    def bump(self) -> None:
        pass


class Cable:
    plugged = True

    def unplug(self) -> None:
        self.plugged = False

    def plug(self) -> None:
        self.plugged = True


@pytest.fixture
def shown() -> list[str | None]:
    return []


@pytest.fixture
def table(shown: list[str | None]) -> SimulatedTable:
    fakes = Fakes(drawer=Drawer(), cable=Cable(), show=shown.append, press=shown.append, camera_cable=Cable())
    return SimulatedTable(lambda: fakes, {"frostpunk": ("D012", "M017")}, lambda: "frostpunk")


def test_cubes_fall_and_are_taken(table: SimulatedTable):
    """The state shows what lies in the drawer."""
    table.drop_cubes(3)
    assert table.state().cubes == 3
    table.take_cubes()
    assert table.state().cubes == 0


def test_the_drawer_goes_out_once(table: SimulatedTable):
    """A drawer that is out cannot be pulled out."""
    table.pull_drawer()
    with pytest.raises(TroubleAtTable, match="out already"):
        table.pull_drawer()
    table.push_drawer()
    with pytest.raises(TroubleAtTable, match="in already"):
        table.push_drawer()


@pytest.mark.parametrize("count", [0, -1, 41, 10**9])
def test_no_hand_holds_that_many(table: SimulatedTable, count: int):
    """Odd numbers of cubes are refused and nothing falls."""
    with pytest.raises(TroubleAtTable):
        table.drop_cubes(count)
    assert table.state().cubes == 0


def test_cards_of_the_deck_are_shown_and_taken_away(table: SimulatedTable, shown: list[str | None]):
    """Only drawn cards can be shown."""
    table.show_card("D012")
    assert table.state().card_shown == "D012"
    table.show_card("")
    assert shown == ["D012", None]
    with pytest.raises(TroubleAtTable, match="no drawn card"):
        table.show_card("X999")


def test_buttons_and_cable(table: SimulatedTable, shown: list[str | None]):
    """A press reaches the panel; the plug is remembered."""
    table.press("next")
    assert shown == ["next"]
    with pytest.raises(TroubleAtTable):
        table.press("self-destruct")
    table.pull_cable()
    assert table.state().cable_in is False
    table.plug_cable()
    assert table.state().cable_in is True
    table.pull_camera()
    assert (table.state().camera_in, table.state().cable_in) == (False, True)
    table.plug_camera()
    assert table.state().camera_in is True


def test_real_devices_have_no_verbs():
    """What is really there is moved by hand."""
    table = SimulatedTable(lambda: Fakes(), {}, lambda: None)
    for verb in (
        table.take_cubes,
        table.pull_cable,
        table.pull_camera,
        lambda: table.show_card("D012"),
        lambda: table.press("next"),
    ):
        with pytest.raises(TroubleAtTable, match="real"):
            verb()
    assert table.state().cubes is None


def test_listeners_hear_of_changes(table: SimulatedTable):
    """Phones are told, and one that fails stops nobody."""
    heard: list[int] = []

    def fail() -> None:
        raise RuntimeError("gone")

    table.subscribe(fail)
    stop = table.subscribe(lambda: heard.append(1))
    table.drop_cubes(1)
    stop()
    table.drop_cubes(1)
    assert heard == [1]
