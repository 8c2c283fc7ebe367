"""What each effect of a card does to the books; what the players have to choose or do becomes a task."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk import people, stores, tokens
from companion.games.frostpunk.cards.effects_needs import about, requirement
from companion.games.frostpunk.cards.effects_parse import Effect, choices_of, condition_of, parse
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.transaction import Transaction

TASK = "effects"  # `words` are effects that wait for the tasks before them
SAY = "instruction"  # `words` are done at the table
CHOOSE = "either"  # one of the ways in `words` is chosen
JUDGE = "judge"  # `of` is a condition that only the players can judge, `words` depend on it
WHO = "who_is_fed"  # the type of Citizen of round `count` is to be told

MARKERS: Mapping[str, Text] = {
    "cold": T("Cold marker"),
    "heat": T("Heat marker"),
    "red": T("Red indicator"),
    "orange": T("Orange indicator"),
    "yellow": T("Yellow indicator"),
    "storm": T("Storm marker"),
}
INDICATORS = ("red", "orange", "yellow")


def do(tx: Transaction, effect: Effect) -> None:
    """Carry out one effect."""
    DO[effect.verb](tx, effect)


def fed_fact(round_: int) -> str:
    """The board fact that says which type of Citizen stands over a round's column."""
    return f"fed_in_round_{round_}"


# --- tokens and people ------------------------------------------------------------------------------------------------


def _tokens(change: str) -> Callable[[Transaction, Effect], None]:
    def write(tx: Transaction, effect: Effect) -> None:
        track, of = about(effect.what)
        tokens.change(tx, change, track, effect.count, of)

    return write


def _people(write: Callable[[Transaction, str, int], None]) -> Callable[[Transaction, Effect], None]:
    def for_type(tx: Transaction, effect: Effect) -> None:
        kind = _type(tx, effect)
        if kind is not None:
            write(tx, kind, effect.count)

    return for_type


def _type(tx: Transaction, effect: Effect) -> str | None:
    """The type that an effect is about; where nobody has said which the current round's is, it is asked first."""
    if effect.what != "current":
        return effect.what
    known = tx.state.word(fed_fact(tx.state.round))
    if known is None:
        tx.queue(WHO, count=tx.state.round)
        tx.queue(TASK, words=str(effect))
    return known


def _die(tx: Transaction, kind: str, count: int) -> None:
    for _ in range(count):
        people.die(tx, kind)


def _treat(tx: Transaction, kind: str, count: int) -> None:
    people.treat(tx, kind)


# --- stores and markers -----------------------------------------------------------------------------------------------


def _lose_all(tx: Transaction, effect: Effect) -> None:
    stores.lose(tx, effect.what, stores.amount(tx.state, effect.what))


def _place_automaton(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.cards import automatons

    automatons.place(tx, tx.state.card)


def _marker(sign: int) -> Callable[[Transaction, Effect], None]:
    def write(tx: Transaction, effect: Effect) -> None:
        for name in INDICATORS if effect.what == "indicators" else (effect.what,):
            _move(tx, name, sign * effect.count)

    return write


def _move(tx: Transaction, name: str, by: int) -> None:
    """Move a marker along its track, never beyond its ends: the Heat and the Cold marker do not pass each other."""
    state, board = tx.state, tx.state.generator
    if name == "storm":
        if state.storm:
            _storm(tx, state.storm + by)
        return
    least = board.heat if name == "cold" else 1
    most = {"cold": state.last_heat, "heat": board.cold}.get(name, state.last_generator_space)
    was = getattr(board, name)
    now = min(max(was + by, least), most)
    if now != was:
        tx.set_generator(**{name: now})
        tx.tell("marker_moved", T("{marker} on {space}.", marker=MARKERS[name], space=now), marker=name, to=now)


def _storm(tx: Transaction, space: int) -> None:
    """The Storm marker stands on a space; a storm hits only in the Weather Phase (p. 19, 21)."""
    now = min(max(space, 1), ROUNDS)
    tx.set(storm=now)
    tx.tell("marker_moved", T("{marker} on {space}.", marker=MARKERS["storm"], space=now), marker="storm", to=now)


def _storm_gone(tx: Transaction, effect: Effect) -> None:
    tx.set(storm=0)
    tx.tell("storm_gone", T("The Storm marker leaves the game."))


def _trigger(tx: Transaction, effect: Effect) -> None:
    """A Scenario Trigger token is put on a round (p. 33)."""
    space = min(effect.count, ROUNDS)
    tx.set(triggers=tuple(sorted({*tx.state.triggers, space})))
    tx.tell("trigger_placed", T("Put a Scenario Trigger token on round {space}.", space=space), space=space)


# --- cards and the city -----------------------------------------------------------------------------------------------


def _add(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.cards import events

    events.add_to_dusk(tx, effect.what)


def _remove(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.cards import events

    events.remove_from_display(tx, effect.what)


def _tiles(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.city import laying

    laying.place_tiles(tx, **{effect.verb: effect.count})


def _unlock(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.city import laying

    group = tuple(kind for kind, building in BUILDINGS.items() if building.unlocked_by == effect.what)
    for kind in group or (effect.what,):
        laying.unlock(tx, kind)


def _ruin(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.city import laying

    laying.ruin_all(tx, effect.what)


def _scouts(tx: Transaction, effect: Effect) -> None:
    from companion.games.frostpunk.cards import expeditions

    expeditions.move_scouts(tx, effect.count)


# --- choices and conditions -------------------------------------------------------------------------------------------


def open_ways(state: State, effect_words: str) -> tuple[str, ...]:
    """The ways of an `either` that can be chosen, as words: what cannot be paid in full cannot (p. 16)."""
    ways = choices_of(Effect(verb="either", words=effect_words))
    return tuple(way for way in ways if requirement(state, parse(way)) is not False)


def _either(tx: Transaction, effect: Effect) -> None:
    ways = open_ways(tx.state, effect.words)
    if not ways:
        tx.tell("no_way_open", T("None of the ways can be chosen: nothing comes of it."))
    elif len(ways) == 1:
        tx.queue(TASK, words=ways[0])
    else:
        tx.queue(CHOOSE, words=effect.words)


def _if(tx: Transaction, effect: Effect) -> None:
    condition, then = condition_of(effect)
    holds = requirement(tx.state, parse(condition))
    if holds is None:
        tx.queue(JUDGE, of=condition, words=then)
    elif holds:
        tx.queue(TASK, words=then)


def refuse(why: Text | None, rule: str, page: int) -> None:
    """Refuse what cannot be done."""
    if why is not None:
        raise IllegalMove(why, rule=rule, page=page)


def _nothing(tx: Transaction, effect: Effect) -> None:
    """Conditions, what lasts, and where a card goes change nothing by themselves."""


DO: Mapping[str, Callable[[Transaction, Effect], None]] = {
    **{verb: _tokens(verb) for verb in tokens.CHANGES},
    "pay": _tokens("exhaust"),
    "gain": lambda tx, one: stores.gain(tx, one.what, one.count),
    "lose": lambda tx, one: stores.lose(tx, one.what, one.count),
    "lose_all": _lose_all,
    "spend": lambda tx, one: stores.spend(tx, one.what, one.count),
    "sick": _people(people.fall_sick),
    "cure": _people(people.cure),
    "treat": _people(_treat),
    "die": _people(_die),
    "come": _people(people.gain_citizens),
    "leave": _people(people.lose_citizens),
    "sick_any": lambda tx, one: people.sick_any(tx, one.count),
    "cure_any": lambda tx, one: people.cure_any(tx, one.count),
    "treat_any": lambda tx, one: people.treat_any(tx, one.count),
    "die_any": lambda tx, one: people.die_any(tx, one.count),
    "gain_any": lambda tx, one: people.gain_any(tx, one.count),
    "lose_any": lambda tx, one: people.lose_any(tx, one.count),
    "automaton": lambda tx, one: stores.gain(tx, "automatons", one.count),
    "no_automaton": lambda tx, one: stores.lose(tx, "automatons", one.count),
    "place": _place_automaton,
    "forward": _marker(1),
    "back": _marker(-1),
    "storm_to": lambda tx, one: _storm(tx, one.count),
    "storm_gone": _storm_gone,
    "trigger": _trigger,
    "add": _add,
    "remove": _remove,
    "near": _tiles,
    "far": _tiles,
    "build": lambda tx, one: tx.queue("build", one.what),
    "unlock": _unlock,
    "destroy_any": lambda tx, one: tx.queue("destroy"),
    "destroy": lambda tx, one: tx.queue("destroy", one.what),
    "ruin": _ruin,
    "scouts": _scouts,
    "say": lambda tx, one: tx.queue(SAY, words=one.words),
    "either": _either,
    "if": _if,
}
SILENT = ("lasts", "to_display", "to_discard", "out")


def carried_out(tx: Transaction, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Carry out effects in their order up to the first that leaves something to be done; those after it."""
    for at, effect in enumerate(effects):
        if tx.state.ended:
            return ()
        if tx.queued and tx.state.tasks:
            return effects[at:]
        DO.get(effect.verb, _nothing)(tx, effect)
    return ()


def pay(tx: Transaction, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Spend what is to be spent, at once and in full; the effects that are left, without the conditions."""
    for effect in effects:
        if effect.verb == "spend":
            stores.spend(tx, effect.what, effect.count)
    paid = tuple(effect for effect in effects if effect.verb == "pay")
    others = (one for one in effects if one.verb not in ("spend", "pay", *SILENT) and not one.verb.startswith("needs"))
    return (*paid, *others)
