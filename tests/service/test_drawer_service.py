"""The drawer's wiring: simulated until a real one is plugged in, and what is said of a swapped one."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.app.drawer import DrawerService
from companion.app.settings import DrawerSettings
from companion.app.simulated_drawer_link import SimulatedDrawerLink
from companion.drawer.pile import PileDesk
from companion.status.health import DeviceHealth, HealthBoard
from firmware_bridge.emulator import Emulator
from firmware_bridge.pty_port import PtyPort
from hardware.cube_scale import CubeScale
from tests.companion.drawer.desk_table import Evening, Kept

pytestmark = pytest.mark.slow

USUAL, OTHER = b"usual---", b"other---"


def restless(time_s: float) -> int:
    """What an empty drawer's cell gives: no two readings are alike."""
    return 100_000 + int(time_s * 1000) % 64


class Room:
    """A drawer service, and the boards that people plug in."""

    def __init__(self) -> None:
        self.store = Kept()
        self.health = HealthBoard()
        self.ports: list[str] = []
        self.real: list[bool] = []
        self._ending: list[Callable[[], None]] = []

    def service(self, settings: DrawerSettings | None = None) -> DrawerService:
        def on_real() -> None:
            self.real.append(True)

        service = DrawerService(
            settings or DrawerSettings(), self.health, Evening(), self.store, False,
            on_real=on_real, plugged_in=lambda: list(self.ports),
        )  # fmt: skip
        self._ending.insert(0, service.stop)
        service.start()
        return service

    def plug_in(self, unit: bytes) -> Emulator:
        board = Emulator(restless, unit)
        self._ending.append(board.stop)
        board.start()
        self.ports.append(board.port)
        return board

    def calibrate(self, unit: bytes) -> None:
        """As if the owner had done it on an earlier evening."""
        simulated = SimulatedDrawerLink()
        simulated.stop()
        self.store.put("calibration", unit.hex(), {"at": 1.0, "values": simulated.calibration.to_plain()})

    def drawer(self) -> DeviceHealth:
        return next(one for one in self.health.health() if one.name == "drawer")

    def comes_to(self, state: str, words: str) -> None:
        until = time.monotonic() + 20
        while not (self.drawer().state == state and words in str(self.drawer().words)):
            assert time.monotonic() < until, self.drawer()
            time.sleep(0.02)

    def close(self) -> None:
        for end in self._ending:
            end()


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.close()


def test_a_drawer_plugged_in_later_takes_over(room: Room):
    """Nothing is plugged in, so the drawer is simulated; a real one takes its place without a restart, and for good."""
    service = room.service()
    room.comes_to("simulated", "Simulated")
    assert service.simulated is not None
    board = room.plug_in(USUAL)
    room.comes_to("trouble", "does not know your cubes yet")
    assert (service.simulated, service.cable, room.real) == (None, None, [True])
    assert service.link_status.device_id == USUAL.hex()
    board.unplug()
    room.comes_to("lost", "does not answer")
    board.plug()
    room.comes_to("trouble", "does not know your cubes yet")
    assert room.real == [True]


def test_a_drawer_that_knows_its_cubes_is_remembered(room: Room):
    """The id of a calibrated drawer is kept for other evenings; one that is not calibrated is not."""
    room.plug_in(OTHER)
    service = room.service()
    room.comes_to("trouble", "does not know your cubes yet")
    assert room.store.get("drawer", "id") is None
    service.stop()
    room.calibrate(OTHER)
    room.service()
    room.comes_to("ok", "Connected.")
    assert room.store.get("drawer", "id") == OTHER.hex()


def test_a_dip_of_the_power_is_told_until_it_is_plugged_in_anew(room: Room):
    """A board that starts anew by itself says why on the page of devices, with what helps; it goes on counting."""
    room.calibrate(USUAL)
    board = room.plug_in(USUAL)
    room.service()
    room.comes_to("ok", "Connected.")
    board.dip_power()
    room.comes_to("ok", "its voltage fell too low")
    assert "cable" in str(room.drawer().what_to_do)
    assert str(room.drawer().figures[0][0]) == "Its power dipped"
    board.unplug()
    room.comes_to("lost", "does not answer")
    board.plug()
    room.comes_to("ok", "Connected.")
    assert str(room.drawer().figures[0][0]) == "Port"


def test_where_the_drawer_was_is_looked_first(room: Room, monkeypatch: pytest.MonkeyPatch):
    """The calibrated drawer is found at its socket again without opening what else is plugged in."""
    monkeypatch.setattr("companion.app.drawer.usb_place", lambda port: f"socket of {port}")
    other = PtyPort()
    other.plug()
    room.calibrate(USUAL)
    board = room.plug_in(USUAL)
    room.service().stop()
    service = room.service()
    room.comes_to("ok", "Connected.")
    service.stop()
    assert room.store.get("drawer", "usb") == f"socket of {board.port}"
    opened, usual = [], serial.Serial

    def open_port(path: str, *given: Any, **named: Any) -> serial.Serial:
        opened.append(path)
        return usual(path, *given, **named)

    monkeypatch.setattr(serial, "Serial", open_port)
    room.ports.insert(0, other.path)
    room.service()
    room.comes_to("ok", "Connected.")
    assert opened == [board.port]
    other.close()


def test_a_swapped_drawer_is_noticed(room: Room):
    """Another board than the remembered one is told as that, with or without a calibration of its own."""
    room.store.put("drawer", "id", USUAL.hex())
    room.plug_in(OTHER)
    service = room.service()
    room.comes_to("trouble", "another drawer than last time")
    assert room.store.get("drawer", "id") == USUAL.hex()
    service.stop()
    room.calibrate(OTHER)
    room.service()
    room.comes_to("ok", "another drawer than last time")
    assert room.store.get("drawer", "id") == OTHER.hex()


def test_of_two_drawers_the_remembered_one_is_taken(room: Room):
    """Whichever port comes first."""
    room.store.put("drawer", "id", USUAL.hex())
    room.plug_in(OTHER)
    room.plug_in(USUAL)
    service = room.service()
    room.comes_to("trouble", "does not know your cubes yet")
    assert service.link_status.device_id == USUAL.hex()


def test_the_figures_tell_how_the_line_is(room: Room):
    """Rate, noise, losses and CRC errors stand beside the drawer, and grow when the line is bad."""
    board = room.plug_in(USUAL)
    room.service()
    room.comes_to("trouble", "does not know your cubes yet")

    def figure(name: str) -> str:
        return next((value for label, value in room.drawer().figures if str(label) == name), "")

    def comes(name: str, holds: Callable[[str], bool]) -> None:
        until = time.monotonic() + 20
        while not holds(figure(name)):
            assert time.monotonic() < until, room.drawer().figures
            time.sleep(0.05)

    comes("Samples a second", lambda value: value in ("79", "80", "81"))
    comes("Noise of one sample", lambda value: value not in ("", "?"))
    assert (figure("Frames lost"), figure("CRC errors")) == ("0", "0")
    board.garble(60)
    comes("CRC errors", lambda value: int(value) > 0)
    comes("Frames lost", lambda value: int(value) > 0)


def test_a_chip_that_started_anew_is_told_to_whom_it_concerns(room: Room, monkeypatch: pytest.MonkeyPatch):
    """The weighing chip was switched off and on: the scale doubts its zero, and so does a pile."""
    told: list[str] = []
    monkeypatch.setattr(CubeScale, "zero_may_have_moved", lambda scale: told.append("scale"))
    monkeypatch.setattr(PileDesk, "zero_may_have_moved", lambda pile: told.append("pile"))
    service = room.service()
    room.comes_to("simulated", "Simulated")
    assert service.cable is not None
    time.sleep(1.0)
    assert told == []
    service.cable.hang_converter()
    until = time.monotonic() + 20
    while len(told) < 2:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert told == ["scale", "pile"]


# --- where something is wrong with the machine or its port -----------------------------------------------------------


def no_terminals() -> tuple[int, int]:
    raise FileNotFoundError(2, "No such file or directory", "/dev/ptmx")


@pytest.fixture
def no_ptys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without pseudo-terminals, such as a container without /dev/pts."""
    monkeypatch.setattr("os.openpty", no_terminals)


@pytest.mark.usefixtures("no_ptys")
def test_without_terminals_there_is_no_simulation_and_nothing_else_ends(room: Room):
    """It is said, a real drawer would still be found, and the scale's desk is there as without a drawer."""
    service = room.service()
    room.comes_to("absent", "this machine cannot simulate one")
    assert (service.simulated, service.cable) == (None, None)
    assert service.desk is not None
    time.sleep(0.6)  # the link has looked, and found no port
    room.comes_to("absent", "this machine cannot simulate one")


@pytest.mark.usefixtures("no_ptys")
def test_a_simulation_that_is_asked_for_and_cannot_be_is_said(room: Room):
    """Likewise where the settings want nothing but a simulated one."""
    service = room.service(DrawerSettings(port="simulated"))
    room.comes_to("absent", "this machine cannot simulate one")
    assert service.link_status.device_id is None


def test_a_drawer_that_comes_to_a_machine_without_terminals(room: Room, monkeypatch: pytest.MonkeyPatch):
    """A real one is taken as anywhere else."""
    board = room.plug_in(USUAL)
    room.ports.clear()
    with monkeypatch.context() as context:
        context.setattr("os.openpty", no_terminals)
        room.service()
    room.comes_to("absent", "this machine cannot simulate one")
    room.ports.append(board.port)
    room.comes_to("trouble", "does not know your cubes yet")


@pytest.mark.parametrize(
    "says",
    [
        b"\x00\xff" * 40,  # a line at the wrong speed
        b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n",  # a satellite receiver
        b"start\necho:Marlin 2.1\nok T:21.3 /0.0 B:20.9 /0.0\n",  # a printer
        b"",  # a board whose flashing broke off
    ],
)
def test_something_else_on_the_port_is_said(room: Room, says: bytes):
    """With what to do about a board that is only not flashed yet; and nothing of it is taken for a weight."""
    port = PtyPort()
    port.plug()
    room.ports.append(port.path)
    stop = threading.Event()
    babble = threading.Thread(target=lambda: [port.write(says) for _ in iter(lambda: stop.wait(0.02), True)])
    babble.start()
    service = room.service()
    room.comes_to("trouble", "is not the companion's drawer")
    assert "flash" in str(room.drawer().what_to_do)
    assert port.read() == b""  # a printer would take a question for a command
    stop.set()
    babble.join()
    service.stop()
    port.close()


def test_a_port_that_is_named_and_is_not_there(room: Room, tmp_path: Path):
    """That is told from no drawer at all: the name may be wrong."""
    room.service(DrawerSettings(port=str(tmp_path / "ttyUSB7")))
    room.comes_to("absent", "The drawer's port that settings.toml names is not there.")


def test_a_port_that_may_not_be_opened(room: Room, monkeypatch: pytest.MonkeyPatch):
    """It is told with the command that helps, and found by itself once it may."""

    def refused(path: str, *_: Any, **__: Any) -> None:
        raise serial.SerialException(errno.EACCES, f"could not open port {path}: Permission denied")

    room.plug_in(USUAL)
    with monkeypatch.context() as context:
        context.setattr("serial.Serial", refused)
        room.service()
        room.comes_to("trouble", "may not open the drawer's serial port")
        assert "usermod -aG dialout" in str(room.drawer().what_to_do)
    room.comes_to("trouble", "does not know your cubes yet")


def test_a_loose_wire_of_the_cell_is_named(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    """Readings that stand at an end of the range, and readings that never change; mended, it is well by itself. The
    log says what the page says, once when it is lost and once when it is back."""
    caplog.set_level(logging.INFO, "companion.status.health")
    room.calibrate(USUAL)
    room.store.put("drawer", "id", USUAL.hex())
    board = room.plug_in(USUAL)
    room.service()
    room.comes_to("ok", "Connected.")
    board.set_raw((1 << 23) - 1)
    room.comes_to("trouble", "reads past the end of the range")
    assert "E+, E-, A+, A-" in str(room.drawer().what_to_do)
    board.set_source(restless)
    room.comes_to("ok", "Connected.")
    board.set_raw(-4711)
    room.comes_to("trouble", "never changes")
    board.set_source(restless)
    room.comes_to("ok", "Connected.")
    told = [(o.levelname, o.message.split(". ")[0]) for o in caplog.records if o.name == "companion.status.health"]
    assert told == [
        ("WARNING", "Drawer scale: The drawer answers, but its load cell reads past the end of the range"),
        ("INFO", "Drawer scale: Connected."),
        ("WARNING", "Drawer scale: The drawer answers, but its reading never changes at all"),
        ("INFO", "Drawer scale: Connected."),
    ]


def test_a_loose_wire_comes_before_the_calibration(room: Room) -> None:
    """Nobody is sent to calibrate a cell that hangs on three wires."""
    board = room.plug_in(USUAL)
    board.set_raw(-(1 << 23))
    room.service()
    room.comes_to("trouble", "reads past the end of the range")
