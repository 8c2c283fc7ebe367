"""Turns, who takes part, and what cannot be taken (p. 10 to 11)."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board.sketch import Attached
from companion.games.citadel.cards import moving
from companion.games.citadel.heroes import next_left
from companion.games.citadel.state import Die
from tests.companion.games.citadel.action.acting import Acting, table
from tests.companion.games.citadel.table import GAME


def test_the_active_player_is_chosen():
    """Whoever is next acts at once; anybody else is chosen first, by one tap (p. 10)."""
    evening = table(2)
    who = {(one.move.name, one.move.args["seat"]) for one in evening.prompt.offers if one.move.name in ("acts", "turn")}
    assert (who, evening.prompt.seat) == ({("acts", "seat1"), ("turn", "seat2")}, 0)
    evening.play("turn", seat="seat2")
    assert evening.asked == "action.choose"
    assert evening.prompt.seat == 1


def test_without_agreement_the_player_to_the_left_is_next():
    """After Ben it is Cleo; an unconscious one is passed over (p. 10)."""
    evening = table(4)
    evening.state = replace(evening.state, turn=replace(evening.state.turn, last="seat2"))
    assert next_left(evening.state) == "seat3"
    assert GAME.view(evening.state).where.turn == 2
    notes = {str(one.label): str(one.note) for one in evening.prompt.offers if one.move.name == "turn" and one.note}
    assert notes == {"Ben acts": "Again, if all agree"}
    assert evening.prompt.offers[0].move.args["seat"] == "seat3"
    evening.hero("seat3", conscious=False)
    assert next_left(evening.state) == "seat4"
    evening.state = replace(evening.state, turn=replace(evening.state.turn, last="seat4"))
    assert next_left(evening.state) == "seat1"


def test_the_unconscious_do_not_act():
    """An unconscious character takes no action."""
    evening = table(2)
    evening.hero("seat1", conscious=False, life=0)
    with pytest.raises(IllegalMove):
        evening.play("turn", seat="seat1")


def test_one_action_at_a_time():
    """No second one while another is performed (p. 11)."""
    evening = table(2)
    evening.act("climb", "081.1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("turn", seat="seat2")
    assert refused.value.page == 11


def test_an_action_that_was_done_here():
    """A Permanent event with the same icon on its arrow bars it on this Terrain card (p. 11, 17)."""
    evening = table(2)
    event = evening.card("300", "permanent", "board")
    board = evening.state.sketch
    evening.at(sketch=replace(board, attached=(Attached(key=event, to="081.1", action="search"),)))
    evening.play("turn", seat="seat1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("act_new", seat="seat1", icon="search", where="081.1")
    assert refused.value.page == 11
    evening.play("act_new", seat="seat1", icon="climb", where="081.1")
    assert evening.asked == "action.sheet"


def test_somewhere_else():
    """Actions of another Terrain card, or of another player's Purse card, are out of reach (p. 10)."""
    evening = table(2)
    other = evening.card("094", "terrain", "board")
    hers = evening.card("200", "purse", "purse", "seat2")
    for card in (other, hers):
        evening.play("turn", seat="seat1")
        with pytest.raises(IllegalMove):
            evening.play("act_new", seat="seat1", icon="climb", where=card)
        evening.play("action_cancel")


def test_what_was_told_is_not_asked_again():
    """Cost, difficulty and kind of a card's action are kept for later evenings (p. 11)."""
    evening = table(2)
    evening.act("climb", "081.1")
    evening.sheet(5, 3, "simple_chain")
    assert evening.board_facts == {"action.081.1.climb": "cost 5 rows 3 chain"}
    evening.play("action_cancel")
    evening.play("turn", seat="seat2")
    offer = evening.prompt.offers[0]
    assert (str(offer.label), str(offer.note)) == ("Climb, card 081", "Cost 5, difficulty 3")
    evening.play(offer.move.name, **offer.move.args)
    assert evening.asked == "action.gear"


def test_a_terrain_card_that_lies_before_somebody_is_no_place():
    """Laid before Ben by hand, though figures stand there in the books: its action is offered to nobody else."""
    evening = table(2)
    evening.act("climb", "081.1")
    evening.sheet(5, 3)
    evening.play("action_cancel")
    assert [one.move.name for one in evening.prompt.offers].count("act") == 1
    evening.writing(lambda tx: moving.put(tx, "081.1", "purse", "seat2"))
    evening.play("turn", seat="seat1")
    assert "act" not in [one.move.name for one in evening.prompt.offers]


def test_others_may_take_part():
    """Those on the same Terrain card, if the active player agrees; not those elsewhere (p. 10)."""
    evening = table(3)
    evening.hero("seat3", place="094.1")
    evening.act("climb", "081.1")
    evening.sheet(2, 1)
    assert evening.running.involved == ("seat1",)
    evening.play("involve", seat="seat2")
    assert evening.running.involved == ("seat1", "seat2")
    with pytest.raises(IllegalMove):
        evening.play("involve", seat="seat3")
    evening.play("involve", seat="seat2")
    assert evening.running.involved == ("seat1",)


def test_all_take_part_in_a_mandatory_action():
    """Red outline: everybody on the Terrain card, and it cannot be left (p. 11)."""
    evening = table(3)
    evening.hero("seat3", place="094.1")
    evening.act("run", "081.1", seat="seat2")
    evening.sheet(2, 1, "simple", "mandatory")
    assert set(evening.running.involved) == {"seat1", "seat2"}
    with pytest.raises(IllegalMove):
        evening.play("involve", seat="seat1")
    with pytest.raises(IllegalMove):
        evening.play("action_cancel")


def test_the_sign_for_all():
    """With somebody conscious elsewhere it cannot be taken; the unconscious do not count (p. 11)."""
    evening = table(3)
    evening.hero("seat3", place="094.1")
    evening.act("run", "081.1")
    evening.sheet(2, 1, "simple", "group")
    assert evening.names == ["action_forbidden"]
    assert evening.state.action is None
    evening.hero("seat3", place="", conscious=False, life=0)
    evening.act("run", "081.1")
    assert evening.running.involved == ("seat1", "seat2")


def test_over_the_weight_only_the_move_is_barred():
    """Weight 10 with a limit of 9: not the Character card's move, but everything else (p. 19)."""
    evening = table(2, **{"card.200.1.weight": 10})
    evening.card("200", "purse", "purse", "seat1")
    evening.play("turn", seat="seat1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("act_new", seat="seat1", icon="move", where="character")
    assert refused.value.page == 19
    evening.play("act_new", seat="seat1", icon="climb", where="character")
    assert evening.asked == "action.sheet"


def compound(evening: Acting, duty: str = "free") -> str:
    """A compound action on an attached event, cost 1, difficulty 5."""
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 5, "compound", duty)
    return event


def test_a_die_comes_onto_the_first_row():
    """It shows the difficulty (p. 11)."""
    evening = table(2)
    event = compound(evening)
    assert evening.told("die_placed").args["value"] == 5
    assert evening.state.turn.dice == (Die(card=event, icon="dig", row=1, value=5),)


def test_a_die_that_was_not_needed_goes_back():
    """An action left before anything was drawn leaves no die behind."""
    evening = table(2)
    compound(evening)
    evening.play("action_cancel")
    assert evening.state.turn.dice == ()


def test_a_compound_action_is_gone_on_with_later():
    """The die stays on its row with its value, and anybody may go on (p. 11)."""
    evening = table(2)
    event = compound(evening)
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    evening.play("action_done")
    assert evening.asked == "table.idle"
    evening.play("turn", seat="seat2")
    assert str(evening.prompt.offers[0].note) == "Go on: row 1, the die shows 3"
    evening.play("act", seat="seat2", icon="dig", source="", card=event)
    assert (evening.running.row, evening.running.need) == (1, 3)


def test_no_free_die():
    """With all four on cards, one is taken from another, whose action begins again on its first row (p. 11)."""
    evening = table(2, **{"action.301.1.dig": "cost 1 rows 5 compound"})
    cards = [evening.card(number, "permanent", "board") for number in ("301", "302", "303", "304")]
    dice = tuple(Die(card=card, icon="dig", row=2, value=2) for card in cards)
    evening.state = replace(evening.state, turn=replace(evening.state.turn, dice=dice))
    compound(evening)
    assert evening.asked == "action.die"
    evening.play("die_taken", at=0)
    assert len(evening.state.turn.dice) == 4
    evening.play("action_cancel")
    evening.play("turn", seat="seat1")
    evening.play("act", seat="seat1", icon="dig", source="", card=cards[0])
    assert (evening.running.row, evening.running.need) == (1, 5)


def test_a_card_that_leaves_gives_its_die_back():
    """Discarded, returned or banished: the die goes back into the box (p. 13)."""
    for away in (moving.discard, moving.return_, moving.banish):
        evening = table(2)
        event = compound(evening)
        evening.play("draw", cards=1)
        evening.play("stars_told", count=1)
        evening.play("action_done")
        evening.writing(lambda tx, send=away, key=event: send(tx, key))
        assert evening.state.turn.dice == ()
        assert "die_back" in evening.names


def test_no_compound_difficulty_beyond_the_die():
    """A die shows 1 to 6."""
    evening = table(2)
    evening.act("dig", "081.1")
    with pytest.raises(IllegalMove):
        evening.sheet(1, 7, "compound")


def test_the_card_of_the_action_is_selected():
    """Whose action is taken, that card is selected by itself (p. 12)."""
    evening = table(2, **{"effects.200.1": "success 1 for dig"})
    spade = evening.card("200", "purse", "purse", "seat1")
    evening.act("dig", spade)
    evening.sheet(1, 1)
    assert [gear.ident for gear in evening.running.gear] == [spade]
    evening.play("draw", cards=1)
    evening.play("stars_told", count=0)
    assert evening.outcome == (1, "success")


def test_what_other_parts_do_in_a_consequence():
    """Scores, side quests, dialogues and figures can be changed while consequences are applied (p. 18)."""
    evening = table(2)
    evening.act("speak", "081.1")
    evening.sheet(0, 0)
    evening.play("draw", cards=0)
    for move in ("score_changed", "quest_add", "read_dialogue", "life_changed", "action_damage"):
        assert evening.offered(move), move
    evening.play("score_changed", what="influence", by=2)
    assert evening.state.leaflet.score("influence") == 2
    evening.play("life_changed", seat="seat1", by=-3)
    assert (evening.state.hero("seat1").life, evening.running.applied) == (7, ("lose 3",))
