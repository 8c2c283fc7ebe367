"""Construct (rulebook p. 26): always heated; up to three times, build a Building or dismantle one."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.frostpunk.action.meeples import CONSTRUCT
from companion.games.frostpunk.action.performing import Act, perform
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.construction import SNOW_PIT
from companion.games.frostpunk.city.costs import cost, size
from companion.games.frostpunk.city.geometry import all_spaces, spaces_of
from companion.games.frostpunk.city.kind import LARGE
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import lose
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

TASK = "construct"  # sub-actions are left: `count` of them
SUB_ACTIONS = 3  # p. 26
MOST_BURIED = 3  # p. 43


def take(tx: Transaction, meeple: str) -> None:
    """Take the action with a Meeple on the Construction space."""
    if not possible(tx.state):
        raise IllegalMove(T("Nothing can be built or dismantled."), rule="action.construct", page=26)
    perform(tx, Act(what="construct", meeple=meeple, at=CONSTRUCT))


def resolve(tx: Transaction, at: str, way: str) -> None:
    """Three sub-actions are free."""
    tx.queue(TASK, count=SUB_ACTIONS)


def possible(state: State) -> bool:
    """Whether anything can be built or dismantled."""
    return bool(dismantlable(state)) or any(sites(state, kind) for kind in BUILDINGS)


def sites(state: State, kind: str) -> tuple[str, ...]:
    """The spaces where a Building can be built and paid for now; of a large one the first space of each tile."""
    found = (space for space in all_spaces(state) if laying.can_build(state, kind, space) is None)
    if size(state, kind) == LARGE:
        found = (space for space in found if space == spaces_of(state, place_of(space))[0])
    return tuple(found)


def dismantlable(state: State) -> tuple[Building, ...]:
    """The Buildings that can be dismantled now."""
    return tuple(one for one in state.city.buildings if laying.can_dismantle(state, one) is None)


def build(tx: Transaction, kind: str, at: str, told: Mapping[str, int]) -> None:
    """One sub-action: a Building is built; `told` is what its card says it costs, where the companion does not know."""
    require_task(tx.state, TASK)
    _one_done(tx)
    paid = told if cost(tx.state, kind) is None else None
    laying.raise_building(tx, kind, at, paid=paid)


def dismantle(tx: Transaction, at: str) -> None:
    """One sub-action: a Building goes back onto the Buildings board, a Ruin leaves the game."""
    require_task(tx.state, TASK)
    building = laying.building_at(tx.state, at)
    if building is None:
        raise IllegalMove(T("No Building stands there."), rule="action.construct", page=26)
    _one_done(tx)
    laying.dismantle(tx, building)


def _one_done(tx: Transaction) -> None:
    tx.finish_task()


def stop(tx: Transaction) -> None:
    """Nothing more is built or dismantled in this action."""
    require_task(tx.state, TASK)
    tx.drop_task()


def bury(tx: Transaction, spaces: int) -> None:
    """A Snow Pit was built: the Corpse marker moves one to three spaces back (p. 43)."""
    require_task(tx.state, SNOW_PIT)
    if spaces > tx.state.corpses:
        raise IllegalMove(T("The Corpse marker cannot move back so far."), rule="action.construct", page=43)
    tx.finish_task()
    lose(tx, "corpses", spaces)


def settle(tx: Transaction) -> bool:
    """Where nothing more can be built or dismantled, the action is done."""
    if tx.state.tasks[0].kind != TASK or possible(tx.state):
        return False
    stop(tx)
    return True
