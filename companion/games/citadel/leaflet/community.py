"""The Community page: scores from 0 to 25, the groundshiver's level, the record of life points (p. 18, 23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api import Args, IllegalMove, Move, Offer, T, Words
from companion.games.citadel.leaflet.leaflet import HIGHEST, LOWEST, MOST_LEVEL, SCORES
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, whole, word

UNDER = T("Citadel leaflet")
LONGEST_NAME = 40


def write(tx: Transaction, **changes: Any) -> None:
    """Change what stands in the leaflet."""
    tx.set(leaflet=replace(tx.state.leaflet, **changes))


def score(tx: Transaction, name: str, by: int) -> None:
    """A score rises or falls, never above 25 or below 0 (p. 18, 23)."""
    before = tx.state.leaflet.score(name)
    after = min(max(before + by, LOWEST), HIGHEST)
    write(tx, **{name: after})
    what = SCORES[name]
    if after == before and by > 0:
        tx.tell("score_stays", T("{what} stays at 25, as high as it goes.", what=what), what=name, to=after)
    elif after == before and by < 0:
        tx.tell("score_stays", T("{what} stays at 0, as low as it goes.", what=what), what=name, to=after)
    elif by > 0:
        tx.tell("score_rose", T("{what} rose to {to}.", what=what, to=after), what=name, to=after)
        tx.todo(T("Write onto the leaflet: {what} {to}", what=what, to=after), name)
    elif by < 0:
        tx.tell("score_fell", T("{what} fell to {to}.", what=what, to=after), what=name, to=after)
        tx.todo(T("Write onto the leaflet: {what} {to}", what=what, to=after), name)


def pay(tx: Transaction, name: str, count: int) -> None:
    """A score is lowered as what an effect demands first; without enough of it the effect is not allowed (p. 23)."""
    have = tx.state.leaflet.score(name)
    if have < count:
        raise IllegalMove(
            T("{what} is only {have}: you may not apply an effect that takes {count}.", what=SCORES[name], have=have,
              count=count),
            rule="community.scores",
            page=23,
        )  # fmt: skip
    score(tx, name, -count)


def set_groundshiver(tx: Transaction, level: int) -> None:
    """The scenario gives the level (p. 23)."""
    if level == tx.state.leaflet.groundshiver:
        return
    write(tx, groundshiver=level)
    if level:
        tx.note("groundshiver", T("The groundshiver is level {level}.", level=level), level=level)
        tx.todo(T("Write onto the leaflet: groundshiver {level}", level=level), "groundshiver")
    else:
        tx.note("groundshiver", T("You have no groundshiver."), level=0)


def record_lives(tx: Transaction) -> None:
    """Everybody's life points are written down (p. 23, 25)."""
    write(tx, lives={hero.seat: hero.life for hero in tx.state.party})


def rise(tx: Transaction, args: Args) -> None:
    score(tx, word(args, "what"), number(args, "count"))


def fall(tx: Transaction, args: Args) -> None:
    score(tx, word(args, "what"), -number(args, "count"))


def paid(tx: Transaction, args: Args) -> None:
    pay(tx, word(args, "what"), number(args, "count"))


def changed(tx: Transaction, args: Args) -> None:
    """A score rises or falls; what an effect takes must be there (p. 23)."""
    what, by = word(args, "what"), number(args, "by")
    if by == 0:
        raise IllegalMove(T("That would change nothing: choose another number."), rule="community.scores", field="by")
    if by < 0:
        pay(tx, what, -by)
    else:
        score(tx, what, by)


def shiver(tx: Transaction, args: Args) -> None:
    set_groundshiver(tx, number(args, "level"))


def name_community(tx: Transaction, args: Args) -> None:
    name = word(args, "community")
    write(tx, community=name)
    if name:
        tx.note("community_named", T("The community is called {name}.", name=name), name=name)


_WHAT = pick("what", T("Score"), SCORES)
_COUNT = whole("count", T("By how much"), HIGHEST, 1, at_least=1)
_LEVEL = whole("level", T("Level, 0 without one"), MOST_LEVEL)
_NAME = Words(name="community", label=T("Name of your community"), at_most_chars=LONGEST_NAME)

MOVES: Moves = {
    "score_rise": move(
        rise, lambda a: T("{what}: {count} more", what=SCORES[word(a, "what")], count=a["count"]), _WHAT, _COUNT
    ),
    "score_changed": move(
        changed,
        lambda a: T("{what} changed", what=SCORES[word(a, "what")]),
        _WHAT,
        whole("by", T("By how much"), HIGHEST, at_least=-HIGHEST, signed=True),
    ),
    "score_fall": move(
        fall, lambda a: T("{what}: {count} less", what=SCORES[word(a, "what")], count=a["count"]), _WHAT, _COUNT
    ),
    "score_pay": move(
        paid, lambda a: T("{what}: {count} paid", what=SCORES[word(a, "what")], count=a["count"]), _WHAT, _COUNT
    ),
    "groundshiver": move(shiver, lambda a: T("Groundshiver: level {level}", level=a["level"]), _LEVEL),
    "community": move(name_community, lambda a: T("Named the community {name}", name=word(a, "community")), _NAME),
}


def _row(state: State, name: str) -> Offer:
    now = state.leaflet.score(name)
    ask = whole("by", T("More or fewer"), HIGHEST - now, at_least=LOWEST - now, likely=LIKELY, signed=True)
    return Offer(
        move=Move("score_changed", {"what": name}),
        label=T("{score}, now {now}", score=SCORES[name], now=now),
        asks=(ask,),
        under=UNDER,
        rule="community.scores",
        icon=name,
    )


LIKELY = 3  # that a score mostly rises or falls by


def offers(state: State) -> tuple[Offer, ...]:
    """What can be written on the Community page now."""
    leaflet = state.leaflet
    found = [_row(state, name) for name in SCORES]
    level = whole("level", T("Level, 0 without one"), MOST_LEVEL, leaflet.groundshiver)
    name = Words(
        name="community", label=T("Name of your community"), at_most_chars=LONGEST_NAME, usual=leaflet.community
    )
    found += [
        Offer(move=Move("groundshiver"), label=T("Groundshiver"), asks=(level,), under=UNDER, rule="groundshiver"),
        Offer(move=Move("community"), label=T("Name the community"), asks=(name,), under=UNDER, rule="community"),
    ]
    return tuple(found)
