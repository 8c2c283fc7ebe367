"""What the Board brings to the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from companion.api.game import IllegalMove, Value
from companion.api.text import T
from companion.games.citadel.board import exploring, figures, idle, placing, prompts, showing
from companion.games.citadel.board.moves import MOVES
from companion.games.citadel.board.owner_facts import FAMILIES
from companion.games.citadel.board.words import number_of, read_written, written
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import pick
from companion.toolkit.modules import Settable

OFF = "off"


def check(name: str, value: Value) -> None:
    """Arrows as they are written down: "north 094 I; east 108 I", or "none"."""
    if re.fullmatch(FAMILIES[0].pattern, name) and str(value) not in ("none", written(read_written(str(value)))):
        raise IllegalMove(T("Enter arrows such as: north 094 I; east 108 I. Enter none where there is none."))


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Where each figure stands."""
    terrains = {one.key: T("{number}", number=number_of(state, one.key)) for one in state.sketch.terrains}
    places = {OFF: T("Off the Board")} | terrains
    for hero in state.party:
        ask = pick(f"figure_{hero.seat}", T("Figure of {name}", name=hero.name), places)
        yield Settable(ask, hero.place if hero.place in places else OFF, partial(_stand, hero.seat))


def _stand(seat: str, tx: Transaction, value: Value) -> None:
    """A figure stands elsewhere."""
    if value != OFF:
        figures.go(tx, (seat,), str(value))
        return
    hero = tx.set_hero(seat, place="")
    tx.note("figure_off", T("{name}: the figure is off the Board.", name=hero.name), seat=seat)


def _follow(tx: Transaction) -> None:
    """The sketch follows the ledger, tasks follow the figures; an Exploration card that was turned over is resolved."""
    placing.follow(tx)
    figures.settle(tx)
    exploring.follow(tx)


MODULE = GameModule(
    name="board",
    moves=MOVES,
    tasks=with_task(
        {
            placing.PLACE: prompts.place,
            placing.ATTACH: prompts.attach,
            placing.ARROWS: prompts.arrows,
            "board.which": prompts.which,
            exploring.TURNED: prompts.turned,
            "board.mandatory": prompts.mandatory,
        }
    ),
    idle=idle.offers,
    panels=lambda state: (showing.panel(state),),
    settables=settables,
    families=FAMILIES,
    check=check,
    follow=_follow,
)
