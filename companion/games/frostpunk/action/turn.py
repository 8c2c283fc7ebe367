"""Turns in the Action Phase (rulebook p. 22 to 27): whose it is, all that can be done in it, one tap each, and the
moves."""

from __future__ import annotations

from msgspec import structs

from companion.api import Args, Choice, IllegalMove, Move, Offer, Pick, Prompt, T, Text, Value, Words, row_of
from companion.games.frostpunk.action import (
    asks,
    citizen_offers,
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
from companion.games.frostpunk.action.meeples import NAMES, might_act
from companion.games.frostpunk.action.performing import STEP, Act, perform
from companion.games.frostpunk.cards import by_hand, effects, expeditions, owner_facts
from companion.games.frostpunk.cards.expeditions import MOST_STACKS
from companion.games.frostpunk.city import ground, laying
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.generator.fuelling import can_fuel, fuel_offer
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, pick, tap, whole, word


def begin(tx: Transaction) -> None:
    """The leader has the first turn, and all Special Actions are open again; without a Meeple the phase is over."""
    tx.set(turn=tx.state.leader, idle=False, passed=(), done=(), hand="", playing="")
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
    tx.set(turn=(tx.state.turn + 1) % len(tx.state.players), hand="", playing="")
    return True


def nobody_left(state: State) -> bool:
    """Whether no Meeple is left that could act (p. 22)."""
    return not any(might_act(state, kind) for kind in meeples.MEEPLES)


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


def act_build(tx: Transaction, args: Args) -> None:
    """Construct, with what is built first chosen already."""
    kind = word(args, "building")
    if not construct.sites(tx.state, kind):
        raise IllegalMove(T("That Building cannot be built now."), rule="action.construct", page=26)
    construct.take(tx, word(args, "meeple"), kind)


def act_dismantle(tx: Transaction, args: Args) -> None:
    """Construct, with what is dismantled first chosen already."""
    at = word(args, "at")
    if not any(at in building.at for building in construct.dismantlable(tx.state)):
        raise IllegalMove(T("That Building cannot be dismantled now."), rule="action.construct", page=26, field="at")
    construct.take(tx, word(args, "meeple"), at)


def with_meeple(tx: Transaction, args: Args) -> None:
    """The player takes another kind of Meeple in this turn than the usual one."""
    require_step(tx.state, STEP)
    kind = word(args, "meeple")
    if not meeples.available(tx.state, kind):
        raise IllegalMove(T("{who}: none is free in your supply.", who=NAMES[kind]), rule="action.turn", page=22)
    tx.set(hand=kind)


def citizen_card(tx: Transaction, args: Args) -> None:
    """A Citizen card is going to be played; with no name, none is after all."""
    require_step(tx.state, STEP)
    name = word(args, "card")
    if name and not citizen_play.can_play(tx.state):
        text = T("No Citizen card can be played in this turn.")
        raise IllegalMove(text, rule="citizens.ability", page=33)
    tx.set(playing=name)


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


def _named(args: Args) -> Text:
    return BUILDINGS[word(args, "building")].name


OTHER = T("Other actions")


def _turn(state: State) -> Prompt:
    if state.playing:
        return citizen_offers.prompt(state)
    free = meeples.free(state)
    left = tuple(kind for kind in free if kind != "children" or map_offers.children_act(state))
    children = bool(free) and not left
    offers = (
        *_fuel(state),
        *map_offers.buildings(state),
        *map_offers.gather(state),
        *_construct(state),
        *_enter_map(state),
        *_other_actions(state, left),
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
    if state.hand:
        return T("{name}, take your turn: {meeple}.", name=state.players[state.turn], meeple=NAMES[state.hand])
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
    ways = (over,) if len(state.players) == 1 else (tap("turn_over", T("Pass")), over)
    return tuple(structs.replace(way, under=T("No action")) for way in ways)


def _other_actions(state: State, left: tuple[str, ...]) -> tuple[Offer, ...]:
    offers = (
        *_snow(state),
        *_scouts(state),
        *_special(state),
        *_citizen(state),
        *_other_meeple(state, left),
        *_hand(state),
    )
    return tuple(structs.replace(offer, under=OTHER) for offer in offers)


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
    if who is None:
        return []
    note = map_offers.note(who, True)
    offers = construct.build_offers(state, Move("act_build", {"meeple": who}))
    if dismantled := construct.dismantle_ask(state):
        move = Move("act_dismantle", {"meeple": who})
        dismantle = Offer(move=move, label=T("Dismantle"), asks=(dismantled,), icon="buildings", tone="danger")
        offers.append(structs.replace(dismantle, under=construct.BUILD_HEAD, rule="action.construct"))
    return [structs.replace(offer, note=note) for offer in offers]


def _enter_map(state: State) -> list[Offer]:
    """Only what lies on told tiles is offered: who wants the rest, too, tells the map."""
    if not laying.can_enter(state):
        return []
    note = T("Then what can be built or gathered there is offered, too.")
    return [structs.replace(tap("enter_map", T("Enter the map")), note=note, under=construct.BUILD_HEAD, rule="map")]


def _scouts(state: State) -> list[Offer]:
    able = tuple(kind for kind in MAY_GO if meeples.available(state, kind))
    stacks = {stack + 1: expeditions.name(state, stack) for stack in open_stacks(state)}
    if not able:
        return []
    who = state.hand if state.hand in able else able[0]
    return [
        Offer(
            move=Move("act_scouts", {"stack": number_, "meeple": who}),
            label=T("Deploy a Scout: {stack}", stack=name),
            note=map_offers.note(who, True),
            rule="action.scouts",
            icon="expedition",
        )
        for number_, name in stacks.items()
    ]


def _other_meeple(state: State, left: tuple[str, ...]) -> list[Offer]:
    """Another kind of Meeple than the one that is offered: what it can do is shown next."""
    others = tuple(kind for kind in left if kind != (state.hand or left[0]))
    if not others:
        return []
    choices = tuple(Choice(value=kind, label=NAMES[kind], icon=meeples.MEEPLE_ICONS[kind]) for kind in others)
    ask = Pick(name="meeple", label=T("Meeple"), choices=choices)
    label = T("Take another Meeple in this turn")
    return [Offer(move=Move("with_meeple"), label=label, asks=(ask,), rule="action.turn", icon="people")]


def _special(state: State) -> list[Offer]:
    offers = []
    for one in special.possible(state):
        able = special.who_may(state, one)
        if able:
            offers += _special_offers(state, one, able)
    who = performing.usual_meeple(state, "special")
    for code in special.unread(state) if who else ():
        settled: dict[str, Value] = {"number": 0, "code": code, "meeple": str(who)}
        label = T("Special Action: {card}", card=owner_facts.title(state, code))
        offers.append(Offer(move=Move("act_special", settled), label=label, rule="action.special", icon="action"))
    return offers


def _special_offers(state: State, one: special.Special, able: tuple[str, ...]) -> list[Offer]:
    who = state.hand if state.hand in able else able[0]
    does = effects.describe(one.action.effects, state) if by_hand.understood(one.action.effects) else None
    card = owner_facts.title(state, one.code)
    return [
        Offer(
            move=Move("act_special", {"code": one.code, "number": one.number, "meeple": who}),
            label=T("{card}: {does}", card=card, does=does) if does else T("Special Action: {card}", card=card),
            note=map_offers.note(who, one.action.heated),
            rule="action.special",
            icon="action",
        )
    ]


def _citizen(state: State) -> list[Offer]:
    if not citizen_play.can_play(state):
        return []
    named = [Choice(value=name, label=Text("{name}", {"name": name})) for name in citizen_play.known(state)]
    another = Choice(value=citizen_play.ANOTHER, label=T("Another card"))
    ask = Pick(name="card", label=T("Citizen card"), choices=(*named, another))
    label = T("Play a Citizen card")
    return [Offer(move=Move("citizen_card"), label=label, asks=(ask,), rule="citizens.ability", icon="citizen")]


def _hand(state: State) -> list[Offer]:
    """An action that the companion cannot work out: the map was not told, or a card changes everything."""
    who = performing.usual_meeple(state, meeples.BY_HAND)
    if who is None:
        return []
    label, note = T("Another action, done by hand"), map_offers.note(who, None)
    move = Move("act_by_hand", {"meeple": who})
    return [Offer(move=move, label=label, asks=(asks.heat(),), note=note, rule="action.turn", icon="action")]


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
        "act_build": action(
            act_build,
            lambda args: T(
                "Construct: {who}, {building}", who=_who(args), building=BUILDINGS[word(args, "building")].name
            ),
            asks.MEEPLE,
            asks.BUILDING,
        ),
        "act_dismantle": action(
            act_dismantle,
            lambda args: T("Dismantle: {who}, {space}", who=_who(args), space=space_name(word(args, "at"))),
            asks.MEEPLE,
            _AT,
        ),
        "with_meeple": action(with_meeple, lambda args: T("Meeple taken: {who}", who=_who(args)), asks.MEEPLE),
        "citizen_card": action(
            citizen_card, T("A Citizen card chosen"), Words(name="card", label=T("Citizen card"), at_most_chars=60)
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
