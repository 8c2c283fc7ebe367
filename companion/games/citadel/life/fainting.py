"""Falling unconscious (p. 20): its steps as a list to tick off, and coming round again."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.citadel.cards import looking
from companion.games.citadel.cards.words import card_name
from companion.games.citadel.life import piles, points
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import seat_of, tap, usual
from companion.toolkit.modules import word
from companion.toolkit.transaction import require_task

RULE = "life.unconscious"
HAND_DRAWN = 3  # (p. 20)
BANISHED = 1
STEPS = ("figure", "temporary", "hand", "shuffle", "draw", "banish")


def tick(tx: Transaction, args: Args) -> None:
    """Tick a step, or take its tick away."""
    require_task(tx.state, "faint")
    step, ticked = word(args, "step"), tx.state.vigour.ticked
    after = tuple(one for one in ticked if one != step) if step in ticked else (*ticked, step)
    tx.set(vigour=replace(tx.state.vigour, ticked=after))
    if set(STEPS) <= set(after):
        _settle(tx)


def all_done(tx: Transaction, args: Args) -> None:
    """All steps have been carried out."""
    require_task(tx.state, "faint")
    _settle(tx)


def _settle(tx: Transaction) -> None:
    """The piles as they lie after the steps: hand and Discard Pile in the deck, three drawn, one of them banished."""
    seat = tx.finish_task("faint").seat
    tx.set(vigour=replace(tx.state.vigour, ticked=()))
    now = piles.piles(tx.state, seat)
    deck = None if now.deck is None else now.deck + now.discard + now.hand
    drawn = HAND_DRAWN if deck is None else min(HAND_DRAWN, deck)
    hand = max(0, drawn - BANISHED)
    piles.set_piles(tx, seat, deck=None if deck is None else deck - drawn, discard=0, hand=hand)
    name = tx.state.hero(seat).name
    text = N("{name}: {n} card in hand for later.", "{name}: {n} cards in hand for later.", hand, name=name)
    text = text if hand else T("{name}: no card in hand for later.", name=name)
    tx.tell("unconscious_done", text, seat=seat, hand=hand)


def prompt(state: State, task: Task) -> Prompt:
    """Every step, in its order; one tap for all of them."""
    hero = state.hero(task.seat)
    listed = tuple(
        Offer(
            move=Move("faint_tick", {"step": step}),
            label=text,
            ticked=step in state.vigour.ticked,
            under=T("In this order"),
            rule=RULE,
        )
        for step, text in _steps(state, hero).items()
    )
    return Prompt(
        name="life.faint",
        do=T("{name}: you are unconscious. Do these steps.", name=hero.name),
        more=T("The cards in hand can be used once you are conscious again."),
        offers=(*listed, *_unread(state, hero), usual("faint_done", T("All done"))),
        seat=seat_of(hero.seat),
        rule=RULE,
    )


def _unread(state: State, hero: Hero) -> tuple[Offer, ...]:
    """Cards of which nobody has told the keywords may be TEMPORARY: then one tap returns them."""
    under = T("If it says TEMPORARY")
    return tuple(
        tap(
            "card_to",
            T("{card}: returned", card=card_name(state, one)),
            under=under,
            rule=RULE,
            card=one.key,
            to="deck",
        )
        for one in looking.unread(state, hero.seat)
    )


def _steps(state: State, hero: Hero) -> dict[str, Text]:
    now = piles.piles(state, hero.seat)
    hand = N("Discard the {n} Skill card in your hand.", "Discard the {n} Skill cards in your hand.", now.hand)
    back = N(
        "Shuffle your Discard Pile, {n} card, into your Action Deck.",
        "Shuffle your Discard Pile, {n} cards, into your Action Deck.",
        now.discard + now.hand,
    )
    return {
        "figure": T("Take your figure off the Board and set your counter to 0."),
        "temporary": T("Return all your cards with the keyword TEMPORARY."),
        "hand": hand if now.hand else T("Your hand is empty: nothing to discard."),
        "shuffle": back if now.discard + now.hand else T("Your Discard Pile is empty: nothing to shuffle."),
        "draw": T("Draw 3 cards from your Action Deck: your hand."),
        "banish": T("Banish one of them, of your choice."),
    }


# --- coming round -----------------------------------------------------------------------------------------------------


def wake_prompt(state: State, task: Task) -> Prompt:
    """The figures stand on several Terrain cards, and nobody is active: where does this one go?"""
    hero = state.hero(task.seat)
    offers = tuple(
        tap("wake_with", T("With {name}", name=other.name), rule=RULE, seat=other.seat)
        for other in state.awake
        if other.seat != hero.seat
    )
    return Prompt(
        name="life.wake",
        do=T("{name}: beside whom do you put your figure?", name=hero.name),
        offers=offers,
        seat=seat_of(hero.seat),
        rule=RULE,
    )


def wake_with(tx: Transaction, args: Args) -> None:
    """Beside that character."""
    other = tx.state.hero(word(args, "seat"))
    task = require_task(tx.state, "wake")
    if not other.conscious or other.seat == task.seat:
        raise IllegalMove(T("Choose a conscious character."), rule=RULE, page=20)
    tx.finish_task("wake")
    points.stand_with(tx, task.seat, other.seat)
