"""Frostpunk: The Board Game, 'A New Home: Crater' with Society I, Normal. Pages are those of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.api.game import Game, MoveKind, Outcome, Prompt, Value
from companion.api.text import T
from companion.games.frostpunk import (
    adjusting,
    books,
    choices,
    dawn,
    freezing,
    generator_prompts,
    hunger_prompts,
    night,
    preparation,
    setup,
    sharing_prompts,
    weather_prompts,
)
from companion.games.frostpunk.action import phase as action
from companion.games.frostpunk.cards import effects_prompts, event_moves, events, owner_facts
from companion.games.frostpunk.cards import prompts as cards
from companion.games.frostpunk.city import editing, generator_tile
from companion.games.frostpunk.city import facts as city_facts
from companion.games.frostpunk.city import prompts as city
from companion.games.frostpunk.city import tasks as city_tasks
from companion.games.frostpunk.endings import check_boards, ending
from companion.games.frostpunk.moves import settle
from companion.games.frostpunk.state import State
from companion.games.frostpunk.steps import phase_of
from companion.games.frostpunk.story import DECISIONS, story
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.upgrade import upgrade
from companion.games.frostpunk.views import view
from companion.toolkit import board_file as board

FOLDER = Path(__file__).parent

STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **dawn.STEP_PROMPTS,
    **event_moves.STEP_PROMPTS,
    **generator_prompts.STEP_PROMPTS,
    **weather_prompts.STEP_PROMPTS,
    **preparation.STEP_PROMPTS,
    **action.STEP_PROMPTS,
    **hunger_prompts.STEP_PROMPTS,
    **night.STEP_PROMPTS,
    **cards.STEP_PROMPTS,
}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **generator_prompts.TASK_PROMPTS,
    **weather_prompts.TASK_PROMPTS,
    **choices.TASK_PROMPTS,
    **sharing_prompts.TASK_PROMPTS,
    **effects_prompts.TASK_PROMPTS,
    **action.TASK_PROMPTS,
    **cards.TASK_PROMPTS,
    **event_moves.TASK_PROMPTS,
    **city_tasks.TASK_PROMPTS,
}
MOVES: Mapping[str, MoveKind[State]] = {
    **setup.MOVES,
    **dawn.MOVES,
    **event_moves.MOVES,
    **generator_prompts.MOVES,
    **weather_prompts.MOVES,
    **preparation.MOVES,
    **action.MOVES,
    **hunger_prompts.MOVES,
    **night.MOVES,
    **books.MOVES,
    **choices.MOVES,
    **sharing_prompts.MOVES,
    **effects_prompts.MOVES,
    **cards.MOVES,
    **editing.MOVES,
    **city_tasks.MOVES,
}


def prompts(state: State) -> tuple[Prompt, ...]:
    """What to do now: what the step waits for, else the step itself; then the books, where cards and Buildings act."""
    if state.ended:
        return ()
    if phase_of(state.step) == "setup" and not state.tasks:
        return (setup.prompt(state), city.prompt(state))
    by_hand = (*books.TASKS, *cards.OPEN_BOOKS)
    open_books = state.tasks[0].kind in by_hand if state.tasks else state.step in books.STEPS
    return (*_pressing(state), *((books.prompt(state),) if open_books else ()), city.prompt(state))


def _pressing(state: State) -> tuple[Prompt, ...]:
    if state.tasks:
        return (TASK_PROMPTS[state.tasks[0].kind](state),)
    return (STEP_PROMPTS[state.step](state),)


def learn(state: State, name: str, value: Value) -> Outcome[State]:
    """A board fact was told while the game runs."""
    tx = Transaction(state)
    owner_facts.check_fact(name, value)
    tx.remember(name, value)
    tx.set(city=generator_tile.moved(state.city, state.board, tx.state.board))
    text = T("The board was read: {value}.", value=value)
    if name.startswith(owner_facts.START):
        text = T("What “{name}” says was entered.", name=owner_facts.title(tx.state, name))
    tx.note("board_fact_told", text, name=name, value=value)
    events.words_told(tx, state)
    check_boards(tx)
    settle(tx)
    return tx.outcome()


def forget(state: State, name: str) -> Outcome[State]:
    """A told board fact was taken back: it is read off the board again where it matters."""
    tx = Transaction(state)
    tx.forget(name)
    tx.note("board_fact_forgotten", T("What was told of the board is taken back."), name=name)
    settle(tx)
    return tx.outcome()


GAME: Game[State] = Game(
    name="frostpunk",
    title=T("Frostpunk: The Board Game"),
    state=State,
    seats=setup.SEATS,
    setup=setup.asked,
    start=setup.start,
    moves=MOVES,
    prompts=prompts,
    view=view,
    corrections=adjusting.corrections,
    correct=adjusting.correct,
    ending=ending,
    board=board.load(FOLDER / "board.toml"),
    learn=learn,
    check=owner_facts.check_fact,
    families=(freezing.ICONS, *choices.FAMILIES, *city_facts.FAMILIES, *event_moves.FAMILIES, *setup.FAMILIES),
    forget=forget,
    upgrade=upgrade,
    story=story,
    decisions=DECISIONS,
)
