"""What is asked in a Construct action (rulebook p. 26): what is built and where, or what is dismantled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.api.game import Args, Move, MoveKind, Offer, Prompt, Value
from companion.api.text import N, T, Text
from companion.games.frostpunk.action import asks, construct
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.construction import SNOW_PIT
from companion.games.frostpunk.city.costs import PAID_WITH, cost, cost_text, size
from companion.games.frostpunk.city.counted import counted, listed
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.lying import lies_text
from companion.games.frostpunk.city.tasks import ask_size, on_map
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import NAMES
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import tap, whole

BUILD_HEAD = T("Build")
DISMANTLE_HEAD = T("Dismantle")


def construct_build(tx: Transaction, args: Args) -> None:
    """One sub-action: a Building is built."""
    told = {what: number(args, what) for what in PAID_WITH}
    construct.build(tx, word(args, "building"), word(args, "at"), told)


def _prompt(state: State) -> Prompt:
    left = state.tasks[0].count
    built = construct.SUB_ACTIONS - left
    done = tap("construct_done", T("That is all") if built else T("Nothing after all"))
    return Prompt(
        name="action.construct",
        do=N("Build or dismantle: once more.", "Build or dismantle, up to {n} times.", left),
        more=T(
            "You have {wood} and {cores}.",
            wood=counted("wood", state.wood),
            cores=counted("steam_cores", state.steam_cores),
        ),
        seat=state.turn,
        rule="action.construct",
        offers=(*_builds(state), *_dismantles(state), done),
    )


def _builds(state: State) -> list[Offer]:
    found = [(kind, construct.sites(state, kind)) for kind in BUILDINGS]
    return [_build(state, kind, sites) for kind, sites in found if sites]


def _build(state: State, kind: str, sites: tuple[str, ...]) -> Offer:
    if size(state, kind) is None:
        return replace(ask_size(kind), under=BUILD_HEAD)
    price = cost(state, kind)
    settled: dict[str, Value] = {"building": kind}
    wanted = []
    if len(sites) == 1:
        settled["at"] = sites[0]
    else:
        wanted.append(on_map("at", T("Where"), {at: _site(state, kind, at) for at in sites}))
    if price is None:
        wanted_cost = tuple(asks.cost(what, NAMES[what]) for what in PAID_WITH)
    else:
        wanted_cost = ()
        settled |= {what: price.get(what, 0) for what in PAID_WITH}
    return Offer(
        move=Move("construct_build", settled),
        label=BUILDINGS[kind].name,
        asks=(*wanted, *wanted_cost),
        note=_note(state, kind, price, sites),
        under=BUILD_HEAD,
        rule="action.construct",
    )


def _note(state: State, kind: str, price: Mapping[str, int] | None, sites: tuple[str, ...]) -> Text:
    """What it costs; and where it goes, where there is only one place for it."""
    if len(sites) > 1:
        return cost_text(price)
    return T("{cost}. {where}", cost=cost_text(price), where=_site(state, kind, sites[0]))


def _site(state: State, kind: str, at: str) -> Text:
    """A space to build on, and what has to go back to the bank from it (p. 26)."""
    covered = [laying.on(state, space) for space in laying.covers(state, kind, at)]
    lying = [lies_text(space) for space in covered if space.count or space.trees]
    where = space_name(at)
    return T("{where}: {lying} to the bank", where=where, lying=listed(lying)) if lying else where


def _dismantles(state: State) -> list[Offer]:
    return [
        Offer(
            move=Move("construct_dismantle", {"at": building.at[0]}),
            label=laying.called(building),
            note=space_name(building.at[0]),
            under=DISMANTLE_HEAD,
            rule="action.construct",
        )
        for building in construct.dismantlable(state)
    ]


def _snow_pit(state: State) -> Prompt:
    most = min(construct.MOST_BURIED, state.corpses)
    label = (T("One space"), T("Two spaces"), T("Three spaces"))
    return Prompt(
        name="action.snow_pit",
        do=T("Snow Pit: how far does the Corpse marker move back?"),
        more=T("It stands on {corpses}.", corpses=state.corpses),
        rule="action.construct",
        offers=tuple(
            tap("snow_pit", label[spaces - 1], "usual" if spaces == most else "plain", spaces=spaces)
            for spaces in range(most, 0, -1)
        ),
    )


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {construct.TASK: _prompt, SNOW_PIT: _snow_pit}
MOVES: Mapping[str, MoveKind[State]] = {
    "construct_build": move(
        construct_build,
        lambda args: T("Built: {building}", building=BUILDINGS[word(args, "building")].name),
        asks.BUILDING,
        asks.space(),
        *(asks.cost(what, NAMES[what]) for what in PAID_WITH),
    ),
    "construct_dismantle": move(
        lambda tx, args: construct.dismantle(tx, word(args, "at")),
        lambda args: T("Dismantled: {space}", space=space_name(word(args, "at"))),
        asks.space(),
    ),
    "snow_pit": move(
        lambda tx, args: construct.bury(tx, number(args, "spaces")),
        lambda args: N(
            "Snow Pit: Corpse marker {n} space back", "Snow Pit: Corpse marker {n} spaces back", number(args, "spaces")
        ),
        whole("spaces", T("Spaces"), construct.MOST_BURIED, at_least=1),
    ),
    "construct_done": move(lambda tx, args: construct.stop(tx), says(T("Construction done"))),
}
