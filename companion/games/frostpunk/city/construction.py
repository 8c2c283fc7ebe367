"""Building Buildings: which there are, where each may stand, what it costs (rulebook p. 26, 39 to 43)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.costs import cost, learn_cost, red_icon, size
from companion.games.frostpunk.city.counted import counted
from companion.games.frostpunk.city.geometry import all_spaces, space_name, spaces_of
from companion.games.frostpunk.city.ground import building_at, clear, meeples_on, on
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import NAMES, amount, spend
from companion.games.frostpunk.transaction import Transaction

TASK = "build"  # a Building is to be built for free: `about` is its kind
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
    """A Law or a card allows a Building below the Buildings board."""
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
        from companion.games.frostpunk.cards.technologies import workshops_changed

        workshops_changed(tx)
