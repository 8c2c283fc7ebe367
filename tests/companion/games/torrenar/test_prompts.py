"""What is asked: few taps for the usual turn, honest choices, rules behind everything."""

from pathlib import Path

import companion.games.torrenar.game as game_file
from companion.api.game import IllegalMove, Offer, Whole
from companion.library.rulebook import RuleBook, rules_named
from tests.companion.games.torrenar.table import GAME

from .table import Evening, begun

BOOK = RuleBook.load(Path(game_file.__file__).parent)


def offers(evening: Evening) -> dict[str, Offer]:
    return {str(offer.label): offer for offer in GAME.prompts(evening.state)[0].offers}


def ways_to_end(evening: Evening) -> list[Offer]:
    return [offer for offer in evening.prompt.offers if offer.move.name in ("end_turn", "no_more_actions")]


def test_a_turn_ends_with_one_tap():
    """The number of Pollutants in the Hand says all: the next player is on. 5 in Hand and 5 in the Draw pile with 6
    Pollutants: from 1 to 5 may be in Hand."""
    evening = begun()
    [offer] = ways_to_end(evening)
    [ask] = offer.asks
    assert isinstance(ask, Whole)
    assert (ask.at_least, ask.at_most, offer.tone) == (1, 5, "plain")
    evening.play("end_turn", pollutants=2)
    assert evening.state.turn == 1


def test_where_a_hand_can_only_be_pollutants_its_end_is_the_usual_answer():
    """Nothing can be used and one number is possible: nothing needs to be asked. With an empty Hand likewise."""
    evening = begun()
    evening.piles(0, 0, 3, 5, 3, 2)
    [offer] = ways_to_end(evening)
    assert (offer.tone, dict(offer.move.args), offer.asks) == ("usual", {"pollutants": 3}, ())
    evening.piles(0, 5, 0, 5, 3, 2)
    [offer] = ways_to_end(evening)
    assert (offer.tone, offer.move.name) == ("usual", "no_more_actions")


def test_any_number_of_pollutants_can_be_told():
    """The books find none impossible that the table shows: it stands beside."""
    evening = begun()
    [other] = [one for one in GAME.prompts(evening.state)[1].offers if one.move.name == "end_turn"]
    assert (other.asks[0].at_least, other.asks[0].at_most) == (0, 5)
    evening.play("end_turn", pollutants=0)
    assert evening.state.turn == 1


def test_hands_are_told_the_end_of_a_turn_piece_by_piece():
    """Discard, deal, Gain, Draw, in the order of the book, with the numbers."""
    evening = begun(3)
    evening.play("end_turn", pollutants=4)
    orders = [fact.name for fact in evening.facts if fact.todo is not None]
    assert orders == ["actions_discarded", "pollutants_dealt", "smokestack_fell", "cards_drawn"]
    dealt = evening.told("pollutants_dealt")
    assert "Ada 2, Ben 1, Cleo 1" in str(dealt.todo)
    evening.piles(1, 0, 5, 5, 3, 2)
    evening.play("end_turn", pollutants=3)
    assert evening.told("discard_pile_reshuffled").todo is not None


def test_the_buttons_are_what_the_books_allow():
    """5 in Hand and 5 in the Draw pile with 6 Pollutants: from 1 to 5 may be in Hand, and any number may be told."""
    evening = begun()
    evening.play("no_more_actions")
    assert list(offers(evening)) == [
        *("1", "2", "3", "4", "5"),
        "Another number",
    ]


def test_where_only_one_number_is_possible_it_is_the_usual_answer():
    """All 5 cards that only Ada sees are in her Hand and 3 are Pollutants: 3 is one tap, even by the panel's button."""
    evening = begun()
    evening.piles(0, 0, 5, 5, 3, 2)
    evening.play("no_more_actions")
    assert [(label, offer.tone) for label, offer in offers(evening).items()] == [
        ("3", "usual"),
        ("Another number", "plain"),
    ]


def test_the_next_player_sees_what_the_last_one_still_does():
    """The deal stays readable while the next turn begins: as orders of the last step."""
    evening = begun(3)
    evening.play("no_more_actions")
    evening.play("deal", pollutants=4)
    orders = [str(fact.todo) for fact in evening.facts if fact.todo is not None]
    assert any("Ada 2, Ben 1, Cleo 1" in order for order in orders)
    assert all(order.startswith("Ada") for order in orders)


def test_at_most_one_answer_is_the_usual_one():
    """At every step of an evening the panel's button can mean only one thing."""
    evening = Evening(3)
    for move, args in WALK:
        evening.play(move, **args)
        for prompt in GAME.prompts(evening.state):
            assert sum(offer.tone == "usual" for offer in prompt.offers) <= 1


def test_every_rule_that_is_pointed_to_can_be_opened():
    """Prompts, offers, notes and refusals name entries that exist."""
    evening = Evening(3)
    named: set[str] = rules_named(GAME.prompts(evening.state), GAME.view(evening.state))
    for move, args in WALK:
        evening.play(move, **args)
        named |= rules_named(GAME.prompts(evening.state), GAME.view(evening.state))
        for wrong in GAME.moves:
            named |= refused(evening, wrong)
    assert BOOK.missing(named) == set()
    assert len(named) > 20


def refused(evening: Evening, move: str) -> set[str]:
    """The rule that a refusal of this move names, if it is refused."""
    args = {
        ask.name: 300 if ask.name in ("cards", "cooperation", "pollutants") else "8" for ask in GAME.moves[move].asks
    }
    args |= {"step": "starter", "card": "action", "how": "won", "place": "smokestack", "what": "actions", "number": 1}
    try:
        GAME.moves[move].play(evening.state, args | {"back_to": "draw_8"})
    except IllegalMove as error:
        return {error.rule} if error.rule else set()
    return set()


def test_every_glossary_word_has_an_entry():
    """All 27 words that the rulebook defines can be looked up, each by its own name first."""
    words = [
        *[
            "Active",
            "Ally",
            "Action",
            "Action stack",
            "Collectively",
            "Contribute",
            "Contributor",
            "Cooperation",
            "Cost",
        ],
        *["Deal", "Discard", "Draw", "Effect", "Forfeit", "Gain", "Hand", "May", "Mitigate", "Neighbor", "Pollutant"],
        *["Reference", "Return", "Right After", "Role", "Smokestack", "Special", "Use"],
    ]
    assert len(words) == 27
    for word in words:
        assert BOOK.search(word)[0].id == f"word.{word.lower().replace(' ', '_')}"


WALK: list[tuple[str, dict[str, str | int]]] = [
    ("laid_out", {"step": "size"}),
    ("laid_out", {"step": "smokestack"}),
    ("laid_out", {"step": "players"}),
    ("count_stack", {"cards": 20}),
    ("laid_out", {"step": "first_hand"}),
    ("start_with", {"seat": "1"}),
    ("use", {"card": "action"}),
    ("pay_together", {"cooperation": 2}),
    ("contribute", {"seat": "2", "cards": 1}),
    ("contribute", {"seat": "1", "cards": 1}),
    ("forfeit_used", {}),
    ("no_more_actions", {}),
    ("deal", {"pollutants": 2}),
    ("mitigate", {"number": 19, "place": "smokestack", "what": "pollutants"}),
    ("use", {"card": "revolution"}),
    ("paid", {}),
    ("gain", {"seat": "1", "number": 1, "place": "smokestack", "what": "pollutants"}),
]


def orders_of(evening: Evening) -> list[str]:
    return [str(fact.todo) for fact in evening.facts if fact.todo is not None]


def test_what_lies_there_is_drawn_before_the_shuffle():
    """Drawing: a pile is shuffled anew only once it is empty, and then what was interrupted goes on. Of Ada's 5 cards 3
    lie in the Draw pile, so they come first, and the other 2 after the shuffle."""
    evening = begun(3)
    evening.piles(0, 3, 2, 6, 6, 2)
    evening.play("end_turn", pollutants=2)
    last = orders_of(evening)[-1]
    assert last == "Ada: Draw 5 cards; after 3 of them shuffle the Discard pile into a new Draw pile"
    assert not any(order.startswith("Ada: shuffle") for order in orders_of(evening))


def test_a_pile_that_is_empty_is_shuffled_first():
    """Then there is nothing to draw before it."""
    evening = begun(3)
    evening.piles(0, 0, 2, 8, 6, 2)
    evening.play("end_turn", pollutants=2)
    assert orders_of(evening)[-2:] == ["Ada: shuffle your Discard pile into a new Draw pile", "Ada: Draw 5 cards"]


def test_a_card_that_takes_more_than_the_stack_has():
    """The Action stack works the same way: 2 of the 3 cards that Ada Gains lie there, the third after the shuffle."""
    evening = begun(3, stack=2)
    evening.set(court_victory_below=False)
    evening.set(forfeit=4)
    evening.play("gain", seat="1", number=3, place="action_stack", what="actions")
    [order] = orders_of(evening)
    assert order.startswith("Ada: Gain 3 cards from the Action stack, onto your Discard pile; after 2 of them shuffle")


def test_nobody_is_told_to_draw_the_first_hand_twice():
    """The list of the setup has it."""
    evening = Evening(3)
    assert any("Draws 5 cards" in str(offer.label) for offer in evening.prompt.offers)
    evening.play("begin_with", seat="1")
    assert orders_of(evening) == []


def test_whoever_starts_stands_below_what_is_laid_out():
    """In the order in which it is done; by their names alone, so that they stand side by side."""
    offers = Evening(3).prompt.offers
    assert [str(offer.label) for offer in offers[-3:]] == ["Ada", "Ben", "Cleo"]
    assert all(offer.ticked is not None for offer in offers[:5])


def test_every_card_that_is_to_be_moved_is_an_order():
    """Also a card that its owner pays alone; and what is Gained goes onto the Discard pile, not into the Hand."""
    evening = begun(3)
    evening.play("use_alone", cooperation=1)
    assert orders_of(evening) == ["Discard for Cooperation: Ada 1"]
    evening.play("mitigate", number=2, place="hand_1", what="pollutants")
    assert orders_of(evening) == ["Mitigate 2 cards from the Hand of Ada: out of the game"]
    evening.play("forfeit_used")
    assert orders_of(evening) == ["Ada: Gain 1 from the Action stack, onto your Discard pile"]


def test_where_the_card_itself_goes_stands_above_what_its_effect_moves():
    """It is tapped for every card that is used."""
    evening = begun(3)
    evening.play("use_free")
    assert [offer.move.name for offer in evening.prompt.offers[:2]] == ["discard_used", "forfeit_used"]
