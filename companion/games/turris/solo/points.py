"""The Prestige of the Betrayers, and whether it changes the Excavation Site (rulebook p. 21, 26)."""

from __future__ import annotations

from companion.api.text import T
from companion.games.turris import prestige
from companion.games.turris.transaction import Transaction
from companion.toolkit.forms import pick

ASK = pick(
    prestige.BETRAYERS,
    T("The Betrayers reach 10, 20 or 30 Prestige before you"),
    {"stay": T("The Excavation Site stays"), "change": T("The Excavation Site changes")},
    usual="stay",
)


def gain(tx: Transaction, count: int) -> None:
    """The Betrayers gain Prestige. They are no player (p. 25), so that the Site stays, unless the table plays it so."""
    before = tx.state.betrayer_prestige
    tx.set(betrayer_prestige=before + count)
    if tx.state.choices.get(prestige.BETRAYERS) == "change":
        prestige.passed(tx, before, before + count)
