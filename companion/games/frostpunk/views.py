"""What the phones show of a game: the boards as panels."""

from __future__ import annotations

from companion.games.frostpunk.dangers import dangers
from companion.games.frostpunk.state import (
    HUNGER_SIDE,
    KIND_NAMES,
    KINDS,
    LOSING_HUNGER,
    LOSING_SICK,
    MOST_CITIZENS,
    MOST_FOOD,
    MOST_HUNGER,
    MOST_TOKENS,
    ROUNDS,
    SMALL_SPACES,
    TOKEN_NAMES,
    State,
)
from companion.games.frostpunk.steps import PHASES, phase_of
from companion.text import N, T, Text
from companion.view import CardList, CardRow, Counter, Mark, Note, Panel, Token, TokenRow, Track, View, Where, Widget


def view(state: State) -> View:
    """Where we are, then the boards; the Generator first, for it changes most."""
    panels = [_generator(state), _stores(state), _people(state), _mood(state), _round(state)]
    warnings = dangers(state)
    if warnings:
        panels.insert(0, Panel(name="dangers", title=T("Danger"), widgets=warnings))
    return View(where=_where(state), panels=tuple(panels))


def _where(state: State) -> Where:
    phase = phase_of(state.step)
    names = tuple(PHASES)
    return Where(
        line=_line(state, phase),
        round=state.round,
        rounds=ROUNDS,
        phases=tuple(PHASES.values()),
        phase=names.index(phase) if phase in names else None,
        turn=state.turn if state.step == "action.turn" and not state.ended else None,
    )


def _line(state: State, phase: str) -> Text:
    if state.ended:
        return T("The game is over, in round {round}.", round=state.round)
    if phase == "setup":
        return T("Setting up A New Home")
    if phase == "end":
        return T("After the last round")
    return T("Round {round}, {phase} Phase", round=state.round, phase=PHASES[phase])


def _generator(state: State) -> Panel:
    board = state.generator
    heat = Track(
        label=T("Heat, overheated") if board.overheated else T("Heat"),
        at=board.heat,
        first=1,
        last=state.fact("heat_spaces") or board.cold,
        marks=(Mark(at=board.cold, label=T("Cold marker"), tone="cold"),),
        tone="danger" if board.overheated else "warm",
        value="heat",
        note=None
        if state.fact("heat_spaces")
        else T("Shown up to the Cold marker: the length of the track is not known yet."),
    )
    over = board.stress - SMALL_SPACES
    stress = Track(
        label=T("Stress"),
        at=min(board.stress, SMALL_SPACES),
        first=0,
        last=SMALL_SPACES,
        marks=(Mark(at=SMALL_SPACES, label=T("Last small space"), tone="danger"),),
        tone="danger" if board.stress >= SMALL_SPACES - 1 else "plain",
        value="stress",
        note=N("{n} cube on the overflow space.", "{n} cubes on the overflow space.", over) if over > 0 else None,
    )
    waiting = N("{n} of them lies in the drawer.", "{n} of them lie in the drawer.", board.waiting)
    inside = Counter(
        label=T("Cubes inside"), count=board.inside, value="inside", note=waiting if board.waiting else None
    )
    indicators = (
        Counter(label=T("Red indicator"), count=board.red, value="red"),
        Counter(label=T("Orange indicator"), count=board.orange, value="orange"),
        Counter(label=T("Yellow indicator"), count=board.yellow, value="yellow"),
    )
    cold = Counter(label=T("Cold marker"), count=board.cold, value="cold", tone="cold")
    return Panel(name="generator", title=T("Generator"), widgets=(heat, stress, inside, cold, *indicators))


def _stores(state: State) -> Panel:
    flipped = T("The marker shows its 25+ side, on {space}.", space=state.hunger - HUNGER_SIDE)
    return Panel(
        name="stores",
        title=T("Supply"),
        widgets=(
            Counter(label=T("Coal"), count=state.coal, value="coal", tone="danger" if not state.coal else "plain"),
            Counter(label=T("Wood"), count=state.wood, value="wood"),
            Counter(label=T("Steam Cores"), count=state.steam_cores, value="steam_cores"),
            Track(label=T("Food"), at=state.food, first=0, last=MOST_FOOD, value="food", tone="good"),
            Track(
                label=T("Hunger"),
                at=state.hunger,
                first=0,
                last=MOST_HUNGER,
                marks=(Mark(at=LOSING_HUNGER, label=T("Loss, if left after paying,"), tone="danger"),),
                value="hunger",
                tone="danger" if state.hunger >= LOSING_HUNGER else "plain",
                note=flipped if state.hunger > HUNGER_SIDE else None,
            ),
        ),
    )


def _people(state: State) -> Panel:
    widgets: list[Widget] = []
    for kind in KINDS:
        group, who = state.group(kind), KIND_NAMES[kind]
        widgets.append(Track(label=who, at=group.citizens, first=0, last=MOST_CITIZENS, value=kind))
        widgets.append(
            Counter(
                label=T("{who}: sick", who=who),
                count=group.sick,
                of=group.citizens,
                tone="danger" if group.grave or group.sick >= LOSING_SICK - 2 else "cold",
                value=f"{kind}_sick",
                note=T("One is gravely ill: the marker shows its Skull side.") if group.grave else None,
            )
        )
        if group.spent:
            widgets.append(
                Counter(label=T("{who}: Spent tokens", who=KIND_NAMES[kind]), count=group.spent, value=f"{kind}_spent")
            )
    widgets.append(Counter(label=T("Corpses"), count=state.corpses, of=state.fact("corpse_last"), value="corpses"))
    return Panel(name="people", title=T("People"), widgets=tuple(widgets))


def _mood(state: State) -> Panel:
    rows = tuple(
        TokenRow(
            label=label,
            tokens=(*(Token(label=TOKEN_NAMES[token.kind], lit=token.active, tone=tone) for token in tokens.row),),
            places=MOST_TOKENS,
        )
        for label, tokens, tone in (
            (T("Hope"), state.hope, "good"),
            (T("Discontent"), state.discontent, "danger"),
        )
    )
    return Panel(name="mood", title=T("Hope and Discontent"), widgets=rows)


def _round(state: State) -> Panel:
    marks = [Mark(at=space, label=T("Scenario Trigger")) for space in state.triggers if space > state.round]
    if state.storm:
        marks.append(Mark(at=state.storm, label=T("Storm marker"), tone="cold"))
    leader = T("{name} has the Leadership marker.", name=state.players[state.leader])
    widgets: list[Widget] = [
        Track(label=T("Round"), at=state.round, first=1, last=ROUNDS, marks=tuple(marks), value="round"),
        Note(text=leader, rule="dawn.leader"),
        Counter(label=T("Social Disputes left"), count=state.dusk.disputes),
    ]
    if state.display:
        rows = tuple(CardRow(code=code, label=Text(code)) for code in state.display)
        widgets.append(CardList(label=T("Event display"), cards=rows))
    return Panel(name="round", title=T("Round"), widgets=tuple(widgets))
