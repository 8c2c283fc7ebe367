"""`companion restore`: take a backup over. It is checked and told of first; what was here before is kept aside."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.api.game import Game
from companion.api.refusals import BadFile, Refused
from companion.api.text import N, T, Text, catalogue
from companion.app.control import RESTART, ask
from companion.app.device_report import running_service
from companion.app.restored_settings import install_settings
from companion.app.settings import Settings
from companion.backup.folder import OURS, backups_in, is_folder
from companion.backup.restoring import Staged, stage
from companion.backup.telling import evening_line, made_by, size_of, things
from companion.library.registry import find_games
from companion.storage import repair, takeover
from companion.storage.log import Log

AGAIN_S = 60.0  # within which a running companion has taken it over


def arguments(parser: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    """What can be said on the command line."""
    which = T("the backup, or a folder (a stick) whose newest one is taken")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=say(which))
    parser.add_argument("--yes", action="store_true", help=say(T("do not ask before it is taken over")))
    parser.add_argument("--back", action="store_true", help=say(T("go back to what was here before the last restore")))
    parser.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))


def do(args: argparse.Namespace, settings: Settings) -> int:
    """Do it; the answer is the exit code."""
    data = args.data or settings.data.path
    restore = _Restore(data, settings, args.yes, args.settings or Path("settings.toml"))
    try:
        return restore.back() if args.back else restore.restore(args.file)
    except Refused as error:
        restore.complain(error.text)
        return 2


class _Restore:
    """One restore at the Pi."""

    def __init__(self, data: Path, settings: Settings, yes: bool, settings_path: Path) -> None:
        self._data = data
        self._settings = settings
        self._yes = yes
        self._settings_path = settings_path
        self._say = catalogue(settings.language).say
        self._games = find_games()

    def restore(self, file: Path | None) -> int:
        """Check, tell, ask, take over."""
        if file is None:
            raise BadFile(T("Say which backup: its file, or the folder of the stick."))
        path = newest_in(file) if is_folder(file) else file
        staged = stage(path, self._data, self._games)
        try:
            head, *evenings = told(staged, self._games)
            self._print(head)
            self._print(T("It holds {things}.", things=things(staged.manifest.holds)))
            sys.stdout.writelines(f"  {self._say(line)}\n" for line in evenings)
            if not self._agreed():
                return 2
            _as_owner(self._data)
            aside = takeover.commit(self._data)
        finally:
            takeover.drop(self._data)
        return self._take_over(aside)

    def back(self) -> int:
        """Exchange what is here for what was here before the last restore."""
        before = takeover.kept_aside(self._data)
        if before is not None:
            self._print(T("Back to what was here before the last restore: {folder}", folder=str(before)))
            if not self._agreed():
                return 2
        return self._take_over(takeover.back(self._data))

    def _agreed(self) -> bool:
        now = _here_now(self._data)
        self._print(T("Here now: {what}. It is kept aside.", what=now) if now else T("Here now: nothing."))
        if self._yes:
            return True
        if not sys.stdin.isatty():
            self.complain(T("Nothing has changed. To take it over, add --yes."))
            return False
        sys.stdout.write(self._say(T("Take it over? Type yes: ")))
        sys.stdout.flush()
        words = {"yes", "y", self._say(T("yes")).casefold()}
        if sys.stdin.readline().strip().casefold() in words:
            return True
        self.complain(T("Nothing has changed."))
        return False

    def _take_over(self, aside: Path) -> int:
        if running_service(self._data, self._settings.language) is not None:
            if not self._restarted():
                self.complain(T("It is taken over when the companion starts again; please start it again."))
                return 1
        else:
            Log(self._data).close()
            words = install_settings(self._data, self._settings_path)
            if words is not None:
                self._print(words)
        self._print(T("Restored. What was here before is in {folder}; to go back: companion restore --back",
                      folder=str(aside)))  # fmt: skip
        return 0

    def _restarted(self) -> bool:
        ask(self._data, {"do": RESTART})
        until = time.monotonic() + AGAIN_S
        while time.monotonic() < until:
            if not takeover.waiting(self._data) and running_service(self._data, self._settings.language) is not None:
                return True
            time.sleep(0.2)
        return False

    def _print(self, text: Text) -> None:
        sys.stdout.write(f"{self._say(text)}\n")

    def complain(self, text: Text) -> None:
        """Say why not."""
        sys.stderr.write(f"companion: {self._say(text)}\n")


def told(staged: Staged, games: Mapping[str, Game[Any]]) -> list[Text]:
    """When a backup was made and how large it is; then its evenings."""
    head = T("{file}: {made}, {size}", file=staged.name, made=made_by(staged.manifest), size=size_of(staged.size))
    return [head, *(evening_line(one, games) for one in staged.evenings)]


def newest_in(folder: Path) -> Path:
    """The newest whole backup in a folder, or in its folder for backups."""
    found = [one for one in (*backups_in(folder), *backups_in(folder / OURS)) if one.manifest is not None]
    if not found:
        raise BadFile(T("There is no backup in {folder}.", folder=str(folder)))
    return max(found, key=lambda one: 0.0 if one.manifest is None else one.manifest.made).path


def _here_now(data: Path) -> Text | None:
    """What a restore takes the place of; None for nothing."""
    database = repair.Files(data).database
    index = repair.index_of(database) if database.exists() else {}
    if index is None:
        return T("data that cannot be read")
    count = sum(key[0] == "evenings" for key in index)
    return N("{n} evening", "{n} evenings", count) if index else None


def _as_owner(data: Path) -> None:
    """What root puts together belongs to whom the data folder belongs to."""
    if os.geteuid() != 0:
        return
    owner = data.stat()
    for base, folders, names in os.walk(data / takeover.PART):
        for name in ("", *folders, *names):
            os.chown(Path(base) / name, owner.st_uid, owner.st_gid)
