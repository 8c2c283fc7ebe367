"""Rule entries in the project's own words: read from a game's `rules.<language>.md`, looked up by id, searched.

Each entry is a heading with its id and where the rulebook says it, an optional line of search words, and its text:

    ## Generator breakdown {#generator.breakdown p=20}
    also: overload, damage

    The generator breaks down when ...
    - first ...

`p=20` or `p=20-21` names pages; a rulebook without page numbers is named by its section: `s="Your Turn"`. The text is
paragraphs and lists (`- ` or `1. `), with `**strong**` words; nothing else of Markdown is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.api.game import Prompt
from companion.api.text import T, Text
from companion.api.view import Note, View
from companion.library.rule_search import Hit, Index, Passage

_HEADING = re.compile(r"## +(?P<title>\S.*?) +\{#(?P<id>[a-z0-9_]+(?:\.[a-z0-9_]+)*)(?P<source>(?: [^{}]*)?)\}")
_PAGE = re.compile(r"p=(?P<first>[1-9]\d{0,3})(?:-(?P<last>[1-9]\d{0,3}))?")
_SECTION = re.compile(r's="(?P<section>[^"]+)"')
_ITEM = re.compile(r"(?:-|\d{1,2}\.) +(?P<text>\S.*)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")


class BadRules(Exception):
    """A rules file cannot be used. `text` names the file, the line and what is wrong; `line` counts from 1."""

    def __init__(self, text: Text, line: int) -> None:
        super().__init__(str(text))
        self.text = text
        self.line = line


@dataclass(frozen=True)
class RuleBlock:
    """A paragraph (`kind` is `paragraph`, one line) or a list (`list` or `numbered`, a line for each item).

    A line may hold `**strong**` words; `strong_parts` takes it apart.
    """

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class RuleEntry:
    """One rule in our own words, in the language of its file.

    `source` says where to open the rulebook ("rulebook p. 20"); `page` is its first page, where it has pages; `also`
    are words that people may look for; `body` is the text as written, `blocks` the same taken apart for showing.
    """

    id: str
    title: str
    source: Text
    page: int | None
    also: tuple[str, ...]
    body: str
    blocks: tuple[RuleBlock, ...]

    @property
    def plain(self) -> str:
        """The text in one line without marks."""
        return _STRONG.sub(r"\1", " ".join(line for block in self.blocks for line in block.lines))


class RuleBook:
    """The rule entries of one game in one language."""

    def __init__(self, entries: Iterable[RuleEntry]) -> None:
        self._entries: Mapping[str, RuleEntry] = {entry.id: entry for entry in entries}

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What can be found in it."""
        return tuple(
            Passage(id=one.id, title=one.title, also=" ".join(one.also), text=one.plain) for one in self.entries
        )

    @cached_property
    def _index(self) -> Index:
        return Index(self.passages)

    @classmethod
    def load(cls, folder: Path, language: str = "en") -> RuleBook:
        """The rules in a game's folder; what a language lacks is given in English. Raises BadRules.

        A folder without rules gives an empty book.
        """
        found: dict[str, RuleEntry] = {}
        for one in dict.fromkeys(["en", language]):
            path = folder / f"rules.{one}.md"
            if path.is_file():
                found |= {entry.id: entry for entry in parse(_read(path), path.name)}
        return cls(found.values())

    @property
    def entries(self) -> tuple[RuleEntry, ...]:
        """All entries in the order of the file."""
        return tuple(self._entries.values())

    def entry(self, id: str) -> RuleEntry | None:
        """The entry with this id, if there is one."""
        return self._entries.get(id)

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The entries nearest to what was typed, best first; typing errors and half-typed words are forgiven."""
        return self._index.search(query, limit)

    def missing(self, ids: Iterable[str | None]) -> set[str]:
        """Those of the ids that no entry has; None is no id."""
        return {id for id in ids if id is not None and id not in self._entries}


def rules_named(prompts: Iterable[Prompt], view: View | None = None) -> set[str]:
    """The ids of all rule entries that prompts, their offers and a view's notes point to."""
    found = {rule for prompt in prompts for rule in (prompt.rule, *(offer.rule for offer in prompt.offers)) if rule}
    if view is not None:
        widgets = (widget for panel in view.panels for widget in panel.widgets)
        found |= {widget.rule for widget in widgets if isinstance(widget, Note) and widget.rule}
    return found


def strong_parts(line: str) -> list[tuple[str, bool]]:
    """A line of a block in parts, each with whether it is strong."""
    parts = _STRONG.split(line)
    return [(part, bool(number % 2)) for number, part in enumerate(parts) if part]


# --- reading the file -------------------------------------------------------------------------------------------------


def parse(text: str, file: str = "rules.en.md") -> list[RuleEntry]:
    """The entries of a rules file's text; `file` is its name for messages. Raises BadRules."""
    entries: dict[str, RuleEntry] = {}
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("#") and not line.startswith("# ")]
    _nothing_before(lines[: starts[0]] if starts else lines, file)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        entry = _entry(lines[start], lines[start + 1 : end], start + 1, file)
        if entry.id in entries:
            raise _bad(T("there are two entries with the id {id}", id=entry.id), start + 1, file)
        entries[entry.id] = entry
    return list(entries.values())


def _read(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _bad(T("this is not text in UTF-8"), line, path.name) from error


def _nothing_before(lines: list[str], file: str) -> None:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("# "):
            raise _bad(T("this text belongs to no entry; an entry begins with a heading in ##"), number, file)


def _entry(heading: str, below: list[str], line: int, file: str) -> RuleEntry:
    match = _HEADING.fullmatch(heading.rstrip())
    if match is None:
        raise _bad(T("an entry's heading looks like this: {example}", example="## Title {#its.id p=20}"), line, file)
    source, page = _source(match["source"].strip(), line, file)
    also, body = _also(below)
    blocks = _blocks(body)
    if not blocks:
        raise _bad(T("the entry {id} has no text", id=match["id"]), line, file)
    return RuleEntry(match["id"], match["title"], source, page, also, "\n".join(body).strip(), blocks)


def _source(words: str, line: int, file: str) -> tuple[Text, int | None]:
    if section := _SECTION.fullmatch(words):
        return T("rulebook, {section}", section=section["section"]), None
    page = _PAGE.fullmatch(words)
    if page is None:
        wanted = 'p=20, p=20-21, s="Your Turn"'
        raise _bad(T("after the id comes where the rulebook says it, as one of: {ways}", ways=wanted), line, file)
    first, last = int(page["first"]), int(page["last"] or page["first"])
    if last > first:
        return T("rulebook p. {first} to {last}", first=first, last=last), first
    return T("rulebook p. {page}", page=first), first


def _also(below: list[str]) -> tuple[tuple[str, ...], list[str]]:
    first = next((number for number, line in enumerate(below) if line.strip()), None)
    if first is None or not below[first].startswith("also:"):
        return (), below
    words = below[first].removeprefix("also:").split(",")
    return tuple(word.strip() for word in words if word.strip()), below[first + 1 :]


def _blocks(lines: list[str]) -> tuple[RuleBlock, ...]:
    """Paragraphs and lists; a line that goes on below joins the line above it."""
    found: list[tuple[str, list[str]]] = []
    open_ = False
    for line in lines:
        item = _ITEM.fullmatch(line.strip())
        kind = "paragraph" if item is None else "list" if line.strip().startswith("-") else "numbered"
        words = line.strip() if item is None else item["text"]
        if not words:
            open_ = False
        elif open_ and item is None:
            found[-1][1][-1] += f" {words}"
        elif item is not None and found and found[-1][0] == kind:
            found[-1][1].append(words)
            open_ = True
        else:
            found.append((kind, [words]))
            open_ = True
    return tuple(RuleBlock(kind, tuple(texts)) for kind, texts in found)


def _bad(what: Text, line: int, file: str) -> BadRules:
    return BadRules(T("{file}, line {line}: {what}.", file=file, line=line, what=what), line)
