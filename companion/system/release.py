"""Release files: a program folder for one machine and one Python, with checksums and a signature.

A release file is a tar of `SHA256SUMS`, `SHA256SUMS.sig`, `program.json` and `program.tar.gz`, in this order. The sums
name the other two; the signature is one of `ssh-keygen -Y sign` over the sums, and is looked at before all else.

    python -m companion.system.release UV FOLDER KEY [MACHINE] [RELEASE]
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.api.text import T, Text
from companion.system import program
from companion.system.deb import PYTHONS, this_release
from companion.system.program import ABOUT, About, CannotBuild

SUMS, SIGNATURE, PROGRAM = "SHA256SUMS", "SHA256SUMS.sig", "program.tar.gz"
MEMBERS = (SUMS, SIGNATURE, ABOUT, PROGRAM)
NAMESPACE = SIGNER = "table-companion-release"
ENDING = ".release"
SMALL = 1_000_000  # whatever is not the program itself
NO_KEYGEN = T("ssh-keygen is missing, which checks signatures: apt-get install openssh-client")


class BadRelease(Exception):
    """A release file that cannot be used. `text` says what is wrong with it and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


# --- reading ----------------------------------------------------------------------------------------------------------


@contextmanager
def opened(path: Path, signers: Sequence[Path], beside: Path) -> Iterator[tuple[About, Path]]:
    """What a release file holds, once its signature and its sums are right, and the folder where its members lie: a
    copy in `beside`, so that nobody changes what was checked. Raises BadRelease."""
    folder = Path(tempfile.mkdtemp(prefix="release-", dir=beside))
    try:
        _take_out(path, folder)
        _check_signature(folder, signers)
        _check_sums(folder)
        try:
            yield program.about(folder), folder
        except CannotBuild as error:
            raise BadRelease(_broken(path, str(error))) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unpack(members: Path, folder: Path) -> None:
    """Unpack the program of an opened release into a new folder. Raises BadRelease."""
    folder.mkdir(mode=0o755)
    try:
        with tarfile.open(members / PROGRAM) as archive:
            for one in archive:
                _put(archive, one, folder)
    except (tarfile.TarError, OSError, EOFError) as error:
        raise BadRelease(_broken(members / PROGRAM, str(error))) from error


def _put(archive: tarfile.TarFile, one: tarfile.TarInfo, folder: Path) -> None:
    name = Path(one.name)
    if name.is_absolute() or ".." in name.parts:
        raise tarfile.TarError(f"{one.name} leads out of the folder")
    target = folder / name
    if one.isdir():
        target.mkdir(exist_ok=True)
    elif one.issym() and name == Path("bin/python") and one.linkname.startswith("/usr/bin/python3."):
        target.symlink_to(one.linkname)
    elif one.isfile():
        with archive.extractfile(one) or open(os.devnull, "rb") as source, target.open("xb") as copy:
            shutil.copyfileobj(source, copy)
        target.chmod(0o755 if one.mode & stat.S_IXUSR else 0o644)
        os.utime(target, (one.mtime, one.mtime))
    else:
        raise tarfile.TarError(f"{one.name} is neither a file nor a folder")


def _take_out(path: Path, folder: Path) -> None:
    try:
        with tarfile.open(path, "r:") as release:
            for one in release:
                if one.name not in MEMBERS or not one.isfile() or (one.name != PROGRAM and one.size > SMALL):
                    raise BadRelease(_broken(path, one.name))
                with release.extractfile(one) or open(os.devnull, "rb") as source, (folder / one.name).open("xb") as to:
                    shutil.copyfileobj(source, to)
    except OSError as error:
        raise BadRelease(
            T("{file} cannot be read: {why}.", file=str(path), why=error.strerror or str(error))
        ) from error
    except tarfile.TarError as error:
        raise BadRelease(_broken(path, str(error))) from error
    missing = [name for name in MEMBERS if not (folder / name).is_file()]
    if missing:
        raise BadRelease(_broken(path, ", ".join(missing)))


def _broken(path: Path, why: str) -> Text:
    return T("{file} is no whole release of the companion ({why}). Fetch it again.", file=path.name, why=why)


def _check_signature(folder: Path, signers: Sequence[Path]) -> None:
    known = [line for path in signers if path.is_file() for line in path.read_text(encoding="utf-8").splitlines()]
    keys = [line for line in known if line.strip() and not line.startswith("#")]
    if not keys:
        where = str(signers[-1]) if signers else ""
        raise BadRelease(T("Nobody’s releases are trusted here yet. Put the public key of who makes them into {file}; how: docs/operating.md", file=where))  # fmt: skip  # noqa: E501
    if shutil.which("ssh-keygen") is None:
        raise BadRelease(NO_KEYGEN)
    allowed = folder / "signers"
    allowed.write_text("".join(f'{SIGNER} namespaces="{NAMESPACE}" {_key(line)}\n' for line in keys), encoding="utf-8")
    command = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", SIGNER, "-n", NAMESPACE]
    with (folder / SUMS).open("rb") as sums:
        done = subprocess.run(
            [*command, "-s", str(folder / SIGNATURE)], stdin=sums, capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise BadRelease(T("The release is not signed by anybody who is trusted here, so it is not installed."))


def _key(line: str) -> str:
    """The key of a line, whether it is a public key as `ssh-keygen` writes it or one of an allowed-signers file."""
    words = line.split()
    at = next((i for i, word in enumerate(words) if word.startswith(("ssh-", "ecdsa-", "sk-"))), 0)
    return " ".join(words[at : at + 2])


def _check_sums(folder: Path) -> None:
    said = dict(_sum_line(line) for line in (folder / SUMS).read_text(encoding="utf-8").splitlines())
    for name in (ABOUT, PROGRAM):
        if said.get(name) != digest(folder / name):
            raise BadRelease(_broken(folder / name, SUMS))


def _sum_line(line: str) -> tuple[str, str]:
    found, _, name = line.partition("  ")
    return name, found


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- making -----------------------------------------------------------------------------------------------------------


def file_name(what: About) -> str:
    """What a release's file is called."""
    return f"table-companion-{what.version}-{what.machine}-python{what.python}{ENDING}"


def pack(made: Path, target: Path, key: Path, compression: int = 6) -> None:
    """Pack a program folder into a release file, signed with a private key of ssh's. Raises CannotBuild."""
    with tempfile.TemporaryDirectory(prefix="companion-release-", dir=target.parent) as name:
        folder = Path(name)
        with tarfile.open(folder / PROGRAM, "w:gz", compresslevel=compression) as archive:
            archive.add(made, ".", filter=_plain)
        shutil.copyfile(made / ABOUT, folder / ABOUT)
        sums = "".join(f"{digest(folder / name)}  {name}\n" for name in (ABOUT, PROGRAM))
        (folder / SUMS).write_text(sums, encoding="utf-8")
        command = ["ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", NAMESPACE, str(folder / SUMS)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotBuild(f"The release could not be signed with {key}: {done.stderr.strip()}")
        with tarfile.open(target, "w") as release:
            for member in MEMBERS:
                release.add(folder / member, member, filter=_plain)


def _plain(one: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if "__pycache__" in one.name:
        return None
    one.uid = one.gid = 0
    one.uname = one.gname = "root"
    return one


def build(uv: str, folder: Path, key: Path, machine: str, release: str) -> Path:
    """Make the program of these sources and pack it. Raises CannotBuild."""
    if machine not in program.MACHINES or release not in PYTHONS:
        raise CannotBuild(
            f"There is no release for {machine} and {release}. Machines: {', '.join(program.MACHINES)}; "
            f"releases of Debian: {', '.join(PYTHONS)}."
        )
    if not key.is_file():
        raise CannotBuild(f"There is no private key {key}. Make one: ssh-keygen -t ed25519 -f {key}")
    what = program.about_source(machine, PYTHONS[release])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="companion-release-", dir=folder) as made:
        program.make(Path(made) / "program", what, uv)
        program.open_to_all(Path(made) / "program")
        target = folder / file_name(what)
        pack(Path(made) / "program", target, key)
    return target


def main(words: Sequence[str]) -> int:
    """Make it, and say where it lies; the answer is the exit code."""
    if len(words) < 3:
        sys.stderr.write("setup: say with which key: ./setup.sh release KEY [amd64|arm64] [bookworm|trixie]\n")
        return 1
    uv, folder, key, *more = words
    try:
        machine = more[0] if more else program.this_machine()
        target = build(uv, Path(folder), Path(key), machine, more[1] if len(more) > 1 else this_release())
    except CannotBuild as refusal:
        sys.stderr.write(f"setup: {refusal}\n")
        return 1
    sys.stdout.write(f"{target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
