"""Reuse a Building or a Worker (rulebook p. 34), and the Propaganda Centre, which does the former (p. 43).

A card says it in the owner's words as `say reuse a building` or `say reuse a worker`.
"""

from __future__ import annotations

from companion.api import IllegalMove, Offer, Prompt, T
from companion.games.frostpunk.action import asks, gathering, snow, using, ways
from companion.games.frostpunk.action.construct import SUB_ACTIONS
from companion.games.frostpunk.action.construct import TASK as CONSTRUCT_TASK
from companion.games.frostpunk.action.meeples import BY_HAND, CONSTRUCT, SNOW
from companion.games.frostpunk.action.society import REUSE, peopled
from companion.games.frostpunk.cards import by_hand
from companion.games.frostpunk.city import ground, land
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, number, pick, require_task, tap, word

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
    return ground.building_at(state, at) is not None or bool(ground.on(state, at).count)


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
    elif ground.building_at(tx.state, at) is not None:
        _use_again(tx, at, way)
    else:
        gathering.resolve(tx, at, "")


def _use_again(tx: Transaction, at: str, way: int) -> None:
    building = ground.find_building(tx.state, at)
    every = ways.ways(tx.state, building)
    if not 1 <= way <= len(every):
        raise IllegalMove(T("That cannot be done with this Building now."), rule="reuse", page=34)
    using.carry_out(tx, building, every[way - 1])


# --- reusing ----------------------------------------------------------------------------------------------------------


def _reuse(state: State) -> Prompt:
    about = state.tasks[0].about
    offers = [offer for at in places(state, about) for offer in _offers_at(state, at)]
    buildings = T("Which Building acts again? It counts as heated.")
    workers = T("Where does a Worker act again? It counts as heated.")
    return Prompt(
        name="action.reuse",
        do=buildings if about == "building" else workers,
        seat=state.turn,
        rule="action.building",
        offers=(*offers, tap("reuse", T("None"), at=SKIP, way=0)),
    )


def _offers_at(state: State, at: str) -> list[Offer]:
    if at == "snow":
        return [
            tap("reuse", snow.label(state, ring), at=at, way=n)
            for n, ring in enumerate(snow.RINGS, 1)
            if snow.tiles(state, ring)
        ]
    if at == "construct":
        return [tap("reuse", T("Construct"), at=at, way=0)]
    building = ground.building_at(state, at)
    if building is None:
        return [tap("reuse", T("Gather: {space}", space=space_name(at)), at=at, way=0)]
    return [
        tap("reuse", T("{building}: {what}", building=BUILDINGS[building.kind].name, what=way.label), at=at, way=n)
        for n, way in enumerate(ways.ways(state, building), 1)
        if ways.hindrance(state, way) is None
    ]


_WHERE = pick(
    "at",
    T("Where"),
    {
        **{space: space_name(space) for space in land.SPACES},
        "snow": T("Remove snow"),
        "construct": T("Construct"),
        SKIP: T("None"),
    },
)
_WHERE_NAMES = {**{choice.value: choice.label for choice in _WHERE.choices}, SKIP: T("No further one")}

MODULE: GameModule[State, Transaction] = GameModule(
    name="reuse",
    moves={
        "reuse": action(
            lambda tx, args: choose(tx, word(args, "at"), number(args, "way")),
            lambda args: T("Reused: {where}", where=_WHERE_NAMES[word(args, "at")]),
            _WHERE,
            asks.WAY,
        ),
    },
    tasks={
        REUSE: _reuse,
    },
)
