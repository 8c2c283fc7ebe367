"""States of earlier versions."""

from __future__ import annotations

import msgspec

from companion.games.citadel.state import State, upgrade

from .table import begun

OLD = {"tasks": "todo", "board": "known", "sketch": "board", "cards": "ledger"}


def test_a_state_with_the_names_of_before_is_read():
    """Each field has another name today, one of them the name that another one had."""
    state = begun(board_fact=3).state
    now = msgspec.to_builtins(state)
    before = {OLD.get(name, name): value for name, value in now.items()}
    assert "spaces" in before["board"]
    assert msgspec.convert(upgrade(before), State) == state


def test_a_state_of_today_is_left_as_it_is():
    """It is read whenever a step is undone."""
    now = msgspec.to_builtins(begun().state)
    assert upgrade(dict(now)) == now
