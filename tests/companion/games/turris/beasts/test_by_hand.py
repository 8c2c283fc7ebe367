"""The table is set by hand while a choice waits: what is asked follows it."""

import random

import pytest

from companion.api.game import Pick, Whole
from tests.companion.games.turris.beasts.test_random_phases import random_board
from tests.companion.games.turris.table import FULL, GAME, Evening


def test_a_choice_that_vanishes_is_made_by_itself():
    """One of two equal targets is taken off the board: the Beast goes for the other."""
    evening = Evening(3, **FULL).scouts(ridge="B", circle="C").beasts(delusion="brink").hunt("delusion")
    assert evening.asked == "beasts.choose"
    evening.correct("scouts_3_circle", 0)
    assert evening.at_place("delusion") == "ridge"


def test_scouts_that_are_gone_are_not_driven():
    """Two Scouts wait to be driven away; by hand one is left, then none."""
    evening = Evening(3, **FULL).scouts(spire="AA").beasts(delusion="forge").hunt("delusion")
    evening.correct("scouts_1_spire", 1)
    assert evening.state.tasks[0].count == 1
    evening.correct("scouts_1_spire", 0)
    assert "beasts.drive" not in [task.kind for task in evening.state.tasks]


def test_a_shield_is_not_asked_without_artifacts():
    """The Artifact turns out not to be there."""
    evening = Evening(3, **FULL).scouts(grove="B").beasts(pain="abyss").player(1, artifacts=1).hunt("pain")
    assert evening.asked == "beasts.shield"
    evening.correct("artifacts_2", 0)
    assert evening.state.players[1].graveyard == 1


SET = ("scouts", "artifacts", "pain", "delusion", "relics")


def set_something(evening: Evening, dice: random.Random) -> None:
    """Set any value of the Beasts, Scouts or tokens to any answer that is possible."""
    settables = [one.ask for one in GAME.corrections(evening.state) if one.ask.name.startswith(SET)]
    ask = dice.choice(settables)
    if isinstance(ask, Pick):
        evening.correct(ask.name, dice.choice(ask.choices).value)
    elif isinstance(ask, Whole):
        evening.correct(ask.name, dice.randint(ask.at_least, ask.at_most))


@pytest.mark.parametrize("seed", range(40))
def test_any_correction_leaves_something_to_do(seed: int):
    """Whatever is set by hand in the middle of a Beast Phase, it can be played to its end."""
    evening, _ = random_board(seed)
    dice = random.Random(seed)
    evening.hunt()
    for _ in range(300):
        if not evening.state.tasks:
            break
        if dice.random() < 0.3:
            set_something(evening, dice)
            continue
        answers = evening.answers
        if not answers:
            break  # a part that asks for words
        move, args = dice.choice(answers)
        evening.play(move, **args)
    assert GAME.prompts(evening.state)
