"""The Council track (rulebook p. 17, 21)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris import council, people
from companion.games.turris.game import MODULAR
from companion.games.turris.transaction import Transaction
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening


def step(evening: Evening, seat: int = 0, steps: int = 1) -> Evening:
    """Steps on the track, with what comes of them by itself."""
    tx = Transaction(evening.state)
    council.advance(tx, seat, steps)
    MODULAR.settle(tx)
    evening.state = tx.state
    evening.facts = tuple(tx.facts)
    return evening


def test_a_known_spot_gives_its_reward_by_itself():
    """Nobody would refuse Ichor: it needs no tap."""
    evening = step(turn())
    assert (evening.state.players[0].council, evening.state.players[0].ichor) == (1, 4)


def test_a_spot_is_read_once():
    """What a spot gives stands only on the board (p. 21)."""
    evening = step(Evening(2).at("turns").settle())
    assert evening.asked == "council.read"
    evening.play("council_told", words="gain relics 1", last="no")
    assert evening.board_facts == {"council.1": "gain relics 1"}
    assert evening.state.players[0].relics == 1
    step(evening, seat=1)
    assert evening.state.players[1].relics == 1


def test_a_spot_of_the_last_level_is_told_with_it():
    """Where the track ends is learnt when somebody gets there."""
    evening = step(Evening(2).at("turns").settle())
    evening.play("council_told", words="gain relics 1", last="yes")
    assert evening.state.number("council_last") == 1
    assert evening.asked == "council.wrap"


def test_a_reward_with_a_price_may_be_left():
    """The owner may gain the reward, and need not (p. 21)."""
    evening = step(turn().player(0, council=2))
    assert evening.asked == "council.spot"
    evening.play("council_leave")
    assert (evening.state.players[0].ichor, evening.state.players[0].artifacts) == (3, 0)
    evening = step(turn().player(0, council=2))
    evening.play("council_take")
    assert (evening.state.players[0].ichor, evening.state.players[0].artifacts) == (2, 1)


def test_prestige_of_a_spot_may_be_left():
    """The owner may gain the reward (p. 21): with 38 Prestige, 2 more would begin the endgame."""
    board = {"council.1": "prestige 2"}
    evening = step(turn(**board).at("turns", "actions", reached=(10, 20, 30)).player(0, prestige=38))
    assert evening.asked == "council.spot"
    assert str(evening.prompt.more) == "Prestige +2"
    evening.play("council_leave")
    assert (evening.state.players[0].prestige, evening.state.endgame) == (38, False)
    evening = step(turn(**board).at("turns", "actions", reached=(10, 20, 30)).player(0, prestige=38))
    evening.play("council_take")
    assert (evening.state.players[0].prestige, evening.state.endgame) == (40, True)


def test_a_reward_that_cannot_be_had():
    """Without anything to pay with, the spot gives nothing."""
    evening = step(turn().player(0, council=2, ichor=0))
    assert evening.told("nothing_gained")
    assert evening.asked == "turn.actions"


def test_carol_stays_on_the_last_spot():
    """She declines to move back; her next step takes the token to the start (p. 21, example)."""
    evening = step(turn().player(2, council=3), seat=2)
    evening.play("council_take")
    evening.play("take_any", what="relics", count=1)
    assert evening.asked == "council.wrap"
    evening.play("council_wrap", back="no")
    assert evening.state.players[2].council == 4
    step(evening, seat=2)
    assert evening.state.players[2].council == 0
    assert evening.asked == "turn.actions"


def test_back_to_the_start_at_once():
    """After the reward of the last level the token may go back immediately (p. 21)."""
    evening = step(turn().player(0, council=3))
    evening.play("council_leave")
    evening.play("council_wrap", back="yes")
    assert evening.state.players[0].council == 0


def test_two_steps_one_after_the_other():
    """Each step is resolved before the next one: Ichor of the first spot, the room of the second (p. 17)."""
    evening = step(turn().player(0, completed=2, council=0), steps=2)
    assert evening.state.players[0].ichor == 4
    assert evening.asked == "council.spot"
    assert evening.state.players[0].council == 2
    evening.play("council_take")
    evening.play("build", room=0)
    assert evening.state.players[0].prestige == 3


def test_two_players_in_their_order():
    """What the first one's step brings is done before the second one's token moves (p. 17)."""
    tx = Transaction(turn().player(1, council=2).state)
    council.advance(tx, 1)
    council.advance(tx, 2)
    MODULAR.settle(tx)
    assert tx.state.players[1].council == 3
    assert tx.state.players[2].council == 0
    assert tx.state.tasks[0].kind == "council.spot"


def test_a_scout_in_the_graveyard_is_a_step():
    """However it got there (p. 21)."""
    tx = Transaction(turn().scouts(forge="A").state)
    people.to_graveyard(tx, 0, "forge")
    MODULAR.settle(tx)
    alice = tx.state.players[0]
    assert (alice.graveyard, alice.council, alice.ichor) == (1, 1, 4)


def test_a_sacrifice_is_a_step():
    """A sacrificed Scout goes to the Graveyard, from wherever its owner takes it (p. 21)."""
    evening = turn(**{"reward.nest": "sacrifice; gain artifacts 1"}).scouts(forge="A")
    evening.play("place", place="nest")
    assert {str(offer.label) for offer in evening.prompt.offers} == {"Forge", "Nest", "From the reserve"}
    evening.play("sacrifice", place="forge")
    alice = evening.state.players[0]
    assert (alice.graveyard, alice.council, alice.artifacts, alice.reserve) == (1, 1, 1, 2)
    assert evening.state.scouts == {"nest": (1, 0, 0)}


def test_a_reward_that_needs_a_choice_stands_in_a_level_of_several():
    """Several spots in one level are told as one with a choice."""
    evening = step(Evening(2).at("turns").settle())
    evening.play("council_told", words="either gain relics 1 | gain ichor 2", last="no")
    evening.play("council_take")
    evening.play("way", way=2)
    assert evening.state.players[0].ichor == 5


def test_words_that_make_no_sense():
    """A slip is named."""
    evening = step(Evening(2).at("turns").settle())
    with pytest.raises(IllegalMove):
        evening.play("council_told", words="gain", last="no")
