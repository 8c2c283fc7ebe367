"""The live stream: what changed, to everyone, and never more than the newest."""

import json
import threading
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from companion.api.game import Urgency
from companion.api.text import Catalogue, English, T
from web.live import BEAT, Form, Full, Live, Source, Stream

from .household import Household
from .phones import Phone


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Table:
    """Two sources whose parts a test sets; counts how often they are rendered."""

    def __init__(self, **more: Any) -> None:
        self.parts: dict[str, dict[str, Any]] = {"a": {"x": 1, "y": "é"}, "b": {"z": 0}}
        self.rendered: list[tuple[str, str]] = []
        self.clock = Clock()
        sources = {
            "a": Source(self.render("a")),
            "b": Source(self.render("b"), rest_s=5.0),
            "c": Source(self.render("a"), optional=True),
        }
        self.live = Live(
            sources,
            lambda language: Catalogue(language, English._translations),
            cap=4,
            beat_s=0.0,
            clock=self.clock,
            **more,
        )

    def render(self, name: str) -> Callable[[Catalogue], dict[str, Any]]:
        def parts(words: Catalogue) -> dict[str, Any]:
            self.rendered.append((name, words.language))
            return dict(self.parts[name])

        return parts

    def set(self, name: str, **parts: Any) -> None:
        self.parts[name] = parts
        self.live.changed(name)


@pytest.fixture
def table() -> Table:
    return Table()


def news(stream: Stream) -> dict[str, Any]:
    """All changes until the stream has nothing more to say."""
    found: dict[str, Any] = {}
    while (message := next(stream)) != BEAT:
        if message.startswith(b"event: state"):
            found |= json.loads(message.partition(b"data: ")[2])
    return found


def test_nothing_is_said_before_it_is_saved() -> None:
    """News is made while the disk takes what it tells of; it goes out once the disk has it."""
    order = list[str]()
    table = Table(saved=lambda: order.append("saved"))
    stream = table.live.open("one", "en")
    news(stream)
    order.clear()
    table.rendered.clear()
    with table.live.together():
        table.set("a", x=2)
        assert order == []
    assert table.rendered == [("a", "en")]  # made by who changed it
    assert b'"x":2' in next(stream)
    assert order == ["saved"]


def test_no_answer_before_it_is_saved(tmp_path: Path) -> None:
    """Of a tap, and of who asks meanwhile."""

    class Kept:
        synced = 0

        def for_tap(self, id: str, digest: str) -> AbstractContextManager[None]:
            return nullcontext()

        def done_for(self, id: str) -> None:
            return None

        def sync(self) -> None:
            self.synced += 1

    kept = Kept()
    house = Household(tmp_path / "data", options={"kept_taps": kept})
    try:
        asking = Phone(house)
        before = kept.synced
        assert asking.get("/api/history").status_code == 200
        assert kept.synced == before + 1
    finally:
        house.close()


def test_what_ages_is_made_anew_for_whoever_comes() -> None:
    """A phone that comes half a minute later, or asks, is told of half a minute; the first one with its next news."""
    clock = Clock()
    sources = {
        "timers": Source(lambda words: {"gone": clock.now}, ages=True),
        "still": Source(lambda words: {"still": clock.now}),
    }
    live = Live(sources, lambda language: Catalogue(language, English._translations), cap=4, beat_s=0.0, clock=clock)
    first = live.open("one", "en")
    assert news(first) == {"gone": 0, "still": 0}
    clock.now = 30
    assert news(live.open("two", "en")) == {"gone": 30, "still": 0}
    assert news(first) == {"gone": 30}
    clock.now = 40
    assert json.loads(live.whole("en")) == {"gone": 40, "still": 0}


def test_a_new_phone_gets_everything(table: Table) -> None:
    """The first messages hold every part of every source that is not optional."""
    stream = table.live.open("one", "en")
    assert next(stream).startswith(b"retry:")
    assert news(stream) == {"x": 1, "y": "é", "z": 0}


def test_only_changed_parts_are_sent(table: Table) -> None:
    """After that a phone gets what changed; a part that went away comes as null."""
    stream = table.live.open("one", "en")
    news(stream)
    table.set("a", x=2, w=[1])
    assert news(stream) == {"x": 2, "y": None, "w": [1]}


def test_a_slow_phone_gets_only_the_newest(table: Table) -> None:
    """However many changes a phone missed, it gets the last of them in one message."""
    stream = table.live.open("one", "en")
    news(stream)
    for value in range(1000):
        table.set("a", x=value, y="é")
    assert news(stream) == {"x": 999}
    assert next(stream) == BEAT


def test_a_change_that_changes_nothing_is_not_sent(table: Table) -> None:
    """News without a difference costs the phone nothing."""
    stream = table.live.open("one", "en")
    news(stream)
    table.set("a", x=1, y="é")
    assert next(stream) == BEAT


def test_parts_are_rendered_once_for_all(table: Table) -> None:
    """Each version is rendered once for each language, and phones share the bytes."""
    streams = [table.live.open(str(number), "en") for number in range(3)] + [table.live.open("pl", "pl")]
    for stream in streams:
        news(stream)
    table.rendered.clear()
    table.set("a", x=5)
    messages = [next(stream) for stream in streams]
    assert sorted(table.rendered) == [("a", "en"), ("a", "pl")]
    assert messages[0] is messages[1] is messages[2]


def test_a_restless_source_waits(table: Table) -> None:
    """News of a source that must rest is held back, and the newest goes out when the rest is over."""
    stream = table.live.open("one", "en")
    news(stream)
    table.set("b", z=1)
    assert next(stream) == BEAT
    table.set("b", z=2)
    table.clock.now = 5.0
    assert news(stream) == {"z": 2}


def test_optional_news_goes_to_who_asks(table: Table) -> None:
    """An optional source is sent only to a phone that wants it."""
    stream = table.live.open("one", "en", wanted=frozenset({"c"}))
    news(stream)
    table.rendered.clear()
    table.live.changed("c")
    news(stream)
    assert table.rendered == [("a", "en")]


def test_streams_are_capped(table: Table) -> None:
    """A fifth phone is turned away until another leaves; the same tab takes its own place."""
    streams = [table.live.open(str(number), "en") for number in range(4)]
    with pytest.raises(Full):
        table.live.open("five", "en")
    again = table.live.open("0", "en")
    with pytest.raises(StopIteration):
        next(iter_after(streams[0]))
    streams[1].close()
    table.live.open("five", "en")
    again.close()
    assert table.live.watching == 3


def test_what_is_not_sent_yet_is_not_sent(table: Table) -> None:
    """A stream that is ended says nothing more, not even what lay ready for it; other phones' streams go on."""
    gone, stays = (table.live.open(name, "en") for name in ("ada", "ben"))
    next(gone)  # the next call makes all its news at once and hands out the first
    next(gone)
    assert gone._pending
    table.live.end("ada")
    assert list(gone) == []
    assert news(stays) == {"x": 1, "y": "é", "z": 0}
    assert table.live.watching == 1


def test_news_made_while_a_phone_is_removed_is_not_said(table: Table) -> None:
    """A phone that is removed between the question what is due and the answer is not told the answer."""
    stream = table.live.open("ada", "en")
    due, _ = stream.due()
    assert due
    original = table.live.parts

    def removed_meanwhile(*args: Any, **more: Any) -> Any:
        table.live.end("ada")
        return original(*args, **more)

    table.live.parts = removed_meanwhile  # type: ignore[method-assign]
    assert stream.say(due) == b""
    assert stream.due() == (None, 0.0)


def test_guests_are_sent_what_a_source_has_for_them(table: Table) -> None:
    """A source says what guests get of its parts; one that says nothing sends them nothing, whatever they ask for."""
    sources = {"a": Source(table.render("a"), guests=lambda parts: {"x": parts["x"]}), "b": Source(table.render("b"))}
    live = Live(sources, lambda language: English, cap=4, beat_s=0.0, clock=table.clock)
    guest = live.open("guest", "en", wanted=frozenset({"b"}), guest=True)
    joined = live.open("joined", "en")
    assert news(guest) == {"x": 1}
    assert news(joined) == {"x": 1, "y": "é", "z": 0}
    table.parts["a"] = {"x": 2, "y": "ü"}
    live.changed("a")
    assert news(guest) == {"x": 2}
    assert news(joined) == {"x": 2, "y": "ü"}
    assert json.loads(live.whole("en", guest=True)) == {"x": 2}


def test_a_phone_that_can_is_told_what_changed_within_a_part(table: Table) -> None:
    """First everything; then edits for the version that it has. What is much shorter as a whole is sent whole."""
    table.parts["a"] = {"x": {"names": ["Ada", "Ben", "Cleo"], "at": 3}, "y": 1}
    stream = table.live.open("one", "en", form=Form(patches=True))
    [first, *_] = patches(stream)
    assert first == {"of": "a", "to": 0, "parts": table.parts["a"]}
    table.set("a", x={"names": ["Ada", "Ben", "Cleo"], "at": 4}, y=2)
    assert patches(stream) == [{"of": "a", "from": 0, "to": 1, "parts": {"y": 2}, "edits": {"x": [[["at"], 4]]}}]
    table.set("a", x={"names": ["Ada", "Ben", "Cleo"], "at": 4})
    assert patches(stream) == [{"of": "a", "from": 1, "to": 2, "parts": {"y": None}, "edits": {}}]


def test_news_without_a_difference_leaves_the_version_that_a_phone_knows(table: Table) -> None:
    """The next patch is for the last one that was sent, also where a phone missed a change and its taking back."""
    stream, other = (table.live.open(name, "en", form=Form(patches=True)) for name in ("one", "two"))
    patches(stream), patches(other)
    table.set("a", x=1, y="é")
    assert patches(stream) == []
    table.set("a", x=2, y="é")
    assert [one["from"] for one in patches(other)] == [0]
    table.set("a", x=1, y="é")  # the first has missed the two, and has this already
    assert patches(stream) == []
    table.set("a", x=3, y="é")
    assert [(one["from"], one["to"], one["parts"]) for one in patches(stream)] == [(0, 4, {"x": 3})]
    assert [(one["from"], one["to"]) for one in patches(other)] == [(2, 4)]


def test_packed_news_is_packed_once_for_all(table: Table) -> None:
    """Each message is a piece that looks back at nothing, so that phones that came at different times share it."""
    form = Form(patches=True, packed=True)
    early = table.live.open("one", "en", form=form)
    got = {"early": b"".join(said(early))}
    table.set("a", x=2, y="é")
    got["early"] += b"".join(said(early))
    late = table.live.open("two", "en", form=form)
    got["late"] = b"".join(said(late))
    table.set("a", x=5, y="é")
    [mine], [other] = said(early), said(late)
    assert mine is other
    for name, more in got.items():
        text = zlib.decompressobj(31).decompress(more + mine).decode()
        assert text.startswith("retry: 1500\n\nevent: patch\ndata: "), name
        assert text.endswith('"parts":{"x":5},"from":1,"edits":{}}\n\n'), name


def test_a_phone_that_does_not_ask_gets_whole_parts(table: Table) -> None:
    """As ever, beside others that are sent patches of the same."""
    new, old = table.live.open("new", "en", form=Form(patches=True)), table.live.open("old", "en")
    patches(new), news(old)
    table.set("a", x={"at": 1}, y="é")
    assert news(old) == {"x": {"at": 1}}
    assert patches(new)[0]["parts"] == {"x": {"at": 1}}


def said(stream: Stream) -> list[bytes]:
    """What is due, message by message."""
    found = list(stream._pending)
    stream._pending = []
    due, _ = stream.due()
    return found + (stream._messages(due) if due else [])


def patches(stream: Stream) -> list[dict[str, Any]]:
    """What is due, as a phone reads it that was told everything else before."""
    messages = [one for one in said(stream) if one.startswith(b"event: patch\ndata: ")]
    return [json.loads(one.partition(b"data: ")[2]) for one in messages]


def iter_after(stream: Stream) -> Stream:
    next(stream)  # the retry line is already waiting
    return stream


def test_guests_leave_places_to_players(table: Table) -> None:
    """Phones that only watch take half of the places at most."""
    table.live.open("g1", "en", guest=True)
    table.live.open("g2", "en", guest=True)
    with pytest.raises(Full):
        table.live.open("g3", "en", guest=True)
    table.live.open("p1", "en")


def test_a_player_takes_a_guests_place(table: Table) -> None:
    """When all places are taken, a phone that has joined gets that of the guest who came first."""
    guests = [table.live.open(f"192.0.2.{number} tab", "en", guest=True) for number in range(2)]
    players = [table.live.open(f"p{number} tab", "en") for number in range(3)]
    assert [one.ended for one in [*guests, *players]] == [True, False, False, False, False]
    assert table.live.watching == 4


def test_one_phone_has_eight_streams_at_most(table: Table) -> None:
    """A phone that comes and goes loses its oldest stream; an address that has not joined is told that it is full."""
    table.live.cap = 40
    own = [table.live.open(f"p1 {number}", "en") for number in range(9)]
    assert [one.ended for one in own] == [True] + [False] * 8
    for number in range(8):
        table.live.open(f"192.0.2.1 {number}", "en", guest=True)
    with pytest.raises(Full):
        table.live.open("192.0.2.1 8", "en", guest=True)
    table.live.open("192.0.2.2 0", "en", guest=True)


def test_a_stream_can_be_asked_instead_of_waited_for(table: Table) -> None:
    """A server without a thread for it learns what is due, how long to wait, and is called when something changes."""
    table.live.beat_s = 5.0
    stream, calls = table.live.open("one", "en"), []
    stream.listen(lambda: calls.append(stream.due()))
    assert stream.due() == (["a", "b"], 0.0)
    assert stream.say(["a", "b"]).startswith(b"retry: 1500\n\nevent: state\ndata: ")
    assert stream.due() == ([], 5.0)
    table.set("a", x=2)
    assert calls == [(["a"], 0.0)]
    assert stream.say(["a"]) == b'event: state\ndata: {"x":2,"y":null}\n\n'
    table.set("b", z=1)
    assert stream.due() == ([], 5.0)  # b rests for five seconds
    table.clock.now = 5.0
    assert stream.due() == (["b"], 0.0)
    stream.say(["b"])
    table.clock.now = 10.0
    assert stream.due() == ([], 0.0)
    assert stream.say([]) == BEAT
    table.live.close()
    assert stream.due() == (None, 0.0)
    assert calls[-1] == (None, 0.0)


def test_what_changes_together_is_told_at_once(table: Table) -> None:
    """Nobody is woken in between; at the end everybody is, once for all, and what they are told has been made."""
    table.live.beat_s = 5.0
    streams, calls = [table.live.open(str(number), "en") for number in range(3)], list[int]()

    def wake() -> None:
        calls.append(len(table.rendered))

    for stream in streams:
        stream.listen(wake)
        stream.say(stream.due()[0] or [])
    table.clock.now = 5.0
    table.rendered.clear()
    with table.live.together():
        table.set("a", x=2, y="é")
        with table.live.together():
            table.set("b", z=1)
        assert (calls, table.rendered) == ([], [])
    assert calls == [2]
    [group] = table.live.due_of(streams).groups
    assert (len(group.streams), group.due, table.live.is_made(group)) == (3, ["a", "b"], True)
    assert {stream.say(["a", "b"]) for stream in streams} == {
        b'event: state\ndata: {"x":2}\n\nevent: state\ndata: {"z":1}\n\n'
    }
    assert len(table.rendered) == 2


def test_whoever_changes_something_alone_wakes_at_once(table: Table) -> None:
    """What another thread changes does not wait for the end of what is done together."""
    stream, calls = table.live.open("one", "en"), list[str]()
    stream.listen(lambda: calls.append("woken"))
    with table.live.together():
        other = threading.Thread(target=table.set, args=("a",), kwargs={"x": 2})
        other.start()
        other.join()
        assert calls == ["woken"]
    assert calls == ["woken"]


def test_news_that_is_made_is_told_and_not_only_announced(table: Table) -> None:
    """By whoever has made it, outside of the lock; what nobody has made wakes as ever."""
    stream, calls = table.live.open("one", "en"), list[str]()
    stream.listen(lambda: calls.append("woken"), lambda: calls.append("told"))
    with table.live.together():
        table.set("a", x=2)
        assert calls == []
    assert calls == ["told"]
    table.set("a", x=3)
    assert calls == ["told", "woken"]
    stream.close()
    with table.live.together():
        table.set("a", x=4)
    assert calls == ["told", "woken"]


def test_a_tap_is_answered_though_its_news_cannot_be_made(table: Table) -> None:
    """That is found again, and logged, where the streams are asked for it."""
    stream, calls = table.live.open("one", "en"), list[str]()
    news(stream)
    stream.listen(lambda: calls.append("woken"))
    table.parts["a"] = {"x": object()}
    with table.live.together():
        table.live.changed("a")
    assert calls == ["woken"]
    with pytest.raises(TypeError):
        stream.say(["a"])


def test_phones_that_were_told_the_same_stand_together(table: Table) -> None:
    """However they came: also one that joins the others later, and one that missed something."""
    table.live.beat_s = 5.0
    first, second = table.live.open("first", "en"), table.live.open("second", "en")
    for stream in (first, second):
        stream.say(["a", "b"])
    assert first.told is second.told
    table.set("a", x=2)
    first.say(["a"])
    assert [len(group.streams) for group in table.live.due_of([first, second]).groups] == [1]  # the first has it
    table.set("a", x=3)
    assert [group.due for group in table.live.due_of([first, second]).groups] == [["a"], ["a"]]
    assert first.say(["a"]) == b'event: state\ndata: {"x":3}\n\n'
    assert second.say(["a"]) == b'event: state\ndata: {"x":3,"y":null}\n\n'
    third = table.live.open("third", "en")
    third.say(["a", "b"])
    assert first.told is second.told is third.told
    table.set("a", x=4)
    assert [len(group.streams) for group in table.live.due_of([first, second, third]).groups] == [3]


def told_one_after_the_other(table: Table, later_s: float) -> tuple[Stream, Stream]:
    """Two phones that were told the same, the second so much later."""
    first = table.live.open("first", "en")
    first.say(["a", "b"])
    table.clock.now = later_s
    second = table.live.open("second", "en")
    second.say(["a", "b"])
    return first, second


def test_who_joins_the_others_makes_them_rest_as_long(table: Table) -> None:
    """News of a source that must rest goes to nobody too early: all wait for whoever was told it last."""
    table.live.beat_s = 60.0
    first, second = told_one_after_the_other(table, 3.0)
    table.set("b", z=1)
    table.clock.now = 5.0  # the first could have it now, alone
    assert table.live.due_of([first, second]) == ([], [], 3.0)
    table.clock.now = 8.0
    assert [(len(one.streams), one.due) for one in table.live.due_of([first, second]).groups] == [(2, ["b"])]


def test_beats_are_each_streams_own(table: Table) -> None:
    """One that came later gets its beat later, though both were told the same."""
    table.live.beat_s = 5.0
    first, second = told_one_after_the_other(table, 2.0)
    table.clock.now = 5.0
    [group], over, wait_s = table.live.due_of([first, second])
    assert (group.streams, group.due, over, wait_s) == ([first], [], [], 2.0)
    assert first.say([]) == BEAT


def test_the_voice_is_told_of_when_it_is_set(house: Household, phone: Phone) -> None:
    """What is said is a caption, and no news of how the voice is set."""
    house.say(T("The lamp burns low."), Urgency.PLAIN)
    before = {name: house.app.live.version(name) for name in ("captions", "voice")}
    house.say(T("The lamp is out."), Urgency.PLAIN)
    assert house.app.live.version("captions") == before["captions"] + 1
    assert house.app.live.version("voice") == before["voice"]
    house.narrator.set(rate=120)
    assert house.app.live.version("voice") == before["voice"] + 1


def test_closing_ends_every_stream(table: Table) -> None:
    """When the server stops, every stream ends at once, also one that is waiting."""
    table.live.beat_s = 3600.0
    stream = table.live.open("one", "en")
    ended = threading.Event()

    def read() -> None:
        for _ in stream:
            pass
        ended.set()

    thread = threading.Thread(target=read)
    thread.start()
    table.live.close()
    assert ended.wait(30)
    thread.join(30)
    assert table.live.watching == 0


def test_a_stream_that_was_never_read_gives_its_place_back(table: Table) -> None:
    """A phone that left before its first message does not keep its place."""
    table.live.open("one", "en").close()
    assert table.live.watching == 0


# --- the whole dashboard ----------------------------------------------------------------------------------------------


def test_a_move_sends_little(house: Household, phone: Phone) -> None:
    """A correction of one value sends that panel and value, not the whole screen."""
    stream = house.app.live.open("one", "en")
    setting = house.app.live.open("two", "en", wanted=frozenset({"adjustables"}))
    house.app.live.beat_s = 0.0
    whole = news(stream)
    assert {"prompts", "where", "panel:tower", "panel:cards", "devices", "captions"} <= set(whole)
    assert set(news(setting)) - set(whole) == {"adjustables", "adjust:dark", "adjust:oil", "adjust:weather"}
    phone.post("/api/correct", {"name": "dark", "value": 5, "seen": phone.version})
    changed = set(news(stream))
    assert {"panel:tower", "version", "last"} <= changed
    assert not {"panel:cards", "prompts", "where", "adjust:dark"} & changed
    assert set(news(setting)) - changed == {"adjust:dark"}


def test_the_ninth_place_is_refused_with_a_sentence(house: Household, stranger: Phone) -> None:
    """Beyond the cap the answer is 503 with a sentence and when to try again."""
    house.app.live.cap = 0
    answer = stranger.get("/live?tab=x")
    assert (answer.status_code, answer.json["kind"]) == (503, "full")
    assert answer.headers["Retry-After"] == "10"
