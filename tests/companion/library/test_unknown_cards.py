"""A game with codes of its own, in a folder of its own: `cards.toml` is all that the camera needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from companion.app.camera import CameraService, deck_of, grammar_of
from companion.app.settings import CameraSettings
from companion.library.cards import Library
from companion.library.registry import find_games
from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.storage.log import Log
from hardware.drawn_deck import Pose, show

pytestmark = pytest.mark.slow

CARDS = """
[[kind]]
name = "cargo"
reader = "card_id"
pattern = "[A-Z]{2}-[0-9]{2}"
title = "Cargo"
what = "What a ship carries."

[[kind]]
name = "harbour"
reader = "card_id"
pattern = "H[0-9]{3}"
known = ["H105", "H247"]
title = "Harbour"
what = "Where a ship may land."
now = "Unload here."

[[kind]]
name = "wreck"
reader = "numbox"
pattern = "[2-5]{3}"
title = "Wreck"
what = "What the sea took."

[[card]]
code = "KQ-47"
title = "Tea"
"""
GAME = """
from __future__ import annotations

from dataclasses import dataclass, replace

from companion.api.game import Args, CardExpected, Code, Fact, Game, Move, MoveKind, Offer, Outcome, Prompt
from companion.api.text import T
from companion.api.view import Counter, Panel, View, Where

CODE = "[A-Z]{2}-[0-9]{2}"
CARD = Code(name="card", label=T("Cargo"), kind="card_id", pattern=CODE, suits=T("a cargo, such as KQ-47"))


@dataclass(frozen=True)
class Ship:
    cargo: tuple[str, ...] = ()


def load(state: Ship, args: Args) -> Outcome[Ship]:
    code = str(args["card"])
    return Outcome(replace(state, cargo=(*state.cargo, code)), (Fact("loaded", T("Loaded: {code}", code=code), {}),))


def prompts(state: Ship) -> tuple[Prompt, ...]:
    expected = CardExpected(kind="card_id", pattern=CARD.pattern, move=Move("load"), arg="card")
    offer = Offer(move=Move("load"), label=T("Load"), asks=(CARD,))
    return (Prompt(name="load", do=T("Load a cargo."), offers=(offer,), expects=(expected,)),)


GAME = Game(
    name="harbour",
    title=T("The Harbour"),
    state=Ship,
    seats=range(1, 5),
    setup=lambda players: (),
    start=lambda table: Outcome(Ship(), ()),
    moves={"load": MoveKind(play=load, label=lambda args: T("Loaded {card}", card=args["card"]), asks=(CARD,))},
    prompts=prompts,
    view=lambda state: View(
        where=Where(line=T("At the quay")),
        panels=(Panel(name="ship", title=T("Ship"), widgets=(Counter(label=T("Cargo"), count=len(state.cargo)),)),),
    ),
    corrections=lambda state: (),
    correct=lambda state, name, value: Outcome(state, ()),
    ending=lambda state: None,
)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games with nothing but this one, from which Python imports."""
    game = tmp_path / "made_up_games" / "harbour"
    game.mkdir(parents=True)
    (game / "cards.toml").write_text(CARDS)
    (game / "game.py").write_text(GAME)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield game.parent
    for name in [name for name in sys.modules if name.split(".")[0] == "made_up_games"]:
        del sys.modules[name]


@pytest.fixture
def evening(folder: Path, tmp_path: Path) -> Iterator[Session]:
    """An evening of that game."""
    troubles: list[str] = []
    games = find_games(lambda text: troubles.append(str(text)), folder, "made_up_games")
    assert troubles == []
    log = Log(tmp_path / "data", durable=False)
    session = Session(log, games)
    session.start("harbour", "Friday", ["Ada"], {}, "Ada")
    yield session
    log.close()


@pytest.fixture(scope="module")
def reader_of_photos() -> Iterator[CameraService]:
    """One for all cases: it is two seconds' work to start its process."""
    made = CameraService(CameraSettings(source="none"), HealthBoard())
    yield made
    made.stop()


@pytest.fixture
def eye(folder: Path, reader_of_photos: CameraService) -> CameraService:
    """The reader of photos, told the game's codes."""
    reader_of_photos.read_codes(grammar_of(Library.load(folder / "harbour")))
    return reader_of_photos


def photograph(eye: CameraService, evening: Session, *codes: str) -> None:
    """Photograph a card, or several side by side, and hand what is read to the evening."""
    frame = show(*codes, pose=Pose(6 if len(codes) == 1 else 5, 3))
    for seen in eye.read_photo(cv2.imencode(".jpg", frame)[1].tobytes()).reads:
        evening.report(seen, "Ada")


def test_a_card_that_is_waited_for_is_played(eye: CameraService, evening: Session):
    """Its pattern alone brings it from the picture into the game."""
    photograph(eye, evening, "KQ-47")
    assert evening.state().cargo == ("KQ-47",)
    assert [str(fact.text) for fact in evening.screen().history[0].facts] == ["Loaded: KQ-47"]


def test_a_card_that_is_not_waited_for_is_shown(eye: CameraService, evening: Session, folder: Path):
    """It changes nothing, and its entry says what it is: of a listed kind what is listed, and boxes of the game's own
    numbers alone."""
    library = Library.load(folder / "harbour")
    for code, title in (("H247", "Harbour"), ("325", "Wreck")):
        photograph(eye, evening, code)
        [notice] = evening.screen().notices
        assert notice.code == code
        assert str(library.look_up(code).title) == title  # type: ignore[union-attr]
    assert evening.state().cargo == ()


def test_what_is_no_card_of_the_game_is_left_alone(eye: CameraService, evening: Session, folder: Path):
    """Not listed, of another pattern, or of another game."""
    photograph(eye, evening, "H248", "D247", "612")
    assert evening.screen().notices == ()
    assert evening.state().cargo == ()
    assert Library.load(folder / "harbour").look_up("H248") is None


def test_its_cards_lie_on_the_simulated_table(folder: Path):
    """Listed codes and single cards can be shown there, and are named by the check of the camera."""
    assert deck_of(Library.load(folder / "harbour")) == ("KQ-47", "H105", "H247")
