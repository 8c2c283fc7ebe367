"""The parts of the game, those first whose business presses most."""

from __future__ import annotations

from companion.games.citadel.action.module import MODULE as ACTION
from companion.games.citadel.board.module import MODULE as BOARD
from companion.games.citadel.campaign.module import MODULE as CAMPAIGN
from companion.games.citadel.cards.module import MODULE as CARDS
from companion.games.citadel.game_module import GameModule
from companion.games.citadel.leaflet.module import MODULE as LEAFLET
from companion.games.citadel.life.module import MODULE as LIFE

MODULES: tuple[GameModule, ...] = (CAMPAIGN, CARDS, ACTION, LIFE, BOARD, LEAFLET)
