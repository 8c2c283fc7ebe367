"""Cards put away in one go: each number that is shown is collected and answered with where it goes (p. 7, 18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.api import Args, CardExpected, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.citadel.cards import cards, choosing, looking, moving, owner_facts
from companion.games.citadel.cards.cards import NUMBER, Away, Copy, card_number
from companion.games.citadel.cards.looking import COLOUR_NAMES, card_name, full_name, listed, place_name, way_back
from companion.games.citadel.cards.revealing import KEY, send
from companion.games.citadel.state import State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_idle, require_task, tap, word

AWAY, WHICH = "card.away", "card.which"
GOALS = words("goals")


def goal(copy: Copy) -> str:
    """Where a card goes that is put away without another word: back into the box where it stands there, into the Past
    where it lies there or is in play (that is what discarding is), to the banished cards where it is one."""
    return copy.where if copy.where in GOALS else "past"


def begin(tx: Transaction, args: Args) -> None:
    """A hand of cards is to be put away."""
    require_idle(tx.state)
    tx.set_cards(tray=())
    tx.add_first(Task(kind=AWAY))


def collect(tx: Transaction, number: str) -> None:
    """One more number lies there. Several cards of that number may be meant: then it is asked which, after those that
    are asked about already."""
    require_task(tx.state, AWAY, WHICH)
    left = candidates(tx.state, number)
    asked = [task for task in tx.state.tasks if task.kind == WHICH]
    if len(left) == 1:
        lay(tx, left[0])
    elif number in {task.card for task in asked}:
        return
    elif left or not choosing.is_complete(tx.state, number):
        tx.set(tasks=(*asked, Task(kind=WHICH, card=number), *tx.state.tasks[len(asked) :]))
    else:
        raise IllegalMove(T("All cards of number {number} are on the pile already.", number=number))


def candidates(state: State, number: str) -> tuple[Copy, ...]:
    """Which known cards of a number may lie there: those that are out of the box before those that stand in it."""
    laid = {away.key for away in state.cards.tray}
    left = [copy for copy in looking.where(state, number) if copy.key not in laid]
    out = tuple(copy for copy in left if copy.where != "deck")
    return out or (tuple(left) if choosing.is_complete(state, number) else ())


def lay(tx: Transaction, copy: Copy, to: str = "") -> None:
    """Put a card on the pile that is being put away."""
    away = Away(key=copy.key, to=to or goal(copy))
    tx.set_cards(tray=(*tx.state.cards.tray, away))
    name = card_name(tx.state, copy)
    text = {
        "deck": T("{card}: behind {divider}.", card=name, divider=_divider(copy)),
        "past": T("{card}: to the Past.", card=name),
        "banished": T("{card}: to the banished cards.", card=name),
    }
    tx.tell("card_laid_away", text[away.to], card=copy.key, to=away.to)


def _divider(copy: Copy) -> str:
    return cards.behind(copy)


def away_which(tx: Transaction, args: Args) -> None:
    """It is this one of several cards."""
    task = tx.finish_task(WHICH)
    copy = next((one for one in candidates(tx.state, task.card) if one.key == word(args, "card")), None)
    if copy is None:
        raise IllegalMove(T("That card is not one of them."))
    lay(tx, copy)


def away_new(tx: Transaction, args: Args) -> None:
    """It is a card that nobody has seen before: nothing has been said of it, so it goes to its place in the deck."""
    task = tx.finish_task(WHICH)
    if choosing.is_complete(tx.state, task.card):
        raise IllegalMove(T("All cards of number {number} are in the ledger already.", number=task.card))
    copy = moving.new(tx, task.card, colour=word(args, "colour"))
    owner_facts.learn(tx, copy)
    lay(tx, copy)


def away_not(tx: Transaction, args: Args) -> None:
    """A number that was misread, or is not to be put away."""
    tx.finish_task(WHICH)


def away_to(tx: Transaction, args: Args) -> None:
    """One card of the pile goes elsewhere."""
    require_task(tx.state, AWAY)
    key, to = word(args, "card"), word(args, "to")
    tray = tx.state.cards.tray
    if all(away.key != key for away in tray):
        raise IllegalMove(T("That card is not on the pile."))
    kept = tuple(replace(away, to=to) if away.key == key else away for away in tray)
    tx.set_cards(tray=tuple(away for away in kept if away.key != key or to != "stay"))


def done(tx: Transaction, args: Args) -> None:
    """Everything on the pile has been put away."""
    tx.finish_task(AWAY)
    tray = tx.state.cards.tray
    tx.set_cards(tray=())
    for away in tray:
        if tx.state.cards.copy(away.key).where != away.to:
            send(tx, away.key, away.to)
    tx.by_hand()
    if tray:
        text = N("{n} card has been put away.", "{n} cards have been put away.", len(tray))
        tx.note("cards_put_away", text, cards=len(tray))


_SEEN = CardExpected(kind="numbox", pattern=NUMBER, move=Move("card_shown"), arg="number")

# --- what is shown ----------------------------------------------------------------------------------------------------


def away(state: State, task: Task) -> Prompt:
    """Show the numbers; then put everything where it goes."""
    tray = state.cards.tray
    finish = tap("away_done", T("All put away") if tray else T("Nothing to put away"), tone="usual")
    typed = Offer(move=Move("card_shown"), label=T("Type a number"), asks=(card_number(T("Its number")),))
    return Prompt(
        name="card.away",
        do=_where_all(state) if tray else T("Show the cards to be put away, one by one or side by side."),
        offers=(finish, typed, *(_other_way(state, one) for one in tray)),
        rule="cards.sorting",
        expects=(_SEEN,),
    )


def _where_all(state: State) -> Text:
    """Where every card of the pile goes: 049 behind 000, 112 behind 100, 316 to the Past."""
    copies = {to: [state.cards.copy(one.key) for one in state.cards.tray if one.to == to] for to in GOALS}
    parts = []
    if copies["deck"]:
        parts.append(way_back(copies["deck"]))
    if copies["past"]:
        parts.append(T("{cards} to the Past", cards=_names(state, copies["past"])))
    if copies["banished"]:
        parts.append(T("{cards} to the banished cards", cards=_names(state, copies["banished"])))
    return T("Put away: {places}.", places=listed(parts))


def _names(state: State, copies: Sequence[Copy]) -> Text:
    return listed([T("{number}", number=copy.number) for copy in copies])


def _other_way(state: State, one: Away) -> Offer:
    copy = state.cards.copy(one.key)
    goals = {to: text for to, text in GOALS.items() if to != one.to}
    asks = (pick("to", T("Where it goes"), {**goals, "stay": T("It is not put away")}),)
    return Offer(
        move=Move("away_to", {"card": copy.key}),
        label=card_name(state, copy),
        note=GOALS[one.to],
        asks=asks,
        under=_ELSEWHERE,
    )


_ELSEWHERE = T("Send a card elsewhere")


def which(state: State, task: Task) -> Prompt:
    """Several cards of a number may lie there: which one is it?"""
    known = candidates(state, task.card)
    unknown = () if choosing.is_complete(state, task.card) else tuple(COLOUR_NAMES)
    under = T("Never seen before")
    return Prompt(
        name="card.which",
        do=T("Which {number} is it?", number=task.card),
        offers=(
            *(tap("away_which", full_name(state, copy), note=place_name(state, copy), card=copy.key) for copy in known),
            *(
                tap("away_new", T("One with this back: {colour}", colour=COLOUR_NAMES[one]), under=under, colour=one)
                for one in unknown
            ),
            tap("away_not", T("It is not put away")),
        ),
        rule="cards.sorting",
        expects=(_SEEN,),
    )


MOVES: Moves = {
    "put_away": move(begin, T("Began to put cards away")),
    "away_which": move(away_which, lambda args: T("To put away: {number}", number=word(args, "card")[:3]), KEY),
    "away_new": move(away_new, T("To put away: a card never seen before"), pick("colour", T("Colour"), COLOUR_NAMES)),
    "away_not": move(away_not, T("Left a card where it is")),
    "away_to": move(
        away_to,
        lambda args: T("Sent {number} elsewhere", number=word(args, "card")[:3]),
        KEY,
        pick("to", T("Where it goes"), {**GOALS, "stay": T("It is not put away")}),
    ),
    "away_done": move(done, T("Put the cards away")),
}
TASKS = {AWAY: away, WHICH: which}
