"""An evening as one JSON file, and back. Everything is checked before anything is kept; nothing is ever executed.

A file is read entry by entry, so that taking in a long campaign needs little more memory than the file itself. In the
file one state stands whole, the next ones as what changed since.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from mmap import mmap
from typing import Any, TypeAlias

import msgspec

from companion import __version__
from companion.api.checks import LONGEST_EVENING_NAME, LONGEST_NAME, LONGEST_WORDS, check_words, shown
from companion.api.game import Fact, Game, Move
from companion.api.refusals import BadFile, BadMove
from companion.api.text import T, Text
from companion.session.evening_state import KEY_EVERY, KEYS, READ_AT_ONCE
from companion.session.owner_board import OwnerBoard
from companion.storage import codec
from companion.storage.log import Log
from companion.storage.packing import LARGEST_STATE, changed_fields, joined
from companion.storage.tables import EntryRow, EveningRow, Row
from companion.storage.timeline import LOST, STEP_KINDS, Inconsistent, Timeline, TimelineEntry

Buffer: TypeAlias = "bytes | mmap"
FORMAT = "table-companion evening"
VERSION = 2  # 1: every state stands whole
WHOLE = 2_000  # bytes; in a file such a state stands whole
LARGEST_FILE = 128 * 2**20  # bytes; a campaign of 30 evenings has a third. What is larger is not written either
MOST_ENTRIES = 100_000
LONGEST_TEXT = LONGEST_WORDS
LARGEST_NUMBER = 2**53
DEEPEST = 40
LARGEST_IN_STATE = 100_000  # a number; nothing on a table is counted so far, and something may be shown for each
LONGEST_SAID = 5_000  # characters of a text once it is put together
DEEPEST_TEXT = 12  # texts within texts
MOST_IN_TEXT = 100
MOST_FACTS = 500  # of one entry
LATEST_TIME = 1e11  # seconds since 1970
_END = b"\n ]\n}"


class _Entry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`state` is whole, or what changed since that of entry `base`."""

    number: int
    kind: str
    parent: int
    head: int
    move: Move | None
    label: Text
    facts: tuple[Fact, ...]
    learnt: dict[str, int | str | None]
    replaced: dict[str, int | str | None]
    state: Any
    by: str
    at: float
    program: str
    base: int = 0


class _Evening(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """`entries` are read one by one."""

    format: str
    version: int
    program: str
    game: str
    name: str
    players: tuple[str, ...]
    choices: dict[str, int | str]
    board: dict[str, int | str]
    started: float
    ended: float | None
    told: dict[str, int | str]
    entries: list[msgspec.Raw]


# --- out --------------------------------------------------------------------------------------------------------------


def export(log: Log, row: EveningRow, length: int, board: OwnerBoard) -> bytes:
    """The file of an evening with so many entries; `BadMove` where it would be too large to be taken in again."""
    evening = {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "game": row.game,
        "name": row.name,
        "players": codec.names(row.players),
        "choices": codec.values(row.choices),
        "board": codec.values(row.board),
        "started": row.started,
        "ended": row.ended,
        "told": board.told(row.game),
    }
    head = msgspec.json.format(msgspec.json.encode(evening), indent=1).removesuffix(b"\n}")
    file = bytearray(head + b',\n "entries": [')
    for number, entry in enumerate(_entries_out(log, row.id, length)):
        file += (b",\n  " if number else b"\n  ") + msgspec.json.encode(entry)
        if len(file) + len(_END) > LARGEST_FILE or number >= MOST_ENTRIES:
            raise BadMove(T("This evening is too long for one file."))
    return bytes(file + _END)


def _entries_out(log: Log, evening: str, length: int) -> Iterator[_Entry]:
    """The entries, one whose state cannot be read any more as a lost one."""
    states, timeline = StatesOut(), Timeline()
    key = lru_cache(maxsize=KEYS)(partial(log.state, evening))
    for row in _rows(log, evening, length):
        try:
            known = row.state is None or row.keyed == row.number
            state = None if row.state is None else codec.unpack(row.state, b"" if known else key(row.keyed))
        except codec.BadState:
            row, state = msgspec.structs.replace(row, kind=LOST, head=timeline.head, move=None), None
        timeline.add(TimelineEntry(row.number, row.kind, row.parent, row.head))
        yield _entry_out(row, *((0, None) if state is None else states.state(row.number, state)))


def _rows(log: Log, evening: str, length: int) -> Iterator[EntryRow]:
    """Some at a time, so that whoever plays meanwhile has its turn."""
    for first in range(1, length + 1, READ_AT_ONCE):
        yield from (row for _, row in log.entries(evening, first, min(length, first + READ_AT_ONCE - 1)))


def _entry_out(row: EntryRow, base: int, state: msgspec.Raw | None) -> _Entry:
    return _Entry(
        number=row.number,
        kind=row.kind,
        parent=row.parent,
        head=row.head,
        move=None if row.move is None else codec.move(row.move),
        label=codec.text(row.label),
        facts=codec.facts(row.facts),
        learnt=codec.replaced(row.learnt),
        replaced=codec.replaced(row.replaced),
        state=state,
        by=row.by,
        at=row.at,
        program=row.program,
        base=base,
    )


class StatesOut:
    """Makes the states of a file, entry after entry."""

    def __init__(self) -> None:
        self._number = 0
        self._whole = b""

    def state(self, number: int, data: bytes) -> tuple[int, msgspec.Raw]:
        """The entry whose state this one completes (0: none, it is whole), and what stands in the file."""
        changed = changed_fields(data, self._whole) if len(data) > WHOLE and self._number else None
        part = None if changed is None else joined(changed)
        if part is not None and 2 * len(part) < len(data):
            return self._number, msgspec.Raw(part)
        self._number, self._whole = number, data
        return 0, msgspec.Raw(data)


# --- in ---------------------------------------------------------------------------------------------------------------


def unpack(data: Buffer, games: Mapping[str, Game[Any]], board: OwnerBoard) -> tuple[EveningRow, list[Row]]:
    """The rows of an evening from its file; `BadFile` says in one sentence what is wrong with it."""
    evening = _evening(data)
    game = games.get(evening.game)
    if game is None:
        raise BadFile(
            T("This evening is of the game “{game}”, which this companion does not have.", game=shown(evening.game))
        )
    _check_people(evening, game)
    row = _row(evening)
    entries = _entries(evening, game, row.id)
    told = {name: value for name, value in evening.told.items() if name not in board.told(game.name)}
    return row, [*entries, *board.rows(game, told)]


def _evening(data: Buffer) -> _Evening:
    if len(data) > LARGEST_FILE:
        raise BadFile(T("The file is too large to be an evening."))
    fields = _fields_of(data)
    entries = fields.pop("entries", [])
    head = {name: msgspec.json.decode(value) for name, value in fields.items()}
    if head.get("format") != FORMAT:
        raise BadFile(T("This is not a file of an evening that the companion exported."))
    version = head.get("version")
    if isinstance(version, int) and version > VERSION:
        raise BadFile(T("The file was written by a newer version of the companion; please update this one."))
    _check_sizes(head, 0)
    try:
        found = msgspec.json.decode(entries, type=list[msgspec.Raw]) if isinstance(entries, msgspec.Raw) else entries
        return msgspec.convert({**head, "entries": found}, _Evening)
    except msgspec.MsgspecError as error:
        raise _altered(str(error)) from error


def _check_people(evening: _Evening, game: Game[Any]) -> None:
    try:
        check_words(T("Name of the evening"), evening.name, LONGEST_EVENING_NAME)
        for name in evening.players:
            check_words(T("Name of a player"), name, LONGEST_NAME)
    except BadMove as refusal:
        raise _altered(str(refusal)) from refusal
    if len(evening.players) not in game.seats or len(set(evening.players)) < len(evening.players):
        raise _altered("players")
    _check_time(evening.started)
    _check_time(evening.ended or 0.0)


def _fields_of(data: Buffer) -> dict[str, Any]:
    """The fields of the file, each still as JSON."""
    try:
        return dict(msgspec.json.decode(data, type=dict[str, msgspec.Raw]))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        begins = bytes(data[:200])
        if begins.lstrip()[:1] == b"{" and FORMAT.encode() in begins:
            raise BadFile(T("The file is damaged or was cut short; please copy it again.")) from error
        raise BadFile(T("This is not a file of an evening that the companion exported.")) from error


def _entry_of(raw: msgspec.Raw) -> _Entry:
    try:
        found = msgspec.json.decode(raw)
        _check_sizes(found, 2)
        return msgspec.convert(found, _Entry)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _altered(str(error)) from error


def _altered(where: str) -> BadFile:
    return BadFile(T("The file was altered and does not fit together any more ({where}).", where=where[:200]))


def _check_sizes(value: Any, depth: int, largest: int = LARGEST_NUMBER) -> None:
    """No text, number or nesting that could do harm."""
    if depth > DEEPEST:
        raise _altered("nesting")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise _altered("text")
    if isinstance(value, int) and abs(value) > largest:
        raise _altered("number")
    if isinstance(value, dict):
        if largest == LARGEST_IN_STATE and "msgid" in value:
            check_text(_text(value))
        value = [*value.keys(), *value.values()]
    if isinstance(value, list):
        for one in value:
            _check_sizes(one, depth + 1, largest)


def _text(raw: Any) -> Text:
    try:
        return msgspec.convert(raw, Text)
    except msgspec.MsgspecError as error:
        raise _altered("text") from error


def _check_time(at: float) -> None:
    if not 0 <= at <= LATEST_TIME:
        raise _altered("time")


def _row(evening: _Evening) -> EveningRow:
    return EveningRow(
        id=secrets.token_hex(8),
        name=evening.name,
        game=evening.game,
        players=codec.encode(evening.players),
        choices=codec.encode(evening.choices),
        board=codec.encode(evening.board),
        started=evening.started,
        ended=evening.ended,
    )


def _entries(evening: _Evening, game: Game[Any], evening_id: str) -> list[EntryRow]:
    if not 0 < len(evening.entries) <= MOST_ENTRIES:
        raise _altered("entries")
    states, wholes = codec.StateCodec(game), StatesIn()
    timeline = Timeline()
    rows = []
    keys = [(0, b"")] * KEYS
    for raw in evening.entries:
        entry = _entry_of(raw)
        _check_entry(entry, timeline)
        if entry.kind in STEP_KINDS:
            state = _state(entry, states, wholes, game)
            keyed, key = keys[entry.number % KEYS]
            if not keyed or entry.number - keyed >= KEY_EVERY:
                keyed, key = keys[entry.number % KEYS] = entry.number, state
            packed = codec.pack(state, b"" if keyed == entry.number else key)
            rows.append(_entry_in(entry, evening_id, packed, keyed))
        elif entry.state is None:
            rows.append(_entry_in(entry, evening_id, None, 0))
        else:
            raise _altered(f"entry {entry.number}")
    return rows


def check_row(row: Row) -> None:
    """Whether the words and numbers of a stored row can do no harm; `BadFile` where they may. For rows that come from a
    file: what the log holds has been checked on its way in. A state is checked when it is opened."""
    try:
        if isinstance(row, EveningRow):
            _check_evening_row(row)
        elif isinstance(row, EntryRow):
            _check_entry_row(row)
        elif row.value is not None:
            msgspec.json.decode(row.value)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, BadMove) as error:
        raise _altered(str(error)) from error


def _check_evening_row(row: EveningRow) -> None:
    check_words(T("Name of the evening"), row.name, LONGEST_EVENING_NAME)
    for name in codec.names(row.players):
        check_words(T("Name of a player"), name, LONGEST_NAME)
    codec.values(row.choices), codec.values(row.board)
    _check_time(row.started)
    _check_time(row.ended or 0.0)


def _check_entry_row(row: EntryRow) -> None:
    entry = _entry_out(row, 0, None)
    _check_sizes([entry.learnt, entry.replaced], 0)
    _check_words_of(entry)


def _check_entry(entry: _Entry, timeline: Timeline) -> None:
    try:
        timeline.add(TimelineEntry(entry.number, entry.kind, entry.parent, entry.head))
    except Inconsistent as error:
        raise _altered(str(error)) from error
    _check_words_of(entry)
    _check_sizes(entry.state, 0, LARGEST_IN_STATE)


def _check_words_of(entry: _Entry) -> None:
    if len(entry.facts) > MOST_FACTS:
        raise _altered(f"facts of entry {entry.number}")
    todos = (fact.todo for fact in entry.facts if fact.todo is not None)
    for text in (entry.label, *(fact.text for fact in entry.facts), *todos):
        check_text(text)
    _check_time(entry.at)
    if not 0 < len(entry.by) <= LONGEST_NAME or len(entry.program) > LONGEST_NAME:
        raise _altered(f"entry {entry.number}")


def check_text(text: Text) -> None:
    """Whether a text that somebody else made can be said; `BadFile` where it would not end, or fill the memory."""
    _check_nested(text, 1)
    if len(str(text)) > LONGEST_SAID:  # a few nested texts, each said many times in the next, would fill any memory
        raise _altered("text")


def _check_nested(text: Text, depth: int) -> None:
    if depth > DEEPEST_TEXT or len(text.args) > MOST_IN_TEXT:
        raise _altered("text")
    if text.plural and not isinstance(text.args.get("n"), int):
        raise _altered("plural")
    for value in text.args.values():
        if isinstance(value, Text):
            _check_nested(value, depth + 1)


class StatesIn:
    """Reads them again."""

    def __init__(self) -> None:
        self._number = 0
        self._whole: dict[str, Any] = {}

    def state(self, number: int, base: int, found: Any) -> Any:
        """The whole state; `ValueError` where it completes another than the last whole one."""
        if not isinstance(found, dict):
            raise ValueError("no state")
        if base == 0:
            self._number, self._whole = number, found
            return found
        if base != self._number:
            raise ValueError("base")
        return {**self._whole, **found}


def _state(entry: _Entry, states: codec.StateCodec[Any], wholes: StatesIn, game: Game[Any]) -> bytes:
    """The state, read by the game's own type and shown once, so that nothing is kept that cannot be opened."""
    try:
        data = msgspec.json.encode(wholes.state(entry.number, entry.base, entry.state))
        if len(data) > LARGEST_STATE:
            raise ValueError("size")
        state = states.decode_all(data)
        game.prompts(state), game.view(state), game.corrections(state), game.ending(state)
        return states.encode(state)
    except Exception as error:
        raise _altered(f"state of entry {entry.number}: {error}") from error


def _entry_in(entry: _Entry, evening: str, state: bytes | None, keyed: int) -> EntryRow:
    return EntryRow(
        evening=evening,
        number=entry.number,
        kind=entry.kind,
        parent=entry.parent,
        head=entry.head,
        move=None if entry.move is None else codec.encode(entry.move),
        label=codec.encode(entry.label),
        facts=codec.encode(entry.facts),
        learnt=codec.encode(entry.learnt),
        replaced=codec.encode(entry.replaced),
        keyed=keyed,
        state=state,
        by=entry.by,
        at=entry.at,
        program=entry.program,
    )
