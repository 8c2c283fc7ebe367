"""What a quiet round costs the clerk: its prompts in order, and the taps outside the Action Phase."""

from __future__ import annotations

from dataclasses import replace

from companion.api.checks import usual
from companion.api.game import CardExpected, Chance, Code, CubesExpected, Offer, Pick, Value, Whole, Words
from companion.games.frostpunk.cards.piles import Dusk
from companion.games.frostpunk.phases.names import phase_of
from companion.games.frostpunk.state import KINDS
from tests.companion.games.frostpunk.table import GAME, Evening, begun

BOARD: dict[str, Value] = {
    "cubes_at_heat_3": 3,
    "icons_3_5_workers": 0,
    "icons_3_5_engineers": 1,
    "icons_3_5_children": 1,
    **{f"fed_in_round_{number}": "children" for number in range(1, 16)},
    **{f"meeples_at_{count}": meeples for count, meeples in ((8, 2), (12, 3), (22, 5))},
    **{f"sickness_{what}_at_{space}": 0 for what in ("tokens", "flips") for space in range(5, 26)},
    **{f"hunger_{what}_at_{space}": 0 for what in ("discontent", "deaths") for space in range(1, 25)},
    "card.weather.Calm": "weather: cold 1; storm 1",
    "card.M017": "name: A quiet day\n1 Go on: gain wood 1; out",
    "card.D012": "name: A quiet evening\n1 Go on: gain coal 1; to discard",
    "card.I/01": "name: A New Home",
}
MOST, MOST_WITHOUT_DEVICES = 7, 12


class Clerk:
    """Plays what the page offers, and counts the taps outside the Action Phase as `benchmarks/taps.py` does."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.taps = 0
        self.asked: list[str] = []

    def tap(self, move: str, **args: Value) -> None:
        """Take an offer with these values."""
        offer = next(one for one in self._offers() if one.move.name == move and self._fits(one, args))
        filled = {**offer.move.args, **{ask.name: usual(ask) for ask in offer.asks}, **args}
        self._count(_taps(offer, filled))
        self.evening.play(move, **{name: value for name, value in filled.items() if value is not None})

    def camera(self, code: str) -> None:
        """The camera reads a card."""
        [expected] = [one for one in self.evening.prompt.expects if isinstance(one, CardExpected)]
        self._count(0)
        self.evening.play(expected.move.name, code=code)

    def scale(self, cubes: int) -> None:
        """The scale counts new cubes."""
        [expected] = [one for one in self.evening.prompt.expects if isinstance(one, CubesExpected)]
        assert expected.at_least <= cubes <= expected.at_most
        self._count(0)
        self.evening.play(expected.move.name, cubes=cubes)

    def _count(self, taps: int) -> None:
        self.asked.append(self.evening.asked)
        self.taps += 0 if phase_of(self.evening.state.step) == "action" else taps

    def _offers(self) -> list[Offer]:
        return [offer for prompt in GAME.prompts(self.evening.state) for offer in prompt.offers]

    @staticmethod
    def _fits(offer: Offer, args: dict[str, Value]) -> bool:
        names = {*offer.move.args, *(ask.name for ask in offer.asks)}
        return set(args) <= names and all(args.get(name, value) == value for name, value in offer.move.args.items())


def _taps(offer: Offer, args: dict[str, Value | None]) -> int:
    asks = [ask for ask in offer.asks if not isinstance(ask, Chance)]
    changed = 0
    for ask in asks:
        if args[ask.name] != usual(ask):
            changed += len(str(args[ask.name])) if isinstance(ask, Code | Words) else 1
    chips = len(asks) == 1 and isinstance(asks[0], Pick | Whole)
    if not asks or chips or (offer.tone == "usual" and not changed):
        return 2 if offer.tone == "danger" else 1
    return 2 + changed


def dawn(sick: int = 0, hunger: int = 0) -> Evening:
    """The morning of round 2 with all that the board shows known, and shelters that need no choice."""
    evening = begun(swift=True, **BOARD)
    evening.at("morning.card", hunger=hunger, food=20, coal=9, dusk=Dusk(deck=("D012", "?dispute")))
    for kind, meeples in (("workers", 5), ("engineers", 3), ("children", 2)):
        evening.group(kind, meeples=meeples, sick=sick)
    return evening


def test_a_quiet_round_with_the_devices_working():
    """At most seven taps outside the Action Phase; the camera reads both cards, the scale counts the drop."""
    clerk = Clerk(dawn(sick=6, hunger=5))
    clerk.camera("M017")
    clerk.tap("choose_option", number=1)
    clerk.tap("fuel", coal=2)
    clerk.scale(2)
    clerk.tap("weather_card", name="Calm")
    clerk.tap("no_advisor")
    clerk.tap("actions_over")
    clerk.camera("D012")
    clerk.tap("choose_option", number=1)
    finish_night(clerk)
    assert clerk.asked[:7] == [
        "morning.card",
        "morning.resolve",
        "generator.fuel",
        "generator.drop",
        "weather.card",
        "preparation.advisor",
        "action.turn",
    ]
    assert clerk.evening.state.step == "morning.card"
    assert clerk.evening.state.round == 2
    assert clerk.taps <= MOST


def finish_night(clerk: Clerk) -> None:
    """No fuel; who sleeps outside is one choice with it, where there is any."""
    offer = next(one for one in clerk.evening.prompt.offers if one.move.name.startswith("no_fuel"))
    [then] = [*offer.asks, None][:1]
    clerk.tap(offer.move.name, **({"then": then.usual or then.choices[0].value} if isinstance(then, Pick) else {}))


def test_a_quiet_round_by_hand():
    """At most five taps more where neither camera nor scale is there: cards are placed, cubes counted by a tap each."""
    clerk = Clerk(dawn())
    clerk.tap("place_card", where="out")
    clerk.tap("fuel", coal=2)
    clerk.tap("cubes_fell", cubes=2)
    clerk.tap("weather_card", name="Calm")
    clerk.tap("no_advisor")
    clerk.tap("actions_over")
    clerk.tap("place_card", where="discard")
    finish_night(clerk)
    assert clerk.evening.state.step == "morning.card"
    assert clerk.taps <= MOST_WITHOUT_DEVICES


def test_what_is_known_is_never_asked():
    """With the sections of the board told, a round with 6 sick of each type and Hunger 5 asks for no number."""
    clerk = Clerk(dawn(sick=6, hunger=5))
    unknown = {"generator.sick", "generator.cubes", "generator.count", "hunger.effects", "preparation.sickness"}
    for move, args in (
        ("place_card", {"where": "out"}),
        ("fuel", {"coal": 2}),
        ("cubes_fell", {"cubes": 0}),
        ("weather_card", {"name": "Calm"}),
        ("no_advisor", {}),
        ("actions_over", {}),
        ("place_card", {"where": "discard"}),
    ):
        clerk.tap(move, **args)
    assert not unknown & set(clerk.asked)
    assert [clerk.evening.state.group(kind).sick for kind in KINDS] == [6, 7, 7]


def test_every_question_is_one_tap():
    """No answer of a whole round asks for more than one thing, but where a card or a name is written down, or the
    tracks are counted once."""
    clerk = Clerk(dawn(sick=6, hunger=5))
    clerk.camera("M017")
    for move, args in (
        ("choose_option", {"number": 1}),
        ("fuel", {"coal": 2}),
        ("cubes_fell", {"cubes": 2}),
        ("weather_card", {"name": "Calm"}),
        ("no_advisor", {}),
        ("actions_over", {}),
        ("place_card", {"where": "discard"}),
    ):
        for prompt in GAME.prompts(clerk.evening.state):
            for offer in prompt.offers:
                written = any(isinstance(ask, Words | Code) for ask in offer.asks) or offer.move.name == "tracks_told"
                assert written or len(offer.asks) <= 1, (prompt.name, offer.move.name)
        clerk.tap(move, **args)


def test_every_prompt_of_the_round_is_short():
    """What is said at each step has no more than 40 words and nothing in brackets."""
    evening = dawn(sick=6, hunger=5)
    for step in (
        "dawn.begin", "generator.fuel", "generator.drop", "generator.drawer", "weather.card", "preparation.sickness",
        "hunger.previous", "hunger.feed", "night.return", "night.fuel",
    ):  # fmt: skip
        words = str(replace_step(evening, step).prompt.do)
        assert len(words.split()) <= 40, words
        assert "(" not in words


def replace_step(evening: Evening, step: str) -> Evening:
    evening.state = replace(evening.state, step=step)
    return evening
