"""Puts the dashboard together from what `companion/app` hands in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.api import text as companion_text
from companion.api.game import Game, IllegalMove
from companion.api.refusals import BadFile, BadMove, NotSaved, Refused
from companion.api.text import Catalogue, Text
from companion.backup.desk import BackupDesk
from companion.drawer.desk import ScaleDesk
from companion.drawer.pile import PileDesk
from companion.library.looks import NO_LOOK
from companion.scanner.adding import AddingDesk, BadPhoto, Picture
from companion.scanner.desk import ScanDesk
from companion.scanner.photo_queue import PhotoQueue
from companion.session.screen import VersionConflict
from companion.session.session import Session
from companion.speech.card_reader import CardReader
from companion.speech.narrator import Narrator
from companion.status.campaigns import CampaignDesk
from companion.status.health import HealthBoard
from companion.status.simulated_table import SimulatedTable
from companion.status.staff_call import StaffCall
from companion.status.ticked_orders import TickedOrders
from companion.status.timers import Timers
from companion.status.venue_cards import CardOffers
from companion.status.versions import VersionDesk
from companion.storage.keyed_store import KeyedStore
from companion.storage.pictures import Changed, Pictures
from web.api import api
from web.api import live as live_page
from web.api_backups import backups as backups_api
from web.api_campaigns import campaigns as campaigns_api
from web.api_card_offers import card_offers as card_offers_api
from web.api_card_texts import card_texts
from web.api_devices import devices
from web.api_evenings import evenings, story_api
from web.api_health import health_api
from web.api_lookup import lookup
from web.api_phones import phones
from web.api_pictures import photo_api, picture_api
from web.api_scale import piles, scales
from web.api_scan import scan_api, scan_kept_api
from web.api_versions import versions as versions_api
from web.context import KEY, Context
from web.errors import STATUS_TEXTS, HttpRefusal
from web.guard import install
from web.live import Live
from web.live_app import LiveApp
from web.looks import looks as looks_pages
from web.looks import sounds as sound_files
from web.pages import missing, pages
from web.pairing import Pairing
from web.ports import (
    CardPhotoMaker,
    DashboardSettings,
    FiguresPort,
    LibraryPort,
    LooksPort,
    PhotoRead,
    RulesPort,
    SecurePort,
    SoundsPort,
    SupportPort,
)
from web.requests import error_answer, log_trouble
from web.sources import all_sources, listen_to_sources
from web.taps import KeptTaps, Taps


def create_app(
    *,
    session: Session,
    games: Mapping[str, Game[Any]],
    library: LibraryPort,
    rules: RulesPort,
    narrator: Narrator,
    health: HealthBoard,
    store: KeyedStore,
    looks: LooksPort = lambda game: NO_LOOK,
    sounds: SoundsPort = lambda cue: None,
    kept_taps: KeptTaps | None = None,
    read_photo: Callable[[Picture, bool], PhotoRead] | None = None,
    card_photo: CardPhotoMaker | None = None,
    photo_queue: PhotoQueue | None = None,
    pictures: Pictures | None = None,
    adding: AddingDesk | None = None,
    card_reader: CardReader | None = None,
    begin_demo: Callable[[str], str] | None = None,
    table: SimulatedTable | None = None,
    scale: ScaleDesk | None = None,
    pile: PileDesk | None = None,
    scan: ScanDesk | None = None,
    secure: SecurePort | None = None,
    backups: BackupDesk | None = None,
    versions: VersionDesk | None = None,
    campaigns: CampaignDesk | None = None,
    card_offers: CardOffers | None = None,
    figures: FiguresPort | None = None,
    support: SupportPort | None = None,
    leave_safe: Callable[[], None] | None = None,
    staff_call: StaffCall | None = None,
    settings: DashboardSettings | None = None,
    catalogue: Callable[[str], Catalogue] = companion_text.catalogue,
    languages: Callable[[], Sequence[str]] = companion_text.languages,
) -> LiveApp:
    """The dashboard as a WSGI app; `table` only where devices are simulated, `scale`, `pile` where a drawer can be,
    `scan` where there is a scan spot or photos are read, `staff_call` where a venue's staff can be called."""
    settings = settings or DashboardSettings()
    app = LiveApp(__name__, static_folder=None)  # `pages.asset` serves those files
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.pairing = Pairing(store, settings.code)
    timers = Timers(store)
    timers.follow(session.screen())
    ticked = TickedOrders(store, session.screen())
    seen = all_sources(
        app.pairing, session, narrator, health, table, scale, pile, scan, timers, adding, card_reader, staff_call,
        ticked,
    )  # fmt: skip
    saved = (lambda: None) if kept_taps is None else kept_taps.sync
    app.live = Live(
        seen, catalogue, cap=settings.streams, beat_s=settings.beat_s, on_phones=narrator.phones_there, saved=saved
    )
    app.unsubscribe = listen_to_sources(
        app.live, app.pairing, session, narrator, health, table, scale, pile, scan, timers, adding, card_reader,
        staff_call, ticked,
    )  # fmt: skip
    app.extensions[KEY] = Context(
        session=session, games=games, library=library, rules=rules, looks=looks, sounds=sounds, narrator=narrator,
        health=health, read_photo=read_photo, card_photo=card_photo,
        photo_queue=PhotoQueue() if photo_queue is None else photo_queue,
        pictures=pictures, adding=adding, card_reader=card_reader,
        begin_demo=begin_demo, table=table, scale=scale, pile=pile, scan=scan,
        backups=backups, versions=versions, campaigns=campaigns, card_offers=card_offers,
        figures=figures, support=support, leave_safe=leave_safe,
        timers=timers, ticked=ticked, staff_call=staff_call, secure=secure, settings=settings,
        catalogue=catalogue, languages=languages,
        pairing=app.pairing, taps=Taps(kept_taps), live=app.live,
    )  # fmt: skip
    install(app, app.pairing, settings.hosts, frozenset({"api_health.metrics"}) if settings.metrics else frozenset())
    for part in (
        pages,
        looks_pages,
        sound_files,
        live_page,
        api,
        evenings,
        lookup,
        photo_api,
        picture_api,
        card_texts,
        phones,
        devices,
        backups_api,
        versions_api,
        campaigns_api,
        card_offers_api,
        health_api,
        scales,
        piles,
        scan_api,
        scan_kept_api,
        story_api,
    ):
        app.register_blueprint(part)
    answer_errors(app)
    app.after_request(partial(_once_saved, saved))
    return app


def _once_saved(saved: Callable[[], None], response: Response) -> Response:
    """No answer tells of anything that a power cut could still take back."""
    saved()
    return response


def answer_errors(app: Flask) -> None:
    """Every refusal, wherever it comes from, becomes one sentence as JSON."""
    app.register_error_handler(HttpRefusal, error_answer)
    app.register_error_handler(VersionConflict, _stale)
    app.register_error_handler(IllegalMove, _illegal)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _stale(error: VersionConflict) -> Response:
    return error_answer(HttpRefusal(409, "stale", error.text, version=error.screen.version))


def _illegal(error: IllegalMove) -> Response:
    return error_answer(HttpRefusal(422, "illegal", error.text, rule=error.rule, page=error.page, field=error.field))


def _refused(error: Refused) -> Response:
    kinds: Mapping[type[Refused], tuple[int, str]] = {
        BadFile: (422, "file"),
        NotSaved: (507, "not_saved"),
        Changed: (409, "changed"),
        BadPhoto: (422, "photo"),
    }
    status, kind = next((one for kind, one in kinds.items() if isinstance(error, kind)), (422, "bad_move"))
    more = {"field": error.field} if isinstance(error, BadMove) else {}
    return error_answer(HttpRefusal(status, kind, error.text, **more))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status == 404 and _is_looked_at():
        return Response(missing(), status, mimetype="text/html")
    text = STATUS_TEXTS.get(status, Text(error.description or ""))
    response = error_answer(HttpRefusal(status, "http", text))
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def _is_looked_at() -> bool:
    """Whether a person has opened an address of which nobody knows anything; whatever asks the companion for data gets
    its answer as data."""
    for_data = request.path.startswith(("/api/", "/assets/", "/games/"))
    return request.url_rule is None and not for_data and "text/html" in request.headers.get("Accept", "")


def _unexpected(error: Exception) -> Response:
    del error
    log_trouble(request.endpoint or "a request")
    return error_answer(HttpRefusal(500, "trouble", STATUS_TEXTS[500]))
