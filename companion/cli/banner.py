"""What the service prints when it is up: where to go, as words and as a QR code, and the pairing code of the moment."""

from __future__ import annotations

import io
from collections.abc import Sequence

import segno

from companion.api.text import N, T, Text, catalogue, verbatim


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
