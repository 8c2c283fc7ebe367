"""What the companion is like on a Raspberry Pi, which is slow: the benchmarks in a control group as slow as one.

    .venv/bin/python benchmarks/pi.py [start rest tap evening ...] [--as pi4|zero2w|here] [--cores one|all] [--quick]
    .venv/bin/python benchmarks/pi.py run [--as pi4] [--cores all] benchmarks/moves.py [--moves 200 ...]

`start` is from the command to the first page; `rest` the processor's share and the memory with everything simulated and
nobody there; `tap` from a phone until it is on disk and on all of 20 phones; `evening` the memory of an evening of
three hours with six phones and photos. Without a name all four, as a Pi 4 and as a Zero 2 W. `run` slows any other
benchmark, with all that it starts. How slow that is, and what it is worth: `benchmarks/control_group.py`. Needs root.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.control_group import HERE, MACHINES, add_arguments, chosen

FOLDER = Path(__file__).parent
RUNS = 3
PROGRAMS: dict[str, tuple[list[str], list[str]]] = {  # what is run, and how it is made quick
    "start": (["startup.py", "--runs", str(RUNS), "--seconds", "0"], ["--runs", "1"]),
    "rest": (["startup.py", "--runs", "1", "--seconds", "60"], ["--seconds", "20"]),
    "tap": (["phones.py", "--phones", "20", "--taps", "200"], ["--taps", "60"]),
    "evening": (["evenings.py", "--hours", "3"], ["--hours", "1"]),
}


def main() -> int:
    """Measure and print."""
    if sys.argv[1:2] == ["run"]:
        return run(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*PROGRAMS, []], help="which of them (all, where none is named)")
    parser.add_argument("--as", dest="machines", action="append", choices=[HERE, *MACHINES], help="may be repeated")
    parser.add_argument("--cores", choices=["one", "all"], action="append", help="one of its cores, all four; or each")
    parser.add_argument("--quick", action="store_true", help="fewer of each")
    asked = parser.parse_args()
    worst = 0
    for machine in asked.machines or MACHINES:
        for cores in asked.cores or ["one", "all"]:
            for name in asked.what or PROGRAMS:
                worst = max(worst, measure(name, machine, cores, asked.quick))
    return worst


def measure(name: str, machine: str, cores: str, quick: bool) -> int:
    """One of them, under a line that says what it is; its exit code."""
    print(f"--- {name}, {described(machine, cores)} ---", flush=True)
    (program, *arguments), fewer = PROGRAMS[name]
    command = [sys.executable, str(FOLDER / program), *arguments, *(fewer if quick else [])]
    return subprocess.run([*command, "--as", machine, "--cores", cores], check=False).returncode


def described(machine: str, cores: str) -> str:
    """The machine in words."""
    if machine == HERE:
        return "this machine"
    here = MACHINES[machine]
    which = "one of its cores" if cores == "one" else "its four cores together"
    memory = f", {here.memory_mb} MB" if here.memory_mb is not None else ""
    return f"as a {here.name}: {which}, {here.rate(cores) * 100:.0f} % of a core here{memory}"


def run(words: list[str]) -> int:
    """Any other benchmark, slowed as a whole."""
    parser = argparse.ArgumentParser(prog="pi.py run", description="Any benchmark, slowed with all that it starts.")
    add_arguments(parser)
    parser.set_defaults(machine="pi4")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a file of benchmarks/, and its own arguments")
    asked = parser.parse_args(words)
    if not asked.command or not Path(asked.command[0]).is_file():
        parser.error("name a benchmark's file, such as benchmarks/moves.py")
    with chosen(asked.machine, asked.cores) as enter:
        print(f"--- {' '.join(asked.command)}, {described(asked.machine, asked.cores)} ---", flush=True)
        return subprocess.run(
            [sys.executable, *asked.command], preexec_fn=lambda: enter(os.getpid()), check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
