"""What each effect of a card does to the books; what the players have to choose or do becomes a task."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk import people, stores, tokens
from companion.games.frostpunk.cards.effects_needs import about, requirement
from companion.games.frostpunk.cards.effects_parse import Effect, choices_of, condition_of, parse
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import ROUNDS, State

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


def do(ledger: Ledger, effect: Effect) -> None:
    """Carry out one effect."""
    DO[effect.verb](ledger, effect)


def fed_fact(round_: int) -> str:
    """The board fact that says which type of Citizen stands over a round's column."""
    return f"fed_in_round_{round_}"


# --- tokens and people ------------------------------------------------------------------------------------------------


def _tokens(change: str) -> Callable[[Ledger, Effect], None]:
    def write(ledger: Ledger, effect: Effect) -> None:
        track, of = about(effect.what)
        tokens.change(ledger, change, track, effect.count, of)

    return write


def _people(write: Callable[[Ledger, str, int], None]) -> Callable[[Ledger, Effect], None]:
    def for_type(ledger: Ledger, effect: Effect) -> None:
        kind = _type(ledger, effect)
        if kind is not None:
            write(ledger, kind, effect.count)

    return for_type


def _type(ledger: Ledger, effect: Effect) -> str | None:
    """The type that an effect is about; where nobody has said which the current round's is, it is asked first."""
    if effect.what != "current":
        return effect.what
    known = ledger.state.word(fed_fact(ledger.state.round))
    if known is None:
        ledger.add_task(WHO, count=ledger.state.round)
        ledger.add_task(TASK, words=str(effect))
    return known


def _die(ledger: Ledger, kind: str, count: int) -> None:
    for _ in range(count):
        people.die(ledger, kind)


def _treat(ledger: Ledger, kind: str, count: int) -> None:
    people.treat(ledger, kind)


# --- stores and markers -----------------------------------------------------------------------------------------------


def _lose_all(ledger: Ledger, effect: Effect) -> None:
    stores.lose(ledger, effect.what, stores.amount(ledger.state, effect.what))


def _place_automaton(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.cards import automatons

    automatons.place(ledger, ledger.state.card)


def _marker(sign: int) -> Callable[[Ledger, Effect], None]:
    def write(ledger: Ledger, effect: Effect) -> None:
        for name in INDICATORS if effect.what == "indicators" else (effect.what,):
            _move(ledger, name, sign * effect.count)

    return write


def _move(ledger: Ledger, name: str, by: int) -> None:
    """Move a marker along its track, never beyond its ends: the Heat and the Cold marker do not pass each other."""
    state, board = ledger.state, ledger.state.generator
    if name == "storm":
        if state.storm:
            _storm(ledger, state.storm + by)
        return
    least = board.heat if name == "cold" else 1
    most = {"cold": state.last_heat, "heat": board.cold}.get(name, state.last_generator_space)
    was = getattr(board, name)
    now = min(max(was + by, least), most)
    if now != was:
        ledger.set_generator(**{name: now})
        ledger.tell("marker_moved", T("{marker} on {space}.", marker=MARKERS[name], space=now), marker=name, to=now)


def _storm(ledger: Ledger, space: int) -> None:
    """The Storm marker stands on a space; a storm hits only in the Weather Phase (p. 19, 21)."""
    now = min(max(space, 1), ROUNDS)
    ledger.set(storm=now)
    ledger.tell("marker_moved", T("{marker} on {space}.", marker=MARKERS["storm"], space=now), marker="storm", to=now)


def _storm_gone(ledger: Ledger, effect: Effect) -> None:
    ledger.set(storm=0)
    ledger.tell("storm_gone", T("The Storm marker leaves the game."))


def _trigger(ledger: Ledger, effect: Effect) -> None:
    """A Scenario Trigger token is put on a round (p. 33)."""
    space = min(effect.count, ROUNDS)
    ledger.set(triggers=tuple(sorted({*ledger.state.triggers, space})))
    ledger.tell("trigger_placed", T("Put a Scenario Trigger token on round {space}.", space=space), space=space)


# --- cards and the city -----------------------------------------------------------------------------------------------


def _add(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.cards import events

    events.add_to_dusk(ledger, effect.what)


def _remove(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.cards import events

    events.remove_from_display(ledger, effect.what)


def _tiles(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.city import laying

    laying.place_tiles(ledger, **{effect.verb: effect.count})


def _unlock(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.city import laying

    group = tuple(kind for kind, building in BUILDINGS.items() if building.unlocked_by == effect.what)
    for kind in group or (effect.what,):
        laying.unlock(ledger, kind)


def _ruin(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.city import laying

    laying.ruin_all(ledger, effect.what)


def _scouts(ledger: Ledger, effect: Effect) -> None:
    from companion.games.frostpunk.cards import expeditions

    expeditions.move_scouts(ledger, effect.count)


# --- choices and conditions -------------------------------------------------------------------------------------------


def open_ways(state: State, effect_words: str) -> tuple[str, ...]:
    """The ways of an `either` that can be chosen, as words: what cannot be paid in full cannot (p. 16)."""
    ways = choices_of(Effect(verb="either", words=effect_words))
    return tuple(way for way in ways if requirement(state, parse(way)) is not False)


def _either(ledger: Ledger, effect: Effect) -> None:
    ways = open_ways(ledger.state, effect.words)
    if not ways:
        ledger.tell("no_way_open", T("None of the ways can be chosen: nothing comes of it."))
    elif len(ways) == 1:
        ledger.add_task(TASK, words=ways[0])
    else:
        ledger.add_task(CHOOSE, words=effect.words)


def _if(ledger: Ledger, effect: Effect) -> None:
    condition, then = condition_of(effect)
    holds = requirement(ledger.state, parse(condition))
    if holds is None:
        ledger.add_task(JUDGE, of=condition, words=then)
    elif holds:
        ledger.add_task(TASK, words=then)


def refuse(why: Text | None, rule: str, page: int) -> None:
    """Refuse what cannot be done."""
    if why is not None:
        raise IllegalMove(why, rule=rule, page=page)


def _nothing(ledger: Ledger, effect: Effect) -> None:
    """Conditions, what lasts, and where a card goes change nothing by themselves."""


DO: Mapping[str, Callable[[Ledger, Effect], None]] = {
    **{verb: _tokens(verb) for verb in tokens.CHANGES},
    "pay": _tokens("exhaust"),
    "gain": lambda ledger, one: stores.gain(ledger, one.what, one.count),
    "lose": lambda ledger, one: stores.lose(ledger, one.what, one.count),
    "lose_all": _lose_all,
    "spend": lambda ledger, one: stores.spend(ledger, one.what, one.count),
    "sick": _people(people.fall_sick),
    "cure": _people(people.cure),
    "treat": _people(_treat),
    "die": _people(_die),
    "come": _people(people.gain_citizens),
    "leave": _people(people.lose_citizens),
    "sick_any": lambda ledger, one: people.sick_any(ledger, one.count),
    "cure_any": lambda ledger, one: people.cure_any(ledger, one.count),
    "treat_any": lambda ledger, one: people.treat_any(ledger, one.count),
    "die_any": lambda ledger, one: people.die_any(ledger, one.count),
    "gain_any": lambda ledger, one: people.gain_any(ledger, one.count),
    "lose_any": lambda ledger, one: people.lose_any(ledger, one.count),
    "automaton": lambda ledger, one: stores.gain(ledger, "automatons", one.count),
    "no_automaton": lambda ledger, one: stores.lose(ledger, "automatons", one.count),
    "place": _place_automaton,
    "forward": _marker(1),
    "back": _marker(-1),
    "storm_to": lambda ledger, one: _storm(ledger, one.count),
    "storm_gone": _storm_gone,
    "trigger": _trigger,
    "add": _add,
    "remove": _remove,
    "near": _tiles,
    "far": _tiles,
    "build": lambda ledger, one: ledger.add_task("build", one.what),
    "unlock": _unlock,
    "destroy_any": lambda ledger, one: ledger.add_task("destroy"),
    "destroy": lambda ledger, one: ledger.add_task("destroy", one.what),
    "ruin": _ruin,
    "scouts": _scouts,
    "say": lambda ledger, one: ledger.add_task(SAY, words=one.words),
    "either": _either,
    "if": _if,
}
SILENT = ("lasts", "to_display", "to_discard", "out")


def carried_out(ledger: Ledger, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Carry out effects in their order up to the first that leaves something to be done; those after it."""
    for at, effect in enumerate(effects):
        if ledger.state.ended:
            return ()
        if ledger.queued and ledger.state.todo:
            return effects[at:]
        DO.get(effect.verb, _nothing)(ledger, effect)
    return ()


def pay(ledger: Ledger, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Spend what is to be spent, at once and in full; the effects that are left, without the conditions."""
    for effect in effects:
        if effect.verb == "spend":
            stores.spend(ledger, effect.what, effect.count)
    paid = tuple(effect for effect in effects if effect.verb == "pay")
    others = (one for one in effects if one.verb not in ("spend", "pay", *SILENT) and not one.verb.startswith("needs"))
    return (*paid, *others)
