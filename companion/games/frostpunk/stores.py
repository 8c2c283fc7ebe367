"""Food, Hunger, Resources and Stress cubes: gaining, losing and spending them (rulebook p. 16, 20, 44)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import IllegalMove
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.people import gain_citizens, lose_citizens
from companion.games.frostpunk.state import KIND_NAMES, MOST_FOOD, MOST_HUNGER, MOST_RESOURCES, SMALL_SPACES, State
from companion.text import T, Text

RESOURCES = ("coal", "wood", "steam_cores")
NAMES: Mapping[str, Text] = {
    "food": T("Food"),
    "coal": T("Coal"),
    "wood": T("Wood"),
    "steam_cores": T("Steam Cores"),
    "hunger": T("Hunger"),
    "stress": T("Stress cubes"),
    "corpses": T("Corpses"),
    **KIND_NAMES,
}
MOST: Mapping[str, int] = {
    "food": MOST_FOOD,
    "hunger": MOST_HUNGER,
    "coal": MOST_RESOURCES,
    "wood": MOST_RESOURCES,
    "steam_cores": MOST_RESOURCES,
    "stress": MOST_RESOURCES,
    "corpses": MOST_RESOURCES,
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
        "hunger": state.hunger,
        "corpses": state.corpses,
    }
    return counts[what]


def gain(ledger: Ledger, what: str, count: int) -> None:
    """Gain so much; Food and Hunger beyond 50 are lost (p. 44)."""
    if what in KIND_NAMES:
        gain_citizens(ledger, what, count)
        return
    now = min(MOST[what], amount(ledger.state, what) + count)
    _put(ledger, what, now)
    if what == "stress" and now > SMALL_SPACES and not any(task.kind == "overflow" for task in ledger.state.todo):
        ledger.add_task("overflow")
    check_boards(ledger)


def lose(ledger: Ledger, what: str, count: int) -> None:
    """Lose so much, or all there is (p. 16)."""
    if what in KIND_NAMES:
        lose_citizens(ledger, what, count)
    else:
        _put(ledger, what, max(0, amount(ledger.state, what) - count))


def spend(ledger: Ledger, what: str, count: int) -> None:
    """Spend so much; refused where there is less, for spending is all or nothing (p. 16)."""
    now = amount(ledger.state, what)
    if count > now:
        text = T("{what}: you have {now}, so {count} cannot be spent.", what=NAMES[what], now=now, count=count)
        raise IllegalMove(text, rule="spend.lose", page=16)
    _put(ledger, what, now - count)


def _put(ledger: Ledger, what: str, now: int) -> None:
    was = amount(ledger.state, what)
    if now == was:
        return
    if what == "stress":
        ledger.set_generator(stress=now)
    else:
        ledger.set(**{what: now})
    rose = T("{what} rose to {now}.", what=NAMES[what], now=now)
    fell = T("{what} fell to {now}.", what=NAMES[what], now=now)
    ledger.note(f"{what}_rose" if now > was else f"{what}_fell", rose if now > was else fell, by=abs(now - was), to=now)
