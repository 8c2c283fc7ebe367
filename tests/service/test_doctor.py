"""`companion doctor`, while the service runs, while it does not, and while nothing may be opened."""

from __future__ import annotations

import io
import os
import socket
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.api.text import catalogue
from companion.app.control import SOCKET, Control
from companion.app.device_report import DeviceReport, running_service
from companion.app.phone_desk import PhoneDesk
from companion.app.settings import CameraSettings, DataSettings, DrawerSettings, PanelSettings, Settings, VoiceSettings
from companion.cli.doctor import doctor, unopened
from companion.status.health import HealthBoard, device
from companion.storage.log import Log
from web.pairing import Pairing

OFF = Settings(
    voice=VoiceSettings(on=False),
    drawer=DrawerSettings(port="none"),
    camera=CameraSettings(source="none"),
    panel=PanelSettings(kind="none"),
)


def at(folder: Path) -> Settings:
    return replace(OFF, data=DataSettings(folder=str(folder)))


@pytest.fixture
def board() -> HealthBoard:
    board = HealthBoard()
    board.put(device("data", "ok"))
    board.put(device("drawer", "permission"))
    return board


@pytest.fixture
def running(tmp_path: Path, board: HealthBoard) -> object:
    """A service's lock and its socket, on a folder whose path is too long for a socket's name."""
    folder = tmp_path / ("long" * 30)
    log = Log(folder, durable=False)
    pairing = Pairing(log, "123456")
    pairing.join("123456", "Ada", "10.0.0.1")
    report = DeviceReport(board, lambda: "http://10.0.0.7:8080")
    desk = PhoneDesk(pairing, catalogue("en"), lambda: "http://10.0.0.7:8080")
    answering = Control(folder, lambda asked: (report if asked["do"] == "devices" else desk).answer(asked))
    answering.start()
    yield folder
    answering.stop()
    log.close()


def test_a_running_service_is_asked(running: Path):
    """It has the devices, so what it sees is told, with where it is found; and one of them needs a hand."""
    out = io.StringIO()
    assert doctor(at(running), out) == 1
    told = out.getvalue().splitlines()
    assert told[0] == f"The companion is running (process {os.getpid()}, http://10.0.0.7:8080). What it sees:"
    assert told[1:4] == [
        "Saved evenings: Every move is on disk before anybody is told.",
        "Drawer scale: This user may not open the drawer's serial port.",
        "    Run once: sudo usermod -aG dialout $USER, then log in again.",
    ]


def test_a_running_service_tells_who_has_joined(running: Path):
    """How many phones, which one is the owner's, and where the next pairing code is to be had."""
    out = io.StringIO()
    doctor(at(running), out)
    assert out.getvalue().splitlines()[-2:] == [
        "Phones: 1 has joined; the owner’s: Ada",
        "    A new pairing code: companion phones invite",
    ]


def test_it_answers_in_the_language_of_who_asks(running: Path):
    """Not in the one in which the service was started."""
    out = io.StringIO()
    doctor(replace(at(running), language="pl"), out)
    assert "Zapisane wieczory: " in out.getvalue()


def test_only_the_owner_may_ask(running: Path):
    """The socket is for the user whose evenings these are."""
    mode = os.stat(running / SOCKET).st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def test_who_says_nothing_or_nonsense_holds_nobody_up(running: Path):
    """The next one who asks is answered."""
    handle = os.open(running, os.O_RDONLY)
    silent, babbling = (socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(2))
    for client in (silent, babbling):
        client.connect(f"/proc/self/fd/{handle}/{SOCKET}")
    babbling.sendall(b"\xff\x00" * 10_000)
    found = running_service(running, "en")
    assert found is not None
    assert [one.name for one in found.devices] == ["data", "drawer"]
    for client in (silent, babbling):
        client.close()
    os.close(handle)


def test_what_a_killed_service_left_is_no_answer(tmp_path: Path):
    """Its socket is still there, and nobody behind it; the next service takes its place."""
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(tmp_path / SOCKET))
    left.close()
    assert running_service(tmp_path, "en") is None
    board = HealthBoard()
    board.put(device("data", "ok"))
    answering = Control(tmp_path, DeviceReport(board, lambda: "here").answer)
    answering.start()
    assert running_service(tmp_path, "en") is not None
    answering.stop()
    assert not (tmp_path / SOCKET).exists()


def test_where_none_runs_every_device_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And the folder is free again afterwards."""
    monkeypatch.setattr("companion.cli.doctor.LOOK_S", 0.1)
    out = io.StringIO()
    assert doctor(at(tmp_path), out) == 0
    assert "Drawer scale: Switched off in the settings." in out.getvalue()
    assert "Phones: No phone has joined." in out.getvalue()
    Log(tmp_path, durable=False).close()
    assert not (tmp_path / SOCKET).exists()


def test_a_service_that_does_not_answer_is_told_with_what_can_be_seen(tmp_path: Path):
    """The folder is taken and nobody answers: no device is opened, and it says so."""
    log = Log(tmp_path, durable=False)
    out = io.StringIO()
    assert doctor(at(tmp_path), out) == 1
    told = out.getvalue()
    assert told.startswith("Nothing was tried, since the data folder cannot be used.")
    assert "Saved evenings: Another companion already runs on the data folder" in told
    assert "Camera: Switched off in the settings." in told
    log.close()


def test_a_folder_that_is_none_keeps_nobody_from_the_devices(tmp_path: Path):
    """A file lies where the folder should be."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = io.StringIO()
    assert doctor(at(tmp_path / "file"), out) == 1
    assert "Saved evenings: The data folder cannot be used" in out.getvalue()
    assert "Drawer scale: " in out.getvalue()


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, str]]:
    """How devices look from outside, by name, on a machine that has these."""

    def look(ports: list[str], camera: str | None, programs: tuple[str, ...], settings: Settings) -> dict[str, str]:
        monkeypatch.setattr("companion.cli.doctor.usb_ports", lambda: ports)
        monkeypatch.setattr("companion.cli.doctor.find_camera", lambda: camera)
        monkeypatch.setattr("shutil.which", lambda name: name if name in programs else None)
        return {one.name: one.state + ": " + str(one.words) for one in unopened(settings)}

    return look


def test_devices_are_seen_without_opening_them(seen: Callable[..., dict[str, str]], tmp_path: Path):
    """What is there, what is not, and what this user may not open."""
    port = tmp_path / "ttyUSB0"
    port.touch()
    told = seen([str(port)], None, ("espeak-ng", "aplay"), Settings())
    assert told["drawer"] == "ok: Plugged in; not tried."
    assert told["camera"] == "absent: No camera is plugged in."
    assert told["voice"] == "ok: Installed; not tried."
    told = seen([], "pi", ("espeak-ng",), Settings())
    assert told["drawer"] == "absent: No drawer is plugged in."
    assert told["camera"] == "ok: Plugged in; not tried."
    assert told["voice"] == "absent: The sound player is missing: captions only."
    named = Settings(drawer=DrawerSettings(port="/dev/no-such-port"))
    assert seen([], None, (), named)["drawer"] == "absent: The drawer's port that settings.toml names is not there."
    camera = Settings(camera=CameraSettings(source="/dev/no-such-camera"))
    assert seen([], None, (), camera)["camera"].startswith("absent: The camera that settings.toml names is not there")


def test_a_port_that_this_user_may_not_open(seen: Callable[..., dict[str, str]], monkeypatch: pytest.MonkeyPatch):
    """Root may open anything, so the system's answer is put in its mouth."""
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert seen(["/dev/null"], None, (), Settings())["drawer"].startswith(
        "trouble: This user may not open the drawer's"
    )
