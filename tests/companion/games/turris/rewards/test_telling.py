"""What the board says is told by taps, one question at a time, when it first matters."""

import pytest

from companion.api.game import IllegalMove, Value
from companion.games.turris import council
from companion.games.turris.game import MODULAR
from companion.games.turris.rewards.reward_form import with_more, written
from companion.games.turris.transaction import Transaction
from tests.companion.games.turris.table import FULL, Evening

UNREAD: dict[str, Value] = {**FULL, "council.1": "", "council_last": ""}


def evening() -> Evening:
    """Alice's turn, with nothing known of the places but what the rulebook tells."""
    return Evening(2, **FULL).at("turns").settle()


def on_the_track() -> Evening:
    """Alice's Council token comes to a spot that nobody has read yet."""
    found = Evening(2, **{name: value for name, value in UNREAD.items() if value != ""}).at("turns").settle()
    tx = Transaction(found.state)
    council.advance(tx, 0)
    MODULAR.settle(tx)
    found.state = tx.state
    return found


def test_only_what_matters_is_asked():
    """The Guild gives when it is Collected (p. 8), and nobody is there: the Scout is Placed without a question."""
    alice = evening()
    alice.play("put", place="guild")
    assert alice.asked == "turn.actions"
    assert alice.state.scouts == {"guild": (1, 0)}


def test_when_a_place_gives_is_one_tap():
    """What it gives is asked only when somebody gets it."""
    alice = evening()
    alice.play("put", place="forge")
    assert (alice.asked, str(alice.prompt.do)) == ("place.read", "Forge: when does it give its reward?")
    alice.play("read_immediate", answer="no")
    assert alice.board_facts == {"immediate.forge": "no"}
    assert alice.state.scouts == {"forge": (1, 0)}
    assert alice.state.done == ("place",)


def test_limited_is_asked_where_a_scout_stands():
    """For the second Scout it matters (p. 8): limited, it is not Placed, and no Action is spent."""
    alice = evening().scouts(guild="B")
    alice.play("put", place="guild")
    assert str(alice.prompt.do) == "Guild: is it limited to 1 Scout?"
    alice.play("read_limited", answer="yes")
    assert (alice.asked, alice.state.done) == ("turn.actions", ())
    assert alice.told("not_placed")
    alice = evening().scouts(guild="B")
    alice.play("put", place="guild")
    alice.play("read_limited", answer="no")
    assert alice.state.standing("guild") == (1, 1)


def test_a_reward_is_told_by_a_tap_for_each_thing():
    """At once it gives just that; and the next time by itself."""
    alice = evening()
    alice.play("put", place="shrine")
    alice.play("read_immediate", answer="yes")
    for what in ("relics", "ichor", "relics"):
        alice.play("place_gain", what=what)
    alice.play("place_all", end="all")
    assert alice.board_facts == {"reward.shrine": "gain relics 2; gain ichor 1"}
    assert (alice.state.players[0].relics, alice.state.players[0].ichor) == (2, 4)
    alice.play("put", place="shrine")
    alice.play("read_limited", answer="no")
    assert alice.state.players[0].relics == 4


def test_a_reward_is_asked_when_it_is_collected():
    """Read off the board when the Scout comes home (p. 9)."""
    alice = evening().scouts(guild="A")
    alice.play("collect", scouts="guild", artifacts=0, rewards="all")
    assert str(alice.prompt.do) == "Guild: what does it give?"
    alice.play("place_gain", what="weaponry")
    alice.play("place_all", end="all")
    assert (alice.state.players[0].weaponry, alice.asked) == (1, "turn.actions")


def test_ways_to_choose_from():
    """Either … or …: each with what belongs to it; a way without anything is not finished."""
    alice = evening()
    alice.play("put", place="shrine")
    alice.play("read_immediate", answer="yes")
    alice.play("place_gain", what="relics")
    alice.play("place_or")
    assert not alice.offered("place_all")
    with pytest.raises(IllegalMove):
        alice.play("place_all", end="all")
    alice.play("place_cost", what="ichor")
    alice.play("place_also", effect="advance")
    alice.play("place_all", end="all")
    assert alice.board_facts == {"reward.shrine": "either gain relics 1 | spend ichor 1 & advance"}
    assert alice.asked == "reward.either"


def test_a_place_may_give_nothing():
    """One tap."""
    alice = evening().scouts(guild="A")
    alice.play("collect", scouts="guild", artifacts=0, rewards="all")
    alice.play("place_all", end="all")
    assert alice.board_facts == {"reward.guild": "nothing"}


def test_words_are_taken_too():
    """And refused where they are not understood, with nothing lost."""
    alice = evening().scouts(guild="A")
    alice.play("collect", scouts="guild", artifacts=0, rewards="all")
    with pytest.raises(IllegalMove, match="did you mean"):
        alice.play("place_words", words="gian relics", end="all")
    with pytest.raises(IllegalMove) as refused:
        alice.play("place_words", words="", end="all")
    assert refused.value.field == "words"
    alice.play("place_words", words="gain relics 2", end="all")
    assert alice.state.players[0].relics == 2


def test_later_asks_no_more_this_evening():
    """The table takes it off the board; the next evening it is asked again."""
    alice = evening().scouts(guild="A")
    alice.play("collect", scouts="guild", artifacts=0, rewards="all")
    alice.play("place_later")
    assert alice.board_facts == {}
    assert alice.asked == "collect.reward"
    alice.play("take_reward", place="guild")
    assert alice.asked == "card.do"
    alice.play("card_gain", what="relics")
    alice.play("card_done")
    assert alice.state.players[0].relics == 1
    alice = evening()
    alice.play("put", place="forge")
    [later] = [str(offer.label) for offer in alice.prompt.offers if offer.move.name == "place_later"]
    assert later == "Later: read it off the board yourselves this evening"  # not: a reward that comes later
    alice.play("place_later")
    assert alice.state.scouts == {"forge": (1, 0)}


def test_a_spot_of_the_council_track_is_told_by_taps():
    """With whether the track ends there."""
    alice = on_the_track()
    assert alice.asked == "council.read"
    alice.play("spot_gain", what="relics")
    alice.play("spot_all", end="on")
    assert alice.board_facts == {"council.1": "gain relics 1"}
    assert alice.state.players[0].relics == 1
    alice = on_the_track()
    alice.play("spot_prestige", count=2)
    ends = [offer.move.args.get("end") for offer in alice.prompt.offers]
    assert ends[0] == "on"
    assert ends.index("ends") > ends.index(None)  # the rare one, after all that may still be told
    alice.play("spot_all", end="ends")
    assert alice.board_facts == {"council.1": "gain prestige 2", "council_last": 1}
    assert alice.asked == "council.spot"


def test_a_spot_may_be_read_later():
    """What it gives is tapped, and not kept."""
    alice = on_the_track()
    alice.play("spot_later")
    assert alice.asked == "card.do"
    alice.play("card_done")
    assert (alice.asked, alice.board_facts) == ("turn.actions", {})


def test_the_same_twice_is_one_with_its_sum():
    """Within a way, and not beyond it; other effects stand for themselves."""
    told: tuple[str, ...] = ()
    for clause in ("gain relics", "gain relics", "advance", "advance"):
        told = with_more(told, clause)
    assert written(told) == "gain relics 2; advance; advance"
    told = with_more((*told, "|"), "gain relics")
    assert written(told) == "either gain relics 2 & advance & advance | gain relics 1"
    assert written(("gain relics 1", "|")) == ""
