"""Puts a venue's page together: who may do what, and where the news comes from.

Three roles, by the way in which a table's phones join: whoever opens the page is a guest, and sees which tables are
free and which games are played; who joins by an invitation is of the staff; the first who joined is the owner, who
lets others in, and has everything as a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from flask import Response, request

from companion.api import text as companion_text
from companion.api.game import Game
from companion.api.text import Catalogue, verbatim
from companion.library.looks import NO_LOOK
from companion.storage.keyed_store import KeyedStore
from companion.venue.export import Export
from companion.venue.figures import Figures
from companion.venue.follower import Follower
from companion.venue.server import VenueTrouble
from companion.venue.told import EveningReader
from web.api import live as live_page
from web.api_phones import phones
from web.app import answer_errors
from web.context import KEY
from web.errors import HttpRefusal
from web.guard import install
from web.live import Live
from web.live_app import LiveApp
from web.looks import looks as looks_pages
from web.pairing import Pairing
from web.ports import DashboardSettings, LooksPort
from web.requests import error_answer
from web.taps import Taps
from web.venue.api import only_owner, venue_api
from web.venue.api_fleet import venue_fleet
from web.venue.context import VenueContext
from web.venue.pages import venue_pages
from web.venue.sources import sources

# What needs no joining besides what a table's page opens to everybody.
OPEN = frozenset(
    {
        "venue_pages.shell", "venue_pages.asset", "venue_pages.icon", "venue_pages.manifest", "venue.screen",
        "looks.icons", "looks.colours", "looks.picture", "live.stream", "api_phones.join", "api_phones.me",
    }
)  # fmt: skip
OWNERS = frozenset({"api_phones.invite", "venue_pages.invite"})


def create_venue_page(
    *,
    follower: Follower,
    reader: EveningReader,
    figures: Figures,
    export: Export,
    games: Mapping[str, Game[Any]],
    store: KeyedStore,
    looks: LooksPort = lambda game: NO_LOOK,
    settings: DashboardSettings | None = None,
    catalogue: Callable[[str], Catalogue] = companion_text.catalogue,
    languages: Callable[[], Sequence[str]] = companion_text.languages,
) -> LiveApp:
    """The venue's page as a WSGI app. `store` keeps who has joined."""
    settings = settings or DashboardSettings()
    app = LiveApp(__name__, static_folder=None, template_folder=Path(__file__).parent.parent / "templates")
    app.pairing = pairing = Pairing(store, settings.code)

    def title(game: str) -> companion_text.Text:
        return games[game].title if game in games else verbatim(game)

    app.live = live = Live(
        sources(follower, export, pairing, title), catalogue, cap=settings.streams, beat_s=settings.beat_s
    )

    def of_phones(removed: str | None) -> None:
        if removed is not None:
            live.end(removed)
        live.changed("phones")

    def of_tables() -> None:
        live.changed("server")
        live.changed("tables")

    pairing.subscribe(of_phones)
    app.unsubscribe = [
        follower.on_tables(of_tables),
        follower.on_fleet(lambda: live.changed("fleet")),
        export.subscribe(lambda: live.changed("export")),
    ]
    app.extensions[KEY] = VenueContext(
        settings=settings, catalogue=catalogue, languages=languages, looks=looks, pairing=pairing, taps=Taps(),
        live=live, games=games, follower=follower, reader=reader, figures=figures, export=export,
    )  # fmt: skip
    install(app, pairing, settings.hosts, OPEN)

    @app.before_request
    def check_owner() -> None:
        if request.endpoint in OWNERS:
            only_owner()

    for part in (venue_pages, venue_api, venue_fleet, phones, live_page, looks_pages):
        app.register_blueprint(part)
    answer_errors(app)
    app.register_error_handler(VenueTrouble, _no_server)
    return app


def _no_server(trouble: VenueTrouble) -> Response:
    return error_answer(HttpRefusal(503, "server", trouble.text))
