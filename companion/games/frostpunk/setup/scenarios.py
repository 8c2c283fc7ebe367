"""What a scenario changes in the setup (rulebook p. 8 to 15). 'A New Home: Crater' is told in the rulebook's text; any
other is named by its players, and what its Scenario Book says is entered once and kept under that name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import structs

from companion.api import Ask, BoardFamily, Choice, IllegalMove, Pick, T, Text, Value, Whole, Words, template
from companion.games.frostpunk import forms as facts
from companion.games.frostpunk.setup import rulebook
from companion.games.frostpunk.state import COLD_START, HIGHEST_SPACE, ROUNDS, State
from companion.games.frostpunk.supply import MOST_STEEL
from companion.games.frostpunk.transaction import Transaction

A_NEW_HOME = "a_new_home"
OTHER = "other"
NAME_CHARS = 40
MOST_TRIGGERS = 7  # p. 5: Scenario Trigger tokens
_ODD = re.compile(r"[^\w '’:!?&-]")


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """What a scenario sets up. `storm` is the Storm marker's space, 0 where there is none; `triggers` the rounds with
    Scenario Trigger tokens; `steel` what the supply begins with, None where Steel stays in the box; `face_up` and
    `storm_card` are Scenario cards; `left_out` is what goes back into the box, in words."""

    storm: int
    triggers: tuple[int, ...]
    steel: int | None = None
    heat: int
    cold: int
    indicators: tuple[int, int, int]
    face_up: tuple[str, ...]
    storm_card: str
    left_out: str


CRATER = Scenario(**rulebook.SCENARIOS[A_NEW_HOME])
_YES, _NO = Choice(value="yes", label=T("Yes")), Choice(value="no", label=T("No"))
ASKS: tuple[Ask, ...] = (
    Whole(name="storm", label=T("Space of the Storm marker; zero if there is none"), at_most=ROUNDS),
    Words(name="triggers", label=T("Rounds with Scenario Trigger tokens, such as 4, 11"), at_most_chars=40),
    Words(name="face_up", label=T("Scenario cards that lie face up, such as II/01"), at_most_chars=80),
    Words(name="storm_card", label=T("Scenario card that is the Storm card"), at_most_chars=20),
    Pick(name="steel_used", label=T("Is Steel used?"), choices=(_NO, _YES), usual="no"),
    Whole(name="steel", label=T("Steel you begin with"), at_most=MOST_STEEL, usual=0),
    Whole(name="heat", label=T("Space of the Heat marker"), at_least=1, at_most=HIGHEST_SPACE, usual=1),
    Whole(name="cold", label=T("Space of the Cold marker"), at_least=1, at_most=HIGHEST_SPACE, usual=COLD_START),
    Whole(name="red", label=T("Space of the red indicator"), at_least=1, at_most=HIGHEST_SPACE, usual=1),
    Whole(name="orange", label=T("Space of the orange indicator"), at_least=1, at_most=HIGHEST_SPACE, usual=2),
    Whole(name="yellow", label=T("Space of the yellow indicator"), at_least=1, at_most=HIGHEST_SPACE, usual=3),
    Words(name="left_out", label=T("Cards that are left out, in your words"), at_most_chars=200),
)
FAMILIES = (
    BoardFamily(
        pattern=rf"scenario\.([\w '’:!?&-]{{1,{NAME_CHARS}}})",
        ask=Words(name="scenario", label=template("Scenario {name}"), at_most_chars=800, lines=True),
        label=T("Scenarios"),
    ),
)


def fact(scenario: str) -> str:
    """The board fact that keeps a scenario: `scenario.The Refugees`."""
    return f"scenario.{scenario}"


def chosen(scenario: str, name: str) -> str:
    """The scenario as the state keeps it: by its own name where it is not A New Home."""
    if scenario != OTHER:
        return A_NEW_HOME
    called = " ".join(_ODD.sub(" ", name).split())[:NAME_CHARS].strip()
    if not called:
        raise IllegalMove(T("Say which scenario you play: type its name."), rule="setup", page=8)
    return A_NEW_HOME if called.casefold().startswith("a new home") else called


def title(state: State) -> Text:
    """A scenario for people."""
    if state.scenario == A_NEW_HOME:
        return T("A New Home: Crater")
    return Text("{name}", {"name": state.scenario})


def of(board: Mapping[str, Value], scenario: str) -> Scenario | None:
    """What is known of a scenario; None while something of it has to be entered."""
    if scenario == A_NEW_HOME:
        return CRATER
    values = facts.read_lines(board.get(fact(scenario)), ASKS)
    return _read(values) if len(values) == len(ASKS) else None


def _read(values: Mapping[str, Value]) -> Scenario:
    return Scenario(
        storm=int(values["storm"]),
        triggers=rounds(str(values["triggers"])),
        steel=int(values["steel"]) if values["steel_used"] == "yes" else None,
        heat=int(values["heat"]),
        cold=int(values["cold"]),
        indicators=(int(values["red"]), int(values["orange"]), int(values["yellow"])),
        face_up=codes(str(values["face_up"])),
        storm_card="".join(codes(str(values["storm_card"]))[:1]),
        left_out=str(values["left_out"]),
    )


def rounds(words: str) -> tuple[int, ...]:
    """The rounds named in a text, each once, in their order."""
    return tuple(sorted({int(number) for number in re.findall(r"\d{1,3}", words)}))


def codes(words: str) -> tuple[str, ...]:
    """The Scenario cards named in a text, such as "I/01"; blanks and small letters do no harm."""
    found = re.findall(r"([IVX]{1,4})\s*/\s*(\d{1,2})", words.upper())
    return tuple(dict.fromkeys(f"{scenario}/{int(number):02}" for scenario, number in found))


def asks(state: State) -> tuple[Ask, ...]:
    """The form of another scenario, filled in as far as it is known."""
    found = facts.read_lines(state.board.get(fact(state.scenario)), ASKS)
    return tuple(_filled(ask, found.get(ask.name)) for ask in ASKS)


def _filled(ask: Ask, value: Value | None) -> Ask:
    return ask if value is None else structs.replace(ask, usual=value)


def learn(tx: Transaction, values: Mapping[str, Value]) -> None:
    """The Scenario Book was read: kept under the scenario's name, and the table is set up by it."""
    _require_fitting(values)
    tx.learn(fact(tx.state.scenario), facts.as_lines(values, ASKS))
    apply(tx)


def _require_fitting(values: Mapping[str, Value]) -> None:
    numbers = rounds(str(values["triggers"]))
    if len(numbers) > MOST_TRIGGERS or any(not 1 <= number <= ROUNDS for number in numbers):
        text = T("Scenario Trigger tokens lie on rounds from 1 to 15, and there are seven of them.")
        raise IllegalMove(text, rule="scenario", page=33)
    if int(values["heat"]) > int(values["cold"]):
        raise IllegalMove(T("The Heat marker cannot stand beyond the Cold marker."), rule="setup", page=14)


def apply(tx: Transaction) -> None:
    """Put the markers where the scenario says, if that is known."""
    scenario = of(tx.state.board, tx.state.scenario)
    if scenario is None:
        return
    red, orange, yellow = scenario.indicators
    tx.set_generator(heat=scenario.heat, cold=scenario.cold, red=red, orange=orange, yellow=yellow)
    tx.set(
        storm=scenario.storm,
        triggers=scenario.triggers,
        steel=scenario.steel or 0,
        scenario_cards=scenario.face_up,
    )
