"""An evening goes out as one file and comes back equal; what is no whole evening is refused in words."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.game import Move
from companion.api.refusals import BadFile, BadMove
from companion.session.session import Session, archive
from companion.storage.log import Log
from tests.companion.toy_game import GAME, fuel_move


@pytest.fixture
def played(evening: Session) -> Session:
    """An evening with a bit of everything."""
    evening.play(fuel_move(2), "Anna")
    evening.play(Move("drop", {"cubes": 3}), "drawer")
    evening.correct("coal", 9, "Bert")
    evening.learn("valve", 9, "Anna")
    evening.undo("Bert", 2)
    evening.redo("Anna", 1)
    evening.undo("Anna", 1)
    return evening


def exported(session: Session) -> bytes:
    return session.export(session.evenings()[0].id)


def test_round_trip(played: Session) -> None:
    """An imported evening shows the same, undone steps, redo and history included, and exports the same."""
    data = exported(played)
    before = played.screen()
    imported = played.import_(data, "Anna")
    after = played.open(imported.id)
    assert after.evening is not None
    assert before.evening is not None
    assert after.evening.id != before.evening.id
    assert (after.prompts, after.view, after.history) == (before.prompts, before.view, before.history)
    assert (after.can_undo, after.can_redo) == (before.can_undo, before.can_redo) == (2, 2)
    assert played.export(imported.id) == data
    played.redo("Anna", 2)
    assert played.state().limits["valve"] == 9


@pytest.mark.parametrize("what", ["file", "story"])
def test_play_goes_on_while_an_evening_is_read(
    played: Session, log: Log, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A long campaign takes seconds on a Raspberry Pi. What is told is how it stood when it was asked for."""
    ask = {"file": lambda: exported(played), "story": played.chronicle}[what]
    expected, told = ask(), list[Any]()
    reading, go_on = threading.Event(), threading.Event()
    entries = log.entries

    def slow(*asked: Any) -> Any:
        if threading.current_thread() is asking and not played._lock._is_owned():  # type: ignore[attr-defined]
            reading.set()
            assert go_on.wait(30)
        return entries(*asked)

    monkeypatch.setattr(log, "entries", slow)
    asking = threading.Thread(target=lambda: told.append(ask()))
    asking.start()
    assert reading.wait(30)
    assert played.play(fuel_move(1), "Bert").version
    go_on.set()
    asking.join(30)
    assert told == [expected]


def test_a_file_of_an_earlier_companion(played: Session) -> None:
    """A file of format 1, in which every state stands whole, is still taken in."""
    imported = played.import_(changed(exported(played), lambda evening: evening.update(version=1)), "Anna")
    assert played.open(imported.id).can_undo == 2


def test_import_elsewhere_brings_board_facts(played: Session, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Board facts come with the file; what the other owner told already holds."""
    played.redo("Anna", 2)
    played.tell_board("boiler", "danger", 5)
    log = Log(tmp_path_factory.mktemp("other"), durable=False)
    try:
        other = Session(log, {"boiler": GAME})
        other.tell_board("boiler", "danger", 3)
        other.import_(exported(played), "Cleo")
        assert other.board("boiler") == {"danger": 3, "valve": 9}
    finally:
        log.close()


@pytest.fixture
def file(played: Session) -> bytes:
    return exported(played)


def changed(data: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    evening = json.loads(data)
    change(evening)
    return json.dumps(evening).encode()


def refused(session: Session, data: bytes, sentence: str) -> None:
    before = (session.evenings(), session.board("boiler"), session.screen())
    with pytest.raises(BadFile, match=sentence) as caught:
        session.import_(data, "Anna")
    assert len(str(caught.value)) < 400
    assert (session.evenings(), session.board("boiler"), session.screen()) == before


NOT_OURS = [b"", b"hello", b"{}", b"[1]", b"null", b"\xff\xfe\x00", b'{"format": "other"}', b"[" * 10**6]


@pytest.mark.parametrize("data", NOT_OURS, ids=lambda data: repr(data[:12]))
def test_not_ours(played: Session, data: bytes) -> None:
    """A file of something else is refused in words."""
    refused(played, data, "not a file of an evening")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(part=st.floats(0, 0.999))
def test_cut_anywhere(played: Session, part: float) -> None:
    """A file cut at any place is refused, and nothing of it is kept."""
    data = exported(played)
    refused(played, data[: int((len(data) - 2) * part)], "cut short|not a file of an evening")


def test_too_large(played: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file beyond the limit is refused before it is read."""
    monkeypatch.setattr(archive, "LARGEST_FILE", 1000)
    refused(played, b"[" * 1001, "too large")


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "another game": (lambda e: e.update(game="chess"), "“chess”, which this companion does not have"),
    "newer": (lambda e: e.update(version=3), "newer version of the companion"),
    "version is no number": (lambda e: e.update(version="1"), "was altered"),
    "no entries": (lambda e: e.update(entries=[]), "was altered"),
    "a field more": (lambda e: e.update(extra=1), "was altered"),
    "a field less": (lambda e: e.pop("players"), "was altered"),
    "players are no list": (lambda e: e.update(players="Anna"), "was altered"),
    "huge name": (lambda e: e.update(name="x" * 3000), "was altered"),
    "empty name": (lambda e: e.update(name=" "), "was altered"),
    "no player": (lambda e: e.update(players=[]), "was altered"),
    "huge number": (lambda e: e["entries"][1]["learnt"].update(x=2**60), "was altered"),
    "an entry left out": (lambda e: e["entries"].pop(2), "was altered"),
    "an entry of another kind": (lambda e: e["entries"][1].update(kind="magic"), "was altered"),
    "an undo of what is not there": (lambda e: e["entries"][5].update(head=77), "was altered"),
    "a state of the wrong type": (lambda e: e["entries"][1]["state"].update(coal="many"), "was altered"),
    "a state with a field less": (lambda e: e["entries"][1]["state"].pop("players"), "was altered"),
    "a state with a field more": (lambda e: e["entries"][1]["state"].update(gold=1), "was altered"),
    "no state": (lambda e: e["entries"][1].update(state=None), "was altered"),
    "a state on an undo": (lambda e: e["entries"][5].update(state={}), "was altered"),
    "a plural without a number": (lambda e: e["entries"][0]["label"]["args"].clear(), "was altered"),
    "an empty by": (lambda e: e["entries"][1].update(by=""), "was altered"),
    "a move that is none": (lambda e: e["entries"][1].update(move=[1]), "was altered"),
    "a time that never comes": (lambda e: e["entries"][1].update(at=1e300), "was altered"),
    "two players of one name": (lambda e: e.update(players=["Anna", "Anna"]), "was altered"),
    "a number beyond any table": (lambda e: e["entries"][1]["state"].update(coal=10**6), "was altered"),
    "facts without end": (lambda e: e["entries"][1].update(facts=e["entries"][1]["facts"] * 600), "was altered"),
    "a time that is none": (lambda e: e.update(started="noon"), "was altered"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_altered(played: Session, change: str) -> None:
    """A file that was altered so that it does not fit together is refused, and nothing of it is kept."""
    alter, sentence = CHANGES[change]
    refused(played, changed(exported(played), alter), sentence)


def test_deep_nesting(played: Session) -> None:
    """A text that holds texts without end is refused."""

    def nest(evening: dict[str, Any]) -> None:
        text = evening["entries"][0]["label"]
        for _ in range(60):
            text = {"msgid": "{a}", "args": {"a": text}, "plural": ""}
        evening["entries"][0]["label"] = text

    refused(played, changed(exported(played), nest), "was altered")


def grown(levels: int, times: int) -> dict[str, Any]:
    """A text that is small in a file, and `times` to the power of `levels` words long when it is said."""
    text: dict[str, Any] = {"msgid": "word ", "args": {}, "plural": ""}
    for _ in range(levels):
        text = {"msgid": "{a}" * times, "args": {"a": text}, "plural": ""}
    return text


@pytest.mark.parametrize(("levels", "times"), [(10, 100), (17, 400), (2, 600)])
def test_text_that_grows(played: Session, levels: int, times: int) -> None:
    """A small file whose texts would fill the memory when they are said is refused."""
    data = changed(exported(played), lambda evening: evening["entries"][0].update(label=grown(levels, times)))
    refused(played, data, "was altered")
    fact = {"name": "x", "text": grown(levels, times), "args": {}, "urgency": 1}
    refused(
        played, changed(exported(played), lambda evening: evening["entries"][1].update(facts=[fact])), "was altered"
    )


def test_imported_texts_are_only_words(played: Session) -> None:
    """Format specifications in an imported text are shown as they are, never carried out."""

    def harm(evening: dict[str, Any]) -> None:
        evening["entries"][1]["label"] = {"msgid": "{n!r:>99999999} {n.__class__}", "args": {"n": 1}, "plural": ""}

    imported = played.import_(changed(exported(played), harm), "Anna")
    label = next(step.label for step in played.open(imported.id).history if step.number == 2)
    assert str(label) == "{n!r:>99999999} {n.__class__}"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choose=st.randoms(use_true_random=False), junk=JUNK)
def test_any_change_is_refused_or_opens(played: Session, file: bytes, choose: Any, junk: Any) -> None:
    """Whatever one value of a file is changed into, it is refused in words, or what was imported opens and shows."""
    evening = json.loads(file)
    place: Any = evening
    while True:
        key = choose.choice(sorted(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], dict | list) or not place[key] or choose.random() < 0.2:
            break
        place = place[key]
    place[key] = junk
    try:
        imported = played.import_(json.dumps(evening).encode(), "Anna")
    except BadFile:
        return
    screen = played.open(imported.id)
    shown = [str(step.label) + "".join(str(fact.text) for fact in step.facts) for step in screen.history]
    assert len(shown) == len(evening["entries"])
    while screen.can_undo:
        screen = played.undo("Anna")


def test_a_long_evening_is_written_only_as_it_can_be_read(played: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """One limit for both ways: just within it a file goes out and comes in; beyond it none goes out."""
    size = len(exported(played))
    monkeypatch.setattr(archive, "LARGEST_FILE", size)
    played.import_(exported(played), "Anna")
    monkeypatch.setattr(archive, "LARGEST_FILE", size - 1)
    with pytest.raises(BadMove, match="too long for one file"):
        exported(played)
    with pytest.raises(BadFile, match="too large"):
        played.import_(b"x" * size, "Anna")


def test_every_entry_stands_on_a_line_of_its_own(played: Session) -> None:
    """So that a file of thousands of steps can be looked at, and compared with another."""
    data = exported(played)
    lines = [line for line in data.splitlines() if line.startswith(b'  {"number":')]
    assert len(lines) == len(json.loads(data)["entries"])
