"""Updating by the real commands under a real systemd: forward, back by itself, back by hand, and when no longer."""

import subprocess
import tarfile
import time
from pathlib import Path

from companion.system import program, release
from companion.system.program import About

from .machine import Machine

ROOT = Path(__file__).parents[3]
BEGIN = """from pathlib import Path
from companion.library.registry import find_games
from companion.session.session import Session
from companion.storage.log import Log
session = Session(Log(Path("/var/lib/table-companion")), find_games())
session.again(session.evenings()[0].id, by="Anna")
"""
OTHERS = """from pkgutil import extend_path
__path__ = extend_path(__path__, __name__)
"""
FAILS_ALONE = "raise SystemExit('this version is broken')\n"
FAILS_WATCHED = "import os\nif 'NOTIFY_SOCKET' in os.environ:\n    raise SystemExit('it does not start as a service')\n"


def new_key(folder: Path) -> Path:
    """A key of one who makes releases."""
    path = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "releases", "-f", path], check=True)
    return path


def made(folder: Path, version: str, packages: str, spoilt: str = "") -> Path:
    """A program folder of another version, with the packages of another one; `spoilt`: what its service does first.
    One that is spoilt has no more of its own than that service and its version, as packing, unpacking and compiling
    all of the rest is seen with the one that is not."""
    what = About(version, f"{version}-tried", program.this_python(), program.this_machine())
    new = folder / version
    own = new / "lib" / f"python{what.python}" / "site-packages"
    service = own / "companion" / "app" / "service.py"
    files = [ROOT / service.relative_to(own)] if spoilt else program.source_files()
    for path in files:
        program._copy(path, own / path.relative_to(ROOT))
    (own / "others.pth").write_text(packages + "\n")
    (own / "companion" / "__init__.py").write_text(f'{OTHERS if spoilt else ""}__version__ = "{version}"\n')
    if spoilt:
        (own / "companion" / "app" / "__init__.py").write_text(OTHERS)
    service.write_text(service.read_text().replace("from __future__ import annotations\n", "", 1))
    service.write_text(f"from __future__ import annotations\n{spoilt}{service.read_text()}")
    program._make_venv(new, what)
    (new / program.ABOUT).write_text(
        f'{{"version": "{version}", "name": "{what.name}", "python": "{what.python}", "machine": "{what.machine}"}}'
    )
    return new


def offer(machine: Machine, key: Path, folder: Path, version: str, packages: str, spoilt: str = "") -> str:
    """A signed release file on that machine; where it lies there."""
    target = machine.root / "var" / "tmp" / f"{version}.release"
    release.pack(made(folder, version, packages, spoilt), target, key, compression=0)
    return f"/var/tmp/{target.name}"


def keep_a_stored_evening(machine: Machine) -> None:
    """One that an early version kept."""
    data = machine.root / "var" / "lib" / "table-companion"
    data.mkdir(mode=0o700)
    with tarfile.open(ROOT / "tests" / "stored" / "0.1.0" / "turris.tar.xz") as stored:
        for one in stored:
            file = stored.extractfile(one)
            if file is not None and Path(one.name).name.startswith("companion."):
                (data / Path(one.name).name).write_bytes(file.read())


def version(machine: Machine) -> str:
    return machine.do("/usr/local/bin/companion --version").stdout.strip()


def updates(machine: Machine, folder: Path) -> None:
    """What was played stays, whatever happens; after the first new evening there is no going back."""
    key = new_key(folder)
    first = version(machine)
    packages = machine.do("readlink -f /opt/table-companion/current/lib/python3*/site-packages").stdout.strip()
    good = offer(machine, key, folder, "7.0.0", packages)

    untrusted = machine.do(f"/usr/local/bin/companion update {good}")
    assert untrusted.returncode == 2
    assert "Nobody’s releases are trusted here yet" in untrusted.stderr
    machine.do(f"cat > /etc/table-companion/release_signers <<'E'\n{key.with_suffix('.pub').read_text()}\nE")

    broken = offer(machine, key, folder, "6.0.0", packages, FAILS_ALONE)
    refused = machine.do(f"/usr/local/bin/companion update {broken}")
    assert refused.returncode == 2
    assert f"so {first} goes on: this version is broken" in refused.stderr
    (pid,) = machine.shows("MainPID")

    unhealthy = offer(machine, key, folder, "6.5.0", packages, FAILS_WATCHED)
    back = machine.do(f"/usr/local/bin/companion update {unhealthy}")
    assert back.returncode == 2
    assert f"so {first} runs again" in back.stderr, back.stderr
    assert machine.shows("ActiveState") == ["active"]
    assert machine.shows("MainPID") != [pid]
    assert version(machine) == first

    done = machine.do(f"/usr/local/bin/companion update {good}")
    assert done.returncode == 0, done.stderr
    assert version(machine) == "7.0.0"
    assert machine.shows("ActiveState") == ["active"]
    again = machine.do(f"/usr/local/bin/companion update {good}")
    assert "installed already" in again.stderr
    older = machine.do(f"/usr/local/bin/companion update {unhealthy}")
    assert "is older than what is installed, 7.0.0" in older.stderr

    gone_back = machine.do("/usr/local/bin/companion update --back")
    assert gone_back.returncode == 0, gone_back.stderr
    assert version(machine) == first
    nowhere = machine.do("/usr/local/bin/companion update --back")
    assert "no earlier version" in nowhere.stderr

    # As a phone or the venue asks for it: the service leaves a file, empty or with a name, and root finds the release.
    machine.do(f"mkdir /var/lib/table-companion/releases; mv {good} /var/lib/table-companion/releases")
    machine.do(f"printf %s {Path(good).name} > /var/lib/table-companion/update-wanted")
    for _ in range(120):
        if machine.do("cat /opt/table-companion/told.json").stdout and version(machine) == "7.0.0":
            break
        time.sleep(1)
    assert version(machine) == "7.0.0"
    assert "Version {version} runs." in machine.do("cat /opt/table-companion/told.json").stdout
    assert not (machine.root / "var/lib/table-companion/update-wanted").exists()
    (machine.root / "var" / "tmp" / "begin.py").write_text(BEGIN)
    begun = machine.do(
        "systemctl stop table-companion && cd /var/lib/table-companion && "
        "setpriv --reuid=table-companion --regid=table-companion --clear-groups -- "
        "/opt/table-companion/current/bin/python -I /var/tmp/begin.py && systemctl start table-companion"
    )
    assert begun.returncode == 0, begun.stderr
    too_late = machine.do("/usr/local/bin/companion update --back --now")
    assert too_late.returncode == 2
    assert "An evening was begun with version 7.0.0" in too_late.stderr
    assert version(machine) == "7.0.0"
