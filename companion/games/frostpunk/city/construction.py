"""Buildings: built, dismantled, destroyed, upgraded, ruined (rulebook p. 22, 26, 34, 39 to 43)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.api import IllegalMove, N, T, Text, row_of
from companion.games.frostpunk.cards.development import workshops_changed
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.city.costs import UPGRADES, cost, learn_cost, red_icon, size, upgrade_cost, upgrade_fact
from companion.games.frostpunk.city.geometry import all_spaces, space_name, spaces_of
from companion.games.frostpunk.city.ground import building_at, clear, lies_text, meeples_on, on
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import amount, spend
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import NAMES, counted
from companion.toolkit import once

BUILD = "build"  # a Building is to be built for free: `about` is its kind
SNOW_PIT = "snow_pit"  # its kind, and the task to say how far the Corpse marker moves back


# --- what there is ----------------------------------------------------------------------------------------------------


def standing(state: State, kind: str) -> tuple[Building, ...]:
    """The Buildings of a kind on the map, Ruins left out."""
    return tuple(building for building in state.city.buildings if building.kind == kind and not building.ruin)


def ruins(state: State, kind: str) -> tuple[Building, ...]:
    """The Ruins on the map that once were Shelters of a kind."""
    return tuple(building for building in state.city.buildings if building.kind == kind and building.ruin)


def left(state: State, kind: str) -> int | None:
    """How many tiles of a kind lie beside the map, Ruins of it included; None where nobody knows how many there are."""
    number = BUILDINGS[kind].number
    if number is None:
        return None
    on_map = sum(building.kind == kind for building in state.city.buildings)
    return max(0, number - on_map - state.city.gone.get(kind, 0))


def unlocked(state: State, kind: str) -> bool:
    """Whether it may be built at all: those of the Buildings board always, the others once a card says so (p. 26)."""
    return BUILDINGS[kind].unlocked_by in ("", "start") or kind in state.city.unlocked


def unlock(tx: Transaction, kind: str) -> None:
    """A Law or a card allows a Building below the Buildings board. Its tiles stay there (p. 24): nothing is moved."""
    if kind not in BUILDINGS:
        raise IllegalMove(T("There is no Building of that name."))
    if kind not in tx.state.city.unlocked:
        tx.set_city(unlocked=(*tx.state.city.unlocked, kind))
        text = T("{building}: it can be built now.", building=BUILDINGS[kind].name)
        tx.tell("building_unlocked", text, kind=kind)


# --- building ---------------------------------------------------------------------------------------------------------


def covers(state: State, kind: str, space: str) -> tuple[str, ...]:
    """The spaces that a Building takes when it is built there: both of the tile where it is large."""
    large = size(state, kind) == 2
    return spaces_of(state, place_of(space)) if large else (space,)


def can_build(state: State, kind: str, space: str, *, free: bool = False) -> Text | None:
    """Why a Building cannot be built on a space, in one sentence; None where it can (p. 26). Unless it is free, what it
    costs counts as far as it is known."""
    never = _never(state, kind)
    if never is not None:
        return never
    return _not_there(state, kind, covers(state, kind, space)) or (None if free else unpaid(state, cost(state, kind)))


def sites(state: State, kind: str, spaces: Iterable[str]) -> Iterator[str]:
    """Those of the spaces on which a Building can be built and paid for: what holds for all of them is asked once."""
    if _never(state, kind) is None and unpaid(state, cost(state, kind)) is None:
        free = _free(state)
        taken = ((space, covers(state, kind, space)) for space in spaces)
        yield from (space for space, on in taken if free.issuperset(on) and _not_there(state, kind, on) is None)


@once
def _free(state: State) -> frozenset[str]:
    """The spaces of the map on which nothing stands: most are ruled out by it, for every kind of Building."""
    return frozenset(one for one in all_spaces(state) if not building_at(state, one) and not meeples_on(state, one))


def _never(state: State, kind: str) -> Text | None:
    known = BUILDINGS.get(kind)
    if known is None:
        return T("There is no Building of that name.")
    if known.printed:
        return T("It is printed on the Generator tile, so there is only that one.")
    if red_icon(state, "build", kind):
        return T("It shows the red Build icon, so it cannot be built.")
    if not unlocked(state, kind):
        return T("No Law or card allows this Building yet.")
    if kind in state.city.ruins:
        return T("All its tiles are Ruins now, and Ruins cannot be built.")
    if left(state, kind) == 0:
        return T("All Buildings of that kind are on the map or out of the game.")
    return None


def _not_there(state: State, kind: str, spaces: tuple[str, ...]) -> Text | None:
    known, place = BUILDINGS[kind], place_of(spaces[0]) if spaces else ""
    if place not in state.city.tiles:
        return T("No tile lies there.")
    if (size(state, kind) or len(spaces)) == 2 and place == "G":
        return T("A large Building takes both spaces of one Near or Far tile.")
    if kind == "field_kitchen" and place == "G":
        return T("A Field Kitchen cannot stand on the Generator tile.")
    if known.beside and known.beside not in state.city.rim.get(place, "").split():
        return T("It has to stand next to a Deposit of {what} on the Rim.", what=NAMES[known.beside])
    if any(building_at(state, space) for space in spaces):
        return T("A Building stands there already.")
    return T("A Meeple stands there.") if meeples_on(state, *spaces) else None


def unpaid(state: State, price: Mapping[str, int] | None) -> Text | None:
    """Why a price cannot be paid; None where it can, or nobody knows it."""
    for what, count in (price or {}).items():
        if amount(state, what) < count:
            now = amount(state, what)
            return T("It costs {price}, and you have {now}.", price=counted(what, count), now=now)
    return None


def raise_building(
    tx: Transaction,
    kind: str,
    at: str | Sequence[str],
    *,
    free: bool = False,
    paid: Mapping[str, int] | None = None,
) -> Building:
    """Build a Building and pay for it, unless it is free; `paid` is what a card or another effect says it costs.

    Resources and Trees below it go back to the bank (p. 26). The first Workshop begins a development (p. 38).
    """
    spaces = _spaces(tx, kind, at)
    refused = _never(tx.state, kind) or _not_there(tx.state, kind, spaces)
    if refused is None and not free:
        refused = unpaid(tx.state, cost(tx.state, kind) if paid is None else paid)
    if refused:
        raise IllegalMove(refused, rule="build", page=26)
    if not free:
        _pay(tx, kind, paid)
    building = _stand(tx, kind, spaces)
    if kind == SNOW_PIT and tx.state.corpses:
        tx.queue(SNOW_PIT)  # p. 43: when it is built, the Corpse marker moves back
    return building


def _spaces(tx: Transaction, kind: str, at: str | Sequence[str]) -> tuple[str, ...]:
    """The spaces that it covers; how large a scenario's Building is, is learnt from how many spaces are named."""
    if isinstance(at, str) and kind in BUILDINGS and size(tx.state, kind) is None:
        raise IllegalMove(T("Say how many spaces it takes: its tile shows it."), rule="build", page=26)
    if not isinstance(at, str) and kind in BUILDINGS and size(tx.state, kind) is None:
        tx.learn(f"building_size_{kind}", len(at))
    return covers(tx.state, kind, at if isinstance(at, str) else at[0]) if kind in BUILDINGS else ()


def _pay(tx: Transaction, kind: str, paid: Mapping[str, int] | None) -> None:
    if paid is not None:
        learn_cost(tx, kind, paid)
    price = cost(tx.state, kind) if paid is None else paid
    if price is None:
        raise IllegalMove(T("Say what it costs: its card tells."), rule="build", page=26)
    for what, count in price.items():
        if count:
            spend(tx, what, count)


def _stand(tx: Transaction, kind: str, spaces: tuple[str, ...]) -> Building:
    covered = [on(tx.state, space) for space in spaces]
    for space in spaces:
        clear(tx, space)
    building = Building(kind=kind, at=spaces)
    tx.set_city(buildings=(*tx.state.city.buildings, building))
    text = T("{building} stands on {space}.", building=BUILDINGS[kind].name, space=space_name(spaces[0]))
    tx.tell("building_built", text, kind=kind, at=" ".join(spaces))
    if any(space.count or space.trees for space in covered):
        tx.tell("space_cleared", T("What lay there goes back to the bank."), at=" ".join(spaces))
        what = row_of([lies_text(space) for space in covered if space.count or space.trees])
        tx.todo(T("Into the bank from there: {what}", what=what))
    changed(tx, kind)
    return building


def put_building(tx: Transaction, kind: str, space: str) -> None:
    """A correction: a Building stands there, whatever its cost, and whether or not the companion thinks it unlocked."""
    if kind not in BUILDINGS:
        raise IllegalMove(T("There is no Building of that name."))
    if left(tx.state, kind) == 0:
        raise IllegalMove(T("All Buildings of that kind are on the map or out of the game."), rule="build", page=26)
    spaces = covers(tx.state, kind, space)
    if len(spaces) > 2:
        raise IllegalMove(T("A large Building takes both spaces of one Near or Far tile."), rule="build", page=26)
    if space not in all_spaces(tx.state):
        raise IllegalMove(T("No tile lies there."))
    if any(building_at(tx.state, one) for one in spaces):
        raise IllegalMove(T("A Building stands there already."), rule="build", page=26)
    _stand(tx, kind, spaces)


def changed(tx: Transaction, kind: str) -> None:
    """A Building of that kind came to the map or left it: Workshops begin and end developments (p. 38)."""
    if kind == "workshop":
        workshops_changed(tx)


DESTROY = "destroy"  # a Building is to be destroyed


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


def destroy_only(tx: Transaction) -> None:
    """The only Building that can be destroyed is, as the task at the head asks for."""
    [building] = destroyable(tx.state, tx.state.tasks[0].about)
    tx.finish_task(DESTROY)
    destroy(tx, building)


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
    order = T("Take it off {space}: {building}", space=space_name(building.at[0]), building=called(building))
    tx.todo(order, "buildings")
    if building.ruin:
        gone = city.gone.get(building.kind, 0) + 1
        tx.set_city(gone={**city.gone, building.kind: gone})
        tx.tell("ruin_left", T("Put the Ruin into the box."), kind=building.kind, gone=gone)
        tx.todo(T("Put the Ruin into the box"), "ruin")
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
    where = space_name(building.at[0])
    tx.todo(T("Turn it to its upgraded side: {building}, {space}", building=BUILDINGS[building.kind].name, space=where))


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
    tx.todo(_order_ruins(kind, standing_now), "ruin")


def _order_ruins(kind: str, on_map: tuple[Building, ...]) -> Text:
    name = BUILDINGS[kind].name
    if not on_map:
        return T("{building}: turn those on the Buildings board to Ruins", building=name)
    where = row_of([space_name(one.at[0]) for one in on_map])
    return T("{building}: turn to Ruins on {spaces}, and on the Buildings board", building=name, spaces=where)


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
