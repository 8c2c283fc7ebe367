"""The service under a real systemd, by the real commands."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from .machine import Machine, booted
from .updating import keep_a_stored_evening, updates

ROOT = Path(__file__).parents[3]
DROP_IN = "/etc/systemd/system/table-companion.service.d/quick.conf"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="openssh-client is not installed")
def test_a_service_lives_is_updated_and_goes(tmp_path: Path):
    """One container for all of it, as starting and installing take half a minute: installed by the command, twice;
    bitten when it hangs; updated and taken back; taken away without the data."""
    with booted() as machine:
        keep_a_stored_evening(machine)
        machine.seems_to_have("avahi-daemon")
        is_installed(machine)
        is_bitten(machine)
        updates(machine, tmp_path)
        goes(machine)


def is_installed(machine: Machine) -> None:
    """By the command: up, and fed."""
    first = machine.do(f"cd {ROOT} && ./setup.sh service")
    assert first.returncode == 0, first.stderr
    assert "http://" in first.stdout
    assert machine.shows("ActiveState", "User", "NRestarts") == ["active", "table-companion", "0"]
    assert machine.page() == "200"
    doctor = machine.do("/usr/local/bin/companion doctor")
    assert f"process {machine.shows('MainPID')[0]}" in doctor.stdout
    owners = machine.do("find /var/lib/table-companion ! -user table-companion")
    assert owners.stdout == ""


def is_bitten(machine: Machine) -> None:
    """When it hangs, and up again; installed once more before, which takes up what was changed meanwhile."""
    quick = "[Service]\\nWatchdogSec=5\\nRestartSec=1\\n"
    machine.do(f"mkdir -p $(dirname {DROP_IN}); printf '{quick}' >{DROP_IN}")
    again = machine.do(f"cd {ROOT} && ./setup.sh service")
    assert again.returncode == 0, again.stderr
    assert "putting the program" not in again.stderr
    (hung,) = machine.shows("MainPID")
    machine.do(f"kill -STOP {hung}")
    for _ in range(120):
        restarts, up, pid = machine.shows("NRestarts", "ActiveState", "MainPID")
        if restarts != "0" and up == "active":
            break
        time.sleep(0.5)
    assert restarts != "0"
    assert up == "active"
    assert pid != hung
    assert "Watchdog timeout" in machine.do("journalctl --no-pager -u table-companion").stdout
    machine.simulate_nothing()
    machine.do(f"rm {DROP_IN}; systemctl daemon-reload; systemctl restart table-companion")


def goes(machine: Machine) -> None:
    """What is kept stays."""
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
