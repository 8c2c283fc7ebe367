"""What chance decides is drawn by the session, once, and stands in the move."""

import random
from collections import Counter

import pytest

from companion.api.game import Chance, Choice, Move, Offer, Prompt
from companion.api.refusals import BadMove
from companion.api.text import T
from companion.session.answers import taken
from companion.session.chance import draw, drawn
from companion.session.session import Session
from companion.storage import codec
from companion.storage.log import Log
from tests.companion.toy_game import GAME, STOKER

TOKENS = tuple(Choice(value=one, label=T("{name}", name=one)) for one in ("care", "justice", "motivation"))
BAG = Chance(name="of", label=T("Token"), choices=TOKENS, weights=(3, 0, 1))


def counted(chance: Chance) -> Counter[str]:
    dice = random.Random(1)
    return Counter(draw(chance, dice) for _ in range(4_000))


def test_weights_are_what_lies_in_the_bag() -> None:
    """With three, none and one in the bag about three in four draws are of the first kind, and none of the second."""
    found = counted(BAG)
    assert found["justice"] == 0
    assert found["care"] == pytest.approx(3_000, abs=120)


@pytest.mark.parametrize("weights", [(), (0, 0, 0)])
def test_no_weights_mean_all_alike(weights: tuple[int, ...]) -> None:
    """Where no choice has any weight, all are alike."""
    found = counted(Chance(name="of", label=T("Token"), choices=TOKENS, weights=weights))
    assert all(count == pytest.approx(1_333, abs=120) for count in found.values())


def test_the_session_draws_what_nobody_said(evening: Session, log: Log) -> None:
    """A move without its chance is played with a drawn one, which stands in the log and in the facts."""
    screen = evening.play(Move("stoke"), "Anna")
    assert evening.state().named in {"ann", "bob"}
    assert screen.evening is not None
    (_, row), = log.entries(screen.evening.id, 2, 2)  # fmt: skip
    assert row.move is not None
    assert codec.move(row.move).args == {"stoker": evening.state().named}


def test_what_is_said_is_not_drawn(evening: Session) -> None:
    """Players who drew by hand say what came; something else than the choices is refused."""
    for name in ("ann", "bob", "ann"):
        evening.play(Move("stoke", {"stoker": name}), "Anna")
        assert evening.state().named == name
    with pytest.raises(BadMove, match="not one of the answers to “Who stokes”"):
        evening.play(Move("stoke", {"stoker": "cleo"}), "Anna")


def test_the_same_dice_draw_the_same(log: Log) -> None:
    """Given dice that repeat themselves, an evening repeats itself."""

    def evening(name: str) -> list[str]:
        session = Session(log, {"boiler": GAME}, dice=random.Random(5))
        session.start("boiler", name, ["Anna"], {"level": "easy"}, by="Anna")
        return [str(session.play(Move("stoke"), "Anna").history[0].label) for _ in range(12)]

    assert evening("one") == evening("two")
    assert len(set(evening("three"))) == 2


def test_the_offer_knows_what_may_be_drawn_now() -> None:
    """An offer's chance holds over the move's own: of a bag with only Motivation left, Motivation is drawn."""
    left = Chance(name="of", label=T("Token"), choices=TOKENS, weights=(0, 0, 2))
    offers = (Offer(move=Move("draw", {"about": "hope"}), label=T("Draw"), asks=(left,)),)
    prompts = (Prompt(name="draw", do=T("Draw a token."), offers=offers),)
    hope = Move("draw", {"about": "hope"})
    assert drawn((BAG,), prompts, hope, random.Random(1)) == {"about": "hope", "of": "motivation"}
    other = drawn((BAG,), prompts, Move("draw", {"about": "discontent"}), random.Random(1))
    assert other["of"] in {"care", "motivation"}


def test_one_tap_takes_what_only_chance_has_to_fill_in() -> None:
    """An offer that leaves nothing but chance is taken by one tap, or by the Next button."""
    assert taken(Offer(move=Move("stoke"), label=T("Draw"), asks=(STOKER,))) == Move("stoke", {})
