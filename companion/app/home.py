"""The table in a home: told to Home Assistant by MQTT, and its buttons, where the owner has named a broker.

What it stands on (`companion.home.link`, and paho-mqtt with it) is loaded there alone.
"""

from __future__ import annotations

import importlib
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion import __version__
from companion.api.game import Game, Move
from companion.api.readings import Pressed
from companion.api.refusals import NotSaved
from companion.api.text import T, Text, catalogue, verbatim
from companion.app.settings import MqttSettings
from companion.home.buttons import Buttons
from companion.home.discovery import Described, Topics
from companion.home.publisher import Publisher
from companion.home.state import Snapshot
from companion.home.table import HomeTable
from companion.home.trouble import health
from companion.session.answers import answer_next
from companion.session.screen import Screen
from companion.session.session import Session
from companion.speech.narrator import Narrator
from companion.status.health import HealthBoard
from companion.storage.keyed_store import KeyedStore

PORT, TLS_PORT = 1883, 8883
_LINK = "companion.home.link"
_log = logging.getLogger(__name__)


class Link(Protocol):
    """The connection, as far as it is used here (`companion.home.link.Link`)."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class HomeService:
    """Tells the home from `start` to `stop`, where the settings name a broker; else it does nothing at all.

    `sounds` are the cues of a game's facts: what has one is an event. `address` is the page's.
    """

    def __init__(
        self,
        settings: MqttSettings,
        session: Session,
        narrator: Narrator,
        board: HealthBoard,
        store: KeyedStore,
        games: Mapping[str, Game[Any]],
        sounds: Callable[[str], Mapping[str, str]],
        address: Callable[[], str],
        saved: Callable[[], None],
    ) -> None:
        self._settings, self._session, self._narrator, self._board = settings, session, narrator, board
        self._store, self._games, self._sounds, self._address = store, games, sounds, address
        self._saved = saved
        self._link: Link | None = None
        self._unsubscribe: list[Callable[[], None]] = []

    def start(self) -> None:
        """Look for the broker from now on."""
        if not self._settings.broker:
            return
        try:
            module = importlib.import_module(_LINK)
        except ImportError:
            _log.warning("the home is told nothing: paho-mqtt is not installed")
            self._board.put(health("no_package"))
            return
        topics = Topics(self._id(), self._settings.discovery)
        table = self._table(topics)
        link = module.Link(self._access(module), topics.device, topics.availability, table.hears, table)
        table.wakes(link)
        self._unsubscribe += [
            self._session.subscribe(table.hear),
            self._board.subscribe(table.changed),
            self._narrator.subscribe(table.changed),
        ]
        self._link = link
        link.start()

    def stop(self) -> None:
        """Tell no more."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe.clear()
        link, self._link = self._link, None
        if link is not None:
            link.stop()

    # --- the parts ----------------------------------------------------------------------------------------------------

    def _access(self, module: Any) -> Any:
        settings = self._settings
        tls = settings.tls or bool(settings.ca_file)
        port = settings.port or (TLS_PORT if tls else PORT)
        self._board.put(health("connecting", broker=f"{settings.broker}:{port}"))
        password_file, ca_file = _path(settings.password_file), _path(settings.ca_file)
        return module.Access(settings.broker, port, settings.user, password_file, tls, ca_file)

    def _table(self, topics: Topics) -> HomeTable:
        settings, narrator = self._settings, self._narrator
        publisher = Publisher(
            topics,
            self._now,
            self._described,
            lambda game, fact: self._sounds(game).get(fact),
            self._title,
            catalogue(settings.language).say,
            self._store,
            saved=self._saved,
        )
        buttons = Buttons(
            settings.buttons,
            self._session,
            _usual,
            narrator.repeat,
            lambda on: narrator.set(muted=on),
            publisher.seen,
        )
        return HomeTable(topics, publisher, buttons, settings.buttons, self._board, self._session.screen)

    # --- what is told -------------------------------------------------------------------------------------------------

    def _now(self) -> Snapshot:
        return Snapshot(self._session.screen(), self._board.health(), self._narrator.state.muted)

    def _described(self) -> Described:
        settings = self._settings
        return Described(settings.name, __version__, self._address(), self._events(), settings.buttons)

    def _events(self) -> Mapping[str, Sequence[str]]:
        """The facts that are events, by the kind that the games say they are; the same whichever game is open."""
        found: dict[str, set[str]] = {}
        for game in self._games:
            for fact, kind in self._sounds(game).items():
                found.setdefault(kind, set()).add(fact)
        return {kind: sorted(facts) for kind, facts in sorted(found.items())}

    def _title(self, game: str) -> Text:
        return self._games[game].title if game in self._games else verbatim(game)

    def _id(self) -> str:
        """This table's own, for as long as its data folder is there."""
        kept = self._store.get("home", "id")
        if not isinstance(kept, str) or not kept.isalnum():
            kept = secrets.token_hex(4)
            try:
                self._store.put("home", "id", kept)
            except NotSaved as refusal:
                _log.warning("the table is a new one for the home, since its name could not be kept: %s", refusal)
        return kept


def _usual(screen: Screen) -> Move | Text:
    """What the panel's Next button would play, or why it would not."""
    answer = answer_next(screen.prompts, Pressed("next"))
    if answer.move is not None:
        return answer.move
    return T("Nothing is to be done now.") if answer.notice is None else answer.notice.text


def _path(name: str) -> Path | None:
    return Path(name).expanduser() if name else None
