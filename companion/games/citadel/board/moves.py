"""What players say about the Board."""

from __future__ import annotations

from companion.api.game import Args, Code, IllegalMove, Words
from companion.api.text import T
from companion.games.citadel.action.icons import ACTIONS
from companion.games.citadel.board import exploring, figures, geometry, placing, prompts, room
from companion.games.citadel.board.placing import ARROWS, ATTACH, PLACE
from companion.games.citadel.board.sketch import SIDES, space_at
from companion.games.citadel.board.words import SIDE_NAMES, number_of, read_arrow, read_written, written
from companion.games.citadel.forms import NUMBER, card_number
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit.forms import pick
from companion.toolkit.modules import word
from companion.toolkit.transaction import require_task

LONGEST_KEY = 16


def terrain_laid(tx: Transaction, args: Args) -> None:
    """A Terrain card lies where the players put it (p. 17)."""
    place = word(args, "space")
    require_task(tx.state, PLACE)
    if place not in {f"{x},{y}" for x, y in geometry.places_to_lay(tx.state.sketch)}:
        raise IllegalMove(T("No Terrain card fits there."), rule="terrain.place", page=17)
    task = tx.finish_task(PLACE)
    placing.lay_terrain(tx, task.card, *space_at(place))


def arrows_read(tx: Transaction, args: Args) -> None:
    """The arrows of a new Terrain card, read off it; they are kept for the next time."""
    found = tuple(arrow for side in SIDES if (arrow := read_arrow(side, word(args, side))) is not None)
    task = tx.finish_task(ARROWS)
    mandatory = word(args, "mandatory") == "yes"
    tx.learn(prompts.fact_name(task.card, "arrows"), written(found))
    tx.learn(prompts.fact_name(task.card, "mandatory"), "yes" if mandatory else "no")
    placing.read_terrain(tx, task.card, found, mandatory)
    figures.arrive(tx, task.card, figures.on(tx.state, task.card))


def arrows_known(tx: Transaction, args: Args) -> None:
    """The arrows are as they were told before."""
    task = require_task(tx.state, ARROWS)
    told = tx.state.board.get(prompts.fact_name(task.card, "arrows"))
    if told is None:
        raise IllegalMove(T("Nobody has told the arrows of that card yet."))
    tx.finish_task(ARROWS)
    mandatory = tx.state.board.get(prompts.fact_name(task.card, "mandatory")) == "yes"
    placing.read_terrain(tx, task.card, read_written(str(told)), mandatory)
    figures.arrive(tx, task.card, figures.on(tx.state, task.card))


def event_laid(tx: Transaction, args: Args) -> None:
    """A Permanent event lies beside its Terrain card (p. 17)."""
    task = require_task(tx.state, ATTACH)
    to, side, also = word(args, "to"), word(args, "side"), word(args, "also")
    side = "" if side == prompts.NONE else side
    terrain = tx.state.sketch.holding(to)
    if terrain is None:
        raise IllegalMove(T("That Terrain card is not on the Board."), rule="events.permanent", page=17)
    if side and not placing.free_for_event(tx.state, terrain, side):
        raise IllegalMove(
            T("Another card lies on that side. Choose “on or half over it”."), rule="events.permanent", page=17
        )
    also = "" if also == prompts.NONE else also
    tx.finish_task(ATTACH)
    action = word(args, "action")
    placing.attach(tx, task.card, to, side, "" if action == prompts.NONE else action, also)


def space_number(tx: Transaction, args: Args) -> None:
    """The number at the arrow from where the space is explored."""
    task = require_task(tx.state, "board.which")
    if word(args, "number") not in geometry.numbers_at(tx.state.sketch, *space_at(task.about)):
        raise IllegalMove(T("No arrow to that space shows this number."), rule="exploring", page=21)
    tx.finish_task("board.which")
    exploring.fetch(tx, task.about, word(args, "number"))


def clear_room(tx: Transaction, args: Args) -> None:
    """Terrain cards are returned because the table is full (p. 22)."""
    room.clear(tx, tuple(word(args, "terrains").split()))


def _number(key: str) -> str:
    return key.partition(".")[0]


_KEY = Words(name="to", label=T("Terrain card"), at_most_chars=LONGEST_KEY)
_SPACE = Words(name="space", label=T("Space"), at_most_chars=LONGEST_KEY)
_EVENT = Words(name="event", label=T("Permanent event"), at_most_chars=LONGEST_KEY)
_SEAT = Words(name="seat", label=T("Who"), at_most_chars=8)
_WHO = Words(name="who", label=T("Who"), at_most_chars=8)
_AREA = Words(name="area", label=T("Area"), at_most_chars=8)
_TERRAINS = Words(name="terrains", label=T("Terrain cards"), at_most_chars=400)
_NUMBER: Code = card_number(T("Number at the arrow"))
_MANDATORY = pick("mandatory", T("A mandatory action"), {"no": T("No"), "yes": T("Yes")})
_SIDES = tuple(Words(name=side, label=SIDE_NAMES[side], at_most_chars=12) for side in SIDES)
_ATTACHED = (
    _KEY,
    pick("side", T("Side"), {**SIDE_NAMES, prompts.NONE: T("on or half over it")}),
    pick("action", T("Action in its arrow"), {prompts.NONE: T("None"), **ACTIONS}),
    Words(name="also", label=T("Another arrow points to"), at_most_chars=LONGEST_KEY),
)
assert _NUMBER.pattern == NUMBER

MOVES: Moves = {
    "terrain_laid": move(terrain_laid, T("Placed a Terrain card"), _SPACE),
    "arrows_read": move(arrows_read, T("Read the arrows of a Terrain card"), *_SIDES, _MANDATORY),
    "arrows_known": move(arrows_known, T("The arrows are as last time")),
    "event_laid": move(
        event_laid, lambda a: T("Attached an event to {terrain}", terrain=_number(word(a, "to"))), *_ATTACHED
    ),
    "space_number": move(space_number, lambda a: T("The arrow shows {number}", number=word(a, "number")), _NUMBER),
    "explore": move(
        exploring.explore,
        lambda a: T("Exploration card: {what}", what=exploring.BECOMES[word(a, "became")]),
        _SPACE,
        pick("became", T("What became of it"), exploring.BECOMES),
        Words(name="seat", label=T("Who keeps it"), at_most_chars=8),
        Words(name="by", label=T("Who explored"), at_most_chars=8),
    ),
    "not_turned": move(exploring.not_turned, T("An Exploration card was not turned over")),
    "event_over": move(
        exploring.event_over,
        lambda a: T("Permanent event {event} resolved", event=_number(word(a, "event"))),
        _EVENT,
        pick("how", T("Where it goes"), exploring.AWAY),
    ),
    "area_ran_out": move(
        exploring.area_ran_out, lambda a: T("No Exploration card {area} was left", area=word(a, "area")), _AREA
    ),
    "step": move(figures.step, lambda a: T("Moved to {terrain}", terrain=_number(word(a, "to"))), _SEAT, _KEY),
    "figures_to": move(
        figures.moved, lambda a: T("Figures put on {terrain}", terrain=_number(word(a, "to"))), _WHO, _KEY
    ),
    "mandatory_taken": move(figures.mandatory_taken, T("Took the mandatory action"), _SEAT),
    "mandatory_over": move(figures.mandatory_over, T("The mandatory action can no longer be taken")),
    "clear_room": move(clear_room, T("Returned Terrain cards to make room"), _TERRAINS),
}


def label_number(state: State, key: str) -> str:
    """A card's number, for labels."""
    return number_of(state, key)
