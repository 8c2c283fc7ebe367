"""What the dashboard needs of the rest of the companion; wiring hands it in. The dashboard knows no device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.library import Library
from companion.readings import CardSeen
from companion.rulebook import RuleBook
from companion.scale_desk import ScaleState
from companion.simulated_table import TableState
from companion.text import Text

Unsubscribe: TypeAlias = Callable[[], None]


class Caption(Protocol):
    """One line that was said, or would have been were there a speaker; `at` in seconds since 1970."""

    @property
    def number(self) -> int: ...
    @property
    def text(self) -> Text: ...
    @property
    def urgency(self) -> int: ...
    @property
    def at(self) -> float: ...


class VoiceState(Protocol):
    """How the voice is set: words per minute and loudness from 0 to 1."""

    @property
    def muted(self) -> bool: ...
    @property
    def rate(self) -> int: ...
    @property
    def volume(self) -> float: ...
    @property
    def language(self) -> str: ...


class NarratorPort(Protocol):
    """The voice and its captions, newest caption last."""

    def captions(self) -> Sequence[Caption]: ...
    @property
    def state(self) -> VoiceState: ...
    def repeat(self) -> None: ...
    def skip(self) -> None: ...
    def set(
        self,
        *,
        muted: bool | None = None,
        rate: int | None = None,
        volume: float | None = None,
        language: str | None = None,
    ) -> None: ...
    def subscribe(self, listener: Callable[[], None]) -> Unsubscribe: ...


class DeviceHealth(Protocol):
    """How one device is: `state` is `ok`, `simulated`, `lost`, `absent`, `trouble` or `off`.

    `figures` are further lines for the curious: a name and its value.
    """

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> Text: ...
    @property
    def state(self) -> str: ...
    @property
    def words(self) -> Text: ...
    @property
    def what_to_do(self) -> Text | None: ...
    @property
    def figures(self) -> Sequence[tuple[Text, str]]: ...


class HealthPort(Protocol):
    """The health of every device; listeners are told when any of it changed."""

    def health(self) -> Sequence[DeviceHealth]: ...
    def subscribe(self, listener: Callable[[], None]) -> Unsubscribe: ...


class StorePort(Protocol):
    """A keyed store of JSON values that survives restarts."""

    def get(self, kind: str, key: str) -> Any | None: ...
    def put(self, kind: str, key: str, value: Any) -> None: ...
    def all(self, kind: str) -> Mapping[str, Any]: ...
    def drop(self, kind: str, key: str) -> None: ...


# The cards of a game by its name, and its rule entries by its name and a language; None for a game that has none.
LibraryPort: TypeAlias = Callable[[str], Library | None]
RulesPort: TypeAlias = Callable[[str, str], RuleBook | None]


class PhotoRead(Protocol):
    """What was read in a photo: codes, best first (unsure ones too), and in words why nothing was read."""

    @property
    def reads(self) -> Sequence[CardSeen]: ...
    @property
    def words(self) -> Text | None: ...


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

    def __call__(self, data: bytes, *, as_it_is: bool, turned: int) -> CardPhoto: ...


class TablePort(Protocol):
    """The verbs of the simulated table; any may raise `TroubleAtTable`. An empty code takes the card away."""

    def state(self) -> TableState: ...
    def drop_cubes(self, count: int) -> None: ...
    def take_cubes(self) -> None: ...
    def pull_drawer(self) -> None: ...
    def push_drawer(self) -> None: ...
    def bump(self) -> None: ...
    def show_card(self, code: str) -> None: ...
    def press(self, button: str) -> None: ...
    def pull_cable(self) -> None: ...
    def plug_cable(self) -> None: ...
    def subscribe(self, listener: Callable[[], None]) -> Unsubscribe: ...


class ScalePort(Protocol):
    """Calibration in steps: `tare` with the empty drawer in, `known(n)` with a known set of cubes in it, `done`.

    The state's `step` is the next one to take (`idle`: none yet), its `words` what to do or what went wrong.
    """

    def state(self) -> ScaleState: ...
    def tare(self) -> None: ...
    def known(self, count: int) -> None: ...
    def done(self) -> None: ...
    def subscribe(self, listener: Callable[[], None]) -> Unsubscribe: ...


@dataclass(frozen=True, kw_only=True)
class DashboardSettings:
    """What the owner can choose. `address` is what the QR code carries, such as `http://192.168.1.5:8080`.

    `hosts` are the names and IPs that a browser may use (none: any, for tests only); `streams` is the most phones that
    watch at once and must stay below the server's threads. `game` is chosen already when a new evening is begun.
    """

    name: str = "Table companion"
    language: str = "en"
    address: str = "http://localhost:8080"
    local_name: str | None = None
    hosts: tuple[str, ...] = ()
    streams: int = 32
    code: str | None = None
    game: str | None = None
    beat_s: float = 5.0
