"""The actions of a turn: what each costs and writes (rulebook p. 9 and 11)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, T
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.crew import cards, choices, triggers
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT, FREE_UPGRADE
from companion.games.fire_brigade.names import field_name, who
from companion.games.fire_brigade.state import State, Task
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import extinguishing, moving, recruiting, renown, upgrading
from companion.toolkit import number, require_idle, require_task, word

FREE_WAGON, HORSES = "wagon", "horses"  # free moves: blue Wagon track after a Brigade's move; black Firehouse, side 2
UPGRADE = "upgrade"


def require_action(state: State) -> int:
    """The active seat, if an action can be taken now."""
    require_idle(state)
    if state.phase != "action":
        raise IllegalMove(T("First reveal the event card of this turn."), rule="turn", page=9)
    if state.turn.actions <= 0:
        raise IllegalMove(T("No action is left in this turn."), rule="turn", page=9)
    return state.turn.seat


def pay(tx: Transaction) -> None:
    """Use up an action. A turn may not end on a destroyed block: the last action there has to be a move (p. 11)."""
    state = tx.state
    if state.turn.actions == 1 and moving.must_leave(state):
        raise IllegalMove(
            T("Your Brigade is on a destroyed block, where a turn may not end: use the last action to move it."),
            rule="actions.brigade", page=11)  # fmt: skip
    tx.set_turn(actions=state.turn.actions - 1)


def move_brigade(tx: Transaction, args: Args) -> None:
    """Move the Brigade; with the complete Wagon track the Wagon may follow for nothing, once a turn."""
    before = tx.state
    require_idle(before)
    if _way_is_read(tx, word(args, "field")):
        return
    if HORSES in before.turn.free:
        require_idle(before)
        moving.move(tx, before.turn.seat, word(args, "field"))
        tx.set_turn(free=())
        choices.moved(tx, before.turn.seat, before)
        return
    seat = require_action(before)
    moving.move(tx, seat, word(args, "field"))
    tx.set_turn(actions=tx.state.turn.actions - 1)
    choices.moved(tx, seat, before)
    turn = tx.state.turn
    if upgrading.complete(tx.state, seat, "wagon") and "free_wagon" not in turn.done:
        tx.set_turn(free=(*turn.free, FREE_WAGON), done=(*turn.done, "free_wagon"))


WALK = "walk"  # a move that waits for how the group reads the rule of Wagons in its way


def _way_is_read(tx: Transaction, target: str) -> bool:
    """Whether the way leads past another player's Wagon only, and nobody has said whether it may: that is asked."""
    state, seat = tx.state, tx.state.turn.seat
    closed = replace(state, choices={**state.choices, "wagons": "stop"})
    if "wagons" in state.choices or target not in moving.targets(state, seat) or target in moving.targets(closed, seat):
        return False
    tx.add_first(Task(kind=WALK, seat=seat, field=target))
    return house_rules.ask_reading(tx, "wagons")


def walk_on(tx: Transaction) -> bool:
    """The rule was read: the Brigade goes on, or stays where it is."""
    if not tx.state.tasks or tx.state.tasks[0].kind != WALK:
        return False
    target = tx.finish_task().field
    if target in moving.targets(tx.state, tx.state.turn.seat):
        move_brigade(tx, {"field": target})
    else:
        text = T("{where}: another player's Wagon is in the way.", where=field_name(tx.state, target))
        tx.tell("way_barred", text, field=target)
    return True


def move_wagon(tx: Transaction, args: Args) -> None:
    """Move the Wagon, for nothing where that is allowed."""
    tx.set(driving=False)
    state = tx.state
    require_idle(state)
    free = state.turn.free
    if FREE_WAGON in free:
        moving.move_wagon(tx, state.turn.seat, word(args, "field"))
        tx.set_turn(free=tuple(one for one in free if one != FREE_WAGON))
        return
    seat = require_action(state)
    moving.move_wagon(tx, seat, word(args, "field"))
    if cards.has(state, seat, "morgana") and "morgana" not in state.turn.done:
        tx.set_turn(done=(*state.turn.done, "morgana"))
    else:
        pay(tx)


def drive(tx: Transaction, args: Args) -> None:
    """The next tap on the map says where the Wagon goes, or not after all."""
    require_action(tx.state)
    tx.set(driving=not tx.state.driving)


def leave_free(tx: Transaction, args: Args) -> None:
    """A free move is not used."""
    require_idle(tx.state)
    tx.set_turn(free=())
    tx.note("free_left", T("The free move is not used."))


def put_out(tx: Transaction, args: Args) -> None:
    """Put the fire out, and all the Renown for it onto one block, as much as that takes."""
    extinguish(tx, args)
    task, where = (tx.state.tasks[0] if tx.state.tasks else None), word(args, "field")
    if task is not None and task.kind == renown.PLACE and where in renown.places(tx.state, task):
        renown.place(tx, {"field": where, "count": renown.most(tx.state, task, where)})


def extinguish(tx: Transaction, args: Args) -> None:
    """Put water on the fire of the Brigade's block."""
    seat = require_action(tx.state)
    extinguishing.extinguish(tx, seat, number(args, "water"), number(args, "wagon"))
    pay(tx)


def refill(tx: Transaction, args: Args) -> None:
    """Refill Brigade and Wagon."""
    seat = require_action(tx.state)
    extinguishing.refill(tx, seat)
    pay(tx)
    triggers.refilled(tx, seat)


def refill_for_renown(tx: Transaction, args: Args) -> None:
    """White Firehouse, side 2: refill on any block for one of the own Renown there (card text)."""
    seat, place = require_action(tx.state), word(args, "field")
    if place not in extinguishing.for_renown(tx.state, seat):
        raise IllegalMove(T("Brigade or Wagon has to be on a block with your Renown."), rule="actions.refill", page=11)
    renown.take_back(tx, seat, place)
    extinguishing.fill(tx, seat, place)
    pay(tx)
    triggers.refilled(tx, seat)


def recruit(tx: Transaction, args: Args) -> None:
    """Draw two crew cards."""
    seat = require_action(tx.state)
    if not recruiting.may(tx.state, seat):
        raise IllegalMove(T("Your board allows no crew yet: upgrade the crew track first."), rule="actions.recruit",
                          page=11)  # fmt: skip
    pay(tx)
    tx.ask(FREE_RECRUIT, seat=seat)


def transfer(tx: Transaction, args: Args) -> None:
    """Move water between Wagon and Brigade."""
    seat = require_action(tx.state)
    extinguishing.transfer(tx, seat, word(args, "to"), number(args, "water"))
    pay(tx)


def upgrade(tx: Transaction, args: Args) -> None:
    """Move a tracker one circle on, once a turn (p. 9)."""
    seat = require_action(tx.state)
    if UPGRADE in tx.state.turn.done:
        raise IllegalMove(T("Upgrade is the one action that can be taken only once in a turn."), rule="actions.upgrade",
                          page=9)  # fmt: skip
    pay(tx)
    tx.set_turn(done=(*tx.state.turn.done, UPGRADE))
    upgrading.raise_track(tx, seat, word(args, "track"))


def free_upgrade(tx: Transaction, args: Args) -> None:
    """Pep Overclock: an Upgrade for nothing."""
    seat = require_task(tx.state, FREE_UPGRADE).seat
    tx.finish_task()
    upgrading.raise_track(tx, seat, word(args, "track"))


def other_action(tx: Transaction, args: Args) -> None:
    """A crew member's special action, or anything else that costs an action: the players carry it out."""
    require_action(tx.state)
    pay(tx)
    tx.tell("other_action", T("Do what the card says; what it changes can be set by hand."))


def end_turn(tx: Transaction, args: Args) -> None:
    """No more actions."""
    seat = require_action(tx.state)
    if moving.must_leave(tx.state):
        raise IllegalMove(T("Your Brigade is on a destroyed block, where a turn may not end: move it."),
                          rule="actions.brigade", page=11)  # fmt: skip
    tx.set_turn(actions=0, free=())
    tx.note("turn_ended", T("{who} has done enough.", who=who(tx.state, seat)), seat=seat)
