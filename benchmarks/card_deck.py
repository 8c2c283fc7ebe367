"""How long a deck takes to be added, in both ways, on the whole service with its photo process.

    nice .venv/bin/python -m benchmarks.card_deck [--cards N] [--as pi4 [--cores all]]

Lays N drawn cards one after the other under the simulated camera, each as soon as the one before is kept, and hands N
photos of 12 megapixels in, as phones do that chose them all at once. Prints seconds by the clock and of the processor
(the service's with its processes') for each card, and for a deck of 50.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from benchmarks.control_group import add_arguments, chosen
from companion.app.service import Service
from companion.app.settings import Settings
from hardware.drawn_deck import draw_card
from hardware.players import RememberingPlayer
from vision.reads import Frame

GAME, DECK, PATIENCE_S = "frostpunk", 50, 120.0


def codes(count: int) -> list[str]:
    """The codes of so many cards."""
    return [f"M{number:03}" for number in range(17, 17 + count)]


def photo(code: str) -> bytes:
    """A phone's photo of a card on a plain table."""
    table: Frame = np.full((3000, 4000, 3), (70, 95, 60), np.uint8)
    card = draw_card(code)
    scale = 2400 / card.shape[0]
    card = np.asarray(cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    table[300 : 300 + card.shape[0], 1000 : 1000 + card.shape[1]] = card
    return cv2.imencode(".jpg", table)[1].tobytes()


def under_camera(service: Service, count: int) -> None:
    """One after the other, each as soon as the one before is kept."""
    service.adding.begin(GAME, "Anna")
    assert service.camera.show is not None
    for code in codes(count):
        service.camera.show(code)
        until = time.monotonic() + PATIENCE_S
        while service.texts.find(GAME, code) is None and time.monotonic() < until:
            time.sleep(0.02)
    service.adding.pause()
    service.camera.show(None)


def processor_s() -> float:
    """Of this process and of all that it started and that still run or have ended."""
    ticks = os.sysconf("SC_CLK_TCK")
    of_ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = time.process_time() + of_ended.ru_utime + of_ended.ru_stime
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / ticks
    return spent


def measure(name: str, count: int, service: Service, add: Callable[[], object]) -> None:
    """Do it, and print what it took."""
    begun, worked = time.monotonic(), processor_s()
    add()
    took, worked = (time.monotonic() - begun) / count, (processor_s() - worked) / count
    kept = len(service.texts.all(GAME))
    print(f"{name:12} {kept} of {count} kept; {took:.1f} s a card, {worked:.1f} of the processor; ", end="")
    print(f"{DECK} cards in {took * DECK / 60:.1f} minutes", flush=True)
    for card in tuple(service.texts.all(GAME)):
        service.adding.drop(GAME, card)


def main() -> None:
    """Measure both ways."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cards", type=int, default=DECK)
    add_arguments(parser)
    given = parser.parse_args()
    photos = [photo(code) for code in codes(given.cards)]
    with chosen(given.machine, given.cores) as enter, tempfile.TemporaryDirectory() as folder:
        enter(os.getpid())
        service = Service(
            Settings(), data=Path(folder), port=0, simulate=True, player=RememberingPlayer(), code="123456"
        )
        service.start()
        measure("by phone", given.cards, service, lambda: [service.adding.add(GAME, one, "Anna") for one in photos])
        measure("under camera", given.cards, service, lambda: under_camera(service, given.cards))
        service.stop()


if __name__ == "__main__":
    main()
