"""Where we are: the round, the phase, whose turn it is."""

from __future__ import annotations

from companion.api.text import T
from companion.api.view import Where
from companion.games.turris.state import State

PHASE_NAMES = {
    "setup": T("Setup"),
    "turns": T("Player Turns"),
    "betrayers": T("Betrayers"),
    "beasts": T("Beasts"),
    "cleanup": T("Cleanup"),
    "over": T("The end"),
}


def where(state: State) -> Where:
    """The line above everything else."""
    shown = [phase for phase in ("turns", "betrayers", "beasts", "cleanup") if phase != "betrayers" or state.solo]
    name = PHASE_NAMES[state.phase]
    line = name if state.phase in ("setup", "over") else T("Round {round}: {phase}", round=state.round, phase=name)
    return Where(
        line=line,
        round=state.round,
        phases=tuple(PHASE_NAMES[phase] for phase in shown),
        phase=shown.index(state.phase) if state.phase in shown else None,
        turn=state.turn if state.phase == "turns" else None,
    )
