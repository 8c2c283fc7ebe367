"""What happens to a drawer in a round, each put into its plan; the words are those of `REAL_TROUBLES`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from benchmarks.counting.evening import CUBE_G, DRAWER_G
from benchmarks.counting.forces import blow, buzz, finger, steady
from benchmarks.counting.plan import Foreign, Plan, Table
from benchmarks.counting.supply import Dip

NEVER_S = math.inf
FELT = 0.5  # of the time that a blow's swing takes to be nothing
DRIES_EVERY_S, DRIES_FOR_S = 1.0, 60.0
BROWN_OUT = 0.05  # of all dips


def _moment(table: Table, plan: Plan) -> float:
    """Any time from two seconds before cubes are expected to two seconds after the last one."""
    return float(table.random.uniform(plan.expect_s - 2.0, plan.last_s + 2.0))


def _between(table: Table, low: float, high: float) -> float:
    """As often between 1 and 2 as between 2 and 4."""
    return math.exp(table.random.uniform(math.log(low), math.log(high)))


def kick(table: Table, plan: Plan) -> None:
    random = table.random
    for _ in range(random.integers(1, 5)):
        at_s = _moment(table, plan)
        force = blow(at_s, _between(table, 0.3, 8.0), random.uniform(8.0, 30.0), random.uniform(0.05, 0.15))
        table.cell.feel(force)
        plan.disturbs(at_s, at_s + FELT * (force.to_s - at_s), force.to_s)


def drum(table: Table, plan: Plan) -> None:
    random = table.random
    from_s = at_s = _moment(table, plan)
    until_s, hz = at_s + random.uniform(1.0, 4.0), random.uniform(15.0, 40.0)
    every_s, peak = 1.0 / random.uniform(3.0, 8.0), _between(table, 0.1, 1.5)
    while at_s < until_s:
        table.cell.feel(blow(at_s, peak * random.uniform(0.5, 1.0), hz, 0.1))
        at_s += every_s * random.uniform(0.8, 1.2)
    plan.disturbs(from_s, until_s, until_s + 0.3)


def walk(table: Table, plan: Plan) -> None:
    random = table.random
    from_s = at_s = _moment(table, plan) - 1.0
    until_s, hz, peak = at_s + random.uniform(3.0, 6.0), random.uniform(6.0, 15.0), _between(table, 0.01, 0.2)
    while at_s < until_s:
        table.cell.feel(blow(at_s, peak * random.uniform(0.7, 1.0), hz, 0.08))
        at_s += random.uniform(0.45, 0.6)
    plan.disturbs(from_s, until_s)


def phone(table: Table, plan: Plan) -> None:
    random = table.random
    at_s, hz, peak = _moment(table, plan), random.uniform(150.0, 200.0), _between(table, 0.5, 4.0)
    for _ in range(random.integers(2, 6)):
        until_s = at_s + random.uniform(0.3, 0.8)
        table.cell.feel(buzz(at_s, until_s, peak, hz))
        plan.disturbs(at_s, until_s)
        at_s = until_s + random.uniform(0.2, 1.0)


def rest_finger(table: Table, plan: Plan) -> None:
    random = table.random
    at_s = _moment(table, plan)
    until_s = at_s + random.uniform(0.5, 4.0)
    grams = CUBE_G * random.uniform(0.1, 2.0) * (-1.0 if random.random() < 0.2 else 1.0)
    rests = steady(at_s, until_s, grams) if random.random() < 0.2 else finger(random, at_s, until_s, grams)
    table.cell.feel(rests)
    table.cell.put(at_s + 0.1, 0.0, math.copysign(random.uniform(0.0, 0.3), grams))
    plan.foreign.append(Foreign(at_s, rests.to_s, grams))
    plan.disturbs(at_s, rests.to_s)


def wet(table: Table, plan: Plan) -> None:
    random = table.random
    at_s = _moment(table, plan)
    until_s, grams = at_s + random.uniform(0.3, 1.0), random.uniform(0.05, 0.3)
    presses_g = _between(table, 0.1, 20.0)
    hand = finger(random, at_s, until_s, presses_g)
    table.cell.feel(hand)
    plan.foreign.append(Foreign(at_s, hand.to_s, presses_g))
    table.cell.put(at_s + 0.1, grams, random.uniform(0.0, 0.3))
    plan.dirt.append((at_s, grams))
    plan.foreign.append(Foreign(at_s, NEVER_S, grams))
    plan.disturbs(at_s, hand.to_s, until_s + 0.5)


def crumb(table: Table, plan: Plan) -> None:
    _drop_in(table, plan, _moment(table, plan), table.random.uniform(0.02, 0.25))


def spill(table: Table, plan: Plan) -> None:
    random = table.random
    at_s, dries_s = _moment(table, plan), random.uniform(60.0, 600.0)
    for _ in range(random.integers(1, 4)):
        grams = random.uniform(0.03, 0.15)
        _drop_in(table, plan, at_s, grams)
        for n in range(round(DRIES_FOR_S / DRIES_EVERY_S)):
            since_s = n * DRIES_EVERY_S
            gone_g = grams * (math.exp(-since_s / dries_s) - math.exp(-(since_s + DRIES_EVERY_S) / dries_s))
            dried_s = at_s + since_s + DRIES_EVERY_S
            if dried_s < plan.end_s + table.wait_s:
                table.cell.put(dried_s, -gone_g)
                plan.dirt.append((dried_s, -gone_g))
        at_s += random.uniform(0.1, 0.8)


def foreign(table: Table, plan: Plan) -> None:
    at_s = table.random.uniform(plan.first_s, plan.last_s)
    _drop_in(table, plan, at_s, CUBE_G * table.random.uniform(0.3, 1.7))


def _drop_in(table: Table, plan: Plan, at_s: float, grams: float) -> None:
    table.cell.fall(at_s, grams, table.random.uniform(0.02, 0.2), table.random.uniform(0.0, 0.4))
    plan.dirt.append((at_s, grams))
    plan.foreign.append(Foreign(at_s, NEVER_S, grams))
    plan.disturbs(at_s, at_s)


def stuck(table: Table, plan: Plan) -> None:
    for pair in range(int(table.random.integers(1, 4))):
        if 2 * pair + 1 < len(plan.falls):
            plan.falls[2 * pair] = (plan.falls[2 * pair + 1][0], plan.falls[2 * pair][1])


def lean(table: Table, plan: Plan) -> None:
    if plan.falls:
        i = int(table.random.integers(len(plan.falls)))
        at_s, grams = plan.falls[i]
        slips_s = at_s + 0.3 + table.random.uniform(0.5, 10.0)
        plan.slips[i] = (slips_s, grams * table.random.uniform(0.2, 0.8))


def late(table: Table, plan: Plan) -> None:
    random = table.random
    many = min(int(random.integers(1, 4)), len(plan.falls))
    first_s = plan.last_s + random.uniform(5.0, 25.0)
    for i in range(len(plan.falls) - many, len(plan.falls)):
        if i not in plan.slips:
            plan.falls[i] = (first_s + random.uniform(0.0, 0.5), plan.falls[i][1])


def drawer(table: Table, plan: Plan) -> None:
    out_s = _moment(table, plan)
    in_s = out_s + _between(table, 0.8, 8.0)
    how = str(table.random.choice(["as it was", "half", "empty"], p=[0.5, 0.2, 0.3]))
    plan.pulls.append((out_s, in_s, how))
    plan.disturbs(out_s - 0.3, in_s + 0.4, in_s + 0.5)


def sag(table: Table, plan: Plan) -> None:
    random = table.random
    at_s, falls_s = _moment(table, plan), _between(table, 0.005, 0.1)
    if random.random() < BROWN_OUT:
        until_s = at_s + random.uniform(0.1, 0.5)
        # The Nano's bootloader waits for about a second before the firmware starts; then the chip settles.
        starts_s = random.uniform(1.0, 2.5)
        table.cell.dip(Dip(at_s, until_s, random.uniform(2.2, 4.0), 0.005, starts_s))
        plan.disturbs(at_s, until_s + starts_s)
        return
    until_s = _sags_until(table, at_s)
    grams = table.cell.dip(Dip(at_s, until_s, _between(table, 0.02, 0.5), falls_s))
    if grams:
        plan.foreign.append(Foreign(at_s, until_s, grams))
    plan.disturbs(at_s, at_s if until_s == NEVER_S else until_s)


def sag_unshared(table: Table, plan: Plan) -> None:
    at_s, part = _moment(table, plan), table.random.uniform(0.002, 0.015)
    until_s = _sags_until(table, at_s)
    table.cell.sag(at_s, until_s, part, _between(table, 0.005, 0.1))
    plan.foreign.append(Foreign(at_s, until_s, -part * (DRAWER_G + table.cell.bridge_g), -part))
    plan.disturbs(at_s, at_s if until_s == NEVER_S else until_s)


def _sags_until(table: Table, at_s: float) -> float:
    return at_s + table.random.uniform(0.2, 4.0) if table.random.random() < 0.7 else NEVER_S


HAPPENINGS: Mapping[str, Callable[[Table, Plan], None]] = {
    "kick": kick, "drum": drum, "walk": walk, "phone": phone, "finger": rest_finger, "wet": wet, "crumb": crumb,
    "spill": spill, "foreign": foreign, "stuck": stuck, "lean": lean, "late": late, "drawer": drawer, "sag": sag,
    "sag_unshared": sag_unshared,
}  # fmt: skip
