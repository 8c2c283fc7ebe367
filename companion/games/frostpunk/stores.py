"""Food, Hunger, Resources, Automatons and Stress cubes: gained, lost and spent (rulebook p. 16, 20, 39, 44)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.people import gain_citizens, lose_citizens
from companion.games.frostpunk.state import KIND_NAMES, MOST_FOOD, MOST_HUNGER, MOST_RESOURCES, SMALL_SPACES, State
from companion.games.frostpunk.transaction import Transaction

MOST_STEEL = 8  # p. 7 and 44: limited by the components
MOST_AUTOMATONS = 6  # p. 44
SPENDABLE = ("food", "coal", "wood", "steam_cores", "steel")
NAMES: Mapping[str, Text] = {
    "food": T("Food"),
    "coal": T("Coal"),
    "wood": T("Wood"),
    "steam_cores": T("Steam Cores"),
    "steel": T("Steel"),
    "hunger": T("Hunger"),
    "stress": T("Stress cubes"),
    "corpses": T("Corpses"),
    "automatons": T("Automatons"),
    **KIND_NAMES,
}
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
