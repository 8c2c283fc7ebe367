"""Construct (rulebook p. 26): always heated; up to three times, build a Building or dismantle one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from msgspec import structs

from companion.api import (
    Args,
    Choice,
    IllegalMove,
    Move,
    N,
    Offer,
    Pick,
    Prompt,
    T,
    Text,
    Value,
    Whole,
    row_of,
)
from companion.games.frostpunk.action import asks
from companion.games.frostpunk.action.meeples import CONSTRUCT
from companion.games.frostpunk.action.performing import Act, perform
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.buildings import BUILDINGS, LARGE
from companion.games.frostpunk.city.construction import SNOW_PIT
from companion.games.frostpunk.city.costs import MOST_PAID, PAID_WITH, cost, cost_text, learn_cost, size
from companion.games.frostpunk.city.geometry import all_spaces, space_name, spaces_of
from companion.games.frostpunk.city.ground import lies_text
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.city.tasks import on_map
from companion.games.frostpunk.state import State, Task
from companion.games.frostpunk.supply import lose
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, NAMES, counted
from companion.toolkit import GameModule, action, number, once, pick, require_task, tap, whole, word

TASK = "construct"  # sub-actions are left: `count` of them
SUB_ACTIONS = 3  # p. 26
MOST_BURIED = 3  # p. 43


def take(tx: Transaction, meeple: str, first: str = "") -> None:
    """Take the action with a Meeple on the Construction space; `first` is what is built first, or the space of the
    Building that is dismantled first."""
    if not possible(tx.state):
        raise IllegalMove(T("Nothing can be built or dismantled."), rule="action.construct", page=26)
    perform(tx, Act(what="construct", meeple=meeple, at=CONSTRUCT, way=first))


def resolve(tx: Transaction, at: str, way: str) -> None:
    """Three sub-actions are free, the first of them chosen already where `way` names a Building or a space."""
    tx.queue(TASK, about=way if way in BUILDINGS else "", count=SUB_ACTIONS)
    if way and way not in BUILDINGS:
        dismantle(tx, way)


def possible(state: State) -> bool:
    """Whether anything can be built or dismantled."""
    return bool(dismantlable(state)) or any(sites(state, kind) for kind in BUILDINGS)


def sites(state: State, kind: str) -> tuple[str, ...]:
    """The spaces where a Building can be built and paid for now; of a large one the first space of each tile."""
    known = _sites(state)
    if kind not in known:
        every = construction.sites(state, kind, all_spaces(state))
        large = size(state, kind) == LARGE
        known[kind] = tuple(one for one in every if not large or one == spaces_of(state, place_of(one))[0])
    return known[kind]


@once
def _sites(state: State) -> dict[str, tuple[str, ...]]:
    """Those that were asked for, by kind: they are offered, and then each with its row of spaces."""
    return {}


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
    _plan(tx, "")
    tx.finish_task()


def _plan(tx: Transaction, kind: str, words: str = "") -> None:
    """What is to be built next; `words` are what was told of its cost."""
    first, *rest = tx.state.tasks
    tx.set(tasks=(replace(first, about=kind, words=words), *rest))


def plan(tx: Transaction, args: Args) -> None:
    """A Building was chosen; where it stands, and what it costs where nobody knows, is asked next."""
    require_task(tx.state, TASK)
    kind = word(args, "building")
    if not sites(tx.state, kind):
        raise IllegalMove(T("That Building cannot be built now."), rule="action.construct", page=26)
    _plan(tx, kind)


def plan_another(tx: Transaction, args: Args) -> None:
    """Another Building after all."""
    require_task(tx.state, TASK)
    _plan(tx, "")


def cost_told(tx: Transaction, args: Args) -> None:
    """How much of a Resource the Building to be built costs was read off its card (p. 26)."""
    task, what = require_task(tx.state, TASK), word(args, "what")
    if not task.about or what != _next_cost(tx.state):
        raise IllegalMove(T("Nothing of that kind is to be done now."), rule="action.construct", page=26)
    told = {**_told(task), what: number(args, "count")}
    _plan(tx, task.about, " ".join(f"{one}={count}" for one, count in told.items()))
    if _next_cost(tx.state) is None:
        learn_cost(tx, task.about, told)


def _told(task: Task) -> dict[str, int]:
    return {what: int(count) for what, _, count in (one.partition("=") for one in task.words.split())}


def _next_cost(state: State) -> str | None:
    """The Resource of which is to be told next how much the Building costs; None once all is known."""
    task = state.tasks[0]
    if not task.about or cost(state, task.about) is not None:
        return None
    asked = (what for what in PAID_WITH if what != "steel" or state.steel)
    return next((what for what in asked if what not in _told(task)), None)


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
    task = tx.at_head(TASK)
    if task is None:
        return False
    if not possible(tx.state):
        stop(tx)
        return True
    if not task.about or size(tx.state, task.about) is None or cost(tx.state, task.about) is None:
        return False
    open_ = sites(tx.state, task.about)
    if len(open_) == 1 and not any(buried(tx.state, task.about, open_[0])):
        build(tx, task.about, open_[0], {})
        tx.order(
            "site",
            T("Build it on {space}: {building}", space=space_name(open_[0]), building=BUILDINGS[task.about].name),
        )
        return True
    if not open_:
        _plan(tx, "")
    return not open_


def construct_build(tx: Transaction, args: Args) -> None:
    """One sub-action: a Building is built."""
    told = {what: number(args, what) for what in PAID_WITH}
    build(tx, word(args, "building"), word(args, "at"), told)


def _prompt(state: State) -> Prompt:
    return _planned(state) if state.tasks[0].about else _which(state)


def _which(state: State) -> Prompt:
    left = state.tasks[0].count
    built = SUB_ACTIONS - left
    done = tap("construct_done", T("Build nothing more") if built else T("Build nothing after all"))
    offers = build_offers(state, Move("construct_plan"))
    if dismantled := dismantle_ask(state):
        move = Move("construct_dismantle")
        offers.append(Offer(move=move, label=T("Dismantle"), asks=(dismantled,), icon="buildings", tone="danger"))
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
        offers=(*offers, done),
    )


def buildable(state: State) -> Iterator[str]:
    """The kinds of Building for which there is a place now, and that can be paid as far as their cost is known."""
    return (kind for kind in BUILDINGS if sites(state, kind))


BUILD_HEAD = T("Build")
GROUPS: Mapping[str, tuple[Text, frozenset[str]]] = {
    "industry": (
        T("Resources and work"),
        frozenset(
            {
                "beacon", "charcoal_kiln", "coal_mine", "coal_thumper", "factory", "gathering_post", "sawmill",
                "wall_drill", "workshop",
            }
        ),
    ),
    "food": (T("Food and health"), frozenset({"cookhouse", "hothouse", "hunters_hut", "infirmary", "medical_post"})),
    "shelter": (T("Shelters"), frozenset({"bunkhouse", "care_house", "child_shelter", "house", "tent"})),
}  # fmt: skip
_REST = ("law", T("Of Laws and of the scenario"))


def build_offers(state: State, move: Move) -> list[Offer]:
    """Which Building, a row for each group of them."""
    grouped: dict[str, list[str]] = {name: [] for name in (*GROUPS, _REST[0])}
    for kind in buildable(state):
        grouped[next((name for name, (_, kinds) in GROUPS.items() if kind in kinds), _REST[0])].append(kind)
    labels = {**{name: label for name, (label, _) in GROUPS.items()}, _REST[0]: _REST[1]}
    return [
        Offer(
            move=move,
            label=labels[name],
            asks=(building_ask(state, tuple(kinds)),),
            under=BUILD_HEAD,
            rule="action.construct",
            icon={"food": "food", "shelter": "house", "law": "law"}.get(name, "buildings"),
        )
        for name, kinds in grouped.items()
        if kinds
    ]


def building_ask(state: State, kinds: tuple[str, ...]) -> Pick:
    """Which Building, with what it costs."""
    names = {kind: BUILDINGS[kind].name for kind in kinds}
    prices = {kind: cost(state, kind) for kind in kinds}
    labels = {
        kind: name if prices[kind] is None else T("{building}: {cost}", building=name, cost=cost_text(prices[kind]))
        for kind, name in names.items()
    }
    choices = tuple(Choice(value=kind, label=label, icon=BUILDINGS[kind].icon) for kind, label in labels.items())
    return Pick(name="building", label=T("Building"), choices=choices)


def dismantle_ask(state: State) -> Pick | None:
    """Which Building is dismantled, by its name or by a tap on the map."""
    standing = {one.at[0]: one for one in dismantlable(state)}
    found = {
        at: T("{building}, {space}", building=construction.called(one), space=space_name(at))
        for at, one in standing.items()
    }
    icons = {at: BUILDINGS[one.kind].icon for at, one in standing.items()}
    return structs.replace(on_map("at", T("Which Building"), found, icons=icons), usual=None) if found else None


def _planned(state: State) -> Prompt:
    """A Building was chosen: what is still to be told of it, then where it stands."""
    kind = state.tasks[0].about
    name, what = BUILDINGS[kind].name, _next_cost(state)
    offers: tuple[Offer, ...]
    if size(state, kind) is None:
        do, offers = T("How many spaces does the tile of the {building} take?", building=name), _sizes(kind)
    elif what is not None:
        ask = Whole(name="count", label=NAMES[what], at_most=MOST_PAID, likely=8)
        do = T("How much {what} does the card of the {building} say that it costs?", building=name, what=NAMES[what])
        offers = (Offer(move=Move("cost_told", {"what": what}), label=NAMES[what], asks=(ask,), icon=ICONS[what]),)
    else:
        do, offers = T("Where does the {building} stand?", building=name), (_where(state, kind),)
    return Prompt(
        name="action.site",
        do=do,
        seat=state.turn,
        rule="action.construct",
        offers=(*offers, tap("construct_another", T("Another Building"))),
    )


def _sizes(kind: str) -> tuple[Offer, ...]:
    return (
        tap("building_size", T("One space"), building=kind, size=1),
        tap("building_size", T("Two spaces"), building=kind, size=2),
    )


def _settled(state: State, kind: str) -> dict[str, Value]:
    """What of the move that builds it is known before it is said where."""
    return {"building": kind, **{what: (cost(state, kind) or {}).get(what, 0) for what in PAID_WITH}}


def building_at(state: State, kind: str, at: str) -> Move:
    """The move that builds it on a space."""
    return Move("construct_build", {**_settled(state, kind), "at": at})


def _where(state: State, kind: str) -> Offer:
    ask = structs.replace(
        on_map("at", T("Where"), {at: _site(state, kind, at) for at in sites(state, kind)}), usual=None
    )
    label = T("{building} here: {cost}", building=BUILDINGS[kind].name, cost=cost_text(cost(state, kind)))
    return Offer(
        move=Move("construct_build", _settled(state, kind)),
        label=label,
        asks=(ask,),
        rule="action.construct",
        icon="buildings",
    )


def _site(state: State, kind: str, at: str) -> Text:
    """A space to build on, and what has to go back to the bank from it (p. 26)."""
    lying = buried(state, kind, at)
    where = space_name(at)
    return T("{where}: {lying} to the bank", where=where, lying=row_of(lying)) if lying else where


def buried(state: State, kind: str, at: str) -> list[Text]:
    """What lies where a Building would stand."""
    covered = [ground.on(state, space) for space in construction.covers(state, kind, at)]
    return [lies_text(space) for space in covered if space.count or space.trees]


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
        "construct_plan": action(
            plan,
            lambda args: T("To be built: {building}", building=BUILDINGS[word(args, "building")].name),
            asks.BUILDING,
        ),
        "construct_another": action(plan_another, T("Another Building after all")),
        "cost_told": action(
            cost_told,
            lambda args: T("Cost told: {what}", what=counted(word(args, "what"), number(args, "count"))),
            pick("what", T("What"), {what: NAMES[what] for what in PAID_WITH}),
            Whole(name="count", label=T("How much"), at_most=MOST_PAID),
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
