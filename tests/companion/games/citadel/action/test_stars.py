"""Stars, half-stars, the chain, class icons (p. 12 to 13)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.citadel.action.resolving import Conversion, best, convert, icons, successes
from companion.games.citadel.state import Face

STAR, LEFT, RIGHT = Face(stars=1), Face(left=1), Face(right=1)


def test_a_full_star_is_one():
    """Each full star is a success (p. 12)."""
    assert successes([STAR, Face(stars=2)]) == 3


def test_halves_need_a_left_and_a_right_one():
    """Two left halves make nothing; a left and a right one make one (p. 12)."""
    assert successes([LEFT, LEFT]) == 0
    assert successes([LEFT, RIGHT]) == 1
    assert successes([LEFT, LEFT, RIGHT]) == 1
    assert successes([Face(left=2), Face(right=2)]) == 2


def test_the_chain_takes_the_best_cards():
    """Of five cards two count: those with two stars, not those with halves (p. 12)."""
    assert best([LEFT, STAR, RIGHT, Face(stars=2), STAR], 2)[0] == 3
    assert best([LEFT, RIGHT, Face()], 2) == (1, (0, 1))
    assert best([LEFT, STAR, RIGHT], 1) == (1, (1,))


def test_no_chain_takes_all():
    """Without the sign every card counts."""
    assert best([STAR, LEFT, RIGHT], None)[0] == 2
    assert best([STAR, LEFT], 5)[0] == 1


def test_a_chain_of_nothing():
    """Where the default cost is 0, no stars count."""
    assert best([STAR, STAR], 0) == (0, ())


faces = st.builds(Face, stars=st.integers(0, 2), left=st.integers(0, 2), right=st.integers(0, 2))


@settings(deadline=None)
@given(st.lists(faces, max_size=7), st.integers(0, 7))
def test_the_best_choice_is_the_best(cards: list[Face], most: int):
    """No other choice of so many cards gives more."""
    found, chosen = best(cards, most)
    assert found == successes([cards[at] for at in chosen])
    assert len(chosen) <= max(most, 0) or most >= len(cards)
    every = (successes(group) for size in range(min(most, len(cards)) + 1) for group in combinations(cards, size))
    assert found == max(every)


def test_icons_of_all_cards_count():
    """The chain does not limit class icons (p. 13)."""
    assert icons([Face(icons={"fist": 1}), Face(icons={"fist": 1, "eye": 2})]) == {"fist": 2, "eye": 2}


FLAIL = Conversion(icons=3, successes=1, most=2)


def test_the_flail_takes_any_three_icons_at_most_twice():
    """Three of any kind are one success; with ten icons still only two (p. 13 to 14)."""
    assert convert({"a": 2, "b": 1}, [FLAIL], 9).successes == 1
    assert convert({"a": 2}, [FLAIL], 9).successes == 0
    assert convert({"a": 5, "b": 5}, [FLAIL], 9).times == (2,)


def test_a_wild_icon_stands_for_any_kind():
    """One of the kind and a wild one are two successes (p. 15, the sword)."""
    sword = Conversion(icons=1, of=("sword",), successes=1, most=3)
    assert convert({"sword": 1, "wild": 1, "eye": 4}, [sword], 9).successes == 2


def test_no_maximum_means_as_often_as_there_are_icons():
    """For each icon one success (p. 28)."""
    assert convert({"sword": 5}, [Conversion(icons=1, of=("sword",), successes=1)], 9).successes == 5


def test_each_icon_is_used_once():
    """Two effects that want the same two icons share them (p. 13)."""
    ways = [Conversion(icons=1, of=("eye",), successes=1), Conversion(icons=1, of=("eye",), cancels=1)]
    found = convert({"eye": 2}, ways, 1)
    assert (found.successes, found.cancels) == (1, 1)
    found = convert({"eye": 2}, ways, 2)
    assert (found.successes, found.cancels) == (2, 0)
    found = convert({"eye": 2}, ways, 0)
    assert (found.successes, found.cancels) == (0, 2)


def test_the_particular_kind_is_kept_for_whoever_needs_it():
    """An effect that takes any icon leaves the eye for the one that needs an eye."""
    ways = [Conversion(icons=1, successes=1, most=1), Conversion(icons=1, of=("eye",), successes=1, most=1)]
    assert convert({"eye": 1, "fist": 1}, ways, 9).successes == 2


kinds = st.sampled_from(["a", "b", "wild"])


@settings(deadline=None)
@given(
    st.dictionaries(kinds, st.integers(0, 4)),
    st.lists(
        st.builds(
            Conversion,
            icons=st.integers(1, 3),
            of=st.sampled_from([(), ("a",), ("b",)]),
            successes=st.integers(0, 2),
            cancels=st.integers(0, 1),
            most=st.integers(0, 2),
        ),
        max_size=3,
    ),
    st.integers(0, 6),
)
def test_never_more_icons_than_there_are(have: dict[str, int], ways: list[Conversion], need: int):
    """What is paid never exceeds the icons, and no maximum is passed."""
    found = convert(have, ways, need)
    assert sum(way.icons * times for way, times in zip(ways, found.times, strict=True)) <= sum(have.values())
    assert all(not way.most or times <= way.most for way, times in zip(ways, found.times, strict=True))


@pytest.mark.slow
def test_many_class_icons_and_many_effects():
    """Seventy icons and seven effects, no success needed: 6 of the 24 weapon icons cancel 18 damage each, more than the
    99 life points that there can be, and nothing takes fewer applications. It is found at once, not after trying
    billions of ways (p. 13)."""
    ways = [
        Conversion(icons=2, of=("moon",), successes=1),
        Conversion(icons=1, of=("sun",), successes=19),
        Conversion(icons=1, cancels=1),
        Conversion(icons=1, of=("eye",), cancels=1),
        Conversion(icons=1, of=("leaf",), successes=16),
        Conversion(icons=1, of=("weapon",), cancels=17),
        Conversion(icons=1, of=("weapon",), cancels=18),
    ]
    found = convert({"moon": 21, "weapon": 24, "wild": 25}, ways, 0)
    assert found.times == (0, 0, 0, 0, 0, 0, 6)
    assert (found.successes, found.cancels) == (0, 108)
