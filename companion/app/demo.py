"""A demo round: a real game at a moment worth seeing, for one browser, with a simulated table; nothing of it is kept.

It shares the games with the service and nothing else: a session, a log in a folder that is thrown away, phones and news
of its own. The drawer's cubes are counted at once and surely, as there is no scale under it.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.api.game import CubesExpected
from companion.api.readings import CardSeen, Cubes
from companion.api.text import T, catalogue
from companion.app.camera import deck_of
from companion.app.content import ContentCache
from companion.library.registry import FoundGame
from companion.session.screen import Update
from companion.session.session import Session
from companion.speech.narrator import Narrator, VoiceState
from companion.status.health import HealthBoard
from companion.status.simulated_table import Fakes, SimulatedTable
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import parse
from web.app import create_app
from web.live_app import LiveApp
from web.ports import DashboardSettings, SoundsPort

NAME = "demo.evening"  # in a game's folder: what has been played when its demo begins
MEMORY = Path("/dev/shm")
CUBES = 20
VISITOR = "You"  # as the script calls whoever tries it, who is called as their language says

_log = logging.getLogger(__name__)


def demo_game(games: Mapping[str, FoundGame]) -> str | None:
    """The game that a demo is of; None where none has one."""
    return next((name for name, one in games.items() if (one.folder / NAME).is_file()), None)


class DemoRound:
    """A demo that somebody tries: `app` is its dashboard, `cookie` lets its visitor in. `close` throws it away."""

    def __init__(
        self, game: str, games: Mapping[str, FoundGame], settings: DashboardSettings, sounds: SoundsPort
    ) -> None:
        self._visitor = catalogue(settings.language).say(T("You"))
        self._folder = Path(tempfile.mkdtemp(prefix="companion-demo-", dir=MEMORY if MEMORY.is_dir() else None))
        self._log = Log(self._folder, durable=False)
        try:
            self.session = self._begun(game, games)
            self.app, self.cookie = self._dashboard(game, games, settings, sounds)
        except BaseException:
            self.close()
            raise

    def _begun(self, game: str, games: Mapping[str, FoundGame]) -> Session:
        script = parse((games[game].folder / NAME).read_text(encoding="utf-8").replace(VISITOR, self._visitor))
        player = Player(script, {game: games[game].game}, self._log, clock=time.time)
        for came in player.play():
            for line, words in came.differences():
                raise ValueError(f"{NAME}, line {line}: {words}")
        return player.session

    def _dashboard(
        self, game: str, games: Mapping[str, FoundGame], settings: DashboardSettings, sounds: SoundsPort
    ) -> tuple[LiveApp, str]:
        content = ContentCache({game: games[game]}, self._log)
        drawer = DemoDrawer(lambda count: self.session.report(Cubes("drawer", count, True, 1.0), "drawer"))
        fakes = Fakes(drawer=drawer, show=self._show)
        narrator = Narrator(Silence(), VoiceState(False, 165, 1.0, settings.language), None, content.cue)
        table = SimulatedTable(lambda: fakes, {game: deck_of(content.library(game))}, lambda: game)
        app = create_app(
            session=self.session,
            games={game: games[game].game},
            library=content.library,
            rules=content.rules,
            looks=content.look,
            sounds=sounds,
            narrator=narrator,
            health=HealthBoard(),
            store=self._log,
            kept_taps=self._log,
            table=table,
            settings=settings,
        )
        self.session.subscribe(narrator.hear)
        self.session.subscribe(drawer.expect)
        _, cookie = app.pairing.join(app.pairing.invite()[0].code, self._visitor, "")
        return app, cookie

    @property
    def steps(self) -> int:
        """How many steps it has gone."""
        return self.session.head

    def _show(self, code: str | None) -> None:
        if code is not None:
            self.session.report(CardSeen("card_id", code, True, 1.0), "camera")

    def close(self) -> None:
        """Nothing is left of it."""
        app = getattr(self, "app", None)
        if app is not None:
            app.end_streams()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class DemoDrawer:
    """A drawer that counts what falls into it at once; see `companion.status.simulated_table.Drawer`."""

    def __init__(self, count: Callable[[int], object]) -> None:
        self._count = count
        self.cubes_in_drawer = 0
        self.drawer_out = False
        self._zero = 0
        self._drop: str | None = None

    def expect(self, update: Update) -> None:
        """A new occasion for cubes to fall: what lies there already is not counted."""
        found = [
            one.drop for prompt in update.screen.prompts for one in prompt.expects if isinstance(one, CubesExpected)
        ]
        if found and found[0] != self._drop:
            self._drop, self._zero = found[0], self.cubes_in_drawer

    @property
    def cubes_beside(self) -> int:
        """Cubes that can still be dropped."""
        return CUBES - self.cubes_in_drawer

    def drop_cubes(self, n: int) -> None:
        self.cubes_in_drawer += n
        if not self.drawer_out:
            self._count(self.cubes_in_drawer - self._zero)

    def empty(self) -> None:
        self.cubes_in_drawer = self._zero = 0

    def pull_drawer(self) -> None:
        self.drawer_out = True

    def push_drawer(self) -> None:
        self.drawer_out = False

    def bump(self) -> None:
        """A bump moves no cube."""


class Silence:
    """A loudspeaker that is not there: a demo is heard by nobody at the table."""

    def say(self, text: str, language: str, urgency: int) -> None: ...
    def cue(self, name: str, urgency: int) -> None: ...
    def forget(self, text: str) -> None: ...
    def skip(self) -> None: ...
    def repeat(self) -> None: ...
    def set(self, *, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None: ...
