"""How the game ends: chief by Loyalty at once, an evacuation, or all fires out (rulebook p. 8)."""

from __future__ import annotations

from collections import Counter

from companion.api import T, Text, Urgency, all_of
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import KINDS, TOWN_KINDS, UNIVERSITY_KIND, State
from companion.games.fire_brigade.streets import UNIVERSITY
from companion.games.fire_brigade.transaction import Transaction


def score(state: State, seat: int) -> int:
    """A player's points now. A block won from another player gives its printed value, never one more (p. 10); by a
    house rule nothing, for the text says `never` where it must mean `only`."""
    nothing = house_rules.rule(state, "stolen") == "nothing"
    return sum(block.value for block in state.city.values() if block.loyal == seat and not (block.stolen and nothing))


def leaders(state: State) -> tuple[int, ...]:
    """Who has the most points; several in a tie."""
    scores = [score(state, seat) for seat in range(len(state.players))]
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def ending(state: State) -> Text | None:
    """How the game ended; None while it goes on."""
    if not state.ended:
        return None
    names = all_of([state.players[seat].name for seat in state.winners])
    if state.ended == "quarter":
        return T("{names}: fire chief by the Loyalty of a quarter.", names=names)
    if state.ended == "citizens":
        return T("{names}: fire chief by the Loyalty of all citizens.", names=names)
    if state.ended == "all_out":
        return T("All fires are out. {names}: most points.", names=names)
    return T("The city is evacuated. {names}: most points.", names=names)


# --- winning ----------------------------------------------------------------------------------------------------------


OF_ONE_KIND, OF_UNIVERSITY = 5, 3
EVACUATION, UNIVERSITY_EVACUATION = 8, 3
BY_THE_CITY = ("quarter", "citizens", "all_out")  # endings that follow from how the city stands


def loyal_kinds(state: State, seat: int) -> Counter[str]:
    """How many blocks of each kind are loyal to a player."""
    return Counter(block.kind for block in state.city.values() if block.loyal == seat)


def chief(state: State) -> tuple[int, str] | None:
    """Who has won by Loyalty, and how: `quarter` or `citizens` (p. 8)."""
    for seat in (state.turn.seat, *range(len(state.players))):
        kinds = loyal_kinds(state, seat)
        if any(kinds[kind] >= OF_ONE_KIND for kind in TOWN_KINDS) or kinds[UNIVERSITY_KIND] >= OF_UNIVERSITY:
            return seat, "quarter"
        if all(kinds[kind] for kind in KINDS):
            return seat, "citizens"
    return None


def evacuation(state: State) -> bool:
    """Whether so much is destroyed that the city is evacuated (p. 8)."""
    lost = state.destroyed
    return len(lost) >= EVACUATION or sum(place in UNIVERSITY for place in lost) >= UNIVERSITY_EVACUATION


def crown(tx: Transaction) -> bool:
    """Whoever has won by Loyalty is chief at once, whatever else waits (p. 8)."""
    won = chief(tx.state)
    if won is None:
        return False
    seat, how = won
    text = T("{who} is the new fire chief!", who=who(tx.state, seat))
    tx.tell("won", text, Urgency.FINAL, seat=seat, how=how)
    tx.end(how, seat)
    return True


def settle(tx: Transaction) -> bool:
    """End the game, or begin the last turns, if it is time. Renown of the action is placed before (its task waits)."""
    state = tx.state
    if state.phase == "action" and not state.fires:
        tx.tell("all_out", T("All fires are out."))
        _count(tx, "all_out")
        return True
    if state.left is None and evacuation(state):
        if not house_rules.ask_reading(tx, "evacuation"):
            _begin_last_turns(tx)
        return True
    return False


def corrected(tx: Transaction) -> None:
    """A block was set by hand: an evacuation for which too little is destroyed has not begun; a game that ended by
    Loyalty or with all fires out goes on, and ends again if it still does."""
    state = tx.state
    if state.stopped is not None and state.ended in BY_THE_CITY:
        tx.set(ended="", winners=(), phase=state.stopped.phase, tasks=state.stopped.tasks, stopped=None)
    if not state.ended and state.left is not None and not evacuation(state):
        tx.set(left=None, closing=False)
        tx.tell("evacuation_taken_back", T("The city is not evacuated after all."), Urgency.URGENT)


def last_turns(state: State, reading: str) -> tuple[int, ...]:
    """Who has a last turn after an evacuation: each of the others (p. 8); by the summary, until the first player's
    turn."""
    count = len(state.players)
    others = tuple((state.turn.seat + at) % count for at in range(1, count))
    if reading == "first" and state.first in others:
        return others[: others.index(state.first)]
    return others


def _begin_last_turns(tx: Transaction) -> None:
    state = tx.state
    others = last_turns(state, str(house_rules.rule(state, "evacuation")))
    tx.set(left=others)
    text = T("The city is evacuated: {n} destroyed. Last turns: {names}.", n=len(state.destroyed),
             names=named(state, others))  # fmt: skip
    tx.tell("evacuation", text, Urgency.URGENT, destroyed=len(state.destroyed), turns=len(others))


def evacuated(tx: Transaction, seat: int) -> bool:
    """A turn is over: in an evacuation, the game ends after the last one. True when it did."""
    if tx.state.left is None:
        return False
    left = tuple(one for one in tx.state.left if one != seat)
    tx.set(left=left)
    if left:
        return False
    if house_rules.rule(tx.state, "evacuation") == "event" and not tx.state.closing:
        tx.set(closing=True)
        return False
    _count(tx, "evacuation")
    return True


def closed(tx: Transaction) -> bool:
    """By a reading of p. 8, an event card of whose turn it was ends the evacuation. True when it did."""
    if not tx.state.closing:
        return False
    _count(tx, "evacuation")
    return True


def _count(tx: Transaction, how: str) -> None:
    state = tx.state
    for seat, player in enumerate(state.players):
        tx.tell("score", T("{who}: {n}.", who=player.name, n=score(state, seat)), seat=seat, score=score(state, seat))
    best = leaders(state)
    text = (
        T("{who} wins.", who=who(state, best[0]))
        if len(best) == 1
        else T("A tie, which the rulebook leaves open: {names} win together.", names=named(state, best))
    )
    tx.tell("won", text, Urgency.FINAL, seat=best[0], how=how)
    tx.end(how, *best)


def named(state: State, seats: tuple[int, ...]) -> Text:
    """These players, in a sentence."""
    return all_of([who(state, seat) for seat in seats]) if seats else T("none")
