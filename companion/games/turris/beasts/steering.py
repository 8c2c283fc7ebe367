"""A player moves a Beast outside of its own turn: by a Mission, a card or a place (rulebook p. 19, 24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.turris.beasts import entering
from companion.games.turris.beasts.paths import Way, stops
from companion.games.turris.beasts.telling import forget, say
from companion.games.turris.map.land import blocked, neighbours
from companion.games.turris.names import BEAST_NAMES, PLACE_NAMES, place_name, who
from companion.games.turris.state import BEASTS, CROSSROADS, PLACES, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick, tap
from companion.toolkit.modules import Action, action, word
from companion.toolkit.transaction import require_task

STEER = "beasts.steer"
UP_TO = "up_to"


def begin(tx: Transaction, seat: int, steps: int = 1, up_to: bool = False, of: Iterable[str] = BEASTS) -> None:
    """A player is to move one of these Beasts so many steps, whichever way they like (p. 24)."""
    tx.add_task(
        Task(kind=STEER, seat=seat, about=UP_TO if up_to else "", count=steps, of=tuple(of))
    )  # fmt: skip


def off_crossroads(state: State) -> tuple[str, ...]:
    """The Beasts that stand in a Location, as the Ridge wants it (p. 24)."""
    return tuple(beast.name for beast in state.beasts if beast.at not in CROSSROADS)


def ends(state: State, task: Task) -> Mapping[tuple[str, str], Way]:
    """Where the Beasts can be moved: by Beast and place, the way there. It ends early at Scouts, passes other Beasts,
    and ends beside none, as always (p. 17)."""
    found: dict[tuple[str, str], Way] = {}
    for beast in state.beasts:
        if beast.name in task.of:
            for way in _walks(state, beast.name, (), beast.at, task):
                found.setdefault((beast.name, way[-1]), way)
    return found


def _walks(state: State, name: str, way: Way, start: str, task: Task) -> Iterator[Way]:
    """Ways that may be ended, shorter ones first where fewer steps are allowed, too."""
    stopped = bool(way) and stops(state, way[-1], name)
    whole = len(way) == task.count or stopped
    if way and not blocked(state, way[-1], name) and (whole or task.about == UP_TO):
        yield way
    if not whole:
        for step in neighbours(state, way[-1] if way else start):
            if step != start and step not in way:
                yield from _walks(state, name, (*way, step), start, task)


def settle(tx: Transaction, task: Task) -> bool:
    """Nothing to choose where no Beast can be moved."""
    if ends(tx.state, task):
        return False
    tx.finish_task()
    tx.tell("cannot_steer", T("No Beast can be moved that way."))
    return True


def steer(tx: Transaction, args: Args) -> None:
    """A player moves a Beast; its effect follows, but no chain attack (p. 19)."""
    task = require_task(tx.state, STEER)
    name, end = word(args, "beast"), word(args, "place")
    way = ends(tx.state, task).get((name, end))
    beast = tx.state.beast(name)
    if way is None or beast is None:
        raise IllegalMove(T("This Beast cannot be moved there now."), rule="beasts.steer", page=24)
    tx.finish_task()
    if tx.state.phase != "beasts":
        forget(tx)
    tx.set_beast(name, at=end)
    text = T(
        "{name} moved {beast} to: {place}.",
        name=who(tx.state, task.seat),
        beast=BEAST_NAMES[name],
        place=place_name(tx.state, end),
    )
    links = [f"{one}>{other}" for one, other in zip((beast.at, *way[:-1]), way, strict=True)]
    say(tx, "steered", text, ways=links, lit=(end,), seat=task.seat + 1, beast=name, to=end)
    entering.enter(tx, name, end)


def leave(tx: Transaction, args: Args) -> None:
    """A player moves no Beast, where it is up to them how far."""
    task = require_task(tx.state, STEER)
    if task.about != UP_TO:
        raise IllegalMove(T("A Beast has to be moved now."), rule="beasts.steer", page=24)
    tx.finish_task()
    tx.note("not_steered", T("{name} moved no Beast.", name=who(tx.state, task.seat)), seat=task.seat + 1)


def prompt(state: State) -> Prompt:
    """Which Beast goes where, one tap."""
    task = state.tasks[0]
    do = N(
        "{name}, move a Beast {n} step.", "{name}, move a Beast {n} steps.", task.count, name=who(state, task.seat)
    )  # fmt: skip
    return Prompt(
        name=STEER,
        do=do,
        more=T("You choose the way, whoever is First Player. The Beast then does to Scouts there what it always does."),
        seat=task.seat,
        rule="beasts.steer",
        offers=tuple(_offers(state, task)),
    )


def _offers(state: State, task: Task) -> Iterator[Offer]:
    for (name, end), _ in ends(state, task).items():
        move = Move("steer_beast", {"beast": name, "place": end})
        yield Offer(move=move, label=place_name(state, end), under=BEAST_NAMES[name])
    if task.about == UP_TO:
        yield tap("steer_none", T("Move none"))


def _label(args: Args) -> Text:
    return T(
        "Moved {beast} to: {place}",
        beast=BEAST_NAMES[word(args, "beast")],
        place=PLACE_NAMES[word(args, "place")],
    )


MOVES: Mapping[str, Action[Transaction]] = {
    "steer_beast": action(
        steer,
        _label,
        pick("beast", T("Beast"), BEAST_NAMES),
        pick("place", T("Where to"), {place: PLACE_NAMES[place] for place in PLACES}),
    ),
    "steer_none": action(leave, T("Moved no Beast")),
}
