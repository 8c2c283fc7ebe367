"""The idle prompt: everything that can be begun, under few headings."""

from companion.api.game import CardExpected, Whole
from companion.games.citadel.game import CITADEL, GAME
from companion.games.citadel.idle import HEADINGS

from .table import begun


def test_few_headings_each_once():
    """Offers of all modules stand under a few headings, each in one piece, so that the phone can fold them."""
    shown = [str(offer.under) for offer in begun().prompt.offers]
    heads = [head for at, head in enumerate(shown) if at == 0 or shown[at - 1] != head]
    assert len(heads) == len(set(heads))
    assert set(heads) <= set(map(str, HEADINGS.values()))


def test_nothing_is_lost():
    """What the modules offer is offered."""
    evening = begun()
    assert len(evening.prompt.offers) == sum(len(module.idle(evening.state)) for module in CITADEL.modules)


def test_a_number_can_be_shown_or_typed():
    """The first thing after the turn is a card's number; the camera may answer (p. 16)."""
    evening = begun()
    offers = [offer for offer in evening.prompt.offers if str(offer.under) == "Cards"]
    assert offers[0].move.name == "card_shown"
    [expected] = evening.prompt.expects
    assert isinstance(expected, CardExpected)
    assert expected.move.name == "card_shown"


def test_no_two_modules_share_a_name():
    """Moves and tasks of the modules have names of their own."""
    for names in (
        [name for module in CITADEL.modules for name in module.moves],
        [name for module in CITADEL.modules for name in module.tasks],
    ):
        assert len(names) == len(set(names))
    asks = [one.ask.name for one in GAME.corrections(begun().state)]
    assert len(asks) == len(set(asks))
    assert Whole in {type(one.ask) for one in GAME.corrections(begun().state)}


def test_between_two_scenarios_the_next_one_comes_first():
    """What is needed most often stands first: then it is what the Threat Booklet says (p. 22)."""
    evening = begun()
    evening.play("scenario_ended", citadel="yes")
    assert evening.prompt.offers[0].move.name == "scenario_next"
