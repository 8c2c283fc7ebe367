"""What the Beasts do is told twice, as a fact and as a step on the map; what comes of a place that one enters."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api import Text, Urgency, Value
from companion.games.turris.map.land import by_hand
from companion.games.turris.state import Task, Told
from companion.games.turris.transaction import Transaction

MOST_STEPS = 200  # a Harrow's chain ends long before


def say(
    tx: Transaction,
    name: str,
    text: Text,
    urgency: Urgency = Urgency.PLAIN,
    /,
    *,
    ways: Iterable[str] = (),
    lit: Iterable[str] = (),
    **args: Value,
) -> None:
    """Tell a fact, and keep it as a step on the map with the pieces as they stand now; not where the table moves the
    Beasts itself, for it has seen it."""
    tx.tell(name, text, urgency, **args)
    state = tx.state
    if by_hand(state):
        return
    step = Told(
        text=text,
        ways=tuple(ways),
        lit=tuple(lit),
        beasts=state.beasts,
        scouts=dict(state.scouts),
        betrayers=state.betrayers,
        fruit=state.fruit,
    )
    tx.set(told=(*state.told, step)[-MOST_STEPS:])


def order(tx: Transaction, text: Text, icon: str, back: Text | None = None) -> None:
    """What hands must do because of what was said last, and to put it back; the step on the map tells it, too."""
    tx.todo(text, icon=icon, on_map=not by_hand(tx.state), back=back)


def forget(tx: Transaction) -> None:
    """A new tale begins."""
    tx.set(told=())


# --- a Beast has moved into a place: what it does to the Scouts there (p. 17 to 19) -----------------------------------


DEVOUR, PUSH, PAY, SHIELD, BETRAYER = "beasts.devour", "beasts.push", "beasts.pay", "beasts.shield", "beasts.betrayer"
EFFECTS = {"pain": DEVOUR, "harrow": DEVOUR, "delusion": PUSH, "despair": PAY}


def enter(tx: Transaction, name: str, place: str) -> None:
    """The effect on the Scouts in a place, in turn order; then on the Betrayers' there (p. 26)."""
    state = tx.state
    if state.manned(place):
        if EFFECTS[name] == PAY:
            _pay(tx, name, place)
        else:
            _offer_shields(tx, name, place)
            tx.add_task(Task(kind=EFFECTS[name], about=name, place=place))
    for _ in range(state.betrayers.count(place)):
        tx.add_task(Task(kind=BETRAYER, seat=0, about=name, place=place))


def _pay(tx: Transaction, name: str, place: str) -> None:
    """For the Despair an Artifact is one more thing to give: no question of its own."""
    counts = tx.state.standing(place)
    for seat in tx.state.order():
        if counts[seat]:
            tx.add_task(Task(kind=PAY, seat=seat, about=name, place=place, count=counts[seat]))


def _offer_shields(tx: Transaction, name: str, place: str) -> None:
    counts = tx.state.standing(place)
    for seat in tx.state.order():
        if counts[seat] and tx.state.players[seat].artifacts:
            tx.add_task(Task(kind=SHIELD, seat=seat, about=name, place=place, count=counts[seat]))
