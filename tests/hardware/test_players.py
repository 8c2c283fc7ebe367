import os
import stat
import threading
import time
import wave
from pathlib import Path

import pytest

from hardware.players import AplayPlayer, PlayerFailed, seconds


def program(folder: Path, script: str) -> str:
    """A stand-in for aplay that is a shell script."""
    path = folder / "aplay"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture
def wav(tmp_path: Path) -> Path:
    path = tmp_path / "half.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(22050)
        sound.writeframes(bytes(22050))
    return path


def test_seconds(wav: Path) -> None:
    """11,025 samples at 22,050 a second last half a second."""
    assert seconds(wav) == 0.5


def test_plays_the_file_on_the_chosen_device(wav: Path, tmp_path: Path) -> None:
    """aplay gets the file, quietly, and the device where one is set."""
    heard = tmp_path / "heard"
    AplayPlayer("hdmi", program=program(tmp_path, f'echo "$@" > {heard}')).begin(wav, "x").wait()
    assert heard.read_text().split() == ["-q", "-D", "hdmi", str(wav)]


def test_no_sound_device(wav: Path, tmp_path: Path) -> None:
    """aplay that fails means that there is no sound."""
    playing = AplayPlayer(program=program(tmp_path, "exit 1")).begin(wav, "x")
    with pytest.raises(PlayerFailed) as failed:
        playing.wait()
    assert failed.value.code == "no_sound"


def test_stop_ends_it_at_once_and_is_no_failure(wav: Path, tmp_path: Path) -> None:
    """A player that is stopped from another thread returns long before its end, as played."""
    started = tmp_path / "started"
    playing = AplayPlayer(program=program(tmp_path, f"echo $$ > {started}; exec sleep 600")).begin(wav, "x")
    thread = threading.Thread(target=playing.wait)
    thread.start()
    until = time.monotonic() + 20.0
    while not (started.exists() and started.read_text()) and time.monotonic() < until:
        time.sleep(0.01)
    playing.stop()
    thread.join(20.0)
    assert not thread.is_alive()
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)
