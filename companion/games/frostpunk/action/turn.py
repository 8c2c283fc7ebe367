"""Turns in the Action Phase (rulebook p. 22 to 27): whose it is, all that can be done in it, one tap each, and the
moves."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, Offer, Prompt, T, Text, Value, Words, row_of
from companion.games.frostpunk.action import (
    asks,
    citizen_play,
    construct,
    gathering,
    map_offers,
    meeples,
    performing,
    snow,
    special,
    using,
    ways,
)
from companion.games.frostpunk.action.meeples import NAMES, free
from companion.games.frostpunk.action.performing import STEP, Act, perform
from companion.games.frostpunk.cards import citizens, expeditions, owner_facts
from companion.games.frostpunk.cards.expeditions import MOST_STACKS
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.generator.fuelling import can_fuel, fuel_offer
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, tap, whole, word


def begin(tx: Transaction) -> None:
    """The leader has the first turn, and all Special Actions are open again; without a Meeple the phase is over."""
    tx.set(turn=tx.state.leader, idle=False, passed=(), done=())
    if nobody_left(tx.state):
        tx.tell("nobody_acts", T("No Meeple can act this round."))
        tx.go_on()


def next_turn(tx: Transaction) -> bool:
    """The next player clockwise has a turn; False when the phase is over, because no Meeple is left to act or because
    everybody passed one after the other: nobody wants to act any more (p. 22)."""
    if tx.state.idle or nobody_left(tx.state):
        return False
    if tx.state.turn not in tx.state.passed:
        tx.set(passed=())
    if len(set(tx.state.passed)) == len(tx.state.players):
        tx.tell("everybody_passed", T("Everybody has passed: nobody acts any more."))
        return False
    tx.set(turn=(tx.state.turn + 1) % len(tx.state.players))
    return True


def nobody_left(state: State) -> bool:
    """Whether no Meeple is left that could act (p. 22)."""
    return not free(state)


# p. 26, 39: a Child Worker or Child Engineer acts as if it were one; Automatons and Children never set out.
MAY_GO = ("workers", "engineers", "child_worker", "child_engineer")


def open_stacks(state: State) -> tuple[int, ...]:
    """The Expedition stacks on which a Scout may be deployed now."""
    return expeditions.free_stacks(state) if expeditions.can_deploy(state) else ()


def deploy(tx: Transaction, stack: int, meeple: str) -> None:
    """Take the action: the Meeple is away until the Expedition returns."""
    require_step(tx.state, STEP)
    if meeple not in MAY_GO:
        text = T("Only a Worker or an Engineer can be deployed as a Scout.")
        raise IllegalMove(text, rule="action.scouts", page=26)
    if not meeples.available(tx.state, meeple):
        text = T("{who}: none is free in your supply.", who=NAMES[meeple])
        raise IllegalMove(text, rule="action.scouts", page=22)
    expeditions.deploy(tx, stack, meeple)
    tx.go_on()


ACTION = pick("action", T("Action"), dict(citizen_play.ACTIONS), "use")


def turn_over(tx: Transaction, args: Args) -> None:
    """The player does not act; the next one clockwise has a turn, unless everybody has passed."""
    require_step(tx.state, STEP)
    tx.set(passed=(*tx.state.passed, tx.state.turn))
    tx.go_on()


def actions_over(tx: Transaction, args: Args) -> None:
    """Nobody can or wants to act any more."""
    require_step(tx.state, STEP)
    tx.set(idle=True)
    tx.go_on()


def act_use(tx: Transaction, args: Args) -> None:
    """A Building is used, its way chosen already."""
    require_step(tx.state, STEP)
    building = ground.find_building(tx.state, word(args, "at"))
    every = ways.ways(tx.state, building)
    way = number(args, "way")
    name = every[way - 1].name if 1 <= way <= len(every) else using.ASK
    using.use(tx, word(args, "at"), word(args, "meeple"), name, word(args, "heat"))


def act_gather(tx: Transaction, args: Args) -> None:
    """Resources are gathered from a space."""
    gathering.gather(tx, word(args, "at"), word(args, "meeple"), word(args, "heat"))


def act_at(tx: Transaction, args: Args) -> None:
    """A Meeple that the players chose acts: on a Building, on a space with Resources, or on the Supply board."""
    at, meeple = word(args, "at"), word(args, "meeple")
    if at in snow.RINGS:
        snow.remove(tx, at, meeple)
    elif at == meeples.CONSTRUCT:
        construct.take(tx, meeple)
    elif ground.building_at(tx.state, at) is None:
        act_gather(tx, args)
    else:
        using.use(tx, at, meeple, using.ASK, word(args, "heat"))


def act_by_hand(tx: Transaction, args: Args) -> None:
    """An action that the players carry out themselves: the companion places the Meeple and counts who falls sick."""
    heated = word(args, "heat") == "heated"
    perform(tx, Act(what="hand", meeple=word(args, "meeple"), at=meeples.BY_HAND, heated=heated))


def act_citizen(tx: Transaction, args: Args) -> None:
    """A Citizen card is played for its main ability."""
    at = word(args, "at")
    citizen_play.play(
        tx,
        citizen_play.Play(
            name="" if word(args, "card") == citizen_play.ANOTHER else word(args, "card"),
            meeple=word(args, "meeple"),
            action=word(args, "action"),
            at="" if at == asks.NOWHERE else at,
            told=word(args, "heat"),
        ),
    )


_RINGS = pick("ring", T("Tiles"), {"near": T("Near tiles"), "far": T("One Far tile")})
_AT = asks.space()
_AT_ANYWHERE = asks.space(extra={"near": T("Near tiles"), "far": T("One Far tile"), meeples.CONSTRUCT: T("Construct")})
_WHERE = {choice.value: choice.label for choice in _AT_ANYWHERE.choices}
_AT_OR_NONE = asks.space(nowhere=True)
_HEAT = asks.heat(known=True)


def _who(args: Args) -> Text:
    return NAMES[word(args, "meeple")]


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
    return T("Free: {meeples}. Fuel first if you like; then one action with one Meeple.", meeples=row_of(parts))


def _free(kind: str, count: int) -> Text:
    return meeples.counted(kind, count)


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
    able = tuple(kind for kind in MAY_GO if meeples.available(state, kind))
    stacks = {stack + 1: expeditions.name(state, stack) for stack in open_stacks(state)}
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
    """An action that the companion cannot work out: the map was not told, or a card changes everything."""
    able = performing.rank(state, meeples.BY_HAND, performing.ANYBODY)
    if not able:
        return []
    label = T("Another action, entered by hand")
    return [Offer(move=Move("act_by_hand"), label=label, asks=(asks.meeple(able), asks.heat()), rule="action.turn")]


MODULE: GameModule[State, Transaction] = GameModule(
    name="turn",
    moves={
        "turn_over": action(turn_over, T("Turn passed")),
        "actions_over": action(actions_over, T("Nobody acts any more")),
        "act_use": action(
            act_use,
            lambda args: T("{building}: {who}", building=BUILDINGS[word(args, "building")].name, who=_who(args)),
            asks.BUILDING,
            _AT,
            asks.MEEPLE,
            asks.WAY,
            _HEAT,
        ),
        "act_gather": action(
            act_gather,
            lambda args: T("{who} gathers: {space}", who=_who(args), space=space_name(word(args, "at"))),
            _AT,
            asks.MEEPLE,
            _HEAT,
        ),
        "act_at": action(
            act_at,
            lambda args: T("{who} acts: {where}", who=_who(args), where=_WHERE[word(args, "at")]),
            _AT_ANYWHERE,
            asks.MEEPLE,
            _HEAT,
        ),
        "act_snow": action(
            lambda tx, args: snow.remove(tx, word(args, "ring"), word(args, "meeple")),
            lambda args: T("Snow removed: {who}", who=_who(args)),
            _RINGS,
            asks.MEEPLE,
        ),
        "act_construct": action(
            lambda tx, args: construct.take(tx, word(args, "meeple")),
            lambda args: T("Construct: {who}", who=_who(args)),
            asks.MEEPLE,
        ),
        "act_scouts": action(
            lambda tx, args: deploy(tx, number(args, "stack") - 1, word(args, "meeple")),
            lambda args: T("Scout deployed: {who}", who=_who(args)),
            whole("stack", T("Expedition stack"), MOST_STACKS, at_least=1),
            asks.MEEPLE,
        ),
        "act_special": action(
            lambda tx, args: special.take(tx, word(args, "code"), number(args, "number"), word(args, "meeple")),
            lambda args: T(
                "Special Action on {card}: {who}", card=owner_facts.called(word(args, "code")), who=_who(args)
            ),
            asks.CODE,
            whole("number", T("Which Special Action of the card"), 9),
            asks.MEEPLE,
        ),
        "act_citizen": action(
            act_citizen,
            lambda args: T("Citizen card played: {who}", who=_who(args)),
            Words(name="card", label=T("Citizen card"), at_most_chars=60),
            asks.MEEPLE,
            ACTION,
            _AT_OR_NONE,
            _HEAT,
        ),
        "act_by_hand": action(
            act_by_hand,
            lambda args: T("An action by hand: {who}", who=_who(args)),
            asks.MEEPLE,
            asks.heat(),
        ),
    },
    prompts=asked_in(
        {
            STEP: _turn,
        }
    ),
)
