"""What the phones show of life points and Action cards, and what can be set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from companion.api import Cell, Counter, Grid, N, Panel, Pick, T, Text, Value, Whole
from companion.games.citadel.cards import looking
from companion.games.citadel.life import limits, piles, points
from companion.games.citadel.state import MOST_LIFE, Hero, State
from companion.games.citadel.tables import words
from companion.games.citadel.transaction import Transaction
from companion.toolkit import Settable, pick, whole

MODE_NAMES = words("recovery_modes")
REST_NAMES = words("recovery_rests")
LOW = 3  # life points that are shown as a danger


def mode_ask(usual: str = "normal") -> Pick:
    """How a Recovery is paid for (p. 20)."""
    return pick("recovery", T("Recovery"), MODE_NAMES, usual)


def rest_ask(usual: str = "started") -> Pick:
    """How an odd number of cards is paid for: the rulebook does not say."""
    return pick("recovery_rest", T("Recovery of an odd number of cards"), REST_NAMES, usual)


def panels(state: State) -> tuple[Panel, ...]:
    """Life points first, then where everybody's Action cards lie."""
    if not state.party:
        return ()
    lives = tuple(_life(hero) for hero in state.party)
    blocked = any(piles.piles(state, hero.seat).blocked for hero in state.party)
    columns = (T("Who"), T("Deck"), T("Discards"), T("Hand"), *((T("Blocked"),) if blocked else ()), T("Weight"))
    rows = tuple(_row(state, hero, blocked) for hero in state.party)
    grid = Grid(label=T("Action cards"), columns=columns, rows=rows)
    return (Panel(name="life", title=T("Life and decks"), widgets=(*lives, grid), icon="life"),)


def _life(hero: Hero) -> Counter:
    note = None if hero.conscious else T("Unconscious")
    fresh = hero.conscious and not hero.life  # before the scenario has given any
    tone = "plain" if hero.life > LOW or fresh else "warm" if hero.conscious else "danger"
    return Counter(
        label=T("Life of {name}", name=hero.name),
        count=hero.life,
        tone=tone,
        value=f"life_{hero.seat}",
        note=note,
        icon="life",
        main=True,
    )


def _row(state: State, hero: Hero, blocked: bool) -> tuple[Cell, ...]:
    now, over = piles.piles(state, hero.seat), limits.over_hand(state, hero.seat)
    hand, heavy = limits.hand_limit(state, hero.seat), limits.too_heavy(state, hero.seat)
    return (
        Cell(label=T("{name}", name=hero.name), icon="hero"),
        Cell(label=_known(now.deck), tone="warm" if now.deck == 0 else "plain"),
        Cell(label=_known(now.discard)),
        Cell(label=_of(now.hand, hand), tone="danger" if over else "plain"),
        *((Cell(label=_known(now.blocked)),) if blocked else ()),
        Cell(
            label=_of(_weight(state, hero), limits.weight_limit(state, hero.seat)), tone="danger" if heavy else "plain"
        ),
    )


def _weight(state: State, hero: Hero) -> int | None:
    return looking.weight(state, hero.seat)


def _known(count: int | None) -> Text:
    return T("?") if count is None else T("{n}", n=count)


def _of(count: int | None, limit: int | None) -> Text:
    if count is None or limit is None:
        return _known(count)
    return T("{n} of {limit}", n=count, limit=limit)


# --- set by hand ------------------------------------------------------------------------------------------------------


def _label(hero: Hero, what: str) -> Text:
    name = hero.name
    return {
        "life": T("Life of {name}", name=name),
        "deck": T("Action Deck of {name}", name=name),
        "discard": T("Discard Pile of {name}", name=name),
        "hand": T("Skill cards in hand of {name}", name=name),
        "blocked": T("Blocked Skill cards of {name}", name=name),
    }[what]


def settables(state: State) -> Iterator[Settable[Transaction]]:
    """Life points and every pile; then the mode of Recovery, which hardly anybody comes for."""
    vigour = state.vigour
    for hero in state.party:
        yield Settable(_count(hero, "life", hero.life, MOST_LIFE), hero.life, partial(_set_life, hero.seat))
        now = piles.piles(state, hero.seat)
        counts = {"deck": now.deck or 0, "discard": now.discard, "hand": now.hand, "blocked": now.blocked}
        for what, count in counts.items():
            yield Settable(_count(hero, what, count, piles.MOST_CARDS), count, partial(_set_pile, hero.seat, what))
    yield Settable(mode_ask(vigour.mode), vigour.mode, partial(_set_vigour, "mode"))
    yield Settable(rest_ask(vigour.rest), vigour.rest, partial(_set_vigour, "rest"))


def _count(hero: Hero, what: str, now: int, most: int) -> Whole:
    return whole(f"{what}_{hero.seat}", _label(hero, what), most, now)


def _set_vigour(what: str, tx: Transaction, value: Value) -> None:
    changes: dict[str, Any] = {what: str(value)}
    tx.set(vigour=replace(tx.state.vigour, **changes))


def _set_pile(seat: str, what: str, tx: Transaction, value: Value) -> None:
    piles.set_piles(tx, seat, **{what: int(value)})


def _set_life(seat: str, tx: Transaction, value: Value) -> None:
    """Life points set to 0 make unconscious, and set above 0 wake, as they do in the game."""
    before, life = tx.state.hero(seat), int(value)
    tx.set_hero(seat, life=life)
    text = N("{name}: {n} life point.", "{name}: {n} life points.", life, name=before.name)
    tx.note("life_set", text, seat=seat, life=life)
    if life == 0 and before.conscious:
        points.unconscious(tx, seat, by_hand=True)
    elif life > 0 and not before.conscious:
        points.wake(tx, seat)
