"""Leaving the adventure for good, and joining it before a new scenario (p. 25)."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Urgency, Value, Words
from companion.games.citadel.campaign.lists import Checklist, Items
from companion.games.citadel.campaign.setting_up import CHARACTER
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.cards.cards import ADVENTURE
from companion.games.citadel.cards.looking import card_name, listed
from companion.games.citadel.life import piles, points
from companion.games.citadel.state import BETWEEN, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, require_idle, require_task, seat_name, seat_of, tap, whole, word

LEAVE, HEIR, SKILLS, NEW_DECK = "campaign.leave", "campaign.heir", "campaign.skills", "campaign.deck"
WHO_PLAYS = "campaign.who_plays"
MOST_PLAYERS = 4  # (p. 3)
MOST_SKILLS = 100  # Advanced and Reflex Skill cards of the box (p. 7)
SKILL_ASKS = tuple(
    whole(f"{what}_{seat_name(at)}", T("Skill cards"), MOST_SKILLS)
    for what in ("discard", "blocked")
    for at in range(MOST_PLAYERS)
)
LONGEST_NAME = 40


def leave(tx: Transaction, args: Args) -> None:
    """A character leaves for good: cards are handed on one by one, then the list of what goes back (p. 25)."""
    require_idle(tx.state)
    seat = word(args, "seat")
    party = tx.state.party
    if not any(hero.seat == seat for hero in party):
        raise IllegalMove(T("That character does not take part."), rule="leave", page=25)
    if len(party) == 1:
        raise IllegalMove(T("The last character cannot leave. End the adventure instead."), rule="leave", page=25)
    if tx.state.action is not None:
        raise IllegalMove(T("An action is being performed. Finish it first."), rule="leave", page=25)
    heirs = [copy for copy in looking.possessions(tx.state, seat) if looking.locked(tx.state, copy.key) is not True]
    tasks = tuple(Task(kind=HEIR, seat=seat, card=copy.key) for copy in heirs)
    tx.add_first(*tasks, Task(kind=SKILLS, seat=seat), Task(kind=LEAVE, seat=seat))
    _hand_on(tx)


def _hand_on(tx: Transaction) -> None:
    """With one player left there is no choice; a card's lock sign must be known, though."""
    while tx.state.tasks and tx.state.tasks[0].kind == HEIR:
        task = tx.state.tasks[0]
        others = [hero for hero in tx.state.party if hero.seat != task.seat]
        if len(others) > 1 or looking.locked(tx.state, task.card) is None:
            return
        tx.finish_task(HEIR)
        moving.hand_over(tx, task.card, others[0].seat)


def heir_chosen(tx: Transaction, args: Args) -> None:
    """A card without the lock sign goes to another player; a blocked one stays blocked (p. 25)."""
    task = require_task(tx.state, HEIR)
    to = word(args, "to")
    if to not in {hero.seat for hero in tx.state.party if hero.seat != task.seat}:
        raise IllegalMove(T("Choose another player who takes part."), rule="leave", page=25)
    tx.finish_task(HEIR)
    tx.learn(looking.fact_name(task.card, "lock"), "no")
    moving.hand_over(tx, task.card, to)
    _hand_on(tx)


def heir_locked(tx: Transaction, args: Args) -> None:
    """It has the lock sign: it is returned with the rest."""
    task = tx.finish_task(HEIR)
    tx.learn(looking.fact_name(task.card, "lock"), "yes")
    _hand_on(tx)


def skills_given(tx: Transaction, args: Args) -> None:
    """The others get the Advanced and Reflex Skill cards: those that were blocked stay so, the rest is discarded."""
    task = require_task(tx.state, SKILLS)
    others = [hero.seat for hero in tx.state.party if hero.seat != task.seat]
    free, kept = (sum(number(args, f"{what}_{seat}") for seat in others) for what in ("discard", "blocked"))
    if kept > piles.piles(tx.state, task.seat).blocked:
        raise IllegalMove(T("There are not so many blocked Skill cards."), rule="leave", page=25)
    tx.finish_task(SKILLS)
    for seat in others:
        now = piles.piles(tx.state, seat)
        more = {what: getattr(now, what) + number(args, f"{what}_{seat}") for what in ("discard", "blocked")}
        piles.set_piles(tx, seat, **more)
    if free or kept:
        text = T("Skill cards handed on: {free} discarded, {kept} blocked.", free=free, kept=kept)
        tx.note("skills_handed_on", text, free=free, kept=kept)


def skills_prompt(state: State, task: Task) -> Prompt:
    """How many Advanced and Reflex Skill cards the others get (p. 25)."""
    name, blocked = state.hero(task.seat).name, piles.piles(state, task.seat).blocked
    others = [hero for hero in state.party if hero.seat != task.seat]
    asks = [
        whole(f"discard_{hero.seat}", T("Onto the Discard Pile of {name}", name=hero.name), MOST_SKILLS, 0)
        for hero in others
    ]
    if blocked:
        asks += [
            whole(f"blocked_{hero.seat}", T("Blocked ones, under the Character card of {name}", name=hero.name),
                  blocked, 0)
            for hero in others
        ]  # fmt: skip
    settled: dict[str, Value] = {one.name: 0 for one in SKILL_ASKS if one.name not in {ask.name for ask in asks}}
    offer = Offer(move=Move("skills_given", settled), label=T("Handed on"), asks=tuple(asks), tone="usual")
    return Prompt(
        name=SKILLS,
        do=T("{name}: give your Advanced and Reflex Skill cards to the others.", name=name),
        more=T("Those from hand, Action Deck and Discard Pile are discarded, blocked ones stay blocked."),
        offers=(offer,),
        seat=seat_of(task.seat),
        rule="leave",
    )


def leave_items(state: State, task: Task) -> Items:
    """What the player gives back (p. 25)."""
    locked = tuple(copy for copy in looking.possessions(state, task.seat))
    items: dict[str, Text] = {
        "character": T("Back into the box: figure, Character card and all Character Skill cards, blocked ones too."),
    }
    for copy in locked:
        items[f"locked:{copy.key}"] = T("{card}: has the lock sign, so return it.", card=card_name(state, copy))
    items["life"] = _share_words(state, task.seat)
    return items


def _share_words(state: State, seat: str) -> Text:
    life = state.hero(seat).life
    parts = [T("{name} +{life}", name=hero.name, life=share) for hero, share in shares(state, seat) if share]
    if not parts:
        return T("No life points to divide.")
    return N(
        "{n} life point is divided: {shares}.", "{n} life points are divided: {shares}.", life, shares=listed(parts)
    )


def shares(state: State, seat: str) -> tuple[tuple[Hero, int], ...]:
    """The life points of a leaver, divided equally among the other conscious characters. What cannot be divided goes,
    one each, to the first ones clockwise: in your favour, since the rulebook does not say (p. 16, 25)."""
    order = [hero.seat for hero in state.heroes]
    start = order.index(seat)
    clockwise = sorted(state.awake, key=lambda hero: (order.index(hero.seat) - start) % len(order))
    others = [hero for hero in clockwise if hero.seat != seat]
    if not others:
        return ()
    base, rest = divmod(state.hero(seat).life, len(others))
    return tuple((hero, base + (1 if at < rest else 0)) for at, hero in enumerate(others))


def left(tx: Transaction, task: Task) -> None:
    """The character is gone; the seat stays, so that nobody else's name changes."""
    hero = tx.state.hero(task.seat)
    divided = shares(tx.state, task.seat)
    for copy in looking.possessions(tx.state, task.seat):
        moving.return_(tx, copy.key)
    for copy in tx.state.cards:
        if copy.whose == task.seat and copy.deck != ADVENTURE:
            moving.return_(tx, copy.key)
    tx.set_hero(task.seat, joined=False, life=0, place="", character="", conscious=True)
    _clear_piles(tx, task.seat)
    tx.tell("left_adventure", T("{name} has left the adventure.", name=hero.name), seat=task.seat)
    if not tx.state.awake:
        tx.tell("all_unconscious", T("All characters are unconscious. The adventure is lost."), Urgency.FINAL)
        tx.end("lost")
        return
    for other, share in divided:
        points.gain(tx, other.seat, share)


def _clear_piles(tx: Transaction, seat: str) -> None:
    piles.set_piles(tx, seat, deck=None, discard=0, hand=0, blocked=0)


def join(tx: Transaction, args: Args) -> None:
    """Somebody joins, or comes back with a new character, before a scenario begins at the Citadel (p. 25)."""
    refused = joining_allowed(tx.state)
    if refused is not None:
        raise IllegalMove(refused, rule="join", page=25)
    require_idle(tx.state)
    name = word(args, "player")
    seat = seat_for(tx, name)
    _clear_piles(tx, seat)
    tx.tell("joined_adventure", T("{name} joins the adventure.", name=name), seat=seat)
    tx.add_first(Task(kind=CHARACTER, seat=seat), Task(kind=NEW_DECK, seat=seat))


def seat_for(tx: Transaction, name: str) -> str:
    """The seat that this player had before, else a new one at the end, else that of somebody who has left."""
    if not name:
        raise IllegalMove(T("Enter the player's name."), rule="join", page=25)
    there = next((hero for hero in tx.state.party if hero.player.casefold() == name.casefold()), None)
    if there is not None:
        raise IllegalMove(T("{name} takes part already.", name=there.name), rule="join", page=25)
    if len(tx.state.party) >= MOST_PLAYERS:
        raise IllegalMove(T("Four players take part already."), rule="join", page=25)
    heroes = tx.state.heroes
    free = [hero for hero in heroes if not hero.joined]
    own = next((hero for hero in free if hero.player.casefold() == name.casefold()), None)
    if own is None and len(heroes) < MOST_PLAYERS:
        seat = seat_name(len(heroes))
        tx.set(heroes=(*heroes, Hero(seat=seat, player=name)))
        return seat
    taken = own or free[0]
    tx.set_hero(taken.seat, player=name, joined=True, life=0, conscious=True, place="", character="",
                   newcomer=taken.newcomer or own is None)  # fmt: skip
    return taken.seat


def joining_allowed(state: State) -> Text | None:
    """Why nobody may join now; None where somebody may."""
    if state.campaign.step != BETWEEN:
        return T("A player may join only before a new scenario begins.")
    if not state.campaign.citadel:
        return T("A player may join only while you are at the Citadel.")
    if len(state.party) >= MOST_PLAYERS:
        return T("Four players take part already.")
    return None


def heir_prompt(state: State, task: Task) -> Prompt:
    """Who gets a card of the leaver."""
    others = [hero for hero in state.party if hero.seat != task.seat]
    copy = state.cards.copy(task.card)
    offers = [tap("heir", T("{name}", name=hero.name), to=hero.seat) for hero in others]
    if looking.locked(state, task.card) is None:
        offers.append(tap("heir_locked", T("It has the lock sign")))
    blocked = copy.where == "blocked"
    return Prompt(
        name=HEIR,
        do=T("{card}: who gets it from {name}?", card=card_name(state, copy), name=state.hero(task.seat).name),
        more=T("It stays blocked.") if blocked else None,
        offers=tuple(offers),
        rule="leave",
    )


def reminders(state: State) -> tuple[Prompt, ...]:
    """Who plays may change while nothing else is being done: it stands apart from a turn's actions. Whoever comes late
    reads why nobody can join now."""
    offers, more = _offers(state), joining_allowed(state)
    return (Prompt(name=WHO_PLAYS, do=T("Somebody leaves or joins."), more=more, offers=offers),) if offers else ()


def _offers(state: State) -> tuple[Offer, ...]:
    found = []
    if len(state.party) > 1:
        who = {hero.seat: T("{name}", name=hero.name) for hero in state.party}
        found.append(
            Offer(
                move=Move("leave"),
                label=T("A character leaves for good"),
                asks=(pick("seat", T("Who"), who),),
                tone="danger",
                rule="leave",
            )
        )
    if joining_allowed(state) is None:
        ask = Words(name="player", label=T("Name"), at_most_chars=LONGEST_NAME)
        found.append(Offer(move=Move("join"), label=T("A player joins"), asks=(ask,), rule="join"))
    return tuple(found)


def deck_items(state: State, task: Task) -> Items:
    """A new character's Action Deck (p. 25)."""
    name = state.hero(task.seat).name
    return {
        "deck": T("{name}: make an Action Deck as pages 5 to 7 of the introductory booklet tell.", name=name),
        "rest": T("{name}: take figure, Character card and a life point counter. No hand, no Purse cards.", name=name),
    }


def _nothing(tx: Transaction, task: Task) -> None:
    """The scenario gives the life points."""


LISTS = {
    LEAVE: Checklist(
        do=lambda state, task: T("{name} leaves the adventure: see to these.", name=state.hero(task.seat).name),
        items=leave_items,
        finish=left,
        done=T("All seen to"),
        rule="leave",
    ),
    NEW_DECK: Checklist(
        do=lambda state, task: T("{name}: prepare your character.", name=state.hero(task.seat).name),
        items=deck_items,
        finish=_nothing,
        done=T("Prepared"),
        rule="join",
    ),
}
SEAT = Words(name="seat", label=T("Who"), at_most_chars=8)
_TO = Words(name="to", label=T("Who"), at_most_chars=8)
MOVES: Moves = {
    "leave": move(leave, T("A character left"), SEAT),
    "heir": move(heir_chosen, T("Handed on a card"), _TO),
    "heir_locked": move(heir_locked, T("A card has the lock sign")),
    "skills_given": move(skills_given, T("Handed on Skill cards"), *SKILL_ASKS),
    "join": move(
        join,
        lambda a: T("{name} joined", name=word(a, "player")),
        Words(name="player", label=T("Name"), at_most_chars=LONGEST_NAME),
    ),
}
