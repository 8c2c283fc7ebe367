"""Life points changed by what a card says, and cards shuffled back for nothing."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.citadel.action import recalling
from companion.games.citadel.life import draining, limits, piles, points
from companion.games.citadel.transaction import Transaction, require_effects
from companion.toolkit.modules import number, word


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
    draining.drain(tx, word(args, "seat"), number(args, "count"))


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
