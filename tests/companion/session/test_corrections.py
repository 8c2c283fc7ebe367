"""Corrections that depend on each other, whatever order they were entered in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.api.game import Correction, Outcome, Value, Whole
from companion.api.refusals import BadMove
from companion.api.text import T
from companion.session.corrections import outcome


@dataclass(frozen=True)
class Sickroom:
    """Never more sick than there are people."""

    people: int = 4
    sick: int = 2


class Hospital:
    """The part of a game that corrections need."""

    @staticmethod
    def corrections(state: Sickroom) -> tuple[Correction, ...]:
        people = Whole(name="people", label=T("People"), at_least=state.sick, at_most=20)
        sick = Whole(name="sick", label=T("Sick"), at_most=state.people)
        return (Correction(ask=people, now=state.people), Correction(ask=sick, now=state.sick))

    @staticmethod
    def correct(state: Sickroom, name: str, value: Value) -> Outcome[Sickroom]:
        changed: dict[str, Any] = {name: value}
        return Outcome(replace(state, **changed), ())


GAME: Any = Hospital()


@pytest.mark.parametrize("values", [{"sick": 9, "people": 10}, {"people": 10, "sick": 9}])
def test_the_order_of_entry_does_not_matter(values: dict[str, int]) -> None:
    """Nine sick fit only once there are ten people, also where the sick were entered first."""
    assert outcome(GAME, Sickroom(), values).state == Sickroom(10, 9)


def test_what_fits_in_no_order_is_named() -> None:
    """Eleven sick of ten people fit in no order."""
    with pytest.raises(BadMove) as refused:
        outcome(GAME, Sickroom(), {"sick": 11, "people": 10})
    assert refused.value.field == "sick"
