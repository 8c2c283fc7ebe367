"""The turns: their course, and the actions of the active player."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import Args, Ask, Move, N, Offer, Prompt, T, Text, Value, Whole, verbatim
from companion.games.fire_brigade import ending, setup, tiles
from companion.games.fire_brigade.crew import cards
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT, FREE_UPGRADE
from companion.games.fire_brigade.fire import flames
from companion.games.fire_brigade.names import TRACK_NAMES, field_name, pick_field, who
from companion.games.fire_brigade.state import NOBLES, START_EVENTS, TRACKS, WATER, State, Turn
from companion.games.fire_brigade.story import record_turn
from companion.games.fire_brigade.streets import ALL
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import (
    actions,
    captains,
    extinguishing,
    helpers,
    moving,
    recruiting,
    renown,
    upgrading,
)
from companion.toolkit import Action, GameModule, action, pick, tap, whole, word


def settle_course(tx: Transaction) -> bool:
    """The next thing that happens by itself: a phase ends, blocks are turned over, the next turn begins."""
    state = tx.state
    if state.phase == "setup":
        return False
    if ending.crown(tx):
        return True
    if state.tasks:
        return False
    if ending.settle(tx):
        return True
    if state.phase in ("event", "start_events") and state.turn.revealed:
        return _end_event(tx)
    if state.phase == "action" and state.turn.actions <= 0 and not state.turn.free:
        return _end_actions(tx)
    return False


def _turn_over(tx: Transaction) -> bool:
    """At the end of a phase lost blocks are turned over; what a special building does may lose more."""
    razed = flames.raze(tx)
    for place in razed:
        tiles.ask_special(tx, place)
    return bool(razed)


def _end_event(tx: Transaction) -> bool:
    if _turn_over(tx):
        return True
    tx.set_turn(revealed=False)
    if ending.closed(tx):
        return True
    if tx.state.phase == "start_events":
        if tx.state.events < START_EVENTS:
            return True
        tx.tell("events_shuffled", T("Shuffle the other start events into the event deck."))
        tx.todo(T("Shuffle the other start events into the event deck"), "event")
    begin_actions(tx)
    return True


def begin_actions(tx: Transaction) -> None:
    """The Action Phase of the active player: as many actions as the Leadership track shows (p. 9)."""
    seat, player = tx.state.turn.seat, tx.state.active
    count = player.values["leadership"] + tx.state.turn.bonus - int(player.precious)
    tx.set(phase="action")
    tx.set_turn(actions=count, bonus=0, done=(), free=())
    if player.precious:
        tx.tell("precious_costs", T("{who}: Sir Precious costs an action.", who=player.name), seat=seat)
    text = N("{who} has {n} action.", "{who} has {n} actions.", count, who=player.name)
    tx.note("actions", text, seat=seat, actions=count)  # the question that follows says so


def _end_actions(tx: Transaction) -> bool:
    if _turn_over(tx):
        return True
    seat = tx.state.turn.seat
    if _fresh_horses(tx, seat):
        return True
    if _again(tx, seat):
        return True
    if ending.evacuated(tx, seat):
        return True
    _next(tx, (seat + 1) % len(tx.state.players))
    return True


def _next(tx: Transaction, seat: int) -> None:
    """A turn begins. What Bernhardt Blaze kept off lasted until now (card text)."""
    record_turn(tx)
    tx.set(phase="event", driving=False, turn=Turn(seat=seat, number=tx.state.turn.number + 1))
    tx.set_player(seat, sheltered=False)
    # written down only: the question that follows begins with the name
    tx.note("turn", T("It is the turn of {who}.", who=who(tx.state, seat)), seat=seat)
    setup.deal(tx, seat)


def _again(tx: Transaction, seat: int) -> bool:
    """Brother Ben's extra turn follows the own turn. In an evacuation nobody has more than the last one (p. 8)."""
    player, left = tx.state.players[seat], tx.state.left
    if not player.again or left is not None:
        return False
    tx.set_player(seat, again=player.again - 1)
    _next(tx, seat)
    return True


def _fresh_horses(tx: Transaction, seat: int) -> bool:
    """Black Firehouse, side 2: a turn that ends on a block of the Nobles' Rise allows a free Move (card text)."""
    place = tx.state.players[seat].brigade
    block = tx.state.city.get(place)
    if "horses" in tx.state.turn.done or block is None or not cards.has(tx.state, seat, "black"):
        return False
    if not block.destroyed and tiles.ask_tile(tx, place, seat):
        return True
    if block.kind != NOBLES or not moving.targets(tx.state, seat):
        return False
    tx.set_turn(free=("horses",), done=(*tx.state.turn.done, "horses"))
    return True


# --- the actions of the active player ---------------------------------------------------------------------------------


TO_NAMES = {"brigade": T("Into the Brigade"), "wagon": T("Into the Wagon")}


def prompts(state: State) -> tuple[Prompt, ...]:
    """The actions of the active player."""
    if state.phase != "action":
        return ()
    seat, turn = state.turn.seat, state.turn
    if turn.actions <= 0:
        return (_horses(state),) if actions.HORSES in turn.free else (_free_wagon(state),)
    if state.driving and moving.wagon_targets(state, seat):
        return (_driving(state, seat),)
    do = N("{who}, {n} action is left.", "{who}, {n} actions are left.", turn.actions, who=who(state, seat))
    offers = tuple(_offers(state, seat))
    return (Prompt(name="turn.action", do=do, offers=offers, more=_standing(state, seat), seat=seat, rule="turn"),)


def _standing(state: State, seat: int) -> Text:
    player = state.players[seat]
    return T(
        "Brigade on {brigade} with {water} water, Wagon on {wagon} with {more}.",
        brigade=field_name(state, player.brigade),
        water=player.brigade_water,
        wagon=field_name(state, player.wagon),
        more=player.wagon_water,
    )


def _free_wagon(state: State) -> Prompt:
    asks = (pick_field(state, "field", T("Where to"), moving.wagon_targets(state, state.turn.seat)),)
    return Prompt(
        name="turn.free_wagon",
        do=T("{who}, move your Wagon for free, if you like.", who=who(state, state.turn.seat)),
        offers=(tap("wagon_stays", T("It stays"), tone="usual"),
                Offer(move=Move("move_wagon"), label=T("Move the Wagon"), asks=asks, rule="actions.wagon")),
        seat=state.turn.seat,
        rule="actions.upgrade",
    )  # fmt: skip


def _horses(state: State) -> Prompt:
    seat = state.turn.seat
    asks = (pick_field(state, "field", T("Where to"), moving.targets(state, seat)),)
    return Prompt(
        name="turn.horses",
        do=T("{who}, move your Brigade for free, if you like.", who=who(state, seat)),
        offers=(tap("wagon_stays", T("It stays"), tone="usual"),
                Offer(move=Move("move_brigade"), label=T("Move Brigade"), asks=asks, rule="actions.brigade")),
        seat=seat,
        rule="captains",
    )  # fmt: skip


def _offers(state: State, seat: int) -> Iterator[Offer]:
    reach = moving.targets(state, seat)
    walk = (pick_field(state, "field", T("Where to"), reach),)
    brigade = Offer(
        move=Move("move_brigade"), label=T("Move Brigade"), asks=walk, rule="actions.brigade", icon="move_brigade"
    )
    if state.turn.actions == 1 and moving.must_leave(state):
        yield brigade
        return
    yield from _extinguish(state, seat)
    if reach:
        yield brigade
    yield from _wagon(state, seat)
    yield from _water(state, seat)
    yield from _board(state, seat)
    yield from _special(state, seat)
    if not moving.must_leave(state):
        yield tap("end_turn", T("End the turn"))


def _wagon(state: State, seat: int) -> Iterator[Offer]:
    """To the Brigade it is one tap; elsewhere the map is asked next, so that a tap on it now moves the Brigade."""
    free = actions.FREE_WAGON in state.turn.free
    label = T("Move Wagon, free") if free else T("Move Wagon")
    targets, brigade = moving.wagon_targets(state, seat), state.players[seat].brigade
    if brigade in targets:
        beside = T("Wagon to the Brigade: {where}", where=field_name(state, brigade))
        yield Offer(move=Move("move_wagon", {"field": brigade}), label=beside, rule="actions.wagon", icon="wagon")
    if targets:
        yield Offer(move=Move("drive"), label=label, rule="actions.wagon", icon="move_wagon")


def _driving(state: State, seat: int) -> Prompt:
    asks = (pick_field(state, "field", T("Where to"), moving.wagon_targets(state, seat)),)
    return Prompt(
        name="turn.wagon",
        do=T("{who}, tap where the Wagon goes.", who=who(state, seat)),
        offers=(Offer(move=Move("move_wagon"), label=T("Move Wagon"), asks=asks, rule="actions.wagon",
                      icon="move_wagon"),
                tap("drive", T("Not the Wagon after all"))),
        more=T("Any block that stands, without another player's Brigade or Wagon."),
        seat=seat,
        rule="actions.wagon",
    )  # fmt: skip


def _extinguish(state: State, seat: int) -> Iterator[Offer]:
    """Putting the fire out is one tap, the Brigade's water first; so is using the Wagon's, or too little."""
    player = state.players[seat]
    most, needed = extinguishing.most(state, seat), extinguishing.needed(state, seat, player.brigade)
    if not extinguishing.burning(state, player.brigade) or (most == 0 and needed):
        return
    place, out = field_name(state, player.brigade), most == needed
    least = max(most - player.brigade_water, 0)
    shared = min(extinguishing.shared(state, seat), most)
    if out:
        label = N("Put out {where}: {n} water", "Put out {where}: {n} water", most, where=place)
        blocks = renown.for_all(state, seat, player.brigade)
        if blocks:
            yield _with_renown(state, seat, blocks, most, least)
        else:
            yield _put(label, {"water": most, "wagon": least}, (), "usual", _of_wagon(least))
        if blocks and state.city[player.brigade].fire > 1:
            note = T("Its Renown is shared out next")
            yield _put(label, {"water": most, "wagon": least}, (), "plain", note)
        if shared > least + 1:
            ask = whole("wagon", T("Of it out of the Wagon"), shared, at_least=least)
            of_wagon = N("Put out {where}: {n} water, of it out of the Wagon:",
                         "Put out {where}: {n} water, of it out of the Wagon:", most, where=place)  # fmt: skip
            yield _put(of_wagon, {"water": most}, (ask,), "plain", None)
        elif shared > least:
            yield _put(label, {"water": most, "wagon": shared}, (), "plain", _of_wagon(shared))
    fewer = most - 1 if out else most
    if fewer > 0:
        ask = whole("water", T("Water"), fewer, at_least=1)
        label = T("Not put out, only lower; water:")
        yield _put(label, {"wagon": 0}, (ask,), "plain", T("Not enough to put it out: no Renown"))


def _with_renown(state: State, seat: int, blocks: tuple[str, ...], water: int, wagon: int) -> Offer:
    """Putting the fire out, with all the Renown for it onto one of these blocks: one tap."""
    label = N(
        "Put out {where}: {n} water; Renown onto:",
        "Put out {where}: {n} water; Renown onto:",
        water,
        where=field_name(state, state.players[seat].brigade),
    )
    ask = pick("field", label, {where: field_name(state, where) for where in blocks})
    return Offer(move=Move("put_out", {"water": water, "wagon": wagon}), label=label, asks=(ask,),
                note=_of_wagon(wagon), rule="actions.extinguish", tone="usual", icon="extinguish")  # fmt: skip


def _put(label: Text, settled: dict[str, Value], asks: tuple[Ask, ...], tone: str, note: Text | None) -> Offer:
    return Offer(move=Move("extinguish", settled), label=label, asks=asks, note=note, rule="actions.extinguish",
                 tone=tone, icon="extinguish")  # fmt: skip


def _of_wagon(count: int) -> Text | None:
    return N("{n} of it out of the Wagon", "{n} of it out of the Wagon", count) if count else None


def _water(state: State, seat: int) -> Iterator[Offer]:
    brigade, wagon = extinguishing.missing(state, seat)
    if brigade or wagon:
        note = T("Brigade {brigade}, Wagon {wagon}", brigade=brigade, wagon=wagon)
        yield Offer(move=Move("refill"), label=T("Refill"), note=note, rule="actions.refill", icon="refill")
    for place in extinguishing.for_renown(state, seat):
        label = T("Refill for a Renown on {where}", where=field_name(state, place))
        yield tap("refill_for_renown", label, rule="actions.refill", field=place)
    for to, most in extinguishing.limits(state, seat).items():
        if most:
            ask = whole("water", T("Water"), most, at_least=1)
            yield Offer(move=Move("transfer", {"to": to}), label=TO_NAMES[to], asks=(ask,), under=T("Transfer"),
                        rule="actions.transfer", icon="transfer")  # fmt: skip


def _board(state: State, seat: int) -> Iterator[Offer]:
    if recruiting.may(state, seat):
        yield tap("recruit", T("Recruit"), rule="actions.recruit")
    if "upgrade" not in state.turn.done:
        for track in TRACKS:
            if not upgrading.complete(state, seat, track):
                yield Offer(move=Move("upgrade", {"track": track}), label=TRACK_NAMES[track], under=T("Upgrade"),
                            rule="actions.upgrade", icon=track)  # fmt: skip


def _special(state: State, seat: int) -> Iterator[Offer]:
    yield from captains.offers(state, seat)
    yield from helpers.offers(state, seat)
    yield tap("other_action", T("Another action, of a card"), rule="actions.special")


def _free_upgrade(state: State) -> Prompt:
    seat = state.tasks[0].seat
    tracks = [track for track in TRACKS if not upgrading.complete(state, seat, track)]
    offers = tuple(tap("free_upgrade", TRACK_NAMES[track], track=track) for track in tracks)
    do = T("{who}, take a free Upgrade.", who=who(state, seat))
    return Prompt(name="upgrade.free", do=do, offers=offers, seat=seat, rule="actions.upgrade")


def settle(tx: Transaction) -> bool:
    """Renown that can go nowhere, and upgrades that cannot be had, are passed over; then the course goes on."""
    state = tx.state
    if state.tasks and state.tasks[0].kind == FREE_UPGRADE:
        seat = state.tasks[0].seat
        if all(upgrading.complete(state, seat, track) for track in TRACKS):
            tx.finish_task()
            return True
    return actions.walk_on(tx) or upgrading.settle(tx) or renown.settle(tx)


_FIELD = pick("field", T("Field"), {place: verbatim(place) for place in ALL})
_TRACK = pick("track", T("Track"), TRACK_NAMES)
_TO = pick("to", T("Which way"), TO_NAMES)
_WATER = whole("water", T("Water"), WATER)


def _to(args: Args) -> str:
    return word(args, "field")


MOVES: dict[str, Action[Transaction]] = {
    "move_brigade": action(actions.move_brigade, lambda args: T("Brigade to {field}", field=_to(args)), _FIELD),
    "move_wagon": action(actions.move_wagon, lambda args: T("Wagon to {field}", field=_to(args)), _FIELD),
    "drive": action(actions.drive, T("Where the Wagon goes")),
    "wagon_stays": action(actions.leave_free, T("A free move was not used")),
    "extinguish": action(actions.extinguish, lambda args: T("Extinguished with {water} water",
    water=str(args["water"])),
                       _WATER, Whole(name="wagon", label=T("Of it out of the Wagon"), at_least=0, at_most=6, usual=0)),
    "put_out": action(actions.put_out, lambda args: T("Put out, Renown on {field}", field=_to(args)),
                      _WATER, whole("wagon", T("Of it out of the Wagon"), 6), _FIELD),
    "refill": action(actions.refill, T("Refilled")),
    "refill_for_renown": action(actions.refill_for_renown, T("Refilled for a Renown"), _FIELD),
    "recruit": action(actions.recruit, T("Recruited")),
    "recruit_keep": action(recruiting.keep, T("Kept a crew card"), recruiting.NAME, recruiting.KIND, recruiting.HOLDS,
                         recruiting.LEAVES),
    "recruit_card": action(recruiting.choose, T("Kept a crew card"), recruiting.NAME, recruiting.LEAVES),
    "crew_card": action(recruiting.tell_card, T("Read the crew card"), recruiting.KIND, recruiting.HOLDS),
    "not_this_card": action(recruiting.not_this, T("Another crew card")),
    "recruit_none": action(recruiting.keep_none, T("Kept no crew card")),
    "transfer": action(actions.transfer, T("Transferred water"), _TO, _WATER),
    "upgrade": action(actions.upgrade, lambda args: T("Upgraded: {track}", track=TRACK_NAMES[word(args, "track")]),
                    _TRACK),
    "free_upgrade": action(actions.free_upgrade, T("A free Upgrade"), _TRACK),
    "circle": action(upgrading.tell, T("Read the circle"),
                   pick("circle", T("Kind of circle"), {upgrading.PLAIN: T("Plain"), upgrading.BLUE: T("Blue circle")}),
                   whole("value", T("Number at the circle"), 6)),
    **captains.MOVES,
    **helpers.MOVES,
    "other_action": action(actions.other_action, T("Another action")),
    "place_renown": action(renown.place, lambda args: T("Renown on {field}", field=_to(args)), _FIELD,
                         whole("count", T("How many"), 6, at_least=1)),
    "leave_renown": action(renown.leave, T("Placed no more Renown")),
    "end_turn": action(actions.end_turn, T("Ended the turn")),
}  # fmt: skip

TASKS = {
    renown.PLACE: renown.prompt,
    renown.ANYWHERE: renown.prompt,
    upgrading.CIRCLE: upgrading.prompt,
    FREE_RECRUIT: recruiting.prompt,
    recruiting.CARD: recruiting.card_prompt,
    FREE_UPGRADE: _free_upgrade,
}

MODULE: GameModule[State, Transaction] = GameModule(
    name="turns",
    moves=MOVES,
    tasks=TASKS,
    prompts=prompts,
    settle=settle,
)
COURSE: GameModule[State, Transaction] = GameModule(name="course", settle=settle_course)
