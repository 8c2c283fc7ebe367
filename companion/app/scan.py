"""The scan spot's desk, put between the camera and the evening."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from companion.api.readings import Reading
from companion.api.text import T, Text
from companion.app.camera import CameraService, Figures, known_codes
from companion.app.panel import PanelService
from companion.library.cards import Library
from companion.scanner.adding import AddingDesk
from companion.scanner.check import Say, count_words
from companion.scanner.check_history import CheckHistory
from companion.scanner.desk import ScanDesk
from companion.scanner.place import CameraPlace
from companion.scanner.wrong_reads import WrongReads
from companion.session.session import Session
from companion.session.signal import Signal
from companion.storage.log import Log

SPREAD = 7  # the check takes every seventh code of the game, so that its ten are of all kinds


def scan_desk(
    camera: CameraService,
    log: Log,
    folder: Path,
    session: Session,
    *,
    checks: CheckHistory,
    report: Callable[[Reading], object],
    say: Say,
    library: Callable[[], Library | None],
    panel: PanelService,
    adding: AddingDesk | None = None,
) -> ScanDesk:
    """The desk of this camera; what the camera reads goes through it from now on."""
    listeners = Signal("the scan spot")
    desk = ScanDesk(
        view=camera.view,
        place=CameraPlace(camera.camera, camera.source_name, log, listeners.emit),
        evenings=session,
        library=library,
        codes=lambda: spread(known_codes(library())),
        wrong=WrongReads(folder),
        checks=checks,
        checked=camera.tell_health,
        report=report,
        say=say,
        look_again=camera.look_again,
        switch_torch=panel.torch,
        torch_wired=lambda: panel.has_torch,
        listeners=listeners,
        adding=adding,
    )
    session.subscribe(desk.hear)
    return desk


def spread(codes: Sequence[str]) -> list[str]:
    """All codes, neighbours far from each other."""
    return [code for start in range(SPREAD) for code in codes[start::SPREAD]]


def check_figures(checks: CheckHistory) -> Figures:
    """What the last check found, for the page of devices."""
    last = next(iter(checks.all()), None)
    if last is None:
        return ()
    day: str | Text = datetime.fromtimestamp(last.at).strftime("%Y-%m-%d")
    return ((T("Checked"), day), (T("Of ten cards"), count_words(last.figures)))
