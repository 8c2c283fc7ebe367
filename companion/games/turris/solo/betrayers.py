"""The Betrayer Phase: numbers of Locations, their Scouts, the card for a Beast, Prestige (rulebook p. 25, 26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text
from companion.games.turris import ending
from companion.games.turris.beasts import hunting
from companion.games.turris.beasts.steps import forget, say
from companion.games.turris.map.land import locations
from companion.games.turris.names import BEAST_NAMES, PLACE_NAMES, pick_place, place_name, said_place
from companion.games.turris.solo.damage import damage, gain_prestige
from companion.games.turris.state import LOCATIONS, SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, number, pick, require_task, tap, whole, word

# --- the numbers of the Locations -------------------------------------------------------------------------------------


LAST = len(LOCATIONS)


def fact(count: int) -> str:
    """The board fact that says which Location has a number."""
    return f"location_{count}"


def numbered(state: State) -> Mapping[int, str]:
    """The Locations whose numbers are known, by number."""
    told = {count: state.word(fact(count)) for count in range(1, LAST + 1)}
    return {count: place for count, place in told.items() if place in LOCATIONS}


def number_of(state: State, place: str) -> int | None:
    """The number of a Location; None for an Excavation Site, which has none."""
    return next((count for count, at in numbered(state).items() if at == place), None)


def missing(state: State) -> int | None:
    """The lowest number whose Location is not known."""
    known = numbered(state)
    return next((count for count in range(1, LAST + 1) if count not in known), None)


def tell(tx: Transaction, args: Args) -> None:
    """A Location's number was read off the board; the last one follows by itself."""
    count, place = number(args, "number"), word(args, "place")
    known = numbered(tx.state)
    if known.get(count, place) != place or any(at == place and other != count for other, at in known.items()):
        raise IllegalMove(T("That number or that Location has been told already."), rule="solo.setup", page=25)
    text = T("Location {number}: {place}.", number=count, place=PLACE_NAMES[place])
    tx.note("location_told", text, number=count, place=place)
    tx.learn(fact(count), place)
    left = [at for at in LOCATIONS if at not in numbered(tx.state).values()]
    last = missing(tx.state)
    if len(left) == 1 and last is not None:
        tx.learn(fact(last), left[0])


NUMBER = "solo.number"  # `count` is the number whose Location is asked for, or `place` the Location whose number is


def wanted(state: State, task: Task) -> bool:
    """Whether what such a task asks is still unknown."""
    if task.place:
        return number_of(state, task.place) is None
    return task.count not in numbered(state)


def number_prompt(state: State) -> Prompt:
    """A Location by its number, or a number by its Location, one tap: asked when the Betrayers go there."""
    task = state.tasks[0]
    more = T("The Betrayers go by the numbers of the Locations. The companion remembers them.")
    if task.place:
        left = [count for count in range(1, LAST + 1) if count not in numbered(state)]
        return Prompt(
            name="solo.numbers",
            do=T("Which number has this Location: {place}?", place=PLACE_NAMES[task.place]),
            more=more,
            rule="solo.setup",
            offers=tuple(
                tap("location_is", Text("{number}", {"number": count}), number=count, place=task.place)
                for count in left
            ),
        )
    free = [place for place in LOCATIONS if place not in numbered(state).values()]
    ask = pick_place(state, "place", T("Location {number}", number=task.count), free)
    offer = Offer(move=Move("location_is", {"number": task.count}), label=ask.label, asks=(ask,))
    return Prompt(
        name="solo.numbers",
        do=T("Which Location has the number {number}?", number=task.count),
        more=more,
        rule="solo.setup",
        offers=(offer,),
    )


def _label(args: Args) -> Text:
    return T("Location {number}: {place}", number=number(args, "number"), place=PLACE_NAMES[word(args, "place")])


NUMBER_MOVES: Mapping[str, Action[Transaction]] = {
    "location_is": action(
        tell,
        lambda args: T(
            "Location {number}: {place}", number=number(args, "number"), place=PLACE_NAMES[word(args, "place")]
        ),
        whole("number", T("Number"), LAST, at_least=1),
        pick("place", T("Location"), {place: PLACE_NAMES[place] for place in LOCATIONS}),
    )
}


# --- the phase --------------------------------------------------------------------------------------------------------


SCOUT, CARD, LURE = "solo.scout", "solo.card", hunting.LURE
STARTS = (1, 10)  # numbers of the Locations where their Scouts begin (p. 25)


def settle(tx: Transaction) -> bool:
    """Do the next thing of the phase that needs nobody."""
    state = tx.state
    if state.tasks and state.tasks[0].kind == NUMBER and not wanted(state, state.tasks[0]):
        tx.finish_task()
        return True
    if state.tasks and state.tasks[0].kind == SCOUT:
        _advance(tx, state.tasks[0].count)
        return True
    if not state.solo or state.tasks:
        return False
    if state.phase == "betrayers" and not state.step and _tower_stands(state):
        ending.win(tx, T("Six Tower Rooms stand, none of them damaged: you have won!"))
        return True
    if not state.betrayers:
        return _place(tx)
    if state.phase != "betrayers" or not hunting.ready(state):
        return False
    _STEPS[state.step](tx)
    return True


def _tower_stands(state: State) -> bool:
    """Six rooms, no damage in any, at the end of the Player Turn Phase (p. 27)."""
    return state.players[0].tower >= ending.ROOMS and not set(state.taken) & set(state.damaged)


def _place(tx: Transaction) -> bool:
    places = numbered(tx.state)
    unknown = [count for count in STARTS if count not in places]
    if unknown:
        if tx.state.phase != "setup":
            tx.add_task(Task(kind=NUMBER, seat=0, count=unknown[0]))
        return tx.state.phase != "setup"
    first, second = (places[count] for count in STARTS)
    tx.set(betrayers=(first, second))
    text = T("Scouts of the Betrayers: {first} and {second}.", first=PLACE_NAMES[first], second=PLACE_NAMES[second])
    tx.tell("betrayers_placed", text, first=first, second=second)
    order = T("The Betrayers’ Scouts onto: {first} and {second}", first=PLACE_NAMES[first], second=PLACE_NAMES[second])
    tx.todo(order, icon="betrayer")
    return True


def _begin(tx: Transaction) -> None:
    """Their Scouts move, the lower number first; then a card is drawn."""
    unnumbered = [at for at in tx.state.betrayers if at not in SPOTS and number_of(tx.state, at) is None]
    if unnumbered:
        tx.add_task(Task(kind=NUMBER, seat=0, place=unnumbered[0]))
        return
    forget(tx)
    tx.set(lure="", step="moved")
    for scout in moving_order(tx.state):
        tx.add_task(Task(kind=SCOUT, count=scout))  # one after the other: a Damaged tile may end the game (p. 27)
    tx.add_task(Task(kind=CARD, seat=0))


def _beast_moved(tx: Transaction) -> None:
    """At the end of the phase they gain 1 Prestige (p. 26)."""
    gain_prestige(tx, 1)
    tx.set(phase="beasts", step="")
    now = tx.state.betrayer_prestige
    tx.tell("betrayers_gain", T("Betrayers: {points} Prestige.", points=now), prestige=now)
    order, back = (T("The Betrayers’ Prestige marker to {points}", points=points) for points in (now, now - 1))
    tx.todo(order, icon="prestige", back=back)


_STEPS = {"": _begin, "moved": _beast_moved}


# --- their Scouts -----------------------------------------------------------------------------------------------------


def moving_order(state: State) -> tuple[int, ...]:
    """Which Scout moves first: that in the lower number; one in an Excavation Site, which has none, comes last."""

    def rank(scout: int) -> tuple[int, int]:
        at = state.betrayers[scout]
        count = number_of(state, at)
        return (0, count) if count is not None else (1, SPOTS.index(at))

    return tuple(sorted(range(len(state.betrayers)), key=rank))


@dataclass(frozen=True)
class Way:
    """Where a Scout of theirs goes (`to`; None: nowhere), and whether it starts again from below, which damages a room;
    or what has to be known first: the Location of a number (`unknown`)."""

    to: str | None = None
    again: bool = False
    unknown: int = 0


def destination(state: State, at: str) -> Way:
    """The next higher number that is free, else the lowest one (p. 26); numbers are read as far as they matter."""
    places = numbered(state)
    start = number_of(state, at)
    higher = range(start + 1, LAST + 1) if start is not None else ()
    for again, numbers in ((False, higher), (start is not None, range(1, LAST + 1))):
        for count in numbers:
            if count not in places:
                return Way(unknown=count)
            if _free(state, places[count]):
                return Way(places[count], again)
    return Way(again=start is not None)


def _free(state: State, place: str) -> bool:
    return not state.beast_at(place) and not state.manned(place) and place not in state.betrayers


def _advance(tx: Transaction, scout: int) -> None:
    """One of their Scouts moves, once the numbers that matter for it are known."""
    state = tx.state
    at = state.betrayers[scout]
    way = destination(state, at)
    if way.unknown:
        tx.add_first(Task(kind=NUMBER, seat=0, count=way.unknown))
        return
    tx.finish_task()
    to = way.to
    if to:
        moved = list(state.betrayers)
        moved[scout] = to
        tx.set(betrayers=tuple(moved))
        text = T(
            "A Scout of the Betrayers moves from {start} to {place}.",
            start=said_place(state, at),
            place=said_place(state, to),
        )
        say(tx, "betrayer_moved", text, ways=(f"{at}>{to}",), lit=(to,), start=at, to=to)
        order = T("The Betrayers’ Scout, from {start} to {place}", start=place_name(state, at),
                  place=place_name(state, to))  # fmt: skip
        tx.todo(order, icon="betrayer")
    if to and way.again:
        damage(tx)


# --- the Beast Movement card ------------------------------------------------------------------------------------------


def draw(tx: Transaction, args: Args) -> None:
    """The card's Beast acts by the rules of the Beast Phase, but without chain attack."""
    require_task(tx.state, CARD)
    name = word(args, "beast")
    if not tx.state.beast(name):
        raise IllegalMove(T("This Beast is no longer in the game."), rule="solo.betrayers", page=26)
    tx.finish_task()
    tx.note("card_drawn", T("Beast Movement card: {beast}.", beast=BEAST_NAMES[name]), beast=name)
    hunting.begin(tx, name)


def card_prompt(state: State) -> Prompt:
    """Which Beast the card shows, one tap; its Location is asked only where it is needed."""
    return Prompt(
        name=CARD,
        do=T("Draw a Beast Movement card. Which Beast does it show?"),
        more=T("Keep the card: its Location matters when none of your Scouts is on the board."),
        seat=0,
        rule="solo.betrayers",
        offers=tuple(
            tap("card_shows", BEAST_NAMES[beast.name], icon=beast.name, beast=beast.name) for beast in state.beasts
        ),
    )


def lured(tx: Transaction, args: Args) -> None:
    """The Location on the card is what Beasts go for while none of your Scouts is on the board."""
    require_task(tx.state, LURE)
    place = word(args, "place")
    if place not in locations(tx.state):
        raise IllegalMove(T("This Excavation Site is not in the game."), rule="solo.beasts", page=26)
    tx.finish_task()
    tx.set(lure=place)
    text = T("Location on the card: {place}.", place=place_name(tx.state, place))
    tx.note("lure_told", text, place=place)


def lure_prompt(state: State) -> Prompt:
    """Which Location the card shows."""
    ask = pick_place(state, "place", T("Location"), locations(state))
    return Prompt(
        name=LURE,
        do=T("Look at the Beast Movement card. Which Location does it show?"),
        more=T("None of your Scouts is on the board: the Beasts go there."),
        seat=0,
        rule="solo.beasts",
        offers=(Offer(move=Move("card_location"), label=T("Location on the card"), asks=(ask,)),),
    )


MOVES: Mapping[str, Action[Transaction]] = {
    "card_shows": action(
        draw,
        lambda args: T("Drew the Beast Movement card: {beast}", beast=BEAST_NAMES[word(args, "beast")]),
        pick("beast", T("Beast"), BEAST_NAMES),
    ),
    "card_location": action(
        lured,
        lambda args: T("Location on the card: {place}", place=PLACE_NAMES[word(args, "place")]),
        pick("place", T("Location"), {place: PLACE_NAMES[place] for place in (*LOCATIONS, *SPOTS)}),
    ),
}
