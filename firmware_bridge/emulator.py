"""The drawer's board as a Python thread behind a pseudo-terminal: what `Link` opens is bytes, as from the real one."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from firmware_bridge.chip import Chip
from firmware_bridge.messages import BLANK_ID, ResetCause
from firmware_bridge.pty_port import PtyPort

_STEP_S = 1 / 80  # as often as the converter has something to say: a board at rest is to cost nearly nothing
_REST_STEP_S = 0.2  # where nothing has happened for a while, and whoever makes it happen says so before
_LONG_REST_STEP_S, _LONG_REST_AFTER_S = 0.5, 8.0  # and where nothing has for longer
_LIVELY_S = 3.0
_JOIN_S = 5.0


class Emulator:
    """A board that is not there. `port` is the path to open; the verbs are what can happen to a board on a table.

    `source` gives the cell's signed 24-bit raw counts for a time (`time.monotonic()`, seconds); it is called about
    80 times a second from the board's thread, with times that only grow. All verbs are safe from any thread.

    One that `rests` wakes five times a second instead while nothing happens, and says sixteen samples at once, and
    after some seconds of that twice a second, and forty; then `catch_up` must be called before anything happens to what
    it weighs.
    """

    def __init__(self, source: Callable[[float], int], unit_id: bytes = BLANK_ID, rests: bool = False) -> None:
        self._pty = PtyPort()
        self._chip = Chip(source, time.monotonic(), unit_id)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._rests = rests
        self._lively_until = time.monotonic() + _LIVELY_S
        self._stirred = threading.Event()
        self._thread = threading.Thread(target=self._run, name="emulated-board", daemon=True)
        self._frozen = False
        self._garble = self._lose = 0
        self._chance = random.Random(1)

    @property
    def port(self) -> str:
        """The path to open; it exists while the board is plugged in."""
        return self._pty.path

    def start(self) -> None:
        """Plug in and run."""
        self.plug()
        self._thread.start()

    def stop(self) -> None:
        """Unplug for good; returns when the thread has ended."""
        self._stopping.set()
        self._stirred.set()
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)
        with self._lock:
            self._pty.close()

    def catch_up(self) -> None:
        """Say everything up to now: what happens next to what is weighed happens now, and is said at once."""
        with self._lock:
            self._step(time.monotonic())
            self._stir()

    def _stir(self) -> None:
        self._lively_until = time.monotonic() + _LIVELY_S
        self._stirred.set()

    # --- what happens to the board ------------------------------------------------------------------------------------

    def set_source(self, source: Callable[[float], int]) -> None:
        """Weigh something else from now on."""
        with self._lock:
            self._chip.converter.source = source

    def set_raw(self, raw: int) -> None:
        """The cell gives these counts, without noise, from now on."""
        self.set_source(lambda _: raw)

    def unplug(self) -> None:
        """Pull the USB cable out: the port vanishes and the board has no power."""
        with self._lock:
            self._pty.unplug()
            self._chip.lose_power()

    def plug(self) -> None:
        """Put the USB cable in."""
        with self._lock:
            if not self._pty.plugged:
                self._pty.plug()
                self._chip.start(ResetCause.POWER_ON, time.monotonic())
                self._stir()

    def reset(self) -> None:
        """Press the reset button, wherever a frame happens to be."""
        with self._lock:
            self._chip.start(ResetCause.EXTERNAL, time.monotonic())

    def dip_power(self) -> None:
        """The supply falls too low for a moment: the board starts anew, the port stays."""
        with self._lock:
            self._chip.start(ResetCause.BROWN_OUT, time.monotonic())

    def go_astray(self) -> None:
        """The firmware hangs until its watchdog bites."""
        with self._lock:
            self._chip.go_astray(time.monotonic())

    def freeze(self) -> None:
        """The board stops in its tracks, and no watchdog helps, until `thaw`."""
        self._frozen = True

    def thaw(self) -> None:
        """Go on after `freeze`, from the beginning as after a loss of power."""
        with self._lock:
            self._frozen = False
            self._chip.start(ResetCause.POWER_ON, time.monotonic())

    def hang_converter(self) -> None:
        """The weighing chip stops until it is switched off and on, which the firmware does."""
        with self._lock:
            self._chip.converter.hung = True

    def kill_converter(self) -> None:
        """The weighing chip stops for good: a loose wire."""
        with self._lock:
            self._chip.converter.dead = True

    def revive_converter(self) -> None:
        """The wire is mended."""
        with self._lock:
            self._chip.converter.dead = False

    def strap(self, rate: int | None) -> None:
        """The breakout board fixes the rate to 10 or 80 samples a second; None: the firmware's pin decides."""
        with self._lock:
            self._chip.converter.strapped = rate

    def garble(self, one_in: int) -> None:
        """Flip a bit in one of so many bytes sent; 0: in none."""
        self._garble = one_in

    def lose(self, one_in: int) -> None:
        """Lose one of so many bytes sent; 0: none."""
        self._lose = one_in

    # --- the board's own life -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping.is_set():
            rested_s = time.monotonic() - self._lively_until if self._rests else 0.0
            if rested_s > 0:
                self._stirred.wait(_REST_STEP_S if rested_s < _LONG_REST_AFTER_S else _LONG_REST_STEP_S)
            else:
                self._stopping.wait(_STEP_S)
            self._stirred.clear()
            with self._lock:
                self._step(time.monotonic())

    def _step(self, now: float) -> None:
        received = self._pty.read()
        if received:
            self._lively_until = now + _LIVELY_S
        if self._frozen or not self._pty.plugged:
            return
        self._chip.receive(received, now)
        self._chip.advance(now)
        self._pty.write(self._line(self._chip.take_output()))

    def _line(self, data: bytes) -> bytes:
        """What becomes of bytes on a bad line."""
        if not self._garble and not self._lose:
            return data
        return bytes(self._flipped(byte) for byte in data if not self._one_in(self._lose))

    def _flipped(self, byte: int) -> int:
        return byte ^ (1 << self._chance.randrange(8)) if self._one_in(self._garble) else byte

    def _one_in(self, count: int) -> bool:
        return count > 0 and self._chance.randrange(count) == 0
