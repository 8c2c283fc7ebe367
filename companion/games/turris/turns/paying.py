"""What a Mission costs: paid in full, a reserved one for 1 less, Artifacts standing in (rulebook p. 10, 11, 21)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, IllegalMove, Prompt
from companion.api.text import T
from companion.games.turris import supply
from companion.games.turris.names import who
from companion.games.turris.rewards import able, telling
from companion.games.turris.rewards.giving import give
from companion.games.turris.rewards.words import Effect
from companion.games.turris.state import ARTIFACTS, RESOURCES, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick, tap, whole
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_task

DISCOUNT, WILD = "mission.discount", "mission.wild"


def begin(tx: Transaction, seat: int, cost: Mapping[str, int], reserved: bool, wild: int) -> None:
    """Pay for a Mission, with at least so many (`wild`) Artifacts, if it costs as much."""
    if reserved and len(cost) > 1:
        tx.add_task(Task(kind=DISCOUNT, seat=seat, count=wild, of=_written(cost)))
    else:
        _pay(tx, seat, reduced(cost, next(iter(cost))) if reserved else cost, wild)


def costs_of(effects: tuple[Effect, ...]) -> dict[str, int]:
    """What a Mission costs, by resource."""
    cost: dict[str, int] = {}
    for effect in effects:
        if effect.verb == "cost":
            cost[effect.what] = cost.get(effect.what, 0) + effect.count
    return cost


def reduced(cost: Mapping[str, int], what: str) -> dict[str, int]:
    """A cost with 1 less of a resource (p. 11)."""
    return {one: count - (one == what) for one, count in cost.items() if count - (one == what) > 0}


def payable(state: State, seat: int, effects: tuple[Effect, ...], reserved: bool) -> bool:
    """Whether a player can pay for a Mission, a reserved one for 1 less of some resource."""
    cost = costs_of(effects)
    ways = [reduced(cost, what) for what in cost] if reserved else [cost]
    return any(able.why_not(state, seat, _spends(way)) is None for way in ways)


def _spends(cost: Mapping[str, int]) -> tuple[Effect, ...]:
    """Named resources before those of one's choice, so that a choice leaves enough."""
    named = sorted(cost, key=lambda what: what not in RESOURCES)
    return tuple(Effect(verb="spend", what=what, count=cost[what]) for what in named)


def _pay(tx: Transaction, seat: int, cost: Mapping[str, int], wild: int) -> None:
    """So many Artifacts for named resources of the player's choice, then those resources at once, more Artifacts only
    for what is missing; resources of one's choice are asked."""
    if wild and _stands_for(tx.state, seat, cost):
        tx.add_task(Task(kind=WILD, seat=seat, count=wild, of=_written(cost)))
        return
    supply.pay(tx, seat, {what: count for what, count in cost.items() if what in RESOURCES})
    give(tx, seat, _spends({what: count for what, count in cost.items() if what not in RESOURCES}))


def _stands_for(state: State, seat: int, cost: Mapping[str, int]) -> tuple[str, ...]:
    """The named resources of a cost that an Artifact can be spent for, so that the rest can still be paid (p. 21)."""
    artifacts = supply.held(state, seat, "artifacts") - 1
    rest = {what: reduced(cost, what) for what in cost if what in RESOURCES}
    return tuple(what for what, left in rest.items() if _missing(state, seat, left) <= artifacts)


def _missing(state: State, seat: int, cost: Mapping[str, int]) -> int:
    """How many Artifacts a cost takes at least."""
    own = {what: supply.held(state, seat, what) for what in RESOURCES}
    missing = sum(max(0, cost.get(what, 0) - count) for what, count in own.items())
    left = {what: max(0, count - cost.get(what, 0)) for what, count in own.items()}
    free = (max(0, count - sum(left[what] for what in able.KINDS[kind])) for kind, count in cost.items()
            if kind not in RESOURCES)  # fmt: skip
    return missing + sum(free)


def _written(cost: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{what} {count}" for what, count in cost.items())


def _read(of: tuple[str, ...]) -> dict[str, int]:
    return {pair.split()[0]: int(pair.split()[1]) for pair in of}


def discounted(tx: Transaction, args: Args) -> None:
    """Which resource a reserved Mission costs 1 less of (p. 11)."""
    task = require_task(tx.state, DISCOUNT)
    cost = reduced(_read(task.of), word(args, "what"))
    if able.why_not(tx.state, task.seat, _spends(cost)) is not None:
        raise IllegalMove(T("Then you cannot pay the rest."), rule="missions", page=11)
    tx.finish_task()
    _pay(tx, task.seat, cost, task.count)


def stood_in(tx: Transaction, args: Args) -> None:
    """Which resource the player keeps, an Artifact being spent instead (p. 21)."""
    task = require_task(tx.state, WILD)
    cost, what = _read(task.of), word(args, "what")
    if what not in _stands_for(tx.state, task.seat, cost):
        raise IllegalMove(T("No Artifact can be spent instead of that."), rule="artifacts", page=21)
    tx.finish_task()
    _stand_in(tx, task, what)


def _stand_in(tx: Transaction, task: Task, what: str) -> None:
    supply.spend(tx, task.seat, "artifacts")
    _pay(tx, task.seat, reduced(_read(task.of), what), task.count - 1)


def settle(tx: Transaction, task: Task) -> bool:
    """An Artifact stands in by itself where there is one resource for it, or none any more."""
    found = _stands_for(tx.state, task.seat, _read(task.of))
    if len(found) > 1:
        return False
    tx.finish_task()
    if found:
        _stand_in(tx, task, found[0])
    else:
        _pay(tx, task.seat, _read(task.of), 0)
    return True


def discount_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    cost = _read(task.of)
    able_to = [what for what in cost if able.why_not(state, task.seat, _spends(reduced(cost, what))) is None]
    return Prompt(
        name="mission.discount",
        do=T("{player}, which resource do you pay 1 less of?", player=who(state, task.seat)),
        more=T("A reserved Mission costs 1 resource less."),
        offers=tuple(tap("discount", telling.STORE_NAMES[what], rule="missions", what=what) for what in able_to),
        seat=task.seat,
        rule="missions",
    )


def wild_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    found = _stands_for(state, task.seat, _read(task.of))
    return Prompt(
        name="mission.wild",
        do=T("{player}, instead of which resource do you spend an Artifact?", player=who(state, task.seat)),
        offers=tuple(tap("stand_in", telling.STORE_NAMES[what], rule="artifacts", what=what) for what in found),
        seat=task.seat,
        rule="artifacts",
    )


WILDS = whole("artifacts", T("Artifacts to spend instead of resources (0: only for what is missing)"), ARTIFACTS, 0)
MOVES: dict[str, Action[Transaction]] = {
    "stand_in": action(stood_in, T("Spent an Artifact instead"), pick("what", T("Resource"), telling.STORE_NAMES)),
    "discount": action(
        discounted, T("Chose what a Mission costs less"), pick("what", T("Resource"), telling.STORE_NAMES)
    ),
}
TASKS = {DISCOUNT: discount_prompt, WILD: wild_prompt}
