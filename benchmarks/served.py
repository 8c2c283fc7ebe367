"""The whole service in a process of its own, with every device simulated, for benchmarks that use it over HTTP.

`python benchmarks/served.py FOLDER [IDLE_S [pi]]` prints its port and runs until its input ends. IDLE_S: how soon the
camera's networks are let go, and how often free memory is given back: a benchmark that plays hours in seconds has no
two minutes in which nothing moves, nor two half minutes in each of its own. With `pi` the camera is not simulated:
it is a Pi's, through whatever `rpicam-vid` there is.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from companion.app import camera
from companion.app.memory import give_back, reading
from companion.app.service import Service
from companion.app.settings import read_settings

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "firmware_bridge", "hardware", "vision", "web")
# What a run of it imports, besides what these import themselves.
IMPORTED = (
    "companion.cli.run",
    "hardware.voice_worker",
    "vision.photos.worker",
    "vision.inference",
    "onnxruntime",
    "gpiozero.pins.mock",
)
SERVICE = "companion"
PROCESSES = {
    "hardware.voice_worker": "voice",
    "vision.photos.worker": "photos",
    "vision.inference": "networks",
}
CODE = "123456"
ADDRESS = "127.0.0.1"
MB = 2**20


@dataclass(frozen=True)
class Served:
    """A service that runs."""

    port: int
    pid: int


def compile_program() -> None:
    """Compile the sources, and of the packages what the companion imports, as they are wherever it is installed. With
    `PYTHONDONTWRITEBYTECODE` set, each process would compile all of them for itself, which takes as long as everything
    else at a start, and memory."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for command in (["-m", "compileall", "-q", *ROOMS], ["-c", f"import {', '.join(IMPORTED)}"]):
        subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)


@contextlib.contextmanager
def serving(
    folder: Path,
    enter: Callable[[int], None] = lambda pid: None,
    idle_s: float = camera.NETWORKS_IDLE_S,
    pi_camera: Path | None = None,
) -> Iterator[Served]:
    """Start one on this data folder; `enter` may put its process into a control group before it does anything, and
    `idle_s` is how soon the camera's networks are let go. `pi_camera` is a folder with a program `rpicam-vid`."""
    compile_program()
    command = [sys.executable, __file__, str(folder), str(idle_s), *(() if pi_camera is None else ("pi",))]
    path = os.environ["PATH"] if pi_camera is None else f"{pi_camera}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            enter(process.pid)
            yield Served(int(process.stdout.readline()), process.pid)
        finally:
            process.stdin.close()
            process.wait(60)


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += [int(child) for child in task.read_text().split()]
            except OSError:
                continue
    return found


@dataclass(frozen=True)
class Memory:
    """MB (2**20 bytes) of a service and all that it has started: `own` of each of its processes, by name, without
    mapped files; of these, that of the process that has most (`files`), as they are the same in all of them; and `rss`,
    what `ps` tells of each, in which they count for each process."""

    own: Mapping[str, float]
    files: float
    rss: Mapping[str, float]

    @property
    def all(self) -> float:
        """All of it, mapped files counted once."""
        return sum(self.own.values()) + self.files

    def in_words(self) -> str:
        """Each of it."""
        return ", ".join((f"all {self.all:.1f} MB", *(f"{name} {mb:.1f}" for name, mb in self.parts().items())))

    def parts(self) -> dict[str, float]:
        """What `all` is made of."""
        return {**self.own, "files": self.files}


def memory(pid: int) -> Memory:
    """That of a service, now."""
    own: dict[str, float] = {}
    rss: dict[str, float] = {}
    files, its_command = 0.0, ""
    for one in family(pid):
        try:
            lines = [line.split() for line in Path(f"/proc/{one}/status").read_text().splitlines()]
            command = Path(f"/proc/{one}/cmdline").read_text()
        except OSError:
            continue
        if one == pid:
            its_command = command
        elif command == its_command:
            continue  # it is just being started: its memory is the service's own until it has a program
        name = SERVICE if one == pid else _name(command.split("\0"))
        here = {line[0]: int(line[1]) / 1024 for line in lines if len(line) == 3 and line[2] == "kB"}
        if "VmRSS:" in here:
            own[name] = own.get(name, 0.0) + here["RssAnon:"] + here["RssShmem:"]
            rss[name] = rss.get(name, 0.0) + here["VmRSS:"]
            files = max(files, here["RssFile:"])
    return Memory(own, files, rss)


def _name(command: list[str]) -> str:
    """What a process of the service is called: by its module, or its program."""
    module = command[command.index("-m") + 1] if "-m" in command else Path(command[0]).name
    return PROCESSES.get(module, module)


def processor_s(pid: int) -> float:
    """Seconds of a processor that a process and its children have taken so far."""
    total = 0
    for one in family(pid):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / 100


def main() -> None:
    """Run it."""
    camera.NETWORKS_IDLE_S = float(sys.argv[2]) if len(sys.argv) > 2 else camera.NETWORKS_IDLE_S
    settings = read_settings(f'[web]\naddress = "{ADDRESS}"\n')
    if "pi" in sys.argv[3:]:
        camera.CameraService._source = lambda *_: camera.open_source("pi")  # type: ignore[method-assign]
    with reading():
        service = Service(settings, data=Path(sys.argv[1]), port=0, simulate=True, code=CODE)
    try:
        with reading():
            service.start()
        assert service.server is not None
        threading.Thread(target=_give_back_every, args=(camera.NETWORKS_IDLE_S,), daemon=True).start()
        print(service.server.port, flush=True)
        sys.stdin.read()
    finally:
        service.stop()


def _give_back_every(seconds: float) -> None:
    while not threading.Event().wait(seconds):
        give_back()


if __name__ == "__main__":
    main()
