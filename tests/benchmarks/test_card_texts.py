"""The sentences that the proposing of effects is measured on."""

from __future__ import annotations

import pytest

from benchmarks.card_texts.effects import judged, sentences


@pytest.mark.parametrize(
    ("file", "right"),
    [
        ("sentences.tsv", 115),
        ("sentences_apart.tsv", 55),
        ("sentences_afterwards.tsv", 15),
        ("sentences_wordy.tsv", 65),
        ("sentences_wordy_unseen.tsv", 38),
    ],
)
def test_no_effect_is_taken_for_certain_that_is_not(file: str, right: int) -> None:
    """Of all sentences in both languages; and most that are certain are proposed."""
    outcomes = [(outcome, words, one.text) for one in sentences(file) for outcome, words in judged(one)]
    assert [each for each in outcomes if each[0] == "wrong"] == []
    assert sum(outcome == "right" for outcome, _, _ in outcomes) >= right
