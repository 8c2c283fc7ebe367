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
from companion.games.turris.beasts import part as beasts
from companion.games.turris.books import Books
from companion.games.turris.map import part as land
from companion.games.turris.setup import part as setup
from companion.games.turris.solo import part as solo
from companion.games.turris.state import State
from companion.games.turris.story import DECISIONS, story
from companion.games.turris.turns import part as turns
from companion.games.turris.where import where
from companion.toolkit import board_file as board
from companion.toolkit.modules import Assembly, Part

FOLDER = Path(__file__).parent

# In order of urgency: an earlier part settles, asks and shows first.
PARTS: tuple[Part[State, Books], ...] = (
    ending.PART,
    council.PART,
    tower.PART,
    excavation.PART,
    prestige.PART,
    beasts.PART,
    solo.PART,
    cleanup.PART,
    setup.PART,
    turns.PART,
    holdings.PART,
    face_up.PART,
    cards.PART,
    land.PART,
)
FIRST_SHOWN: tuple[Part[State, Books], ...] = (land.PART, holdings.PART, beasts.PART, solo.PART)
ASSEMBLY: Assembly[State, Books] = Assembly(PARTS, Books, where, FIRST_SHOWN)

GAME: Game[State] = Game(
    name="turris",
    title=T("Turris"),
    state=State,
    seats=setup.SEATS,
    setup=setup.asked,
    start=ASSEMBLY.begin(setup.first_state),
    moves=ASSEMBLY.moves,
    prompts=ASSEMBLY.prompts,
    view=ASSEMBLY.view,
    adjustables=ASSEMBLY.adjustables,
    correct=ASSEMBLY.correct,
    ending=ending.ending,
    board=board.load(FOLDER / "board.toml"),
    learn=ASSEMBLY.learn,
    check=checking.check_fact,
    families=ASSEMBLY.families,
    forget=ASSEMBLY.forget,
    story=story,
    decisions=DECISIONS,
)
