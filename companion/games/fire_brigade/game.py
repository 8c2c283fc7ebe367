"""The fire brigades of Żarownica, two to four players. Pages are those of its rulebook."""

from __future__ import annotations

from pathlib import Path

from companion.api.game import Game, Value
from companion.api.text import T
from companion.api.view import Where
from companion.games.fire_brigade import adjusting, holdings, owner_facts, story
from companion.games.fire_brigade.crew import choices
from companion.games.fire_brigade.ending.scoring import ending
from companion.games.fire_brigade.fire import module as fire
from companion.games.fire_brigade.fire import storms
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.setup import module as setup
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import module as turns
from companion.games.fire_brigade.turns import recruiting, upgrading
from companion.toolkit import board_file as board
from companion.toolkit.modules import GameModule, ModularGame

FOLDER = Path(__file__).parent

# In order of urgency: an earlier part settles and asks first.
MODULES: tuple[GameModule[State, Transaction], ...] = (
    fire.MODULE,
    choices.MODULE,
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
        else T("Turn of {who}", who=name)
    )
    return Where(line=line, phases=phases, phase=int(state.phase == "action"), turn=state.turn.seat)


def check(name: str, value: Value) -> None:
    """Refuse a fact of the owner's cards that makes no sense."""
    if name.startswith("storm."):
        storms.check(name, value)
    elif name.startswith("crew."):
        recruiting.check(str(value))
    elif name.startswith("circle."):
        upgrading.check(str(value))


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
    board=board.load(FOLDER / "board.toml"),
    learn=MODULAR.learn,
    families=owner_facts.FAMILIES,
    forget=MODULAR.forget,
    check=check,
    story=story.story,
    decisions=story.DECISIONS,
)
