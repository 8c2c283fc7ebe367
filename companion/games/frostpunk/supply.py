"""Food, Hunger, Resources and Stress cubes: gained, lost and spent (rulebook p. 16, 20, 39, 44); the Supply board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import Counter, IllegalMove, Mark, N, Panel, T, Text, Track, Widget, template
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.forms import Settable, number_settable
from companion.games.frostpunk.people.health import gain_citizens, lose_citizens
from companion.games.frostpunk.phases.sections import dies_of_hunger, fed_in, section
from companion.games.frostpunk.state import (
    HUNGER_SIDE,
    KIND_NAMES,
    KINDS,
    LOSING_HUNGER,
    MOST_FOOD,
    MOST_HUNGER,
    MOST_RESOURCES,
    SMALL_SPACES,
    State,
)
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import ICONS, NAMES, counted, suffering
from companion.toolkit import GameModule

MOST_STEEL = 8  # p. 7 and 44: limited by the components
MOST_AUTOMATONS = 6  # p. 44
SPENDABLE = ("food", "coal", "wood", "steam_cores", "steel")
MOST: Mapping[str, int] = {
    "food": MOST_FOOD,
    "hunger": MOST_HUNGER,
    "coal": MOST_RESOURCES,
    "wood": MOST_RESOURCES,
    "steam_cores": MOST_RESOURCES,
    "steel": MOST_STEEL,
    "stress": MOST_RESOURCES,
    "corpses": MOST_RESOURCES,
    "automatons": MOST_AUTOMATONS,
}
_MARKERS: Mapping[str, Text] = {
    "food": template("Move the Food marker to {now}"),
    "corpses": template("Move the Corpse marker to {now}"),
}
_BEYOND: Mapping[str, Text] = {
    "food": T("Fifty Food is the most; the rest is lost."),
    "hunger": T("Fifty Hunger is the most; the rest is ignored."),
    "steel": T("No more Steel is left in the bank; the rest is ignored."),
    "automatons": T("No more Automatons are left in the bank."),
}


def amount(state: State, what: str) -> int:
    """How much there is."""
    if what == "stress":
        return state.generator.stress
    if what in KIND_NAMES:
        return state.group(what).citizens
    counts = {
        "food": state.food,
        "coal": state.coal,
        "wood": state.wood,
        "steam_cores": state.steam_cores,
        "steel": state.steel,
        "hunger": state.hunger,
        "corpses": state.corpses,
        "automatons": state.automatons,
    }
    return counts[what]


def gain(tx: Transaction, what: str, count: int) -> None:
    """Gain so much, as far as the limits allow (p. 44)."""
    if what in KIND_NAMES:
        gain_citizens(tx, what, count)
        return
    was = amount(tx.state, what)
    now = max(was, min(MOST[what], was + count))  # a count that was set beyond a limit by hand does not fall
    _put(tx, what, now)
    if now < was + count and what in _BEYOND:
        tx.tell("limit_reached", _BEYOND[what], what=what, lost=was + count - now)
    if what == "stress" and now > SMALL_SPACES and not any(task.kind == "overflow" for task in tx.state.tasks):
        tx.queue("overflow")
    check_boards(tx)


def lose(tx: Transaction, what: str, count: int) -> None:
    """Lose so much, or all there is (p. 16)."""
    if what in KIND_NAMES:
        lose_citizens(tx, what, count)
    else:
        _put(tx, what, max(0, amount(tx.state, what) - count))


def can_spend(state: State, costs: Mapping[str, int]) -> Text | None:
    """Why costs cannot be paid in full; None where they can (p. 16)."""
    for what, count in costs.items():
        if count > amount(state, what):
            now = amount(state, what)
            return T("{what}: you have {now}, so {count} cannot be spent.", what=NAMES[what], now=now, count=count)
    return None


def spend(tx: Transaction, what: str, count: int) -> None:
    """Spend so much; refused where there is less, for spending is all or nothing (p. 16)."""
    why_not = can_spend(tx.state, {what: count})
    if why_not is not None:
        raise IllegalMove(why_not, rule="spend.lose", page=16)
    lose(tx, what, count)


def _put(tx: Transaction, what: str, now: int) -> None:
    was = amount(tx.state, what)
    if now == was:
        return
    if what == "stress":
        tx.set_generator(stress=now)
    else:
        tx.set(**{what: now})
    rose = T("{what} rose to {now}.", what=NAMES[what], now=now)
    fell = T("{what} fell to {now}.", what=NAMES[what], now=now)
    tx.note(f"{what}_rose" if now > was else f"{what}_fell", rose if now > was else fell, by=abs(now - was), to=now)
    before = amount(tx.first, what)
    pieces = placed(before, now) if what == "hunger" else (what,) if what in _MARKERS else ()
    tx.order(what, order_of(what, before, now), ICONS[what], order_of(what, now, before), pieces=pieces)


def placed(was: int, now: int) -> tuple[str, ...]:
    """The Hunger marker, where an order merely moves it; none where its other side is or was up (p. 28)."""
    return ("hunger",) if max(was, now) <= HUNGER_SIDE else ()


def order_of(what: str, was: int, now: int) -> Text | None:
    """What hands do: markers are moved, the rest is taken from the bank or put back."""
    if now == was:
        return None
    if what in _MARKERS:
        return Text(_MARKERS[what].msgid, {"now": now})
    if what == "hunger":
        flipped = T("Flip the Hunger marker, and move it to {space}", space=now - HUNGER_SIDE)
        return flipped if now > HUNGER_SIDE else T("Move the Hunger marker to {now}", now=now)
    if what == "stress" and now > was:
        return N(
            "Put {n} cube on the Stress track: {now} now",
            "Put {n} cubes on the Stress track: {now} now",
            now - was,
            now=now,
        )
    if what == "stress":
        return N(
            "Take {n} cube off the Stress track: {now} now",
            "Take {n} cubes off the Stress track: {now} now",
            was - now,
            now=now,
        )
    if now > was:
        return T("Take {what}: {now} in the supply now", what=counted(what, now - was), now=now)
    return T("Put {what} into the bank: {now} in the supply now", what=counted(what, was - now), now=now)


# --- Supply -----------------------------------------------------------------------------------------------------------


def _supply(state: State) -> Panel:
    """Resources, Food and Hunger."""
    widgets: list[Widget] = [
        Counter(
            label=T("Coal"),
            count=state.coal,
            value="coal",
            tone="danger" if not state.coal else "plain",
            icon="coal",
            main=True,
        ),
        Counter(label=T("Wood"), count=state.wood, value="wood", icon="wood", main=True),
        Counter(label=T("Steam Cores"), count=state.steam_cores, value="steam_cores", icon="steam_cores"),
    ]
    if state.steel:
        widgets.append(Counter(label=T("Steel"), count=state.steel, value="steel", icon="steel"))
    if state.automatons:
        widgets.append(Counter(label=T("Automatons"), count=state.automatons, value="automatons", icon="automatons"))
    widgets += [
        Track(
            label=T("Food"),
            at=state.food,
            first=0,
            last=MOST_FOOD,
            value="food",
            tone="good",
            note=_food_note(state),
            icon="food",
            main=True,
        ),
        _hunger(state),
    ]
    return Panel(name="stores", title=T("Supply"), widgets=tuple(widgets), icon="setup")


def _food_note(state: State) -> Text | None:
    kind = fed_in(state, state.round)
    if kind is None:
        return None
    return N(
        "Tonight: {who}, {n} Food.",
        "Tonight: {who}, {n} Food.",
        state.group(kind).citizens,
        who=KIND_NAMES[kind],
    )


def _hunger(state: State) -> Track:
    flipped = T("The marker shows its 25+ side, on {space}.", space=state.hunger - HUNGER_SIDE)
    return Track(
        label=T("Hunger"),
        at=state.hunger,
        first=0,
        last=MOST_HUNGER,
        marks=(Mark(at=LOSING_HUNGER, label=T("Loss, if left after paying,"), tone="danger"),),
        value="hunger",
        icon="hunger",
        main=True,
        tone="danger" if state.hunger >= LOSING_HUNGER else "plain",
        note=flipped if state.hunger > HUNGER_SIDE else _hunger_note(state),
    )


def _hunger_note(state: State) -> Text | None:
    effects = section(state, "hunger", state.hunger) if state.hunger else None
    if effects is None:
        return None
    who = dies_of_hunger(state)
    what = suffering(effects["discontent"], effects["deaths"] if who else 0, who or KINDS[0])
    return None if what is None else T("If nothing is paid: {what}.", what=what)


def settables(state: State) -> Iterator[Settable]:
    """Everything in the supply."""
    yield number_settable(state, "coal", T("Coal"), MOST_RESOURCES)
    yield number_settable(state, "wood", T("Wood"), MOST_RESOURCES)
    yield number_settable(state, "steam_cores", T("Steam Cores"), MOST_RESOURCES)
    yield number_settable(state, "steel", T("Steel"), MOST_STEEL)
    yield number_settable(state, "automatons", T("Automatons"), MOST_AUTOMATONS)
    yield number_settable(state, "food", T("Food"), MOST_FOOD)
    yield number_settable(state, "hunger", T("Hunger"), MOST_HUNGER)
    yield number_settable(state, "corpses", T("Corpses"), state.fact("corpse_last") or MOST_RESOURCES)


MODULE: GameModule[State, Transaction] = GameModule(
    name="supply",
    panels=lambda state: (_supply(state),),
    settables=settables,
)
