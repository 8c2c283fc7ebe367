"""What is shown while a card is being taken: which one, from where, what it is, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import CardExpected, Chance, Choice, Move, Offer, Prompt, Words
from companion.api.text import N, T, Text
from companion.games.citadel.cards import choosing, looking, numbers, signs, taking
from companion.games.citadel.cards.cards import GOLD, GREEN, KINDS, Copy
from companion.games.citadel.cards.choosing import Plan
from companion.games.citadel.cards.taking_moves import ELSEWHERE, ENDS, SCENARIO
from companion.games.citadel.cards.words import (
    COLOUR_NAMES,
    KIND_NAMES,
    back_name,
    card_name,
    full_name,
    listed,
    place_name,
    way_back,
)
from companion.games.citadel.forms import as_usual, card_number, which_hero
from companion.games.citadel.state import State, Task
from companion.toolkit.forms import pick, seat_of, tap


def take(state: State, task: Task) -> Prompt:
    """Take a card: which one, by all that is known (p. 16 to 17)."""
    plan = choosing.plan(state, task.card, task.seat)
    offers = (*_known(state, plan), *_unseen(state, task, plan), *_otherwise(state, task, plan))
    return Prompt(
        name="card.take",
        do=_take_do(state, task),
        more=_take_more(state, task, plan),
        offers=_with_usual(offers, plan),
        seat=seat_of(task.seat),
        rule="cards.hidden" if taking.must_show(task) else "cards.take",
        expects=(CardExpected(kind="numbox", pattern=task.card, move=Move("card_shown"), arg="number"),),
    )


def _take_do(state: State, task: Task) -> Text:
    name, behind = state.hero(task.seat).name, numbers.divider(task.card)
    if len(state.party) == 1:
        return T("Take card {number}, behind divider {divider}.", number=task.card, divider=behind)
    return T("{name}: take card {number}, behind divider {divider}.", name=name, number=task.card, divider=behind)


def _take_more(state: State, task: Task, plan: Plan) -> Text | None:
    """The order in which to choose, and where the known cards of that number are that cannot be taken now."""
    out = [copy for copy in looking.where(state, task.card) if copy.where not in ("deck", "shown")]
    order = _order(task, plan)
    if not out:
        return order
    known = listed([T("{card}: {place}", card=back_name(copy), place=place_name(state, copy)) for copy in out])
    return (
        T("Not in the deck: {cards}.", cards=known)
        if order is None
        else T("{order} Not in the deck: {cards}.", order=order, cards=known)
    )


def _order(task: Task, plan: Plan) -> Text | None:
    if source := taking.must_show(task):
        if not source.isdigit():
            return T("Its back must show the unique number on the front of that card, or it is the wrong card.")
        return T("Its back must show {source}, or it is the wrong card.", source=source)
    if task.about == taking.WORLD_MAP:
        return T("Do not turn it over: it goes into the slot to which the arrow with its number points.")
    if plan.none_for_sure:
        return T("All cards of this number have been seen, and none that you may take is in its deck.")
    if plan.complete:
        return T("Several that are alike: one at random.") if len(plan.lawful) > 1 else None
    return T(
        "One framed with your pictograph comes first, then a plain one, green before gold. "
        "Several alike: one at random."
    )


def _known(state: State, plan: Plan) -> tuple[Offer, ...]:
    offers = tuple(tap("take_known", full_name(state, copy), card=copy.key) for copy in plan.lawful)
    return (*offers, *(_doubtful(state, copy) for copy in plan.forbidden if not state.cards.pictograph))


def _doubtful(state: State, copy: Copy) -> Offer:
    """A framed card whose pictograph nobody has found anywhere yet."""
    note = T("Only if your scenario, or a card you own, shows that pictograph")
    return tap("take_known", full_name(state, copy), note=note, rule="cards.framed", card=copy.key)


def _unseen(state: State, task: Task, plan: Plan) -> tuple[Offer, ...]:
    another = any(not copy.frame for copy in plan.lawful)
    green = T("Another green one") if another else T("A green one")
    gold = T("Another gold one") if another else T("A gold one: no green one is there")
    offers = {
        "green": tap("take_unseen", green, colour=GREEN),
        "gold": tap("take_unseen", gold, colour=GOLD),
        "framed": _framed(state, task.seat),
    }
    return tuple(offers[variant] for variant in ("green", "gold", "framed") if variant in plan.unseen)


def _framed(state: State, seat: str) -> Offer:
    fitting = sorted(signs.matching(state, seat))
    asks = (
        Words(
            name="pictograph",
            label=T("Its pictograph, in your words"),
            usual=fitting[0] if fitting else "",
            blocks=() if fitting else signs.spoken_of(state),
        ),
        pick("colour", T("Colour of its back"), COLOUR_NAMES, GREEN),
    )
    note = T("Only with the pictograph of your scenario or of a card you own")
    return Offer(move=Move("take_framed"), label=T("A framed one"), asks=asks, note=note, rule="cards.framed")


def _otherwise(state: State, task: Task, plan: Plan) -> tuple[Offer, ...]:
    return (*_none(task, plan, _ELSE), *_others(state, task), tap("take_not", T("It is not to be taken"), under=_ELSE))


_ELSE = T("Otherwise")


def _others(state: State, task: Task) -> tuple[Offer, ...]:
    """Who else may take it: one other player, a random one, each one in turn (p. 17). With several taking turns, the
    order is settled."""
    others = taking.others_who_may(state, task)
    settled = any(other.kind == taking.TAKE and other.card == task.card for other in state.tasks[1:])
    if not others or settled or task.count:
        return ()
    heroes = tuple(state.hero(seat) for seat in others)
    asks = (which_hero(heroes, T("Who"), usual=others[0] if len(others) == 1 else None),)
    another = Offer(move=Move("take_by"), label=T("Another player takes it"), asks=asks, under=_ELSE)
    if taking.must_show(task):
        return (another,)  # no numbox orders it, so that neither chance nor everybody comes into it
    random = Chance(
        name="seat",
        label=T("Who"),
        choices=tuple(
            Choice(value=hero.seat, label=T("{name}", name=hero.name)) for hero in (state.hero(task.seat), *heroes)
        ),
    )
    return (
        another,
        Offer(move=Move("take_random"), label=T("A random one of us takes it"), asks=(random,), under=_ELSE),
        tap("take_everybody", T("Each involved character takes one"), under=_ELSE, rule="cards.several"),
    )


def _none(task: Task, plan: Plan, under: Text) -> tuple[Offer, ...]:
    if plan.lawful:
        return ()
    if taking.must_show(task):
        return (tap("take_wrong", T("Wrong card, or none: returned"), under=under, rule="cards.hidden"),)
    if task.count:
        return (tap("take_none", T("Still none is there"), under=under, sign="yes"),)
    back = tap("take_none", T("None is there: return the Past"), under=under, rule="cards.none", sign="no")
    nothing = tap(
        "take_none",
        T("None is there: nothing happens"),
        under=under,
        rule="cards.none",
        note=T("The sign for “if available” stands beside the number"),
        sign="yes",
    )
    return {taking.IF_AVAILABLE: (nothing,), taking.NO_SIGN: (back,)}.get(task.about, (back, nothing))


def _with_usual(offers: tuple[Offer, ...], plan: Plan) -> tuple[Offer, ...]:
    """The first answer is the usual one, unless several known cards are as likely as each other."""
    if len(plan.lawful) > 1 or offers[0].asks:
        return offers
    return (as_usual(offers[0]), *offers[1:])


def past(state: State, task: Task) -> Prompt:
    """Return the Past, card by card (p. 16)."""
    cards = looking.of(state, "past")
    return Prompt(
        name="card.past",
        do=T("Return all cards of the Past to their places."),
        more=way_back(cards) if cards else T("None of them was seen by the companion."),
        offers=(as_usual(tap("past_returned", _returned(len(cards)))),),
        rule="cards.none",
    )


def _returned(count: int) -> Text:
    return N("{n} card is returned", "{n} cards are returned", count) if count else T("No card is returned")


def sign(state: State, task: Task) -> Prompt:
    """Where the pictograph of a framed card is shown (p. 16)."""
    cards = signs.possessed(state, task.seat)
    return Prompt(
        name="card.sign",
        do=T("Where is this pictograph shown: {pictograph}?", pictograph=task.about),
        offers=(
            as_usual(tap("sign_at", T("At our scenario, in the Threat Booklet"), where=SCENARIO)),
            *(tap("sign_at", card_name(state, copy), where=copy.key) for copy in cards if copy.key != task.card),
            tap("sign_at", T("On another card of ours"), where=ELSEWHERE),
        ),
        seat=seat_of(task.seat),
        rule="cards.framed",
    )


def reveal(state: State, task: Task) -> Prompt:
    """Read the back, turn the card over: what is it (p. 16)?"""
    copy = looking.copy_of(state, task.card)
    awaited = "terrain" if state.sketch.opening and state.sketch.number == copy.number else ""
    kinds = [tap("reveal", KIND_NAMES[kind], kind=kind) for kind in KINDS if kind != "purse"]
    return Prompt(
        name="card.reveal",
        do=T("Read the back of {number}, then turn it over. What is it?", number=copy.number),
        offers=(
            *(as_usual(one) if one.move.args["kind"] == awaited else one for one in kinds),
            *_keepers(state, task, "reveal_kept"),
            tap("reveal_dropped", T("Into the Past"), note=T("Only without the lock sign"), under=_PURSE),
        ),
        seat=seat_of(task.seat),
        rule="cards.kinds",
    )


_PURSE = T("A Purse card")


def _keepers(state: State, task: Task, move: str) -> tuple[Offer, ...]:
    """Each involved character may keep a Purse card (p. 17)."""
    return tuple(
        tap(move, T("{name} keeps it", name=state.hero(one).name), under=_PURSE, seat=one)
        for one in taking.keepers(state, task)
    )


def keep(state: State, task: Task) -> Prompt:
    """A Purse card: who keeps it (p. 17)?"""
    first, *others = _keepers(state, task, "keep")
    dropped = tap("keep_not", T("Into the Past"), note=T("Only without the lock sign"), under=_PURSE)
    locked = looking.locked(state, task.card)
    return Prompt(
        name="card.keep",
        do=T("{card}: who keeps it?", card=card_name(state, looking.copy_of(state, task.card))),
        offers=(as_usual(first), *others, *(() if locked else (dropped,))),
        seat=seat_of(task.seat),
        rule="cards.purse",
    )


def event(state: State, task: Task) -> Prompt:
    """A Temporary event is resolved now (p. 17)."""
    copy = looking.copy_of(state, task.card)
    number = Offer(
        move=Move("card_called"),
        label=T("It calls for a card"),
        asks=(card_number(T("Its number")),),
        rule="cards.take",
    )
    under = T("If it says so")
    return Prompt(
        name="card.event",
        do=T("{card}: do what the event says.", card=card_name(state, copy)),
        more=T(
            "A card that it calls for: show its number or type it. "
            "Afterwards the event goes to the Past, unless it says otherwise."
        ),
        offers=(
            as_usual(tap("event_done", T("Done: into the Past"), to="past")),
            number,
            *(tap("event_done", ENDS[to], under=under, to=to) for to in ("banished", "deck", "blocked")),
        ),
        seat=seat_of(task.seat),
        rule="cards.kinds",
        expects=(CardExpected(kind="numbox", pattern=r"[0-9]{3}", move=Move("card_called"), arg="number"),),
    )


TASKS: Mapping[str, Callable[[State, Task], Prompt]] = {
    taking.TAKE: take,
    taking.PAST: past,
    taking.SIGN: sign,
    taking.REVEAL: reveal,
    taking.KEEP: keep,
    taking.EVENT: event,
}
