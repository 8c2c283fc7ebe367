"""Resources and Artifacts: from and to the supply, and what an Artifact can stand in for (rulebook p. 3, 21)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import N, T, Text, Urgency
from companion.games.turris.names import RESOURCE_NAMES, who
from companion.games.turris.state import ARTIFACTS, EXTRA_TOKENS, OF_EACH, RESOURCES, State
from companion.games.turris.transaction import Transaction

TOKENS = (*RESOURCES, "artifacts", "tokens")
NAMES: Mapping[str, Text] = {
    **RESOURCE_NAMES,
    "artifacts": T("Artifacts"),
    "tokens": T("Additional Action tokens"),
}
IN_BOX: Mapping[str, int] = {**dict.fromkeys(RESOURCES, OF_EACH), "artifacts": ARTIFACTS, "tokens": EXTRA_TOKENS}


def held(state: State, seat: int, what: str) -> int:
    """How much of a resource (or of `artifacts`) a player has."""
    return int(getattr(state.players[seat], what))


def all_held(state: State, seat: int) -> dict[str, int]:
    """What a player has of every resource and of Artifacts."""
    return {what: held(state, seat, what) for what in TOKENS}


def left(state: State, what: str) -> int:
    """How much of it lies in the supply (p. 3)."""
    return max(0, IN_BOX[what] - sum(held(state, seat, what) for seat in range(len(state.players))))


def gain(tx: Transaction, seat: int, what: str, count: int = 1, *, aloud: bool = True) -> int:
    """A player takes of a resource (or `artifacts`) from the supply, as much as there is; how much that was. Not
    `aloud` where the player has just said it."""
    taken = min(count, left(tx.state, what))
    _put(tx, seat, what, taken)
    if count > 0:
        urgency = Urgency.PLAIN if aloud or taken < count else Urgency.QUIET
        player = who(tx.state, seat)
        none = T("{player} gains nothing, the supply has none left: {what}.", player=player, what=NAMES[what])
        text = _gained(player, what, taken) if taken else none
        tx.tell("gained", text, urgency, seat=seat + 1, what=what, count=taken)
        if urgency is Urgency.PLAIN and taken:
            back = T("{player}: put back, {what}: {n}", player=player, what=NAMES[what], n=taken)
            tx.todo(_take(player, what, taken), icon=what, back=back)
    return taken


def _take(player: str, what: str, n: int) -> Text:
    orders = {
        "ichor": N("{player}: take {n} Ichor", "{player}: take {n} Ichor", n, player=player),
        "knowledge": N("{player}: take {n} Knowledge", "{player}: take {n} Knowledge", n, player=player),
        "relics": N("{player}: take {n} Relic", "{player}: take {n} Relics", n, player=player),
        "weaponry": N("{player}: take {n} Weaponry", "{player}: take {n} Weaponry", n, player=player),
        "artifacts": N("{player}: take {n} Artifact", "{player}: take {n} Artifacts", n, player=player),
        "tokens": N("{player}: take {n} Additional Action token", "{player}: take {n} Additional Action tokens", n,
                    player=player),
    }  # fmt: skip
    return orders[what]


def _give_back(player: str, what: str, n: int) -> Text:
    orders = {
        "ichor": N("{player}: pay {n} Ichor", "{player}: pay {n} Ichor", n, player=player),
        "knowledge": N("{player}: pay {n} Knowledge", "{player}: pay {n} Knowledge", n, player=player),
        "relics": N("{player}: pay {n} Relic", "{player}: pay {n} Relics", n, player=player),
        "weaponry": N("{player}: pay {n} Weaponry", "{player}: pay {n} Weaponry", n, player=player),
        "artifacts": N("{player}: pay {n} Artifact", "{player}: pay {n} Artifacts", n, player=player),
        "tokens": N("{player}: pay {n} Additional Action token", "{player}: pay {n} Additional Action tokens", n,
                    player=player),
    }  # fmt: skip
    return orders[what]


def _gained(player: str, what: str, n: int) -> Text:
    if what == "relics":
        return N("{player} gained {n} Relic.", "{player} gained {n} Relics.", n, player=player)
    if what == "artifacts":
        return N("{player} gained {n} Artifact.", "{player} gained {n} Artifacts.", n, player=player)
    if what == "tokens":
        return N("{player} gained {n} Additional Action token.", "{player} gained {n} Additional Action tokens.", n,
                 player=player)  # fmt: skip
    if what == "knowledge":
        return N("{player} gained {n} Knowledge.", "{player} gained {n} Knowledge.", n, player=player)
    if what == "weaponry":
        return N("{player} gained {n} Weaponry.", "{player} gained {n} Weaponry.", n, player=player)
    return N("{player} gained {n} Ichor.", "{player} gained {n} Ichor.", n, player=player)


def spend(tx: Transaction, seat: int, what: str, count: int = 1, *, chosen: bool = False) -> int:
    """A player gives of a resource (or `artifacts`) back to the supply, at most all there is; how much that was. Only
    written down: whoever pays knows it. `chosen`: they have just said what they give, so that it is no order."""
    given = min(count, held(tx.state, seat, what))
    _put(tx, seat, what, -given)
    if given:
        text = T("{player} paid, {what}: {count}.", player=who(tx.state, seat), count=given, what=NAMES[what])
        tx.note("spent", text, seat=seat + 1, what=what, count=given)
        if not chosen:
            player = who(tx.state, seat)
            tx.todo(_give_back(player, what, given), icon=what, back=_take(player, what, given))
    return given


def _put(tx: Transaction, seat: int, what: str, count: int) -> None:
    tx.set_player(seat, **{what: held(tx.state, seat, what) + count})


# --- costs, and Artifacts as any one resource (p. 21) -----------------------------------------------------------------


def short(state: State, seat: int, costs: Mapping[str, int]) -> int:
    """How many resources are missing for these costs: that many Artifacts have to stand in."""
    return sum(max(0, count - held(state, seat, what)) for what, count in costs.items())


def can_pay(state: State, seat: int, costs: Mapping[str, int]) -> bool:
    """Whether a player can pay, Artifacts helping out."""
    return short(state, seat, costs) <= held(state, seat, "artifacts")


def pay(tx: Transaction, seat: int, costs: Mapping[str, int], wild: Mapping[str, int] | None = None) -> None:
    """Pay in full; `wild` says where Artifacts stand in, otherwise only for what is missing."""
    state = tx.state
    missing = {what: max(0, count - held(state, seat, what)) for what, count in costs.items()}
    instead = missing if wild is None else {what: min(wild.get(what, 0), count) for what, count in costs.items()}
    for what, count in costs.items():
        spend(tx, seat, what, count - instead[what])
    spend(tx, seat, "artifacts", sum(instead.values()))


def wealth(state: State, seat: int) -> int:
    """All resources of a player; an Artifact is none (p. 21)."""
    return sum(held(state, seat, what) for what in RESOURCES)
