"""Recruiting: two crew cards are drawn, one or none is kept (rulebook p. 11).

A card's affiliation and water are printed on it: they are asked once for each card and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.api import Args, Ask, IllegalMove, Move, N, Offer, Pick, Prompt, T, Value, verbatim
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.crew.cards import CREW, READ_FOR
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT
from companion.games.fire_brigade.names import KIND_NAMES, who
from companion.games.fire_brigade.state import KINDS, Crew, State, Task
from companion.games.fire_brigade.transaction import Transaction
from companion.toolkit import number, pick, require_idle, require_task, seat_name, seat_of, tap, whole, word

NOBODY, PRECIOUS = "nobody", "precious"
CARD = "crew_card"
MOST_WATER, LIKELY_WATER = 6, 4


def known(state: State, name: str) -> tuple[str, int] | None:
    """Affiliation and water of a crew card, if they were told."""
    words = str(state.board.get(f"crew.{name}", "")).split()
    return (words[0], int(words[1])) if len(words) == 2 else None


def check(value: str) -> None:
    """Refuse what is no affiliation with water."""
    words = value.split()
    if len(words) != 2 or words[0] not in KINDS or not words[1].isdigit() or int(words[1]) > MOST_WATER:
        raise IllegalMove(T("Write the affiliation and the water, such as “nobles 2”: commons, council, merchants, "
                            "nobles or university."))  # fmt: skip


def room(state: State, seat: int) -> int:
    """How many more crew members a player may have."""
    player = state.players[seat]
    return player.values["crew"] - len(player.crew)


def may(state: State, seat: int) -> bool:
    """Whether a Recruit makes sense: there is room, or somebody to be replaced."""
    return state.players[seat].values["crew"] > 0


def in_play(state: State, name: str) -> bool:
    """Whether a crew card lies with a player."""
    return any(one.name == name for player in state.players for one in player.crew)


def keep(tx: Transaction, args: Args) -> None:
    """One of the two is kept; where there is no room, somebody is replaced."""
    task = require_task(tx.state, FREE_RECRUIT)
    name, leaves = word(args, "name"), word(args, "leaves")
    _may_keep(tx.state, task.seat, name, leaves)
    tx.finish_task()
    kind, holds = word(args, "kind"), number(args, "holds")
    tx.learn(f"crew.{name}", f"{kind} {holds}")
    join(tx, task.seat, Crew(name=name, kind=kind, holds=holds, water=0), leaves)


def _may_keep(state: State, seat: int, name: str, leaves: str) -> None:
    if in_play(state, name):
        raise IllegalMove(T("{name} is in a crew already.", name=CREW[name].name))
    if name == PRECIOUS:
        raise IllegalMove(T("Sir Precious is given to another player."), rule="crew")
    make_room(state, seat, leaves)


def choose(tx: Transaction, args: Args) -> None:
    """A card whose affiliation and water nobody has told is kept: they are asked next."""
    task = require_task(tx.state, FREE_RECRUIT)
    name, leaves = word(args, "name"), word(args, "leaves")
    told = known(tx.state, name)
    if told is not None:
        keep(tx, {**args, "kind": told[0], "holds": told[1]})
        return
    _may_keep(tx.state, task.seat, name, leaves)
    tx.add_first(Task(kind=CARD, seat=task.seat, about=name, field=leaves))


def tell_card(tx: Transaction, args: Args) -> None:
    """What the card shows: it joins the crew."""
    task = require_task(tx.state, CARD)
    tx.finish_task()
    keep(tx, {**args, "name": task.about, "leaves": task.field})


def not_this(tx: Transaction, args: Args) -> None:
    """Another card was meant."""
    require_task(tx.state, CARD)
    tx.finish_task()


def card_prompt(state: State) -> Prompt:
    """Affiliation and water, one tap: they are printed on the card and asked once."""
    task = state.tasks[0]
    holds = whole("holds", T("Water that it holds"), MOST_WATER, likely=LIKELY_WATER)
    offers = tuple(
        Offer(move=Move("crew_card", {"kind": kind}), label=KIND_NAMES[kind], asks=(holds,), icon=kind)
        for kind in KINDS
    )
    return Prompt(
        name="recruit.card",
        do=T("What does {name} show: which affiliation, how much water?", name=CREW[task.about].name),
        offers=(*offers, tap("not_this_card", T("Another card"))),
        seat=task.seat,
        rule="actions.recruit",
    )


def make_room(state: State, seat: int, leaves: str) -> None:
    """Refuse one more crew member where somebody has to leave (p. 11)."""
    player = state.players[seat]
    if not may(state, seat):
        raise IllegalMove(T("Your board allows no crew yet: upgrade the crew track first."), rule="actions.recruit",
                          page=11)  # fmt: skip
    if leaves == NOBODY and room(state, seat) <= 0:
        raise IllegalMove(
            N("Your board allows {n} crew member: say who leaves.",
              "Your board allows {n} crew members: say who leaves.",
              player.values["crew"]), rule="actions.recruit", page=11)  # fmt: skip
    if leaves != NOBODY and all(one.name != leaves for one in player.crew):
        raise IllegalMove(T("{name} is not in your crew.", name=CREW[leaves].name))


def join(tx: Transaction, seat: int, one: Crew, leaves: str, *, water: int | None = None) -> None:
    """A crew member comes, with water (p. 5) or with so much; whoever leaves gives water back."""
    crew = tuple(other for other in tx.state.players[seat].crew if other.name != leaves)
    tx.set_player(seat, crew=crew)
    came = replace(one, water=min(one.holds if water is None else water, tx.state.water_left()))
    tx.set_player(seat, crew=(*crew, came))
    text = T("{who} recruits {name}.", who=who(tx.state, seat), name=CREW[one.name].name)
    tx.tell("recruited", text, seat=seat, crew=one.name, water=came.water)
    if came.water:
        tx.todo(N("{name}: {n} water on the card", "{name}: {n} water on the card", came.water,
                  name=CREW[one.name].name), "water")  # fmt: skip
    for rule in READ_FOR.get(one.name, ()):
        house_rules.ask_reading(tx, rule)


def give_precious(tx: Transaction, args: Args) -> None:
    """Sir Precious was drawn: another player gets him, and a new card is drawn (card text)."""
    task = require_task(tx.state, FREE_RECRUIT)
    to = seat_of(word(args, "seat"))
    if not 0 <= to < len(tx.state.players) or to == task.seat:
        raise IllegalMove(T("Sir Precious is given to another player."), rule="crew")
    if any(one.precious for one in tx.state.players):
        raise IllegalMove(T("{name} is in a crew already.", name=CREW[PRECIOUS].name))
    tx.set_player(to, precious=True)
    tx.tell("precious", T("{who} gets Sir Precious: one action less each turn.", who=who(tx.state, to)), seat=to)


def drop_precious(tx: Transaction, args: Args) -> None:
    """Back at the own Firehouse, Sir Precious may be discarded; that costs nothing (card text)."""
    require_idle(tx.state)
    seat, player = tx.state.turn.seat, tx.state.active
    if not player.precious or player.brigade != player.house or tx.state.phase != "action":
        raise IllegalMove(T("Sir Precious can be discarded when your Brigade is at its Firehouse."), rule="crew")
    tx.set_player(seat, precious=False)
    tx.tell("precious_gone", T("{who} is rid of Sir Precious.", who=who(tx.state, seat)), seat=seat)


def keep_none(tx: Transaction, args: Args) -> None:
    """Both cards are discarded: the Recruit is wasted."""
    task = require_task(tx.state, FREE_RECRUIT)
    tx.finish_task()
    tx.tell("recruited_none", T("{who} recruits nobody.", who=who(tx.state, task.seat)), seat=task.seat)


def prompt(state: State) -> Prompt:
    """Draw two, keep one or none."""
    task = state.tasks[0]
    names = sorted(name for name in CREW if name != PRECIOUS and not in_play(state, name))
    offers = (*(_offer(state, task.seat, name) for name in names), *_precious(state, task.seat))
    return Prompt(
        name="recruit",
        do=T("{who}, draw two crew cards. Whom do you keep?", who=who(state, task.seat)),
        offers=(tap("recruit_none", T("Nobody")), *offers) if may(state, task.seat) else
        (tap("recruit_none", T("Nobody"), tone="usual"),),
        more=T("The others go onto the discard pile. If the deck is too small, shuffle the discard pile into it."),
        seat=task.seat,
        rule="actions.recruit",
    )  # fmt: skip


def _offer(state: State, seat: int, name: str) -> Offer:
    """One tap where there is room, else who leaves as well; what the card shows is asked next, if nobody has told."""
    settled: dict[str, Value] = {"name": name}
    asks: tuple[Ask, ...] = ()
    if room(state, seat) > 0:
        settled["leaves"] = NOBODY
    else:
        asks = (leaving(state, seat),)
    return Offer(move=Move("recruit_card", settled), label=verbatim(CREW[name].name), asks=asks)


def _precious(state: State, seat: int) -> Iterator[Offer]:
    if any(one.precious for one in state.players):
        return
    for other, player in enumerate(state.players):
        if other != seat:
            yield Offer(move=Move("give_precious", {"seat": seat_name(other)}), label=verbatim(player.name),
                        under=T("Sir Precious was drawn: who gets him?"), rule="crew")  # fmt: skip


def leaving(state: State, seat: int) -> Pick:
    """Who leaves, if somebody has to."""
    crew = {one.name: verbatim(CREW[one.name].name) for one in state.players[seat].crew}
    stays = {NOBODY: T("Nobody leaves")} if room(state, seat) > 0 else {}
    return pick("leaves", T("Who leaves"), {**stays, **crew}, NOBODY if stays else None)


KIND = pick("kind", T("Affiliation"), {kind: KIND_NAMES[kind] for kind in KINDS})
NAME = pick("name", T("Who"), {name: verbatim(one.name) for name, one in CREW.items()})
LEAVES = pick("leaves", T("Who leaves"), {NOBODY: T("Nobody leaves"), **{n: verbatim(o.name) for n, o in CREW.items()}})
SEAT = pick("seat", T("Who"), {seat_name(at): T("Player {number}", number=at + 1) for at in range(4)})
HOLDS = whole("holds", T("Water that it holds"), MOST_WATER)
