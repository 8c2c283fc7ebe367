"""What winning a block or refilling sets off; the block just won counts for the crew's Loyalty (rulebook p. 11)."""

from __future__ import annotations

from companion.games.fire_brigade import house_rules, tiles
from companion.games.fire_brigade.crew import cards
from companion.games.fire_brigade.fire.flames import dampen
from companion.games.fire_brigade.state import COMMONS, COUNCIL, MERCHANTS, NOBLES, State
from companion.games.fire_brigade.transaction import Transaction

LOWER = 2  # what Del Uge takes off a fire
KIND = "kind:"  # before the kind of blocks that a task means, all of them but its own
FREE_UPGRADE, FREE_RECRUIT = "free_upgrade", "recruit"
DEL_UGE = "del_uge"
CHOPS, ALI, ZILDA, IMMORA, ORANGE, WALDER = "chops", "ali", "zilda", "immora", "orange", "walder"


def loyalty_won(tx: Transaction, seat: int, place: str) -> None:
    """Abilities that winning this block sets off; what leaves a choice is asked."""
    kind, awake = tx.state.city[place].kind, cards.active(tx.state, seat)
    if kind == COMMONS and "del_uge" in awake:
        tx.ask(DEL_UGE, seat=seat, field=place)
    if kind == COUNCIL and "mal" in awake:
        tx.ask(FREE_RECRUIT, seat=seat, about="ability")
    if kind == MERCHANTS and "pep" in awake:
        tx.ask(FREE_UPGRADE, seat=seat)
    if kind == MERCHANTS and "ali" in awake:
        tx.ask(ALI, seat=seat, field=place)
    if kind == NOBLES and "immora" in awake:
        tx.ask(IMMORA, seat=seat, about=f"{KIND}{NOBLES}", field=place)
    if kind == NOBLES and "zilda" in awake:
        tx.ask(ZILDA, seat=seat)
    if "chops" in awake:
        tx.ask(CHOPS, seat=seat, field=place)
    if "orange" in awake:
        tx.ask(ORANGE, seat=seat, about=f"{KIND}{MERCHANTS}", field=place)


def others(state: State, kind: str, place: str) -> tuple[str, ...]:
    """All blocks of a kind but this one."""
    return tuple(one for one, block in state.city.items() if block.kind == kind and one != place)


def spread(tx: Transaction, seat: int, kind: str, fields: tuple[str, ...]) -> None:
    """One Renown onto each of these blocks; see `choices`, where too few markers leave a choice."""
    if fields:
        tx.ask(kind, seat=seat, about=" ".join(fields))


def settle(tx: Transaction) -> bool:
    """Which blocks are of the kind that an ability means is asked before, where nobody has told; then Del Uge acts."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None:
        return False
    if task.about.startswith(KIND) and task.kind in (IMMORA, ORANGE):
        return tiles.ask_survey(tx, task.about)
    if task.kind != DEL_UGE:
        return False
    every = house_rules.rule(tx.state, "del_uge") == "every"
    if not every and tiles.ask_survey(tx, f"{KIND}{COMMONS}"):
        return True
    tx.finish_task()
    _del_uge(tx, task.field, every=every)
    return True


def _del_uge(tx: Transaction, place: str, *, every: bool) -> None:
    for other, block in tx.state.city.items():
        if other != place and (every or block.kind == COMMONS):
            dampen(tx, other, LOWER)


def refilled(tx: Transaction, seat: int) -> None:
    """Somebody refilled: with Walder Ranier in another crew, one water goes again (card text)."""
    for other in cards.holders(tx.state, "walder"):
        if other != seat:
            tx.ask(WALDER, seat=seat)
