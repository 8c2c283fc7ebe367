"""Use a Building (rulebook p. 26): one Meeple on a small one, two on a large one in separate actions."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Prompt, T, Text
from companion.games.frostpunk.action import asks, meeples, ways
from companion.games.frostpunk.action.meeples import AS_ENGINEER
from companion.games.frostpunk.action.performing import KNOWN, Act, PerformingOption, perform
from companion.games.frostpunk.cards import lasting
from companion.games.frostpunk.city import ground, heat
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.ground import find_building
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import gain
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted
from companion.toolkit import GameModule, action, number, require_task, tap

ASK = "ask"  # the way is chosen after the Meeple was placed
TASK = "building_way"  # a way to use the Building at `of` is to be chosen


def refusal(state: State, building: Building) -> Text | None:
    """Why a Building cannot be used now, None where it can."""
    if not ways.usable(building):
        return T("This Building has no action.")
    if len(meeples.standing_on(state, building)) < ways.size(building):
        return None
    if ways.size(building) == 1:
        return T("A Meeple stands on it already: a small Building is used once a round.")
    return T("Two Meeples stand on it already: a large Building is used twice a round.")


def usable(state: State) -> tuple[Building, ...]:
    """The Buildings that can be used now."""
    return tuple(building for building in state.city.buildings if refusal(state, building) is None)


def free_space(state: State, building: Building) -> str:
    """Where the next Meeple stands on a Building."""
    return next((space for space in building.at if not meeples.standing_at(state, space)), building.at[0])


def use(tx: Transaction, space: str, meeple: str, way: str = ASK, told: str = KNOWN, *, allowed: bool = False) -> None:
    """Take the action with a Meeple on the Building of a space."""
    building = find_building(tx.state, space)
    refused = refusal(tx.state, building)
    if refused:
        raise IllegalMove(refused, rule="action.building", page=26)
    if not allowed:
        refuse_meeple(tx.state, building, meeple)
    _refuse_way(tx.state, building, way)
    if told != KNOWN:
        heat.tell(tx, place_of(space), told == "heated", building)
    perform(tx, _act(tx.state, building, meeple, way, allowed), told)


def _act(state: State, building: Building, meeple: str, way: str, allowed: bool) -> Act:
    return Act(
        what="use",
        meeple=meeple,
        at=free_space(state, building),
        way=way,
        for_children=building.kind,
        heated=heat.of_building(state, building),
        stays=building.kind == "prison",
        allowed=allowed,
    )


def refuse_meeple(state: State, building: Building, meeple: str) -> None:
    """Only Engineers are sent to a Building with a gear (p. 26), and Children where a Law names the Building."""
    if not BUILDINGS[building.kind].engineer_only or meeple in AS_ENGINEER:
        return
    if meeple == "children" and lasting.children_act(state, building.kind, named=True):
        return
    text = T("{building}: only an Engineer can be sent there.", building=BUILDINGS[building.kind].name)
    raise IllegalMove(text, rule="action.building", page=26)


def _refuse_way(state: State, building: Building, way: str) -> None:
    """Refuse before the Meeple is placed what could not be carried out anyway."""
    every = ways.ways(state, building)
    chosen = every if way == ASK else tuple(one for one in every if one.name == way)
    reasons = [ways.hindrance(state, one) for one in chosen]
    if chosen and None in reasons:
        return
    first = reasons[0] if reasons else None
    raise IllegalMove(first or T("That cannot be done with this Building now."), rule="action.building", page=26)


def resolve(tx: Transaction, space: str, way: str) -> None:
    """The effect of a Building: the way chosen, or the choice among those that are possible now."""
    building = find_building(tx.state, space)
    every = ways.ways(tx.state, building)
    asked = every if way == ASK else tuple(one for one in every if one.name == way)
    chosen = tuple(one for one in asked if ways.hindrance(tx.state, one) is None)
    if not chosen:
        raise IllegalMove(T("That cannot be done with this Building now."), rule="action.building", page=26)
    if len(chosen) == 1:
        carry_out(tx, building, chosen[0])
    else:
        tx.queue(TASK, building.kind, of=space)


def carry_out(tx: Transaction, building: Building, way: PerformingOption) -> None:
    """Carry out a way to use a Building, and write down which."""
    does = with_extra(tx.state, building, way)
    text = T("{building}: {what}", building=BUILDINGS[building.kind].name, what=does)
    tx.note("building_used", text, kind=building.kind, at=building.at[0], way=way.name)
    way.do(tx)
    for what, count in lasting.extra(tx.state, building.kind):
        gain(tx, what, count)


def with_extra(state: State, building: Building, way: PerformingOption) -> Text:
    """What a way does, with what a Law or a Technology adds: "5 Food and 1 Food more"."""
    label = way.label
    for what, count in lasting.extra(state, building.kind):
        label = T("{what} and {more} more", what=label, more=counted(what, count))
    return label


# --- one of several ways ----------------------------------------------------------------------------------------------


def building_way(tx: Transaction, args: Args) -> None:
    """Which of a Building's effects is carried out."""
    task = require_task(tx.state, TASK)
    building = ground.find_building(tx.state, task.of)
    every = ways.ways(tx.state, building)
    chosen = every[number(args, "way") - 1 : number(args, "way")]
    tx.finish_task()
    for way in chosen:
        carry_out(tx, building, way)


def _way(state: State) -> Prompt:
    building = ground.find_building(state, state.tasks[0].of)
    offers = tuple(
        tap("building_way", way.label, way=n)
        for n, way in enumerate(ways.ways(state, building), 1)
        if ways.hindrance(state, way) is None
    )
    name = BUILDINGS[building.kind].name
    return Prompt(
        name="action.way",
        do=T("{building}: which effect?", building=name),
        seat=state.turn,
        rule="action.building",
        offers=offers or (tap("building_way", T("None is possible any more"), way=0),),
    )


def settle(tx: Transaction) -> bool:
    """The choice between the effects of a Building that has been taken off the map meanwhile is left out."""
    task = tx.at_head(TASK)
    if task is None or ground.building_at(tx.state, task.of) is not None:
        return False
    tx.finish_task()
    return True


MODULE: GameModule[State, Transaction] = GameModule(
    name="using",
    moves={
        "building_way": action(building_way, T("Effect chosen"), asks.WAY),
    },
    tasks={
        TASK: _way,
    },
    settle=settle,
)
