"""The leaflet's pages on the phones."""

from __future__ import annotations

from companion.api.text import T, Text
from companion.api.view import Cell, Counter, Grid, Note, Panel, Track, Widget
from companion.games.citadel.cards.words import listed
from companion.games.citadel.leaflet import buildings, destiny
from companion.games.citadel.leaflet.leaflet import FINISHED, HIGHEST, LOWEST, SCORES, STATUS, Built, Quest
from companion.games.citadel.state import State


def panels(state: State) -> tuple[Panel, ...]:
    """Community, Destiny and Buildings, Side quests, map."""
    return (community(state), progress(state), quests(state), notes(state))


def community(state: State) -> Panel:
    """Scores and level; the record of life points where one was written."""
    leaflet = state.leaflet
    widgets: list[Widget] = [
        Track(label=text, at=leaflet.score(name), first=LOWEST, last=HIGHEST, value=name)
        for name, text in SCORES.items()
    ]
    widgets.append(Counter(label=T("Groundshiver level"), count=leaflet.groundshiver, value="groundshiver"))
    record = [hero for hero in state.party if hero.seat in leaflet.lives]
    if record:
        lives = [T("{name} {life}", name=hero.name, life=leaflet.lives[hero.seat]) for hero in record]
        widgets.append(Note(text=T("Life points written down: {lives}", lives=listed(lives)), rule="community"))
    title = T("Community of {name}", name=leaflet.community) if leaflet.community else T("Community")
    return Panel(name="community", title=title, widgets=tuple(widgets))


def progress(state: State) -> Panel:
    """What is checked, and what stands."""
    widgets: list[Widget] = [Note(text=destiny.title(state, one), tone="good") for one in state.leaflet.symbols]
    rows = tuple(_building(state, one) for one in state.leaflet.buildings)
    if rows:
        widgets.append(Grid(label=T("Buildings"), columns=(T("Building"), T("Boxes")), rows=rows))
    widgets += [
        Note(
            text=T("{building}: {effect}", building=buildings.title(state, name), effect=_effect(state, name)),
            rule="buildings",
        )
        for name in state.leaflet.built
    ]
    return Panel(name="destiny", title=T("Destiny and buildings"), widgets=tuple(widgets))


def _effect(state: State, name: str) -> Text:
    score = buildings.raises(state, name)
    if score is None:
        return buildings.effect(state, name)
    if score:
        return T("In the Preparation phase, {score} rises by 1.", score=SCORES[score])
    return T("In the Preparation phase, the score that it shows rises by 1.")


def _building(state: State, built: Built) -> tuple[Cell, ...]:
    boxes = buildings.boxes(state, built.name)
    title = buildings.title(state, built.name)
    if built.done:
        return (Cell(label=title, tone="good"), Cell(label=T("built"), tone="good"))
    if boxes is None:
        return (Cell(label=title), Cell(label=T("{checked}", checked=built.boxes)))
    return (Cell(label=title), Cell(label=T("{checked} of {boxes}", checked=built.boxes, boxes=boxes)))


def quests(state: State) -> Panel:
    """The side quests, the open ones first."""
    found = sorted(state.leaflet.quests, key=lambda quest: quest.status == FINISHED)
    return Panel(name="quests", title=T("Side quests"), widgets=tuple(_quest(quest) for quest in found))


def _quest(quest: Quest) -> Note:
    title, status = quest.title, STATUS[quest.status]
    tone = "plain" if quest.status == FINISHED else "good"
    text = T("{title} ({status})", title=title, status=status)
    if quest.dialogue:
        text = T("{title} ({status}), dialogue {dialogue}", title=title, status=status, dialogue=quest.dialogue)
    if quest.notes:
        text = T("{quest}: {notes}", quest=text, notes=quest.notes)
    return Note(text=text, tone=tone, rule="quests")


def notes(state: State) -> Panel:
    """What was written on the map."""
    found = tuple(Note(text=T("{where}: {words}", where=one.where, words=one.words)) for one in state.leaflet.notes)
    return Panel(name="map_notes", title=T("Map of the Kel Protectorate"), widgets=found)
