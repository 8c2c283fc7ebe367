"""A Raspberry Pi's camera that is none: `rpicam-vid` as the companion starts it, ten JPEG pictures of 1920 x 1080 a
second on a pipe, with a camera's noise. They are made here, so that the companion takes no processor time and no
memory for them, as with a real one. What the real program takes itself is not counted.
"""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

from hardware.drawn_deck import Pose, show
from hardware.pi_camera import SIZE

CARDS = ("D012", "352")  # side by side; each game with codes has one of them, and those without read all
PAUSE_S = 0.1
PICTURES = 5  # of one scene, each with a noise of its own
NOISE = 2.0  # grey levels
QUALITY = 93  # what rpicam-vid uses where nothing is said


class PiCameraFeed:
    """`folder` is to be the first in PATH; `lay` puts both cards before the camera, or takes them away."""

    def __init__(self) -> None:
        self._kept = tempfile.TemporaryDirectory(prefix="pi-camera-")
        self.folder = Path(self._kept.name)
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        program = self.folder / "rpicam-vid"
        program.write_text(f"#!/bin/sh\nexec cat {pipe}\n")
        program.chmod(0o700)
        chance = np.random.default_rng(1)
        self._noise = [chance.normal(0, NOISE, (SIZE[1], SIZE[0], 3)).astype(np.int8) for _ in range(PICTURES)]
        self._over = threading.Event()
        self.lay(False)
        self._feeding = threading.Thread(target=self._feed, args=(pipe,), daemon=True)

    def lay(self, cards: bool) -> None:
        """Let it see the cards, or a table with nothing on it."""
        scene = show(*(CARDS if cards else ()), pose=Pose(6, 2), width=SIZE[0], height=SIZE[1])
        noisy = (cv2.add(scene, noise, dtype=cv2.CV_8U) for noise in self._noise)
        quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        self._pictures = [cv2.imencode(".jpg", one, quality)[1].tobytes() for one in noisy]

    def __enter__(self) -> PiCameraFeed:
        self._feeding.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._over.set()
        self._kept.cleanup()

    def _feed(self, path: Path) -> None:
        number = 0
        while not self._over.is_set():
            try:
                with path.open("wb", buffering=0) as pipe:
                    while not self._over.wait(PAUSE_S):
                        number += 1
                        pipe.write(self._pictures[number % PICTURES])
            except OSError:  # the companion has let go of its camera
                self._over.wait(PAUSE_S)
