"""What a place or a card gives, in words (rules.en.md, “words”)."""

import pytest

from companion.games.turris.rewards.effects import BLOCKS, Effect, any_order, describe, only_good, parse, ways
from companion.toolkit.card_language import BadWords, join


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("gain 2 relics", "gain relics 2"),
        ("relics +2", "gain relics 2"),
        ("+ 1 weapon", "gain weaponry 1"),
        ("Gain an Artifact", "gain artifacts 1"),
        ("draw 2", "gain tactics 2"),
        ("draw a Tactics card", "gain tactics 1"),
        ("gain 2 I/K/R/W", "gain any 2"),
        ("discard 1 K/R/W", "spend krw 1"),
        ("knowledge −1", "spend knowledge 1"),
        ("pay 2 ichor", "spend ichor 2"),
        ("prestige +5", "gain prestige 5"),
        ("advance council 2", "advance 2"),
        ("council", "advance"),
        ("revive 2 scouts", "revive 2"),
        ("revive up to 3 scouts", "revive up to 3"),
        ("sacrifice a scout", "sacrifice"),
        ("place a scout", "place"),
        ("recall 2 scouts", "recall 2"),
        ("move a scout", "move"),
        ("place the Fruit", "fruit"),
        ("play a tactics card", "play"),
        ("reserve a mission", "reserve"),
        ("take the Future First Player card", "future"),
        ("move a beast", "beast"),
        ("move a beast 2", "beast 2"),
        ("beast up to 2", "beast up to 2"),
        ("flip a beast", "flip"),
        ("trionfi 5", "trionfi 5"),
        ("room 3", "room 3"),
        ("costs 2 knowledge; cost relic", "cost knowledge 2; cost relics 1"),
        ("prestige 5; ongoing", "gain prestige 5; ongoing"),
        ("either gain any 1 | spend ichor 1 & draw 2", "either gain any 1 | spend ichor 1 & gain tactics 2"),
        ("say Look at the top Mission", "say Look at the top Mission"),
        ("nothing", "nothing"),
        ("read", "read"),
        ("", ""),
    ],
)  # fmt: skip
def test_written_and_kept(written: str, kept: str):
    """Many ways to write a thing, one to keep it; what is kept is read the same again, and can be said."""
    assert join(parse(written)) == kept
    assert parse(kept) == parse(written)
    assert str(describe(parse(written)))


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("zyskaj 2 relikty", "gain relics 2"),
        ("relikty +2", "gain relics 2"),
        ("Zyskaj Artefakt", "gain artifacts 1"),
        ("zyskaj 2 dowolne zasoby", "gain any 2"),
        ("dobierz 2 karty Taktyki", "gain tactics 2"),
        ("dobierz kartę", "gain tactics 1"),
        ("wydaj 1 wiedzę", "spend knowledge 1"),
        ("zapłać 2 ichoru", "spend ichor 2"),
        ("odrzuć kartę taktyki", "spend tactics 1"),
        ("prestiż 5", "gain prestige 5"),
        ("zyskaj żeton dodatkowej akcji", "gain tokens 1"),
        ("krok rady", "advance"),
        ("2 kroki rady", "advance 2"),
        ("ożyw 2 zwiadowców", "revive 2"),
        ("ożyw do 3 zwiadowców", "revive up to 3"),
        ("poświęć zwiadowcę", "sacrifice"),
        ("postaw zwiadowcę", "place"),
        ("cofnij zwiadowcę", "recall"),
        ("rusz zwiadowcę", "move"),
        ("dodatkowa akcja", "action"),
        ("zagraj kartę taktyki", "play"),
        ("zarezerwuj misję", "reserve"),
        ("odrzuć zarezerwowaną misję", "spend reserved 1"),
        ("weź kartę przyszłego pierwszego gracza", "future"),
        ("połóż owoc", "fruit"),
        ("rusz bestię", "beast"),
        ("rusz bestię 2", "beast 2"),
        ("rusz bestię do 2", "beast up to 2"),
        ("odwróć bestię", "flip"),
        ("komnata 3", "room 3"),
        ("komnata w kroku trionfi 5", "trionfi 5"),
        ("koszt 2 relikty; koszt wiedza", "cost relics 2; cost knowledge 1"),
        ("prestiz 5; trwala", "gain prestige 5; ongoing"),
        ("albo zyskaj zasób | wydaj ichor & dobierz 2", "either gain any 1 | spend ichor 1 & gain tactics 2"),
        ("słowami Spójrz na wierzch talii", "say Spójrz na wierzch talii"),
        ("nic", "nothing"),
        ("POŚWIĘĆ; poswiec", "sacrifice; sacrifice"),
    ],
)  # fmt: skip
def test_polish_words(written: str, kept: str):
    """The same in Polish, inflected as people type it, with or without its letters."""
    assert join(parse(written)) == kept


def test_a_slip_in_polish_is_named_in_polish():
    """The nearest of all words that are known is proposed."""
    with pytest.raises(BadWords) as bad:
        parse("zykaj relikty 2")
    assert "zyskaj" in str(bad.value.text)


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("gian relics 2", "did you mean “gain”"),
        ("gain 2", "missing or too much"),
        ("gain relics 2 3", "missing or too much"),
        ("look at the cards", "begin with “say”"),
        ("either gain relics 1", "another way"),
        ("either either gain relics 1 | draw 1 | draw 2", "inside"),
        ("gain prestige 500", "missing or too much"),
        ("draw 1;" * 25, "too many effects"),
        ("x" * 400, "too long"),
    ],
)
def test_slips_are_named(written: str, wrong: str):
    """One sentence says what is wrong, and often what was meant."""
    with pytest.raises(BadWords, match=wrong):
        parse(written)


def test_the_blocks_of_the_phone_are_understood():
    """What a tap puts in can be read, but for the one that has to be filled in."""
    for block in BLOCKS:
        if "…" not in block.value:
            assert parse(block.value)


def test_the_ways_of_an_either():
    """Each way is a row of effects."""
    [either] = parse("either gain any 1 | spend ichor 1 & draw 2")
    assert ways(either)[1] == (Effect(verb="spend", what="ichor"), Effect(verb="gain", what="tactics", count=2))


def test_only_good_things_need_no_word():
    """What nobody would refuse, and what order does not matter for. Prestige may be refused (p. 9, 21)."""
    assert only_good(parse("gain relics 1; draw 2; trionfi 5; nothing"))
    assert any_order(parse("gain relics 1; prestige 1"))
    assert not any_order(parse("prestige 1; advance"))
    for words in ("prestige 1", "gain any 1", "advance", "spend ichor 1", "say Look", "future"):
        assert not only_good(parse(words))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("either gain relics 1 | gain ichor 2", "Relics +1, or Ichor +2"),
        ("either gain any 1 | spend ichor 1 & draw 2", "any resource +1, or (Ichor −1 and Tactics cards +2)"),
        ("gain relics 1; either draw 1 | advance", "Relics +1; (Tactics cards +1, or 1 step on the Council track)"),
    ],
)
def test_ways_stand_in_brackets_where_they_need_them(words: str, said: str):
    """What belongs to one way is in brackets, and no sign of the written effects is left: it is spoken, too."""
    assert str(describe(parse(words))) == said
