"""The Side quests page and the notes on the map of the Kel Protectorate (p. 24)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, Move, Offer, T, Words
from companion.games.citadel.leaflet.community import write
from companion.games.citadel.leaflet.leaflet import ACTIVE, FINISHED, INITIATED, MapNote, Quest
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import pick, word

UNDER = T("Side quests")
MAP = T("Map of the Kel Protectorate")
LONGEST_TITLE, LONGEST_NOTES = 60, 300


def add(tx: Transaction, args: Args) -> None:
    """A quest is written down, once, and is active (p. 24)."""
    title = word(args, "title")
    if not title:
        raise IllegalMove(T("Enter the title of the side quest."), rule="quests", page=24)
    if any(quest.title.casefold() == title.casefold() for quest in tx.state.leaflet.quests):
        raise IllegalMove(T("{title}: it is on the page already.", title=title), rule="quests", page=24)
    quest = Quest(title=title, dialogue=word(args, "dialogue"), notes=word(args, "notes"))
    write(tx, quests=(*tx.state.leaflet.quests, quest))
    tx.note("quest_added", T("A side quest was written down: {title}.", title=title), title=title)
    tx.todo(T("Write the side quest onto the leaflet: {title}", title=title), "quest")


def initiate(tx: Transaction, args: Args) -> None:
    """A step towards its end was made; only an effect says so (p. 24)."""
    quest = _changed(tx, args, status=INITIATED)
    tx.note("quest_initiated", T("Initiated: {title}.", title=quest.title), title=quest.title)


def finish(tx: Transaction, args: Args) -> None:
    """It is over: whatever concerns it is ignored from now on (p. 24)."""
    quest = _changed(tx, args, status=FINISHED)
    text = T("Finished: {title}. From now on, ignore effects that concern it.", title=quest.title)
    tx.tell("quest_finished", text, title=quest.title)
    tx.todo(T("Cross the side quest out on the leaflet: {title}", title=quest.title), "quest")


def annotate(tx: Transaction, args: Args) -> None:
    """Notes that may help later, such as a name or a place (p. 24); they are added to those that stand there, and empty
    ones take them away."""
    before = next((one.notes for one in tx.state.leaflet.quests if one.title == word(args, "quest")), "")
    new = word(args, "notes")
    quest = _changed(tx, args, notes=f"{before} {new}" if before and new else new)
    tx.note("quest_noted", T("Noted for {title}: {words}", title=quest.title, words=quest.notes), title=quest.title)


def _changed(tx: Transaction, args: Args, status: str = "", notes: str | None = None) -> Quest:
    quests = tx.state.leaflet.quests
    quest = next((one for one in quests if one.title == word(args, "quest")), None)
    if quest is None:
        raise IllegalMove(T("There is no side quest of that title on the page."), rule="quests", page=24)
    if status and quest.status == FINISHED:
        raise IllegalMove(T("{title} is finished already.", title=quest.title), rule="quests", page=24)
    if status == quest.status:
        raise IllegalMove(T("{title} is initiated already.", title=quest.title), rule="quests", page=24)
    after = replace(quest, status=status or quest.status, notes=quest.notes if notes is None else notes)
    write(tx, quests=tuple(after if one is quest else one for one in quests))
    return after


def note_map(tx: Transaction, args: Args) -> None:
    """The map of the Old World is annotated; empty words take the note of a place away (p. 24)."""
    where, words = word(args, "where"), word(args, "words")
    if not where:
        raise IllegalMove(T("Enter the place on the map."), rule="map.notes", page=24)
    others = tuple(one for one in tx.state.leaflet.notes if one.where.casefold() != where.casefold())
    if words:
        write(tx, notes=(*others, MapNote(where=where, words=words)))
        tx.note("map_noted", T("On the map, {where}: {words}", where=where, words=words), where=where)
    elif len(others) == len(tx.state.leaflet.notes):
        raise IllegalMove(T("{where}: there is no note to take away.", where=where), rule="map.notes", page=24)
    else:
        write(tx, notes=others)
        tx.note("map_note_gone", T("The note on the map at {where} was taken away.", where=where), where=where)


def map_told(tx: Transaction, args: Args) -> None:
    """The place and its note in one line, parted by a colon; the place alone takes its note away."""
    where, _, words = word(args, "note").partition(":")
    note_map(tx, {"where": where.strip(), "words": words.strip()})


_NOTE = Words(
    name="note", label=T("Place and note, such as C4: a well; the place alone takes its note away"),
    at_most_chars=LONGEST_TITLE + LONGEST_NOTES,
)  # fmt: skip
_QUEST = Words(name="quest", label=T("Side quest"), at_most_chars=LONGEST_TITLE)
_TITLE = Words(name="title", label=T("Title"), at_most_chars=LONGEST_TITLE)
_DIALOGUE = Words(name="dialogue", label=T("Number of its dialogue"), at_most_chars=8)
_NOTES = Words(name="notes", label=T("Notes"), at_most_chars=LONGEST_NOTES, lines=True)
_MORE = Words(name="notes", label=T("To be added, empty to take all away"), at_most_chars=LONGEST_NOTES, lines=True)
_WHERE = Words(name="where", label=T("Place on the map"), at_most_chars=LONGEST_TITLE)
_WORDS = Words(name="words", label=T("Note, empty to take it away"), at_most_chars=LONGEST_NOTES, lines=True)

MOVES: Moves = {
    "quest_add": move(
        add, lambda a: T("Side quest: {title}", title=word(a, "title")), _TITLE, _DIALOGUE, _NOTES
    ),
    "quest_initiate": move(initiate, lambda a: T("Initiated: {title}", title=word(a, "quest")), _QUEST),
    "quest_finish": move(finish, lambda a: T("Finished: {title}", title=word(a, "quest")), _QUEST),
    "quest_note": move(annotate, lambda a: T("Notes for {title}", title=word(a, "quest")), _QUEST, _NOTES),
    "map_told": move(map_told, lambda a: T("Map note: {where}", where=word(a, "note").partition(":")[0]), _NOTE),
    "map_note": move(note_map, lambda a: T("Map note: {where}", where=word(a, "where")), _WHERE, _WORDS),
}  # fmt: skip


def offers(state: State) -> tuple[Offer, ...]:
    """What can be written on these pages now."""
    quests = state.leaflet.quests
    new = Move("quest_add", {"dialogue": "", "notes": ""})
    found = [Offer(move=new, label=T("New side quest"), asks=(_TITLE,), under=UNDER, rule="quests")]
    fresh = {quest.title: T("{title}", title=quest.title) for quest in quests if quest.status == ACTIVE}
    open_ones = {quest.title: T("{title}", title=quest.title) for quest in quests if quest.status != FINISHED}
    for name, label, which in (
        ("quest_initiate", T("A side quest is initiated"), fresh),
        ("quest_finish", T("A side quest is finished"), open_ones),
    ):
        if which:
            ask = pick("quest", T("Side quest"), which)
            found.append(Offer(move=Move(name), label=label, asks=(ask,), under=UNDER, rule="quests"))
    found += [
        Offer(
            move=Move("quest_note", {"quest": title}),
            label=T("Note for {title}", title=title),
            asks=(_MORE,),
            under=UNDER,
            rule="quests",
        )
        for title in open_ones
    ]
    found.append(Offer(move=Move("map_told"), label=T("Note on the map"), asks=(_NOTE,), under=MAP, rule="map.notes"))
    return tuple(found)
