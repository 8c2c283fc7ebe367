"""What a card does, in the companion's own words (docs/games/frostpunk-words.md): judged, paid for and carried out.

hope +1; discontent -2; care +1        Hope, Discontent, or one type of token (rulebook p. 17)
activate hope 2; exhaust anger; discard hope; activate all hope; spend care
gain food 3; lose wood 2; spend coal 1; stress +3; corpses -1; lose all food
sick 2; sick workers; cure 3; treat 1; die; die children; die current
people +3; workers +2; engineers -1; automaton +1; place automaton
cold +1; red +1; indicators +1; storm -2; storm to 12; trigger 7
add D045; remove M012; near 1; far 1; build sawmill free; unlock faith; destroy; ruin tent; scouts 2
if active care: cure 2 & hope +1; either lose food 2 | discontent +1
needs active care; needs hope 3; needs coal 2; needs law L05; needs "own words"
lasts children act; to display; to discard; out; say anything else
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from companion.api import IllegalMove, T, Text
from companion.games.frostpunk import automatons, supply
from companion.games.frostpunk.cards import dusk, effect_texts, expeditions
from companion.games.frostpunk.cards.effect_language import (
    LANGUAGE,
    PLACES,
    Effect,
    choices_of,
    condition_of,
    parse,
)
from companion.games.frostpunk.cards.effect_texts import MARKER_NAMES, say
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.people import health, tokens
from companion.games.frostpunk.state import KINDS, ROUNDS, UNTOLD, State
from companion.games.frostpunk.supply import amount, can_spend
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.card_language import join


def requirement_of(state: State, effects: Iterable[Effect]) -> bool | None:
    """Whether every condition holds and all that is to be spent is there; None where only the players can say."""
    wanted = tuple(effects)
    answers = [NEEDS[one.verb](state, one) for one in wanted if one.verb in NEEDS]
    if False in answers or unpaid(state, wanted) is not None or unexhausted(state, wanted) is not None:
        return False
    return None if None in answers else True


def unpaid(state: State, effects: Iterable[Effect]) -> Text | None:
    """Why what is to be spent cannot be spent in full, all together (p. 16); None where it can."""
    stores: Counter[str] = Counter()
    for effect in effects:
        if effect.verb == "spend":
            stores[effect.what] += effect.count
    return can_spend(state, stores)


def unexhausted(state: State, effects: Iterable[Effect]) -> Text | None:
    """Why the tokens that have to be exhausted cannot be (p. 17); None where they can."""
    needed: Counter[str] = Counter()
    for effect in effects:
        if effect.verb == "pay":
            needed[effect.what] += effect.count
            needed[about(effect.what)[0]] += effect.count if effect.what not in tokens.TYPES else 0
    for what, count in needed.items():
        if _enough(state, what, count, active=True) is False:
            return T("There are not enough active tokens for that: {kind}.", kind=_called(state, what))
    return None


def unmet(state: State, effects: Iterable[Effect]) -> Text | None:
    """The first condition that does not hold, in words; None where none fails."""
    for effect in effects:
        if effect.verb in NEEDS and NEEDS[effect.verb](state, effect) is False:
            return T("This cannot be done now. It needs: {needs}.", needs=say(state, effect))
    return None


def about(what: str) -> tuple[str, str]:
    """The track of a token word, and the type where it names one."""
    return (what, "") if what in tokens.TYPES else (tokens.track_of(what), what)


def total(state: State, what: str) -> int:
    """How much there is of something that is counted."""
    counts: Mapping[str, Callable[[], int]] = {
        "automaton": lambda: state.automatons,
        "people": lambda: sum(state.group(kind).citizens for kind in KINDS),
        "sick": lambda: sum(state.group(kind).sick for kind in KINDS),
        "round": lambda: state.round,
        "laws": lambda: len(state.laws.passed),
    }
    return counts[what]() if what in counts else amount(state, what)


def _called(state: State, what: str) -> Text:
    return tokens.TRACK_NAMES[what] if what in tokens.TYPES else tokens.token_name(state, what)


def _enough(state: State, what: str, count: int, active: bool | None) -> bool | None:
    """Whether so many tokens lie there on that side (None: on either); None where untold ones may be of the type."""
    track, kind = about(what)
    lying = [token.kind for token in state.tokens(track).row if active is None or token.active == active]
    sure = sum(not kind or one == kind for one in lying)
    unsure = sum(one == UNTOLD for one in lying) if kind in tokens.nameable(state, track) else 0
    return True if sure >= count else None if sure + unsure >= count else False


def _stands(state: State, kind: str) -> bool:
    return any(building.kind == kind and not building.ruin for building in state.city.buildings)


NEEDS: Mapping[str, Callable[[State, Effect], bool | None]] = {
    "needs_active": lambda state, one: _enough(state, one.what, one.count, active=True),
    "needs_exhausted": lambda state, one: _enough(state, one.what, one.count, active=False),
    "needs_tokens": lambda state, one: _enough(state, one.what, one.count, active=None),
    "needs_law": lambda state, one: one.what in state.laws.passed,
    "needs_no_law": lambda state, one: one.what not in state.laws.passed,
    "needs_building": lambda state, one: _stands(state, one.what),
    "needs_no_building": lambda state, one: not _stands(state, one.what),
    "needs": lambda state, one: total(state, one.what) >= one.count,
    "needs_most": lambda state, one: total(state, one.what) <= one.count,
    "needs_none": lambda state, one: total(state, one.what) == 0,
    "needs_words": lambda state, one: None,
}
EFFECTS = "effects"  # `words` are effects that wait for the tasks before them
SAY = "instruction"  # `words` are done at the table
CHOOSE = "either"  # one of the ways in `words` is chosen
JUDGE = "judge"  # `of` is a condition that only the players can judge, `words` depend on it
WHO = "who_is_fed"  # the type of Citizen of round `count` is to be told
INDICATORS = ("red", "orange", "yellow")
MARKER_ICONS = {"cold": "cold", "heat": "heat", "storm": "storm", **dict.fromkeys(INDICATORS, "indicator")}


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
        tx.queue(EFFECTS, words=str(effect))
    return known


def _die(tx: Transaction, kind: str, count: int) -> None:
    for _ in range(count):
        health.die(tx, kind)


def _treat(tx: Transaction, kind: str, count: int) -> None:
    health.treat(tx, kind)


# --- stores and markers -----------------------------------------------------------------------------------------------


def _lose_all(tx: Transaction, effect: Effect) -> None:
    supply.lose(tx, effect.what, supply.amount(tx.state, effect.what))


def _place_automaton(tx: Transaction, effect: Effect) -> None:
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
        tx.tell("marker_moved", T("{marker} on {space}.", marker=MARKER_NAMES[name], space=now), marker=name, to=now)
        back = _to(name, getattr(tx.first.generator, name))
        tx.order(name, _to(name, now), MARKER_ICONS[name], back, pieces=(name,))


def _to(marker: str, space: int) -> Text | None:
    return T("{marker} to {space}", marker=MARKER_NAMES[marker], space=space) if space else None


def _storm(tx: Transaction, space: int) -> None:
    """The Storm marker stands on a space; a storm hits only in the Weather Phase (p. 19, 21)."""
    now = min(max(space, 1), ROUNDS)
    tx.set(storm=now)
    tx.tell("marker_moved", T("{marker} on {space}.", marker=MARKER_NAMES["storm"], space=now), marker="storm", to=now)
    tx.order("storm", _to("storm", now), MARKER_ICONS["storm"], _to("storm", tx.first.storm), pieces=("storm",))


def _storm_gone(tx: Transaction, effect: Effect) -> None:
    tx.set(storm=0)
    tx.tell("storm_gone", T("The Storm marker leaves the game."))
    tx.order("storm", T("Put the Storm marker into the box"), "storm", _to("storm", tx.first.storm))


def _trigger(tx: Transaction, effect: Effect) -> None:
    """A Scenario Trigger token is put on a round (p. 33)."""
    space = min(effect.count, ROUNDS)
    tx.set(triggers=tuple(sorted({*tx.state.triggers, space})))
    tx.tell("trigger_placed", T("Put a Scenario Trigger token on round {space}.", space=space), space=space)
    tx.todo(T("Put a Scenario Trigger token on round {space}", space=space), "trigger")


# --- cards and the city -----------------------------------------------------------------------------------------------


def _add(tx: Transaction, effect: Effect) -> None:
    dusk.add(tx, effect.what)


def _remove(tx: Transaction, effect: Effect) -> None:
    dusk.remove_from_display(tx, effect.what)


def _tiles(tx: Transaction, effect: Effect) -> None:
    ground.place_tiles(tx, **{effect.verb: effect.count})


def _unlock(tx: Transaction, effect: Effect) -> None:
    group = tuple(kind for kind, building in BUILDINGS.items() if building.unlocked_by == effect.what)
    for kind in group or (effect.what,):
        construction.unlock(tx, kind)


def _ruin(tx: Transaction, effect: Effect) -> None:
    construction.ruin_all(tx, effect.what)


def _scouts(tx: Transaction, effect: Effect) -> None:
    expeditions.move_scouts(tx, effect.count)


# --- choices and conditions -------------------------------------------------------------------------------------------


def open_ways(state: State, effect_words: str) -> tuple[str, ...]:
    """The ways of an `either` that can be chosen, as words: what cannot be paid in full cannot (p. 16)."""
    ways = choices_of(Effect(verb="either", words=effect_words))
    return tuple(way for way in ways if requirement_of(state, parse(way)) is not False)


def _either(tx: Transaction, effect: Effect) -> None:
    ways = open_ways(tx.state, effect.words)
    if not ways:
        tx.tell("no_way_open", T("None of the ways can be chosen: nothing comes of it."))
    elif len(ways) == 1:
        tx.queue(EFFECTS, words=ways[0])
    else:
        tx.queue(CHOOSE, words=effect.words)


def _if(tx: Transaction, effect: Effect) -> None:
    condition, then = condition_of(effect)
    holds = requirement_of(tx.state, parse(condition))
    if holds is None:
        tx.queue(JUDGE, of=condition, words=then)
    elif holds:
        tx.queue(EFFECTS, words=then)


def refuse(why: Text | None, rule: str, page: int) -> None:
    """Refuse what cannot be done."""
    if why is not None:
        raise IllegalMove(why, rule=rule, page=page)


def _nothing(tx: Transaction, effect: Effect) -> None:
    """Conditions, what lasts, and where a card goes change nothing by themselves."""


DO: Mapping[str, Callable[[Transaction, Effect], None]] = {
    **{verb: _tokens(verb) for verb in tokens.CHANGES},
    "pay": _tokens("exhaust"),
    "gain": lambda tx, one: supply.gain(tx, one.what, one.count),
    "lose": lambda tx, one: supply.lose(tx, one.what, one.count),
    "lose_all": _lose_all,
    "spend": lambda tx, one: supply.spend(tx, one.what, one.count),
    "sick": _people(health.fall_sick),
    "cure": _people(health.cure),
    "treat": _people(_treat),
    "die": _people(_die),
    "come": _people(health.gain_citizens),
    "leave": _people(health.lose_citizens),
    "sick_any": lambda tx, one: health.sick_any(tx, one.count),
    "cure_any": lambda tx, one: health.cure_any(tx, one.count),
    "treat_any": lambda tx, one: health.treat_any(tx, one.count),
    "die_any": lambda tx, one: health.die_any(tx, one.count),
    "gain_any": lambda tx, one: health.gain_any(tx, one.count),
    "lose_any": lambda tx, one: health.lose_any(tx, one.count),
    "automaton": lambda tx, one: supply.gain(tx, "automatons", one.count),
    "no_automaton": lambda tx, one: supply.lose(tx, "automatons", one.count),
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
            supply.spend(tx, effect.what, effect.count)
    paid = tuple(effect for effect in effects if effect.verb == "pay")
    others = (one for one in effects if one.verb not in ("spend", "pay", *SILENT) and not one.verb.startswith("needs"))
    return (*paid, *others)


def requirement(state: State, words: str) -> bool | None:
    """Whether every condition holds and all that is to be spent is there; None where only the players can say."""
    return requirement_of(state, LANGUAGE.understood(words))


def describe(words: str, state: State | None = None) -> Text:
    """The effects in readable words; with a state, in the names that the owner has given."""
    return effect_texts.describe(LANGUAGE.understood(words), state)


def placement(words: str) -> str | None:
    """Where the words put the card: `display`, `discard`, `out`, or None where they do not say."""
    return next((PLACES[one.verb] for one in LANGUAGE.understood(words) if one.verb in PLACES), None)


def lasting(words: str) -> tuple[str, ...]:
    """The modifiers that the words put in force while the card lies where it lies."""
    return tuple(one.words for one in LANGUAGE.understood(words) if one.verb == "lasts")


def carry_out(tx: Transaction, words: str, *, aloud: bool = True) -> None:
    """Carry out effects in their order; what the players choose or do becomes a task, and what follows it waits.

    Refused as a whole where a condition fails or something cannot be spent in full (p. 16, 19); what is spent is spent
    first. All that changes is told aloud, unless somebody has just entered it.
    """
    since = len(tx.facts)
    effects = LANGUAGE.understood(words)
    refuse(unmet(tx.state, effects), "events.options", 19)
    refuse(unpaid(tx.state, effects), "spend.lose", 16)
    refuse(unexhausted(tx.state, effects), "hope.flip", 17)
    _go(tx, pay(tx, effects))
    if aloud:
        tx.speak_up(since)


def settle(tx: Transaction) -> bool:
    """Carry out the effects that waited, when they have come to the head of the list; True where that was done."""
    task = tx.at_head(EFFECTS)
    if task is None:
        return False
    tx.drop_task()
    try:
        carry_out(tx, task.words)
    except IllegalMove as refused:  # what was possible is so no longer: the players see to it
        tx.tell("effects_refused", refused.text)
        tx.queue(SAY, words=str(describe(task.words, tx.state)))
    return True


def _go(tx: Transaction, effects: tuple[Effect, ...]) -> None:
    rest = carried_out(tx, effects)
    if rest and not tx.state.ended:
        tx.queue(EFFECTS, words=join(rest))
