"""What Home Assistant needs to show a table: one document that names the device and all its components.

Its form is Home Assistant's (MQTT, device discovery): `dev`, `o`, `cmps`, each component with its platform `p` and a
`unique_id` that never changes. What all components share, `state_topic` and `availability_topic`, stands once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.api.text import T, Text, verbatim
from companion.home.counters import KnownNumbers, slug

Component: TypeAlias = dict[str, Any]
PREFIX = "table_companion"  # of the entities' ids, in every language
LONGEST_STATE = 255  # characters that Home Assistant takes for a state
BUTTONS = ("next", "undo", "repeat", "mute")

_EVENTS: Mapping[str, Text] = {
    "breakdown": T("Breakdown"),
    "storm": T("Storm"),
    "destroyed": T("Something destroyed"),
    "won": T("Game won"),
    "lost": T("Game lost"),
}
_BUTTONS: Mapping[str, tuple[Text, str]] = {
    "next": (T("Next (the usual answer)"), "mdi:skip-next"),
    "undo": (T("Undo the last step"), "mdi:undo"),
    "repeat": (T("Say it again"), "mdi:replay"),
    "mute": (T("Voice muted"), "mdi:volume-off"),
}
_DEVICES: Mapping[str, Text] = {"drawer": T("Drawer scale: trouble"), "camera": T("Camera: trouble")}
# id, name, icon, attributes by the names of the state document
_WORDS: tuple[tuple[str, Text, str, tuple[str, ...]], ...] = (
    ("game", T("Game"), "mdi:dice-multiple", ("game_id", "evening", "players", "ending")),
    ("where", T("Where we are"), "mdi:map-marker", ("round", "rounds")),
    ("phase", T("Phase"), "mdi:progress-clock", ("phase_id",)),
    ("asked", T("Who is asked"), "mdi:account", ("seat",)),
    ("prompt", T("What to do now"), "mdi:comment-question", ("prompt", "prompt_id")),
)


@dataclass(frozen=True)
class Topics:
    """Where a table's messages go: all below `table-companion/<id>`, but for the discovery document."""

    id: str
    discovery: str = "homeassistant"

    @property
    def base(self) -> str:
        return f"table-companion/{self.id}"

    @property
    def config(self) -> str:
        return f"{self.discovery}/device/{self.device}/config"

    @property
    def home_status(self) -> str:
        """Where Home Assistant says that it has started."""
        return f"{self.discovery}/status"

    @property
    def device(self) -> str:
        return f"{PREFIX}_{self.id}"

    @property
    def state(self) -> str:
        return f"{self.base}/state"

    @property
    def availability(self) -> str:
        return f"{self.base}/availability"

    def event(self, kind: str) -> str:
        return f"{self.base}/event/{slug(kind)}"

    def command(self, button: str) -> str:
        return f"{self.base}/command/{button}"


@dataclass(frozen=True)
class Described:
    """What a document is made of: the table's `name`, the program's `version`, the page's `address`, the facts of each
    kind of event by its name, and the `buttons` that are allowed."""

    name: str
    version: str
    address: str
    events: Mapping[str, Sequence[str]]
    buttons: Sequence[str]


def document(
    topics: Topics, about: Described, known: KnownNumbers, gone: Mapping[str, str], say: Callable[[Text], str]
) -> dict[str, Any]:
    """The discovery document. `gone` are components that were there and are no more, with their platforms: they are
    named by their platform alone, which takes them away."""
    components = {
        **dict(_words(say)),
        **dict(_numbers(known)),
        **dict(_events(topics, about.events, say)),
        **dict(_devices(topics, say)),
        **dict(_buttons(topics, about.buttons, say)),
    }
    for id, one in components.items():
        one["unique_id"] = f"{topics.device}_{id}"
        one["default_entity_id"] = f"{one['p']}.{PREFIX}_{id.removeprefix('event_')}"
        if "json_attributes_template" in one:
            one["json_attributes_topic"] = topics.state
    return {
        "dev": {
            "ids": [topics.device],
            "name": about.name,
            "mf": "Table companion",
            "mdl": "Table companion",
            "sw": about.version,
            "cu": about.address,
        },
        "o": {"name": "table-companion", "sw": about.version},
        "availability_topic": topics.availability,
        "state_topic": topics.state,
        "cmps": {**components, **{id: {"p": platform} for id, platform in gone.items() if id not in components}},
    }


def platforms(document: Mapping[str, Any]) -> dict[str, str]:
    """The components that a document brings, each with its platform."""
    return {id: str(one["p"]) for id, one in document["cmps"].items() if len(one) > 1}


def _words(say: Callable[[Text], str]) -> Iterable[tuple[str, Component]]:
    for id, name, icon, more in _WORDS:
        # A state that is called unknown is what Home Assistant has for one that there is not.
        value = f"{{{{ (value_json.{id} or 'unknown')[:{LONGEST_STATE}] }}}}"
        yield id, {"p": "sensor", "name": say(name), "icon": icon, "value_template": value, **_attributes(more)}
    yield "round", {"p": "sensor", "name": say(T("Round")), "icon": "mdi:counter", **_number("value_json.round")}


def _numbers(known: KnownNumbers) -> Iterable[tuple[str, Component]]:
    for id, name in known.names.items():
        yield f"{known.game}_{id}", {"p": "sensor", "name": name, **_number(f"value_json.numbers.get('{id}')")}


def _number(value: str) -> Component:
    """Home Assistant takes the word None for a number that there is not."""
    return {"state_class": "measurement", "value_template": f"{{{{ {value} }}}}"}


def _events(
    topics: Topics, events: Mapping[str, Sequence[str]], say: Callable[[Text], str]
) -> Iterable[tuple[str, Component]]:
    for kind, facts in events.items():
        yield (
            f"event_{slug(kind)}",
            {
                "p": "event",
                "name": say(_EVENTS.get(kind, verbatim(kind))),
                "state_topic": topics.event(kind),
                "event_types": list(facts),
            },
        )


def _devices(topics: Topics, say: Callable[[Text], str]) -> Iterable[tuple[str, Component]]:
    for id, name in _DEVICES.items():
        yield (
            id,
            {
                "p": "binary_sensor",
                "name": say(name),
                "device_class": "problem",
                "entity_category": "diagnostic",
                "value_template": f"{{{{ 'ON' if value_json.devices.{id}.problem else 'OFF' }}}}",
                "json_attributes_template": f"{{{{ value_json.devices.{id} | tojson }}}}",
            },
        )


def _buttons(topics: Topics, allowed: Iterable[str], say: Callable[[Text], str]) -> Iterable[tuple[str, Component]]:
    wanted = [name for name in BUTTONS if name in allowed]
    for id in wanted:
        name, icon = _BUTTONS[id]
        common = {"name": say(name), "icon": icon, "command_topic": topics.command(id)}
        if id == "mute":
            muted = "{{ 'ON' if value_json.muted else 'OFF' }}"
            yield id, {"p": "switch", **common, "value_template": muted}
        else:
            # The button knows the state's version as an attribute of its own, and sends it with the press.
            seen = '{"seen": {{ this.attributes.version | default(0) }}}'
            yield id, {"p": "button", **common, "command_template": seen, **_attributes(("version",))}
    if {"next", "undo"} & set(wanted):
        value = f"{{{{ (value_json.answer or 'unknown')[:{LONGEST_STATE}] }}}}"
        yield (
            "answer",
            {
                "p": "sensor",
                "name": say(T("Why a button did nothing")),
                "icon": "mdi:message-alert",
                "entity_category": "diagnostic",
                "value_template": value,
            },
        )


def _attributes(names: Sequence[str]) -> Component:
    pairs = ", ".join(f"'{name}': value_json.{name}" for name in names)
    return {"json_attributes_template": f"{{{{ {{{pairs}}} | tojson }}}}"}
