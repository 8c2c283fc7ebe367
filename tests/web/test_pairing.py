"""Joining with the pairing code, and what a phone that has not joined may do."""

import pytest

from web.errors import Refused
from web.pairing import Pairing, clean_name, new_code

from .household import CODE, Household, Store
from .phones import Phone


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(Store(), CODE, clock)


def refusal(pairing: Pairing, code: str, address: str = "10.0.0.1") -> Refused:
    with pytest.raises(Refused) as caught:
        pairing.join(code, "Eve", address)
    return caught.value


def test_the_right_code_gives_a_token(pairing: Pairing) -> None:
    """A phone that knows the code is known by its token from then on."""
    phone, token = pairing.join(CODE, "Ada", "10.0.0.1")
    assert pairing.phone(token) == phone
    assert phone.name == "Ada"


@pytest.mark.parametrize(
    "spoil",
    [lambda token: token[:-1], lambda token: token + "x", lambda token: "." + token, lambda _: "", lambda _: None],
)
def test_a_wrong_token_is_nobody(pairing: Pairing, spoil) -> None:
    """A token that is not exactly the phone's belongs to nobody."""
    _, token = pairing.join(CODE, "Ada", "10.0.0.1")
    assert pairing.phone(spoil(token)) is None


def test_only_a_hash_is_kept() -> None:
    """What is kept of a phone does not let anybody pass for it."""
    store = Store()
    _, cookie = Pairing(store, CODE).join(CODE, "Ada", "10.0.0.1")
    token = cookie.partition(".")[2]
    assert token not in repr(store.kept)


def test_phones_are_known_after_a_restart() -> None:
    """A phone that has joined need not join again when the companion starts anew, even with another code."""
    store = Store()
    _, token = Pairing(store, CODE).join(CODE, "Ada", "10.0.0.1")
    again = Pairing(store, "654321").phone(token)
    assert again is not None
    assert again.name == "Ada"


def test_five_wrong_codes_make_an_address_wait(pairing: Pairing, clock: Clock) -> None:
    """After five wrong codes within a minute even the right one must wait; another address need not."""
    assert [refusal(pairing, "000000").kind for _ in range(5)] == ["wrong_code"] * 5
    waiting = refusal(pairing, CODE)
    assert (waiting.kind, waiting.status) == ("wait", 429)
    assert 0 < int(str(waiting.more["wait_s"])) <= 61
    pairing.join(CODE, "Ben", "10.0.0.2")
    clock.now += 60.1
    pairing.join(CODE, "Eve", "10.0.0.1")


def test_many_addresses_cannot_guess_together(pairing: Pairing, clock: Clock) -> None:
    """Thirty wrong codes within ten minutes, from wherever, make everybody wait."""
    for number in range(30):
        assert refusal(pairing, "000000", f"10.0.1.{number}").kind == "wrong_code"
    assert refusal(pairing, CODE, "10.0.2.1").kind == "wait"
    clock.now += 600.1
    pairing.join(CODE, "Ada", "10.0.2.1")


def test_the_code_may_be_typed_with_a_gap(pairing: Pairing) -> None:
    """A code typed as 123 456 is the same code."""
    assert pairing.join("123 456", "Ada", "10.0.0.1")[0].name == "Ada"


def test_codes_differ() -> None:
    """Codes are six digits and not always the same."""
    codes = {new_code() for _ in range(50)}
    assert len(codes) > 40
    assert all(len(code) == 6 and code.isdigit() for code in codes)


def test_names_are_tidied() -> None:
    """A name is trimmed and printable; an empty or endless one is refused with a sentence."""
    assert clean_name("  Ada\n\x00 Lovelace ") == "Ada Lovelace"
    for bad in ("", " \n", "x" * 25):
        with pytest.raises(Refused):
            clean_name(bad)


# --- over HTTP --------------------------------------------------------------------------------------------------------


def test_the_cookie_is_for_the_server_only(stranger: Phone) -> None:
    """The token comes as an HttpOnly cookie that other sites' pages cannot send."""
    cookie = stranger.join().headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


CHANGES = [
    "/api/play", "/api/correct", "/api/undo", "/api/redo", "/api/evenings/start", "/api/evenings/open",
    "/api/evenings/close", "/api/evenings/rename", "/api/evenings/forget", "/api/evenings/remember",
    "/api/evenings/import", "/api/board", "/api/cards/note", "/api/cards/M017/picture", "/api/photo", "/api/voice",
    "/api/voice/do", "/api/scale", "/api/scale/import", "/api/pile", "/api/table",
    "/api/scan", "/api/scan/wrong", "/api/scan/checks/import", "/api/phones/rename", "/api/phones/forget",
]  # fmt: skip


def test_the_list_of_changes_is_whole(house: Household) -> None:
    """Every address that takes a POST, joining apart, is tried below."""
    posts = {str(rule) for rule in house.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert {path.replace("<path:code>", "M017") for path in posts} == {*CHANGES, "/api/phones/join"}


@pytest.mark.parametrize("path", CHANGES)
def test_a_stranger_changes_nothing(house: Household, stranger: Phone, path: str) -> None:
    """A phone that has not joined is refused at every address that changes something."""
    house.begin()
    before = house.session.screen()
    photo = path == "/api/photo" or path.endswith("/picture")
    more = {"data": b"x", "content_type": "image/jpeg", "json": None} if photo else {}
    answer = stranger.post(path, **more)
    assert (answer.status_code, answer.json["kind"]) == (401, "unpaired")
    assert house.session.screen() == before
    assert "(repeat)" not in house.speaker.said


@pytest.mark.parametrize(
    "path",
    [
        "/invite.svg",
        "/api/phones",
        "/api/evenings",
        "/api/board",
        "/api/games",
        "/api/cards/M017/picture?game=lighthouse",
        "/api/scan/picture",
        "/api/scan/sightings/1/picture",
        "/api/scan/wrong",
        "/api/scan/wrong.zip",
        "/api/scan/checks",
    ],
)
def test_a_stranger_sees_no_secrets(stranger: Phone, path: str) -> None:
    """The pairing code, the phones and other evenings are not shown to a phone that has not joined."""
    assert stranger.get(path).status_code == 401


def test_a_stranger_may_watch(house: Household, stranger: Phone) -> None:
    """What is on the table may be seen without joining."""
    house.begin()
    assert stranger.get("/api/screen").json["prompts"][0]["do"] == "Feed the lamp with oil."


def test_the_history_says_who(house: Household, phone: Phone) -> None:
    """A move is written down under the phone's name."""
    phone.post("/api/play", {"move": "feed", "args": {"oil": 1}, "seen": phone.version})
    assert house.session.screen().history[0].by == "Ada"


def test_a_removed_phone_is_a_stranger(house: Household, phone: Phone) -> None:
    """A phone that was removed can change nothing any more."""
    other = Phone(house)
    other.join("Ben")
    id = next(one["id"] for one in phone.get("/api/phones").json["phones"] if one["name"] == "Ben")
    assert phone.post("/api/phones/forget", {"id": id}).status_code == 200
    assert other.post("/api/undo", {"seen": other.version}).status_code == 401


def test_joining_again_renames(house: Household, phone: Phone) -> None:
    """A phone that joins a second time is the same phone under its new name."""
    phone.join("Adele")
    assert [one.name for one in house.app.pairing.phones()] == ["Adele"]


def test_the_invitation_keeps_the_code_from_logs(phone: Phone) -> None:
    """The QR code's address carries the pairing code only behind the #."""
    from web.pages import invitation

    assert invitation("http://10.0.0.5:8080/", "123456") == "http://10.0.0.5:8080/join#code=123456"
    assert phone.get("/invite.svg").data.startswith(b"<?xml")
