"""The card dies in mid-evening: a new card, the stick in, and they play on. With the real commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

COMPANION = [sys.executable, "-m", "companion"]
UP_S = 60.0
ADA = {"game": "torrenar", "name": "Friday", "players": ["Ada", "Ben"], "choices": {}}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Box:
    """A companion on a card, and a phone of its table."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.stick = folder, folder / "card", folder / "stick"
        self.stick.mkdir()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = folder / "settings.toml"
        self.settings.write_text(f'[backup]\nfolder = "{self.stick}"\nsame_disk = true\n[voice]\non = false\n')
        self.starts = 0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.starts += 1
        self.phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with self.said.open("wb") as out:
            words = ["run", "--simulate", "--port", str(self.port), "--data", str(self.data)]
            self.process = subprocess.Popen([*self._command(), *words], stdout=out, stderr=out, cwd=self.folder)
        self.join(1)

    @property
    def said(self) -> Path:
        return self.folder / f"said-{self.starts}.txt"

    def _command(self) -> list[str]:
        return [*COMPANION, "--settings", str(self.settings)]

    def run(self, *words: str) -> str:
        """A command beside it; what it printed."""
        done = subprocess.run([*self._command(), *words, "--data", str(self.data)], cwd=self.folder, check=True,
                              capture_output=True, timeout=100)  # fmt: skip
        return done.stdout.decode()

    def join(self, banner: int) -> None:
        """Once it has printed so many codes, by the last of them."""
        until = time.monotonic() + UP_S
        while len(found := re.findall(r"pairing code (\d{6})\.", self.said.read_text("utf-8"))) < banner:
            assert time.monotonic() < until, self.said.read_text("utf-8")
            time.sleep(0.05)
        if not (self.ask("/api/phones/me") or {}).get("phone"):
            self.ask("/api/phones/join", {"code": found[-1], "name": "Ada"})

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Origin": self.url, "Accept-Language": "en"}
        request = urllib.request.Request(self.url + path, data, headers)
        with self.phone.open(request, timeout=30) as answer:
            return json.loads(answer.read())

    def standing(self) -> tuple[Any, ...]:
        screen = self.ask("/api/screen")
        history = self.ask("/api/history")["steps"]
        return screen["evening"]["id"], screen["prompts"], [(one["number"], one["label"], one["by"]) for one in history]

    def dies(self) -> None:
        """With its card."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.data)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(30) == 0


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    monkeypatch.setitem(os.environ, "PYTHONPATH", str(Path(__file__).parents[2]))
    found = Box(tmp_path)
    yield found
    found.stop()


@pytest.mark.slow
def test_the_card_dies_in_mid_evening(box: Box) -> None:
    """On a new card the stick is looked into on the phone and taken over, and the evening goes on where it stood when
    the backup was made. Then once more, by command beside the running companion."""
    box.start()
    box.ask("/api/evenings/start", ADA)
    before = box.standing()
    version = box.ask("/api/screen")["version"]
    name = box.ask("/api/backups", {"do": "make"})["made"]["name"]
    box.ask("/api/evenings/rename", {"evening": before[0], "name": "Lost"})
    box.dies()

    box.start()
    assert box.ask("/api/screen")["evening"] is None
    assert [one["name"] for one in box.ask("/api/backups")["kept"]] == [name]
    assert "“Friday”" in box.ask("/api/backups", {"do": "look", "name": name})["told"]["evenings"][0]
    box.ask("/api/backups", {"do": "restore", "name": name})
    box.join(2)
    assert box.ask("/api/phones/me")["phone"]["name"] == "Ada"  # who joined the new card is still there
    assert box.standing() == before
    assert box.ask("/api/screen")["evening"]["name"] == "Friday"
    offer = next(offer for prompt in before[1] for offer in prompt["offers"] if not offer["asks"])
    seen = box.ask("/api/screen")["version"]
    assert box.ask("/api/play", {"move": offer["move"]["name"], "args": offer["move"]["args"], "seen": seen})
    assert box.ask("/api/screen")["version"] > version

    said = box.run("restore", str(box.stick / name), "--yes")  # by now a newer one may have been made by itself
    assert "Restored. What was here before is in" in said
    box.join(3)
    assert box.standing() == before
