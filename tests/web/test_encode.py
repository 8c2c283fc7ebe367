"""A screen as the phones get it."""

from __future__ import annotations

import pytest

from companion.api import CardExpected, CubesExpected, Move, Prompt
from companion.api.text import English, T
from companion.session.screen import Screen
from web.encode import screen_parts


def cubes(at_least: int, at_most: int, known: int | None = None) -> CubesExpected:
    return CubesExpected(
        place="drawer", drop="1", at_least=at_least, at_most=at_most, move=Move("count"), arg="cubes", known=known
    )


@pytest.mark.parametrize(
    ("expected", "called"),
    [
        (cubes(0, 5), "cubes"),  # any count answers
        (cubes(5, 5), "watching"),  # only all that can fall answer, so the players say when they have dropped them
        (cubes(2, 5, known=2), "late"),  # the scale has answered
        (cubes(2, 2, known=2), "late"),
        (CardExpected(kind="card", pattern="[0-9]+", move=Move("draw"), arg="card"), "card"),
        (CardExpected(kind="card", pattern="[0-9]+", move=Move("draw"), arg="card", ahead=True), "card_ahead"),
    ],
)
def test_what_a_sensor_may_still_answer(expected: CardExpected | CubesExpected, called: str) -> None:
    prompt = Prompt(name="drop", do=T("Drop them."), offers=(), expects=(expected,))
    [shown] = screen_parts(Screen(prompts=(prompt,)), English.say)["prompts"]
    assert shown["expects"] == [called]
