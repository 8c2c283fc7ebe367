"""What cards do to life points and Action cards (p. 18): life points lost, gained and shared, cards discarded from the
top of the deck, shuffled back, blocked, taken to the hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import Args, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text, Whole, Words
from companion.games.citadel.action import recalling
from companion.games.citadel.heroes import SEAT, SEATS
from companion.games.citadel.life import limits, piles, points, recovery
from companion.games.citadel.state import MOST_LIFE, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects
from companion.toolkit import number, pick, require_task, seat_of, tap, usual, whole, word


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
    recovery.discarded(tx, task.seat, count)
    if count < task.count:
        piles.run_out(tx, task.seat)
        recovery.must(tx, task.seat, task.count - count, "drain")


def drained_back(tx: Transaction, args: Args) -> None:
    """What is left of the deck was discarded, and the Recovery that follows takes so many cards back."""
    task = require_task(tx.state, "drain")
    deck = piles.piles(tx.state, task.seat).deck
    if deck is None or deck >= task.count:
        raise IllegalMove(T("The Action Deck has enough cards for that."), rule="deck.discard", page=18)
    drained(tx, {"cards": deck})
    recovery.recover(tx, {"cards": int(word(args, "back"))})


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
    done = N("{n} card discarded", "{n} cards discarded", due) if due else T("Go on")
    pile = piles.piles(state, hero.seat).discard + due
    back = recovery.back(state, hero.seat, task.count - due, pile) if due < task.count else None
    if back is None:
        offers = [usual("drained", done, cards=due)]
    else:
        label = T("Discarded; the Recovery takes back:") if due else T("The Recovery takes back:")
        joined = Offer(move=Move("drained_back"), label=label, asks=(back,), rule="life.recovery")
        offers = [joined, tap("drained", done, cards=due, note=T("Then choose another number of cards"))]
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


def changed(tx: Transaction, args: Args) -> None:
    """A character's life points rise or fall by so many."""
    require_effects(tx.state)
    seat, by = word(args, "seat"), number(args, "by")
    if by == 0:
        raise IllegalMove(T("That would change nothing: choose another number."), rule="life.points", field="by")
    if by < 0:
        _section_says(tx, {"seat": seat, "count": -by}, "lose")
        points.lose(tx, seat, -by)
    else:
        _section_says(tx, {"seat": seat, "count": by}, "gain")
        points.gain(tx, seat, by)


def open_cards(tx: Transaction, args: Args) -> None:
    """An effect concerns somebody's Action cards: what it does is asked next."""
    require_effects(tx.state)
    tx.add_first(Task(kind=CARDS, seat=word(args, "seat")))


def leave_cards(tx: Transaction, args: Args) -> None:
    """It does nothing with them."""
    tx.finish_task(CARDS)


def cards_done(tx: Transaction, args: Args) -> None:
    """What an effect does with somebody's Action cards."""
    task, what, count = require_task(tx.state, CARDS), word(args, "what"), number(args, "count")
    kind = CARD_MOVES.get(what)
    if kind is None:
        raise IllegalMove(T("There is no such effect on Action cards."))
    tx.finish_task(CARDS)
    kind(tx, {"seat": task.seat, "count": count, "of": what, "to": what})


def cards_counted(tx: Transaction, args: Args) -> None:
    """Nothing happens with them: the deck was counted."""
    counted(tx, {"seat": tx.finish_task(CARDS).seat, "cards": number(args, "cards")})


def top_discarded(tx: Transaction, args: Args) -> None:
    """A card makes somebody discard from the top of the Action Deck."""
    require_effects(tx.state)
    _section_says(tx, args, "deck")
    recovery.drain(tx, word(args, "seat"), number(args, "count"))


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


CARDS = "life.cards"
LIKELY, LIKELY_DECK = 4, 24
# What an effect does with the Action cards of one player, by the word that the move keeps.
CARD_MOVES: Mapping[str, Callable[[Transaction, Args], None]] = {
    "top": top_discarded,
    "back": brought_back,
    "deck": hand_up,
    "discard": hand_up,
    "down": lambda tx, args: hand_down(tx, {**args, "to": "discard"}),
    "blocked": hand_down,
    "unblock": unblock,
}
COUNT = whole("count", T("How many"), MOST_LIFE, at_least=1)
OF_CARDS = whole("count", T("How many"), piles.MOST_CARDS, at_least=1)
SORTS = {"damage": T("Damage: it can be cancelled"), "plain": T("“Lose life points”: it cannot be cancelled")}


def _sort() -> Pick:
    return pick("sort", T("What it says"), SORTS, "damage")


TO = pick("to", T("Where to"), {"discard": T("Discarded"), "blocked": T("Blocked")}, "discard")
OF = pick("of", T("Where from"), {"discard": T("The Discard Pile"), "deck": T("The Action Deck")}, "discard")
CANCELLED = whole("cancelled", T("Damage cancelled"), MOST_LIFE, 0)
MOVES: Moves = {
    "drained_back": move(drained_back, T("Discarded cards, and a Recovery"), recovery.BACK),
    "drained": move(drained, lambda args: T("Discarded {cards}", cards=piles.said(args)), piles.CARDS),
    "life_lose": move(lose, T("Lost life points"), SEAT, _sort(), COUNT, CANCELLED),
    "life_gain": move(gain, T("Gained life points"), SEAT, COUNT),
    "life_share": move(
        share,
        T("Shared life points"),
        *(whole(seat, T("{name}", name=seat), MOST_LIFE) for seat in SEATS),
    ),
    "life_changed": move(
        changed,
        T("Changed life points"),
        SEAT,
        whole("by", T("Life points"), MOST_LIFE, at_least=-MOST_LIFE, signed=True),
    ),
    "action_cards": move(open_cards, T("Changes Action cards"), SEAT),
    "cards_done": move(
        cards_done,
        T("Changed Action cards"),
        Words(name="what", label=T("What"), at_most_chars=8),
        whole("count", T("Cards"), piles.MOST_CARDS),
    ),
    "cards_counted": move(cards_counted, T("Counted an Action Deck"), piles.CARDS),
    "cards_left": move(leave_cards, T("Changed no Action cards")),
    "deck_discard": move(top_discarded, T("Discard from the deck"), SEAT, OF_CARDS),
    "deck_refill": move(brought_back, T("Shuffled cards back"), SEAT, OF_CARDS),
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
    """Life points that a card takes or gives: one row for each character."""
    return tuple(
        Offer(
            move=Move("life_changed", {"seat": hero.seat}),
            label=T("{name}: life points, now {life}", name=hero.name, life=hero.life),
            asks=(_change(hero),),
            under=T("Life points"),
            rule="life.points",
            icon="life",
        )
        for hero in state.party
        if hero.life < MOST_LIFE or hero.conscious
    )


def _change(hero: Hero) -> Whole:
    least = -hero.life if hero.conscious and hero.life else 1
    most = max(least, MOST_LIFE - hero.life)
    return whole("by", T("More or fewer"), most, at_least=least, likely=max(least, LIKELY), signed=True)


def card_offers(state: State) -> tuple[Offer, ...]:
    """Action cards that an effect moves, and counting the decks: what it is is asked next."""
    return tuple(
        tap(
            "action_cards",
            T("{name}: Action cards", name=hero.name),
            under=T("Action cards"),
            rule="deck.discard",
            icon="deck",
            seat=hero.seat,
        )
        for hero in state.party
    )


def cards_prompt(state: State, task: Task) -> Prompt:
    """What an effect does with somebody's Action cards, each with one tap for the number."""
    hero, now = state.hero(task.seat), piles.piles(state, task.seat)
    most = piles.MOST_CARDS
    deck = most if now.deck is None else now.deck
    rows: dict[str, tuple[Text, int, str]] = {
        "top": (T("Discard from the top of the deck"), MOST_LIFE if hero.conscious else 0, "discard"),
        "back": (T("Shuffle cards of the Discard Pile back for nothing"), now.discard, "deck"),
        "deck": (T("From the deck into the hand"), deck if hero.conscious else 0, "hand"),
        "discard": (T("From the Discard Pile into the hand"), now.discard if hero.conscious else 0, "hand"),
        "down": (T("Discard Skill cards from the hand"), now.hand, "discard"),
        "blocked": (T("Block Skill cards from the hand"), now.hand, "blocked"),
        "unblock": (T("Unblock Skill cards"), now.blocked, "deck"),
    }
    offers = [
        Offer(
            move=Move("cards_done", {"what": what}),
            label=label,
            asks=(whole("count", T("Cards"), many, at_least=1, likely=LIKELY),),
            rule="deck.discard",
            icon=icon,
        )
        for what, (label, many, icon) in rows.items()
        if many
    ]
    counting = Offer(
        move=Move("cards_counted"),
        label=T("The Action Deck was counted"),
        asks=(whole("cards", T("Cards in it"), most, likely=LIKELY_DECK),),
        under=T("Otherwise"),
        rule="action.draw",
    )
    return Prompt(
        name=CARDS,
        do=T("{name}: what happens with your Action cards?", name=hero.name),
        offers=(*offers, counting, tap("cards_left", T("Nothing after all"), under=T("Otherwise"))),
        seat=seat_of(hero.seat),
        rule="deck.discard",
    )
