"""Every move of this part, and what can be begun while nothing presses."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Args, Ask, Move, Offer, Pick
from companion.api.text import N, T, Text
from companion.games.citadel.forms import which_hero
from companion.games.citadel.life import changing, draining, fainting, limits, owner_facts, piles, recovery
from companion.games.citadel.state import MOST_LIFE, Hero, State
from companion.games.citadel.transaction import Moves, move
from companion.toolkit.forms import pick, seat_name, whole
from companion.toolkit.modules import number

SEATS = tuple(seat_name(at) for at in range(4))
SEAT = pick("seat", T("Who"), {seat: T("{name}", name=seat) for seat in SEATS})
CARDS = whole("cards", T("Cards"), piles.MOST_CARDS)
COUNT = whole("count", T("How many"), MOST_LIFE, at_least=1)
SORTS = {"damage": T("Damage: it can be cancelled"), "plain": T("“Lose life points”: it cannot be cancelled")}


def _cards(args: Args) -> Text:
    return N("{n} card", "{n} cards", number(args, "cards"))


def _sort() -> Pick:
    return pick("sort", T("What it says"), SORTS, "damage")


TO = pick("to", T("Where to"), {"discard": T("Discarded"), "blocked": T("Blocked")}, "discard")
OF = pick("of", T("Where from"), {"discard": T("The Discard Pile"), "deck": T("The Action Deck")}, "discard")
CANCELLED = whole("cancelled", T("Damage cancelled"), MOST_LIFE, 0)

MOVES: Moves = {
    "recovery": move(recovery.begin, T("Recovery"), SEAT),
    "recover": move(recovery.recover, lambda args: T("Recovery: {cards}", cards=_cards(args)), CARDS),
    "recovery_left": move(recovery.leave, T("No Recovery")),
    "drained": move(draining.drained, lambda args: T("Discarded {cards}", cards=_cards(args)), CARDS),
    "faint_tick": move(
        fainting.tick,
        T("Ticked a step"),
        pick("step", T("Step"), {one: T("{s}", s=one) for one in fainting.STEPS}),
    ),
    "faint_done": move(fainting.all_done, T("Unconscious: all steps done")),
    "wake_with": move(fainting.wake_with, T("Put the figure back"), SEAT),
    "life_lose": move(changing.lose, T("Lost life points"), SEAT, _sort(), COUNT, CANCELLED),
    "life_gain": move(changing.gain, T("Gained life points"), SEAT, COUNT),
    "life_share": move(
        changing.share,
        T("Shared life points"),
        *(whole(seat, T("{name}", name=seat), MOST_LIFE) for seat in SEATS),
    ),
    "deck_discard": move(changing.top_discarded, T("Discard from the deck"), SEAT, COUNT),
    "deck_refill": move(changing.brought_back, T("Shuffled cards back"), SEAT, COUNT),
    "deck_counted": move(changing.counted, T("Counted an Action Deck"), SEAT, CARDS),
    "skills_unblock": move(changing.unblock, T("Unblocked Skill cards"), SEAT, COUNT),
    "skills_down": move(
        changing.hand_down,
        T("Skill cards out of the hand"),
        SEAT,
        COUNT,
        TO,
    ),
    "skills_up": move(
        changing.hand_up,
        T("Skill cards into the hand"),
        SEAT,
        COUNT,
        OF,
    ),
    "limits_told": move(
        limits.limits_told,
        T("Read off a Character card"),
        whole("hand", T("Skill cards in hand"), owner_facts.MOST_HAND, at_least=1),
        whole("weight", T("Weight"), owner_facts.MOST_WEIGHT),
    ),
    "excess_discarded": move(limits.excess_discarded, T("Discarded down to the hand size")),
}


def idle(state: State) -> tuple[Offer, ...]:
    """Recovery for those who can, then life points, then Action cards."""
    return (*_recoveries(state), *life_offers(state), *card_offers(state))


def _recoveries(state: State) -> tuple[Offer, ...]:
    able = (hero for hero in state.awake if recovery.found(state, hero.seat))
    return tuple(replace(recovery.offered(state, hero), under=T("Life")) for hero in able)


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
    offers.append(_card_offer("deck_counted", T("Count an Action Deck"), "action.draw", everybody, CARDS))
    return tuple(offers)


def _having(state: State, what: str) -> tuple[Hero, ...]:
    return tuple(hero for hero in state.party if getattr(piles.piles(state, hero.seat), what))


def _card_offer(name: str, label: Text, rule: str, *asks: Ask) -> Offer:
    return Offer(move=Move(name), label=label, asks=asks, under=T("Action cards"), rule=rule)
