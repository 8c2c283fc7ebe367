"""Joining with the pairing code, and what a phone that has not joined may do."""

import pytest

from web.errors import HttpRefusal
from web.pairing import Pairing, clean_name

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


def test_the_code_may_be_typed_with_a_gap(pairing: Pairing) -> None:
    """A code typed as 123 456 is the same code."""
    assert pairing.join("123 456", "Ada", "10.0.0.1")[0].name == "Ada"


def test_names_are_tidied() -> None:
    """A name is trimmed and printable; an empty or endless one is refused with a sentence."""
    assert clean_name("  Ada\n\x00 Lovelace ") == "Ada Lovelace"
    for bad in ("", " \n", "x" * 25):
        with pytest.raises(HttpRefusal):
            clean_name(bad)


@pytest.mark.parametrize(
    "name", ["drawer", "CAMERA", " Panel ", "Drawer scale", "Waga szufladki", "kamera", "Przyciski", "home assistant"]
)
def test_no_phone_is_called_what_the_history_calls_a_device(pairing: Pairing, name: str) -> None:
    """A phone's steps never look like a device's, in any language and however its name is written."""
    phone, _ = pairing.join(CODE, "Ada", "10.0.0.1")
    with pytest.raises(HttpRefusal, match="another name"):
        pairing.join(CODE, name, "10.0.0.1")
    with pytest.raises(HttpRefusal, match="another name"):
        pairing.rename(phone.id, name)
    assert [one.name for one in pairing.phones()] == ["Ada"]


def test_a_renamed_phone_is_known_by_the_names_of_its_earlier_steps() -> None:
    """The log holds names: a phone's earlier ones are kept with it, across a restart, until another phone has one."""
    store = Store()
    pairing = Pairing(store, CODE)
    ada, _ = pairing.join(CODE, "Ada", "10.0.0.1")
    assert (ada.was, pairing.rename(ada.id, "Ada").was) == ((), ())
    pairing.rename(ada.id, "Adda")
    assert pairing.rename(ada.id, "Eva").was == ("Ada", "Adda")
    pairing = Pairing(store, CODE)
    assert pairing.phones()[0].was == ("Ada", "Adda")
    assert pairing.rename(ada.id, "Ada").was == ("Adda", "Eva")
    pairing.join(CODE, "Adda", "10.0.0.2")
    assert pairing.phones()[0].was == ("Eva",)


def test_steps_of_two_phones_of_one_name_stay_with_the_one_that_keeps_it(pairing: Pairing) -> None:
    """Where two phones have the same name, nobody can tell their steps apart: the one that had it longest has them."""
    one, other = (pairing.join(CODE, "Ada", "10.0.0.1")[0] for _ in range(2))
    assert pairing.rename(one.id, "Eva").was == ()
    assert pairing.rename(other.id, "Ewa").was == ("Ada",)


# --- over HTTP --------------------------------------------------------------------------------------------------------


def test_the_cookie_is_for_the_server_only(stranger: Phone) -> None:
    """The token comes as an HttpOnly cookie that other sites' pages cannot send."""
    cookie = stranger.join().headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


CHANGES = [
    "/api/play", "/api/correct", "/api/undo", "/api/redo", "/api/orders", "/api/evenings/start", "/api/evenings/open",
    "/api/evenings/close", "/api/evenings/rename", "/api/evenings/forget", "/api/evenings/remember",
    "/api/evenings/import", "/api/board", "/api/cards/note", "/api/cards/M017/picture", "/api/photo", "/api/voice",
    "/api/voice/do", "/api/scale", "/api/scale/import", "/api/pile", "/api/table",
    "/api/scan", "/api/scan/wrong", "/api/scan/checks/import", "/api/phones/rename", "/api/phones/forget",
    "/api/phones/invite", "/api/phones/owner", "/api/photo/places", "/api/evenings/again",
    "/api/timers", "/api/staff", "/api/backups", "/api/backups/upload", "/api/safe/leave", "/api/versions",
    "/api/campaigns/hand-over", "/api/campaigns/take", "/api/card-offers/take",
    "/api/card-texts/photo", "/api/card-texts/name", "/api/card-texts/camera", "/api/card-texts/import",
    "/api/card-texts/M017", "/api/card-texts/do",
]  # fmt: skip


def test_the_list_of_changes_is_whole(house: Household) -> None:
    """Every address that takes a POST is tried below, apart from joining and from a demo round of one's own."""
    posts = {str(rule) for rule in house.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert {path.replace("<path:code>", "M017") for path in posts} == {*CHANGES, "/api/phones/join", "/api/demo"}


@pytest.mark.parametrize("path", CHANGES)
def test_a_stranger_changes_nothing(house: Household, stranger: Phone, path: str) -> None:
    """A phone that has not joined is refused at every address that changes something."""
    house.begin()
    before = house.session.screen()
    photo = path.endswith(("/photo", "/picture"))
    zipped = path.endswith("/upload") or path == "/api/card-texts/import"
    kind = "image/jpeg" if photo else "application/zip" if zipped else None
    more = {} if kind is None else {"data": b"x", "content_type": kind, "json": None}
    answer = stranger.post(path, **more)
    assert (answer.status_code, answer.json["kind"]) == (401, "unpaired")
    assert house.session.screen() == before
    assert "(repeat)" not in house.speaker.said


def test_a_stranger_deletes_nothing(house: Household, stranger: Phone) -> None:
    """Every address that takes a DELETE refuses a phone that has not joined."""
    deletes = [str(rule) for rule in house.app.url_map.iter_rules() if "DELETE" in (rule.methods or ())]
    assert len(deletes) >= 4
    for path in deletes:
        filled = path.replace("<path:code>", "M017").replace("<id>", "1").replace("<ticket>", "1")
        answer = stranger.client.delete(filled, json={}, headers={"Origin": "http://localhost"})
        assert (answer.status_code, answer.json["kind"]) == (401, "unpaired"), path


def test_the_history_says_who(house: Household, phone: Phone) -> None:
    """A move is written down under the phone's name."""
    phone.post("/api/play", {"move": "feed", "args": {"oil": 1}, "seen": phone.version})
    assert house.session.screen().history[0].by == "Ada"


def test_joining_again_renames(house: Household, phone: Phone) -> None:
    """A phone that joins a second time is the same phone under its new name."""
    phone.join("Adele")
    assert [one.name for one in house.app.pairing.phones()] == ["Adele"]


def test_the_invitation_keeps_its_secret_from_logs(house: Household, phone: Phone) -> None:
    """The QR code's address carries its key only behind the #, which no browser sends."""
    from web.pages import invitation, qr_svg

    assert invitation("http://10.0.0.5:8080/", "123456") == "http://10.0.0.5:8080/join#code=123456"
    found = house.app.pairing.invitation
    assert found is not None
    assert phone.get("/invite.svg").data == qr_svg(invitation(house.settings.address, found.key))
