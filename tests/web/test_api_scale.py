"""The scale and its piles over HTTP."""

import pytest

from .household import Household
from .phones import Phone


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ({"do": "calibrate", "count": 30}, ("calibrate", 30, "Ada")),
        ({"do": "seen"}, "seen"),
        ({"do": "enough"}, "enough"),
        ({"do": "all"}, "all"),
        ({"do": "cancel"}, "cancel"),
        ({"do": "try"}, "try"),
        ({"do": "told", "count": 3}, ("told", 3)),
        ({"do": "empty"}, "empty"),
        ({"do": "record"}, ("record", True)),
        ({"do": "stop"}, ("record", False)),
        ({"do": "choose", "at": 100.0}, ("choose", 100.0)),
    ],
)
def test_every_verb_reaches_the_scale(house: Household, phone: Phone, body: dict[str, object], asked: object) -> None:
    """What is tapped on the scale's pages is what the scale is asked."""
    assert phone.post("/api/scale", body).status_code == 200
    assert house.scale.asked == [asked]


@pytest.mark.parametrize(
    "body", [{"do": "dance"}, {"do": "told"}, {"do": "calibrate"}, {"do": "choose"}, {"do": "told", "count": -1}, {}]
)
def test_what_does_not_fit_is_refused(house: Household, phone: Phone, body: dict[str, object]) -> None:
    """An unknown verb, or one that lacks what it needs, changes nothing."""
    assert phone.post("/api/scale", body).status_code == 400
    assert house.scale.asked == []


def test_calibrations_are_listed_saved_and_taken_in(house: Household, phone: Phone) -> None:
    """The history with its figures; a file out, a file in; what is no file is refused in words."""
    found = phone.get("/api/scale/calibrations").json["calibrations"]
    assert [(one["at"], one["used"], one["surely"]) for one in found] == [(200.0, True, 26), (100.0, False, 26)]
    saved = phone.get("/api/scale/export")
    assert "scale.json" in saved.headers["Content-Disposition"]
    assert phone.post("/api/scale/import", {"format": "x"}).json == {"new": 1}
    assert phone.post("/api/scale/import", [1]).status_code == 422


def test_a_recording_is_downloaded(house: Household, phone: Phone) -> None:
    """As a CSV file; without one the answer is one sentence."""
    found = phone.get("/api/scale/recording.csv")
    assert found.mimetype == "text/csv"
    assert found.get_data(as_text=True).startswith("time_s,raw,mark\n")
    house.scale.show(recording=None)
    assert phone.get("/api/scale/recording.csv").status_code == 422


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ({"do": "begin", "name": "Relics"}, ("begin", "Relics")),
        ({"do": "forget", "name": "Relics"}, ("forget", "Relics")),
        ({"do": "zero"}, "zero"),
        ({"do": "known", "count": 10}, ("known", 10)),
        ({"do": "told", "count": 37}, ("told", 37)),
        ({"do": "bind", "adjustable": "oil", "by_itself": True}, ("bind", "oil", True)),
        ({"do": "bind", "adjustable": None}, ("bind", None, False)),
        ({"do": "put"}, ("put", "Ada")),
        ({"do": "end"}, "end"),
    ],
)
def test_every_verb_reaches_the_pile(house: Household, phone: Phone, body: dict[str, object], asked: object) -> None:
    """What is tapped on the pile's page is what the pile is asked."""
    assert phone.post("/api/pile", body).status_code == 200
    assert house.pile.asked == [asked]


def test_a_pile_refuses_in_words(house: Household, phone: Phone) -> None:
    """A refusal of the pile is one sentence; what is missing is asked for."""
    assert phone.post("/api/pile", {"do": "known", "count": 0}).json["error"].startswith("Say a whole number")
    assert phone.post("/api/pile", {"do": "begin"}).status_code == 400


@pytest.mark.parametrize("path", ["/api/scale/calibrations", "/api/scale/export", "/api/scale/recording.csv"])
def test_strangers_see_none_of_it(stranger: Phone, path: str) -> None:
    """Without pairing neither history nor recording is given out."""
    assert stranger.get(path).status_code == 401


def test_the_trace_is_sent_only_to_who_looks(house: Household, phone: Phone) -> None:
    """Scale, trace and pile are optional parts; the count of what the game asks is for all."""
    names = set(phone.get("/api/screen").json)
    assert not names & {"scale", "trace", "pile"}
    assert "count" in names
    stream = house.app.live.open("tab", "en", wanted=frozenset({"trace"}))
    assert stream.follows("trace")
    assert not stream.follows("scale")
    stream.close()
