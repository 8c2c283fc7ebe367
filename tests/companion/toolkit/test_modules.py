"""A game put together from modules: moves, what happens by itself, prompts, panels, values set by hand, board facts."""

from dataclasses import replace

import pytest

from companion.api.game import Args, IllegalMove, Table, Urgency
from companion.api.text import T
from companion.api.view import Where
from companion.toolkit import GameModule, ModularGame, action

from .table import GAME, HEAP, State, Task, Transaction, first_state


def names(outcome) -> list[str]:
    return [fact.name for fact in outcome.facts]


def test_a_game_begins_and_comes_to_rest():
    """The first state, and what it leads to by itself."""
    assert GAME.begin(first_state)(Table(players=("Ada",), board={"x": 1})).state == State(board={"x": 1})
    empty = GAME.begin(lambda table: State(stones=0))(Table(players=("Ada",)))
    assert (empty.state.ended, names(empty)) == ("empty", ["ended"])


def test_a_move_is_played_and_labelled():
    """Facts in their order, the state afterwards, the label for the history."""
    kind = GAME.moves["take"]
    outcome = kind.play(State(), {"count": 2})
    assert (outcome.state.stones, names(outcome)) == (3, ["taken"])
    assert str(kind.label({"count": 2})) == "Took 2"
    assert str(GAME.moves["paint"].label({"colour": "blue"})) == "Painted"


def test_what_needs_nobody_waits_for_a_task():
    """The game ends by itself once the task at the head is done, never before."""
    state = GAME.moves["take"].play(State(), {"count": 5}).state
    assert (state.ended, [task.kind for task in state.tasks]) == ("", ["paint"])
    after = GAME.moves["paint"].play(state, {"colour": "blue"})
    assert (after.state.ended, after.state.colour, names(after)) == ("empty", "blue", ["ended"])


def test_the_task_at_the_head_is_asked_first():
    """Then what every module asks; nothing once the game is over."""
    assert [prompt.name for prompt in GAME.prompts(State())] == ["take"]
    assert [prompt.name for prompt in GAME.prompts(State(tasks=(Task(kind="paint"),)))] == ["paint"]
    assert GAME.prompts(State(ended="empty")) == ()


def test_no_move_in_a_game_that_is_over():
    """The sentence is the toolkit's, unless the game has its own."""
    with pytest.raises(IllegalMove, match="The game is over"):
        GAME.moves["take"].play(State(ended="empty"), {"count": 1})

    class Own(ModularGame[State, Transaction]):
        def require_running(self, state: State) -> None:
            if state.ended:
                raise IllegalMove(T("Go home."))

    own = Own((HEAP,), Transaction, lambda state: Where(line=T("x")))
    with pytest.raises(IllegalMove, match="Go home"):
        own.moves["take"].play(State(ended="empty"), {"count": 1})


def test_panels_stand_in_the_order_in_which_they_are_shown():
    """One that has nothing to show is left out."""
    view = GAME.view(State())
    assert [panel.name for panel in view.panels] == ["colour", "heap"]
    assert str(view.where.line) == "At the heap"


def test_values_are_set_by_hand():
    """The fact says what and to which value, quietly; what it leads to by itself follows."""
    assert [one.ask.name for one in GAME.corrections(State())] == ["stones", "colour"]
    outcome = GAME.correct(State(), "stones", 0)
    assert (outcome.state.ended, names(outcome)) == ("empty", ["corrected", "ended"])
    assert outcome.facts[0].urgency is Urgency.QUIET
    said = GAME.correct(State(), "colour", "blue").facts[0]
    assert (str(said.text), said.args) == ("Colour was set by hand: Blue.", {"what": "colour", "to": "blue"})


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("coal", 1, "nothing of that name"),
        ("stones", 10, "Stones can be from 0 to 9"),
        ("stones", "many", "Stones can be from 0 to 9"),
        ("colour", "green", "Colour: choose one of the answers"),
    ],
)
def test_what_cannot_be_set_is_refused(name: str, value: int | str, why: str):
    """A name that is none, a value beyond its limits, an answer that is not offered."""
    with pytest.raises(IllegalMove, match=why):
        GAME.correct(State(), name, value)


def test_board_facts_are_learnt_and_forgotten():
    """They stand in the state; the move that tells one says so."""
    learnt = GAME.learn(State(), "link", "yes")
    assert (learnt.state.board, names(learnt)) == ({"link": "yes"}, ["board_fact_told"])
    forgotten = GAME.forget(learnt.state, "link")
    assert (forgotten.state.board, names(forgotten)) == ({}, ["board_fact_forgotten"])


def test_two_modules_with_one_move_are_a_mistake():
    """A move belongs to one subject."""
    with pytest.raises(AssertionError, match="two modules have the move"):
        ModularGame((HEAP, replace(HEAP, name="again")), Transaction, lambda state: Where(line=T("x")))


def test_a_game_that_never_rests_is_a_mistake():
    """What happens by itself must come to an end."""
    restless: GameModule[State, Transaction] = GameModule(
        name="restless", moves={"go": action(lambda tx, args: None, T("Went"))}, settle=lambda tx: True
    )
    game: ModularGame[State, Transaction] = ModularGame((restless,), Transaction, lambda state: Where(line=T("x")))
    with pytest.raises(RuntimeError, match="does not come to rest"):
        game.moves["go"].play(State(), {})


# --- moves that are for afterwards; tasks first and last -------------------------------------------------------------


def over(tx: Transaction, args: Args) -> None:
    """The game ends, or begins anew."""
    tx.set(ended="" if tx.state.ended else "won")


ENDING: ModularGame[State, Transaction] = ModularGame(
    (
        GameModule(
            name="end",
            moves={"over": action(over, T("Over")), "anew": action(over, T("Anew"), when_over=True)},
        ),
    ),
    Transaction,
    lambda _: Where(line=T("Somewhere")),
)


def test_a_move_that_is_for_a_game_that_is_over():
    """It alone may be played then."""
    ended = ENDING.moves["over"].play(State(), {}).state
    with pytest.raises(IllegalMove, match="The game is over"):
        ENDING.moves["over"].play(ended, {})
    assert ENDING.moves["anew"].play(ended, {}).state == State()


def kinds(tx: Transaction) -> list[str]:
    return [task.kind for task in tx.state.tasks]


def test_tasks_come_first_or_last_whatever_they_come_of():
    """Several at once keep their order."""
    tx = Transaction(State(tasks=(Task(kind="head"), Task(kind="behind"))))
    assert tx.finish_task("head", "other") == Task(kind="head")
    tx.add_first(Task(kind="a"), Task(kind="b"))
    tx.add_last(Task(kind="y"), Task(kind="z"))
    assert kinds(tx) == ["a", "b", "behind", "y", "z"]


def test_only_a_task_of_the_kind_is_finished():
    """Another one at the head refuses the move, and stays."""
    tx = Transaction(State(tasks=(Task(kind="head"),)))
    with pytest.raises(IllegalMove):
        tx.finish_task("other")
    assert kinds(tx) == ["head"]
    with pytest.raises(IllegalMove):
        Transaction(State()).finish_task("other")
