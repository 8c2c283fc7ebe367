"""A picture of a card to what is printed on it. Reading takes a second or two of the processor."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.photos.process import Request
from vision.photos.worker import PhotoWorker
from vision.reads import Frame
from vision.text.printed import Kind, Trouble
from vision.text.read import read_text

SANS, ITALIC = cv2.FontFace("sans"), cv2.FontFace("italic")


def card() -> Frame:
    """A drawn card, 480 x 672 pixels."""
    picture = np.full((672, 480, 3), (225, 238, 244), np.uint8)

    def put(text: str, y: int, size: int, face: cv2.FontFace = SANS, ink: tuple[int, int, int] = (20, 20, 25)) -> None:
        cv2.putText(picture, text, (40, y), ink, face, size)

    put("Pukanie do bramy", 70, 40)
    put("Tylko jeśli brama stoi", 130, 24, ink=(25, 20, 190))
    put("1. Zyskujecie 3 robotników.", 190, 24)
    put("2. Stracie 1 żywności, źdźbło", 250, 24)
    put("i pół świeżej bułki.", 280, 24)
    put("Szli dziewięć dni przez śnieg.", 620, 22, ITALIC)
    return picture


def on_table(
    *cards: Frame, at: tuple[tuple[int, int], ...] = ((160, 60),), size: tuple[int, int] = (800, 800)
) -> Frame:
    """Cards on a plain table."""
    table = np.full((size[1], size[0], 3), (60, 70, 60), np.uint8)
    for one, (left, top) in zip(cards, at, strict=True):
        part = table[max(top, 0) : top + one.shape[0], left : left + one.shape[1]]
        part[:] = one[max(-top, 0) :][: part.shape[0], : part.shape[1]]
    return table


@pytest.mark.slow
def test_a_card_is_read_whichever_way_it_lies() -> None:
    """Upside down here, by the process that reads photos: its parts, its Polish letters, and where its words stand on
    the cut-out."""
    data = cv2.imencode(".png", on_table(np.rot90(card(), 2)))[1].tobytes()
    found = PhotoWorker().answer(Request("text", len(data), languages=("pl",)), data).text
    assert found is not None
    assert [(block.kind, block.number, block.text) for block in found.blocks] == [
        (Kind.TITLE, 0, "Pukanie do bramy"),
        (Kind.CONDITION, 0, "Tylko jeśli brama stoi"),
        (Kind.OPTION, 1, "Zyskujecie 3 robotników."),
        (Kind.OPTION, 2, "Stracie 1 żywności, źdźbło i pół świeżej bułki."),
        (Kind.FLAVOUR, 0, "Szli dziewięć dni przez śnieg."),
    ]
    assert found.trouble is None
    assert not any(word.doubtful for word in found.words)
    kept = cv2.imdecode(np.frombuffer(found.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert kept is not None
    assert kept.shape[:2] == (found.height, found.width)
    (left, top), _, (right, bottom), _ = found.blocks[0].lines[0].words[0].quad
    assert kept[round(top) : round(bottom), round(left) : round(right)].min() < 60
    assert right - left < 0.45 * found.width


@pytest.mark.slow
def test_print_at_the_edge_is_cut_off() -> None:
    """What can be read is told all the same."""
    found = read_text(on_table(card(), at=((160, -45),)))
    assert found.trouble is Trouble.CUT_OFF
    assert "Zyskujecie 3 robotników." in found.text


@pytest.mark.slow
def test_a_picture_without_print_says_what_it_is() -> None:
    """A blank back, two cards, no card at all, and one so blurred that most of its lines are not even found."""
    blank = np.full((480, 336, 3), (40, 40, 150), np.uint8)
    table = on_table(blank, at=((200, 150),))
    assert read_text(table).trouble is Trouble.BLANK
    assert read_text(on_table(blank, blank, at=((40, 150), (430, 150)))).trouble is Trouble.TWO_CARDS
    assert read_text(on_table(at=())).trouble is Trouble.NO_CARD
    blurred = np.asarray(cv2.GaussianBlur(on_table(card()), (0, 0), 4), np.uint8)
    assert read_text(blurred).trouble is Trouble.TOO_BLURRED


@pytest.mark.slow
def test_names_that_no_language_has_are_print_all_the_same() -> None:
    """Each is doubtful; the picture is neither blurred nor of a blank back."""
    names = np.full((480, 336, 3), 235, np.uint8)
    cv2.putText(names, "Quorvel Zhaxim", (30, 60), (20, 20, 25), SANS, 28)
    found = read_text(on_table(names))
    assert (found.trouble, found.text) == (None, "Quorvel Zhaxim")
    assert all(word.doubtful for word in found.words)


@pytest.mark.slow
def test_a_page_of_print_is_no_card() -> None:
    """Where no card's edges are seen, what has more lines than a card is told apart before it is read; a wordy card
    that fills the picture is read."""
    page = read_text(lines_of_print(26))
    assert (page.trouble, page.blocks) == (Trouble.TOO_MUCH, ())
    card = read_text(lines_of_print(11))
    assert (card.trouble, len(list(card.words))) == (Trouble.NO_EDGES, 99)


def lines_of_print(rows: int) -> Frame:
    """So many lines of nine words, on a ground without edges."""
    page = np.full((900, 900, 3), 235, np.uint8)
    for row in range(rows):
        cv2.putText(
            page, "The council met again and settled nothing of note.", (60, 70 + 30 * row), (20, 20, 25), SANS, 20
        )
    return page
