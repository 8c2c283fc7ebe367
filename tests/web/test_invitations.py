"""Codes that run out, wrong codes that slow their address down and nobody else."""

import logging
import tracemalloc

import pytest

from web.errors import HttpRefusal
from web.pairing import ADDRESSES_KEPT, KEY_CHARS, Guesses, Pairing, in_groups, new_code

from .household import CODE, Household, Store
from .phones import Phone

MINUTE = 60.0
DAY = 86400.0


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


def refusal(pairing: Pairing, code: str, address: str = "10.0.0.1") -> HttpRefusal:
    with pytest.raises(HttpRefusal) as caught:
        pairing.join(code, "Eve", address)
    return caught.value


def wrong_from(pairing: Pairing, count: int, net: str = "10.0.1") -> list[str]:
    """Wrong codes, each from an address of its own; how they were refused."""
    return [refusal(pairing, "000000", f"{net}.{number}").kind for number in range(count)]


# --- how long a code holds --------------------------------------------------------------------------------------------


def test_the_first_code_holds_for_an_hour(pairing: Pairing, clock: Clock) -> None:
    """The code that is printed at the start lets phones in for 60 minutes and not a second longer."""
    clock.now += 60 * MINUTE - 1
    pairing.join(CODE, "Ada", "10.0.0.1")
    clock.now += 1
    assert refusal(pairing, CODE).kind == "wrong_code"
    assert (pairing.code, pairing.invitation) == ("", None)


def test_an_invitation_of_before_a_start_is_told_from_one_since(pairing: Pairing, clock: Clock) -> None:
    """A page that shows one while the companion starts anew sees by its number that it is gone."""
    since = Pairing(Store(), "654321", clock)
    assert pairing.invitation is not None
    assert since.invitation is not None
    assert pairing.invitation.number != since.invitation.number


def test_a_code_that_was_asked_for_holds_for_ten_minutes(pairing: Pairing, clock: Clock) -> None:
    """A new code differs from the one before it and ends after ten minutes; so does the key of its QR code."""
    clock.now += 61 * MINUTE
    found, left_s = pairing.invite()
    assert (found.code != CODE, left_s) == (True, 10 * MINUTE)
    clock.now += 10 * MINUTE - 1
    pairing.join(found.code, "Ada", "10.0.0.1")
    clock.now += 1
    assert refusal(pairing, found.code).kind == "wrong_code"
    assert refusal(pairing, found.key).kind == "wrong_code"


def test_a_code_just_read_is_not_lost(pairing: Pairing, clock: Clock) -> None:
    """Who asks anew within five minutes sees the same code; after that a new one, and the old one holds to its end."""
    clock.now += 61 * MINUTE
    first, _ = pairing.invite()
    clock.now += 5 * MINUTE
    assert pairing.invite()[0] == first
    clock.now += 1
    second, _ = pairing.invite()
    assert second.code != first.code
    pairing.join(first.code, "Ada", "10.0.0.1")
    pairing.join(second.code, "Ben", "10.0.0.2")


def test_nobody_asked_and_nothing_holds(clock: Clock) -> None:
    """While no code holds, no word lets a phone in: not the empty one either."""
    pairing = Pairing(Store(), CODE, clock)
    clock.now += 2 * DAY
    for word in ("", " ", CODE, "x" * KEY_CHARS):
        assert refusal(pairing, word).kind == "wrong_code"


def test_a_removed_phone_cannot_use_the_code_it_saw(pairing: Pairing) -> None:
    """Removing a phone ends the codes and keys that it may have read; leaving by oneself does not."""
    ada, _ = pairing.join(CODE, "Ada", "10.0.0.1")
    ben, _ = pairing.join(CODE, "Ben", "10.0.0.2")
    cleo, _ = pairing.join(CODE, "Cleo", "10.0.0.3")
    pairing.forget(cleo.id, cleo.id)
    found, _ = pairing.invite()
    assert found.code == CODE
    pairing.forget(ben.id, ada.id)
    assert refusal(pairing, CODE, "10.0.0.2").kind == "wrong_code"
    assert refusal(pairing, found.key, "10.0.0.2").kind == "wrong_code"
    assert pairing.invite()[0].code != CODE


def test_the_code_may_be_typed_in_groups(pairing: Pairing) -> None:
    """A code typed as 123 456 or 123-456 is the same code, and that is how it is shown."""
    pairing.join("123 456", "Ada", "10.0.0.1")
    pairing.join("123-456", "Ben", "10.0.0.1")
    assert (in_groups("123456"), in_groups("123456789012")) == ("123 456", "123 456 789 012")


def test_codes_differ() -> None:
    """Codes are digits, as many as are wanted, and not always the same."""
    codes = {new_code() for _ in range(50)}
    assert len(codes) > 40
    assert all(len(code) == 6 and code.isdigit() for code in codes)
    assert len(new_code(12)) == 12


# --- wrong codes ------------------------------------------------------------------------------------------------------


def test_thirty_wrong_codes_keep_nobody_else_out(pairing: Pairing) -> None:
    """Thirty wrong codes from one address or from many make only those wait: the right one joins from any other."""
    assert [refusal(pairing, "000000").kind for _ in range(30)] == ["wrong_code"] * 5 + ["wait"] * 25
    assert wrong_from(pairing, 25) == ["wrong_code"] * 25
    assert pairing.join(CODE, "Ada", "10.0.0.2")[0].name == "Ada"


def test_an_address_waits_longer_and_longer(pairing: Pairing, clock: Clock) -> None:
    """Five are free; then 30 s, 60 s, 120 s, 240 s, 480 s and from there on 600 s, even for the right code."""
    for _ in range(5):
        refusal(pairing, "000000")
    for wait_s in (30, 60, 120, 240, 480, 600, 600):
        waiting = refusal(pairing, CODE)
        assert (waiting.kind, waiting.status, waiting.more["wait_s"]) == ("wait", 429, wait_s + 1)
        clock.now += wait_s - 0.1
        assert refusal(pairing, CODE).kind == "wait"
        clock.now += 0.1
        assert refusal(pairing, "000000").kind == "wrong_code"


def test_an_hour_later_all_is_forgiven(pairing: Pairing, clock: Clock) -> None:
    """An address that sent nothing wrong for an hour has five tries again."""
    for _ in range(5):
        refusal(pairing, "000000")
    clock.now += 60 * MINUTE
    assert [refusal(pairing, "000000").kind for _ in range(6)] == ["wrong_code"] * 5 + ["wait"]


def test_the_qr_code_is_never_kept_waiting(pairing: Pairing) -> None:
    """From an address that must wait, and after any number of wrong codes, the QR code lets a phone in."""
    found = pairing.invitation
    assert found is not None
    for _ in range(9):
        refusal(pairing, "000000")
    wrong_from(pairing, 200)
    assert refusal(pairing, CODE).kind == "wait"
    assert pairing.join(found.key, "Ada", "10.0.0.1")[0].name == "Ada"


def test_an_old_qr_code_costs_nothing(pairing: Pairing, clock: Clock) -> None:
    """A QR code that has run out is no guess: however often it is tried, the address need not wait."""
    found = pairing.invitation
    assert found is not None
    clock.now += 61 * MINUTE
    for _ in range(100):
        refusal(pairing, found.key)
    pairing.join(pairing.invite()[0].code, "Ada", "10.0.0.1")


def test_many_addresses_meet_a_longer_code(pairing: Pairing, clock: Clock) -> None:
    """The fiftieth wrong code in a week ends the six digits: the code has twelve then, until fewer came in a week."""
    key = pairing.invitation.key if pairing.invitation else ""
    wrong_from(pairing, 49)
    assert pairing.code == CODE
    wrong_from(pairing, 1, "10.0.2")
    assert len(pairing.code) == 12
    assert refusal(pairing, CODE, "10.0.3.1").kind == "wrong_code"
    pairing.join(pairing.code, "Ada", "10.0.3.2")
    pairing.join(key, "Ben", "10.0.3.3")
    clock.now += 6 * DAY
    assert len(pairing.invite()[0].code) == 12
    clock.now += DAY + 1
    assert len(pairing.invite()[0].code) == 6


def test_news_of_the_longer_code_is_told(pairing: Pairing) -> None:
    """Who shows the code is told when wrong codes have changed it, and only then."""
    told: list[str | None] = []
    pairing.subscribe(told.append)
    wrong_from(pairing, 49)
    assert told == []
    wrong_from(pairing, 20, "10.0.2")
    assert told == [None]


def test_guessing_gets_no_further_than_was_reckoned(clock: Clock) -> None:
    """One address that never stops gets 14 tries in the first hour and at most 8 an hour in a day."""
    guesses = Guesses(clock)
    began, tried = clock.now, []
    while clock.now < began + DAY:
        clock.now += max(1e-6, guesses.wait_s("10.0.0.1"))
        guesses.wrong("10.0.0.1")
        tried.append(clock.now - began)
    assert sum(at < 3600 for at in tried) == 14
    assert len(tried) <= 8 * 24


@pytest.mark.slow
def test_wrong_codes_take_no_more_memory(clock: Clock) -> None:
    """100,000 addresses take no more room than 5,000 do."""
    guesses = Guesses(clock)
    tracemalloc.start()
    try:
        for number in range(5_000):
            guesses.wrong(f"fd00::{number:x}")
        before, _ = tracemalloc.get_traced_memory()
        for number in range(5_000, 100_000):
            guesses.wrong(f"fd00::{number:x}")
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(guesses._by_address) == ADDRESSES_KEPT
    assert after < before + 200_000


def test_comparing_takes_every_secret_to_its_end(pairing: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes are compared by `hmac.compare_digest`, of digests of equal length, with all that hold."""
    import hmac

    pairing._invitations.make()
    compared: list[tuple[int, int]] = []
    original = hmac.compare_digest

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((len(one), len(other)))
        return original(one, other)

    monkeypatch.setattr("web.pairing.hmac.compare_digest", compare)
    refusal(pairing, "0")
    refusal(pairing, CODE + "7")
    pairing.join(CODE, "Ada", "10.0.0.1")
    assert compared == [(32, 32)] * 12  # three tries, each against two keys and two codes


# --- over HTTP --------------------------------------------------------------------------------------------------------


def test_a_joined_phone_lets_another_in(house: Household, phone: Phone) -> None:
    """What a joined phone is shown lets another join: the code for typing, the QR code's key likewise."""
    shown = phone.post("/api/phones/invite").json
    assert (shown["code"], shown["address"], shown["renew_s"]) == (CODE, "http://localhost:8080", 300)
    assert 3500 < shown["left_s"] <= 3600
    assert Phone(house).join("Ben", shown["code"]).status_code == 200
    assert phone.get("/api/phones").json["invite"]["code"] == CODE
    invitation = house.app.pairing.invitation
    assert invitation is not None
    assert Phone(house).join("Cleo", invitation.key).status_code == 200


def test_without_an_invitation_there_is_no_qr_code(house: Household, phone: Phone) -> None:
    """Nothing is made by looking: once the code has run out, the picture is gone until somebody asks for a new one."""
    house.app.pairing._invitations.end()
    assert phone.get("/invite.svg").status_code == 404
    assert phone.get("/api/phones").json["invite"]["code"] == ""
    assert phone.post("/api/phones/invite").status_code == 200
    assert phone.get("/invite.svg").status_code == 200


def test_no_log_holds_a_code(house: Household, phone: Phone, caplog: pytest.LogCaptureFixture) -> None:
    """Codes and keys, right and wrong, are in no log, no refusal and no value's own words."""
    caplog.set_level(logging.DEBUG)
    invitation = house.app.pairing.invitation
    assert invitation is not None
    said = [Phone(house).join("Ben", word).text for word in (CODE, "987654", invitation.key, "k" * KEY_CHARS, "\x00")]
    said.append(
        phone.post("/api/phones/join", json=None, data=b'{"code": 987654}', content_type="application/json").text
    )
    for secret in (CODE, "987654", invitation.key, "k" * KEY_CHARS):
        assert secret not in caplog.text
        assert secret not in repr(invitation)
        assert all(secret not in one for one in said)
