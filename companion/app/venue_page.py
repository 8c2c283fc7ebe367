"""A venue's page, put together: what follows the server, reads, counts and exports, and the web server before it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from companion.api.refusals import BadMove
from companion.api.text import T, all_of
from companion.app.address import local_name, names_of, own_address
from companion.app.settings import Settings
from companion.library.looks import NO_LOOK, Look, read_look
from companion.library.registry import find
from companion.storage.log import Log
from companion.venue.export import Export
from companion.venue.figures import Figures
from companion.venue.follower import Follower
from companion.venue.server import VenueAccess
from companion.venue.told import EveningReader
from web.pages import invitation
from web.pairing import AT_THE_PI, FIRST_LIFE_S, in_groups
from web.ports import DashboardSettings
from web.proxies import Proxies
from web.server import WebServer, serve
from web.venue.app import create_venue_page


class Invited(NamedTuple):
    """The address with its key, the code for typing, for how many minutes both hold, and whether the first to join is
    still awaited: the owner."""

    link: str
    code: str
    minutes: int
    first: bool


class VenuePageService:
    """Everything that runs for a venue's page. Making one opens its data folder; `start` connects and serves.

    Raises `CannotOpen` when the folder cannot be used, and OSError from `start` when the port is taken.
    """

    def __init__(
        self, access: VenueAccess, settings: Settings, folder: Path, port: int, code: str | None = None
    ) -> None:
        self._settings, self._port = settings, port
        self.address = f"http://{own_address()}:{port}"
        found = find()
        games = {name: one.game for name, one in found.items()}
        folders = {name: one.folder for name, one in found.items()}
        self._log = Log(folder)
        self.follower = Follower(access, owner=settings.venue.owner)
        reader = EveningReader(self.follower, games)
        self._figures = Figures(self.follower, reader, self._log)
        self._export = Export(self.follower, reader, self._figures, folder)

        @lru_cache(maxsize=32)
        def look(game: str) -> Look:
            return read_look(folders[game]) if game in folders else NO_LOOK

        self.app = create_venue_page(
            follower=self.follower,
            reader=reader,
            figures=self._figures,
            export=self._export,
            games=games,
            store=self._log,
            looks=look,
            settings=DashboardSettings(
                language=settings.language,
                address=self.address,
                local_name=f"http://{local_name()}:{port}",
                hosts=names_of(settings.web.allowed_hosts),
                code=code,
            ),
        )
        self.server: WebServer | None = None
        self._ends = ExitStack()
        self._ends.callback(self._log.close)

    def make_owner(self, name: str) -> None:
        """Make whoever of the staff is called so the owner; `BadMove` where nobody is, or several are."""
        found = [one for one in self.app.pairing.phones() if one.name == name]
        if len(found) != 1:
            names = all_of([one.name for one in self.app.pairing.phones()])
            if not self.app.pairing.phones():
                raise BadMove(T("Nobody has joined this page yet."))
            raise BadMove(T("{name} is not one of the staff: {names}.", name=name, names=names))
        self.app.pairing.hand_over(found[0].id, AT_THE_PI)

    def invited(self) -> Invited | None:
        """How somebody joins now; None while no invitation holds."""
        found = self.app.pairing.invitation
        if found is None:
            return None
        link, first = invitation(self.address, found.key), self.app.pairing.owner is None
        return Invited(link, in_groups(found.code), round(FIRST_LIFE_S / 60), first)

    def start(self) -> None:
        """Follow the server, count what was played, serve the page."""
        for part in (self.follower, self._figures):
            self._begin(part.start, part.stop)
        self._ends.callback(self._export.stop)
        web = self._settings.web
        self.server = serve(self.app, web.address, self._port, web.threads, Proxies(web.trusted_proxies))
        self._ends.callback(self.server.stop)

    def _begin(self, start: Callable[[], None], stop: Callable[[], None]) -> None:
        start()
        self._ends.callback(stop)

    def stop(self) -> None:
        """End everything, the last begun first; what is kept is safe."""
        self._ends.close()
