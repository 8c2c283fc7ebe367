"""Who really asks, behind a proxy that the owner has named and behind one that nobody knows."""

from __future__ import annotations

import pytest
from tornado.httputil import HTTPHeaders

from web.proxies import Proxies

NAMED = Proxies(["127.0.0.1", "10.0.0.0/24", "::1"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "proto", "sender"),
    [
        ("192.168.1.7", "1.2.3.4", "https", ("192.168.1.7", "http")),  # anybody may write this
        ("127.0.0.1", "192.168.1.7", "https", ("192.168.1.7", "https")),
        ("127.0.0.1", "6.6.6.6, 192.168.1.7", "https", ("192.168.1.7", "https")),  # the sender wrote that
        ("127.0.0.1", "192.168.1.7, 10.0.0.9", "https", ("192.168.1.7", "https")),  # two proxies of ours in a row
        ("::ffff:127.0.0.1", "192.168.1.7:50412", "http", ("192.168.1.7", "http")),
        ("::1", "[fd00::7]:50412", "HTTPS", ("fd00::7", "https")),
        ("127.0.0.1", "", "", ("127.0.0.1", "http")),
        ("127.0.0.1", "unknown", "gopher", ("127.0.0.1", "http")),
        ("127.0.0.1", "192.168.1.7, nonsense", "https", ("127.0.0.1", "https")),
    ],
)
def test_who_asks(peer: str, forwarded: str, proto: str, sender: tuple[str, str]) -> None:
    """The last one in the row that is none of the owner's proxies."""
    headers = HTTPHeaders({"X-Forwarded-For": forwarded, "X-Forwarded-Proto": proto})
    assert NAMED.sender(peer, "http", headers) == sender


def test_what_is_no_address() -> None:
    """A name cannot be compared with where a connection comes from."""
    with pytest.raises(ValueError, match="proxy"):
        Proxies(["proxy"])
    assert "nobody" not in NAMED
