"""Playing alone (rulebook p. 25 to 27), put together."""

from __future__ import annotations

from companion.api.game import Prompt
from companion.games.turris.books import Books
from companion.games.turris.solo import betrayers, damage, numbers, showing
from companion.games.turris.state import State
from companion.toolkit.modules import Part


def _settle(books: Books) -> bool:
    if books.state.tasks and books.state.tasks[0].kind == damage.REPAIR:
        return damage.settle(books, books.state.tasks[0])
    return betrayers.settle(books)


def _prompts(state: State) -> tuple[Prompt, ...]:
    return (numbers.prompt(state),) if numbers.missing(state) else ()


PART: Part[State, Books] = Part(
    name="solo",
    moves={**numbers.MOVES, **damage.MOVES, **betrayers.MOVES},
    tasks={
        betrayers.CARD: betrayers.card_prompt,
        betrayers.LURE: betrayers.lure_prompt,
        damage.REPAIR: damage.prompt,
    },
    prompts=_prompts,
    settle=_settle,
    panels=showing.panels,
    knobs=showing.knobs,
)
