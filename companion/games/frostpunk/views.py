"""What the phones show of a game: where we are, then the boards, those first that change most."""

from __future__ import annotations

from collections.abc import Callable

from companion.api.text import T, Text
from companion.api.view import Panel, View, Where
from companion.games.frostpunk import boards, setup_scenarios
from companion.games.frostpunk.cards import event_views
from companion.games.frostpunk.cards import views as cards
from companion.games.frostpunk.city import views as city
from companion.games.frostpunk.dangers import dangers
from companion.games.frostpunk.state import ROUNDS, State
from companion.games.frostpunk.steps import PHASES, phase_of

# In this order: what changes most comes first.
PANELS: tuple[Callable[[State], Panel], ...] = (*boards.PANELS, *city.PANELS, *event_views.PANELS, *cards.PANELS)


def view(state: State) -> View:
    """All that the phones show besides the prompts; a panel that has nothing to show is left out."""
    shown = (panel(state) for panel in PANELS)
    return View(where=_where(state), panels=(*_dangers(state), *(panel for panel in shown if panel.widgets)))


def _dangers(state: State) -> tuple[Panel, ...]:
    warnings = dangers(state)
    return (Panel(name="dangers", title=T("Danger"), widgets=warnings),) if warnings else ()


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
        return T("Setting up {scenario}", scenario=setup_scenarios.title(state))
    if phase == "end":
        return T("After the last round")
    return T("Round {round}, {phase} Phase", round=state.round, phase=PHASES[phase])
