"""Ash and Leon Bertrand, who put fires out by themselves once a turn (card texts); Sir Precious, who can be sent away.

What they do is a special action, so it costs one unless the card says otherwise (p. 11); by a house rule it is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.api import Args, IllegalMove, Move, Offer, T, verbatim
from companion.games.fire_brigade import house_rules, water
from companion.games.fire_brigade.crew import cards
from companion.games.fire_brigade.crew.cards import CREW
from companion.games.fire_brigade.names import field_name, pick_field, who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.streets import BLOCKS
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import extinguishing, recruiting
from companion.games.fire_brigade.turns.actions import pay, require_action
from companion.toolkit import Action, action, number, pick, tap, whole, word

ASH, LEON = "ash", "leon"
LEON_FIRE = 1


def _use(tx: Transaction, name: str) -> int:
    state = tx.state
    seat = require_action(state)
    if not cards.has(state, seat, name):
        raise IllegalMove(T("{name}: this ability does not count now.", name=CREW[name].name), rule="crew", page=11)
    if name in state.turn.done:
        raise IllegalMove(T("{name} can do that once in a turn.", name=CREW[name].name), rule="crew")
    if house_rules.rule(state, "crew_actions") == "action":
        pay(tx)
    tx.set_turn(done=(*tx.state.turn.done, name))
    return seat


def ash_water(state: State, seat: int) -> int:
    """The water on Ash's own card, which may lie in another crew (Galeela)."""
    return sum(one.water for player in state.players for one in player.crew if one.name == ASH)


def ash_targets(state: State, seat: int) -> tuple[str, ...]:
    """The burning neighbours of the Brigade that Ash's water can do something for."""
    near = cards.neighbours(state, state.players[seat].brigade)
    return tuple(one for one in near if extinguishing.burning(state, one)) if ash_water(state, seat) else ()


def ash(tx: Transaction, args: Args) -> None:
    """Ash puts the own water onto a neighbouring fire; out, it gives Renown as every extinguishing does."""
    state, place, count = tx.state, word(args, "field"), number(args, "water")
    if place not in ash_targets(state, state.turn.seat):
        raise IllegalMove(T("Ash needs water, and a fire beside your Brigade."), rule="crew")
    most = min(ash_water(state, state.turn.seat), extinguishing.needed(state, state.turn.seat, place))
    if count > most:
        raise IllegalMove(T("{n} water at most can go there.", n=most), rule="crew")
    seat = _use(tx, ASH)
    for other, player in enumerate(tx.state.players):
        crew = tuple(replace(one, water=one.water - count) if one.name == ASH else one for one in player.crew)
        tx.set_player(other, crew=crew)
    tx.tell("ash", T("{who}: Ash puts water on {where}.", who=who(state, seat), where=field_name(state, place)),
               seat=seat, field=place, water=count)  # fmt: skip
    extinguishing.lower(tx, seat, place, count)


def leon_ready(state: State, seat: int) -> bool:
    """Whether the Wagon stands on a fire of one and has water."""
    player = state.players[seat]
    block = state.city.get(player.wagon)
    return block is not None and block.fire == LEON_FIRE and player.wagon_water > 0


def leon(tx: Transaction, args: Args) -> None:
    """The Wagon alone puts out a fire of one, with one of its water; its player wins the Renown."""
    if not leon_ready(tx.state, tx.state.turn.seat):
        raise IllegalMove(T("The Wagon has to have water and be on a block with a fire of one."), rule="crew")
    seat = _use(tx, LEON)
    place = tx.state.players[seat].wagon
    water.spend(tx, seat, 1, wagon=1)
    tx.tell("leon", T("{who}: the Wagon puts a fire out.", who=who(tx.state, seat)), seat=seat, field=place)
    extinguishing.lower(tx, seat, place, extinguishing.needed(tx.state, seat, place))


def offers(state: State, seat: int) -> Iterator[Offer]:
    """What can be done now."""
    awake = cards.active(state, seat)
    fields = ash_targets(state, seat)
    if ASH in awake and ASH not in state.turn.done and fields:
        most = ash_water(state, seat)
        asks = (pick_field(state, "field", T("Which block"), fields), whole("water", T("Water"), most, most, 1))
        yield Offer(move=Move("ash"), label=verbatim(CREW[ASH].name), asks=asks, note=CREW[ASH].words, rule="crew.list")
    if LEON in awake and LEON not in state.turn.done and leon_ready(state, seat):
        yield Offer(move=Move("leon"), label=verbatim(CREW[LEON].name), note=CREW[LEON].words, rule="crew.list")
    player = state.players[seat]
    if player.precious and player.brigade == player.house:
        yield tap("drop_precious", T("Discard Sir Precious"), rule="crew")


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in BLOCKS})
MOVES: dict[str, Action[Transaction]] = {
    "ash": action(ash, verbatim(CREW[ASH].name), _FIELD, whole("water", T("Water"), recruiting.MOST_WATER, at_least=0)),
    "leon": action(leon, verbatim(CREW[LEON].name)),
    "give_precious": action(recruiting.give_precious, T("Sir Precious was given away"), recruiting.SEAT),
    "drop_precious": action(recruiting.drop_precious, T("Discarded Sir Precious")),
}
