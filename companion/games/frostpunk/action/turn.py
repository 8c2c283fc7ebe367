"""The prompt of a turn in the Action Phase (rulebook p. 22 to 27): everything that can be done now, one tap each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.game import Args, Move, MoveKind, Offer, Prompt, Value, Words
from companion.games.frostpunk.action import (
    asks,
    citizen_play,
    construct,
    gathering,
    map_offers,
    meeples,
    performing,
    scouting,
    snow,
    special,
    using,
    ways,
)
from companion.games.frostpunk.action.meeples import NAMES
from companion.games.frostpunk.action.performing import Act, perform
from companion.games.frostpunk.asking import pick, tap, whole
from companion.games.frostpunk.cards import citizens, expeditions, own
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.fuelling import fuel_offer
from companion.games.frostpunk.ledger import Ledger, require_step
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.steps import can_fuel
from companion.text import T, Text

STEP = performing.STEP
OTHER = T("Other actions")
MOST_STACKS = 3


# --- moves ------------------------------------------------------------------------------------------------------------


def turn_over(ledger: Ledger, args: Args) -> None:
    """The player does not act; the next one clockwise has a turn."""
    require_step(ledger.state, STEP)
    ledger.go_on()


def actions_over(ledger: Ledger, args: Args) -> None:
    """Nobody can or wants to act any more."""
    require_step(ledger.state, STEP)
    ledger.set(idle=True)
    ledger.go_on()


def act_use(ledger: Ledger, args: Args) -> None:
    """A Building is used, its way chosen already."""
    require_step(ledger.state, STEP)
    building = using.find(ledger.state, word(args, "at"))
    every = ways.ways(ledger.state, building)
    way = number(args, "way")
    name = every[way - 1].name if 1 <= way <= len(every) else using.ASK
    using.use(ledger, word(args, "at"), word(args, "meeple"), name, word(args, "heat"))


def act_gather(ledger: Ledger, args: Args) -> None:
    """Resources are gathered from a space."""
    gathering.gather(ledger, word(args, "at"), word(args, "meeple"), word(args, "heat"))


def act_at(ledger: Ledger, args: Args) -> None:
    """A Meeple that the players chose acts: on a Building, on a space with Resources, or on the Supply board."""
    at, meeple = word(args, "at"), word(args, "meeple")
    if at in snow.RINGS:
        snow.remove(ledger, at, meeple)
    elif at == meeples.CONSTRUCT:
        construct.take(ledger, meeple)
    elif ways.at(ledger.state, at) is None:
        act_gather(ledger, args)
    else:
        using.use(ledger, at, meeple, using.ASK, word(args, "heat"))


def act_by_hand(ledger: Ledger, args: Args) -> None:
    """An action that the players carry out themselves: the companion places the Meeple and counts who falls sick."""
    heated = word(args, "heat") == "heated"
    perform(ledger, Act(what="hand", meeple=word(args, "meeple"), at=meeples.BY_HAND, heated=heated))


def act_citizen(ledger: Ledger, args: Args) -> None:
    """A Citizen card is played for its main ability."""
    at = word(args, "at")
    citizen_play.play(
        ledger,
        citizen_play.Play(
            name="" if word(args, "card") == UNNAMED else word(args, "card"),
            meeple=word(args, "meeple"),
            action=word(args, "action"),
            at="" if at == asks.NOWHERE else at,
            told=word(args, "heat"),
        ),
    )


UNNAMED = "another"  # a Citizen card that nobody has entered

# --- what is asked ----------------------------------------------------------------------------------------------------


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
        which = pick("code", T("Card"), {code: own.title(state, code) for code in unread}, unread[0])
        label = T("Special Action of a card in display")
        settled: dict[str, Value] = {"number": 0}
        asked = (which, asks.meeple(anybody))
        offers.append(Offer(move=Move("act_special", settled), label=label, asks=asked, rule="action.special"))
    return offers


def _special_offers(state: State, one: special.Special, able: tuple[str, ...]) -> list[Offer]:
    settled: dict[str, Value] = {"code": one.code, "number": one.number}
    card = own.title(state, one.code)
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
    named = {name: Text("{name}", {"name": name}) for name in own.names(state, citizens.KIND)}
    card = pick("card", T("Citizen card"), {**named, UNNAMED: T("Another card")}, UNNAMED)
    spaces = map_offers.spaces(state)
    return [
        Offer(
            move=Move("act_citizen"),
            label=T("Play a Citizen card"),
            asks=(card, asks.meeple(able), _ACTION, asks.space(spaces, nowhere=True), asks.heat(known=True)),
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


_ACTION = pick("action", T("Action"), dict(citizen_play.ACTIONS), "use")
_RINGS = pick("ring", T("Tiles"), {"near": T("Near tiles"), "far": T("One Far tile")})
_AT = asks.space()
_AT_ANYWHERE = asks.space(extra={"near": T("Near tiles"), "far": T("One Far tile"), meeples.CONSTRUCT: T("Construct")})
_WHERE = {choice.value: choice.label for choice in _AT_ANYWHERE.choices}
_AT_OR_NONE = asks.space(nowhere=True)
_HEAT = asks.heat(known=True)


def _who(args: Args) -> Text:
    return NAMES[word(args, "meeple")]


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {STEP: _turn}
MOVES: Mapping[str, MoveKind[State]] = {
    "turn_over": move(turn_over, says(T("Turn passed"))),
    "actions_over": move(actions_over, says(T("Nobody acts any more"))),
    "act_use": move(
        act_use,
        lambda args: T("{building}: {who}", building=BUILDINGS[word(args, "building")].name, who=_who(args)),
        asks.BUILDING,
        _AT,
        asks.MEEPLE,
        asks.WAY,
        _HEAT,
    ),
    "act_gather": move(
        act_gather,
        lambda args: T("{who} gathers: {space}", who=_who(args), space=space_name(word(args, "at"))),
        _AT,
        asks.MEEPLE,
        _HEAT,
    ),
    "act_at": move(
        act_at,
        lambda args: T("{who} acts: {where}", who=_who(args), where=_WHERE[word(args, "at")]),
        _AT_ANYWHERE,
        asks.MEEPLE,
        _HEAT,
    ),
    "act_snow": move(
        lambda ledger, args: snow.remove(ledger, word(args, "ring"), word(args, "meeple")),
        lambda args: T("Snow removed: {who}", who=_who(args)),
        _RINGS,
        asks.MEEPLE,
    ),
    "act_construct": move(
        lambda ledger, args: construct.take(ledger, word(args, "meeple")),
        lambda args: T("Construct: {who}", who=_who(args)),
        asks.MEEPLE,
    ),
    "act_scouts": move(
        lambda ledger, args: scouting.deploy(ledger, number(args, "stack") - 1, word(args, "meeple")),
        lambda args: T("Scout deployed: {who}", who=_who(args)),
        whole("stack", T("Expedition stack"), MOST_STACKS, at_least=1),
        asks.MEEPLE,
    ),
    "act_special": move(
        lambda ledger, args: special.take(ledger, word(args, "code"), number(args, "number"), word(args, "meeple")),
        lambda args: T("Special Action on {card}: {who}", card=word(args, "code"), who=_who(args)),
        asks.CODE,
        whole("number", T("Which Special Action of the card"), 9),
        asks.MEEPLE,
    ),
    "act_citizen": move(
        act_citizen,
        lambda args: T("Citizen card played: {who}", who=_who(args)),
        Words(name="card", label=T("Citizen card"), at_most_chars=60),
        asks.MEEPLE,
        _ACTION,
        _AT_OR_NONE,
        _HEAT,
    ),
    "act_by_hand": move(
        act_by_hand,
        lambda args: T("An action by hand: {who}", who=_who(args)),
        asks.MEEPLE,
        asks.heat(),
    ),
}
