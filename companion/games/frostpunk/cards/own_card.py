"""What is known of a card's own words: a plain value for every kind of card of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Line:
    """Effects that belong together, and the condition under which they happen; without one they always do."""

    needs: str = ""
    effects: str = ""

    @property
    def words(self) -> str:
        """Condition and effects as one line of words."""
        return "; ".join(part for part in (self.needs, self.effects) if part)


@dataclass(frozen=True, kw_only=True)
class Option:
    """A numbered option of an Event card: its condition and its effects in the companion's words, and where the card
    goes after it: `display`, `out`, `discard`, or empty where the card shows no icon."""

    number: int
    label: str = ""
    needs: str = ""
    effects: str = ""
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class Action:
    """A Special Action: the types of Meeple that may do it (none named: any, Automatons too), its condition and its
    effects, whether it can be done only once in a game, whether it is heated (it is, unless the card says otherwise,
    p. 27), and whether the Meeple stays on the card (it comes back at night, unless the card says otherwise, p. 29)."""

    who: tuple[str, ...] = ()
    needs: str = ""
    effects: str = ""
    once: bool = False
    heated: bool = True
    stays: bool = False


@dataclass(frozen=True, kw_only=True)
class Weather:
    """The four sections of a Weather card (p. 21): spaces for the Cold marker and each indicator, for each Scout, and
    for the Storm marker."""

    cold: int = 0
    red: int = 0
    orange: int = 0
    yellow: int = 0
    scouts: int = 0
    storm: int = 0


@dataclass(frozen=True, kw_only=True)
class Way:
    """An option on the black side of an Expedition card (p. 36): `how` is `continue` or `return`, `deck` the letter
    under its arrow (`A` for "New A"), and its condition and effects."""

    number: int
    how: str
    deck: str = ""
    label: str = ""
    needs: str = ""
    effects: str = ""


@dataclass(frozen=True, kw_only=True)
class OwnCard:
    """What is known of a card. Effects are in the companion's words (`cards/effects.py`); empty means none.

    `at_once` happens when it is revealed or brought into force; `place` is where a card without options goes. `at_dusk`
    happens in each Dusk Phase and `phases` in others, while it lies in a display. `lasts` changes rules while the card
    is in force. `dies` are a Citizen card's death effects by type, `at` the actions and Buildings for its `ability`,
    `types` its type, `heated` that the ability counts as heated, `starting_cost` what discarding it in setup costs
    (p. 15). `cost` is a Technology's, in rounds. `deck`, `spaces` and `ways` belong to an Expedition card. `triggers`
    are the rounds for Scenario Trigger tokens, `trigger` what they set off. `dispute`: a Social Dispute; `law`: a
    Consequence of that Law; `red`: never discarded; `part`: only a part of the card is known.
    """

    name: str = ""
    text: str = ""
    at_once: tuple[Line, ...] = ()
    place: str = ""
    options: tuple[Option, ...] = ()
    at_dusk: tuple[Line, ...] = ()
    phases: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    lasts: tuple[str, ...] = ()
    weather: Weather | None = None
    dies: Mapping[str, str] = field(default_factory=dict)
    ability: str = ""
    heated: bool = False
    at: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    starting_cost: str = ""
    cost: int = 0
    deck: str = ""
    spaces: int = 0
    ways: tuple[Way, ...] = ()
    triggers: tuple[int, ...] = ()
    trigger: str = ""
    dispute: bool = False
    law: str = ""
    red: bool = False
    part: bool = False

    @property
    def now(self) -> str:
        """All that happens at once, as one line of words."""
        return "; ".join(line.words for line in self.at_once)

    @property
    def dusk(self) -> str:
        """All that happens in a Dusk Phase, as one line of words."""
        return "; ".join(line.words for line in self.at_dusk)

    @property
    def action(self) -> Action | None:
        """The Special Action of a card that has one."""
        return self.actions[0] if self.actions else None

    def option(self, number: int) -> Option | None:
        """The option of that number."""
        return next((one for one in self.options if one.number == number), None)
