"""What is handed to the dashboard and cannot be imported: photos are read in a room of devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from companion.api.readings import CardSeen, CardUnread
from companion.api.text import Text
from companion.library.cards import Library
from companion.library.looks import Look
from companion.library.rulebook import RuleBook
from companion.scanner.adding import Picture
from companion.status.metrics import Metric

LibraryPort: TypeAlias = "Callable[[str], Library | None]"  # a game's cards
LooksPort: TypeAlias = "Callable[[str], Look]"  # how a game looks
SoundsPort: TypeAlias = "Callable[[str], bytes | None]"  # a cue by its name, as a WAV file
FiguresPort: TypeAlias = (
    "Callable[[int, int], Sequence[Metric]]"  # for so many phones that joined, and pages that are open
)
SupportPort: TypeAlias = "Callable[[str], tuple[str, bytes]]"  # the name and the bytes of a file for whoever helps
RulesPort: TypeAlias = "Callable[[str, str], RuleBook | None]"  # a game's rules in a language


class PhotoRead(Protocol):
    """What was read in a photo: codes, best first (unsure ones too), and in words why nothing was read; `unread` is
    what is kept then."""

    @property
    def reads(self) -> Sequence[CardSeen]: ...
    @property
    def words(self) -> Text | None: ...
    @property
    def unread(self) -> CardUnread | None: ...


class CardPhoto(Protocol):
    """A photo of a card made fit to be kept: a JPEG with its size in pixels, whether the card alone was cut out of it;
    or, where it cannot be used, in `words` why not."""

    @property
    def jpeg(self) -> bytes: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def straightened(self) -> bool: ...
    @property
    def words(self) -> Text | None: ...


class CardPhotoMaker(Protocol):
    """Makes a card's photo: cut out and upright, or `as_it_is`; then turned by quarters of a turn to the right."""

    def __call__(self, data: Picture, *, as_it_is: bool, turned: int) -> CardPhoto: ...


class SecurePort(Protocol):
    """HTTPS by the owner's own authority: where it answers (None while it does not), the authority's certificate for
    phones to trust, and its fingerprint to compare."""

    @property
    def port(self) -> int | None: ...
    @property
    def certificate(self) -> bytes: ...
    @property
    def fingerprint(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class DashboardSettings:
    """What the owner can choose. `address` is what the QR code carries, such as `http://192.168.1.5:8080`.

    `hosts` are the names and IPs that a browser may use (none: any, for tests only); `streams` is the most phones that
    watch at once. `game` is chosen already when a new evening is begun.
    Without a `name` it is called as the phone's language says. `demo`: it is a demo round that somebody tries.
    `metrics`: anybody in the home network may read them, not joined phones alone.
    """

    name: str = ""
    language: str = "en"
    address: str = "http://localhost:8080"
    local_name: str | None = None
    hosts: tuple[str, ...] = ()
    streams: int = 96
    code: str | None = None
    game: str | None = None
    beat_s: float = 5.0
    demo: bool = False
    metrics: bool = False
