"""What the reader's networks answered, kept in a file: a changed rule is measured again without asking them.

Of a picture or a crop that was shown before, the answer is looked up by a digest of its pixels and of the network, its
weights and all. What times are told then are those of the rules alone.
"""

from __future__ import annotations

import hashlib
import sqlite3
from functools import cache
from pathlib import Path

import numpy as np

from vision.find.picture import Floats
from vision.network import Network

_FILE = "answers.sqlite"
_MANY = 1000  # numbers of an answer: from here on they are shares of many signs or pixels, nearly all of them nothing
_NOTHING = 1e-5  # of a share: less is not kept


def keep_answers(folder: Path) -> None:
    """Let every network of this process look into `folder` first, and keep there what it had to work out."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = sqlite3.connect(folder / _FILE, isolation_level=None, check_same_thread=False, timeout=60)
    kept.execute("PRAGMA journal_mode=WAL")
    kept.execute("PRAGMA synchronous=OFF")
    kept.execute("CREATE TABLE IF NOT EXISTS answers (digest BLOB PRIMARY KEY, shape BLOB, places BLOB, shares BLOB)")
    work_out = Network.answer

    def answer(self: Network, pictures: Floats) -> Floats:
        answers = []
        for picture in pictures:
            asked, of = f"{self.name} {picture.shape}".encode(), _weights(self._model)
            digest = hashlib.blake2b(picture.tobytes(), key=asked, person=of).digest()
            row = kept.execute("SELECT shape, places, shares FROM answers WHERE digest = ?", (digest,)).fetchone()
            if row is None:
                row = _packed(work_out(self, picture[None])[0])
                kept.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", (digest, *row))
            answers.append(_unpacked(*row))
        return np.stack(answers)

    Network.answer = answer  # type: ignore[method-assign]


@cache
def _weights(model: Path) -> bytes:
    """A digest of a network's file: another network of the same name answers otherwise."""
    return hashlib.blake2b(model.read_bytes(), digest_size=hashlib.blake2b.PERSON_SIZE).digest()


def _packed(answer: Floats) -> tuple[bytes, bytes, bytes]:
    flat = answer.ravel()
    places = np.flatnonzero(flat > _NOTHING if len(flat) > _MANY else np.ones(len(flat), np.bool_))
    return np.array(answer.shape, np.int32).tobytes(), places.astype(np.int32).tobytes(), flat[places].tobytes()


def _unpacked(shape: bytes, places: bytes, shares: bytes) -> Floats:
    answer = np.zeros(np.frombuffer(shape, np.int32), np.float32)
    answer.reshape(-1)[np.frombuffer(places, np.int32)] = np.frombuffer(shares, np.float32)
    return answer
