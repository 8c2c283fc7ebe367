"""Short ways to say what is asked of characters and cards."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Code, Offer, Pick
from companion.api.text import T, Text
from companion.games.citadel.state import Hero
from companion.toolkit.forms import pick

NUMBER = r"[0-9]{3}"


def which_hero(heroes: tuple[Hero, ...], label: Text, name: str = "seat", usual: str | None = None) -> Pick:
    """One of these characters is asked for."""
    return pick(name, label, {hero.seat: T("{name}", name=hero.name) for hero in heroes}, usual)


def card_number(label: Text, name: str = "number") -> Code:
    """The number on a card's back is asked for, shown to the camera or typed."""
    return Code(name=name, label=label, kind="numbox", pattern=NUMBER, suits=T("a card's number, such as 049"))


def as_usual(offer: Offer) -> Offer:
    """The same offer, as the usual answer."""
    return replace(offer, tone="usual")
