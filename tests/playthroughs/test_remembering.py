"""What a game shows of a state is the same, whatever it was asked before."""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.api.game import Correction
from companion.api.view import Counter, Panel, Track
from companion.library.registry import find_games
from companion.testing.playscript import rewrite
from companion.toolkit import ModularGame
from tests.playthroughs.test_playthroughs import EVENINGS, GAMES, LONG


def states_of(game: str) -> list[Any]:
    """The states of its golden evenings of which anything was shown."""
    found: list[Any] = []
    games = find_games()
    view = games[game].view

    def watched(state: Any) -> Any:
        found.append(state)
        return view(state)

    games[game] = replace(games[game], view=watched)
    for path in EVENINGS:
        if path.parent.name == game and path.stem not in LONG:
            rewrite(path.read_text(encoding="utf-8"), games, lambda screen: None)
    return found


def worked_out(modular: ModularGame[Any, Any], state: Any) -> tuple[dict[str, Panel], list[Correction]]:
    """Panels by name and corrections, as the modules themselves give them."""
    panels = {panel.name: panel for one in modular.modules for panel in one.panels(state) if panel.widgets}
    return panels, [settable.correction for one in modular.modules for settable in one.settables(state)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_is_of_the_very_state(name: str) -> None:
    """In the evenings' order, and in any other one."""
    game, states = find_games()[name], states_of(name)
    modular = getattr(game.view, "__self__", None)
    assert isinstance(modular, ModularGame)
    mixed = random.Random(1).sample(states, len(states))
    for state in (*states, *mixed):
        panels, corrections = worked_out(modular, state)
        assert {panel.name: panel for panel in game.view(state).panels} == panels
        assert [*game.corrections(state)] == corrections


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_set_where_it_is_shown_is_a_correction(name: str) -> None:
    """The page offers to set what a widget names; the correction itself it asks for only then."""
    game, named = find_games()[name], set[str]()
    for state in states_of(name):
        shown = {w.value for panel in game.view(state).panels for w in panel.widgets if isinstance(w, Track | Counter)}
        named |= shown - {None}
        assert shown - {None} <= {one.ask.name for one in game.corrections(state)}
    assert named
