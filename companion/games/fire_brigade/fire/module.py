"""The fire as a part of the game: event cards, and what they leave to a choice."""

from __future__ import annotations

from companion.api.game import Prompt
from companion.api.text import T, verbatim
from companion.games.fire_brigade.city.streets import BLOCKS, DIRECTIONS
from companion.games.fire_brigade.fire import events, festivals, specials
from companion.games.fire_brigade.names import DIRECTION_NAMES
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Action, GameModule, action


def prompts(state: State) -> tuple[Prompt, ...]:
    """Reveal an event card."""
    return (events.prompt(state),) if events.waits(state) else ()


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
_DIRECTION = pick("direction", T("Direction"), {one: DIRECTION_NAMES[one] for one in DIRECTIONS})

MOVES: dict[str, Action[Transaction]] = {
    **events.MOVES,
    "feed_fire": action(festivals.feed, T("Chose a block"), _FIELD),
    "feed_none": action(festivals.pass_by, T("Chose no block")),
    "fell_oak": action(specials.choose_direction, T("Old Tom Oak"), _DIRECTION),
}

MODULE: GameModule[State, Transaction] = GameModule(
    name="fire",
    moves=MOVES,
    tasks={festivals.ONE: festivals.prompt, festivals.DIRTY: festivals.prompt, specials.OAK: specials.ask_direction},
    prompts=prompts,
    settle=festivals.settle,
)
