"""The fire as a part of the game: event cards, and what they leave to a choice."""

from __future__ import annotations

from companion.api.game import Prompt
from companion.api.text import T, verbatim
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.city.streets import BLOCKS, DIRECTIONS
from companion.games.fire_brigade.fire import events, festivals, specials
from companion.games.fire_brigade.names import DIRECTION_NAMES
from companion.games.fire_brigade.state import State
from companion.toolkit.forms import pick
from companion.toolkit.modules import Deed, Part, deed


def prompts(state: State) -> tuple[Prompt, ...]:
    """Reveal an event card."""
    return (events.prompt(state),) if events.waits(state) else ()


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
_DIRECTION = pick("direction", T("Direction"), {one: DIRECTION_NAMES[one] for one in DIRECTIONS})

MOVES: dict[str, Deed[Books]] = {
    **events.MOVES,
    "feed_fire": deed(festivals.feed, T("Chose a block"), _FIELD),
    "feed_none": deed(festivals.pass_by, T("Chose no block")),
    "fell_oak": deed(specials.choose_direction, T("Old Tom Oak"), _DIRECTION),
}

PART: Part[State, Books] = Part(
    name="fire",
    moves=MOVES,
    tasks={festivals.ONE: festivals.prompt, festivals.DIRTY: festivals.prompt, specials.OAK: specials.ask_direction},
    prompts=prompts,
    settle=festivals.settle,
)
