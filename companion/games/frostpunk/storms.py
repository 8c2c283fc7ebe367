"""Storms (rulebook p. 21 and 22): the Storm marker moves back, and what a storm does to the city."""

from __future__ import annotations

from companion.api.game import Urgency
from companion.api.text import N, T
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.setup_scenarios import A_NEW_HOME
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

SECOND_STORM_AT = 12  # p. 22
RUINED = {1: "tent", 2: "bunkhouse"}  # p. 22, by how many storms have hit


def begin(tx: Transaction) -> None:
    """Section D of the Weather card: the Storm marker moves back; on or before the Round marker, a storm hits."""
    spaces = tx.state.storm_spaces
    tx.set(storm_spaces=0)
    tx.go_on()
    if not spaces:
        tx.note("storm_stays", T("The Storm marker stays where it is."))
    storm = max(1, tx.state.storm - spaces)
    tx.set(storm=storm)
    if spaces:
        text = N(
            "The Storm marker moved back {n} space, to {space}.",
            "The Storm marker moved back {n} spaces, to {space}.",
            spaces,
            space=storm,
        )
        tx.tell("storm_moved", text, by=spaces, to=storm)
    if storm <= tx.state.round:
        _hit(tx)


def _hit(tx: Transaction) -> None:
    storms = tx.state.storms + 1
    tx.set(storms=storms)
    tx.count("storms")
    tx.tell("storm_hit", T("A storm hits the city."), Urgency.URGENT, storms=storms)
    tx.queue("storm", count=1)


def known_storm(state: State) -> bool:
    """Whether the rulebook tells what this storm does: the first two of A New Home."""
    return state.scenario == A_NEW_HOME and state.storms in RUINED


def ruin(tx: Transaction) -> None:
    """A New Home (p. 22): the first storm ruins all Tents and its marker goes to 12; the second one ruins all
    Bunkhouses and its marker leaves the game."""
    kind = RUINED[tx.state.storms]
    laying.ruin_all(tx, kind)
    first = tx.state.storms == 1
    tx.set(storm=SECOND_STORM_AT if first else 0)
    ruins = T("All Tents are Ruins; the Storm marker stands on {space}.", space=SECOND_STORM_AT)
    gone = T("All Bunkhouses are Ruins; the Storm marker has left the game.")
    tx.note("shelters_ruined", ruins if first else gone, storms=tx.state.storms, storm=tx.state.storm)
