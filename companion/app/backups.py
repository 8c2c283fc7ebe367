"""Backups that are made by themselves: after each evening, every so often during one, and when a stick comes in."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.api.refusals import NotSaved
from companion.api.text import N, T, Text
from companion.backup.backup_file import name_source
from companion.backup.desk import BackupDesk
from companion.backup.folder import AUTO, Found, NoFolder, backups_in
from companion.session.screen import Update
from companion.session.session import Session
from companion.status.health import LABELS, DeviceHealth, HealthBoard
from companion.storage.log import Log
from companion.storage.losses import moment

LOOK_S = 20.0
QUIET_S = 60.0  # nothing was written for so long
AGAIN_S = 120.0  # after one that did not come about
TIMES_ITS_WORK = 30  # what took a second to make is made every half minute at most
KIND, LAST = "backup", "last"
_log = logging.getLogger(__name__)


class AutomaticBackups:
    """Looks in a thread of its own whether a backup is due, and tells the health board how they stand."""

    def __init__(
        self,
        desk: BackupDesk,
        log: Log,
        session: Session,
        health: HealthBoard,
        during_min: int,
        clock: Callable[[], float] = time.monotonic,
        look_s: float = LOOK_S,
        quiet_s: float = QUIET_S,
    ) -> None:
        self._desk, self._log, self._session, self._health = desk, log, session, health
        self._during_s = during_min * 60.0
        self._clock, self._look_s, self._quiet_s = clock, look_s, quiet_s
        self._folder: Path | None = None
        self._done = 0  # the newest write that the newest backup there holds
        self._last: Found | None = None
        self._count = 0
        self._took_s = 0.0
        self._made_at = self._failed_at = self._changed_at = -1e9
        self._newest = desk.newest
        self._failed: Text | None = None
        self._over = False  # an evening ended or was put away
        self._open = _going_on(session)
        self._wake = threading.Event()
        self._stopping = False
        self._unsubscribe: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._run, name="backup", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._desk.clean_up()
        with suppress(NotSaved):
            name_source(self._log)
        self._desk.on_made(self._was_made)
        self._unsubscribe = self._session.subscribe(self._hear)
        self._thread.start()

    def stop(self) -> None:
        """Look no more; a backup that is being made comes to its end."""
        self._stopping = True
        self._wake.set()
        self._unsubscribe()
        if self._thread.is_alive():
            self._thread.join(60)

    def look(self) -> None:
        """One look: what is due is made, and how it stands is told."""
        wrong = None
        try:
            folder = self._desk.folder()
        except NoFolder as error:
            folder, wrong = None, error.text
        if folder != self._folder:
            self._came(folder)
        if folder is not None and self._due() and self._desk.anything():
            self._make()
        self._tell(folder, wrong)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            try:
                self.look()
            except Exception:
                _log.exception("looking after backups failed")
            self._wake.wait(self._look_s)
            self._wake.clear()

    def _hear(self, update: Update) -> None:
        going_on = _going_on(self._session)
        if self._open is not None and going_on != self._open:
            self._over = True
            self._wake.set()
        self._open = going_on
        del update

    def _came(self, folder: Path | None) -> None:
        """Another folder is there now: what it holds of this companion."""
        self._folder, self._last, self._done, self._count = folder, None, 0, 0
        self._failed, self._failed_at = None, -1e9
        if folder is None:
            return
        source = self._log.get("backup_source", "id")
        own = [one for one in backups_in(folder) if one.manifest is not None and one.manifest.source == source]
        self._count = len(own)
        if own:
            self._last = max(own, key=lambda one: one.manifest.newest if one.manifest else 0)
            self._done = self._last.manifest.newest if self._last.manifest else 0

    def _due(self) -> bool:
        now, newest = self._clock(), self._desk.newest
        if newest != self._newest:
            self._newest, self._changed_at = newest, now
        if newest <= self._done and not (self._over and self._last is not None and self._last.during):
            self._over = False
            return False
        if now - self._failed_at < AGAIN_S and not self._over:
            return False
        if self._over:
            return True
        if self._open is None:
            return now - self._changed_at >= self._quiet_s
        return self._during_s > 0 and now - self._made_at >= max(self._during_s, TIMES_ITS_WORK * self._took_s)

    def _make(self) -> None:
        during, self._over, began = self._open is not None, False, self._clock()
        try:
            self._desk.make(during)
        except NotSaved as refusal:
            self._failed, self._failed_at = refusal.text, self._clock()
        self._took_s = self._clock() - began

    def _was_made(self, found: Found) -> None:
        """By this or by a tap."""
        self._failed, self._made_at, self._last = None, self._clock(), found
        self._folder = found.path.parent
        self._done = found.manifest.newest if found.manifest else 0
        self._count = len(backups_in(self._folder))
        with suppress(NotSaved):
            self._log.put(KIND, LAST, {"at": found.manifest.made if found.manifest else 0.0})
        self._tell(self._folder, None)

    def _tell(self, folder: Path | None, wrong: Text | None) -> None:
        self._health.put(self._stands(folder, wrong))

    def _stands(self, folder: Path | None, wrong: Text | None) -> DeviceHealth:
        label, before = LABELS["backup"], self._log.get(KIND, LAST)
        last = T("The last backup is of {when}.", when=moment(before["at"])) if isinstance(before, dict) else None
        stick = T("Plug the stick in, or name another place in settings.toml under backup.")
        if self._failed is not None:
            return DeviceHealth("backup", label, "trouble", self._failed, last)
        if wrong is not None and last is None and self._desk.wanted.folder == AUTO:
            return DeviceHealth("backup", label, "absent", wrong, T("Have it mounted for this user: docs/operating.md"))
        if wrong is not None:
            return DeviceHealth("backup", label, "lost", wrong, stick)
        if folder is not None:
            return self._on(folder)
        if self._desk.wanted.folder != AUTO:
            return DeviceHealth("backup", label, "off", T("Switched off in the settings."))
        if last is not None:
            words = T("The stick for backups is not in. {last}", last=last)
            return DeviceHealth("backup", label, "lost", words, T("Plug the stick in."))
        how = T("Plug a USB stick in and choose it under Table, Backups.")
        return DeviceHealth("backup", label, "absent", T("No stick for backups is in."), how)

    def _on(self, folder: Path) -> DeviceHealth:
        figures: tuple[tuple[Text, str | Text], ...] = ((T("Folder"), str(folder)),)
        if self._last is None or self._last.manifest is None:
            return DeviceHealth("backup", LABELS["backup"], "ok", T("Connected; no backup yet."), None, figures)
        when = moment(self._last.manifest.made)
        words = N("{n} backup, of {when}.", "{n} backups, the last of {when}.", max(1, self._count), when=when)
        return DeviceHealth("backup", LABELS["backup"], "ok", words, None, figures)


def _going_on(session: Session) -> str | None:
    """The evening that is being played; None where none is open, or it is over."""
    screen = session.screen()
    return None if screen.evening is None or screen.ending is not None else screen.evening.id
