"""Skill cards that a symbol of the Destiny page or another effect brings or takes (p. 24): the Action Decks change."""

from __future__ import annotations

from itertools import combinations

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text, Words
from companion.games.citadel.heroes import PLAYER
from companion.games.citadel.life import piles
from companion.games.citadel.state import Hero, State, Task
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects
from companion.toolkit import number, pick, require_task, tap, whole, word

GAIN, RETURN = "leaflet.skills", "leaflet.skills_back"
REFLEX, ADVANCED = "reflex", "advanced"
GAINED = {REFLEX: 1, ADVANCED: 2}  # (p. 24)
RETURNED = 2  # (p. 24)
MOST = 9
ORIGINS = words("skill_origins")
RULE = "destiny"


def tasks(prize: str) -> list[Task]:
    """What such a symbol asks for."""
    if prize in GAINED:
        return [Task(kind=GAIN, about=prize, count=GAINED[prize])]
    return [Task(kind=RETURN, count=RETURNED)] if prize == "return" else []


def gain(tx: Transaction, seat: str, count: int) -> None:
    """So many new Skill cards are shuffled into a player's Action Deck."""
    now = piles.piles(tx.state, seat)
    piles.set_piles(tx, seat, deck=None if now.deck is None else now.deck + count)
    text = N(
        "{name}: {n} Skill card shuffled into the Action Deck.",
        "{name}: {n} Skill cards shuffled into the Action Deck.",
        count,
        name=tx.state.hero(seat).name,
    )
    tx.tell("skills_gained", text, seat=seat, cards=count)
    order = N(
        "{name}: shuffle the new Skill card into your Action Deck",
        "{name}: shuffle the {n} new Skill cards into your Action Deck",
        count,
        name=tx.state.hero(seat).name,
    )
    tx.todo(order, "skill")


def return_one(tx: Transaction, seat: str, origin: str) -> None:
    """A Skill card goes back into the box, from wherever it is."""
    now = piles.piles(tx.state, seat)
    lying = {"hand": now.hand, "deck": now.deck, "discard": now.discard}[origin]
    if lying == 0:
        raise IllegalMove(T("No Action card lies there."), rule=RULE, page=24)
    if lying is not None:
        piles.set_piles(tx, seat, **{origin: lying - 1})
    text = T("{name}: a Skill card is returned into the box.", name=tx.state.hero(seat).name)
    tx.tell("skill_returned", text, seat=seat, origin=origin)
    tx.todo(T("{name}: put a Skill card back into the box", name=tx.state.hero(seat).name), "skill")


# --- moves ------------------------------------------------------------------------------------------------------------


def gained(tx: Transaction, args: Args) -> None:
    """A player gains Skill cards: those of the symbol, or so many by another effect."""
    if tx.state.tasks and tx.state.tasks[0].kind == GAIN:
        gain(tx, word(args, "seat"), tx.finish_task(GAIN).count)
        return
    require_effects(tx.state)
    gain(tx, word(args, "seat"), number(args, "count"))


def split(tx: Transaction, args: Args) -> None:
    """Two players gain one each."""
    task, seats = require_task(tx.state, GAIN), word(args, "seats").split()
    if task.about != ADVANCED or len(set(seats)) != 2 or not set(seats) <= {hero.seat for hero in tx.state.party}:
        raise IllegalMove(T("Two different players who take part gain one each."), rule=RULE, page=24)
    tx.finish_task(GAIN)
    for seat in seats:
        gain(tx, seat, 1)


def none_left(tx: Transaction, args: Args) -> None:
    """No such card is available, or there is none to return."""
    tx.finish_task(GAIN, RETURN)


def returned(tx: Transaction, args: Args) -> None:
    """A Skill card is returned: one after the other for a symbol, or one by another effect."""
    task = tx.finish_task(RETURN) if tx.state.tasks and tx.state.tasks[0].kind == RETURN else None
    if task is None:
        require_effects(tx.state)
    return_one(tx, word(args, "seat"), word(args, "origin"))
    if task is not None and task.count > 1:
        tx.add_first(Task(kind=RETURN, count=task.count - 1))


_ORIGIN = pick("origin", T("From where"), ORIGINS)
MOVES: Moves = {
    "skills_gained": move(gained, T("Gained Skill cards"), PLAYER, whole("count", T("How many"), MOST, 1, at_least=1)),
    "skills_split": move(
        split, T("Two players gained a Skill card each"), Words(name="seats", label=T("Who"), at_most_chars=20)
    ),
    "skills_none": move(none_left, T("No Skill card was left")),
    "skill_returned": move(returned, T("Returned a Skill card"), PLAYER, _ORIGIN),
}


# --- what is shown ----------------------------------------------------------------------------------------------------


def gain_prompt(state: State, task: Task) -> Prompt:
    """Who gains the cards of the symbol."""
    do, more = T("Take a Reflex Skill card at random. Who gains it?"), T("It is shuffled into the Action Deck.")
    if task.about == ADVANCED:
        drawn = ADVANCED_DRAWN * (2 if "academy" in state.leaflet.built else 1)
        do = T("Take {count} Advanced Skill cards at random. Who gains 2 of them?", count=drawn)
        more = T("They are shuffled into the Action Deck. Return the others.")
    none = tap("skills_none", T("None is left"))
    return Prompt(name=task.kind, do=do, more=more, offers=(*_gainers(state, task), none), rule=RULE)


def _gainers(state: State, task: Task) -> tuple[Offer, ...]:
    alone = tuple(
        tap("skills_gained", _all_to(hero, task.count), seat=hero.seat, count=task.count) for hero in state.party
    )
    if task.about != ADVANCED:
        return alone
    return (*alone, *(_pair(one, other) for one, other in combinations(state.party, 2)))


def _all_to(hero: Hero, count: int) -> Text:
    return N("{name} gains it", "{name} gains {n}", count, name=hero.name)


def _pair(one: Hero, other: Hero) -> Offer:
    label = T("{name} and {other}: 1 each", name=one.name, other=other.name)
    return tap("skills_split", label, seats=f"{one.seat} {other.seat}")


def return_prompt(state: State, task: Task) -> Prompt:
    """Which player returns a Skill card, and from where: one player both, or two players one each."""
    offers = tuple(
        tap("skill_returned", T("{name}", name=hero.name), note=ORIGINS[origin], seat=hero.seat, origin=origin)
        for hero in state.party
        for origin in ORIGINS
        if getattr(piles.piles(state, hero.seat), origin) != 0
    )
    return Prompt(
        name=task.kind,
        do=N("Return {n} Skill card into the box. Whose?", "Return {n} Skill cards into the box. Whose is the first?",
             task.count),
        more=T("One player returns both, or two players one each."),
        offers=(*offers, tap("skills_none", T("There is none to return"))),
        rule=RULE,
    )  # fmt: skip


def offers(state: State, under: Text) -> tuple[Offer, ...]:
    """For other effects, such as those of the Arena."""
    count = whole("count", T("How many"), MOST, at_least=1, likely=LIKELY)
    gained = tuple(
        Offer(
            move=Move("skills_gained", {"seat": hero.seat}),
            label=T("{name} gains Skill cards", name=hero.name),
            asks=(count,),
            under=under,
            rule=RULE,
        )
        for hero in state.party
    )
    back = tuple(
        Offer(
            move=Move("skill_returned", {"seat": hero.seat}),
            label=T("{name} returns a Skill card", name=hero.name),
            asks=(_ORIGIN,),
            under=under,
            rule=RULE,
        )
        for hero in state.party
    )
    return (*gained, *back)


LIKELY = 4
TASKS = {GAIN: gain_prompt, RETURN: return_prompt}
ADVANCED_DRAWN = 4  # Advanced Skill cards to choose from (p. 24); the Academy adds as many (p. 23)
