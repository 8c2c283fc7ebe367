"""The prompt of a turn in the Action Phase (rulebook p. 22 to 27): everything that can be done now, one tap each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.api.game import Move, Offer, Prompt, Value
from companion.api.text import T, Text
from companion.games.frostpunk.action import (
    asks,
    citizen_play,
    construct,
    map_offers,
    meeples,
    performing,
    scouting,
    snow,
    special,
)
from companion.games.frostpunk.action.turn_moves import ACTION
from companion.games.frostpunk.cards import citizens, expeditions, owner_facts
from companion.games.frostpunk.fuelling import fuel_offer
from companion.games.frostpunk.state import State
from companion.games.frostpunk.steps import can_fuel
from companion.toolkit.forms import pick, tap, whole

STEP = performing.STEP
OTHER = T("Other actions")


def _turn(state: State) -> Prompt:
    free = meeples.free(state)
    left = tuple(kind for kind in free if kind != "children" or map_offers.children_act(state))
    children = bool(free) and not left
    offers = (
        *_fuel(state),
        *map_offers.buildings(state),
        *map_offers.gather(state),
        *_other_actions(state),
        *_passing(state, usual=children),
    )
    return Prompt(
        name=STEP,
        do=_do(state, children),
        more=_more(state, left),
        seat=state.turn,
        rule="action.turn",
        offers=offers,
    )


def _do(state: State, children: bool) -> Text:
    if children:
        return T("Only Children are left. Does anybody play a Citizen card for one?")
    return T("{name}, take your turn.", name=state.players[state.turn])


def _more(state: State, left: tuple[str, ...]) -> Text:
    parts = [_free(kind, meeples.available(state, kind)) for kind in left]
    if not parts:
        return T("Children act only where a Law or another card allows it.")
    return T("Free: {meeples}. Fuel first if you like; then one action with one Meeple.", meeples=_list(parts))


def _free(kind: str, count: int) -> Text:
    return meeples.counted(kind, count)


def _list(parts: list[Text]) -> Text:
    first, *rest = parts
    return T("{first}, {second}", first=first, second=_list(rest)) if rest else first


def _fuel(state: State) -> tuple[Offer, ...]:
    return (fuel_offer(state),) if can_fuel(state) else ()


def _passing(state: State, *, usual: bool) -> tuple[Offer, ...]:
    over = tap("actions_over", T("Nobody acts any more"), "usual" if usual else "plain")
    return (over,) if len(state.players) == 1 else (tap("turn_over", T("Pass")), over)


def _other_actions(state: State) -> tuple[Offer, ...]:
    offers = (
        *_snow(state),
        *_construct(state),
        *_scouts(state),
        *_special(state),
        *_citizen(state),
        *map_offers.other_meeple(state),
        *_hand(state),
    )
    return tuple(replace(offer, under=OTHER) for offer in offers)


def _snow(state: State) -> list[Offer]:
    who = performing.usual_meeple(state, "snow")
    if who is None:
        return []
    return [
        Offer(
            move=Move("act_snow", {"ring": ring, "meeple": who}),
            label=snow.label(state, ring),
            note=map_offers.note(who, snow.heated(state)),
            rule="action.snow",
        )
        for ring in snow.RINGS
        if snow.tiles(state, ring)
    ]


def _construct(state: State) -> list[Offer]:
    who = performing.usual_meeple(state, "construct")
    if who is None or not construct.possible(state):
        return []
    return [
        Offer(
            move=Move("act_construct", {"meeple": who}),
            label=T("Construct: build or dismantle, up to three times"),
            note=map_offers.note(who, True),
            rule="action.construct",
        )
    ]


def _scouts(state: State) -> list[Offer]:
    able = tuple(kind for kind in scouting.MAY_GO if meeples.available(state, kind))
    stacks = {stack + 1: expeditions.name(state, stack) for stack in scouting.stacks(state)}
    if not able or not stacks:
        return []
    offers = [
        Offer(
            move=Move("act_scouts", {"stack": number_, "meeple": able[0]}),
            label=T("Deploy a Scout: {stack}", stack=name),
            note=map_offers.note(able[0], True),
            rule="action.scouts",
        )
        for number_, name in stacks.items()
    ]
    if len(able) > 1:
        ask = whole("stack", T("Expedition stack"), max(stacks), min(stacks), at_least=min(stacks))
        label = T("Deploy another Meeple as a Scout")
        offers.append(Offer(move=Move("act_scouts"), label=label, asks=(ask, asks.meeple(able[1:]))))
    return offers


def _special(state: State) -> list[Offer]:
    offers = []
    for one in special.possible(state):
        able = special.who_may(state, one)
        if able:
            offers += _special_offers(state, one, able)
    unread, anybody = special.unread(state), performing.rank(state, "special", performing.ANYBODY)
    if unread and anybody:
        which = pick("code", T("Card"), {code: owner_facts.title(state, code) for code in unread}, unread[0])
        label = T("Special Action of a card in display")
        settled: dict[str, Value] = {"number": 0}
        asked = (which, asks.meeple(anybody))
        offers.append(Offer(move=Move("act_special", settled), label=label, asks=asked, rule="action.special"))
    return offers


def _special_offers(state: State, one: special.Special, able: tuple[str, ...]) -> list[Offer]:
    settled: dict[str, Value] = {"code": one.code, "number": one.number}
    card = owner_facts.title(state, one.code)
    first = Offer(
        move=Move("act_special", {**settled, "meeple": able[0]}),
        label=T("Special Action: {card}", card=card),
        note=map_offers.note(able[0], one.action.heated),
        rule="action.special",
    )
    if len(able) == 1:
        return [first]
    other = T("Special Action with another Meeple: {card}", card=card)
    asked = (asks.meeple(able[1:]),)
    return [first, Offer(move=Move("act_special", settled), label=other, asks=asked, rule="action.special")]


def _citizen(state: State) -> list[Offer]:
    if not citizen_play.can_play(state):
        return []
    able = tuple(kind for kind in meeples.TYPE_OF if meeples.available(state, kind))
    named = {name: Text("{name}", {"name": name}) for name in owner_facts.names(state, citizens.KIND)}
    card = pick("card", T("Citizen card"), {**named, citizen_play.ANOTHER: T("Another card")}, citizen_play.ANOTHER)
    spaces = map_offers.spaces(state)
    return [
        Offer(
            move=Move("act_citizen"),
            label=T("Play a Citizen card"),
            asks=(card, asks.meeple(able), ACTION, asks.space(spaces, nowhere=True), asks.heat(known=True)),
            rule="citizens.ability",
        )
    ]


def _hand(state: State) -> list[Offer]:
    """An action that the companion cannot work out: the map is not in the books, or a card changes everything."""
    able = performing.rank(state, meeples.BY_HAND, performing.ANYBODY)
    if not able:
        return []
    label = T("Another action, entered by hand")
    return [Offer(move=Move("act_by_hand"), label=label, asks=(asks.meeple(able), asks.heat()), rule="action.turn")]


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {STEP: _turn}
