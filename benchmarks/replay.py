"""How long an evening of 10,000 entries takes: to open, to play again through the game's rules, to export and import.

`python benchmarks/replay.py [--moves N]`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from companion.api.game import Table
from companion.session.session import Session
from companion.storage import codec
from companion.storage.log import Log
from tests.companion.toy_game import GAME, fuel_move


def timed(name: str, act: Callable[[], Any]) -> Any:
    begun = time.perf_counter()
    result = act()
    print(f"{name:52}{(time.perf_counter() - begun) * 1000:10.1f} ms")
    return result


def write(log: Log, moves: int) -> None:
    """Fuel, correct, undo and redo in turn: an evening with a bit of everything."""
    session = Session(log, {"boiler": GAME})
    session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, by="Anna")
    for number in range(1, moves):
        turn = number % 10
        if turn == 8:
            session.undo("Anna")
        elif turn == 9:
            session.redo("Bert")
        elif turn % 2:
            session.play(fuel_move(1), "Anna")
        else:
            session.correct("coal" if turn % 4 else "heat", 5, "Bert")


def play_again(log: Log, evening: str) -> Any:
    """The chain of steps once more through `game.play` and `game.correct`; the state that they lead to."""
    course = [link for link in log.links(evening) if link.kind in ("move", "correct")]
    rows = {row.number: row for _, row in log.entries(evening)}
    chain = _chain(log, evening)
    state = GAME.start(Table(players=("Anna", "Bert"), choices={"level": "easy"}, board={"danger": 8})).state
    for link in course:
        if link.number not in chain:
            continue
        move = codec.move(rows[link.number].move or "")
        if link.kind == "move":
            state = GAME.moves[move.name].play(state, move.args).state
        else:
            state = GAME.correct(state, str(move.args["name"]), move.args["value"]).state
    return state


def _chain(log: Log, evening: str) -> set[int]:
    from companion.storage.timeline import Timeline

    course = Timeline()
    for link in log.links(evening):
        course.add(link)
    return set(course.chain)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    moves = parser.parse_args().moves
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        folder = Path(name)
        log = Log(folder, durable=False)
        timed(f"write {moves} entries, not synced", lambda: write(log, moves))
        log.close()
        size = sum(path.stat().st_size for path in folder.iterdir())
        print(f"{'files':52}{size / 1000:10.0f} kB")
        timed("first start afterwards: check all, new backup", lambda: Log(folder, durable=False).close())
        log = timed("open the log: check all", lambda: Log(folder, durable=False))
        session = timed("open the evening where it stood", lambda: Session(log, {"boiler": GAME}))
        evening = session.screen().evening.id
        state = timed("play every move again", lambda: play_again(log, evening))
        print(f"{'the same state':52}{state == session.state()!s:>10}")
        timed("undo 1,000 steps", lambda: session.undo("Anna", min(1000, session.screen().can_undo)))
        data = timed("export", lambda: session.export(evening))
        print(f"{'file':52}{len(data) / 1000:10.0f} kB")
        timed("import, every state checked and shown", lambda: session.import_(data, "Anna"))
        log.close()


if __name__ == "__main__":
    main()
