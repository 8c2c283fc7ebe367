"""Expeditions, rulebook p. 21, 26, 27, 35 and 36."""

import random
from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.cards import expeditions
from companion.games.frostpunk.cards.expeditions import first_space, stacks
from companion.games.frostpunk.cards.piles import Location, Stack
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.game import MODULAR
from companion.games.frostpunk.transaction import Transaction
from tests.companion.games.meaning import prompted

from ..table import Evening, begun

BEACON = Building(kind="beacon", at=("N1.1", "N1.2"))
FREE = Stack(cards=(Location(deck="A"),))


def card(deck: str, spaces: int = 0, name: str = "", black: bool = False, promised: str = "") -> Location:
    return Location(deck=deck, name=name, spaces=spaces, black=black, promised=promised)


def evening(*row: Stack, beacon: bool = True, upgraded: bool = False, **board: str) -> Evening:
    """A table in the Action Phase with these stacks, free ones up to three."""
    table = begun(2, **board).at("action.turn", stacks=(*row, *(FREE,) * (3 - len(row))))
    if beacon:
        buildings = (*table.state.city.buildings, replace(BEACON, upgraded=upgraded))
        table.state = replace(table.state, city=replace(table.state.city, buildings=buildings))
    return table


def away(*cards: Location, at: int = 1, kind: str = "workers") -> Stack:
    """A stack with a Scout on it."""
    return Stack(cards=cards, scout=kind, at=at)


def do(table: Evening, write: object, *args: object) -> None:
    tx = Transaction(table.state)
    write(tx, *args)  # type: ignore[operator]
    MODULAR.settle(tx)
    table.state, table.facts = tx.state, tuple(tx.facts)


def move(table: Evening, spaces: int) -> None:
    do(table, expeditions.move_scouts, spaces)


def decks(table: Evening, index: int = 0) -> str:
    return "".join(one.deck for one in stacks(table.state)[index].cards)


# --- setting out ------------------------------------------------------------------------------------------------------


def test_no_scouts_without_the_beacon():
    """p. 26: only with the Beacon on the map."""
    table = evening(beacon=False)
    assert not expeditions.can_deploy(table.state)
    with pytest.raises(IllegalMove, match="Beacon"):
        do(table, expeditions.deploy, 0, "workers")


def test_a_scout_stands_on_the_first_space_of_a_free_stack():
    """p. 26: the bottommost space; the Meeple counts as a Scout from now on."""
    table = evening()
    do(table, expeditions.deploy, 1, "engineers")
    stack = stacks(table.state)[1]
    assert (stack.scout, stack.at) == ("engineers", 1)
    assert (expeditions.scouts(table.state, "engineers"), expeditions.scouts(table.state, "workers")) == (1, 0)
    assert expeditions.free_stacks(table.state) == (0, 2)


def test_one_active_expedition_two_with_the_upgraded_beacon():
    """p. 27: one until the Beacon is upgraded, then two, both in one round if there is none yet."""
    table = evening()
    do(table, expeditions.deploy, 0, "workers")
    with pytest.raises(IllegalMove, match="upgraded Beacon allows two"):
        do(table, expeditions.deploy, 1, "workers")
    table = evening(upgraded=True)
    do(table, expeditions.deploy, 0, "workers")
    do(table, expeditions.deploy, 1, "engineers")
    with pytest.raises(IllegalMove, match="the most"):
        do(table, expeditions.deploy, 2, "workers")


def test_a_stack_with_a_scout_is_not_free():
    """p. 26: a stack that has no Meeple on it."""
    table = evening(away(card("A", 4)), upgraded=True)
    with pytest.raises(IllegalMove, match="already"):
        do(table, expeditions.deploy, 0, "workers")


@pytest.mark.parametrize("kind", ["children", "automatons"])
def test_only_workers_and_engineers_are_scouts(kind: str):
    """p. 26, 39: no Child Meeple, and Automatons cannot go on Expeditions."""
    with pytest.raises(IllegalMove, match="Worker or an Engineer"):
        do(evening(), expeditions.deploy, 0, kind)


def test_a_child_worker_acts_as_if_it_were_a_worker():
    """p. 39: it may be used for an action as if it were a Worker Meeple, so it may be a Scout."""
    table = evening()
    do(table, expeditions.deploy, 0, "child_worker")
    assert expeditions.scouts(table.state, "child_worker") == 1


# --- movement ---------------------------------------------------------------------------------------------------------


def test_three_spaces():
    """p. 35, example: Scouts advance 3 spaces, from the first to the fourth of six; no decision yet."""
    table = evening(away(card("A", 6)))
    move(table, 3)
    assert (stacks(table.state)[0].at, table.state.tasks) == (4, ())
    assert expeditions.spaces_left(table.state, 0) == 2


def test_every_scout_moves():
    """p. 21, example: 2 spaces for each Scout on its own stack."""
    table = evening(away(card("A", 6)), away(card("B", 5), at=2, kind="engineers"))
    move(table, 2)
    assert [one.at for one in stacks(table.state)] == [3, 4, 0]


def test_a_scout_stops_on_the_last_space():
    """p. 35: on the last space it stops; 5 spaces from the first of four leave 2."""
    table = evening(away(card("A", 4)))
    move(table, 5)
    stack = stacks(table.state)[0]
    assert (stack.at, stack.left) == (4, 2)
    assert table.asked == "expedition.arrived"
    assert table.offered("skip_location")
    assert table.offered("explore_location")


def test_two_scouts_decide_one_after_the_other():
    """p. 35: each Scout that reaches its last space has its own decision."""
    table = evening(away(card("A", 3)), away(card("A", 3), kind="engineers"))
    move(table, 2)
    table.play("skip_location")
    assert table.asked == "expedition.arrived"
    table.play("skip_location")
    assert (decks(table, 0), decks(table, 1)) == ("AB", "AB")


def test_the_path_leads_over_the_first_spaces_of_the_cards_beneath():
    """p. 35, 36: a stack A, B, C shows the first spaces of A and B: a Scout sets out two spaces below C's first."""
    stack = Stack(cards=(card("A"), card("B"), card("C", 4)))
    assert first_space(stack) == -1
    table = evening(stack)
    do(table, expeditions.deploy, 0, "workers")
    move(table, 2)
    assert stacks(table.state)[0].at == 1
    assert expeditions.spaces_left(table.state, 0) == 3


def test_the_number_of_spaces_is_asked_when_it_matters_and_kept_by_name():
    """What only the card shows is asked once, the first time a Scout moves on it."""
    table = evening(away(card("A")))
    move(table, 2)
    assert table.asked == "expedition.spaces"
    table.play("expedition_spaces", name="Lost Convoy", spaces=3)
    assert table.board_facts == {"card.expedition.Lost Convoy": "spaces: 3\nonly a part"}
    assert table.asked == "expedition.arrived"
    again = evening(away(card("A")), **{"card.expedition.Lost Convoy": "spaces: 3"})
    move(again, 1)
    again.play("expedition_card", name="Lost Convoy")
    assert (stacks(again.state)[0].at, again.state.tasks) == (2, ())


def test_a_card_without_a_name_is_remembered_while_it_lies_there():
    """The number holds for this card even where nobody says its name."""
    table = evening(away(card("A")))
    move(table, 1)
    table.play("expedition_spaces", name="", spaces=5)
    assert table.board_facts == {}
    move(table, 1)
    assert stacks(table.state)[0].at == 3


def test_beneath_the_top_card_its_spaces_do_not_matter_yet():
    """A Scout that only comes up to the top card's first space needs no number."""
    table = evening(away(card("A"), card("B"), at=0))
    move(table, 1)
    assert (stacks(table.state)[0].at, table.state.tasks) == (1, ())


# --- skip -------------------------------------------------------------------------------------------------------------


def test_skip_with_leftover_movement():
    """p. 35, example: of 2 spaces one leads to the last space of A; skipped: a B card, and one space on it."""
    table = evening(away(card("A", 4), at=3))
    move(table, 2)
    table.play("skip_location")
    assert decks(table) == "AB"
    assert table.asked == "expedition.spaces"  # the new card is not known
    table.play("expedition_spaces", name="", spaces=5)
    assert (stacks(table.state)[0].at, stacks(table.state)[0].left) == (2, 0)
    assert table.state.tasks == ()


def test_skip_without_leftover_movement_needs_nothing_more():
    """p. 35: the Scout stands on the first space of the new card."""
    table = evening(away(card("B", 4), at=3))
    move(table, 1)
    table.play("skip_location")
    assert (decks(table), stacks(table.state)[0].at, table.state.tasks) == ("BC", 1, ())


@pytest.mark.parametrize("deck", ["C", "S"])
def test_c_and_scenario_cards_cannot_be_skipped(deck: str):
    """p. 35, note: only A and B cards."""
    table = evening(away(card(deck, 3)))
    move(table, 2)
    assert not table.offered("skip_location")
    with pytest.raises(IllegalMove, match="A or B"):
        table.play("skip_location")


# --- explore ----------------------------------------------------------------------------------------------------------


def explored(*cards: Location, **board: str) -> Evening:
    """A Scout stands beside the top card, which was turned to its black side."""
    table = evening(away(*cards, at=max(1, cards[-1].spaces - 1)), **board)
    move(table, 1)
    table.play("explore_location")
    assert stacks(table.state)[0].aside
    assert stacks(table.state)[0].cards[-1].black
    return table


def test_not_a_fairy_tale():
    """p. 36, example: return: 3 Wood and 2 Food, the card white again, a B card on top, the Scout in the supply."""
    table = explored(card("A", 4, "Not a Fairy Tale"))
    wood, food = table.state.wood, table.state.food
    [offer] = [offer for offer in table.prompt.offers if offer.move.name == "take_way"]
    table.play("take_way", **offer.move.args)
    assert (table.state.wood, table.state.food) == (wood + 3, food + 2)
    stack = stacks(table.state)[0]
    assert [(one.deck, one.black) for one in stack.cards] == [("A", False), ("B", False)]
    assert (stack.scout, stack.aside) == ("", False)
    assert expeditions.scouts(table.state, "workers") == 0
    assert table.state.tasks == ()


def test_only_the_top_card_is_turned():
    """p. 36: no other card of the stack is flipped."""
    table = explored(card("A"), card("B", 3))
    assert [one.black for one in stacks(table.state)[0].cards] == [False, True]


def test_continue_promises_its_effect():
    """p. 36: the card stays black, a card of the deck under the arrow on top, the Scout on its first space, nothing
    gained yet, and movement that is left over is lost."""
    text = "spaces: 3\nexplore 1 continue B: gain wood 2; people +3\nexplore 2 return A: gain food 1"
    table = evening(away(card("A", name="Wreck")), **{"card.expedition.Wreck": text})
    move(table, 5)
    table.play("explore_location")
    wood = table.state.wood
    table.play("take_way", number=1)
    stack = stacks(table.state)[0]
    assert [(one.deck, one.black) for one in stack.cards] == [("A", True), ("B", False)]
    assert stack.cards[0].promised == "gain wood 2; people +3"
    assert (stack.at, stack.left, stack.aside, stack.scout) == (1, 0, False, "workers")
    assert (table.state.wood, table.state.tasks) == (wood, ())


def test_return_gives_this_option_then_all_that_was_promised():
    """p. 36: the current card's effect, then those of the other black cards; white ones give nothing."""
    table = explored(
        card("A", black=True, promised="gain wood 2"),
        card("B", black=True, promised="gain coal 4"),
        card("C", 3, "Station"),
        **{"card.expedition.Station": "explore 1 return A: gain food 5"},
    )
    coal, wood, food = table.state.coal, table.state.wood, table.state.food
    table.play("take_way", number=1)
    assert (table.state.coal, table.state.wood, table.state.food) == (coal + 4, wood + 2, food + 5)
    names = [fact.name for fact in table.facts]
    assert (
        names.index("scout_returned") < names.index("food_rose") < names.index("wood_rose") < names.index("coal_rose")
    )


def test_new_a_starts_another_stack():
    """p. 36: the stack leaves the game, a new A card lies there white side up."""
    table = explored(card("A", black=True, promised="gain wood 2"), card("B", 3))
    table.play("way_told", way="return_a", name="", effects="gain coal 1")
    assert stacks(table.state)[0] == Stack(cards=(Location(deck="A"),))


def test_return_with_a_letter_keeps_the_stack():
    """p. 36: the cards are turned white, and a card of the deck shown lies on top; first spaces stay in sight."""
    table = explored(card("A", black=True, promised="gain wood 2"), card("B", 3))
    table.play("way_told", way="return_c", name="", effects="gain coal 1")
    stack = stacks(table.state)[0]
    assert [(one.deck, one.black, one.promised) for one in stack.cards] == [
        ("A", False, ""),
        ("B", False, ""),
        ("C", False, ""),
    ]
    assert first_space(stack) == -1


def test_the_cards_are_turned_back_only_after_what_they_give():
    """p. 36: the option and what was promised are resolved first, by hand where nobody entered them; then the stack."""
    table = explored(card("A", black=True, promised="gain wood 2"), card("B", 3))
    table.play("way_told", way="return_c", name="", effects="")
    assert [one.deck for one in stacks(table.state)[0].cards] == ["A", "B"]
    assert stacks(table.state)[0].cards[0].black
    table.play("by_hand_done")
    assert [one.deck for one in stacks(table.state)[0].cards] == ["A", "B", "C"]
    assert not any(one.black for one in stacks(table.state)[0].cards)


def test_a_fourth_stack_is_scouted():
    """A scenario may add stacks: a Scout can be deployed on the fourth as well."""
    table = evening()
    table.correct("expeditions", 4)
    table.play("act_scouts", stack=4, meeple="workers")
    assert stacks(table.state)[3].scout == "workers"


def test_what_is_not_entered_is_carried_out_by_hand():
    """Nobody has to type: the return's gains and the promised ones are then done with the books open, one by one."""
    table = explored(card("A", black=True, name="Wreck"), card("B", 3))
    table.play("way_told", way="return_a", name="", effects="")
    assert table.asked == "card.by_hand"
    assert table.offered("change")
    table.play("gain", what="wood", count=2)
    table.play("by_hand_done")
    assert prompted(table.prompt) == ("card.by_hand", {"card": "Wreck"})
    table.play("by_hand_done")
    assert table.state.tasks == ()


def test_what_is_told_with_a_name_is_kept():
    """An option read off a card becomes the card's own text, and is one tap the next time."""
    table = explored(card("B", 3))
    table.play("way_told", way="return_b", name="Old Tower", effects="gain coal 2")
    text = table.board_facts["card.expedition.Old Tower"]
    again = explored(card("B", 3, "Old Tower"), **{"card.expedition.Old Tower": str(text)})
    coal = again.state.coal
    again.play("take_way", number=1)
    assert again.state.coal == coal + 2


def test_words_the_companion_does_not_know_are_read_out():
    """A promise in the owner's own words is remembered and said when the Scout returns."""
    table = explored(card("A", 3))
    table.play("way_told", way="continue_b", name="", effects="three frozen deer")
    assert stacks(table.state)[0].cards[0].promised == "say three frozen deer"


def test_a_return_that_cannot_be_paid_is_left_to_the_players():
    """What was promised is never lost to the books: what they cannot carry out is done by hand."""
    table = explored(card("A", black=True, promised="spend steel 3; gain coal 9"), card("B", 3))
    table.play("way_told", way="return_a", name="", effects="gain coal 1")
    assert table.asked == "card.by_hand"


def test_an_option_whose_condition_fails_is_not_offered():
    """p. 33: a condition in red has to be met."""
    text = "spaces: 3\nexplore 1 return A: needs active motivation; gain coal 5\nexplore 2 return B: gain coal 1"
    table = explored(card("A", 3, "Wreck"), **{"card.expedition.Wreck": text})
    assert [offer.move.args.get("number") for offer in table.prompt.offers if offer.move.name == "take_way"] == [2]
    with pytest.raises(IllegalMove, match="condition"):
        table.play("take_way", number=1)


def test_while_the_scout_stands_aside_it_does_not_move():
    """p. 36: the set-aside Scout waits for the option."""
    table = explored(card("A", 3))
    state = replace(table.state, tasks=())
    tx = Transaction(state)
    expeditions.move_scouts(tx, 2)
    assert stacks(tx.state)[0].at == 3


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_a_scouts_space_by_hand():
    """The Scout can be put where the table says; a decision that waited for it falls away."""
    table = evening(away(card("A", 4)))
    move(table, 3)
    table.correct("expedition1_at", 2)
    assert (stacks(table.state)[0].at, table.state.tasks) == (2, ())


def test_a_scout_by_hand():
    """A Scout can be put on a stack and taken off it."""
    table = evening(Stack(cards=(card("A"), card("B"))))
    table.correct("expedition1_scout", "engineers")
    assert (stacks(table.state)[0].scout, stacks(table.state)[0].at) == ("engineers", 0)
    table.correct("expedition1_scout", "none")
    assert expeditions.active(table.state) == 0


def test_a_stacks_cards_by_hand():
    """The cards can be written down, a Scenario Expedition among them; what is known of the others stays."""
    table = evening(Stack(cards=(card("A", 4, "Wreck"),)))
    table.correct("expedition1_cards", "A- S")
    first, second = stacks(table.state)[0].cards
    assert (first.name, first.black, second.deck) == ("Wreck", True, "S")
    with pytest.raises(IllegalMove, match="letters"):
        table.correct("expedition1_cards", "A X")


def test_stacks_by_hand():
    """A scenario may add Expeditions of its own; a stack with a Scout is not taken off."""
    table = evening()
    table.correct("expeditions", 4)
    table.correct("expedition4_cards", "S")
    assert decks(table, 3) == "S"
    table.correct("expedition4_scout", "workers")
    with pytest.raises(IllegalMove, match="Scout"):
        table.correct("expeditions", 3)
    table.correct("expedition4_scout", "none")
    table.correct("expeditions", 3)
    assert len(stacks(table.state)) == 3


def test_spaces_by_hand():
    """The number of spaces of a top card can be set, and set back to unknown."""
    table = evening(Stack(cards=(card("A", 0, "Wreck"),)))
    table.correct("expedition1_spaces", 5)
    assert expeditions.spaces_of(table.state, stacks(table.state)[0].cards[0]) == 5
    assert table.board_facts == {"card.expedition.Wreck": "spaces: 5\nonly a part"}


def test_a_card_that_was_counted_anew():
    """A Scout beyond the last space of a card that is shorter than it was said stands on its last space."""
    table = evening(away(card("A", 3), at=4))
    move(table, 1)
    assert (table.asked, stacks(table.state)[0].at) == ("expedition.arrived", 4)


def test_an_incomplete_option_is_not_offered():
    """An option whose text names no deck, or one that cannot stand under its arrow, is read off the card instead."""
    text = "spaces: 3\nexplore 1 continue A: gain coal 5\nexplore 2 return: gain coal 1"
    table = explored(card("A", 3, "Wreck"), **{"card.expedition.Wreck": text})
    assert not table.offered("take_way")
    assert table.offered("way_told")


# --- at random --------------------------------------------------------------------------------------------------------


def _answers(table: Evening, dice: random.Random) -> None:
    """Answer what is asked of the Scouts in any way that is offered."""
    while table.state.tasks:
        offer = dice.choice([offer for offer in table.prompt.offers if offer.move.name in SCOUTING])
        name, spaces = dice.choice([("", dice.randint(2, 6)), ("Wreck", 4), ("Old Tower", 3)])
        args = {
            "name": name,
            "spaces": spaces,
            "effects": dice.choice(["", "gain wood 1", "a frozen lake", "spend steel 9"]),
        }
        if offer.move.name == "expedition_card" and offer.asks:
            args["name"] = offer.asks[0].choices[0].value  # type: ignore[union-attr]
        table.play(offer.move.name, **offer.move.args, **{ask.name: args[ask.name] for ask in offer.asks})


SCOUTING = (
    "expedition_spaces",
    "expedition_card",
    "skip_location",
    "explore_location",
    "way_told",
    "take_way",
    "by_hand_done",
    "instruction_done",
)


@pytest.mark.parametrize("seed", range(10))
def test_expeditions_at_random(seed: int):
    """p. 35, 36: whatever is chosen, each Scout stands on its stack, no card is skipped beyond C, nothing hangs."""
    dice = random.Random(seed)
    table = evening(upgraded=True)
    for _ in range(30):
        for stack in expeditions.free_stacks(table.state):
            if expeditions.can_deploy(table.state) and dice.random() < 0.5:
                do(table, expeditions.deploy, stack, dice.choice(["workers", "engineers"]))
        move(table, dice.randint(1, 4))
        _answers(table, dice)
        for stack in stacks(table.state):
            spaces = expeditions.spaces_of(table.state, stack.cards[-1])
            assert not stack.aside
            assert not stack.scout or first_space(stack) <= stack.at <= (spaces or 1)
            assert stack.scout or not any(one.black for one in stack.cards)
            assert stack.left == 0
        assert expeditions.active(table.state) <= 2
