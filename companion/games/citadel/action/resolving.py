"""The Result step as arithmetic (p. 12 to 13): stars under a chain, effects, class icons, and traits that take away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from companion.games.citadel.action.converting import Conversion, convert
from companion.games.citadel.action.effects import Effect
from companion.games.citadel.action.stars import Face, best


@dataclass(frozen=True, kw_only=True)
class Result:
    """What came out: `stars` from the cards that count (`cards` are their places among those revealed), `added` by
    effects, `converted` from class icons, `ignored` because of the trait Tough; `cancels` damage. `taken` are the
    alternatives that were chosen, `times` how often each conversion was applied."""

    stars: int = 0
    added: int = 0
    converted: int = 0
    ignored: int = 0
    cancels: int = 0
    cards: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    times: tuple[int, ...] = ()

    @property
    def successes(self) -> int:
        """The successes taken into account."""
        return max(0, self.stars + self.added + self.converted - self.ignored)


def alternatives(effects: Sequence[tuple[str, Effect]]) -> dict[tuple[str, int], tuple[int, ...]]:
    """The places of effects of which only one may be applied, by card and choice."""
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    for at, (card, effect) in enumerate(effects):
        if effect.either:
            key = (card, effect.either)
            found[key] = (*found.get(key, ()), at)
    return {key: places for key, places in found.items() if len(places) > 1}


def ways(effects: Sequence[tuple[str, Effect]], either: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
    """Every lawful selection of effects by their places; what was chosen already (`either`) stays chosen."""
    groups = alternatives(effects)
    bound = {at for places in groups.values() for at in places}
    free = tuple(at for at in range(len(effects)) if at not in bound)
    options = []
    for (card, choice), places in groups.items():
        settled = either.get(f"{card}/{choice}")
        options.append((places[settled],) if settled is not None and settled < len(places) else places)
    for picked in product(*options):
        yield tuple(sorted((*free, *picked)))


def limit(cost: int, chain: bool, effects: Sequence[Effect]) -> int | None:
    """How many revealed cards count at most (p. 12 to 13); None: all of them."""
    return cost + sum(effect.amount for effect in effects if effect.kind == "cards") if chain else None


def resolve(
    *,
    cost: int,
    chain: bool,
    need: int,
    tough: int,
    effects: Sequence[tuple[str, Effect]],
    either: Mapping[str, int],
    faces: Sequence[Face] | None = None,
    stars: int = 0,
    icons: Mapping[str, int] | None = None,
) -> Result:
    """The best lawful result. Stars come card by card in `faces`, or as counted at the table in `stars`."""
    found: list[Result] = []
    for taken in ways(effects, either):
        chosen = [effects[at][1] for at in taken]
        most = limit(cost, chain, chosen)
        got, cards = best(faces, most) if faces is not None else (stars, ())
        added = sum(effect.amount for effect in chosen if effect.kind == "success")
        paid = convert(_have(icons or {}, chosen), conversions(chosen), max(0, need + tough - got - added))
        ignored = min(tough, got + added + paid.successes)
        flat = sum(effect.amount for effect in chosen if effect.kind == "cancel" and not effect.icons)
        found.append(
            Result(
                stars=got, added=added, converted=paid.successes, ignored=ignored,
                cancels=paid.cancels + flat, cards=cards,
                taken=taken, times=paid.times,
            )
        )  # fmt: skip
    return max(found, key=lambda one: (min(one.successes, need), one.cancels, one.successes))


def conversions(effects: Sequence[Effect]) -> tuple[Conversion, ...]:
    """The effects that turn class icons into something."""
    return tuple(
        Conversion(
            icons=effect.icons,
            of=effect.of,
            successes=effect.amount if effect.kind == "convert" else 0,
            cancels=effect.amount if effect.kind == "cancel" else 0,
            most=effect.most,
        )
        for effect in effects
        if effect.kind in ("convert", "cancel") and effect.icons
    )


def _have(icons: Mapping[str, int], effects: Sequence[Effect]) -> dict[str, int]:
    """Class icons of the revealed cards, and those that the cards in use have themselves."""
    have = dict(icons)
    for effect in effects:
        if effect.kind == "icons":
            kind = effect.of[0] if effect.of else "wild"
            have[kind] = have.get(kind, 0) + effect.amount
    return have


def draw(cost: int, effects: Sequence[Effect]) -> int:
    """The fewest cards to draw: the cost with all that lowers and raises it, never below 0 (p. 12)."""
    return max(0, cost + sum(effect.amount for effect in effects if effect.kind == "cost"))
