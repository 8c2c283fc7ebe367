"""The 7th Citadel: a campaign for one to four, kept from one evening to the next. Pages are those of its rulebook."""

from __future__ import annotations

from pathlib import Path

from companion.api import Game, T
from companion.games.citadel.action.module import MODULE as ACTION
from companion.games.citadel.board.module import MODULE as BOARD
from companion.games.citadel.campaign.ending import ending
from companion.games.citadel.campaign.module import MODULE as CAMPAIGN
from companion.games.citadel.cards.module import MODULE as CARDS
from companion.games.citadel.cards.owner_facts import revealed
from companion.games.citadel.leaflet.module import MODULE as LEAFLET
from companion.games.citadel.life.module import MODULE as LIFE
from companion.games.citadel.modules import Citadel
from companion.games.citadel.state import State, upgrade
from companion.games.citadel.story import DECISIONS, story
from companion.toolkit import load_board

FOLDER = Path(__file__).parent
MOST_PLAYERS = 4  # (p. 3)

# In order of urgency: what an earlier module asks is asked first.
CITADEL = Citadel((CAMPAIGN, CARDS, ACTION, LIFE, BOARD, LEAFLET), shown=(ACTION, LIFE, BOARD))

GAME: Game[State] = Game(
    name="citadel",
    title=T("The 7th Citadel"),
    state=State,
    seats=range(1, MOST_PLAYERS + 1),
    setup=CITADEL.setup,
    start=CITADEL.start,
    moves=CITADEL.moves,
    prompts=CITADEL.prompts,
    view=CITADEL.view,
    corrections=CITADEL.corrections,
    correct=CITADEL.correct,
    ending=ending,
    board=load_board(FOLDER / "board.toml"),
    learn=CITADEL.learn,
    families=CITADEL.families,
    forget=CITADEL.forget,
    check=CITADEL.check,
    upgrade=upgrade,
    story=story,
    decisions=DECISIONS,
    devices=frozenset({"camera"}),
    revealed=revealed,
)
