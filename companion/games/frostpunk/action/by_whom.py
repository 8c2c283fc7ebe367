"""Who takes an action, by a tap on the action itself: where an Automaton is free, it is often it (rulebook p. 39); of
Citizens the usual one is the action's name, the others stand beside it."""

from __future__ import annotations

from msgspec import structs

from companion.api import Choice, Move, Offer, Pick, T, Text
from companion.games.frostpunk.action import asks, performing
from companion.games.frostpunk.action.meeples import MEEPLE_ICONS, NAMES, may_act
from companion.games.frostpunk.city import ground, heat
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.land import place_of
from companion.games.frostpunk.state import State

AUTOMATONS = "automatons"
ACTIONS = ("act_gather", "act_use")
MOST_BESIDE = 4  # so many kinds have room beside an action


def with_chips(state: State, offer: Offer) -> Offer:
    """An action that asks for nothing, with the Meeples that may take it; as it is where there is only one kind, or the
    player has chosen one. Where no Automaton may, gathering stays as it is: its spaces are one row."""
    if offer.move.name not in ACTIONS or offer.asks or state.hand:
        return offer
    at = str(offer.move.args["at"])
    able = _able(state, str(offer.move.args.get("building", "gather")))
    if offer.move.args["meeple"] not in able or len(able) < 2:
        return offer
    if AUTOMATONS not in able:
        here = offer.move.name == "act_use" and len(able) <= MOST_BESIDE
        return _asking(offer, able, str(offer.move.args["meeple"])) if here else offer
    return structs.replace(_asking(offer, able), note=_note(state, at))


def _asking(offer: Offer, able: tuple[str, ...], usual: str | None = None) -> Offer:
    """With these Meeples to choose from; the usual one is the action's name."""
    settled = {name: value for name, value in offer.move.args.items() if name != "meeple"}
    ask = Pick(
        name=asks.MEEPLE.name,
        label=asks.MEEPLE.label,
        choices=tuple(Choice(value=kind, label=NAMES[kind], icon=MEEPLE_ICONS[kind]) for kind in able),
        usual=usual,
    )
    return structs.replace(offer, move=Move(offer.move.name, settled), asks=(ask,))


def _able(state: State, action: str) -> tuple[str, ...]:
    """The kinds of Meeple that may surely take an action, the usual one in front."""
    only = action in BUILDINGS and BUILDINGS[action].engineer_only
    found = performing.rank(state, action, performing.ENGINEERS if only else performing.ANYBODY)
    return tuple(kind for kind in found if kind != "children" or may_act(state, kind, action))


def _note(state: State, at: str) -> Text:
    """Where it is, and whether it is warm there; who acts in the cold falls sick, unless it is an Automaton."""
    building = ground.building_at(state, at)
    heated = heat.of_place(state, place_of(at)) if building is None else heat.of_building(state, building)
    name = space_name(at)
    return T("{space}, heated", space=name) if heated else T("{space}, cold: a Citizen falls sick", space=name)
