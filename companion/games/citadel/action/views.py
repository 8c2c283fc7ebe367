"""What the phones show of the running action and of the dice on cards, and what can be set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.api.game import Value
from companion.api.text import T, Text
from companion.api.view import Counter, Note, Panel, Widget
from companion.games.citadel.action import facts, traits
from companion.games.citadel.action.running import Action, Die
from companion.games.citadel.action.sheet import DIE_SIDES, TRAITS
from companion.games.citadel.action.starting_prompts import heading
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import whole
from companion.toolkit.modules import Settable


def panels(state: State) -> tuple[Panel, ...]:
    """The running action with its traits, and every die on a card."""
    widgets: list[Widget] = []
    if state.action is not None and state.action.sheet is not None:
        widgets += _action(state.action)
    for at, die in enumerate(state.turn.dice):
        widgets.append(
            Counter(
                label=facts.where_named(state, die.icon, die.card),
                count=die.value,
                of=DIE_SIDES,
                value=f"die_{at + 1}",
                note=T("Row {row}", row=die.row),
            )
        )
    return (Panel(name="action", title=T("Actions"), widgets=tuple(widgets)),)


def _action(action: Action) -> list[Widget]:
    assert action.sheet is not None
    widgets: list[Widget] = [Counter(label=T("Successes needed"), count=action.need)]
    if action.drawn:
        widgets.append(Counter(label=T("Cards drawn"), count=action.drawn))
    widgets += [
        Note(text=traits.explained(trait, action.sheet.trait(trait)), rule="traits")
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
    if (action.card, action.icon) == (die.card, die.icon):
        tx.set(action=replace(action, die=die.value))
