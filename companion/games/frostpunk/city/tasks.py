"""Putting the map right by tapping on it, at any time; and laying the tiles of the setup (rulebook p. 9, 10)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import Args, Choice, IllegalMove, Move, Offer, Pick, Prompt, T, Text
from companion.games.frostpunk.city import construction, costs, ground
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import all_spaces, space_name
from companion.games.frostpunk.city.land import MAP, SPACES, Building
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, action, number, pick, require_running, require_task, tap, whole, word

MOST_BONUS = 10


def on_map(
    name: str,
    label: Text,
    choices: Mapping[str, Text],
    usual: str | None = None,
    icons: Mapping[str, str | None] | None = None,
) -> Pick:
    """A place or space of the map is asked for, by a tap on it; the only one is the usual answer. With `icons`, what
    lies there, a phone shows the places by their names as well."""
    only = next(iter(choices)) if len(choices) == 1 else usual
    found = tuple(Choice(value=value, label=text, icon=(icons or {}).get(value)) for value, text in choices.items())
    return Pick(name=name, label=label, choices=found, usual=only, on=MAP)


# --- a Building for free, a Building destroyed ------------------------------------------------------------------------


def build(tx: Transaction, args: Args) -> None:
    """The Building at the head of the list is built without paying (p. 34)."""
    task = require_task(tx.state, construction.BUILD)
    tx.finish_task()
    construction.raise_building(tx, task.about, word(args, "space"), free=True)


def size_told(tx: Transaction, args: Args) -> None:
    """How many spaces a scenario's Building takes was read off its tile."""
    require_running(tx.state)
    kind = word(args, "building")
    if BUILDINGS[kind].size:
        raise IllegalMove(T("The rulebook says how large that Building is."), rule="build", page=39)
    tx.learn(f"building_size_{kind}", number(args, "size"))


def ask_size(kind: str) -> Offer:
    """The size of a scenario's Building is asked for, before it can be built."""
    return Offer(
        move=Move("building_size", {"building": kind}),
        label=BUILDINGS[kind].name,
        asks=(_SIZE,),
        note=T("First say how many spaces its tile takes."),
        rule="build",
    )


def destroy(tx: Transaction, args: Args) -> None:
    """A Building of the players' choice is destroyed (p. 34)."""
    task = require_task(tx.state, construction.DESTROY)
    building = ground.building_at(tx.state, word(args, "space"))
    if building is None or task.about not in ("", building.kind):
        raise IllegalMove(T("That is not the Building that the card names."), rule="dismantle", page=34)
    tx.finish_task()
    construction.destroy(tx, building)


def leave(tx: Transaction, args: Args) -> None:
    """It cannot be done at the table."""
    task = require_task(tx.state, ground.LAY, construction.BUILD, construction.DESTROY)
    tx.finish_task()
    tx.note("map_task_left", T("It was left undone."), kind=task.kind, about=task.about)


def _build(state: State) -> Prompt:
    kind = state.tasks[0].about
    places = {
        space: space_name(space)
        for space in all_spaces(state)
        if construction.can_build(state, kind, space, free=True) is None
    }
    ask = on_map("space", T("Where"), places)
    build_it = Offer(move=Move("build_for_free"), label=T("Built"), asks=(ask,))
    build_it = ask_size(kind) if costs.size(state, kind) is None else build_it
    return Prompt(
        name="city.build",
        do=T("Build for free: {building}. Where?", building=BUILDINGS[kind].name),
        more=T("All other rules of building hold. What lies on the space goes back to the bank."),
        rule="build",
        offers=(*((build_it,) if places else ()), tap("leave_map_task", T("It is not built"), tone="danger")),
    )


def _destroy(state: State) -> Prompt:
    found = construction.destroyable(state, state.tasks[0].about)
    choices = {
        building.at[0]: T(
            "{building}, {space}", building=construction.called(building), space=space_name(building.at[0])
        )
        for building in found
    }
    ask = on_map("space", T("Which Building"), choices)
    tone = "usual" if len(found) == 1 else "plain"
    destroyed = Offer(move=Move("destroy_building"), label=T("Destroyed"), asks=(ask,), tone=tone)
    return Prompt(
        name="city.destroy",
        do=_which(found),
        more=T("Not one with the red Dismantle icon. It goes back onto or below the Buildings board."),
        rule="dismantle",
        offers=(destroyed if found else tap("leave_map_task", T("None can be destroyed")),),
    )


def _which(found: tuple[Building, ...]) -> Text:
    """The Building that is destroyed, where it is the only one; else it is chosen."""
    if len(found) != 1:
        return T("Choose a Building that is destroyed.")
    return T("Take this Building off the map: {building}.", building=construction.called(found[0]))


_SIZE = whole("size", T("Spaces that it takes"), 2, at_least=1)
_SPACE = pick("space", T("Space"), {space: space_name(space) for space in SPACES})

MODULE: GameModule[State, Transaction] = GameModule(
    name="city_tasks",
    moves={
        "build_for_free": action(build, T("Built for free"), _SPACE),
        "destroy_building": action(destroy, T("A Building destroyed"), _SPACE),
        "building_size": action(
            size_told,
            lambda args: T("Size told: {building}", building=BUILDINGS[word(args, "building")].name),
            pick("building", T("Building"), {kind: one.name for kind, one in BUILDINGS.items()}),
            _SIZE,
        ),
        "leave_map_task": action(leave, T("Left undone on the map")),
    },
    tasks={
        construction.BUILD: _build,
        construction.DESTROY: _destroy,
    },
)
