"""The Dusk deck (rulebook p. 14, 28, 34): what is known to lie in it, and the Social Disputes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.api.game import IllegalMove
from companion.api.view import CardList
from companion.games.frostpunk.cards import dusk
from companion.games.frostpunk.cards.effects import carry_out
from companion.games.frostpunk.cards.piles import Dusk
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.frostpunk.table import GAME
from tests.companion.games.meaning import offered

from ..table import Evening, begun


def evening(*deck: str, discard: tuple[str, ...] = (), disputes: int = 9, **board: str) -> Evening:
    """A Dusk card is about to be revealed from this deck."""
    return begun(2, **board).at("dusk.card", dusk=Dusk(deck=deck, discard=discard, disputes=disputes))


def test_the_first_deck_holds_inevitable_and_one_social_dispute():
    """D000 and the top Social Dispute card are shuffled together (p. 14); nine of the ten are left (p. 5)."""
    assert begun().state.dusk == Dusk(deck=("D000", "?dispute"), disputes=9)


def test_a_card_without_an_icon_goes_onto_the_discard_pile():
    """No icon: the Dusk discard pile (p. 28)."""
    table = evening("D000", "?dispute")
    table.play("reveal_dusk", code="D000")
    table.play("place_card", where="discard")
    assert (table.state.dusk.deck, table.state.dusk.discard) == (("?dispute",), ("D000",))
    assert table.state.step.startswith("hunger.")


def test_a_known_card_without_an_icon_is_discarded_by_itself():
    """Nothing has to be tapped where the words say all."""
    table = evening("D012", "?dispute", **{"card.D012": "now: gain wood 1"})
    table.play("reveal_dusk", code="D012")
    assert table.state.dusk.discard == ("D012",)
    assert table.state.step.startswith("hunger.")


def test_an_unread_card_takes_the_place_of_the_only_entry_it_can_be():
    """With one unread card in the deck, a new code is that card."""
    table = evening("D000", "?L03")
    table.play("reveal_dusk", code="D034")
    assert (table.state.dusk.deck, table.state.dusk.shown) == (("D000",), "?L03")
    table.play("place_card", where="out")
    assert table.state.dusk == Dusk(deck=("D000",))


def test_a_social_dispute_leaves_and_the_next_one_comes_with_deck_and_discard_pile():
    """Out of the game; the next one is read and shuffled together with deck and discard pile (p. 28)."""
    table = evening("?dispute", "D012", discard=("D000", "D045"))
    table.play("reveal_dusk", code="D077")
    assert any(offer.move.name == "place_card" for offer in table.prompt.offers)
    table.play("place_card", where="dispute")
    assert table.board_facts == {"origin.D077": "dispute"}
    assert table.asked == "dusk.dispute"
    assert "Read the next Social Dispute card" in str(table.prompt.do)
    table.play("dispute_added")
    assert sorted(table.state.dusk.deck) == ["?dispute", "D000", "D012", "D045"]
    assert (table.state.dusk.discard, table.state.dusk.disputes) == ((), 8)
    assert table.state.step.startswith("hunger.")


def test_the_next_dispute_may_be_told_by_its_code():
    """It has been read anyway, so the camera may see it; it is then known when it comes."""
    table = evening("?dispute")
    table.play("place_card", where="dispute")
    table.play("next_dispute_read", code="D078")
    assert table.state.dusk.deck == ("D078",)
    table.at("dusk.card").play("reveal_dusk", code="D078")
    assert [offer.move.args["where"] for offer in table.prompt.offers if offer.move.name == "place_card"][:2] == [
        "dispute", "display",
    ]  # fmt: skip


def test_a_card_that_is_no_dispute_cannot_be_added_as_one():
    """A card of the deck, of the discard pile, or one known to be something else."""
    table = evening("?dispute", "D012", discard=("D013",), **{"origin.D034": "L03"})
    table.play("place_card", where="dispute")
    for code in ("D012", "D013", "D034"):
        with pytest.raises(IllegalMove, match="no Social Dispute"):
            table.play("next_dispute_read", code=code)


def test_a_known_social_dispute_offers_its_options_and_leaves():
    """Its words say that it is one: the option's tap is enough, then the next one is read."""
    table = evening("?dispute", "?L03", **{"card.D077": "social dispute\n1 A: gain wood 1\n2 B: gain coal 1"})
    table.play("reveal_dusk", code="D077")
    assert table.state.dusk.deck == ("?L03",)
    assert table.prompt.offers[0].move.args["where"] == "dispute"
    table.play("choose_option", number=1, where="dispute")
    assert table.asked == "dusk.dispute"


def test_without_social_disputes_the_rulebook_is_silent_on_the_discard_pile():
    """None is added (p. 28). Whether the discard pile is shuffled in is asked once and holds from then on."""
    for how, deck, discard in (("leave", (), ("D000",)), ("shuffle", ("D000",), ())):
        table = evening("?dispute", discard=("D000",), disputes=0)
        table.play("place_card", where="dispute")
        assert table.asked == "dusk.dispute"
        with pytest.raises(IllegalMove, match="No Social Dispute card is left"):
            table.play("dispute_added")
        table.play("no_dispute", how=how)
        assert (table.state.dusk.deck, table.state.dusk.discard) == (deck, discard)
        assert table.state.houses[dusk.NO_DISPUTE] == how
        table.at("dusk.card", dusk=Dusk(deck=("?dispute",), discard=("D000",), disputes=0))
        table.play("place_card", where="dispute")
        assert table.state.step.startswith("hunger.")


def test_without_disputes_and_discard_pile_nothing_is_asked():
    """There is nothing to decide."""
    table = evening("?dispute", disputes=0)
    table.play("place_card", where="dispute")
    assert table.state.step.startswith("hunger.")


def test_cards_with_the_red_icon_are_never_discarded():
    """Neither by their own text nor by an effect (p. 28, 43)."""
    table = evening("D012", "?dispute", **{"card.D012": "red icon\n1 A: to display", "card.D013": "social dispute"})
    table.play("reveal_dusk", code="D012")
    with pytest.raises(IllegalMove, match="red icon"):
        table.play("place_card", where="discard")
    with pytest.raises(IllegalMove, match="red icon"):
        dusk.from_deck_to_discard(Transaction(table.state), "D013")
    assert dusk.discardable(evening("D012", "D014", "?L03", **{"card.D012": "red icon"}).state) == ("D014",)


def test_the_faith_keepers_discard_a_card_of_the_deck():
    """A revealed card goes onto the discard pile without its effect (p. 43): by code, unread, or unnamed."""
    tx = Transaction(evening("D012", "?L03", "?dispute").state)
    dusk.from_deck_to_discard(tx, "D012")
    dusk.from_deck_to_discard(tx, "D034")
    assert (tx.state.dusk.deck, tx.state.dusk.discard) == (("?dispute",), ("D012", "D034"))
    tx = Transaction(evening("D012", "D013", "?dispute").state)
    dusk.from_deck_unnamed(tx)
    assert (tx.state.dusk.count, tx.state.dusk.thrown) == (2, 1)


def test_an_added_card_lies_unread_in_the_deck():
    """An effect adds it by its code (p. 34); one that is in the game already is not in the box."""
    tx = Transaction(evening("D000", discard=("D046",)).state)
    carry_out(tx, "add D045; add D045; add D046")
    assert tx.state.dusk.deck == ("D000", "D045")
    assert [fact.name for fact in tx.facts] == ["card_added", "card_not_added", "card_not_added"]


def test_a_card_that_left_the_game_can_be_added_again():
    """It lies in the box."""
    table = evening("D012", "?dispute")
    table.play("reveal_dusk", code="D012")
    table.play("place_card", where="out")
    table.play("add_dusk_card", code="D012")
    assert "D012" in table.state.dusk.deck


# --- unread cards -----------------------------------------------------------------------------------------------------


def test_with_a_dispute_and_one_consequence_the_place_tells_which_it_was():
    """No question: a Social Dispute goes where only they go."""
    for where, left in (("dispute", ("?L03",)), ("discard", ("?dispute",))):
        table = evening("?dispute", "?L03")
        table.play("reveal_dusk", code="D034")
        table.play("place_card", where=where)
        assert table.state.dusk.deck == left


def test_with_two_consequences_it_is_asked_once_whose_it_was():
    """The card says it; the answer is kept for every later evening."""
    table = evening("?L03", "?L05", "?dispute")
    table.play("reveal_dusk", code="D034")
    table.play("place_card", where="discard")
    assert table.asked == "dusk.which"
    table.play("which_card", entry="L05")
    assert table.board_facts == {"origin.D034": "L05"}
    assert (table.state.dusk.deck, table.state.dusk.discard) == (("?L03", "?dispute"), ("D034",))
    again = evening("?L03", "?L05", "?dispute", **{"origin.D034": "L05"})
    again.play("reveal_dusk", code="D034")
    assert again.state.dusk.deck == ("?L03", "?dispute")


def test_a_card_that_was_none_of_them_leaves_the_deck_as_it_is():
    """Somebody added it without telling."""
    table = evening("?L03", "?L05")
    table.play("reveal_dusk", code="D034")
    table.play("place_card", where="out")
    table.play("which_card", entry="other")
    assert table.state.dusk.deck == ("?L03", "?L05")


def test_a_consequence_may_be_told_by_its_laws_code():
    """Both Consequences of a Law bear its code (p. 37): with words for one of them, it is asked which it is."""
    table = evening("?L03", "?dispute")
    table.play("reveal_dusk", code="L03")
    assert (table.state.card, table.state.dusk.deck) == ("L03/1", ("?dispute",))
    table.play("card_text", card="L03/1", text="name: Overcrowded\nnow: sick workers 1")
    assert table.state.dusk.discard == ("L03/1",)
    table = evening("?L03", "?dispute", **{"card.L03/1": "name: Overcrowded\nnow: sick workers 1"})
    table.play("reveal_dusk", code="L03")
    assert [offered(offer) for offer in table.prompt.offers] == [
        ("which_consequence", {"card": "L03/1", "name": "Overcrowded"}),
        ("which_consequence", {"card": "L03/2"}),
    ]
    with pytest.raises(IllegalMove, match="no Consequence of this Law"):
        table.play("which_consequence", card="L04/1")
    table.play("which_consequence", card="L03/2")
    assert (table.state.card, table.state.dusk.deck) == ("L03/2", ("?dispute",))


def test_a_shuffled_in_consequence_is_the_one_that_lies_there():
    """It was read before; its Law's code is enough."""
    table = evening("L03/2", "?dispute", **{"card.L03/1": "name: Overcrowded\nnow: sick workers 1"})
    table.play("reveal_dusk", code="L03")
    assert (table.state.card, table.state.dusk.deck) == ("L03/2", ("?dispute",))


# --- cards that nobody names ------------------------------------------------------------------------------------------


def test_the_only_card_it_can_be_needs_no_code():
    """Of Inevitable and a Social Dispute, the one that is no dispute is Inevitable."""
    table = evening("D000", "?dispute")
    table.play("place_card", where="discard")
    assert (table.state.dusk.deck, table.state.dusk.discard) == (("?dispute",), ("D000",))


def test_unnamed_cards_stay_in_doubt_until_the_next_shuffling():
    """Three cards, one of them discarded unnamed: two lie in the deck, and all three again after the shuffling."""
    table = evening("D000", "D012", "D013", "?dispute")
    table.play("place_card", where="discard")
    assert (table.state.dusk.count, table.state.dusk.thrown) == (3, 1)
    table.at("dusk.card").play("place_card", where="dispute")
    table.play("dispute_added")
    assert (table.state.dusk.count, table.state.dusk.thrown) == (4, 0)


def test_with_nothing_left_in_the_deck_the_doubt_is_over():
    """Both cards were discarded unnamed: they lie on the pile."""
    table = evening("D012", "D013")
    table.play("place_card", where="discard")
    table.at("dusk.card").play("place_card", where="discard")
    assert (table.state.dusk.deck, set(table.state.dusk.discard)) == ((), {"D012", "D013"})
    table = evening("D012", "D013")
    table.play("place_card", where="out")
    table.at("dusk.card").play("place_card", where="display")
    assert table.state.dusk == Dusk(deck=())


def test_an_empty_deck_is_said():
    """The rulebook is silent: no card, or the discard pile becomes a new deck; a card that lies there is taken."""
    table = evening(disputes=0)
    assert "empty" in str(table.prompt.do)
    assert not table.offered("dusk_deck_renewed")
    table.play("no_dusk_card")
    assert table.state.step.startswith("hunger.")
    table = evening(discard=("D012", "D013"), disputes=0)
    table.play("dusk_deck_renewed")
    assert set(table.state.dusk.deck) == {"D012", "D013"}
    table = evening(disputes=0)
    table.play("reveal_dusk", code="D012")
    assert table.asked == "dusk.resolve"


CARDS = ("D000", "D012", "D013", "D045", "D077", "L03")
MOVES = st.sampled_from(
    [*((code, where) for code in (*CARDS, "") for where in ("out", "display", "discard", "dispute"))]
)


@pytest.mark.slow
@given(st.lists(MOVES, max_size=12))
@settings(max_examples=60, deadline=None)
def test_whatever_is_told_the_deck_stays_sound(played: list[tuple[str, str]]):
    """No card lies twice, no count falls below nothing, and there are never more disputes than ten."""
    table = evening("D000", "D012", "?L03", "?dispute", discard=("D013",), disputes=2)
    for code, where in played:
        table.at("dusk.card", card="", tasks=())
        if code:
            table.play("reveal_dusk", code=code)
        try:
            table.play("place_card", where=where)
        except IllegalMove:
            continue
        while table.asked in ("dusk.which", "dusk.dispute"):
            _answer(table)
        pile = table.state.dusk
        everywhere = [*pile.deck, *pile.discard]
        assert len(set(everywhere)) == len(everywhere)
        assert 0 <= pile.count <= len(pile.deck)
        assert pile.thrown + pile.gone <= len(pile.deck)
        assert 0 <= pile.disputes <= 9


def _answer(table: Evening) -> None:
    move = table.prompt.offers[0].move
    table.play(move.name, **move.args)


# --- what is shown and set by hand ------------------------------------------------------------------------------------


def test_the_panel_tells_the_deck_without_telling_unread_cards():
    """Codes, not names: words of a card in the deck stay hidden, those of the discard pile are open (p. 16)."""
    table = evening(
        "D045", "?dispute", "?L03", discard=("D012",), **{"card.D045": "name: Secret", "card.D012": "name: Open"}
    )
    panel = next(panel for panel in GAME.view(table.state).panels if panel.name == "dusk")
    lists = {str(one.label): one for one in panel.widgets if isinstance(one, CardList)}
    deck = [str(row.label) for row in lists["Known to lie in the deck"].cards]
    assert deck == ["D045", "A Consequence of L03, unread", "A Social Dispute"]
    assert [str(row.label) for row in lists["Dusk discard pile"].cards] == ["Open"]
    assert "Secret" not in str([str(row.label) for one in lists.values() for row in one.cards])


def test_deck_display_and_disputes_can_be_set_by_hand():
    """By their codes, as the table says; what is no code is refused."""
    table = evening("D000", "?dispute")
    table.state = replace(table.state, dusk=replace(table.state.dusk, thrown=1))
    table.correct("dusk_deck", "d012 ?DISPUTE, ?l03")
    assert table.state.dusk == Dusk(deck=("D012", "?dispute", "?L03"))
    table.correct("dusk_discard", "D000")
    table.correct("display", "M017 D013")
    table.correct("disputes", 3)
    assert (table.state.dusk.discard, table.state.display, table.state.dusk.disputes) == (
        ("D000",),
        ("M017", "D013"),
        3,
    )
    with pytest.raises(IllegalMove, match="codes such as D012"):
        table.correct("dusk_deck", "twelve")
