"""What earlier versions have stored is there, unchanged, and goes on as it did; see README.md beside this."""

from __future__ import annotations

import random
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.api.game import Game, Move
from companion.api.text import T
from companion.api.view import View, Where
from companion.drawer.pile import PileStore
from companion.library.cards import Library
from companion.library.registry import FOLDER, find_games
from companion.scanner.check_history import CheckHistory
from companion.scanner.wrong_reads import WrongReads
from companion.session.session import Session
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from tests.companion.drawer.desk_table import DeskTable
from tests.stored.make import plain, screen_of
from web.pairing import Pairing

HERE = Path(__file__).parent
GAMES = find_games()
STORED = sorted(path for path in HERE.glob("*/*.tar.xz") if not path.name.startswith("devices."))
DEVICES = sorted(HERE.glob("*/devices.tar.xz"))
RENAMED: dict[str, dict[str, str]] = {  # by game: a field of the state as it was called, and as it is called today
    "citadel": {"todo": "tasks", "known": "board", "board": "sketch", "ledger": "cards"},
    "frostpunk": {"todo": "tasks"},
}
# Facts that a move tells today beside those of then.
TOLD_SINCE = {("frostpunk", "fuel"): {"coal_fell"}, ("fire_brigade", "extinguish"): {"water_used"}}


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix('.tar.xz')}"


def today(game: str, state: dict[str, Any]) -> dict[str, Any]:
    """A state that was stored, under today's names; one that has them is left as it is."""
    names = RENAMED.get(game, {})
    if not (names.keys() - set(names.values())) & state.keys():
        return state
    return {names.get(name, name): value for name, value in state.items()}


class Packed:
    """A stored data folder: its files by name, and what was said of it, which tests only look at."""

    def __init__(self, path: Path) -> None:
        with tarfile.open(path) as tar:
            self._files = {one.name: file.read() for one in tar if (file := tar.extractfile(one)) is not None}
        self.said: dict[str, Any] = msgspec.json.decode(self._files.pop("said.json"))

    def unpack(self, to: Path) -> None:
        """Make a copy of it."""
        for name, data in self._files.items():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_bytes(data)


def unseen(game: Game[Any]) -> Game[Any]:
    """A game that is only reckoned: screens would take two thirds of the time of a test that goes through every state
    and looks at none. `test_every_evening_is_exported_and_taken_in` has every state shown, as taking in does."""
    return replace(
        game,
        prompts=lambda _: (),
        corrections=lambda _: (),
        view=lambda _: View(where=Where(line=T("Unseen")), panels=()),
    )


class Stored:
    """A copy of a stored data folder, opened by today's program; `unseen` shows nothing of the game."""

    def __init__(self, packed: Packed, folder: Path) -> None:
        packed.unpack(folder)
        self.said = packed.said
        self.game: str = self.said["game"]
        self.folder = folder / "data"
        self.log = Log(self.folder, durable=False)
        self.session, self.unseen = (self._played(games) for games in (GAMES, {self.game: unseen(GAMES[self.game])}))
        self.evenings: dict[str, Any] = self.said["evenings"]

    def _played(self, games: Mapping[str, Game[Any]]) -> Session:
        ticks = count(1_800_000_000)
        return Session(self.log, games, clock=lambda: float(next(ticks)), dice=random.Random(0))

    def states(self, export: dict[str, Any]) -> dict[int, dict[str, Any]]:
        """The whole states of an exported evening under today's names, by the number of their entry."""
        whole: dict[int, dict[str, Any]] = {}
        for entry in export["entries"]:
            if entry["state"] is not None:
                base = entry.get("base", 0)
                whole[entry["number"]] = {**whole[base], **entry["state"]} if base else entry["state"]
        return {number: today(self.game, state) for number, state in whole.items()}


@pytest.fixture(scope="module", params=STORED, ids=named)
def packed(request: pytest.FixtureRequest) -> Packed:
    """Read once for the tests of one game, which follow each other."""
    return Packed(request.param)


@pytest.fixture
def stored(packed: Packed, tmp_path: Path) -> Iterator[Stored]:
    found = Stored(packed, tmp_path)
    yield found
    found.log.close()


def test_every_evening_opens_where_it_stood(stored: Stored) -> None:
    """State, corrections and history are what they were; nothing had to be mended."""
    assert stored.log.repairs == ()
    assert {one.id: one.name for one in stored.session.evenings()} == {
        id: evening["name"] for id, evening in stored.evenings.items()
    }
    for id, evening in stored.evenings.items():
        stored.session.open(id)
        assert_same(plain(stored.session.state()), today(stored.game, evening["state"]))
        assert_shown(stored.session, evening["screen"])


def assert_same(now: dict[str, Any], then: dict[str, Any]) -> None:
    """A state is what it was; fields that there were not may have been added, with nothing in them."""
    assert now == then or _those_of(now, then) == then


def _those_of(now: Any, then: Any) -> Any:
    """A value without the empty fields of its parts that the earlier one has not."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {name: _those_of(value, then.get(name)) for name, value in now.items() if name in then or value}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [_those_of(one, other) for one, other in zip(now, then, strict=True)]
    return now


def _assert_same_states(now: dict[int, dict[str, Any]], then: dict[int, dict[str, Any]]) -> None:
    assert now.keys() == then.keys()
    for number, state in then.items():
        assert_same(now[number], state)


def assert_shown(session: Session, then: dict[str, Any]) -> None:
    """A screen shows what it did. Values that can be set by hand may have been added or stand in another order,
    and questions may be put in another way: what was offered then is taken as well as ever
    (`test_what_was_offered_is_still_taken`)."""
    now = msgspec.json.decode(msgspec.json.encode(screen_of(session)))
    for name in then.keys() - {"prompts", "corrections"}:
        assert now[name] == then[name]
    kept = [one for one in now["corrections"] if one in then["corrections"]]
    assert sorted(kept, key=str) == sorted(then["corrections"], key=str)
    assert bool(now["prompts"]) == bool(then["prompts"])


def test_what_was_offered_is_still_taken(stored: Stored) -> None:
    """Every answer that a stored screen offers, and that asks for nothing more, can still be given."""
    game = GAMES[stored.game]
    for id, evening in stored.evenings.items():
        stored.session.open(id)
        for _, _, offers in evening["screen"]["prompts"]:
            for name, args, asks, _ in offers:
                if not asks:
                    game.moves[name].play(stored.session.state(), args)


@pytest.mark.slow
def test_every_step_is_undone_and_brought_back(stored: Stored) -> None:
    """Back to the start, one step after the other, and forward again, each state being what it was."""
    for id, evening in stored.evenings.items():
        states = stored.states(evening["export"])
        chain = _chain(evening["export"]["entries"])
        stored.unseen.open(id)
        for number in reversed(chain[:-1]):
            stored.unseen.undo("Anna")
            assert_same(plain(stored.unseen.state()), states[number])
        for number in chain[1:]:
            stored.unseen.redo("Anna")
            assert_same(plain(stored.unseen.state()), states[number])


def _chain(entries: list[dict[str, Any]]) -> list[int]:
    """The numbers of the steps that count in the end, the start first."""
    parents = {entry["number"]: entry["parent"] for entry in entries if entry["state"] is not None}
    chain = [entries[-1]["head"]]
    while parents[chain[-1]]:
        chain.append(parents[chain[-1]])
    return chain[::-1]


@pytest.mark.slow
def test_every_evening_goes_on(stored: Stored) -> None:
    """The moves that were played next lead to the same facts and states."""
    for id, evening in stored.evenings.items():
        stored.session.open(id)
        steps = evening["onward"]
        head = steps[0]["parent"] if steps else 0
        while steps and stored.log.entries(id)[-1][1].head != head:
            stored.session.undo("Anna")
        for step in steps:
            stored.session.play(Move(step["name"], step["args"]), "Anna")
            (_, row) = stored.log.entries(id)[-1]
            since = TOLD_SINCE.get((stored.game, step["name"]), set())
            facts = [[fact.name, dict(fact.args)] for fact in codec.facts(row.facts) if fact.name not in since]
            assert facts == step["facts"]
            now = without_the_story(stored.game, plain(stored.session.state()))
            assert_same(now, today(stored.game, step["state"]))


def without_the_story(game: str, state: dict[str, Any]) -> dict[str, Any]:
    """A state without what that version did not keep of the moves that were played next."""
    if game != "citadel":
        return state
    counted = {"number": 0, "succeeded": 0, "failed": 0}
    return {**state, "past": [], "late": False, "turn": {**state["turn"], **counted}}


@pytest.mark.slow
def test_every_evening_is_exported_and_taken_in(stored: Stored) -> None:
    """Today's export says what that of then said; that of then is taken in, and is the same evening."""
    for id, evening in stored.evenings.items():
        before = evening["export"]
        now = msgspec.json.decode(stored.session.export(id))
        _assert_same_states(stored.states(now), stored.states(before))
        kept = {
            "number",
            "kind",
            "parent",
            "head",
            "move",
            "label",
            "facts",
            "learnt",
            "replaced",
            "by",
            "at",
            "program",
        }
        assert [{key: one.get(key) for key in kept} for one in now["entries"]] == [
            {key: one.get(key) for key in kept} for one in before["entries"]
        ]
        for key in ("format", "game", "name", "players", "choices", "board", "started", "ended", "told"):
            assert now[key] == before[key]
        new = stored.session.import_(msgspec.json.encode(before), "Anna")
        again = msgspec.json.decode(stored.session.export(new.id))
        _assert_same_states(stored.states(again), stored.states(before))
        stored.session.open(new.id)
        assert_shown(stored.session, evening["screen"])


def test_what_was_told_of_board_and_cards_is_there(stored: Stored) -> None:
    """Board facts, notes and photographs."""
    assert stored.session.told(stored.game) == stored.said["board"]
    pictures = Pictures(stored.folder, stored.log, durable=False)
    library = Library.load(FOLDER / stored.game, stored.log, pictures)
    assert stored.said["notes"]
    for code, note in stored.said["notes"].items():
        assert library.note(code) == note
        found = pictures.find(stored.game, code)
        assert found is not None
        assert not found.missing


def of_any_program(export: bytes | dict[str, Any]) -> dict[str, Any]:
    """An export without the version of the program that wrote it."""
    found: dict[str, Any] = msgspec.json.decode(export) if isinstance(export, bytes) else export
    return {key: value for key, value in found.items() if key != "program"}


@pytest.mark.parametrize("path", DEVICES, ids=named)
def test_what_was_kept_of_the_devices_is_there(path: Path, tmp_path: Path) -> None:
    """Calibrations, the one in use, piles, camera checks, wrong reads, settings and phones."""
    packed = Packed(path)
    packed.unpack(tmp_path)
    said = packed.said
    log = Log(tmp_path / "data", durable=False)
    table = DeskTable(3, store=log)  # type: ignore[arg-type]
    table.wait(1)
    assert of_any_program(table.desk.calibrations.export()) == of_any_program(said["calibrations"])
    table.desk.choose(said["calibrations"]["used"])
    assert table.scale.calibration is not None
    assert table.scale.calibration.singles == 3
    assert of_any_program(CheckHistory(log).export()) == of_any_program(said["checks"])
    pile = PileStore(log, lambda: "id-1").get(said["pile"]["name"])
    assert pile is not None
    assert (dict(pile.bound), dict(pile.weights), pile.by_itself) == (
        said["pile"]["bound"], said["pile"]["weights"], said["pile"]["by_itself"],
    )  # fmt: skip
    reads = WrongReads(tmp_path / "data", durable=False)
    assert [[one.read, one.right, one.at, one.size] for one in reads.all()] == said["wrong_reads"]
    assert all(reads.picture(one.id) for one in reads.all())
    pairing, phone = Pairing(log), said["phone"]
    known = pairing.phone(phone["cookie"])
    assert known is not None
    assert (known.id, known.name, pairing.owner) == (phone["id"], phone["name"], phone["owner"])
    assert log.get("camera", "place")["values"] == {"exposure": 12.5, "focus": 30}
    assert log.get("voice", "state")["language"] == "pl+en"
    log.close()
