"""Technologies, rulebook p. 19, 38 and 41."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards import development, lasting, technologies
from companion.games.frostpunk.cards.piles import Technology
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.game import MODULAR
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.meaning import offered

from ..table import Evening, begun

CARDS = ("Hunting Tactics", "Steampowered Chainsaw", "Heaters", "Drafting Machine")
WORKSHOP = Building(kind="workshop", at=("N1.1",))
SECOND = Building(kind="workshop", at=("N1.2",))


def evening(round_: int = 1, *workshops: Building, **board: str) -> Evening:
    """A table in the Action Phase with four Technologies and these Workshops."""
    table = begun(2, **board).at("action.turn", round=round_)
    city = replace(table.state.city, buildings=(*table.state.city.buildings, *workshops))
    row = tuple(Technology(name=name) for name in CARDS)
    table.state = replace(table.state, technologies=row, city=city)
    return table


def change(table: Evening, *workshops: Building) -> None:
    """The Workshops on the map are now these."""
    others = tuple(one for one in table.state.city.buildings if one.kind != "workshop")
    city = replace(table.state.city, buildings=(*others, *workshops))
    tx = Transaction(replace(table.state, city=city))
    development.workshops_changed(tx)
    MODULAR.settle(tx)
    table.state, table.facts = tx.state, tuple(tx.facts)


def back(table: Evening) -> None:
    tx = Transaction(table.state)
    technologies.token_back(tx)
    MODULAR.settle(tx)
    table.state, table.facts = tx.state, tuple(tx.facts)


def reach(table: Evening) -> None:
    tx = Transaction(table.state)
    technologies.reach(tx)
    MODULAR.settle(tx)
    table.state, table.facts = tx.state, tuple(tx.facts)


def tokens(table: Evening) -> dict[str, tuple[str, int]]:
    return {one.name: (one.token, one.due) for one in table.state.technologies}


def test_the_first_workshop_starts_a_development():
    """p. 38: the token of the chosen card goes so many spaces ahead as it shows: round 2 and 5 make 7."""
    table = evening(2)
    change(table, WORKSHOP)
    assert table.asked == "technology.choose"
    table.play("develop", name="Heaters", cost=5)
    assert tokens(table)["Heaters"] == ("track", 7)
    assert table.board_facts == {"card.technology.Heaters": "cost: 5\nonly a part"}


def test_further_workshops_start_nothing():
    """p. 38, note: only one Technology is developed at a time."""
    table = evening(2)
    change(table, WORKSHOP)
    table.play("develop", name="Heaters", cost=5)
    change(table, WORKSHOP, SECOND)
    assert table.state.tasks == ()
    with pytest.raises(IllegalMove, match="one Technology"):
        technologies.begin_development(Transaction(table.state), "Drafting Machine", 2)


def test_never_beyond_round_fifteen():
    """p. 38: round 13 and 4 would be 17, so the token lies on 15; 11 and 4 make 15."""
    table = evening(13)
    change(table, WORKSHOP)
    [offer] = [offer for offer in table.prompt.offers if offer.move.args.get("name") == "Hunting Tactics"]
    assert offered(offer) == ("develop", {"name": "Hunting Tactics", "cost": 4, "space": 15})
    table.play("develop", name="Hunting Tactics", cost=4)
    assert tokens(table)["Hunting Tactics"] == ("track", 15)
    assert technologies.due(evening(11).state, 4) == 15
    assert technologies.due(evening(10).state, 4) == 14


def test_round_six_to_ten():
    """p. 19, example: in round 6 Steampowered Chainsaw is developed; Hunting Tactics, 4 spaces, goes to 10."""
    table = evening(5, WORKSHOP)
    row = tuple(
        replace(one, token="track", due=6) if one.name == "Steampowered Chainsaw" else one
        for one in table.state.technologies
    )
    table.state = replace(table.state, technologies=row, leader=0)
    table.at("dawn.begin")
    table.play(table.prompt.offers[0].move.name)
    assert table.state.round == 6
    assert table.told("developed").args == {"technology": "Steampowered Chainsaw"}
    [offer] = [offer for offer in table.prompt.offers if offer.move.args.get("name") == "Hunting Tactics"]
    assert (offer.asks, offer.move.args["cost"]) == ((), 4)  # known, so one tap
    table.play("develop", **offer.move.args)
    assert tokens(table)["Hunting Tactics"] == ("track", 10)
    assert tokens(table)["Steampowered Chainsaw"] == ("active", 0)
    assert table.asked == "card.lasts"
    table.play("card_lasts", lasts="gathering takes 3")
    assert lasting.in_force(table.state) == ("gathering takes 3",)
    assert table.asked == "morning.card"


def test_the_last_one_needs_no_choice():
    """p. 38: with no inactive token left, nothing is chosen."""
    table = evening(6, WORKSHOP)
    row = tuple(Technology(name=name, token="active") for name in CARDS[:3])
    table.state = replace(table.state, technologies=(*row, Technology(name=CARDS[3], token="track", due=6)))
    reach(table)
    assert development.developed(table.state) == CARDS
    assert not development.choosing(table.state)


def test_before_its_round_nothing_is_developed():
    """p. 19: only when the Round marker reaches the token."""
    table = evening(5, WORKSHOP)
    table.state = replace(table.state, technologies=(Technology(name="Heaters", token="track", due=6),))
    reach(table)
    assert tokens(table) == {"Heaters": ("track", 6)}


def test_without_a_workshop_all_progress_is_lost():
    """p. 38, note: the token goes back inactive, developed ones stay; a new Workshop starts again."""
    table = evening(4, WORKSHOP, SECOND)
    first, second, *rest = table.state.technologies
    row = (replace(first, token="active"), replace(second, token="track", due=9, cost=5), *rest)
    table.state = replace(table.state, technologies=row)
    change(table, SECOND)
    assert tokens(table)[second.name] == ("track", 9)
    change(table)
    assert tokens(table)[second.name] == ("inactive", 0)
    assert tokens(table)[first.name] == ("active", 0)
    assert "progress_lost" in table.names
    change(table, WORKSHOP)
    table.play("develop", name=second.name, cost=5)
    assert tokens(table)[second.name] == ("track", 9)


def test_losing_the_workshop_before_the_choice_drops_the_choice():
    """p. 38: without a Workshop nothing can be begun."""
    table = evening(4)
    tx = Transaction(replace(table.state, city=replace(table.state.city, buildings=(WORKSHOP,))))
    development.workshops_changed(tx)
    tx.set_city(buildings=())
    development.workshops_changed(tx)
    assert tx.state.tasks == ()


def test_the_workshop_hastens_a_development():
    """p. 41: one space back; on reaching the Round marker it is developed at once."""
    table = evening(4, WORKSHOP)
    table.state = replace(
        table.state,
        technologies=(Technology(name="Heaters", token="track", due=6), Technology(name="Drafting Machine")),
    )
    back(table)
    assert tokens(table)["Heaters"] == ("track", 5)
    back(table)
    assert tokens(table)["Heaters"] == ("active", 0)
    assert table.asked == "technology.choose"


def test_the_second_effect_may_move_the_new_token():
    """p. 41, note: the first effect develops a Technology, the second moves the newly placed token: 4 and 3 less 1."""
    table = evening(4, WORKSHOP)
    row = (Technology(name="Heaters", token="track", due=5), Technology(name="Drafting Machine"))
    tx = Transaction(replace(table.state, technologies=row))
    technologies.token_back(tx)
    technologies.token_back(tx)
    MODULAR.settle(tx)
    table.state = tx.state
    table.play("develop", name="Drafting Machine", cost=3)
    assert tokens(table)["Drafting Machine"] == ("track", 6)
    table.play("card_lasts", lasts="")
    assert table.state.tasks == ()


def test_no_token_no_haste():
    """p. 41: a token has to lie on the Round track."""
    table = evening(4, WORKSHOP)
    assert not technologies.can_move_back(table.state)
    with pytest.raises(IllegalMove, match="No Development token"):
        back(table)


def test_technologies_nobody_named():
    """Four cards lie open even when nobody has entered them: the first choice names one."""
    table = evening(2)
    table.state = replace(table.state, technologies=())
    change(table, WORKSHOP)
    [offer] = table.prompt.offers
    assert [ask.name for ask in offer.asks] == ["name", "cost"]
    table.play("develop", name="Hothouse Lamps", cost=3)
    assert tokens(table) == {"Hothouse Lamps": ("track", 5)}
    assert development.unnamed(table.state) == 3


def test_a_developed_technology_acts_at_once_by_its_own_text():
    """What its text says happens at once when it is developed."""
    table = evening(6, WORKSHOP, **{"card.technology.Heaters": "cost: 2\nnow: gain coal 2"})
    table.state = replace(table.state, technologies=(Technology(name="Heaters", token="track", due=6),), coal=5)
    reach(table)
    assert table.state.coal == 7


def test_tokens_by_hand():
    """A token's place can be set; only one lies on the Round track."""
    table = evening(4, WORKSHOP)
    table.correct("technology1", "round9")
    table.correct("technology2", "round10")
    assert tokens(table)["Hunting Tactics"] == ("inactive", 0)
    assert tokens(table)["Steampowered Chainsaw"] == ("track", 10)
    table.correct("technology2", "active")
    assert development.developed(table.state) == ("Steampowered Chainsaw",)


def test_names_by_hand():
    """The cards can be named; those that stay keep their tokens, and there are four at most."""
    table = evening(4, WORKSHOP)
    table.correct("technology1", "round9")
    table.correct("technologies", "Hunting Tactics, Overdrive")
    assert tokens(table) == {"Hunting Tactics": ("track", 9), "Overdrive": ("inactive", 0)}
    with pytest.raises(IllegalMove, match="Four"):
        table.correct("technologies", "A, B, C, D, E")


def test_a_choice_that_has_become_impossible_is_left_out():
    """A token set by hand while the choice is open leaves nothing to choose."""
    table = evening(2)
    change(table, WORKSHOP)
    assert table.asked == "technology.choose"
    table.correct("technology1", "round9")
    assert table.state.tasks == ()


def with_left(*left: Technology) -> Evening:
    """The Round marker reaches Heaters; these are left of the four, the others are developed."""
    table = evening(6, WORKSHOP, **{"card.technology.Heaters": "name: Heaters\nlasts: nothing"})
    done = tuple(Technology(name=name, token="active") for name in (CARDS[1], CARDS[3])[: 3 - len(left)])
    heaters = Technology(name="Heaters", cost=2, token="track", due=6)
    table.state = replace(table.state, technologies=(*done, heaters, *left), swift=True)
    reach(table)
    return table


def test_the_last_technology_is_begun_by_itself():
    """p. 19: it has to be; round 6 and 4 make 10."""
    table = with_left(Technology(name="Hunting Tactics", cost=4))
    assert tokens(table)["Hunting Tactics"] == ("track", 10)
    assert not table.state.tasks
    assert "Put the Development token of Hunting Tactics on round 10" in {str(fact.todo) for fact in table.facts}


def test_two_technologies_are_a_choice():
    """p. 19: any of them."""
    table = with_left(Technology(name="Hunting Tactics", cost=4), Technology(name="Sawmills", cost=2))
    assert table.asked == "technology.choose"


def test_a_last_technology_of_unknown_cost_is_asked():
    """Nobody has told in how many rounds it is developed."""
    assert with_left(Technology(name="Sawmills")).asked == "technology.choose"
