"""Stored states of earlier versions, brought into today's shape: an old evening opens where it stood.

The first version knew neither types of tokens nor the map, cards, Laws or Meeples, and took smaller steps. What it
did not know stays unknown, and can be told or set by hand; a step that is gone becomes the nearest one, with what was
still to be done before it as a task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.api import T
from companion.games.frostpunk.city.land import GENERATOR_SPACES
from companion.games.frostpunk.state import ROUNDS, UNTOLD

Raw: TypeAlias = dict[str, Any]
COUNT_MEEPLES = "count_meeples"  # a task: how many Meeples of each type there are
STARTING_DISPUTES = 9
TRIGGERS = (4, 11)  # p. 15; the first version knew A New Home alone
RUINED = ("tent", "bunkhouse")  # p. 22, in the order of its storms
FIRST = ("cookhouse", "platform", "generator_building")  # p. 9
PUSH_DRAWER = T("Push the drawer in. If cubes fell as it went in, set the cubes left in the drawer by hand.").msgid
DEVELOPMENT = T("Is there a Development token on this round’s space? Then develop its Technology.").msgid
WEATHER: Mapping[str, str] = {
    "weather.hunt": T(
        "Gain one Food for each Hunting symbol, then move the Scouts and the Storm marker, as the Weather card shows."
    ).msgid,
    "weather.scouts": T("Move the Scouts, and move the Storm marker back, as the Weather card shows.").msgid,
    "weather.storm": T("Move the Storm marker back as the Weather card shows, and put the card away.").msgid,
}
STORM = T("If the Storm marker is on or before the Round marker, carry out the storm. Set by hand what changed.").msgid
EFFECTS = T("Carry out everything marked “Dusk Phase” on your Scenario and Event cards.").msgid
CLEAR = T("Put all Stress cubes back into the bank.").msgid
BREAKDOWN = ("flip", "advance", "clear")  # its steps, in the first version


def upgrade(raw: Raw) -> Raw:
    """A stored state as JSON values in today's shape; one that has it already is left as it is."""
    if "todo" in raw:  # what `tasks` was called
        raw = {"tasks" if name == "todo" else name: value for name, value in raw.items()}
    return _from_first(dict(raw)) if _is_first(raw) else raw


def _is_first(raw: Raw) -> bool:
    hope = raw.get("hope")
    return isinstance(hope, dict) and "active" in hope


def _from_first(raw: Raw) -> Raw:
    for about in ("hope", "discontent"):
        raw[about] = _tokens(raw[about])
    raw["generator"] = {name: value for name, value in raw["generator"].items() if name != "drawer_out"}
    raw["hunting_extra"] = raw.pop("hunting", 0)
    raw["dusk"] = _dusk(raw)
    raw["triggers"] = _triggers(raw)
    raw["city"] = _city(raw)
    _breakdown(raw)
    goes = _STEPS.get(raw["step"])
    return _with_meeples(raw if goes is None else goes(raw))


# --- what lies on the table -------------------------------------------------------------------------------------------


def _tokens(counts: Raw) -> Raw:
    """Counts become tokens of types that nobody has told."""
    active, exhausted = counts.get("active", 0), counts.get("exhausted", 0)
    row = [{"kind": UNTOLD, "active": True}] * active + [{"kind": UNTOLD, "active": False}] * exhausted
    return {"row": row}


def _dusk(raw: Raw) -> Raw:
    """The Dusk deck as it began, without the cards that lie in the display; more is not known."""
    deck = [code for code in ("D000", "?dispute") if code not in raw.get("display", ())]
    return {"deck": deck, "disputes": raw.pop("disputes", STARTING_DISPUTES)}


def _triggers(raw: Raw) -> list[int]:
    """Scenario Trigger tokens that are still on the track: that of this round until its step is done."""
    round_, waits = raw.get("round", 1), raw["step"] == "dawn.trigger"
    return [space for space in TRIGGERS if space > round_ or (waits and space == round_)]


def _city(raw: Raw) -> Raw:
    """The Generator tile with its first Buildings, and which Shelters are Ruins; what else lies there is not known."""
    return {
        "tiles": {"G": [{} for _ in GENERATOR_SPACES]},
        "buildings": [{"kind": kind, "at": [at]} for kind, at in zip(FIRST, GENERATOR_SPACES, strict=False)],
        "ruins": list(RUINED[: _ruined(raw)]),
    }


def _ruined(raw: Raw) -> int:
    waits = any(task["kind"] == "storm" for task in raw.get("tasks", ()))
    return int(raw.get("storms", 0)) - int(waits)


# --- what is being done -----------------------------------------------------------------------------------------------


def _breakdown(raw: Raw) -> None:
    """The three steps of a breakdown are one now; where only the last was open, its cubes are put back by a task."""
    tasks = list(raw.get("tasks", ()))
    open_ = [task["kind"] for task in tasks if task["kind"] in BREAKDOWN]
    others = [task for task in tasks if task["kind"] not in BREAKDOWN]
    if "advance" in open_:
        raw["tasks"] = [{"kind": "breakdown"}, *others]
    elif open_:
        raw["tasks"] = [_say(CLEAR), *others]
        raw["generator"] = {**raw["generator"], "stress": 0, "broken": False}


def _say(words: str) -> Raw:
    return {"kind": "instruction", "words": words}


def _first(raw: Raw, task: Raw) -> None:
    raw["tasks"] = [task, *raw.get("tasks", ())]


def _goes(step: str) -> Callable[[Raw], Raw]:
    """The step is called otherwise now, or is part of that one."""
    return lambda raw: {**raw, "step": step}


def _round(raw: Raw) -> Raw:
    """The Leadership marker had been passed: the one step of today passes it and moves the Round marker."""
    seats = len(raw["players"])
    return {**raw, "step": "dawn.begin", "leader": (raw.get("leader", 0) - 1) % seats}


def _development(raw: Raw) -> Raw:
    _first(raw, _say(DEVELOPMENT))
    return {**raw, "step": "morning.card"}


def _close(raw: Raw) -> Raw:
    """The cubes lie on the Stress track, the drawer is out: it is pushed in, then comes the breakdown or the reset."""
    broken = bool(raw["generator"].get("broken"))
    raw = {**raw, "step": "generator.breakdown" if broken else "generator.reset"}
    if broken:
        _first(raw, {"kind": "breakdown"})
    _first(raw, _say(PUSH_DRAWER))
    return {**raw, "onward": broken}


def _broken(raw: Raw) -> Raw:
    return raw if raw.get("tasks") else {**raw, "step": "generator.reset", "onward": False}


def _weather(raw: Raw) -> Raw:
    """The Weather card is half done: its other sections are done by hand."""
    if not raw.get("tasks"):
        raw = {**raw, "tasks": [_say(WEATHER[raw["step"]]), *([_say(STORM)] if raw.get("storm") else [])]}
    return {**raw, "step": "weather.storm", "onward": True}


def _effects(raw: Raw) -> Raw:
    """Where no card of the display is known, what they say is done by hand."""
    if raw.get("display"):
        return raw
    _first(raw, _say(EFFECTS))
    return {**raw, "step": "dusk.card"}


def _reset_hunger(raw: Raw) -> Raw:
    return {**raw, "hunger": 0, "step": "hunger.feed"}


def _cards(raw: Raw) -> Raw:
    """Only the Citizen cards played were left, and the next round's first step speaks of them."""
    last = raw.get("round", 1) >= ROUNDS
    return {**raw, "step": "end.scenario" if last else "dawn.begin"}


_STEPS: Mapping[str, Callable[[Raw], Raw]] = {
    "dawn.leader": _goes("dawn.begin"),
    "dawn.round": _round,
    "dawn.development": _development,
    "morning.place": _goes("morning.resolve"),
    "generator.close": _close,
    "generator.breakdown": _broken,
    "weather.heat": _goes("weather.card"),
    **dict.fromkeys(WEATHER, _weather),
    "action.spent": _goes("action.meeples"),
    "dusk.effects": _effects,
    "dusk.place": _goes("dusk.resolve"),
    "hunger.reset": _reset_hunger,
    "night.spent": _goes("night.return"),
    "night.meeples": _goes("night.return"),
    "night.sick": _goes("night.shelters"),
    "night.cards": _cards,
}
_WITH_MEEPLES = ("action.turn", "dusk.", "hunger.", "night.")


def _with_meeples(raw: Raw) -> Raw:
    """From the Action Phase to the Night the companion needs to know the Meeples, which the first version did not."""
    if str(raw["step"]).startswith(_WITH_MEEPLES) and not raw.get("ended"):
        _first(raw, {"kind": COUNT_MEEPLES})
    return raw
