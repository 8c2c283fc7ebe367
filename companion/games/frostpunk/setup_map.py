"""The first step of the setup: the map (rulebook p. 9 and 10). Which space of the Generator tile holds what is only
pictured, and told once; Food on the tiles that were turned up is added to the starting Food (p. 12)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, MoveKind, Offer, Prompt
from companion.api.game import Move as GameMove
from companion.api.text import T
from companion.games.frostpunk import setup_list as checklist
from companion.games.frostpunk import setup_prompts as shown
from companion.games.frostpunk.city import crater
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.state import MOST_FOOD, State
from companion.games.frostpunk.stores import gain
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import whole


def map_laid(tx: Transaction, args: Args) -> None:
    """The map is laid out, and entered whole or not at all; Food on its tiles is added to the starting Food (p. 12)."""
    require_step(tx.state, crater.SETUP)
    crater.require_whole(tx.state)
    gain(tx, "food", number(args, "food"))
    checklist.finish(tx)


def prompt(state: State) -> Prompt:
    """The map, with the Food that its tiles bring."""
    food = whole("food", shown.FOOD, MOST_FOOD, 0)
    done = Offer(move=GameMove("map_laid"), label=T("Map laid out"), asks=(food,), tone="usual")
    more = T("Enter the tiles on the map below, corner by corner; the companion then knows what each Building gives.")
    lacks = crater.lacks(state)
    return shown.shown(state, done=done, ends=lacks is None, more=lacks or more)


MOVES: Mapping[str, MoveKind[State]] = {
    "map_laid": move(map_laid, says(T("Map laid out")), whole("food", shown.FOOD, MOST_FOOD)),
}
