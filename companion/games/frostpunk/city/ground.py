"""Tiles on the map, and the Resources and Trees on their spaces (rulebook p. 10, 25, 44)."""

from __future__ import annotations

from functools import lru_cache

from companion.api import Choice, IllegalMove, N, Pick, T, Text
from companion.games.frostpunk.city.geometry import PLACE_NAMES, connected, lay_spots, ring, space_name
from companion.games.frostpunk.city.land import FAR, NEAR, SPACE_MOST, TREES, Building, Meeple, Space, place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import amount, gain
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, TREE, counted
from companion.toolkit import changed, once

MAP_RESOURCES = ("coal", "wood", "steam_cores", "steel")
STEEL = 8  # p. 5, 44
TILE_SPACES = 2  # p. 25: Near and Far tiles
NEAR_TILES = 2  # p. 25: laid in one action
LAY = "lay"  # a tile is to be laid: `about` is `near` or `far`
EMPTY = Space()
BOTH = "both"  # it is one of two Near tiles, laid before the first is turned up


# --- what lies there --------------------------------------------------------------------------------------------------


def on(state: State, space: str) -> Space:
    """What lies on a space; an empty one where no tile lies."""
    tile, n = state.city.tiles.get(place_of(space), ()), int(space.split(".")[1])
    return tile[n - 1] if n <= len(tile) else EMPTY


def building_at(state: State, space: str) -> Building | None:
    """The Building that covers a space."""
    return _covered(state).get(space)


@once
def _covered(state: State) -> dict[str, Building]:
    """By space what stands there; the first where a correction has put two."""
    return {space: building for building in reversed(state.city.buildings) for space in building.at}


def meeples_on(state: State, *spaces: str) -> tuple[Meeple, ...]:
    """The Meeples that were placed on these spaces this round."""
    return tuple(meeple for meeple in state.city.placed if meeple.at in spaces)


def trees(state: State) -> int:
    """Trees on the whole map."""
    return sum(space.trees for tile in state.city.tiles.values() for space in tile)


def _lying(state: State, what: str) -> int:
    return sum(space.count for tile in state.city.tiles.values() for space in tile if space.what == what)


# --- tiles ------------------------------------------------------------------------------------------------------------


def place_tiles(tx: Transaction, *, near: int = 0, far: int = 0) -> None:
    """So many tiles are to be laid, Near ones as far as there is room (p. 25): the players say where, and what is on
    them."""
    for kind, count in (("near", near), ("far", far)):
        spots = len(lay_spots(tx.state, kind))
        if count and not spots:
            tx.tell("no_room_for_tile", T("There is no place for another tile of that kind."), ring=kind)
        fit = min(count, spots) if kind == "near" else count * bool(spots)
        for _ in range(fit):
            tx.queue(LAY, kind, of=BOTH if fit == NEAR_TILES and kind == "near" else "")


def require_spot(state: State, place: str) -> None:
    """Refuse a place where no tile may be laid (p. 25)."""
    if place in state.city.tiles:
        raise IllegalMove(T("A tile lies there already."), rule="map", page=25)
    if place not in (*NEAR, *FAR):
        raise IllegalMove(T("There is no such place on the map."), rule="map", page=25)
    if place in FAR and place not in lay_spots(state, "far"):
        raise IllegalMove(
            T("A Far tile has to lie next to a tile that is connected to the Generator tile."), rule="map", page=25
        )


def lay_tile(tx: Transaction, place: str, spaces: tuple[Space, ...], food: int = 0, *, anywhere: bool = False) -> None:
    """Lay a tile and put on it what it shows; its Food is gained at once (p. 25). `anywhere`: as in the setup, where
    the Far tiles come first (p. 10)."""
    if not anywhere or place in tx.state.city.tiles:
        require_spot(tx.state, place)
    if len(spaces) != TILE_SPACES:
        raise IllegalMove(T("Such a tile has two spaces."), rule="map", page=25)
    for space in spaces:
        _require_fitting(space)
    tx.set_city(tiles={**tx.state.city.tiles, place: (EMPTY,) * TILE_SPACES})
    tx.note("tile_laid", T("{tile} was laid.", tile=PLACE_NAMES[place]), place=place, ring=ring(place))
    for n, space in enumerate(spaces, 1):
        fill(tx, f"{place}.{n}", space)
    if food:
        gain(tx, "food", food)


def take_off_tile(tx: Transaction, place: str) -> None:
    """Take a tile off the map again, as a correction; what lay on it goes back to the bank."""
    state = tx.state
    if place == "G" or place not in state.city.tiles:
        raise IllegalMove(T("There is no tile that could be taken off."))
    if any(place_of(building.at[0]) == place for building in state.city.buildings):
        raise IllegalMove(T("A Building stands on that tile; take it off first."))
    if any(place_of(meeple.at) == place for meeple in state.city.placed):
        raise IllegalMove(T("A Meeple stands on that tile; take it off first."))
    left = {other: spaces for other, spaces in state.city.tiles.items() if other != place}
    tx.set_city(tiles=left)
    tx.note("tile_taken_off", T("{tile} was taken off the map.", tile=PLACE_NAMES[place]), place=place)


def cut_off(state: State) -> tuple[str, ...]:
    """Tiles that do not hang together with the Generator tile: something was entered wrongly."""
    return tuple(place for place in state.city.tiles if place not in connected(state))


# --- spaces -----------------------------------------------------------------------------------------------------------


def _require_fitting(space: Space) -> None:
    if space.what and space.what not in MAP_RESOURCES:
        raise IllegalMove(T("Coal, Wood, Steam Cores, Steel and Trees can lie on a space."), rule="limits", page=44)
    if not 0 <= space.count <= SPACE_MOST or not 0 <= space.trees <= SPACE_MOST:
        raise IllegalMove(T("A space holds at most five of one type."), rule="limits", page=44)
    if bool(space.what) != bool(space.count):
        raise IllegalMove(T("Say both what lies there and how many."), rule="limits", page=44)


def set_space(tx: Transaction, space: str, lies: Space) -> None:
    """What lies on a space is put right: it is as said."""
    _require_laid(tx.state, space)
    _require_fitting(lies)
    if building_at(tx.state, space) and (lies.count or lies.trees):
        raise IllegalMove(T("A Building stands there, so nothing else lies there."), rule="build", page=26)
    fill(tx, space, lies)


def fill(tx: Transaction, space: str, lies: Space) -> None:
    """Put on a space what should lie there, as far as there are Trees and Steel in the game (p. 44)."""
    _write(tx, space, EMPTY)
    room = TREES - trees(tx.state)
    if lies.trees > room:
        text = N("There is only {n} Tree left in the game.", "There are only {n} Trees left in the game.", room)
        tx.tell("trees_ran_out", text, left=room)
    count = lies.count
    if lies.what == "steel":
        count = min(count, max(0, STEEL - _lying(tx.state, "steel") - tx.state.steel))
    _write(tx, space, Space(what=lies.what if count else "", count=count, trees=min(lies.trees, max(0, room))))


def put(tx: Transaction, space: str, what: str, count: int) -> int:
    """Put Resources from the bank onto a space, as many as fit: five of one type (p. 44). The number put there."""
    _require_laid(tx.state, space)
    lies = on(tx.state, space)
    if lies.what not in ("", what):
        raise IllegalMove(T("Another Resource lies there: a space holds one type only."), rule="limits", page=44)
    added = min(count, SPACE_MOST - lies.count)
    if added > 0:
        fill(tx, space, changed(lies, what=what, count=lies.count + added))
        text = T("{what} on {space}.", what=counted(what, added), space=space_name(space))
        tx.note("put_on_space", text, space=space, what=what, count=added)
        order = T("Put {what} from the bank onto {space}", what=counted(what, added), space=space_name(space))
        back = T("Put {what} from {space} into the bank", what=counted(what, added), space=space_name(space))
        tx.order(f"{what} on {space}", order, ICONS[what], back)
    return max(0, added)


def take(tx: Transaction, space: str, count: int) -> int:
    """Take Resources from a space into the supply, as many as lie there. The number taken."""
    lies = on(tx.state, space)
    taken = min(count, lies.count)
    if taken:
        left = lies.count - taken
        _write(tx, space, changed(lies, what=lies.what if left else "", count=left))
        gain(tx, lies.what, taken)
        now = amount(tx.state, lies.what)
        tx.order(lies.what, None)
        order = T(
            "Take {what} off {space}: {now} in the supply now",
            what=counted(lies.what, taken),
            space=space_name(space),
            now=now,
        )
        back = T(
            "Put {what} back onto {space}: {now} in the supply now",
            what=counted(lies.what, taken),
            space=space_name(space),
            now=amount(tx.first, lies.what),
        )
        tx.order(f"{lies.what} off {space}", order, ICONS[lies.what], back)
    return taken


def add_trees(tx: Transaction, space: str, count: int) -> None:
    """Put Trees onto a space, as many as there are in the game (p. 44)."""
    _require_laid(tx.state, space)
    lies = on(tx.state, space)
    fill(tx, space, changed(lies, trees=min(SPACE_MOST, lies.trees + count)))


def take_tree(tx: Transaction, space: str) -> None:
    """Remove a Tree from a space."""
    lies = on(tx.state, space)
    if not lies.trees:
        raise IllegalMove(T("No Tree stands there."), rule="sawmill", page=41)
    _write(tx, space, changed(lies, trees=lies.trees - 1))


def clear(tx: Transaction, space: str) -> None:
    """Resources and Trees on a space go back to the bank, as when a Building covers it (p. 26)."""
    _write(tx, space, EMPTY)


def _require_laid(state: State, space: str) -> None:
    if int(space.split(".")[1]) > len(state.city.tiles.get(place_of(space), ())):
        raise IllegalMove(T("No tile lies there."), rule="map", page=25)


def _write(tx: Transaction, space: str, lies: Space) -> None:
    place, n = place_of(space), int(space.split(".")[1])
    tile = list(tx.state.city.tiles[place])
    tile[n - 1] = lies
    tx.set_city(tiles={**tx.state.city.tiles, place: tuple(tile)})


NOTHING = "nothing"
ORDER = ("wood", "coal", TREE, "steam_cores", "steel")


@lru_cache(maxsize=64)
def lying(answer: str) -> Space:
    """What an answer puts on a space."""
    if answer == NOTHING:
        return Space()
    what, count = answer.rsplit(" ", 1)
    return Space(trees=int(count)) if what == TREE else Space(what=what, count=int(count))


def answer_for(space: Space) -> str:
    """The answer that says what lies there; the Resource where Trees stand there as well."""
    if space.count:
        return f"{space.what} {space.count}"
    return f"{TREE} {space.trees}" if space.trees else NOTHING


def lies_text(space: Space) -> Text:
    """What lies there, in few words; empty where nothing does."""
    if space.count and space.trees:
        return T("{first}, {second}", first=counted(space.what, space.count), second=counted(TREE, space.trees))
    if space.count:
        return counted(space.what, space.count)
    return counted(TREE, space.trees) if space.trees else Text("")


def lies_ask(name: str, label: Text, state: State | None = None) -> Pick:
    """What lies on a space is asked for; Steel only where the scenario may have it."""
    kinds = ORDER if state is None else lying_kinds(state)
    choices = [Choice(value=NOTHING, label=T("Nothing"))]
    choices += [
        Choice(value=f"{what} {count}", label=counted(what, count))
        for what in kinds
        for count in range(1, SPACE_MOST + 1)
    ]
    return Pick(name=name, label=label, choices=tuple(choices))


def lying_kinds(state: State) -> tuple[str, ...]:
    """What may lie on a space in this scenario."""
    return tuple(what for what in ORDER if what != "steel" or _steel(state))


def _steel(state: State) -> bool:
    return state.scenario != "a_new_home"  # p. 10: A New Home needs no Steel


def find_building(state: State, space: str) -> Building:
    """The Building on a space; refused where none stands."""
    building = building_at(state, space)
    if building is None:
        raise IllegalMove(T("No Building stands there."), rule="action.building", page=26)
    return building
