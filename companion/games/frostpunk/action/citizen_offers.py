"""A Citizen card that was chosen to be played (rulebook p. 32, 33): where its Meeple may be placed, a tap for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from companion.api import IllegalMove, Move, Offer, Prompt, T, Text, Value
from companion.games.frostpunk.action import asks, citizen_play, map_offers, meeples
from companion.games.frostpunk.action.citizen_play import ACTIONS, ANOTHER, Play
from companion.games.frostpunk.action.meeples import TYPE_OF
from companion.games.frostpunk.action.performing import KNOWN
from companion.games.frostpunk.city import ground, heat
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.land import Space, place_of
from companion.games.frostpunk.city.tasks import on_map
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, TREE
from companion.toolkit import tap


def prompt(state: State) -> Prompt:
    """Where the card is played."""
    name = Text("{name}", {"name": state.playing}) if state.playing != ANOTHER else T("a Citizen card")
    return Prompt(
        name="action.citizen",
        do=T("{who} plays {card}: with which action?", who=state.players[state.turn], card=name),
        seat=state.turn,
        rule="citizens.ability",
        offers=(*_offers(state), tap("citizen_card", T("Play no Citizen card after all"), card="")),
    )


def _offers(state: State) -> Iterator[Offer]:
    for action in ACTIONS:
        if action == "use":
            for building in state.city.buildings:
                if (who := _who(state, action, building.at[0])) is not None:
                    yield _building(state, building.at[0], who)
        elif action == "gather":
            yield from _gather(state)
        elif (who := _who(state, action, "")) is not None:
            yield _offer(state, action, asks.NOWHERE, who, ACTIONS[action], True)


def _who(state: State, action: str, at: str) -> str | None:
    """The Meeple with which the card may be played there, the one that the player took first."""
    name = "" if state.playing == ANOTHER else state.playing
    taken = (state.hand,) if state.hand in TYPE_OF else ()
    kinds: tuple[str, ...] = tuple(dict.fromkeys((*taken, *TYPE_OF)))
    for kind in kinds:
        if not meeples.available(state, kind):
            continue
        try:
            told = "heated" if _heated(state, action, at) is None else KNOWN
            citizen_play.play(Transaction(state), Play(name=name, meeple=kind, action=action, at=at, told=told))
        except IllegalMove:
            continue
        return kind
    return None


def _heated(state: State, action: str, at: str) -> bool | None:
    if action in ("construct", "other", "snow"):
        return True
    building = ground.building_at(state, at) if action == "use" else None
    return heat.of_place(state, place_of(at)) if building is None else heat.of_building(state, building)


def _building(state: State, at: str, who: str) -> Offer:
    building = ground.building_at(state, at)
    name = BUILDINGS[building.kind].name if building is not None else space_name(at)
    return _offer(state, "use", at, who, name, _heated(state, "use", at))


def _gather(state: State) -> Iterator[Offer]:
    """All spaces on the map that will do; those where the players have to say whether it is heated stand apart."""
    found = {at: who for at in map_offers.spaces(state) if (who := _who(state, "gather", at)) is not None}
    for heated in (True, False, None):
        for who in dict.fromkeys(found.values()):
            there = {
                at: space_name(at) for at, one in found.items() if one == who and _heated(state, "gather", at) is heated
            }
            if there:
                offer = _offer(state, "gather", "", who, ACTIONS["gather"], heated)
                icons = {at: ICONS.get(lies.what or (TREE if lies.trees else "")) for at, lies in _lying(state, there)}
                yield structs.replace(offer, asks=(on_map("at", T("Where"), there, icons=icons), *offer.asks))


def _lying(state: State, there: Iterable[str]) -> Iterator[tuple[str, Space]]:
    return ((at, ground.on(state, at)) for at in there)


def _offer(state: State, action: str, at: str, who: str, label: Text, heated: bool | None) -> Offer:
    settled: dict[str, Value] = {"card": state.playing, "meeple": who, "action": action}
    settled |= {"at": at} if at else {}
    settled |= {} if heated is None else {"heat": KNOWN}
    return Offer(
        move=Move("act_citizen", settled),
        label=label,
        asks=(asks.heat(),) if heated is None else (),
        note=map_offers.note(who, heated),
        rule="citizens.ability",
    )
