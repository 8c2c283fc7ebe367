"""Creature traits (p. 23)."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.action.performing import panels
from companion.games.citadel.life import piles
from companion.games.citadel.state import Gear
from tests.companion.games.citadel.action.acting import Acting, table
from tests.companion.games.meaning import offered


def fighting(cost: int = 2, difficulty: int = 3, duty: str = "free", players: int = 2, **traits: int) -> Acting:
    """Ada fights a creature on an attached event; she has cards 200 (ARMOR) and 201 (WEAPON)."""
    known = {
        "effects.200.1": "success 0 for fight", "effects.201.1": "success 0 for fight", "card.200.1.keywords": "ARMOR",
        "card.201.1.keywords": "WEAPON", "trait_evasive": "deck", "trait_reach": "deck", "trait_unsettling": "purse",
    }  # fmt: skip
    evening = table(players, **known)
    for number in ("200", "201"):
        evening.card(number, "purse", "purse", "seat1")
    event = evening.card("300", "permanent", "board")
    for hero in evening.state.heroes:
        evening.count(hero.seat, deck=20)
    evening.act("fight", event)
    evening.fight(cost, difficulty, "compound", duty, **traits)
    return evening


def dice(evening: Acting) -> list[int]:
    return [die.value for die in evening.state.turn.dice]


def test_traits_are_told_once():
    """They are kept with the fight, and explained while it runs."""
    evening = fighting(tough=1, epic=1)
    assert evening.state.board["action.300.1.fight"] == "cost 2 rows 3 compound traits tough:1,epic:1"
    notes = [str(widget.text) for panel in panels(evening.state) for widget in panel.widgets if hasattr(widget, "text")]
    assert notes == ["Tough: 1 success is ignored.", "Epic: nobody is active twice in a row."]


def test_tough():
    """Three successes against Tough 1 count as two: failure, and the die goes down by two (p. 23)."""
    evening = fighting(tough=1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=3)
    assert evening.outcome == (2, "failure")
    evening.play("action_done")
    assert dice(evening) == [1]


def test_tough_never_below_zero():
    """Tough 3 against one success leaves none."""
    evening = fighting(tough=3)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    assert evening.outcome == (0, "failure")


def test_evasive():
    """Seven drawn against Evasive 2: twice three cards, so four are discarded (p. 23; the sign as told)."""
    evening = fighting(evasive=2)
    evening.play("draw", cards=7)
    assert evening.told("drained").args == {"seat": "seat1", "cards": 4}
    assert evening.asked == "action.stars"
    assert piles.piles(evening.state, "seat1").deck == 9


def test_evasive_with_fewer_than_three_cards():
    """Two drawn: nothing."""
    evening = fighting(evasive=2)
    evening.play("draw", cards=2)
    assert evening.asked == "action.stars"


@pytest.mark.parametrize(("means", "life", "successes"), [("life", 9, 3), ("successes", 10, 2)])
def test_the_sign_of_evasive(means: str, life: int, successes: int):
    """What it takes away, only the player aid shows: life points or successes (p. 23)."""
    evening = fighting(evasive=1)
    evening.tell("trait_evasive", means)
    evening.play("draw", cards=3)
    evening.play("stars_told", count=3)
    assert (evening.state.hero("seat1").life, evening.running.successes) == (life, successes)


def test_an_unknown_sign_is_asked_when_it_matters():
    """Three cards are drawn before anybody needs to know; then it is asked once."""
    evening = table(1)
    evening.count("seat1", deck=20)
    evening.act("fight", "081.1")
    evening.fight(2, 3, "simple", evasive=1)
    evening.play("draw", cards=3)
    assert evening.asked == "traits.sign"
    evening.play("sign_told", sign="trait_evasive", means="deck")
    assert evening.board_facts == {"trait_evasive": "deck"}
    assert (evening.asked, piles.piles(evening.state, "seat1").deck) == ("action.stars", 16)


@pytest.mark.parametrize(("rolled", "blocked"), [("1", "200.1"), ("2", "201.1"), ("3", ""), ("6", "")])
def test_brutal(rolled: str, blocked: str):
    """After a failure 1 blocks the ARMOR, 2 the WEAPON, anything else nothing (p. 23)."""
    evening = fighting(brutal=1)
    evening.play("gear", card="200.1")
    evening.play("gear", card="201.1")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=0)
    assert evening.asked == "traits.brutal"
    with pytest.raises(IllegalMove):
        evening.play("action_done")
    evening.play("brutal_rolled", die=rolled)
    assert [copy.key for copy in evening.state.cards.copies if copy.where == "blocked"] == [blocked] * bool(blocked)
    assert evening.asked == "action.consequence"


def test_brutal_not_after_a_success():
    """A success spares the equipment (p. 23)."""
    evening = fighting(brutal=1)
    evening.play("gear", card="200.1")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=3)
    assert evening.asked == "action.consequence"


def test_brutal_among_several():
    """With cards whose keywords nobody has read, the players say which one it is, or none."""
    evening = fighting(brutal=1)
    evening.card("202", "purse", "purse", "seat1")
    evening.play("gear", card="202.1")
    evening.play("effect_told", kind="success", amount=1, icons=0, of="any", new="", most=0, step="gear", words="")
    evening.play("effects_done")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=0)
    evening.play("brutal_rolled", die="1")
    assert evening.asked == "traits.block"
    evening.play("brutal_blocks", card="")
    assert evening.asked == "action.consequence"


def test_reach():
    """After a failure a random involved character discards as many cards (p. 23)."""
    evening = fighting(duty="mandatory", reach=2)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=0)
    assert evening.asked == "traits.reach"
    evening.play("reached", who="seat2")
    assert evening.told("drained").args == {"seat": "seat2", "cards": 2}
    assert evening.asked == "action.consequence"


def test_reach_hits_only_those_involved():
    """Somebody who does not take part is out of reach (p. 23)."""
    evening = fighting(reach=2)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=0)
    with pytest.raises(IllegalMove):
        evening.play("reached", who="seat2")


def test_reach_hits_nobody_where_all_who_take_part_are_unconscious():
    """Ada alone takes part, with one life point and three cards in her deck; she draws them, Evasive takes one more,
    and the Recovery for it her last life point. The fight fails, and nobody is left to be hit (p. 20, 23)."""
    evening = fighting(cost=3, evasive=1, reach=2)
    evening.set(heroes=tuple(replace(hero, life=1) for hero in evening.state.heroes))
    evening.count("seat1", deck=3, discard=6)
    evening.play("draw", cards=3)
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=2)
    assert not evening.state.hero("seat1").conscious
    evening.play("stars_told", count=0)
    assert (evening.outcome, evening.asked) == ((0, "failure"), "action.consequence")
    evening.play("action_done")
    assert evening.asked == "life.faint_card"  # the event goes, or stays, by which kind returns


def test_regenerate():
    """Die 5, two successes: 3, then up by 2 after the consequences: 5 (p. 23)."""
    evening = fighting(difficulty=5, regenerate=2)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=2)
    evening.play("action_done")
    assert dice(evening) == [5]
    assert "regenerated" in evening.names


def test_regenerate_up_to_six():
    """Never above 6 (p. 23)."""
    evening = fighting(difficulty=6, regenerate=3)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    assert dice(evening) == [6]


def test_no_regeneration_after_a_success():
    """A success moves the die as its row says (p. 23)."""
    evening = fighting(regenerate=2)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=3)
    evening.play("row_moved", rows=1, difficulty=2, close=1)
    assert dice(evening) == [2]


def test_a_trait_acts_once_even_when_successes_are_counted_again():
    """Reach has hit somebody: another number of successes, still a failure, does not make it hit again."""
    evening = fighting(duty="mandatory", reach=2)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=0)
    evening.play("reached", who="seat2")
    evening.play("recounted", count=1)
    assert (evening.outcome, evening.asked) == ((1, "failure"), "action.consequence")


def test_evasive_counts_the_draw_step_only():
    """Two drawn, then one more revealed by a card: no three cards of the Draw step, nothing is taken away (p. 23)."""
    evening = fighting(evasive=1)
    evening.tell("trait_evasive", "successes")
    evening.play("draw", cards=2)
    evening.play("draw_more", cards=1)
    evening.play("stars_told", count=3)
    assert evening.outcome == (3, "success")


def test_global_events_are_nobodys_cards():
    """Unsettling 1 counts the player's cards, not an event that is in play (p. 6, 23)."""
    evening = fighting(unsettling=1)
    evening.card("400", "global", "global")
    evening.tell("effects.400.1", "cost 1 for fight")
    evening.play("gear", card="200.1")
    evening.play("gear", card="400.1")
    assert evening.due == 3


def test_evasive_may_make_unconscious():
    """Her last life point is lost in the Draw step: the cost is paid, so the cards are revealed all the same (p. 12,
    23); the drawn ones are no part of what is shuffled back: 17 and none in hand, less 3 drawn."""
    evening = fighting(evasive=1)
    evening.tell("trait_evasive", "life")
    evening.hero("seat1", life=1)
    evening.play("draw", cards=3)
    assert evening.asked == "action.stars"
    evening.play("stars_told", count=1)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (14, 3, 2)
    assert dice(evening) == [2]


def blocked(evening: Acting) -> list[str]:
    return [copy.key for copy in evening.state.cards if copy.where == "blocked"]


def brutal(**keywords: str | None) -> Acting:
    """Ada has selected 200 and 201, whose keywords are as given (None: nobody has read them), and has failed against a
    Brutal creature."""
    evening = fighting(brutal=1)
    for key, words in keywords.items():
        name = f"card.{key.removeprefix('c')}.1.keywords"
        known = {one: value for one, value in evening.state.board.items() if one != name}
        evening.at(board=known if words is None else {**known, name: words})
    gear = tuple(Gear(ident=ident, kind="purse") for ident in ("200.1", "201.1"))
    evening.at(action=replace(evening.running, gear=gear, step="consequence", outcome="failure", due=("brutal",)))
    return evening


def test_brutal_cannot_be_skipped():
    """A 1 blocks one selected card with ARMOR or SHIELD (p. 23). 200 is ARMOR and 201 a SHIELD: which one is a choice,
    none is not."""
    evening = brutal(c200="ARMOR", c201="SHIELD")
    evening.play("brutal_rolled", die="1")
    assert evening.asked == "traits.block"
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("brutal_blocks", {"card": "200.1", "number": "200"}),
        ("brutal_blocks", {"card": "201.1", "number": "201"}),
    ]
    with pytest.raises(IllegalMove, match="one must be blocked") as refused:
        evening.play("brutal_blocks", card="")
    assert refused.value.page == 23
    evening.play("brutal_blocks", card="201.1")
    assert blocked(evening) == ["201.1"]


def test_brutal_beside_a_card_that_nobody_has_read():
    """200 is known to be ARMOR, 201 was never read and may be a SHIELD: one of the two is blocked (p. 23)."""
    evening = brutal(c200="ARMOR", c201=None)
    evening.play("brutal_rolled", die="1")
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("brutal_blocks", {"card": "200.1", "number": "200"}),
        ("brutal_blocks", {"card": "201.1", "number": "201"}),
    ]
    with pytest.raises(IllegalMove):
        evening.play("brutal_blocks", card="")


def test_brutal_may_find_nothing_on_cards_that_nobody_has_read():
    """Only their owner can say whether one of them shows the keyword (p. 23)."""
    evening = brutal(c200=None, c201=None)
    evening.play("brutal_rolled", die="1")
    assert [offered(offer) for offer in evening.prompt.offers] == [
        ("brutal_blocks", {"card": "200.1", "number": "200"}),
        ("brutal_blocks", {"card": "201.1", "number": "201"}),
        ("brutal_blocks", {"card": ""}),
    ]
    evening.play("brutal_blocks", card="")
    assert blocked(evening) == []


def test_brutal_with_other_keywords_blocks_nothing():
    """A 2 blocks WEAPON or SECONDARY (p. 23): neither card shows one, so nothing is asked."""
    evening = brutal(c200="ARMOR", c201="SHIELD")
    evening.play("brutal_rolled", die="2")
    assert (evening.asked, blocked(evening)) == ("action.consequence", [])


def test_brutal_that_finds_nothing_is_said():
    """p. 23: it blocks a selected card. Where none is selected nobody need look for the roll."""
    evening = fighting(brutal=1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=0)
    assert evening.asked == "action.consequence"
    assert "no card is selected" in str(evening.told("brutal_spared").text)
