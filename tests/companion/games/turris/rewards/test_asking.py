"""Effects that leave a choice (rulebook p. 21, 24)."""

from tests.companion.games.turris.places_made_up import turn


def test_several_of_one_resource_are_paid_with_one_tap():
    """2 of any resource, with 3 Relics and 1 Ichor: both Relics at once, or one by one."""
    evening = turn(**{"tactics.trade": "spend any 2; prestige 3"}).player(0, tactics=1, relics=3, ichor=1)
    evening.play("play_tactics", name="trade")
    assert [str(offer.label) for offer in evening.prompt.offers] == ["Ichor −1", "Relics −1", "Relics −2"]
    evening.play("pay", what="relics", count=2)
    alice = evening.state.players[0]
    assert (alice.relics, alice.ichor, alice.prestige) == (1, 1, 3)
