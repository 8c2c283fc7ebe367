"""Short sounds for what players must not miss, synthesised from `cues.toml`: no recordings, so no one's rights."""

from __future__ import annotations

import io
import sys
import tomllib
import wave
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

RECIPES = Path(__file__).parent / "cues.toml"
RATE = 22_050  # samples a second
FADE_S = 0.006  # at both ends of every part, so that nothing clicks
DECAYS = 4.0  # how often a part's loudness falls to a third until its end
SEED = 1886

Sound = NDArray[np.float64]  # from -1 to 1, RATE samples a second
Positive = Annotated[float, msgspec.Meta(gt=0)]


class Note(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A tone; see `cues.toml`."""

    at: float
    length: Positive
    hertz: Positive
    loud: Positive
    to_hertz: float = 0.0
    attack: float = FADE_S
    partials: tuple[float, ...] = (1.0,)

    def sound(self) -> Sound:
        count = round(self.length * RATE)
        hertz = np.linspace(self.hertz, self.to_hertz or self.hertz, count)
        turns = np.cumsum(hertz) / RATE
        tones = (loud * np.sin(2 * np.pi * n * turns) for n, loud in enumerate(self.partials, 1))
        return self.loud * _shape(count, self.attack) * sum(tones, np.zeros(count))


class Noise(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A burst of noise between two pitches; see `cues.toml`."""

    at: float
    length: Positive
    low: Positive
    high: Positive
    loud: Positive
    attack: float = FADE_S

    def sound(self) -> Sound:
        count = round(self.length * RATE)
        spectrum = np.fft.rfft(np.random.default_rng(SEED).standard_normal(count))
        pitches = np.fft.rfftfreq(count, 1 / RATE)
        spectrum[(pitches < self.low) | (pitches > self.high)] = 0
        hiss = np.fft.irfft(spectrum, count)
        return self.loud * _shape(count, self.attack) * hiss / max(float(np.abs(hiss).max()), 1e-9)


class Recipe(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What one cue is made of."""

    peak: Annotated[float, msgspec.Meta(gt=0, le=0.9)]
    notes: tuple[Note, ...] = ()
    noise: tuple[Noise, ...] = ()


def _shape(count: int, attack_s: float) -> Sound:
    """Swelling, then fading; silent at both ends."""
    swell, fade = max(1, round(attack_s * RATE)), round(FADE_S * RATE)
    shape = np.exp(-DECAYS * np.maximum(0, np.arange(count) - swell) / max(1, count - swell))
    shape[:swell] *= np.linspace(0, 1, swell)[:count]
    shape[-fade:] *= np.linspace(1, 0, fade)
    return np.asarray(shape, np.float64)


@cache
def recipes() -> dict[str, Recipe]:
    """Every cue by its name."""
    return msgspec.convert(tomllib.loads(RECIPES.read_text(encoding="utf-8")), dict[str, Recipe])


def names() -> tuple[str, ...]:
    """The cues that there are."""
    return tuple(recipes())


def sound(name: str) -> Sound:
    """A cue as samples, brought to its peak. KeyError where there is none of that name."""
    recipe = recipes()[name]
    heard: tuple[Note | Noise, ...] = (*recipe.notes, *recipe.noise)
    parts = [(round(one.at * RATE), one.sound()) for one in heard]
    whole = np.zeros(max(start + len(part) for start, part in parts))
    for start, part in parts:
        whole[start : start + len(part)] += part
    whole -= whole.mean()
    return np.asarray(whole * recipe.peak / np.abs(whole).max(), np.float64)


@cache
def wav(name: str, volume: float = 1.0) -> bytes:
    """A cue as a WAV file (one channel, 16 bits), at a volume from 0 to 1. KeyError where there is no such cue."""
    samples = np.round(sound(name) * min(max(volume, 0.0), 1.0) * 32767).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    return file.getvalue()


if __name__ == "__main__":
    for cue in names():
        (Path(sys.argv[1]) / f"{cue}.wav").write_bytes(wav(cue))
