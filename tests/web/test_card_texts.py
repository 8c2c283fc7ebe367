"""Cards that are added over HTTP: read, asked about, corrected, kept from everybody until the game reveals them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.api.readings import CardSeen, CardUnread

from .card_photos import card_photo
from .household import Household
from .phones import ORIGIN, Phone

GAME = "game=lighthouse"
TEXTS = f"/api/card-texts?{GAME}"


def add(phone: Phone, photo: bytes, code: str = "") -> TestResponse:
    """Send a photo of a card."""
    path = f"/api/card-texts/photo?{GAME}" + (f"&code={code}" if code else "")
    return phone.post(path, json=None, data=photo, content_type="image/jpeg")


def entry(phone: Phone, code: str) -> Any:
    """What is told of a card."""
    return phone.get(f"/api/cards/{code}?{GAME}").json


def listed(phone: Phone) -> list[str]:
    """What every card that was added is kept under."""
    return [one["card"] for one in phone.get(TEXTS).json["cards"]]


def test_a_card_is_added_and_shown(phone: Phone) -> None:
    """Its title, its text and its picture stand on its page; of how many words the reading is not sure is told."""
    told = add(phone, card_photo()).json["card"]
    assert (told["card"], told["title"], told["doubtful"], told["by"]) == ("M017", "Leaking cans", 1, "Ada")
    card = entry(phone, "M017")
    assert card["title"] == "Leaking cans"
    assert [(one["kind"], one["text"], one["doubtful"]) for one in card["printed"]["blocks"]] == [
        ("title", "Leaking cans", []),
        ("body", "Lose two oil", [2]),
    ]
    assert phone.get(f"/api/cards/M017/picture?{GAME}").data.startswith(b"\xff\xd8")


def test_a_blank_back_changes_nothing(phone: Phone) -> None:
    """What cannot be used is one sentence."""
    answer = add(phone, b"no card")
    assert (answer.status_code, answer.json["kind"]) == (422, "photo")
    assert answer.json["error"] == "Nothing is printed on this side. Turn the card over."
    assert listed(phone) == []


@pytest.mark.parametrize(
    ("code", "proposed"), [("M017?", ["M017"]), ("M017 M018", ["M017", "M018"]), ("", []), ("Q99", [])]
)
def test_a_card_that_is_not_sure_is_asked_about(phone: Phone, code: str, proposed: list[str]) -> None:
    """It is kept under a name of its own until somebody says which it is."""
    told = add(phone, card_photo(code=code)).json["card"]
    assert (told["card"], told["nameless"], told["proposed"]) == ("?1", True, proposed)
    assert entry(phone, "%3F1")["printed"]["blocks"][0]["text"] == "Leaking cans"
    named = phone.post(f"/api/card-texts/name?{GAME}", {"card": "?1", "code": "m18"})
    assert named.json["card"]["card"] == "M018"
    assert listed(phone) == ["M018"]
    assert entry(phone, "M018")["picture"]["missing"] is False
    assert phone.get(f"/api/cards/%3F1/picture?{GAME}").status_code == 404


def test_a_nameless_card_that_is_shown_again_is_one(phone: Phone) -> None:
    """A phone that is held over it sees it more than once; another card is another one."""
    for body in ("Lose two oil", "Lose two oil", "Raise the gale"):
        photo = card_photo(code="", body=body)
        phone.post(f"/api/card-texts/photo?{GAME}&live=1", json=None, data=photo, content_type="image/jpeg")
    assert sorted(listed(phone)) == ["?1", "?2"]


def test_a_code_that_stands_in_the_text_alone_is_only_proposed(phone: Phone) -> None:
    """Words on a card may be another card's code."""
    told = add(phone, card_photo(code="", body="Shuffle M020 in")).json["card"]
    assert (told["nameless"], told["proposed"]) == (True, ["M020"])


def test_a_card_without_a_code_gets_its_kind_and_name(phone: Phone) -> None:
    """It is kept as the owner's own text of it would be."""
    add(phone, card_photo(title="Spring tide", code=""))
    named = phone.post(f"/api/card-texts/name?{GAME}", {"card": "?1", "code": "tide.Spring tide"}).json["card"]
    assert (named["card"], named["title"]) == ("tide.Spring tide", "Spring tide")
    assert entry(phone, "Spring tide")["printed"]["blocks"][1]["text"] == "Lose two oil"


def test_what_a_person_has_corrected_is_not_overwritten(phone: Phone) -> None:
    """Shown once more, the card is asked about; an unlooked-at reading is replaced by a better one."""
    add(phone, card_photo(body="Loose two oil"))
    assert add(phone, card_photo()).json["card"]["card"] == "M017"
    version = entry(phone, "M017")["printed"]["version"]
    blocks = [{"kind": "title", "text": "Leaking cans"}, {"kind": "body", "text": "Lose 2 <b>oil</b>"}]
    sent = {"seen": version, "blocks": blocks, "checked": True}
    assert phone.post(f"/api/card-texts/M017?{GAME}", sent).status_code == 200
    assert phone.post(f"/api/card-texts/M017?{GAME}", sent).json["kind"] == "changed"
    assert entry(phone, "M017")["printed"]["blocks"][1]["text"] == "Lose 2 <b>oil</b>"
    assert add(phone, card_photo()).json["card"]["proposed"] == ["M017"]
    refused = phone.post(f"/api/card-texts/name?{GAME}", {"card": "?1", "code": "M017"})
    assert "has a text already" in refused.json["error"]
    over = phone.post(f"/api/card-texts/name?{GAME}", {"card": "?1", "code": "M017", "over": True})
    assert over.status_code == 200
    assert entry(phone, "M017")["printed"]["blocks"][1]["text"] == "Lose two oil"


def test_a_text_that_is_too_long_is_refused(phone: Phone) -> None:
    """Ten thousand letters are no card."""
    add(phone, card_photo())
    sent = {"seen": entry(phone, "M017")["printed"]["version"], "blocks": [{"kind": "body", "text": "x" * 1000}] * 10}
    assert "more text than a card holds" in phone.post(f"/api/card-texts/M017?{GAME}", sent).json["error"]


def test_a_card_is_deleted_with_its_picture(phone: Phone) -> None:
    """Neither is there any more."""
    add(phone, card_photo())
    assert phone.client.delete(f"/api/card-texts/M017?{GAME}", json={}, headers={"Origin": ORIGIN}).status_code == 200
    assert listed(phone) == []
    assert "picture" not in entry(phone, "M017")


@pytest.fixture
def secretive(tmp_path: Path) -> Iterator[Household]:
    """A dashboard of a game that has hidden cards."""
    house = Household(tmp_path / "secrets", secrets=True)
    yield house
    house.close()


def test_a_hidden_card_is_kept_unseen(secretive: Household) -> None:
    """Nothing of it is told, shown or changed before the game reveals it; then all of it is."""
    house, phone = secretive, Phone(secretive)
    phone.join("Ada")
    told = add(phone, card_photo(title="The drowned bell", code=""), code="949").json["card"]
    assert (told["card"], told["title"], told["unseen"]) == ("949", "Secret card", True)
    add(phone, card_photo(title="The other bell", code=""))
    told_of_all = (
        phone.get(TEXTS).text + phone.get("/api/cards/949?" + GAME).text + phone.get("/api/cards/%3F1?" + GAME).text
    )
    told_of_all += phone.get(f"/api/rules?{GAME}&q=bell").text
    assert "drowned" not in told_of_all
    assert "other bell" not in told_of_all
    assert phone.get(f"/api/cards/949/picture?{GAME}").status_code == 404
    sent = {"seen": house.texts.find("lighthouse", "949").version, "blocks": []}  # type: ignore[union-attr]
    assert "Nobody may see" in phone.post(f"/api/card-texts/949?{GAME}", sent).json["error"]
    house.revealed = frozenset({"949"})
    assert entry(phone, "949")["title"] == "The drowned bell"
    assert phone.get(f"/api/cards/949/picture?{GAME}").status_code == 200


def test_the_camera_adds_what_is_laid_under_it(house: Household, phone: Phone) -> None:
    """Each card is added once, and the evening hears nothing of it; after a pause the evening hears again."""
    phone.post(f"/api/card-texts/camera?{GAME}", {"add": True})
    seen = CardSeen("card_id", "M017", True, 0.99)
    assert house.adding.see(CardUnread("no_code"), lambda: card_photo(code=""))
    assert house.adding.see(seen, card_photo)
    assert house.adding.see(seen, card_photo)
    assert house.adding.see(CardSeen("card_id", "M020", True, 0.99), lambda: card_photo(title="Storm", code="M020"))
    assert house.adding.see(CardUnread("no_code"), lambda: b"a blank back")
    thread = house.adding._thread
    phone.post(f"/api/card-texts/camera?{GAME}", {"add": False})
    assert thread is not None
    thread.join(5)
    assert sorted(listed(phone)) == ["M017", "M020"]
    assert not house.adding.see(seen, card_photo)
    assert house.speaker.said[-1] == "Nothing is printed on this side. Turn the card over."
    assert "M017, Leaking cans: kept." in house.speaker.said


def test_a_card_without_a_code_is_added_when_it_is_wanted(house: Household, phone: Phone) -> None:
    """The camera does not notice it by itself; the same words twice are two cards then."""
    phone.post(f"/api/card-texts/camera?{GAME}", {"add": True})
    answer = phone.post(f"/api/card-texts/camera?{GAME}", {"add": True, "now": True})
    assert answer.json["error"] == "The camera gives no picture just now."
    house.adding._whole = lambda: card_photo(code="")
    thread = house.adding._thread
    for _ in range(2):
        assert phone.post(f"/api/card-texts/camera?{GAME}", {"add": True, "now": True}).status_code == 200
    phone.post(f"/api/card-texts/camera?{GAME}", {"add": False})
    assert thread is not None
    thread.join(5)
    assert sorted(listed(phone)) == ["?1", "?2"]


def on_the_table(phone: Phone) -> Any:
    """The card that the phones show."""
    return phone.get("/api/screen").json["card"]


def test_a_card_that_comes_up_is_shown_and_read(house: Household, phone: Phone) -> None:
    """Its title first, then what happens, before the question; flavour only where it is wished; whoever only watches is
    told nothing of it."""
    add(phone, card_photo(body="Lose two oil.", flavour="The sea laughs.", options=["Mend them.", "Wait."]))
    house.begin()
    house.speaker.said.clear()
    phone.post("/api/play", {"move": "draw", "args": {"card": "M017"}, "seen": phone.version})
    lines = ["Leaking cans", "Lose two oil.", "Option 1: Mend them.", "Option 2: Wait."]
    assert house.speaker.said[:4] == lines
    shown = on_the_table(phone)
    assert (shown["code"], shown["title"], shown["later"]) == ("M017", "Leaking cans", False)
    assert [one["kind"] for one in shown["printed"]["blocks"]] == ["title", "body", "option", "option", "flavour"]
    watching = Phone(house).get("/api/screen").json
    assert "card" not in watching
    assert "Lose two oil" not in str(watching)
    phone.post("/api/voice", {"flavour": True})
    phone.post("/api/card-texts/do", {"do": "read"})
    assert house.speaker.said[-5:] == [*lines, "The sea laughs."]
    phone.post("/api/card-texts/do", {"do": "stop"})
    read = [one for one in phone.get("/api/screen").json["captions"] if "language" in one]
    assert [one["over"] for one in read] == [True, True]  # as the phone that speaks is told
    phone.post("/api/play", {"move": "feed", "args": {"oil": 2}, "seen": phone.version})
    assert on_the_table(phone)["later"] is True
    phone.post("/api/card-texts/do", {"do": "away"})
    assert on_the_table(phone) is None


def test_a_doubtful_word_is_told_with_the_card(house: Household, phone: Phone) -> None:
    """Nobody takes a misread number for granted; a person's look ends the doubt."""
    add(phone, card_photo())
    house.begin()
    house.session.report(CardSeen("card_id", "M017", True, 0.99), "camera")
    assert "Some words are not sure; look at the card." in house.speaker.said


def test_a_card_that_was_never_added_can_be_photographed_then(house: Household, phone: Phone) -> None:
    """It is told without a text; once it is added, its text stands there."""
    house.begin()
    phone.post("/api/play", {"move": "draw", "args": {"card": "M017"}, "seen": phone.version})
    assert "printed" not in on_the_table(phone)
    add(phone, card_photo(code=""), code="M017")
    assert on_the_table(phone)["printed"]["blocks"][0]["text"] == "Leaking cans"
    house.session.undo("Ada", 1)
    assert on_the_table(phone) is None


def test_another_secret_card_of_a_number_overwrites_none(secretive: Household) -> None:
    """Nobody could see that the first is gone: it is kept beside it, also where one that was photographed without a
    number gets it later. The same card is read anew."""
    phone = Phone(secretive)
    phone.join("Ada")
    ropes = [("A long rope of hemp", "Lose two oil"), ("A long rope of hemp", "Lose four oil")]
    for title, body in (*ropes, ("The stairs", "Raise the gale for all")):
        add(phone, card_photo(title, body, ""), code="949")
    add(phone, card_photo("The lamp room", "Raise the gale 2 times", ""))
    phone.post(f"/api/card-texts/name?{GAME}", {"card": "?1", "code": "949"})
    cards = phone.get(TEXTS).json["cards"]
    assert sorted((one["card"], one["unseen"]) for one in cards) == [
        ("949", True),
        ("949 (2)", True),
        ("949 (3)", True),
    ]
    titles = [one.title for one in secretive.texts.of_number("lighthouse", "949")]
    assert titles == ["A long rope of hemp", "The stairs", "The lamp room"]
    assert phone.get(f"/api/cards/949 (2)/picture?{GAME}").status_code == 404


def test_a_revealed_card_is_shown_when_somebody_wants_it(secretive: Household) -> None:
    """There may be several cards of its number."""
    house, phone = secretive, Phone(secretive)
    phone.join("Ada")
    add(phone, card_photo(title="The drowned bell", code=""), code="949")
    house.begin()
    house.revealed = frozenset({"949"})
    house.session.report(CardSeen("numbox", "949", True, 0.99), "camera")
    assert (on_the_table(phone)["asks"], "printed" in on_the_table(phone)) == (True, False)
    assert "The drowned bell" not in house.speaker.said
    phone.post("/api/card-texts/do", {"do": "read"})
    assert on_the_table(phone)["title"] == "The drowned bell"
    assert "The drowned bell" in house.speaker.said


def test_which_of_several_cards_of_a_number_lies_there(secretive: Household) -> None:
    """Words that stand on it tell, and nothing of the others is shown; what the evening has seen is one tap away, and
    another evening has seen nothing."""
    house, phone = secretive, Phone(secretive)
    phone.join("Ada")
    for title in ("The drowned bell", "The drowned sailor"):
        add(phone, card_photo(title=title, code=""), code="949")
    house.begin()
    house.revealed = frozenset({"949"})
    house.session.report(CardSeen("numbox", "949", True, 0.99), "camera")
    assert (on_the_table(phone)["texts"], on_the_table(phone)["known"]) == (2, [])
    assert "drowned" not in phone.get("/api/screen").text
    for words, why in (("drowned", "Type more"), ("lighthouse keeper", "None of the cards"), ("", "Type some words")):
        assert why in phone.post("/api/card-texts/do", {"do": "read", "which": words}).json["error"]
    phone.post("/api/card-texts/do", {"do": "read", "which": "drowned sailr"})
    assert (on_the_table(phone)["title"], on_the_table(phone)["code"]) == ("The drowned sailor", "949 (2)")
    assert entry(phone, "949 (2)")["title"] == "The drowned sailor"
    assert entry(phone, "949")["unseen"] is True
    for code in ("950", "949"):
        house.session.report(CardSeen("numbox", code, True, 0.99), "camera")
    assert on_the_table(phone)["known"] == [{"card": "949 (2)", "title": "The drowned sailor"}]
    photographed = add(phone, card_photo(title="The drowned cat", code=""), code="949").json["card"]["card"]
    phone.post("/api/card-texts/do", {"do": "read", "which": photographed})
    assert on_the_table(phone)["title"] == "The drowned cat"
    house.begin(name="Saturday")
    assert "drowned" not in phone.get(TEXTS).text + phone.get(f"/api/rules?{GAME}&q=sailor").text


def test_cards_go_to_another_companion(house: Household, phone: Phone, tmp_path: Path) -> None:
    """Texts, pictures and board facts as one file; there, what is known already stays."""
    add(phone, card_photo())
    add(phone, card_photo(title="Storm", code=""))
    house.session.tell_board_all("lighthouse", {"depth": 7})
    file = phone.get(f"/api/card-texts/export.zip?{GAME}").data
    other = Household(tmp_path / "other")
    there = Phone(other)
    there.join("Eve")
    add(there, card_photo(title="Nobody's own", code=""))
    sent = {"data": file, "content_type": "application/zip", "json": None}
    assert there.post("/api/card-texts/import", **sent).json == {"game": "lighthouse", "texts": 2, "board": 1}
    assert sorted(listed(there)) == ["?1", "?2", "M017"]
    assert entry(there, "%3F2")["title"] == "Storm"
    assert there.get(f"/api/cards/M017/picture?{GAME}").data == phone.get(f"/api/cards/M017/picture?{GAME}").data
    assert other.session.told("lighthouse") == {"depth": 7}
    assert there.post("/api/card-texts/import", **sent).json["texts"] == 0
    for bad in (b"no zip", file[: len(file) // 2]):
        answer = there.post("/api/card-texts/import", data=bad, content_type="application/zip", json=None)
        assert (answer.status_code, answer.json["kind"]) == (422, "file")
    other.close()
