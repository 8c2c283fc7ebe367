"""Missions: completing one a turn, reserved ones for less, ongoing ones in their slots (rulebook p. 10, 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.api import Args, Ask, IllegalMove, N, Offer, Prompt, T, Text, Value, Words, row_of
from companion.api import Move as GameMove
from companion.games.turris import cards, face_up, known_cards, supply
from companion.games.turris.face_up import RESERVED, TABLEAU
from companion.games.turris.names import LONGEST_NAME, shown_name, tidy_name, who
from companion.games.turris.rewards import able, reward_form
from companion.games.turris.rewards.effects import BLOCKS, STORE_NAMES, Effect, describe, give, parse
from companion.games.turris.state import ARTIFACTS, RESOURCES, State, Task
from companion.games.turris.transaction import Transaction, require_phase
from companion.games.turris.turns import course
from companion.toolkit import Action, action, number, pick, require_task, tap, usual, whole, word
from companion.toolkit.card_language import join

# --- the cost ---------------------------------------------------------------------------------------------------------


DISCOUNT, WILD = "mission.discount", "mission.wild"


def begin(tx: Transaction, seat: int, cost: Mapping[str, int], reserved: bool, wild: int) -> None:
    """Pay for a Mission, with at least so many (`wild`) Artifacts, if it costs as much."""
    if reserved and len(cost) > 1:
        tx.add_task(Task(kind=DISCOUNT, seat=seat, count=wild, of=_written(cost)))
    else:
        _pay(tx, seat, reduced(cost, next(iter(cost))) if reserved else cost, wild)


def costs_of(effects: tuple[Effect, ...]) -> dict[str, int]:
    """What a Mission costs, by resource."""
    cost: dict[str, int] = {}
    for effect in effects:
        if effect.verb == "cost":
            cost[effect.what] = cost.get(effect.what, 0) + effect.count
    return cost


def reduced(cost: Mapping[str, int], what: str) -> dict[str, int]:
    """A cost with 1 less of a resource (p. 11)."""
    return {one: count - (one == what) for one, count in cost.items() if count - (one == what) > 0}


def payable(state: State, seat: int, effects: tuple[Effect, ...], reserved: bool) -> bool:
    """Whether a player can pay for a Mission, a reserved one for 1 less of some resource."""
    cost = costs_of(effects)
    ways = [reduced(cost, what) for what in cost] if reserved else [cost]
    return any(able.why_not(state, seat, _spends(way)) is None for way in ways)


def _held(state: State, seat: int) -> Text:
    held = {what: supply.held(state, seat, what) for what in (*RESOURCES, "artifacts")}
    parts = [T("{what} {count}", what=STORE_NAMES[what], count=count) for what, count in held.items() if count]
    return row_of(parts) if parts else T("nothing")


def _spends(cost: Mapping[str, int]) -> tuple[Effect, ...]:
    """Named resources before those of one's choice, so that a choice leaves enough."""
    named = sorted(cost, key=lambda what: what not in RESOURCES)
    return tuple(Effect(verb="spend", what=what, count=cost[what]) for what in named)


def _pay(tx: Transaction, seat: int, cost: Mapping[str, int], wild: int) -> None:
    """So many Artifacts for named resources of the player's choice, then those resources at once, more Artifacts only
    for what is missing; resources of one's choice are asked."""
    if wild and _stands_for(tx.state, seat, cost):
        tx.add_task(Task(kind=WILD, seat=seat, count=wild, of=_written(cost)))
        return
    supply.pay(tx, seat, {what: count for what, count in cost.items() if what in RESOURCES})
    give(tx, seat, _spends({what: count for what, count in cost.items() if what not in RESOURCES}))


def _stands_for(state: State, seat: int, cost: Mapping[str, int]) -> tuple[str, ...]:
    """The named resources of a cost that an Artifact can be spent for, so that the rest can still be paid (p. 21)."""
    artifacts = supply.held(state, seat, "artifacts") - 1
    rest = {what: reduced(cost, what) for what in cost if what in RESOURCES}
    return tuple(what for what, left in rest.items() if _missing(state, seat, left) <= artifacts)


def _missing(state: State, seat: int, cost: Mapping[str, int]) -> int:
    """How many Artifacts a cost takes at least."""
    own = {what: supply.held(state, seat, what) for what in RESOURCES}
    missing = sum(max(0, cost.get(what, 0) - count) for what, count in own.items())
    left = {what: max(0, count - cost.get(what, 0)) for what, count in own.items()}
    free = (max(0, count - sum(left[what] for what in able.KINDS[kind])) for kind, count in cost.items()
            if kind not in RESOURCES)  # fmt: skip
    return missing + sum(free)


def _written(cost: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{what} {count}" for what, count in cost.items())


def _read(of: tuple[str, ...]) -> dict[str, int]:
    return {pair.split()[0]: int(pair.split()[1]) for pair in of}


def discounted(tx: Transaction, args: Args) -> None:
    """Which resource a reserved Mission costs 1 less of (p. 11)."""
    task = require_task(tx.state, DISCOUNT)
    cost = reduced(_read(task.of), word(args, "what"))
    if able.why_not(tx.state, task.seat, _spends(cost)) is not None:
        raise IllegalMove(T("Then you cannot pay the rest."), rule="missions", page=11)
    tx.finish_task()
    _pay(tx, task.seat, cost, task.count)


def stood_in(tx: Transaction, args: Args) -> None:
    """Which resource the player keeps, an Artifact being spent instead (p. 21)."""
    task = require_task(tx.state, WILD)
    cost, what = _read(task.of), word(args, "what")
    if what not in _stands_for(tx.state, task.seat, cost):
        raise IllegalMove(T("No Artifact can be spent instead of that."), rule="artifacts", page=21)
    tx.finish_task()
    _stand_in(tx, task, what)


def _stand_in(tx: Transaction, task: Task, what: str) -> None:
    supply.spend(tx, task.seat, "artifacts")
    _pay(tx, task.seat, reduced(_read(task.of), what), task.count - 1)


def settle_payment(tx: Transaction, task: Task) -> bool:
    """An Artifact stands in by itself where there is one resource for it, or none any more."""
    found = _stands_for(tx.state, task.seat, _read(task.of))
    if len(found) > 1:
        return False
    tx.finish_task()
    if found:
        _stand_in(tx, task, found[0])
    else:
        _pay(tx, task.seat, _read(task.of), 0)
    return True


def discount_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    cost = _read(task.of)
    able_to = [what for what in cost if able.why_not(state, task.seat, _spends(reduced(cost, what))) is None]
    return Prompt(
        name="mission.discount",
        do=T("{player}, which resource do you pay 1 less of?", player=who(state, task.seat)),
        more=T("A reserved Mission costs 1 resource less."),
        offers=tuple(tap("discount", STORE_NAMES[what], rule="missions", what=what) for what in able_to),
        seat=task.seat,
        rule="missions",
    )


def wild_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    found = _stands_for(state, task.seat, _read(task.of))
    return Prompt(
        name="mission.wild",
        do=T("{player}, instead of which resource do you spend an Artifact?", player=who(state, task.seat)),
        offers=tuple(tap("stand_in", STORE_NAMES[what], rule="artifacts", what=what) for what in found),
        seat=task.seat,
        rule="artifacts",
    )


WILDS = whole("artifacts", T("Artifacts to spend instead of resources (0: only for what is missing)"), ARTIFACTS, 0)
PAYING_MOVES: dict[str, Action[Transaction]] = {
    "stand_in": action(stood_in, T("Spent an Artifact instead"), pick("what", T("Resource"), STORE_NAMES)),
    "discount": action(discounted, T("Chose what a Mission costs less"), pick("what", T("Resource"), STORE_NAMES)),
}
PAYING_TASKS = {DISCOUNT: discount_prompt, WILD: wild_prompt}


# --- completing -------------------------------------------------------------------------------------------------------


PAID, SLOT = "mission.paid", "mission.slot"
SLOTS = 2  # Ongoing Effects slots of a player board (p. 10)
MOST_COST, MOST_POINTS = 9, 20  # keeps slips of the finger out; the cards are not in the rulebook
MOST_RESERVED = 50
EFFECTS: Mapping[str, Text] = {
    "none": T("None"),
    "at_once": T("When completed"),
    "ongoing": T("Ongoing"),
}
KINDS: Mapping[str, Text] = {
    "none": T("For Prestige alone"),
    "at_once": T("With an effect at once"),
    "ongoing": T("With an ongoing effect"),
}
ICONS: Mapping[str, str] = {what: what for what in RESOURCES}


# --- completing -------------------------------------------------------------------------------------------------------


def complete(tx: Transaction, args: Args) -> None:
    """A Mission read off the card: its cost, its Prestige, and what else it does."""
    words = _words_of(args)
    effects = known_cards.understood(words)
    if any(effect.verb in ("cost", "ongoing") for effect in known_cards.understood(word(args, "words"))):
        raise IllegalMove(T("Enter the cost and “ongoing” in their own fields."), rule="words")
    if not any(effect.verb == "cost" for effect in effects):
        raise IllegalMove(T("Enter what the Mission costs."), rule="missions", page=10)
    known_cards.keep(tx, "mission", word(args, "name"), words)
    _begin(tx, effects, args, tidy_name(word(args, "name")))


def complete_known(tx: Transaction, args: Args) -> None:
    """A Mission whose card is known by name."""
    name = word(args, "name")
    effects = known_cards.effects_of(tx.state, "mission", name)
    if not effects:
        raise IllegalMove(T("That Mission is not known yet: enter it."), rule="missions", page=10)
    _begin(tx, effects, args, name)


# --- told by taps: what it costs, then its Prestige -------------------------------------------------------------------


TELL = "mission.tell"  # `about` is its effect, `place` its source, `of` its cost so far, `count` the Artifacts on wish
PAYABLE = (*RESOURCES, "any")
LIKELY_POINTS = 10


def tell(tx: Transaction, args: Args) -> None:
    """A Mission is completed; what it costs and brings is tapped next."""
    _refuse(tx.state, TABLEAU)
    tx.add_task(Task(kind=TELL, seat=tx.state.turn, about=word(args, "effect"), place=TABLEAU, count=0))


def told_source(tx: Transaction, args: Args) -> None:
    """It is one of the reserved ones."""
    require_task(tx.state, TELL)
    if not tx.state.players[tx.state.turn].reserved:
        raise IllegalMove(T("You have reserved no Mission."), rule="missions", page=11)
    tx.change_task(place=RESERVED)


def told_cost(tx: Transaction, args: Args) -> None:
    """One resource more of its cost."""
    task = require_task(tx.state, TELL)
    cost = _read(task.of)
    what = word(args, "what")
    tx.change_task(of=_written({**cost, what: cost.get(what, 0) + 1}))


def told_artifact(tx: Transaction, args: Args) -> None:
    """An Artifact is spent although the resource may be there (p. 21)."""
    task = require_task(tx.state, TELL)
    if task.count >= tx.state.players[task.seat].artifacts:
        raise IllegalMove(T("You do not have so many Artifacts to pay with."), rule="artifacts", page=21)
    tx.change_task(count=task.count + 1)


def told_points(tx: Transaction, args: Args) -> None:
    """Its Prestige ends it: the Mission is paid for and completed."""
    task = require_task(tx.state, TELL)
    costs = {f"{what}": count for what, count in _read(task.of).items()}
    form = {**dict.fromkeys((*RESOURCES, "any"), 0), **costs, "points": number(args, "points"), "effect": task.about}
    tx.finish_task()
    complete(tx, {**form, "words": "", "name": word(args, "name"), "source": task.place, "artifacts": task.count})


def told_not(tx: Transaction, args: Args) -> None:
    """No Mission after all."""
    require_task(tx.state, TELL)
    tx.finish_task()


def tell_prompt(state: State) -> Prompt:
    """What it costs by a tap for each resource; its Prestige ends it."""
    task = state.tasks[0]
    cost, player = _read(task.of), state.players[task.seat]
    ask = pick("what", T("It costs"), {what: reward_form.ONE[what] for what in PAYABLE}, icons=ICONS)
    reserved = player.reserved and task.place != RESERVED
    return Prompt(
        name=TELL,
        do=T("{player}: what does the Mission cost, and how much Prestige does it bring?", player=player.name)
        if cost
        else T("{player}: what does the Mission cost?", player=player.name),
        more=_so_far(cost, task),
        offers=(
            Offer(move=GameMove("mission_cost"), label=T("It costs"), asks=(ask,)),
            *(_ends() if cost else ()),
            *((tap("mission_reserved", T("It is a reserved one: 1 less"), rule="missions"),) if reserved else ()),
            *((tap("mission_artifact", T("Spend an Artifact instead of a resource"), rule="artifacts"),)
              if task.count < player.artifacts else ()),
            tap("mission_not", T("No Mission after all")),
        ),
        seat=task.seat,
        rule="missions",
    )  # fmt: skip


def _so_far(cost: Mapping[str, int], task: Task) -> Text:
    if not cost:
        return T("Tap each resource that it costs, as often as it costs it.")
    told = row_of([T("{what} {count}", what=STORE_NAMES[what], count=count) for what, count in cost.items()])
    if task.count:
        return N("So far: {cost}. {n} Artifact stands in.", "So far: {cost}. {n} Artifacts stand in.", task.count,
                 cost=told)  # fmt: skip
    return T("So far: {cost}.", cost=told)


def _ends() -> Iterator[Offer]:
    points = whole("points", T("Its Prestige"), MOST_POINTS, likely=LIKELY_POINTS)
    move = GameMove("mission_points", {"name": ""})
    yield Offer(move=move, label=T("Pay and gain Prestige"), asks=(points,), icon="prestige")
    yield Offer(
        move=GameMove("mission_points"), label=T("Pay, gain Prestige, and know it next time"), asks=(points, cards.NAME)
    )


def _tell_offers() -> Iterator[Offer]:
    """What kind of Mission it is."""
    for effect, label in KINDS.items():
        yield Offer(
            move=GameMove("mission_tell", {"effect": effect}),
            label=label,
            under=T("Complete a Mission"),
            rule="missions",
            icon="missions",
        )


def _words_of(args: Args) -> str:
    parts = [f"cost {what} {number(args, what)}" for what in (*RESOURCES, "any") if number(args, what)]
    points = [f"gain prestige {number(args, 'points')}"] if number(args, "points") else []
    kind = ["ongoing"] if word(args, "effect") == "ongoing" else []
    more = [word(args, "words")] if word(args, "words") else ["read"] if word(args, "effect") == "at_once" else []
    return "; ".join((*parts, *points, *kind, *more))


def _begin(tx: Transaction, effects: tuple[Effect, ...], args: Args, name: str) -> None:
    state, seat = tx.state, tx.state.turn
    _refuse(state, word(args, "source"))
    reserved = word(args, "source") == RESERVED
    if name and (reason := face_up.why_not_there(state, seat, name, word(args, "source"))) is not None:
        raise IllegalMove(reason, rule="missions", page=11)
    if not payable(state, seat, effects, reserved):
        text = T("You do not have enough to pay for that Mission. You have: {held}.", held=_held(state, seat))
        raise IllegalMove(text, rule="missions", page=10)
    tx.set(mission_done=True, refill=state.refill or not reserved, step="mission", extra=course.used_extra(state))
    face_up.gone(tx, seat, name, reserved)
    rest = join(tuple(effect for effect in effects if effect.verb != "cost"))
    after = Task(kind=PAID, seat=seat, about=name, of=(rest,))
    begin(tx, seat, costs_of(effects), reserved, number(args, "artifacts"))
    tx.add_task(after)


def _refuse(state: State, source: str) -> None:
    require_phase(state, "turns", "actions")
    if course.must(state):
        raise IllegalMove(T("First take both Actions of the turn."), rule="turn", page=10)
    if state.mission_done:
        raise IllegalMove(T("Only one Mission may be completed in a turn."), rule="missions", page=10)
    if source == RESERVED and not state.players[state.turn].reserved:
        raise IllegalMove(T("You have reserved no Mission."), rule="missions", page=11)


# --- completed --------------------------------------------------------------------------------------------------------


def settle(tx: Transaction) -> bool:
    """The Mission is paid for: it counts, brings its Prestige, then its effect, then its slot."""
    task = tx.state.tasks[0] if tx.state.tasks else None
    if task is not None and task.kind == WILD:
        return settle_payment(tx, task)
    if task is None or task.kind != PAID:
        return False
    tx.finish_task()
    seat = task.seat
    count = tx.state.players[seat].completed + 1
    named = tx.state.players[seat].finished
    tx.set_player(seat, completed=count, finished=(*named, task.about) if task.about else named)
    text = N("{player} completed a Mission: {n} in all.", "{player} completed a Mission: {n} in all.", count,
             player=who(tx.state, seat))  # fmt: skip
    tx.tell("mission_completed", text, seat=seat + 1, completed=count, name=task.about)
    effects = parse(task.of[0])
    ongoing = any(effect.verb == "ongoing" for effect in effects)
    if not ongoing:  # where an ongoing one goes is chosen next
        tx.todo(_to_completed(tx.state, seat), icon="missions")
    give(tx, seat, tuple(one for one in effects if not ongoing or (one.verb, one.what) == ("gain", "prestige")))
    if ongoing:
        tx.add_task(Task(kind=SLOT, seat=seat, about=task.about))
    return True


def _to_completed(state: State, seat: int) -> Text:
    return T("{player}: the Mission to your completed ones", player=who(state, seat))


def replaced(tx: Transaction, args: Args) -> None:
    """The new Mission takes a free slot, or that of another one, which goes to the completed ones; or none (p. 10)."""
    task = require_task(tx.state, SLOT)
    slot, slots = number(args, "slot"), tx.state.players[task.seat].ongoing
    if slot and len(slots) < SLOTS and slot != len(slots) + 1:
        raise IllegalMove(T("Another slot is free."), rule="missions", page=10)
    tx.finish_task()
    if slot:
        tx.set_player(task.seat, ongoing=(*slots[: slot - 1], task.about, *slots[slot:]))
    text = T("{player} chose the slot.", player=who(tx.state, task.seat))
    if not slot:
        text = T("{player} leaves the Mission with the completed ones.", player=who(tx.state, task.seat))
    tx.note("slot_chosen", text, slot=slot)
    tx.todo(_slot_order(tx.state, task.seat, slot, taken=slot <= len(slots)), icon="missions")


def _slot_order(state: State, seat: int, slot: int, *, taken: bool) -> Text:
    player = who(state, seat)
    if not slot:
        return _to_completed(state, seat)
    if taken:
        return T(
            "{player}: the Mission into slot {slot}, the one there to your completed ones", player=player, slot=slot
        )
    return T("{player}: the Mission into slot {slot}", player=player, slot=slot)


# --- prompts ----------------------------------------------------------------------------------------------------------


def slot_prompt(state: State) -> Prompt:
    task = state.tasks[0]
    slots = state.players[task.seat].ongoing
    if len(slots) < SLOTS:
        return Prompt(
            name="mission.slot",
            do=T("{player}, put the Mission into an Ongoing Effects slot?", player=who(state, task.seat)),
            more=T("Its effect works only in a slot."),
            offers=(
                usual("slot", T("Into a slot"), "missions", slot=len(slots) + 1),
                tap("slot", T("Leave it with the completed ones"), rule="missions", slot=0),
            ),
            seat=task.seat,
            rule="missions",
        )
    offers = [tap("slot", _replace_label(at, name), rule="missions", slot=at) for at, name in enumerate(slots, 1)]
    return Prompt(
        name="mission.slot",
        do=T("{player}, replace an ongoing Mission?", player=who(state, task.seat)),
        more=T("The replaced one goes to your completed Missions, and its effect ends."),
        offers=(*offers, tap("slot", T("Replace none"), rule="missions", slot=0)),
        seat=task.seat,
        rule="missions",
    )


def _replace_label(slot: int, name: str) -> Text:
    return T("Replace {card}", card=shown_name(name)) if name else T("Replace the one in slot {slot}", slot=slot)


def offers(state: State) -> tuple[Offer, ...]:
    """To complete a Mission: one that is known from a list, any other by taps."""
    if state.mission_done:
        return ()
    artifacts = state.players[state.turn].artifacts
    wild = (whole("artifacts", WILDS.label, artifacts, 0),) if artifacts else ()
    rest: dict[str, Value] = {} if artifacts else {"artifacts": 0}
    return (*_lying(state), *_known(state, rest, wild), *_tell_offers())


def _known(state: State, rest: Mapping[str, Value], wild: tuple[Ask, ...]) -> Iterator[Offer]:
    """Missions that are known and can be paid, from a list: of the tableau, and reserved ones for 1 less."""
    labels = {TABLEAU: T("Complete a known Mission"), RESERVED: T("Complete a known reserved Mission")}
    for source, label in labels.items():
        if source == RESERVED and not state.players[state.turn].reserved:
            continue
        names = (name for name in known_cards.known_names(state, "mission") if _can(state, name, source))
        known = {name: _known_label(state, name) for name in names}
        if known:
            move = GameMove("complete_known", {**rest, "source": source})
            yield Offer(move=move, label=label, asks=(pick("name", T("Which Mission"), known), *wild), rule="missions")


def _lying(state: State) -> Iterator[Offer]:
    """Missions that lie face up or are reserved, known by name and payable: one tap each."""
    for source, names in ((RESERVED, face_up.kept(state, state.turn)), (TABLEAU, state.tableau)):
        for name in names:
            if _can(state, name, source):
                yield tap(
                    "complete_known",
                    T("Complete: {card}", card=shown_name(name)),
                    rule="missions",
                    note=face_up.what(state, name),
                    icon="missions",
                    name=name,
                    source=source,
                    artifacts=0,
                )


def _can(state: State, name: str, source: str) -> bool:
    """Whether a Mission is known, may lie there, and can be paid."""
    effects = known_cards.effects_of(state, "mission", name)
    if not effects or face_up.why_not_there(state, state.turn, name, source) is not None:
        return False
    return payable(state, state.turn, effects, source == RESERVED)


def _known_label(state: State, name: str) -> Text:
    return T("{card}: {what}", card=shown_name(name), what=describe(known_cards.effects_of(state, "mission", name)))


SOURCE = pick("source", T("From where"), {TABLEAU: T("The tableau"), RESERVED: T("Your reserved ones, for 1 less")},
              TABLEAU)  # fmt: skip
_FORM: tuple[Ask, ...] = (
    *(whole(what, T("Cost: {what}", what=STORE_NAMES[what]), MOST_COST, 0) for what in (*RESOURCES, "any")),
    whole("points", T("Its Prestige"), MOST_POINTS, 0),
    SOURCE,
    pick("effect", T("Its effect"), EFFECTS, "none"),
    Words(name="words", label=T("What it does when completed"), at_most_chars=200, lines=True, blocks=BLOCKS),
    cards.NAME,
    WILDS,
)
MOVES: dict[str, Action[Transaction]] = {
    **PAYING_MOVES,
    "complete": action(complete, T("Completed a Mission"), *_FORM),
    "complete_known": action(
        complete_known,
        T("Completed a Mission"),
        Words(name="name", label=T("Which Mission"), at_most_chars=LONGEST_NAME),
        SOURCE,
        WILDS,
    ),
    "mission_tell": action(tell, T("Began a Mission"), pick("effect", T("Its effect"), EFFECTS)),
    "mission_reserved": action(told_source, T("Said that the Mission is reserved")),
    "mission_cost": action(
        told_cost,
        lambda args: T("The Mission costs: {what}", what=STORE_NAMES[word(args, "what")]),
        pick("what", T("It costs"), {what: STORE_NAMES[what] for what in PAYABLE}),
    ),
    "mission_artifact": action(told_artifact, T("Spent an Artifact instead")),
    "mission_points": action(
        told_points, T("Completed a Mission"), whole("points", T("Its Prestige"), MOST_POINTS), cards.NAME
    ),
    "mission_not": action(told_not, T("Completed no Mission")),
    "slot": action(replaced, T("Chose an Ongoing Effects slot"), whole("slot", T("Slot"), SLOTS, 0)),
}
TASKS = {**PAYING_TASKS, TELL: tell_prompt, SLOT: slot_prompt, PAID: slot_prompt}
