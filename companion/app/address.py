"""Where this machine is found on the home network."""

from __future__ import annotations

import socket
from collections.abc import Sequence


def own_address() -> str:
    """This machine's address on the home network; the loopback address when there is no network.

    Nothing is sent: connecting a datagram socket only asks the kernel which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's, kept for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def local_name() -> str:
    """The name that phones may find this machine by, where they understand `.local` names."""
    return f"{socket.gethostname().split('.')[0]}.local"


def names_of(further: Sequence[str] = ()) -> tuple[str, ...]:
    """What browsers may call this machine: its address, its `.local` name, itself, and `further` ones."""
    return (own_address(), local_name(), "localhost", "127.0.0.1", *further)
