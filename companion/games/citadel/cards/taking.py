"""Taking a numbered card (p. 16 to 17): the order to take it, which copy it is, and what happens where there is
none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.api import Args, CardExpected, Chance, Choice, IllegalMove, Move, N, Offer, Prompt, T, Text, Whole, Words
from companion.games.citadel import heroes
from companion.games.citadel.cards import cards, choosing, looking, moving, owner_facts, revealing
from companion.games.citadel.cards.cards import GOLD, GREEN, KINDS, Copy, card_number
from companion.games.citadel.cards.choosing import Plan
from companion.games.citadel.cards.looking import (
    COLOUR_NAMES,
    back_name,
    card_name,
    full_name,
    listed,
    place_name,
    way_back,
)
from companion.games.citadel.cards.revealing import KEY, REVEAL, WORLD_MAP, as_usual
from companion.games.citadel.heroes import PLAYER, which_hero
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_task, seat_of, tap, word

TAKE, SIGN, PAST = "card.take", "card.sign", "card.past"
IF_AVAILABLE = "if_available"  # the sign beside the numbox is known to be there
NO_SIGN = "no_sign"  # it is known not to be there


def take(tx: Transaction, number: str, seat: str = "", sign: str = "") -> None:
    """A numbox says: take a card of this number. `sign` is `IF_AVAILABLE`, `NO_SIGN`, or empty: nobody has said; for a
    symbol of the Destiny page it is `ANYBODY` or `WORLD_MAP`."""
    tx.add_first(Task(kind=TAKE, seat=seat or heroes.active_seat(tx.state), card=number, about=sign))


def take_each(tx: Transaction, number: str, seat: str = "", sign: str = "") -> None:
    """Everybody involved takes one: the active player first, then clockwise; each card is resolved before the next."""
    seats = heroes.involved(tx.state, seat or heroes.active_seat(tx.state))
    tx.add_first(*(Task(kind=TAKE, seat=one, card=number, about=sign) for one in seats))


def take_shown(tx: Transaction, number: str, source: str, seat: str = "", key: str = "") -> None:
    """Take a card that no numbox calls for, as for a riddle: its back must show the number of its source (p. 16).

    `key` is the card on which a hidden number was spotted, which the new card replaces (p. 22).
    """
    seat = seat or heroes.active_seat(tx.state)
    tx.add_first(Task(kind=TAKE, seat=seat, card=number, about=f"shows:{source}", of=key))


def finders(state: State, key: str) -> tuple[str, ...]:
    """Who may take the card of a hidden number on this card (p. 22), the likeliest first: whoever stands on that
    Terrain card, or on one that the event is attached to; of a player's own card that player; of any other everybody
    conscious. The active player comes first, then the next ones clockwise."""
    copy, awake = looking.copy_of(state, key), {hero.seat for hero in state.awake}
    order = tuple(seat for seat in heroes.clockwise(state, heroes.active_seat(state)) if seat in awake)
    if copy.whose in awake:
        return (copy.whose, *(seat for seat in order if seat != copy.whose))
    terrains = {key} if copy.kind == "terrain" else {one.to for one in state.sketch.attached if one.key == key}
    if not terrains or not any(hero.place for hero in state.awake):
        return order
    return tuple(seat for seat in order if state.hero(seat).place in terrains)


def others_who_may(state: State, task: Task) -> tuple[str, ...]:
    """Who else may take the card of this task: others involved; where a hidden number was spotted, others who may take
    its card (p. 22)."""
    here = finders(state, task.of) if task.of else heroes.involved(state, task.seat)
    return tuple(seat for seat in here if seat != task.seat and state.hero(seat).conscious)


def must_show(task: Task) -> str:
    """The number that must stand on the back of the card to be taken; empty where a numbox called for it."""
    return task.about.removeprefix("shows:") if task.about.startswith("shows:") else ""


def took(tx: Transaction, copy: Copy) -> None:
    """The card of the first task has been taken; it is revealed, and goes where its kind belongs."""
    task = tx.finish_task(TAKE)
    moving.put(tx, copy.key, "shown", task.seat)
    name, player = card_name(tx.state, copy), tx.state.hero(task.seat).name
    tx.note("card_taken", T("{name}: took {card}.", name=player, card=name), card=copy.key, seat=task.seat)
    if task.about == WORLD_MAP and not copy.kind:
        owner_facts.set_kind(tx, copy.key, "map")
    if tx.state.cards.copy(copy.key).kind:
        revealing.arrive(tx, copy.key, task.seat, task.of, task.about)
    else:
        tx.add_first(Task(kind=REVEAL, seat=task.seat, card=copy.key, of=task.of, about=revealing.for_whom(task.about)))
    _ask_for_sign(tx, copy, task.seat)


def took_unseen(tx: Transaction, variant: str, pictograph: str = "") -> None:
    """A card of the first task's number that was never seen before: `green`, `gold`, or framed in either colour."""
    task = tx.state.tasks[0]
    colour = GOLD if variant.endswith("gold") else GREEN
    frame = choosing.spelled(pictograph) if variant.startswith("framed") else ""
    copy = moving.new(tx, task.card, colour=colour, frame=frame)
    owner_facts.learn(tx, copy)
    took(tx, copy)


def _ask_for_sign(tx: Transaction, copy: Copy, seat: str) -> None:
    """A framed card may be taken only where its pictograph is shown: if nobody has said where, it is asked."""
    if copy.frame and choosing.spelled(copy.frame) not in choosing.matching(tx.state, seat):
        tx.add_first(Task(kind=SIGN, seat=seat, card=copy.key, about=copy.frame))


def none_there(tx: Transaction, sign: bool) -> None:
    """No card of that number may be taken. With the sign beside the number nothing happens; without it the Past is
    returned first, and then the card is taken (p. 17)."""
    task = tx.finish_task(TAKE)
    if sign:
        tx.note("card_not_taken", T("{number}: none is available, nothing happens.", number=task.card))
        return
    tx.add_first(Task(kind=PAST, seat=task.seat), replace(task, count=1))


def still_none(tx: Transaction) -> None:
    """None is there after the Past has been returned either: then there is none to be taken."""
    task = tx.finish_task(TAKE)
    tx.note("card_not_taken", T("{number}: none is there, so none is taken.", number=task.card))


def wrong_card(tx: Transaction) -> None:
    """Its back does not show the number: it is returned, and the number was none (p. 16, 22)."""
    task = tx.finish_task(TAKE)
    text = T("{number}: its back does not show that card's number, so it is returned.", number=task.card)
    tx.note("wrong_card_returned", text)


def spot(tx: Transaction, number: str, key: str, seat: str = "") -> None:
    """A hidden number was spotted on a card (p. 22)."""
    copy = looking.copy_of(tx.state, key)
    take_shown(tx, number, copy.number, seat, key)


PICTOGRAPH = Words(name="pictograph", label=T("Its pictograph, in your words"))
COLOUR = pick("colour", T("Colour of its back"), COLOUR_NAMES)
SCENARIO, ELSEWHERE = "scenario", "elsewhere"


def take_known(tx: Transaction, args: Args) -> None:
    """A copy that was seen before is the one that was taken."""
    task = require_task(tx.state, TAKE)
    plan = choosing.plan(tx.state, task.card, task.seat)
    wanted = word(args, "card")
    copy = next((copy for copy in (*plan.lawful, *plan.forbidden) if copy.key == wanted), None)
    if copy is None:
        raise IllegalMove(T("That card may not be taken now: another one comes first."), rule="cards.take", page=16)
    took(tx, copy)


def take_unseen(tx: Transaction, args: Args) -> None:
    """A plain copy that was never seen before has been taken."""
    _check_unseen(tx, word(args, "colour"))
    took_unseen(tx, word(args, "colour"))


def take_as(tx: Transaction, args: Args) -> None:
    """A plain copy that was never seen before has been taken and turned over: what it is is said with it."""
    require_task(tx.state, TAKE)
    colour, what = word(args, "colour"), word(args, "what")
    _check_unseen(tx, colour)
    took_unseen(tx, colour)
    if not tx.state.tasks or tx.state.tasks[0].kind != REVEAL:
        return  # a World Map card goes where it belongs by itself
    kept, _, seat = what.partition(":")
    if kept == KEPT:
        revealing.reveal_kept(tx, {"seat": seat})
    elif what == DROPPED:
        revealing.reveal_dropped(tx, {})
    elif what in KINDS:
        revealing.revealed(tx, what)
    else:
        raise IllegalMove(T("There is no such kind of card."), rule="cards.kinds", page=16)


def take_seen(tx: Transaction, args: Args) -> None:
    """A copy that was seen before: the arrows of a Terrain card are not asked again."""
    take_known(tx, args)
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is not None and task.kind == "board.place":
        tx.set(tasks=(replace(task, about=AS_BEFORE), *tx.state.tasks[1:]))


KEPT, DROPPED = "kept", "dropped"
AS_BEFORE = "as_before"  # of a Terrain card's arrows: they are as they were told before


def take_framed(tx: Transaction, args: Args) -> None:
    """A framed copy that was never seen before has been taken."""
    _check_unseen(tx, "framed")
    if not choosing.spelled(word(args, "pictograph")):
        raise IllegalMove(T("Enter what the pictograph looks like, such as “moon”."), rule="cards.framed", page=16)
    took_unseen(tx, f"framed_{word(args, 'colour')}", word(args, "pictograph"))


def _check_unseen(tx: Transaction, variant: str) -> None:
    task = require_task(tx.state, TAKE)
    plan = choosing.plan(tx.state, task.card, task.seat)
    if plan.complete:
        text = T("All cards of number {number} have been seen before. Which one is it?", number=task.card)
        raise IllegalMove(text, rule="cards.take", page=16)
    if variant not in plan.unseen:
        raise IllegalMove(T("Another card of this number comes before it."), rule="cards.take", page=17)


def take_none(tx: Transaction, args: Args) -> None:
    """Nothing that may be taken is there."""
    task = require_task(tx.state, TAKE)
    if must_show(task):
        wrong_card(tx)
    elif task.count:
        still_none(tx)
    else:
        none_there(tx, word(args, "sign") == "yes")


def take_wrong(tx: Transaction, args: Args) -> None:
    """Its back does not show the number that it should."""
    if not must_show(require_task(tx.state, TAKE)):
        raise IllegalMove(
            T("A number in a numbox needs nothing more on the card's back."), rule="cards.hidden", page=16
        )
    wrong_card(tx)


def take_not(tx: Transaction, args: Args) -> None:
    """It was not to be taken."""
    task = tx.finish_task(TAKE)
    tx.note("card_not_taken", T("{number}: not taken.", number=task.card))


def take_everybody(tx: Transaction, args: Args) -> None:
    """Each involved character takes one: the others after this one, clockwise (p. 17)."""
    task = require_task(tx.state, TAKE)
    tx.finish_task(TAKE)
    take_each(tx, task.card, task.seat, task.about)


def take_by(tx: Transaction, args: Args) -> None:
    """Somebody else takes it: one who was chosen, or drawn at random among those involved."""
    task, seat = require_task(tx.state, TAKE), word(args, "seat")
    if seat not in {hero.seat for hero in tx.state.awake}:
        raise IllegalMove(T("Only a conscious character can take it."), rule="cards.take", page=16)
    if task.of and seat not in finders(tx.state, task.of):
        card = card_name(tx.state, looking.copy_of(tx.state, task.of))
        text = T("The hidden number on {card} counts only for somebody who stands there.", card=card)
        raise IllegalMove(text, rule="cards.hidden", page=22)
    tx.set(tasks=(replace(task, seat=seat), *tx.state.tasks[1:]))
    name = tx.state.hero(seat).name
    tx.tell("card_for", T("{name} takes card {number}.", name=name, number=task.card), seat=seat, number=task.card)


def count_copies(tx: Transaction, args: Args) -> None:
    """So many cards of a number there are in the whole game: from then on it is known when none is left."""
    number, copies = word(args, "number"), int(args["copies"])
    seen = len(tx.state.cards.numbered(number))
    if copies < seen:
        text = N("{n} card of that number has been seen.", "{n} cards of that number have been seen.", seen)
        raise IllegalMove(text, rule="cards.take", page=16)
    tx.learn(f"number.{number}.copies", copies)
    text = N("{number}: there is {n} card.", "{number}: there are {n} cards.", copies, number=number)
    tx.note("copies_counted", text, number=number, copies=copies)


def past_returned(tx: Transaction, args: Args) -> None:
    """All cards of the Past have been put back."""
    tx.finish_task(PAST)
    moving.return_past(tx)
    tx.by_hand()


def sign_at(tx: Transaction, args: Args) -> None:
    """Where the pictograph of a framed card is shown."""
    task = tx.finish_task(SIGN)
    where = word(args, "where")
    if where == SCENARIO:
        choosing.set_scenario(tx, task.about)
    elif where != ELSEWHERE:
        if where not in {copy.key for copy in choosing.possessed(tx.state, task.seat)}:
            raise IllegalMove(T("That card is not in your possession."), rule="cards.framed", page=16)
        owner_facts.set_fact(tx, where, "sign", task.about)


_SIGN = pick("sign", T("Sign for “if available”"), {"yes": T("Yes"), "no": T("No")})


# --- what is shown ----------------------------------------------------------------------------------------------------


def take_prompt(state: State, task: Task) -> Prompt:
    """Take a card: which one, by all that is known (p. 16 to 17)."""
    plan = choosing.plan(state, task.card, task.seat)
    offers = (*_known(state, plan), *_unseen(state, task, plan), *_otherwise(state, task, plan))
    return Prompt(
        name="card.take",
        do=_take_do(state, task),
        more=_take_more(state, task, plan),
        offers=_with_usual(offers, plan),
        seat=seat_of(task.seat),
        rule="cards.hidden" if must_show(task) else "cards.take",
        expects=(CardExpected(kind="numbox", pattern=task.card, move=Move("card_shown"), arg="number"),),
    )


def _take_do(state: State, task: Task) -> Text:
    name, behind = state.hero(task.seat).name, cards.divider(task.card)
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
    if source := must_show(task):
        if not source.isdigit():
            return T("Its back must show the unique number on the front of that card, or it is the wrong card.")
        return T("Its back must show {source}, or it is the wrong card.", source=source)
    if task.about == revealing.WORLD_MAP:
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
    offers = tuple(tap("take_seen", full_name(state, copy), card=copy.key) for copy in plan.lawful)
    return (*offers, *(_doubtful(state, copy) for copy in plan.forbidden if not state.cards.pictograph))


def _doubtful(state: State, copy: Copy) -> Offer:
    """A framed card whose pictograph nobody has found anywhere yet."""
    note = T("Only if your scenario, or a card you own, shows that pictograph")
    return tap("take_seen", full_name(state, copy), note=note, rule="cards.framed", card=copy.key)


def _unseen(state: State, task: Task, plan: Plan) -> tuple[Offer, ...]:
    """A card never seen before, by its colour and by what it is: one tap tells both."""
    offers = [offer for colour in (GREEN, GOLD) if colour in plan.unseen for offer in _new(state, task, plan, colour)]
    return (*offers, *(_framed(state, task.seat) if "framed" in plan.unseen else ()))


_NEW = T("A card never seen before")


def _new(state: State, task: Task, plan: Plan, colour: str) -> tuple[Offer, ...]:
    another = any(not copy.frame for copy in plan.lawful)
    if task.about == WORLD_MAP:
        return (tap("take_unseen", _back(colour, another), colour=colour),)
    ask = pick("what", T("What it is"), _kinds(state, task), icons=_icons(state, task))
    label = {
        (GREEN, False): T("A green one"),
        (GREEN, True): T("Another green one"),
        (GOLD, False): T("A gold one: no green one is there"),
        (GOLD, True): T("Another gold one"),
    }[colour, another]
    row = Offer(move=Move("take_as", {"colour": colour}), label=label, asks=(ask,), rule="cards.kinds")
    if not _awaited(state, task) or colour != GREEN:
        return (row,)
    return (
        tap("take_as", T("A green Terrain card: it lies there"), icon="terrain", colour=colour, what="terrain"),
        tap("take_dead_end", T("A green Terrain card without another arrow"), icon="terrain"),
        row,
    )


def _back(colour: str, another: bool) -> Text:
    if colour == GREEN:
        return T("Another green one") if another else T("A green one")
    return T("Another gold one") if another else T("A gold one: no green one is there")


def _kinds(state: State, task: Task) -> dict[str, Text]:
    """What it can be; of a Purse card who keeps it, too."""
    keepers = revealing.keepers(state, task)
    kept = {f"{KEPT}:{seat}": T("Purse: {name}", name=state.hero(seat).name) for seat in keepers}
    return {
        "terrain": T("Terrain"),
        "temporary": T("Temporary"),
        "permanent": T("Permanent"),
        **kept,
        DROPPED: T("Purse: discarded"),
        "quest": T("Quest"),
        "global": T("Global"),
        "map": T("World Map"),
    }


def _icons(state: State, task: Task) -> dict[str, str]:
    """The pictures of these answers."""
    kept = {f"{KEPT}:{seat}": "purse" for seat in revealing.keepers(state, task)}
    return {**{kind: kind for kind in KINDS}, **kept, DROPPED: "past"}


def _awaited(state: State, task: Task) -> bool:
    """Whether an opened space waits for a Terrain card of this number (p. 21)."""
    return bool(state.sketch.opening) and state.sketch.number == task.card


def _framed(state: State, seat: str) -> tuple[Offer, ...]:
    """A framed card, by the pictograph that counts now where one is known, else in the players' words."""
    fitting = sorted(choosing.matching(state, seat))
    note = T("Only with the pictograph of your scenario or of a card you own")
    found = [_framed_one(colour, one) for one in fitting for colour in (GREEN, GOLD)]
    asked = Words(name="pictograph", label=T("Its pictograph, in your words"), blocks=choosing.spoken_of(state))
    others = [
        Offer(
            move=Move("take_framed", {"colour": colour}),
            label=T("A framed green one") if colour == GREEN else T("A framed gold one"),
            asks=(asked,),
            note=note,
            under=_FRAMED,
            rule="cards.framed",
        )
        for colour in (GREEN, GOLD)
    ]
    return (*found, *others)


_FRAMED = T("Framed with a pictograph")


def _framed_one(colour: str, pictograph: str) -> Offer:
    label = T("Green, framed: {pictograph}", pictograph=pictograph)
    if colour == GOLD:
        label = T("Gold, framed: {pictograph}", pictograph=pictograph)
    return tap("take_framed", label, under=_FRAMED, rule="cards.framed", colour=colour, pictograph=pictograph)


def _otherwise(state: State, task: Task, plan: Plan) -> tuple[Offer, ...]:
    return (*_none(task, plan, _ELSE), *_others(state, task), tap("take_not", T("It is not to be taken"), under=_ELSE))


_ELSE = T("Otherwise")


def _others(state: State, task: Task) -> tuple[Offer, ...]:
    """Who else may take it: one other player, a random one, each one in turn (p. 17). With several taking turns, the
    order is settled."""
    others = others_who_may(state, task)
    settled = any(other.kind == TAKE and other.card == task.card for other in state.tasks[1:])
    if not others or settled or task.count:
        return ()
    heroes = tuple(state.hero(seat) for seat in others)
    asks = (which_hero(heroes, T("Who"), usual=others[0] if len(others) == 1 else None),)
    another = Offer(move=Move("take_by"), label=T("Another player takes it"), asks=asks, under=_ELSE)
    if must_show(task):
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
    if must_show(task):
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
    return {IF_AVAILABLE: (nothing,), NO_SIGN: (back,)}.get(task.about, (back, nothing))


def _with_usual(offers: tuple[Offer, ...], plan: Plan) -> tuple[Offer, ...]:
    """The first answer is the usual one, unless several known cards are as likely as each other."""
    if len(plan.lawful) > 1 or offers[0].asks or offers[0].move.name in ("take_framed", "take_not", "take_by"):
        return offers
    return (as_usual(offers[0]), *offers[1:])


def past_prompt(state: State, task: Task) -> Prompt:
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


def sign_prompt(state: State, task: Task) -> Prompt:
    """Where the pictograph of a framed card is shown (p. 16)."""
    cards = choosing.possessed(state, task.seat)
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


TASKS: Mapping[str, Callable[[State, Task], Prompt]] = {TAKE: take_prompt, PAST: past_prompt, SIGN: sign_prompt}
MOVES: Moves = {
    "take_known": move(take_known, lambda args: T("Took {card}", card=word(args, "card")[:3]), KEY),
    "take_seen": move(take_seen, lambda args: T("Took {card}", card=word(args, "card")[:3]), KEY),
    "take_as": move(
        take_as,
        T("Took a card"),
        pick("colour", T("Colour"), COLOUR_NAMES),
        Words(name="what", label=T("What it is"), at_most_chars=16),
    ),
    "take_unseen": move(take_unseen, T("Took a card"), pick("colour", T("Colour"), COLOUR_NAMES)),
    "take_framed": move(take_framed, T("Took a framed card"), PICTOGRAPH, COLOUR),
    "take_none": move(take_none, T("Found no card of that number"), _SIGN),
    "take_wrong": move(take_wrong, T("Returned a wrong card")),
    "take_not": move(take_not, T("Took no card")),
    "take_everybody": move(take_everybody, T("Each involved character takes one")),
    "take_by": move(take_by, T("Somebody else takes the card"), PLAYER),
    "take_random": move(
        take_by,
        T("A random character takes the card"),
        Chance(name="seat", label=T("Who"), choices=PLAYER.choices),
    ),
    "count_copies": move(
        count_copies,
        lambda args: T("Counted the cards {number}", number=word(args, "number")),
        card_number(T("A card's number")),
        Whole(name="copies", label=T("Cards of this number"), at_least=1, at_most=owner_facts.MOST_COPIES),
    ),
    "past_returned": move(past_returned, T("Returned the Past")),
    "sign_at": move(
        sign_at, T("Said where a pictograph is shown"), Words(name="where", label=T("Where"), at_most_chars=12)
    ),
}
