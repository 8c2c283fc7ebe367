"""Excavation Sites: as many as players, changed at the first 10, 20, 30 and 40 Prestige (rulebook p. 6, 21)."""

from __future__ import annotations

from companion.api import (
    Args,
    Ask,
    CardList,
    CardRow,
    Choice,
    IllegalMove,
    N,
    Offer,
    Panel,
    Prompt,
    T,
    Text,
    Value,
    Words,
)
from companion.api import Move as GameMove
from companion.games.turris import places
from companion.games.turris.names import PLACE_NAMES
from companion.games.turris.prestige import CHANGE, MARKS
from companion.games.turris.rewards.effects import describe
from companion.games.turris.state import SPOTS, State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, GameModule, action, require_task, usual, word

SITES = 24  # in the box (p. 3)
LONGEST = 40


def spots(state: State) -> tuple[str, ...]:
    """The spots that have a Site, in the order of the alphabet: as many as players (p. 6)."""
    return SPOTS[: len(state.players)]


def settle(tx: Transaction) -> bool:
    """Once all that is being done is done, the Sites are changed (p. 21)."""
    if not tx.state.change or tx.state.tasks:
        return False
    tx.set(change=False)
    tx.add_task(Task(kind=CHANGE))
    return True


def lay(tx: Transaction, args: Args) -> None:
    """New Sites lie there, by their names where they were given. Scouts, Beasts and the Fruit stay on their spots."""
    require_task(tx.state, CHANGE)
    tx.finish_task()
    tx.set(change=False, due=())
    put(tx, [word(args, f"site_{spot}") for spot in spots(tx.state)])
    count = len(spots(tx.state))
    text = N("{n} new Excavation Site was laid out.", "{n} new Excavation Sites were laid out.", count)
    tx.tell("sites_changed", text, count=count)


def name_them(tx: Transaction, args: Args) -> None:
    """The Sites that lie there get their names; what was read of them while they had none is read again."""
    if tx.state.tasks:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))
    put(tx, [word(args, f"site_{spot}") for spot in spots(tx.state)])
    tx.note("sites_named", T("The Excavation Sites have their names."))


def put(tx: Transaction, names: list[str]) -> None:
    """The Sites by name, from A on; what was read of unnamed ones is forgotten."""
    places.forget_unnamed(tx)
    tx.set(sites={spot: " ".join(name.split()) for spot, name in zip(spots(tx.state), names, strict=True)})


def _asks(state: State) -> tuple[Ask, ...]:
    """A name for each spot, known ones by a tap; every spot that is not used stays empty."""
    known = tuple(Choice(value=name, label=Text("{name}", {"name": name})) for name in places.site_names(state))
    return tuple(
        Words(name=f"site_{spot}", label=PLACE_NAMES[spot], at_most_chars=LONGEST, blocks=known,
              usual="" if state.tasks else state.sites.get(spot, ""))
        for spot in spots(state)
    )  # fmt: skip


def name_offer(state: State) -> Offer:
    """To give the Sites their names, so that what they do is known the next time."""
    rest: dict[str, Value] = {f"site_{spot}": "" for spot in SPOTS if spot not in spots(state)}
    move = GameMove("lay_sites" if state.tasks else "name_sites", rest)
    return Offer(move=move, label=T("Name the Excavation Sites"), asks=_asks(state), rule="sites")


def prompt(state: State) -> Prompt:
    """Take the old Sites away, draw new ones."""
    n = len(spots(state))
    without: dict[str, Value] = {f"site_{spot}": "" for spot in SPOTS}
    return Prompt(
        name="sites.change",
        do=N(
            "Remove the Excavation Site and draw a new one.",
            "Remove the Excavation Sites and draw {n} new ones, from A on.",
            n,
        ),
        more=T("Scouts, Beasts and the Fruit stay on their spots. A Site with a name is known the next time."),
        offers=(usual("lay_sites", T("They lie there"), "sites", **without), name_offer(state)),
        rule="sites",
    )


# --- shown and set by hand --------------------------------------------------------------------------------------------


def panels(state: State) -> tuple[Panel, ...]:
    """The Sites with what is known of them, and the next Prestige at which they change."""
    rows = tuple(
        CardRow(code="", label=_label(state, spot), note=_gives(state, spot), icon="site") for spot in spots(state)
    )
    return (
        Panel(
            name="sites", title=T("Excavation Sites"), widgets=(CardList(label=_until(state), cards=rows),), icon="site"
        ),
    )


def _label(state: State, spot: str) -> Text:
    name = state.sites.get(spot, "")
    return T("{spot}: {site}", spot=spot.upper(), site=name) if name else PLACE_NAMES[spot]


def _gives(state: State, spot: str) -> Text | None:
    effects = places.reward(state, spot)
    return None if effects is None else describe(effects)


def _until(state: State) -> Text:
    coming = [mark for mark in MARKS if mark not in state.reached]
    return T("They change at {mark} Prestige", mark=coming[0]) if coming else T("They change no more")


NAMES = tuple(Words(name=f"site_{spot}", label=PLACE_NAMES[spot], at_most_chars=LONGEST) for spot in SPOTS)
MOVES: dict[str, Action[Transaction]] = {
    "lay_sites": action(lay, T("Laid out the Excavation Sites"), *NAMES),
    "name_sites": action(name_them, T("Named the Excavation Sites"), *NAMES),
}
MODULE: GameModule[State, Transaction] = GameModule(
    name="sites",
    moves=MOVES,
    tasks={CHANGE: prompt},
    settle=settle,
    panels=panels,
    families=places.FAMILIES,
)
