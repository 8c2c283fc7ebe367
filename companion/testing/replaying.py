"""Random evenings with undo and redo, and their log played again through the rules.

wander(session, random.Random(seed), lambda prompts: any_move(prompts, dice))
assert played_again(log, evening, GAME, table) == session.state()
"""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from companion.api.game import Game, IllegalMove, Move, Prompt, Table
from companion.session.session import Session
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.timeline import Timeline

MOVES = 120


def wander(
    session: Session,
    dice: random.Random,
    act: Callable[[Sequence[Prompt]], Move],
    refusals: tuple[type[Exception], ...] = (IllegalMove,),
    moves: int = MOVES,
) -> None:
    """Moves with undo and redo of random stretches among them; wherever a step is come back to, its state is."""
    states: dict[int, Any] = {}
    for _ in range(moves):
        screen = session.screen()
        roll = dice.random()
        if roll < 0.06 and screen.can_undo:
            session.undo("test", dice.randint(1, min(screen.can_undo, 12)))
        elif roll < 0.12 and screen.can_redo:
            session.redo("test", dice.randint(1, screen.can_redo))
        elif screen.ending is None:
            with suppress(*refusals):
                session.play(act(screen.prompts), "test")
        assert states.setdefault(session.head, session.state()) == session.state()


def played_again(log: Log, evening: str, game: Game[Any], table: Table) -> Any:
    """The state after the steps that count, once more through the rules."""
    timeline = Timeline()
    for link in log.links(evening):
        timeline.add(link)
    rows = {row.number: row for _, row in log.entries(evening)}
    state = game.start(table).state
    for number in timeline.chain[1:]:
        move = codec.move(rows[number].move or "")
        state = game.moves[move.name].play(state, move.args).state
    return state
