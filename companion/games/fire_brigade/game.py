"""The fire brigades of Żarownica, two to four players. Pages are those of its rulebook."""

from __future__ import annotations

from pathlib import Path

from companion.api import BoardFamily, Game, T, Text, Value, Where, Words, template
from companion.games.fire_brigade import adjusting, holdings, readings, setup, story, tiles
from companion.games.fire_brigade.crew import choices
from companion.games.fire_brigade.ending import ending
from companion.games.fire_brigade.fire import events
from companion.games.fire_brigade.names import TRACK_NAMES, who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import module as turns
from companion.games.fire_brigade.turns import recruiting, upgrading
from companion.toolkit import GameModule, ModularGame, load_board

FOLDER = Path(__file__).parent

# In order of urgency: an earlier module settles and asks first.
MODULES: tuple[GameModule[State, Transaction], ...] = (
    events.MODULE,
    choices.MODULE,
    readings.MODULE,
    tiles.MODULE,
    turns.MODULE,
    turns.COURSE,
    setup.MODULE,
    holdings.MODULE,
    adjusting.MODULE,
)


def where(state: State) -> Where:
    """The turn, its phase, and whose it is."""
    if state.phase == "setup":
        return Where(line=T("Setup"))
    if state.phase == "over":
        return Where(line=T("The game is over"))
    phases = (T("Event Phase"), T("Action Phase"))
    name = who(state, state.turn.seat)
    line = (
        T("Last turn of {who}", who=name)
        if state.left is not None and state.turn.seat in state.left
        else T("{who}’s turn", who=name)
    )
    action = state.phase == "action"
    return Where(
        line=line,
        phases=phases,
        phase=int(action),
        turn=state.turn.seat,
        icon="extinguish" if action else "event",
    )


def check(name: str, value: Value) -> None:
    """Refuse a fact of the owner's cards that makes no sense."""
    if name.startswith("storm."):
        events.check(name, value)
    elif name.startswith("crew."):
        recruiting.check(str(value))
    elif name.startswith("circle."):
        upgrading.check(str(value))


def _circle(name: str) -> Text:
    """A circle of a Firehouse board: its side, its track and its number there."""
    side, track, number = name.split(".")
    return T("Firehouse board, side {side}, {track}, circle {number}", side=side, track=TRACK_NAMES[track],
             number=number)  # fmt: skip


# What only the owner's cards and boards show: it is told when it first matters, and kept.
CREW = BoardFamily(
    pattern=r"crew\.([a-z_]{1,24})",
    ask=Words(name="crew", label=template("Affiliation and water of {name}, such as nobles 2"), at_most_chars=20),
    label=T("Crew cards"),
)
STORMS = BoardFamily(
    pattern=r"storm\.([a-z0-9 '\-]{1,24})",
    ask=Words(name="storm", label=template("Fields of the firestorm {name}"), at_most_chars=120),
    label=T("Firestorm cards"),
)
CIRCLES = BoardFamily(
    pattern=r"circle\.([12]\.(?:crew|wagon|leadership)\.[0-9]{1,2})",
    ask=Words(name="circle", label=template("{name}: what it shows, such as 5 or 6 blue"), at_most_chars=12),
    label=T("Circles of the Firehouse boards"),
    called=_circle,
)
FAMILIES = (CREW, STORMS, CIRCLES)


MODULAR: ModularGame[State, Transaction] = ModularGame(MODULES, Transaction, where)

GAME: Game[State] = Game(
    name="fire_brigade",
    title=T("The Fire Brigades of Żarownica"),
    state=State,
    seats=setup.SEATS,
    setup=setup.asked,
    start=MODULAR.begin(setup.first_state),
    moves=MODULAR.moves,
    prompts=MODULAR.prompts,
    view=MODULAR.view,
    corrections=MODULAR.corrections,
    correct=MODULAR.correct,
    ending=ending,
    board=load_board(FOLDER / "board.toml"),
    learn=MODULAR.learn,
    families=FAMILIES,
    forget=MODULAR.forget,
    check=check,
    story=story.story,
    decisions=story.DECISIONS,
    devices=frozenset(),
)
