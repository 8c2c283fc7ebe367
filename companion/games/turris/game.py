"""Turris, one to four players. Pages are those of its rulebook."""

from __future__ import annotations

from pathlib import Path

from companion.api import Game, T, Value, Where
from companion.games.turris import (
    cards,
    cleanup,
    council,
    ending,
    excavation,
    face_up,
    holdings,
    house_rules,
    known_cards,
    places,
    prestige,
    setup,
    tower,
)
from companion.games.turris.beasts import module as beasts
from companion.games.turris.map import drawing
from companion.games.turris.rewards.effects import PHRASES
from companion.games.turris.rewards.proposed_text import write_card
from companion.games.turris.solo import module as solo
from companion.games.turris.state import State
from companion.games.turris.story import DECISIONS, story
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import module as turns
from companion.toolkit import GameModule, ModularGame, load_board

FOLDER = Path(__file__).parent

# In order of urgency: an earlier module settles, asks and shows first.
MODULES: tuple[GameModule[State, Transaction], ...] = (
    ending.MODULE,
    council.MODULE,
    tower.MODULE,
    excavation.MODULE,
    prestige.MODULE,
    beasts.MODULE,
    solo.MODULE,
    cleanup.MODULE,
    house_rules.MODULE,
    setup.MODULE,
    turns.MODULE,
    holdings.MODULE,
    face_up.MODULE,
    cards.MODULE,
    drawing.MODULE,
)
FIRST_SHOWN: tuple[GameModule[State, Transaction], ...] = (drawing.MODULE, holdings.MODULE, beasts.MODULE, solo.MODULE)
PHASE_NAMES = {
    "setup": T("Setup"),
    "turns": T("Player Turns"),
    "betrayers": T("Betrayers"),
    "beasts": T("Beasts"),
    "cleanup": T("Cleanup"),
    "over": T("The end"),
}
PHASE_ICONS = {"turns": "place", "betrayers": "betrayer", "beasts": "beasts", "cleanup": "cleanup"}


def where(state: State) -> Where:
    """The line above everything else."""
    shown = [phase for phase in ("turns", "betrayers", "beasts", "cleanup") if phase != "betrayers" or state.solo]
    name = PHASE_NAMES[state.phase]
    line = name if state.phase in ("setup", "over") else T("Round {round}: {phase}", round=state.round, phase=name)
    return Where(
        line=line,
        round=state.round,
        phases=tuple(PHASE_NAMES[phase] for phase in shown),
        phase=shown.index(state.phase) if state.phase in shown else None,
        turn=state.turn if state.phase == "turns" else None,
        icon=PHASE_ICONS.get(state.phase),
    )


IN_WORDS = ("reward.", "council.", *(f"{kind}." for kind in known_cards.KINDS))


def check_fact(name: str, value: Value) -> None:
    """Refuse a board fact that contradicts an example of the rulebook, or cannot be understood."""
    drawing.check_fact(name, value)
    if name.startswith(IN_WORDS) and value != places.TABLE:
        known_cards.understood(str(value))


MODULAR: ModularGame[State, Transaction] = ModularGame(MODULES, Transaction, where, FIRST_SHOWN)

GAME: Game[State] = Game(
    name="turris",
    title=T("Turris"),
    state=State,
    seats=setup.SEATS,
    setup=setup.asked,
    start=MODULAR.begin(setup.first_state),
    moves=MODULAR.moves,
    prompts=MODULAR.prompts,
    view=MODULAR.view,
    corrections=MODULAR.corrections,
    correct=MODULAR.correct,
    ending=ending.ending,
    board=load_board(FOLDER / "board.toml"),
    learn=MODULAR.learn,
    check=check_fact,
    families=MODULAR.families,
    forget=MODULAR.forget,
    story=story,
    decisions=DECISIONS,
    devices=frozenset(),
    propose_effects=PHRASES.propose,
    write_card=write_card,
    card_argument="name",
)
