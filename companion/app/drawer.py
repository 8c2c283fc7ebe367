"""The drawer: its serial link, or a simulated one, the cell's scale, and the desk between them and the evening.

A sample goes straight from the link to the desk (`companion/drawer/desk.py`); here are the links and their health.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.api.text import T, Text, decimal
from companion.app.settings import DrawerSettings
from companion.app.simulated_drawer_link import SimulatedDrawerLink
from companion.drawer.desk import ScaleDesk
from companion.drawer.pile import PileDesk
from companion.drawer.ports import Say, SessionPort
from companion.status.health import HealthBoard, device
from companion.storage.keyed_store import KeyedStore
from firmware_bridge.emulator import Emulator
from firmware_bridge.link import Link
from firmware_bridge.link_status import (
    BUSY,
    CHIP_SILENT,
    CONNECTED,
    NO_PORT,
    PERMISSION,
    SEARCHING,
    WRONG_VERSION,
    LinkStatus,
)
from firmware_bridge.serial_port import usb_place, usb_ports
from hardware.calibration import USUAL_GRAMS, Calibration
from hardware.cube_scale import CubeScale
from hardware.pile_scale import PileScale, PileWeights
from hardware.recorder import Recorder
from hardware.simulated_drawer import SimulatedDrawer

_log = logging.getLogger(__name__)
SIMULATED = "simulated"
NOT_SIMULATED = "not_simulated"
NO_SUCH_PORT = "no_such_port"
_WORTH_TELLING = (PERMISSION, BUSY, WRONG_VERSION)  # of a port that came while the drawer is simulated


class DrawerService:
    """Everything from the serial port to the scale's answers; what is not plugged in is simulated byte by byte.

    `desk` is None when the drawer is switched off; `simulated` and `cable` are there only for a simulated one, once
    that is started. It ends by itself when a real one is plugged in: then `on_real` is called, once, from the link's
    thread. Nothing is opened before `start`.
    """

    def __init__(
        self,
        settings: DrawerSettings,
        board: HealthBoard,
        session: SessionPort,
        store: KeyedStore,
        simulate: bool,
        say: Say = lambda text: None,
        unsay: Say = lambda text: None,
        on_real: Callable[[], object] = lambda: None,
        plugged_in: Callable[[], Sequence[str]] = usb_ports,
    ) -> None:
        self._board = board
        self._store = store
        self._on_real = on_real
        self._id = ""
        self._remembered: str | None = store.get("drawer", "id")
        self._place: str | None = store.get("drawer", "usb")
        self._port: str | None = None
        self._in_the_way: str | None = None
        self._simulated: SimulatedDrawerLink | None = None
        self._unsimulated = False
        self._simulated_link: Link | None = None
        self._link: Link | None = None
        self.desk: ScaleDesk | None = None
        if settings.port == "none":
            board.put(device("drawer", "off"))
            return
        auto = settings.port == "auto"
        self._only_simulated = simulate or settings.port == SIMULATED
        self._named = not auto and not self._only_simulated
        self._plugged_in = plugged_in if auto else None
        self._recorder = Recorder()
        self.desk = desk = scale_desk(session, store, say, self._recorder, unsay)
        if not self._only_simulated:
            ports = self._ports if auto else [settings.port]
            self._link = Link(desk.feed, self._status, ports=ports, prefer=self._remembered)

    def _ports(self) -> Sequence[str]:
        """What is plugged in; where the drawer was last time comes first, so that nothing else need be opened."""
        found = list(self._plugged_in()) if self._plugged_in is not None else []
        if self._place is None or len(found) < 2:
            return found
        return sorted(found, key=lambda port: usb_place(port) != self._place)

    @property
    def pile(self) -> PileDesk | None:
        """Any pile on the same cell; None when the drawer is switched off."""
        return self.desk.pile if self.desk else None

    @property
    def simulated(self) -> SimulatedDrawer | None:
        """The drawer on a simulated cell, while there is no real one."""
        return self._simulated.drawer if self._simulated else None

    @property
    def cable(self) -> Emulator | None:
        """The plug of a simulated drawer."""
        return self._simulated.cable if self._simulated else None

    @property
    def link_status(self) -> LinkStatus:
        """How the serial link is."""
        link = self._simulated_link if self._simulated else self._link
        return link.status if link else LinkStatus()

    def silent_s(self) -> float:
        """For how many seconds the link's thread, or a simulated one's, has not gone on."""
        links = (self._link, self._simulated_link if self._simulated else None)
        return max((one.silent_s() for one in links if one is not None), default=0.0)

    def start(self) -> None:
        """Begin to look for the drawer; where none is plugged in, simulate one."""
        if self.desk is None:
            return
        if self._only_simulated or (self._plugged_in is not None and not self._plugged_in()):
            self._simulate(self.desk)
        self._board.put(device("drawer", self._without_real()))
        for link in (self._simulated_link, self._link):
            if link is not None:
                link.start()

    def stop(self) -> None:
        """Let go of the port and of what is simulated."""
        if self._link is not None:
            self._link.stop()
        self._end_simulation()

    # --- a simulated one ----------------------------------------------------------------------------------------------

    def _simulate(self, desk: ScaleDesk) -> None:
        """A simulated drawer knows its cubes already."""
        try:
            self._simulated = simulated = SimulatedDrawerLink()
        except OSError as error:  # no pseudo-terminals, or no room for a folder
            _log.warning("the drawer cannot be simulated: %s", error)
            self._unsimulated = True
            return
        self._recorder.use_calibration_recording(simulated.recording)
        desk.use_calibration(simulated.calibration)
        self._simulated_link = Link(desk.feed, self._simulated_status, ports=[simulated.port])

    def _without_real(self) -> str:
        if self._simulated is not None:
            return SIMULATED
        return NOT_SIMULATED if self._unsimulated else SEARCHING

    def _simulated_status(self, status: LinkStatus) -> None:
        if self._simulated is None:
            return
        if status.state != CONNECTED:
            self._silent()
        code = self._in_the_way or (SIMULATED if status.state == CONNECTED else status.state)
        self._tell(code, status)

    def _end_simulation(self) -> bool:
        simulated, self._simulated = self._simulated, None
        if simulated is None:
            return False
        if self._simulated_link is not None:
            self._simulated_link.stop()
        simulated.stop()
        return True

    # --- a real one ---------------------------------------------------------------------------------------------------

    def _status(self, status: LinkStatus) -> None:
        if status.state in (CONNECTED, CHIP_SILENT) and self._end_simulation():
            _log.info("a drawer was plugged in; the simulated one is put away")
            self._on_real()
        if self._simulated is not None:
            self._in_the_way = status.state if status.state in _WORTH_TELLING else None
            return
        if status.state == CONNECTED:
            self._found_at(status.port)
            self._met(status.device_id or "")
        else:
            self._silent()
        self._tell(self._code(status), status)

    def _found_at(self, port: str | None) -> None:
        if port in (None, self._port):
            return
        self._port, place = port, usb_place(port)
        if place not in (None, self._place):
            self._place = place
            self._store.put("drawer", "usb", place)

    def _met(self, unit: str) -> None:
        """A drawer is connected: another than before brings its own calibration."""
        if unit != self._id:
            self._id = unit
            if self.desk is not None:
                self.desk.use_drawer(unit or SIMULATED)
            if self._calibration is not None:
                self._remember()
        elif unit != self._remembered and self._calibration is not None:
            self._remember()
            if self._link is not None:
                self._link.prefer(unit)  # it was calibrated here and now, so that it is meant

    def _remember(self) -> None:
        """The drawer that knows its cubes is the one to look for on other evenings."""
        self._remembered = self._id
        self._store.put("drawer", "id", self._id)

    def _code(self, status: LinkStatus) -> str:
        if status.state == NO_PORT and self._unsimulated:
            return NOT_SIMULATED
        if status.state == NO_PORT and self._named:
            return NO_SUCH_PORT
        if status.state != CONNECTED:
            return status.state
        if status.saturated or status.frozen:
            return "saturated" if status.saturated else "frozen"
        if self._calibration is None:
            return "swapped_unknown" if status.swapped else "not_calibrated"
        if status.brown_out:
            return "power_dipped"
        return "swapped" if status.swapped else CONNECTED

    # --- both ---------------------------------------------------------------------------------------------------------

    @property
    def _calibration(self) -> Calibration | None:
        found: Calibration | None = self.desk.calibration if self.desk else None
        return found

    def _silent(self) -> None:
        if self.desk is not None:
            self.desk.silent(time.monotonic())

    def _tell(self, code: str, status: LinkStatus) -> None:
        heard = status.state in (CONNECTED, CHIP_SILENT)
        self._board.put(device("drawer", code, link_figures(status, self._noise_grams(status)) if heard else ()))

    def _noise_grams(self, status: LinkStatus) -> float | None:
        calibration = self._calibration
        if calibration is None or status.noise is None:
            return None
        return status.noise / abs(calibration.cube) * USUAL_GRAMS


def scale_desk(session: SessionPort, store: KeyedStore, say: Say, recorder: Recorder, unsay: Say) -> ScaleDesk:
    """The desk of the cell, with its scale and recorder."""
    return ScaleDesk(
        session,
        partial(CubeScale, None, recorder=recorder),
        _pile_scale,
        store,
        SIMULATED,
        revive=Calibration.from_plain,
        say=say,
        unsay=unsay,
        recorder=recorder,
    )


def _pile_scale(plain: Mapping[str, Any] | None) -> PileScale:
    return PileScale(None if plain is None else PileWeights.from_plain(plain))


def link_figures(status: LinkStatus, grams: float | None = None) -> tuple[tuple[Text, str | Text], ...]:
    """What the link tells of itself; `grams` is what the noise of one sample weighs, or None while nobody knows."""
    dipped = ((T("Its power dipped"), T("yes, before its last start")),) if status.brown_out else ()
    return (
        *dipped,
        (T("Port"), status.port or ""),
        (T("Board"), (status.device_id or "")[:8]),
        (T("Firmware"), status.firmware or ""),
        (T("Samples a second"), f"{status.rate_hz:.0f}"),
        (T("Noise of one sample"), _noise(status.noise, grams)),
        (T("Samples set aside"), str(status.flagged)),
        (T("Frames lost"), str(status.lost)),
        (T("CRC errors"), str(status.damaged)),
        (T("Found again"), str(status.reconnects)),
        (T("Restarts of the board"), str(status.restarts)),
        (T("Restarts of the weighing chip"), str(status.power_cycles)),
    )


def _noise(counts: float | None, grams: float | None) -> str | Text:
    if counts is None:
        return "?"
    shown = f"{_coarse(counts):g}"
    return shown if grams is None else T("{counts} = {grams} g", counts=shown, grams=decimal(grams, 2))


def _coarse(counts: float) -> float:
    """Not to the last count: it wavers, and every phone would be told each time."""
    step = 10.0 if counts >= 50 else 5.0 if counts >= 20 else 1.0
    return round(counts / step) * step
