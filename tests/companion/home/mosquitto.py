"""A real broker for tests, and a listener of its own kind beside it: Debian's mosquitto and its clients."""

from __future__ import annotations

import json
import os
import pwd
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.programs import needs, program

PATIENCE_S = 20.0
USER, PASSWORD = "table", "cubes and cards"
needs_mosquitto = needs("mosquitto", "mosquitto_sub", "mosquitto_passwd")


def wait_for(holds: Callable[[], Any], what: str) -> Any:
    """What `holds` gives, once it is true; fails with `what` when it never is."""
    until = time.monotonic() + PATIENCE_S
    while not (found := holds()):
        assert time.monotonic() < until, f"never came: {what}"
        time.sleep(0.02)
    return found


@dataclass(frozen=True)
class Heard:
    """One message as it came."""

    topic: str
    payload: str
    retained: bool

    @property
    def document(self) -> Any:
        return json.loads(self.payload)


class Broker:
    """mosquitto on a free port of this machine, with one user. `server` is a certificate with its key: then by TLS."""

    def __init__(self, folder: Path, server: Path | None = None) -> None:
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        passwords, me = folder / "passwords", pwd.getpwuid(os.getuid()).pw_name
        subprocess.run(
            ["mosquitto_passwd", "-c", "-b", str(passwords), USER, PASSWORD], check=True, capture_output=True
        )
        lines = [f"listener {self.port} 127.0.0.1", "allow_anonymous false", f"password_file {passwords}", f"user {me}"]
        lines += [] if server is None else [f"certfile {server}", f"keyfile {server}"]
        (folder / "mosquitto.conf").write_text("\n".join([*lines, ""]), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [program("mosquitto"), "-c", str(self._folder / "mosquitto.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self._answers, "the broker")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def listening(self, *topics: str) -> Iterator[Callable[[], list[Heard]]]:
        """Whoever asks hears what has come of these topics so far, what is retained first."""
        heard = self._folder / f"heard{time.monotonic_ns()}"
        asked = [word for topic in (*topics, "ready") for word in ("-t", topic)]
        with heard.open("wb") as out:
            process = subprocess.Popen([*self._client("mosquitto_sub"), *asked, "-F", "%r %t %p"], stdout=out)
        try:

            def told() -> list[Heard]:
                lines = heard.read_text(encoding="utf-8").splitlines()
                found = [
                    Heard(topic, payload, kept == "1") for kept, topic, payload in (one.split(" ", 2) for one in lines)
                ]
                return [one for one in found if one.topic != "ready"]

            def ready() -> bool:
                self.say("ready", "now")
                return heard.stat().st_size > 0

            wait_for(ready, "the listener")
            yield told
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()

    def say(self, topic: str, payload: str, *more: str) -> None:
        """Publish as any other client would."""
        client = self._client("mosquitto_pub")
        subprocess.run([*client, "-t", topic, "-s", *more], input=payload.encode(), check=True, capture_output=True)

    def _client(self, name: str) -> list[str]:
        return [name, "-h", "127.0.0.1", "-p", str(self.port), "-u", USER, "-P", PASSWORD]

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
