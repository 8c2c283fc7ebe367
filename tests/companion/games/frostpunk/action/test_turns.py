"""Turns in the Action Phase (rulebook p. 22, 23)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.land import Space
from tests.companion.games.frostpunk.table import Evening

from .table import acting, law, lay, offers, put, stand, take


def test_an_action_ends_the_turn_by_itself():
    """p. 22: from the leader clockwise, one tap for each action; Ada, Ben, Cleo, and Ada again."""
    evening = acting(3)
    seats = []
    for at in ("G.4", "G.5", "G.1"):
        seats.append(evening.prompt.seat)
        evening.play("act_at", at=at, meeple="workers", heat="known")
        while evening.state.tasks:
            evening.play("choose_token" if evening.asked != "action.way" else "building_way", **_first(evening))
    assert seats == [0, 1, 2]
    assert evening.prompt.seat == 0


def _first(evening: Evening) -> dict[str, object]:
    return dict(evening.prompt.offers[0].move.args)


def test_a_turn_may_be_passed():
    """p. 22: who does not want to act passes; the next one clockwise has a turn."""
    evening = acting(3)
    take(evening, "turn_over")
    assert evening.prompt.seat == 1


def test_everybody_passing_ends_the_phase():
    """p. 22: play goes on until nobody wants to take any more actions: three players pass one after the other."""
    evening = acting(3)
    for _ in range(3):
        assert evening.asked == "action.turn"
        take(evening, "turn_over")
    assert "everybody_passed" in evening.names
    assert not evening.state.step.startswith("action")


def test_who_acts_again_after_passes_keeps_the_phase_open():
    """p. 22: Ada and Ben pass, Cleo acts: it takes three passes in a row from then on."""
    evening = acting(3)
    take(evening, "turn_over")
    take(evening, "turn_over")
    evening.play("act_by_hand", meeple="workers", heat="heated")
    take(evening, "turn_over")
    take(evening, "turn_over")
    assert (evening.asked, evening.prompt.seat) == ("action.turn", 2)


def test_a_player_alone_has_nobody_to_pass_to():
    """p. 22: alone there is only acting, or ending the phase."""
    assert not offers(acting(1), "turn_over")


def test_the_phase_ends_by_itself_with_the_last_meeple():
    """p. 22: play goes on until no Meeple is left; Children do not act, so two of them do not count."""
    evening = acting().group("workers", meeples=1).group("engineers", meeples=0)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.state.step.startswith("dusk")


def test_the_phase_ends_when_nobody_acts_any_more():
    """p. 22: it ends too when nobody wants to act."""
    evening = acting()
    evening.play("actions_over")
    assert evening.state.step.startswith("dusk")


def test_automatons_without_coal_cannot_go_on():
    """p. 39: an Automaton needs a Coal, so without Coal it is no available Meeple."""
    evening = acting().group("workers", meeples=1).group("engineers", meeples=0)
    evening.at("action.turn", automatons=1, coal=0)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.state.step.startswith("dusk")


def test_children_may_still_act_by_a_citizen_card():
    """p. 32: a card may let a Child act, so while somebody holds one the phase is ended by a tap."""
    evening = acting().group("workers", meeples=1).group("engineers", meeples=0)
    evening.at("action.turn", hands=(1, 0))
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.asked == "action.turn"
    assert "Only Children are left" in str(evening.prompt.do)
    take(evening, "actions_over")
    assert evening.state.step.startswith("dusk")


def test_two_coal_before_an_action():
    """p. 23, example: 2 Coal move the Heat marker two spaces up, without a stress check, in the same turn."""
    evening = acting()
    evening.play("fuel", coal=2)
    assert (evening.state.coal, evening.state.generator.heat, evening.prompt.seat) == (18, 3, 0)
    assert evening.state.generator.inside == 0


def test_not_beyond_the_cold_marker():
    """p. 23: the Heat marker may stand on the Cold marker, not beyond: from 1 to 5 are four Coal."""
    evening = acting()
    with pytest.raises(IllegalMove):
        evening.play("fuel", coal=5)
    evening.play("fuel", coal=4)
    assert not offers(evening, "fuel")


def test_children_do_not_act_without_a_law():
    """p. 23: Child Meeples take no actions unless a Law or another effect allows it."""
    evening = acting()
    with pytest.raises(IllegalMove, match="Children") as refused:
        evening.play("act_gather", at="G.4", meeple="children", heat="known")
    assert refused.value.page == 23


def test_children_act_with_a_law():
    """p. 23: with such a Law they do, and in the cold a Child falls sick."""
    evening = acting()
    law(evening, "children act")
    evening.play("act_gather", at="G.4", meeple="children", heat="known")
    assert evening.state.children.sick == 1
    assert evening.state.wood == 22


def test_a_law_may_allow_children_one_action_only():
    """p. 23: "children act gather" allows gathering and nothing else."""
    evening = acting()
    law(evening, "children act gather")
    evening.play("act_gather", at="G.4", meeple="children", heat="known")
    with pytest.raises(IllegalMove, match="Children"):
        evening.play("act_snow", ring="near", meeple="children")


def test_a_law_that_nobody_has_entered_leaves_it_to_the_players():
    """p. 23: a Law is in force whose lasting effect nobody has told; Children are offered, not refused."""
    evening = acting()
    law(evening, "nothing")
    evening.at("action.turn", board={**evening.state.board, "card.L01": "name: A Law"})
    evening.play("act_gather", at="G.4", meeple="children", heat="known")
    assert evening.state.wood == 22


def test_the_child_worker_acts_as_a_worker_and_falls_sick_as_a_child():
    """p. 39: it counts as a Child in all respects but acting."""
    evening = acting().at("action.turn", child_worker=True)
    evening.play("act_gather", at="G.4", meeple="child_worker", heat="known")
    assert (evening.state.children.sick, evening.state.workers.sick) == (1, 0)


def test_an_automaton_costs_a_coal_and_never_falls_sick():
    """p. 39: 1 Coal each time it is used; it is nobody who could fall sick."""
    evening = acting().at("action.turn", automatons=1)
    evening.play("act_snow", ring="near", meeple="automatons")
    assert evening.state.coal == 19
    assert evening.state.workers.sick == 0


def test_an_automaton_without_coal_is_refused():
    """p. 39: without Coal it cannot be used."""
    evening = acting().at("action.turn", automatons=1, coal=0)
    with pytest.raises(IllegalMove, match="Coal"):
        evening.play("act_snow", ring="near", meeple="automatons")


def test_no_meeple_is_used_twice():
    """p. 22: five Workers act five times."""
    evening = acting()
    for _ in range(5):
        put(evening, "workers", "snow")
    with pytest.raises(IllegalMove, match="none is free"):
        evening.play("act_gather", at="G.4", meeple="workers", heat="known")


def test_the_cold_bites_before_the_action():
    """p. 23: with all of a type sick, the marker flips to its Skull side before the wood is gathered."""
    evening = acting().group("workers", citizens=5, sick=5)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.names.index("gravely_ill") < evening.names.index("wood_rose")
    assert evening.state.workers.grave


def test_a_death_by_the_cold_comes_first():
    """p. 23, 30: flipped back, a Worker dies; the death's card is seen to before the action takes effect."""
    evening = acting().group("workers", citizens=5, sick=5, grave=True)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.asked == "death.card"
    assert evening.state.wood == 20
    evening.play("death_done")
    assert evening.state.wood == 22
    assert evening.prompt.seat == 1


def test_a_lost_game_ends_the_action():
    """p. 16, 23: the last Corpse space is reached through the cold; nothing is gathered any more."""
    evening = acting(2, corpse_last=2).group("workers", citizens=5, sick=5, grave=True)
    evening.play("act_gather", at="G.4", meeple="workers", heat="known")
    assert evening.state.ended == "deaths"
    assert evening.state.wood == 20


def test_an_action_by_hand_counts_the_cold():
    """p. 23: what the companion cannot know is entered by hand; the Meeple is placed, one more is sick."""
    evening = acting()
    evening.play("act_by_hand", meeple="engineers", heat="cold")
    assert evening.state.engineers.sick == 1
    assert evening.prompt.seat == 1


def test_everything_offered_as_one_tap_is_legal():
    """What is offered with nothing more to fill in can be done."""
    evening = acting(2, "N1", "N2")
    lay(evening, "F1", Space(what="coal", count=3), Space(what="wood", count=1, trees=2))
    for offer in list(evening.prompt.offers):
        if not offer.asks:
            state = evening.state
            evening.play(offer.move.name, **offer.move.args)
            evening.state = state


def test_another_meeple_is_chosen_on_the_map():
    """p. 26: an Engineer may gather as well; who chose one sees what it can do, and it holds for this turn."""
    evening = acting()
    [offer] = offers(evening, "with_meeple")
    assert [choice.value for choice in offer.asks[0].choices] == ["engineers"]  # type: ignore[union-attr]
    evening.play("with_meeple", meeple="engineers")
    [near] = offers(evening, "act_snow")
    evening.play("act_snow", **near.move.args)
    assert evening.asked == "city.lay"
    assert evening.state.engineers.sick == 1
    assert evening.state.hand == ""


def test_a_meeple_chosen_by_mistake():
    """The other kinds are offered as before, and the next player begins with the usual one."""
    evening = acting()
    evening.play("with_meeple", meeple="engineers")
    evening.play("with_meeple", meeple="workers")
    [near] = offers(evening, "act_snow")
    assert near.move.args["meeple"] == "workers"
    evening.play("with_meeple", meeple="engineers")
    evening.play("turn_over")
    assert evening.state.hand == ""


def test_a_building_is_taken_down_only_by_who_means_it():
    """p. 26: it can be undone on the page, but hands have moved by then; so it is asked twice."""
    evening = acting(2, "N1")
    stand(evening, "tent", "N1.1")
    [dismantle] = offers(evening, "act_dismantle")
    assert dismantle.tone == "danger"


def test_who_has_told_no_map_is_offered_to():
    """p. 10: only what lies on told tiles can be offered, so where nothing but the Generator tile is told it says so;
    with one tile told the map has begun."""
    assert len(offers(acting(2), "enter_map")) == 1
    assert offers(acting(2, "N1"), "enter_map") == []
