"""What the service prints when it is up: where to go, as words and as a QR code, and the pairing code of the moment."""

from __future__ import annotations

import io
import socket
from collections.abc import Sequence

import segno

from companion.text import N, T, Text, catalogue, verbatim


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


def qr_lines(text: str) -> str:
    """A QR code for a terminal, half a line to a module."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, border=2, compact=True)
    return out.getvalue()


def invited(address: str, invitation: str, code: str, left_s: float) -> list[Text]:
    """How a phone joins: the QR code with the `invitation`, the pairing code for typing, and how long both hold."""
    minutes = max(1, round(left_s / 60))
    return [
        verbatim(qr_lines(invitation)),
        T("The companion is up: {address}", address=address),
        T("Scan the code with a phone, or open that address and type the pairing code {code}.", code=code),
        N("Both hold for {n} minute.", "Both hold for {n} minutes.", minutes),
        T("A new one: on a phone that has joined, under Table, Phones; or here: companion phones invite"),
    ]


def banner(invitation: Sequence[Text], more: Sequence[Text], language: str = "en") -> str:
    """The whole banner: how a phone joins (`invited`), and what else is to be known."""
    say = catalogue(language).say
    lines = [*invitation, *more, T("Stop with Ctrl+C; every move is saved.")]
    return "".join(f"{say(text)}\n" for text in lines)
