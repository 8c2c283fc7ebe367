"""Each player takes an Advisor, or is dealt one, and the first Citizen cards (rulebook p. 14 and 15)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from companion.api.game import Args, Chance, Choice, IllegalMove, MoveKind, Offer, Prompt, Words
from companion.api.game import Move as GameMove
from companion.api.text import T, Text
from companion.games.frostpunk import setup_costs as costs
from companion.games.frostpunk import setup_prompts as shown
from companion.games.frostpunk.cards import advisors
from companion.games.frostpunk.moves import move, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import pick, seat_name

STEP = "setup.advisors"


def without_advisor(state: State) -> tuple[int, ...]:
    """The seats whose Advisor nobody has said."""
    taken = (*state.advisors, *("",) * len(state.players))
    return tuple(seat for seat in range(len(state.players)) if not taken[seat])


def free(state: State) -> tuple[str, ...]:
    """The Advisors that nobody has."""
    return tuple(one for one in advisors.ADVISORS if one not in state.advisors)


def advisor_taken(tx: Transaction, args: Args) -> None:
    """A player takes an Advisor; where one is left for one player, it is that one's."""
    require_step(tx.state, STEP)
    seat, advisor = costs.seat_at(tx.state, word(args, "seat")), word(args, "advisor")
    if advisor not in free(tx.state):
        raise IllegalMove(T("Somebody has that Advisor already."), rule="setup.citizens", page=14)
    _take(tx, seat, advisor)
    if len(free(tx.state)) == len(without_advisor(tx.state)) == 1:
        _take(tx, without_advisor(tx.state)[0], free(tx.state)[0])
    _deal_if_all(tx)


def advisors_drawn(tx: Transaction, args: Args) -> None:
    """The players do not agree: the Advisors left are dealt at random to those who have none (p. 14)."""
    require_step(tx.state, STEP)
    seats, drawn = without_advisor(tx.state), tuple(word(args, "of").split())
    if not seats or len(drawn) != len(seats) or not {*drawn} <= {*free(tx.state)} or len({*drawn}) != len(drawn):
        raise IllegalMove(T("The Advisors cannot be dealt like that."), rule="setup.citizens", page=14)
    for seat, advisor in zip(seats, drawn, strict=True):
        _take(tx, seat, advisor)
        text = T("{name} is the {advisor}.", name=tx.state.players[seat], advisor=advisors.TITLES[advisor])
        tx.tell("advisor_drawn", text, seat=seat, advisor=advisor)
    _deal_if_all(tx)


def citizens_dealt(tx: Transaction, args: Args) -> None:
    """The Advisors are not entered; the Citizen cards come next."""
    require_step(tx.state, STEP)
    costs.deal(tx)


def _take(tx: Transaction, seat: int, advisor: str) -> None:
    row = [*tx.state.advisors, *("",) * len(tx.state.players)][: len(tx.state.players)]
    row[seat] = advisor
    tx.set(advisors=tuple(row))
    text = T("{name}: {advisor}.", name=tx.state.players[seat], advisor=advisors.TITLES[advisor])
    tx.note("advisor_taken", text, seat=seat, advisor=advisor)


def _deal_if_all(tx: Transaction) -> None:
    if not without_advisor(tx.state):
        costs.deal(tx)


def _choose(state: State) -> Prompt:
    solo = len(state.players) == 1
    chosen = tuple(
        Offer(
            move=GameMove("advisor_taken", {"seat": seat_name(seat), "advisor": advisor}),
            label=advisors.TITLES[advisor],
            under=None if solo else costs.player(state, seat),
        )
        for seat in without_advisor(state)
        for advisor in free(state)
    )
    dealt = permutations(free(state), len(without_advisor(state)))
    choices = tuple(Choice(value=" ".join(one), label=_listed(one)) for one in dealt)
    ask = Chance(name="of", label=T("Advisors in the order of the seats"), choices=choices)
    draw = Offer(move=GameMove("advisors_drawn"), label=T("Deal them at random"), asks=(ask,))
    skip = Offer(move=GameMove("citizens_dealt"), label=T("Go on without entering them"))
    do = T("Choose your Advisor.") if solo else T("Choose an Advisor each.")
    more = T("Nobody can change Advisors later. If you do not agree, chance decides.")
    return shown.shown(state, *chosen[1:], draw, skip, do=do, more=more, done=chosen[0])


def _listed(chosen: tuple[str, ...]) -> Text:
    found: Text | None = None
    for one in chosen:
        title = advisors.TITLES[one]
        found = title if found is None else T("{first}, {then}", first=found, then=title)
    return found or T("none")


def prompt(state: State) -> Prompt:
    """First the Advisors, then the cards and their costs."""
    return _choose(state) if without_advisor(state) and not state.hands else costs.prompt(state)


MOVES: Mapping[str, MoveKind[State]] = {
    "advisor_taken": move(
        advisor_taken,
        lambda args: T("Taken: {advisor}", advisor=advisors.TITLES[word(args, "advisor")]),
        costs.SEAT,
        pick("advisor", T("Advisor"), dict(advisors.TITLES)),
    ),
    "advisors_drawn": move(
        advisors_drawn,
        says(T("Advisors dealt at random")),
        Words(name="of", label=T("Advisors in the order of the seats"), at_most_chars=80),
    ),
    "citizens_dealt": move(citizens_dealt, says(T("Advisors not entered"))),
    **costs.MOVES,
}
