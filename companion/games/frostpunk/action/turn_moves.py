"""The moves of a turn in the Action Phase (rulebook p. 22 to 27): an action each, or passing."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Args, MoveKind, Words
from companion.api.text import T, Text
from companion.games.frostpunk.action import (
    asks,
    citizen_play,
    construct,
    gathering,
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
from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.cards.expeditions import MOST_STACKS
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.moves import move, number, says, word
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import pick, whole

STEP = performing.STEP
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
    building = using.find(tx.state, word(args, "at"))
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
    elif ways.at(tx.state, at) is None:
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
        lambda tx, args: snow.remove(tx, word(args, "ring"), word(args, "meeple")),
        lambda args: T("Snow removed: {who}", who=_who(args)),
        _RINGS,
        asks.MEEPLE,
    ),
    "act_construct": move(
        lambda tx, args: construct.take(tx, word(args, "meeple")),
        lambda args: T("Construct: {who}", who=_who(args)),
        asks.MEEPLE,
    ),
    "act_scouts": move(
        lambda tx, args: scouting.deploy(tx, number(args, "stack") - 1, word(args, "meeple")),
        lambda args: T("Scout deployed: {who}", who=_who(args)),
        whole("stack", T("Expedition stack"), MOST_STACKS, at_least=1),
        asks.MEEPLE,
    ),
    "act_special": move(
        lambda tx, args: special.take(tx, word(args, "code"), number(args, "number"), word(args, "meeple")),
        lambda args: T("Special Action on {card}: {who}", card=owner_facts.called(word(args, "code")), who=_who(args)),
        asks.CODE,
        whole("number", T("Which Special Action of the card"), 9),
        asks.MEEPLE,
    ),
    "act_citizen": move(
        act_citizen,
        lambda args: T("Citizen card played: {who}", who=_who(args)),
        Words(name="card", label=T("Citizen card"), at_most_chars=60),
        asks.MEEPLE,
        ACTION,
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
