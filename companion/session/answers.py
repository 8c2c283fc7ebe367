"""What a reading means at this moment: a move that a prompt expects, a notice, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.api.checks import usual
from companion.api.game import CardExpected, Chance, CubesExpected, Move, Offer, Prompt
from companion.api.readings import CardSeen, CardUnread, Cubes, Pressed
from companion.api.text import N, T, Text
from companion.session.screen import Notice
from companion.session.seeing import looks_like, unread


@dataclass(frozen=True)
class Answer:
    """`move` answers a prompt; otherwise `notice` is shown, or, when it is None, the notice `name` goes away."""

    name: str
    move: Move | None = None
    notice: Notice | None = None


DEVICES = {"drawer": T("Drawer"), "camera": T("Camera"), "panel": T("Panel")}  # as entries of the log name them


def place_name(place: str) -> Text:
    """A device or place by its plain name, for people."""
    return DEVICES.get(place, T("{name}", name=place))


# --- cubes ------------------------------------------------------------------------------------------------------------


def answer_cubes(prompts: Sequence[Prompt], reading: Cubes) -> Answer:
    """A sure count within an expectation's limits answers it; the count that the game has already is no news."""
    name = f"cubes.{reading.place}"
    expected = list(_cubes_expected(prompts, reading.place))
    if not expected or not reading.count or any(one.known == reading.count for one in expected):
        zero = next((one for one in expected if _fits(one, reading)), None) if reading.sure else None
        return Answer(name, _counted(zero, reading) if zero else None)
    fitting = next((one for one in expected if _fits(one, reading)), None)
    if reading.before:
        return Answer(name, notice=_some_lay_there(name, expected, reading))
    if fitting is None:
        # Fewer than a prompt waits for: the rest may still fall, and what then lies there is asked for by the next one.
        return Answer(name, notice=_too_many(name, expected[0], reading) if _above_all(expected, reading) else None)
    if not reading.sure:
        return Answer(name, notice=_unsure(name, fitting, reading))
    return Answer(name, _counted(fitting, reading))


def _cubes_expected(prompts: Sequence[Prompt], place: str) -> Iterator[CubesExpected]:
    for prompt in prompts:
        for one in prompt.expects:
            if isinstance(one, CubesExpected) and one.place == place:
                yield one


def _fits(one: CubesExpected, reading: Cubes) -> bool:
    count = reading.count
    return count is not None and one.at_least <= count <= one.at_most and count != one.known


def _counted(one: CubesExpected, reading: Cubes) -> Move:
    return Move(one.move.name, {**one.move.args, one.arg: reading.count or 0})


def _unsure(name: str, one: CubesExpected, reading: Cubes) -> Notice:
    """The two likeliest counts, each for one tap; the other only where the prompt would take it."""
    count, other = reading.count or 0, reading.other
    fits = other is not None and one.at_least <= other <= one.at_most and other != count
    text = T(
        "{place}: it looks like {count} or {other}, but that is not sure. Please count and say.",
        place=place_name(reading.place), count=count, other=other or 0,
    ) if fits else N(
        "{place}: it looks like {n} cube, but that is not sure. Please count and say.",
        "{place}: it looks like {n} cubes, but that is not sure. Please count and say.",
        count,
        place=place_name(reading.place),
    )  # fmt: skip
    return Notice(
        name=name,
        text=text,
        offer=_would_be(one, count),
        other=_would_be(one, other) if fits and other is not None else None,
    )


def _some_lay_there(name: str, expected: Sequence[CubesExpected], reading: Cubes) -> Notice:
    """Cubes that came before anybody asked for them may be some of these, or left over: whoever is there knows. All of
    them, and those that fell since, each for one tap where a prompt would take it."""
    counts = [one for one in (reading.count, reading.other) if one is not None]
    taking = [
        (next((one for one in expected if one.at_least <= count <= one.at_most), None), count) for count in counts
    ]
    offers = [_would_be(one, count) for one, count in taking if one is not None]
    place, fell = place_name(reading.place), reading.other or 0
    text = N(
        "{place}: {n} cube fell onto {before} that lay there before this was asked. How many count?",
        "{place}: {n} cubes fell onto {before} that lay there before this was asked. How many count?",
        fell,
        place=place,
        before=reading.before,
    ) if fell else N(
        "{place}: {n} cube lay there before this was asked. Does it count?",
        "{place}: {n} cubes lay there before this was asked. Do they count?",
        reading.before,
        place=place,
    )  # fmt: skip
    first, other, *_ = *offers, None, None
    return Notice(name=name, text=text, offer=first, other=other)


def _would_be(one: CubesExpected, count: int) -> Offer:
    move = Move(one.move.name, {**one.move.args, one.arg: count})
    return Offer(move=move, label=N("Yes, {n} cube", "Yes, {n} cubes", count))


def _above_all(expected: Sequence[CubesExpected], reading: Cubes) -> bool:
    return all((reading.count or 0) > one.at_most for one in expected)


def _too_many(name: str, one: CubesExpected, reading: Cubes) -> Notice:
    text = N(
        "{place}: {n} cube counted, but there can be at most {most}. Please check, or enter the number.",
        "{place}: {n} cubes counted, but there can be at most {most}. Please check, or enter the number.",
        reading.count or 0,
        place=place_name(reading.place),
        most=one.at_most,
    )
    return Notice(name=name, text=text)


# --- cards ------------------------------------------------------------------------------------------------------------


def answer_card(prompts: Sequence[Prompt], reading: CardSeen) -> Answer:
    """A sure card that a prompt expects answers it, unless it may have been there before; any other opens its entry."""
    expected = _expected(prompts, reading)
    if expected is None:
        return Answer("card", notice=_unexpected(reading))
    if reading.sure and reading.early:
        return Answer("card", notice=_early(expected, reading))
    move = Move(expected.move.name, {**expected.move.args, expected.arg: reading.text})
    if reading.sure:
        return Answer("card", move)
    turned = reading.other if reading.other and re.fullmatch(expected.pattern, reading.other) else ""
    notice = Notice(
        name="card",
        text=looks_like(reading.text, turned, reading.doubt),
        offer=_card_would_be(expected, reading.text),
        other=_card_would_be(expected, turned) if turned else None,
        code=reading.text,
    )
    return Answer("card", notice=notice)


def _card_would_be(expected: CardExpected, code: str) -> Offer:
    move = Move(expected.move.name, {**expected.move.args, expected.arg: code})
    return Offer(move=move, label=T("Yes, {code}", code=code))


def answer_early(prompts: Sequence[Prompt], reading: CardSeen) -> Notice | None:
    """A sure card that was seen before the question came that it answers: nobody knows whether it lies there for that,
    so it is asked about. None where no prompt expects it."""
    expected = _expected(prompts, reading)
    return None if expected is None else _early(expected, reading)


def _early(expected: CardExpected, reading: CardSeen) -> Notice:
    text = T("Card {code} was seen before this was asked. Is it the one?", code=reading.text)
    return Notice(name="card", text=text, offer=_card_would_be(expected, reading.text), code=reading.text)


def answer_typed(prompts: Sequence[Prompt], code: str) -> Notice | None:
    """A code that somebody says is printed on a card that was read wrongly, for one tap; None where no prompt expects
    it, of whatever kind."""
    expected = next((one for one in _cards_expected(prompts) if re.fullmatch(one.pattern, code)), None)
    if expected is None:
        return None
    text = T("The card that was read wrongly is {code}. Is it the one?", code=code)
    return Notice(name="card", text=text, offer=_card_would_be(expected, code), code=code)


def answer_several(prompts: Sequence[Prompt], readings: Sequence[CardSeen]) -> Notice:
    """Several sure cards of one picture, each of which a prompt expects: the first two, each for one tap."""
    one, other = readings[:2]
    text = T(
        "{one} and {other} are both in the photo. Which one is it? For another one, take a photo of it alone.",
        one=one.text,
        other=other.text,
    )
    offers = [_card_would_be(each, card.text) for card in (one, other) if (each := _expected(prompts, card))]
    return Notice(name="card", text=text, offer=offers[0], other=offers[1])


def card_questions(prompts: Sequence[Prompt], reading: CardSeen | None = None) -> list[tuple[str, str]]:
    """The questions that a card answers, or that this one would, were it sure: each by its prompt's name and its
    move's."""
    return [
        (prompt.name, one.move.name)
        for prompt in prompts
        for one in _cards_expected([prompt])
        if reading is None or _matches(one, reading)
    ]


def answer_unread(prompts: Sequence[Prompt], reading: CardUnread) -> Answer:
    """What cannot be read is told only where a card is waited for: anything else may lie there as it likes."""
    if not reading.trouble or not any(True for _ in _cards_expected(prompts)):
        return Answer("card")
    return Answer("card", notice=Notice(name="card", text=unread(reading.trouble)))


def _expected(prompts: Sequence[Prompt], reading: CardSeen) -> CardExpected | None:
    return next((one for one in _cards_expected(prompts) if _matches(one, reading)), None)


def _cards_expected(prompts: Sequence[Prompt]) -> Iterator[CardExpected]:
    for prompt in prompts:
        for one in prompt.expects:
            if isinstance(one, CardExpected):
                yield one


def _matches(one: CardExpected, reading: CardSeen) -> bool:
    return one.kind == reading.kind and re.fullmatch(one.pattern, reading.text) is not None


def _unexpected(reading: CardSeen) -> Notice:
    if reading.sure:
        text = T("Card {code} was seen. Nothing waits for it now; its entry says what it does.", code=reading.text)
    else:
        text = looks_like(reading.text, reading.other, reading.doubt)
    return Notice(name="card", text=text, code=reading.text)


# --- buttons ----------------------------------------------------------------------------------------------------------


def answer_next(prompts: Sequence[Prompt], reading: Pressed) -> Answer:
    """The Next button takes the usual answer of the first prompt, where it needs no exact entry."""
    if not prompts:
        return Answer("panel", notice=Notice(name="panel", text=T("Nothing is to be done now.")))
    offer = _usual_offer(prompts[0])
    move = None if offer is None else taken(offer)
    if move is not None:
        return Answer("panel", move)
    text = T("This needs an answer on a phone: {prompt}", prompt=prompts[0].do)
    return Answer("panel", notice=Notice(name="panel", text=text, rule=prompts[0].rule))


def _usual_offer(prompt: Prompt) -> Offer | None:
    usual_ones = [offer for offer in prompt.offers if offer.tone == "usual"]
    only_one = [offer for offer in prompt.offers if len(prompt.offers) == 1 and offer.tone != "danger"]
    return next(iter(usual_ones or only_one), None)


def taken(offer: Offer) -> Move | None:
    """The move that one tap on an offer makes; None when something must be filled in first. What chance decides is
    left out: the session draws it."""
    filled = {ask.name: usual(ask) for ask in offer.asks if not isinstance(ask, Chance)}
    values = {name: value for name, value in filled.items() if value is not None}
    return Move(offer.move.name, {**offer.move.args, **values}) if len(values) == len(filled) else None
