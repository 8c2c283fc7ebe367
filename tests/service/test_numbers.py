"""Numbered card backs under the simulated camera drive the card ledger of The 7th Citadel; nobody types a number."""

from collections.abc import Callable
from contextlib import suppress
from time import sleep

import pytest

from companion.api.game import Whole
from companion.app.service import Service
from companion.games.citadel.game import GAME
from tests.service.conftest import Hands

pytestmark = pytest.mark.slow


@pytest.fixture
def campaign(service: Service, hands: Hands) -> Hands:
    """A campaign in which nothing is to be done."""
    choices = {ask.name: getattr(ask, "usual", None) or "" for ask in GAME.setup(2)}
    service.session.start("citadel", "The Collapsing Lands", ["Anna", "Ben"], choices, "Anna")
    for _ in range(40):
        if hands.asked().name == "table.idle":
            return hands
        [first] = [one for one in hands.asked().offers if one.tone == "usual"][:1] or hands.asked().offers[:1]
        hands.answer(first.move.name, **{ask.name: 10 for ask in first.asks if isinstance(ask, Whole)})
    raise AssertionError(f"there is always something to do: {hands.asked().name}")


def places(service: Service) -> dict[str, str]:
    return {copy.key: copy.where for copy in service.session.state().cards}


def show(service: Service, hands: Hands, codes: str, holds: Callable[[], bool]) -> None:
    """Lay cards under the camera until they are read: taken up and laid down again now and then, as people do."""
    for _ in range(8):
        service.fakes.show(codes)
        with suppress(AssertionError):
            hands.wait_for(holds, f"a reading of {codes}", 8.0)
            return
        service.fakes.show(None)
        sleep(0.6)
    raise AssertionError(f"{codes} was never read")


def test_a_number_before_the_camera_is_taken(service: Service, campaign: Hands):
    """049 is shown: it is to be taken; tapped green and a Quest item, it lies behind its divider (p. 16 to 17)."""
    show(service, campaign, "049", lambda: campaign.asked().name == "card.take")
    assert service.session.screen().history[0].by == "camera"
    campaign.answer("take_as", colour="green", what="quest")
    assert places(service) == {"049.1": "quest"}
    assert campaign.asked().name == "table.idle"


def test_numbers_one_after_the_other(service: Service, campaign: Hands):
    """While an event is resolved, the number that it calls for is shown, and taken first."""
    show(service, campaign, "112", lambda: campaign.asked().name == "card.take")
    campaign.answer("take_as", colour="gold", what="temporary")
    show(service, campaign, "316", lambda: campaign.asked().name == "card.take")
    assert "316" in str(campaign.asked().do)
    campaign.answer("take_as", colour="green", what="global")
    campaign.answer("event_done", to="past")
    assert places(service) == {"112.1": "past", "316.1": "global"}


def test_a_hand_of_cards_is_put_away_in_one_go(service: Service, campaign: Hands):
    """Three backs side by side: two of them are known, the third is green or gold; one tap puts all away (p. 7, 18)."""
    for number, kind in (("049", "quest"), ("112", "global")):
        campaign.answer("card_shown", number=number)
        campaign.answer("take_as", colour="green", what=kind)
    campaign.answer("put_away")
    tray = lambda: {away.key: away.to for away in service.session.state().cards.tray}  # noqa: E731
    show(service, campaign, "049 112 316", lambda: len(tray()) == 2 and campaign.asked().name == "card.which")
    campaign.answer("away_new", colour="gold")
    assert tray() == {"049.1": "past", "112.1": "past", "316.1": "deck"}
    assert "316 gold behind 300" in str(campaign.asked().do)
    campaign.answer("away_done")
    assert places(service) == {"049.1": "past", "112.1": "past", "316.1": "deck"}


def test_a_look_into_the_box(service: Service, campaign: Hands):
    """The card that should lie in the Past is ticked off by showing it."""
    campaign.answer("card_found", number="316")
    campaign.answer("card_there", colour="green", place="past")
    campaign.answer("check_box", where="past", seat="seat1")
    show(service, campaign, "316", lambda: any(one.ticked for one in campaign.asked().offers))
    campaign.answer("check_over", all="yes")
    assert campaign.asked().name == "table.idle"
