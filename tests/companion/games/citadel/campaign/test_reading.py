"""While a dialogue is read, no action shown on a card may be taken unless it says so (p. 18)."""

from tests.companion.games.citadel.action.acting import Acting, table

ONLY = "Only if the dialogue says so"


def reading(**known: str) -> Acting:
    """Dialogue 12 is being read."""
    evening = table(2, **known)
    evening.play("read_dialogue", dialogue="12")
    return evening


def notes(evening: Acting, *moves: str) -> dict[str, str]:
    """The small print of the offers of these moves, by label."""
    offers = [one for shown in evening.prompts for one in shown.offers if one.move.name in moves]
    return {str(one.label): str(one.note or "") for one in offers}


def test_known_actions_are_marked_too():
    """A known action is one tap away as ever; it is marked, and still says what it costs (p. 18)."""
    evening = reading(**{"action.081.1.climb": "cost 5 rows 3"})
    assert notes(evening, "act") == {"Climb, card 081": f"{ONLY}. Cost 5, difficulty 3"}


def test_every_way_to_begin_an_action_is_marked():
    """Who acts, moving and exploring as well: all of them are actions that cards show (p. 10, 18, 21)."""
    evening = table(2)
    evening.play("card_called", number="094")
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="terrain")
    evening.play("terrain_laid", space="1,0")
    evening.play("arrows_read", north="108 I", east="", south="", west="", mandatory="no")
    evening.hero("seat2", place="094.1")
    ways = ("turn", "act", "acts", "to_space", "explored")
    before = notes(evening, *ways)
    evening.play("read_dialogue", dialogue="12")
    marked = notes(evening, *ways)
    assert marked.keys() == before.keys()
    assert all(note.startswith(ONLY) for note in marked.values())
    assert {one.move.name for one in evening.prompts[1].offers} >= {"turn", "acts", "to_space", "explored"}


def test_who_was_chosen_is_reminded():
    """The active player was chosen after all: the choice of the action says the same."""
    evening = reading(**{"action.081.1.climb": "cost 5 rows 3"})
    evening.play("turn", seat="seat2")
    assert str(evening.prompt.more) == "A dialogue is being read: only an action that it invites you to take."


def test_without_a_dialogue_nothing_is_marked():
    """Otherwise every action may be taken."""
    evening = table(2, **{"action.081.1.climb": "cost 5 rows 3"})
    assert set(notes(evening, "act").values()) == {"Cost 5, difficulty 3"}
    evening.play("turn", seat="seat1")
    assert evening.prompt.more is None
