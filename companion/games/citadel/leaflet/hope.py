"""“Hope reborn!” cards blocked for life points (p. 6, 24): at any time, all of one player's own cards of that name."""

from __future__ import annotations

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text, Words
from companion.games.citadel.cards import looking, moving, owner_facts
from companion.games.citadel.cards.cards import Copy
from companion.games.citadel.cards.looking import card_name
from companion.games.citadel.leaflet import preparation
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Moves, Transaction, move, require_effects
from companion.toolkit import require_task, seat_of, tap, word

HOPE = "leaflet.hope"
NAME, TITLE = "hope reborn", "Hope reborn!"
SHARED = 10  # life points (p. 6, 24)
RULE = "destiny.hope"


def named(state: State, seat: str) -> tuple[Copy, ...]:
    """A player's cards in play that are known to bear that name."""
    return tuple(one for one in looking.of(state, "purse", seat) if NAME in looking.title_of(state, one.key).casefold())


def nameless(state: State, seat: str) -> tuple[Copy, ...]:
    """A player's cards in play whose titles nobody has told: any of them may be one."""
    return tuple(one for one in looking.of(state, "purse", seat) if not looking.title_of(state, one.key))


def begin(tx: Transaction, args: Args) -> None:
    """A player spends them; where titles are not known, it is asked which ones they are."""
    require_effects(tx.state)
    seat = word(args, "seat")
    sure, unsure = named(tx.state, seat), nameless(tx.state, seat)
    if not sure and not unsure:
        name = tx.state.hero(seat).name
        raise IllegalMove(T("{name} has no card “Hope reborn!” in play.", name=name), rule=RULE, page=6)
    if unsure:
        tx.add_first(Task(kind=HOPE, seat=seat, about=" ".join(one.key for one in sure)))
    else:
        _block(tx, seat, sure)


def tick(tx: Transaction, args: Args) -> None:
    """This card is one of them, or is not."""
    task, key = require_task(tx.state, HOPE), word(args, "card")
    if key not in {one.key for one in looking.of(tx.state, "purse", task.seat)}:
        raise IllegalMove(T("That card does not lie there."), rule=RULE, page=6)
    keys = task.about.split()
    kept = [one for one in keys if one != key] if key in keys else [*keys, key]
    tx.finish_task(HOPE)
    tx.add_first(Task(kind=HOPE, seat=task.seat, about=" ".join(kept)))


def over(tx: Transaction, args: Args) -> None:
    """The ticked ones are blocked, and keep their name for later."""
    task = require_task(tx.state, HOPE)
    keys = task.about.split()
    if not keys:
        raise IllegalMove(T("Tick at least one card “Hope reborn!”."), rule=RULE, page=6)
    tx.finish_task(HOPE)
    for key in keys:
        if not looking.title_of(tx.state, key):
            owner_facts.set_fact(tx, key, "title", TITLE)
    _block(tx, task.seat, tuple(looking.copy_of(tx.state, key) for key in keys))


def leave(tx: Transaction, args: Args) -> None:
    """They are kept after all."""
    tx.finish_task(HOPE)


def _block(tx: Transaction, seat: str, cards: tuple[Copy, ...]) -> None:
    for copy in cards:
        moving.block(tx, copy.key, seat)
    text = T("{name}: the cards “Hope reborn!” are blocked.", name=tx.state.hero(seat).name)
    tx.tell("hope_blocked", text, seat=seat, cards=len(cards))
    tx.add_first(Task(kind=preparation.SHARE, count=SHARED))


def offers(state: State, under: Text | None = None) -> tuple[Offer, ...]:
    """For everybody who has one in play, or may have one."""
    return tuple(
        tap(
            "hope_blocked",
            T("{name}: block “Hope reborn!” for 10 life points", name=hero.name),
            under=under,
            rule=RULE,
            note=T("All of your own cards of that name"),
            seat=hero.seat,
        )
        for hero in state.party
        if named(state, hero.seat) or (state.action is None and nameless(state, hero.seat))
    )


def reminders(state: State) -> tuple[Prompt, ...]:
    """At any time, so in the midst of an action too (p. 6)."""
    if state.action is None or state.tasks:
        return ()
    found = offers(state)
    do = T("Cards “Hope reborn!” give life points at any time.")
    return (Prompt(name="leaflet.hope_now", do=do, offers=found, rule=RULE),) if found else ()


def prompt(state: State, task: Task) -> Prompt:
    """Which of a player's cards bear that name."""
    ticked = task.about.split()
    items = tuple(
        Offer(move=Move("hope_tick", {"card": one.key}), label=card_name(state, one), ticked=one.key in ticked)
        for one in looking.of(state, "purse", task.seat)
    )
    done = (tap("hope_done", T("Block the ticked ones")),) if task.about else ()
    return Prompt(
        name=HOPE,
        do=T("{name}: which of these cards are “Hope reborn!”?", name=state.hero(task.seat).name),
        more=T("All of them are blocked, and the characters share 10 life points."),
        offers=(*items, *done, tap("hope_left", T("Keep them"))),
        seat=seat_of(task.seat),
        rule=RULE,
    )


_SEAT = Words(name="seat", label=T("Who"), at_most_chars=8)
MOVES: Moves = {
    "hope_blocked": move(begin, T("Blocked the cards “Hope reborn!” for life points"), _SEAT),
    "hope_tick": move(
        tick,
        lambda args: T("“Hope reborn!”: {number}", number=word(args, "card")[:3]),
        Words(name="card", label=T("Card"), at_most_chars=12),
    ),
    "hope_done": move(over, T("Blocked the ticked cards “Hope reborn!”")),
    "hope_left": move(leave, T("Kept the cards “Hope reborn!”")),
}
