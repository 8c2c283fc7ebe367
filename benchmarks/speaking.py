"""How long the voice speaks: every line of a golden evening, rendered to WAV files, by round and phase.

`python benchmarks/speaking.py [FILE.evening] [--longest N]`. Rendered at the voice's usual rate, each line once. What
is asked before it has been heard to its end is cut short at the table; here it is counted whole.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import wave
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parent.parent))

from companion.app.settings import VoiceSettings
from companion.library.registry import find_games
from companion.speech.narrator import Narrator
from companion.testing.playscript import playing
from companion.testing.script import parse
from hardware.speech_engine import SpeechEngine

ROOT = Path(__file__).parent.parent
EVENING = ROOT / "tests" / "playthroughs" / "frostpunk" / "eight_rounds.evening"


class Ear:
    """A speaker that only writes down what it is told to say."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str, language: str, urgency: int) -> None:
        self.lines.append(text)

    def forget(self, text: str) -> None: ...
    def skip(self) -> None: ...
    def repeat(self) -> None: ...
    def set(self, *, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None: ...


class Clock:
    """How long a line takes to say, in seconds."""

    def __init__(self, folder: Path, settings: VoiceSettings) -> None:
        self._engine = SpeechEngine()
        self._file = folder / "line.wav"
        self._settings = settings
        self._known: dict[str, float] = {}

    def seconds(self, line: str) -> float:
        if line not in self._known:
            self._engine.render(line, self._settings.language, self._settings.rate, 1.0, self._file)
            with wave.open(str(self._file)) as sound:
                self._known[line] = sound.getnframes() / sound.getframerate()
        return self._known[line]

    def stop(self) -> None:
        self._engine.stop()


def heard(path: Path, settings: VoiceSettings) -> list[tuple[int, str, str]]:
    """Every line with the round and the phase in which it was said."""
    ear, found = Ear(), []
    with playing(parse(path.read_text(encoding="utf-8")), find_games()) as player:
        narrator = Narrator(ear, settings)
        player.session.subscribe(narrator.hear)
        for _ in player.play():
            screen = player.session.screen()
            where = screen.view.where if screen.view else None
            if where is not None and where.round is not None and where.phase is not None:
                found += [(where.round, str(where.phases[where.phase]), line) for line in ear.lines]
            ear.lines.clear()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evening", nargs="?", type=Path, default=EVENING)
    parser.add_argument("--longest", type=int, default=8)
    asked = parser.parse_args()
    settings = VoiceSettings()
    lines = heard(asked.evening, settings)
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(Path(folder), settings)
        by_phase: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        for number, phase, line in lines:
            by_phase[phase][number].append(clock.seconds(line))
        print(f"{'phase':14}{'lines':>6}{'median s a round':>18}{'most s':>8}")
        for phase, rounds in by_phase.items():
            sums = [sum(one) for one in rounds.values()]
            print(f"{phase:14}{sum(len(one) for one in rounds.values()):>6}{median(sums):>18.1f}{max(sums):>8.1f}")
        for seconds, line in sorted({(clock.seconds(line), line) for *_, line in lines}, reverse=True)[: asked.longest]:
            print(f"{seconds:6.1f} s  {line}")
        clock.stop()


if __name__ == "__main__":
    main()
