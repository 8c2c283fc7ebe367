"""The ways to use a Building (rulebook p. 40 to 43): one for each effect that its players may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk.action import industry, labels, society, works
from companion.games.frostpunk.action.way import Way
from companion.games.frostpunk.cards import automatons, by_hand
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.kind import SMALL, BuildingKind
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

SPECIAL: Mapping[str, Callable[[State, Building], tuple[Way, ...]]] = {**industry.WAYS, **society.WAYS, **works.WAYS}


def ways(state: State, building: Building) -> tuple[Way, ...]:
    """Every way to use a Building, those among them that cannot be carried out now."""
    if building.kind in SPECIAL:
        return SPECIAL[building.kind](state, building)
    kind = BUILDINGS[building.kind]
    plain = kind.effects(building.upgraded)
    if plain:
        return tuple(_plain(kind.kind, words) for words in plain)
    return (_scenario(kind),)


def _plain(kind: str, words: str) -> Way:
    from companion.games.frostpunk.cards import effects

    def do(tx: Transaction) -> None:
        if kind == "factory":
            _require_automaton(tx.state)
        effects.carry_out(tx, words)

    return Way(name=words, label=labels.said(words) or effects.describe(words), do=do)


def _require_automaton(state: State) -> None:
    """A Steam Core is spent to gain an Automaton (p. 41), which comes from the bank (p. 39): none there, none spent."""
    if not automatons.bank(state):
        raise IllegalMove(T("No Automaton is left in the bank, so no Steam Core is spent."), rule="automatons", page=39)


def _scenario(kind: BuildingKind) -> Way:
    """A scenario's Building: a Scenario card says what it does (p. 43), so the players do it."""
    return Way(
        name="card",
        label=T("as the scenario says"),
        do=lambda tx: by_hand.carry(tx, "", str(kind.name)),
    )


def usable(building: Building) -> bool:
    """Whether a Building has an action at all: no Shelter, no Ruin, no white Building (p. 39)."""
    return BUILDINGS[building.kind].usable and not building.ruin


def size(building: Building) -> int:
    """How many Meeples may stand on a Building in a round (p. 26, 39)."""
    return BUILDINGS[building.kind].size or max(SMALL, len(building.at))


def hindrance(state: State, way: Way) -> Text | None:
    """Why a way cannot be carried out now, None where it can."""
    try:
        way.do(Transaction(state))
    except IllegalMove as refused:
        return refused.text
    return None


def possible(state: State, building: Building) -> tuple[Way, ...]:
    """The ways to use a Building that can be carried out now."""
    return tuple(way for way in ways(state, building) if hindrance(state, way) is None)


def at(state: State, space: str) -> Building | None:
    """The Building on a space."""
    return next((building for building in state.city.buildings if space in building.at), None)
