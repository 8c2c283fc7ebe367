"""Collect: Scouts come home for 1 Ichor each, with what their Locations give (rulebook p. 9, 24)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from companion.api import Args, IllegalMove, N, Offer, Prompt, T, Text, Words, all_of
from companion.api import Move as GameMove
from companion.games.turris import people, places, supply, tower
from companion.games.turris.names import place_name, said_place, who
from companion.games.turris.rewards import able
from companion.games.turris.rewards.effects import any_order, describe, only_good
from companion.games.turris.state import HOUSE, SCOUTS, SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.games.turris.turns import course
from companion.games.turris.turns.placing import READ, resolve
from companion.toolkit import Action, action, number, pick, require_task, tap, usual, whole, word

REWARD = "turns.reward"
REWARDS_RULE = "rewards"  # how it is played (house_rules.py)
EACH, ONCE = "each", "once"  # every Scout brings its Location's reward, or several in one Location only once
PLAIN, BY_ONE = "all", "one"


def act(tx: Transaction, args: Args) -> None:
    """The Collect Action: pay, recall, and gain in the order of the player's choice."""
    state = tx.state
    course.require_action(state)
    reason = course.why_no_collect(state)
    if reason is not None:
        raise IllegalMove(reason, rule="collect", page=9)
    seat, chosen = state.turn, Counter(word(args, "scouts").split())
    _refuse(state, seat, chosen)
    cost = sum(chosen.values())
    _pay(tx, seat, cost, number(args, "artifacts"))
    tx.set(done=(*state.done, "collect"))
    for place, count in chosen.items():
        for _ in range(count):
            people.recall(tx, seat, place)
    text = N("{player} Collected {n} Scout.", "{player} Collected {n} Scouts.", cost, player=who(state, seat))
    tx.note("collected", text, seat=seat + 1, scouts=word(args, "scouts"))
    tx.todo(_back(state, seat, chosen), icon="scout")
    for place, count in chosen.items():
        for _ in range(1 if state.choices.get(REWARDS_RULE) == ONCE else count):
            _reward(tx, seat, place, word(args, "rewards"))
    if REWARDS_RULE not in state.choices and _several(tx.state):
        tx.add_first(Task(kind=HOUSE, seat=seat, about=REWARDS_RULE))


def _several(state: State) -> bool:
    """Whether two rewards of one Location wait."""
    waits = Counter(task.place for task in waiting(state))
    return any(count > 1 and not places.immediate(state, place) for place, count in waits.items())


def rewards_settled(tx: Transaction, _: Task, reading: str) -> None:
    """It was said how it is played: once for a Location, the others wait no more."""
    if reading == ONCE:
        tasks = waiting(tx.state)
        once = tuple({task.place: task for task in tasks}.values())
        tx.set(tasks=(*once, *tx.state.tasks[len(tasks) :]))


def _back(state: State, seat: int, chosen: Counter[str]) -> Text:
    places = all_of([place_name(state, place) for place in chosen])
    return N("{player}: {n} Scout back into your reserve, from: {places}",
             "{player}: {n} Scouts back into your reserve, from: {places}", sum(chosen.values()),
             player=who(state, seat), places=places)  # fmt: skip


def _refuse(state: State, seat: int, chosen: Counter[str]) -> None:
    """Only own Scouts on the board, at least one, each paid for."""
    standing = people.standing(state, seat)
    if not chosen:
        raise IllegalMove(T("Choose at least one of your Scouts."), rule="collect", page=9)
    if any(standing.get(place, 0) < count for place, count in chosen.items()):
        raise IllegalMove(T("You have no such Scout on the board."), rule="collect", page=9)
    if sum(chosen.values()) > course.payable(state, seat):
        raise IllegalMove(T("Each Scout costs 1 Ichor: that is more than you have."), rule="collect", page=9)


def _pay(tx: Transaction, seat: int, cost: int, artifacts: int) -> None:
    """Ichor, and Artifacts where they are missing or wanted instead (p. 21)."""
    needed = max(artifacts, supply.short(tx.state, seat, {"ichor": cost}))
    if needed > min(cost, tx.state.players[seat].artifacts):
        raise IllegalMove(T("You do not have so many Artifacts to pay with."), rule="artifacts", page=21)
    supply.pay(tx, seat, {"ichor": cost}, {"ichor": needed})


def _reward(tx: Transaction, seat: int, place: str, how: str) -> None:
    """What a Location gives is still to be gained, unless something stands against it (p. 9, 26)."""
    if tx.state.beast_at(place) is not None:
        text = T("{place}: a Beast is there, it gives nothing.", place=said_place(tx.state, place))
        tx.tell("no_reward", text, seat=seat + 1, place=place)
    elif place in tx.state.betrayers:
        text = T("{place}: a Scout of the Betrayers is there, it gives nothing.", place=said_place(tx.state, place))
        tx.tell("no_reward", text, seat=seat + 1, place=place)
    else:
        tx.add_task(Task(kind=REWARD, seat=seat, place=place, about=how))


# --- the rewards ------------------------------------------------------------------------------------------------------


def waiting(state: State) -> tuple[Task, ...]:
    """The rewards still to be gained, those at the head of the tasks."""
    found: list[Task] = []
    for task in state.tasks:
        if task.kind != REWARD:
            break
        found.append(task)
    return tuple(found)


def settle(tx: Transaction) -> bool:
    """Read what is not known; leave out Immediate Locations; gain what nobody would refuse or order otherwise. What
    brings Prestige is asked: a reward may be left (p. 9)."""
    tasks = waiting(tx.state)
    if not tasks:
        return False
    unknown = next((task for task in tasks if places.needed(tx.state, task.place, places.COLLECT)), None)
    if unknown is not None:
        ask = Task(kind=READ, seat=unknown.seat, place=unknown.place, about=places.COLLECT)
        tx.set(tasks=(ask, *tx.state.tasks))
        return True
    at_once = next((at for at, task in enumerate(tasks) if places.immediate(tx.state, task.place)), None)
    if at_once is not None:
        _drop(tx, at_once)
        return True
    return _plain_ones(tx, tasks) or _not_in_full(tx, tasks)


def _drop(tx: Transaction, at: int) -> None:
    tasks = tx.state.tasks
    tx.set(tasks=(*tasks[:at], *tasks[at + 1 :]))


def _plain_ones(tx: Transaction, tasks: tuple[Task, ...]) -> bool:
    """Gain those that nobody would refuse, if no order changes anything and there is enough for all of them."""
    rewards = {task.place: places.reward(tx.state, task.place) or () for task in tasks}
    every = tuple(effect for task in tasks for effect in rewards[task.place])
    by_one = any(task.about == BY_ONE for task in tasks)
    read_each_time = any(places.reward(tx.state, task.place) is None for task in tasks)
    if by_one or read_each_time or not any_order(every):
        return False
    if able.why_not(tx.state, tasks[0].seat, every) is not None:
        return False
    plain = [task for task in tasks if only_good(rewards[task.place])]
    others = [task for task in tasks if not only_good(rewards[task.place])]
    tx.set(tasks=(*plain, *others, *tx.state.tasks[len(tasks) :]))
    for task in [tx.finish_task() for _ in plain]:
        resolve(tx, task.seat, task.place)
    return bool(plain)


def _not_in_full(tx: Transaction, tasks: tuple[Task, ...]) -> bool:
    """The last reward, if it cannot be received in full: the Scout brings nothing (p. 24)."""
    effects = places.reward(tx.state, tasks[0].place)
    if len(tasks) > 1 or effects is None:
        return False
    reason = able.why_not(tx.state, tasks[0].seat, effects, tasks[0].place)
    if reason is None:
        return False
    tx.finish_task()
    name = said_place(tx.state, tasks[0].place)
    text = T("{place} gives nothing: {why}", place=name, why=reason)
    tx.tell("no_reward", text, seat=tasks[0].seat + 1, place=tasks[0].place)
    return True


def take(tx: Transaction, args: Args) -> None:
    """The reward of one of the Locations, chosen by the player, is gained."""
    require_task(tx.state, REWARD)
    tasks = waiting(tx.state)
    at = next((at for at, task in enumerate(tasks) if task.place == word(args, "place")), None)
    if at is None:
        raise IllegalMove(T("No reward of that place is waiting."), rule="collect", page=9)
    task = tasks[at]
    effects = places.reward(tx.state, task.place)
    reason = None if effects is None else able.why_not(tx.state, task.seat, effects, task.place)
    if reason is not None:
        raise IllegalMove(T("A reward is received in full or not at all: {why}", why=reason), rule="collect", page=24)
    rest = (*tx.state.tasks[:at], *tx.state.tasks[at + 1 :])
    tx.set(tasks=(task, *rest))
    tx.finish_task()
    resolve(tx, task.seat, task.place)


def leave(tx: Transaction, args: Args) -> None:
    """The rewards that are left are not wanted (p. 9)."""
    require_task(tx.state, REWARD)
    for _ in waiting(tx.state):
        tx.finish_task()


def prompt(state: State) -> Prompt:
    """Which reward comes next."""
    tasks = waiting(state)
    distinct = tuple(dict.fromkeys(task.place for task in tasks))
    offers = [_take_offer(state, tasks[0].seat, place, only=len(distinct) == 1) for place in distinct]
    leave_label = T("Leave it") if len(tasks) == 1 else T("Leave them all")
    return Prompt(
        name="collect.reward",
        do=T("{player}, take your rewards in any order.", player=who(state, tasks[0].seat)),
        more=None,
        offers=(*(one for one in offers if one is not None), tap("leave_rewards", leave_label, rule="collect")),
        seat=tasks[0].seat,
        rule="collect",
    )


def _take_offer(state: State, seat: int, place: str, *, only: bool) -> Offer | None:
    effects = places.reward(state, place)
    if effects is not None and able.why_not(state, seat, effects, place) is not None:
        return None
    what = T("read it off the board") if effects is None else describe(effects)
    label = T("{place}: {what}", place=place_name(state, place), what=what)
    if only:
        return usual("take_reward", label, "collect", place=place)
    return tap("take_reward", label, rule="collect", place=place)


# --- offers of the Action ---------------------------------------------------------------------------------------------


def offers(state: State) -> tuple[Offer, ...]:
    """Each Scout alone and all of them by one tap; any others, other orders and Artifacts by a form."""
    seat = state.turn
    standing = people.standing(state, seat)
    most = min(sum(standing.values()), course.payable(state, seat))
    if course.why_no_collect(state) is not None or most < 1:
        return ()
    single = tuple(_one(state, place) for place in standing)
    every = " ".join(place for place, count in standing.items() for _ in range(count))
    total = sum(standing.values())
    together = (_all(state, every, total),) if total > 1 and total <= most else ()
    other = _form(state, standing, most) if total > 1 or state.players[seat].artifacts > 0 else ()
    return (*together, *single, *_some(state, standing, most), *other)


def _one(state: State, place: str) -> Offer:
    return Offer(
        move=_move(place),
        label=place_name(state, place),
        note=_note(state, place),
        under=T("Collect"),
        rule="collect",
        icon="site" if place in SPOTS else place,
    )


def _note(state: State, place: str) -> Text:
    """What it costs, and what it would give, if that is known: the cost is called so, as rewards look the same."""
    price = _price(state, 1)
    effects = places.reward(state, place)
    room = effects is not None and any(effect.verb == "trionfi" for effect in effects)
    closed = room and tower.no_room(state, len(state.grove)) is not None
    if closed or state.beast_at(place) is not None or place in state.betrayers or places.immediate(state, place):
        return T("Cost: {price}. No reward", price=price)
    if effects is None:
        return T("Cost: {price}", price=price)
    what = T("Cost: {price}. Reward: {what}", price=price, what=describe(effects))
    lacking = tower.too_few_missions(state, state.turn, len(state.grove)) if room else None
    return what if lacking is None else T("{what} – {why}", what=what, why=lacking)


def _price(state: State, count: int) -> Text:
    """Ichor, and Artifacts for what is missing of it (p. 21)."""
    wild = supply.short(state, state.turn, {"ichor": count})
    return _paid_with(count - wild, wild)


def _paid_with(ichor: int, wild: int) -> Text:
    if not wild:
        return N("{n} Ichor", "{n} Ichor", ichor)
    if not ichor:
        return N("{n} Artifact instead of Ichor", "{n} Artifacts instead of Ichor", wild)
    return all_of([N("{n} Ichor", "{n} Ichor", ichor), N("{n} Artifact", "{n} Artifacts", wild)])


def _all(state: State, scouts: str, count: int) -> Offer:
    label = N("Collect {n} Scout", "Collect all {n} Scouts", count)
    note = T("Cost: {price}", price=_price(state, count))
    return Offer(move=_move(scouts), label=label, note=note, under=T("Collect"), rule="collect", icon="collect")


def _move(scouts: str) -> GameMove:
    return GameMove("collect", {"scouts": scouts, "artifacts": 0, "rewards": PLAIN})


def _groups(state: State, standing: dict[str, int], least: int, most: int) -> dict[str, Text]:
    """So many of the Scouts together, by their places."""
    each = [place for place, count in standing.items() for _ in range(count)]
    groups = {group for size in range(least, most + 1) for group in combinations(each, size)}
    return {" ".join(group): _named(state, group) for group in sorted(groups, key=lambda one: (len(one), one))}


def _some(state: State, standing: dict[str, int], most: int) -> tuple[Offer, ...]:
    """Two or more of them, but not all, one tap."""
    total = sum(standing.values())
    groups = _groups(state, standing, 2, min(most, total - 1))
    if not groups:
        return ()
    move = GameMove("collect", {"artifacts": 0, "rewards": PLAIN})
    ask = pick("scouts", T("Which Scouts"), groups)
    return (Offer(move=move, label=T("Some of them"), asks=(ask,), under=T("Collect"), rule="collect"),)


def _form(state: State, standing: dict[str, int], most: int) -> tuple[Offer, ...]:
    """Any of the Scouts, rewards one by one, Artifacts instead of Ichor: each way of it is one answer."""
    artifacts = state.players[state.turn].artifacts
    ways: dict[str, Text] = {}
    for group, scouts in _groups(state, standing, 1, most).items():
        cost = len(group.split())
        least = supply.short(state, state.turn, {"ichor": cost})
        for wild in range(least, min(cost, artifacts) + 1):
            what = {"scouts": scouts, "price": _paid_with(cost - wild, wild)}
            if wild > least:
                ways[f"{PLAIN} {wild} {group}"] = T("{scouts}. Cost: {price}", **what)
            ways[f"{BY_ONE} {wild} {group}"] = T("{scouts}. Cost: {price}. You choose each reward", **what)
    if not ways:
        return ()
    asks = (pick("way", T("Which Scouts"), ways),)
    return (
        Offer(move=GameMove("collect_by"), label=T("Collect otherwise"), asks=asks, under=T("Collect"), rule="collect"),
    )


def act_by(tx: Transaction, args: Args) -> None:
    """A Collect Action told in one word: how the rewards come, how many Artifacts are paid, which Scouts."""
    how, _, rest = word(args, "way").partition(" ")
    artifacts, _, scouts = rest.partition(" ")
    if how not in _HOW or artifacts not in map(str, range(SCOUTS + 1)):
        raise IllegalMove(T("Choose at least one of your Scouts."), rule="collect", page=9)
    act(tx, {"scouts": scouts, "artifacts": int(artifacts), "rewards": how})


def _named(state: State, group: tuple[str, ...]) -> Text:
    first, *rest = group
    name = place_name(state, first)
    return name if not rest else T("{first}, {others}", first=name, others=_named(state, tuple(rest)))


_HOW = {PLAIN: T("Take them all"), BY_ONE: T("One by one, as I say")}
REWARDS = pick("rewards", T("Rewards"), _HOW, PLAIN)
SCOUTS_ASK = Words(name="scouts", label=T("Which Scouts"), at_most_chars=100)
MOVES: dict[str, Action[Transaction]] = {
    "collect": action(
        act, T("Collected"), SCOUTS_ASK, whole("artifacts", T("Artifacts instead of Ichor"), SCOUTS, 0), REWARDS
    ),
    "collect_by": action(act_by, T("Collected"), Words(name="way", label=T("Which Scouts"), at_most_chars=100)),
    "take_reward": action(take, T("Took a reward"), Words(name="place", label=T("Where"), at_most_chars=20)),
    "leave_rewards": action(leave, T("Left the rewards")),
}
TASKS = {REWARD: prompt}
