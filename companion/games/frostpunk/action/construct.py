"""Construct (rulebook p. 26): always heated; up to three times, build a Building or dismantle one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Value, row_of
from companion.games.frostpunk.action import asks
from companion.games.frostpunk.action.meeples import CONSTRUCT
from companion.games.frostpunk.action.performing import Act, perform
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.buildings import BUILDINGS, LARGE
from companion.games.frostpunk.city.construction import SNOW_PIT
from companion.games.frostpunk.city.costs import PAID_WITH, cost, cost_text, size
from companion.games.frostpunk.city.geometry import all_spaces, space_name, spaces_of
from companion.games.frostpunk.city.ground import lies_text
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.city.tasks import ask_size, on_map
from companion.games.frostpunk.state import State
from companion.games.frostpunk.supply import lose
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import NAMES, counted
from companion.toolkit import GameModule, action, number, require_task, tap, whole, word

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
    found = (space for space in all_spaces(state) if construction.can_build(state, kind, space) is None)
    if size(state, kind) == LARGE:
        found = (space for space in found if space == spaces_of(state, place_of(space))[0])
    return tuple(found)


def dismantlable(state: State) -> tuple[Building, ...]:
    """The Buildings that can be dismantled now."""
    return tuple(one for one in state.city.buildings if construction.can_dismantle(state, one) is None)


def build(tx: Transaction, kind: str, at: str, told: Mapping[str, int]) -> None:
    """One sub-action: a Building is built; `told` is what its card says it costs, where the companion does not know."""
    require_task(tx.state, TASK)
    _one_done(tx)
    paid = told if cost(tx.state, kind) is None else None
    construction.raise_building(tx, kind, at, paid=paid)


def dismantle(tx: Transaction, at: str) -> None:
    """One sub-action: a Building goes back onto the Buildings board, a Ruin leaves the game."""
    require_task(tx.state, TASK)
    building = ground.building_at(tx.state, at)
    if building is None:
        raise IllegalMove(T("No Building stands there."), rule="action.construct", page=26)
    _one_done(tx)
    construction.dismantle(tx, building)


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
    if tx.at_head(TASK) is None or possible(tx.state):
        return False
    stop(tx)
    return True


BUILD_HEAD = T("Build")
DISMANTLE_HEAD = T("Dismantle")


def construct_build(tx: Transaction, args: Args) -> None:
    """One sub-action: a Building is built."""
    told = {what: number(args, what) for what in PAID_WITH}
    build(tx, word(args, "building"), word(args, "at"), told)


def _prompt(state: State) -> Prompt:
    left = state.tasks[0].count
    built = SUB_ACTIONS - left
    done = tap("construct_done", T("That is all") if built else T("Nothing after all"))
    return Prompt(
        name="action.construct",
        do=N("Build or dismantle: once more.", "Build or dismantle, up to {n} times.", left),
        more=T(
            "You have {wood} and {cores}.",
            wood=counted("wood", state.wood),
            cores=counted("steam_cores", state.steam_cores),
        ),
        seat=state.turn,
        rule="action.construct",
        offers=(*_builds(state), *_dismantles(state), done),
    )


def _builds(state: State) -> list[Offer]:
    found = [(kind, sites(state, kind)) for kind in BUILDINGS]
    return [_build(state, kind, sites) for kind, sites in found if sites]


def _build(state: State, kind: str, sites: tuple[str, ...]) -> Offer:
    if size(state, kind) is None:
        return replace(ask_size(kind), under=BUILD_HEAD)
    price = cost(state, kind)
    settled: dict[str, Value] = {"building": kind}
    wanted = []
    if len(sites) == 1:
        settled["at"] = sites[0]
    else:
        wanted.append(on_map("at", T("Where"), {at: _site(state, kind, at) for at in sites}))
    if price is None:
        wanted_cost = tuple(asks.cost(what, NAMES[what]) for what in PAID_WITH)
    else:
        wanted_cost = ()
        settled |= {what: price.get(what, 0) for what in PAID_WITH}
    return Offer(
        move=Move("construct_build", settled),
        label=BUILDINGS[kind].name,
        asks=(*wanted, *wanted_cost),
        note=_note(state, kind, price, sites),
        under=BUILD_HEAD,
        rule="action.construct",
    )


def _note(state: State, kind: str, price: Mapping[str, int] | None, sites: tuple[str, ...]) -> Text:
    """What it costs; and where it goes, where there is only one place for it."""
    if len(sites) > 1:
        return cost_text(price)
    return T("{cost}. {where}", cost=cost_text(price), where=_site(state, kind, sites[0]))


def _site(state: State, kind: str, at: str) -> Text:
    """A space to build on, and what has to go back to the bank from it (p. 26)."""
    covered = [ground.on(state, space) for space in construction.covers(state, kind, at)]
    lying = [lies_text(space) for space in covered if space.count or space.trees]
    where = space_name(at)
    return T("{where}: {lying} to the bank", where=where, lying=row_of(lying)) if lying else where


def _dismantles(state: State) -> list[Offer]:
    return [
        Offer(
            move=Move("construct_dismantle", {"at": building.at[0]}),
            label=construction.called(building),
            note=space_name(building.at[0]),
            under=DISMANTLE_HEAD,
            rule="action.construct",
        )
        for building in dismantlable(state)
    ]


def _snow_pit(state: State) -> Prompt:
    most = min(MOST_BURIED, state.corpses)
    label = (T("One space"), T("Two spaces"), T("Three spaces"))
    return Prompt(
        name="action.snow_pit",
        do=T("Snow Pit: how far does the Corpse marker move back?"),
        more=T("It stands on {corpses}.", corpses=state.corpses),
        rule="action.construct",
        offers=tuple(
            tap("snow_pit", label[spaces - 1], "usual" if spaces == most else "plain", spaces=spaces)
            for spaces in range(most, 0, -1)
        ),
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="construct",
    moves={
        "construct_build": action(
            construct_build,
            lambda args: T("Built: {building}", building=BUILDINGS[word(args, "building")].name),
            asks.BUILDING,
            asks.space(),
            *(asks.cost(what, NAMES[what]) for what in PAID_WITH),
        ),
        "construct_dismantle": action(
            lambda tx, args: dismantle(tx, word(args, "at")),
            lambda args: T("Dismantled: {space}", space=space_name(word(args, "at"))),
            asks.space(),
        ),
        "snow_pit": action(
            lambda tx, args: bury(tx, number(args, "spaces")),
            lambda args: N(
                "Snow Pit: Corpse marker {n} space back",
                "Snow Pit: Corpse marker {n} spaces back",
                number(args, "spaces"),
            ),
            whole("spaces", T("Spaces"), MOST_BURIED, at_least=1),
        ),
        "construct_done": action(lambda tx, args: stop(tx), T("Construction done")),
    },
    tasks={
        TASK: _prompt,
        SNOW_PIT: _snow_pit,
    },
    settle=settle,
)
