"""What a table does of what its venue wants: when it is a good moment, settings, another version by the updater."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.app.pushed_settings import PushedSettings, did_not_start, with_values
from companion.app.settings import BadSettings, Settings
from companion.app.versions import InstalledVersions
from companion.system import program
from companion.system.program import CannotBuild
from companion.venue.fleet import State
from companion.venue.fleet_errand import Running

ROOM_WANTED = 100_000_000  # bytes that a release leaves free


class TableFleet:
    """Of this table. `restart` has the service begin again, with the settings as they are then."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        pushed: PushedSettings,
        versions: InstalledVersions,
        restart: Callable[[], None],
    ) -> None:
        self._settings, self._folder, self._pushed = settings, folder, pushed
        self._versions, self._restart = versions, restart

    def playing(self) -> str:
        """The name of the evening that is being played; empty for none."""
        return self._versions.playing()

    def running(self) -> Running:
        """The version that runs here."""
        return Running(self._versions.now, _machine(), program.this_python())

    def check(self, settings: Mapping[str, Any]) -> None:
        """`BadMove` for the first that may not be set from elsewhere, or does not fit."""
        try:
            with_values(self._settings, settings)
        except BadSettings as error:
            raise BadMove(error.text) from error

    def settings(self) -> Mapping[str, Any]:
        """Those of the venue that hold."""
        return self._pushed.values

    def put_settings(self, number: int, settings: Mapping[str, Any]) -> None:
        """Try these: the companion begins again with them."""
        try:
            self._pushed.put(number, settings)
        except OSError as error:
            raise BadMove(
                T("{file} cannot be written: {why}.", file=self._folder.name, why=error.strerror or str(error))
            ) from error
        self._restart()

    def settings_state(self, number: int) -> tuple[State, Text | None]:
        """What came of those."""
        if self._pushed.failed(number):
            return "failed", did_not_start()
        return ("trying", None) if self._pushed.on_trial else ("taken", None)

    def release_file(self, name: str, size: int) -> Path:
        """Where a release file goes; those before go. `BadMove` where there is too little room."""
        folder = self._folder / "releases"
        folder.mkdir(mode=0o700, exist_ok=True)
        for path in folder.glob("venue-*"):
            if path.name != name:
                path.unlink(missing_ok=True)
        if not (folder / name).exists() and shutil.disk_usage(folder).free < size + ROOM_WANTED:
            raise BadMove(T("There is too little room for a release of {size} MB.", size=size // 1_000_000))
        return folder / name

    def install(self, release: Path | None) -> None:
        """Have root install it, if it is signed by somebody whom root trusts; None: have the version before run
        again."""
        self._versions.install_named(release)

    def settled(self) -> bool:
        """Whether the version that runs is not merely being watched."""
        return self._versions.settled()

    def install_told(self) -> Text | None:
        """What came of it; None while nothing has."""
        return self._versions.told_last()

    def goes_back_to(self) -> str:
        """The version to which the updater can go back; empty for none."""
        return self._versions.versions().before or ""


def _machine() -> str:
    try:
        return program.this_machine()
    except CannotBuild:
        return ""
