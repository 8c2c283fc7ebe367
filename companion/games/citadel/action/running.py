"""Whose turn it is, and the action that is being resolved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Turn:
    """`last` is the seat of the last active player, empty before the first turn (p. 10)."""

    last: str = ""


@dataclass(frozen=True, kw_only=True)
class Action:
    """An action between its start and its end: `active` resolves it, `involved` are all seats that take part."""

    active: str
    involved: tuple[str, ...] = ()
