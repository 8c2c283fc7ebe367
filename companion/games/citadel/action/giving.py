"""Giving a Purse card away (p. 19): same Terrain card, no action running, and its weight costs Action cards."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.citadel.action.facts import name_of
from companion.games.citadel.action.performing import KEY
from companion.games.citadel.cards import looking, moving, owner_facts
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.heroes import SEATS
from companion.games.citadel.life import recovery
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, require_idle, seat_of, tap, usual, whole, word

RULE = "purse.give"
MOST_WEIGHT = 9


def give(tx: Transaction, args: Args) -> None:
    """A card goes to another character; who discards for its weight, is said with it."""
    state = tx.state
    require_idle(state)
    card, to = word(args, "card"), word(args, "to")
    copy = next((copy for copy in giveable(state) if copy.key == card), None)
    if copy is None:
        raise IllegalMove(T("This card cannot be given away."), rule=RULE, page=19)
    if to not in receivers(state, copy.whose):
        raise IllegalMove(T("Both characters must stand on the same Terrain card."), rule=RULE, page=19)
    tx.add_first(Task(kind="giving", seat=copy.whose, card=card, about=to))


def giveable(state: State) -> tuple[Copy, ...]:
    """The Purse cards, blocked ones too, that may be given away: those without the lock sign; never during an
    action."""
    if state.action is not None:
        return ()
    cards = (copy for hero in state.awake for copy in looking.possessions(state, hero.seat))
    return tuple(copy for copy in cards if not looking.locked(state, copy.key) and receivers(state, copy.whose))


def receivers(state: State, giver: str) -> tuple[str, ...]:
    """Who could get a card from this character: all others on the same Terrain card."""
    place = state.hero(giver).place
    return tuple(
        hero.seat for hero in state.awake if hero.seat != giver and (hero.place == place or not (hero.place and place))
    )


def give_card(tx: Transaction, args: Args) -> None:
    """A card is given away: to whom is asked where several stand there."""
    state, card = tx.state, word(args, "card")
    require_idle(state)
    copy = next((copy for copy in giveable(state) if copy.key == card), None)
    if copy is None:
        raise IllegalMove(T("This card cannot be given away."), rule=RULE, page=19)
    others = receivers(state, copy.whose)
    tx.add_first(Task(kind="giving", seat=copy.whose, card=card, about=others[0] if len(others) == 1 else ""))


def given_to(tx: Transaction, args: Args) -> None:
    """Who gets it."""
    task, to = _giving(tx.state), word(args, "to")
    if to not in receivers(tx.state, task.seat):
        raise IllegalMove(T("Both characters must stand on the same Terrain card."), rule=RULE, page=19)
    tx.set(tasks=(replace(task, about=to), *tx.state.tasks[1:]))


def locked(tx: Transaction, args: Args) -> None:
    """It has the lock sign, so it stays where it is."""
    task = tx.finish_task("giving")
    owner_facts.set_fact(tx, task.card, "lock", "yes")
    text = T("{card}: the lock sign keeps it where it is.", card=name_of(tx.state, task.card))
    tx.tell("giving_refused", text, card=task.card)


def _refuse(tx: Transaction, why: Text) -> None:
    """The card stays where it is."""
    task = tx.finish_task("giving")
    tx.tell("giving_refused", why, card=task.card)


def _giving(state: State) -> Task:
    task = state.tasks[0] if state.tasks else Task(kind="")
    if task.kind != "giving":
        raise IllegalMove(T("Nothing of that kind is to be done now."))
    return task


def told(tx: Transaction, args: Args) -> None:
    """Weight and lock sign of the card were read."""
    task = _giving(tx.state)
    owner_facts.set_fact(tx, task.card, "weight", number(args, "weight"))
    owner_facts.set_fact(tx, task.card, "lock", word(args, "lock"))
    if word(args, "lock") == "yes":
        _refuse(tx, T("{card}: the lock sign keeps it where it is.", card=name_of(tx.state, task.card)))


def pay(tx: Transaction, args: Args) -> None:
    """Giver or receiver discards as many cards as it weighs; then it changes hands."""
    task, who = tx.finish_task("giving"), word(args, "who")
    weight = looking.weight_of(tx.state, task.card)
    if who not in (task.seat, task.about) or weight is None:
        raise IllegalMove(T("The one who gives pays, or the one who gets it."), rule=RULE, page=19)
    moving.hand_over(tx, task.card, task.about)
    recovery.drain(tx, who, weight)


def leave(tx: Transaction, args: Args) -> None:
    """The card stays where it is."""
    tx.finish_task("giving")


def follow(tx: Transaction) -> None:
    """A card without weight costs nothing: it changes hands at once. One that lies elsewhere by now is not given any
    more, and none to somebody who has gone from there (p. 19)."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.kind != "giving":
        return
    there = receivers(tx.state, task.seat)
    if not any(copy.key == task.card for copy in looking.possessions(tx.state, task.seat)):
        _refuse(tx, T("{card}: it lies elsewhere now, so it is not given.", card=name_of(tx.state, task.card)))
    elif task.about not in there if task.about else not there:
        _refuse(tx, T("{card}: nobody to give it to stands there any more.", card=name_of(tx.state, task.card)))
    elif task.about and looking.weight_of(tx.state, task.card) == 0 and looking.locked(tx.state, task.card) is False:
        tx.finish_task("giving")
        moving.hand_over(tx, task.card, task.about)


# --- what is shown ----------------------------------------------------------------------------------------------------


def idle(state: State) -> tuple[Offer, ...]:
    """One offer for each who could give something."""
    cards = giveable(state)
    return tuple(_offer(state, hero, mine) for hero in state.awake if (mine := _of(cards, hero)))


def _of(cards: tuple[Copy, ...], hero: Hero) -> tuple[Copy, ...]:
    return tuple(copy for copy in cards if copy.whose == hero.seat)


def _offer(state: State, giver: Hero, cards: tuple[Copy, ...]) -> Offer:
    ask = pick("card", T("Card"), {copy.key: name_of(state, copy.key) for copy in cards})
    label = T("{name}: give a Purse card", name=giver.name)
    return Offer(move=Move("give_card"), label=label, asks=(ask,), under=T("Purse"), rule=RULE)


def prompt(state: State, task: Task) -> Prompt:
    """Who gets it; what it weighs, if nobody knows; then who pays."""
    weight, name = looking.weight_of(state, task.card), name_of(state, task.card)
    stay = tap("give_left", T("It stays where it is"), under=T("Otherwise"))
    if not task.about:
        whose = tuple(
            tap("give_to", T("{name}", name=state.hero(seat).name), rule=RULE, to=seat)
            for seat in receivers(state, task.seat)
        )
        return Prompt(
            name="give.to", do=T("{card}: who gets it?", card=name), offers=(*whose, stay),
            seat=seat_of(task.seat), rule=RULE,
        )  # fmt: skip
    if weight is None or looking.locked(state, task.card) is None:
        ask = whole("weight", T("Its weight"), MOST_WEIGHT)
        read = Offer(
            move=Move("give_told", {"lock": "no"}), label=T("No lock sign"), asks=(ask,), rule=RULE
        )  # fmt: skip
        return Prompt(
            name="give.card", do=T("{card}: how much does it weigh?", card=name),
            offers=(read, tap("give_locked", T("It has the lock sign"), rule=RULE), stay),
            seat=seat_of(task.seat), rule=RULE,
        )  # fmt: skip
    giver, receiver = state.hero(task.seat), state.hero(task.about)
    offers = (
        usual("give_pay", T("{name} discards", name=giver.name), who=giver.seat),
        tap("give_pay", T("{name} discards", name=receiver.name), who=receiver.seat),
        stay,
    )
    return Prompt(
        name="give.pay",
        do=N(
            "{card}: who discards {n} card from the Action Deck?",
            "{card}: who discards {n} cards from the Action Deck?",
            weight,
            card=name,
        ),
        offers=offers,
        seat=seat_of(task.seat),
        rule=RULE,
    )


MOVES: Moves = {
    "give": move(give, T("Gives a card"), KEY, pick("to", T("To whom"), {seat: T("{s}", s=seat) for seat in SEATS})),
    "give_card": move(give_card, T("Gives a card"), KEY),
    "give_to": move(given_to, T("Gives a card"), pick("to", T("To whom"), {seat: T("{s}", s=seat) for seat in SEATS})),
    "give_locked": move(locked, T("Read the lock sign")),
    "give_told": move(
        told,
        T("Read a weight"),
        whole("weight", T("Weight"), MOST_WEIGHT),
        pick("lock", T("Lock sign"), {"no": T("No"), "yes": T("Yes")}),
    ),
    "give_pay": move(pay, T("Gave a card"), pick("who", T("Who"), {seat: T("{s}", s=seat) for seat in SEATS})),
    "give_left": move(leave, T("Gave nothing")),
}
