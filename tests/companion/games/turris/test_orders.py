"""What hands must do on the table: an order for whatever moves that nobody has just moved themselves."""

import pytest

from companion.games.turris.rewards.effects import give, parse
from companion.games.turris.transaction import Transaction
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import FULL, Evening


def orders(evening: Evening) -> dict[str, list[str]]:
    """The orders of the last move, by the names of their facts."""
    found: dict[str, list[str]] = {}
    for fact in evening.facts:
        if fact.todo is not None:
            found.setdefault(fact.name, []).append(str(fact.todo))
    return found


def doing(words: str, evening: Evening | None = None) -> Evening:
    """An effect of Alice's is done in her turn."""
    evening = turn() if evening is None else evening
    tx = Transaction(evening.state)
    give(tx, 0, parse(words))
    evening.state = tx.state
    return evening.settle()


@pytest.mark.parametrize(
    ("words", "fact", "order"),
    [
        ("gain relics 2", "gained", "Alice: take 2 Relics"),
        ("gain tokens 1", "gained", "Alice: take 1 Additional Action token"),
        ("spend ichor 2", "spent", "Alice: pay 2 Ichor"),
        ("draw 2", "tactics_drawn", "Alice: draw 2 Tactics cards"),
        ("gain prestige 3", "prestige_gained", "Alice: your Prestige marker to 3"),
        ("advance", "council_moved", "Alice: your Council token to spot 1"),
        ("sacrifice", "sacrificed", "Alice: the Scout to the Graveyard"),
        ("future", "future_taken", "Alice: take the Future First Player card"),
        ("reserve", "mission_reserved", "Alice: reserve 1 face-up Mission"),
    ],
)
def test_what_an_effect_does_by_itself_is_ordered(words: str, fact: str, order: str):
    """With its numbers."""
    assert order in orders(doing(words))[fact]


def test_scouts_of_the_graveyard_come_back():
    """Into the reserve."""
    evening = doing("revive 2", turn().player(0, graveyard=2, reserve=2))
    assert orders(evening)["revived"] == ["Alice: 2 Scouts from the Graveyard into your reserve"]


def test_what_players_say_themselves_is_no_order():
    """A tap that says what was taken or paid; a Gather says it on its button."""
    evening = turn()
    evening.play("gather")
    assert orders(evening) == {}
    evening = doing("spend any 1", turn().player(0, relics=2))
    evening.play("pay", what="relics", count=1)
    assert orders(evening) == {}


def test_a_collect_orders_all_of_it():
    """The Scout, its price, and what its place gives (p. 9)."""
    evening = turn().scouts(guild="A")
    evening.play("collect", scouts="guild", artifacts=0, rewards="all")
    assert orders(evening) == {
        "collected": ["Alice: 1 Scout back into your reserve, from: Guild"],
        "spent": ["Alice: pay 1 Ichor"],
        "gained": ["Alice: take 1 Relic", "Alice: take 1 Knowledge"],
    }


def test_a_tower_room_orders_card_and_marker():
    """p. 11, 12: and the marker of its Prestige."""
    evening = doing("room 3", turn().player(0, completed=2))
    evening.play("build", room=0)
    assert orders(evening) == {
        "room_built": ["Alice: take a Trionfi card, your Tower marker to 1"],
        "prestige_gained": ["Alice: your Prestige marker to 3"],
    }


def test_the_end_of_a_turn_orders_hand_and_tableau():
    """p. 12."""
    evening = turn().at("turns", "actions", done=("gather", "gather"), refill=True).player(0, tactics=6)
    evening.play("end_turn")
    assert orders(evening) == {
        "hand_cut": ["Alice: discard 2 Tactics cards, keep four"],
        "missions_refilled": ["Refill the Missions to 5 face up"],
    }


def test_a_beast_phase_orders_every_figure():
    """Beasts, Scouts and Council tokens, in the order in which they move; then the Altar (p. 13 to 20)."""
    evening = Evening(3, **FULL).scouts(shrine="AB").beasts(pain="guild", delusion="b").at("turns", "actions", turn=2)
    evening.at("turns", "actions", turn=2, done=("gather", "gather"), future=1).play("end_turn")
    found = orders(evening)
    assert found["moved"][0] == "Pain to: Shrine"
    assert found["devoured"] == [
        "Alice: 1 Scout to the Graveyard, from: Shrine",
        "Bob: 1 Scout to the Graveyard, from: Shrine",
    ]
    assert found["council_moved"] == ["Alice: your Council token to spot 1", "Bob: your Council token to spot 1"]
    assert found["altar_moved"] == ["Altar token onto: Pain. Beast Speed token under it, “2 movement speed” side up"]
    assert found["first_player"] == ["Bob: take the First Player token, put the Future First Player card back"]


def test_an_altar_token_that_was_moved_already_is_not_moved_again():
    """Who says where it lies now has moved it: only the Beast Speed token is left, the side that is up with it: “2
    movement speed” for the Pain, the Delusion and the Despair, “no effect” for the Harrow (p. 20)."""
    evening = Evening(2, **{**FULL, "altar_after_none": ""}).scouts(isle="A").hunt()
    evening.play("altar_is", spot="despair")
    assert orders(evening)["altar_moved"] == ["Beast Speed token under: Despair, “2 movement speed” side up"]
    evening = Evening(2, **{**FULL, "altar_after_none": ""}).scouts(isle="A").hunt()
    evening.play("altar_is", spot="harrow")
    assert orders(evening)["altar_moved"] == ["Beast Speed token under the Harrow, “no effect” side up"]


def test_alone_the_betrayers_are_moved():
    """p. 26: their Scouts, their Prestige, a Damaged tile."""
    evening = Evening(1, **FULL).at("betrayers", betrayers=("isle", "brink")).settle()
    assert orders(evening)["betrayer_moved"][0] == "The Betrayers’ Scout, from Isle to Circle"
    assert orders(evening)["damaged"] == ["Damaged tile onto room 1; the Betrayers’ Prestige marker to 4"]


def test_what_was_taken_or_paid_is_put_back_in_words():
    """Once it is undone: what was taken goes back, what was paid is taken again."""
    evening = turn().player(0, graveyard=1, ichor=5)
    evening.play("force_revive", artifacts=0)
    paid = next(fact for fact in evening.facts if fact.name == "spent")
    assert (str(paid.todo), str(paid.back)) == ("Alice: pay 3 Ichor", "Alice: take 3 Ichor")
