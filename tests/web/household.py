"""A dashboard with everything around it in plain Python: a real session on a real log, fakes for devices and voice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from mmap import mmap
from pathlib import Path
from typing import Any

from companion.api.game import Game, Urgency
from companion.api.readings import CardSeen, CardUnread
from companion.api.refusals import BadMove
from companion.api.text import T, Text
from companion.app.card_prints import found_card
from companion.app.settings import VoiceSettings
from companion.app.voice import first_state
from companion.backup.desk import BackupDesk, Wanted
from companion.library.card_file import CardKind
from companion.library.cards import Library
from companion.library.looks import NO_LOOK, Look, Served, style
from companion.library.rulebook import RuleBook, parse
from companion.scanner.adding import AddingDesk
from companion.session.screen import Screen
from companion.session.session import Session
from companion.speech.card_reader import CardReader, FoundCard
from companion.speech.narrator import Narrator, OwnVoice
from companion.status.campaigns import Campaign, Handed
from companion.status.health import HealthBoard, device
from companion.status.metrics import Metric
from companion.status.simulated_table import Fakes, SimulatedTable
from companion.status.staff_call import StaffCall
from companion.status.venue_cards import OfferedCards
from companion.status.versions import Versions
from companion.storage.card_texts import CardTexts
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from web.app import create_app
from web.live_app import LiveApp
from web.ports import DashboardSettings

from .card_photos import read_card
from .lighthouse import GAME
from .scales import Pile, Scale

CODE = "123456"
STATES = {"data": "ok", "voice": "ready"}
LOOK = Look(
    icons=Served.of(
        '<svg xmlns="http://www.w3.org/2000/svg">'
        '<symbol id="oil" viewBox="0 0 24 24"><path d="M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z"/></symbol>'
        '<symbol id="ship" viewBox="0 0 24 24"><path d="M4 15h16l-3 5H7zM12 15V4l6 8"/></symbol></svg>'
    ),
    colours=Served.of(style({"dark": {"accent": "#9fd0ff"}, "light": {"accent": "#17598f"}})),
    picture=Served.of('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48"><path d="M0 0h64v48z"/></svg>'),
)
RULES = """
## Feeding the lamp {#lamp.feed p=4}
also: oil, can

Burn **one to six** cans of oil each night.
- A can burns for an hour.
- Darkness rises by one all the same.

## Stones in a storm {#storm.stones s="The Storm"}

1. Drop a stone for each wave.
2. Count them.
"""


class Store:
    """A keyed store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Any] = {}

    def get(self, kind: str, key: str) -> Any | None:
        return self.kept.get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        self.kept[kind, key] = value

    def all(self, kind: str) -> Mapping[str, Any]:
        return {key: value for (one, key), value in self.kept.items() if one == kind}

    def drop(self, kind: str, key: str) -> None:
        self.kept.pop((kind, key), None)


class Speaker:
    """Remembers what it was told to say."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str, language: str, urgency: int) -> None:
        self.said.append(text)

    def cue(self, name: str, urgency: int) -> None:
        self.said.append(f"({name})")

    def forget(self, text: str) -> None:
        pass

    def skip(self) -> None:
        self.said.append("(skip)")

    def repeat(self) -> None:
        self.said.append("(repeat)")

    def set(self, *, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None:
        pass


class OwnVoices:
    """Two English voices of the companion's own."""

    def __init__(self) -> None:
        self.now = "en espeak-ng"

    def choices(self) -> list[OwnVoice]:
        titles = ("espeak-ng", "Hibari")
        return [OwnVoice(f"en {title}", "en", title, self.now == f"en {title}") for title in titles]

    def choose(self, wanted: str) -> None:
        self.now = wanted


class InstalledTwice:
    """A version that runs, one before it, and one that lies ready on a stick."""

    def __init__(self) -> None:
        self.now = Versions("0.2.0", before="0.1.9", next="0.3.0")
        self.installed = 0

    def versions(self) -> Versions:
        return self.now

    def install(self) -> None:
        if self.now.playing:
            raise BadMove(T("“{name}” is being played. Update between two evenings.", name=self.now.playing))
        self.installed += 1


class Secure:
    """HTTPS that is off, or answers at a port."""

    certificate, fingerprint = b"a certificate", "AB:CD"

    def __init__(self, port: int | None = None) -> None:
        self.port = port


class Drawer:
    """A drawer with cubes."""

    def __init__(self) -> None:
        self.cubes_in_drawer, self.cubes_beside, self.drawer_out = 3, 40, False

    def drop_cubes(self, n: int) -> None:
        self.cubes_in_drawer += n

    def empty(self) -> None:
        self.cubes_in_drawer = 0

    def pull_drawer(self) -> None:
        self.drawer_out = True

    def push_drawer(self) -> None:
        self.drawer_out = False

    def bump(self) -> None:
        pass


class Cable:
    """A cable."""

    def unplug(self) -> None: ...
    def plug(self) -> None: ...


@dataclass(frozen=True)
class Photo:
    """What a photo held."""

    reads: tuple[CardSeen, ...] = ()
    words: Text | None = None
    unread: CardUnread | None = None


def read_photo(data: bytes | mmap, live: bool = False) -> Photo:
    """The photo's bytes are its codes; a question mark behind one makes it unsure."""
    text = bytes(data).decode(errors="replace")
    if not text.startswith("M"):
        return Photo(words=T("This is not a picture."))
    return Photo(tuple(CardSeen("card_id", code.rstrip("?"), not code.endswith("?"), 0.99) for code in text.split()))


class CampaignsThere:
    """A venue at which one campaign is played at table-17 and another one was put away there."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.evenings: dict[str, Handed] = {}
        self.taken: list[tuple[str, bool]] = []

    def at_venue(self) -> list[Campaign]:
        played = Campaign(
            id="c1", name="The long way", game="lighthouse", table="table-17", playing=True, since=1e9, at=1e9,
            here=False, ended=False,
        )  # fmt: skip
        return [replace(played, id="c2", name="The other way", playing=False), played]

    def handed(self) -> dict[str, Handed]:
        return self.evenings

    def hand_over(self, evening: str) -> None:
        self.evenings[evening] = Handed(how="waiting")

    def take(self, campaign: str, over: bool) -> Screen:
        if campaign == "c1" and not over:
            raise BadMove(T("“{name}” is being played at {table}.", name="The long way", table="table-17"))
        self.taken.append((campaign, over))
        return self._session.screen()


class CardsThere:
    """A venue that offers this table what an earlier companion of its name had, and what table-9 has."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str]] = []

    def offers(self) -> list[OfferedCards]:
        sources = ("table-3", "table-9")
        return [OfferedCards(game="lighthouse", source=one, at=1e9, board=3, texts=20, pictures=0) for one in sources]

    def taking(self) -> bool:
        return False

    def last(self) -> Text | None:
        return T("New here: {n}.", n=len(self.taken)) if self.taken else None

    def take(self, game: str, source: str) -> None:
        if (game, source) not in [(one.game, one.source) for one in self.offers()]:
            raise BadMove(T("The venue holds nothing of that game for this table."))
        self.taken.append((game, source))


@dataclass(frozen=True)
class CardPicture:
    """A photo of a card made fit to be kept."""

    jpeg: bytes = b""
    width: int = 70
    height: int = 100
    straightened: bool = False
    words: Text | None = None


def card_photo(photo: bytes | mmap, *, as_it_is: bool, turned: int) -> CardPicture:
    """A picture stays as it is; its end tells what was to be done with it."""
    data = bytes(photo)
    if not data.startswith(b"\xff\xd8"):
        return CardPicture(words=T("This is not a picture."))
    return CardPicture(data + (b" as it is" if as_it_is else b"") + b" turned" * turned, straightened=not as_it_is)


@dataclass
class Household:
    """Everything that a test reaches for."""

    folder: Path
    settings: DashboardSettings = field(default_factory=lambda: DashboardSettings(code=CODE))
    options: Mapping[str, Any] = field(default_factory=dict)
    durable: bool = False
    game: Game[Any] = GAME
    secrets: bool = False  # it has cards that nobody may see before they are revealed

    def __post_init__(self) -> None:
        self.log = Log(self.folder, self.durable)
        self.session = Session(self.log, {self.game.name: self.game})
        self.store, self.speaker, self.health, self.scale = Store(), Speaker(), HealthBoard(), Scale()
        self.pile = Pile()
        self.narrator = Narrator(self.speaker, first_state(VoiceSettings()), self.store, own=OwnVoices())
        self.card_reader = CardReader(self.narrator, self._card, self._shown_in)
        self.session.subscribe(self.card_reader.hear)
        self.session.subscribe(self.narrator.hear)
        self.drawer = Drawer()
        cables = {"cable": Cable(), "camera_cable": Cable()}
        fakes = Fakes(drawer=self.drawer, show=self._show, press=self._press, **cables)  # type: ignore[arg-type]
        decks = {self.game.name: ("M017", "M021", "D012")}
        self.table = SimulatedTable(
            lambda: fakes, decks, lambda: self.game.name if self.session.screen().evening else None
        )
        self.pressed: list[str] = []
        self.revealed: frozenset[str] = frozenset()
        self.stick, self.restarts = self.folder.parent / "stick", 0
        self.stick.mkdir(exist_ok=True)
        wanted = Wanted(str(self.stick), same_disk=True)
        games = {self.game.name: self.game}
        self.versions, self.campaigns = InstalledTwice(), CampaignsThere(self.session)
        self.card_offers = CardsThere()
        self.backups = BackupDesk(self.log, self.folder, games, wanted, restart=self._restart)
        for name in ("drawer", "camera", "voice", "panel", "data"):
            self.health.put(device(name, STATES.get(name, "simulated")))
        self.secure = Secure()
        self.app: LiveApp = create_app(**{**self._parts(), **self.options})

    def _parts(self) -> dict[str, Any]:
        book = RuleBook(parse(RULES))
        kind = CardKind(
            name="morning", reader="card_id", pattern="M[0-9]{3}", title="Morning card", what="What dawn brings.",
            now="Read it aloud.", rule="lamp.feed",
        )  # fmt: skip
        named = CardKind(name="tide", reader="name", title="Tide card", what="What the sea does.")
        scenario = CardKind(name="scene", reader="card_id", pattern="[IVX]+/[0-9]{2}", title="Scene", what="A scene.")
        self.pictures = Pictures(self.folder, self.store, durable=False)
        secret = CardKind(
            name="secret", reader="numbox", pattern="9[0-9]{2}", title="Secret card", what="Unseen.", hidden=True,
            several=True,
        )  # fmt: skip
        self.texts = CardTexts(self.store)
        kinds = [kind, named, scenario, *([secret] if self.secrets else [])]
        library = Library(
            self.game.name, kinds, [], self.store, self.pictures, self.texts, lambda: self.revealed,
            self._evening_id,
        )  # fmt: skip
        cards = {self.game.name: library}
        self.cards = cards.get
        self.adding = AddingDesk(self.texts, self.pictures, self.cards, read_card, self.narrator.say)
        self.adding.subscribe(self.card_reader.changed)
        return {
            "session": self.session, "games": {self.game.name: self.game}, "library": lambda game: library,
            "rules": lambda game, language: book, "narrator": self.narrator, "health": self.health,
            "looks": lambda game: LOOK if game == self.game.name else NO_LOOK,
            "sounds": lambda name: b"RIFF a sound" if name == "turn" else None,
            "store": self.store, "read_photo": read_photo, "card_photo": card_photo, "pictures": self.pictures,
            "adding": self.adding, "card_reader": self.card_reader, "table": self.table,
            "scale": self.scale, "pile": self.pile,
            "secure": self.secure, "backups": self.backups, "versions": self.versions,
            "leave_safe": self._restart,
            "campaigns": self.campaigns, "card_offers": self.card_offers,
            "support": lambda figures: ("support.zip", b"PK of the household"),
            "figures": lambda phones, watching: [Metric("phones_joined", "Phones.", phones)],
            "staff_call": StaffCall(), "settings": self.settings, "begin_demo": lambda language: f"/demo/{language}/",
        }  # fmt: skip

    def _card(self, game: str, code: str) -> FoundCard | None:
        return found_card(self.cards, game, code)

    def _shown_in(self, game: str, card: str, evening: str) -> None:
        self.adding.shown_in(game, card, evening)

    def _evening_id(self) -> str:
        evening = self.session.screen().evening
        return "" if evening is None else evening.id

    def _show(self, code: str | None) -> None:
        if code:
            self.session.report(CardSeen("card_id", code, True, 0.99), "camera")

    def _restart(self) -> None:
        self.restarts += 1

    def _press(self, button: str) -> None:
        self.pressed.append(button)

    def begin(self, players: tuple[str, ...] = ("Ada", "Ben"), name: str = "Friday") -> None:
        """Begin an evening."""
        choices = {"weather": "calm"} if self.game is GAME else {}
        self.session.start(self.game.name, name, players, choices, "Ada")

    def say(self, text: Text, urgency: Urgency) -> None:
        """Have the narrator say something."""
        self.narrator._say(text, urgency)

    def close(self) -> None:
        """Put everything away."""
        self.adding.stop()
        self.app.end_streams()
        self.log.close()
