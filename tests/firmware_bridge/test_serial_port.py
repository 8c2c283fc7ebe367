"""Which ports there are, and what is wrong with one that cannot be opened."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports

from firmware_bridge import serial_port
from firmware_bridge.link_status import BUSY, NO_PORT, NOT_A_DRAWER, PERMISSION
from firmware_bridge.pty_port import PtyPort
from firmware_bridge.serial_port import CannotOpen, SerialPort, usb_place, usb_ports


def code_of(path: str | Path) -> str:
    with pytest.raises(CannotOpen) as caught:
        SerialPort(str(path))
    return caught.value.code


def test_what_is_not_there_is_no_port(tmp_path: Path):
    """A path that does not exist is a port that is not plugged in."""
    assert code_of(tmp_path / "ttyUSB0") == NO_PORT


def test_a_file_is_not_a_drawer(tmp_path: Path):
    """A text file, or a folder, named in the settings by mistake is told as what it is not, and is left as it was."""
    path = tmp_path / "settings.toml"
    path.write_text("not a port")
    assert code_of(path) == NOT_A_DRAWER
    assert path.read_text() == "not a port"
    assert code_of(tmp_path) == NOT_A_DRAWER


@pytest.mark.parametrize(("number", "code"), [(errno.EACCES, PERMISSION), (errno.EBUSY, BUSY), (errno.ENXIO, NO_PORT)])
def test_the_systems_reasons_are_told_apart(monkeypatch: pytest.MonkeyPatch, number: int, code: str):
    """No permission, in use, pulled out: each has its own state."""

    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.setattr(serial_port.serial, "Serial", refuse)
    assert code_of("/dev/null") == code


def test_a_port_is_for_one_program():
    """While it is open nobody else gets it."""
    pty = PtyPort()
    pty.plug()
    first = SerialPort(pty.path)
    assert code_of(pty.path) == BUSY
    first.close()
    SerialPort(pty.path).close()
    pty.close()


def test_a_port_that_is_pulled_out_is_an_error():
    """Reading from and writing to what is gone raise OSError, and nothing else."""
    pty = PtyPort()
    pty.plug()
    port = SerialPort(pty.path)
    pty.write(b"hello")
    assert port.read() == b"hello"
    pty.close()
    with pytest.raises(OSError, match=r".+"):
        port.read()
    with pytest.raises(OSError, match=r".+"):
        port.write(b"hello")
    port.close()


def test_after_a_burst_nothing_is_looked_for_in_vain(monkeypatch: pytest.MonkeyPatch):
    """Who says much at once says nothing for a while: until then it is waited longer, once."""
    waits: list[float] = []

    def told(read: list[int], _write: object, _errors: object, wait_s: float) -> tuple[list[int], list[int], list[int]]:
        waits.append(wait_s)
        return read, [], []

    pty = PtyPort()
    pty.plug()
    port = SerialPort(pty.path)
    monkeypatch.setattr(serial_port.select, "select", told)
    for size in (30, 300, 30, 30):
        pty.write(b"x" * size)
        assert len(port.read()) == size
    port.close()
    pty.close()
    assert waits == [0.1, 0.1, 0.5, 0.1]


def test_a_device_is_known_by_its_socket(monkeypatch: pytest.MonkeyPatch):
    """Chip, serial number and socket name it, whatever number its port has; a port that is not on USB has none."""
    chip = {"vid": 0x1A86, "pid": 0x7523, "serial_number": None, "location": "1-1.3"}
    found = [SimpleNamespace(device="/dev/ttyS0", vid=None), SimpleNamespace(device="/dev/ttyUSB4", **chip)]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    assert usb_place("/dev/ttyUSB4") == "1a86:7523 @1-1.3"
    assert usb_place("/dev/ttyS0") is None
    assert usb_place("/dev/ttyUSB0") is None


def test_the_likeliest_ports_come_first(monkeypatch: pytest.MonkeyPatch):
    """Chips that Nanos have are looked at first, ports that are not on USB never."""
    found = [
        SimpleNamespace(device="/dev/ttyS0", vid=None),
        SimpleNamespace(device="/dev/ttyACM0", vid=0x1546),
        SimpleNamespace(device="/dev/ttyUSB1", vid=0x1A86),
        SimpleNamespace(device="/dev/ttyUSB0", vid=0x0403),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    assert usb_ports() == ["/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM0"]
