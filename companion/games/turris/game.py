"""Turris, one to four players. Pages are those of its rulebook."""

from __future__ import annotations

from pathlib import Path

from companion.api.game import Game
from companion.api.text import T
from companion.games.turris import (
    cards,
    checking,
    cleanup,
    council,
    ending,
    excavation,
    face_up,
    holdings,
    prestige,
    tower,
)
from companion.games.turris.beasts import module as beasts
from companion.games.turris.map import module as land
from companion.games.turris.setup import module as setup
from companion.games.turris.solo import module as solo
from companion.games.turris.state import State
from companion.games.turris.story import DECISIONS, story
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import module as turns
from companion.games.turris.where import where
from companion.toolkit import board_file as board
from companion.toolkit.modules import GameModule, ModularGame

FOLDER = Path(__file__).parent

# In order of urgency: an earlier part settles, asks and shows first.
MODULES: tuple[GameModule[State, Transaction], ...] = (
    ending.MODULE,
    council.MODULE,
    tower.MODULE,
    excavation.MODULE,
    prestige.MODULE,
    beasts.MODULE,
    solo.MODULE,
    cleanup.MODULE,
    setup.MODULE,
    turns.MODULE,
    holdings.MODULE,
    face_up.MODULE,
    cards.MODULE,
    land.MODULE,
)
FIRST_SHOWN: tuple[GameModule[State, Transaction], ...] = (land.MODULE, holdings.MODULE, beasts.MODULE, solo.MODULE)
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
    board=board.load(FOLDER / "board.toml"),
    learn=MODULAR.learn,
    check=checking.check_fact,
    families=MODULAR.families,
    forget=MODULAR.forget,
    story=story,
    decisions=DECISIONS,
)
