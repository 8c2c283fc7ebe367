"""The drawer: chip, serial link, scale, and the desk between the scale and the evening."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from companion.api.readings import Reading
from companion.app.desks import pile_desk, scale_desk
from companion.app.health import HealthBoard, device
from companion.app.link_figures import link_figures
from companion.app.settings import DrawerSettings
from companion.app.stand_in import StandIn
from companion.drawer.pile_desk import PileDesk
from companion.drawer.scale_desk import ScaleDesk
from companion.drawer.scale_parts import Say, Store
from companion.session.screen import Screen
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
    TimedSample,
)
from firmware_bridge.serial_port import usb_ports
from hardware.calibration import USUAL_GRAMS, Calibration, CannotCalibrate
from hardware.recorder import RecordedCubeScale
from hardware.simulated_drawer import SimulatedDrawer

_log = logging.getLogger(__name__)
SIMULATED = "simulated"
NOT_SIMULATED = "not_simulated"
NO_SUCH_PORT = "no_such_port"
_WORTH_TELLING = (PERMISSION, BUSY, WRONG_VERSION)  # of a port that came while the drawer is simulated


class DrawerRig:
    """Everything from the serial port to the scale's answers; what is not plugged in is simulated byte by byte.

    `desk` is None when the drawer is switched off, `pile` also before `weigh_piles`; `simulated` and `cable`
    are there only for a simulated one. That ends by itself when a real one is plugged in: then `on_real` is called,
    once, from the link's thread.
    """

    def __init__(
        self,
        settings: DrawerSettings,
        board: HealthBoard,
        report: Callable[[Reading], object],
        store: Store,
        simulate: bool,
        say: Say = lambda text: None,
        on_real: Callable[[], object] = lambda: None,
        plugged_in: Callable[[], Sequence[str]] = usb_ports,
    ) -> None:
        self._board = board
        self._store = store
        self._say = say
        self._on_real = on_real
        self._id = ""
        self._remembered: str | None = store.get("drawer", "id")
        self._in_the_way: str | None = None
        self._stand_in: StandIn | None = None
        self._unsimulated = False
        self._stand_in_link: Link | None = None
        self._link: Link | None = None
        self.desk: ScaleDesk | None = None
        self.pile: PileDesk | None = None
        if settings.port == "none":
            board.put(device("drawer", "off"))
            return
        self._scale = RecordedCubeScale(None, lambda count: self.desk.counted(count) if self.desk else None)
        auto = settings.port == "auto"
        only_simulated = simulate or settings.port == SIMULATED
        self._named = not auto and not only_simulated
        if only_simulated or (auto and not plugged_in()):
            self._simulate()
        board.put(device("drawer", self._without_real()))
        self.desk = scale_desk(self._scale, report, store, self._unit, say)
        if not only_simulated:
            ports = plugged_in if auto else [settings.port]
            self._link = Link(self._sample, self._status, ports=ports, prefer=self._remembered)

    def weigh_piles(self, screen: Callable[[], Screen], correct: Callable[..., object]) -> None:
        """Let any pile be weighed on the cell, for counters of the session whose screen and corrections these are."""
        if self.desk is not None:
            self.pile = pile_desk(self.desk, self._store, self._unit, self._say, screen, correct)

    @property
    def simulated(self) -> SimulatedDrawer | None:
        """The drawer on a simulated cell, while there is no real one."""
        return self._stand_in.drawer if self._stand_in else None

    @property
    def cable(self) -> Emulator | None:
        """The plug of a simulated drawer."""
        return self._stand_in.cable if self._stand_in else None

    @property
    def link_status(self) -> LinkStatus:
        """How the serial link is."""
        link = self._stand_in_link if self._stand_in else self._link
        return link.status if link else LinkStatus()

    def start(self) -> None:
        """Begin to look for the drawer."""
        for link in (self._stand_in_link, self._link):
            if link is not None:
                link.start()

    def stop(self) -> None:
        """Let go of the port and of what is simulated."""
        if self._link is not None:
            self._link.stop()
        self._end_stand_in()

    # --- a simulated one ----------------------------------------------------------------------------------------------

    def _simulate(self) -> None:
        try:
            self._stand_in = StandIn()
        except OSError as error:  # no pseudo-terminals, or no room for a folder
            _log.warning("the drawer cannot be simulated: %s", error)
            self._unsimulated = True
            return
        self._scale.use(self._stand_in.calibration)
        self._scale.recorder.use_calibration_recording(self._stand_in.tape)
        self._stand_in_link = Link(self._simulated_sample, self._simulated_status, ports=[self._stand_in.port])

    def _without_real(self) -> str:
        if self._stand_in is not None:
            return SIMULATED
        return NOT_SIMULATED if self._unsimulated else SEARCHING

    def _simulated_sample(self, sample: TimedSample) -> None:
        if self._stand_in is not None:
            self._feed(sample)

    def _simulated_status(self, status: LinkStatus) -> None:
        if self._stand_in is None:
            return
        if status.state != CONNECTED:
            self._silent()
        code = self._in_the_way or (SIMULATED if status.state == CONNECTED else status.state)
        self._tell(code, status)

    def _end_stand_in(self) -> bool:
        stand_in, self._stand_in = self._stand_in, None
        if stand_in is None:
            return False
        if self._stand_in_link is not None:
            self._stand_in_link.stop()
        stand_in.stop()
        return True

    # --- a real one ---------------------------------------------------------------------------------------------------

    def _sample(self, sample: TimedSample) -> None:
        self._feed(sample)

    def _status(self, status: LinkStatus) -> None:
        if status.state in (CONNECTED, CHIP_SILENT) and self._end_stand_in():
            _log.info("a drawer was plugged in; the simulated one is put away")
            self._on_real()
        if self._stand_in is not None:
            self._in_the_way = status.state if status.state in _WORTH_TELLING else None
            return
        if status.state == CONNECTED:
            self._met(status.device_id or "")
        else:
            self._silent()
        self._tell(self._code(status), status)

    def _met(self, unit: str) -> None:
        """A drawer is connected: another than before brings its own calibration."""
        if unit != self._id:
            self._id = unit
            self._scale.use(self._kept_calibration())
            if self.desk is not None:
                self.desk.expect_again()
            if self._scale.calibration is not None:
                self._remember()
        elif unit != self._remembered and self._scale.calibration is not None:
            self._remember()
            if self._link is not None:
                self._link.prefer(unit)  # it was calibrated here and now, so that it is meant

    def _unit(self) -> str:
        """Under whose name calibrations and piles are kept."""
        return self._id or SIMULATED

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
        if self._scale.calibration is None:
            return "swapped_unknown" if status.swapped else "not_calibrated"
        return "swapped" if status.swapped else CONNECTED

    def _kept_calibration(self) -> Calibration | None:
        kept = self._store.get("calibration", self._id)
        if not isinstance(kept, dict):
            return None
        try:
            return Calibration.from_plain(kept["values"])
        except (CannotCalibrate, KeyError, TypeError):
            _log.warning("the kept calibration of the drawer %s cannot be used; calibrate again", self._id)
            return None

    # --- both ---------------------------------------------------------------------------------------------------------

    def _feed(self, sample: TimedSample) -> None:
        if sample.restarted:
            self._scale.zero_may_have_moved()
            if self.pile is not None:
                self.pile.zero_may_have_moved()
        if self.desk is not None:
            self.desk.feed(sample.time_s, sample.raw, sample.good)
        if self.pile is not None:
            self.pile.feed(sample.time_s, sample.raw, sample.good)

    def _silent(self) -> None:
        if self.desk is not None:
            self.desk.silent(time.monotonic())

    def _tell(self, code: str, status: LinkStatus) -> None:
        heard = status.state in (CONNECTED, CHIP_SILENT)
        self._board.put(device("drawer", code, link_figures(status, self._noise_grams(status)) if heard else ()))

    def _noise_grams(self, status: LinkStatus) -> float | None:
        calibration = self._scale.calibration
        if calibration is None or status.noise is None:
            return None
        return status.noise / abs(calibration.cube) * USUAL_GRAMS
