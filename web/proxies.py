"""Who really asks, where a proxy of the owner's stands before the companion.

Anybody may write into a request that it was sent on for somebody else; it is believed only of a proxy that the owner
has named (`web.trusted_proxies`).
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from tornado.httputil import HTTPHeaders


class Proxies:
    """The proxies at these addresses or networks, such as `127.0.0.1` or `10.0.0.0/24`; ValueError for what is none."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks: tuple[IPv4Network | IPv6Network, ...] = tuple(ip_network(one, strict=False) for one in named)

    def __contains__(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in one for one in self._networks)

    def sender(self, peer: str, protocol: str, headers: HTTPHeaders) -> tuple[str, str]:
        """The address that the request came from and its protocol, `http` or `https`: those of the connection unless a
        named proxy says otherwise. Of several proxies in a row, the last that is not named is the sender: what stands
        before it anybody may have written."""
        if peer not in self:
            return peer, protocol
        address = peer
        for said in reversed(headers.get("X-Forwarded-For", "").split(",")):
            found = _address(said)
            if found is None:
                break
            address = found
            if address not in self:
                break
        told = headers.get("X-Forwarded-Proto", "").rpartition(",")[2].strip().lower()
        return address, told if told in ("http", "https") else protocol


def _address(text: str) -> str | None:
    text = text.strip()
    host, _, port = text.rpartition(":")
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif port.isdecimal() and host.count(".") == 3:  # some proxies write the port as well
        text = host
    try:
        return str(ip_address(text))
    except ValueError:
        return None


def is_address(name: str) -> bool:
    """Whether this is an IP address, and no name."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
