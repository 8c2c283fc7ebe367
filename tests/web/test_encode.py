"""A screen as the phones get it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.api import CardExpected, CubesExpected, Fact, Move, Offer, Prompt
from companion.api.text import English, T, Text
from companion.session.screen import HistoryStep, Screen, StepOrders
from web.encode import Rendered, plain, screen_parts, to_ms


def cubes(at_least: int, at_most: int, known: int | None = None) -> CubesExpected:
    return CubesExpected(
        place="drawer", drop="1", at_least=at_least, at_most=at_most, move=Move("count"), arg="cubes", known=known
    )


@pytest.mark.parametrize(
    ("expected", "called"),
    [
        (cubes(0, 5), "cubes"),  # any count answers
        (cubes(5, 5), "watching"),  # only all that can fall answer, so the players say when they have dropped them
        (cubes(2, 5, known=2), "late"),  # the scale has answered
        (cubes(2, 2, known=2), "late"),
        (CardExpected(kind="card", pattern="[0-9]+", move=Move("draw"), arg="card"), "card"),
        (CardExpected(kind="card", pattern="[0-9]+", move=Move("draw"), arg="card", ahead=True), "card_ahead"),
    ],
)
def test_what_a_sensor_may_still_answer(expected: CardExpected | CubesExpected, called: str) -> None:
    prompt = Prompt(name="drop", do=T("Drop them."), offers=(), expects=(expected,))
    [shown] = screen_parts(Screen(prompts=(prompt,)), English.say)["prompts"]
    assert shown["expects"] == [called]


def test_an_undone_step_is_put_back_as_it_was() -> None:
    """By the game's own words where it has them; otherwise the order itself is to be taken back."""
    facts = (
        Fact("heat_rose", T("Heat rose to 5."), todo=T("Move Heat up to 5"), back=T("Move Heat down to 3")),
        Fact("card_drawn", T("A card was drawn."), todo=T("Lay the card face up")),
    )

    def shown(back: bool) -> list[str]:
        screen = Screen(orders=(StepOrders(7, "Ada", facts, back),))
        [orders] = screen_parts(screen, English.say)["orders"]
        return [one["text"] for one in orders["todo"]]

    assert all("back" not in one for one in plain(facts, English.say))  # elsewhere nobody needs it
    assert shown(back=False) == ["Move Heat up to 5", "Lay the card face up"]
    assert shown(back=True) == ["Move Heat down to 3", "Take back: Lay the card face up"]


def test_which_pieces_an_order_puts_in_their_places() -> None:
    """A later order for the same ones makes it needless; what is merely to be taken back says of none where it was."""
    back = {"heat_rose": T("Move Heat to 3"), "told": None}
    facts = tuple(Fact(one, T("Heat."), todo=T("Move Heat to 5"), back=back[one], pieces=("heat",)) for one in back)

    def pieces(back: bool) -> list[Any]:
        [orders] = screen_parts(Screen(orders=(StepOrders(7, "Ada", facts, back),)), English.say)["orders"]
        return [one.get("pieces") for one in orders["todo"]]

    assert pieces(back=False) == [["heat"], ["heat"]]
    assert pieces(back=True) == [["heat"], None]
    assert all("pieces" not in one for one in plain(facts, English.say))


def test_what_says_how_the_table_stands_is_told_apart() -> None:
    """Whoever puts a number right has not gone on with the game."""
    steps = (StepOrders(8, "Ada", aside=True), StepOrders(7, "Ada"))
    assert [one.get("aside") for one in screen_parts(Screen(orders=steps), English.say)["orders"]] == [True, None]


def test_texts_that_are_made_on_the_way_are_told_apart() -> None:
    """Each is said by itself, though it is gone before the next one is made, in the same place of memory."""
    facts = tuple(Fact(f"drawn_{n}", T("Drawn."), todo=T("Lay card {n}", n=n)) for n in range(30))
    screen = Screen(orders=tuple(StepOrders(fact, "Ada", (facts[fact],), back=True) for fact in range(30)))
    orders = screen_parts(screen, English.say)["orders"]
    assert [one["todo"][0]["text"] for one in orders] == [f"Take back: Lay card {n}" for n in range(30)]


class Said:
    """English, and what was put into it."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, text: Text) -> str:
        self.texts.append(text.msgid)
        return English.say(text)

    def since(self) -> list[str]:
        found, self.texts = self.texts, []
        return found


def asked(name: str, *labels: str) -> Prompt:
    return Prompt(
        name=name, do=T("Choose."), offers=tuple(Offer(move=Move("go", {"to": one}), label=T(one)) for one in labels)
    )


def labels(shown: dict[str, object]) -> list[str]:
    offers = shown["offers"]
    assert isinstance(offers, list)
    return [msgspec.json.decode(one)["label"] for one in offers]  # encoded already


def test_of_a_question_that_is_asked_again_only_new_offers_are_put_into_words() -> None:
    """Also when one was put in or taken out, and those behind it stand elsewhere."""
    said, rendered = Said(), Rendered()

    def offered(*names: str) -> tuple[list[str], list[str]]:
        [shown] = screen_parts(Screen(prompts=(asked("way", *names),)), said, rendered)["prompts"]
        return labels(shown), said.since()

    assert offered("a", "b", "c") == (["a", "b", "c"], ["Choose.", "a", "b", "c"])
    assert offered("a", "b", "c") == (["a", "b", "c"], [])
    assert offered("a", "x", "c") == (["a", "x", "c"], ["Choose.", "x"])
    assert offered("a", "c") == (["a", "c"], ["Choose."])
    assert offered("y", "a", "c") == (["y", "a", "c"], ["Choose.", "y"])


def test_a_question_that_comes_again_after_another_one_keeps_its_words() -> None:
    """As the list of all that a turn allows does after each step of it. Two of one name are told apart."""
    said, rendered = Said(), Rendered()
    screen_parts(Screen(prompts=(asked("turn", "a", "b"), asked("turn", "c"))), said, rendered)
    screen_parts(Screen(prompts=(asked("how_many", "1"),)), said, rendered)
    said.since()
    again = Screen(prompts=(asked("turn", "a", "x"), asked("turn", "c")))
    first, second = screen_parts(again, said, rendered)["prompts"]
    assert (labels(first), labels(second), said.since()) == (["a", "x"], ["c"], ["Choose.", "x"])


def test_another_question_is_put_into_words_as_a_whole() -> None:
    """Its offers may look the same, and are others."""
    said, rendered = Said(), Rendered()
    screen_parts(Screen(prompts=(asked("way", "a"),)), said, rendered)
    said.since()
    screen_parts(Screen(prompts=(asked("gate", "a"),)), said, rendered)
    assert said.since() == ["Choose.", "a"]


def test_a_step_back_is_shown_again_without_new_words() -> None:
    """The very same values come back; three of them are remembered beside the present one."""
    said, rendered = Said(), Rendered()
    screens = [Screen(prompts=(asked(f"q{number}", "a"),)) for number in range(5)]
    for screen in screens:
        screen_parts(screen, said, rendered)
    said.since()
    [shown] = screen_parts(screens[2], said, rendered)["prompts"]
    assert (shown["name"], said.since()) == ("q2", [])
    screen_parts(screens[0], said, rendered)
    assert said.since() == ["Choose.", "a"]


def test_what_is_said_with_a_step_is_no_older_than_the_step() -> None:
    """To the millisecond both are rounded down, or both up, however short the time between them was."""
    for tenths in range(100):
        at = 1_795_964_725.0 + tenths / 10_000
        step = HistoryStep(number=1, kind="move", label=T("Fed"), facts=(), by="Ada", at=at)
        last = screen_parts(Screen(history=(step,)), English.say)["last"]
        assert last["at"] <= to_ms(at + 0.00001)
        assert abs(last["at"] - at) < 0.00051
