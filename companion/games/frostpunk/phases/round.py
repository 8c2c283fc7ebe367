"""Where the game has got to: the Dawn Phase (rulebook p. 19), the Round board, and what was used this round."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Args, Mark, Note, Panel, Prompt, T, Text, Track, Value, Where, Widget, Words
from companion.games.frostpunk.forms import YES_NO, Settable, asked_in, number_settable, yes_settable
from companion.games.frostpunk.phases import weather
from companion.games.frostpunk.phases.names import PHASES, phase_of
from companion.games.frostpunk.phases.sections import fed_in
from companion.games.frostpunk.phases.steps import enter_phase
from companion.games.frostpunk.setup import scenarios
from companion.games.frostpunk.state import KIND_NAMES, MOST_FOOD, ROUNDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, pick, seat_name, seat_of, usual, whole


def next_leader(state: State) -> int:
    """The seat that gets the Leadership marker: the next one clockwise; alone, the same one."""
    return (state.leader + 1) % len(state.players)


def new_day(tx: Transaction, args: Args) -> None:
    """The Leadership marker goes clockwise to the next player, then the Round marker moves one space forward."""
    require_step(tx.state, "dawn.begin")
    seat, before = next_leader(tx.state), tx.state.leader
    if seat != tx.state.leader:
        tx.set(leader=seat)
        text = T("Leadership marker: {name}.", name=tx.state.players[seat])
        tx.note("leadership_passed", text, seat=seat)
    passed = seat != before
    tx.set(turn=seat)
    begin_round(tx, tx.state.round + 1)
    if passed:
        name, number = tx.state.players[seat], tx.state.round
        both = T("Leadership marker to {name}, Round marker to {number}", name=name, number=number)
        name = tx.first.players[tx.first.leader]
        back = T("Leadership marker to {name}, Round marker to {number}", name=name, number=tx.first.round)
        tx.order("round", both, "round", back)
    tx.go_on()


def begin_round(tx: Transaction, number: int) -> None:
    """A round begins: what belonged to the last one is over."""
    tx.set(round=min(number, ROUNDS), resolved=(), advisor_used=False, card="", played=(), done=())
    tx.tell("round_began", T("Round {number}.", number=tx.state.round), round=tx.state.round)
    tx.order("round", _round_at(tx.state.round), "round", _round_at(tx.first.round))


def _round_at(number: int) -> Text | None:
    return T("Move the Round marker to {number}", number=number) if number else None


def _begin(state: State) -> Prompt:
    number = state.round + 1
    alone = T("Move the Round marker to {number}.", number=number)
    both = T(
        "Pass the Leadership marker to {name}, and move the Round marker to {number}.",
        name=state.players[next_leader(state)],
        number=number,
    )
    return Prompt(
        name="dawn.begin",
        do=alone if len(state.players) == 1 else both,
        more=_more(state, number),
        seat=next_leader(state),
        rule="dawn.leader" if len(state.players) > 1 else "dawn.round",
        offers=(usual("new_day", T("Done")),),
    )


def _more(state: State, number: int) -> Text:
    if state.played:
        return T("First put the Citizen cards that you played in the last Round onto the Citizen discard pile.")
    if number == state.storm:
        return T("The Storm marker on that space does nothing yet: it is dealt with in the Weather Phase.")
    return T("Where you cannot agree on something, the player with the Leadership marker has the final say.")


# --- Round ------------------------------------------------------------------------------------------------------------


def _course(state: State) -> Panel:
    """The Round track with what lies on it, and who leads."""
    leader = T("Leadership marker: {name}.", name=state.players[state.leader])
    widgets: tuple[Widget, ...] = (
        Track(
            label=T("Round"),
            at=state.round,
            first=1,
            last=ROUNDS,
            marks=_marks(state),
            value="round",
            note=_fed(state),
            icon="round",
        ),
        Note(text=leader, rule="dawn.leader"),
    )
    return Panel(name="round", title=T("Round"), widgets=widgets, icon="round")


def _fed(state: State) -> Text | None:
    kind = fed_in(state, state.round)
    return None if kind is None else T("{who} are fed in this Round.", who=KIND_NAMES[kind])


def _marks(state: State) -> tuple[Mark, ...]:
    marks = [
        Mark(at=space, label=T("Scenario Trigger"), icon="trigger") for space in state.triggers if space > state.round
    ]
    marks += [
        Mark(
            at=one.due,
            label=T("Development: {name}", name=one.name) if one.name else T("Development"),
            tone="good",
            icon="development",
        )
        for one in state.technologies
        if one.token == "track" and one.due
    ]
    if state.storm:
        marks.append(Mark(at=state.storm, label=T("Storm marker"), tone="cold", icon="storm"))
    return tuple(sorted(marks, key=lambda mark: mark.at))


def where(state: State) -> Where:
    """Where the game has got to: the round, the phase and whose turn it is."""
    phase = phase_of(state.step)
    names = tuple(PHASES)
    return Where(
        line=_line(state, phase),
        round=state.round,
        rounds=ROUNDS,
        phases=tuple(PHASES.values()),
        phase=names.index(phase) if phase in names else None,
        icon=phase if phase in names else None,
        turn=state.turn if state.step == "action.turn" and not state.ended else None,
    )


def _line(state: State, phase: str) -> Text:
    if state.ended:
        return T("The game is over, in round {round}.", round=state.round)
    if phase == "setup":
        return T("Setting up {scenario}", scenario=scenarios.title(state))
    if phase == "end":
        return T("After the last round")
    return T("Round {round}: {phase}", round=state.round, phase=PHASES[phase])


MOST_STORMS = 2  # p. 22: the second one takes the marker out of the game
MOST_CHARS = 400


def settables(state: State) -> Iterator[Settable]:
    """Where the game has got to."""
    seats = {seat_name(seat): Text("{name}", {"name": name}) for seat, name in enumerate(state.players)}
    yield Settable(whole("round", T("Round"), ROUNDS, at_least=1), state.round, _put_round)
    phase = phase_of(state.step)
    yield Settable(pick("phase", T("Phase"), _phases(phase)), phase, _put_phase)
    yield Settable(pick("leader", T("Leadership marker"), seats), seat_name(state.leader), _put_seat("leader"))
    yield Settable(pick("turn", T("Whose turn it is"), seats), seat_name(state.turn), _put_seat("turn"))
    yield number_settable(state, "storm", T("Storm marker, 0 when it has left the game"), ROUNDS)
    yield number_settable(state, "storms", T("Storms so far"), MOST_STORMS)
    yield _weather(state)
    now = min(MOST_FOOD, weather.symbols(state))
    yield Settable(whole("hunting", T("Hunting symbols"), MOST_FOOD), now, _put_hunting)
    yield from _used(state)


def _phases(now: str) -> dict[str, Text]:
    others = {"setup": T("Setup"), "end": T("After the last round")}
    return {**({now: others[now]} if now in others else {}), **PHASES}


def _put_round(tx: Transaction, value: Value) -> None:
    if value != tx.state.round:
        begin_round(tx, int(value))


def _put_phase(tx: Transaction, value: Value) -> None:
    """A phase set by hand begins at its first step; what was under way is dropped."""
    phase = str(value)
    if phase in PHASES and phase != phase_of(tx.state.step):
        tx.set(tasks=(), onward=False, storm_spaces=0)
        tx.set_generator(to_drop=0, fell=0, broken=False)
        enter_phase(tx, phase)


def _put_seat(name: str) -> Callable[[Transaction, Value], None]:
    return lambda tx, value: tx.set(**{name: seat_of(str(value))})


def _weather(state: State) -> Settable:
    """The Weather cards on the discard pile, so that the others are offered first."""

    def put(tx: Transaction, value: Value) -> None:
        names = (" ".join(one.split()) for one in str(value).split(","))
        tx.set(weather=tuple(dict.fromkeys(name for name in names if name)))

    now = ", ".join(name for name in state.weather if name)
    label = T("Weather cards drawn, with commas between them")
    return Settable(Words(name="weather", label=label, at_most_chars=MOST_CHARS, usual=now), now, put)


def _put_hunting(tx: Transaction, value: Value) -> None:
    weather.count_symbols(tx, int(value))


def _used(state: State) -> Iterator[Settable]:
    """What may be used once a round or once a game, and was."""
    yield yes_settable(state, "advisor_used", T("An Advisor was used this round"))
    for seat in range(len(state.players)):
        yield _played(state, seat)
    yield _names(state, "done", T("Special Actions done this round, with commas between them"))
    yield _names(state, "once", T("Special Actions done for good, with commas between them"))


def _played(state: State, seat: int) -> Settable:
    def put(tx: Transaction, value: Value) -> None:
        others = tuple(one for one in tx.state.played if one != seat)
        played = (*others, seat) if value == "yes" else others
        tx.set(played=played, played_cards=tx.state.played_cards if played else ())

    label = T("{name} played a Citizen card this round", name=Text("{name}", {"name": state.players[seat]}))
    ask = pick(f"played{seat + 1}", label, YES_NO)
    return Settable(ask, "yes" if seat in state.played else "no", put)


def _names(state: State, field: str, label: Text) -> Settable:
    now = ", ".join(getattr(state, field))
    return Settable(Words(name=field, label=label, at_most_chars=MOST_CHARS, usual=now), now, _put_used(field))


def _put_used(field: str) -> Callable[[Transaction, Value], None]:
    def put(tx: Transaction, value: Value) -> None:
        names = (" ".join(one.split()) for one in str(value).split(","))
        tx.set(**{field: tuple(dict.fromkeys(name for name in names if name))})

    return put


MODULE: GameModule[State, Transaction] = GameModule(
    name="round",
    moves={
        "new_day": action(new_day, T("A new round")),
    },
    prompts=asked_in(
        {
            "dawn.begin": _begin,
        }
    ),
    panels=lambda state: (_course(state),),
    settables=settables,
)
