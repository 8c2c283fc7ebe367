"""What becomes of Buildings: dismantled, destroyed, upgraded, ruined (rulebook p. 22, 26, 34, 40 to 43)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api.game import IllegalMove
from companion.api.text import N, T, Text
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.city.construction import changed, standing, unpaid
from companion.games.frostpunk.city.costs import UPGRADES, red_icon, upgrade_cost, upgrade_fact
from companion.games.frostpunk.city.ground import meeples_on
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import spend
from companion.games.frostpunk.transaction import Transaction

TASK = "destroy"  # a Building is to be destroyed


# --- taking away ------------------------------------------------------------------------------------------------------


def can_dismantle(state: State, building: Building) -> Text | None:
    """Why a Building cannot be dismantled; None where it can (p. 26)."""
    if meeples_on(state, *building.at):
        return T("A Meeple stands on it.")
    return can_destroy(state, building)


def can_destroy(state: State, building: Building) -> Text | None:
    """Why a Building cannot be destroyed; None where it can: never one with the red Dismantle icon (p. 26, 34)."""
    if BUILDINGS[building.kind].printed:
        return T("It is printed on the Generator tile and stays.")
    if red_icon(state, "dismantle", building.kind):
        return T("It shows the red Dismantle icon, so it stays.")
    return None


def dismantle(tx: Transaction, building: Building) -> None:
    """Take a Building back onto the Buildings board; a Ruin leaves the game (p. 26). What the tile shows is kept."""
    refused = can_dismantle(tx.state, building)
    if refused:
        raise IllegalMove(refused, rule="dismantle", page=26)
    _take_away(tx, building, "building_dismantled", T("{building} was dismantled.", building=called(building)))
    _no_red_icon(tx, building)


def destroy(tx: Transaction, building: Building) -> None:
    """A Building is destroyed: it goes back onto or below the Buildings board (p. 34); a Ruin leaves the game as one
    that is dismantled."""
    refused = can_destroy(tx.state, building)
    if refused:
        raise IllegalMove(refused, rule="dismantle", page=26)
    _take_away(tx, building, "building_destroyed", T("{building} was destroyed.", building=called(building)))
    _no_red_icon(tx, building)


def destroyable(state: State, kind: str = "") -> tuple[Building, ...]:
    """The Buildings that can be destroyed, of one kind or of all."""
    return tuple(
        building
        for building in state.city.buildings
        if kind in ("", building.kind) and can_destroy(state, building) is None
    )


def take_off_building(tx: Transaction, building: Building) -> None:
    """A correction: that Building does not stand there."""
    left_ = tuple(other for other in tx.state.city.buildings if other != building)
    tx.set_city(buildings=left_)
    tx.note("building_taken_off", T("{building} was taken off.", building=called(building)), kind=building.kind)
    changed(tx, building.kind)


def _no_red_icon(tx: Transaction, building: Building) -> None:
    """Who could take it away saw no red icon on it."""
    if not building.ruin and red_icon(tx.state, "dismantle", building.kind) is None:
        tx.learn(f"red_dismantle_{building.kind}", "no")


def _take_away(tx: Transaction, building: Building, name: str, text: Text) -> None:
    city = tx.state.city
    tx.set_city(buildings=tuple(other for other in city.buildings if other != building))
    tx.tell(name, text, kind=building.kind, at=" ".join(building.at))
    if building.ruin:
        gone = city.gone.get(building.kind, 0) + 1
        tx.set_city(gone={**city.gone, building.kind: gone})
        tx.tell("ruin_left", T("Put the Ruin into the box."), kind=building.kind, gone=gone)
    changed(tx, building.kind)


def called(building: Building) -> Text:
    """A Building as people call it: "Tent", "Ruin", "Sawmill, upgraded"."""
    name = BUILDINGS[building.kind].name
    if building.ruin:
        return T("Ruin ({building})", building=name)
    return T("{building}, upgraded", building=name) if building.upgraded else name


# --- the other side ---------------------------------------------------------------------------------------------------


def can_upgrade(state: State, building: Building, paid: Mapping[str, int] | None = None) -> Text | None:
    """Why a Building cannot be upgraded; None where it can (p. 40, 41). Its cost counts as far as it is known."""
    if building.kind == "generator_building":
        return T("The Generator is upgraded by the first Steam Core spent on its own action.")
    if building.ruin or not BUILDINGS[building.kind].upgradable:
        return T("That Building cannot be upgraded.")
    if building.upgraded:
        return T("It is upgraded already.")
    if meeples_on(state, *building.at):
        return T("A Meeple stands on it.")
    price = upgrade_cost(state, building.kind) if paid is None else paid
    return unpaid(state, price)


def upgrade(tx: Transaction, building: Building, pay: str | None = None, *, free: bool = False) -> None:
    """Turn a Building to its upgraded side and pay its column's upgrade cost; `pay` tells it where it is not known."""
    told = None if pay is None else UPGRADES[pay]
    refused = can_upgrade(tx.state, building, {} if free else told)
    if refused:
        raise IllegalMove(refused, rule="workshop", page=41)
    if not free:
        _pay_upgrade(tx, building.kind, pay)
    _replace(tx, building, replace(building, upgraded=True))
    text = T("{building} is upgraded now.", building=BUILDINGS[building.kind].name)
    tx.tell("building_upgraded", text, kind=building.kind, at=" ".join(building.at))


def _pay_upgrade(tx: Transaction, kind: str, pay: str | None) -> None:
    if pay is not None:
        tx.learn(upgrade_fact(kind), pay)
    price = upgrade_cost(tx.state, kind)
    if price is None:
        raise IllegalMove(T("Say what the upgrade costs: the Buildings board tells."), rule="workshop", page=41)
    for what, count in price.items():
        spend(tx, what, count)


def ruin(tx: Transaction, building: Building) -> None:
    """Turn a Shelter to its Ruins side."""
    if building.kind not in SHELTER_KINDS:
        raise IllegalMove(T("Only Tents, Bunkhouses and Houses can become Ruins."), rule="ruins", page=42)
    if not building.ruin:
        _replace(tx, building, replace(building, ruin=True))


def ruin_all(tx: Transaction, kind: str) -> None:
    """All Shelters of a kind become Ruins, on the map and on the Buildings board (p. 22)."""
    standing_now = standing(tx.state, kind)
    for building in standing_now:
        ruin(tx, building)
    if kind not in tx.state.city.ruins:
        tx.set_city(ruins=(*tx.state.city.ruins, kind))
    text = N(
        "{building}: {n} on the map became a Ruin.",
        "{building}: {n} on the map became Ruins.",
        len(standing_now),
        building=BUILDINGS[kind].name,
    )
    tx.note("ruined", text, kind=kind, count=len(standing_now))


def set_side(tx: Transaction, building: Building, side: str) -> None:
    """A correction: a Building lies `plain`, `upgraded` or as a `ruin`."""
    if side == "upgraded" and not BUILDINGS[building.kind].upgradable:
        raise IllegalMove(T("That Building cannot be upgraded."), rule="workshop", page=40)
    if side == "ruin" and building.kind not in SHELTER_KINDS:
        raise IllegalMove(T("Only Tents, Bunkhouses and Houses can become Ruins."), rule="ruins", page=42)
    _replace(tx, building, replace(building, upgraded=side == "upgraded", ruin=side == "ruin"))


def _replace(tx: Transaction, old: Building, new: Building) -> None:
    row = tuple(new if building == old else building for building in tx.state.city.buildings)
    tx.set_city(buildings=row)


def hunting_symbols(state: State) -> int:
    """Hunting symbols on Hunter's Huts: one on a basic hut, two on an upgraded one (p. 21)."""
    return sum(2 if hut.upgraded else 1 for hut in standing(state, "hunters_hut"))
