"""The Result step as arithmetic (p. 12 to 13): stars under a chain, effects, class icons converted, and traits that
take away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from companion.games.citadel.action.effects import WILD, Effect
from companion.games.citadel.state import MOST_LIFE, Face


def successes(faces: Sequence[Face]) -> int:
    """A full star is one, and so is a left half with a right one, wherever they are."""
    left, right = sum(face.left for face in faces), sum(face.right for face in faces)
    return sum(face.stars for face in faces) + min(left, right)


def best(faces: Sequence[Face], most: int | None) -> tuple[int, tuple[int, ...]]:
    """The most successes that cards can give of which `most` count at most (None: all), and which these are.

    Among equal choices the one with the fewest cards.
    """
    if most is None or most >= len(faces):
        return successes(faces), tuple(range(len(faces)))
    kept: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {(0, 0, 0): (0, ())}
    for index, face in enumerate(faces):
        for (taken, left, right), (stars, chosen) in list(kept.items()):
            key = (taken + 1, left + face.left, right + face.right)
            found = (stars + face.stars, (*chosen, index))
            if key[0] <= most and (key not in kept or kept[key][0] < found[0]):
                kept[key] = found
    options = [(stars + min(key[1], key[2]), -key[0], chosen) for key, (stars, chosen) in kept.items()]
    total, _, chosen = max(options, key=lambda option: (option[0], option[1]))
    return total, chosen


def icons(faces: Sequence[Face]) -> dict[str, int]:
    """All class icons of all revealed cards; a chain does not limit them (p. 13)."""
    found: dict[str, int] = {}
    for face in faces:
        for name, count in face.icons.items():
            found[name] = found.get(name, 0) + count
    return found


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """Each time it is applied, `icons` class icons of the kinds `of` (none named: any) give so many successes, or
    cancel so much damage; at most `most` times (0: as often as there are icons)."""

    icons: int
    of: tuple[str, ...] = ()
    successes: int = 0
    cancels: int = 0
    most: int = 0


@dataclass(frozen=True, kw_only=True)
class Conversions:
    """How often each conversion is applied, and what that gives."""

    times: tuple[int, ...] = ()
    successes: int = 0
    cancels: int = 0


def convert(have: Mapping[str, int], ways: Sequence[Conversion], need: int) -> Conversions:
    """The best use of the class icons: as many of the needed successes as possible, then as much damage cancelled as
    possible, with as few applications as possible."""
    best = Conversions(times=(0,) * len(ways))
    worth = _worth(best, need)
    for times in _counts(have, ways, need):
        if not _payable(have, ways, times):
            continue
        found = Conversions(
            times=times,
            successes=sum(way.successes * count for way, count in zip(ways, times, strict=True)),
            cancels=sum(way.cancels * count for way, count in zip(ways, times, strict=True)),
        )
        if _worth(found, need) > worth:
            best, worth = found, _worth(found, need)
    return best


def _worth(found: Conversions, need: int) -> tuple[int, int, int]:
    return (min(found.successes, need), min(found.cancels, MOST_LIFE), -sum(found.times))


def _counts(have: Mapping[str, int], ways: Sequence[Conversion], need: int) -> Iterator[tuple[int, ...]]:
    """Every number of applications that the icons of the right kinds alone would allow and that can be of use."""
    return product(*(range(_at_most(have, way, need) + 1) for way in ways))


def _at_most(have: Mapping[str, int], way: Conversion, need: int) -> int:
    """More than the needed successes, or than all the life points there can be, is of no use: without this limit a
    table with many class icons would wait for hours."""
    payable = _supply(have, [way]) // max(1, way.icons)
    useful = max(_times(need, way.successes), _times(MOST_LIFE, way.cancels))
    return min(payable, useful, way.most or payable)


def _times(wanted: int, gives: int) -> int:
    return -(-wanted // gives) if gives else 0


def _supply(have: Mapping[str, int], ways: Sequence[Conversion]) -> int:
    """The icons that any of these conversions could be paid with; a wild one pays for every kind."""
    if any(not way.of for way in ways):
        return sum(have.values())
    kinds = {kind for way in ways for kind in way.of} | {WILD}
    return sum(count for kind, count in have.items() if kind in kinds)


def _payable(have: Mapping[str, int], ways: Sequence[Conversion], times: Sequence[int]) -> bool:
    """Whether no icon is needed twice: every group of conversions finds enough icons that it can use."""
    used = [(way, way.icons * count) for way, count in zip(ways, times, strict=True) if count]
    return all(
        sum(demand for _, demand in group) <= _supply(have, [way for way, _ in group])
        for size in range(1, len(used) + 1)
        for group in combinations(used, size)
    )


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
