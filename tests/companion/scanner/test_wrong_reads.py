"""Wrong reads: kept on this machine alone, bounded, listed, deleted, taken out as a file."""

import io
import json
import stat
import zipfile
from pathlib import Path

import pytest

from companion.api.refusals import NotSaved
from companion.scanner import wrong_reads as module
from companion.scanner.wrong_reads import WrongRead, WrongReads

JPEG = b"\xff\xd8 a card \xff\xd9"


def about(read: str = "D012", right: str = "D013") -> WrongRead:
    """A report."""
    return WrongRead(id="", at=0, read=read, right=right, sure=True, source="camera", kind="card_id", height_px=14.5)


@pytest.fixture
def now() -> list[float]:
    return [1_700_000_000.0]


@pytest.fixture
def wrong(tmp_path: Path, now: list[float]) -> WrongReads:
    return WrongReads(tmp_path, lambda: now[0])


def test_kept_and_listed_newest_first(wrong: WrongReads, now: list[float], tmp_path: Path):
    """With its picture, what was read and what is right; found again by another start."""
    first = wrong.add(JPEG, about())
    now[0] += 1
    wrong.add(JPEG + b"2", about("", "L04"))
    assert [(one.read, one.right) for one in wrong.all()] == [("", "L04"), ("D012", "D013")]
    again = WrongReads(tmp_path)
    assert again.picture(first.id) == JPEG
    assert (len(again), again.all()) == (2, wrong.all())


def test_only_the_owner_s_user_may_read_them(wrong: WrongReads, tmp_path: Path):
    """They show what lay on somebody's table."""
    one = wrong.add(JPEG, about())
    folder = tmp_path / "wrong_reads"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / f"{one.id}.jpg").stat().st_mode) == 0o600


def test_deleted_one_by_one_and_all(wrong: WrongReads, tmp_path: Path):
    """Nothing of them stays in the folder."""
    one, _, _ = (wrong.add(JPEG, about()) for _ in range(3))
    assert wrong.drop(one.id)
    assert not wrong.drop(one.id)
    assert (len(wrong), wrong.picture(one.id)) == (2, None)
    assert wrong.clear() == 2
    assert list((tmp_path / "wrong_reads").iterdir()) == []


def test_the_file_for_training(wrong: WrongReads):
    """The pictures, and a list of what was read and what is right."""
    one = wrong.add(JPEG, about())
    with zipfile.ZipFile(io.BytesIO(wrong.as_zip())) as file:
        assert sorted(file.namelist()) == sorted([f"{one.id}.jpg", "wrong_reads.json"])
        assert file.read(f"{one.id}.jpg") == JPEG
        [entry] = json.loads(file.read("wrong_reads.json"))
    assert (entry["read"], entry["right"], entry["height_px"]) == ("D012", "D013", 14.5)


def test_no_more_than_fit(wrong: WrongReads, monkeypatch: pytest.MonkeyPatch):
    """So many, and so many bytes; then one sentence says what to do, and nothing is lost."""
    monkeypatch.setattr(module, "MOST", 2)
    wrong.add(JPEG, about())
    wrong.add(JPEG, about())
    with pytest.raises(NotSaved, match="then delete them"):
        wrong.add(JPEG, about())
    monkeypatch.setattr(module, "MOST", 200)
    monkeypatch.setattr(module, "MOST_BYTES", 3 * len(JPEG) - 1)
    with pytest.raises(NotSaved):
        wrong.add(JPEG, about())
    assert len(wrong) == 2


@pytest.mark.parametrize("jpeg", [b"", b"x" * (module.LARGEST + 1)])
def test_without_a_picture_of_sane_size_nothing_is_kept(wrong: WrongReads, jpeg: bytes):
    """An empty or huge picture is refused."""
    with pytest.raises(NotSaved):
        wrong.add(jpeg, about())
    assert len(wrong) == 0


def test_a_disk_that_fails_leaves_nothing_behind(wrong: WrongReads, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Either a whole report is there or none."""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(NotSaved, match="No space left"):
        wrong.add(JPEG, about())
    assert list((tmp_path / "wrong_reads").iterdir()) == []


def test_the_evenings_need_the_room_more(wrong: WrongReads, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """On a disk that is nearly full, none is taken."""
    monkeypatch.setattr(module, "ROOM_WANTED", 2**62)
    with pytest.raises(NotSaved, match="No space left"):
        wrong.add(JPEG, about())
    assert list((tmp_path / "wrong_reads").iterdir()) == []


@pytest.mark.parametrize("id", ["", "..", "../session", "1700000000000-zz", "/etc/passwd", "1700000000000-00000000/.."])
def test_no_other_file_can_be_reached(wrong: WrongReads, tmp_path: Path, id: str):
    """A name that is not one of theirs reads and deletes nothing."""
    (tmp_path / "session.jpg").write_bytes(b"secret")
    (tmp_path / "session.json").write_bytes(b"secret")
    assert wrong.picture(id) is None
    assert not wrong.drop(id)
    assert (tmp_path / "session.json").exists()


def test_damaged_reports_are_passed_over(wrong: WrongReads, tmp_path: Path):
    """A file that somebody put there or tore does no harm."""
    one = wrong.add(JPEG, about())
    folder = tmp_path / "wrong_reads"
    (folder / "1700000000001-00000000.json").write_bytes(b"{")
    (folder / "1700000000002-00000000.json").write_bytes((folder / f"{one.id}.json").read_bytes())
    (folder / "notes.json").write_bytes(b"\xff")
    assert [each.id for each in wrong.all()] == [one.id]
    wrong.as_zip()
