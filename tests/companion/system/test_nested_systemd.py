"""The real commands under a real systemd: this very machine once more, in a container on a copy that writes elsewhere.

Needs root, systemd-nspawn and an overlay file system; what is written goes into a folder that is thrown away.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
QUIET = ("postgresql", "mysql", "mariadb", "redis-server", "mosquitto", "binfmt-support", "console-getty", "nginx")
DROP_IN = "/etc/systemd/system/table-companion.service.d/quick.conf"


class Machine:
    """A container that systemd runs; `do` runs a command in it as root."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.root = folder / "root"
        self._container: subprocess.Popen[bytes] | None = None

    def boot(self) -> None:
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
        command = ["systemd-nspawn", "-q", "-D", str(self.root), "--register=no", "--keep-unit", "-b"]
        quiet = subprocess.DEVNULL
        self._container = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        for _ in range(100):
            if self._pid() and self.do("systemctl is-system-running").stdout.strip() in ("running", "degraded"):
                return
            time.sleep(0.2)
        pytest.skip("systemd does not come up in a container here")

    def _pid(self) -> str:
        assert self._container is not None
        path = Path(f"/proc/{self._container.pid}/task/{self._container.pid}/children")
        return path.read_text().split(" ")[0] if path.exists() else ""

    def do(self, command: str) -> subprocess.CompletedProcess[str]:
        into = ["nsenter", "-t", self._pid(), "-m", "-u", "-i", "-p", "-C", "-r", "-w", "--"]
        environ = os.environ | {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
        environ.pop("SUDO_USER", None)
        return subprocess.run(
            [*into, "sh", "-c", command], env=environ, capture_output=True, text=True, check=False, timeout=100
        )

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
        subprocess.run(["umount", self.root], check=False)
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture
def machine() -> Iterator[Machine]:
    """One that has booted."""
    if os.geteuid() != 0 or shutil.which("systemd-nspawn") is None:
        pytest.skip("only root may boot a container, by systemd-nspawn")
    folder = Path(f"/var/tmp/companion-nested-{os.getpid()}")
    folder.mkdir()
    found = Machine(folder)
    try:
        found.boot()
        yield found
    finally:
        found.stop()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_service_lives_is_bitten_and_goes(machine: Machine):
    """Installed by the command, twice; up, fed, bitten when it hangs, up again; taken away without the data."""
    first = machine.do(f"cd {ROOT} && ./setup.sh service")
    assert first.returncode == 0, first.stderr
    assert "http://" in first.stdout
    assert machine.shows("ActiveState", "User", "NRestarts") == ["active", "table-companion", "0"]
    page = machine.do("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/")
    assert page.stdout == "200"
    doctor = machine.do("/usr/local/bin/companion doctor")
    assert f"process {machine.shows('MainPID')[0]}" in doctor.stdout
    owners = machine.do("find /var/lib/table-companion ! -user table-companion")
    assert owners.stdout == ""

    again = machine.do(f"cd {ROOT} && ./setup.sh service")
    assert again.returncode == 0, again.stderr
    assert "putting the program" not in again.stderr

    quick = "[Service]\\nWatchdogSec=2\\nRestartSec=1\\n"
    machine.do(f"mkdir -p $(dirname {DROP_IN}); printf '{quick}' >{DROP_IN}")
    machine.do("systemctl daemon-reload; systemctl restart table-companion")
    (hung,) = machine.shows("MainPID")
    machine.do(f"kill -STOP {hung}")
    for _ in range(60):
        if machine.shows("NRestarts", "ActiveState") == ["1", "active"]:
            break
        time.sleep(0.5)
    assert machine.shows("NRestarts", "ActiveState") == ["1", "active"]
    assert machine.shows("MainPID") != [hung]
    assert "Watchdog timeout" in machine.do("journalctl --no-pager -u table-companion").stdout

    gone = machine.do(f"cd {ROOT} && ./setup.sh uninstall")
    assert gone.returncode == 0, gone.stderr
    assert "/var/lib/table-companion" in gone.stderr
    left = machine.do("find /etc /usr/local /opt /usr/lib/systemd -name '*table-companion*' ! -path '/opt/*/*'")
    assert left.stdout.split() == ["/etc/table-companion"]
    assert machine.do("id table-companion").returncode != 0
    assert machine.do("stat -c %a:%u /var/lib/table-companion/companion.db").stdout.strip() == "600:0"
    assert machine.do(f"cd {ROOT} && ./setup.sh uninstall").returncode == 0


def test_without_systemd_it_says_what_to_do_instead():
    """This machine's own init, where that is none."""
    if Path("/run/systemd/system").exists() or os.geteuid() != 0:
        pytest.skip("systemd runs here, or nobody is root")
    done = subprocess.run([ROOT / "setup.sh", "service"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "setup: this machine is not run by systemd, so no service can be installed. "
        "Start the companion by ./setup.sh run"
    )
