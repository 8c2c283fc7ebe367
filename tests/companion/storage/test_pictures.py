"""The owner's photographs of cards: kept whole or not at all, found again, never outside their folder."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api.refusals import NotSaved
from companion.api.text import T
from companion.library.card_file import CardKind
from companion.library.cards import Library
from companion.library.look_up import LookUp
from companion.library.rulebook import RuleBook
from companion.storage import pictures as module
from companion.storage.log import Log
from companion.storage.pictures import Changed, Pictures

JPEG = b"\xff\xd8 a card \xff\xd9"
OTHER = b"\xff\xd8 the same card, nearer \xff\xd9"


class Store:
    """Kept values in memory; `full` refuses every write."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], object] = {}
        self.full = False

    def get(self, kind: str, key: str) -> object | None:
        return self.values.get((kind, key))

    def all(self, kind: str) -> dict[str, object]:
        return {key: value for (one, key), value in self.values.items() if one == kind}

    def put(self, kind: str, key: str, value: object) -> None:
        if self.full:
            raise NotSaved(T("The disk is full."))
        self.values[kind, key] = value

    def drop(self, kind: str, key: str) -> None:
        if self.full:
            raise NotSaved(T("The disk is full."))
        self.values.pop((kind, key), None)


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def pictures(tmp_path: Path, store: Store) -> Pictures:
    return Pictures(tmp_path, store, durable=False)


def files(folder: Path) -> list[Path]:
    """Every file below a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_photograph_is_kept_and_found(pictures: Pictures, tmp_path: Path):
    """A photograph is a file below pictures/<game>, found by its card with its size."""
    added = pictures.add("frostpunk", "D012", JPEG, 700, 1000)
    assert pictures.find("frostpunk", "D012") == added
    assert (added.width, added.height, added.size, added.missing) == (700, 1000, len(JPEG), False)
    assert pictures.read("frostpunk", "D012") == (added, JPEG)
    (file,) = files(tmp_path)
    assert file.parent == tmp_path / "pictures" / "frostpunk"
    assert file.name.startswith("d012-")
    assert file.suffix == ".jpg"
    assert file.read_bytes() == JPEG


def test_other_cards_and_games_have_none(pictures: Pictures):
    """A photograph belongs to one card of one game."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    assert pictures.find("frostpunk", "D013") is None
    assert pictures.find("turris", "D012") is None
    assert pictures.read("turris", "D012") is None
    assert (pictures.cards("frostpunk"), pictures.cards("turris")) == (("D012",), ())


def test_capitals_and_spaces_do_not_matter(pictures: Pictures):
    """A card that goes by its name is found however the name was typed."""
    pictures.add("frostpunk", "weather.Long  Night", JPEG, 7, 10)
    assert pictures.find("frostpunk", "weather.long night") is not None
    assert pictures.cards("frostpunk") == ("weather.Long Night",)


def test_what_there_is_survives_a_restart(tmp_path: Path):
    """After a restart, the same photographs are there, from a real log."""
    log = Log(tmp_path, durable=False)
    Pictures(tmp_path, log).add("frostpunk", "I/08", JPEG, 7, 10)
    log.close()
    log = Log(tmp_path, durable=False)
    again = Pictures(tmp_path, log)
    assert again.cards("frostpunk") == ("I/08",)
    assert again.read("frostpunk", "I/08") is not None
    again.drop("frostpunk", "I/08")
    log.close()
    log = Log(tmp_path, durable=False)
    assert Pictures(tmp_path, log).find("frostpunk", "I/08") is None
    log.close()


def test_a_new_photograph_takes_the_place_of_the_old(pictures: Pictures, tmp_path: Path):
    """Replacing leaves one file, the new one, with a version of its own."""
    old = pictures.add("frostpunk", "D012", JPEG, 7, 10)
    new = pictures.add("frostpunk", "d012", OTHER, 8, 10, seen=old.version)
    assert new.version != old.version
    assert pictures.read("frostpunk", "D012") == (new, OTHER)
    assert [file.read_bytes() for file in files(tmp_path)] == [OTHER]


def test_the_same_photograph_again(pictures: Pictures, tmp_path: Path):
    """Adding the very same picture twice keeps it."""
    for _ in range(2):
        pictures.add("frostpunk", "D012", JPEG, 7, 10)
    assert pictures.read("frostpunk", "D012") is not None
    assert len(files(tmp_path)) == 1


def test_a_deleted_photograph_is_gone(pictures: Pictures, tmp_path: Path):
    """Deleting takes the file away too; deleting what is not there does nothing."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    for _ in range(2):
        pictures.drop("frostpunk", "D012")
        assert pictures.find("frostpunk", "D012") is None
    assert files(tmp_path) == []


@pytest.mark.parametrize("seen", ["", "0123456789abcdef"])
def test_what_another_has_changed_is_not_overwritten(pictures: Pictures, seen: str):
    """Who saw no photograph, or another one, neither replaces nor deletes the present one."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    with pytest.raises(Changed):
        pictures.add("frostpunk", "D012", OTHER, 7, 10, seen=seen)
    with pytest.raises(Changed):
        pictures.drop("frostpunk", "D012", seen=seen)
    assert pictures.read("frostpunk", "D012") is not None


def test_a_missing_file_is_told_as_missing(pictures: Pictures, tmp_path: Path):
    """When somebody has removed the file, the photograph is missing, and can be taken anew or deleted."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    shutil.rmtree(tmp_path / "pictures")
    found = pictures.find("frostpunk", "D012")
    assert found is not None
    assert found.missing
    assert pictures.read("frostpunk", "D012") is None
    assert pictures.cards("frostpunk") == ("D012",)
    assert not pictures.add("frostpunk", "D012", JPEG, 7, 10, seen=found.version).missing
    assert pictures.read("frostpunk", "D012") is not None
    shutil.rmtree(tmp_path / "pictures")
    pictures.drop("frostpunk", "D012")
    assert pictures.find("frostpunk", "D012") is None


@pytest.mark.parametrize("damage", [b"", JPEG[:-3], JPEG.replace(b"a card", b"x card"), JPEG + b"more"])
def test_a_torn_file_is_not_shown(pictures: Pictures, tmp_path: Path, damage: bytes):
    """A file that is not the one that was kept is never handed out, not even when it is as long."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    (file,) = files(tmp_path)
    file.write_bytes(damage)
    assert pictures.read("frostpunk", "D012") is None
    found = pictures.find("frostpunk", "D012")
    assert found is not None
    assert found.missing == (len(damage) != len(JPEG))


def test_a_folder_in_the_place_of_the_file(pictures: Pictures, tmp_path: Path):
    """Whatever lies where the file should be, nothing crashes."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    (file,) = files(tmp_path)
    file.unlink()
    file.mkdir()
    assert pictures.read("frostpunk", "D012") is None
    pictures.drop("frostpunk", "D012")
    assert pictures.find("frostpunk", "D012") is None


def test_a_full_disk_keeps_the_old_one(pictures: Pictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """When the disk is full one sentence says so, the old photograph stays, and no half file is left."""
    old = pictures.add("frostpunk", "D012", JPEG, 7, 10)

    def full(self: Path, *args: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(NotSaved) as refused:
        pictures.add("frostpunk", "D012", OTHER, 7, 10)
    assert str(refused.value.text) == (
        "The disk is full, so the photograph was not kept; please make room and try again."
    )
    assert pictures.read("frostpunk", "D012") == (old, JPEG)
    assert len(files(tmp_path)) == 1


def test_room_is_left_for_the_evenings(pictures: Pictures, monkeypatch: pytest.MonkeyPatch):
    """A photograph does not take the last of the disk: the evenings are more important."""
    monkeypatch.setattr(module, "ROOM_WANTED", 2**62)
    with pytest.raises(NotSaved, match="disk is full"):
        pictures.add("frostpunk", "D012", JPEG, 7, 10)
    assert pictures.find("frostpunk", "D012") is None


def test_a_read_only_folder(pictures: Pictures, tmp_path: Path):
    """Where no folder can be made, one sentence says so."""
    (tmp_path / "pictures").write_text("in the way")
    with pytest.raises(NotSaved, match="was not kept"):
        pictures.add("frostpunk", "D012", JPEG, 7, 10)


def test_a_log_that_cannot_be_written(pictures: Pictures, store: Store, tmp_path: Path):
    """When the log refuses, the file does not stay either, and the old photograph is still there."""
    old = pictures.add("frostpunk", "D012", JPEG, 7, 10)
    store.full = True
    with pytest.raises(NotSaved):
        pictures.add("frostpunk", "D012", OTHER, 7, 10)
    with pytest.raises(NotSaved):
        pictures.add("frostpunk", "D013", OTHER, 7, 10)
    with pytest.raises(NotSaved):
        pictures.drop("frostpunk", "D012")
    assert pictures.read("frostpunk", "D012") == (old, JPEG)
    assert len(files(tmp_path)) == 1


def test_only_so_many(pictures: Pictures, monkeypatch: pytest.MonkeyPatch):
    """A phone cannot fill the disk with photographs of cards that it invents."""
    monkeypatch.setattr(module, "MOST", 2)
    for card in ("D001", "D002"):
        pictures.add("frostpunk", card, JPEG, 7, 10)
    with pytest.raises(NotSaved, match="2 photographs already"):
        pictures.add("frostpunk", "D003", JPEG, 7, 10)
    pictures.add("frostpunk", "D002", OTHER, 7, 10)


def test_a_half_written_file_goes_at_the_next_start(pictures: Pictures, store: Store, tmp_path: Path):
    """What a power cut left half written is cleared away; whole photographs stay."""
    pictures.add("frostpunk", "D012", JPEG, 7, 10)
    half = tmp_path / "pictures" / "frostpunk" / "d013-0-0.part"
    half.write_bytes(JPEG[:4])
    Pictures(tmp_path, store)
    assert not half.exists()
    assert len(files(tmp_path)) == 1


@pytest.mark.parametrize("kept", ["a word", 7, {"card": "D012"}, [], {"version": "../../x", "card": 1}])
def test_a_note_of_another_make(pictures: Pictures, store: Store, kept: object):
    """What cannot be understood in the log counts as no photograph."""
    store.values["card_picture", "frostpunk/d012"] = kept
    assert pictures.find("frostpunk", "D012") is None
    assert pictures.cards("frostpunk") == ()


NAMES = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["../../etc/passwd", "..", ".", "/", "a/../../b", "\x00", "CON", "\\\\host\\x", "ж" * 60, "-rf", ""]
    ),
)


@given(game=NAMES, card=NAMES)
def test_no_name_leads_out_of_the_folder(tmp_path_factory: pytest.TempPathFactory, game: str, card: str):
    """Whatever a game or a card is called, its photograph lies in a folder below pictures, and is found."""
    folder = tmp_path_factory.getbasetemp() / "names"
    shutil.rmtree(folder, ignore_errors=True)
    pictures = Pictures(folder, Store(), durable=False)
    added = pictures.add(game, card, JPEG, 7, 10)
    (file,) = files(folder)
    assert file.parent.parent == folder / "pictures"
    assert len(file.name) < 100
    assert file.name.isascii()
    assert pictures.read(game, card) == (added, JPEG)


# --- in the library ---------------------------------------------------------------------------------------------------


def library(pictures: Pictures) -> Library:
    """Cards by code, and weather cards by their name."""
    coded = CardKind(name="dusk", reader="card_id", pattern="D[0-9]{3}", title="Dusk card", what="Dusk.")
    named = CardKind(name="weather", reader="name", title="Weather card", what="The weather.")
    return Library("frostpunk", [coded, named], [], None, pictures)


def test_an_entry_tells_whether_there_is_one(pictures: Pictures):
    """A card's entry names its photograph, or tells that it can have one."""
    cards = library(pictures)
    before = cards.look_up("d012")
    assert before is not None
    assert (before.pictured, before.picture) == ("D012", None)
    added = pictures.add("frostpunk", before.pictured, JPEG, 7, 10)
    after = cards.look_up("#D012")
    assert after is not None
    assert after.picture == added


def test_a_kind_of_cards_has_none(pictures: Pictures):
    """What a kind of cards is can be looked up, but a photograph is of one card."""
    found = library(pictures).look_up("Weather card")
    assert found is not None
    assert (found.pictured, found.picture) == ("", None)


def test_a_card_with_a_photograph_alone_is_found_by_its_name(pictures: Pictures):
    """A card without a code of which nothing is known but its photograph is found by its name."""
    cards = library(pictures)
    pictures.add("frostpunk", "weather.Long Night", JPEG, 7, 10)
    found = cards.look_up("long night")
    assert found is not None
    assert found.picture is not None
    assert str(found.title) == "Long Night"
    hits = LookUp(RuleBook(()), str).search("night", cards)
    assert [(one.kind, one.id) for one in hits] == [("card", "weather.Long Night")]
