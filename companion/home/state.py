"""What a home is told of the table: one document, in plain values, as it is published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.api.game import Fact
from companion.api.text import T, Text
from companion.home.counters import KnownNumbers, numbers, slug
from companion.session.screen import Screen
from companion.status.health import DeviceHealth

HEALTH = ("drawer", "camera")  # whose health a home is told
_LOST = frozenset({"lost", "trouble"})


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment. `muted` is the voice's; `answer` is what is to be said of the last button."""

    screen: Screen
    devices: tuple[DeviceHealth, ...] = ()
    muted: bool = False
    answer: Text | None = None


def state_of(
    now: Snapshot, known: KnownNumbers, say: Callable[[Text], str], title: Callable[[str], Text]
) -> dict[str, Any]:
    """The state document; `title` names a game. What there is not is None, not left out."""
    return {
        "version": now.screen.version,
        **_evening(now.screen, say, title),
        **_where(now.screen, say),
        **_asked(now.screen, say),
        "numbers": _numbers(now.screen, known, say),
        "devices": {name: _health(name, now.devices, say) for name in HEALTH},
        "muted": now.muted,
        "answer": None if now.answer is None else say(now.answer),
    }


def happening(fact: Fact, game: str, version: int, say: Callable[[Text], str]) -> dict[str, Any]:
    """One fact as an event's document."""
    return {
        "event_type": fact.name,
        "text": say(fact.text),
        "game": game,
        "version": version,
        "args": dict(fact.args),
    }


def _evening(screen: Screen, say: Callable[[Text], str], title: Callable[[str], Text]) -> dict[str, Any]:
    evening = screen.evening
    return {
        "game": None if evening is None else say(title(evening.game)),
        "game_id": None if evening is None else evening.game,
        "evening": None if evening is None else evening.name,
        "players": [] if evening is None else list(evening.players),
        "ending": None if screen.ending is None else say(screen.ending),
    }


def _where(screen: Screen, say: Callable[[Text], str]) -> dict[str, Any]:
    where = None if screen.view is None else screen.view.where
    phase = None
    if where is not None and where.phase is not None and 0 <= where.phase < len(where.phases):
        phase = where.phases[where.phase]
    return {
        "where": None if where is None else say(where.line),
        "round": None if where is None else where.round,
        "rounds": None if where is None else where.rounds,
        "phase": None if phase is None else say(phase),
        "phase_id": None if phase is None else slug(phase.msgid),
    }


def _asked(screen: Screen, say: Callable[[Text], str]) -> dict[str, Any]:
    prompt = screen.prompts[0] if screen.prompts else None
    players = () if screen.evening is None else screen.evening.players
    who = None
    if prompt is not None:
        named = prompt.seat is not None and prompt.seat < len(players)
        who = players[prompt.seat or 0] if named else say(T("Everybody"))
    return {
        "asked": who,
        "seat": None if prompt is None or prompt.seat is None else prompt.seat + 1,
        "prompt": None if prompt is None else say(prompt.do),
        "prompt_id": None if prompt is None else prompt.name,
    }


def _numbers(screen: Screen, known: KnownNumbers, say: Callable[[Text], str]) -> Mapping[str, int | None]:
    if screen.evening is None or screen.view is None:
        return dict.fromkeys(known.names)
    return known.take(screen.evening.game, screen.evening.id, numbers(screen.view, say))


def _health(name: str, devices: Iterable[DeviceHealth], say: Callable[[Text], str]) -> dict[str, Any]:
    device = next((one for one in devices if one.name == name), None)
    if device is None:
        return {"state": "off", "problem": False, "words": None}
    return {"state": device.state, "problem": device.state in _LOST, "words": say(device.words)}
