"""What the board says, told by taps: one for each thing that it gives, until that is all. Told once, it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.api import Args, IllegalMove, Offer, T, Text, Words
from companion.api import Move as GameMove
from companion.games.turris.rewards.effects import BLOCKS, LANGUAGE, LONGEST, Effect, describe, parse
from companion.games.turris.state import RESOURCES, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit import Action, action, number, pick, require_task, tap, usual, whole, word

OR = "|"  # between two ways of an `either`
NOTHING = "nothing"
GAINS = (*RESOURCES, "any", "artifacts", "tokens", "tactics")
COSTS = (*RESOURCES, "any", "tactics", "reserved")
LIKELY, MOST = 6, 20  # Prestige
ONE: Mapping[str, Text] = {
    "ichor": T("Ichor"),
    "knowledge": T("Knowledge"),
    "relics": T("Relic"),
    "weaponry": T("Weaponry"),
    "any": T("Any resource"),
    "artifacts": T("Artifact"),
    "tokens": T("Action token"),
    "tactics": T("Tactics card"),
    "reserved": T("Reserved Mission"),
}
ALSO: Mapping[str, Text] = {
    "advance": T("Council step"),
    "revive 1": T("1 Scout back"),
    "revive up to 3": T("Up to 3 Scouts back"),
    "place": T("Place a Scout"),
    "move": T("Move a Scout"),
    "action": T("One more Action"),
    "play": T("Play a Tactics card"),
    "reserve": T("Reserve a Mission"),
    "future": T("Future First Player"),
    "fruit": T("Place the Fruit"),
    "beast 1": T("Move a Beast"),
    "flip": T("Flip a Beast"),
}
ICONS: Mapping[str, str] = {
    **{what: what for what in (*RESOURCES, "artifacts", "tokens", "tactics", "reserved")},
    "advance": "council",
    "revive 1": "graveyard",
    "revive up to 3": "graveyard",
    "place": "place",
    "move": "scout",
    "play": "tactics",
    "reserve": "missions",
    "future": "first",
    "fruit": "fruit",
    "beast 1": "beasts",
    "flip": "beasts",
}
WORDS = Words(name="words", label=T("What it gives"), at_most_chars=LONGEST, lines=True, blocks=BLOCKS)


def written(clauses: tuple[str, ...]) -> str:
    """What was told so far, in words that are understood; empty where nothing was, or a way is not finished."""
    ways: list[list[str]] = [[]]
    for clause in clauses:
        if clause == OR:
            ways.append([])
        else:
            ways[-1].append(clause)
    if not all(ways):
        return ""
    return "; ".join(ways[0]) if len(ways) == 1 else "either " + " | ".join(" & ".join(way) for way in ways)


def with_more(clauses: tuple[str, ...], clause: str) -> tuple[str, ...]:
    """One thing more: two times the same are one with their sum."""
    [new] = parse(clause)
    way = len(clauses) - (clauses[::-1].index(OR) if OR in clauses else len(clauses))
    for at in range(way, len(clauses)):
        [old] = parse(clauses[at])
        if (old.verb, old.what) == (new.verb, new.what) and new.verb in ("gain", "spend"):
            both = replace(old, count=old.count + new.count)
            return (*clauses[:at], str(both), *clauses[at + 1 :])
    return (*clauses, str(new))


# What comes of it: the words that were told, and the name of the way in which it was said to be all.
Done = Callable[[Transaction, str, str], None]
Later = Callable[[Transaction], None]


class RewardForm:
    """The taps for one kind of task, whose moves begin with `name`. `done` is given the words; `later` leaves it to the
    table this evening. `ends` are the ways to say that it is all, by name, the first being the usual one."""

    def __init__(self, kind: str, name: str, done: Done, later: Later, ends: Mapping[str, Callable[[Text], Text]]):
        self._kind, self._name, self._ends = kind, name, ends
        self._done, self._later = done, later

    @property
    def moves(self) -> dict[str, Action[Transaction]]:
        """The moves, by name."""
        ends = pick("end", T("Is that all?"), {name: label(T("nothing")) for name, label in self._ends.items()})
        return {
            f"{self._name}_gain": action(self._gain, T("Told what it gives"), pick("what", T("What"), _names(GAINS))),
            f"{self._name}_cost": action(self._cost, T("Told what it costs"), pick("what", T("What"), _names(COSTS))),
            f"{self._name}_prestige": action(
                self._prestige, T("Told what it gives"), whole("count", T("Prestige"), MOST, at_least=1)
            ),
            f"{self._name}_also": action(self._also, T("Told what it gives"), pick("effect", T("What"), ALSO)),
            f"{self._name}_or": action(self._or, T("Told that there is a choice")),
            f"{self._name}_all": action(self._all, T("Told all that it gives"), ends),
            f"{self._name}_words": action(self._words, T("Told what it gives"), WORDS, ends),
            f"{self._name}_later": action(self._leave, T("Left it for later")),
        }

    def _more(self, tx: Transaction, effect: Effect) -> None:
        task = require_task(tx.state, self._kind)
        tx.change_task(of=with_more(task.of, str(effect)))

    def _gain(self, tx: Transaction, args: Args) -> None:
        self._more(tx, Effect(verb="gain", what=word(args, "what")))

    def _cost(self, tx: Transaction, args: Args) -> None:
        self._more(tx, Effect(verb="spend", what=word(args, "what")))

    def _prestige(self, tx: Transaction, args: Args) -> None:
        self._more(tx, Effect(verb="gain", what="prestige", count=number(args, "count")))

    def _also(self, tx: Transaction, args: Args) -> None:
        [effect] = parse(word(args, "effect"))
        self._more(tx, effect)

    def _or(self, tx: Transaction, args: Args) -> None:
        task = require_task(tx.state, self._kind)
        if not written(task.of):
            raise IllegalMove(T("First say what the one way gives, then what the other does."), rule="words")
        tx.change_task(of=(*task.of, OR))

    def _all(self, tx: Transaction, args: Args) -> None:
        task = require_task(tx.state, self._kind)
        words = written(task.of) if task.of else NOTHING
        if not words:
            raise IllegalMove(T("Say what the other way gives."), rule="words")
        self._take(tx, words, word(args, "end"))

    def _words(self, tx: Transaction, args: Args) -> None:
        require_task(tx.state, self._kind)
        words = word(args, "words")
        if not LANGUAGE.understood(words, rule="words"):
            raise IllegalMove(T("Enter what it gives, such as “gain relics 2; advance”."), rule="words", field="words")
        self._take(tx, words, word(args, "end"))

    def _take(self, tx: Transaction, words: str, end: str) -> None:
        tx.change_task(of=())
        self._done(tx, words, end)

    def _leave(self, tx: Transaction, args: Args) -> None:
        require_task(tx.state, self._kind)
        tx.change_task(of=())
        self._later(tx)

    def offers(self, task: Task) -> Iterator[Offer]:
        """What can be told now, one tap each; what is told already stands on the button that ends it. A rare end, such
        as that of a track, comes after all that may still be told."""
        ends = tuple(self._endings(task))
        if task.of:
            yield from ends[:1]
        yield self._pick("gain", T("It gives"), "what", _names(GAINS))
        yield Offer(
            move=GameMove(f"{self._name}_prestige"),
            label=T("Prestige"),
            asks=(whole("count", T("Prestige"), MOST, at_least=1, likely=LIKELY),),
            icon="prestige",
        )
        yield self._pick("cost", T("It costs"), "what", _names(COSTS))
        yield self._pick("also", T("It also lets you"), "effect", ALSO)
        if written(task.of):
            yield tap(f"{self._name}_or", T("Or, to choose from: …"))
        yield from ends[1:] if task.of else ends
        words = {"end": next(iter(self._ends))}
        yield Offer(move=GameMove(f"{self._name}_words", words), label=T("Enter it in words"), asks=(WORDS,))
        yield tap(f"{self._name}_later", T("Later: read it off the board yourselves this evening"))

    def _endings(self, task: Task) -> Iterator[Offer]:
        words = written(task.of)
        if task.of and not words:
            return
        for at, (name, label) in enumerate(self._ends.items()):
            said = label(describe(parse(words)) if words else T("nothing"))
            if words and at == 0:
                yield usual(f"{self._name}_all", said, end=name)
            else:
                yield tap(f"{self._name}_all", said, end=name)

    def _pick(self, move: str, label: Text, name: str, choices: Mapping[str, Text]) -> Offer:
        ask = pick(name, label, choices, icons=ICONS)
        return Offer(move=GameMove(f"{self._name}_{move}"), label=label, asks=(ask,))


def _names(whats: tuple[str, ...]) -> Mapping[str, Text]:
    return {what: ONE[what] for what in whats}
