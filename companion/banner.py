"""What the service prints when it is up: where to go, as words and as a QR code, and the pairing code."""

from __future__ import annotations

import io
import socket
from collections.abc import Sequence

import segno

from companion.text import T, Text, catalogue


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


def banner(address: str, invitation: str, code: str, more: Sequence[Text], language: str = "en") -> str:
    """The whole banner; `invitation` goes into the QR code."""
    say = catalogue(language).say
    lines = [
        qr_lines(invitation),
        say(T("The companion is up: {address}", address=address)),
        say(T("Scan the code with a phone, or open that address and type the pairing code {code}.", code=code)),
        *(say(text) for text in more),
        say(T("Stop with Ctrl+C; every move is saved.")),
    ]
    return "\n".join(lines) + "\n"
