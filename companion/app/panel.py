"""The panel: buttons become readings, the screen becomes lights."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.api.readings import Pressed, Reading
from companion.app.settings import PanelSettings
from companion.session.screen import Screen, Update
from companion.status.health import HealthBoard, device
from companion.status.lamps import LAMPS, lit
from hardware.panel import Panel, PanelPins, SimulatedPanel

_log = logging.getLogger(__name__)


def pins(settings: PanelSettings) -> PanelPins:
    """The owner's pins by gpiozero's names."""
    return PanelPins(
        buttons={name: getattr(settings, name) for name in ("next", "back", "repeat", "scan")},
        lights={name: getattr(settings, name) for name in LAMPS},
        buzzer=settings.buzzer,
        torch=settings.torch,
    )


def start_panel(
    settings: PanelSettings, board: HealthBoard, report: Callable[[Reading], object], simulate: bool
) -> Panel | None:
    """The real panel, or a simulated one where there are no pins; None when switched off."""

    def pressed(button: str) -> None:
        report(Pressed(button))

    def failed(error: Exception) -> None:
        _log.error("a button's press failed", exc_info=error)

    if settings.kind == "none":
        board.put(device("panel", "off"))
        return None
    if settings.kind == "auto" and not simulate:
        real = Panel(pressed, pins(settings), on_failure=failed)
        if real.status != "no_gpio":
            _tell(board, real.status, real.problem)
            return real
        real.stop()
    board.put(device("panel", "simulated"))
    return SimulatedPanel(pressed, pins(settings), on_failure=failed)


def _tell(board: HealthBoard, status: str, problem: str) -> None:
    if problem:
        _log.warning("the panel: %s", problem)
    board.put(device("panel", status))


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
