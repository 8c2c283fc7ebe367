"""What a Beast does to Scouts: the Delusion drives them away, Pain and Harrow devour them (rulebook p. 17 to 19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.turris import council, people
from companion.games.turris.beasts import hunting
from companion.games.turris.beasts.paying import shielded
from companion.games.turris.beasts.steps import BETRAYER, order, say
from companion.games.turris.map.land import blocked, by_hand, locations, neighbours
from companion.games.turris.names import PLACE_NAMES, pick_place, place_name, said_place, who
from companion.games.turris.state import CROSSROADS, PLACES, SCOUTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, number, pick, require_task, tap, whole, word

DRIVE = "beasts.drive"


def refuges(state: State, place: str) -> tuple[str, ...]:
    """Where a Scout can be driven: adjacent Locations without a Beast; if there are none, those one step beyond
    Crossroads and Beasts, and so on. Limits to one Scout do not matter here (p. 18). By hand the table looks itself."""
    if by_hand(state):
        return tuple(other for other in locations(state) if other != place and not blocked(state, other))
    seen, edge = {place}, [place]
    while edge:
        reached = list(dict.fromkeys(step for here in edge for step in neighbours(state, here) if step not in seen))
        legal = tuple(step for step in reached if step not in CROSSROADS and not blocked(state, step))
        if legal:
            return legal
        seen |= set(reached)
        edge = reached
    return ()


def push(tx: Transaction, task: Task) -> bool:
    """Every Scout that is not shielded is driven away, each by itself if the First Player likes."""
    tx.finish_task()
    spared = shielded(task)
    here = tx.state.standing(task.place)
    for seat in tx.state.order():
        left = here[seat] - spared.get(seat, 0)
        if left > 0:
            tx.add_task(Task(kind=DRIVE, seat=tx.state.first, about=str(seat), place=task.place, count=left))
    return True


def drive(tx: Transaction, task: Task) -> bool:
    """Scouts whose way is settled go by themselves."""
    here = _here(tx.state, task)
    if 0 < here < task.count:
        tx.change_task(count=here)
        return True
    found = refuges(tx.state, task.place)
    if here and len(found) > 1:
        return False
    tx.finish_task()
    if not here:
        return True
    if found:
        _move(tx, task, found[0], task.count)
    else:
        _stay(tx, task)
    return True


def _here(state: State, task: Task) -> int:
    """How many of the Scouts are still there: the table may have been set by hand meanwhile."""
    if task.kind == BETRAYER:
        return state.betrayers.count(task.place)
    return state.standing(task.place)[int(task.about)]


def _stay(tx: Transaction, task: Task) -> None:
    text = T("There is no place to drive anybody to from: {place}.", place=said_place(tx.state, task.place))
    say(tx, "nowhere_to_go", text, lit=(task.place,), place=task.place)


def _move(tx: Transaction, task: Task, to: str, count: int) -> None:
    if task.kind == BETRAYER:
        _move_betrayer(tx, task.place, to)
        return
    seat = int(task.about)
    tx.stand(task.place, seat, -count)
    tx.stand(to, seat, count)
    text = N(
        "{name}: {n} Scout driven to: {place}.",
        "{name}: {n} Scouts driven to: {place}.",
        count,
        name=who(tx.state, seat),
        place=said_place(tx.state, to),
    )
    ways = (f"{task.place}>{to}",)
    say(tx, "driven", text, ways=ways, lit=(to,), seat=seat + 1, count=count, start=task.place, to=to)
    scouts = N(
        "{name}: {n} Scout, from {start} to {place}",
        "{name}: {n} Scouts, from {start} to {place}",
        count,
        name=who(tx.state, seat),
        start=place_name(tx.state, task.place),
        place=place_name(tx.state, to),
    )
    order(tx, scouts, icon="scout")


def _move_betrayer(tx: Transaction, place: str, to: str) -> None:
    betrayers = list(tx.state.betrayers)
    betrayers[betrayers.index(place)] = to
    tx.set(betrayers=tuple(betrayers))
    text = T("A Scout of the Betrayers is driven to: {place}.", place=said_place(tx.state, to))
    say(tx, "betrayer_driven", text, ways=(f"{place}>{to}",), lit=(to,), start=place, to=to)
    scout = T("The Betrayers’ Scout, from {start} to {place}", start=place_name(tx.state, place),
              place=place_name(tx.state, to))  # fmt: skip
    order(tx, scout, icon="betrayer")


# --- the First Player chooses -----------------------------------------------------------------------------------------


def drive_to(tx: Transaction, args: Args) -> None:
    """Somebody chose where Scouts go."""
    task = require_task(tx.state, DRIVE, BETRAYER)
    to, count = word(args, "place"), number(args, "count")
    if to not in refuges(tx.state, task.place):
        text = T("Nobody can be driven there: only to an adjacent Location without a Beast, if there is one.")
        raise IllegalMove(text, rule="beasts.delusion", page=18)
    if not 1 <= count <= task.count:
        raise IllegalMove(T("There are not as many Scouts to drive away."), rule="beasts.delusion", page=18)
    tx.finish_task()
    _move(tx, task, to, count)
    if count < task.count:
        left = task.count - count
        rest = Task(kind=task.kind, seat=task.seat, about=task.about, place=task.place, count=left, of=(to,))
        tx.add_task(rest)


def prompt(state: State) -> Prompt:
    """Where a Scout goes, one tap on the map; the others of its player can then go there, too, by one tap."""
    task = state.tasks[0]
    return Prompt(
        name=task.kind,
        do=_do(state, task),
        more=T("Limits to one Scout and Immediate effects do not matter: nobody is placed."),
        seat=task.seat,
        rule="beasts.delusion",
        offers=tuple(_offers(state, task)),
    )


def _do(state: State, task: Task) -> Text:
    chooser, place = who(state, task.seat), said_place(state, task.place)
    if task.kind == BETRAYER:
        return T("{name}, choose where the Betrayers' Scout flees to. It is here: {place}.", name=chooser, place=place)
    if int(task.about) == task.seat:
        return N(
            "{chooser}, choose where your Scout is driven to. It is here: {place}.",
            "{chooser}, choose where your {n} Scouts are driven to. They are here: {place}.",
            task.count,
            chooser=chooser,
            place=place,
        )
    return N(
        "{chooser}, drive {n} Scout away. Owner: {name}. Place: {place}.",
        "{chooser}, drive {n} Scouts away. Owner: {name}. Place: {place}.",
        task.count,
        chooser=chooser,
        name=who(state, int(task.about)),
        place=place,
    )


def _offers(state: State, task: Task) -> Iterator[Offer]:
    found = refuges(state, task.place)
    if task.of and task.of[0] in found:
        to = place_name(state, task.of[0])
        label = N("The other one as well: {place}", "The other {n} as well: {place}", task.count, place=to)
        yield tap("drive_to", label, place=task.of[0], count=task.count)
    ask = pick_place(state, "place", T("Where to"), found)
    label = T("Drive it to") if task.count == 1 else T("Drive one of them to")
    yield Offer(move=Move("drive_to", {"count": 1}), label=label, asks=(ask,), icon="scout")


def _label(args: Args) -> Text:
    place = PLACE_NAMES[word(args, "place")]
    return N("Drove {n} Scout to: {place}", "Drove {n} Scouts to: {place}", number(args, "count"), place=place)


MOVES: Mapping[str, Action[Transaction]] = {
    "drive_to": action(
        drive_to,
        _label,
        pick("place", T("Where to"), {place: PLACE_NAMES[place] for place in PLACES}),
        whole("count", T("Scouts"), SCOUTS, at_least=1),
    )
}


# --- devouring --------------------------------------------------------------------------------------------------------


COUNCIL, CHAIN = "beasts.council", hunting.CHAIN


def devour(tx: Transaction, task: Task) -> bool:
    """All Scouts that are not shielded go to the Graveyard; then the Council tokens move in turn order, all steps of a
    player before those of the next (p. 17)."""
    tx.finish_task()
    spared = shielded(task)
    here = tx.state.standing(task.place)
    lost = {seat: max(0, here[seat] - spared.get(seat, 0)) for seat in tx.state.order()}
    for seat, count in lost.items():
        if count:
            _lay(tx, task, seat, count)
    for seat, count in lost.items():
        for _ in range(count):
            tx.add_task(Task(kind=COUNCIL, seat=seat))
    if task.about == "harrow" and tx.state.phase == "beasts" and any(lost.values()):
        tx.add_task(Task(kind=CHAIN, about=task.about))
    return True


def _lay(tx: Transaction, task: Task, seat: int, count: int) -> None:
    for _ in range(count):
        people.lay(tx, seat, task.place)
    tx.set(devoured=tx.state.devoured + count)
    text = N(
        "{name}: {n} Scout devoured, {place}.",
        "{name}: {n} Scouts devoured, {place}.",
        count,
        name=who(tx.state, seat),
        place=said_place(tx.state, task.place),
    )
    say(tx, "devoured", text, lit=(task.place,), seat=seat + 1, count=count, place=task.place)
    laid = N("{name}: {n} Scout to the Graveyard, from: {place}", "{name}: {n} Scouts to the Graveyard, from: {place}",
              count, name=who(tx.state, seat), place=place_name(tx.state, task.place))  # fmt: skip
    tx.todo(laid, icon="graveyard")


def step_council(tx: Transaction, task: Task) -> bool:
    """One step for one devoured Scout; what its spot brings is done before the next step (p. 17)."""
    tx.finish_task()
    council.advance(tx, task.seat)
    return True
