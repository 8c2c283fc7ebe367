"""Whether effects can be done in full: what may not be done in part is not begun (rulebook p. 24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api import T, Text
from companion.games.turris import places, supply, tower
from companion.games.turris.beasts import steering
from companion.games.turris.map import land
from companion.games.turris.rewards.effects import Effect, ways
from companion.games.turris.state import BUILDING, RESOURCES, State, Task


@dataclass
class Purse:
    """What a player would have and what would be left, as the effects are gone through one by one."""

    held: dict[str, int]
    left: dict[str, int]
    tactics: int
    reserve: int
    graveyard: int
    standing: int

    @staticmethod
    def of(state: State, seat: int) -> Purse:
        player = state.players[seat]
        standing = sum(counts[seat] for counts in state.scouts.values())
        left = {what: supply.left(state, what) for what in supply.TOKENS}
        return Purse(supply.all_held(state, seat), left, player.tactics, player.reserve, player.graveyard, standing)

    def take(self, what: str, count: int) -> bool:
        """Put so much from the supply into the purse; False where there is less."""
        if self.left[what] < count:
            return False
        self.left[what] -= count
        self.held[what] += count
        return True

    def give(self, what: str, count: int) -> bool:
        """Pay so much of one resource, with Artifacts for what is missing (p. 21)."""
        own = min(count, self.held[what])
        wild = count - own if what != "artifacts" else 0
        if own + wild < count or wild > self.held["artifacts"]:
            return False
        self._put_back(what, own)
        self._put_back("artifacts", wild)
        return True

    def _put_back(self, what: str, count: int) -> None:
        self.held[what] -= count
        self.left[what] += count

    def take_any(self, count: int) -> bool:
        for _ in range(count):
            most = max(RESOURCES, key=lambda what: self.left[what])
            if not self.take(most, 1):
                return False
        return True

    def give_any(self, kinds: tuple[str, ...], count: int) -> bool:
        for _ in range(count):
            most = max((*kinds, "artifacts"), key=lambda what: self.held[what])
            if not self.give(most, 1):
                return False
        return True


def why_not(state: State, seat: int, effects: tuple[Effect, ...], place: str = "") -> Text | None:
    """Why a player cannot do all of it; None where it can be done, as far as the companion knows. `place` is where the
    effects come from, if from a place."""
    purse = Purse.of(state, seat)
    for effect in effects:
        if (reason := _why_not(state, seat, effect, purse, place)) is not None:
            return reason
    return None


def _why_not(state: State, seat: int, effect: Effect, purse: Purse, place: str) -> Text | None:
    if effect.verb == "either":
        reasons = [why_not(state, seat, way, place) for way in ways(effect)]
        return None if None in reasons else reasons[0]
    if effect.verb in ("beast", "flip"):
        return _beast(state, seat, effect, place)
    check = _CHECKS.get(effect.verb)
    return check(state, seat, effect, purse) if check is not None else None


def _gain(_: State, __: int, effect: Effect, purse: Purse) -> Text | None:
    if effect.what == "prestige":
        return None
    if effect.what == "tactics":
        purse.tactics += effect.count
        return None
    enough = purse.take_any(effect.count) if effect.what in KINDS else purse.take(effect.what, effect.count)
    return None if enough else T("there is not enough left in the supply.")


def _spend(state: State, seat: int, effect: Effect, purse: Purse) -> Text | None:
    if effect.what == "tactics":
        purse.tactics -= effect.count
        return None if purse.tactics >= 0 else T("there are not enough Tactics cards in your hand.")
    if effect.what == "reserved":
        enough = state.players[seat].reserved >= effect.count
        return None if enough else T("there are not enough Missions reserved.")
    kinds = KINDS.get(effect.what)
    enough = purse.give_any(kinds, effect.count) if kinds else purse.give(effect.what, effect.count)
    return None if enough else T("you do not have enough to pay for it.")


def _revive(_: State, __: int, effect: Effect, purse: Purse) -> Text | None:
    wanted = 1 if effect.up_to else effect.count
    if purse.graveyard < wanted:
        return T("not enough of your Scouts are in the Graveyard.")
    back = min(effect.count, purse.graveyard)
    purse.graveyard, purse.reserve = purse.graveyard - back, purse.reserve + back
    return None


def _sacrifice(_: State, __: int, effect: Effect, purse: Purse) -> Text | None:
    if purse.reserve + purse.standing < effect.count:
        return T("you do not have enough Scouts outside the Graveyard.")
    from_reserve = min(effect.count, purse.reserve)
    purse.reserve, purse.standing = purse.reserve - from_reserve, purse.standing - (effect.count - from_reserve)
    purse.graveyard += effect.count
    return None


def _on_board(_: State, __: int, effect: Effect, purse: Purse) -> Text | None:
    if purse.standing < effect.count:
        return T("you do not have enough Scouts on the board.")
    if effect.verb == "recall":
        purse.standing, purse.reserve = purse.standing - effect.count, purse.reserve + effect.count
    return None


def _place(state: State, _: int, effect: Effect, purse: Purse) -> Text | None:
    if purse.reserve < effect.count:
        return T("you do not have enough Scouts in your reserve.")
    if all(places.why_closed(state, place) for place in land.locations(state)):
        return T("there is no place for a Scout.")
    purse.reserve -= effect.count
    return None


def _play(_: State, __: int, effect: Effect, purse: Purse) -> Text | None:
    purse.tactics -= effect.count
    return None if purse.tactics >= 0 else T("there are not enough Tactics cards in your hand.")


def _room(state: State, seat: int, effect: Effect, purse: Purse) -> Text | None:
    return tower.why_not(state, seat)


def _trionfi(state: State, seat: int, effect: Effect, purse: Purse) -> Text | None:
    """The Missions may still be completed before the Trionfi Step; a room without damage must be there now (p. 26)."""
    if state.phase != "turns" or seat != state.turn:
        return T("such a room is built in the Trionfi Step of one’s own turn.")
    return tower.no_room(state, len(state.grove))


def _future(state: State, seat: int, effect: Effect, purse: Purse) -> Text | None:
    held = state.future == seat and not state.solo
    return T("you hold the Future First Player card already.") if held else None


def beasts_for(state: State, place: str) -> tuple[str, ...]:
    """The Beasts that may be chosen: by the Ridge none that is in a Crossroads (p. 24)."""
    return steering.off_crossroads(state) if place == "ridge" else tuple(beast.name for beast in state.beasts)


def _beast(state: State, seat: int, effect: Effect, place: str) -> Text | None:
    """Some Beast must be there that can be moved so far, or flipped."""
    names = beasts_for(state, place)
    about = steering.UP_TO if effect.up_to else ""
    steer = Task(kind=steering.STEER, seat=seat, about=about, count=effect.count, of=names)
    upright = any(beast.name in names and not beast.flipped for beast in state.beasts)
    can = upright if effect.verb == "flip" else bool(steering.ends(state, steer))
    return None if can else T("there is no Beast to choose.")


KINDS: Mapping[str, tuple[str, ...]] = {"any": RESOURCES, "krw": BUILDING}
_CHECKS: Mapping[str, Callable[[State, int, Effect, Purse], Text | None]] = {
    "gain": _gain,
    "spend": _spend,
    "revive": _revive,
    "sacrifice": _sacrifice,
    "recall": _on_board,
    "move": _on_board,
    "place": _place,
    "play": _play,
    "room": _room,
    "trionfi": _trionfi,
    "future": _future,
}
