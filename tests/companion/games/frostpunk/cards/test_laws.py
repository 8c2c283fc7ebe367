"""Laws, rulebook p. 37 and 42."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards import lasting, laws
from companion.games.frostpunk.cards.piles import Laws, Technology
from companion.games.frostpunk.game import MODULAR
from companion.games.frostpunk.transaction import Transaction

from ..table import Evening, begun

OFFERED = (*laws.STARTING, "L09", "L11", "L13", "L16")


def evening(**board: str) -> Evening:
    """A table in the Action Phase with twelve Laws in the Future Law display."""
    table = begun(2, **board).at("action.turn")
    table.state = replace(table.state, laws=Laws(offered=OFFERED))
    return table


def introduce(table: Evening, code: str) -> None:
    tx = Transaction(table.state)
    laws.introduce(tx, code)
    MODULAR.settle(tx)
    table.state, table.facts, table.board_facts = tx.state, tuple(tx.facts), dict(tx.board_facts)


@pytest.mark.parametrize(("code", "gone"), [("L01", "L02"), ("L02", "L01"), ("L05", "L06"), ("L08", "L07")])
def test_the_partner_of_a_starting_law_leaves_the_game(code: str, gone: str):
    """p. 37: of each pair only one can be introduced, the other is removed."""
    table = evening()
    introduce(table, code)
    assert (table.state.laws.passed, table.state.laws.removed) == ((code,), (gone,))
    assert code not in table.state.laws.offered
    assert gone not in table.state.laws.offered
    with pytest.raises(IllegalMove, match="partner"):
        introduce(table, gone)


def test_the_other_laws_have_no_partner():
    """p. 37: L09 to L16 do not come in pairs."""
    table = evening()
    introduce(table, "L09")
    assert table.state.laws.removed == ()
    assert "L10" not in laws.may_offer(table.state)  # it does not lie in the display


def test_one_consequence_goes_unseen_into_the_dusk_deck():
    """p. 37: one of the two Consequence cards is shuffled in without looking; the deck knows only whose it is."""
    table = evening()
    before = table.state.dusk.deck
    introduce(table, "L03")
    assert table.state.dusk.deck == (*before, "?L03")


def test_at_most_four_laws():
    """p. 37: four Laws are the most."""
    table = evening()
    for code in ("L01", "L03", "L05", "L07"):
        introduce(table, code)
        told(table)
    assert laws.may_offer(table.state) == ()
    with pytest.raises(IllegalMove, match="four Laws"):
        introduce(table, "L09")


def test_a_law_is_introduced_once():
    """p. 37: an introduced Law stays."""
    table = evening()
    introduce(table, "L09")
    with pytest.raises(IllegalMove, match="in force already"):
        introduce(table, "L09")


def test_child_labour_decreases_hope_and_increases_discontent():
    """p. 37, example: the Law Child Labour decreases Hope and increases Discontent; the rulebook tells it by name."""
    table = evening(**{"card.L02": "name: Child Labour"})
    introduce(table, "L02")
    assert table.asked == "hope.decrease"
    table.play("choose_token", how="exhaust", of="care")
    assert table.asked == "discontent.increase"
    table.play("choose_token", how="activate", of="greed")
    assert (table.state.hope.active, table.state.discontent.active) == (1, 2)


def test_what_a_law_does_is_asked_once_and_kept():
    """What only the card shows is asked when the Law comes in, and becomes the card's own text."""
    table = evening()
    introduce(table, "L11")
    assert table.asked == "law.effect"
    table.play("law_told", hope=0, discontent=1, unlocks="fighting_arena")
    assert "now: discontent +1; unlock fighting_arena" in str(table.board_facts["card.L11"])
    table.play("choose_token", how="activate", of="greed")
    assert table.state.city.unlocked == ("fighting_arena",)
    again = evening(**{name: str(value) for name, value in {"card.L11": table.state.word("card.L11")}.items()})
    introduce(again, "L11")
    assert again.asked == "discontent.increase"


def test_a_law_may_change_nothing_at_once():
    """A Law that neither changes Hope nor unlocks anything is kept as such, and not asked again."""
    table = evening()
    introduce(table, "L09")
    told(table)
    again = evening(**{"card.L09": str(table.state.word("card.L09"))})
    introduce(again, "L09")
    assert again.state.tasks == ()


def test_a_law_that_names_a_type_of_token():
    """p. 17: an increase of a named type draws a token, then activates one of that type."""
    table = evening()
    introduce(table, "L09")
    table.play("law_words", effects="care +1")
    assert table.board_facts["card.L09"] == "now: care +1\nonly a part"
    assert table.state.tasks[0].about == "hope"


def test_faith_buildings_are_unlocked_together():
    """p. 42: the Buildings of Faith are four."""
    table = evening()
    introduce(table, "L09")
    table.play("law_told", hope=0, discontent=0, unlocks="faith")
    assert set(table.state.city.unlocked) == {"field_kitchen", "cemetery", "temple", "faith_keepers"}


def test_lasting_changes_come_from_laws_technologies_and_displays():
    """p. 37, 38: a Law's permanent effect, a developed Technology's and a displayed card's hold while there."""
    table = evening(
        **{
            "card.L01": "lasts: children act",
            "card.technology.Steam Hub": "lasts: shelters hold 3",
            "card.D012": "lasts: ruins shelter",
        }
    )
    assert lasting.in_force(table.state) == ()
    developed = (Technology(name="Steam Hub", token="active"),)
    table.state = replace(table.state, laws=Laws(passed=("L01",)), technologies=developed, display=("D012",))
    assert lasting.in_force(table.state) == ("children act", "shelters hold 3", "ruins shelter")
    table.state = replace(table.state, technologies=(Technology(name="Steam Hub", token="track", due=9),))
    assert "shelters hold 3" not in lasting.in_force(table.state)


def told(table: Evening, **args: str | int) -> None:
    """The Law's card is read: what it does at once, then nothing for good."""
    table.play("law_told", **{"hope": 0, "discontent": 0, "unlocks": "none", **args})
    while table.asked in ("hope.increase", "discontent.increase"):
        table.play("choose_token", **table.prompt.offers[0].move.args)
    table.play("card_lasts", lasts="")


def test_what_a_law_changes_for_good_is_asked_once():
    """p. 37: its permanent effect holds from now on, and needs no answer in later evenings."""
    table = evening()
    introduce(table, "L09")
    assert lasting.unknown_laws(table.state) == ("L09",)
    table.play("law_told", hope=0, discontent=0, unlocks="none")
    assert table.asked == "card.lasts"
    table.play("card_lasts", lasts="children act")
    assert lasting.unknown_laws(table.state) == ()
    assert lasting.in_force(table.state) == ("children act",)
    again = evening(**{"card.L09": str(table.state.word("card.L09"))})
    introduce(again, "L09")
    assert (again.state.tasks, lasting.in_force(again.state)) == ((), ("children act",))


def test_a_law_that_changes_nothing_the_books_count():
    """Nothing is an answer as well, and one tap."""
    table = evening()
    introduce(table, "L09")
    table.play("law_told", hope=0, discontent=0, unlocks="none")
    assert table.prompt.offers[0].tone == "usual"
    table.play("card_lasts", lasts="")
    assert (lasting.unknown_laws(table.state), lasting.in_force(table.state)) == ((), ())


def test_an_options_lasting_change():
    """p. 33: the one option that puts an Event card into the display may change a rule while it lies there."""
    text = "1 Ban it: out\n2 Allow it: lasts ruins shelter; to display"
    table = evening(**{"card.M017": text})
    table.state = replace(table.state, display=("M017",))
    assert lasting.in_force(table.state) == ("ruins shelter",)


def test_laws_can_be_set_by_hand():
    """A Law put in or taken out by hand: its partner leaves or comes back, its Consequence too."""
    table = evening()
    table.correct("laws_passed", "L01 L09")
    assert (table.state.laws.passed, table.state.laws.removed) == (("L01", "L09"), ("L02",))
    assert "L02" not in table.state.laws.offered
    assert "L09" not in table.state.laws.offered
    introduce(table, "L05")
    table.correct("laws_passed", "L09")
    assert table.state.laws.removed == ()
    assert {"L01", "L02", "L05", "L06"} <= set(table.state.laws.offered)
    assert "?L05" not in table.state.dusk.deck
    assert not any(task.kind == laws.TASK for task in table.state.tasks)


def test_lists_of_codes_are_typed_without_noughts_too():
    """L1 is L01 and D12 is D012 where cards are set by hand; what no card can have is refused."""
    table = evening()
    table.correct("laws_passed", "l1, L9")
    assert table.state.laws.passed == ("L01", "L09")
    table.correct("dusk_deck", "d12 ?L3 ?DISPUTE")
    assert table.state.dusk.deck == ("D012", "?L03", "?dispute")
    table.correct("display", "M7")
    assert table.state.display == ("M007",)
    with pytest.raises(IllegalMove):
        table.correct("dusk_deck", "D1234")


@pytest.mark.parametrize("wrong", ["L01 L02", "L01 L03 L05 L07 L09", "L17", "M017"])
def test_impossible_laws_are_refused_by_hand(wrong: str):
    """p. 37: one of each pair, four in all, and there are sixteen."""
    with pytest.raises(IllegalMove):
        evening().correct("laws_passed", wrong)


def test_before_the_display_is_told_all_laws_may_lie_there():
    """An evening whose Laws nobody entered can still introduce any of them."""
    table = begun().at("action.turn")
    table.state = replace(table.state, laws=Laws())
    assert len(laws.may_offer(table.state)) == 16
    introduce(table, "L15")
    assert table.state.laws.passed == ("L15",)
