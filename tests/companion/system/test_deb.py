"""The Debian package: what it is called and asks for, and that dpkg puts it in and takes it away, without a network."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.system import deb, program
from companion.system.program import CannotBuild
from companion.system.service import version_order

from .machine import booted

ROOT = Path(__file__).parents[3]


def test_versions_are_ordered_as_debian_orders_them():
    """What comes before a release comes before it."""
    assert deb.deb_version("0.2.0.dev0", "bookworm") == "0.2.0~dev0+deb12"
    assert deb.deb_version("1.0rc1", "trixie") == "1.0~rc1+deb13"
    assert deb.deb_version("1.10.2", "trixie") == "1.10.2+deb13"
    ordered = ["0.9", "0.10.dev1", "0.10a1", "0.10rc2", "0.10", "0.10.1", "1.0"]
    mixed = [ordered[i] for i in (4, 0, 6, 2, 5, 1, 3)]
    assert sorted(mixed, key=version_order) == ordered


def test_another_machine_or_release_is_refused(tmp_path: Path):
    """With those that there are."""
    with pytest.raises(CannotBuild, match="Machines: amd64, arm64; releases of Debian: bookworm, trixie"):
        deb.build("uv", tmp_path, "armhf", "bookworm")
    assert list(tmp_path.iterdir()) == []


def test_the_same_sources_have_the_same_name():
    """And another for another machine or Python."""
    first = program.about_source("arm64", "3.11")
    assert first == program.about_source("arm64", "3.11")
    assert first.name.startswith(f"{first.version}-")
    assert (
        len({first.name, program.about_source("amd64", "3.11").name, program.about_source("arm64", "3.13").name}) == 3
    )


def test_what_never_runs_is_not_compiled(tmp_path: Path):
    """Packages bring tests of their own, which are no module of the program; all else is compiled where it lies."""
    packages = tmp_path / "lib" / "python3.11" / "site-packages"
    runs = ("companion/app/service.py", "numpy/testing/kind.py", "tornado/testing.py", "onnxruntime/capi/state.py")
    never = (
        "numpy/tests/first.py", "numpy/lib/tests/first.py", "tornado/test/first.py", "onnxruntime/tools/first.py",
        "numpy/f2py/first.py", "setuptools/first.py",
    )  # fmt: skip
    for name in (*runs, *never):
        path = packages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    program.compile_all(tmp_path)
    compiled = {path.parents[1] / f"{path.name.partition('.')[0]}.py" for path in packages.rglob("*.pyc")}
    assert compiled == {packages / name for name in runs}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="this is not Debian")
def test_dpkg_installs_it_without_a_network_and_takes_it_away():
    """Built by the command; the page is up; removing leaves what is kept, purging leaves nothing."""
    release = deb.this_release()
    with booted(network=False) as machine:
        kept = machine.root / "var" / "tmp"
        build = f"cd {ROOT} && COMPANION_DEB_COMPRESSION=none ./setup.sh deb"
        built = subprocess.run(["sh", "-c", build], capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stderr
        package = ROOT / built.stdout.strip()
        assert package.name == deb.file_name(program.this_machine(), release)
        shutil.move(package, kept / "companion.deb")

        installed = machine.do("dpkg -i /var/tmp/companion.deb")
        assert installed.returncode == 0, installed.stdout + installed.stderr
        assert machine.shows("ActiveState", "User") == ["active", "table-companion"]
        assert machine.page() == "200"
        assert "The companion is running" in machine.do("/usr/bin/companion doctor").stdout
        refused = machine.do(f"cd {ROOT} && ./setup.sh uninstall")
        assert refused.returncode == 1
        assert "apt remove table-companion" in refused.stderr

        assert machine.do("dpkg -i /var/tmp/companion.deb").returncode == 0
        assert machine.shows("ActiveState") == ["active"]

        removed = machine.do("dpkg -r table-companion")
        assert removed.returncode == 0, removed.stdout + removed.stderr
        assert "not empty" not in removed.stderr
        assert machine.do("stat -c %a:%u /var/lib/table-companion/companion.db").stdout.strip() == "600:0"
        assert machine.do("ls /etc/table-companion").stdout.split() == ["settings.toml"]

        assert machine.do("dpkg -P table-companion").returncode == 0
        left = machine.do("find /etc /usr /opt /var/lib /lib -xdev -name '*table-companion*' ! -path '*/mnt/*'")
        assert left.stdout.split() == []
        assert machine.do("getent passwd table-companion").stdout == ""
