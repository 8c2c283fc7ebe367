"""Short ways to say what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Choice, Code, Move, Offer, Pick, Value, Whole
from companion.games.citadel.heroes import Hero
from companion.text import T, Text

NUMBER = r"[0-9]{3}"


def whole(name: str, label: Text, at_most: int, usual: int | None = None, at_least: int = 0) -> Whole:
    """A whole number is asked for; the usual value is kept within the limits."""
    kept = None if usual is None else min(max(usual, at_least), at_most)
    return Whole(name=name, label=label, at_least=at_least, at_most=at_most, usual=kept)


def pick(name: str, label: Text, choices: Mapping[str, Text], usual: str | None = None, on: str | None = None) -> Pick:
    """One of a few is asked for."""
    listed = tuple(Choice(value=value, label=text) for value, text in choices.items())
    return Pick(name=name, label=label, choices=listed, usual=usual, on=on)


def which_hero(heroes: tuple[Hero, ...], label: Text, name: str = "seat", usual: str | None = None) -> Pick:
    """One of these characters is asked for."""
    return pick(name, label, {hero.seat: T("{name}", name=hero.name) for hero in heroes}, usual)


def card_number(label: Text, name: str = "number") -> Code:
    """The number on a card's back is asked for, shown to the camera or typed."""
    return Code(name=name, label=label, kind="numbox", pattern=NUMBER, suits=T("a card's number, such as 049"))


def tap(
    name: str,
    label: Text,
    tone: str = "plain",
    rule: str | None = None,
    under: Text | None = None,
    note: Text | None = None,
    **args: Value,
) -> Offer:
    """A move that needs nothing more than a tap."""
    return Offer(move=Move(name, args), label=label, tone=tone, rule=rule, under=under, note=note)


def as_usual(offer: Offer) -> Offer:
    """The same offer, as the usual answer."""
    return replace(offer, tone="usual")


def usual(name: str, label: Text, **args: Value) -> Offer:
    """The usual answer, one tap."""
    return Offer(move=Move(name, args), label=label, tone="usual")
