"""Gaining and losing life points (p. 18, 20); falling unconscious, and coming round again.

The steps of falling unconscious leave nobody a choice that the companion has to know: they are orders for the hands.
They are a question only where a card has to be looked at first, or where the counter was set to 0 by hand and nobody
knows how much of it was done already.
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Urgency
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.cards.looking import card_name
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.life import piles
from companion.games.citadel.state import MOST_LIFE, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, seat_of, tap, usual, word


def lose(tx: Transaction, seat: str, count: int, damage: bool = False, cancelled: int = 0) -> int:
    """Lose life points; damage can be cancelled, plain loss cannot (p. 18). The life points really lost are returned.

    At 0 the character falls unconscious at once.
    """
    hero = tx.state.hero(seat)
    suffered = max(0, count - cancelled) if damage else count
    if damage and cancelled and count:
        tx.tell(
            "damage_cancelled",
            N("{n} damage is cancelled.", "{n} damage are cancelled.", min(count, cancelled)),
            seat=seat,
        )
    if not hero.conscious or suffered == 0:
        return 0
    left = max(0, hero.life - suffered)
    tx.set_hero(seat, life=left)
    text = N("{name}: {n} life point left.", "{name}: {n} life points left.", left, name=hero.name)
    tx.tell("life_lost", text, seat=seat, count=hero.life - left, left=left)
    if left > 0:
        tx.todo(_counter(hero, left), "life", back=_counter(hero, hero.life))
    if left == 0:
        unconscious(tx, seat, was=hero.life)
    return hero.life - left


def gain(tx: Transaction, seat: str, count: int) -> int:
    """Gain life points, to 99 at most. Whoever was unconscious is conscious again. What was gained is returned."""
    hero = tx.state.hero(seat)
    after = min(MOST_LIFE, hero.life + count)
    if after == hero.life:
        return 0
    tx.set_hero(seat, life=after)
    text = N("{name}: {n} life point now.", "{name}: {n} life points now.", after, name=hero.name)
    tx.tell("life_gained", text, seat=seat, count=after - hero.life, now=after)
    tx.todo(_counter(hero, after), "life", back=_counter(hero, hero.life))
    if not hero.conscious:
        wake(tx, seat)
    return after - hero.life


def _counter(hero: Hero, life: int) -> Text:
    """Where hands set a life counter."""
    return T("{name}: set your counter to {life}", name=hero.name, life=life)


def unconscious(tx: Transaction, seat: str, by_hand: bool = False, was: int = 0) -> None:
    """The character falls unconscious: the counter is at 0, the figure off the Board, and further steps follow."""
    hero = tx.set_hero(seat, life=0, conscious=False, place="")
    tx.tell("fell_unconscious", T("{name}: unconscious.", name=hero.name), Urgency.URGENT, seat=seat)
    tx.set(tasks=tuple(task for task in tx.state.tasks if not _needs_consciousness(task, seat)))
    if not tx.state.awake:
        tx.tell("all_unconscious", T("All characters are unconscious. The adventure is lost."), Urgency.FINAL)
        tx.end("lost")
        return
    asked = by_hand or bool(looking.unread(tx.state, seat))
    if not asked:
        order = T("{name}: take your figure off the Board, and set your counter to 0", name=hero.name)
        back = T("{name}: your figure back onto the Board, and your counter to {life}", name=hero.name, life=was)
        tx.todo(order, "figure", back=back if was else None)
    for copy in looking.temporary(tx.state, seat):
        moving.return_(tx, copy.key)
    tx.add_first(Task(kind="faint", seat=seat, about=ASKED if asked else ""))


def _needs_consciousness(task: Task, seat: str) -> bool:
    return task.seat == seat and task.kind in ("recover", "drain", "wake")


def wake(tx: Transaction, seat: str) -> None:
    """The character is conscious again; the figure goes to the active player's Terrain card, else to a chosen one's."""
    hero = tx.set_hero(seat, conscious=True)
    tx.tell("woke", T("{name}: conscious again.", name=hero.name), seat=seat)
    tx.set(tasks=tuple(task for task in tx.state.tasks if not (task.kind == "faint" and task.seat == seat)))
    action = tx.state.action
    active = None if action is None else tx.state.hero(action.active)
    if active is not None and active.conscious and active.seat != seat:
        _stand(tx, hero, active.place)
        return
    places = sorted({one.place for one in tx.state.awake if one.seat != seat})
    if len(places) > 1:
        tx.add_first(Task(kind="wake", seat=seat))
    else:
        _stand(tx, hero, places[0] if places else "")


def _stand(tx: Transaction, hero: Hero, place: str) -> None:
    tx.set_hero(hero.seat, place=place)
    text = T("{name}: put your figure back, where the others are.", name=hero.name)
    tx.tell("figure_back", text, seat=hero.seat)
    tx.todo(T("{name}: put your figure back, where the others are", name=hero.name), "figure")


def stand_with(tx: Transaction, seat: str, other: str) -> None:
    """Put the figure of somebody who is conscious again beside that of a chosen character."""
    _stand(tx, tx.state.hero(seat), tx.state.hero(other).place)


RULE = "life.unconscious"
ASKED = "asked"  # somebody has to look, or knows better, before the steps are done
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
        _carried_out(tx)


def follow(tx: Transaction) -> None:
    """Where nobody has to be asked, the steps follow at once (p. 20): told, and ordered."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.kind != "faint" or task.about == ASKED:
        return
    now, name = piles.piles(tx.state, task.seat), tx.state.hero(task.seat).name
    if back := now.discard + now.hand:
        tx.note("faint_shuffled", T("{name}: hand and Discard Pile shuffled back.", name=name), cards=back)
        tx.todo(_to_shuffle(name, now.hand, back), "deck")
    if drawn := _carried_out(tx):
        order = N(
            "{name}: draw {n} card, and banish it",
            "{name}: draw {n} cards for your hand, and banish one of them",
            drawn,
            name=name,
        )
        tx.todo(order, "hand")


def _to_shuffle(name: str, hand: int, back: int) -> Text:
    if hand:
        return N(
            "{name}: shuffle your hand and your Discard Pile, {n} card, into your Action Deck",
            "{name}: shuffle your hand and your Discard Pile, {n} cards, into your Action Deck",
            back,
            name=name,
        )
    return N(
        "{name}: shuffle your Discard Pile, {n} card, into your Action Deck",
        "{name}: shuffle your Discard Pile, {n} cards, into your Action Deck",
        back,
        name=name,
    )


def all_done(tx: Transaction, args: Args) -> None:
    """All steps have been carried out."""
    require_task(tx.state, "faint")
    _carried_out(tx)


def _carried_out(tx: Transaction) -> int:
    """The piles as they lie after the steps: hand and Discard Pile in the deck, three drawn, one of them banished. How
    many were drawn is returned: fewer where the deck has no more."""
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
    return drawn


def faint_prompt(state: State, task: Task) -> Prompt:
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
    stand_with(tx, task.seat, other.seat)


MOVES: Moves = {
    "faint_tick": move(
        tick,
        T("Ticked a step"),
        pick("step", T("Step"), {one: T("{s}", s=one) for one in STEPS}),
    ),
    "faint_done": move(all_done, T("Unconscious: all steps done")),
    "wake_with": move(wake_with, T("Put the figure back"), SEAT),
}
