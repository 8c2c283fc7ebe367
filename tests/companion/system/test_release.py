"""A release file is what its maker signed, or it is refused in one sentence."""

import io
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.system import program, release
from companion.system.program import About, CannotBuild
from companion.system.release import BadRelease

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="openssh-client is not installed")
ABOUT = '{"version": "3.0.0", "name": "3.0.0-ab", "python": "3.11", "machine": "arm64"}'


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Path:
    """A small release file, rightly signed."""
    folder = tmp_path_factory.mktemp("made")
    made = folder / "program"
    (made / "bin" / "__pycache__").mkdir(parents=True)
    (made / "bin" / "__pycache__" / "x.pyc").write_text("compiled")
    (made / "bin" / "companion").write_text("#!/bin/sh\n")
    (made / "bin" / "companion").chmod(0o755)
    (made / "bin" / "python").symlink_to("/usr/bin/python3.11")
    (made / "secret.txt").write_text("words")
    (made / program.ABOUT).write_text(ABOUT)
    release.pack(made, folder / "new.release", key)
    return folder / "new.release"


def trust(folder: Path, key: Path) -> list[Path]:
    signers = folder / "release_signers"
    signers.write_text("# mine\n\n" + key.with_suffix(".pub").read_text())
    return [folder / "none", signers]


def refused(path: Path, signers: list[Path], folder: Path) -> str:
    with pytest.raises(BadRelease) as why, release.opened(path, signers, folder):
        pass
    assert not list(folder.glob("release-*"))
    return str(why.value.text)


def test_what_is_signed_is_unpacked(tmp_path: Path, packed: Path, key: Path):
    """With its link, its modes and without what was compiled; nothing is left of the copy."""
    with release.opened(packed, trust(tmp_path, key), tmp_path) as (what, members):
        assert what == About("3.0.0", "3.0.0-ab", "3.11", "arm64")
        release.unpack(members, tmp_path / "new")
    new = tmp_path / "new"
    assert sorted(path.relative_to(new).as_posix() for path in new.rglob("*")) == [
        "bin", "bin/companion", "bin/python", "program.json", "secret.txt",
    ]  # fmt: skip
    assert os.readlink(new / "bin" / "python") == "/usr/bin/python3.11"
    assert (new / "bin" / "companion").stat().st_mode & 0o777 == 0o755
    assert not list(tmp_path.glob("release-*"))


def test_nobody_is_trusted_until_the_owner_does(tmp_path: Path, packed: Path):
    """It says where the key goes."""
    assert "Nobody’s releases are trusted here yet" in refused(packed, [tmp_path / "release_signers"], tmp_path)


def test_another_signer_is_refused(tmp_path: Path, packed: Path):
    """Whoever else may have a key, it is not one of those trusted here."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "other"], check=True)
    assert "not signed by anybody who is trusted here" in refused(packed, trust(tmp_path, tmp_path / "other"), tmp_path)


def changed(packed: Path, target: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """The same file with some members changed, or left out."""
    with tarfile.open(packed) as old, tarfile.open(target, "w") as new:
        for one in old:
            file = old.extractfile(one)
            content = change(one.name, b"" if file is None else file.read())
            if content is not None:
                one.size = len(content)
                new.addfile(one, io.BytesIO(content))
    return target


def test_one_changed_byte_is_enough(tmp_path: Path, packed: Path, key: Path):
    """In the program, in what it says of itself, in the sums, in the signature."""
    for name in release.MEMBERS:

        def flip(member: str, content: bytes, name: str = name) -> bytes:
            middle = len(content) // 2
            flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
            return flipped if member == name else content

        said = refused(changed(packed, tmp_path / "bad.release", flip), trust(tmp_path, key), tmp_path)
        assert "not signed" in said or "is no whole release" in said


def test_a_part_is_no_release(tmp_path: Path, packed: Path, key: Path):
    """A member that is missing, one too many, half a download, another file, none."""
    signers = trust(tmp_path, key)
    without = changed(packed, tmp_path / "a.release", lambda name, all: None if name == release.SIGNATURE else all)
    assert "(SHA256SUMS.sig)" in refused(without, signers, tmp_path)
    half = tmp_path / "half.release"
    half.write_bytes(packed.read_bytes()[: packed.stat().st_size // 2])
    assert "is no whole release" in refused(half, signers, tmp_path)
    (tmp_path / "text.release").write_text("no tar at all")
    assert "is no whole release" in refused(tmp_path / "text.release", signers, tmp_path)
    assert "No such file" in refused(tmp_path / "none.release", signers, tmp_path)
    assert "cannot be read" in refused(tmp_path, signers, tmp_path)


@pytest.mark.parametrize(
    ("name", "kind", "leads"),
    [("../out", tarfile.REGTYPE, ""), ("/etc/out", tarfile.REGTYPE, ""), ("link", tarfile.SYMTYPE, "/etc/passwd"),
     ("bin/python", tarfile.SYMTYPE, "/tmp/python"), ("hard", tarfile.LNKTYPE, "x"), ("pipe", tarfile.FIFOTYPE, "")],
)  # fmt: skip
def test_nothing_leads_out_of_the_folder(tmp_path: Path, name: str, kind: bytes, leads: str):
    """Not even from one who signs: a name that climbs, a link that is not the one to the system's Python, a device."""
    with tarfile.open(tmp_path / release.PROGRAM, "w:gz") as archive:
        (one := tarfile.TarInfo(name)).type = kind
        one.linkname = leads
        archive.addfile(one)
    with pytest.raises(BadRelease):
        release.unpack(tmp_path, tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []


def test_a_release_needs_a_key_and_a_machine(tmp_path: Path):
    """Both are asked for before anything is made."""
    with pytest.raises(CannotBuild, match="ssh-keygen -t ed25519"):
        release.build("uv", tmp_path, tmp_path / "nokey", "arm64", "trixie")
    with pytest.raises(CannotBuild, match="Machines: amd64, arm64"):
        release.build("uv", tmp_path, tmp_path / "nokey", "vax", "trixie")
    assert list(tmp_path.iterdir()) == []
