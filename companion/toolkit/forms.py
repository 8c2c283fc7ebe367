"""Short ways to say what is asked, for the games."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.game import Choice, Move, Offer, Pick, Value, Whole
from companion.api.text import Text


def whole(
    name: str,
    label: Text,
    at_most: int,
    usual: int | None = None,
    at_least: int = 0,
    likely: int | None = None,
    signed: bool = False,
) -> Whole:
    """A whole number is asked for; the usual and the likely value are kept within the limits, but for the likely one of
    a change, which counts both ways."""
    kept, mostly = (None if one is None else min(max(one, at_least), at_most) for one in (usual, likely))
    mostly = likely if signed else mostly
    return Whole(
        name=name, label=label, at_least=at_least, at_most=at_most, usual=kept, likely=mostly, signed=signed
    )  # fmt: skip


def pick(
    name: str,
    label: Text,
    choices: Mapping[str, Text],
    usual: str | None = None,
    on: str | None = None,
    icons: Mapping[str, str] | None = None,
) -> Pick:
    """One of a few is asked for; `on` names the map that can be tapped, `icons` the pictures of the choices."""
    pictures = icons or {}
    named = tuple(Choice(value=value, label=text, icon=pictures.get(value)) for value, text in choices.items())
    return Pick(name=name, label=label, choices=named, usual=usual, on=on)


def tap(
    name: str,
    label: Text,
    /,
    tone: str = "plain",
    rule: str | None = None,
    under: Text | None = None,
    note: Text | None = None,
    icon: str | None = None,
    ends: bool = False,
    **args: Value,
) -> Offer:
    """A move that needs nothing more than a tap."""
    move = Move(name, args)
    return Offer(move=move, label=label, tone=tone, rule=rule, under=under, note=note, icon=icon, ends=ends)


def usual(name: str, label: Text, /, rule: str | None = None, **args: Value) -> Offer:
    """The usual answer, one tap."""
    return Offer(move=Move(name, args), label=label, tone="usual", rule=rule)


def seat_name(seat: int) -> str:
    """A seat as an answer: `seat1` is the first one, seat 0."""
    return f"seat{seat + 1}"


def seat_of(answer: str) -> int:
    """The seat that an answer names."""
    return int(answer.removeprefix("seat")) - 1
