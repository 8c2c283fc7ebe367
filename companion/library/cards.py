"""What a card is and what to do with it: a card's code to its entry, with the owner's own notes.

The cards that a game knows stand in its `cards.toml` (`companion/library/card_file.py`).

What the owner has entered of a card as a board fact `card.<code>` or `card.<kind>.<name>` is told with it, and a first
line such as `name: A long queue` gives it its title. So is whether the owner has photographed it
(`companion/storage/pictures.py`), and what is printed on it (`companion/storage/card_texts.py`). Of a card that a game
hides until it reveals it, nothing of that is told before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol, TypeGuard

import msgspec

from companion.api.checks import code_meant
from companion.api.text import T, Text
from companion.library.card_file import CODE_CHARS, Card, CardKind, read_cards, tidy
from companion.library.rule_search import Passage
from companion.storage.card_texts import CardText, is_nameless, number_of
from companion.storage.keyed_store import KeyedStore
from companion.storage.pictures import Photograph

NOTE_CHARS = 2000


OWN = "card."  # what the name of a board fact with a card's own text begins with
FACT_CHARS = 40  # of a name
NAMELESS = T("A card without a name")
_NAME_LINE = re.compile(r"^[ \t]*(?:name|title)[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)


class Pictures(Protocol):
    """Which cards the owner has photographed."""

    def find(self, game: str, card: str) -> Photograph | None: ...
    def cards(self, game: str) -> tuple[str, ...]: ...


class Texts(Protocol):
    """What is printed on the owner's cards."""

    def find(self, game: str, card: str) -> CardText | None: ...
    def all(self, game: str) -> Mapping[str, CardText]: ...
    def of_number(self, game: str, number: str) -> tuple[CardText, ...]: ...


class CardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a card: `kind` is its kind's name (None: of no kind), `now` what to do when it is drawn,
    `rule` a rule entry, `note` the owner's own words. `own` is what the card's own text is kept under (empty: it has
    none), `fact` the board fact with it, `text` that text as far as it was entered. `pictured` is the name under which
    a photograph of it is kept (empty: it can have none), `picture` that photograph (None: there is none), `printed`
    what is printed on it, where it was read. `unseen`: it was added ahead of time, and the game has not revealed it."""

    code: str
    kind: str | None
    title: Text
    what: Text
    now: Text | None
    rule: str | None
    note: str
    own: str = ""
    fact: str = ""
    text: str = ""
    pictured: str = ""
    picture: Photograph | None = None
    printed: CardText | None = None
    unseen: bool = False


class Library:
    """The cards of one game. Notes are kept in `store` under the game's name; without a store there are none, without
    `pictures` no photographs, and without `texts` nothing of what is printed. `revealed` are the codes of the cards of
    hidden kinds that the evening on the table has revealed, `evening` is that one's id (empty: none is open)."""

    def __init__(
        self,
        game: str,
        kinds: Iterable[CardKind],
        cards: Iterable[Card],
        store: KeyedStore | None = None,
        pictures: Pictures | None = None,
        texts: Texts | None = None,
        revealed: Callable[[], Collection[str]] = frozenset,
        evening: Callable[[], str] = str,
    ) -> None:
        self.game = game
        self.kinds = tuple(kinds)
        self._patterns = [(re.compile(kind.pattern), kind) for kind in self.kinds if kind.pattern]
        self._by_name = {kind.name: kind for kind in self.kinds if not kind.pattern}
        self._cards = {tidy(card.code): card for card in cards}
        self._store = store
        self._pictures = pictures
        self._printed = texts
        self._revealed = revealed
        self._evening = evening

    @classmethod
    def load(
        cls,
        folder: Path,
        store: KeyedStore | None = None,
        pictures: Pictures | None = None,
        texts: Texts | None = None,
        revealed: Callable[[], Collection[str]] = frozenset,
        evening: Callable[[], str] = str,
    ) -> Library:
        """The cards in a game's folder; without a `cards.toml` none are known. Raises BadCards."""
        found = read_cards(folder / "cards.toml")
        return cls(folder.name, found.kind, found.card, store, pictures, texts, revealed, evening)

    def bare(self) -> Library:
        """The same cards as they are printed: without the owner's notes, texts and photographs, and without the names
        that the owner gave them."""
        return Library(self.game, self.kinds, self.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards known one by one."""
        return tuple(self._cards.values())

    def look_up(self, code: str) -> CardEntry | None:
        """What is known of a card, by its code as read or typed, or by its name; None where there is no such card."""
        coded = tidy(code)
        if is_nameless(coded):
            return self._nameless(coded)
        if number_of(coded) != coded:
            one_of = next((one for one in self.of_number(coded) if one.card == coded), None)
            return None if one_of is None else self._entry(coded, coded, self._kind(number_of(coded)), None)
        card, kind = self._cards.get(coded), self._kind(coded)
        if card is None and kind is None:
            return self._named(code) or self._of_kind(code) or self._meant(coded)
        if card is not None and card.kind:
            return self._entry(card.code, f"{card.kind}.{card.code}", self._by_name.get(card.kind), card)
        return self._entry(coded, coded if kind is not None else "", kind, card)

    def is_hidden(self, kind: str | None) -> bool:
        """Whether the fronts of this kind of cards may be seen only once the game reveals them."""
        return any(one.hidden for one in self.kinds if one.name == kind)

    def bears_several(self, code: str) -> bool:
        """Whether several cards may bear this code."""
        kind = self._kind(number_of(tidy(code)))
        return kind is not None and kind.several

    def of_number(self, code: str) -> tuple[CardText, ...]:
        """What is printed on all cards of this code, whether they may be seen or not; none where a code is one card's
        alone."""
        if self._printed is None or not self.bears_several(code):
            return ()
        return self._printed.of_number(self.game, number_of(code))

    def may_be(self, code: str) -> tuple[CardText, ...]:
        """Of which texts a revealed card of this code has one; none while none of them is revealed."""
        kind = self._kind(number_of(code))
        hidden = kind is not None and kind.hidden and number_of(code) not in self._revealed()
        return () if hidden else self.of_number(code)

    def _unseen(self, kind: CardKind | None, text: CardText) -> bool:
        """Whether nobody may see a text: its card is not revealed, or nobody has said which of several it is."""
        if kind is None or not kind.hidden:
            return False
        if number_of(text.card) not in self._revealed():
            return True
        return text.shown != self._evening() and len(self.of_number(text.card)) > 1

    def _entry(self, code: str, own: str, kind: CardKind | None, card: Card | None) -> CardEntry:
        fact = _fact_of(kind, own) if own else ""
        kept = None if self._store is None else self._store.get(f"board.{self.game}", fact)
        text = kept if own and isinstance(kept, str) else ""
        title, what, now, rule = _merged(kind, card)
        called = _NAME_LINE.search(text)
        pictured = own or (code if card is not None else "")
        printed = self._printed.find(self.game, pictured) if pictured and self._printed else None
        unseen = printed is not None and self._unseen(kind, printed)
        name = called[1] if called else "" if printed is None or unseen else printed.title
        return CardEntry(
            code=code,
            kind=None if kind is None else kind.name,
            title=Text("{name}", {"name": name}) if name else Text(title),
            what=Text(what),
            now=Text(now) if now else None,
            rule=rule,
            note=self.note(code),
            own=own,
            fact=fact,
            text=text,
            pictured=pictured,
            picture=self._pictures.find(self.game, pictured) if pictured and self._pictures and not unseen else None,
            printed=None if unseen else printed,
            unseen=unseen,
        )

    def _nameless(self, card: str) -> CardEntry | None:
        """A card that was added, and of which nobody has said yet which it is."""
        printed = None if self._printed is None else self._printed.find(self.game, card)
        if printed is None:
            return None
        unseen = any(kind.hidden for kind in self.kinds)
        return CardEntry(
            code=card,
            kind=None,
            title=Text("{name}", {"name": printed.title}) if printed.title and not unseen else NAMELESS,
            what=T("Say which card this is; then its text is kept under its code or name."),
            now=None,
            rule=None,
            note="",
            pictured=card,
            picture=self._pictures.find(self.game, card) if self._pictures and not unseen else None,
            printed=None if unseen else printed,
            unseen=unseen,
        )

    def _meant(self, typed: str) -> CardEntry | None:
        """A card by a code that was typed as codes may be anywhere: `D12` for D012, if that is one card alone."""
        codes = {code_meant(pattern.pattern, typed) for pattern, _ in self._patterns}
        found = {code for code in codes if code is not None and (code in self._cards or self._kind(code) is not None)}
        return self.look_up(found.pop()) if len(found) == 1 else None

    def _named(self, typed: str) -> CardEntry | None:
        """A card without a code by its name, `citizen.Ada Bell` or `Ada Bell`: one of the owner's, or of a kind."""
        wanted = " ".join(typed[:CODE_CHARS].split())
        entered = (*self._texts(), *self._photographed(), *self._read())
        kept = next((own for own in entered if _same(own, wanted) or _same(own.partition(".")[2], wanted)), None)
        kind, _, name = (kept or wanted).partition(".")
        if kind not in self._by_name or not name:
            return None
        found = self._entry(kept or wanted, kept or wanted, self._by_name[kind], self._cards.get(tidy(name)))
        named = _NAME_LINE.search(found.text) or (found.printed is not None and found.printed.title)
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

    def _photographed(self) -> tuple[str, ...]:
        found = () if self._pictures is None else self._pictures.cards(self.game)
        return tuple(one for one in found if not is_nameless(one))

    def _read(self) -> dict[str, CardText]:
        """What is printed on cards, as far as it may be seen, by code or by kind and name."""
        found = {} if self._printed is None else self._printed.all(self.game)
        return {
            own: one
            for own, one in found.items()
            if not is_nameless(own) and not self._unseen(self._kind(number_of(own)), one)
        }

    def passages(self, say: Callable[[Text], str] = str) -> Iterator[Passage]:
        """What can be found: kinds of cards and cards, with what is printed on them. `say` puts their names into the
        language of whoever looks; as they are printed they are found as well."""
        for kind in self.kinds:
            yield Passage(id=kind.name, title=say(Text(kind.title)), also=kind.title, text="")
        texts = self._texts()
        for card in self._cards.values():
            yield Passage(id=card.code, title=say(Text(card.title)), also=f"{card.code} {card.title}", text="")
        printed = self._read()
        for own in (*self._photographed(), *printed):
            texts.setdefault(own, "")
        for own, text in texts.items():
            called, read = _NAME_LINE.search(text), printed.get(own)
            title = called[1] if called else (read.title if read else "") or own.partition(".")[2] or own
            yield Passage(id=own, title=title, also=own, text=read.plain if read else "")

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
        fitting = (kind for pattern, kind in self._patterns if pattern.fullmatch(code))
        return next((kind for kind in fitting if not kind.known or code in kind.known), None)


def _same(one: str, other: str) -> bool:
    return bool(one) and _words_of(one) == _words_of(other)


def _words_of(name: str) -> str:
    """The words of a name as they are compared and as board facts keep them."""
    return "_".join(re.sub(r"[\W_]+", " ", name).split()).casefold()


def _fact_of(kind: CardKind | None, own: str) -> str:
    """The board fact with a card's own text."""
    if kind is None or not kind.facts:
        return f"{OWN}{own}"
    return f"{kind.facts}{_words_of(own.partition('.')[2])[:FACT_CHARS]}"


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
