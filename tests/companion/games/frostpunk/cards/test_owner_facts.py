"""The owner's own words of a card: every line, every refusal, and what the rulebook itself tells."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.api.checks import check_value
from companion.api.game import IllegalMove
from companion.games.frostpunk.cards import blocks, owner_facts
from companion.games.frostpunk.cards.card_text import Action, BadCard, Line, Option, OwnCard, Weather, parse

from ..table import begun

HEADS = [
    *(one.value for one in blocks.LINES),
    "death child: ",
    "phase night: ",
    "night phase: ",
    "trigger: ",
    "deck: ",
    "only a part",
    "consequence of L05",
    "explore 3 continue",
]
WORDS = [
    "hope -1",
    "sick 2",
    "spend wood 1",
    "out",
    "to display",
    "once",
    "needs active care",
    '"',
    ";",
    ":",
    "x",
    "4",
    "\n",
]


@given(st.lists(st.sampled_from([*HEADS, *WORDS]) | st.text(max_size=8), max_size=12).map(" ".join))
@example("1")
@example("4: hope +1")
@example("weather: cold 99")
@example("triggers: 9999999999999999999999")
@example("cost: ²")
@example("now: if active care: cure 2 & hope +1")
def test_no_text_is_too_much(text: str):
    """Whatever is typed is either a card or one sentence that names the line."""
    assert isinstance(_read(text), OwnCard | str)


def _read(text: str) -> OwnCard | str:
    """The card, or the sentence that says why it is none."""
    try:
        return parse(text)
    except BadCard as bad:
        said = str(bad.text)
    assert said.startswith("Line ")
    return said


def test_a_whole_event_card():
    """Title, words, what happens at once, three options with places and a condition, and a Dusk Phase effect."""
    card = parse(
        """
        Name:   A long   queue
        text: They wait since dawn.
        NOW: Hope -1; sick 2
        1 Ban it: needs active justice; discontent -1; out
        2. Let it be: hope +1; to display
        3) Pay: spend coal 2
        dusk: sick 1
        """
    )
    assert (card.name, card.text, card.now) == ("A long queue", "They wait since dawn.", "hope -1; sick 2")
    assert card.options == (
        Option(number=1, label="Ban it", needs="needs active justice", effects="discontent -1", place="out"),
        Option(number=2, label="Let it be", effects="hope +1", place="display"),
        Option(number=3, label="Pay", effects="spend coal 2"),
    )
    assert card.dusk == "sick 1"
    assert not card.part


def test_lines_with_conditions_stay_apart():
    """Each line that happens at once has its own condition: "if you have an active Care token" covers only its own."""
    card = parse("now: hope -1\nnow: needs active care; cure 3\nnow: out")
    assert card.at_once == (Line(effects="hope -1"), Line(needs="needs active care", effects="cure 3"))
    assert card.place == "out"


def test_options_stand_in_their_order_whatever_order_they_are_typed_in():
    """Option 2 before option 1 is no mistake; an option without words changes nothing."""
    card = parse("2 Wait: to discard\n1: hope +1\n3 Nothing")
    assert [one.number for one in card.options] == [1, 2, 3]
    assert card.option(2) == Option(number=2, label="Wait", place="discard")
    assert card.option(3) == Option(number=3, label="Nothing")


def test_special_actions():
    """Who may do it, what it needs and does, once per game, and in the cold where the card says so (p. 27)."""
    card = parse(
        "action engineer: spend wood 1; hope +1; once\naction: gain coal 2; cold\naction worker or child: sick 1"
    )
    assert card.action == Action(who=("engineers",), effects="spend wood 1; hope +1", once=True)
    assert card.actions[1] == Action(effects="gain coal 2", heated=False)
    assert card.actions[2].who == ("workers", "children")


def test_a_weather_card():
    """The four sections (p. 21): what is left out does not move."""
    card = parse("weather: Cold 1; red 0, orange 1; scouts: 2; storm -1")
    assert card.weather == Weather(cold=1, orange=1, scouts=2, storm=1)


def test_a_citizen_card():
    """Type, starting cost, where its ability is used, the ability, and a death effect for each type (p. 32)."""
    card = parse(
        "type: worker\ncost: spend wood 1\nat: Sawmill, Gather resources\nability: gain wood 2; heated\n"
        "dies workers: hope -1\ndies engineers: discontent +1\ndeath child: exhaust motivation; hope -2"
    )
    assert (card.types, card.starting_cost, card.at) == (("workers",), "spend wood 1", ("sawmill", "gather_resources"))
    assert (card.ability, card.heated) == ("gain wood 2", True)
    assert dict(card.dies) == {
        "workers": "hope -1",
        "engineers": "discontent +1",
        "children": "exhaust motivation; hope -2",
    }


def test_technology_expedition_scenario_and_other_phases():
    """Rounds of development, spaces and options of an Expedition, Scenario Triggers, and effects in other phases."""
    card = parse(
        "cost: 3\nspaces: 4\ndeck: b\nexplore 1 return new A Take it: gain wood 3\nexplore 2 continue C: gain food 2"
    )
    assert (card.cost, card.spaces, card.deck) == (3, 4, "B")
    assert [(one.how, one.deck, one.label, one.effects) for one in card.ways] == [
        ("return", "A", "Take it", "gain wood 3"),
        ("continue", "C", "", "gain food 2"),
    ]
    card = parse(
        "triggers: 4 and 11\ntrigger: hope -1\nphase night: sick 1\nHunger phase: lose food 1; out\nlasts: children act"
    )
    assert (card.triggers, card.trigger, card.lasts) == ((4, 11), "hope -1", ("children act",))
    assert card.phases == {"night": (Line(effects="sick 1"),), "hunger": (Line(effects="lose food 1; out"),)}


def test_what_kind_of_dusk_card_it_is():
    """A Social Dispute, a Law's Consequence, a red icon, and a card that is known only in part."""
    assert parse("social dispute").dispute
    assert parse("consequence of L5").law == "L05"
    assert parse("Red icon").red
    assert parse("only a part").part


def test_effects_alone_go_on_with_the_line_before_them():
    """A line without a head belongs to the effects above it, so that long ones need not stand in one line."""
    card = parse("hope -1\nif active care: cure 2\ndusk:\nsick 1\nlose food 1\n1 Go: out\nhope +1\nname: Long\nsick 2")
    assert card.now == "hope -1; if active care: cure 2; sick 2"
    assert card.dusk == "sick 1; lose food 1"
    assert card.option(1) == Option(number=1, label="Go", effects="hope +1", place="out")


def test_nothing_is_nothing():
    """`now: nothing` says that there is nothing, which is known from then on."""
    assert parse("now: nothing\nlasts: none\ndusk: -") == OwnCard()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("name: A\nhello", 2, "it should begin with a word"),
        ("now: hop +1", 1, "did you mean “hope”"),
        ("1 A: out\n1 B: out", 2, "option 1 is there twice"),
        ("weather: cold two", 1, "say it like"),
        ("cost: 20", 1, "a whole number up to 15"),
        ("triggers: 16", 1, "a whole number up to 15"),
        ("action clerk: hope +1", 1, "“clerk” is no type of Meeple"),
        ("dusk: to display", 1, "only “out” belongs"),
        ("ability: hope +1; out", 1, "where a card goes does not belong"),
    ],
)
def test_what_cannot_be_understood_is_told_with_its_line(text: str, line: int, why: str):
    """One clear sentence with the line's number."""
    with pytest.raises(BadCard) as bad:
        parse(text)
    assert str(bad.value.text).startswith(f"Line {line},")
    assert why in str(bad.value.text)


def test_the_card_comes_from_the_board_facts():
    """The owner's words stand over what the rulebook tells; a text that is not understood is none, with its reason."""
    state = begun(
        2, **{"card.M001": "name: Queue", "card.technology.Hunting Tactics": "cost: 3", "card.D012": "oh"}
    ).state
    found = owner_facts.card(state, "M001")
    assert found is not None
    assert found.name == "Queue"
    tactics = owner_facts.card(state, owner_facts.named("technology", "Hunting Tactics"))
    assert tactics is not None
    assert tactics.cost == 3
    assert owner_facts.card(state, "M099") is None
    assert owner_facts.card(state, "D012") is None
    assert "Line 1" in str(owner_facts.problem(state, "card.D012"))
    assert owner_facts.problem(state, "M001") is None
    assert str(owner_facts.title(state, "M001")) == "Queue"
    assert str(owner_facts.title(state, "M099")) == "M099"


def test_names_of_a_kind():
    """Cards without a code are found by their kind: those of the rulebook and the owner's."""
    state = begun(2, **{"card.citizen.Ada Bell": "type: worker"}).state
    assert "Ada Bell" in owner_facts.names(state, "citizen")
    assert "Pauline Grogan" in owner_facts.names(state, "citizen")
    assert owner_facts.names(state, "weather") == ()


def test_the_family_keeps_whole_texts_under_codes_and_names():
    """The board fact takes lines; its name may hold whatever stands in a card's name, and no more."""
    ask = owner_facts.family().ask
    assert check_value(ask, "name: A\nnow: hope -1") == "name: A\nnow: hope -1"
    assert all(owner_facts.fits(one) for one in ("D012", "I/01", "L05/1", "weather.Długa zima", "citizen.O'Neil"))
    assert not any(owner_facts.fits(one) for one in ("", "a\nb", "x" * 61, "a{b}"))


def test_a_bad_text_is_refused_where_it_is_told():
    """Telling a running game a card it cannot understand is refused with the line."""
    with pytest.raises(IllegalMove, match="Line 2"):
        owner_facts.check("name: A\nnonsense")


# --- what the rulebook itself tells -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", owner_facts.KNOWN_TEXTS)
def test_every_known_card_can_be_read(key: str):
    """What is shipped is understood, fits the family, and names its page."""
    assert isinstance(parse(owner_facts.KNOWN_TEXTS[key]), OwnCard)
    assert owner_facts.fits(key)
    assert owner_facts.KNOWN_SOURCES[key].startswith("Rulebook p. ")


def test_what_the_rulebook_tells_of_single_cards():
    """The examples of pages 15, 19, 30, 31, 33, 36 and 37."""
    state = begun().state

    def card(key: str) -> OwnCard:
        found = owner_facts.card(state, key)
        assert found is not None
        return found

    assert card("D000").name == "Inevitable"
    gambling = card("morning.The Birth of Gambling").option(1)
    assert gambling is not None
    assert gambling.needs == "needs active justice"
    assert card("law.Child Labour").now == "hope -1; discontent +1"
    assert card("advisor.Health Advisor").ability == "exhaust care; cure 2"
    assert card("citizen.Pauline Grogan").dies["children"] == "exhaust motivation; hope -2"
    assert card("citizen.Margaret Ozone").at == ("medical_post", "infirmary")
    assert card("citizen.Paolo Feldman").heated
    assert card("citizen.Rafael Currae").starting_cost == "gain stress 3"
    assert card("citizen.Phillipa Bullscky").starting_cost == "spend wood 1"
    assert card("technology.Hunting Tactics").cost == 4
    [way] = card("expedition.Not a Fairy Tale").ways
    assert (way.how, way.deck, way.effects) == ("return", "B", "gain wood 3; gain food 2")
    assert card("I/01").triggers == (4, 11)
    assert owner_facts.whole(state, "D000") is None  # only a part of it is known
