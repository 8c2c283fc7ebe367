"""How long from the command to the first page, and how much memory the running service takes with all simulated.

    .venv/bin/python benchmarks/startup.py [--runs N] [--seconds S] [--phones N [--pi-camera]] [--as pi4 [--cores all]]

Memory is the proportional set size (shared pages counted once) of the service and its worker processes, after `S`
seconds at rest. The processor time that it takes at rest meanwhile is printed as a part of a core here and of a Pi's.
With `--phones` only that is measured, with so many joined phones whose page is open on an evening that has begun; with
`--pi-camera` before the camera of a Pi (`benchmarks/pi_camera.py`), which a simulated one cannot stand for.
`--as pi4` slows all of it by a control group (`benchmarks/control_group.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.control_group import MACHINES, Enter, add_arguments, chosen
from benchmarks.evenings import Evenings
from benchmarks.pi_camera import PiCameraFeed
from benchmarks.served import compile_program, processor_s, serving

GIVE_UP_S = 120.0
SETTLE_S = 20.0  # the devices are found, what was read at start is forgotten, and a camera is at rest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(folder: Path, port: int, enter: Enter) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", str(port), "--data", str(folder)]
    service = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    enter(service.pid)
    return service


def wait_for_page(port: int) -> None:
    until = time.monotonic() + GIVE_UP_S
    while time.monotonic() < until:
        try:
            page = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            page.request("GET", "/")
            if page.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.01)
    raise SystemExit("the page never answered")


def memory_mb(process: psutil.Process) -> dict[str, float]:
    family = [process, *process.children(recursive=True)]
    found = [(one.name() if one != process else "service", one.memory_full_info()) for one in family]
    return {f"{name} ({number})": info.pss / 1e6 for number, (name, info) in enumerate(found, start=1)}


def measure(runs: int, seconds: float, enter: Enter) -> tuple[list[float], list[float], dict[str, float], float]:
    """Seconds to the first page, processor time until then, memory by process, and the share of a core at rest."""
    compile_program()
    times, worked, parts, rest = [], [], {}, 0.0
    for number in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            port, began = free_port(), time.monotonic()
            service = start(Path(folder), port, enter)
            try:
                wait_for_page(port)
                times.append(time.monotonic() - began)
                worked.append(processor_s(service.pid))
                if number == runs - 1 and seconds:
                    time.sleep(SETTLE_S)
                    before, looked = processor_s(service.pid), time.monotonic()
                    time.sleep(seconds)
                    rest = (processor_s(service.pid) - before) / (time.monotonic() - looked)
                    parts = memory_mb(psutil.Process(service.pid))
            finally:
                service.terminate()
                service.wait(60)
    return times, worked, parts, rest


def rest_with_phones(phones: int, seconds: float, enter: Enter, pi_camera: bool) -> float:
    """The share of a core at rest in an evening, with so many phones whose page is open."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        feed = stack.enter_context(PiCameraFeed()).folder if pi_camera else None
        service = stack.enter_context(serving(folder, enter, pi_camera=feed))
        table = Evenings(service.port, phones, random.Random(1), wanted="")
        table.begin(table.get("/api/games")["games"][0]["name"])
        time.sleep(SETTLE_S)
        before, looked = processor_s(service.pid), time.monotonic()
        time.sleep(seconds)
        return (processor_s(service.pid) - before) / (time.monotonic() - looked)


def told(rest: float) -> str:
    """A share of a core here, as those of the Pis."""
    pis = (f"{rest / machine.core * 100:.1f} % of one of a {machine.name}'s" for machine in MACHINES.values())
    return ", ".join((f"at rest {rest * 100:.2f} % of a core here", *pis))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--phones", type=int, default=0)
    parser.add_argument("--pi-camera", action="store_true")
    add_arguments(parser)
    asked = parser.parse_args()
    with chosen(asked.machine, asked.cores) as enter:
        if asked.phones:
            rest = rest_with_phones(asked.phones, asked.seconds, enter, asked.pi_camera)
            print(f"{asked.phones} with the page open: {told(rest)}")
            return
        times, worked, parts, rest = measure(asked.runs, asked.seconds, enter)
    median, worst = statistics.median(times), max(times)
    print(f"command to first page, {asked.runs} runs: median {median:.2f} s, worst {worst:.2f} s")
    print(f"processor time for that: median {statistics.median(worked):.2f} s")
    if not parts:
        return
    for name, size in parts.items():
        print(f"memory of {name:<28} {size:7.1f} MB")
    print(f"memory of all                           {sum(parts.values()):7.1f} MB")
    print(told(rest))


if __name__ == "__main__":
    main()
