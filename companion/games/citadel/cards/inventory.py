"""A look into the box: which cards should lie in a place, ticked off by a tap or by showing them."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from companion.api import Args, CardExpected, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.cards.cards import OWNED, Check, Copy, card_number
from companion.games.citadel.cards.looking import PLACE_NAMES, back_name, full_name, listed, place_name
from companion.games.citadel.cards.revealing import KEY
from companion.games.citadel.heroes import PLAYER
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, require_idle, require_task, tap, word

CHECK, LOST = "card.check", "card.lost"
PLACES = ("past", "banished", "quest", "global", "map", "board", "purse", "blocked")
FACE_DOWN = ("past", "banished")  # cards that may not be looked at: only their backs are named (p. 18)


def expected(state: State, check: Check) -> tuple[Copy, ...]:
    """The cards that should lie in the place that is looked through."""
    return tuple(copy for copy in looking.of(state, check.where, check.whose) if not copy.saved)


def begin(tx: Transaction, args: Args) -> None:
    """Look a place through."""
    require_idle(tx.state)
    where = word(args, "where")
    seat = word(args, "seat") if where in OWNED else ""
    tx.set_cards(check=Check(where=where, whose=seat))
    tx.add_first(Task(kind=CHECK))


def tick(tx: Transaction, args: Args) -> None:
    """This one lies there."""
    check = _check(tx)
    key = word(args, "card")
    if key not in {copy.key for copy in expected(tx.state, check)}:
        raise IllegalMove(T("The ledger has that card elsewhere."))
    found = tuple(one for one in check.found if one != key) if key in check.found else (*check.found, key)
    tx.set_cards(check=replace(check, found=found))


def show(tx: Transaction, number: str) -> None:
    """A number was shown: the first card of that number which was not found yet."""
    check = _check(tx)
    here = [copy for copy in expected(tx.state, check) if copy.number == number]
    missing = next((copy for copy in here if copy.key not in check.found), None)
    if missing is None:
        _surplus(tx, number, bool(here))
        return
    tx.set_cards(check=replace(check, found=(*check.found, missing.key)))


def _surplus(tx: Transaction, number: str, here: bool) -> None:
    """A card that should not be there: say where it should be."""
    if here:
        raise IllegalMove(T("All known cards of number {number} are ticked off already.", number=number))
    known = looking.where(tx.state, number)
    if not known:
        raise IllegalMove(T("{number} has never been seen: it is not in the ledger.", number=number))
    places = listed([place_name(tx.state, copy) for copy in known])
    raise IllegalMove(T("{number} should not lie here. The ledger has it: {places}.", number=number, places=places))


def over(tx: Transaction, args: Args) -> None:
    """Everything that was not ticked off is missing, or all is there."""
    check = _check(tx)
    tx.finish_task(CHECK)
    cards = expected(tx.state, check)
    missing = () if word(args, "all") == "yes" else tuple(copy for copy in cards if copy.key not in check.found)
    tx.set_cards(check=None)
    if missing:
        names = listed([back_name(copy) for copy in missing])
        tx.tell("cards_missing", T("Missing: {cards}.", cards=names), cards=len(missing))
        tx.add_first(*(Task(kind=LOST, card=copy.key) for copy in missing))
    else:
        text = N("{n} card is where it should be.", "{n} cards are where they should be.", len(cards))
        tx.tell("cards_all_there", text, cards=len(cards))


def lost_is(tx: Transaction, args: Args) -> None:
    """A missing card was found elsewhere, or stays where it was."""
    task = tx.finish_task(LOST)
    where = word(args, "where")
    if where == "stays":
        return
    seat = word(args, "seat") if where in OWNED else ""
    moving.put(tx, task.card, where, seat)
    copy = tx.state.cards.copy(task.card)
    place = place_name(tx.state, copy)
    tx.note("card_set", T("{card}: {place}.", card=back_name(copy), place=place), card=copy.key, place=where)


def _check(tx: Transaction) -> Check:
    require_task(tx.state, CHECK)
    assert tx.state.cards.check is not None, "a look into the box is under way"
    return tx.state.cards.check


# --- what is shown ----------------------------------------------------------------------------------------------------


def checking(state: State, task: Task) -> Prompt:
    """Tick the cards off that lie there."""
    check = state.cards.check or Check(where="past")
    cards = expected(state, check)
    items = tuple(
        structs.replace(tap("check_tick", _name(state, check, copy), card=copy.key), ticked=copy.key in check.found)
        for copy in cards
    )
    return Prompt(
        name="card.check",
        do=_should(state, check, len(cards)),
        more=T("Show the cards or tap them. What is left over in the end is missing."),
        offers=(
            *items,
            tap("check_over", T("All are there"), tone="usual", all="yes"),
            tap("check_over", T("What is not ticked is missing"), all="no"),
            Offer(move=Move("card_shown"), label=T("Type a number"), asks=(card_number(T("Its number")),)),
        ),
        rule="cards.sorting",
        expects=(CardExpected(kind="numbox", pattern=r"[0-9]{3}", move=Move("card_shown"), arg="number"),),
    )


def _should(state: State, check: Check, count: int) -> Text:
    place = PLACE_NAMES[check.where]
    if check.whose:
        name = state.hero(check.whose).name
        return N(
            "{name}: {n} card should lie here. {place}.",
            "{name}: {n} cards should lie here. {place}.",
            count,
            name=name,
            place=place,
        )
    return N("{place}: {n} card should lie here.", "{place}: {n} cards should lie here.", count, place=place)


def _name(state: State, check: Check, copy: Copy) -> Text:
    return back_name(copy) if check.where in FACE_DOWN else full_name(state, copy)


def lost(state: State, task: Task) -> Prompt:
    """Where is a missing card?"""
    copy = state.cards.copy(task.card)
    places = {place: PLACE_NAMES[place] for place in ("deck", *PLACES) if place not in (copy.where, *OWNED)}
    return Prompt(
        name="card.lost",
        do=T("{card} is missing. Where is it?", card=back_name(copy)),
        offers=(
            *(tap("lost_is", text, where=place, seat="seat1") for place, text in places.items()),
            *(_owned(state, place, hero.seat) for place in ("purse", "blocked") for hero in state.party),
            tap("lost_is", T("Not found: leave it where it was"), where="stays", seat="seat1"),
        ),
        rule="cards.sorting",
    )


def _owned(state: State, place: str, seat: str) -> Offer:
    name = state.hero(seat).name
    labels = {
        "purse": T("Before {name}", name=name),
        "blocked": T("Blocked, under the Character card of {name}", name=name),
    }
    return tap("lost_is", labels[place], where=place, seat=seat)


def offers(state: State, under: Text) -> tuple[Offer, ...]:
    """The places that hold any card, each with how many should lie there."""
    return tuple(
        _look(state, Check(where=place, whose=seat), under)
        for place in PLACES
        for seat in ([hero.seat for hero in state.party] if place in OWNED else [""])
        if expected(state, Check(where=place, whose=seat))
    )


def _look(state: State, check: Check, under: Text) -> Offer:
    label = T("Check: {place}", place=PLACE_NAMES[check.where])
    if check.whose:
        label = T("Check: {place}, {name}", place=PLACE_NAMES[check.where], name=state.hero(check.whose).name)
    count = len(expected(state, check))
    note = N("{n} card should lie there", "{n} cards should lie there", count)
    return tap("check_box", label, under=under, note=note, where=check.where, seat=check.whose or "seat1")


_WHERE = {place: PLACE_NAMES[place] for place in ("deck", *PLACES)}

MOVES: Moves = {
    "check_box": move(begin, T("Looked through the box"), pick("where", T("Where"), _WHERE), PLAYER),
    "check_tick": move(tick, lambda args: T("Found {number}", number=word(args, "card")[:3]), KEY),
    "check_over": move(
        over, T("Looked everything through"), pick("all", T("All are there"), {"yes": T("Yes"), "no": T("No")})
    ),
    "lost_is": move(
        lost_is,
        T("Said where a missing card is"),
        pick("where", T("Where"), {**_WHERE, "stays": T("Not found")}),
        PLAYER,
    ),
}
TASKS = {CHECK: checking, LOST: lost}
