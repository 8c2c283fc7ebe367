"""What the four special buildings do when their tile is turned over (card texts at the end of the rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Args, Prompt, T
from companion.games.fire_brigade import house_rules, tiles
from companion.games.fire_brigade.crew import triggers
from companion.games.fire_brigade.fire.flames import dampen, kindle
from companion.games.fire_brigade.names import DIRECTION_NAMES, SPECIALS, field_name, who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.streets import DIRECTIONS, around, beside, towards
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.water import refill_brigade
from companion.toolkit import require_task, tap, word

OAK = "oak"
OAK_REACH, DISTILLERY_FIRE = 3, 2


SPREADING = ("distillery", "oak")


def settle(tx: Transaction) -> bool:
    """A special building was destroyed: what it does now. How Brigades and Wagons hold its fire back is read before."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.kind != tiles.BUILDING:
        return False
    special, place = task.about, task.field
    if special in SPREADING and house_rules.ask_reading(tx, "buildings"):
        return True
    tx.finish_task()
    tx.tell("special", T("{name}: its effect comes now.", name=SPECIALS[special]), field=place, special=special)
    _EFFECTS[special](tx, place)
    return True


def held(state: State) -> bool:
    """Whether Brigades and Wagons hold this fire back: it comes of a building and not of an event card (p. 9), so only
    by a house rule."""
    return house_rules.rule(state, "buildings") == "held"


def _distillery(tx: Transaction, place: str) -> None:
    """Each neighbour that shares an edge burns two higher."""
    for target in beside(place):
        kindle(tx, target, DISTILLERY_FIRE, event=False, guard=held(tx.state), source=place, kind="spread")


def _exhibits(tx: Transaction, place: str) -> None:
    """Each block around it burns one lower, and the Brigades there are refilled."""
    for target in around(place):
        dampen(tx, target, 1)
        for seat, player in enumerate(tx.state.players):
            if player.brigade == target:
                refill_brigade(tx, seat)
                triggers.refilled(tx, seat)


def _oak(tx: Transaction, place: str) -> None:
    """The active player chooses a direction."""
    tx.ask(OAK, seat=tx.state.turn.seat, field=place)


def _aviary(tx: Transaction, place: str) -> None:
    """Each player places a Renown on the tile; it stays there until its owner's Brigade passes."""
    counts = tuple(int(tx.state.renown_left(seat) > 0) for seat in range(len(tx.state.players)))
    tx.set_block(place, renown=counts)
    tx.tell("aviary", T("Each player places a Renown on The Jewelled Aviary."), field=place)
    tx.todo(T("Each player: one Renown on {where}", where=field_name(tx.state, place)), "renown")


_EFFECTS: Mapping[str, Callable[[Transaction, str], None]] = {
    "distillery": _distillery,
    "exhibits": _exhibits,
    "oak": _oak,
    "aviary": _aviary,
}


def choose_direction(tx: Transaction, args: Args) -> None:
    """Old Tom Oak falls that way: three blocks in a row burn one higher."""
    require_task(tx.state, OAK)
    place = tx.finish_task().field
    direction = word(args, "direction")
    tx.note("oak_fell", T("Old Tom Oak fell to the {direction}.", direction=DIRECTION_NAMES[direction]))
    for target in towards(place, direction, OAK_REACH):
        kindle(tx, target, event=False, guard=held(tx.state), source=place, kind="spread")


def ask_direction(state: State) -> Prompt:
    """Where Old Tom Oak falls."""
    task = state.tasks[0]
    offers = tuple(
        tap("fell_oak", DIRECTION_NAMES[direction], direction=direction)
        for direction in DIRECTIONS
        if towards(task.field, direction, OAK_REACH)
    )
    return Prompt(
        name="fire.oak",
        do=T("{who}, choose a direction for Old Tom Oak.", who=who(state, task.seat)),
        offers=offers,
        more=T("Three blocks that way burn one higher."),
        seat=task.seat,
        rule="specials",
    )
