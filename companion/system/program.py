"""The program with all that it needs in one folder, which runs wherever it is put: what a service, a Debian package and
a release file are made of.

    bin/companion, bin/python, pyvenv.cfg, lib/python3.11/site-packages/, program.json

The system's Python runs it, of the very version that it was made for.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from companion import __version__
from companion.system.lock import entries

SOURCE = Path(__file__).parents[2]
ROOMS = ("companion", "firmware_bridge", "hardware", "vision", "web")
ABOUT = "program.json"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}  # Debian's word and Python's
PLATFORM = "manylinux_2_34"  # what the wheels may ask of the C library: Debian 12 and later have it
HAVE_NO_WHEEL = ("cobs==", "nkeys==")
# The packages' own tests, tools to make networks with, and what builds packages: more than half of all that they hold.
NEVER_RUN = (
    r"/site-packages/(numpy/(.*/)?tests|numpy/(distutils|f2py)|setuptools|tornado/test"
    r"|onnxruntime/(quantization|tools|transformers))/"
)
LAUNCHER = """#!/bin/sh
# The companion with the packages beside this file, and none of those in the folder where it is called.
exec "$(dirname "$(readlink -f "$0")")/python" -I -m companion "$@"
"""


class CannotBuild(Exception):
    """What was asked for cannot be made, in one sentence that says what to do."""


@dataclass(frozen=True)
class About:
    """What a program folder holds: its version, a name of its own, and what it runs on (`python` such as 3.11, and
    `machine` as Debian names it)."""

    version: str
    name: str
    python: str
    machine: str


def about(folder: Path) -> About:
    """What a program folder says of itself. Raises CannotBuild where it is none."""
    try:
        return About(**json.loads((folder / ABOUT).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise CannotBuild(f"{folder} holds no program of the companion ({error}).") from error


def this_machine() -> str:
    """This machine as Debian names it. Raises CannotBuild for one that the packages are not made for."""
    found = {python: debian for debian, python in MACHINES.items()}.get(platform.machine())
    if found is None:
        raise CannotBuild(
            f"The companion needs a 64-bit system on a PC or an ARM board; this one is {platform.machine()}."
        )
    return found


def this_python() -> str:
    """The version of the Python that runs this, such as 3.11."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def about_source(machine: str, python: str, version: str = __version__) -> About:
    """What a program made of these sources would say of itself: the same sources have the same name."""
    digest = hashlib.sha256(f"{machine} {python}\n".encode())
    for path in (SOURCE / "requirements.lock", *source_files()):
        digest.update(path.relative_to(SOURCE).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return About(version, f"{version}-{digest.hexdigest()[:8]}", python, machine)


def source_files() -> Iterator[Path]:
    """Every file of the program here, but for what is made of others."""
    for room in ROOMS:
        for path in sorted((SOURCE / room).rglob("*")):
            parts = path.relative_to(SOURCE).parts
            made = path.suffix in (".pyc", ".pot", ".mo") or path.name.startswith(".lgd-nfy")
            if path.is_file() and not made and "training" not in parts and "build" not in parts:
                yield path


def make(folder: Path, what: About, uv: str) -> None:
    """Make the program in a new folder, its packages by `uv` from the lock file, each held against its hash."""
    packages = folder / "lib" / f"python{what.python}" / "site-packages"
    packages.mkdir(parents=True)
    _install(packages, what, uv)
    for path in source_files():
        _copy(path, packages / path.relative_to(SOURCE))
    for path in SOURCE.glob("companion/**/LC_MESSAGES/*.mo"):
        _copy(path, packages / path.relative_to(SOURCE))
    _make_venv(folder, what)
    (folder / ABOUT).write_text(json.dumps(asdict(what)) + "\n", encoding="utf-8")


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _install(packages: Path, what: About, uv: str) -> None:
    """The packages as wheels for the machine that is meant; the few that have none are pure Python when made with no
    compiler, and so are made here."""
    lock = (SOURCE / "requirements.lock").read_text(encoding="utf-8")
    made_here = [entry for entry in entries(lock) if entry.startswith(HAVE_NO_WHEEL)]
    others = [entry for entry in entries(lock) if not entry.startswith(HAVE_NO_WHEEL)]
    meant = ["--python-version", what.python, "--python-platform", f"{MACHINES[what.machine]}-{PLATFORM}"]
    _uv(uv, packages, others, [*meant, "--no-build"])
    _uv(uv, packages, made_here, ["--build-constraints", str(SOURCE / "requirements-dev.lock")])
    for name in HAVE_NO_WHEEL:
        for compiled in (packages / name.rstrip("=")).rglob("*.so"):
            compiled.unlink()
    shutil.rmtree(packages / "bin", ignore_errors=True)  # the packages' own commands, which nobody calls
    (packages / ".lock").unlink(missing_ok=True)


def _uv(uv: str, packages: Path, wanted: list[str], more: list[str]) -> None:
    command = [uv, "pip", "install", "-q", "--target", str(packages), "--no-deps", "--require-hashes", *more]
    command += ["--link-mode", "copy", "-r", "/dev/stdin"]
    environ = os.environ | {"CC": "false"}
    if subprocess.run(command, input="\n".join(wanted), text=True, cwd=SOURCE, env=environ, check=False).returncode:
        raise CannotBuild("The Python packages could not be fetched; see above. Is this machine online?")


def _make_venv(folder: Path, what: About) -> None:
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(f"/usr/bin/python{what.python}")
    launcher = folder / "bin" / "companion"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)
    # The pins of a Pi are driven by the system's lgpio, which PyPI lacks for some versions of Python.
    settings = f"home = /usr/bin\ninclude-system-site-packages = true\nversion = {what.python}\n"
    (folder / "pyvenv.cfg").write_text(settings, encoding="utf-8")


def open_to_all(folder: Path) -> None:
    """Let everybody read it and nobody but root change it, whatever the umask was."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or (os.access(path, os.X_OK) and path.parent.name == "bin") else 0o644)


def compile_all(folder: Path) -> None:
    """Compile the program where it lies, as nobody may write there later. Some packages hold files for other Pythons,
    which cannot be compiled: that is no trouble."""
    packages = next((folder / "lib").glob("python*/site-packages"))
    command = [str(folder / "bin" / "python"), "-I", "-W", "ignore", "-m", "compileall", "-qq", "-x", NEVER_RUN]
    command.append(str(packages))
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
