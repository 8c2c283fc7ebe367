"""The game over HTTP: moves, corrections, undo and redo, evenings, look-up, devices."""

import threading
import time
from pathlib import Path

import pytest

from companion.api.game import Move
from companion.api.text import T
from web.context import KEY
from web.errors import HttpRefusal
from web.taps import Taps

from .household import Household
from .phones import Phone


def feed(phone: Phone, oil: int = 1, seen: int | None = None, key: str | None = None):
    seen = phone.version if seen is None else seen
    return phone.post("/api/play", {"move": "feed", "args": {"oil": oil}, "seen": seen}, key=key)


# --- moves ------------------------------------------------------------------------------------------------------------


def test_a_move_is_played(house: Household, phone: Phone) -> None:
    """A tap plays its move; the answer says which version came of it."""
    answer = feed(phone, 2)
    assert answer.status_code == 200
    assert answer.json == {"version": house.session.screen().version}
    assert house.session.state().oil == 22


def test_a_stale_tap_is_refused_kindly(house: Household, phone: Phone) -> None:
    """Of two taps for the same screen one wins; the other is told so and nothing is played twice."""
    seen = phone.version
    assert feed(phone, 1, seen).status_code == 200
    late = feed(phone, 1, seen)
    assert (late.status_code, late.json["kind"]) == (409, "stale")
    assert late.json["version"] == phone.version
    assert house.session.state().oil == 23


def test_what_the_rules_forbid_names_the_rule(house: Household, phone: Phone) -> None:
    """A forbidden move is answered with the game's sentence, the rule's entry and the page."""
    phone.post("/api/correct", {"name": "oil", "value": 1, "seen": phone.version})
    answer = feed(phone, 2)
    assert answer.status_code == 422
    assert answer.json == {
        "error": "There are only 1 cans of oil left.",
        "kind": "illegal",
        "rule": "lamp.feed",
        "page": 4,
        "field": "oil",
    }


def test_a_tap_sent_twice_counts_once(house: Household, phone: Phone) -> None:
    """The same tap again, as after a lost answer, gets the first answer and plays nothing."""
    seen = phone.version
    first, again = feed(phone, 1, seen, key="k1"), feed(phone, 1, seen, key="k1")
    assert first.json == again.json
    assert again.status_code == 200
    assert house.session.state().oil == 23


def test_a_key_is_for_one_tap(phone: Phone) -> None:
    """A key that comes with another tap is refused."""
    seen = phone.version
    feed(phone, 1, seen, key="k1")
    assert feed(phone, 2, seen, key="k1").status_code == 422


def test_another_phone_may_use_the_same_key(house: Household, phone: Phone) -> None:
    """Keys belong to their phone: nobody can be answered with another's tap."""
    other = Phone(house)
    other.join("Ben")
    feed(phone, 1, key="k1")
    feed(other, 1, key="k1")
    assert house.session.state().oil == 22


def test_a_refused_tap_may_be_tried_again() -> None:
    """A tap that failed is not remembered; a tap that was done is."""
    taps, tries = Taps(), []

    def work() -> tuple[bytes, int]:
        tries.append(1)
        if len(tries) == 1:
            raise HttpRefusal(409, "table", T("Not now."))
        return b"done", 200

    with pytest.raises(HttpRefusal):
        taps.once("k", b"", work)
    assert taps.once("k", b"", work) == (b"done", 200)
    assert taps.once("k", b"", work) == (b"done", 200)
    assert len(tries) == 2


def test_a_repeat_waits_for_the_first() -> None:
    """A repeat that comes while the first is still being done gets the same answer."""
    taps, go, tries = Taps(), threading.Event(), []

    def work() -> tuple[bytes, int]:
        tries.append(1)
        go.wait(30)
        return b"done", 200

    answers: list[tuple[bytes, int]] = []
    threads = [threading.Thread(target=lambda: answers.append(taps.once("k", b"", work))) for _ in range(3)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(30)
    assert answers == [(b"done", 200)] * 3
    assert len(tries) == 1


def test_the_board_says_otherwise(house: Household, phone: Phone) -> None:
    """A value is set by hand, and the history says so."""
    assert phone.post("/api/correct", {"name": "dark", "value": 7, "seen": phone.version}).status_code == 200
    assert house.session.state().dark == 7
    assert phone.get("/api/history").json["steps"][0]["kind"] == "correct"


def test_several_values_are_set_together(house: Household, phone: Phone) -> None:
    """Several values are one step; one that does not fit is named, and nothing is set."""
    seen = phone.version
    assert phone.post("/api/correct", {"values": {"oil": 2, "dark": 1}, "seen": seen}).status_code == 200
    assert phone.version == seen + 1
    answer = phone.post("/api/correct", {"values": {"oil": 1, "dark": 999}, "seen": phone.version})
    assert (answer.status_code, answer.json["kind"], answer.json["field"]) == (422, "bad_move", "dark")
    assert phone.version == seen + 1


@pytest.mark.parametrize("sent", [{"name": "oil"}, {"value": 2}, {}])
def test_half_a_correction_is_refused(house: Household, phone: Phone, sent: dict[str, object]) -> None:
    """A name without its value, a value without its name, and nothing at all."""
    assert phone.post("/api/correct", {**sent, "seen": phone.version}).status_code in (400, 422)


@pytest.mark.parametrize(
    "body",
    [
        {"name": "dark", "value": 11},
        {"name": "nothing", "value": 1},
        {"name": "dark", "value": "x"},
        {"name": "dark", "value": [1]},
    ],
)
def test_a_wrong_correction_changes_nothing(house: Household, phone: Phone, body: dict[str, object]) -> None:
    """A value outside its limits, or one that is not there, gets one sentence."""
    before = house.session.screen()
    assert phone.post("/api/correct", {**body, "seen": phone.version}).status_code in (400, 422)
    assert house.session.screen() == before


def test_undo_and_redo_of_several_steps(house: Household, phone: Phone) -> None:
    """Any number of steps is undone and brought back at once."""
    for _ in range(3):
        feed(phone, 1)
    assert phone.post("/api/undo", {"seen": phone.version, "steps": 2}).status_code == 200
    assert house.session.state().oil == 23
    assert phone.post("/api/redo", {"seen": phone.version, "steps": 2}).status_code == 200
    assert house.session.state().oil == 21


def test_what_is_done_on_the_table_is_done_for_all(house: Household, phone: Phone) -> None:
    """A phone that comes later sees what was ticked off; the storm's two orders are its entry's first and second."""
    house.session.play(Move("storm"), "Ben")
    number = house.session.screen().orders[0].number
    name = f"{number}:do:1"
    assert phone.get("/api/screen").json["ticked"] == []
    assert phone.post("/api/orders", {"orders": [name], "done": True}).status_code == 200
    assert phone.get("/api/screen").json["ticked"] == [name]
    assert phone.post("/api/orders", {"orders": [name], "done": False}).status_code == 200
    assert phone.get("/api/screen").json["ticked"] == []


@pytest.mark.parametrize("orders", [["storm"], [7], "1:do:0", ["1:do:0"] * 201, ["1:do:0\n"], [f"{10**15}:do:0"]])
def test_what_is_no_order_is_refused(phone: Phone, orders: object) -> None:
    """One sentence; nothing is done."""
    assert phone.post("/api/orders", {"orders": orders, "done": True}).status_code == 400
    assert phone.get("/api/screen").json["ticked"] == []


@pytest.mark.parametrize("steps", [0, -1, 4, 10**9, "2", 1.5])
def test_undo_of_too_many_steps_is_refused(house: Household, phone: Phone, steps: object) -> None:
    """More steps than there are, or none, cannot be undone."""
    feed(phone, 1)
    before = house.session.screen()
    assert phone.post("/api/undo", {"seen": phone.version, "steps": steps}).status_code in (400, 422)
    assert house.session.screen() == before


def test_the_screen_names_what_undo_would_leave_out(phone: Phone) -> None:
    """What one step of undo would leave out is named with who did it, also after an undo."""
    feed(phone, 1)
    feed(phone, 2)
    assert phone.get("/api/screen").json["undoes"]["label"] == "Fed the lamp with 2 cans"
    phone.post("/api/undo", {"seen": phone.version})
    undoes = phone.get("/api/screen").json["undoes"]
    assert (undoes["label"], undoes["by"]) == ("Fed the lamp with 1 can", "Ada")


def test_older_history_is_there(house: Household, phone: Phone) -> None:
    """The history goes back beyond its newest 50 steps."""
    for _ in range(28):
        phone.post("/api/correct", {"name": "dark", "value": 3, "seen": phone.version})
        phone.post("/api/correct", {"name": "dark", "value": 4, "seen": phone.version})
    newest = phone.get("/api/history").json["steps"]
    older = phone.get(f"/api/history?before={newest[-1]['number']}").json["steps"]
    assert [step["number"] for step in (*newest, *older)] == list(range(57, 0, -1))
    assert phone.get("/api/history?before=x").status_code == 400


# --- evenings ---------------------------------------------------------------------------------------------------------


def test_an_evening_from_beginning_to_file_and_back(house: Household, phone: Phone) -> None:
    """An evening is begun, put away, saved to a file, taken in again and opened, with everything in it."""
    body = {"game": "lighthouse", "name": "Rainy night", "players": ["Ada", "Ben"], "choices": {"weather": "storm"}}
    assert phone.post("/api/evenings/start", body).status_code == 200
    feed(phone, 3)
    id = phone.get("/api/evenings").json["open"]
    assert phone.post("/api/evenings/close", {}).status_code == 200
    file = phone.get(f"/api/evenings/{id}/export")
    assert "Rainy-night.json" in file.headers["Content-Disposition"]
    taken = phone.post("/api/evenings/import", json=None, data=file.data, content_type="application/json").json[
        "evening"
    ]
    assert taken["id"] != id
    assert phone.post("/api/evenings/open", {"evening": taken["id"]}).status_code == 200
    assert (house.session.state().oil, house.session.state().weather) == (21, "storm")


def test_half_a_file_is_not_taken_in(phone: Phone) -> None:
    """A file cut in half gets one sentence and no evening."""
    id = phone.get("/api/evenings").json["open"]
    file = phone.get(f"/api/evenings/{id}/export").data
    count = len(phone.get("/api/evenings").json["evenings"])
    answer = phone.post("/api/evenings/import", json=None, data=file[: len(file) // 2], content_type="application/json")
    assert (answer.status_code, answer.json["kind"]) == (422, "file")
    assert len(phone.get("/api/evenings").json["evenings"]) == count


def test_an_evening_is_renamed_taken_out_and_put_back(phone: Phone) -> None:
    """An evening that was taken out of the list can be put back."""
    id = phone.get("/api/evenings").json["open"]
    phone.post("/api/evenings/rename", {"evening": id, "name": "Stormy"})
    phone.post("/api/evenings/forget", {"evening": id})
    found = phone.get("/api/evenings").json
    assert found["evenings"] == []
    assert [one["name"] for one in found["forgotten"]] == ["Stormy"]
    phone.post("/api/evenings/remember", {"evening": id})
    assert [one["name"] for one in phone.get("/api/evenings").json["evenings"]] == ["Stormy"]


@pytest.mark.parametrize(
    "change",
    [{"game": "chess"}, {"players": []}, {"players": ["A"] * 5}, {"players": ["A", "a"]}, {"players": "AB"},
     {"name": ""}, {"choices": {}}, {"choices": {"weather": "snow"}}, {"players": [1, 2]}, {"players": ["x" * 500]}],
)  # fmt: skip
def test_a_wrong_beginning_is_refused(house: Household, phone: Phone, change: dict[str, object]) -> None:
    """An evening with an unknown game, a wrong number of players or missing answers is not begun."""
    good = {"game": "lighthouse", "name": "N", "players": ["A", "B"], "choices": {"weather": "calm"}}
    before = house.session.screen()
    answer = phone.post("/api/evenings/start", {**good, **change})
    assert answer.status_code in (400, 422)
    assert answer.json["error"]
    assert house.session.screen() == before


def test_setup_is_asked_for_the_number_of_players(phone: Phone) -> None:
    """The questions before the first move come with their choices."""
    asks = phone.get("/api/games/lighthouse/setup?players=2").json["asks"]
    assert [choice["value"] for choice in asks[0]["choices"]] == ["calm", "storm"]
    assert phone.get("/api/games/lighthouse/setup?players=0").status_code == 400
    assert phone.get("/api/games/lighthouse/setup").status_code == 400
    for odd in ("101", "1000", "0001" + "9" * 5000, "00019999", "²", "٣", "-1", "1.0"):
        answer = phone.get(f"/api/games/lighthouse/setup?players={odd}")
        assert (answer.status_code, answer.json["kind"]) == (400, "bad"), odd
    assert phone.get("/api/games/chess/setup?players=2").status_code == 404


def test_what_the_board_shows_is_told_once(house: Household, phone: Phone) -> None:
    """A board fact that is told reaches the running game and is known afterwards."""
    before = {one["ask"]["name"]: one["now"] for one in phone.get("/api/board").json["facts"]}
    assert before == {"depth": None, "tide": 12}
    phone.post("/api/board", {"game": "lighthouse", "name": "depth", "value": 40, "seen": phone.version})
    assert house.session.state().depth == 40
    assert next(one["now"] for one in phone.get("/api/board").json["facts"] if one["ask"]["name"] == "depth") == 40


def test_the_board_is_told_without_an_evening(house: Household, phone: Phone) -> None:
    """A board fact can be told while nothing is being played; the next evening knows it."""
    phone.post("/api/evenings/close", {})
    assert phone.post("/api/board", {"game": "lighthouse", "name": "depth", "value": 33}).status_code == 200
    house.begin()
    assert house.session.state().depth == 33


def test_the_boards_form_is_told_how_it_is_laid_out(phone: Phone) -> None:
    """Each fact comes with its heading, its row and number, and whether the owner told it; families with theirs."""
    phone.post("/api/board", {"game": "lighthouse", "values": {"depth": 7, "buoy.C": "red"}, "seen": phone.version})
    board = phone.get("/api/board?game=lighthouse").json
    well, tide = board["facts"]
    assert (well["group"], well["row"], well["number"], well["now"], well["told"]) == ("The well", "depth", 1, 7, True)
    assert ("group" in tide, tide["now"], tide["told"]) == (False, 12, False)
    [buoys] = board["families"]
    assert (buoys["label"], buoys["pattern"]) == ("Buoys", r"buoy\.([A-Z])")
    assert buoys["told"] == [{"name": "buoy.C", "label": "Buoy C", "now": "red"}]


def test_a_table_is_told_at_once(house: Household, phone: Phone) -> None:
    """Several values are one step, all or none; null takes back what was told."""
    before = phone.version
    bad = phone.post("/api/board", {"game": "lighthouse", "values": {"depth": 7, "tide": 99}, "seen": before})
    assert (bad.status_code, bad.json["kind"]) == (422, "bad_move")
    assert "Spaces of the tide track" in bad.json["error"]
    assert (phone.version, house.session.state().depth) == (before, 0)
    values = {"depth": 7, "tide": 9, "buoy.A": "green\nblinks twice"}
    assert phone.post("/api/board", {"game": "lighthouse", "values": values, "seen": before}).status_code == 200
    assert len(house.session.history()) == 2
    assert house.session.board("lighthouse") == values
    phone.post("/api/board", {"game": "lighthouse", "name": "depth", "value": None, "seen": phone.version})
    assert house.session.state().depth == 0
    assert "depth" not in house.session.board("lighthouse")


def test_nothing_is_told(phone: Phone) -> None:
    """A request without any value, or for a game that is not here, is refused."""
    assert phone.post("/api/board", {"game": "lighthouse", "seen": phone.version}).status_code == 422
    assert phone.post("/api/board", {"game": "chess", "values": {"depth": 1}}).status_code == 422
    assert phone.get("/api/board?game=chess").status_code == 404


def test_the_evenings_story(house: Household, phone: Phone, stranger: Phone) -> None:
    """The story comes with its plots, events and lists, and with what was decided by whom."""
    feed(phone, 2)
    told = stranger.get("/api/story").json
    assert told["title"] == "The Lighthouse"
    assert told["plots"][0] == {
        "label": "Stores",
        "series": [{"label": "Oil", "points": [{"at": 1, "value": 24}, {"at": 2, "value": 22}], "tone": "warm"}],
        "loss": 0,
    }
    assert told["events"] == [{"at": 2, "label": "Storm", "tone": "danger"}]
    assert told["lists"] == [["Ships saved", ["The Heron"]]]
    assert [one["label"] for one in told["decisions"]] == ["Began with 2 players", "Fed the lamp with 2 cans"]
    assert set(told["decisions"][1]) == {"label", "at"}
    assert set(phone.get("/api/story").json["decisions"][1]) == {"label", "by", "at"}


def test_the_story_of_another_evening(house: Household, phone: Phone, stranger: Phone) -> None:
    """The story of an evening that is not open is read by its id, by phones that have joined."""
    evening = phone.get("/api/evenings").json["open"]
    phone.post("/api/evenings/close", {})
    assert phone.get(f"/api/story?evening={evening}").json["title"] == "The Lighthouse"
    assert stranger.get(f"/api/story?evening={evening}").status_code == 401
    assert phone.get("/api/story").status_code == 422
    assert phone.get("/api/story?evening=nothing").status_code == 422


# --- look-up ----------------------------------------------------------------------------------------------------------


def test_search_forgives_and_marks(stranger: Phone) -> None:
    """A mistyped word finds its entry; what was matched is marked within the excerpt."""
    hit = stranger.get("/api/rules?game=lighthouse&q=feding+lamp").json["hits"][0]
    assert hit["id"] == "lamp.feed"
    assert all(0 <= start < end <= len(hit["excerpt"]) for start, end in hit["marks"])


def test_a_cards_code_finds_the_card(stranger: Phone) -> None:
    """A code typed into the search finds its card."""
    assert stranger.get("/api/rules?game=lighthouse&q=%23m017").json["card"]["code"] == "M017"


def test_entries_come_with_their_page(stranger: Phone) -> None:
    """A rule entry says where the rulebook has it, its strong words apart."""
    entry = stranger.get("/api/rules/lamp.feed?game=lighthouse").json
    assert (entry["source"], entry["page"]) == ("rulebook p. 4", 4)
    assert entry["blocks"][0] == {
        "kind": "paragraph",
        "lines": [[["Burn ", False], ["one to six", True], [" cans of oil each night.", False]]],
    }


@pytest.mark.parametrize(
    "path",
    ["/api/rules/none?game=lighthouse", "/api/cards/X9?game=lighthouse", "/api/rules?q=a", "/api/rules?game=chess"],
)
def test_what_is_not_there_is_said(stranger: Phone, path: str) -> None:
    """An unknown entry, card or game is answered with one sentence."""
    answer = stranger.get(path)
    assert answer.status_code == 404
    assert answer.json["error"]


def test_the_owner_writes_notes(phone: Phone) -> None:
    """A note on a card is kept and shown with it."""
    assert phone.post("/api/cards/note", {"game": "lighthouse", "code": "M017", "note": "Beware."}).status_code == 200
    assert phone.get("/api/cards/M017").json["note"] == "Beware."
    assert phone.get("/api/cards/m17").json["note"] == "Beware."  # type: ignore[index]
    assert phone.post("/api/cards/note", {"game": "lighthouse", "code": "ZZ", "note": "x"}).status_code == 404


def test_a_photo_answers_the_prompt(house: Household, phone: Phone) -> None:
    """A sure reading of a card that is asked for becomes the move, by the phone's name."""
    answer = phone.post("/api/photo?for=play", json=None, data=b"M017", content_type="image/jpeg")
    assert answer.json["played"] is True
    assert house.session.state().cards == ("M017",)
    assert house.session.screen().history[0].by == "Ada"


def test_a_photo_of_several_cards(house: Household, phone: Phone) -> None:
    """Two that may be it are asked about, and told as such."""
    answer = phone.post("/api/photo?for=play", json=None, data=b"M017 M018", content_type="image/jpeg").json
    assert (answer["played"], answer["card"], answer["told"]) == (False, "", True)
    assert house.session.state().cards == ()


def test_a_photo_for_an_earlier_question(house: Household, phone: Phone) -> None:
    """A card that was photographed before its question came is asked about; what is no version is refused."""
    answer = phone.post("/api/photo?for=play&seen=0", json=None, data=b"M017", content_type="image/jpeg").json
    assert (answer["played"], answer["told"], house.session.state().cards) == (False, True, ())
    seen = house.session.screen().version
    answer = phone.post(f"/api/photo?for=play&seen={seen}", json=None, data=b"M017", content_type="image/jpeg").json
    assert (answer["played"], answer["card"], answer["told"]) == (True, "M017", False)
    wrong = phone.post("/api/photo?for=play&seen=x", json=None, data=b"M017", content_type="image/jpeg")
    assert (wrong.status_code, wrong.json["kind"]) == (400, "bad")


def test_an_unsure_photo_plays_nothing(house: Household, phone: Phone) -> None:
    """An unsure reading is only shown."""
    answer = phone.post("/api/photo?for=play", json=None, data=b"M017?", content_type="image/jpeg")
    assert answer.json["played"] is False
    assert answer.json["reads"][0]["sure"] is False
    assert house.session.state().cards == ()


def test_a_text_file_is_no_photo(phone: Phone) -> None:
    """What is no picture gets the reader's sentence."""
    answer = phone.post("/api/photo", json=None, data=b"hello", content_type="image/jpeg")
    assert (answer.status_code, answer.json["error"]) == (422, "This is not a picture.")


# --- devices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asks", "cookie", "said"),
    [
        ("pl-PL,pl;q=0.9,en;q=0.8", None, "pl"),
        ("de-DE,pl;q=0.5,en;q=0.4", None, "pl"),
        ("en-GB,en;q=0.9", None, "en"),
        ("de", None, "en"),
        (None, None, "en"),
        ("pl", "en", "en"),
        ("en", "pl", "pl"),
    ],
)
def test_each_phone_has_its_language(house: Household, asks: str | None, cookie: str | None, said: str) -> None:
    """A phone is answered in the language chosen on it, else in the first of its browser that there is."""
    phone = Phone(house)
    if cookie:
        phone.client.set_cookie("language", cookie)
    headers = {"Accept-Language": asks} if asks else {}
    page = phone.client.get("/", headers=headers).get_data(as_text=True)
    assert f'<html lang="{said}"' in page
    error = phone.client.get("/api/nothing", headers=headers).json
    assert error is not None
    assert ("adresem" in error["error"]) == (said == "pl")


def test_who_comes_later_is_told_how_long_the_turn_takes_by_then(house: Household, phone: Phone) -> None:
    """Not how long it had taken when somebody else was told."""
    house.begin()

    def told_later() -> float:
        time.sleep(0.002)  # times are told to the millisecond
        return float(phone.get("/api/screen").json["timers"]["evening_s"])

    first, second = told_later(), told_later()
    assert 0 < first < second


def test_the_voice_speaks_two_languages(house: Household, phone: Phone) -> None:
    """A phone sets one language, or two in turn; one that there is not is refused."""
    assert phone.post("/api/voice", {"language": "pl+en"}).status_code == 200
    assert house.narrator.state.languages == ("pl", "en")
    assert phone.post("/api/voice", {"language": "pl+xx"}).status_code == 400
    assert house.narrator.state.languages == ("pl", "en")


def test_the_companions_own_voice_is_chosen_by_listening(house: Household, phone: Phone) -> None:
    """It says a sentence at once and speaks from now on; one that is not installed is refused."""
    assert phone.post("/api/voice", {"own_voice": "en Hibari"}).status_code == 200
    assert house.speaker.said[-2:] == ["(skip)", "It is your turn. Two cubes fell into the drawer."]
    assert [one.id for one in house.narrator.own_voices() if one.chosen] == ["en Hibari"]
    assert phone.post("/api/voice", {"own_voice": "en Nobody"}).status_code == 400
    assert [one.id for one in house.narrator.own_voices() if one.chosen] == ["en Hibari"]


def test_the_voice_obeys(house: Household, phone: Phone) -> None:
    """The voice is muted, slowed, repeated and skipped from a phone."""
    assert phone.post("/api/voice", {"muted": True, "rate": 120, "volume": 0.5}).status_code == 200
    assert (house.narrator.state.muted, house.narrator.state.rate, house.narrator.state.volume) == (True, 120, 0.5)
    phone.post("/api/voice/do", {"do": "repeat"})
    phone.post("/api/voice/do", {"do": "skip"})
    assert house.speaker.said[-2:] == ["(repeat)", "(skip)"]


@pytest.mark.parametrize(
    "body", [{"rate": 10_000}, {"volume": 2}, {"volume": "loud"}, {"language": "xx"}, {"pitch": 1}]
)
def test_the_voice_keeps_its_limits(house: Household, phone: Phone, body: dict[str, object]) -> None:
    """A setting that does not fit changes nothing."""
    before = house.narrator.state
    assert phone.post("/api/voice", body).status_code == 400
    assert house.narrator.state == before


def test_the_simulated_table_obeys(house: Household, phone: Phone) -> None:
    """Its verbs reach the fakes; a shown card answers the prompt that expects it."""
    before = house.table.state().cubes
    phone.post("/api/table", {"verb": "drop_cubes", "count": 4})
    assert house.table.state().cubes == before + 4
    phone.post("/api/table", {"verb": "pull_drawer"})
    again = phone.post("/api/table", {"verb": "pull_drawer"})
    assert (again.status_code, again.json["kind"]) == (409, "table")
    phone.post("/api/table", {"verb": "show_card", "code": "M017"})
    assert house.session.state().cards == ("M017",)
    phone.post("/api/table", {"verb": "press", "button": "next"})
    assert house.pressed == ["next"]
    phone.post("/api/table", {"verb": "pull_camera"})
    assert (house.table.state().camera_in, house.table.state().cable_in) == (False, True)
    phone.post("/api/table", {"verb": "plug_camera"})
    assert house.table.state().camera_in


@pytest.mark.parametrize(
    "body",
    [
        {"verb": "explode"},
        {"verb": "drop_cubes"},
        {"verb": "drop_cubes", "count": -1},
        {"verb": "drop_cubes", "count": 10**9},
        {"verb": "press"},
        {"verb": "show_card", "code": "Z"},
        {},
    ],
)
def test_verbs_that_make_no_sense_are_refused(house: Household, phone: Phone, body: dict[str, object]) -> None:
    """An unknown verb or a missing or wild argument gets one sentence."""
    before = house.table.state()
    answer = phone.post("/api/table", body)
    assert answer.status_code in (400, 409)
    assert answer.json["error"]
    assert house.table.state() == before


def test_without_devices_their_addresses_say_so(tmp_path: Path) -> None:
    """Where nothing is simulated and no drawer or reader is there, the answer is one sentence."""
    house = Household(tmp_path / "data", options={"table": None, "scale": None, "pile": None, "read_photo": None})
    phone = Phone(house)
    phone.join()
    assert phone.post("/api/table", {"verb": "bump"}).json["kind"] == "not_here"
    assert phone.post("/api/scale", {"do": "try"}).json["kind"] == "not_here"
    assert phone.post("/api/photo", json=None, data=b"x", content_type="image/png").json["kind"] == "not_here"
    house.close()


def test_few_searches_are_kept_in_memory(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of each language and kind of phone has up to a megabyte; the one that was asked last stays."""
    monkeypatch.setattr("web.api_lookup.LOOK_UPS_KEPT", 1)
    phone = Phone(house)
    for language in ("en", "pl", "pl"):
        phone.client.set_cookie("language", language)
        assert phone.get("/api/rules?game=lighthouse&q=oil").json["hits"]
    kept = house.app.extensions[KEY].look_ups
    assert [key[:2] for key in kept] == [("lighthouse", "pl")]
