"""The panel: buttons become readings, the screen becomes lights."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from companion.api.readings import Pressed
from companion.app.settings import PanelSettings
from companion.session.screen import Screen, Update
from companion.session.session import Session
from companion.status.health import HealthBoard, device
from companion.status.lamps import LAMPS, lit
from hardware.panel import Panel, PanelPins, SimulatedPanel

READ_S = 0.3  # nobody has seen or heard what has been there for less; as on the page (web/static/double_tap.js)
PLACE = "panel"  # as the history names it
_log = logging.getLogger(__name__)


def pins(settings: PanelSettings) -> PanelPins:
    """The owner's pins by gpiozero's names."""
    return PanelPins(
        buttons={name: getattr(settings, name) for name in ("next", "back", "repeat", "scan")},
        lights={name: getattr(settings, name) for name in LAMPS},
        buzzer=settings.buzzer,
        torch=settings.torch,
    )


class PanelService:
    """The buttons, lights, buzzer and torch, or simulated ones; nothing is opened before `start`.

    `pressed` hears of every press, and of the version of the screen that it was made for. Where the panel is switched
    off, nothing of it is there.
    """

    def __init__(
        self,
        settings: PanelSettings,
        board: HealthBoard,
        session: Session,
        pressed: Callable[[Pressed, int], object],
        simulate: bool = False,
    ) -> None:
        self._settings = settings
        self._board = board
        self._session = session
        self._pressed = pressed
        self._simulated = simulate or settings.kind != "auto"
        self._panel: Panel | None = None

    def start(self) -> None:
        """Open the pins, and show by the lights how things are."""
        presses = Presses(self._pressed, self._session.screen().version)
        self._panel = panel = self._opened(presses.press)
        if panel is None:
            return
        self._session.subscribe(presses.hear)
        lights = Lights(panel, self._session.screen, self._board)
        self._session.subscribe(lights.hear)
        self._board.subscribe(lights.devices_changed)
        lights.devices_changed()

    def stop(self) -> None:
        """Lights out; let go of the pins."""
        if self._panel is not None:
            self._panel.stop()

    def silent_s(self) -> float:
        """For how many seconds a press has been worked on."""
        return 0.0 if self._panel is None else self._panel.silent_s()

    @property
    def has_torch(self) -> bool:
        """Whether a torch beside the camera is wired."""
        return self._panel is not None and self._panel.has_torch

    def torch(self, on: bool) -> None:
        """Switch the torch, where there is one."""
        if self._panel is not None:
            self._panel.torch(on)

    @property
    def press(self) -> Callable[[str], None] | None:
        """Presses a button of a simulated panel; None for a real one."""
        return self._panel.press if isinstance(self._panel, SimulatedPanel) else None

    def _opened(self, pressed: Callable[[str], None]) -> Panel | None:
        """The real panel, or a simulated one where there are no pins; None when switched off."""

        def failed(error: Exception) -> None:
            _log.error("a button's press failed", exc_info=error)

        if self._settings.kind == "none":
            self._board.put(device("panel", "off"))
            return None
        if not self._simulated:
            real = Panel(pressed, pins(self._settings), on_failure=failed)
            if real.status != "no_gpio":
                if real.problem:
                    _log.warning("the panel: %s", real.problem)
                self._board.put(device("panel", real.status))
                return real
            real.stop()
        self._board.put(device("panel", "simulated"))
        return SimulatedPanel(pressed, pins(self._settings), on_failure=failed)


class Presses:
    """Says for which screen a press was made: the one that has been there long enough to be seen or heard, and so the
    one before where somebody else was quicker. The second press of a double press does nothing."""

    def __init__(
        self, pressed: Callable[[Pressed, int], object], version: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`version` is the screen's that has been there."""
        self._pressed = pressed
        self._clock = clock
        self._shown = self._before = version
        self._since = self._done = float("-inf")
        self._last = ""

    def hear(self, update: Update) -> None:
        """The session's news; what came of a press is known to whoever pressed."""
        if update.screen.version != self._shown:
            self._shown, self._before = update.screen.version, self._shown
            self._since = float("-inf") if update.step is not None and update.step.by == PLACE else self._clock()

    def press(self, button: str) -> None:
        """A button was pressed."""
        now = self._clock()
        if button == self._last and now - self._done < READ_S:
            return
        self._pressed(Pressed(button), self._shown if now - self._since >= READ_S else self._before)
        self._last, self._done = button, self._clock()


class Lights:
    """Keeps the panel's lights as the screen and the devices have it; beeps when a sensor begins to ask."""

    def __init__(self, panel: Panel, screen: Callable[[], Screen], board: HealthBoard) -> None:
        self._panel = panel
        self._screen = screen
        self._board = board
        self._asking = False

    def hear(self, update: Update) -> None:
        """The session's news."""
        self._show(update.screen)

    def devices_changed(self) -> None:
        """Some device's health changed."""
        self._show(self._screen())

    def _show(self, screen: Screen) -> None:
        on = lit(screen, self._board.health())
        for lamp in LAMPS:
            self._panel.light(lamp, "on" if lamp in on else "off")
        asking = "unsure" in on
        if asking and not self._asking:
            self._panel.beep()
        self._asking = asking
