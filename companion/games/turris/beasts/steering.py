"""What players do with Beasts: move one, flip one, place the Fruit (rulebook p. 16, 17, 24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.turris.beasts import steps
from companion.games.turris.beasts.paths import Way, stops
from companion.games.turris.beasts.steps import forget, say
from companion.games.turris.map.land import blocked, by_hand, exists, locations, neighbours
from companion.games.turris.names import BEAST_NAMES, MAP, PLACE_NAMES, pick_place, place_name, said_place, who
from companion.games.turris.state import BEASTS, CROSSROADS, LOCATIONS, PLACES, SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, pick, require_task, tap, word

STEER = "beasts.steer"
UP_TO = "up_to"


def begin_steering(tx: Transaction, seat: int, steps: int = 1, up_to: bool = False, of: Iterable[str] = BEASTS) -> None:
    """A player is to move one of these Beasts so many steps, whichever way they like (p. 24)."""
    tx.add_task(
        Task(kind=STEER, seat=seat, about=UP_TO if up_to else "", count=steps, of=tuple(of))
    )  # fmt: skip


def off_crossroads(state: State) -> tuple[str, ...]:
    """The Beasts that stand in a Location, as the Ridge wants it (p. 24)."""
    return tuple(beast.name for beast in state.beasts if beast.at not in CROSSROADS)


def ends(state: State, task: Task) -> Mapping[tuple[str, str], Way]:
    """Where the Beasts can be moved: by Beast and place, the way there. It ends early at Scouts, passes other Beasts,
    and ends beside none, as always (p. 17)."""
    found: dict[tuple[str, str], Way] = {}
    for beast in state.beasts:
        if beast.name in task.of:
            for way in (
                _walks(state, beast.name, (), beast.at, task) if not by_hand(state) else _anywhere(state, beast.at)
            ):
                found.setdefault((beast.name, way[-1]), way)
    return found


def _anywhere(state: State, start: str) -> Iterator[Way]:
    """Where the companion does not know the way, the table looks itself."""
    yield from ((place,) for place in PLACES if place != start and exists(state, place) and not blocked(state, place))


def _walks(state: State, name: str, way: Way, start: str, task: Task) -> Iterator[Way]:
    """Ways that may be ended, shorter ones first where fewer steps are allowed, too."""
    stopped = bool(way) and stops(state, way[-1], name)
    whole = len(way) == task.count or stopped
    if way and not blocked(state, way[-1], name) and (whole or task.about == UP_TO):
        yield way
    if not whole:
        for step in neighbours(state, way[-1] if way else start):
            if step != start and step not in way:
                yield from _walks(state, name, (*way, step), start, task)


def settle_steering(tx: Transaction, task: Task) -> bool:
    """Nothing to choose where no Beast can be moved."""
    if ends(tx.state, task):
        return False
    tx.finish_task()
    tx.tell("cannot_steer", T("No Beast can be moved that way."))
    return True


def steer(tx: Transaction, args: Args) -> None:
    """A player moves a Beast; its effect follows, but no chain attack (p. 19)."""
    task = require_task(tx.state, STEER)
    name, end = word(args, "beast"), word(args, "place")
    way = ends(tx.state, task).get((name, end))
    beast = tx.state.beast(name)
    if way is None or beast is None:
        raise IllegalMove(T("This Beast cannot be moved there now."), rule="beasts.steer", page=24)
    tx.finish_task()
    if tx.state.phase != "beasts":
        forget(tx)
    tx.set_beast(name, at=end)
    text = T(
        "{name} moved {beast} to: {place}.",
        name=who(tx.state, task.seat),
        beast=BEAST_NAMES[name],
        place=said_place(tx.state, end),
    )
    links = [f"{one}>{other}" for one, other in zip((beast.at, *way[:-1]), way, strict=True)]
    say(tx, "steered", text, ways=links, lit=(end,), seat=task.seat + 1, beast=name, to=end)
    steps.enter(tx, name, end)


def is_steered(text: Text) -> bool:
    """Whether a step on the map tells that a player moved a Beast."""
    return text.msgid.startswith("{name} moved {beast}")


def leave(tx: Transaction, args: Args) -> None:
    """A player moves no Beast, where it is up to them how far."""
    task = require_task(tx.state, STEER)
    if task.about != UP_TO:
        raise IllegalMove(T("A Beast has to be moved now."), rule="beasts.steer", page=24)
    tx.finish_task()
    tx.note("not_steered", T("{name} moved no Beast.", name=who(tx.state, task.seat)), seat=task.seat + 1)


def steer_prompt(state: State) -> Prompt:
    """Which Beast, and then where on the map; at once on the map if there is but one."""
    task = state.tasks[0]
    do = N(
        "{name}, move a Beast {n} step.", "{name}, move a Beast {n} steps.", task.count, name=who(state, task.seat)
    )  # fmt: skip
    return Prompt(
        name=STEER,
        do=do,
        more=T("You choose the way, whoever is First Player. The Beast then does to Scouts there what it always does."),
        seat=task.seat,
        rule="beasts.steer",
        offers=tuple(_offers(state, task)),
    )


def _offers(state: State, task: Task) -> Iterator[Offer]:
    found = ends(state, task)
    for name in dict.fromkeys(beast for beast, _ in found):
        ask = pick_place(state, "place", BEAST_NAMES[name], (end for beast, end in found if beast == name))
        yield Offer(move=Move("steer_beast", {"beast": name}), label=_from(state, name), asks=(ask,), icon=name)
    if task.about == UP_TO:
        yield tap("steer_none", T("Move none"))


def _from(state: State, name: str) -> Text:
    beast = state.beast(name)
    assert beast is not None
    return T("{beast}, from: {place}", beast=BEAST_NAMES[name], place=place_name(state, beast.at))


def _label(args: Args) -> Text:
    return T(
        "Moved {beast} to: {place}",
        beast=BEAST_NAMES[word(args, "beast")],
        place=PLACE_NAMES[word(args, "place")],
    )


STEER_MOVES: Mapping[str, Action[Transaction]] = {
    "steer_beast": action(
        steer,
        _label,
        pick("beast", T("Beast"), BEAST_NAMES),
        pick("place", T("Where to"), {place: PLACE_NAMES[place] for place in PLACES}),
    ),
    "steer_none": action(leave, T("Moved no Beast")),
}


# --- flipping ---------------------------------------------------------------------------------------------------------


FLIP = "beasts.flip"


def begin_flipping(tx: Transaction, seat: int, of: Iterable[str] = BEASTS) -> None:
    """A player is to flip one of these Beasts."""
    tx.add_task(Task(kind=FLIP, seat=seat, of=tuple(of)))


def candidates(state: State, task: Task) -> tuple[str, ...]:
    """The Beasts that are not flipped yet."""
    return tuple(beast.name for beast in state.beasts if beast.name in task.of and not beast.flipped)


def settle_flipping(tx: Transaction, task: Task) -> bool:
    """The only one that can be flipped is flipped by itself."""
    found = candidates(tx.state, task)
    if len(found) > 1:
        return False
    tx.finish_task()
    if found:
        _flip(tx, task.seat, found[0])
        tx.todo(T("{beast}: flip it", beast=BEAST_NAMES[found[0]]), icon=found[0])
    else:
        tx.tell("none_to_flip", T("There is no Beast that can be flipped."))
    return True


def flip(tx: Transaction, args: Args) -> None:
    """A player flips a Beast."""
    task = require_task(tx.state, FLIP)
    name = word(args, "beast")
    if name not in candidates(tx.state, task):
        raise IllegalMove(T("This Beast cannot be flipped now."), rule="beasts.move", page=16)
    tx.finish_task()
    _flip(tx, task.seat, name)


def _flip(tx: Transaction, seat: int, name: str) -> None:
    tx.set_beast(name, flipped=True)
    text = T("{beast} is flipped: it will not move in its next turn.", beast=BEAST_NAMES[name])
    tx.tell("flipped", text, seat=seat + 1, beast=name)


def flip_prompt(state: State) -> Prompt:
    """Which Beast, one tap."""
    task = state.tasks[0]
    return Prompt(
        name=FLIP,
        do=T("{name}, flip a Beast.", name=who(state, task.seat)),
        more=T("A flipped Beast turns upright in the Beast Phase instead of moving."),
        seat=task.seat,
        rule="beasts.move",
        offers=tuple(
            tap(
                "flip_beast",
                T("{beast}, {place}", beast=BEAST_NAMES[beast.name], place=place_name(state, beast.at)),
                icon=beast.name,
                beast=beast.name,
            )
            for beast in state.beasts
            if beast.name in candidates(state, task)
        ),
    )


FLIP_MOVES: Mapping[str, Action[Transaction]] = {
    "flip_beast": action(
        flip,
        lambda args: T("Flipped {beast}", beast=BEAST_NAMES[word(args, "beast")]),
        pick("beast", T("Beast"), BEAST_NAMES),
    )
}


# --- the Fruit --------------------------------------------------------------------------------------------------------


FRUIT = "beasts.fruit"


def begin_luring(tx: Transaction, seat: int) -> None:
    """A player is to place the Fruit."""
    tx.add_task(Task(kind=FRUIT, seat=seat))


def put(tx: Transaction, args: Args) -> None:
    """A player places the Fruit in a Location."""
    task = require_task(tx.state, FRUIT)
    place = word(args, "place")
    if place not in locations(tx.state):
        raise IllegalMove(T("The Fruit can lie only in a Location that is in the game."), rule="fruit", page=21)
    tx.finish_task()
    tx.set(fruit=place)
    name, where = who(tx.state, task.seat), place_name(tx.state, place)
    tx.note("fruit_placed", T("{name} placed the Fruit: {place}.", name=name, place=where), place=place)


def remove(tx: Transaction, args: Args) -> None:
    """The Fruit goes back beside the board."""
    task = require_task(tx.state, FRUIT)
    tx.finish_task()
    tx.set(fruit="")
    text = T("{name} took the Fruit off the board.", name=who(tx.state, task.seat))
    tx.note("fruit_removed", text)


def fruit_prompt(state: State) -> Prompt:
    """Where the Fruit goes, on the map."""
    task = state.tasks[0]
    return Prompt(
        name=FRUIT,
        do=T("{name}, place the Fruit.", name=who(state, task.seat)),
        more=T("All Beasts then go for it, whatever Scouts are near."),
        seat=task.seat,
        rule="fruit",
        offers=tuple(_fruit_offers(state)),
    )


def _fruit_offers(state: State) -> Iterator[Offer]:
    asks = (pick_place(state, "place", T("Location"), locations(state)),)
    yield Offer(move=Move("place_fruit"), label=T("Place it"), asks=asks, icon="fruit")
    if state.fruit:
        yield tap("remove_fruit", T("Take it off the board"))


FRUIT_MOVES: Mapping[str, Action[Transaction]] = {
    "place_fruit": action(
        put,
        lambda args: T("Placed the Fruit: {place}", place=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Location"), {place: PLACE_NAMES[place] for place in (*LOCATIONS, *SPOTS)}, on=MAP),
    ),
    "remove_fruit": action(remove, T("Took the Fruit off the board")),
}
