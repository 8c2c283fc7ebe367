"""How a game looks is served to anybody, and kept by browsers as long as it stays the same."""

import json
import re

import pytest

from .household import LOOK, Household
from .phones import Phone

FILES = {
    "icons": ("icons.svg", "image/svg+xml"),
    "colours": ("look.css", "text/css"),
    "picture": ("picture.svg", "image/svg+xml"),
}


def told(page: str) -> dict[str, str]:
    """The addresses that the page is told for the game of the house."""
    found = re.search(r'id="start">(.*?)</script>', page)
    assert found is not None
    looks: dict[str, dict[str, str]] = json.loads(found[1])["looks"]
    return looks["lighthouse"]


@pytest.mark.parametrize("part", FILES)
def test_each_part_is_served(house: Household, stranger: Phone, part: str) -> None:
    """With its digest in the address it may be kept for ever; else it is asked for again, and answered shortly."""
    name, mimetype = FILES[part]
    address = told(stranger.get("/").text)[part]
    answer = stranger.get(address)
    assert (answer.status_code, answer.mimetype) == (200, mimetype)
    assert answer.data == getattr(LOOK, part).data
    assert "immutable" in answer.headers["Cache-Control"]
    plain = stranger.get(f"/games/lighthouse/{name}")
    assert plain.headers["Cache-Control"] == "no-cache"
    again = stranger.client.get(f"/games/lighthouse/{name}", headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("part", FILES)
def test_a_game_without_a_look(stranger: Phone, part: str) -> None:
    """There is nothing for it, and the page is not told of it."""
    assert stranger.get(f"/games/chess/{FILES[part][0]}").status_code == 404


def test_the_page_has_the_colours_of_the_open_game_from_the_first(house: Household, stranger: Phone) -> None:
    """Its style sheet stands in the page, so that nothing changes colour when the scripts begin."""
    assert 'id="colours">' in stranger.get("/").text
    house.begin()
    page = stranger.get("/").text
    assert f'id="colours" href="{told(page)["colours"]}"' in page
