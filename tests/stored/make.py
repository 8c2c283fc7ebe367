"""Makes the stored evenings: `python -m tests.stored.make NAME`, NAME being the version of the program that makes them.

For every game a data folder with evenings (the golden ones, and some played at random), what was told of the board,
notes and photographs of cards; for the devices one with calibrations, piles, checks and wrong reads. Each becomes a
`.tar.xz` with what the program says of it now: its exports, its screens, and how each evening goes on. A later program
must find all of it again, so what one version has made is never made anew by another; see README.md.
"""

from __future__ import annotations

import io
import json
import random
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.api.checks import usual
from companion.api.game import Game, Value
from companion.backup.backup_file import VERSION, name_source
from companion.backup.folder import save
from companion.drawer.pile import PileRecord, PileStore
from companion.library.cards import Library
from companion.library.registry import FOLDER, find_games
from companion.scanner.check_history import CheckHistory
from companion.scanner.wrong_reads import WrongRead, WrongReads
from companion.session.session import Session
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from companion.testing.playscript import Player
from companion.testing.script import parse
from tests.companion.drawer.desk_table import DeskTable
from tests.stored.random_play import answer, play
from web.pairing import Pairing

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "playthroughs"
RANDOM_EVENINGS = 4
STEPS, STEPS_ONWARD = 160, 25
NOTE = "Lay it beside the board; “twice”, says Zoë."
FIGURES: dict[str, Any] = {"right": 7, "asked": 2, "unread": 1, "wrong": 0, "heights": {"card_id": 31.5}, "paper": 201}


def plain(state: Any) -> Any:
    return msgspec.json.decode(codec.encode(state))


def screen_of(session: Session) -> dict[str, Any]:
    """What the screen shows, without its wording."""
    screen = session.screen()
    return {
        "prompts": [
            [one.name, one.seat, [[offer.move.name, dict(offer.move.args), [ask.name for ask in offer.asks], offer.tone]
                                  for offer in one.offers]]
            for one in screen.prompts
        ],
        "corrections": [[one.ask.name, one.now] for one in screen.corrections],
        "history": [[one.number, one.kind, one.by, one.at, one.undone] for one in screen.history],
        "can_undo": screen.can_undo,
        "can_redo": screen.can_redo,
        "ended": screen.ending is not None,
    }  # fmt: skip


# --- evenings ---------------------------------------------------------------------------------------------------------


def golden(path: Path, games: Mapping[str, Game[Any]]) -> bytes:
    """A golden evening as an exported file."""
    with tempfile.TemporaryDirectory() as folder:
        log = Log(Path(folder), durable=False)
        player = Player(parse(path.read_text(encoding="utf-8")), games, log)
        for _ in player.play():
            pass
        evening = player.session.screen().evening
        assert evening is not None
        player.session.rename(evening.id, path.stem)
        data = player.session.export(evening.id)
        log.close()
    return data


def told(game: Game[Any], chance: random.Random) -> dict[str, Value]:
    """Half of what only the owner's board shows."""
    wanted = [fact.ask for fact in game.board if fact.known is None and chance.random() < 0.5]
    found = {ask.name: answer(ask, chance) for ask in wanted}
    return {name: value for name, value in found.items() if value is not None}


def at_random(session: Session, game: Game[Any], seed: int) -> None:
    chance = random.Random(seed)
    seats = list(game.seats)[:4]
    players = ["Anna", "Bert", "Zoë", "D'Arcy"][: seats[seed % len(seats)]]
    asked = {ask.name: usual(ask) if seed == 0 else answer(ask, chance) for ask in game.setup(len(players))}
    choices = {name: value for name, value in asked.items() if value is not None}
    session.start(game.name, f"random {seed}", players, choices, "Anna")
    play(session, STEPS, chance)


def onward(log: Log, session: Session, evening: str) -> list[dict[str, Any]]:
    """How an evening goes on from where it stands: moves, their facts, and the states they lead to."""
    session.open(evening)
    if session.screen().ending is not None:
        session.undo("Anna", min(4, session.screen().can_undo))
    known = len(log.entries(evening))
    play(session, STEPS_ONWARD, random.Random(known), offers_alone=True)
    found = []
    for _, row in log.entries(evening, known + 1):
        if row.kind != "move" or row.move is None or row.parent != (found[-1]["number"] if found else row.parent):
            break
        facts = [[fact.name, dict(fact.args)] for fact in codec.facts(row.facts)]
        state = json.loads(log.state(evening, row.number))
        move = codec.move(row.move)
        found.append(
            {"number": row.number, "parent": row.parent, "name": move.name, "args": dict(move.args),
             "facts": facts, "state": state}
        )  # fmt: skip
    return found


def picture(words: str) -> bytes:
    image = np.full((120, 90, 3), 210, np.uint8)
    cv2.putText(image, words, (4, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1)
    done, data = cv2.imencode(".jpg", image)
    assert done
    return data.tobytes()


def write_evenings(name: str, games: Mapping[str, Game[Any]], folder: Path) -> dict[str, Any]:
    game, ticks = games[name], count(1_790_000_000)
    log = Log(folder, durable=False)
    session = Session(log, games, clock=lambda: float(next(ticks)), dice=random.Random(5))
    if facts := told(game, random.Random(3)):
        session.tell_board_all(name, facts)
    for path in sorted((GOLDEN / name).glob("*.evening")):
        session.import_(golden(path, games), "Anna")
    for seed in range(RANDOM_EVENINGS):
        at_random(session, game, seed)
    pictures = Pictures(folder, log, durable=False)
    library = Library.load(FOLDER / name, log, pictures)
    cards = [card.code for card in library.cards[:2]] or ["Ada Bell"]
    for code in cards:
        library.write_note(code, NOTE)
        pictures.add(name, code, picture(code), 90, 120)
    evenings = {one.id: one.name for one in session.evenings()}
    said = {
        "game": name,
        "board": session.told(name),
        "notes": dict.fromkeys(cards, NOTE),
        "evenings": {},
    }
    for id, title in evenings.items():
        session.open(id)
        said["evenings"][id] = {"name": title, "state": plain(session.state()), "screen": screen_of(session)}
        said["evenings"][id]["export"] = json.loads(session.export(id))
    log.close()
    with tempfile.TemporaryDirectory() as copied:
        shutil.copytree(folder, Path(copied) / "data")
        log = Log(Path(copied) / "data", durable=False)
        session = Session(log, games, clock=lambda: float(next(ticks)), dice=random.Random(6))
        for id in evenings:
            said["evenings"][id]["onward"] = onward(log, session, id)
        log.close()
    return said


# --- devices ----------------------------------------------------------------------------------------------------------


def write_devices(folder: Path) -> dict[str, Any]:
    log = Log(folder, durable=False)
    table = DeskTable(3, store=log)  # type: ignore[arg-type]
    table.calibrate(3)
    table.now += 5
    table.calibrate(4)
    table.desk.choose(1000.0)
    checks = CheckHistory(log)
    checks.keep(FIGURES, 1_790_000_000.0, "Ben", "frostpunk")
    log.put("camera", "place", {"at": 1_790_000_001.0, "source": "usb", "values": {"exposure": 12.5, "focus": 30}})
    log.put("voice", "state", {"muted": False, "rate": 180, "volume": 0.5, "language": "pl+en"})
    log.put("drawer", "id", "id-1")
    piles = PileStore(log, lambda: "id-1")
    weights = {"piece": 812.5, "spread": 0.01, "pieces": 20, "noise": 3.0, "shape": []}
    piles.keep(PileRecord("coal", 1_790_000_002.0, weights, {"frostpunk": "coal"}, True))
    reads = WrongReads(folder, clock=lambda: 1_790_000_003.0, durable=False)
    reads.add(picture("D012"), WrongRead(id="", at=0.0, read="D017", right="D012", sure=True, source="camera"))
    pairing = Pairing(log, "123456", wall_clock=lambda: 1_790_000_004.0)
    phone, cookie = pairing.join("123456", "Zoë", "192.168.1.7")
    said = {
        "calibrations": json.loads(table.desk.calibrations.export()),
        "checks": json.loads(checks.export()),
        "pile": {"name": "coal", "bound": {"frostpunk": "coal"}, "weights": weights, "by_itself": True},
        "wrong_reads": [[one.read, one.right, one.at, one.size] for one in reads.all()],
        "phone": {"id": phone.id, "name": phone.name, "cookie": cookie, "owner": pairing.owner},
    }
    log.close()
    return said


# --- a backup ---------------------------------------------------------------------------------------------------------

IN_BACKUP = ("citadel/first_steps", "fire_brigade/pozar", "frostpunk/first_breakdown", "torrenar/choked",
             "turris/two_rounds")  # fmt: skip


def write_backup(path: Path) -> None:
    """A backup with something of every kind: `python -m tests.stored.make backup`, once for a version of its form."""
    games, ticks = find_games(), count(1_790_000_000)
    with tempfile.TemporaryDirectory() as made:
        data = Path(made)
        write_devices(data)
        log = Log(data, durable=False)
        session = Session(log, games, clock=lambda: float(next(ticks)), dice=random.Random(5))
        session.tell_board_all("frostpunk", told(games["frostpunk"], random.Random(3)))
        taken = [session.import_(golden(GOLDEN / f"{name}.evening", games), "Anna") for name in IN_BACKUP]
        session.forget(taken[0].id)
        session.open(taken[-1].id)
        session.undo("Anna", 2)
        Library.load(FOLDER / "frostpunk", log).write_note("D000", NOTE)
        Pictures(data, log, durable=False).add("frostpunk", "D000", picture("D000"), 90, 120)
        name_source(log)
        save(path, log, data, b'language = "pl"\n', 1_790_000_000.0)
        log.close()


# --- files ------------------------------------------------------------------------------------------------------------


def pack(folder: Path, said: Mapping[str, Any], to: Path) -> None:
    with tarfile.open(to, "w:xz", preset=9) as tar:
        tar.add(folder, "data", filter=lambda info: None if info.name.endswith(".lock") else info)
        data = json.dumps(said, ensure_ascii=False, sort_keys=True).encode()
        info = tarfile.TarInfo("said.json")
        info.size = len(data)
        tar.addfile(info, io.BytesIO(data))


def main(version: str) -> None:
    games = find_games()
    folder = HERE / version
    folder.mkdir()
    for name in (*games, "devices"):
        with tempfile.TemporaryDirectory() as made:
            data = Path(made) / "data"
            said = write_devices(data) if name == "devices" else write_evenings(name, games, data)
            pack(data, said, folder / f"{name}.tar.xz")
        sys.stdout.write(f"{name}: {(folder / name).with_suffix('.tar.xz').stat().st_size} bytes\n")


if __name__ == "__main__":
    write_backup(HERE / "backups" / f"format-{VERSION}.zip") if sys.argv[1] == "backup" else main(sys.argv[1])
