"""Tiles laid half by half, a tap for each: where the tile lies, then what lies on either half (rulebook p. 10, 25).

In the setup of 'A New Home' the three Deposits are told by tapping on the Rim's corners; the other three corners then
get their Far and Near tiles by themselves, and only what lies on their halves is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.api import Args, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text, Whole, Words, template
from companion.games.frostpunk.city import crater, generator_tile, ground, known_tiles
from companion.games.frostpunk.city.geometry import CORNERS, PLACE_NAMES, lay_spots, ring, space_name
from companion.games.frostpunk.city.ground import LAY, ORDER, lying
from companion.games.frostpunk.city.land import FAR, NEAR, PLACES, SPACE_MOST, SPACES, place_of
from companion.games.frostpunk.city.tasks import MOST_BONUS, on_map
from companion.games.frostpunk.setup.scenarios import A_NEW_HOME
from companion.games.frostpunk.state import State, Task
from companion.games.frostpunk.supply import gain
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, NAMES, TREE, counted
from companion.toolkit import GameModule, action, number, pick, require_running, require_task, tap, word

HALF = "half"  # what lies on the space `about` is to be told; `of`: the tile's Food may be told as well
RIM = "rim"  # the Deposits on the Rim's corners are to be told
GENERATOR_SPACE = "generator_space"  # what the space of the Generator tile named by the fact `about` held at the start
FED = "food"  # a half's `of`, while the Food of its tile may still be told
NOTHING = "nothing"
HALVES = 2
MOST_TILE_CHARS = 60  # more than what two halves and the Food take in words


# --- moves ------------------------------------------------------------------------------------------------------------


def tile_at(tx: Transaction, args: Args) -> None:
    """A tile was laid there, as the task at the head asks for; what lies on its halves comes next."""
    task, place = require_task(tx.state, LAY), word(args, "place")
    require_ring(task, place)
    tx.finish_task()
    _lay(tx, place)
    _ask_halves(tx, place, of=FED)


def only_place(state: State) -> str | None:
    """The only place where the tile at the head can be laid; None where there is a choice or none at all."""
    places = lay_spots(state, state.tasks[0].about)
    return places[0] if len(places) == 1 else None


def lay_there(tx: Transaction) -> None:
    """The tile is laid at the only place that is left for it."""
    place = only_place(tx.state)
    assert place is not None
    tile_at(tx, {"place": place})
    tx.order("tile", T("Lay the tile face down: {tile}", tile=PLACE_NAMES[place]))


def require_ring(task: Task, place: str) -> None:
    """Refuse a place that is not of the kind of tile that the task at the head lays."""
    if ring(place) != (1 if task.about == "near" else 2):
        near = T("It is a Near tile: it belongs next to the Generator tile.")
        far = T("It is a Far tile: it belongs into the outer ring.")
        raise IllegalMove(near if task.about == "near" else far, rule="map", page=25, field="place")


def tile_here(tx: Transaction, args: Args) -> None:
    """A tile lies there, in the setup or as a correction."""
    require_running(tx.state)
    place = word(args, "place")
    _lay(tx, place)
    crater.require_possible(tx.state)
    _ask_halves(tx, place)


def _lay(tx: Transaction, place: str) -> None:
    anywhere = tx.state.step == crater.SETUP
    ground.lay_tile(tx, place, (ground.EMPTY,) * HALVES, anywhere=anywhere)


def half_told(tx: Transaction, args: Args) -> None:
    """What lies on the half at the head was told."""
    task = require_task(tx.state, HALF)
    what, count = word(args, "what"), number(args, "count")
    if (what == NOTHING) != (count == 0):
        raise IllegalMove(T("Say both what lies there and how many."), rule="limits", page=44)
    tx.finish_task()
    if place_of(task.about) not in tx.state.city.tiles:
        return
    answer = NOTHING if what == NOTHING else f"{what} {count}"
    ground.set_space(tx, task.about, lying(answer))
    _keep(tx, task, answer)
    lies = ground.lies_text(ground.on(tx.state, task.about))
    text = T("{space}: {what}.", space=space_name(task.about), what=lies if str(lies) else T("nothing"))
    tx.note("half_told", text, space=task.about, what=what, count=count)


def _half_named(state: State, args: Args) -> Text:
    """Which half and what lies there, so that one told wrongly is found in the history."""
    if not state.tasks or state.tasks[0].kind != HALF:
        return T("A half of a tile told")
    what, count = word(args, "what"), number(args, "count")
    lies = T("nothing") if what == NOTHING or not count else counted(what, count)
    return T("{space}: {what}", space=space_name(state.tasks[0].about), what=lies)


def _keep(tx: Transaction, task: Task, answer: str) -> None:
    """Note the first half of a tile for when the second one is told; the whole tile is kept then. In the setup and in a
    correction its Food is not told with it, so that it is not kept."""
    place, n = place_of(task.about), int(task.about.split(".")[1])
    if not (task.of == FED or task.words):
        return
    if n < HALVES:
        tx.set(tasks=tuple(_with(one, first=answer) if _of_tile(one, place) else one for one in tx.state.tasks))
        return
    told = _told(task)
    if "first" in told:
        known_tiles.learn(tx, place, known_tiles.Face(told["first"], answer, int(told.get("food", 0))))


def _told(task: Task) -> dict[str, str]:
    return dict(one.split("=", 1) for one in task.words.split(";") if one)


def _with(task: Task, **told: str) -> Task:
    """The half, with what was told of its tile before it."""
    words = ";".join(f"{name}={value}" for name, value in {**_told(task), **told}.items())
    return replace(task, words=words)


def tile_told(tx: Transaction, args: Args) -> None:
    """The tile of the half at the head is one that is known: both halves and its Food are told at once."""
    task, place = require_task(tx.state, HALF), place_of(require_task(tx.state, HALF).about)
    shown = known_tiles.face(word(args, "tile"))
    if shown is None or not _whole(tx.state):
        raise IllegalMove(T("Say what lies on either half of the tile."), rule="map", page=25)
    tx.finish_task()
    tx.finish_task()
    if place not in tx.state.city.tiles:
        return
    for n, lies in enumerate(shown.spaces, 1):
        ground.set_space(tx, f"{place}.{n}", lies)
    text = T("{tile}: {what}.", tile=PLACE_NAMES[place], what=shown.label())
    tx.note("tile_told", text, place=place, tile=shown.words)
    if shown.food and task.of == FED:
        gain(tx, "food", shown.food)


def _whole(state: State) -> bool:
    """Whether both halves of a tile are to be told next, nothing of it being told yet."""
    halves = state.tasks[:HALVES]
    place = place_of(halves[0].about)
    return [one.about for one in halves if one.kind == HALF] == [f"{place}.{n}" for n in range(1, HALVES + 1)] and not (
        halves[0].words
    )


def tile_food(tx: Transaction, args: Args) -> None:
    """The Food that the tile of the half at the head shows was told: it is gained at once (p. 25)."""
    task = require_task(tx.state, HALF)
    if task.of != FED:
        raise IllegalMove(T("The Food of that tile was told already."), rule="map", page=25)
    food = number(args, "food")
    gain(tx, "food", food)
    place = place_of(task.about)
    tasks = (_with(replace(one, of=""), food=str(food)) if _of_tile(one, place) else one for one in tx.state.tasks)
    tx.set(tasks=tuple(tasks))


def _of_tile(task: Task, place: str) -> bool:
    return task.kind == HALF and place_of(task.about) == place


def say_space(tx: Transaction, args: Args) -> None:
    """What lies on a space is to be put right."""
    require_running(tx.state)
    tx.add_first(Task(kind=HALF, about=word(args, "space")))


def _ask_halves(tx: Transaction, place: str, of: str = "") -> None:
    """Ask for both halves of a tile, once every tile of this action lies on the map (p. 25)."""
    tasks = tx.state.tasks
    at = next((n for n, task in enumerate(tasks) if task.kind not in (LAY, HALF)), len(tasks))
    halves = tuple(Task(kind=HALF, about=f"{place}.{n}", of=of) for n in range(1, HALVES + 1))
    tx.set(tasks=(*tasks[:at], *halves, *tasks[at:]))


# --- the map of the setup ---------------------------------------------------------------------------------------------


def can_enter(state: State) -> bool:
    """Whether the map of 'A New Home' can be entered from its Rim on: nothing of it was told yet."""
    return state.scenario == A_NEW_HOME and set(state.city.tiles) <= {"G"} and len(crater.deposits(state)) < crater.EACH


def enter_map(tx: Transaction, args: Args) -> None:
    """The map is entered now, beginning with the Rim."""
    require_running(tx.state)
    if not can_enter(tx.state):
        raise IllegalMove(T("Something of the map is entered already: tap on it to put it right."), rule="map", page=10)
    tx.add_first(Task(kind=RIM))


def map_later(tx: Transaction, args: Args) -> None:
    """The Deposits are told later."""
    require_task(tx.state, RIM)
    tx.finish_task()


def rim_at(tx: Transaction, args: Args) -> None:
    """A Deposit lies at this corner of the Rim; with the third one, the other corners get their tiles (p. 10)."""
    require_task(tx.state, RIM)
    place, rim = word(args, "place"), word(args, "rim")
    if place not in open_corners(tx.state):
        raise IllegalMove(T("A Deposit or a tile lies there already."), rule="map", page=9, field="place")
    if rim not in left_deposits(tx.state):
        raise IllegalMove(T("No more Starting Wall tiles show that Deposit."), rule="map", page=9)
    tx.set_city(rim={**tx.state.city.rim, place: rim})
    tx.note("rim_told", T("{place}: {what}.", place=PLACE_NAMES[place], what=_DEPOSITS[rim]), place=place, rim=rim)
    if len(crater.deposits(tx.state)) == crater.EACH:
        tx.finish_task()
        for corner in open_corners(tx.state):
            for tile in (corner, NEAR[CORNERS.index(corner)]):
                ground.lay_tile(tx, tile, (ground.EMPTY,) * HALVES, anywhere=True)
                _ask_halves(tx, tile)


def open_corners(state: State) -> tuple[str, ...]:
    """The corners of the map without a Deposit and without a tile."""
    return tuple(one for one in CORNERS if one not in state.city.rim and one not in state.city.tiles)


def left_deposits(state: State) -> tuple[str, ...]:
    """The Deposits of which a Starting Wall tile is left (p. 7: two of each)."""
    told = list(crater.deposits(state).values())
    return tuple(rim for rim, most in crater.WALL_TILES.items() if told.count(rim) < most)


# --- the Generator tile -----------------------------------------------------------------------------------------------


def tell_generator(tx: Transaction, args: Args) -> None:
    """What each space of the Generator tile held at the start is told, one after the other (p. 9)."""
    require_running(tx.state)
    missing = tuple(fact for fact in generator_tile.FACTS if fact in generator_tile.missing(tx.state.board))
    tx.add_first(*(Task(kind=GENERATOR_SPACE, about=fact) for fact in missing))


def generator_space(tx: Transaction, args: Args) -> None:
    """What the next space of the Generator tile held; the fifth follows from the others."""
    task, thing = require_task(tx.state, GENERATOR_SPACE), word(args, "thing")
    if thing not in open_things(tx.state):
        raise IllegalMove(T("Each of the five things lies on a space of its own."), rule="map", page=9)
    before = tx.state.board
    tx.finish_task()
    tx.learn(task.about, thing)
    waiting = [one for one in tx.state.tasks if one.kind == GENERATOR_SPACE]
    if len(waiting) == 1:
        tx.learn(waiting[0].about, open_things(tx.state)[0])
        tx.set(tasks=tuple(one for one in tx.state.tasks if one.kind != GENERATOR_SPACE))
    tx.set(city=generator_tile.moved(tx.state.city, before, tx.state.board))


def open_things(state: State) -> tuple[str, ...]:
    """What no space of the Generator tile is said to hold yet."""
    asked = {task.about for task in state.tasks if task.kind == GENERATOR_SPACE}
    told = {state.board.get(fact) for fact in generator_tile.FACTS if fact not in asked}
    return tuple(thing for thing in generator_tile.THINGS if thing not in told)


def generator_later(tx: Transaction, args: Args) -> None:
    """The Generator tile is told later."""
    require_task(tx.state, GENERATOR_SPACE)
    tx.set(tasks=tuple(one for one in tx.state.tasks if one.kind != GENERATOR_SPACE))


# --- what is asked ----------------------------------------------------------------------------------------------------


def _tile(state: State) -> Prompt:
    about = state.tasks[0].about
    places = {place: PLACE_NAMES[place] for place in lay_spots(state, about)}
    label = T("The Near tile lies here") if about == "near" else T("The Far tile lies here")
    here = Offer(move=Move("tile_at"), label=label, asks=(on_map("place", T("Where"), places),), rule="map")
    both = any(task.kind == LAY for task in state.tasks[1:]) and state.tasks[0].of == ground.BOTH
    near = T("Lay two Near tiles face down. Where does the first one lie?") if both else T("Lay a Near tile. Where?")
    return Prompt(
        name="city.lay",
        do=near if about == "near" else T("Lay a Far tile. Where?"),
        more=T("Tap on the map where it lies. Turn it up once all tiles of this action lie there."),
        seat=_acting(state),
        rule="map",
        offers=(here,) if places else (tap("leave_map_task", T("No tile can be laid")),),
    )


def _acting(state: State) -> int | None:
    return state.turn if state.step == "action.turn" else None


def _half(state: State) -> Prompt:
    task = state.tasks[0]
    place, n = task.about.split(".")
    last = place != "G" and int(n) == HALVES
    named = {"tile": PLACE_NAMES[place], "space": space_name(task.about)}
    do = T("{tile}: what lies on the other half?", **named) if last else T("{tile}: what lies on one half?", **named)
    return Prompt(
        name="city.half",
        do=do if place != "G" else T("What lies on {space}?", **named),
        more=T("As the tile shows it: put it there. On the map, the first half is drawn above the other one."),
        at=task.about,
        seat=_acting(state),
        rule="map",
        offers=tuple(_lying(state, task)),
    )


def _lying(state: State, task: Task) -> Iterator[Offer]:
    place = place_of(task.about)
    known = known_tiles.choices(state, place) if _whole(state) and ring(place) else ()
    if known:
        ask = Pick(name="tile", label=T("The whole tile"), choices=known)
        yield Offer(move=Move("tile_told"), label=T("A tile that you know"), asks=(ask,), rule="map")
    yield tap("half_told", T("Nothing"), what=NOTHING, count=0)
    count = Whole(name="count", label=T("How many"), at_least=1, at_most=SPACE_MOST)
    for what in ground.lying_kinds(state):
        name = T("Trees") if what == TREE else NAMES[what]
        yield Offer(move=Move("half_told", {"what": what}), label=name, asks=(count,), icon=ICONS[what])
    if task.of == FED:
        food = Whole(name="food", label=T("Food on the tile"), at_least=1, at_most=MOST_BONUS, likely=3)
        yield Offer(move=Move("tile_food"), label=T("The tile shows Food as well"), asks=(food,), icon="food")


_DEPOSITS: Mapping[str, Text] = {"coal": T("Coal Deposit"), "wood": T("Wood Deposit")}


def _rim(state: State) -> Prompt:
    left = crater.EACH - len(crater.deposits(state))
    places = {place: PLACE_NAMES[place] for place in open_corners(state)}
    ask = on_map("place", T("Corner"), places)
    here = tuple(
        Offer(move=Move("rim_at", {"rim": rim}), label=_DEPOSITS[rim], asks=(ask,), rule="map", icon=rim)
        for rim in left_deposits(state)
    )
    return Prompt(
        name="city.rim",
        do=N("Tap the corner of the last Deposit.", "Tap the corners of the {n} Deposits on the Rim.", left)
        if left in (1, crater.EACH)
        else N("Tap the corner of the {n} Deposit left.", "Tap the corners of the {n} Deposits that are left.", left),
        more=T("The other three corners get their Far and Near tiles then; what lies on them is asked half by half."),
        rule="map",
        offers=(*here, tap("map_later", T("Later"))),
    )


THINGS: Mapping[str, Text] = {
    "cookhouse": T("Cookhouse"),
    "platform": T("Platform"),
    "generator_building": T("Generator Building"),
    "wood": T("5 Wood"),
    "coal": T("5 Coal"),
}
THING_ICONS = {
    "cookhouse": "cookhouse",
    "platform": "platform",
    "generator_building": "generator_building",
    "wood": "wood",
    "coal": "coal",
}
_NTH = (T("first"), T("second"), T("third"), T("fourth"), T("fifth"))
_WHICH = template("Generator tile: what lies on the {nth} space, clockwise from the drawer?")


def _generator(state: State) -> Prompt:
    at = generator_tile.FACTS.index(state.tasks[0].about)
    offers = (
        Offer(move=Move("generator_space", {"thing": thing}), label=THINGS[thing], icon=THING_ICONS[thing])
        for thing in open_things(state)
    )
    return Prompt(
        name="city.generator",
        do=Text(_WHICH.msgid, {"nth": _NTH[at]}),
        more=T("As it was at the start; it is asked once, for all evenings."),
        rule="map",
        offers=(*offers, tap("generator_later", T("Later"))),
    )


_PLACE = pick("place", T("Place"), {place: PLACE_NAMES[place] for place in PLACES[1:]})
_CORNER = pick("place", T("Corner"), {place: PLACE_NAMES[place] for place in FAR})
_SPACE = pick("space", T("Space"), {space: space_name(space) for space in SPACES})
_WHAT = pick(
    "what", T("What lies there"), {NOTHING: T("Nothing"), **{w: T("Trees") if w == TREE else NAMES[w] for w in ORDER}}
)

MODULE: GameModule[State, Transaction] = GameModule(
    name="laying",
    moves={
        "tile_at": action(tile_at, lambda args: T("{tile} laid", tile=PLACE_NAMES[word(args, "place")]), _PLACE),
        "tile_here": action(tile_here, lambda args: T("{tile} laid", tile=PLACE_NAMES[word(args, "place")]), _PLACE),
        "half_told": action(
            half_told,
            T("A half of a tile told"),
            _WHAT,
            Whole(name="count", label=T("How many"), at_most=SPACE_MOST),
            named=_half_named,
        ),
        "tile_food": action(
            tile_food,
            T("Food of a tile told"),
            Whole(name="food", label=T("Food on the tile"), at_least=1, at_most=MOST_BONUS),
        ),
        "tile_told": action(
            tile_told,
            T("A tile told"),
            Words(name="tile", label=T("What the Map tiles show"), at_most_chars=MOST_TILE_CHARS),
        ),
        "say_space": action(
            say_space, lambda args: T("{space} looked at", space=space_name(word(args, "space"))), _SPACE
        ),
        "enter_map": action(enter_map, T("Map being entered")),
        "map_later": action(map_later, T("Map entered later")),
        "rim_at": action(
            rim_at,
            lambda args: T("Deposit told beside {tile}", tile=PLACE_NAMES[word(args, "place")]),
            _CORNER,
            pick("rim", T("Deposit"), dict(_DEPOSITS)),
        ),
        "tell_generator": action(tell_generator, T("Generator tile being told")),
        "generator_space": action(
            generator_space,
            lambda args: T("Generator tile: {thing}", thing=THINGS[word(args, "thing")]),
            pick("thing", T("What lies there"), dict(THINGS)),
        ),
        "generator_later": action(generator_later, T("Generator tile told later")),
    },
    tasks={
        LAY: _tile,
        HALF: _half,
        RIM: _rim,
        GENERATOR_SPACE: _generator,
    },
    families=(known_tiles.TILES,),
)
