"""The map as something to tap on at any time: an offer for everything that can be put right there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api.game import Choice, Move, Offer, Pick, Prompt
from companion.api.text import T, Text
from companion.games.frostpunk.city import crater, generator_tile, laying
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.editing import CORNER_SPACES, RIM, SIDES, THINGS, locked_kinds
from companion.games.frostpunk.city.geometry import CORNERS, PLACE_NAMES, all_spaces, lay_spots, space_name
from companion.games.frostpunk.city.land import FAR, NEAR, PLACES, place_of
from companion.games.frostpunk.city.lying import lies_ask
from companion.games.frostpunk.city.tasks import lay_offer, on_map
from companion.games.frostpunk.state import State
from companion.toolkit.forms import pick, tap


def prompt(state: State) -> Prompt:
    """Never pressing: it stands below what is to be done. Its offers are open while the map is laid out in the setup,
    and once somebody wants to put it right; a tap on the map then answers them."""
    if state.step != crater.SETUP and not state.city.editing:
        return Prompt(
            name="city",
            do=T("Does the map show what lies on the table?"),
            offers=(tap("edit_map", T("Put the map right"), editing="yes"),),
            rule="map",
        )
    return Prompt(
        name="city",
        do=T("Tap on the map to put it right."),
        more=T("Nothing here costs anything: it only tells the companion what lies on the table."),
        rule="map",
        offers=tuple(_offers(state)),
    )


def _offers(state: State) -> Iterator[Offer]:
    if state.city.editing:
        yield tap("edit_map", T("The map is right"), editing="no")
    if generator_tile.missing(state.board):
        yield _generator_tile(state)
    if state.step == crater.SETUP:
        yield from _corner(state)
    places = _open(state)
    if places:
        yield lay_offer(state, places, T("Lay a tile"))
    free = {space: space_name(space) for space in all_spaces(state) if laying.building_at(state, space) is None}
    if free:
        yield _space(state, free)
        yield _put(state, free)
    if state.city.buildings:
        yield from _standing(state)
    yield _rim(state)
    yield from _tile(state)
    yield _allow(state)


def _open(state: State) -> tuple[str, ...]:
    """Where a tile may be laid: anywhere in the setup, for the Far tiles come first (p. 10)."""
    if crater.being_laid(state):
        return crater.open_places(state)
    if state.step == crater.SETUP:
        return tuple(place for place in PLACES if place not in state.city.tiles)
    return (*lay_spots(state, "near"), *lay_spots(state, "far"))


def _generator_tile(state: State) -> Offer:
    asks = tuple(
        pick(fact, T("Space {n}, clockwise from the drawer", n=n), dict(THINGS), state.word(fact))
        for n, fact in enumerate(generator_tile.FACTS, 1)
    )
    return Offer(move=Move("tell_generator_tile"), label=T("Say what the Generator tile holds"), asks=asks)


def _corner(state: State) -> Iterator[Offer]:
    """A corner without a Deposit gets a Far tile and the Near tile before it (p. 10)."""
    open_ = _open(state)
    free = {far: PLACE_NAMES[far] for far, near in zip(CORNERS, NEAR, strict=True) if far in open_ and near in open_}
    if free:
        asks = (
            on_map("place", T("Corner"), free),
            *(lies_ask(name, label, state) for name, label in CORNER_SPACES.items()),
        )
        yield Offer(move=Move("lay_corner"), label=T("Lay a corner’s Far and Near tile"), asks=asks)


def _space(state: State, free: dict[str, Text]) -> Offer:
    asks = (on_map("space", T("Space"), free), lies_ask("lies", T("What lies there"), state))
    return Offer(move=Move("set_space"), label=T("Say what lies here"), asks=asks)


def _put(state: State, free: dict[str, Text]) -> Offer:
    kinds = {kind: known.name for kind, known in BUILDINGS.items() if laying.left(state, kind) != 0}
    asks = (on_map("space", T("Space"), free), pick("building", T("Building"), kinds))
    return Offer(move=Move("put_building"), label=T("Put a Building here"), asks=asks)


def _standing(state: State) -> Iterator[Offer]:
    spaces = {space: _whose(state, space) for building in state.city.buildings for space in building.at}
    sides = Pick(
        name="side",
        label=T("Its side"),
        choices=tuple(Choice(value=side, label=name) for side, name in SIDES.items()),
    )
    yield Offer(
        move=Move("turn_building"), label=T("Turn this Building"), asks=(on_map("space", T("Space"), spaces), sides)
    )
    yield Offer(
        move=Move("take_off"),
        label=T("Take this Building off"),
        asks=(on_map("space", T("Space"), spaces),),
        tone="danger",
    )


def _whose(state: State, space: str) -> Text:
    building = laying.building_at(state, space)
    name = space_name(space)
    return name if building is None else T("{building}, {space}", building=laying.called(building), space=name)


def _rim(state: State) -> Offer:
    places = {place: PLACE_NAMES[place] for place in FAR if not crater.has_its_deposits(state, place)}
    asks = (on_map("place", T("Beside"), places), pick("rim", T("What lies on the Rim there"), dict(RIM)))
    return Offer(move=Move("set_rim"), label=T("Say what lies on the Rim"), asks=asks)


def _tile(state: State) -> Iterator[Offer]:
    taken = {place_of(space) for building in state.city.buildings for space in building.at}
    places = {place: PLACE_NAMES[place] for place in state.city.tiles if place != "G" and place not in taken}
    if places:
        ask = on_map("place", T("Tile"), places)
        yield Offer(move=Move("take_off_tile"), label=T("Take a tile off"), asks=(ask,), tone="danger")


def _allow(state: State) -> Offer:
    kinds = {
        kind: T("{building}: allowed now", building=name) if kind in state.city.unlocked else name
        for kind, name in locked_kinds().items()
    }
    ask = pick("building", T("Building"), kinds)
    return Offer(move=Move("allow_building"), label=T("Allow a Building, or not"), asks=(ask,))
