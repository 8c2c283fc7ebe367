"""How long from the command to the first page, and how much memory the running service takes with all simulated.

    .venv/bin/python benchmarks/startup.py [--runs N] [--seconds S]

Memory is the proportional set size (shared pages counted once) of the service and its worker processes, after `S`
seconds with an evening open and a page watching.
"""

from __future__ import annotations

import argparse
import http.client
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

GIVE_UP_S = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", str(port), "--data", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15.0)
    asked = parser.parse_args()
    times, parts = [], {}
    for number in range(asked.runs):
        with tempfile.TemporaryDirectory() as folder:
            port, began = free_port(), time.monotonic()
            service = start(Path(folder), port)
            try:
                wait_for_page(port)
                times.append(time.monotonic() - began)
                if number == asked.runs - 1:
                    time.sleep(asked.seconds)
                    parts = memory_mb(psutil.Process(service.pid))
            finally:
                service.terminate()
                service.wait(20)
    print(
        f"command to first page, {asked.runs} runs: median {statistics.median(times):.2f} s, worst {max(times):.2f} s"
    )
    for name, size in parts.items():
        print(f"memory of {name:<28} {size:7.1f} MB")
    print(f"memory of all                           {sum(parts.values()):7.1f} MB")


if __name__ == "__main__":
    main()
