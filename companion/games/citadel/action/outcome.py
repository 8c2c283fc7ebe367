"""What came of an action, told at once (p. 12 to 13): the cards drawn, and success or failure, or the successes. What
the section did the last time follows by itself; an Exploration card whose action succeeded is turned over."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, N, T, Text, Words
from companion.games.citadel.action import (
    consequences,
    counting,
    drawing,
    ending,
    facts,
    gearing,
    performing,
    places,
    reading,
    telling,
    traits,
)
from companion.games.citadel.action.results import FAILURE, SUCCESS
from companion.games.citadel.action.sheet import EXPLORE
from companion.games.citadel.life import piles
from companion.games.citadel.state import Action
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, whole, word


def came_out(tx: Transaction, args: Args) -> None:
    """So many cards were drawn, and the players say how it came out."""
    performing.require_action(tx.state, "sheet", "gear", "traits")
    action, outcome = _all_said(tx), word(args, "outcome")
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
        counting.tell_spared(tx)
    facts.learn_shown(tx, action.card, action.icon)
    _go_on(tx)


def revealed(tx: Transaction, args: Args) -> None:
    """So many cards were drawn and show so many successes."""
    performing.require_action(tx.state, "gear", "traits")
    _pay(tx, _all_said(tx), number(args, "cards"))
    _shown(tx, number(args, "count"))


def rest_revealed(tx: Transaction, args: Args) -> None:
    """After a Recovery: the cards that were still owed, and what all of them show."""
    drawing.rest(tx, {})
    drawing.follow(tx)
    performing.require_action(tx.state, "reveal")
    _shown(tx, number(args, "count"))


def revealed_lots(tx: Transaction, args: Args) -> None:
    """The same; with it the companion has drawn whom Reach hits, should it fail."""
    revealed(tx, args)
    traits.hit(tx, word(args, "who"))


def rest_revealed_lots(tx: Transaction, args: Args) -> None:
    """The rest after a Recovery, with the lot for Reach."""
    rest_revealed(tx, args)
    traits.hit(tx, word(args, "who"))


def _shown(tx: Transaction, count: int) -> None:
    performing.change(tx, step="reveal", stars=count)
    counting.follow(tx)
    _go_on(tx)


def _all_said(tx: Transaction) -> Action:
    """What the same tap answers: no further trait, nothing else on the card that is read."""
    action = tx.state.action
    assert action is not None
    if action.step == "traits":
        reading.traits_done(tx, {})
    elif action.step == "gear" and action.asking and facts.fitting(tx.state, action.asking, action.icon):
        telling.effects_done(tx, {})
    action = performing.require_action(tx.state, "sheet", "gear")
    if action.step == "gear" and not gearing.settled(tx.state, action):
        raise IllegalMove(T("Say first what the card shows, as it is asked at the top."), rule="action.gear", page=12)
    return action


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
    """What needs nobody's word: the card to be turned over, or, once the creature's traits have acted, the same
    consequences as the last time (`consequences.follow`)."""
    action = performing.change(tx, at_once=True)
    if action.step == "consequence" and action.icon == EXPLORE and action.outcome == SUCCESS:
        tx.set(sketch=replace(tx.state.sketch, turned=action.card))
        ending.conclude(tx)


def done_on(tx: Transaction, args: Args) -> None:
    """All consequences are applied, and the action is kept with the card that shows it."""
    action = performing.require_action(tx.state, "consequence")
    if action.card:
        raise IllegalMove(T("Its card has been said already."), rule="action.turn", page=10)
    card = word(args, "card")
    if card not in {copy.key for copy in places.sources(tx.state, tx.state.hero(action.active))}:
        raise IllegalMove(T("That card is not where this character can use it."), rule="action.turn", page=10)
    performing.change(tx, card=card, source=places.source_of(tx.state, card))
    facts.learn_shown(tx, card, action.icon)
    consequences.finish(tx, {})


def how(args: Args) -> Text:
    """Success or failure, in a word."""
    return T("Success") if word(args, "outcome") == SUCCESS else T("Failure")


OUTCOME = pick("outcome", T("How it came out"), {SUCCESS: T("Success"), FAILURE: T("Failure")})
_DRAWN, _COUNT = whole("cards", T("Cards drawn"), piles.MOST_CARDS), whole("count", T("Successes"), 60)


def _revealed(args: Args) -> Text:
    return N("Revealed {n} success", "Revealed {n} successes", number(args, "count"))


MOVES: Moves = {
    "came_out": move(came_out, how, _DRAWN, OUTCOME),
    "rest_revealed": move(rest_revealed, _revealed, _COUNT),
    "rest_revealed_lots": move(rest_revealed_lots, _revealed, _COUNT, traits.WHO),
    "revealed": move(revealed, _revealed, _DRAWN, _COUNT),
    "revealed_lots": move(revealed_lots, _revealed, _DRAWN, _COUNT, traits.WHO),
    "done_on": move(
        done_on,
        lambda args: T("Finished an action of {card}", card=word(args, "card")[:3]),
        Words(name="card", label=T("Card"), at_most_chars=16),
    ),
}
