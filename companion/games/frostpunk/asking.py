"""Short ways to say what is asked."""

from __future__ import annotations

from companion.game import Choice, Move, Offer, Pick, Value, Whole
from companion.games.frostpunk.state import KIND_NAMES, KINDS
from companion.text import Text


def whole(name: str, label: Text, at_most: int, usual: int | None = None, at_least: int = 0) -> Whole:
    """A whole number is asked for; the usual value is kept within the limits."""
    kept = None if usual is None else min(max(usual, at_least), at_most)
    return Whole(name=name, label=label, at_least=at_least, at_most=at_most, usual=kept)


def pick(name: str, label: Text, choices: dict[str, Text], usual: str | None = None) -> Pick:
    """One of a few is asked for."""
    return Pick(
        name=name, label=label, choices=tuple(Choice(value=v, label=t) for v, t in choices.items()), usual=usual
    )


def per_kind(at_most: dict[str, int], usual: dict[str, int] | None = None) -> tuple[Whole, ...]:
    """A number for each type of Citizen; without usual values, the first is to be filled in."""
    return tuple(whole(kind, KIND_NAMES[kind], at_most[kind], 0 if usual is None else usual[kind]) for kind in KINDS)


def seat_name(seat: int) -> str:
    """A seat as an answer: `seat1` is the first one, seat 0."""
    return f"seat{seat + 1}"


def seat_of(answer: str) -> int:
    """The seat that an answer names."""
    return int(answer.removeprefix("seat")) - 1


def tap(name: str, label: Text, tone: str = "plain", rule: str | None = None, **args: Value) -> Offer:
    """A move that needs nothing more than a tap."""
    return Offer(move=Move(name, args), label=label, tone=tone, rule=rule)


def usual(name: str, label: Text, **args: Value) -> Offer:
    """The usual answer, one tap."""
    return Offer(move=Move(name, args), label=label, tone="usual")
