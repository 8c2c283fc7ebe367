"""How an action came out, as it is asked: cards drawn and success or failure in one tap, or the successes counted; with
what the section did the last time below each answer (p. 12 to 13)."""

from __future__ import annotations

from companion.api import Move, N, Offer, T, Text
from companion.games.citadel.action import counting, drawing, facts, recalling, traits
from companion.games.citadel.action.sheet import EXPLORE
from companion.games.citadel.cards.looking import listed
from companion.games.citadel.life import piles
from companion.games.citadel.state import Action, State
from companion.toolkit import whole

SUCCESS, FAILURE = "success", "failure"
MOST_DRAWN = 40
LIKELY_DRAWN, LIKELY_SUCCESSES = 8, 4
MOST_SUCCESSES = 60


def last_time(state: State, action: Action, outcome: str) -> Text | None:
    """What this section did the last time, if it is done again by the same tap."""
    items = recalling.known_of(state, action, outcome)
    if items is None:
        return None
    if not items:
        return T("Nothing more happened the last time")
    return T("As last time: {items}", items=listed([recalling.happened(item.split()) for item in items]))


def unread(state: State, action: Action) -> tuple[Offer, ...]:
    """Of an action that nobody has read: how many cards were drawn, and how it came out, are one tap."""
    explores = action.icon == EXPLORE
    labels = {
        SUCCESS: T("Success: turn it over") if explores else T("Success"),
        FAILURE: T("Failure"),
    }
    return tuple(_drawn(state, action, outcome, label) for outcome, label in labels.items())


def _drawn(state: State, action: Action, outcome: str, label: Text) -> Offer:
    deck = piles.piles(state, action.active).deck
    most = MOST_DRAWN if deck is None else min(MOST_DRAWN, deck)
    return Offer(
        move=Move("came_out", {"outcome": outcome}),
        label=label,
        asks=(whole("cards", T("Cards drawn"), most, likely=LIKELY_DRAWN),),
        note=last_time(state, action, outcome),
        rule="action.result",
        icon=outcome,
    )


def one_step(state: State, action: Action, due: int) -> bool:
    """Whether drawing and revealing can be told together: nothing comes between them, and the cost can be paid."""
    assert action.sheet is not None
    deck = piles.piles(state, action.active).deck
    return (deck is None or due <= deck) and not (due >= drawing.PER_EVASIVE and action.sheet.trait("evasive"))


def computes(state: State, action: Action) -> bool:
    """Whether the number of successes matters beyond the result: a die falls by them, a trait or an effect changes
    them."""
    assert action.sheet is not None
    kinds = {effect.kind for _, effect in facts.in_use(state, action)}
    return action.die is not None or bool(kinds - {"words", "cost"}) or drawing.ignored(state, action) > 0


def read(state: State, action: Action, due: int) -> tuple[Offer, ...]:
    """Of an action that is known: two answers where only the result matters, else the successes as the players count
    them."""
    if not one_step(state, action, due):
        return ()
    if computes(state, action):
        return (revealed(state, action, due, Move("revealed", {"cards": due})),)
    need = action.need
    success = N("Success: {n} or more", "Success: {n} or more", need) if need else T("Success: no card is needed")
    offers = [_result(state, action, due, SUCCESS, success)]
    if need:
        failure = N("Failure: fewer than {n}", "Failure: fewer than {n}", need)
        offers.append(_result(state, action, due, FAILURE, failure))
    return tuple(offers)


def _result(state: State, action: Action, due: int, outcome: str, label: Text) -> Offer:
    return Offer(
        move=Move("came_out", {"cards": due, "outcome": outcome}),
        label=label,
        note=last_time(state, action, outcome),
        rule="action.result",
        icon=outcome,
    )


def revealed(state: State, action: Action, due: int, by: Move) -> Offer:
    """The successes of the cards that count, effects apart; below them what each result did the last time."""
    limit = counting.most_counted(state, action)
    capped = limit is not None and limit < due
    label = N("Successes on the card", "Successes on the {n} cards", due)
    if capped:
        label = N("Successes on your best card", "Successes on your best {n} cards", limit or 0)
    enough = max(LIKELY_SUCCESSES, action.need + drawing.ignored(state, action))
    lots = traits.lots(state, action)
    return Offer(
        move=Move(f"{by.name}_lots", by.args) if lots else by,
        label=label,
        asks=(whole("count", label, MOST_SUCCESSES, likely=enough), *lots),
        note=_either_way(state, action),
        rule="action.chain" if capped else "action.result",
        icon="success",
    )


def _either_way(state: State, action: Action) -> Text | None:
    parts = []
    if (success := last_time(state, action, SUCCESS)) is not None:
        parts.append(T("Success: {what}", what=success))
    if (failure := last_time(state, action, FAILURE)) is not None:
        parts.append(T("Failure: {what}", what=failure))
    return listed(parts) if parts else None
