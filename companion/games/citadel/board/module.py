"""What the Board brings to the game."""

from __future__ import annotations

import re

from companion.api.game import Correction, IllegalMove, Outcome, Value
from companion.api.text import T
from companion.games.citadel.board import exploring, figures, idle, placing, prompts, showing
from companion.games.citadel.board.moves import MOVES
from companion.games.citadel.board.owner_facts import FAMILIES
from companion.games.citadel.board.words import number_of, read_written, written
from companion.games.citadel.game_module import GameModule
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import pick

OFF = "off"


def check(name: str, value: Value) -> None:
    """Arrows as they are written down: "north 094 I; east 108 I", or "none"."""
    if re.fullmatch(FAMILIES[0].pattern, name) and str(value) not in ("none", written(read_written(str(value)))):
        raise IllegalMove(T("Enter arrows such as: north 094 I; east 108 I. Enter none where there is none."))


def corrections(state: State) -> tuple[Correction, ...]:
    """Where each figure stands."""
    places = {OFF: T("Off the Board")} | {
        one.key: T("{number}", number=number_of(state, one.key)) for one in state.board.terrains
    }
    return tuple(
        Correction(
            ask=pick(f"figure_{hero.seat}", T("Figure of {name}", name=hero.name), places),
            now=hero.place if hero.place in places else OFF,
        )
        for hero in state.party
    )


def correct(state: State, name: str, value: Value) -> Outcome[State] | None:
    """A figure stands elsewhere."""
    if not name.startswith("figure_"):
        return None
    seat = name.removeprefix("figure_")
    tx = Transaction(state)
    if value == OFF:
        tx.set_hero(seat, place="")
        tx.note("figure_off", T("{name}: the figure is off the Board.", name=state.hero(seat).name), seat=seat)
    else:
        figures.go(tx, (seat,), str(value))
    return tx.outcome()


def _settle(tx: Transaction) -> None:
    """The sketch follows the ledger, tasks follow the figures; an Exploration card that was turned over is resolved."""
    placing.follow(tx)
    figures.settle(tx)
    exploring.follow(tx)


MODULE = GameModule(
    name="board",
    moves=MOVES,
    tasks={
        placing.PLACE: prompts.place,
        placing.ATTACH: prompts.attach,
        placing.ARROWS: prompts.arrows,
        "board.which": prompts.which,
        exploring.TURNED: prompts.turned,
        "board.mandatory": prompts.mandatory,
    },
    idle=idle.offers,
    panels=lambda state: (showing.panel(state),),
    corrections=corrections,
    correct=correct,
    families=FAMILIES,
    check=check,
    settle=_settle,
)
