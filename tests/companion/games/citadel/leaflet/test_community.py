"""The Community page (p. 18, 23)."""

import pytest

from companion.api.game import IllegalMove

from ..table import begun

SCORES = ("influence", "knowledge", "production", "defense")


@pytest.mark.parametrize("name", SCORES)
def test_a_score_goes_from_0_to_25(name: str):
    """A score that must be increased to more than 25 is set to 25 (p. 23)."""
    evening = begun()
    assert evening.state.leaflet.score(name) == 0
    evening.play("score_rise", what=name, count=24)
    assert evening.state.leaflet.score(name) == 24
    evening.play("score_rise", what=name, count=3)
    assert evening.state.leaflet.score(name) == 25
    evening.play("score_rise", what=name, count=1)
    assert evening.told("score_stays").args["to"] == 25


def test_a_consequence_does_not_lower_a_score_below_0():
    """None of the scores may go below 0 (p. 18)."""
    evening = begun()
    evening.play("score_rise", what="influence", count=2)
    evening.play("score_fall", what="influence", count=3)
    assert evening.state.leaflet.influence == 0
    evening.play("score_fall", what="influence", count=1)
    assert evening.told("score_stays").args["to"] == 0


def test_an_effect_that_needs_more_than_there_is_may_not_be_applied():
    """If a prerequisite requires a reduction to less than 0, the effect is not allowed (p. 23)."""
    evening = begun()
    evening.play("score_rise", what="knowledge", count=2)
    with pytest.raises(IllegalMove, match="Knowledge is only 2"):
        evening.play("score_pay", what="knowledge", count=3)
    evening.play("score_pay", what="knowledge", count=2)
    assert evening.state.leaflet.knowledge == 0


def test_what_cannot_change_is_not_offered():
    """With all scores at 0 nothing can fall; there is no rising beyond 25."""
    evening = begun()
    limits = {offer.asks[0].at_least for offer in evening.prompt.offers if offer.move.name == "score_changed"}
    assert limits == {0}
    for name in SCORES:
        evening.correct(name, 25)
    rows = [offer.asks[0] for offer in evening.prompt.offers if offer.move.name == "score_changed"]
    assert {(ask.at_least, ask.at_most) for ask in rows} == {(-25, 0)}
    evening.play("score_changed", what="defense", by=-2)
    assert evening.state.leaflet.score("defense") == 23
    with pytest.raises(IllegalMove) as refused:
        evening.play("score_changed", what="defense", by=0)
    assert refused.value.field == "by"


def test_the_level_of_the_groundshiver():
    """The scenario gives the level (p. 23)."""
    evening = begun()
    evening.play("groundshiver", level=3)
    assert evening.state.leaflet.groundshiver == 3
    evening.correct("groundshiver", 0)
    assert evening.state.leaflet.groundshiver == 0


def test_the_name_of_the_community():
    """It stands on the page (p. 23)."""
    evening = begun()
    evening.play("community", community="The Lanterns")
    assert evening.state.leaflet.community == "The Lanterns"
