"""What cards do to life points and Action cards (p. 18): life points lost, gained and shared, cards discarded from the
top of the deck, shuffled back, blocked, taken to the hand."""

from __future__ import annotations

from companion.api import Args, Ask, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text
from companion.games.citadel.action import recalling
from companion.games.citadel.heroes import SEAT, SEATS, which_hero
from companion.games.citadel.life import limits, piles, points, recovery
from companion.games.citadel.state import MOST_LIFE, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects
from companion.toolkit import number, pick, require_task, seat_of, tap, usual, whole, word


def drain(tx: Transaction, seat: str, count: int) -> None:
    """This player has to discard so many cards from the top of the Action Deck."""
    if count > 0 and tx.state.hero(seat).conscious:
        tx.add_first(Task(kind="drain", seat=seat, count=count))


def drained(tx: Transaction, args: Args) -> None:
    """So many were discarded before the deck ran out, or all that were due."""
    task = require_task(tx.state, "drain")
    count, deck = number(args, "cards"), piles.piles(tx.state, task.seat).deck
    if count > task.count or (deck is not None and count > deck):
        raise IllegalMove(T("There are not so many cards to discard."), rule="deck.discard", page=18)
    if deck is not None and count < min(task.count, deck):
        raise IllegalMove(
            T("The Action Deck has more cards than that: discard what is due."), rule="deck.discard", page=18
        )
    tx.finish_task("drain")
    piles.drawn(tx, task.seat, count)
    piles.discarded(tx, task.seat, count)
    name = tx.state.hero(task.seat).name
    text = N("{name}: {n} card discarded.", "{name}: {n} cards discarded.", count, name=name)
    text = text if count else T("{name}: no card discarded.", name=name)
    tx.tell("drained", text, seat=task.seat, cards=count)
    if count < task.count:
        piles.run_out(tx, task.seat)
        recovery.must(tx, task.seat, task.count - count, "drain")


def drain_prompt(state: State, task: Task) -> Prompt:
    """Discard them; where the deck is too small, it says so before anybody counts."""
    hero, deck = state.hero(task.seat), piles.piles(state, task.seat).deck
    due = task.count if deck is None else min(task.count, deck)
    do = N(
        "{name}: discard the top card of your Action Deck.",
        "{name}: discard the top {n} cards of your Action Deck.",
        due,
        name=hero.name,
    )
    if due == 0:
        do = T("{name}: your Action Deck is empty. A Recovery comes first.", name=hero.name)
    short = T("That empties your Action Deck: a Recovery follows, then you discard the rest.")
    offers = [usual("drained", T("Discarded") if due else T("Go on"), cards=due)]
    if deck is None:
        ask = whole("cards", T("Cards that you could discard"), task.count - 1, 0)
        offers.append(Offer(move=Move("drained"), label=T("My deck ran out"), asks=(ask,), rule="deck.discard"))
    if due and recovery.found(state, hero.seat):
        offers.append(tap("recovery", T("Recovery first"), rule="life.recovery", seat=hero.seat))
    return Prompt(
        name="life.drain",
        do=do,
        more=short if due < task.count else None,
        offers=tuple(offers),
        seat=seat_of(hero.seat),
        rule="deck.discard",
    )


def lose(tx: Transaction, args: Args) -> None:
    """Life points are lost; for damage, what is cancelled is taken off first."""
    require_effects(tx.state)
    _section_says(tx, args, "damage" if word(args, "sort") == "damage" else "lose")
    if word(args, "sort") == "damage":
        points.lose(tx, word(args, "seat"), number(args, "count"), damage=True, cancelled=number(args, "cancelled"))
    else:
        if number(args, "cancelled"):
            raise IllegalMove(T("Only damage can be cancelled, not life points lost."), rule="life.damage", page=18)
        points.lose(tx, word(args, "seat"), number(args, "count"))


def gain(tx: Transaction, args: Args) -> None:
    """One character gains life points."""
    require_effects(tx.state)
    _section_says(tx, args, "gain")
    points.gain(tx, word(args, "seat"), number(args, "count"))


def share(tx: Transaction, args: Args) -> None:
    """Life points are shared among the characters as they like; an unconscious one may get some, and wakes."""
    require_effects(tx.state)
    parts = {hero.seat: number(args, hero.seat) for hero in tx.state.party if hero.seat in args}
    total = sum(parts.values())
    if total == 0:
        raise IllegalMove(T("Say who gets how many life points."), rule="life.points", page=20)
    tx.note("life_shared", N("{n} life point shared.", "{n} life points shared.", total), total=total)
    for seat, count in parts.items():
        if count:
            points.gain(tx, seat, count)


def top_discarded(tx: Transaction, args: Args) -> None:
    """A card makes somebody discard from the top of the Action Deck."""
    require_effects(tx.state)
    _section_says(tx, args, "deck")
    drain(tx, word(args, "seat"), number(args, "count"))


def brought_back(tx: Transaction, args: Args) -> None:
    """An effect shuffles random cards of the Discard Pile back, without any life points."""
    require_effects(tx.state)
    _section_says(tx, args, "refill")
    refill(tx, word(args, "seat"), number(args, "count"))


def refill(tx: Transaction, seat: str, count: int) -> None:
    """So many random cards of the Discard Pile go into the deck, for nothing."""
    piles.shuffled_back(tx, seat, count)
    name = tx.state.hero(seat).name
    text = N("{name}: {n} card shuffled back.", "{name}: {n} cards shuffled back.", count, name=name)
    tx.tell("brought_back", text, seat=seat, cards=count)
    piles.order_to_shuffle(tx, seat, count)


def _section_says(tx: Transaction, args: Args, kind: str) -> None:
    """What the section of an action does to the active player is remembered with it."""
    action = tx.state.action
    if action is not None and not tx.state.tasks and word(args, "seat") == action.active:
        recalling.applied(tx, f"{kind} {number(args, 'count')}")


def unblock(tx: Transaction, args: Args) -> None:
    """Blocked Skill cards are shuffled into the Action Deck."""
    require_effects(tx.state)
    seat, count = word(args, "seat"), number(args, "count")
    piles.unblocked(tx, seat, count)
    text = N(
        "{name}: {n} Skill card unblocked.",
        "{name}: {n} Skill cards unblocked.",
        count,
        name=tx.state.hero(seat).name,
    )
    tx.note("skills_unblocked", text, seat=seat, cards=count)
    order = N(
        "{name}: shuffle the unblocked Skill card into your Action Deck",
        "{name}: shuffle the {n} unblocked Skill cards into your Action Deck",
        count,
        name=tx.state.hero(seat).name,
    )
    tx.todo(order, "deck")


def hand_down(tx: Transaction, args: Args) -> None:
    """Skill cards leave the hand: discarded at will, or blocked by an effect."""
    require_effects(tx.state)
    seat, count, to = word(args, "seat"), number(args, "count"), word(args, "to")
    piles.from_hand(tx, seat, count, to)
    name = tx.state.hero(seat).name
    text = N("{name}: {n} Skill card out of the hand.", "{name}: {n} Skill cards out of the hand.", count, name=name)
    tx.note("hand_down", text, seat=seat, cards=count, to=to)


def hand_up(tx: Transaction, args: Args) -> None:
    """An effect brings Skill cards into the hand, from the Discard Pile or from the deck."""
    require_effects(tx.state)
    seat, count = word(args, "seat"), number(args, "count")
    if word(args, "of") == "deck":
        piles.drawn(tx, seat, count)
    else:
        piles.off_discard(tx, seat, count)
    piles.into_hand(tx, seat, count)
    name = tx.state.hero(seat).name
    text = N("{name}: {n} Skill card to the hand.", "{name}: {n} Skill cards to the hand.", count, name=name)
    tx.note("hand_up", text, seat=seat, cards=count)
    limits.ask_limits(tx, seat)


def counted(tx: Transaction, args: Args) -> None:
    """Somebody has counted the Action Deck."""
    seat, deck = word(args, "seat"), number(args, "cards")
    piles.set_piles(tx, seat, deck=deck)
    text = N(
        "{name}: {n} card in the Action Deck.",
        "{name}: {n} cards in the Action Deck.",
        deck,
        name=tx.state.hero(seat).name,
    )
    tx.note("deck_counted", text, seat=seat, cards=deck)


COUNT = whole("count", T("How many"), MOST_LIFE, at_least=1)
SORTS = {"damage": T("Damage: it can be cancelled"), "plain": T("“Lose life points”: it cannot be cancelled")}


def _sort() -> Pick:
    return pick("sort", T("What it says"), SORTS, "damage")


TO = pick("to", T("Where to"), {"discard": T("Discarded"), "blocked": T("Blocked")}, "discard")
OF = pick("of", T("Where from"), {"discard": T("The Discard Pile"), "deck": T("The Action Deck")}, "discard")
CANCELLED = whole("cancelled", T("Damage cancelled"), MOST_LIFE, 0)
MOVES: Moves = {
    "drained": move(drained, lambda args: T("Discarded {cards}", cards=piles.said(args)), piles.CARDS),
    "life_lose": move(lose, T("Lost life points"), SEAT, _sort(), COUNT, CANCELLED),
    "life_gain": move(gain, T("Gained life points"), SEAT, COUNT),
    "life_share": move(
        share,
        T("Shared life points"),
        *(whole(seat, T("{name}", name=seat), MOST_LIFE) for seat in SEATS),
    ),
    "deck_discard": move(top_discarded, T("Discard from the deck"), SEAT, COUNT),
    "deck_refill": move(brought_back, T("Shuffled cards back"), SEAT, COUNT),
    "deck_counted": move(counted, T("Counted an Action Deck"), SEAT, piles.CARDS),
    "skills_unblock": move(unblock, T("Unblocked Skill cards"), SEAT, COUNT),
    "skills_down": move(
        hand_down,
        T("Skill cards out of the hand"),
        SEAT,
        COUNT,
        TO,
    ),
    "skills_up": move(
        hand_up,
        T("Skill cards into the hand"),
        SEAT,
        COUNT,
        OF,
    ),
}


def life_offers(state: State) -> tuple[Offer, ...]:
    """Life points lost, gained or shared through a card."""
    if not state.party:
        return ()
    anyone, awake = which_hero(state.party, T("Who")), which_hero(state.awake, T("Who"))
    lost = Move("life_lose", {"cancelled": 0})
    offers = (
        _life_offer(lost, T("Lose life points"), "life.damage", awake, COUNT, _sort()),
        _life_offer(Move("life_gain"), T("Gain life points"), "life.points", anyone, COUNT),
    )
    return (*offers, *_sharing(state)) if len(state.party) > 1 else offers


def _life_offer(do: Move, label: Text, rule: str, *asks: Ask) -> Offer:
    return Offer(move=do, label=label, asks=asks, under=T("Life"), rule=rule)


def _sharing(state: State) -> tuple[Offer, ...]:
    absent = {seat: 0 for seat in SEATS if seat not in {hero.seat for hero in state.party}}
    parts = tuple(whole(hero.seat, T("{name}", name=hero.name), MOST_LIFE, 0) for hero in state.party)
    return (_life_offer(Move("life_share", absent), T("Share life points"), "life.points", *parts),)


def card_offers(state: State) -> tuple[Offer, ...]:
    """Action cards that an effect moves, and counting the decks."""
    if not state.party:
        return ()
    awake, everybody = which_hero(state.awake, T("Who")), which_hero(state.party, T("Who"))
    offers = [_card_offer("deck_discard", T("Discard from the deck"), "deck.discard", awake, COUNT)]
    if lying := _having(state, "discard"):
        label = T("Shuffle cards back for nothing")
        offers.append(_card_offer("deck_refill", label, "deck.refill", which_hero(lying, T("Who")), COUNT))
    offers.append(
        _card_offer(
            "skills_up", T("Skill cards into the hand"), "skills.hand", which_hero(state.awake, T("Who")), COUNT, OF
        )
    )
    if held := _having(state, "hand"):
        label = T("Skill cards out of the hand")
        offers.append(_card_offer("skills_down", label, "skills.hand", which_hero(held, T("Who")), COUNT, TO))
    if kept := _having(state, "blocked"):
        label = T("Unblock Skill cards")
        offers.append(_card_offer("skills_unblock", label, "cards.block", which_hero(kept, T("Who")), COUNT))
    offers.append(_card_offer("deck_counted", T("Count an Action Deck"), "action.draw", everybody, piles.CARDS))
    return tuple(offers)


def _having(state: State, what: str) -> tuple[Hero, ...]:
    return tuple(hero for hero in state.party if getattr(piles.piles(state, hero.seat), what))


def _card_offer(name: str, label: Text, rule: str, *asks: Ask) -> Offer:
    return Offer(move=Move(name), label=label, asks=asks, under=T("Action cards"), rule=rule)
