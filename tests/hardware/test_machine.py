"""How the machine is, read from folders as a Raspberry Pi and a plain computer have them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.machine import CAPPED, HOT, THROTTLED, UNDERVOLTED, Machine, read_machine


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="ascii")


def test_a_raspberry_pi(tmp_path: Path) -> None:
    """65.2 degrees; too little voltage and slowed down at some time, neither now."""
    put(tmp_path / "class/thermal/thermal_zone0/type", "cpu-thermal\n")
    put(tmp_path / "class/thermal/thermal_zone0/temp", "65218\n")
    put(tmp_path / "devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    machine = read_machine(tmp_path, tmp_path)
    assert machine.temperature_c == 65.218
    assert [machine.now(bit) for bit in (UNDERVOLTED, CAPPED, THROTTLED, HOT)] == [False] * 4
    assert [machine.earlier(bit) for bit in (UNDERVOLTED, CAPPED, THROTTLED, HOT)] == [True, False, True, False]
    assert machine.disk_size is not None
    assert machine.disk_free is not None


def test_a_plain_computer_is_silent(tmp_path: Path) -> None:
    """Sensors of other things are not the processor's."""
    put(tmp_path / "class/thermal/thermal_zone0/type", "acpitz\n")
    put(tmp_path / "class/thermal/thermal_zone0/temp", "99000\n")
    machine = read_machine(tmp_path, tmp_path)
    assert (machine.temperature_c, machine.power, machine.disk_errors) == (None, None, None)
    assert not machine.now(UNDERVOLTED)


@pytest.mark.parametrize(
    ("prints", "power"), [("throttled=0x50005", 0x50005), ("throttled=0x0", 0), ("VCHI initialization failed", None)]
)
def test_the_firmware_is_asked_where_the_kernel_does_not_tell(tmp_path: Path, prints: str, power: int | None) -> None:
    """`vcgencmd`, whose answer may be none."""
    program = tmp_path / "vcgencmd"
    program.write_text(f"#!/bin/sh\necho '{prints}'\n", encoding="ascii")
    program.chmod(0o755)
    assert read_machine(tmp_path, tmp_path, str(program)).power == power


def test_a_program_that_fails_or_is_not_there(tmp_path: Path) -> None:
    """Then the kernel's own watch over the voltage is asked."""
    put(tmp_path / "class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert read_machine(tmp_path, tmp_path, "/nowhere/vcgencmd").power == UNDERVOLTED
    assert read_machine(tmp_path, tmp_path, "/bin/false").now(UNDERVOLTED)


def test_errors_of_the_card(tmp_path: Path) -> None:
    """As ext4 has counted them for the disk of the folder."""
    device = tmp_path.stat().st_dev
    disk = tmp_path / "devices/mmc/mmcblk0p2"
    disk.mkdir(parents=True)
    link = tmp_path / f"dev/block/{os.major(device)}:{os.minor(device)}"
    link.parent.mkdir(parents=True)
    link.symlink_to(disk)
    put(tmp_path / "fs/ext4/mmcblk0p2/errors_count", "3\n")
    assert read_machine(tmp_path, tmp_path).disk_errors == 3


def test_a_folder_that_has_gone(tmp_path: Path) -> None:
    """Nothing is known of its disk."""
    assert read_machine(tmp_path / "gone", tmp_path) == Machine()
