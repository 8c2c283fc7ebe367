"""Gaining and losing life points (p. 18, 20)."""

from __future__ import annotations

from companion.api.game import Urgency
from companion.api.text import N, T
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.state import MOST_LIFE, Hero, Task
from companion.games.citadel.transaction import Transaction


def lose(tx: Transaction, seat: str, count: int, damage: bool = False, cancelled: int = 0) -> int:
    """Lose life points; damage can be cancelled, plain loss cannot (p. 18). The life points really lost are returned.

    At 0 the character falls unconscious at once.
    """
    hero = tx.state.hero(seat)
    suffered = max(0, count - cancelled) if damage else count
    if damage and cancelled and count:
        tx.tell(
            "damage_cancelled",
            N("{n} damage is cancelled.", "{n} damage are cancelled.", min(count, cancelled)),
            seat=seat,
        )
    if not hero.conscious or suffered == 0:
        return 0
    left = max(0, hero.life - suffered)
    tx.set_hero(seat, life=left)
    text = N("{name}: {n} life point left.", "{name}: {n} life points left.", left, name=hero.name)
    tx.tell("life_lost", text, seat=seat, count=hero.life - left, left=left)
    if left == 0:
        unconscious(tx, seat)
    return hero.life - left


def gain(tx: Transaction, seat: str, count: int) -> int:
    """Gain life points, to 99 at most. Whoever was unconscious is conscious again. What was gained is returned."""
    hero = tx.state.hero(seat)
    after = min(MOST_LIFE, hero.life + count)
    if after == hero.life:
        return 0
    tx.set_hero(seat, life=after)
    text = N("{name}: {n} life point now.", "{name}: {n} life points now.", after, name=hero.name)
    tx.tell("life_gained", text, seat=seat, count=after - hero.life, now=after)
    if not hero.conscious:
        wake(tx, seat)
    return after - hero.life


def unconscious(tx: Transaction, seat: str) -> None:
    """The character falls unconscious: the counter is at 0, the figure off the Board, and a list of steps follows."""
    hero = tx.set_hero(seat, life=0, conscious=False, place="")
    tx.tell("fell_unconscious", T("{name}: unconscious.", name=hero.name), Urgency.URGENT, seat=seat)
    tx.set(tasks=tuple(task for task in tx.state.tasks if not _needs_consciousness(task, seat)))
    if not tx.state.awake:
        tx.tell("all_unconscious", T("All characters are unconscious. The adventure is lost."), Urgency.FINAL)
        tx.end("lost")
        return
    for copy in looking.temporary(tx.state, seat):
        moving.return_(tx, copy.key)
    tx.add_first(Task(kind="faint", seat=seat))


def _needs_consciousness(task: Task, seat: str) -> bool:
    return task.seat == seat and task.kind in ("recover", "drain", "wake")


def wake(tx: Transaction, seat: str) -> None:
    """The character is conscious again; the figure goes to the active player's Terrain card, else to a chosen one's."""
    hero = tx.set_hero(seat, conscious=True)
    tx.tell("woke", T("{name}: conscious again.", name=hero.name), Urgency.URGENT, seat=seat)
    tx.set(tasks=tuple(task for task in tx.state.tasks if not (task.kind == "faint" and task.seat == seat)))
    action = tx.state.action
    active = None if action is None else tx.state.hero(action.active)
    if active is not None and active.conscious and active.seat != seat:
        _stand(tx, hero, active.place)
        return
    places = sorted({one.place for one in tx.state.awake if one.seat != seat})
    if len(places) > 1:
        tx.add_first(Task(kind="wake", seat=seat))
    else:
        _stand(tx, hero, places[0] if places else "")


def _stand(tx: Transaction, hero: Hero, place: str) -> None:
    tx.set_hero(hero.seat, place=place)
    text = T("{name}: put your figure back, where the others are.", name=hero.name)
    tx.tell("figure_back", text, seat=hero.seat)


def stand_with(tx: Transaction, seat: str, other: str) -> None:
    """Put the figure of somebody who is conscious again beside that of a chosen character."""
    _stand(tx, tx.state.hero(seat), tx.state.hero(other).place)
