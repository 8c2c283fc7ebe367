"""Makes the companion a service of this machine, and takes it away again.

Everything is done by root, may be done twice, and is the same whether `./setup.sh service` or the Debian package does
it; the package brings the program and the files by itself and has only the rest done (`prepare`, `go`).
"""

from __future__ import annotations

import fcntl
import grp
import os
import pwd
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from companion.system import program
from companion.system.program import CannotBuild

FILES = Path(__file__).parent / "files"
HOME = Path("/opt/table-companion")  # each version in a folder of its own, and `current`
VERSIONS, CURRENT = HOME / "versions", HOME / "current"
DATA = Path("/var/lib/table-companion")
SETTINGS = Path("/etc/table-companion/settings.toml")
USER = UNIT = "table-companion"
BESIDE = ("table-companion-settle.service", "table-companion-update.path")
GROUPS = ("dialout", "gpio", "video", "audio", "i2c", "render", "plugdev")  # those that there are
UP_S = 300.0


class Placed(NamedTuple):
    """A file of the system: where `./setup.sh service` puts it, and where the Debian package does ("": nowhere, as it
    depends on the settings)."""

    name: str
    by_setup: str
    by_package: str
    mode: int = 0o644


PLACED = (
    Placed(
        "table-companion.service",
        "/etc/systemd/system/table-companion.service",
        "/lib/systemd/system/table-companion.service",
    ),
    Placed(
        "table-companion-settle.service",
        "/etc/systemd/system/table-companion-settle.service",
        "/lib/systemd/system/table-companion-settle.service",
    ),
    Placed(
        "table-companion-update.service",
        "/etc/systemd/system/table-companion-update.service",
        "/lib/systemd/system/table-companion-update.service",
    ),
    Placed(
        "table-companion-update.path",
        "/etc/systemd/system/table-companion-update.path",
        "/lib/systemd/system/table-companion-update.path",
    ),
    Placed(
        "journald.conf",
        "/etc/systemd/journald@table-companion.conf",
        "/usr/lib/systemd/journald@table-companion.conf.d/table-companion.conf",
    ),
    Placed("udev.rules", "/etc/udev/rules.d/70-table-companion.rules", "/lib/udev/rules.d/70-table-companion.rules"),
    Placed("avahi.service", "/etc/avahi/services/table-companion.service", ""),
    Placed("companion.sh", "/usr/local/bin/companion", "/usr/bin/companion", 0o755),
)


class CannotInstall(Exception):
    """What keeps it from being done, in one sentence that says what to do."""


def say(text: str) -> None:
    """One line for whoever installs."""
    sys.stderr.write(f"setup: {text}\n")
    sys.stderr.flush()


# --- the whole --------------------------------------------------------------------------------------------------------


def install(uv: str) -> None:
    """Install the service from these sources, or bring an installed one up to them; then start it."""
    must_be_root()
    must_have_systemd()
    if package_installed():
        raise CannotInstall(
            "The Debian package table-companion is installed here and brings the service; "
            "remove it first: apt remove table-companion"
        )
    what = program.about_source(program.this_machine(), program.this_python())
    python = Path(f"/usr/bin/python{what.python}")
    if not python.exists():
        raise CannotInstall(
            f"The service runs with the system's Python, and {python} is missing: apt-get install python3"
        )
    place_program(what, uv)
    for one in PLACED:
        place(FILES / one.name, Path(one.by_setup), one.mode)
    prepare()
    take_over_evenings()
    go()
    tell_address()


def uninstall() -> None:
    """Take the service and the program away; what is kept stays, and where it is, is said."""
    must_be_root()
    if package_installed():
        raise CannotInstall("The companion was installed as a Debian package; remove it by: apt remove table-companion")
    there = [Path(one.by_setup) for one in PLACED if Path(one.by_setup).exists()]
    if not there and not HOME.exists() and not user_exists():
        say("the companion is not installed as a service here; nothing to take away")
    halt()
    for path in there:
        path.unlink()
    shutil.rmtree("/etc/systemd/system/table-companion.service.d", ignore_errors=True)
    shutil.rmtree(HOME, ignore_errors=True)
    reload_all()
    forget_user()
    for journal in Path("/var/log/journal").glob(f"*.{UNIT}"):
        shutil.rmtree(journal)
    for path, what in ((DATA, "your evenings, boards, photos and calibrations"), (SETTINGS, "your settings")):
        if path.exists():
            say(f"kept: {what} in {path}")


def configure(version: str) -> None:
    """What the Debian package has done once its files are there; `version` is the folder of its program."""
    must_be_root()
    folder = Path(version)
    program.compile_all(folder)
    before = current()
    if before is None or not before.is_dir() or not newer(before, folder):
        make_current(folder)
    prepare()
    go()


def newer(one: Path, other: Path) -> bool:
    """Whether one program folder holds a newer version than another. One that cannot be read is not."""
    try:
        return version_order(program.about(one).version) > version_order(program.about(other).version)
    except CannotBuild:
        return False


def version_order(version: str) -> tuple[int | str, ...]:
    """A key by which versions are ordered: 0.9 before 0.10, and 0.3.0.dev1, 0.3.0rc1 before 0.3.0."""
    found = re.fullmatch(r"(\d+(?:\.\d+)*)(?:\.?(dev|a|b|rc)(\d+))?.*", version)
    if found is None:
        return ()
    numbers = [int(part) for part in found[1].split(".")]
    stage = {"dev": 0, "a": 1, "b": 2, "rc": 3, None: 4}[found[2]]
    return (*(numbers + [0] * 4)[:4], stage, int(found[3] or 0))


def refresh() -> None:
    """Put this version's unit, rules and command in the place of another's; those of the Debian package are dpkg's."""
    if not package_installed():
        for one in PLACED:
            place(FILES / one.name, Path(one.by_setup), one.mode)
        announce_port()
        reload_all()


def prepare() -> None:
    """What is needed besides the files: the user, the data folder, the settings, the page's name."""
    make_user()
    make_data_folder()
    make_settings()
    announce_port()


def go() -> None:
    """Have the system take notice, start the service with the machine and now, and wait until the page answers."""
    reload_all()
    if not systemd_runs():
        say("systemd does not run here: the service will start with the machine")
        systemctl("--root=/", "enable", "-q", UNIT, *BESIDE)
        return
    systemctl("enable", "-q", UNIT, *BESIDE)
    systemctl("start", "-q", BESIDE[1])
    say("starting the service (a minute on a small Pi)")
    began = time.monotonic()
    try:
        done = subprocess.run(["systemctl", "restart", UNIT], check=False, timeout=UP_S, capture_output=True).returncode
    except subprocess.TimeoutExpired:
        done = 1
    if done:
        raise CannotInstall(
            f"The service did not start within {time.monotonic() - began:.0f} s. Its own words: "
            "journalctl --namespace=table-companion -n 30"
        )


def halt() -> None:
    """Stop the service and keep it from starting with the machine. One that was never there is no trouble."""
    if systemd_runs():
        systemctl("disable", "--now", "-q", UNIT, *BESIDE)
        systemctl("reset-failed", "-q", UNIT)
        systemctl("stop", "-q", f"systemd-journald@{UNIT}.service", f"systemd-journald@{UNIT}.socket")
    else:
        systemctl("--root=/", "disable", "-q", UNIT, *BESIDE)


# --- its parts --------------------------------------------------------------------------------------------------------


def must_be_root() -> None:
    """Raises CannotInstall for anybody else."""
    if os.geteuid() != 0:
        raise CannotInstall("Only root may do this. Run it with sudo in front.")


def systemd_runs() -> bool:
    """Whether systemd runs this machine."""
    return Path("/run/systemd/system").is_dir()


def must_have_systemd() -> None:
    """Raises CannotInstall where there is none."""
    if not systemd_runs():
        raise CannotInstall(
            "This machine is not run by systemd, so no service can be installed. Start the companion by ./setup.sh run."
        )


def package_installed() -> bool:
    """Whether the Debian package is."""
    if shutil.which("dpkg-query") is None:
        return False
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f=${db:Status-Status}", "table-companion"], capture_output=True, text=True, check=False
    )
    return asked.stdout == "installed"


def place_program(what: program.About, uv: str) -> None:
    """Put the program into its folder and make it the current one; earlier ones that the service no longer uses go."""
    folder = VERSIONS / what.name
    if not folder.exists():
        say(f"putting the program into {folder} (some minutes the first time)")
        new = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        program.make(new, what, uv)
        python = str(new / "bin" / "python")
        # As the program reads its translations fastest.
        subprocess.run([python, "-I", "-m", "companion.translation.extraction", "compile"], check=False)
        program.compile_all(new)
        program.open_to_all(new)
        new.rename(folder)
    before = current()
    make_current(folder)
    for other in VERSIONS.iterdir():
        if other not in (folder, before):
            shutil.rmtree(other)


def current() -> Path | None:
    """The folder of the version that the service runs."""
    return CURRENT.resolve() if CURRENT.is_symlink() else None


def make_current(folder: Path) -> None:
    """Let the service run this version from its next start; at no moment is there none."""
    new = CURRENT.with_name("current.new")
    new.unlink(missing_ok=True)
    new.symlink_to(folder.relative_to(HOME))
    new.rename(CURRENT)


def place(source: Path, target: Path, mode: int = 0o644) -> None:
    """Put a file where the system looks for it."""
    target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    new = target.with_name(f".{target.name}.new")
    new.write_bytes(source.read_bytes())
    new.chmod(mode)
    new.rename(target)


def user_exists() -> bool:
    """Whether the service's user is there."""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return False
    return True


def make_user() -> None:
    """A user for the service alone, who cannot log in, in those groups of devices that there are."""
    if not user_exists():
        _must("useradd", "--system", "--user-group", "--no-create-home", "--home-dir", str(DATA), "--shell",
              "/usr/sbin/nologin", "--comment", "Table companion", USER)  # fmt: skip
    there = [name for name in GROUPS if _group_exists(name)]
    if there:
        _must("usermod", "--append", "--groups", ",".join(there), USER)


def _group_exists(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def make_data_folder() -> None:
    """The folder of what is kept, for the service's user alone; one that an earlier installation left is taken up."""
    user = pwd.getpwnam(USER)
    DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (DATA, *DATA.rglob("*")):
        if os.lstat(path).st_uid != user.pw_uid:
            os.lchown(path, user.pw_uid, user.pw_gid)
    DATA.chmod(0o700)


def make_settings() -> None:
    """The owner's settings, when there are none: commented, with the data folder and the owner's language."""
    if SETTINGS.exists():
        return
    text = (FILES / "settings.toml").read_text(encoding="utf-8")
    language = owners_language()
    if language is not None:
        text = text.replace('# language = "pl"  ', f'language = "{language}"    ', 1)
    SETTINGS.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    SETTINGS.write_text(text.replace('"~/.local/share/table-companion"', f'"{DATA}"'), encoding="utf-8")
    SETTINGS.chmod(0o644)


def owners_language() -> str | None:
    """The language that this machine speaks to whoever installs, where the companion speaks it too."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if said[:2] in ("", "C", "C.", "PO"):
        said = _system_locale()
    known = {path.parent.name for path in FILES.parents[1].glob("texts/*/LC_MESSAGES")} | {"en"}
    return said[:2] if said[:2] in known else None


def _system_locale() -> str:
    try:
        lines = Path("/etc/default/locale").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition("=")[2].strip('"') for line in lines if line.startswith("LANG=")), "")


def announce_port() -> None:
    """Have avahi announce the page at the port that the settings name."""
    text = (FILES / "avahi.service").read_text(encoding="utf-8")
    path = next(Path(one.by_setup) for one in PLACED if one.name == "avahi.service")
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    path.write_text(text.replace("<port>8080<", f"<port>{port()}<"), encoding="utf-8")
    path.chmod(0o644)


def port() -> int:
    """The page's port by the settings; the usual one where they cannot be read, as the service will say why."""
    try:
        found = tomllib.loads(SETTINGS.read_text(encoding="utf-8")).get("web", {}).get("port", 8080)
    except (OSError, ValueError, AttributeError):
        return 8080
    return found if isinstance(found, int) else 8080


def take_over_evenings() -> None:
    """Copy what the owner kept by `./setup.sh run` so far, where the service keeps nothing yet."""
    source = owners_folder()
    if source is None or any(DATA.glob("companion.*")) or not any(source.glob("companion.db")):
        return
    with (source / "companion.lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotInstall(
                f"A companion is running on {source}. Stop it (Ctrl+C where it was started) and run this again, so "
                "that its evenings come along."
            ) from None
        shutil.copytree(source, DATA, symlinks=True, dirs_exist_ok=True, ignore=shutil.ignore_patterns("control"))
    make_data_folder()
    say(f"the evenings kept in {source} were copied; from now on they are kept in {DATA}")


def owners_folder() -> Path | None:
    """Where the companion of whoever called sudo keeps its evenings."""
    name = os.environ.get("SUDO_USER") or "root"
    try:
        home = Path(pwd.getpwnam(name).pw_dir)
    except KeyError:
        return None
    folder = home / ".local" / "share" / "table-companion"
    return folder if folder.is_dir() else None


def forget_user() -> None:
    """Take the service's user away; what is kept is root's until a service takes it up again, and nobody else's."""
    if not user_exists():
        return
    if DATA.exists():
        for path in (DATA, *DATA.rglob("*")):
            os.lchown(path, 0, 0)
    _must("userdel", USER)


def reload_all() -> None:
    """Have systemd and udev read what changed; avahi looks by itself."""
    if not systemd_runs():
        return
    systemctl("daemon-reload")
    if shutil.which("udevadm") is not None and Path("/run/udev/control").exists():
        _try("udevadm", "control", "--reload")
        _try("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=video4linux")


def tell_address() -> None:
    """Where the page is, and how a phone joins: as the running service says it."""
    subprocess.run([str(next(Path(one.by_setup) for one in PLACED if one.name == "companion.sh")), "phones", "invite"],
                   check=False)  # fmt: skip
    say(f"settings: {SETTINGS} (then: systemctl restart {UNIT}); evenings: {DATA}")
    say("its log: journalctl --namespace=table-companion; a new pairing code: sudo companion phones invite")


def systemctl(*words: str) -> None:
    """Call systemctl; what it refuses (a unit that is not there) is no trouble here."""
    if shutil.which("systemctl") is not None:
        _try("systemctl", *words)


def _try(*command: str) -> None:
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _must(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise CannotInstall(f"{command[0]} failed: {done.stderr.strip() or done.returncode}")


def main(words: Iterable[str]) -> int:
    """`service UV`, `uninstall`, or what the Debian package (`configure FOLDER`, `halt`) or an update (`refresh`) ask.

    The answer is the exit code."""
    name, *more = words
    try:
        commands: dict[str, Callable[..., None]] = {
            "service": install,
            "uninstall": uninstall,
            "configure": configure,
            "refresh": refresh,
            "halt": halt,
        }
        commands[name](*more)
    except (CannotInstall, CannotBuild) as refusal:
        say(str(refusal))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
