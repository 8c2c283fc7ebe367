"""What came of an action, told at once (p. 12 to 13): the cards drawn, and success or failure, or the successes. What
the section did the last time follows by itself; an Exploration card whose action succeeded is turned over."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, N, T, Words
from companion.games.citadel.action import (
    consequences,
    counting,
    drawing,
    ending,
    facts,
    performing,
    recalling,
    starting,
)
from companion.games.citadel.action.results import FAILURE, SUCCESS
from companion.games.citadel.action.sheet import EXPLORE
from companion.games.citadel.state import Action
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, whole, word


def came_out(tx: Transaction, args: Args) -> None:
    """So many cards were drawn, and the players say how it came out."""
    action = performing.require_action(tx.state, "sheet", "gear")
    outcome = word(args, "outcome")
    if action.step == "gear":
        if action.die is not None:
            text = T("The die falls by each success: say how many there are.")
            raise IllegalMove(text, rule="action.compound", page=13)
        _pay(tx, action, number(args, "cards"))
    else:
        drawing.take_cards(tx, number(args, "cards"))
    action = performing.change(tx, step="consequence", outcome=outcome)
    if outcome == FAILURE and action.sheet is not None:
        performing.change(tx, due=counting.due_after(tx.state, action))
    name = tx.state.hero(action.active).name
    if outcome == SUCCESS:
        tx.note("succeeded", T("{name}: success.", name=name))
    else:
        tx.note("failed", T("{name}: failure.", name=name))
    facts.learn_shown(tx, action.card, action.icon)
    _go_on(tx)


def revealed(tx: Transaction, args: Args) -> None:
    """So many cards were drawn and show so many successes."""
    action = performing.require_action(tx.state, "gear")
    _pay(tx, action, number(args, "cards"))
    performing.change(tx, step="reveal", stars=number(args, "count"))
    counting.follow(tx)
    _go_on(tx)


def _pay(tx: Transaction, action: Action, cards: int) -> None:
    """The cost is paid in one go; a deck that is too small needs its own steps."""
    drawing.check_ready(tx.state, action)
    due = drawing.cost(tx.state, action)
    if cards < due:
        text = N("This action costs {n} card.", "This action costs {n} cards.", due)
        raise IllegalMove(text, rule="action.draw", page=12)
    drawing.settle_choices(tx, action, cards)
    drawing.take_cards(tx, cards)


def _go_on(tx: Transaction) -> None:
    """What needs nobody's word: the same consequences as the last time, or the card to be turned over."""
    action = tx.state.action
    if action is None or action.step != "consequence" or action.due:
        return
    if action.icon == EXPLORE and action.outcome == SUCCESS:
        tx.set(sketch=replace(tx.state.sketch, turned=action.card))
        ending.conclude(tx)
        return
    items = recalling.known(tx.state, action)
    if items is not None and not any(item.startswith("keep ") for item in items):
        consequences.as_last_time(tx, {"keep": 0})


def done_on(tx: Transaction, args: Args) -> None:
    """All consequences are applied, and the action is kept with the card that shows it."""
    action = performing.require_action(tx.state, "consequence")
    if action.card:
        raise IllegalMove(T("Its card has been said already."), rule="action.turn", page=10)
    card = word(args, "card")
    if card not in {copy.key for copy in starting.sources(tx.state, tx.state.hero(action.active))}:
        raise IllegalMove(T("That card is not where this character can use it."), rule="action.turn", page=10)
    performing.change(tx, card=card, source=starting.source_of(tx.state, card))
    facts.learn_shown(tx, card, action.icon)
    consequences.finish(tx, {})


MOVES: Moves = {
    "came_out": move(
        came_out,
        lambda args: T("Success") if word(args, "outcome") == SUCCESS else T("Failure"),
        whole("cards", T("Cards drawn"), 40),
        pick("outcome", T("How it came out"), {SUCCESS: T("Success"), FAILURE: T("Failure")}),
    ),
    "revealed": move(
        revealed,
        lambda args: N("Revealed {n} success", "Revealed {n} successes", number(args, "count")),
        whole("cards", T("Cards drawn"), 40),
        whole("count", T("Successes"), 60),
    ),
    "done_on": move(
        done_on,
        lambda args: T("Finished an action of {card}", card=word(args, "card")[:3]),
        Words(name="card", label=T("Card"), at_most_chars=16),
    ),
}
