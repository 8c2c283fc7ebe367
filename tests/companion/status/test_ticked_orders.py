"""Orders for hands that are done on the table, on the screen of an evening that goes on."""

from __future__ import annotations

from typing import Any

from companion.api.game import Fact
from companion.api.refusals import NotSaved
from companion.api.text import T
from companion.session.screen import Evening, Screen, StepOrders
from companion.status.ticked_orders import TickedOrders


class Kept(dict[tuple[str, str], Any]):
    """A store in memory; `full` takes nothing more."""

    full = False

    def get(self, kind: str, key: str) -> Any:  # type: ignore[override]
        return super().get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        if self.full:
            raise NotSaved(T("The disk is full."))
        self[kind, key] = value


FACT = Fact("heat_fell", T("Heat fell."), todo=T("Move Heat down"))


def screen(*steps: StepOrders, evening: str = "1") -> Screen:
    """A screen that tells these orders."""
    played = Evening(evening, "Friday", "boiler", ("Ada", "Ben"), 0.0)
    return Screen(version=1, evening=played, prompts=(), orders=steps)


FIRST, SECOND = StepOrders(1, "Ada", (FACT, FACT)), StepOrders(2, "Ben", (FACT,), back=True)


def ticked(store: Kept, now: Screen) -> TickedOrders:
    return TickedOrders(store, now)  # type: ignore[arg-type]


def test_what_one_phone_ticks_off_is_done() -> None:
    """Each order by itself; what is not told there is no order. Listeners hear of what is news, and of nothing else."""
    now, heard = screen(SECOND, FIRST), list[int]()
    orders = ticked(Kept(), now)
    orders.subscribe(lambda: heard.append(1))
    orders.tick(now, ["1:do:1", "2:back:0", "2:do:0", "9:do:0"], True)
    assert set(orders.orders) == {"1:do:1", "2:back:0"}
    orders.tick(now, ["1:do:1"], True)
    assert len(heard) == 1
    orders.tick(now, ["1:do:1"], False)
    assert orders.orders == ("2:back:0",)
    assert len(heard) == 2


def test_it_outlives_a_restart_but_not_the_evening() -> None:
    """Whoever comes back to the same evening finds it so; another evening's first entry is another order."""
    store, now = Kept(), screen(FIRST)
    ticked(store, now).tick(now, ["1:do:0"], True)
    assert ticked(store, now).orders == ("1:do:0",)
    assert ticked(store, screen(FIRST, evening="2")).orders == ()


def test_what_the_screen_tells_no_more_is_forgotten() -> None:
    """So that the list stays short: an evening has thousands of orders."""
    now = screen(FIRST)
    orders = ticked(Kept(), now)
    orders.tick(now, ["1:do:0", "1:do:1"], True)
    later = screen(StepOrders(3, "Ada", (FACT,)), SECOND)
    orders.tick(later, ["3:do:0"], True)
    assert orders.orders == ("3:do:0",)


def test_a_full_disk_is_no_hindrance() -> None:
    """It holds until the next start; the page says by itself that nothing is kept."""
    store, now = Kept(), screen(FIRST)
    store.full = True
    orders = ticked(store, now)
    orders.tick(now, ["1:do:0"], True)
    assert orders.orders == ("1:do:0",)


def test_a_file_that_is_none_is_no_tick() -> None:
    """What lies in the store was not written by this."""
    store = Kept({("ticked_orders", "now"): {"orders": 7}})
    assert ticked(store, screen(FIRST)).orders == ()
