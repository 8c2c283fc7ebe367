"""Which serial ports there are, and opening one."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import termios
from typing import Protocol

import serial
from serial.tools import list_ports

from firmware_bridge.link_status import BUSY, NO_PORT, NOT_A_DRAWER, PERMISSION
from firmware_bridge.messages import BAUD

_READ_S = 0.1
_READ_BYTES = 4096
# Four samples. A board says something eighty times a second; to wake up for each takes twice the processor time that it
# takes for four, which is a twentieth of a Pi's core more. What is less is read when `_READ_S` is over.
_GATHERED_BYTES = 60
# Who says so much at once, as the emulated board at rest does, has nothing more to say for a while, and then as much
# again: nothing of it is left over that a look after `_READ_S` would find. To wake up for nothing eight times a second
# takes a hundredth of a Pi's core.
_BURST_BYTES, _BURST_READ_S = 200, 0.5
_WRITE_S = 1.0
# USB chips of Nanos and their clones: FTDI, CH340, Arduino, Arduino.org.
_LIKELY = (0x0403, 0x1A86, 0x2341, 0x2A03)
_CODES = {
    **dict.fromkeys((errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO), NO_PORT),
    **dict.fromkeys((errno.EACCES, errno.EPERM), PERMISSION),
    **dict.fromkeys((errno.EBUSY, errno.EAGAIN), BUSY),
}


class Wire(Protocol):
    """An open serial port. All methods raise `OSError` once it is gone."""

    def read(self) -> bytes:
        """What has come; waits a tenth of a second at most (half a second after a burst), and no longer than until that
        is worth a look."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class CannotOpen(Exception):
    """A port that cannot be opened; `code` is the state of the link that says why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def usb_ports() -> list[str]:
    """Serial ports on USB, the likeliest first. Others, such as a modem on the main board, are left alone."""
    found = [port for port in list_ports.comports() if port.vid is not None]
    return [port.device for port in sorted(found, key=lambda port: (port.vid not in _LIKELY, port.device))]


Node = tuple[int, int, int]


def node_of(port: str) -> Node | None:
    """Which device stands at this path: another one after it was plugged in anew. None where nothing stands."""
    try:
        found = os.stat(port)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_rdev


def usb_place(port: str) -> str | None:
    """Which device on which USB socket this is: the same after a restart, when ports may have got other numbers."""
    found = next((one for one in list_ports.comports() if one.device == port and one.vid is not None), None)
    if found is None:
        return None
    return f"{found.vid:04x}:{found.pid or 0:04x} {found.serial_number or ''}@{found.location or ''}"


class SerialPort:
    """A serial port by pyserial, opened for this program alone."""

    def __init__(self, path: str) -> None:
        """Open it. `CannotOpen` where that fails."""
        try:
            self._serial = serial.Serial(path, BAUD, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True)
        except (OSError, termios.error, ValueError) as error:
            raise CannotOpen(_code(path, error), str(error)) from error
        self._set_line()
        self._wait_s = _READ_S

    def read(self) -> bytes:
        # Past pyserial, which asks the system four times for what it gives at once; eighty times a second that is felt.
        try:
            file = self._serial.fileno()
            told = select.select([file], [], [], self._wait_s)[0]
            self._wait_s = _READ_S
            found = os.read(file, _READ_BYTES)
        except BlockingIOError:
            return b""
        except (TypeError, ValueError, serial.PortNotOpenError) as error:  # the port vanished, or was closed meanwhile
            raise OSError(str(error)) from error
        if not found and told:
            raise OSError("the port says that there is something, and there is nothing: it was pulled out")
        if len(found) >= _BURST_BYTES:
            self._wait_s = _BURST_READ_S
        return found

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        with contextlib.suppress(OSError, termios.error):
            self._serial.close()

    def _set_line(self) -> None:
        """A Nano resets when its port is opened. Left up at our end, the line spares it that the next time. And the
        system is to say that something has come only when that is some samples."""
        with contextlib.suppress(OSError, termios.error):
            settings = termios.tcgetattr(self._serial.fileno())
            settings[2] &= ~termios.HUPCL
            settings[6][termios.VMIN], settings[6][termios.VTIME] = _GATHERED_BYTES, 0
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, settings)


def _code(path: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number is None and not os.path.exists(path):
        return NO_PORT
    return _CODES.get(number, NOT_A_DRAWER) if number is not None else NOT_A_DRAWER
