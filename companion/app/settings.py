"""The owner's settings: `settings.toml` to frozen dataclasses. An unknown key is an error with a suggestion."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from companion.api.text import T, Text, all_of, environment_language

Port: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Pin: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=27)]  # BCM numbers, as gpiozero counts them
Address: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-fA-F.:]+(/[0-9]{1,3})?$")]  # or a network
Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


class BadSettings(Exception):
    """The settings file cannot be used. `text` says what is wrong in it and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True)
class WebSettings:
    """Where the dashboard answers. `allowed_hosts` are further names that phones may call it by; `threads`
    answer phones that have joined. `metrics`: anybody in the home network may read figures, not joined phones alone.
    `https_port` is used once `companion https on` was said. `trusted_proxies` are addresses or networks of the owner's
    own proxies, which are believed for whom they ask."""

    port: Port = 8080
    https_port: Port = 8443
    trusted_proxies: tuple[Address, ...] = ()
    address: str = "0.0.0.0"
    allowed_hosts: tuple[str, ...] = ()
    threads: Annotated[int, msgspec.Meta(ge=8, le=256)] = 16
    metrics: bool = False


@dataclass(frozen=True)
class VoiceSettings:
    """How it speaks. `rate` is in words per minute, `lead_silence_ms` wakes speakers that sleep.

    `language` may be several in turn, such as `pl+en`; not given, it is the companion's. `voices` names the voice that
    speaks a language, where another than the engine's own is installed. `cues`: short sounds come before what must not
    be missed.
    """

    on: bool = True
    language: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2}(\+[a-z]{2})*$")] = "en"
    voices: Mapping[str, str] = field(default_factory=dict)
    rate: Annotated[int, msgspec.Meta(ge=80, le=400)] = 165
    volume: Share = 1.0
    cues: bool = True
    lead_silence_ms: Annotated[int, msgspec.Meta(ge=0, le=2000)] = 0


@dataclass(frozen=True)
class DrawerSettings:
    """The drawer's board: `auto` (look for it, simulate when nothing is plugged in), `simulated`, `none`, or a port."""

    port: str = "auto"


@dataclass(frozen=True)
class CameraSettings:
    """The camera: `auto`, `simulated`, `none`, `pi`, a device such as `/dev/v4l/by-id/...`, a folder or a video."""

    source: str = "auto"


@dataclass(frozen=True)
class PanelSettings:
    """Buttons and lights by BCM pin number: `kind` is `auto`, `simulated` or `none`; a buzzer is optional, and so is
    a torch beside the camera."""

    kind: Annotated[str, msgspec.Meta(pattern="^(auto|simulated|none)$")] = "auto"
    next: Pin = 5
    back: Pin = 6
    repeat: Pin = 13
    scan: Pin = 19
    your_turn: Pin = 17
    unsure: Pin = 27
    danger: Pin = 22
    not_connected: Pin = 23
    buzzer: Pin | None = None
    torch: Pin | None = None


@dataclass(frozen=True)
class DataSettings:
    """Where evenings are kept."""

    folder: str = "~/.local/share/table-companion"

    @property
    def path(self) -> Path:
        """The folder with `~` filled in."""
        return Path(self.folder).expanduser()


@dataclass(frozen=True)
class BackupSettings:
    """Where backups go by themselves: `folder` is `auto` (a USB stick with a folder `table-companion`), a folder, or
    empty for none; so many are kept. `during_min`: every so many minutes of an evening, too (0: only after it).
    `same_disk` lets the folder be on the disk of the evenings, where it helps little."""

    folder: str = "auto"
    keep: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 10
    during_min: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 10
    same_disk: bool = False


@dataclass(frozen=True)
class VenueSettings:
    """The venue whose server gets a copy of every evening: its `servers` (none: there is no venue), the name that this
    `table` has there, the `key` that the venue gave out for it, and the `authority` that its certificate is of.
    `staff_call`: phones at the table may call the staff; `cards` are those of the owner's things that are kept there,
    too. `owner` is the public key of the venue's owner, whose settings, cards and versions this table takes over; none
    where it is empty."""

    servers: tuple[Annotated[str, msgspec.Meta(pattern=r"^(nats|tls)://[^@\s/]{1,200}$")], ...] = ()
    table: Annotated[str, msgspec.Meta(pattern=r"^([a-z0-9](-?[a-z0-9]){0,39})?$")] = ""
    key: str = ""
    authority: str = ""
    staff_call: bool = False
    cards: tuple[Literal["board", "texts", "pictures"], ...] = ()
    owner: Annotated[str, msgspec.Meta(pattern=r"^(O[A-Z2-7]{55})?$")] = ""


@dataclass(frozen=True)
class MqttSettings:
    """A home's broker, which is told of the table: its name or address; empty: nobody is told, and nothing of it is
    loaded. `port` 0 is the usual one. The password lies in a file of its own. `ca_file` is the authority of the
    broker's certificate, where it is none that this machine knows. `discovery` is Home Assistant's prefix; `buttons`
    are those that a home may press; `name` is what it calls the table. `language` not given is the companion's."""

    broker: Annotated[str, msgspec.Meta(pattern=r"^[^\s/]*$", max_length=253)] = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    user: str = ""
    password_file: str = ""
    tls: bool = False
    ca_file: str = ""
    discovery: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$")] = "homeassistant"
    buttons: tuple[Literal["next", "undo", "repeat", "mute"], ...] = ()
    language: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2}$")] = "en"
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "Table companion"


@dataclass(frozen=True)
class Settings:
    """All settings; every one has a default, so that no file is needed.

    `language` is what the companion writes where nobody has chosen: on its own screen, to phones whose browser asks for
    none that there is. Not given, it is that of whoever starts the companion.
    """

    language: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2}$")] = "en"
    web: WebSettings = field(default_factory=WebSettings)
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    drawer: DrawerSettings = field(default_factory=DrawerSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    data: DataSettings = field(default_factory=DataSettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    venue: VenueSettings = field(default_factory=VenueSettings)
    mqtt: MqttSettings = field(default_factory=MqttSettings)


def load_settings(path: Path | None) -> Settings:
    """The settings in a file, or the defaults without one. Raises BadSettings."""
    if path is None:
        return read_settings("")
    return read_settings(_read(path), path.name)


def read_settings(toml: str, name: str = "settings.toml") -> Settings:
    """The settings in a TOML text; `name` is the file's name for messages. Raises BadSettings."""
    try:
        tree = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(
            T("{file} is not valid TOML: {why}. Mend that line and start again.", file=name, why=str(error))
        ) from error
    _refuse_unknown_keys(tree, Settings, name, "")
    _fill_in_languages(tree)
    try:
        found = msgspec.convert(tree, Settings)
        for one in found.web.trusted_proxies:
            ip_network(one, strict=False)
        if found.venue.servers and not found.venue.table:
            raise ValueError("venue.table, the name that this table has at the venue, is missing")
        if found.venue.table == "staff":
            raise ValueError("venue.table may not be staff: that is the name of the venue's own key")
        _refuse_pins_twice(found.panel, name)
    except msgspec.ValidationError as error:
        raise BadSettings(_does_not_fit(str(error), name)) from error
    except ValueError as error:
        raise BadSettings(
            T("A value in {file} does not fit: {why}. Mend it and start again.", file=name, why=str(error))
        ) from error
    return found


def _fill_in_languages(tree: dict[str, Any]) -> None:
    """Where no language is set, people are spoken to in that of whoever starts the program."""
    language = tree.setdefault("language", environment_language())
    for section in ("voice", "mqtt"):
        spoken = tree.setdefault(section, {})
        if isinstance(spoken, dict):
            spoken.setdefault("language", language)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSettings(T("{file} cannot be read: {why}.", file=str(path), why=error.strerror or "")) from error
    except UnicodeDecodeError as error:
        raise BadSettings(T("{file} is not a text file in UTF-8. Save it as one.", file=path.name)) from error


def _refuse_unknown_keys(tree: Mapping[str, Any], shape: Any, file: str, prefix: str) -> None:
    known = {one.name: one for one in fields(shape)}
    for key, value in tree.items():
        if key not in known:
            raise BadSettings(_unknown(file, prefix + key, [prefix + name for name in known]))
        section = known[key].default_factory
        if is_dataclass(section) and isinstance(value, Mapping):
            _refuse_unknown_keys(value, section, file, f"{prefix}{key}.")


def _refuse_pins_twice(panel: PanelSettings, file: str) -> None:
    taken: dict[int, str] = {}
    for one in fields(panel):
        pin = getattr(panel, one.name)
        if isinstance(pin, int) and taken.setdefault(pin, one.name) != one.name:
            raise BadSettings(
                T(
                    "panel.{one} and panel.{other} in {file} are both pin {pin}. Give each a pin of its own.",
                    one=taken[pin],
                    other=one.name,
                    file=file,
                    pin=pin,
                )
            )


# What msgspec says: "Expected `int` <= 27 - at `$.panel.next`".
_REFUSED = re.compile(r"(?:Expected `(?P<kind>\w+)[^`]*` ?(?P<limit>[<>]= [\d.]+)?)?.*`\$\.(?P<key>[\w.]+).*`")
_CHOICES = re.compile(r"'\^\(([\w|]+)\)\$'")
_KINDS: Mapping[str, Text] = {
    "int": T("a whole number"),
    "float": T("a number"),
    "str": T("text in quotes"),
    "bool": T("true or false"),
    "array": T("a list in square brackets"),
    "object": T("a section, with its name in square brackets above it"),
}
_AS_SHOWN = T("as settings.example.toml shows it")


def _does_not_fit(why: str, file: str) -> Text:
    """What msgspec says of a value, in a sentence for owners; never the value itself, which may hold a secret."""
    found = _REFUSED.fullmatch(why)
    if found is None:
        return T("A value in {file} does not fit: {why}. Mend it and start again.", file=file, why=why)
    wanted = _wanted(why, found["kind"] or "", found["limit"] or "")
    return T(
        "{key} in {file} does not fit; it should be: {wanted}. Mend it and start again.",
        key=found["key"],
        file=file,
        wanted=wanted,
    )


def _wanted(why: str, kind: str, limit: str) -> Text:
    choices = _CHOICES.search(why)
    if choices is not None:
        return T("one of {choices}", choices=", ".join(choices[1].split("|")))
    if " matching " in why or " of length " in why or kind not in _KINDS:
        return _AS_SHOWN
    if limit.startswith("<"):
        return T("{kind}, at most {n}", kind=_KINDS[kind], n=limit[3:])
    return T("{kind}, at least {n}", kind=_KINDS[kind], n=limit[3:]) if limit else _KINDS[kind]


def _unknown(file: str, key: str, known: list[str]) -> Text:
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    if near:
        return T("{file} has a setting {key} that nobody knows. Did you mean {near}?", file=file, key=key, near=near[0])
    return T(
        "{file} has a setting {key} that nobody knows. Known here: {known}.", file=file, key=key, known=all_of(known)
    )
