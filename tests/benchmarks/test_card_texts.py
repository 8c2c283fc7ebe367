"""The sentences that the proposing of effects is measured on."""

from __future__ import annotations

from benchmarks.card_texts.effects import judged, sentences


def test_no_effect_is_taken_for_certain_that_is_not() -> None:
    """Of all sentences in both languages; and nearly all that are certain are proposed."""
    outcomes = [(outcome, words, one.text) for one in sentences() for outcome, words in judged(one)]
    assert [each for each in outcomes if each[0] == "wrong"] == []
    assert sum(outcome == "right" for outcome, _, _ in outcomes) >= 115
