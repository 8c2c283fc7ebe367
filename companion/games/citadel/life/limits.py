"""Hand size and carried weight (p. 19). What the Character card shows, depends on the number of players."""

from __future__ import annotations

import re
from functools import lru_cache

from companion.api import Args, BoardFamily, Move, N, Offer, Prompt, T, Text, Whole, template
from companion.games.citadel.campaign.setting_up import CHARACTER, CHARACTERS
from companion.games.citadel.cards import looking
from companion.games.citadel.heroes import SEAT
from companion.games.citadel.life import piles
from companion.games.citadel.state import OPEN, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, require_task, seat_of, tap, usual, whole, word

MOST_HAND, MOST_WEIGHT = 20, 40
LIKELY_HAND, LIKELY_WEIGHT = 8, 12


def _limit(name: str) -> Text:
    """Whose limit it is, and with how many players: `casek.2`."""
    character, _, players = name.partition(".")
    return T("{character}, players: {players}", character=CHARACTERS.get(character, character), players=players)


FAMILIES = (
    BoardFamily(
        pattern=r"limit\.hand\.(.+)",
        ask=Whole(name="hand", label=template("Hand size: {name}"), at_least=1, at_most=MOST_HAND),
        label=T("Hand size of a character, by the number of players"),
        called=_limit,
    ),
    BoardFamily(
        pattern=r"limit\.weight\.(.+)",
        ask=Whole(name="weight", label=template("Weight: {name}"), at_least=0, at_most=MOST_WEIGHT),
        label=T("Maximum weight of a character, by the number of players"),
        called=_limit,
    ),
)


def fact_name(state: State, hero: Hero, what: str) -> str:
    """The fact for this character with the present number of players, such as `limit.hand.arthen.2`."""
    return f"limit.{what}.{_plain(hero.character)}.{max(1, len(state.party))}"


@lru_cache(maxsize=64)
def _plain(character: str) -> str:
    """A character's name as it stands in a fact's."""
    return re.sub(r"[^a-z0-9]+", "_", character.lower()).strip("_") or "character"


def hand_limit(state: State, seat: str) -> int | None:
    """The most Skill cards this player may have in hand; None when the Character card was not read yet."""
    said = state.board.get(fact_name(state, state.hero(seat), "hand"))
    return None if said is None else int(said)


def weight_limit(state: State, seat: str) -> int | None:
    """The most weight this player may carry and still move; None when the Character card was not read yet."""
    said = state.board.get(fact_name(state, state.hero(seat), "weight"))
    return None if said is None else int(said)


def over_hand(state: State, seat: str) -> int:
    """How many Skill cards are too many; 0 where the limit is not known."""
    limit = hand_limit(state, seat)
    return 0 if limit is None else max(0, piles.piles(state, seat).hand - limit)


def too_heavy(state: State, seat: str) -> bool | None:
    """Whether the carried weight, blocked cards included, bars the Character card's move; None: not known."""
    limit, weight = weight_limit(state, seat), looking.weight(state, seat)
    if not looking.possessions(state, seat):
        return False
    return None if limit is None or weight is None else weight > limit


# --- reading the Character card ---------------------------------------------------------------------------------------


def ask_limits(tx: Transaction, seat: str) -> None:
    """The limits matter now: they are asked once."""
    task = Task(kind="limits", seat=seat)
    at_setup = OPEN not in tx.state.board  # in an evening of an earlier version everything was asked together
    missing = hand_limit(tx.state, seat) is None or (at_setup and weight_limit(tx.state, seat) is None)
    if task not in tx.state.tasks and missing:
        named = at_setup or tx.state.hero(seat).character
        tx.add_first(*(() if named else (Task(kind=CHARACTER, seat=seat),)), task)


def later(tx: Transaction, args: Args) -> None:
    """Nobody looks now: it is asked again when the next card comes to the hand."""
    tx.finish_task("limits")


def hand_told(tx: Transaction, args: Args) -> None:
    """The hand size was read off the Character card; the weight matters only to whoever carries cards."""
    hero = tx.state.hero(tx.finish_task("limits").seat)
    tx.learn(fact_name(tx.state, hero, "hand"), number(args, "hand"))
    text = T("{name}: hand size {hand}.", name=hero.name, hand=number(args, "hand"))
    tx.note("limits_told", text, seat=hero.seat)


def weight_told(tx: Transaction, args: Args) -> None:
    """The weight was read off the Character card."""
    hero = tx.state.hero(word(args, "seat"))
    tx.learn(fact_name(tx.state, hero, "weight"), number(args, "weight"))
    text = T("{name}: carries {weight} at most.", name=hero.name, weight=number(args, "weight"))
    tx.note("limits_told", text, seat=hero.seat)


def weight_offers(state: State) -> tuple[Offer, ...]:
    """Whoever carries cards can say how much may be carried, so that the companion minds it."""
    return tuple(
        Offer(
            move=Move("weight_limit", {"seat": hero.seat}),
            label=T("{name}: weight on the Character card", name=hero.name),
            asks=(whole("weight", T("Weight"), MOST_WEIGHT, likely=LIKELY_WEIGHT),),
            under=T("Life"),
            rule="purse.weight",
        )
        for hero in state.party
        if looking.possessions(state, hero.seat) and weight_limit(state, hero.seat) is None
    )


def limits_told(tx: Transaction, args: Args) -> None:
    """Read off the Character card."""
    hero = tx.state.hero(tx.finish_task("limits").seat)
    tx.learn(fact_name(tx.state, hero, "hand"), number(args, "hand"))
    tx.learn(fact_name(tx.state, hero, "weight"), number(args, "weight"))
    text = T(
        "{name}: hand size {hand}, weight {weight}.",
        name=hero.name,
        hand=number(args, "hand"),
        weight=number(args, "weight"),
    )
    tx.note("limits_told", text, seat=hero.seat)


def limits_prompt(state: State, task: Task) -> Prompt:
    """A number that only the Character card shows."""
    hero = state.hero(task.seat)
    ask, move_ = whole("hand", T("Hand size"), MOST_HAND, at_least=1, likely=LIKELY_HAND), Move("hand_limit")
    do, label = T("{name}: which hand size does your Character card show?", name=hero.name), T("Hand size")
    known = hand_limit(state, hero.seat)
    if known is not None:
        ask = whole("weight", T("Weight"), MOST_WEIGHT, likely=LIKELY_WEIGHT)
        move_ = Move("limits_told", {"hand": known})
        do, label = T("{name}: which weight does your Character card allow?", name=hero.name), T("Weight")
    return Prompt(
        name="life.limits",
        do=do,
        more=N(
            "Read it off for {n} player. It is asked only once.",
            "Read it off for {n} players. It is asked only once.",
            len(state.party),
        ),
        offers=(
            Offer(move=move_, label=label, asks=(ask,), rule="skills.hand"),
            tap("limits_later", T("Later"), under=T("Otherwise")),
        ),
        seat=seat_of(hero.seat),
        rule="skills.hand",
    )


# --- too many cards in hand -------------------------------------------------------------------------------------------


def follow(tx: Transaction) -> None:
    """Too many cards in hand are discarded at once, except by those who take part in a running action (p. 19)."""
    action = tx.state.action
    acting = action.involved if action is not None else ()
    excess = {hero.seat for hero in tx.state.party if hero.seat not in acting and over_hand(tx.state, hero.seat)}
    stale = tuple(one for one in tx.state.tasks if one.kind == "excess" and one.seat not in excess)
    if stale:
        tx.set(tasks=tuple(one for one in tx.state.tasks if one not in stale))
    waiting = {one.seat for one in tx.state.tasks if one.kind == "excess"}
    for seat in sorted(excess - waiting, reverse=True):
        tx.add_first(Task(kind="excess", seat=seat))


def excess_discarded(tx: Transaction, args: Args) -> None:
    """The cards that were too many lie on the Discard Pile."""
    task = require_task(tx.state, "excess")
    count, hero = over_hand(tx.state, task.seat), tx.state.hero(task.seat)
    tx.finish_task("excess")
    piles.from_hand(tx, task.seat, count)
    text = N("{name}: {n} Skill card discarded.", "{name}: {n} Skill cards discarded.", count, name=hero.name)
    tx.tell("excess_discarded", text, seat=task.seat, cards=count)


def excess_prompt(state: State, task: Task) -> Prompt:
    """Which ones is the player's choice."""
    hero, over = state.hero(task.seat), over_hand(state, task.seat)
    more: Text = T(
        "You may have {limit} in hand and have {hand}.",
        limit=hand_limit(state, task.seat) or 0,
        hand=piles.piles(state, task.seat).hand,
    )
    return Prompt(
        name="life.excess",
        do=N(
            "{name}: discard {n} Skill card of your choice.",
            "{name}: discard {n} Skill cards of your choice.",
            over,
            name=hero.name,
        ),
        more=more,
        offers=(usual("excess_discarded", T("Discarded")),),
        seat=seat_of(hero.seat),
        rule="skills.hand",
    )


MOVES: Moves = {
    "limits_told": move(
        limits_told,
        T("Read off a Character card"),
        whole("hand", T("Skill cards in hand"), MOST_HAND, at_least=1),
        whole("weight", T("Weight"), MOST_WEIGHT),
    ),
    "hand_limit": move(
        hand_told, T("Read off a Character card"), whole("hand", T("Skill cards in hand"), MOST_HAND, at_least=1)
    ),
    "weight_limit": move(weight_told, T("Read off a Character card"), SEAT, whole("weight", T("Weight"), MOST_WEIGHT)),
    "limits_later": move(later, T("The Character card is read later")),
    "excess_discarded": move(excess_discarded, T("Discarded down to the hand size")),
}
