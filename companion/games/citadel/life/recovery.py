"""Performing a Recovery (p. 20), freely or because the Action Deck has run out: what it costs and brings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import structs

from companion.api import Args, IllegalMove, Move, N, Offer, Pick, Prompt, T, Text
from companion.games.citadel.heroes import SEAT, which_hero
from companion.games.citadel.life import piles, points
from companion.games.citadel.state import OPEN, RESTS, Hero, State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, require_task, seat_of, tap, whole, word

PER_GROUP = {"normal": (1, 2), "story": (1, 3), "survival": (2, 3)}  # life points for so many cards


@dataclass(frozen=True)
class Bargain:
    """So many cards for so many life points."""

    cards: int
    life: int


def price(mode: str, cards: int) -> int:
    """The life points that so many cards cost; a group that is only begun costs as much as a whole one."""
    life, group = PER_GROUP[mode]
    return -(-cards // group) * life


def bargains(mode: str, rest: str, life: int, discard: int) -> tuple[Bargain, ...]:
    """Every Recovery that is worth choosing: the most cards for each price that can be paid, ascending.

    With `rest` whole, only whole groups can be taken; else the last group may be smaller than it could be.
    """
    step, group = PER_GROUP[mode]
    found = []
    for groups in range(1, life // step + 1):
        cards = groups * group
        if cards <= discard:
            found.append(Bargain(cards, groups * step))
        elif rest == "started" and cards - group < discard:
            found.append(Bargain(discard, groups * step))
    return tuple(found)


def allowed(mode: str, rest: str, life: int, discard: int, cards: int) -> bool:
    """Whether exactly so many cards can be taken now."""
    if not 0 < cards <= discard or price(mode, cards) > life:
        return False
    return rest == "started" or cards % PER_GROUP[mode][1] == 0


def enough(mode: str, rest: str, life: int, discard: int, wanted: int) -> Bargain | None:
    """The cheapest Recovery that brings at least so many cards, else the one that brings most; None: there is none."""
    found = bargains(mode, rest, life, discard)
    return next((one for one in found if one.cards >= wanted), found[-1] if found else None)


RULE = "life.recovery"
MOST_JOINED = 6  # so many bargains stand beside what comes before the Recovery
BACK = pick("back", T("Cards taken back"), {str(cards): T("{cards}", cards=cards) for cards in range(1, 185)})
MOST_SHOWN = 12  # so many bargains stand in the list; other numbers of cards can be entered


def begin(tx: Transaction, args: Args) -> None:
    """Somebody wants a Recovery; it may be performed at any time, whatever is being done: that goes on afterwards."""
    if busy(tx.state):
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."), rule=RULE, page=20)
    hero = tx.state.hero(word(args, "seat"))
    if not hero.conscious:
        raise IllegalMove(T("An unconscious character cannot perform a Recovery."), rule="life.unconscious", page=20)
    if not found(tx.state, hero.seat):
        raise IllegalMove(_nothing_to_take(tx.state, hero), rule=RULE, page=20)
    tx.add_first(Task(kind="recover", seat=hero.seat))


def busy(state: State) -> bool:
    """Whether no Recovery can be begun: one is being performed already, or the table is being set up or put away, so
    that nobody plays."""
    return bool(state.tasks) and state.tasks[0].kind.startswith(("recover", "campaign."))


def _nothing_to_take(state: State, hero: Hero) -> Text:
    if not piles.piles(state, hero.seat).discard:
        return T("{name}: the Discard Pile is empty.", name=hero.name)
    return T("{name}: too few life points or cards for a Recovery.", name=hero.name)


def found(state: State, seat: str) -> tuple[Bargain, ...]:
    """What a Recovery would cost this character now, and bring."""
    hero, vigour = state.hero(seat), state.vigour
    return bargains(vigour.mode, vigour.rest, hero.life, vigour.of(seat).discard)


def must(tx: Transaction, seat: str, owed: int, about: str) -> bool:
    """The deck has run out with `owed` cards still to `draw` or to `drain`: a Recovery has to be done. False if none
    can be performed: then nothing more is drawn or discarded."""
    if not _possible(tx.state, seat):
        _tell_impossible(tx, seat, owed)
        return False
    tx.add_first(Task(kind="recover", seat=seat, count=owed, about=about))
    return True


def follow(tx: Transaction) -> None:
    """A Recovery that waited to be performed and has become impossible meanwhile is dropped: life points were lost, or
    the way of recovering was set otherwise."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is None or task.kind != "recover" or not task.count:
        return
    if not _possible(tx.state, task.seat):
        tx.finish_task("recover")
        _tell_impossible(tx, task.seat, task.count)
    elif (only := _only(tx.state, task.seat)) is not None:
        recover(tx, {"cards": only})
        follow(tx)


def _only(state: State, seat: str) -> int | None:
    """The number of cards where a Recovery that has to be performed leaves no choice; never one that costs all life
    points, and none while a house rule that matters is open. One that does not matter here may be open: then only what
    all its readings allow is possible."""
    hero, vigour = state.hero(seat), state.vigour
    discard = vigour.of(seat).discard
    if not settled(state, seat, discard):
        return None
    rests = RESTS if "rest" in _undecided(state) else (vigour.rest,)
    possible = [
        n for n in range(1, discard + 1) if all(allowed(vigour.mode, rest, hero.life, discard, n) for rest in rests)
    ]
    if len(possible) != 1 or price(vigour.mode, possible[0]) >= hero.life:
        return None
    return possible[0]


def settled(state: State, seat: str, discard: int) -> bool:
    """Whether no house rule has to be chosen before this character takes cards back from so many (p. 20)."""
    undecided, vigour, life = _undecided(state), state.vigour, state.hero(seat).life
    differ = len({bargains(vigour.mode, rest, life, discard) for rest in RESTS}) > 1
    return "mode" not in undecided and not (differ and "rest" in undecided)


def _undecided(state: State) -> list[str]:
    return str(state.board.get(OPEN, "")).split()


def back(state: State, seat: str, owed: int, discard: int) -> Pick | None:
    """How many cards the Recovery takes back that follows with so many in the Discard Pile and so many still owed, as a
    row of buttons; those that cost all life points stand behind the Recovery itself. None where it has to be asked by
    itself, or leaves no choice."""
    hero, vigour = state.hero(seat), state.vigour
    found = [
        one for one in bargains(vigour.mode, vigour.rest, hero.life, discard) if one.life < hero.life
    ][:MOST_JOINED]  # fmt: skip
    if not found or not hero.conscious or not settled(state, seat, discard):
        return None
    most = enough(vigour.mode, vigour.rest, hero.life, discard, owed)
    usual = str(most.cards) if most in found else None
    return pick("back", T("Cards taken back"), {str(one.cards): _for(one) for one in found}, usual)


def _for(one: Bargain) -> Text:
    return T("{cards} (life −{life})", cards=one.cards, life=one.life)


def _possible(state: State, seat: str) -> bool:
    return state.hero(seat).conscious and bool(found(state, seat))


def _tell_impossible(tx: Transaction, seat: str, owed: int) -> None:
    text = T("{name}: no Recovery is possible, so that no more cards can be taken.", name=tx.state.hero(seat).name)
    tx.tell("no_recovery", text, seat=seat, owed=owed)


def drain(tx: Transaction, seat: str, count: int) -> None:
    """This player has to discard so many cards from the top of the Action Deck. A deck that is counted needs nobody's
    word: it is told, and ordered. With too few in it the players are asked where a Recovery is possible first."""
    if count <= 0 or not tx.state.hero(seat).conscious:
        return
    deck = piles.piles(tx.state, seat).deck
    if deck is None or (deck < count and (not deck or found(tx.state, seat))):
        tx.add_first(Task(kind="drain", seat=seat, count=count))
        return
    here = min(count, deck)
    _off_the_top(tx, seat, here)
    if here < count:
        must(tx, seat, count - here, "drain")


def _off_the_top(tx: Transaction, seat: str, count: int) -> None:
    """Cards that lie there for certain, and nothing that could come before: told, and ordered."""
    discarded(tx, seat, count)
    name = tx.state.hero(seat).name
    order = N(
        "{name}: discard the top card of your Action Deck",
        "{name}: discard the top {n} cards of your Action Deck",
        count,
        name=name,
    )
    tx.todo(order, "discard")


def discarded(tx: Transaction, seat: str, count: int) -> None:
    """So many cards went from the top of the deck onto the Discard Pile."""
    piles.drawn(tx, seat, count)
    piles.discarded(tx, seat, count)
    name = tx.state.hero(seat).name
    text = N("{name}: {n} card discarded.", "{name}: {n} cards discarded.", count, name=name)
    text = text if count else T("{name}: no card discarded.", name=name)
    tx.tell("drained", text, seat=seat, cards=count)


def recover(tx: Transaction, args: Args) -> None:
    """So many random cards go back into the deck, for life points."""
    task = require_task(tx.state, "recover")
    cards, hero, vigour = number(args, "cards"), tx.state.hero(task.seat), tx.state.vigour
    discard = vigour.of(task.seat).discard
    if not allowed(vigour.mode, vigour.rest, hero.life, discard, cards):
        raise IllegalMove(_refusal(state=tx.state, hero=hero, cards=cards), rule=RULE, page=20)
    tx.finish_task("recover")
    piles.shuffled_back(tx, task.seat, cards)
    tx.tell(
        "recovered",
        N("{name}: {n} card shuffled back.", "{name}: {n} cards shuffled back.", cards, name=hero.name),
        seat=task.seat,
        cards=cards,
    )
    piles.order_to_shuffle(tx, task.seat, cards)
    points.lose(tx, task.seat, price(vigour.mode, cards))
    if task.about == "drain" and tx.state.hero(task.seat).conscious:
        drain(tx, task.seat, task.count)


def _refusal(state: State, hero: Hero, cards: int) -> Text:
    discard = piles.piles(state, hero.seat).discard
    if cards > discard:
        return piles.too_few_discarded(discard)
    cost = price(state.vigour.mode, cards)
    if cost > hero.life:
        return T("Life points: that costs {cost}, and only {life} left.", cost=cost, life=hero.life)
    return T("Only whole groups of cards are taken at this table. Choose one of the numbers shown.")


def leave(tx: Transaction, args: Args) -> None:
    """No Recovery after all: one that is not compulsory can be left."""
    if require_task(tx.state, "recover").count:
        raise IllegalMove(T("The Action Deck has run out: this Recovery must be performed."), rule=RULE, page=20)
    tx.finish_task("recover")


# --- what is shown ----------------------------------------------------------------------------------------------------


def prompt(state: State, task: Task) -> Prompt:
    """For each number of cards what it costs and brings; one tap takes it."""
    hero, offers = state.hero(task.seat), found(state, task.seat)
    vigour = state.vigour
    usual = enough(vigour.mode, vigour.rest, hero.life, vigour.of(hero.seat).discard, task.count or 1)
    shown = tuple(_offer(state, hero, one, task.count > 0 and one == usual) for one in _picked(offers, usual))
    other = _other(state, hero, offers)
    back = () if task.count else (tap("recovery_left", T("No Recovery now"), rule=RULE),)
    return Prompt(
        name="life.recover",
        do=_do(hero, task),
        more=_more(state, hero, task),
        offers=(*shown, *other, *back),
        seat=seat_of(hero.seat),
        rule=RULE,
    )


def at_any_time(state: State, shown: Iterable[Prompt]) -> tuple[Prompt, ...]:
    """One quiet line below everything else: whoever may perform a Recovery (p. 20) and is not offered it there."""
    there = {offer.move.args.get("seat") for one in shown for offer in one.offers if offer.move.name == "recovery"}
    heroes = tuple(one for one in state.awake if one.seat not in there and found(state, one.seat))
    if not heroes or busy(state):
        return ()
    offer = Offer(move=Move("recovery"), label=T("Recovery"), asks=(which_hero(heroes, T("Who")),), rule=RULE)
    if len(heroes) == 1:
        offer = offered(state, heroes[0])
    return (Prompt(name="life.at_any_time", do=T("A Recovery is possible at any time."), offers=(offer,), rule=RULE),)


def offered(state: State, hero: Hero) -> Offer:
    """A Recovery of this character, with how much lies in the Discard Pile."""
    lying = piles.piles(state, hero.seat).discard
    note = N("{n} card in the Discard Pile", "{n} cards in the Discard Pile", lying)
    return tap("recovery", T("{name}: Recovery", name=hero.name), note=note, rule=RULE, seat=hero.seat)


def _picked(offers: tuple[Bargain, ...], usual: Bargain | None) -> tuple[Bargain, ...]:
    if len(offers) <= MOST_SHOWN:
        return offers
    return tuple(
        sorted({*offers[: MOST_SHOWN - 1], offers[-1], *(() if usual is None else (usual,))}, key=lambda one: one.cards)
    )


def _do(hero: Hero, task: Task) -> Text:
    if task.count:
        return T("{name}: your Action Deck has run out. Perform a Recovery.", name=hero.name)
    return T("{name}: how many cards do you take back?", name=hero.name)


def _more(state: State, hero: Hero, task: Task) -> Text:
    per = {
        "normal": T("One life point for each 2 cards, taken at random from your Discard Pile."),
        "story": T("One life point for each 3 cards, taken at random from your Discard Pile."),
        "survival": T("Two life points for each 3 cards, taken at random from your Discard Pile."),
    }[state.vigour.mode]
    if not task.count:
        return per
    owed = N("{n} card is still owed.", "{n} cards are still owed.", task.count)
    return T("{owed} {per}", owed=owed, per=per)


def _offer(state: State, hero: Hero, one: Bargain, usual: bool) -> Offer:
    return Offer(
        move=Move("recover", {"cards": one.cards}),
        label=N("{n} card", "{n} cards", one.cards),
        note=_note(state, hero, one),
        tone="danger" if one.life >= hero.life else "usual" if usual else "plain",
        rule=RULE,
    )


def _note(state: State, hero: Hero, one: Bargain) -> Text:
    left, deck = hero.life - one.life, piles.piles(state, hero.seat).deck
    if left <= 0:
        return T("Life points: all {cost} paid. You fall unconscious.", cost=one.life)
    if deck is None:
        return T("Life points: {cost} paid, {left} left", cost=one.life, left=left)
    after = deck + one.cards
    return T("Life points: {cost} paid, {left} left. Cards in the deck: {deck}", cost=one.life, left=left, deck=after)


def _other(state: State, hero: Hero, offers: tuple[Bargain, ...]) -> tuple[Offer, ...]:
    """A number of cards that is not shown, where one is allowed."""
    most = offers[-1].cards if offers else 0
    if most < 2 or (state.vigour.rest == "whole" and len(offers) <= MOST_SHOWN):
        return ()
    ask = whole("cards", T("Cards taken back"), most, at_least=1)
    return (Offer(move=Move("recover"), label=T("A different number"), asks=(ask,), rule=RULE),)


def offers(state: State) -> tuple[Offer, ...]:
    able = (hero for hero in state.awake if found(state, hero.seat))
    return tuple(structs.replace(offered(state, hero), under=T("Life")) for hero in able)


MOVES: Moves = {
    "recovery": move(begin, T("Recovery"), SEAT),
    "recover": move(recover, lambda args: T("Recovery: {cards}", cards=piles.said(args)), piles.CARDS),
    "recovery_left": move(leave, T("No Recovery")),
}
