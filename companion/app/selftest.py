"""Whether this version of the program works here, tried on a copy of what is kept: every evening opens, and the page
answers.

It may run beside the service, which goes on meanwhile; nothing of the data folder is changed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import msgspec

from companion import __version__
from companion.api.refusals import CannotOpen, Refused
from companion.api.text import T, Text
from companion.app.service import Service
from companion.app.settings import (
    CameraSettings,
    DrawerSettings,
    MqttSettings,
    PanelSettings,
    Settings,
    VenueSettings,
    VoiceSettings,
)
from companion.app.watchdog import page_answers
from companion.storage.repair import Files

COPIES = "selftest-"
LOOPBACK = "127.0.0.1"
_NOT_COPIED = ("-wal", "-shm", ".lock")


class Report(msgspec.Struct, frozen=True):
    """What came of it. `evenings` are all that are kept, by id, and `steps` how many steps they have; `unopened` are
    those that do not open; `troubles` say in words what does not work."""

    version: str
    evenings: tuple[str, ...] = ()
    steps: int = 0
    unopened: tuple[str, ...] = ()
    troubles: tuple[Text, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether everything worked."""
        return not self.troubles and not self.unopened


def selftest(settings: Settings, data: Path) -> Report:
    """Try it on a copy of the data folder."""
    try:
        with copied(data) as copy:
            return _tried(settings, copy)
    except CannotOpen as error:
        return Report(__version__, troubles=(error.text,))
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        return Report(__version__, troubles=(T("What is kept could not be copied: {why}.", why=why),))


def _tried(settings: Settings, data: Path) -> Report:
    quiet = replace(
        settings,
        web=replace(settings.web, address=LOOPBACK),
        drawer=DrawerSettings("none"),
        camera=CameraSettings("none"),
        panel=PanelSettings("none"),
        voice=VoiceSettings(on=False),
        mqtt=MqttSettings(),  # the home has one table of this name, which goes on
        venue=VenueSettings(),  # and so has the venue
    )
    service = Service(quiet, data=data, port=0)
    troubles: list[Text] = list(service.log.repairs) if service.log.lost else []
    unopened: list[str] = []
    try:
        service.start()
        kept = [*service.session.evenings(), *service.session.evenings(forgotten=True)]
        for one in kept:
            try:
                service.session.open(one.id)
            except Refused as error:
                unopened.append(one.id)
                troubles.append(T("“{name}” does not open: {why}", name=one.name, why=error.text))
        try:
            page_answers(LOOPBACK, service.server.port if service.server else 0)
        except OSError as error:
            troubles.append(T("The page does not answer: {why}.", why=str(error)))
        steps = sum(len(service.log.links(one.id)) for one in kept)
        return Report(__version__, tuple(one.id for one in kept), steps, tuple(unopened), tuple(troubles))
    except OSError as error:
        return Report(__version__, troubles=(T("The page does not answer: {why}.", why=str(error)),))
    finally:
        service.stop()


@contextmanager
def copied(data: Path) -> Iterator[Path]:
    """A copy of a data folder, whether a companion runs on it or not, beside what it is a copy of; gone afterwards."""
    for left in data.glob(f"{COPIES}*"):
        shutil.rmtree(left, ignore_errors=True)
    copy = Path(tempfile.mkdtemp(prefix=COPIES, dir=data))
    try:
        files = Files(data)
        if files.database.exists():
            # Where nobody has it open it is read as it lies, and nothing is put beside it.
            how = "mode=ro" if files.wal.exists() else "mode=ro&immutable=1"
            kept = sqlite3.connect(f"file:{quote(str(files.database))}?{how}", uri=True)
            with closing(kept), closing(sqlite3.connect(copy / files.database.name)) as db:
                kept.backup(db)
        for path in data.iterdir():
            # What begins with a dot is other programs': the sound server's link leads out of the folder.
            name = path.name
            if path != files.database and not name.startswith((COPIES, ".")) and not name.endswith(_NOT_COPIED):
                _copy(path, copy / name)
        yield copy
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _copy(path: Path, to: Path) -> None:
    """A file, or a folder; pictures are linked, since a picture is never changed."""
    if path.is_symlink():
        return
    if path.is_dir():
        to.mkdir()
        for one in path.iterdir():
            _copy(one, to / one.name)
    elif path.suffix in (".jpg", ".png", ".wav", ".onnx"):
        os.link(path, to)
    elif path.is_file():
        shutil.copyfile(path, to)
