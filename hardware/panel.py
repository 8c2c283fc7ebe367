"""The panel: four buttons, four lights and perhaps a buzzer on GPIO pins. Whoever listens never meets a pin."""

from __future__ import annotations

import queue
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPWMPin

BUTTONS = ("next", "back", "repeat", "scan")
LIGHTS = ("your_turn", "unsure", "danger", "not_connected")
BOUNCE_S = 0.03
JOIN_S = 2.0
BLINK_S = 0.4
BEEP_S = 0.08
QUEUED_PRESSES = 16

READY = "ready"
NO_GPIO = "no_gpio"
PIN_IN_USE = "pin_in_use"
BAD_PIN = "bad_pin"
STOPPED = "stopped"


@dataclass(frozen=True, kw_only=True)
class PanelPins:
    """Which pin is which, by gpiozero's names (`17`, `"GPIO17"`, `"BOARD11"`). Leave out what is not fitted.

    Buttons connect their pin to ground; lights, the buzzer and the torch beside the camera are driven high.
    """

    buttons: Mapping[str, int | str] = field(default_factory=lambda: {"next": 5, "back": 6, "repeat": 13, "scan": 19})
    lights: Mapping[str, int | str] = field(
        default_factory=lambda: {"your_turn": 17, "unsure": 27, "danger": 22, "not_connected": 23}
    )
    buzzer: int | str | None = None
    torch: int | str | None = None

    def __post_init__(self) -> None:
        for given, known in ((self.buttons, BUTTONS), (self.lights, LIGHTS)):
            if unknown := set(given) - set(known):
                raise ValueError(f"unknown {sorted(unknown)}; there are {list(known)}")


class Panel:
    """Buttons call `on_press(button)` from the thread `panel`, one at a time; lights are set by name.

    Pins that are missing or taken give a `status` (`ready`, `no_gpio`, `pin_in_use`, `bad_pin`, `stopped`) and
    `problem`, the library's own words for a log; the panel then does nothing, and play goes on. `on_failure` hears of
    an exception that `on_press` let out.
    """

    def __init__(
        self,
        on_press: Callable[[str], None],
        pins: PanelPins | None = None,
        *,
        factory: Any | None = None,
        on_failure: Callable[[Exception], None] | None = None,
    ) -> None:
        self._on_press = on_press
        self._on_failure = on_failure
        self._pins = pins or PanelPins()
        self._pressed: queue.Queue[str | None] = queue.Queue(QUEUED_PRESSES)
        self._buttons: dict[str, Any] = {}
        self._lights: dict[str, Any] = {}
        self._shown: dict[str, str] = dict.fromkeys(LIGHTS, "off")
        self._buzzer: Any = None
        self._torch: Any = None
        self.problem = ""
        self.status = self._open(factory)
        self._busy_since: float | None = None
        self._thread = threading.Thread(target=self._listen, name="panel", daemon=True)
        self._thread.start()

    # --- lights and sound ---

    def light(self, name: str, shown: str = "on") -> None:
        """Show a light: `on`, `off` or `blink`. KeyError for a light, ValueError for a way that there is not."""
        if shown not in ("on", "off", "blink"):
            raise ValueError(shown)
        if self._shown[name] == shown:
            return
        self._shown[name] = shown
        if name in self._lights:
            self._try(lambda: self._drive(self._lights[name], shown))

    @property
    def lights(self) -> dict[str, str]:
        """What every light shows, by name, fitted or not."""
        return dict(self._shown)

    def beep(self, times: int = 1) -> None:
        """Sound the buzzer, where there is one."""
        if self._buzzer is not None:
            self._try(lambda: self._buzzer.beep(BEEP_S, BEEP_S, n=times, background=True))

    @property
    def has_torch(self) -> bool:
        """Whether a torch beside the camera is wired."""
        return self._torch is not None

    def torch(self, on: bool) -> None:
        """Switch the torch, where there is one."""
        if self._torch is not None:
            self._try(lambda: self._drive(self._torch, "on" if on else "off"))

    def silent_s(self) -> float:
        """For how many seconds a press has been worked on; 0 between presses, endless when the thread has ended though
        nobody stopped it."""
        if self.status == STOPPED:
            return 0.0
        since = self._busy_since
        if not self._thread.is_alive():
            return float("inf")
        return 0.0 if since is None else time.monotonic() - since

    def stop(self) -> None:
        """Let go of every pin, lights off, and end the thread. May be called twice."""
        if self.status == STOPPED:
            return
        self.status = STOPPED
        self._free()
        self._put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(JOIN_S)

    # --- inside ---

    def _open(self, factory: Any | None) -> str:
        try:
            self._open_all(factory or _factory_of_this_machine())
        except Exception as problem:  # a missing library, an old kernel, no rights: each factory fails in its own way
            self.problem = f"{type(problem).__name__}: {problem}"
            self._free()
            return _status_of(problem)
        return READY

    def _open_all(self, factory: Any) -> None:
        for name, pin in self._pins.buttons.items():
            # Not a `gpiozero.Button`: each of those has a thread that looks ten times a second whether it is held down.
            button = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=BOUNCE_S, pin_factory=factory)
            self._buttons[name] = button
            # The library calls this in a thread of its own, or in the caller's: only enqueue.
            button.when_activated = lambda name=name: self._put(name)
        for name, pin in self._pins.lights.items():
            self._lights[name] = gpiozero.LED(pin, pin_factory=factory)
        if self._pins.buzzer is not None:
            self._buzzer = gpiozero.Buzzer(self._pins.buzzer, pin_factory=factory)
        if self._pins.torch is not None:
            self._torch = gpiozero.LED(self._pins.torch, pin_factory=factory)

    def _drive(self, led: Any, shown: str) -> None:
        if shown == "blink":
            led.blink(BLINK_S, BLINK_S, background=True)
        else:
            led.value = 1 if shown == "on" else 0

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as problem:  # a light is never worth an evening
            self.problem = f"{type(problem).__name__}: {problem}"

    def _free(self) -> None:
        for device in [*self._buttons.values(), *self._lights.values(), self._buzzer, self._torch]:
            if device is not None:
                self._try(device.close)
        self._buttons, self._lights, self._buzzer, self._torch = {}, {}, None, None

    def _put(self, button: str | None) -> None:
        try:
            self._pressed.put_nowait(button)
        except queue.Full:
            if button is None:  # the end must come through: what was pressed before it no longer matters
                self._drain()
                self._pressed.put_nowait(None)

    def _drain(self) -> None:
        try:
            while True:
                self._pressed.get_nowait()
        except queue.Empty:
            return

    def _listen(self) -> None:
        while (button := self._pressed.get()) is not None:
            self._busy_since = time.monotonic()
            try:
                self._on_press(button)
            except Exception as problem:
                if self._on_failure is not None:
                    self._on_failure(problem)
            finally:
                self._busy_since = None


class _SimulatedPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that keeps no list of all states it ever had: a light that blinks would fill it for ever."""

    def clear_states(self) -> None:
        super().clear_states()
        self.states: deque[object] = deque(maxlen=1)


class SimulatedPanel(Panel):
    """The same panel on gpiozero's mock pins, with the verb `press`."""

    def __init__(
        self,
        on_press: Callable[[str], None],
        pins: PanelPins | None = None,
        *,
        on_failure: Callable[[Exception], None] | None = None,
    ) -> None:
        self._factory = MockFactory(pin_class=_SimulatedPin)
        super().__init__(on_press, pins, factory=self._factory, on_failure=on_failure)

    def press(self, button: str) -> None:
        """Press a button and let it go. KeyError for a button that is not fitted."""
        pin = self._factory.pin(self._pins.buttons[button])
        pin.drive_low()
        pin.drive_high()

    def lit(self, light: str) -> bool:
        """Whether the light's pin is high right now (a blinking one: now and then)."""
        return bool(self._factory.pin(self._pins.lights[light]).state)

    @property
    def torch_lit(self) -> bool:
        """Whether the torch's pin is high right now."""
        return self.has_torch and bool(self._factory.pin(self._pins.torch).state)


def _factory_of_this_machine() -> Any:
    with warnings.catch_warnings():  # the library warns of each kind of chip that it does not find
        warnings.simplefilter("ignore")
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def _status_of(problem: Exception) -> str:
    if isinstance(problem, gpiozero.exc.GPIOPinInUse):
        return PIN_IN_USE
    if isinstance(problem, gpiozero.exc.BadPinFactory | ImportError):
        return NO_GPIO
    if isinstance(problem, gpiozero.exc.PinError | gpiozero.exc.GPIODeviceError | ValueError):
        return BAD_PIN
    return NO_GPIO
