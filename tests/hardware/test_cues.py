"""The short sounds, measured in their WAV files."""

from __future__ import annotations

import io
import itertools
import wave

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware import cues

WANTED = {"turn", "breakdown", "storm", "destroyed", "won", "lost"}


def samples(name: str, volume: float = 1.0) -> NDArray[np.float64]:
    """A cue's file, from -1 to 1."""
    with wave.open(io.BytesIO(cues.wav(name, volume))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


def pitch(sound: NDArray[np.float64]) -> float:
    """The middle of its spectrum, in hertz."""
    power = np.abs(np.fft.rfft(sound)) ** 2
    return float((power * np.fft.rfftfreq(len(sound), 1 / 22_050)).sum() / power.sum())


def shape(sound: NDArray[np.float64]) -> NDArray[np.float64]:
    """How loud it is in each of 40 bands of a tenth of a second and 700 hertz."""
    bands = [
        np.abs(np.fft.rfft(sound[start : start + 2205], 2205))[: 8 * 70].reshape(8, 70).sum(axis=1)
        for start in range(0, 5 * 2205, 2205)
    ]
    found = np.concatenate(bands)
    return np.asarray(found / np.linalg.norm(found), np.float64)


def test_there_is_one_for_everything_that_must_not_be_missed() -> None:
    """A turn, a breakdown, a storm, something destroyed, won and lost."""
    assert set(cues.names()) == WANTED


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_cue_is_short_and_clean(name: str) -> None:
    """Between 0.3 and 1.6 seconds; never clipped, audible, around zero, silent at both ends."""
    found = samples(name)
    assert 0.3 <= len(found) / 22_050 <= 1.6
    assert 0.5 <= np.abs(found).max() <= 0.85
    assert np.sqrt((found**2).mean()) >= 0.05
    assert abs(found.mean()) < 0.002
    assert np.abs(found[:5]).max() < 0.05
    assert np.abs(found[-5:]).max() < 0.02


def test_what_is_good_sounds_higher_than_what_is_bad() -> None:
    """A turn and a victory lie above a breakdown's clang, a crash and a defeat."""
    assert min(pitch(samples("turn")), pitch(samples("won"))) > 650
    assert max(pitch(samples("lost")), pitch(samples("destroyed"))) < 650


def test_no_two_are_alike() -> None:
    """Whoever has heard them once tells them apart."""
    alike = {
        (one, other): float(shape(samples(one)) @ shape(samples(other)))
        for one, other in itertools.combinations(sorted(WANTED), 2)
    }
    assert max(alike.values()) < 0.9, alike


def test_volume_is_kept() -> None:
    """Half the volume is half the height, and it is the same each time."""
    assert np.abs(samples("turn", 0.5)).max() == pytest.approx(np.abs(samples("turn")).max() / 2, rel=0.01)
    assert cues.wav("storm") == cues.wav("storm")
