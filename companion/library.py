"""What a card is and what to do with it: a card's code to its entry, with the owner's own notes.

A game's `cards.toml` names kinds of cards by the pattern of their codes, and single cards by their code:

    [[kind]]
    name = "morning"            # for the program
    reader = "card_id"          # "card_id" (D012, M017) or "numbox" (three digits)
    pattern = "M[0-9]{3}"       # a full regular expression over the upper-case code without '#'
    title = "Morning card"
    what = "What happens in the city at dawn."
    now = "Read it aloud, then do what it says."    # optional
    rule = "morning.draw"                           # optional: a rule entry

    [[card]]
    code = "M017"
    title = "A long queue"
    what = "..."                # optional, as are now and rule: what is missing is taken from its kind

Cards that carry no code belong to a kind whose `reader` is "name"; it has no pattern. Such a card has a `kind`, and its
name stands as its `code` and `title`.

What the owner has entered of a card as a board fact `card.<code>` or `card.<kind>.<name>` is told with it, and a first
line such as `name: A long queue` gives it its title.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, Protocol, TypeGuard

import msgspec

from companion.rule_search import Index, Passage
from companion.text import T, Text

CODE_CHARS = 80
NOTE_CHARS = 2000
MOST_FOUND = 10


OWN = "card."  # what the name of a board fact with a card's own text begins with
_NAME_LINE = re.compile(r"^[ \t]*(?:name|title)[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)


class Store(Protocol):
    """Where the owner's notes and own card texts are kept."""

    def get(self, kind: str, key: str) -> object | None: ...
    def all(self, kind: str) -> Mapping[str, object]: ...
    def put(self, kind: str, key: str, value: object) -> None: ...


class BadCards(Exception):
    """A `cards.toml` cannot be used. `text` names the file and what is wrong in it."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class CardKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of cards, as written in `cards.toml`."""

    name: str
    reader: Literal["card_id", "numbox", "name"]
    title: str
    what: str
    pattern: str = ""
    now: str = ""
    rule: str | None = None


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A single card, as written in `cards.toml`; what is left out is taken from its kind."""

    code: str
    title: str
    kind: str = ""
    what: str = ""
    now: str = ""
    rule: str | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: tuple[CardKind, ...] = ()
    card: tuple[Card, ...] = ()


class CardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a card: `kind` is its kind's name (None: of no kind), `now` what to do when it is drawn,
    `rule` a rule entry, `note` the owner's own words. `own` is what the board fact with the card's own text is called
    (without its start; empty: it has none), `text` that text as far as it was entered."""

    code: str
    kind: str | None
    title: Text
    what: Text
    now: Text | None
    rule: str | None
    note: str
    own: str = ""
    text: str = ""


class Library:
    """The cards of one game. Notes are kept in `store` under the game's name; without a store there are none."""

    def __init__(self, game: str, kinds: Iterable[CardKind], cards: Iterable[Card], store: Store | None = None) -> None:
        self.game = game
        self.kinds = tuple(kinds)
        self._patterns = [(re.compile(kind.pattern), kind) for kind in self.kinds if kind.pattern]
        self._by_name = {kind.name: kind for kind in self.kinds if not kind.pattern}
        self._cards = {tidy(card.code): card for card in cards}
        self._store = store

    @classmethod
    def load(cls, folder: Path, store: Store | None = None) -> Library:
        """The cards in a game's folder; without a `cards.toml` none are known. Raises BadCards."""
        path = folder / "cards.toml"
        found = _parse(path.read_bytes(), path.name) if path.is_file() else _File()
        return cls(folder.name, found.kind, found.card, store)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards known one by one."""
        return tuple(self._cards.values())

    def look_up(self, code: str) -> CardEntry | None:
        """What is known of a card, by its code as read or typed, or by its name; None where there is no such card."""
        coded = tidy(code)
        card, kind = self._cards.get(coded), self._kind(coded)
        if card is None and kind is None:
            return self._named(code) or self._of_kind(code)
        if card is not None and card.kind:
            return self._entry(card.code, f"{card.kind}.{card.code}", self._by_name.get(card.kind), card)
        return self._entry(coded, coded if kind is not None else "", kind, card)

    def find(self, query: str, limit: int = MOST_FOUND) -> tuple[CardEntry, ...]:
        """The cards and kinds of cards whose name or code is nearest to what was typed, best first."""
        exact = self.look_up(query)
        near = (self.look_up(hit.id) for hit in Index(self._passages()).search(query, limit))
        found = [one for one in (exact, *near) if one is not None]
        return tuple({one.code: one for one in found}.values())[:limit]

    def _entry(self, code: str, own: str, kind: CardKind | None, card: Card | None) -> CardEntry:
        kept = None if self._store is None else self._store.get(f"board.{self.game}", f"{OWN}{own}")
        text = kept if own and isinstance(kept, str) else ""
        title, what, now, rule = _merged(kind, card)
        called = _NAME_LINE.search(text)
        return CardEntry(
            code=code,
            kind=None if kind is None else kind.name,
            title=Text("{name}", {"name": called[1]}) if called else Text(title),
            what=Text(what),
            now=Text(now) if now else None,
            rule=rule,
            note=self.note(code),
            own=own,
            text=text,
        )

    def _named(self, typed: str) -> CardEntry | None:
        """A card without a code by its name, `citizen.Ada Bell` or `Ada Bell`: one of the owner's, or of a kind."""
        wanted = " ".join(typed[:CODE_CHARS].split())
        kept = next((own for own in self._texts() if _same(own, wanted) or _same(own.partition(".")[2], wanted)), None)
        kind, _, name = (kept or wanted).partition(".")
        if kind not in self._by_name or not name:
            return None
        found = self._entry(kept or wanted, kept or wanted, self._by_name[kind], self._cards.get(tidy(name)))
        named = _NAME_LINE.search(found.text)
        return found if named else msgspec.structs.replace(found, title=Text("{name}", {"name": name}))

    def _of_kind(self, typed: str) -> CardEntry | None:
        """What a kind of cards is, by its name or its title."""
        wanted = " ".join(typed[:CODE_CHARS].split())
        kind = next((one for one in self.kinds if _same(one.name, wanted) or _same(one.title, wanted)), None)
        return None if kind is None else self._entry(kind.title, "", kind, None)

    def _texts(self) -> dict[str, str]:
        """What the owner has entered of cards, by code or by kind and name."""
        kept = {} if self._store is None else self._store.all(f"board.{self.game}")
        return {key.removeprefix(OWN): text for key, text in kept.items() if key.startswith(OWN) and _is_text(text)}

    def _passages(self) -> Iterator[Passage]:
        for kind in self.kinds:
            yield Passage(id=kind.name, title=kind.title, also="", text="")
        texts = self._texts()
        for card in self._cards.values():
            yield Passage(id=card.code, title=card.title, also=card.code, text="")
        for own, text in texts.items():
            called = _NAME_LINE.search(text)
            yield Passage(id=own, title=called[1] if called else own.partition(".")[2] or own, also=own, text="")

    def note(self, code: str) -> str:
        """The owner's note on a card; empty where there is none."""
        kept = None if self._store is None else self._store.get("card_note", f"{self.game}/{tidy(code)}")
        return kept if isinstance(kept, str) else ""

    def write_note(self, code: str, note: str) -> None:
        """Keep the owner's note on a card, cut to a sane length; an empty one removes it."""
        if self._store is not None:
            self._store.put("card_note", f"{self.game}/{tidy(code)}", note.strip()[:NOTE_CHARS])

    def unknown(self, code: str) -> Text:
        """What to say of a code that `look_up` does not know."""
        code = tidy(code)
        if not code:
            return T("Type the code that is printed on the card.")
        if not self.kinds:
            return T("No card of this game is known as {code}. Its cards carry no codes: look up its name.", code=code)
        return T("No card of this game has the code {code}. Look at the code on the card once more.", code=code)

    def _kind(self, code: str) -> CardKind | None:
        return next((kind for pattern, kind in self._patterns if pattern.fullmatch(code)), None)


def tidy(code: str) -> str:
    """A code as it is kept: upper case, without `#` and without stray spaces."""
    upper = " ".join(code[:CODE_CHARS].replace("#", " ").upper().split())
    return upper[:CODE_CHARS].strip()  # a letter may have become two


def _same(one: str, other: str) -> bool:
    return bool(one) and one.casefold() == other.casefold()


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def _merged(kind: CardKind | None, card: Card | None) -> tuple[str, str, str, str | None]:
    """Title, what, now and rule: the card's own first, then its kind's."""
    known = [one for one in (card, kind) if one is not None]
    return (
        known[0].title,
        next((one.what for one in known if one.what), ""),
        next((one.now for one in known if one.now), ""),
        next((one.rule for one in known if one.rule), None),
    )


# --- reading the file -------------------------------------------------------------------------------------------------


def _parse(data: bytes, file: str) -> _File:
    try:
        found = msgspec.convert(tomllib.loads(data.decode("utf-8")), _File)
    except UnicodeDecodeError as error:
        raise BadCards(T("{file} is not a text file in UTF-8. Save it as one.", file=file)) from error
    except tomllib.TOMLDecodeError as error:
        raise BadCards(T("{file} is not valid TOML: {why}. Mend that line.", file=file, why=str(error))) from error
    except msgspec.ValidationError as error:
        raise BadCards(T("An entry in {file} does not fit: {why}. Mend it.", file=file, why=str(error))) from error
    _check(found, file)
    return found


def _check(found: _File, file: str) -> None:
    for kind in found.kind:
        _check_pattern(kind, file)
    _check_kinds(found, file)
    names = [kind.name for kind in found.kind] + [tidy(card.code) for card in found.card]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadCards(T("{file} has two entries for {name}. Leave one out.", file=file, name=twice))
    if not all(tidy(card.code) for card in found.card):
        raise BadCards(T("{file} has a card without a code. Give it one.", file=file))


def _check_kinds(found: _File, file: str) -> None:
    bare = next((kind.name for kind in found.kind if (kind.reader == "name") == bool(kind.pattern)), None)
    if bare is not None:
        text = T("{kind} in {file} needs either a pattern or the reader “name”, not both.", kind=bare, file=file)
        raise BadCards(text)
    names = {kind.name for kind in found.kind if not kind.pattern}
    lost = next((card.code for card in found.card if card.kind and card.kind not in names), None)
    if lost is not None:
        raise BadCards(T("{card} in {file} is of a kind that is not there.", card=lost, file=file))


def _check_pattern(kind: CardKind, file: str) -> None:
    try:
        re.compile(kind.pattern)
    except re.error as error:
        raise BadCards(
            T("The pattern of {kind} in {file} cannot be used: {why}.", kind=kind.name, file=file, why=str(error))
        ) from error
