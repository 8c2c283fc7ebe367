"""The voice, the timers, the call for the staff, and the simulated table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Blueprint

from companion.api.text import T, Text
from companion.status.simulated_table import SimulatedTable, TroubleAtTable
from companion.status.timers import MOST_EVENING_MIN, MOST_TURN_MIN
from web.context import context
from web.errors import HttpRefusal, bad_request, not_here
from web.guard import by, phone
from web.requests import Body, ShortText, body, tap

V = TypeVar("V")

devices = Blueprint("api_devices", __name__, url_prefix="/api")


class Voice(Body):
    """How the voice shall be; what is left out stays. `here`: the phone that asks speaks instead of the companion;
    `own_voice`: the companion's own voice of this id; `flavour`: cards are read aloud with their flavour text."""

    muted: bool | None = None
    rate: Annotated[int, msgspec.Meta(ge=80, le=400)] | None = None
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    language: ShortText | None = None
    cues: bool | None = None
    here: bool | None = None
    own_voice: ShortText | None = None
    flavour: bool | None = None


class VoiceVerb(Body):
    """What the voice shall do: `repeat` or `skip`."""

    do: str


class TimersWished(Body):
    """How many minutes a turn and the evening may take (0: no timer), and whether they wait; what is left out stays."""

    turn_min: Annotated[int, msgspec.Meta(ge=0, le=MOST_TURN_MIN)] | None = None
    evening_min: Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENING_MIN)] | None = None
    paused: bool | None = None


class StaffWished(Body):
    """Whether the venue's staff is asked to come."""

    wanted: bool


class TableVerb(Body):
    """A verb of the simulated table with what it needs."""

    verb: str
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    code: ShortText | None = None
    button: ShortText | None = None


@devices.post("/voice")
@tap
def voice() -> dict[str, Any]:
    """Change how the voice speaks."""
    asked = body(Voice)
    if asked.language is not None and not set(asked.language.split("+")) <= set(context().languages()):
        raise bad_request(T("The voice does not have this language."))
    if asked.own_voice is not None and not context().narrator.choose_voice(asked.own_voice):
        raise bad_request(T("That voice is not installed."))
    sender = phone()
    speaking = None if asked.here is None else sender.id if asked.here and sender is not None else ""
    context().narrator.set(muted=asked.muted, rate=asked.rate, volume=asked.volume, language=asked.language,
                           cues=asked.cues, phone=speaking, flavour=asked.flavour)  # fmt: skip
    return {}


@devices.post("/voice/do")
@tap
def voice_do() -> dict[str, Any]:
    """Repeat or skip what is said."""
    narrator = context().narrator
    verbs: Mapping[str, Callable[[], None]] = {"repeat": narrator.repeat, "skip": narrator.skip}
    verb_of(verbs, body(VoiceVerb).do)()
    return {}


@devices.post("/timers")
@tap
def timers() -> dict[str, Any]:
    """How long a turn and the evening may take."""
    asked = body(TimersWished)
    context().timers.set(turn_min=asked.turn_min, evening_min=asked.evening_min, paused=asked.paused)
    return {}


@devices.post("/staff")
@tap
def staff() -> dict[str, Any]:
    """Call the venue's staff, or take the call back."""
    asked, call = body(StaffWished), context().staff_call
    if call is None:
        raise not_here(T("The staff cannot be called from here."))
    if asked.wanted:
        call.call(by())
    else:
        call.take_back()
    return {}


@devices.post("/table")
@tap
def table() -> dict[str, Any]:
    """One verb of the simulated table."""
    asked, port = body(TableVerb), _table()
    verbs: Mapping[str, Callable[[], None]] = {
        "drop_cubes": lambda: port.drop_cubes(given(asked.count, T("Say how many cubes to drop."))),
        "take_cubes": port.take_cubes,
        "pull_drawer": port.pull_drawer,
        "push_drawer": port.push_drawer,
        "bump": port.bump,
        "show_card": lambda: port.show_card(given(asked.code, T("Say which card to show."))),
        "press": lambda: port.press(given(asked.button, T("Say which button to press."))),
        "pull_cable": port.pull_cable,
        "plug_cable": port.plug_cable,
        "pull_camera": port.pull_camera,
        "plug_camera": port.plug_camera,
    }
    return _at_table(verb_of(verbs, asked.verb))


def _table() -> SimulatedTable:
    port = context().table
    if port is None or not port.anything:
        raise not_here(T("Nothing is simulated here: real devices are plugged in."))
    return port


def verb_of(verbs: Mapping[str, Callable[[], None]], name: str) -> Callable[[], None]:
    """What is to be done by that name; refused in words when there is no such thing."""
    if name not in verbs:
        raise bad_request(T("Nothing here is called that; known are: {verbs}.", verbs=", ".join(verbs)))
    return verbs[name]


def given(value: V | None, otherwise: Text) -> V:
    """The value; where there is none, `otherwise` says what is missing."""
    if value is None:
        raise bad_request(otherwise)
    return value


def _at_table(work: Callable[[], None]) -> dict[str, Any]:
    try:
        work()
    except TroubleAtTable as error:
        raise HttpRefusal(409, "table", error.text) from error
    return {}
