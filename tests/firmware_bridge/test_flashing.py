"""The one command that flashes the board, with a programmer that only remembers."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge import simavr_board

FIRMWARE = Path(simavr_board.__file__).parent / "firmware"
pytestmark = pytest.mark.skipif(not all(map(shutil.which, ("avr-gcc", "make"))), reason="gcc-avr is missing")


class Programmer:
    """A folder of `/dev/serial/by-id`, and an `avrdude` that writes its words down."""

    def __init__(self, folder: Path) -> None:
        self.ports = folder / "by-id"
        self.ports.mkdir()
        self._called = folder / "called"
        tool = folder / "avrdude"
        tool.write_text(f'#!/bin/sh\necho "$@" >> {self._called}\nexit ${{AVRDUDE_SAYS:-0}}\n', encoding="utf-8")
        tool.chmod(0o755)
        self._path = f"{folder}:{os.environ['PATH']}"

    def plug(self, name: str) -> str:
        (self.ports / name).touch()
        return str(self.ports / name)

    def flash(self, *words: str, fails: bool = False) -> subprocess.CompletedProcess[str]:
        command = ["make", "-s", "-C", str(FIRMWARE), "flash", f"PORTS={self.ports}", *words]
        environment = {**os.environ, "PATH": self._path, "AVRDUDE_SAYS": "1" if fails else "0"}
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    @property
    def calls(self) -> list[str]:
        return self._called.read_text(encoding="utf-8").splitlines() if self._called.exists() else []


@pytest.fixture
def programmer(tmp_path: Path) -> Programmer:
    return Programmer(tmp_path)


def test_the_only_board_is_flashed(programmer: Programmer):
    """With one board plugged in, nothing needs to be named."""
    port = programmer.plug("usb-1a86_USB_Serial-if00-port0")
    assert programmer.flash().returncode == 0
    assert programmer.calls == [f"-c arduino -p m328p -P {port} -b 115200 -D -U flash:w:build/drawer.hex:i"]


def test_the_old_bootloader_is_spoken_to_slowly(programmer: Programmer):
    """Many clones have it."""
    programmer.plug("usb-1a86_USB_Serial-if00-port0")
    programmer.flash("BOOTLOADER=old")
    assert "-b 57600" in programmer.calls[0]


def test_of_several_boards_one_must_be_named(programmer: Programmer):
    """Nothing is flashed by guessing; all are listed."""
    ports = [programmer.plug(name) for name in ("usb-Arduino-if00", "usb-Printer-if00")]
    answer = programmer.flash()
    assert answer.returncode != 0
    assert programmer.calls == []
    assert all(port in answer.stderr for port in ports)
    assert programmer.flash(f"PORT={ports[0]}").returncode == 0
    assert len(programmer.calls) == 1


def test_without_a_board_that_is_said(programmer: Programmer):
    """A cable without data lines looks so too."""
    answer = programmer.flash()
    assert answer.returncode != 0
    assert "No board" in answer.stderr
    assert programmer.calls == []


def test_a_failure_says_what_to_try(programmer: Programmer):
    """The likeliest cure stands below the programmer's own words."""
    programmer.plug("usb-1a86_USB_Serial-if00-port0")
    answer = programmer.flash(fails=True)
    assert answer.returncode != 0
    assert "BOOTLOADER=old" in answer.stderr
    assert "companion" in answer.stderr
