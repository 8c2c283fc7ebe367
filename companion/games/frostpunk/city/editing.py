"""Putting the map right by tapping on it, at any time; and laying the tiles of the setup (rulebook p. 9, 10)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, IllegalMove, MoveKind
from companion.api.text import T, Text
from companion.games.frostpunk.city import crater, generator_tile, laying
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import CORNERS, PLACE_NAMES, ring, space_name
from companion.games.frostpunk.city.ground import TASK as LAY
from companion.games.frostpunk.city.land import FAR, GENERATOR_SPACES, NEAR, PLACES, Building
from companion.games.frostpunk.city.lying import lies_ask, lying
from companion.games.frostpunk.moves import move, number, word
from companion.games.frostpunk.state import MOST_FOOD, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import pick, whole
from companion.toolkit.transaction import require_running

SPACES = (*GENERATOR_SPACES, *(f"{place}.{n}" for place in (*NEAR, *FAR) for n in (1, 2)))
SIDES: Mapping[str, Text] = {"plain": T("Not upgraded"), "upgraded": T("Upgraded"), "ruin": T("Ruin")}
RIM: Mapping[str, Text] = {
    "none": T("Nothing"),
    "coal": T("Coal"),
    "wood": T("Wood"),
    "coal wood": T("Coal and Wood"),
}
THINGS: Mapping[str, Text] = {
    "cookhouse": T("Cookhouse"),
    "platform": T("Platform"),
    "generator_building": T("Generator Building"),
    "wood": T("5 Wood"),
    "coal": T("5 Coal"),
}
MOST_BONUS = 10


def lay(tx: Transaction, args: Args) -> None:
    """A tile was laid and turned up: as the task at the head asks for, in the setup, or as a correction."""
    require_running(tx.state)
    place, state = word(args, "place"), tx.state
    asked = bool(state.tasks) and state.tasks[0].kind == LAY
    if asked and ring(place) != (1 if state.tasks[0].about == "near" else 2):
        near = T("It is a Near tile: it belongs next to the Generator tile.")
        far = T("It is a Far tile: it belongs into the outer ring.")
        raise IllegalMove(near if state.tasks[0].about == "near" else far, rule="map", page=25)
    spaces = (lying(word(args, "first")), lying(word(args, "second")))
    laying.lay_tile(tx, place, spaces, number(args, "food"), anywhere=state.step == crater.SETUP)
    crater.require_possible(tx.state)
    if asked:
        tx.finish_task()


def lay_corner(tx: Transaction, args: Args) -> None:
    """In the setup: a Far tile in a corner of the map and the Near tile between it and the Generator tile (p. 10)."""
    require_step(tx.state, crater.SETUP)
    far = word(args, "place")
    near = NEAR[CORNERS.index(far)]
    for place, which in ((far, "far"), (near, "near")):
        spaces = (lying(word(args, f"{which}_first")), lying(word(args, f"{which}_second")))
        laying.lay_tile(tx, place, spaces, anywhere=True)
    crater.require_possible(tx.state)


def edit(tx: Transaction, args: Args) -> None:
    """Begin or end putting the map right: outside of it, a tap on the map offers the game's own moves only."""
    require_running(tx.state)
    tx.set_city(editing=word(args, "editing") == "yes")


def set_space(tx: Transaction, args: Args) -> None:
    """What lies on a space is put right."""
    require_running(tx.state)
    space = word(args, "space")
    laying.set_space(tx, space, lying(word(args, "lies")))
    tx.note("space_set", T("{space} was put right.", space=space_name(space)), space=space)


def put_building(tx: Transaction, args: Args) -> None:
    """A Building stands there, as a correction: without cost."""
    require_running(tx.state)
    laying.put_building(tx, word(args, "building"), word(args, "space"))


def take_off(tx: Transaction, args: Args) -> None:
    """A Building does not stand there, as a correction."""
    require_running(tx.state)
    laying.take_off_building(tx, _building(tx.state, word(args, "space")))


def turn_building(tx: Transaction, args: Args) -> None:
    """A Building lies on another side, as a correction."""
    require_running(tx.state)
    building = _building(tx.state, word(args, "space"))
    laying.set_side(tx, building, word(args, "side"))
    tx.note("building_turned", T("{building} was turned over.", building=laying.called(building)))


def take_off_tile(tx: Transaction, args: Args) -> None:
    """A tile does not lie there, as a correction."""
    require_running(tx.state)
    laying.take_off_tile(tx, word(args, "place"))


def set_rim(tx: Transaction, args: Args) -> None:
    """What of the Rim touches a place of the outer ring (p. 9, 40)."""
    require_running(tx.state)
    place, rim = word(args, "place"), word(args, "rim")
    others = {other: what for other, what in tx.state.city.rim.items() if other != place}
    tx.set_city(rim=others if rim == "none" else {**others, place: rim})
    crater.require_possible(tx.state)
    text = T("{place}: {what} on the Rim.", place=PLACE_NAMES[place], what=RIM[rim])
    tx.note("rim_told", text, place=place, rim=rim)


def tell_generator_tile(tx: Transaction, args: Args) -> None:
    """Which space of the Generator tile held what at the start (p. 9): everything on it moves to where it belongs."""
    require_running(tx.state)
    told = {fact: word(args, fact) for fact in generator_tile.FACTS}
    if generator_tile.told(told) is None:
        raise IllegalMove(T("Each of the five things lies on a space of its own."), rule="map", page=9)
    before = tx.state.board
    for fact, thing in told.items():
        tx.learn(fact, thing)
    tx.set(city=generator_tile.moved(tx.state.city, before, tx.state.board))


def allow(tx: Transaction, args: Args) -> None:
    """A Building below the Buildings board may be built, or not: as a Law or card says."""
    require_running(tx.state)
    kind = word(args, "building")
    if kind in tx.state.city.unlocked:
        left = tuple(other for other in tx.state.city.unlocked if other != kind)
        tx.set_city(unlocked=left)
        tx.note("building_locked", T("{building}: it cannot be built now.", building=BUILDINGS[kind].name))
    else:
        laying.unlock(tx, kind)


def _building(state: State, space: str) -> Building:
    building = laying.building_at(state, space)
    if building is None:
        raise IllegalMove(T("No Building stands there."))
    return building


def locked_kinds() -> dict[str, Text]:
    """The Buildings below the Buildings board, by kind."""
    return {kind: known.name for kind, known in BUILDINGS.items() if known.unlocked_by not in ("", "start")}


CORNER_SPACES: Mapping[str, Text] = {
    "far_first": T("Far tile, first space"),
    "far_second": T("Far tile, second space"),
    "near_first": T("Near tile, first space"),
    "near_second": T("Near tile, second space"),
}
_SPACE = pick("space", T("Space"), {space: space_name(space) for space in SPACES})
_PLACE = pick("place", T("Place"), {place: PLACE_NAMES[place] for place in PLACES[1:]})
_BUILDING = pick("building", T("Building"), {kind: known.name for kind, known in BUILDINGS.items()})


def _named(args: Args, name: str) -> Text:
    return BUILDINGS[word(args, name)].name


MOVES: Mapping[str, MoveKind[State]] = {
    "lay_tile": move(
        lay,
        lambda args: T("{tile} laid", tile=PLACE_NAMES[word(args, "place")]),
        _PLACE,
        lies_ask("first", T("First space")),
        lies_ask("second", T("Second space")),
        whole("food", T("Food on the tile"), min(MOST_BONUS, MOST_FOOD)),
    ),
    "lay_corner": move(
        lay_corner,
        lambda args: T("Corner {tile} laid", tile=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Corner"), {place: PLACE_NAMES[place] for place in CORNERS}),
        *(lies_ask(name, label) for name, label in CORNER_SPACES.items()),
    ),
    "edit_map": move(
        edit,
        lambda args: T("Map being put right") if word(args, "editing") == "yes" else T("Map put right"),
        pick("editing", T("Put the map right"), {"yes": T("Begin"), "no": T("End")}),
    ),
    "set_space": move(
        set_space,
        lambda args: T("{space} put right", space=space_name(word(args, "space"))),
        _SPACE,
        lies_ask("lies", T("What lies there")),
    ),
    "put_building": move(
        put_building, lambda args: T("{building} put on the map", building=_named(args, "building")), _SPACE, _BUILDING
    ),
    "take_off": move(
        take_off, lambda args: T("Building taken off {space}", space=space_name(word(args, "space"))), _SPACE
    ),
    "turn_building": move(
        turn_building,
        lambda args: T("Building turned on {space}", space=space_name(word(args, "space"))),
        _SPACE,
        pick("side", T("Its side"), dict(SIDES)),
    ),
    "take_off_tile": move(
        take_off_tile, lambda args: T("{tile} taken off", tile=PLACE_NAMES[word(args, "place")]), _PLACE
    ),
    "set_rim": move(
        set_rim,
        lambda args: T("Rim told beside {tile}", tile=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Place"), {place: PLACE_NAMES[place] for place in FAR}),
        pick("rim", T("What lies on the Rim there"), dict(RIM)),
    ),
    "tell_generator_tile": move(
        tell_generator_tile,
        lambda args: T("Generator tile told"),
        *(
            pick(fact, T("Space {n} of the Generator tile", n=n), dict(THINGS))
            for n, fact in enumerate(generator_tile.FACTS, 1)
        ),
    ),
    "allow_building": move(
        allow,
        lambda args: T("{building}: allowed or not", building=_named(args, "building")),
        pick("building", T("Building"), locked_kinds()),
    ),
}
