"""The owner's authority, looked at by OpenSSL: what it vouches for, for how long, and what it never can."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from web.certificates import AUTHORITY, KEY, SERVER, Authority

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
NAMES = ("192.168.1.5", "pi.local", "localhost", "127.0.0.1")


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """A fresh one."""
    return Authority.make(tmp_path / "https", "Table companion pi", NAMES, NOW)


def shaken(folder: Path, name: str) -> str:
    """What a client that trusts the authority alone says of the server by this name: nothing when it is content."""
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    server.load_cert_chain(folder / SERVER)
    client.load_verify_locations(folder / AUTHORITY)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = server.wrap_bio(to_server, to_client, server_side=True)
    other = client.wrap_bio(to_client, to_server, server_hostname=name)
    for _ in range(6):
        for side in (other, one):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError as error:
                return error.verify_message
            except ssl.SSLError:
                continue
    return ""


def test_phones_that_trust_it_are_content(tmp_path: Path) -> None:
    """By every name that a phone may call the companion, and by no other. (OpenSSL looks at today's clock.)"""
    now = datetime.now(UTC)
    Authority.make(tmp_path, "Table companion pi", NAMES, now).issue(NAMES, now)
    assert [shaken(tmp_path, name) for name in NAMES] == [""] * 4
    assert "mismatch" in shaken(tmp_path, "192.168.1.6")


def test_it_can_be_no_bank(tmp_path: Path) -> None:
    """Whoever has its key gives themselves a bank's certificate: phones do not take it."""
    now = datetime.now(UTC)
    found = Authority.make(tmp_path, "Table companion pi", NAMES, now)
    assert not found.vouches_for("bank.example")
    assert not found.vouches_for("notlocal")
    assert not found.vouches_for("93.184.216.34")
    found.vouches_for = lambda name: True  # type: ignore[method-assign]
    found.issue(["bank.example"], now)
    assert "permitted subtree violation" in shaken(tmp_path, "bank.example")


def test_further_names_of_the_owner_are_vouched_for(tmp_path: Path) -> None:
    """Those that the settings named when it was made, and an address that is no home network's."""
    found = Authority.make(tmp_path, "Table companion pi", (*NAMES, "games.example.org", "203.0.113.7"), NOW)
    assert found.vouches_for("games.example.org")
    assert found.vouches_for("203.0.113.7")
    assert not found.vouches_for("203.0.113.8")
    assert not found.vouches_for("example.org")


def test_it_is_given_anew_in_time(authority: Authority) -> None:
    """397 days from two days ago, and 60 days before that is over: on the 335th day and not on the 334th."""
    authority.issue(NAMES, NOW)
    assert not authority.is_due(NAMES, NOW)
    assert not authority.is_due(NAMES, NOW + timedelta(days=334))
    assert authority.is_due(NAMES, NOW + timedelta(days=335, seconds=1))
    assert authority.is_due(NAMES, NOW - timedelta(days=3))  # the clock was wrong when it was given


def test_another_address_needs_another_certificate(authority: Authority) -> None:
    """The router has given this machine a new one; a public one is none of ours and changes nothing."""
    authority.issue(NAMES, NOW)
    assert authority.is_due(("192.168.1.9", *NAMES), NOW)
    assert not authority.is_due(("93.184.216.34", *NAMES), NOW)


def test_a_torn_certificate_is_given_anew(authority: Authority, tmp_path: Path) -> None:
    """Cut off, empty, or another authority's."""
    path = authority.issue(NAMES, NOW)
    whole = path.read_bytes()
    other = Authority.make(tmp_path / "other", "other", NAMES, NOW).issue(NAMES, NOW).read_bytes()
    for torn in (whole[:100], b"", other):
        path.write_bytes(torn)
        assert authority.is_due(NAMES, NOW)


def test_keys_are_for_nobody_else(authority: Authority, tmp_path: Path) -> None:
    """Only the user whom the companion runs as reads them."""
    authority.issue(NAMES, NOW)
    folder = tmp_path / "https"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {(folder / name).stat().st_mode & 0o777 for name in (KEY, SERVER)} == {0o600}


def test_a_mixed_up_authority_is_refused(authority: Authority, tmp_path: Path) -> None:
    """Its key is another's, or no key."""
    folder = tmp_path / "https"
    Authority.make(tmp_path / "other", "other", NAMES, NOW)
    (folder / KEY).write_bytes((tmp_path / "other" / KEY).read_bytes())
    with pytest.raises(ValueError, match="another"):
        Authority(folder)
    (folder / KEY).write_bytes(b"no key")
    with pytest.raises(ValueError):  # noqa: PT011 - the library's own words
        Authority(folder)


def test_what_phones_compare(authority: Authority, tmp_path: Path) -> None:
    """The SHA-256 of the certificate that they get, in pairs of digits."""
    found = x509.load_der_x509_certificate(authority.der)
    assert len(authority.fingerprint.split(":")) == 32
    assert found == x509.load_pem_x509_certificate((tmp_path / "https" / AUTHORITY).read_bytes())
