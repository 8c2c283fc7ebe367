"""The whole chain with the real firmware: compiled, unchanged, in an emulated chip under a simulated cell."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.service import Service
from companion.app.settings import DrawerSettings, Settings
from firmware_bridge.simavr_board import SimavrBoard
from hardware.players import RememberingPlayer
from hardware.simulated_drawer import Cell, SimulatedDrawer

from .conftest import Hands, to_the_generator

pytestmark = [pytest.mark.slow, pytest.mark.emulated]


@pytest.fixture
def drawer() -> SimulatedDrawer:
    """The drawer on its cell, with the owner's 40 cubes beside it."""
    return SimulatedDrawer(seed=5, cell=Cell.at(80))


@pytest.fixture
def board(drawer: SimulatedDrawer) -> Iterator[SimavrBoard]:
    """The emulated microcontroller with its converter on that cell."""
    found = SimavrBoard()
    found.start()
    began = time.monotonic()
    found.follow(lambda now: drawer.raw_at(now - began))
    yield found
    found.stop()


@pytest.fixture
def real(board: SimavrBoard, tmp_path: Path, player: RememberingPlayer) -> Iterator[Service]:
    """The service on that board's serial port; it takes it for a real one."""
    settings = Settings(drawer=DrawerSettings(port=board.port))
    found = Service(settings, data=tmp_path / "data", port=0, simulate=False, player=player)
    found.start()
    yield found
    found.stop()


def state_of(service: Service, name: str) -> str:
    return next(str(one.words) for one in service.health.health() if one.name == name)


def calibrate(service: Service, drawer: SimulatedDrawer, hands: Hands) -> None:
    """What the owner does once, hands free, as the voice says it; three single cubes, then a tap on enough."""
    desk = service.scale
    assert desk is not None
    wizard = desk.wizard

    def step(name: str) -> None:
        hands.wait_for(lambda: wizard.state.step == name, f"the step {name} (results: {wizard.state.results})")
        time.sleep(1.0)  # a hand comes a moment after the words

    hands.wait_for(lambda: desk.state().resting, "an empty drawer at rest")
    desk.calibrate(40, "Anna")
    time.sleep(2.5)
    drawer.pull_drawer()
    step("drawer")
    drawer.push_drawer()
    step("known")
    drawer.drop_cubes(drawer.cubes_beside)
    hands.wait_for(lambda: str(wizard.state.words).startswith("Noted"), "the whole set, noted")
    drawer.empty()
    step("single")
    for count in (1, 2, 3):
        drawer.drop_cubes(1)
        hands.wait_for(lambda count=count: len(wizard.state.singles) == count, f"single cube {count}")
        time.sleep(1.5)
    wizard.enough()
    drawer.empty()
    step("idle")
    assert str(wizard.state.results[0]) == "Done. The scale knows your cubes now."
    hands.wait_for(lambda: desk.state().resting and drawer.cubes_in_drawer == 0, "an empty drawer again")


def test_cubes_on_the_cell_of_the_real_firmware_reach_the_voice(real, board, drawer, player):
    """Found by asking and calibrated once; then 2 cubes go by firmware, serial line and count to track and voice."""
    hands = Hands(real.session)
    hands.wait_for(lambda: "does not know your cubes" in state_of(real, "drawer"), "the board, not calibrated yet")
    calibrate(real, drawer, hands)
    hands.wait_for(lambda: state_of(real, "drawer") == "Connected.", "a calibrated drawer")
    time.sleep(2)
    to_the_generator(hands)
    hands.wait_for(lambda: real.scale.state().sure and real.scale.state().count == 0, "the scale's zero")
    drawer.drop_cubes(2)
    hands.answer("all_dropped")
    hands.wait_until_asked("weather.card")
    assert real.session.screen().history[0].by == "drawer"
    hands.wait_for(lambda: "2 cubes fell." in player.begun, "the voice")
    assert real.session.state().generator.stress == 2


def test_a_reset_in_the_middle_is_survived(real, board):
    """The board restarts while it talks: the link finds its feet, and the page says connected again."""
    hands = Hands(real.session)
    hands.wait_for(lambda: "does not know your cubes" in state_of(real, "drawer"), "the board")
    board.reset()
    hands.wait_for(lambda: real.drawer.link_status.restarts >= 1, "the board's restart, noticed")
    hands.wait_for(lambda: real.scale.state().resting, "samples again")
