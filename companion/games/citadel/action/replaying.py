"""All that a section brought about the last time, again with one tap."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.action import ending, recalling, starting
from companion.games.citadel.action.running import Action
from companion.games.citadel.cards import taking
from companion.games.citadel.life import changing, draining, piles, points
from companion.games.citadel.state import Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit.modules import number


def as_last_time(tx: Transaction, args: Args) -> None:
    """All that this section brought about the last time happens again; so many revealed cards go to the hand."""
    action = starting.require_action(tx.state, "consequence")
    items = recalling.known(tx.state, action)
    if items is None or action.due:
        raise IllegalMove(T("Nobody has said what this section does."), rule="action.consequence", page=13)
    starting.change(tx, closing=True)
    waiting: tuple[Task, ...] = ()
    if number(args, "keep"):
        ending.kept(tx, {"count": number(args, "keep")})
        waiting = _waiting(tx, waiting)
    for item in items:
        if tx.state.action is None:
            return  # the adventure has just ended
        _happens(tx, action, item.split())
        waiting = _waiting(tx, waiting)
    tx.set(tasks=waiting)


def _waiting(tx: Transaction, before: tuple[Task, ...]) -> tuple[Task, ...]:
    """What has to be done about the items so far, in their order; the unconscious discard nothing more."""
    action, fresh = tx.state.action, tx.state.tasks
    if action is None:
        return ()
    tx.set(tasks=())
    if not tx.state.hero(action.active).conscious:
        before = tuple(task for task in before if task.kind != "drain")
    return (*before, *fresh)


def _happens(tx: Transaction, action: Action, words: list[str]) -> None:
    kind = words[0]
    if kind == "damage":
        ending.damage(tx, {"count": int(words[1])})
    elif kind in ("lose", "gain", "deck", "refill", "take"):
        recalling.applied(tx, " ".join(words))
        _to_the_active(tx, action.active, kind, words[1])
    elif kind == "card" and not ending.ends(tx.state, action):
        ending.card_goes(tx, words[1])
    elif kind == "die" and action.outcome == "success" and action.die is not None:
        ending.row_moved(tx, {"rows": int(words[1]), "difficulty": int(words[2]), "close": 0})
    elif kind == "last":
        ending.over(tx, {"close": 0})


def _to_the_active(tx: Transaction, seat: str, kind: str, what: str) -> None:
    if kind == "lose":
        points.lose(tx, seat, int(what))
    elif kind == "gain":
        points.gain(tx, seat, int(what))
    elif kind == "deck":
        draining.drain(tx, seat, int(what))
    elif kind == "refill":
        changing.refill(tx, seat, min(int(what), piles.piles(tx.state, seat).discard))
    else:
        taking.take(tx, what, seat)


def settle(tx: Transaction) -> None:
    """Once all of it is dealt with, the action is over."""
    action = tx.state.action
    if action is None or not action.closing or tx.state.tasks or tx.state.ended or action.asking:
        return
    if ending.unsettled(tx.state, action) or action.due:
        starting.change(tx, closing=False)
    else:
        ending.conclude(tx)
