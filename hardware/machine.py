"""How the machine itself is: heat, power, the card. Read from /sys and /proc; what is not there is None, and silent.

A Raspberry Pi tells of its power in one word of bits (https://www.raspberrypi.com/documentation/computers/os.html,
"get_throttled"): those below 16 hold now, the same ones 16 higher have held since it was started.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

UNDERVOLTED, CAPPED, THROTTLED, HOT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
SINCE_START = 16
VCGENCMD_S = 2.0
_THROTTLED = ("devices/platform/soc/soc:firmware/get_throttled", "devices/platform/soc@0/soc@0:firmware/get_throttled")


@dataclass(frozen=True)
class Machine:
    """What could be read: degrees Celsius, the bits of power (of a Raspberry Pi), bytes of the data folder's disk, and
    how many errors its file system has noted."""

    temperature_c: float | None = None
    power: int | None = None
    disk_free: int | None = None
    disk_size: int | None = None
    disk_errors: int | None = None

    def now(self, bit: int) -> bool:
        """Whether the machine is so now."""
        return self.power is not None and bool(self.power & bit)

    def earlier(self, bit: int) -> bool:
        """Whether it was so since it was started."""
        return self.power is not None and bool(self.power & bit << SINCE_START)


def read_machine(data: Path, sys: Path = Path("/sys"), vcgencmd: str | None = None) -> Machine:
    """Look at it. `vcgencmd` is that program, where it is to be asked: only a Raspberry Pi has it."""
    size, free = _disk(data)
    return Machine(_temperature(sys), _power(sys, vcgencmd), free, size, _disk_errors(data, sys))


def find_vcgencmd() -> str | None:
    """The program that a Raspberry Pi has for it."""
    return shutil.which("vcgencmd")


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _temperature(sys: Path) -> float | None:
    """Of the processor: a machine may have sensors of other things."""
    for zone in sorted(sys.glob("class/thermal/thermal_zone*")):
        kind, value = _text(zone / "type") or "", _text(zone / "temp")
        if value is not None and any(word in kind.lower() for word in ("cpu", "soc", "pkg")):
            with suppress(ValueError):
                return int(value) / 1000
    return None


def _power(sys: Path, vcgencmd: str | None) -> int | None:
    for place in _THROTTLED:
        found = _bits(_text(sys / place))
        if found is not None:
            return found
    if vcgencmd is not None:
        with suppress(OSError, subprocess.SubprocessError):
            done = subprocess.run([vcgencmd, "get_throttled"], capture_output=True, timeout=VCGENCMD_S, check=True)
            return _bits(done.stdout.decode("ascii", "replace").strip().removeprefix("throttled="))
    return _undervoltage_alarm(sys)


def _bits(text: str | None) -> int | None:
    try:
        return None if text is None else int(text, 16)
    except ValueError:
        return None


def _undervoltage_alarm(sys: Path) -> int | None:
    """The kernel's own watch over a Pi's voltage, for whoever may not ask the firmware."""
    for sensor in sorted(sys.glob("class/hwmon/hwmon*")):
        if _text(sensor / "name") == "rpi_volt":
            return UNDERVOLTED if _text(sensor / "in0_lcrit_alarm") == "1" else 0
    return None


def _disk(data: Path) -> tuple[int | None, int | None]:
    try:
        found = shutil.disk_usage(data)
    except OSError:
        return None, None
    return found.total, found.free


def _disk_errors(data: Path, sys: Path) -> int | None:
    """What ext4 has counted on the disk of this folder."""
    try:
        device = data.stat().st_dev
        name = (sys / f"dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
        return int(_text(sys / "fs/ext4" / name / "errors_count") or "")
    except (OSError, ValueError):
        return None
