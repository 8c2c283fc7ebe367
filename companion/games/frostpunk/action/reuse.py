"""Reuse a Building or a Worker (rulebook p. 34), and the Propaganda Centre, which does the former (p. 43).

A card says it in the owner's words as `say reuse a building` or `say reuse a worker`.
"""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.frostpunk.action import gathering, snow, using, ways
from companion.games.frostpunk.action.construct import SUB_ACTIONS
from companion.games.frostpunk.action.construct import TASK as CONSTRUCT_TASK
from companion.games.frostpunk.action.meeples import BY_HAND, CONSTRUCT, SNOW
from companion.games.frostpunk.action.society import REUSE, peopled
from companion.games.frostpunk.cards import by_hand
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

SAID = {"say reuse a building": "building", "say reuse a worker": "worker"}
SKIP = "none"


def carry(tx: Transaction, words: str, about: str) -> None:
    """Carry out a card's effects, those among them that reuse something."""
    pieces = [piece.strip() for piece in words.split(";")]
    reused = [SAID[piece.casefold()] for piece in pieces if piece.casefold() in SAID]
    rest = "; ".join(piece for piece in pieces if piece.casefold() not in SAID)
    if rest or not reused:
        by_hand.carry(tx, rest, about)
    for kind in reused:
        begin(tx, kind)


def begin(tx: Transaction, about: str) -> None:
    """A `building` or a `worker` is to be reused; nothing happens where there is none."""
    if places(tx.state, about):
        tx.queue(REUSE, about)
    else:
        tx.tell("nothing_reused", T("There is nothing that could be reused."), about=about)


def places(state: State, about: str) -> tuple[str, ...]:
    """Where something can be done again: a space of the map, `snow` or `construct`."""
    if about == "building":
        return tuple(building.at[0] for building in peopled(state) if ways.usable(building))
    worked = (meeple.at for meeple in state.city.placed if meeple.kind == "workers")
    return tuple(dict.fromkeys(at for at in worked if _again(state, at)))


def _again(state: State, at: str) -> bool:
    """Whether an action can be performed again where a Worker stands; not on cards (p. 34)."""
    if at == SNOW:
        return any(snow.tiles(state, ring) for ring in snow.RINGS)
    if at == CONSTRUCT:
        return True
    if at == BY_HAND or at.startswith("card "):
        return False
    return laying.building_at(state, at) is not None or bool(laying.on(state, at).count)


def choose(tx: Transaction, at: str, way: int) -> None:
    """The action there is performed once more, heated, without a Meeple; `way` as in using the Building, or 1 for Near
    tiles and 2 for a Far one."""
    task = require_task(tx.state, REUSE)
    if at != SKIP and at not in places(tx.state, task.about):
        raise IllegalMove(T("Nothing can be reused there."), rule="reuse", page=34)
    tx.finish_task()
    if at == SKIP:
        return
    if at == SNOW:
        snow.resolve(tx, at, snow.RINGS[max(0, way - 1)])
    elif at == CONSTRUCT:
        tx.queue(CONSTRUCT_TASK, count=SUB_ACTIONS)
    elif laying.building_at(tx.state, at) is not None:
        _use_again(tx, at, way)
    else:
        gathering.resolve(tx, at, "")


def _use_again(tx: Transaction, at: str, way: int) -> None:
    building = using.find(tx.state, at)
    every = ways.ways(tx.state, building)
    if not 1 <= way <= len(every):
        raise IllegalMove(T("That cannot be done with this Building now."), rule="reuse", page=34)
    using.carry_out(tx, building, every[way - 1])
