"""The Fruit token: whoever places it calls all Beasts there (rulebook p. 13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt
from companion.api.text import T
from companion.games.turris.forms import MAP, pick_place
from companion.games.turris.map.land import locations
from companion.games.turris.names import PLACE_NAMES, place_name, who
from companion.games.turris.state import LOCATIONS, SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_task

FRUIT = "beasts.fruit"


def begin(tx: Transaction, seat: int) -> None:
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


def prompt(state: State) -> Prompt:
    """Where the Fruit goes, on the map."""
    task = state.tasks[0]
    return Prompt(
        name=FRUIT,
        do=T("{name}, place the Fruit.", name=who(state, task.seat)),
        more=T("All Beasts then go for it, whatever Scouts are near."),
        seat=task.seat,
        rule="fruit",
        offers=tuple(_offers(state)),
    )


def _offers(state: State) -> Iterator[Offer]:
    asks = (pick_place(state, "place", T("Location"), locations(state)),)
    yield Offer(move=Move("place_fruit"), label=T("Place it"), asks=asks)
    if state.fruit:
        yield tap("remove_fruit", T("Take it off the board"))


MOVES: Mapping[str, Action[Transaction]] = {
    "place_fruit": action(
        put,
        lambda args: T("Placed the Fruit: {place}", place=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Location"), {place: PLACE_NAMES[place] for place in (*LOCATIONS, *SPOTS)}, on=MAP),
    ),
    "remove_fruit": action(remove, T("Took the Fruit off the board")),
}
