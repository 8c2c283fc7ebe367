"""The parts of the game, those first whose business presses most."""

from __future__ import annotations

from companion.games.citadel.action.part import PART as ACTION
from companion.games.citadel.board.part import PART as BOARD
from companion.games.citadel.campaign.part import PART as CAMPAIGN
from companion.games.citadel.cards.part import PART as CARDS
from companion.games.citadel.leaflet.part import PART as LEAFLET
from companion.games.citadel.life.part import PART as LIFE
from companion.games.citadel.part import Part

PARTS: tuple[Part, ...] = (CAMPAIGN, CARDS, ACTION, LIFE, BOARD, LEAFLET)
