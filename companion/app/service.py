"""The whole service, put together: log, session, voice, panel, drawer, camera, dashboard."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.api.readings import Reading
from companion.api.text import catalogue
from companion.app.address import local_name, own_address
from companion.app.camera import CameraService, deck_of, grammar_expected, grammar_of
from companion.app.content import ContentCache
from companion.app.control import Control
from companion.app.device_report import DEVICES, DeviceReport
from companion.app.drawer import DrawerService
from companion.app.memory import give_back, keep_little
from companion.app.panel import Lights, start_panel
from companion.app.phone_desk import PhoneDesk
from companion.app.scan import check_figures, scan_desk
from companion.app.settings import Settings
from companion.app.storage import StorageWatch
from companion.app.voice import first_state, start_voice
from companion.drawer.desk import ScaleDesk
from companion.library.cards import Library
from companion.library.registry import find
from companion.scanner.check_history import CheckHistory
from companion.scanner.desk import ScanDesk
from companion.scanner.photo_queue import PhotoQueue
from companion.session.screen import Update
from companion.session.session import Session
from companion.speech.narrator import Narrator
from companion.status.health import HealthBoard
from companion.status.simulated_table import Fakes, SimulatedTable
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from hardware.panel import Panel, SimulatedPanel
from hardware.players import Player
from web.app import Dashboard, create_app
from web.pairing import Pairing
from web.ports import DashboardSettings
from web.server import WebServer, serve

_log = logging.getLogger(__name__)


class Service:
    """Everything that runs, started by `start()` and ended by `stop()`.

    `simulate` simulates every device, plugged in or not; `player` takes the speech instead of the sound device;
    `code` is the first pairing code and `game` the game that is likely on the table.
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
    ) -> None:
        keep_little()
        self.settings = settings
        self._likely_game = game
        self._port = settings.web.port if port is None else port
        self._simulate = simulate
        self._ending: list[Callable[[], object]] = []
        self.health = HealthBoard()
        self._folder = folder = data or settings.data.path
        self.log = Log(folder)
        self._ending.append(self.log.close)
        self.pictures = Pictures(folder, self.log)
        self.storage = StorageWatch(self.log, self.health)
        self._ending.append(self.storage.stop)
        found = find()
        self.games = {name: one.game for name, one in found.items()}
        self.session = Session(self.log, self.games)
        self._content = ContentCache(found, self.log, self.pictures)
        self._start_voice(player)
        self.scan: ScanDesk | None = None
        self._panel: Panel | None = None
        self.table: SimulatedTable | None = None
        self._start_panel()
        self._start_drawer()
        self._start_camera()
        self.storage.start()
        self.app = self._dashboard(code)
        self._start_control()
        self.server: WebServer | None = None
        give_back()

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

    def start(self) -> None:
        """Answer on the network from now on, and commands at this machine."""
        web = self.settings.web
        self.server = serve(self.app, web.address, self._port, web.threads)

    def stop(self) -> None:
        """End everything, the last started first."""
        if self.server is not None:
            self.server.stop()
        for end in reversed(self._ending):
            try:
                end()
            except Exception:
                _log.exception("a part did not end well")
        self._ending = []

    # --- the parts ----------------------------------------------------------------------------------------------------

    def _start_voice(self, player: Player | None) -> None:
        voice = start_voice(self.settings.voice, self.health, player)
        self._ending.append(voice.stop)
        self.narrator = Narrator(voice, first_state(self.settings.voice), self.log)
        self.session.subscribe(self.narrator.hear)
        self.narrator.begin(self.session.screen())

    def _start_panel(self) -> None:
        panel = start_panel(self.settings.panel, self.health, partial(self._report, by="panel"), self._simulate)
        self._panel = panel
        if panel is None:
            return
        self._ending.append(panel.stop)
        lights = Lights(panel, self.session.screen, self.health)
        self.session.subscribe(lights.hear)
        self.health.subscribe(lights.devices_changed)
        lights.devices_changed()

    def _start_drawer(self) -> None:
        self.drawer = DrawerService(
            self.settings.drawer,
            self.health,
            self.session,
            self.log,
            self._simulate,
            say=self.narrator.say,
            on_real=self._real_drawer_came,
        )
        self._ending.append(self.drawer.stop)
        self.scale: ScaleDesk | None = self.drawer.desk
        self.drawer.start()

    def _real_drawer_came(self) -> None:
        """The simulated one is put away."""
        if self.table is not None:
            self.table.drawer_is_real()

    def _start_camera(self) -> None:
        checks = CheckHistory(self.log)
        self.camera = CameraService(
            self.settings.camera, self.health, self._simulate, figures=lambda: check_figures(checks)
        )
        self._ending.append(self.camera.stop)
        self.session.subscribe(self._scan_again)
        self.session.subscribe(self._read_its_codes)
        self._read_its_codes()
        self.scan = scan_desk(
            self.camera,
            self.log,
            self._folder,
            self.session,
            checks=checks,
            report=partial(self._report, by="camera"),
            say=self.narrator.say,
            library=self._its_library,
            panel=self._panel,
        )
        self._ending.append(self.scan.stop)
        self.camera.start(self.scan)

    def _start_control(self) -> None:
        phones = PhoneDesk(self.pairing, catalogue(self.settings.language), lambda: self.address)
        devices = DeviceReport(self.health, lambda: self.address)
        control = Control(self._folder, lambda asked: (devices if asked.get("do") == DEVICES else phones).answer(asked))
        self._ending.append(control.stop)
        control.start()

    def _dashboard(self, code: str | None) -> Dashboard:
        content = self._content
        decks = {game: deck_of(content.library(game)) for game in self.games}
        self.fakes = Fakes(self.drawer.simulated, self.drawer.cable, self.camera.show, self._press)
        simulated = self.fakes != Fakes()
        self.table = SimulatedTable(self.fakes, decks, self._game) if simulated else None
        if self.table is not None and self.drawer.simulated is None:
            self.table.drawer_is_real()  # it may have come just now
        return create_app(
            session=self.session,
            games=self.games,
            library=content.library,
            rules=content.rules,
            narrator=self.narrator,
            health=self.health,
            store=self.log,
            kept_taps=self.log,
            read_photo=self.camera.read_photo,
            card_photo=self.camera.card_photo,
            photo_queue=PhotoQueue(self.camera.photos.warm),
            pictures=self.pictures,
            table=self.table,
            scale=self.scale,
            pile=self.drawer.pile,
            scan=self.scan,
            settings=self._dashboard_settings(code),
        )

    def _dashboard_settings(self, code: str | None) -> DashboardSettings:
        own, name, web = own_address(), local_name(), self.settings.web
        return DashboardSettings(
            language=self.settings.language,
            address=f"http://{own}:{self._port}",
            local_name=f"http://{name}:{self._port}",
            hosts=(own, name, "localhost", "127.0.0.1", *web.allowed_hosts),
            code=code,
            game=self._likely_game,
        )

    @property
    def _press(self) -> Callable[[str], None] | None:
        """Presses a button of a simulated panel."""
        return self._panel.press if isinstance(self._panel, SimulatedPanel) else None

    def _game(self) -> str | None:
        evening = self.session.screen().evening
        return None if evening is None else evening.game

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

    def _report(self, reading: Reading, by: str) -> None:
        try:
            if self.scan is not None and self.scan.takes(reading):
                return
            self.session.report(reading, by)
        except Exception:
            # A device's thread must live on; what could not be played is on the screen as it was.
            _log.exception("a reading of the %s could not be taken", by)
