"""Every text as it comes out, for those who write and translate them.

    python -m companion.translation.rendering [pl]              every template with places, with values as they get
    python -m companion.translation.rendering played [pl] [N]   what phones and the voice really got in the golden
                                                                evenings (where the tests are there) and in N evenings
                                                                played at random (5)

Each list is followed by what `companion.translation.text_faults` finds in it. A developer's tool.
"""

from __future__ import annotations

import dataclasses
import random
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from babel.messages.pofile import read_po

from companion.api import catalogues
from companion.api.game import Ask, Chance, Game, IllegalMove, Move, Pick, Value, Whole, Words
from companion.api.refusals import Refused
from companion.api.text import Argument, Text, catalogue, verbatim
from companion.library.registry import find_games
from companion.session.answers import taken
from companion.session.screen import HistoryStep
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.playscript import playing
from companion.testing.script import parse
from companion.translation.extraction import ROOT, templates
from companion.translation.text_faults import PEOPLE, Message, nouns_of, said_faults, template_faults

NAMES = ("Ada", "Ben", "Cleo", "Marek", "Kinga")
NUMBERS = (0, 1, 2, 5, 22)
EVENINGS = 5
STEPS = 60  # of an evening played at random
SHOWN = 3  # renderings of one template
_PLACE = re.compile(r"\{(\w+)\}")
_CODES = ("001", "D012", "M017", "L05", "I/02")  # of cards, one of which fits each ask for a code


# --- templates --------------------------------------------------------------------------------------------------------


@cache
def messages(language: str) -> dict[str, tuple[Message, ...]]:
    """Every text of a language by catalogue: the companion's own (`companion`) and each game's."""
    found: dict[str, tuple[Message, ...]] = {}
    for template, texts in sorted(templates().items()):
        path = template.parent / language / "LC_MESSAGES" / "texts.po"
        if language == "en" or path.is_file():
            data = texts.encode() if language == "en" else path.read_bytes()
            every = [one for one in read_po(BytesIO(data), locale=None if language == "en" else language) if one.id]
            found[template.parent.parent.name] = tuple(_message(one.id, one.string, language) for one in every)
    return found


def _message(msgid: Any, string: Any, language: str) -> Message:
    forms = (msgid,) if isinstance(msgid, str) else tuple(msgid)
    said = forms if language == "en" else (string,) if isinstance(string, str) else tuple(string)
    return Message(forms[0], forms[1] if len(forms) > 1 else "", said)


def faults(language: str) -> dict[str, list[str]]:
    """What the templates of a language have wrong, by message id."""
    return template_faults([one for every in messages(language).values() for one in every], language)


def renderings(message: Message, things: Sequence[Text]) -> Iterator[Text]:
    """A template with five sets of values: names of both genders, numbers, and what the game itself calls things."""
    places = list(dict.fromkeys(_PLACE.findall(message.msgid + message.plural)))
    for at in range(len(NAMES)):
        values: dict[str, Argument] = {place: _value(place, at, shift, things) for shift, place in enumerate(places)}
        if message.plural:
            yield Text(message.msgid, {**values, "n": NUMBERS[at]}, message.plural)
        elif places:
            yield Text(message.msgid, values)


def _value(place: str, at: int, shift: int, things: Sequence[Text]) -> Argument:
    if place in PEOPLE:
        return verbatim(NAMES[(at + shift) % len(NAMES)])
    if place in _THINGS_SAID and things:
        return things[(at * 7 + shift) % len(things)]
    return NUMBERS[at]


# Places that get words of the game rather than a number; a person's name is told by `PEOPLE`.
_THINGS_SAID = frozenset(
    {"action", "advisor", "beast", "building", "card", "character", "direction", "effect", "kind", "label", "law",
     "marker", "over", "phase", "place", "scenario", "society", "space", "spot", "stack", "start", "step", "symbol",
     "terrain", "tile", "title", "track", "what", "where", "why"}
)  # fmt: skip


def things_of(every: Iterable[Message]) -> tuple[Text, ...]:
    """What a game calls places, buildings, resources and cards: its short texts, names of their own first."""
    short = [one.msgid for one in every if not one.plural and re.fullmatch(r"[A-Z][\w’']*( [A-Z][\w’']*)?", one.msgid)]
    return tuple(Text(msgid) for msgid in sorted(short, key=lambda msgid: (len(msgid) < 4, msgid)))


# --- what is really said ----------------------------------------------------------------------------------------------


_BARE = frozenset({str, int, float, bool, bytes, type(None)})  # what holds no text


def texts_in(value: object, passed: dict[int, HistoryStep] | None = None) -> list[Text]:
    """The texts that somebody is shown in a value such as a screen: those inside another text are not told apart.

    Steps of the history that are in `passed` are left out, the others put there: fifty of them stand on every screen.
    """
    found: list[Text] = []
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, Text):
            found.append(one)
            continue
        if passed is not None and isinstance(one, HistoryStep):
            if id(one) in passed:
                continue
            passed[id(one)] = one  # which keeps it, and so its id, for itself
        left += [inner for inner in _parts_of(one) if type(inner) not in _BARE][::-1]
    return found


def _parts_of(value: object) -> Iterable[object]:
    names = _FIELDS.get(type(value))
    if names is None:
        if isinstance(value, tuple | list):
            return value
        if isinstance(value, Mapping):
            return value.values()
        names = _fields_of(type(value))
    return [getattr(value, name) for name in names]


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields_of(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass or a struct; none of anything else."""
    if kind not in _FIELDS:
        names = tuple(one.name for one in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()
        _FIELDS[kind] = kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else names
    return _FIELDS[kind]


class Heard:
    """What was shown or said in evenings: each text once for each set of values, by its message id."""

    def __init__(self) -> None:
        self.by_msgid: dict[str, dict[str, Text]] = {}
        self._passed: dict[int, HistoryStep] = {}

    def hear(self, value: object) -> None:
        """Remember the texts in an update, and the texts inside them."""
        for text in texts_in(value, self._passed):
            known, key = self.by_msgid.setdefault(text.msgid, {}), repr(text) if text.args else text.plural
            if key not in known:
                known[key] = text
                self.hear(list(text.args.values()))

    def __iter__(self) -> Iterator[Text]:
        for _, texts in sorted(self.by_msgid.items()):
            yield from texts.values()


def golden(heard: Heard, folder: Path = ROOT / "tests" / "playthroughs") -> None:
    """Play the golden evenings, as far as the tests are there."""
    games = find_games()
    for path in sorted(folder.glob("*/*.evening")):
        with playing(parse(path.read_text(encoding="utf-8")), games) as player:
            player.session.subscribe(heard.hear)
            for _ in player.play():
                pass


def at_random(heard: Heard, game: Game[Any], seed: int, steps: int = STEPS) -> None:
    """Play a game at random: any offer that is shown, any answer within its limits."""
    dice = random.Random(seed)
    seats = dice.choice(list(game.seats)[:5])
    with _session(dice) as session:
        session.subscribe(heard.hear)
        choices = {ask.name: _answer(ask, dice) for ask in game.setup(seats)}
        session.start(game.name, "Random", NAMES[:seats], choices, by=NAMES[0])
        for _ in range(steps):
            screen = session.screen()
            offers = [offer for prompt in screen.prompts for offer in prompt.offers]
            if not offers:
                return
            offer = dice.choice(offers)
            tapped = taken(offer) if offer.tone == "usual" and dice.random() < 0.7 else None
            args = {**offer.move.args, **{ask.name: _answer(ask, dice) for ask in offer.asks if _told(ask, dice)}}
            with suppress(Refused, IllegalMove):
                session.play(tapped or Move(offer.move.name, args), NAMES[0], screen.version)


@contextmanager
def _session(dice: random.Random) -> Iterator[Session]:
    with tempfile.TemporaryDirectory(prefix="companion-rendering-") as folder:
        log = Log(Path(folder), durable=False)
        try:
            yield Session(log, find_games(), dice=dice)
        finally:
            log.close()


def _told(ask: Ask, dice: random.Random) -> bool:
    return not isinstance(ask, Chance) or dice.random() < 0.3


def _answer(ask: Ask, dice: random.Random) -> Value:
    usual: Value | None = getattr(ask, "usual", None)
    if usual not in (None, "") and dice.random() < 0.5:
        return usual
    if isinstance(ask, Whole):
        return dice.choice([ask.at_least, ask.at_most, dice.randint(ask.at_least, ask.at_most)])
    if isinstance(ask, Pick | Chance):
        return dice.choice([choice.value for choice in ask.choices])
    if isinstance(ask, Words):
        return "Old Mill"
    return next((code for code in _CODES if re.fullmatch(ask.pattern, code)), _CODES[0])


def heard_faults(heard: Heard, language: str) -> list[str]:
    """What is wrong in what was said, each once."""
    say, nouns = (
        catalogue(language).say,
        nouns_of([one for all_ in messages(language).values() for one in all_], language),
    )
    found = [fault for text in heard for fault in said_faults(say(text), language, nouns)]
    return list(dict.fromkeys(found))


# --- the command ------------------------------------------------------------------------------------------------------


def _print_templates(language: str) -> None:
    say = catalogue(language).say
    for name, every in messages(language).items():
        things = things_of(every)
        sys.stdout.write(f"\n## {name}\n")
        for message in every:
            shown = dict.fromkeys(say(text) for text in renderings(message, things))
            if shown:
                sys.stdout.write(f"{message.msgid}\n" + "".join(f"    {one}\n" for one in shown))
    for msgid, found in faults(language).items():
        sys.stdout.write(f"! {msgid}\n" + "".join(f"    {fault}\n" for fault in found))


def _print_heard(language: str, evenings: int) -> None:
    heard = Heard()
    golden(heard)
    for game in find_games().values():
        for seed in range(evenings):
            at_random(heard, game, seed)
    say = catalogue(language).say
    for msgid, texts in sorted(heard.by_msgid.items()):
        if _PLACE.search(msgid):
            shown = list(dict.fromkeys(say(text) for text in texts.values()))
            sys.stdout.write(f"{msgid}\n" + "".join(f"    {one}\n" for one in _various(shown)))
    sys.stdout.writelines(f"! {fault}\n" for fault in heard_faults(heard, language))


def _various(shown: list[str]) -> list[str]:
    """Some of many renderings: the first, the last and those between at equal distances."""
    if len(shown) <= SHOWN:
        return shown
    return [shown[round(at * (len(shown) - 1) / (SHOWN - 1))] for at in range(SHOWN)]


def main(arguments: list[str]) -> int:
    """Print a list; the answer is the exit code."""
    match arguments:
        case ["played", *rest] if len(rest) < 3 and all(one.isdigit() for one in rest[1:]):
            _print_heard(rest[0] if rest else "en", int(rest[1]) if len(rest) > 1 else EVENINGS)
        case [language] if language in catalogues.languages() or language == "en":
            _print_templates(language)
        case []:
            _print_templates("en")
        case _:
            sys.stderr.write(str(__doc__))
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
