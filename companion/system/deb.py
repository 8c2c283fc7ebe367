"""Makes the Debian package: the program with all that it needs, the system's files, and what dpkg is to do with them.

    python -m companion.system.deb UV FOLDER [MACHINE] [RELEASE]

The package holds everything, so that installing it needs no network. It is for one machine (`amd64`, `arm64`) and one
release of Debian, whose Python runs it; Raspberry Pi OS has the same names.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import md5
from pathlib import Path

from companion import __version__
from companion.system import program
from companion.system.program import SOURCE, About, CannotBuild
from companion.system.service import FILES, HOME, PLACED, VERSIONS, say

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
NUMBERS = {"bookworm": "deb12", "trixie": "deb13"}
NAME = "table-companion"
# Debian 13 knows this library by another name; the others are those of setup.sh's RUN_PACKAGES.
NEEDED = (
    "espeak-ng",
    "alsa-utils",
    "libgl1",
    "libglib2.0-0t64 | libglib2.0-0",
    "libstdc++6",
    "libc6 (>= 2.28)",
    "passwd",
)
ASKED_FOR = ("avahi-daemon", "openssh-client")
OFFERED = ("python3-lgpio",)
CONTROL = """Package: {name}
Version: {version}
Architecture: {machine}
Maintainer: The table companion's contributors <contributors@table-companion.invalid>
Installed-Size: {size}
Depends: {needed}
Recommends: {asked_for}
Suggests: {offered}
Section: misc
Priority: optional
Description: does the clerk's work beside a physical board game
 A service on a Raspberry Pi or a PC that knows where in the round a board game
 is, says what to do next, counts the cubes that fall into a drawer, reads the
 cards that it is shown and keeps every track. Phones join by a QR code.
 .
 It plays Frostpunk: The Board Game, The 7th Citadel, Turris, The Skies of
 Torrenar and the fire brigades of Zarownica, in English and Polish.
"""
OVERRIDES = {
    "dir-or-file-in-opt": "the folder of a program that Debian does not ship, with room for a second version beside it",
    "no-manual-page": "companion --help says it all, in the owner's language",
    "maintainer-script-calls-systemctl": "debhelper would do the same; one program does it for setup.sh and for dpkg",
    "unstripped-binary-or-object": "the Python packages are as their makers built them, held against their hashes",
    "embedded-library": "see above",
    "library-not-linked-against-libc": "see above",
    "shared-library-lacks-prerequisites": "see above",
    "script-not-executable": "see above",
    "unusual-interpreter": "see above",
}


def deb_version(version: str, release: str) -> str:
    """A version of Python's as Debian orders them: what comes before a release is marked by a tilde."""
    before_release = re.sub(r"[.]?(dev|a|b|rc)(?=[0-9])", r"~\1", version)
    return f"{before_release}+{NUMBERS[release]}"


def file_name(machine: str, release: str, version: str = __version__) -> str:
    """What the package's file is called."""
    return f"{NAME}_{deb_version(version, release)}_{machine}.deb"


def build(uv: str, folder: Path, machine: str, release: str, compression: str = "xz") -> Path:
    """Build the package into a folder; where it lies. Raises CannotBuild."""
    if machine not in program.MACHINES or release not in PYTHONS:
        raise CannotBuild(
            f"There is no package for {machine} and {release}. Machines: {', '.join(program.MACHINES)}; "
            f"releases of Debian: {', '.join(PYTHONS)}."
        )
    if shutil.which("dpkg-deb") is None:
        raise CannotBuild("dpkg-deb is missing: a Debian package is built on Debian.")
    what = program.about_source(machine, PYTHONS[release])
    with tempfile.TemporaryDirectory(prefix="companion-deb-", dir=folder) as made:
        root = Path(made) / "root"
        version = root / VERSIONS.relative_to("/") / what.name
        program.make(version, what, uv)
        (version / "packaged").touch()  # dpkg's, and so not for an update to take away
        for one in PLACED:
            if one.by_package:
                _put(root / one.by_package.lstrip("/"), (FILES / one.name).read_bytes(), one.mode)
        _documents(root, release)
        program.open_to_all(root)
        for one in PLACED:
            if one.by_package:
                (root / one.by_package.lstrip("/")).chmod(one.mode)
        _control(root, what, release)
        target = folder / file_name(machine, release)
        command = ["dpkg-deb", "--root-owner-group", f"-Z{compression}", "--build", str(root), str(target)]
        environ = os.environ | {"SOURCE_DATE_EPOCH": str(_made_at())}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environ)
        if done.returncode:
            raise CannotBuild(f"dpkg-deb failed: {done.stderr.strip()}")
    return target


def _put(path: Path, content: bytes, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def _documents(root: Path, release: str) -> None:
    folder = root / "usr" / "share" / "doc" / NAME
    licence = (SOURCE / "LICENSE").read_text(encoding="utf-8")
    _put(folder / "copyright", f"The table companion, and what is shipped with it\n\n{licence}".encode())
    when = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(_made_at()))
    told = "  * What changed: CHANGELOG.md beside the sources."
    entry = f"{NAME} ({deb_version(__version__, release)}) stable; urgency=medium\n\n{told}\n\n"
    entry += f" -- The table companion's contributors <contributors@table-companion.invalid>  {when}\n"
    _put(folder / "changelog.gz", gzip.compress(entry.encode(), 9, mtime=0))
    lines = "".join(f"# {why}\n{NAME}: {tag}\n" for tag, why in OVERRIDES.items())
    _put(root / "usr" / "share" / "lintian" / "overrides" / NAME, lines.encode())


def _made_at() -> int:
    """When the sources were made, in seconds since 1970: the same sources give the same package."""
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=SOURCE, capture_output=True, text=True, check=False
    )
    if asked.returncode == 0 and asked.stdout.strip().isdigit():
        return int(asked.stdout)
    return int((SOURCE / "companion" / "__init__.py").stat().st_mtime)


def _control(root: Path, what: About, release: str) -> None:
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    major, minor = what.python.split(".")
    python = f"python3 (>= {what.python}), python3 (<< {major}.{int(minor) + 1})"
    control = CONTROL.format(
        name=NAME,
        version=deb_version(what.version, release),
        machine=what.machine,
        size=sum(path.stat().st_size for path in files) // 1024,
        needed=", ".join((python, *NEEDED)),
        asked_for=", ".join(ASKED_FOR),
        offered=", ".join(OFFERED),
    )
    folder = root / "DEBIAN"
    _put(folder / "control", control.encode())
    sums = "".join(f"{md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files)
    _put(folder / "md5sums", sums.encode())
    for name in ("postinst", "prerm", "postrm"):
        text = (FILES / "deb" / name).read_text(encoding="utf-8")
        text = text.replace("@VERSION@", str(VERSIONS / what.name)).replace("@HOME@", str(HOME))
        _put(folder / name, text.encode(), 0o755)


def main(words: Sequence[str]) -> int:
    """Build it, and say where it lies; the answer is the exit code."""
    uv, folder, *more = words
    try:
        machine = more[0] if more else program.this_machine()
        release = more[1] if len(more) > 1 else this_release()
        say(f"building {file_name(machine, release) if release in PYTHONS else 'the package'} (some minutes)")
        Path(folder).mkdir(parents=True, exist_ok=True)
        target = build(uv, Path(folder), machine, release, os.environ.get("COMPANION_DEB_COMPRESSION", "xz"))
    except CannotBuild as refusal:
        say(str(refusal))
        return 1
    sys.stdout.write(f"{target}\n")
    say(f"install it, on {release} with {machine}: sudo apt install ./{target.name}")
    return 0


def this_release() -> str:
    """The release of Debian that runs here, where there is a package for it; else the older one."""
    try:
        lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    found = next((line.partition("=")[2].strip('"') for line in lines if line.startswith("VERSION_CODENAME=")), "")
    return found if found in PYTHONS else "bookworm"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
