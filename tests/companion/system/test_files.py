"""The unit, the rules and the announcements are what the system takes."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.app.settings import load_settings
from companion.system.service import FILES, PLACED

WORST_EXPOSURE = 2.0


def unit(tmp_path: Path) -> Path:
    """The unit with a program that there is, as systemd looks for it."""
    text = (FILES / "table-companion.service").read_text(encoding="utf-8")
    path = tmp_path / "table-companion.service"
    path.write_text(text.replace("/opt/table-companion/current/bin/companion", "/bin/true"), encoding="utf-8")
    return path


needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")


@needs_systemd
def test_systemd_understands_every_line(tmp_path: Path):
    """Unknown keys and values would be warned of."""
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit(tmp_path)], capture_output=True, text=True, check=False
    )
    about_ours = [line for line in done.stderr.splitlines() if "table-companion" in line]
    assert about_ours == []
    assert done.returncode == 0


@needs_systemd
def test_little_is_exposed(tmp_path: Path):
    """systemd's own rating, 0 (nothing) to 10, is at most 2."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", unit(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    rated = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert rated is not None, done.stdout + done.stderr
    assert float(rated[1]) <= WORST_EXPOSURE


def test_the_devices_are_those_of_the_table():
    """The drawer on a serial port, the camera, the pins and the sound; every other device is closed."""
    lines = (FILES / "table-companion.service").read_text(encoding="utf-8").splitlines()
    allowed = {line.partition("=")[2] for line in lines if line.startswith("DeviceAllow=")}
    wanted = {f"char-{name} rw" for name in ("ttyUSB", "ttyACM", "video4linux", "gpiochip", "alsa")}
    assert wanted <= allowed
    assert "DevicePolicy=closed" in lines


def test_the_page_is_announced_at_its_port():
    """Avahi reads XML, and a web page is `_http._tcp`."""
    service = ET.parse(FILES / "avahi.service").getroot().find("service")
    assert service is not None
    assert (service.findtext("type"), service.findtext("port")) == ("_http._tcp", "8080")


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="udev is not installed")
def test_udev_understands_the_rules(tmp_path: Path):
    """`udevadm test` reads every rule and says which line it cannot take."""
    rules = Path("/run/udev/rules.d/70-table-companion-tried.rules")
    try:
        rules.parent.mkdir(parents=True, exist_ok=True)
        rules.write_bytes((FILES / "udev.rules").read_bytes())
    except PermissionError:
        pytest.skip("only root may place a rule")
    try:
        done = subprocess.run(
            ["udevadm", "test", "/sys/class/tty/tty0"], capture_output=True, text=True, check=False, timeout=30
        )
        said = [line for line in done.stderr.splitlines() if rules.name in line]
    finally:
        rules.unlink()
    assert len(said) == 1  # that it is read
    assert "Reading rules file" in said[0]


def test_the_settings_are_those_of_the_example():
    """The service's settings begin as the example, which is whole and valid."""
    assert load_settings(FILES / "settings.toml").web.port == 8080


def test_every_file_has_a_place():
    """Nothing lies here that is not installed."""
    assert {one.name for one in PLACED} | {"settings.toml", "release_signers"} == {
        path.name for path in FILES.iterdir() if path.is_file()
    }
