"""The boards beside the map as panels: Generator, Supply, Population, Hope and Discontent, Round."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.text import N, T, Text
from companion.api.view import Counter, Mark, Note, Panel, Token, TokenRow, Track, Widget
from companion.games.frostpunk.freezing import icons_at
from companion.games.frostpunk.sections import dies_of_hunger, fed_in, section
from companion.games.frostpunk.spelling import citizens, suffering
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
    QUIET_SICK,
    ROUNDS,
    SMALL_SPACES,
    State,
)
from companion.games.frostpunk.steps import cubes_at
from companion.games.frostpunk.tokens import token_name

# --- Generator --------------------------------------------------------------------------------------------------------


def _generator(state: State) -> Panel:
    """The Heat, Stress and Generator tracks, and the tower."""
    board = state.generator
    waiting = N("{n} of them lies in the drawer.", "{n} of them lie in the drawer.", board.waiting)
    inside = Counter(
        label=T("Cubes inside"), count=board.inside, value="inside", note=waiting if board.waiting else None
    )
    upgraded = (Note(text=T("The Generator Upgrade is in.")),) if board.upgraded else ()
    widgets = (_heat(state), _stress(state), inside, *_indicators(state), *upgraded)
    return Panel(name="generator", title=T("Generator"), widgets=widgets)


def _heat(state: State) -> Track:
    board = state.generator
    return Track(
        label=T("Heat, overheated") if board.overheated else T("Heat"),
        at=board.heat,
        first=1,
        last=state.fact("heat_spaces") or board.cold,
        marks=(Mark(at=board.cold, label=T("Cold marker"), tone="cold"),),
        tone="danger" if board.overheated else "warm",
        value="heat",
        note=_heat_note(state),
    )


def _heat_note(state: State) -> Text | None:
    """What the next stress check would bring from here, as far as it is known."""
    cubes, icons = cubes_at(state, state.generator.heat), icons_at(state, state.generator.heat)
    if icons is not None and any(icons.values()):
        return T("Between the markers, as they stand, these fall sick: {who}.", who=citizens(icons))
    if cubes is not None:
        return N("This space shows {n} cube.", "This space shows {n} cubes.", cubes)
    if state.fact("heat_spaces") is None:
        return T("Shown up to the Cold marker: the length of the track is not known yet.")
    return None


def _stress(state: State) -> Track:
    board = state.generator
    over = board.stress - SMALL_SPACES
    return Track(
        label=T("Stress"),
        at=min(board.stress, SMALL_SPACES),
        first=0,
        last=SMALL_SPACES,
        marks=(Mark(at=SMALL_SPACES, label=T("Last small space"), tone="danger"),),
        tone="danger" if board.stress >= SMALL_SPACES - 1 else "plain",
        value="stress",
        note=N("{n} cube on the overflow space.", "{n} cubes on the overflow space.", over) if over > 0 else None,
    )


def _indicators(state: State) -> tuple[Widget, ...]:
    board = state.generator
    return (
        Counter(label=T("Cold marker"), count=board.cold, value="cold", tone="cold"),
        Counter(label=T("Red indicator"), count=board.red, value="red"),
        Counter(label=T("Orange indicator"), count=board.orange, value="orange"),
        Counter(label=T("Yellow indicator"), count=board.yellow, value="yellow"),
    )


# --- Supply -----------------------------------------------------------------------------------------------------------


def _supply(state: State) -> Panel:
    """Resources, Food and Hunger."""
    widgets: list[Widget] = [
        Counter(label=T("Coal"), count=state.coal, value="coal", tone="danger" if not state.coal else "plain"),
        Counter(label=T("Wood"), count=state.wood, value="wood"),
        Counter(label=T("Steam Cores"), count=state.steam_cores, value="steam_cores"),
    ]
    if state.steel:
        widgets.append(Counter(label=T("Steel"), count=state.steel, value="steel"))
    if state.automatons:
        widgets.append(Counter(label=T("Automatons"), count=state.automatons, value="automatons"))
    widgets += [
        Track(
            label=T("Food"), at=state.food, first=0, last=MOST_FOOD, value="food", tone="good", note=_food_note(state)
        ),
        _hunger(state),
    ]
    return Panel(name="stores", title=T("Supply"), widgets=tuple(widgets))


def _food_note(state: State) -> Text | None:
    kind = fed_in(state, state.round)
    if kind is None:
        return None
    return N(
        "Tonight: {who}, {n} Food.",
        "Tonight: {who}, {n} Food.",
        state.group(kind).citizens,
        who=KIND_NAMES[kind],
    )


def _hunger(state: State) -> Track:
    flipped = T("The marker shows its 25+ side, on {space}.", space=state.hunger - HUNGER_SIDE)
    return Track(
        label=T("Hunger"),
        at=state.hunger,
        first=0,
        last=MOST_HUNGER,
        marks=(Mark(at=LOSING_HUNGER, label=T("Loss, if left after paying,"), tone="danger"),),
        value="hunger",
        tone="danger" if state.hunger >= LOSING_HUNGER else "plain",
        note=flipped if state.hunger > HUNGER_SIDE else _hunger_note(state),
    )


def _hunger_note(state: State) -> Text | None:
    effects = section(state, "hunger", state.hunger) if state.hunger else None
    if effects is None:
        return None
    who = dies_of_hunger(state)
    what = suffering(effects["discontent"], effects["deaths"] if who else 0, who or KINDS[0])
    return None if what is None else T("If nothing is paid: {what}.", what=what)


# --- Population -------------------------------------------------------------------------------------------------------


def _people(state: State) -> Panel:
    """Citizens, the sick, Spent tokens, and the Corpse track."""
    widgets: list[Widget] = []
    for kind in KINDS:
        widgets += _group(state, kind)
    if state.child_worker:
        widgets.append(Note(text=T("The Child Worker is in play.")))
    if state.child_engineer:
        widgets.append(Note(text=T("The Child Engineer is in play.")))
    widgets.append(Counter(label=T("Corpses"), count=state.corpses, of=state.fact("corpse_last"), value="corpses"))
    return Panel(name="people", title=T("People"), widgets=tuple(widgets))


def _group(state: State, kind: str) -> list[Widget]:
    group, who = state.group(kind), KIND_NAMES[kind]
    meeples = N("{n} Meeple.", "{n} Meeples.", group.meeples)
    found: list[Widget] = [
        Track(
            label=who,
            at=group.citizens,
            first=0,
            last=MOST_CITIZENS,
            value=kind,
            note=meeples if group.meeples else None,
        ),
        Counter(
            label=T("{who}: sick", who=who),
            count=group.sick,
            of=group.citizens,
            tone="danger" if group.grave or group.sick >= LOSING_SICK - 2 else "cold",
            value=f"{kind}_sick",
            note=_sick_note(state, kind),
        ),
    ]
    if group.spent:
        carried = N("{n} of them carries a Meeple.", "{n} of them carry a Meeple.", group.carried)
        found.append(
            Counter(
                label=T("{who}: Spent tokens", who=who),
                count=group.spent,
                value=f"{kind}_spent",
                note=carried if group.carried else None,
            )
        )
    return found


def _sick_note(state: State, kind: str) -> Text | None:
    group = state.group(kind)
    if group.grave:
        return T("One is gravely ill: the marker shows its Skull side.")
    effects = section(state, "sickness", group.sick) if group.sick > QUIET_SICK else None
    if effects is None:
        return None
    return T("Their section: Spent tokens {tokens}, flips {flips}.", tokens=effects["tokens"], flips=effects["flips"])


# --- Hope and Discontent ----------------------------------------------------------------------------------------------


def _mood(state: State) -> Panel:
    """The tokens on both tracks, by type, their active side lit."""
    rows = tuple(
        TokenRow(
            label=label,
            tokens=tuple(
                Token(label=token_name(state, token.kind), lit=token.active, tone=tone)
                for token in state.tokens(about).row
            ),
            places=MOST_TOKENS,
        )
        for about, label, tone in (("hope", T("Hope"), "good"), ("discontent", T("Discontent"), "danger"))
    )
    return Panel(name="mood", title=T("Hope and Discontent"), widgets=rows)


# --- Round ------------------------------------------------------------------------------------------------------------


def _course(state: State) -> Panel:
    """The Round track with what lies on it, and who leads."""
    leader = T("{name} has the Leadership marker.", name=state.players[state.leader])
    widgets: tuple[Widget, ...] = (
        Track(
            label=T("Round"), at=state.round, first=1, last=ROUNDS, marks=_marks(state), value="round", note=_fed(state)
        ),
        Note(text=leader, rule="dawn.leader"),
    )
    return Panel(name="round", title=T("Round"), widgets=widgets)


def _fed(state: State) -> Text | None:
    kind = fed_in(state, state.round)
    return None if kind is None else T("{who} are fed in this Round.", who=KIND_NAMES[kind])


def _marks(state: State) -> tuple[Mark, ...]:
    marks = [Mark(at=space, label=T("Scenario Trigger")) for space in state.triggers if space > state.round]
    marks += [
        Mark(at=one.due, label=T("Development: {name}", name=one.name) if one.name else T("Development"), tone="good")
        for one in state.technologies
        if one.token == "track" and one.due
    ]
    if state.storm:
        marks.append(Mark(at=state.storm, label=T("Storm marker"), tone="cold"))
    return tuple(sorted(marks, key=lambda mark: mark.at))


PANELS: tuple[Callable[[State], Panel], ...] = (_generator, _supply, _people, _mood, _course)  # what changes most first
