"""The networks' own process: it reads one when it is told to, answers for it, and forgets it when it is told to. It
ends when its service has gone. `vision/network_process.py` is the service's side, and says what is sent."""

from __future__ import annotations

import contextlib
import os
from multiprocessing.connection import Connection
from pathlib import Path

from vision.inference import give_back
from vision.strips import Opened, open_network


def main() -> None:
    """Serve the service at the other end of standard input."""
    networks: dict[Path, Opened] = {}
    with contextlib.suppress(EOFError, OSError), Connection(os.dup(0)) as service:
        while True:
            model, threads, pictures = service.recv()
            if not threads:
                networks.pop(model, None)
                give_back()
                continue
            if model not in networks:
                networks[model] = open_network(model, threads)
            service.send(None if pictures is None else networks[model].answer(pictures))


if __name__ == "__main__":
    main()
