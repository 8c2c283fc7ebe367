"""Takes over what the venue wants of this table: between evenings, all of it or nothing, and back again where it fails.

Nothing is believed that the venue's owner has not signed for this very table; a version runs only if somebody signed
it whom this table's own root trusts, and only if it is healthy.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec
from nats.js import JetStreamContext

from companion.api.refusals import BadFile, Refused
from companion.api.text import T, Text
from companion.status.health import LABELS, DeviceHealth, HealthBoard
from companion.venue import notes, signing, stores
from companion.venue.card_errand import KeptCards, take
from companion.venue.fleet import Has, Release, State, Wanted
from companion.venue.server import VenueTrouble
from companion.venue.signing import Signed

FILE = "venue-fleet.json"
LARGEST_RELEASE = 2**30
UPDATE_S = 3600.0  # a slow Pi tries hundreds of evenings on copies; after so long nothing comes any more
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Running:
    """The version that runs, and for which machine and Python it was made."""

    version: str
    machine: str
    python: str


class OwnTable(Protocol):
    """What is done here of what is wanted. `Refused` says why something is not done."""

    def playing(self) -> str: ...
    def running(self) -> Running: ...
    def check(self, settings: Mapping[str, Any]) -> None: ...
    def settings(self) -> Mapping[str, Any]: ...
    def put_settings(self, number: int, settings: Mapping[str, Any]) -> None: ...
    def settings_state(self, number: int) -> tuple[State, Text | None]: ...
    def release_file(self, name: str, size: int) -> Path: ...
    def install(self, release: Path | None) -> None: ...
    def settled(self) -> bool: ...
    def install_told(self) -> Text | None: ...
    def goes_back_to(self) -> str: ...


class _Step(msgspec.Struct):
    """How far what was wanted last has come, of this table by this owner: `version` is being installed since `at`, or
    settings are being tried."""

    table: str
    owner: str
    number: int = 0
    state: State = "taken"
    why: Text | None = None
    version: str = ""
    at: float = 0.0
    trying: bool = False


class FleetErrand:
    """An errand; `public` is the owner's key."""

    def __init__(
        self, table: str, public: str, folder: Path, own: OwnTable, kept: KeptCards, health: HealthBoard
    ) -> None:
        self._table, self._public, self._own, self._kept, self._health = table, public, own, kept, health
        self._path = folder / FILE
        self._step = _read(self._path)
        if (self._step.table, self._step.owner) != (table, public):
            self._step = self._stepped(0, "taken")
        self._reported: Has | None = None
        self._tell("absent", T("Looking for the venue's server."))

    async def look(self, stream: JetStreamContext) -> None:
        """See what is wanted, do what can be done now, and tell the venue what came of it."""
        try:
            wanted = await self._wanted(stream)
            if wanted is not None:
                await self._go_on(stream, wanted)
        except Refused as refusal:
            await self._report(stream, "failed", refusal.text)
            self._tell("trouble", refusal.text)
            return
        await self._report(stream, self._step.state, self._step.why)
        self._tell_how_it_stands(wanted is not None)

    def told(self, trouble: VenueTrouble) -> None:
        """The server was not asked, or did not answer."""
        self._reported = None
        self._tell("absent" if trouble.passes else "trouble", trouble.text, trouble.what_to_do)

    # --- what is wanted -----------------------------------------------------------------------------------------------

    async def _wanted(self, stream: JetStreamContext) -> Wanted | None:
        """What the owner signed for this table; `BadFile` where it is anything else."""
        record = await notes.read(stream, notes.wanted(self._table), Signed)
        if record is None:
            return None
        wanted = signing.opened(record, self._public, Wanted)
        if wanted.table != self._table:
            raise BadFile(T("What the venue wants is meant for another table, and so nothing of it was taken."))
        if wanted.number < self._step.number:
            raise BadFile(T("What the venue wants is older than what was taken already, and so nothing was done."))
        return wanted

    async def _go_on(self, stream: JetStreamContext, wanted: Wanted) -> None:
        step = self._step
        if wanted.number > step.number:
            self._note(self._stepped(wanted.number, "waiting"))
        elif step.trying:
            self._look_at_settings()
            return
        elif step.version:
            if not self._look_at_update(wanted):
                return
        elif step.state != "waiting":
            return
        try:
            await self._take(stream, wanted)
        except Refused as refusal:
            self._note(self._stepped(wanted.number, "failed", refusal.text))

    async def _take(self, stream: JetStreamContext, wanted: Wanted) -> None:
        """The version first, as it may know settings that the present one does not; then cards, and settings last."""
        wish = wanted.wish
        if wish.version and wish.version != self._own.running().version:
            if self._must_wait(wanted):
                return
            await self._install(stream, wanted)
            return
        self._own.check(wish.settings)
        if self._must_wait(wanted):
            return
        for game, note in wish.cards.items():
            if game in self._kept.games():
                await take(stream, stores.VENUE, game, note, self._kept)
        if wish.settings == dict(self._own.settings()):
            self._note(self._stepped(wanted.number, "taken"))
            return
        if self._must_wait(wanted):  # an evening may have begun meanwhile
            return
        self._note(msgspec.structs.replace(self._stepped(wanted.number, "trying"), trying=True))
        self._own.put_settings(wanted.number, wish.settings)

    def _must_wait(self, wanted: Wanted) -> bool:
        """Whether an evening is being played: then nothing is done before it has ended."""
        playing = self._own.playing()
        if playing:
            why = T("It is taken over once “{name}” is not being played any more.", name=playing)
            self._note(self._stepped(wanted.number, "waiting", why))
        return bool(playing)

    def _look_at_settings(self) -> None:
        state, why = self._own.settings_state(self._step.number)
        step = self._stepped(self._step.number, state, why)
        self._note(msgspec.structs.replace(step, trying=state == "trying"))

    # --- a version ----------------------------------------------------------------------------------------------------

    async def _install(self, stream: JetStreamContext, wanted: Wanted) -> None:
        wish = wanted.wish
        if wish.version == self._own.goes_back_to():
            path = None
        else:
            path = await self._fetched(stream, _fitting(wish.releases, self._own.running(), wish.version))
        if self._must_wait(wanted):
            return
        step = self._stepped(wanted.number, "trying")
        self._note(msgspec.structs.replace(step, version=wish.version, at=time.time()))
        self._own.install(path)

    async def _fetched(self, stream: JetStreamContext, release: Release) -> Path:
        """The release file, whole; one that was fetched before is not fetched again."""
        if not (0 < release.size <= LARGEST_RELEASE and stores.is_digest(release.digest)):
            raise BadFile(T("A record in the venue's server is damaged, or none of the companion's."))
        path = self._own.release_file(f"venue-{release.digest[:16]}.release", release.size)
        if path.exists() and path.stat().st_size == release.size:
            return path
        part = path.with_suffix(".part")
        try:
            with part.open("wb") as file:
                await stores.get_into(stream, stores.VENUE, release.digest, file, release.size)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise BadFile(
                T("{file} cannot be written: {why}.", file=path.name, why=error.strerror or str(error))
            ) from error
        finally:
            part.unlink(missing_ok=True)
        return path

    def _look_at_update(self, wanted: Wanted) -> bool:
        """Whether the version that was to be installed runs by now, and stays; the rest is done then."""
        step = self._step
        if self._own.running().version == step.version:
            return self._own.settled()
        told = self._own.install_told()
        if told is None and time.time() - step.at > UPDATE_S:
            told = T("Nothing was heard of the update to version {version}.", version=step.version)
        if told is not None and not self._must_wait(wanted):
            self._note(self._stepped(step.number, "failed", told))
        return False

    # --- telling ------------------------------------------------------------------------------------------------------

    def _stepped(self, number: int, state: State, why: Text | None = None) -> _Step:
        return _Step(table=self._table, owner=self._public, number=number, state=state, why=why)

    def _note(self, step: _Step) -> None:
        if step == self._step:
            return
        self._step = step
        new = self._path.with_suffix(".new")
        try:
            new.touch(mode=0o600)
            new.write_bytes(msgspec.json.encode(step))
            new.replace(self._path)
        except OSError as error:
            _log.warning("how far it is with what the venue wants could not be kept: %s", error)

    async def _report(self, stream: JetStreamContext, state: State, why: Text | None) -> None:
        has = Has(
            format=notes.FORMAT,
            table=self._table,
            number=self._step.number,
            state=state,
            version=self._own.running().version,
            at=0.0 if self._reported is None else self._reported.at,
            settings=dict(self._own.settings()),
            why=why,
        )
        if has != self._reported:
            has = msgspec.structs.replace(has, at=time.time())
            await notes.write(stream, notes.has(self._table), has)
            self._reported = has

    def _tell_how_it_stands(self, wanted: bool) -> None:
        words = {
            "waiting": T("The venue wants something of this table."),
            "trying": T("What the venue wants is being tried."),
            "taken": T("This table has what the venue wants.") if wanted else T("The venue wants nothing."),
            "failed": T("What the venue wants did not work here, so it stays as it was."),
        }[self._step.state]
        why = () if self._step.why is None else ((T("Why"), self._step.why),)
        self._tell("trouble" if self._step.state == "failed" else "ok", words, None, why)

    def _tell(
        self, state: str, words: Text, what_to_do: Text | None = None, figures: tuple[tuple[Text, Text], ...] = ()
    ) -> None:
        self._health.put(DeviceHealth("venue_fleet", LABELS["venue_fleet"], state, words, what_to_do, figures))


def _fitting(releases: tuple[Release, ...], running: Running, version: str) -> Release:
    found = next((one for one in releases if (one.machine, one.python) == (running.machine, running.python)), None)
    if found is None:
        raise BadFile(
            T(
                "Of version {version} the venue has no release for {machine} with Python {python}.",
                version=version, machine=running.machine, python=running.python,
            )
        )  # fmt: skip
    return found


def _read(path: Path) -> _Step:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Step)
    except (OSError, msgspec.MsgspecError):
        return _Step("", "")
