"""A table in the Action Phase: Meeples as society I begins with them, a small city, and what the turn offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Offer, Value
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.land import Building, Meeple, Space
from companion.games.frostpunk.game import GAME
from tests.companion.games.frostpunk.city.town import TILE
from tests.companion.games.frostpunk.table import Evening, begun
from tests.companion.games.meaning import offer_of

ENOUGH = {"food": 20, "coal": 20, "wood": 20, "steam_cores": 5}


def acting(players: int = 2, *places: str, **board: Value) -> Evening:
    """The Action Phase with 5 Workers, 3 Engineers and 2 Children, nobody holding Citizen cards, and plenty of stores;
    empty tiles lie on these places. The Generator is not started, so everything on the map is cold."""
    evening = begun(players, **{**TILE, **board})
    for kind, meeples in (("workers", 5), ("engineers", 3), ("children", 2)):
        evening.group(kind, meeples=meeples)
    evening.at("action.turn", hands=(0,) * players, scenario_cards=(), display=(), **ENOUGH)
    for place in places:
        lay(evening, place)
    return evening


def lay(evening: Evening, place: str, *lies: Space) -> None:
    """A tile lies there, with these things on its spaces."""
    spaces = lies or (Space(), Space())
    city(evening, tiles={**evening.state.city.tiles, place: tuple(spaces)})


def stand(evening: Evening, kind: str, *at: str, **sides: bool) -> Building:
    """A Building stands there."""
    building = Building(kind=kind, at=at, **sides)
    city(evening, buildings=(*evening.state.city.buildings, building))
    return building


def put(evening: Evening, kind: str, at: str, stays: bool = False) -> None:
    """A Meeple was placed there this round."""
    city(evening, placed=(*evening.state.city.placed, Meeple(kind=kind, at=at, stays=stays)))


def city(evening: Evening, **changes: Any) -> None:
    evening.state = replace(evening.state, city=replace(evening.state.city, **changes))


def warm(evening: Evening) -> None:
    """The Heat marker stands above every symbol of every indicator, as an owner has told them."""
    symbols = {f"{colour}_{side}_above_{n}": 2 for colour in COLOURS for side in ("colour", "zone") for n in (1, 2, 3)}
    evening.at(evening.state.step, board={**evening.state.board, **symbols})
    evening.generator(heat=5, cold=5)


COLOURS = ("red", "orange", "yellow")


def law(evening: Evening, lasts: str, code: str = "L01") -> None:
    """A Law that changes something for good is in force."""
    board = {**evening.state.board, f"card.{code}": f"lasts: {lasts}"}
    laws = replace(evening.state.laws, passed=(*evening.state.laws.passed, code))
    evening.at(evening.state.step, board=board, laws=laws)


def offers(evening: Evening, name: str) -> list[Offer]:
    """The offers of that move in the pressing prompt."""
    return [offer for offer in GAME.prompts(evening.state)[0].offers if offer.move.name == name]


def take(evening: Evening, move: str, **told: Any) -> None:
    """Tap the offer with this move and these arguments, or numbers on its button; it must need nothing more."""
    _tapped(evening, offer_of(evening.prompt, move, told))


def tap(evening: Evening, label: str) -> None:
    """Tap the offer of that name, where its words are looked at; it must need nothing more."""
    [offer] = [one for one in evening.prompt.offers if str(one.label) == label]
    _tapped(evening, offer)


def _tapped(evening: Evening, offer: Offer) -> None:
    assert not [ask for ask in offer.asks if getattr(ask, "usual", None) is None], "more is asked for"
    evening.play(offer.move.name, **{**offer.move.args, **{ask.name: ask.usual for ask in offer.asks}})


def use(evening: Evening, at: str, meeple: str = "workers", heat: str = "known") -> None:
    """Use the Building there, whatever it is; of several effects one is asked for."""
    evening.play("act_at", at=at, meeple=meeple, heat=heat)


def with_building(kind: str, *, upgraded: bool = False) -> Evening:
    """A Building of a kind on Near tile 1, everything heated."""
    evening = acting(2, "N1", "N2")
    large = BUILDINGS[kind].large
    stand(evening, kind, *(("N1.1", "N1.2") if large else ("N1.1",)), upgraded=upgraded)
    warm(evening)
    return evening
