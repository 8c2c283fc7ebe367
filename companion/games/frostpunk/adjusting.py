"""Corrections by hand: every value that the boards show can be set to what the table says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.game import Adjustable, Ask, IllegalMove, Outcome, Pick, Value, Whole
from companion.games.frostpunk.asking import pick, seat_name, seat_of, whole
from companion.games.frostpunk.dawn import begin_round
from companion.games.frostpunk.endings import check_boards
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.moves import settle
from companion.games.frostpunk.state import (
    KIND_NAMES,
    KINDS,
    MOST_CITIZENS,
    MOST_CUBES_INSIDE,
    MOST_FOOD,
    MOST_HUNGER,
    MOST_RESOURCES,
    MOST_TOKENS,
    ROUNDS,
    SPENT_TOKENS,
    UNTOLD,
    State,
    Token,
)
from companion.games.frostpunk.steps import PHASES, enter_phase, phase_of
from companion.games.frostpunk.tokens import TRACK_NAMES
from companion.text import T, Text

YES_NO = {"no": T("No"), "yes": T("Yes")}


@dataclass(frozen=True)
class Knob:
    """A value that can be set: what is asked, what it is now, and how it is put into the books."""

    ask: Ask
    now: Value
    put: Callable[[Ledger, Value], None]


def adjustables(state: State) -> tuple[Adjustable, ...]:
    """Every value that can be set by hand, with its limits as they are now."""
    return tuple(Adjustable(ask=knob.ask, now=knob.now) for knob in _knobs(state))


def correct(state: State, name: str, value: Value) -> Outcome[State]:
    """Set a value to what the board says."""
    knob = next((knob for knob in _knobs(state) if knob.ask.name == name), None)
    if knob is None:
        raise IllegalMove(T("There is nothing of that name to set."))
    _refuse(knob.ask, value)
    ledger = Ledger(state)
    ledger.note("corrected", T("{what} was set by hand.", what=knob.ask.label), what=name, to=value)
    knob.put(ledger, value)
    check_boards(ledger)
    settle(ledger)
    return ledger.outcome()


def _refuse(ask: Ask, value: Value) -> None:
    if isinstance(ask, Whole) and not (isinstance(value, int) and ask.at_least <= value <= ask.at_most):
        raise IllegalMove(
            T("{what} can be from {least} to {most}.", what=ask.label, least=ask.at_least, most=ask.at_most)
        )
    if isinstance(ask, Pick) and value not in {choice.value for choice in ask.choices}:
        raise IllegalMove(T("{what}: choose one of the answers.", what=ask.label))


def _knobs(state: State) -> Iterator[Knob]:
    yield from _stores(state)
    yield from _generator(state)
    for kind in KINDS:
        yield from _group(state, kind)
    for about in TRACK_NAMES:
        yield from _tokens(state, about)
    yield from _course(state)


def _number(state: State, name: str, label: Text, at_most: int, at_least: int = 0) -> Knob:
    return Knob(
        whole(name, label, at_most, at_least=at_least),
        getattr(state, name),
        lambda ledger, value: ledger.set(**{name: value}),
    )


def _stores(state: State) -> Iterator[Knob]:
    yield _number(state, "coal", T("Coal"), MOST_RESOURCES)
    yield _number(state, "wood", T("Wood"), MOST_RESOURCES)
    yield _number(state, "steam_cores", T("Steam Cores"), MOST_RESOURCES)
    yield _number(state, "food", T("Food"), MOST_FOOD)
    yield _number(state, "hunger", T("Hunger"), MOST_HUNGER)
    yield _number(state, "corpses", T("Corpses"), max(state.fact("corpse_last") or MOST_RESOURCES, state.corpses))


def _generator(state: State) -> Iterator[Knob]:
    board = state.generator
    limits = {
        "heat": (T("Heat marker"), 1, board.cold),
        "cold": (T("Cold marker"), board.heat, state.last_heat),
        "red": (T("Red indicator"), 1, state.last_generator_space),
        "orange": (T("Orange indicator"), 1, state.last_generator_space),
        "yellow": (T("Yellow indicator"), 1, state.last_generator_space),
        "stress": (T("Stress cubes"), 0, MOST_CUBES_INSIDE),
        "inside": (T("Cubes inside the Generator"), max(board.waiting, board.fell), MOST_CUBES_INSIDE),
        "waiting": (T("Cubes left in the drawer"), 0, board.inside),
    }
    for name, (label, least, most) in limits.items():
        yield Knob(whole(name, label, most, at_least=least), getattr(board, name), _generator_put(name))
    for name, label in (("overheated", T("Heat marker overheated")), ("upgraded", T("Generator Upgrade in"))):
        yield Knob(pick(name, label, YES_NO), "yes" if getattr(board, name) else "no", _generator_put(name))


def _generator_put(name: str) -> Callable[[Ledger, Value], None]:
    return lambda ledger, value: ledger.set_generator(**{name: value == "yes" if isinstance(value, str) else value})


def _group(state: State, kind: str) -> Iterator[Knob]:
    group, who = state.group(kind), KIND_NAMES[kind]

    def put(field: str) -> Callable[[Ledger, Value], None]:
        return lambda ledger, value: ledger.set_group(kind, **{field: value})

    def put_citizens(ledger: Ledger, value: Value) -> None:
        ledger.set_group(kind, citizens=value, sick=min(ledger.state.group(kind).sick, int(value)))

    def put_grave(ledger: Ledger, value: Value) -> None:
        ledger.set_group(kind, grave=value == "yes")

    yield Knob(whole(kind, who, MOST_CITIZENS), group.citizens, put_citizens)
    yield Knob(whole(f"{kind}_sick", T("{who}: sick", who=who), group.citizens), group.sick, put("sick"))
    grave = pick(f"{kind}_grave", T("{who}: gravely ill, Skull side", who=who), YES_NO)
    yield Knob(grave, "yes" if group.grave else "no", put_grave)
    yield Knob(whole(f"{kind}_spent", T("{who}: Spent tokens", who=who), SPENT_TOKENS), group.spent, put("spent"))


def _tokens(state: State, about: str) -> Iterator[Knob]:
    tokens, track = state.tokens(about), TRACK_NAMES[about]

    def put(side: bool) -> Callable[[Ledger, Value], None]:
        def write(ledger: Ledger, value: Value) -> None:
            same = [token for token in tokens.row if token.active == side][: int(value)]
            new = [Token(kind=UNTOLD, active=side)] * (int(value) - len(same))
            ledger.set_row(about, (*(token for token in tokens.row if token.active != side), *same, *new))

        return write

    active = whole(f"{about}_active", T("{track}: active tokens", track=track), MOST_TOKENS - tokens.exhausted)
    exhausted = whole(f"{about}_exhausted", T("{track}: exhausted tokens", track=track), MOST_TOKENS - tokens.active)
    yield Knob(active, tokens.active, put(True))
    yield Knob(exhausted, tokens.exhausted, put(False))


def _course(state: State) -> Iterator[Knob]:
    seats = {seat_name(seat): Text(name) for seat, name in enumerate(state.players)}
    yield Knob(
        whole("round", T("Round"), ROUNDS, at_least=1), state.round, lambda ledger, value: _put_round(ledger, value)
    )
    phase = phase_of(state.step)
    yield Knob(pick("phase", T("Phase"), _phases(phase)), phase, _put_phase)
    yield Knob(pick("leader", T("Leadership marker"), seats), seat_name(state.leader), _put_seat("leader"))
    yield Knob(pick("turn", T("Whose turn it is"), seats), seat_name(state.turn), _put_seat("turn"))
    yield _number(state, "storm", T("Storm marker, 0 when it has left the game"), ROUNDS)
    yield _number(state, "storms", T("Storms so far"), 2)


def _phases(now: str) -> dict[str, Text]:
    others = {"setup": T("Setup"), "end": T("After the last round")}
    return {**({now: others[now]} if now in others else {}), **PHASES}


def _put_round(ledger: Ledger, value: Value) -> None:
    if value != ledger.state.round:
        begin_round(ledger, int(value))


def _put_phase(ledger: Ledger, value: Value) -> None:
    """A phase set by hand begins at its first step; what was under way is dropped."""
    phase = str(value)
    if phase in PHASES and phase != phase_of(ledger.state.step):
        ledger.set(todo=(), onward=False)
        ledger.set_generator(to_drop=0, fell=0, drawer_out=False, broken=False)
        enter_phase(ledger, phase)


def _put_seat(name: str) -> Callable[[Ledger, Value], None]:
    return lambda ledger, value: ledger.set(**{name: seat_of(str(value))})
