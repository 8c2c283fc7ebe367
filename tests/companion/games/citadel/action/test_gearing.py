"""Selecting cards, and telling what they do (p. 12 to 13)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.action import facts
from companion.games.citadel.action.effects import Effect, spelled, understood
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import BLANK, FLAIL, SWORD, Acting, table


def acting(cost: int = 3, difficulty: int = 2, sort: str = "simple", **known: str) -> Acting:
    """Ada pulls; she has the cards 200 and 201."""
    evening = table(2, **known)
    for number in ("200", "201"):
        evening.card(number, "purse", "purse", "seat1")
    evening.act("pull", "081.1")
    evening.sheet(cost, difficulty, sort)
    return evening


def test_effects_are_told_once():
    """What the flail does is entered by taps and kept as a card fact."""
    evening = acting()
    evening.play("gear", card="200.1")
    assert evening.asked == "action.effects"
    evening.play("effect_told", **{**BLANK, "kind": "less", "amount": 2})
    evening.play("effect_told", **{**BLANK, "kind": "convert", "icons": 3, "amount": 1, "most": 2})
    evening.play("effect_told", **{**BLANK, "kind": "words", "words": "Roll a die."})
    evening.play("effects_done")
    expected = "cost -2 for pull / convert 3 any 1 max 2 for pull / words consequence for pull : Roll a die."
    assert evening.state.board["effects.200.1"] == expected
    assert evening.asked == "action.gear"
    assert evening.due == 1


def test_known_effects_need_no_question():
    """A card that was told before is one tap."""
    evening = acting(**{"effects.200.1": FLAIL})
    evening.play("gear", card="200.1")
    assert evening.asked == "action.gear"


def test_a_card_without_a_fitting_condition():
    """A card whose effects fit another action is asked about, and put back when nothing fits (p. 12)."""
    evening = acting(**{"effects.200.1": "success 1 for fight"})
    evening.play("gear", card="200.1")
    assert evening.asked == "action.effects"
    evening.play("effects_done")
    assert evening.names == ["gear_dropped"]
    assert evening.running.gear == ()


def test_a_known_effect_fits_another_action_too():
    """One tap says that it fits here, another that its icon is empty: any action (p. 12)."""
    evening = acting(**{"effects.200.1": "success 1 for fight"})
    evening.play("gear", card="200.1")
    evening.play("effect_here", at=0, what="here")
    assert evening.state.board["effects.200.1"] == "success 1 for fight,pull"
    evening.play("effect_here", at=0, what="any")
    assert evening.state.board["effects.200.1"] == "success 1 for any"
    evening.play("effects_done")
    assert [gear.ident for gear in evening.running.gear] == ["200.1"]


def test_keywords_are_asked_when_two_are_selected():
    """The keywords of a second card matter; one in common puts it back (p. 12)."""
    evening = acting(**{"effects.200.1": FLAIL, "effects.201.1": "success 1 for pull"})
    evening.play("gear", card="200.1")
    assert evening.asked == "action.gear"
    evening.play("gear", card="201.1")
    assert evening.asked == "action.keywords"
    evening.play("keywords_told", card="201.1", keywords="tool")
    assert evening.asked == "action.keywords"
    evening.play("keywords_told", card="200.1", keywords="tool weapon")
    assert "keyword_clash" in evening.names
    assert [gear.ident for gear in evening.running.gear] == ["201.1"]


def test_no_keyword_in_common():
    """A weapon and a shield go together (p. 12)."""
    known = {"effects.200.1": FLAIL, "effects.201.1": "success 1 for pull"}
    evening = acting(**known, **{"card.200.1.keywords": "WEAPON", "card.201.1.keywords": "SHIELD"})
    evening.play("gear", card="200.1")
    evening.play("gear", card="201.1")
    assert len(evening.running.gear) == 2
    evening.play("gear", card="200.1")
    assert [gear.ident for gear in evening.running.gear] == ["201.1"]


def test_a_card_that_must_be_used():
    """A fitting must-icon selects the card, and it cannot be left out; its effect applies (p. 12)."""
    evening = acting(**{"effects.200.1": "cost 2 for pull must"})
    assert [gear.forced for gear in evening.running.gear] == [True]
    assert evening.due == 5
    with pytest.raises(IllegalMove):
        evening.play("gear", card="200.1")


def test_a_must_card_whose_keyword_clashes():
    """The card of the action itself stays; the other may then not be selected (p. 12)."""
    known = {"effects.200.1": "success 1 for pull", "effects.201.1": "cost 2 for pull must"}
    evening = table(2, **known, **{"card.200.1.keywords": "TOOL", "card.201.1.keywords": "TOOL"})
    for number in ("200", "201"):
        evening.card(number, "purse", "purse", "seat1")
    evening.act("pull", "200.1")
    evening.sheet(3, 1)
    assert [gear.ident for gear in evening.running.gear] == ["200.1"]


def test_blocked_cards_and_those_of_others_cannot_be_used():
    """Only own cards that are not blocked (p. 10, 18)."""
    evening = acting()
    blocked = evening.card("202", "purse", "blocked", "seat1")
    other = evening.card("203", "purse", "purse", "seat2")
    for card in (blocked, other):
        with pytest.raises(IllegalMove):
            evening.play("gear", card=card)


def test_the_cost_is_never_below_zero():
    """Cost 1 with 5 fewer is 0 (p. 12)."""
    evening = acting(cost=1, **{"effects.200.1": "cost -5 for pull"})
    evening.play("gear", card="200.1")
    assert evening.due == 0


def test_more_and_less_add_up():
    """Cost 3, 2 fewer, 1 more: 2 (p. 12)."""
    known = {"effects.200.1": "cost -2 for pull", "effects.201.1": "cost 1 for pull"}
    evening = acting(**known, **{"card.200.1.keywords": "", "card.201.1.keywords": ""})
    evening.play("gear", card="200.1")
    evening.play("gear", card="201.1")
    assert evening.due == 2


def test_fewer_or_something_else():
    """Of two effects joined by OR, the one chosen decides the cost."""
    evening = acting(**{"effects.200.1": "cost -2 for pull or 1 / success 1 for pull or 1"})
    evening.play("gear", card="200.1")
    assert evening.due == 1
    evening.play("either", group="200.1/1", at=1)
    assert evening.due == 3
    evening.play("draw", cards=3)
    evening.play("stars_told", count=1)
    assert evening.outcome == (2, "success")


def test_paying_less_forgoes_the_other_effect():
    """Whoever drew fewer cards by the first effect cannot have the second as well."""
    evening = acting(**{"effects.200.1": "cost -2 for pull or 1 / success 1 for pull or 1"})
    evening.play("gear", card="200.1")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=1)
    assert evening.outcome == (1, "failure")


def test_a_skill_is_named_once():
    """Skill cards need no selection rule; their title and effects are kept (p. 12)."""
    evening = acting()
    evening.count("seat1", hand=2)
    evening.play("skill_named", title="Lock picking")
    evening.play("effect_told", **{**BLANK, "kind": "success", "amount": 1})
    evening.play("effects_marked", mark="discard")
    evening.play("effects_done")
    assert evening.state.board["skill.lock_picking"] == "Lock picking"
    assert evening.state.board["effects.skill.lock_picking"] == "success 1 for pull use discard"
    assert facts.name_of(evening.state, "skill.lock_picking").args["title"] == "Lock picking"


def test_new_kinds_of_class_icons_are_the_players_words():
    """What only pictures show is called as the players call it."""
    evening = acting()
    evening.play("gear", card="200.1")
    evening.play("effect_told", **{**BLANK, "kind": "convert", "icons": 1, "amount": 1, "new": "Green eye"})
    evening.play("effects_done")
    assert facts.class_icons(evening.state) == ("green_eye",)
    evening.play("draw", cards=3)
    evening.play("stars_told", count=0)
    labels = [str(ask.label) for ask in evening.prompt.offers[0].asks]
    assert labels == ["green eye", "Wild icons"]
    evening.icons(icon1=1, wild=1)
    assert evening.outcome == (2, "success")


def test_unsettling():
    """With Unsettling 1 only one card of the kind that its sign shows may be used (p. 23)."""
    known = {"effects.200.1": "success 1 for fight", "effects.201.1": "success 1 for fight"}
    evening = table(2, **known, **{"card.200.1.keywords": "", "card.201.1.keywords": ""})
    for number in ("200", "201"):
        evening.card(number, "purse", "purse", "seat1")
    evening.act("fight", "081.1")
    evening.fight(2, 3, "simple", unsettling=1)
    assert evening.asked == "traits.sign"
    evening.play("sign_told", sign="trait_unsettling", means="purse")
    assert evening.board_facts == {"trait_unsettling": "purse"}
    evening.play("gear", card="200.1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("gear", card="201.1")
    assert refused.value.page == 23
    evening.play("skill_named", title="Rage")  # Skill cards are not counted by that sign
    evening.play("effects_done")


@pytest.mark.parametrize(
    "line", [FLAIL, SWORD, "nothing", "icons 2 eye for stealth use block", "success 1 for any must"]
)
def test_effects_are_kept_as_a_line(line: str):
    """The line reads back as it was."""
    assert understood(spelled(understood(line))) == understood(line)


@pytest.mark.parametrize(
    "line", ["fly 2", "cost", "convert x any 1", "success 1 for flying", "cost 99", "words never for any"]
)
def test_lines_that_cannot_be_understood(line: str):
    """A card fact that makes no sense is refused."""
    with pytest.raises(IllegalMove):
        understood(line)
    with pytest.raises(IllegalMove):
        facts.check("effects.200.1", line)


def test_an_effect_with_an_empty_icon_fits_everything():
    """The empty condition icon stands for every action (p. 12)."""
    assert Effect(kind="success", amount=1).fits("dig")
    assert not Effect(kind="success", amount=1, actions=("dig",)).fits("climb")


def test_events_in_play_have_effects_too():
    """A Global event, and a Permanent event attached here: used like cards, one that must be applied by itself (p. 6,
    12, 17)."""
    evening = table(2, **{"effects.400.1": "cost 1 for pull must", "effects.401.1": "success 1 for pull"})
    evening.card("400", "global", "global")
    evening.card("401", "permanent", "board")
    evening.act("pull", "081.1")
    evening.sheet(3, 2)
    assert [gear.ident for gear in evening.running.gear] == ["400.1"]
    assert evening.due == 4
    assert "401" in [str(one.label) for one in evening.prompt.offers if str(one.under) == "Events in play"]
    evening.play("gear", card="401.1")
    evening.play("draw", cards=4)
    assert "1 success of your cards is added by itself." in str(evening.prompt.more)
    evening.play("stars_told", count=1)
    assert evening.outcome == (2, "success")


def test_used_skill_cards_are_named():
    """What has to be discarded or blocked is said with the consequences (p. 19)."""
    known = {"effects.skill.stealth": "success 1 for climb use discard", "skill.stealth": "Stealth"}
    known |= {"effects.skill.calm": "success 1 for climb use block", "skill.calm": "Calm"}
    evening = table(1, **known)
    evening.count("seat1", deck=9, hand=2)
    evening.act("climb", "081.1")
    evening.sheet(1, 2)
    evening.play("skill_named", title="Stealth")
    evening.play("skill_named", title="Calm")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=0)
    assert "Stealth: discard it. Calm: block it." in str(evening.prompt.more)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand, now.blocked) == (8, 2, 0, 1)


def test_used_skill_cards_are_not_counted_twice():
    """Ada falls unconscious: hand 1 (used), 1 revealed, deck 8. The hand is shuffled in (9), 3 are drawn, 1 banished:
    hand 2, deck 6; then only the revealed card is discarded (p. 19 to 20)."""
    evening = table(2, life=2, **{"effects.skill.stealth": "success 1 for climb use discard"})
    evening.count("seat1", deck=9, hand=1)
    evening.act("climb", "081.1")
    evening.sheet(1, 3)
    evening.play("skill_named", title="Stealth")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=0)
    evening.play("action_damage", count=2)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (6, 1, 2)


def test_the_card_of_the_action_is_read_once():
    """Whose action is taken, that card is selected: what else it does must be applied, so it is asked (p. 12)."""
    evening = table(2)
    spade = evening.card("200", "purse", "purse", "seat1")
    evening.act("dig", spade)
    evening.sheet(1, 1)
    assert evening.asked == "action.effects"
    evening.play("effects_done")
    assert ([gear.ident for gear in evening.running.gear], evening.asked) == ([spade], "action.gear")
    evening.play("action_cancel")
    evening.play("act", seat="seat1", icon="dig", source="", card=spade)
    assert evening.asked == "action.gear"
