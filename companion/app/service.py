"""The whole service, put together: log, session, voice, panel, drawer, camera, dashboard."""

from __future__ import annotations

import base64
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from companion.api.readings import Pressed
from companion.api.text import T, catalogue
from companion.app import campaign_desk
from companion.app.address import local_name, names_of, own_address
from companion.app.backups import AutomaticBackups
from companion.app.camera import CameraService, deck_of, grammar_expected, grammar_of
from companion.app.card_prints import CardPrints, found_card
from companion.app.content import ContentCache
from companion.app.control import RESTART, SUPPORT, Control, Request
from companion.app.demo import DemoRound, demo_game
from companion.app.device_report import DEVICES, DeviceReport
from companion.app.drawer import DrawerService
from companion.app.figures import Figures
from companion.app.home import HomeService
from companion.app.https import HTTPS, Certificates, HttpsDesk, HttpsService
from companion.app.machine import MachineWatch
from companion.app.memory import give_back, keep_little
from companion.app.panel import PLACE, PanelService
from companion.app.phone_desk import PhoneDesk
from companion.app.pushed_settings import PushedSettings
from companion.app.scan import check_figures, scan_desk
from companion.app.settings import Settings
from companion.app.starts import Starts, WellAfterAMinute, safe_mode, safe_settings
from companion.app.storage import StorageWatch
from companion.app.support import RECENT, file_name, support_file
from companion.app.versions import PLAYING, InstalledVersions, being_played
from companion.app.voice import InstalledVoices, first_state, make_voice
from companion.app.watchdog import DEVICE_PATIENCE_S, Part, Watchdog, page_answers
from companion.backup.desk import BackupDesk, Wanted
from companion.backup.folder import usb_sticks
from companion.drawer.desk import ScaleDesk
from companion.library.cards import Library
from companion.library.registry import find
from companion.scanner.adding import AddingDesk
from companion.scanner.check_history import CheckHistory
from companion.scanner.photo_queue import PhotoQueue
from companion.session.screen import Update
from companion.session.session import Session
from companion.speech.card_reader import CardReader
from companion.speech.narrator import Narrator
from companion.status.campaigns import CampaignDesk
from companion.status.health import HealthBoard
from companion.status.metrics import exposition
from companion.status.simulated_table import Fakes, SimulatedTable
from companion.status.staff_call import StaffCall
from companion.storage.card_texts import CardTexts
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from hardware import cues
from hardware.players import Player
from web.app import create_app
from web.demos import Demos, WithDemos
from web.live_app import LiveApp
from web.pages import prepare
from web.pairing import Pairing
from web.ports import DashboardSettings
from web.proxies import Proxies
from web.server import WebServer, serve

RESTART_S = 0.5
_log = logging.getLogger(__name__)


class Component(Protocol):
    """A part that runs. What `start` has begun ends with `stop`, which may be called without a start, and twice."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class FunctionComponent:
    """A component of what has its own ways to begin and end."""

    def __init__(self, start: Callable[[], object] = lambda: None, stop: Callable[[], object] = lambda: None) -> None:
        self._start = start
        self._stop = stop

    def start(self) -> None:
        self._start()

    def stop(self) -> None:
        self._stop()


class Service:
    """Everything that runs, started by `start()` and ended by `stop()`.

    Making one opens the data folder and nothing else: no thread, no port, no device. `simulate` simulates every
    device, plugged in or not; `player` takes the speech instead of the sound device; `code` is the first pairing code
    and `game` the game that is likely on the table. `restart` has whoever runs it end it and make another, as after a
    restore; `settings_file` is where the settings are, or would be. `safe` uses no device and opens no evening;
    `starts` is told once it has run well for a minute, and so is what the venue has `pushed`.
    Raises `CannotOpen` when the data folder cannot be used, and OSError from `start` when the port is taken.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        data: Path | None = None,
        port: int | None = None,
        simulate: bool = False,
        player: Player | None = None,
        code: str | None = None,
        game: str | None = None,
        restart: Callable[[], None] = lambda: None,
        settings_file: Path | None = None,
        starts: Starts | None = None,
        safe: bool = False,
        pushed: PushedSettings | None = None,
    ) -> None:
        keep_little()
        self.settings = settings = safe_settings(settings) if safe else settings
        self._starts, self.safe = starts, safe
        simulate = simulate and not safe
        self._likely_game = game
        self._restart = restart
        self._again = False
        self._port = settings.web.port if port is None else port
        self._folder = folder = data or settings.data.path
        self.server: WebServer | None = None
        self.health = HealthBoard()
        self.staff_call = StaffCall() if settings.venue.staff_call and settings.venue.servers else None
        self.log = Log(folder)
        self._running: list[Component] = [FunctionComponent(stop=self.log.close)]
        self.pictures = Pictures(folder, self.log)
        found = find()
        self.games = {name: one.game for name, one in found.items()}
        self.session = Session(self.log, self.games, reopen=not safe)
        if safe:
            self.health.put(safe_mode(0 if starts is None else starts.failed))
        self.texts = CardTexts(self.log)
        self._content = ContentCache(
            found, self.log, self.pictures, self.texts, self.session.revealed, self._evening_id
        )
        voice = make_voice(settings.voice, self.health, player)
        own = InstalledVoices(voice, settings.voice, self.log, folder / "voices")
        self.narrator = Narrator(voice, first_state(settings.voice), self.log, self._content.cue, own)
        self.panel = PanelService(settings.panel, self.health, self.session, self._pressed, simulate)
        self.drawer = DrawerService(
            settings.drawer,
            self.health,
            self.session,
            self.log,
            simulate,
            say=self.narrator.say,
            unsay=self.narrator.unsay,
            on_real=self._real_drawer_came,
        )
        self.scale: ScaleDesk | None = self.drawer.desk
        checks = CheckHistory(self.log)
        self.camera = CameraService(settings.camera, self.health, simulate, figures=lambda: check_figures(checks))
        self.adding = AddingDesk(
            self.texts,
            self.pictures,
            self._content.library,
            CardPrints(self.camera.photos),
            self.narrator.say,
            self.camera.whole,
        )
        self.card_reader = CardReader(
            self.narrator, partial(found_card, self._content.library), self.adding.shown_in, self._card_argument
        )
        self.adding.subscribe(self.card_reader.changed)
        self.scan = scan_desk(
            self.camera,
            self.log,
            folder,
            self.session,
            checks=checks,
            report=partial(self.session.report, by="camera"),
            say=self.narrator.say,
            library=self._its_library,
            panel=self.panel,
            adding=self.adding,
        )
        decks = {name: deck_of(self._content.library(name)) for name in self.games}
        self.table = SimulatedTable(lambda: self.fakes, decks, self._game)
        self._found = found
        self.machine = MachineWatch(folder, self.log, self.health)
        self.backups = self._backup_desk(settings_file)
        self.demos = Demos(self._demo)
        self._certificates = Certificates(folder, lambda: names_of(settings.web.allowed_hosts))
        https_port = 0 if self._port == 0 else settings.web.https_port
        self.https = HttpsService(self._certificates, https_port, self.health, lambda: self.server)
        self.home = HomeService(
            settings.mqtt,
            self.session,
            self.narrator,
            self.health,
            self.log,
            self.games,
            self._content.sounds,
            lambda: self.address,
            self.log.sync,
        )
        self._pushed = PushedSettings(folder) if pushed is None else pushed
        self._versions = InstalledVersions(folder, self.session.screen)
        self._shipper = None if safe or not settings.venue.servers else self._venue_shipper()
        self._errands = None if self._shipper is None else self._venue_errands()
        self.app = self._dashboard(code)
        self.session.subscribe(self.card_reader.hear)
        self.session.subscribe(self.narrator.hear)
        self.session.subscribe(self._scan_again)
        self.session.subscribe(self._read_its_codes)
        self._read_its_codes()
        self._voice = voice
        self._devices: tuple[Component, ...] = (
            voice,
            FunctionComponent(lambda: self.narrator.begin(self.session.screen())),
            StorageWatch(self.log, self.health),
            self.machine,
            self.panel,
            FunctionComponent(stop=self.scan.stop),
            FunctionComponent(stop=self.adding.stop),
            Control(folder, self._command),
        )
        self._after_page: tuple[Component, ...] = (
            FunctionComponent(self._start_drawer, self.drawer.stop),
            FunctionComponent(lambda: self.camera.start(self.scan), self.camera.stop),
            self.home,
        )
        give_back()

    @property
    def starts_failed(self) -> int:
        """How many starts came to nothing before this one."""
        return 0 if self._starts is None else self._starts.failed

    @property
    def address(self) -> str:
        """Where phones find the dashboard."""
        port = self.server.port if self.server else self._port
        return f"http://{own_address()}:{port}"

    @property
    def code(self) -> str:
        """The pairing code that holds now; empty while none does."""
        return self.pairing.code

    @property
    def pairing(self) -> Pairing:
        """Who has joined, and how others do."""
        return self.app.pairing

    def start(self, dashboard: bool = True) -> None:
        """Begin everything, the `dashboard` too. The drawer and the camera come after it: calibrating a simulated one,
        and reading the networks, would take the processor from the first page. A part that fails ends those that were
        started before it."""
        page = (FunctionComponent(self._serve, self._stop_serving), self.https) if dashboard else ()
        besides = (FunctionComponent(self._read_looks), *self._besides(), self._watchdog()) if dashboard else ()
        # Ended in the other order, the page first.
        self._running += [*self._devices, *self._after_page, *page, *besides]
        try:
            for part in (*self._devices, *page, *self._after_page, *besides):
                part.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End everything, the last started first, and let go of the data folder."""
        running, self._running = self._running, []
        for part in reversed(running):
            try:
                part.stop()
            except Exception:
                _log.exception("a part did not end well")

    # --- the parts ----------------------------------------------------------------------------------------------------

    def _besides(self) -> list[Component]:
        """What only a companion does that is there to be played with."""
        found: list[Component] = []
        if not self.safe:
            during_min = self.settings.backup.during_min
            found.append(AutomaticBackups(self.backups, self.log, self.session, self.health, during_min))
            found += [one for one in (self._shipper, self._errands) if one is not None]
        if self._starts is not None:
            found.append(WellAfterAMinute(self._starts, self._ask_all))
        if self._pushed.on_trial:
            found.append(WellAfterAMinute(self._pushed, self._ask_all))
        return found

    def _venue_shipper(self) -> Any:
        """Imported here alone: nobody else pays for its library."""
        venue: Any = import_module("companion.app.venue")
        return venue.shipper(self.settings.venue, self.log, self.session, self._folder, self.health, self.staff_call)

    @property
    def _campaigns(self) -> CampaignDesk | None:
        """Campaigns of the venue, where the table belongs to one."""
        return None if self._shipper is None else self._shipper.campaigns

    def _venue_errands(self) -> Any:
        """What else this table does there; None where it is to do nothing."""
        if not (self.settings.venue.cards or self.settings.venue.owner):
            return None
        errands: Any = import_module("companion.app.venue_errands")
        kept = errands.OwnCards(self.games, self.log, self.session, self.adding, self.pictures)
        fleet = errands.TableFleet(self.settings, self._folder, self._pushed, self._versions, self._later_again)
        return errands.VenueErrands(self.settings, self._folder, kept, fleet, self.health)

    def _serve(self) -> None:
        web = self.settings.web
        prepare()
        app, proxies = WithDemos(self.app, self.demos), Proxies(web.trusted_proxies)
        self.server = serve(app, web.address, self._port, web.threads, proxies)

    def _read_looks(self) -> None:
        """Before somebody's tap has to wait for them."""
        for name in self.games:
            self._content.look(name)

    def _start_drawer(self) -> None:
        """Begin with the drawer; pages that are open by now hear what of it is simulated."""
        self.drawer.start()
        self.table.devices_changed()

    def _stop_serving(self) -> None:
        if self.server is not None:
            self.server.stop()

    def _watchdog(self) -> Watchdog:
        """What must live: the only writer, the page, and the threads of the devices."""
        devices = {
            "drawer": self.drawer.silent_s,
            "camera": self.camera.silent_s,
            "panel": self.panel.silent_s,
            "voice": self._voice.silent_s,
        }
        parts = [Part(name, silent_s, DEVICE_PATIENCE_S, device=True) for name, silent_s in devices.items()]
        asked = {"session": self._writer_answers, "page": self._page_answers}
        return Watchdog(asked, parts, again=lambda: self._again)

    def _backup_desk(self, settings_file: Path | None) -> BackupDesk:
        def read() -> bytes | None:
            return settings_file.read_bytes() if settings_file is not None and settings_file.is_file() else None

        kept = self.settings.backup
        wanted = Wanted(kept.folder, kept.keep, kept.same_disk)
        again = self._later_again
        return BackupDesk(self.log, self._folder, self.games, wanted, settings=read, sticks=usb_sticks, restart=again)

    def _support(self, metrics: str) -> tuple[str, bytes]:
        devices = self.health.health()
        made = support_file(self.log, self._folder, self.settings, devices, metrics, RECENT.text())
        return file_name(), made

    def _leave_safe(self) -> None:
        """The next start is one as usual."""
        if self._starts is not None:
            self._starts.well()
        self._later_again()

    def _ask_all(self) -> None:
        self._writer_answers()
        self._page_answers()

    def _later_again(self) -> None:
        """Once the phone that asked has its answer."""
        later = threading.Timer(RESTART_S, self._begin_again)
        later.daemon = True
        later.start()

    def _begin_again(self) -> None:
        """The supervisor is not told that it ends: it does not."""
        self._again = True
        self._restart()

    def _writer_answers(self) -> None:
        """Waits for whoever plays a move or writes, and for nothing else."""
        self.session.screen()
        self.log.trouble()

    def _page_answers(self) -> None:
        page_answers(self.settings.web.address, self.server.port if self.server else self._port)

    def _command(self, asked: Request) -> Request:
        """What is answered to a command at the Pi."""
        if asked.get("do") == DEVICES:
            return DeviceReport(self.health, lambda: self.address).answer(asked)
        if asked.get("do") == PLAYING:
            return {"playing": being_played(self.session.screen())}
        if asked.get("do") == SUPPORT:
            figures = exposition(Figures(self.log, self.health, self.machine, self._folder).all(0, 0))
            name, data = self._support(figures)
            return {"name": name, "file": base64.b64encode(data).decode()}
        if asked.get("do") == campaign_desk.CAMPAIGNS:
            words = catalogue(self.settings.language)
            return campaign_desk.answer(self._campaigns, self.session, words, asked)
        if asked.get("do") == RESTART:
            self._begin_again()
            return {}
        words = catalogue(self.settings.language)
        if str(asked.get("do")).startswith("venue-"):
            if self._errands is None:
                return {"error": words.say(T("Nothing is kept at a venue: see cards under venue in settings.toml."))}
            return dict(self._errands.answer(asked))
        if asked.get("do") == HTTPS:
            return HttpsDesk(self._certificates, self.https, words, self.address).answer(asked)
        return PhoneDesk(self.pairing, words, lambda: self.address).answer(asked)

    @property
    def fakes(self) -> Fakes:
        """What is simulated now."""
        return Fakes(self.drawer.simulated, self.drawer.cable, self.camera.show, self.panel.press, self.camera.cable)

    def _real_drawer_came(self) -> None:
        """The simulated one is put away."""
        self.table.devices_changed()

    def _dashboard(self, code: str | None) -> LiveApp:
        return create_app(
            session=self.session,
            games=self.games,
            library=self._content.library,
            rules=self._content.rules,
            looks=self._content.look,
            sounds=self._sound,
            narrator=self.narrator,
            health=self.health,
            store=self.log,
            kept_taps=self.log,
            read_photo=self.camera.read_photo,
            card_photo=self.camera.card_photo,
            photo_queue=PhotoQueue(self.camera.photo_comes),
            pictures=self.pictures,
            adding=self.adding,
            card_reader=self.card_reader,
            begin_demo=None if demo_game(self._found) is None else self.demos.begin,
            table=self.table,
            scale=self.scale,
            pile=self.drawer.pile,
            scan=self.scan,
            secure=self.https,
            backups=self.backups,
            versions=self._versions,
            campaigns=self._campaigns,
            card_offers=None if self._errands is None else self._errands.cards,
            figures=Figures(self.log, self.health, self.machine, self._folder).all,
            support=self._support,
            leave_safe=self._leave_safe if self.safe else None,
            staff_call=self.staff_call,
            settings=self._dashboard_settings(code),
        )

    def _demo(self, language: str) -> DemoRound:
        """A demo round in a language."""
        settings = replace(self._dashboard_settings(None), language=language, streams=4, demo=True)
        return DemoRound(str(demo_game(self._found)), self._found, settings, self._sound)

    @staticmethod
    def _sound(name: str) -> bytes | None:
        return cues.wav(name) if name in cues.names() else None

    def _dashboard_settings(self, code: str | None) -> DashboardSettings:
        own, name = own_address(), local_name()
        return DashboardSettings(
            language=self.settings.language,
            address=f"http://{own}:{self._port}",
            local_name=f"http://{name}:{self._port}",
            hosts=names_of(self.settings.web.allowed_hosts),
            code=code,
            game=self._likely_game,
            metrics=self.settings.web.metrics,
        )

    def _game(self) -> str | None:
        evening = self.session.screen().evening
        return None if evening is None else evening.game

    def _card_argument(self, game: str) -> str:
        return self.games[game].card_argument

    def _evening_id(self) -> str:
        evening = self.session.screen().evening
        return "" if evening is None else evening.id

    def _scan_again(self, update: Update) -> None:
        """The panel's Scan button."""
        if update.cause == "scan":
            self.camera.look_again()

    def _read_its_codes(self, update: Update | None = None) -> None:
        """The codes of the game that is on the table, first those that its prompts wait for."""
        self.camera.read_codes(grammar_of(self._its_library()))
        self.camera.expect(grammar_expected(self.session.screen().prompts))

    def _its_library(self) -> Library | None:
        """The cards of the game that is on the table."""
        game = self._game()
        return None if game is None else self._content.library(game)

    def _pressed(self, press: Pressed, seen: int) -> None:
        """A button of the panel; the check of the camera may take it."""
        try:
            if not self.scan.takes(press):
                self.session.report(press, PLACE, seen=seen)
        except Exception:
            # A device's thread must live on; what could not be played is on the screen as it was.
            _log.exception("a press of the panel could not be taken")
