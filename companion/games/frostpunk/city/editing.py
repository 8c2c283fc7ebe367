"""Putting the map right by tapping on it, at any time, and laying the tiles of the setup (rulebook p. 9, 10); what
else of the city is set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.api import Args, Choice, IllegalMove, Move, Offer, Pick, Prompt, T, Text, Value
from companion.games.frostpunk.city import construction, crater, generator_tile, ground, laying
from companion.games.frostpunk.city.buildings import BUILDINGS, SHELTER_KINDS
from companion.games.frostpunk.city.geometry import CORNERS, PLACE_NAMES, all_spaces, lay_spots, space_name
from companion.games.frostpunk.city.ground import LAY, lies_ask, lying
from companion.games.frostpunk.city.land import FAR, NEAR, PLACES, SPACES, Building, place_of
from companion.games.frostpunk.city.tasks import MOST_BONUS, on_map
from companion.games.frostpunk.forms import YES_NO, Settable
from companion.games.frostpunk.house_rules import HOUSES, house
from companion.games.frostpunk.state import MOST_FOOD, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, require_running, tap, whole, word

SIDES: Mapping[str, Text] = {"plain": T("Not upgraded"), "upgraded": T("Upgraded"), "ruin": T("Ruin")}
RIM: Mapping[str, Text] = {
    "none": T("Nothing"),
    "coal": T("Coal"),
    "wood": T("Wood"),
    "coal wood": T("Coal and Wood"),
}


def lay(tx: Transaction, args: Args) -> None:
    """A tile was laid and turned up: as the task at the head asks for, in the setup, or as a correction."""
    require_running(tx.state)
    place, state = word(args, "place"), tx.state
    asked = bool(state.tasks) and state.tasks[0].kind == LAY
    if asked:
        laying.require_ring(state.tasks[0], place)
    spaces = (lying(word(args, "first")), lying(word(args, "second")))
    ground.lay_tile(tx, place, spaces, number(args, "food"), anywhere=state.step == crater.SETUP)
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
        ground.lay_tile(tx, place, spaces, anywhere=True)
    crater.require_possible(tx.state)


def edit(tx: Transaction, args: Args) -> None:
    """Begin or end putting the map right: outside of it, a tap on the map offers the game's own moves only."""
    require_running(tx.state)
    tx.set_city(editing=word(args, "editing") == "yes")


def set_space(tx: Transaction, args: Args) -> None:
    """What lies on a space is put right."""
    require_running(tx.state)
    space = word(args, "space")
    ground.set_space(tx, space, lying(word(args, "lies")))
    tx.note("space_set", T("{space} was put right.", space=space_name(space)), space=space)


def put_building(tx: Transaction, args: Args) -> None:
    """A Building stands there, as a correction: without cost."""
    require_running(tx.state)
    construction.put_building(tx, word(args, "building"), word(args, "space"))


def take_off(tx: Transaction, args: Args) -> None:
    """A Building does not stand there, as a correction."""
    require_running(tx.state)
    construction.take_off_building(tx, _building(tx.state, word(args, "space")))


def turn_building(tx: Transaction, args: Args) -> None:
    """A Building lies on another side, as a correction."""
    require_running(tx.state)
    building = _building(tx.state, word(args, "space"))
    construction.set_side(tx, building, word(args, "side"))
    tx.note("building_turned", T("{building} was turned over.", building=construction.called(building)))


def take_off_tile(tx: Transaction, args: Args) -> None:
    """A tile does not lie there, as a correction."""
    require_running(tx.state)
    ground.take_off_tile(tx, word(args, "place"))


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
        construction.unlock(tx, kind)


def _building(state: State, space: str) -> Building:
    building = ground.building_at(state, space)
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
        do=T("Put the map right."),
        more=T("Nothing here costs anything: it tells the companion what lies on the table, as a tap on the map does."),
        rule="map",
        offers=tuple(_offers(state)),
    )


def _offers(state: State) -> Iterator[Offer]:
    if state.city.editing:
        yield tap("edit_map", T("The map is right"), editing="no")
    if laying.can_enter(state) and state.step != crater.SETUP:  # there it stands with the step itself
        yield tap("enter_map", T("Enter the map, beginning with the Deposits"))
    if generator_tile.missing(state.board):
        yield tap("tell_generator", T("Say what the Generator tile holds"))
    if places := _open(state):
        yield _on_map("tile_here", T("A tile lies here"), "place", {place: PLACE_NAMES[place] for place in places})
    if spaces := all_spaces(state):
        free = {space: space_name(space) for space in spaces if ground.building_at(state, space) is None}
        if free:
            yield _on_map("say_space", T("Say what lies here"), "space", free)
            yield _put(state, free)
    if state.city.buildings:
        yield from _standing(state)
    yield _rim(state)
    yield from _tile(state)
    yield _allow(state)


def _on_map(move: str, label: Text, name: str, choices: dict[str, Text]) -> Offer:
    """One tap on the map."""
    return Offer(move=Move(move), label=label, asks=(on_map(name, T("Where"), choices),))


def _open(state: State) -> tuple[str, ...]:
    """Where a tile may be laid: anywhere in the setup, for the Far tiles come first (p. 10)."""
    if crater.being_laid(state):
        return crater.open_places(state)
    if state.step == crater.SETUP:
        return tuple(place for place in PLACES if place not in state.city.tiles)
    return (*lay_spots(state, "near"), *lay_spots(state, "far"))


def _put(state: State, free: dict[str, Text]) -> Offer:
    kinds = {kind: known.name for kind, known in BUILDINGS.items() if construction.left(state, kind) != 0}
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
    building = ground.building_at(state, space)
    name = space_name(space)
    return name if building is None else T("{building}, {space}", building=construction.called(building), space=name)


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


def settables(state: State) -> Iterator[Settable]:
    """House rules of the city, then the Shelters' tiles beside the map."""
    for name, known in HOUSES.items():
        yield Settable(pick(f"house_{name}", known.question, dict(known.answers)), house(state, name), _choose(name))
    for kind in SHELTER_KINDS:
        shelter = BUILDINGS[kind]
        ask = pick(
            f"ruins_{kind}", T("{building}: all on the Buildings board are Ruins", building=shelter.name), YES_NO
        )
        yield Settable(ask, "yes" if kind in state.city.ruins else "no", _ruin(kind))
        on_map = sum(building.kind == kind for building in state.city.buildings)
        gone = whole(
            f"gone_{kind}",
            T("{building}: Ruins out of the game", building=shelter.name),
            (shelter.number or 0) - on_map,
        )
        yield Settable(gone, state.city.gone.get(kind, 0), _lose(kind))


def _choose(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set(houses={**tx.state.houses, name: value})


def _ruin(kind: str) -> Callable[[Transaction, Value], None]:
    def write(tx: Transaction, value: Value) -> None:
        others = tuple(other for other in tx.state.city.ruins if other != kind)
        tx.set_city(ruins=(*others, kind) if value == "yes" else others)

    return write


def _lose(kind: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set_city(gone={**tx.state.city.gone, kind: int(value)})


MODULE: GameModule[State, Transaction] = GameModule(
    name="editing",
    moves={
        "lay_tile": action(
            lay,
            lambda args: T("{tile} laid", tile=PLACE_NAMES[word(args, "place")]),
            _PLACE,
            lies_ask("first", T("First space")),
            lies_ask("second", T("Second space")),
            whole("food", T("Food on the tile"), min(MOST_BONUS, MOST_FOOD)),
        ),
        "lay_corner": action(
            lay_corner,
            lambda args: T("Corner {tile} laid", tile=PLACE_NAMES[word(args, "place")]),
            pick("place", T("Corner"), {place: PLACE_NAMES[place] for place in CORNERS}),
            *(lies_ask(name, label) for name, label in CORNER_SPACES.items()),
        ),
        "edit_map": action(
            edit,
            lambda args: T("Map being put right") if word(args, "editing") == "yes" else T("Map put right"),
            pick("editing", T("Put the map right"), {"yes": T("Begin"), "no": T("End")}),
        ),
        "set_space": action(
            set_space,
            lambda args: T("{space} put right", space=space_name(word(args, "space"))),
            _SPACE,
            lies_ask("lies", T("What lies there")),
        ),
        "put_building": action(
            put_building,
            lambda args: T("{building} put on the map", building=_named(args, "building")),
            _SPACE,
            _BUILDING,
        ),
        "take_off": action(
            take_off, lambda args: T("Building taken off {space}", space=space_name(word(args, "space"))), _SPACE
        ),
        "turn_building": action(
            turn_building,
            lambda args: T("Building turned on {space}", space=space_name(word(args, "space"))),
            _SPACE,
            pick("side", T("Its side"), dict(SIDES)),
        ),
        "take_off_tile": action(
            take_off_tile, lambda args: T("{tile} taken off", tile=PLACE_NAMES[word(args, "place")]), _PLACE
        ),
        "set_rim": action(
            set_rim,
            lambda args: T("Rim told beside {tile}", tile=PLACE_NAMES[word(args, "place")]),
            pick("place", T("Place"), {place: PLACE_NAMES[place] for place in FAR}),
            pick("rim", T("What lies on the Rim there"), dict(RIM)),
        ),
        "tell_generator_tile": action(
            tell_generator_tile,
            lambda args: T("Generator tile told"),
            *(
                pick(fact, T("Space {n} of the Generator tile", n=n), dict(laying.THINGS))
                for n, fact in enumerate(generator_tile.FACTS, 1)
            ),
        ),
        "allow_building": action(
            allow,
            lambda args: T("{building}: allowed or not", building=_named(args, "building")),
            pick("building", T("Building"), locked_kinds()),
        ),
    },
    beside=lambda state: (prompt(state),),
    settables=settables,
)
