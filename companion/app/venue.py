"""The venue by the settings. Imported only where there is one: it brings the library that talks to its server."""

from __future__ import annotations

from pathlib import Path

from companion.app.settings import VenueSettings
from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.status.staff_call import StaffCall
from companion.storage.log import Log
from companion.venue.server import VenueAccess
from companion.venue.shipper import Shipper


def access(settings: VenueSettings) -> VenueAccess:
    """How this table comes in."""
    return VenueAccess(settings.servers, settings.table, _path(settings.key), _path(settings.authority))


def shipper(
    settings: VenueSettings, log: Log, session: Session, folder: Path, health: HealthBoard, call: StaffCall | None
) -> Shipper:
    """What sends every evening there."""
    return Shipper(access(settings), log, session, folder, health, call=call)


def _path(text: str) -> Path | None:
    return Path(text).expanduser() if text else None
