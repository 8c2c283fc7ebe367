"""All that a section brought about the last time, again with one tap."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.action import ending, recalling, starting
from companion.games.citadel.action.running import Action
from companion.games.citadel.books import Books, number
from companion.games.citadel.cards import taking
from companion.games.citadel.life import changing, draining, piles, points
from companion.games.citadel.state import Task


def as_last_time(books: Books, args: Args) -> None:
    """All that this section brought about the last time happens again; so many revealed cards go to the hand."""
    action = starting.require_action(books.state, "consequence")
    items = recalling.known(books.state, action)
    if items is None or action.due:
        raise IllegalMove(T("Nobody has said what this section does."), rule="action.consequence", page=13)
    starting.change(books, closing=True)
    waiting: tuple[Task, ...] = ()
    if number(args, "keep"):
        ending.kept(books, {"count": number(args, "keep")})
        waiting = _waiting(books, waiting)
    for item in items:
        if books.state.action is None:
            return  # the adventure has just ended
        _happens(books, action, item.split())
        waiting = _waiting(books, waiting)
    books.set(todo=waiting)


def _waiting(books: Books, before: tuple[Task, ...]) -> tuple[Task, ...]:
    """What has to be done about the items so far, in their order; the unconscious discard nothing more."""
    action, fresh = books.state.action, books.state.todo
    if action is None:
        return ()
    books.set(todo=())
    if not books.state.hero(action.active).conscious:
        before = tuple(task for task in before if task.kind != "drain")
    return (*before, *fresh)


def _happens(books: Books, action: Action, words: list[str]) -> None:
    kind = words[0]
    if kind == "damage":
        ending.damage(books, {"count": int(words[1])})
    elif kind in ("lose", "gain", "deck", "refill", "take"):
        recalling.applied(books, " ".join(words))
        _to_the_active(books, action.active, kind, words[1])
    elif kind == "card" and not ending.ends(books.state, action):
        ending.card_goes(books, words[1])
    elif kind == "die" and action.outcome == "success" and action.die is not None:
        ending.row_moved(books, {"rows": int(words[1]), "difficulty": int(words[2]), "close": 0})
    elif kind == "last":
        ending.over(books, {"close": 0})


def _to_the_active(books: Books, seat: str, kind: str, what: str) -> None:
    if kind == "lose":
        points.lose(books, seat, int(what))
    elif kind == "gain":
        points.gain(books, seat, int(what))
    elif kind == "deck":
        draining.drain(books, seat, int(what))
    elif kind == "refill":
        changing.refill(books, seat, min(int(what), piles.piles(books.state, seat).discard))
    else:
        taking.take(books, what, seat)


def settle(books: Books) -> None:
    """Once all of it is dealt with, the action is over."""
    action = books.state.action
    if action is None or not action.closing or books.state.todo or books.state.ended or action.asking:
        return
    if ending.unsettled(books.state, action) or action.due:
        starting.change(books, closing=False)
    else:
        ending.conclude(books)
