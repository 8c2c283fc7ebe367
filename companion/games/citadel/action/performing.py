"""The action that is being performed: changing it, its dice on cards (p. 11, 13), and what waited for its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from companion.api import Counter, IllegalMove, Note, Offer, Panel, T, Text, Value, Widget, Words
from companion.games.citadel import heroes
from companion.games.citadel.action import facts, sheet
from companion.games.citadel.action.facts import heading
from companion.games.citadel.action.sheet import DIE_SIDES, TRAITS, Sheet
from companion.games.citadel.board import figures
from companion.games.citadel.cards import revealing
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.life.piles import MOST_CARDS
from companion.games.citadel.state import DICE, Action, Die, Hero, State, Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit import Settable, require_idle, tap, whole

KEY = Words(name="card", label=T("Card"), at_most_chars=80)
AT = whole("at", T("Which"), 40)
COUNT = whole("count", T("How many"), MOST_CARDS)


def change(tx: Transaction, **changes: Any) -> Action:
    """Change fields of the running action."""
    assert tx.state.action is not None
    action: Action = replace(tx.state.action, **changes)
    tx.set(action=action)
    return action


def require_action(state: State, *steps: str) -> Action:
    """The running action, if it stands at one of these steps."""
    require_idle(state)
    if state.action is None or (steps and state.action.step not in steps):
        raise IllegalMove(T("This is not the time for that. What to do now is shown at the top."))
    return state.action


def can_reach(state: State, seat: str, source: str, card: str) -> bool:
    """Whether a character stands where an action of the Board can be taken (p. 10); true of any other action, and while
    the figure is not on the sketch."""
    hero = state.hero(seat)
    return source not in ("terrain", "event") or not hero.place or _here(state, hero, source, card)


def _here(state: State, hero: Hero, source: str, card: str) -> bool:
    if source == "terrain":
        return card in ("", hero.place)
    attached = {one.key for one in state.sketch.attached if one.to == hero.place}
    attached |= set(figures.fog_beside(state, hero.place))
    return not card or card in attached or not state.sketch.holding(hero.place)


def close(tx: Transaction, action: Action, taken: bool = True) -> None:
    """The action is over, or was not `taken` after all: what waited for it goes on, an event that was not put away
    first."""
    waiting = tx.state.turn.waiting
    outer = waiting[-1] if waiting else None
    last = action.active if taken else tx.state.turn.last
    tx.set(action=outer, turn=replace(tx.state.turn, last=last, waiting=waiting[:-1]))
    if taken and outer is None:
        tx.turn_over()
    shown = any(copy.key == action.card and copy.where == "shown" for copy in tx.state.cards.copies)
    if shown and action.source == "temporary":
        tx.add_last(Task(kind=revealing.EVENT, seat=action.active, card=action.card))
    tx.add_last(*action.held)


def lies_on(die: Die, card: str, icon: str, shown: Sheet | None) -> bool:
    """Whether a die lies on this action. Where nobody has named the card, two actions of a kind are told apart by what
    they show: cost and first row."""
    if (die.card, die.icon) != (card, icon):
        return False
    if card or die.sheet is None or shown is None:
        return True
    return (die.sheet.cost, die.sheet.rows[:1]) == (shown.cost, shown.rows[:1])


def die_on(state: State, card: str, icon: str, shown: Sheet | None = None) -> Die | None:
    """The die that lies on this action, which shows so much."""
    return next((die for die in state.turn.dice if lies_on(die, card, icon, shown)), None)


def no_die_free(state: State) -> bool:
    """All dice lie on cards."""
    return len(state.turn.dice) >= DICE


def put_die(tx: Transaction, die: Die) -> None:
    """Lay a die on an action, or change the one that lies there."""
    others = tuple(one for one in tx.state.turn.dice if not lies_on(one, die.card, die.icon, die.sheet))
    tx.set(turn=replace(tx.state.turn, dice=(*others, die)))


def die_order(
    tx: Transaction, order: Text, card: str, icon: str, shown: Sheet | None, back: Text | None = None
) -> None:
    """What hands do with the die of an action. It says where the die then lies and what it shows, so that an earlier
    order for the same die is needless."""
    where = card if card or shown is None else f"{shown.cost} {shown.rows[:1]}"
    tx.todo(order, "die", back=back, pieces=(f"die {where} {icon}",))


def die_shows(tx: Transaction, action: Action, value: int, before: int) -> None:
    """The die of the action is turned where it lies."""
    order, back = (T("Set the die on row {row} to {value}", row=action.row, value=one) for one in (value, before))
    die_order(tx, order, action.card, action.icon, action.sheet, back)


def take_die(tx: Transaction, card: str, icon: str, shown: Sheet | None = None) -> None:
    """Take a die off an action, back into the box."""
    kept = tuple(one for one in tx.state.turn.dice if not lies_on(one, card, icon, shown))
    if kept != tx.state.turn.dice:
        tx.set(turn=replace(tx.state.turn, dice=kept))
        name = facts.where_named(tx.state, icon, card)
        tx.tell("die_back", T("{action}: the die goes back into the box.", action=name), card=card, icon=icon)
        die_order(tx, T("Put the die back into the box: {action}", action=name), card, icon, shown)


def return_dice(tx: Transaction) -> None:
    """A card that left play leaves its die (p. 13)."""
    away = {copy.key for copy in tx.state.cards.copies if copy.where in OUT_OF_PLAY}
    for die in tx.state.turn.dice:
        if die.card in away:
            take_die(tx, die.card, die.icon)


def others_who_may_act(state: State, action: Action) -> tuple[str, ...]:
    """Who else could be the active player of a mandatory action."""
    sheet = action.sheet
    if not (action.forced or (sheet is not None and sheet.mandatory)) or action.source in ("purse", "character"):
        return ()
    return tuple(seat for seat in heroes.together(state, action.active) if seat != action.active)


def active_instead(state: State, action: Action) -> tuple[Offer, ...]:
    """Each of them, one tap."""
    return tuple(
        tap("active_is", T("{name}", name=state.hero(seat).name), under=COUNTED, rule="action.mandatory", seat=seat)
        for seat in others_who_may_act(state, action)
    )


ACTIVE = T("Somebody else is active")
COUNTED = T("Somebody else is active, and the companion counts")


def panels(state: State) -> tuple[Panel, ...]:
    """The running action with its traits, and every die on a card."""
    widgets: list[Widget] = []
    if state.action is not None and state.action.sheet is not None and state.action.sheet.rows:
        widgets += _action(state.action)
    for at, die in enumerate(state.turn.dice):
        widgets.append(
            Counter(
                label=facts.where_named(state, die.icon, die.card),
                count=die.value,
                of=DIE_SIDES,
                value=f"die_{at + 1}",
                icon="die",
                note=T("Row {row}", row=die.row),
            )
        )
    return (Panel(name="action", title=T("Actions"), widgets=tuple(widgets), icon="hand"),)


def _action(action: Action) -> list[Widget]:
    assert action.sheet is not None
    widgets: list[Widget] = [Counter(label=T("Successes needed"), count=action.need, icon="success", main=True)]
    if action.drawn:
        widgets.append(Counter(label=T("Cards drawn"), count=action.drawn, icon="draw", main=True))
    widgets += [
        Note(text=sheet.explained(trait, action.sheet.trait(trait)), rule="traits")
        for trait in TRAITS
        if action.sheet.trait(trait)
    ]
    return widgets


def line(state: State) -> Text | None:
    """What is being done, in one line."""
    if state.action is None or not state.action.icon:
        return None
    return heading(state, state.action)


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Every die on a card."""
    for at, die in enumerate(state.turn.dice):
        label = T("Die on {action}", action=facts.where_named(state, die.icon, die.card))
        yield Settable(whole(f"die_{at + 1}", label, DIE_SIDES, at_least=1), die.value, partial(_set_die, at))


def _set_die(at: int, tx: Transaction, value: Value) -> None:
    """The running action goes on with the new value, until cards are counted."""
    turn = tx.state.turn
    die = replace(turn.dice[at], value=int(value))
    tx.set(turn=replace(turn, dice=tuple(die if index == at else one for index, one in enumerate(turn.dice))))
    _running(tx, die)


def _running(tx: Transaction, die: Die) -> None:
    action = tx.state.action
    if action is None or action.die is None or action.step == "consequence":
        return
    if lies_on(die, action.card, action.icon, action.sheet):
        tx.set(action=replace(action, die=die.value))
