"""Prestige and the change of the Excavation Sites (rulebook p. 21)."""

from companion.games.turris import prestige
from companion.games.turris.game import MODULAR
from companion.games.turris.transaction import Transaction
from tests.companion.games.meaning import prompted
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import Evening

NAMES = {"site_a": "Well", "site_b": "Kiln", "site_c": "", "site_d": ""}


def gain(evening: Evening, seat: int, count: int) -> Evening:
    tx = Transaction(evening.state)
    prestige.gain(tx, seat, count)
    MODULAR.settle(tx)
    evening.state, evening.facts = tx.state, tuple(tx.facts)
    return evening


def test_nine_changes_nothing():
    """Below 10 the Sites stay (p. 21)."""
    assert not gain(turn(), 0, 9).state.tasks


def test_the_first_to_reach_ten():
    """Reached or passed by anybody for the first time: new Sites, as many as players (p. 21)."""
    for count in (10, 12):
        evening = gain(turn(), 1, count)
        assert evening.asked == "sites.change"
        assert prompted(evening.prompt) == ("sites.change", {"n": 3})


def test_the_second_at_ten_changes_nothing():
    """Only the first time each number is reached (p. 21)."""
    evening = gain(turn(), 0, 10)
    evening.play("lay_sites", **NAMES)
    assert evening.state.reached == (10,)
    assert gain(evening, 1, 11).asked == "turn.actions"
    assert gain(evening, 1, 9).asked == "sites.change"


def test_two_numbers_in_one_action():
    """From 8 to 21 passes 10 and 20: one change, both count as reached."""
    evening = gain(turn().player(0, prestige=8), 0, 13)
    assert evening.state.reached == (10, 20)
    evening.play("lay_sites", **NAMES)
    assert evening.asked == "turn.actions"


def test_forty_changes_them_as_well():
    """10, 20, 30 and 40 (p. 21); beyond that no more."""
    evening = gain(turn().at("turns", "actions", reached=(10, 20, 30)).player(0, prestige=39), 0, 1)
    assert evening.asked == "sites.change"
    evening.play("lay_sites", **NAMES)
    assert gain(evening, 0, 30).asked == "turn.actions"


def test_the_action_is_done_first():
    """Ten Prestige in the middle of a Mission: its effect comes before the change (p. 21)."""
    evening = turn(**{"mission.lure": "cost relics 1; gain prestige 10; beast 1"}).player(0, relics=1)
    evening.at("turns", "actions", done=("gather", "gather"))
    evening.play("complete_known", name="lure", source="tableau", artifacts=0)
    assert evening.asked == "beasts.steer"
    evening.play("steer_beast", beast="pain", place="forge")
    assert evening.asked == "sites.change"
    assert evening.state.turn == 0


def test_scouts_beasts_and_fruit_stay_on_their_spots():
    """They are on the new Sites of the same spots (p. 21)."""
    evening = turn().scouts(a="AB", b="C").at("turns", "actions", fruit="a")
    before = (evening.state.scouts, evening.state.beasts, evening.state.fruit)
    gain(evening, 0, 10)
    evening.play("lay_sites", **NAMES)
    assert (evening.state.scouts, evening.state.beasts, evening.state.fruit) == before
    assert evening.state.sites == {"a": "Well", "b": "Kiln", "c": ""}


def test_a_correction_that_reaches_ten():
    """Set by hand, the change is asked for just the same; set back, it can happen again."""
    evening = turn()
    evening.correct("prestige_1", 12)
    assert evening.asked == "sites.change"
    evening.play("lay_sites", **NAMES)
    evening.correct("prestige_1", 8)
    assert evening.state.reached == ()


def test_a_slip_that_asked_for_new_sites_is_taken_back():
    """12 typed for 2: nobody has reached 10, so that the Sites do not change (p. 21)."""
    evening = turn()
    evening.correct("prestige_1", 12)
    assert evening.asked == "sites.change"
    evening.correct("prestige_1", 2)
    assert evening.asked == "turn.actions"
    assert (evening.state.reached, evening.state.change) == ((), False)


def test_a_slip_beside_a_change_that_is_due():
    """Bob really has 11, Alice's 25 was a slip for 5: the change for 10 is still due (p. 21)."""
    evening = gain(turn(), 1, 11)
    evening.correct("prestige_1", 25)
    evening.correct("prestige_1", 5)
    assert evening.asked == "sites.change"
    assert evening.state.reached == (10,)
    evening.play("lay_sites", **NAMES)
    assert evening.asked == "turn.actions"


def test_a_slip_after_an_earlier_change():
    """The Sites were changed for 10; 21 typed for 12 asks for another change, which goes when it is set right."""
    evening = gain(turn(), 0, 10)
    evening.play("lay_sites", **NAMES)
    evening.correct("prestige_1", 21)
    assert evening.asked == "sites.change"
    evening.correct("prestige_1", 12)
    assert evening.asked == "turn.actions"
    assert evening.state.reached == (10,)


def test_prestige_lost_by_a_card():
    """A card may take Prestige, never below zero; what was reached stays reached."""
    evening = gain(turn(), 0, 10)
    evening.play("lay_sites", **NAMES)
    evening.play("open_card", who="seat1")
    evening.play("card_other", who="seat1", what="prestige", how="lose", count=12)
    assert evening.state.players[0].prestige == 0
    assert evening.state.reached == (10,)
