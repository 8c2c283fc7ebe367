"""Buildings that live off the spaces around them: Gathering Post, Sawmill, Coal Thumper (rulebook p. 40 to 42).

What is adjacent and what it gives is known by `city/reach.py`; where a board fact is missing, or a choice is left, the
players point at the spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import IllegalMove, Move, N, Offer, Prompt, T, Text, all_of
from companion.games.frostpunk.action import asks
from companion.games.frostpunk.action.performing import PerformingOption
from companion.games.frostpunk.city import ground, yields
from companion.games.frostpunk.city.geometry import all_spaces, space_name
from companion.games.frostpunk.city.land import SPACE_MOST, SPACES, Building
from companion.games.frostpunk.state import State, Task
from companion.games.frostpunk.supply import gain
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted
from companion.toolkit import GameModule, action, pick, require_task, tap, word

AROUND = "around"  # spaces are chosen that a Building's action concerns: `about` is its kind, `of` its space
STOP = "none"
FEW = 3  # so many Trees are offered one by one, more by the map
THUMPED, SAWN = 3, 3  # p. 41, 42


# --- Gathering Post ---------------------------------------------------------------------------------------------------


def gathering_post(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """One Resource from each adjacent space comes into the supply (p. 41)."""
    return (PerformingOption(name="gather", label=_gathered(state, building), do=lambda tx: _gather(tx, building)),)


def _gathered(state: State, building: Building) -> Text:
    found = yields.gathering(state, building)
    if found is None:
        return T("one Resource from each adjacent space")
    parts = [counted(what, count) for what, count in sorted(found.items())]
    return all_of(parts) if parts else T("nothing lies around it")


def _gather(tx: Transaction, building: Building) -> None:
    if yields.gathered(tx.state, building) is not None:
        yields.gather_around(tx, building)
    else:
        _point(tx, building, len(open_spaces(tx.state, building.kind, building.at[0])))


# --- Sawmill ----------------------------------------------------------------------------------------------------------


def sawmill(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """A Tree from its tile gives three Wood; once it is upgraded, one from an adjacent space will do (p. 41)."""
    spaces = yields.sawmill_spaces(state, building)
    if spaces is None or len(spaces) > FEW:
        return (PerformingOption(name="tree", label=T("3 Wood for a Tree"), do=lambda tx: _point(tx, building, 1)),)
    if not spaces:
        return (PerformingOption(name="tree", label=T("3 Wood for a Tree"), do=_saw(building, "")),)
    return tuple(
        PerformingOption(
            name=space, label=T("3 Wood for a Tree on {space}", space=space_name(space)), do=_saw(building, space)
        )
        for space in spaces
    )


def _saw(building: Building, space: str) -> Callable[[Transaction], None]:
    def saw(tx: Transaction) -> None:
        if not space:
            raise IllegalMove(T("No Tree is within its reach."), rule="action.building", page=41)
        yields.saw(tx, building, space)

    return saw


# --- Coal Thumper -----------------------------------------------------------------------------------------------------


def coal_thumper(state: State, building: Building) -> tuple[PerformingOption, ...]:
    """Up to three Coal on each of three adjacent spaces, four when it is upgraded (p. 42)."""
    return (PerformingOption(name="thump", label=_thumped(state, building), do=lambda tx: _thump(tx, building)),)


def _thumped(state: State, building: Building) -> Text:
    most, coal = yields.most_thumped(building), yields.thumped(state, building)
    if coal is None:
        return N("up to 3 Coal on {n} adjacent space", "up to 3 Coal on {n} adjacent spaces", most)
    spaces = min(most, len(yields.thumper_spaces(state, building) or ()))
    return N("{coal} Coal on {n} adjacent space", "{coal} Coal on {n} adjacent spaces", spaces, coal=coal)


def _thump(tx: Transaction, building: Building) -> None:
    room, most = yields.thumper_spaces(tx.state, building), yields.most_thumped(building)
    if room is not None and 0 < len(room) <= most:
        since = len(tx.facts)
        yields.thump(tx, building, tuple(room))
        tx.speak_up(since)  # nobody has chosen the spaces: they have to be told
    else:
        _point(tx, building, min(most, len(open_spaces(tx.state, building.kind, building.at[0]))))


# --- spaces that the players point at ---------------------------------------------------------------------------------


def _point(tx: Transaction, building: Building, count: int) -> None:
    """The players point at so many spaces."""
    if not count or not open_spaces(tx.state, building.kind, building.at[0]):
        raise IllegalMove(_NOTHING[building.kind], rule="action.building", page=41)
    tx.queue(AROUND, building.kind, count, of=building.at[0])


_NOTHING: Mapping[str, Text] = {
    "gathering_post": T("No Resources lie on adjacent spaces."),
    "sawmill": T("No Tree is within its reach."),
    "coal_thumper": T("No adjacent space can take Coal."),
}


def open_spaces(state: State, kind: str, at: str, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The spaces that can still be pointed at for a Building's action, each of them once; all of the map where what is
    adjacent is not known."""
    building = ground.building_at(state, at)
    if building is None:
        return ()
    known = _KNOWN[kind](state, building)
    every = tuple(space for space in all_spaces(state) if space not in building.at and _FITS[kind](state, space))
    return tuple(space for space in (every if known is None else known) if space not in chosen)


_KNOWN: Mapping[str, Callable[[State, Building], tuple[str, ...] | Mapping[str, int] | None]] = {
    "gathering_post": yields.gathered,
    "sawmill": yields.sawmill_spaces,
    "coal_thumper": yields.thumper_spaces,
}
_FITS: Mapping[str, Callable[[State, str], bool]] = {
    "gathering_post": lambda state, space: bool(ground.on(state, space).count),
    "sawmill": lambda state, space: bool(ground.on(state, space).trees),
    "coal_thumper": lambda state, space: _takes_coal(state, space),
}


def _takes_coal(state: State, space: str) -> bool:
    lies = ground.on(state, space)
    if lies.what == "coal":
        return lies.count < SPACE_MOST
    return not (lies.count or lies.trees or ground.building_at(state, space))


def choose_space(tx: Transaction, space: str) -> None:
    """One of the spaces that a Building's action concerns is pointed at; `none` when there are no further ones."""
    task = require_task(tx.state, AROUND)
    chosen = tuple(task.words.split())
    if space != STOP and space not in open_spaces(tx.state, task.about, task.of, chosen):
        raise IllegalMove(T("That space cannot be chosen."), rule="adjacent", page=40)
    tx.drop_task()
    if space == STOP:
        return
    _CHOSEN[task.about](tx, space)
    more = (*chosen, space)
    if task.count > 1 and open_spaces(tx.state, task.about, task.of, more):
        tx.queue(AROUND, task.about, task.count - 1, task.of, " ".join(more))


def _sawn(tx: Transaction, space: str) -> None:
    ground.take_tree(tx, space)
    gain(tx, "wood", SAWN)
    yields.order_sawn(tx, space)


_CHOSEN: Mapping[str, Callable[[Transaction, str], object]] = {
    "gathering_post": lambda tx, space: ground.take(tx, space, 1),
    "sawmill": _sawn,
    "coal_thumper": lambda tx, space: ground.put(tx, space, "coal", THUMPED),
}
WAYS: Mapping[str, Callable[[State, Building], tuple[PerformingOption, ...]]] = {
    "gathering_post": gathering_post,
    "sawmill": sawmill,
    "coal_thumper": coal_thumper,
}


# --- spaces of the map ------------------------------------------------------------------------------------------------


_POINT: Mapping[str, Text] = {
    "gathering_post": T("Gathering Post: from which adjacent space is a Resource taken?"),
    "sawmill": T("Sawmill: which Tree is taken?"),
    "coal_thumper": T("Coal Thumper: onto which adjacent space does Coal go?"),
}


def _around(state: State) -> Prompt:
    task = state.tasks[0]
    open_ = open_spaces(state, task.about, task.of, tuple(task.words.split()))
    offers = [Offer(move=Move("point", {"at": space}), label=_pointed(state, task.about, space)) for space in open_]
    if len(open_) > 1:
        offers.insert(0, Offer(move=Move("point"), label=T("On the map"), asks=(asks.space(open_),)))
    return Prompt(
        name="action.around",
        do=_POINT[task.about],
        more=_how_many(task),
        seat=state.turn,
        rule="action.building",
        offers=(*offers, tap("point", T("No further one"), at=STOP)),
    )


def _how_many(task: Task) -> Text:
    """How many spaces are chosen; a Gathering Post takes from every adjacent one."""
    if task.about == "gathering_post":
        return T("Choose every adjacent space with Resources, one after the other.")
    return N("{n} space still to be chosen.", "Up to {n} spaces still to be chosen.", task.count)


def _pointed(state: State, kind: str, space: str) -> Text:
    """A space that may be chosen, and how much Coal a Coal Thumper puts there: up to three, five in all (p. 42)."""
    if kind != "coal_thumper":
        return space_name(space)
    room = min(THUMPED, SPACE_MOST - ground.on(state, space).count)
    return T("{space}: {what}", space=space_name(space), what=counted("coal", room))


_POINTED = pick("at", T("Space"), {**{space: space_name(space) for space in SPACES}, STOP: T("No further one")})
_POINTED_NAMES = {choice.value: choice.label for choice in _POINTED.choices}

MODULE: GameModule[State, Transaction] = GameModule(
    name="industry",
    moves={
        "point": action(
            lambda tx, args: choose_space(tx, word(args, "at")),
            lambda args: T("Space chosen: {space}", space=_POINTED_NAMES[word(args, "at")]),
            _POINTED,
        ),
    },
    tasks={
        AROUND: _around,
    },
)
