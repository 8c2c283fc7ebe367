"""This very machine once more: a container that a real systemd runs, on a copy of the files that is thrown away.

Needs root, systemd-nspawn and an overlay file system; where these are not, a test is skipped.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

TMP = "tmp.mount"  # the program's own folder may lie under /tmp, which must be this machine's there, too
INSTALLED = """
Package: {package}
Status: install ok installed
Maintainer: Nobody <nobody@companion.invalid>
Architecture: all
Version: 0
Description: an empty one
"""
ROOM = 6_000_000_000  # bytes
QUIET = ("postgresql", "mysql", "mariadb", "redis-server", "mosquitto", "binfmt-support", "console-getty", "nginx")


class Machine:
    """A container that systemd runs; `do` runs a command in it as root."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.root = folder / "root"
        self.port = 8080
        self._container: subprocess.Popen[bytes] | None = None

    def boot(self, more: list[str]) -> None:
        for name in ("upper", "work", "root"):
            (self._folder / name).mkdir()
        layers = f"lowerdir=/,upperdir={self._folder}/upper,workdir={self._folder}/work"
        mounted = subprocess.run(
            ["mount", "-t", "overlay", "overlay", "-o", layers, self.root], check=False, capture_output=True
        )
        if mounted.returncode:
            pytest.skip("no overlay file system can be mounted here")
        (self.root / "etc" / "machine-id").write_text("5ca1ab1e" * 4 + "\n")
        units = self.root / "etc" / "systemd" / "system"
        for name in QUIET:
            (units / f"{name}.service").unlink(missing_ok=True)
            (units / f"{name}.service").symlink_to("/dev/null")
        (units / TMP).unlink(missing_ok=True)
        (units / TMP).symlink_to("/dev/null")
        unsafe = self.root / "etc" / "dpkg" / "dpkg.cfg.d" / "quick"
        if unsafe.parent.is_dir():
            unsafe.write_text("force-unsafe-io\n")  # nothing of it has to outlast a power cut
        swept = self.root / "etc" / "tmpfiles.d" / "tmp.conf"
        swept.unlink(missing_ok=True)
        swept.symlink_to("/dev/null")  # it would be emptied at the start
        command = ["systemd-nspawn", "-q", "-D", str(self.root), "--register=no", "--keep-unit", "-b", *more]
        quiet = subprocess.DEVNULL
        environ = os.environ | {"SYSTEMD_NSPAWN_TMPFS_TMP": "0"}
        self._container = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=environ)
        for _ in range(900):  # a busy machine is slow, and no reason to skip
            if self._pid() and self.do("systemctl is-system-running").stdout.strip() in ("running", "degraded"):
                return
            time.sleep(0.2)
        pytest.skip("systemd does not come up in a container here")

    def use_free_port(self) -> None:
        """This machine's ports are that one's, and other tests use them, too."""
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = int(found.getsockname()[1])
        settings = self.root / "etc" / "table-companion" / "settings.toml"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(f'[web]\nport = {self.port}\n[data]\nfolder = "/var/lib/table-companion"\n')

    def simulate_nothing(self) -> None:
        """From the next start of the service on; drawing cards and dropping cubes takes it as long as starting."""
        with (self.root / "etc" / "table-companion" / "settings.toml").open("a") as settings:
            settings.write('[drawer]\nport = "none"\n[camera]\nsource = "none"\n')

    def seems_to_have(self, package: str) -> None:
        """A Debian package that is not looked for on the internet, whether this machine has it or not."""
        dpkg = self.root / "var" / "lib" / "dpkg"
        if not (dpkg / "info" / f"{package}.list").exists():
            (dpkg / "info" / f"{package}.list").write_text("/.\n")
            with (dpkg / "status").open("a") as status:
                status.write(INSTALLED.format(package=package))

    def _pid(self) -> str:
        assert self._container is not None
        path = Path(f"/proc/{self._container.pid}/task/{self._container.pid}/children")
        return path.read_text().split(" ")[0] if path.exists() else ""

    def do(self, command: str) -> subprocess.CompletedProcess[str]:
        into = ["nsenter", "-t", self._pid(), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w", "--"]
        environ = os.environ | {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LC_ALL": "C.UTF-8",
            "COMPANION_WATCH_S": "5",
        }
        for name in ("SUDO_USER", "TMPDIR"):  # are of this machine
            environ.pop(name, None)
        return subprocess.run(
            [*into, "sh", "-c", command], env=environ, capture_output=True, text=True, check=False, timeout=280
        )

    def page(self) -> str:
        """The status with which the page answers there."""
        ask = f"import urllib.request as u; print(u.urlopen('http://127.0.0.1:{self.port}/').status)"
        return self.do(f'/usr/bin/python3 -c "{ask}"').stdout.strip()

    def shows(self, *names: str) -> list[str]:
        """What `systemctl show` says of the service, in this order."""
        asked = self.do(f"systemctl show {' '.join(f'-p {name}' for name in names)} table-companion")
        told = dict(line.split("=", 1) for line in asked.stdout.splitlines())
        return [told[name] for name in names]

    def stop(self) -> None:
        if self._container is not None:
            pid = self._pid()
            if pid:
                subprocess.run(["kill", "-KILL", pid], check=False)
            self._container.wait(20)
        if subprocess.run(["umount", self.root], check=False, capture_output=True).returncode:
            subprocess.run(["umount", "-l", self.root], check=False)  # something there still holds a file for a moment
        shutil.rmtree(self._folder, ignore_errors=True)


def _quick_folder() -> str:
    """Memory, where there is plenty: what is installed is a gigabyte, and dpkg and the companion wait for the disk."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and min(shutil.disk_usage(memory).free, psutil.virtual_memory().available) > ROOM
    return str(memory) if roomy else "/var/tmp"


@contextmanager
def booted(network: bool = True) -> Iterator[Machine]:
    """One that has booted, with this machine's network or with none."""
    if os.geteuid() != 0 or shutil.which("systemd-nspawn") is None:
        pytest.skip("only root may boot a container, by systemd-nspawn")
    folder = Path(tempfile.mkdtemp(prefix="companion-nested-", dir=_quick_folder()))
    found = Machine(folder)
    try:
        found.boot([] if network else ["--private-network"])
        if network:
            found.use_free_port()
        yield found
    finally:
        found.stop()
