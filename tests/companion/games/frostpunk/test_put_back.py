"""After an undo hands put everything back as it was: orders say where it was, not where it had come to stand."""

import re
from collections.abc import Sequence
from dataclasses import replace

from companion.api.game import Fact
from companion.games.frostpunk.people.health import die
from companion.games.frostpunk.transaction import Transaction
from companion.library.registry import find_games
from companion.session.screen import Screen
from companion.testing.playscript import rewrite
from tests.companion.games.frostpunk.table import begun
from tests.playthroughs.test_playthroughs import EVENINGS, LONG

PLACES = re.compile(r"\d (?:in the supply )?now|[Mm]arkers?\b.* \d+|indicator|Stress track", re.DOTALL)


def backs(facts: Sequence[Fact]) -> list[str]:
    """What puts a move back, the last thing first."""
    return [str(fact.back) for fact in reversed(facts) if fact.todo is not None]


def test_resources_go_back_to_what_there_was():
    """2 Wood and 3 more are 5; they are 2 again once 3 are in the bank. A Food marker moves where it stood."""
    evening = begun().at("action.turn", wood=2, food=9)
    evening.play("card_words", words="gain wood 3; lose food 4")
    assert [str(fact.todo) for fact in evening.facts if fact.todo] == [
        "Take 3 Wood: 5 in the supply now",
        "Move the Food marker to 5",
    ]
    assert backs(evening.facts) == ["Move the Food marker to 9", "Put 3 Wood into the bank: 2 in the supply now"]


def test_what_moves_twice_goes_back_to_where_it_was_first():
    """4 Wood gained and 1 lost are 3 to take; to put back are these 3, from 5 to 2."""
    evening = begun().at("action.turn", wood=2)
    evening.play("card_words", words="gain wood 4; lose wood 1")
    assert backs(evening.facts) == ["Put 3 Wood into the bank: 2 in the supply now"]


def test_the_dead_come_back_one_by_one():
    """Two workers of 15 die after one Corpse: markers go back over 14 and 2 to 15 and 1."""
    tx = Transaction(replace(begun().group("workers", citizens=15, sick=0).state, corpses=1))
    die(tx, "workers")
    die(tx, "workers")
    assert [one for one in backs(tx.facts) if "Corpse" in one] == [
        "Workers: Corpse marker to 2, Citizen marker to 14",
        "Workers: Corpse marker to 1, Citizen marker to 15",
    ]


def test_the_heat_marker_goes_back():
    """Two Coal move it from 3 to 5, and it goes back to 3."""
    evening = begun().at("action.turn", coal=6)
    evening.generator(heat=3, cold=9)
    evening.play("fuel", coal=2)
    assert "Move the Heat marker to 5" in {str(fact.todo) for fact in evening.facts}
    assert "Move the Heat marker to 3" in backs(evening.facts)


def test_no_order_of_the_golden_evenings_is_put_back_by_where_it_came_to_stand():
    """Whatever says a place on a track, or how much there is now, says it of before as well."""
    games, orders, lacking = find_games(), 0, set[str]()

    def look(screen: Screen) -> None:
        nonlocal orders
        for fact in (fact for step in screen.orders for fact in step.facts if not step.back):
            if fact.todo is not None and PLACES.search(str(fact.todo)):
                orders += 1
                if fact.back is None:
                    lacking.add(str(fact.todo))

    for path in EVENINGS:
        if path.parent.name == "frostpunk" and path.stem not in LONG:
            rewrite(path.read_text(encoding="utf-8"), games, look)
    assert orders > 50
    assert sorted(lacking) == []
