"""Laying out the game by the book."""

import pytest

from companion.api.game import IllegalMove, Offer, Table
from companion.api.refusals import BadMove
from tests.companion.games.meaning import offered
from tests.companion.games.torrenar.table import GAME

from .table import Evening, begun


@pytest.mark.parametrize(("players", "smokestack"), [(1, 7), (2, 14), (3, 21), (4, 28), (5, 35), (8, 56)])
def test_the_smokestack_has_seven_pollutants_for_each_player(players: int, smokestack: int):
    """7 for each player lie in the Smokestack (Setup: Smokestack)."""
    evening = Evening(players)
    assert evening.state.smokestack == smokestack
    assert evening.told("smokestack_built").args == {"pollutants": smokestack}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_player_has_ten_cards_of_which_six_are_pollutants(players: int):
    """6 Pollutants, 3 Local Campaigns and 1 Education make the Draw pile; nothing else is held yet (Setup: Players)."""
    for player in Evening(players).state.players:
        assert (player.draw, player.hand, player.discard) == (10, 0, 0)
        assert player.pollutants == 6


def test_each_player_draws_five_of_the_own_draw_pile():
    """After the first draw 5 cards are in each Hand and 5 left in each Draw pile (Setup: Wrap-Up)."""
    evening = Evening(4)
    evening.play("skip_setup")
    assert [evening.of(seat) for seat in range(4)] == [(5, 5, 0)] * 4


def test_the_forfeit_pile_starts_empty_and_reprieve_face_down():
    """Nothing is Forfeited, Reprieve and the hourglass are down (Setup: Smokestack, Action Stack)."""
    state = Evening(3).state
    assert (state.forfeit, state.mitigated, state.reprieve, state.hourglass) == (0, 0, "face_down", "down")


def ticks(evening: Evening) -> dict[str, Offer]:
    return {str(one.move.args["part"]): one for one in evening.prompt.offers if one.ticked is not None}


def test_the_checklist_has_the_setup_in_the_rulebook_s_order():
    """Every part of the setup stands on one list, with the numbers for this group."""
    parts = ticks(Evening(3))
    assert list(parts) == ["size", "smokestack", "players", "action_stack", "first_hand"]
    assert "count 21 of them" in str(parts["smokestack"].label)
    assert "6 more Pollutants, 3 Local Campaigns and 1 Education" in str(parts["players"].label)
    assert "Court Victory face-down at the bottom" in str(parts["action_stack"].label)
    assert "5 cards" in str(parts["first_hand"].label)


def test_the_checklist_is_ticked_off():
    """A part that is done can be taken back; an evening that went step by step has ticked what it has passed."""
    evening = Evening(3)
    evening.play("tick", part="players")
    assert [part for part, offer in ticks(evening).items() if offer.ticked] == ["players"]
    evening.play("tick", part="players")
    evening.play("laid_out", step="size")
    assert [part for part, offer in ticks(evening).items() if offer.ticked] == ["size"]
    assert evening.prompt.name == "setup.list"


def test_who_starts_says_that_all_is_laid_out():
    """One tap from the list to the first turn; everybody has drawn five cards."""
    evening = Evening(3)
    starters = [offer for offer in evening.prompt.offers if offer.move.name == "begin_with"]
    assert len(starters) == 3
    evening.play("begin_with", seat="2")
    assert (evening.state.turn, evening.state.step, evening.of(0)) == (1, "actions", (5, 5, 0))
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("begin_with", seat="2")
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("tick", part="size")


def test_the_action_stack_may_be_counted_on_the_list():
    """What it holds is kept for later evenings, and asked no more."""
    evening = Evening(3)
    evening.play("tell_size", cards=31)
    assert (evening.state.action_stack, evening.board_facts) == (31, {"action_cards_3": 31})
    assert "tell_size" not in evening.first_offers
    evening.play("begin_with", seat="1")
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("tell_size", cards=31)


def test_the_checklist_tells_where_art_cards_and_reprieve_lie():
    """Hourglass side down, an empty Forfeit pile and Reprieve face-down are part of the small print."""
    notes = {part: str(offer.note) for part, offer in ticks(Evening(3)).items()}
    assert "hourglass side down" in notes["smokestack"]
    assert "Reference" in notes["players"]
    assert "empty Forfeit pile" in notes["action_stack"]
    assert "Reprieve face-down" in notes["action_stack"]


@pytest.mark.parametrize(("players", "words"), [(1, "does not define"), (2, "does not define"), (3, "You are 3")])
def test_groups_that_the_text_does_not_name_are_told_so(players: int, words: str):
    """For fewer than three players the rulebook's text is silent, and the companion says so."""
    assert words in str(ticks(Evening(players))["size"].note)


def test_the_group_chooses_who_starts():
    """Anybody may start; then it is that player's turn (Setup: Wrap-Up)."""
    evening = Evening(3)
    evening.play("skip_setup")
    offers = GAME.prompts(evening.state)[0].offers
    assert [offered(offer) for offer in offers] == [
        ("start_with", {"seat": "1", "player": "Ada"}),
        ("start_with", {"seat": "2", "player": "Ben"}),
        ("start_with", {"seat": "3", "player": "Cleo"}),
    ]
    evening.play("start_with", seat="2")
    assert (evening.state.turn, evening.state.step) == (1, "actions")


def test_a_counted_action_stack_is_kept_for_later_evenings():
    """What was counted once is a board fact of that number of players, and is used the next time."""
    evening = Evening(3)
    for step in ("size", "smokestack", "players"):
        evening.play("laid_out", step=step)
    evening.play("count_stack", cards=31)
    assert (evening.state.action_stack, evening.state.step) == (31, "first_hand")
    assert evening.board_facts == {"action_cards_3": 31}
    assert Evening(3, board={"action_cards_3": 31}).state.action_stack == 31
    assert Evening(4, board={"action_cards_3": 31}).state.action_stack is None


def test_the_action_stack_need_not_be_counted():
    """Nobody knows the number of Actions but the owner; without a count it is unknown, not zero."""
    evening = Evening(3)
    for step in ("size", "smokestack", "players", "action_stack"):
        evening.play("laid_out", step=step)
    assert evening.state.action_stack is None


def test_no_board_fact_is_invented():
    """The text gives no size of the Action stack, so none is known beforehand."""
    assert [fact.known for fact in GAME.board] == [None] * 8


def test_a_size_told_while_the_game_runs_is_put_right():
    """With 31 at the start and 2 taken since, 29 are left; a count made at the table is not overwritten."""
    evening = begun(3, stack=None)
    evening.play("gain", seat="1", number=2, place="action_stack", what="actions")
    assert GAME.learn is not None
    told = GAME.learn(evening.state, "action_cards_3", 31).state
    assert told.action_stack == 29
    assert GAME.learn(told, "action_cards_3", 40).state.action_stack == 29
    assert GAME.learn(evening.state, "action_cards_4", 31).state.action_stack is None


def test_a_count_during_play_makes_the_stack_known():
    """The stack may be counted at any time; the game goes on where it was and nothing is learnt of the box."""
    evening = begun(3, stack=None)
    evening.play("count_stack", cards=12)
    assert (evening.state.action_stack, evening.state.step) == (12, "actions")
    assert evening.board_facts == {}


@pytest.mark.parametrize("players", [0, 9])
def test_only_as_many_players_as_the_books_hold(players: int):
    """Nobody or more than eight are refused with a sentence."""
    with pytest.raises(IllegalMove, match="1 to 8 players"):
        GAME.start(Table(players=tuple(f"P{seat}" for seat in range(players))))


def test_moves_out_of_their_place_in_the_setup_are_refused():
    """What is not being laid out now, an empty Action stack, or a player who is not there: one sentence each."""
    evening = Evening(3)
    before = evening.state
    for move, args in [
        ("laid_out", {"step": "players"}),
        ("start_with", {"seat": "1"}),
        ("no_more_actions", {}),
        ("deal", {"pollutants": 1}),
        ("gain", {"seat": "1", "number": 1, "place": "smokestack", "what": "pollutants"}),
        ("use", {"card": "revolution"}),
    ]:
        with pytest.raises(IllegalMove):
            evening.play(move, **args)
    evening.play("skip_setup")
    with pytest.raises(IllegalMove, match="no player 4"):
        evening.play("start_with", seat="4")
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("skip_setup")
    assert before == Evening(3).state


def test_an_empty_action_stack_cannot_be_counted_at_setup():
    """At least Court Victory lies in it."""
    evening = Evening(3)
    for step in ("size", "smokestack", "players"):
        evening.play("laid_out", step=step)
    with pytest.raises(IllegalMove, match="at least Court Victory"):
        evening.play("count_stack", cards=0)


@pytest.mark.parametrize(
    "args", [{}, {"seat": 1}, {"seat": "0"}, {"seat": "9"}, {"seat": "1", "x": 1}, {"seat": "1" * 99}]
)
def test_arguments_that_do_not_fit_are_refused(args: dict[str, object]):
    """Missing, surplus, out-of-range and huge arguments never reach the rules."""
    evening = Evening(3)
    evening.play("skip_setup")
    with pytest.raises(BadMove):
        evening.play("start_with", **args)  # type: ignore[arg-type]
