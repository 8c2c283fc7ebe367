"""What the network that reads sign by sign is taught with."""

import numpy as np
import pytest

from vision.sign_net import CLASSES, MOST_SIGNS
from vision.slots import HEIGHT, SIGNS, WIDTH
from vision.training import sign_examples
from vision.training.labels import Wording
from vision.training.strip import Strip


def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Wording]:
    """What is printed from now on, on blank strips."""
    printed: list[Wording] = []

    def draw(rng: np.random.Generator, wording: Wording, **_: object) -> Strip:
        printed.append(wording)
        quad = np.array([[200, 56], [320, 56], [320, 84], [200, 84]], np.float32)
        return Strip(rng.uniform(100, 200, (140, 520)).astype(np.float32), quad)

    monkeypatch.setattr(sign_examples, "draw_strip", draw)
    return printed


def test_lines_and_their_signs(monkeypatch: pytest.MonkeyPatch):
    """Each line is seen twice, with its signs in front and nothing behind; a letter that no code has is one of a kind;
    some show nothing."""
    printed = drawn(monkeypatch)
    lines = sign_examples.sign_batch((3, 4), 400)
    assert lines.pictures.shape == (400, 1, HEIGHT, WIDTH)
    assert lines.signs.shape == (400, MOST_SIGNS)
    texts = ["".join(sign if sign in SIGNS else "?" for sign in wording.text) for wording in printed]
    shown = [
        "".join((SIGNS + "?")[each - 1] for each in signs[:length])
        for signs, length in zip(lines.signs, lines.lengths, strict=True)
    ]
    assert shown[::2] == shown[1::2]
    assert [each for each in shown[::2] if each] == texts
    assert 2 <= shown[::2].count("") <= 25
    assert (lines.signs[np.arange(MOST_SIGNS)[None] >= lines.lengths[:, None]] == 0).all()
    assert lines.signs.max() == CLASSES - 1


def test_nothing_stands_close_beside_them(monkeypatch: pytest.MonkeyPatch):
    """How much of what does would be seen is not known."""
    printed = drawn(monkeypatch)
    sign_examples.sign_batch((3, 5), 200)
    assert not any(wording.before or wording.behind for wording in printed)
    assert any("/" in wording.text and wording.text[0].isdigit() for wording in printed)  # dates as well
