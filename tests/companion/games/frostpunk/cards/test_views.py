"""What the phones show of Laws, Technologies, Expeditions, hands and the Scenario display."""

from dataclasses import replace

from companion.api.view import CardList, Counter, HexMap, Note, Panel, TokenRow, Track
from companion.games.frostpunk.cards.piles import Laws, Location, Stack, Technology
from tests.companion.games.frostpunk.table import GAME

from ..table import Evening, begun


def panel(table: Evening, name: str) -> Panel:
    return next(panel for panel in GAME.view(table.state).panels if panel.name == name)


def test_an_expedition_with_its_scout():
    """The cards of the stack, the Scout's space among them, the spaces left, and what is promised."""
    cards = (Location(deck="A", name="Wreck", black=True, promised="gain coal 2"), Location(deck="B", spaces=5))
    table = begun().at("action.turn", stacks=(Stack(cards=cards, scout="workers", at=2),))
    widgets = panel(table, "expeditions").widgets
    row = next(one for one in widgets if isinstance(one, TokenRow))
    assert [(str(token.label), token.lit) for token in row.tokens] == [("Wreck", False), ("card B", True)]
    track = next(one for one in widgets if isinstance(one, Track))
    assert (track.first, track.at, track.last, str(track.note)) == (0, 2, 5, "3 spaces to the last one.")
    promised = [str(one.text) for one in widgets if isinstance(one, Note) and "Promised" in str(one.text)]
    assert len(promised) == 1
    assert "2 Coal" in promised[0]


def test_laws_with_what_they_change():
    """Those in force with their lasting effects, those nobody has entered as a reminder, and the Future Laws."""
    table = begun(2, **{"card.L01": "name: Soup\nnow: nothing\nlasts: children act"}).at("action.turn")
    table.state = replace(table.state, laws=Laws(offered=("L09",), passed=("L01", "L03"), removed=("L02", "L04")))
    widgets = panel(table, "laws").widgets
    lists = [one for one in widgets if isinstance(one, CardList)]
    assert [(str(row.label), str(row.note)) for row in lists[0].cards] == [("Soup", "children act"), ("L03", "None")]
    assert [row.code for row in lists[1].cards] == ["L09"]
    assert any("L03" in str(one.text) for one in widgets if isinstance(one, Note))


def test_technologies_with_their_rounds():
    """Developed, due in a round, or how long they take."""
    row = (
        Technology(name="Heaters", token="active"),
        Technology(name="Overdrive", token="track", due=9),
        Technology(name="Hunting Tactics"),
        Technology(name="Lamps"),
    )
    table = begun().at("action.turn", technologies=row)
    [cards] = [one for one in panel(table, "technologies").widgets if isinstance(one, CardList)]
    notes = [str(card.note) for card in cards.cards]
    assert notes == ["Developed", "Under development, due in round 9", "Takes 4 rounds", "Not begun"]


def test_hands_and_advisors():
    """Who has which Advisor, how many Citizen cards each holds, and what is left of their deck."""
    table = begun().at("action.turn", advisors=("health", "social"), hands=(3, 4), played=(0,), citizen_discard=2)
    widgets = panel(table, "hands").widgets
    counters = {str(one.label): one.count for one in widgets if isinstance(one, Counter)}
    assert (counters["Ada: Citizen cards"], counters["Ben: Citizen cards"], counters["Citizen deck"]) == (3, 4, 20)
    assert "Ben: Social Advisor." in [str(one.text) for one in widgets if isinstance(one, Note)]


def test_the_scenario_display():
    """Cards face up, and the rounds with Trigger tokens that are still ahead."""
    table = begun().at("action.turn", round=5, scenario_cards=("I/01",), triggers=(4, 11))
    cards, note = panel(table, "scenario").widgets
    assert isinstance(cards, CardList)
    assert isinstance(note, Note)
    assert ([row.code for row in cards.cards], str(note.text)) == (["I/01"], "Trigger tokens lie on rounds 11.")


def test_every_value_that_is_shown_can_be_set():
    """A long press on a number opens a correction that exists."""
    table = begun().at("action.turn", hands=(3, 4), stacks=(Stack(cards=(Location(deck="A"),), scout="workers", at=1),))
    names = {one.ask.name for one in GAME.corrections(table.state)}
    shown = [
        widget.value
        for panel in GAME.view(table.state).panels
        for widget in panel.widgets
        if not isinstance(widget, TokenRow | CardList | Note | HexMap) and getattr(widget, "value", None)
    ]
    assert set(shown) <= names
